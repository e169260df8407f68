"""Methods that turn weighted rankings into one consensus ranking, one component a file.

Each is used in two places: at the leaves of a tree, over the training rankings that fell there,
and over the trees of a forest. Modules whose names begin with an underscore are helpers of these.
"""
