"""Measures of how much two rankings agree, one a file."""
