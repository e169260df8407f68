"""Criteria that judge the cuts of an attribute, one a file."""
