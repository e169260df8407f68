"""Data sets by name, and the ways in which the benchmark data of label ranking were made.

``load`` needs no network: it makes small sets from what scikit-learn ships. ``fetch_kebi``
downloads a published one, once. ``by_classifier`` and ``by_attributes`` make rankings of anybody's
data for classification and for regression.
"""

from lrf.data.attributes import by_attributes
from lrf.data.bundled import dataset_names as names
from lrf.data.bundled import load_dataset as load
from lrf.data.kebi import fetch_kebi, kebi_names
from lrf.data.transform import by_classifier

__all__ = ["by_attributes", "by_classifier", "fetch_kebi", "kebi_names", "load", "names"]
