"""Rules that accept or reject an attribute's best cut, one a file."""
