"""Forests from more data than one machine can hold: a Dask DataFrame, or files of Parquet.

Each tree is grown from rows of its own, which the workers draw and pass on to whoever grows it, so
that no machine ever has all of them.
"""

from lrf.distributed.fitting import fit

__all__ = ["fit"]
