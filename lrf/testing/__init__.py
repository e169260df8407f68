"""The checks that components are held to, our own and strangers'.

Each takes a component and puts it to the test of the laws of its kind. A test of a component is
one line:

    from lrf.testing import check_criterion

    def test_my_criterion():
        check_criterion("my-criterion")

A check raises an `AssertionError` that says which law is broken, and on what. It needs no test
runner, and its data is the same in each run.
"""

from lrf.testing.aggregators import check_aggregator
from lrf.testing.correlations import check_correlation
from lrf.testing.criteria import check_criterion
from lrf.testing.readers import check_reader
from lrf.testing.stopping import check_stopping_rule

__all__ = [
    "check_aggregator",
    "check_correlation",
    "check_criterion",
    "check_reader",
    "check_stopping_rule",
]
