"""What a ranking is: how it is checked and converted, and which rankings of a table are distinct.

A table of rankings has one row per sample and one column per label. ``Y[i, j]`` is the position of
label j for sample i: 1 is best, tied labels share a position, NaN stands for a label that was not
ranked. An order, such as ``b>a=c``, lists the labels instead, best first.
"""

from lrf.rankings.distinct import distinct_rankings
from lrf.rankings.labels import label_names
from lrf.rankings.long import from_long
from lrf.rankings.named import NamedTable
from lrf.rankings.orders import from_orders, order_labels, to_orders
from lrf.rankings.partial import partial_orders
from lrf.rankings.scores import from_scores
from lrf.rankings.ties import average_positions
from lrf.rankings.validation import validate_rankings

__all__ = [
    "NamedTable",
    "average_positions",
    "distinct_rankings",
    "from_long",
    "from_orders",
    "from_scores",
    "label_names",
    "order_labels",
    "partial_orders",
    "to_orders",
    "validate_rankings",
]
