"""What fresh processes run, one program each."""
