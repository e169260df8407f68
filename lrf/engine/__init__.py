"""The compiled engine: sorting, sweeping, growing and predicting.

It imports numpy and numba only and knows no component: criteria and stopping rules reach it as
typed pointers, rankings as embedded vectors.
"""
