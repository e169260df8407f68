"""What a grown forest knows besides its predictions: how sure it is, why, and by whose example."""
