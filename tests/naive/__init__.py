"""Obvious and slow twins of the kernels."""
