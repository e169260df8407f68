"""One measurement a file."""

from benchmarks.figures import Measurement
from benchmarks.measurements.binned_accuracy import BINNED_ACCURACY
from benchmarks.measurements.binned_fit import BINNED_FIT
from benchmarks.measurements.bytes_in_memory import BYTES_IN_MEMORY
from benchmarks.measurements.bytes_in_pickle import BYTES_IN_PICKLE
from benchmarks.measurements.consensus import CONSENSUS
from benchmarks.measurements.first_criterion import FIRST_CRITERION
from benchmarks.measurements.first_predict import FIRST_PREDICT
from benchmarks.measurements.first_use import FIRST_USE
from benchmarks.measurements.fit import FIT
from benchmarks.measurements.growth import GROWTH
from benchmarks.measurements.huge import HUGE
from benchmarks.measurements.kemeny import KEMENY
from benchmarks.measurements.mallows import MALLOWS
from benchmarks.measurements.matrix import MATRIX
from benchmarks.measurements.memory import MEMORY
from benchmarks.measurements.pair_fit import PAIR_FIT
from benchmarks.measurements.pairwise import PAIRWISE
from benchmarks.measurements.plugin import PLUGIN
from benchmarks.measurements.predict import PREDICT
from benchmarks.measurements.ranking_gain import RANKING_GAIN
from benchmarks.measurements.threads import THREADS
from benchmarks.measurements.tree import TREE

__all__ = ["MEASUREMENTS"]

#: In the order of the report.
MEASUREMENTS: tuple[Measurement, ...] = (
    FIT,
    BINNED_FIT,
    BINNED_ACCURACY,
    PAIR_FIT,
    PREDICT,
    FIRST_PREDICT,
    PAIRWISE,
    BYTES_IN_MEMORY,
    BYTES_IN_PICKLE,
    MEMORY,
    TREE,
    RANKING_GAIN,
    MALLOWS,
    PLUGIN,
    MATRIX,
    KEMENY,
    CONSENSUS,
    THREADS,
    GROWTH,
    HUGE,
    FIRST_USE,
    FIRST_CRITERION,
)
