"""Other machines at work: trees and predictions as tasks of an engine that somebody else wrote.

Which engine, joblib knows: ``with joblib.parallel_config("dask")``. What all tasks need is sent to
each worker once, and results do not depend on who did the work.
"""
