"""The frozen records that a plugin hands over, one class for each kind of component.

A record says what a component is called, what it does, which parameters it takes, and holds its
functions. It does no work: nothing is compiled and nothing heavy is imported when a record is
made, so a plugin costs next to nothing until its component is used.

Functions that run inside the compiled engine are given as a `Kernel`, made by the decorators of
`lrf.plugin`; all others are plain Python that is called once per model or once per batch.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from importlib import import_module
from math import isfinite
from operator import attrgetter
from pathlib import Path
from typing import Any, Literal, TypeAlias

import attrs
import numpy as np
import numpy.typing as npt

__all__ = [
    "Aggregator",
    "Component",
    "Correlation",
    "Criterion",
    "Dataset",
    "Kernel",
    "Parameter",
    "Preset",
    "Reader",
    "Scale",
    "Statistic",
    "StoppingRule",
]

Array: TypeAlias = npt.NDArray[Any]
ParameterValue: TypeAlias = bool | int | float | str

KernelKind = Literal["gain", "value", "accept", "sweep"]
Scale = Literal["similarity", "entropy", "impurity"]
Statistics = Literal["agreement", "variety", "samples"]
Statistic = Literal["rank-sum", "pairwise", "positions", "places", "votes"]

STATISTICS: tuple[Statistic, ...] = ("rank-sum", "pairwise", "positions", "places", "votes")
SCALES: tuple[Scale, ...] = ("similarity", "entropy", "impurity")


@attrs.frozen
class Kernel:
    """A function that the engine compiles on first use and calls through a typed pointer.

    Parameters
    ----------
    function : callable
        Plain Python, restricted to what numba compiles. Calling the kernel calls this function.
    kind : {"gain", "value", "accept", "sweep"}
        Where the engine calls it; this fixes the arguments (see `lrf.plugin`).
    """

    function: Callable[..., Any]
    kind: KernelKind

    def __call__(self, *arguments: Any) -> Any:
        """Call the plain function."""
        return self.function(*arguments)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle a kernel by its place, since pickle looks for its function there and in vain."""
        place = (self.function.__module__, self.function.__qualname__)
        if _kernel_at(*place) == self:
            return _kernel_at, place
        return Kernel, (self.function, self.kind)


def _kernel_at(module: str, name: str) -> Any:
    """Return what a module, which must be importable, keeps under a dotted name."""
    try:
        return attrgetter(name)(import_module(module))
    except (ImportError, AttributeError):
        return None


def _as_words(value: Iterable[str]) -> tuple[str, ...]:
    return tuple(value)


@attrs.frozen
class Parameter:
    """A number, a truth value or a word by which a component can be adjusted.

    Parameters
    ----------
    name : str
        A Python identifier.
    default : bool, int, float or str
        Used when nothing else is said; its type is the parameter's type.
    summary : str
        One line for `lrf components`.
    minimum, maximum : float, optional
        Bounds of a number, both included.
    choices : tuple of str
        The words allowed; empty: any.
    """

    name: str
    default: ParameterValue
    summary: str = ""
    minimum: float | None = attrs.field(default=None, kw_only=True)
    maximum: float | None = attrs.field(default=None, kw_only=True)
    choices: tuple[str, ...] = attrs.field(default=(), kw_only=True, converter=_as_words)


#: What a name is made of, and words of this kind that mean something else where a name may stand.
_NAME = re.compile(r"\w[\w.+-]*")
_VALUES = frozenset({"true", "false", "inf", "nan", "auto"})


def _name_is_a_word(instance: Any, attribute: attrs.Attribute[str], value: object) -> None:
    if not isinstance(value, str) or not _NAME.fullmatch(value):
        raise ValueError(
            f"{attribute.name} must be a word of letters, digits, hyphens, underscores, dots and "
            f"plus signs, not {value!r}"
        )
    if value in _VALUES or (value[0] in "0123456789" and _is_toml(value)):
        raise ValueError(
            f"{attribute.name} must not be {value!r}, which means something else in a configuration"
        )


def _is_toml(text: str) -> bool:
    """Whether a text is a number or a date as TOML writes them."""
    import tomllib

    try:
        tomllib.loads(f"value = {text}")
    except tomllib.TOMLDecodeError:
        return False
    return True


def _is_callable_or_none(instance: Any, attribute: attrs.Attribute[Any], value: object) -> None:
    if value is not None and not callable(value):
        raise ValueError(f"{attribute.name} must be a function, not {value!r}")


def _is_kernel(kind: KernelKind) -> Callable[[Any, attrs.Attribute[Any], object], None]:
    def check(instance: Any, attribute: attrs.Attribute[Any], value: object) -> None:
        if value is None:
            return
        if not isinstance(value, Kernel):
            raise ValueError(
                f"{attribute.name} must be decorated with @{kind} of lrf.plugin, not {value!r}"
            )
        if value.kind != kind:
            raise ValueError(
                f"{attribute.name} must be decorated with @{kind}, "
                f"but {value.function.__name__} was decorated with @{value.kind}"
            )

    return check


def _as_parameters(value: Iterable[Parameter]) -> tuple[Parameter, ...]:
    return tuple(value)


# Keys that stand beside parameters in a configuration.
_RESERVED = ("name", "correlation")


def _are_parameters(instance: Any, attribute: attrs.Attribute[Any], value: object) -> None:
    assert isinstance(value, tuple)
    names: set[str] = set()
    for item in value:
        if not isinstance(item, Parameter):
            raise ValueError(f"parameters must be Parameter records, not {item!r}")
        if not item.name.isidentifier() or "__" in item.name or item.name in _RESERVED:
            raise ValueError(
                f"{item.name!r} cannot be a parameter's name: it must be an identifier without "
                f"'__', and not {' or '.join(map(repr, _RESERVED))}"
            )
        if item.name in names:
            raise ValueError(f"there are two parameters {item.name!r}")
        names.add(item.name)


@attrs.frozen(kw_only=True)
class Component:
    """What all components share.

    Parameters
    ----------
    name : str
        The word users pick it by.
    summary : str
        One line for `lrf components`.
    reference : str
        Where the method was published.
    parameters : iterable of Parameter
        In the order in which kernels find their values.
    """

    name: str = attrs.field(validator=_name_is_a_word)
    summary: str = attrs.field(validator=attrs.validators.instance_of(str))
    reference: str = ""
    parameters: tuple[Parameter, ...] = attrs.field(
        default=(), converter=_as_parameters, validator=_are_parameters
    )

    def defaults(self) -> dict[str, ParameterValue]:
        """Return the default value of each parameter by name."""
        return {parameter.name: parameter.default for parameter in self.parameters}


@attrs.frozen(kw_only=True)
class Correlation(Component):
    """A measure of how much two rankings agree, in [-1, 1], 1 for a ranking and itself.

    Exactly one of `embed` and `matrix` is needed; both are called once per fit, with the distinct
    rankings as positions of shape (n_distinct, n_labels), average positions for ties, and with the
    parameters as keywords.

    Parameters
    ----------
    embed : callable, optional
        Returns an array of shape (n_distinct, width) whose inner products are the correlations.
    matrix : callable, optional
        Returns the correlations themselves, of shape (n_distinct, n_distinct), symmetric. It need
        not be an inner product: the engine embeds it with signs.
    ties : bool
        Whether the measure is defined for rankings with ties.
    incomplete : bool
        Whether it is defined for incomplete rankings (NaN = not ranked).
    """

    embed: Callable[..., Array] | None = attrs.field(default=None, validator=_is_callable_or_none)
    matrix: Callable[..., Array] | None = attrs.field(default=None, validator=_is_callable_or_none)
    ties: bool = True
    incomplete: bool = False

    def __attrs_post_init__(self) -> None:
        if (self.embed is None) == (self.matrix is None):
            raise ValueError("give either embed or matrix")


def _is_finite_or_none(instance: Any, attribute: attrs.Attribute[Any], value: object) -> None:
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    if value is not None and not (is_number and isfinite(value)):  # type: ignore[arg-type]
        raise ValueError(f"{attribute.name} must be a finite number or None, not {value!r}")


@attrs.frozen(kw_only=True)
class Criterion(Component):
    """What makes one cut of an attribute better than another.

    Either `gain` or `sweep` is needed.

    Parameters
    ----------
    gain : Kernel, optional
        ``gain(left, right, whole, params) -> float``, called for each possible cut; larger is
        better. The three sides are `Agreement` or `Variety` numbers, see `statistics`.
    value : Kernel, optional
        ``value(side, params) -> float``: the number of one node, on the scale that `scale` names.
        Stopping rules that compare a node with its children need it.
    sweep : Kernel, optional
        Runs the loop over all cuts of one attribute itself; see `lrf.plugin.sweep`.
    statistics : {"agreement", "variety", "samples"}
        Which summary numbers of a side the engine keeps up to date: sums over pairs of rankings,
        or also those about distinct rankings (about twice as slow). With a `sweep`, "samples" gives
        `value` the samples of the node and the sum of their vectors, as a `SweepNode`.
    scale : {"similarity", "entropy", "impurity"}
        "similarity": `value` is a mean correlation in [-1, 1] and `gain` is the mean similarity of
        the two children. "entropy" and "impurity": `value` is at least 0, 0 for a pure node, and
        `gain` is by how much the split lowers it; an entropy is measured in nats.
    correlation : str or None
        The correlation used when none is named; None if the criterion uses no correlation.
    embedding : Correlation, optional
        With ``correlation=None``: the vectors that the engine adds up in place of a correlation's.
        They belong to the criterion, so that users cannot choose others, and their inner products
        need not be correlations.
    incomplete : bool
        Whether it is defined for incomplete rankings, as far as its correlation or embedding is.
        False for a `sweep` that looks at positions and does not know of NaN.
    highest : float or None
        What no `gain` exceeds while weights are whole numbers and correlations at most 1. A node
        stops looking for a better cut once it has such a one, which saves time in small nodes.
        None: not known.
    """

    gain: Kernel | None = attrs.field(default=None, validator=_is_kernel("gain"))
    value: Kernel | None = attrs.field(default=None, validator=_is_kernel("value"))
    sweep: Kernel | None = attrs.field(default=None, validator=_is_kernel("sweep"))
    statistics: Statistics = attrs.field(
        default="agreement",
        validator=attrs.validators.in_(("agreement", "variety", "samples")),
    )
    scale: Scale = attrs.field(default="similarity", validator=attrs.validators.in_(SCALES))
    correlation: str | None = "kendall"
    embedding: Correlation | None = attrs.field(
        default=None,
        validator=attrs.validators.optional(attrs.validators.instance_of(Correlation)),
    )
    incomplete: bool = True
    highest: float | None = attrs.field(default=None, validator=_is_finite_or_none)

    def __attrs_post_init__(self) -> None:
        if (self.gain is None) == (self.sweep is None):
            raise ValueError("give either gain or sweep")
        if self.gain is not None and self.statistics == "samples":
            raise ValueError("a gain is given numbers, so that its statistics cannot be 'samples'")
        if self.embedding is not None and self.correlation is not None:
            raise ValueError("an embedding of its own goes with correlation=None only")


def _as_accept(value: Kernel | Mapping[Scale, Kernel]) -> Mapping[Scale, Kernel]:
    return dict.fromkeys(SCALES, value) if isinstance(value, Kernel) else value


def _are_accept_kernels(instance: Any, attribute: attrs.Attribute[Any], value: object) -> None:
    if not isinstance(value, Mapping) or not value:
        raise ValueError(
            f"accept must be decorated with @accept of lrf.plugin, or map scales to such kernels, "
            f"not {value!r}"
        )
    for scale, kernel in value.items():
        if scale not in SCALES:
            raise ValueError(f"accept names the scale {scale!r}; there are {', '.join(SCALES)}")
        _is_kernel("accept")(instance, attribute, kernel)


@attrs.frozen(kw_only=True)
class StoppingRule(Component):
    """Whether an attribute's best cut is good enough to be made.

    Parameters
    ----------
    accept : Kernel, or mapping of scale to Kernel
        ``accept(split, whole, left, right, params) -> bool``; `whole`, `left` and `right` are
        `Judged` numbers, `split` is the value of the two children together, on the scale of the
        criterion. A single kernel serves every scale; a mapping serves those it names.
    needs_value : bool
        Whether the rule looks at the values of nodes, which not every criterion has.
    needs_distinct : bool
        Whether it looks at the numbers of distinct rankings, which cost a little to count.
    needs_chance : bool
        Whether it looks at ``whole.chance``: how likely so good a cut would be at some attribute of
        the node if rankings had nothing to do with attributes, by a permutation test. It costs many
        sweeps, ended early once a cut is likelier than the rule's parameter ``level``, the largest
        chance that it accepts. A cut that the rule rejects even at a chance of 0 is not tested.
    """

    accept: Mapping[Scale, Kernel] = attrs.field(
        converter=_as_accept, validator=_are_accept_kernels
    )
    needs_value: bool = False
    needs_distinct: bool = False
    needs_chance: bool = False

    def __attrs_post_init__(self) -> None:
        level = next((p for p in self.parameters if p.name == "level"), None)
        if self.needs_chance and (level is None or not level.minimum or level.minimum <= 0):
            raise ValueError(
                "a rule that needs chances has a parameter 'level', the largest chance that it "
                "accepts, with a minimum above 0"
            )


@attrs.frozen(kw_only=True)
class Aggregator(Component):
    """The consensus of weighted rankings, at the leaves of a tree and over the trees of a forest.

    Parameters
    ----------
    statistic : {"rank-sum", "pairwise", "positions", "places", "votes"}
        What the engine accumulates over the votes of each of n elections:

        * "rank-sum": ``sums``, shape (n, n_labels): the weighted sum of each label's positions;
        * "pairwise": ``wins``, shape (n, n_labels, n_labels): ``wins[e, a, b]`` is the weight of
          the votes that place a before b, a tie counting one half for each;
        * "positions": ``counts``, shape (n, n_labels, 2 * n_labels - 1): ``counts[e, a, j]`` is
          the weight of the votes that have label a at position ``1 + j / 2``;
        * "places": ``chances``, shape (n, n_labels, n_labels): ``chances[e, a, p]`` is the weight
          of the votes that have a in place p, counted from 0, each label of a tie having an equal
          share of each of its places;
        * "votes": ``rankings``, shape (n_distinct, n_labels), and ``weights``, shape
          (n, n_distinct): every ranking. Costs the most memory.
    consensus : callable
        ``consensus(statistic, **parameters)``, or for "votes"
        ``consensus(rankings, weights, **parameters)``; returns positions of shape (n, n_labels),
        average positions for ties.
    incomplete : bool
        Whether the votes may be incomplete rankings (NaN = not ranked). By default if the
        statistic is "rank-sum" or "pairwise", where such votes just say nothing about some labels
        or pairs. With "votes", `consensus` must know of NaN; with the others they never may.
    """

    statistic: Statistic = attrs.field(validator=attrs.validators.in_(STATISTICS))
    consensus: Callable[..., Array] = attrs.field(validator=attrs.validators.is_callable())
    incomplete: bool = attrs.field()

    @incomplete.default
    def _takes_incomplete(self) -> bool:
        return self.statistic in ("rank-sum", "pairwise")

    def __attrs_post_init__(self) -> None:
        if self.incomplete and self.statistic in ("positions", "places"):
            raise ValueError(
                f"incomplete rankings have no statistic {self.statistic!r}; "
                f"'rank-sum', 'pairwise' and 'votes' they have"
            )


def _as_names(value: Iterable[str]) -> tuple[str, ...]:
    return tuple(value)


@attrs.frozen(kw_only=True, eq=False)
class Dataset:
    """Objects with their features and rankings.

    Parameters
    ----------
    name : str
        What to call it.
    X : ndarray of shape (n_samples, n_features)
        Features, float64; NaN where one is missing.
    Y : ndarray of shape (n_samples, n_labels)
        Positions, 1 = best; NaN for labels that are not ranked.
    feature_names, label_names : tuple of str
        The columns of `X` and `Y`.
    categories : mapping of int to tuple of str
        The nominal columns of `X`, and what the codes 0, 1, ... in them stand for.
    scores : ndarray of shape (n_samples, n_labels), optional
        What the rankings were made of, if it is known; NaN where nothing was measured.
    higher_is_better : bool
        Which of the scores are the good ones.
    folds : ndarray of int, shape (n_samples, n_repeats), optional
        The part that each object belongs to in a cross-validation that comes with the data, one
        column for each repeat.
    notes : tuple of str
        What a user should know about how the data were read, such as columns left out.
    """

    name: str
    X: Array
    Y: Array
    feature_names: tuple[str, ...] = attrs.field(converter=_as_names)
    label_names: tuple[str, ...] = attrs.field(converter=_as_names)
    categories: Mapping[int, tuple[str, ...]] = attrs.field(factory=dict)
    scores: Array | None = None
    higher_is_better: bool = True
    folds: Array | None = None
    notes: tuple[str, ...] = attrs.field(default=(), converter=_as_names)

    @property
    def n_samples(self) -> int:
        """Number of objects."""
        return int(np.shape(self.X)[0])

    def to_pandas(self) -> tuple[Any, Any]:
        """Return features and rankings as two DataFrames, which keep all names.

        Words come as categories, and so `fit` takes them as names; in rows to predict for they are
        found by what they are called, where the codes of two files may differ.

        Returns
        -------
        X : pandas.DataFrame of shape (n_samples, n_features)
        Y : pandas.DataFrame of shape (n_samples, n_labels)

        Examples
        --------
        >>> import lrf
        >>> X, Y = lrf.load_dataset("iris").to_pandas()
        >>> list(Y)
        ['setosa', 'versicolor', 'virginica']
        """
        pd: Any = import_module("pandas")
        X = pd.DataFrame(self.X, columns=list(self.feature_names))
        for j, words in self.categories.items():
            codes = np.nan_to_num(self.X[:, j], nan=-1.0).astype(np.intp)
            X[self.feature_names[j]] = pd.Categorical.from_codes(codes, list(words))
        return X, pd.DataFrame(self.Y, columns=list(self.label_names))


@attrs.frozen(kw_only=True)
class Reader(Component):
    """A way to read data files.

    Parameters
    ----------
    recognises : callable
        ``recognises(path, head) -> bool``: whether the file at `path`, which starts with the
        bytes `head`, is one of this reader's.
    read : callable
        ``read(path, **options) -> Dataset``; `options` are ``ranks`` (a glob of target columns)
        and ``order_column`` (the name of the column that holds orders), or None; only where they
        are asked for ``scores`` (a glob of columns of scores), ``higher_is_better=False``,
        ``require_targets=False`` (a file may lack targets: `Dataset.Y` has no columns then) and
        the parameters of the record. What it has no argument for, its files do not know.
    """

    recognises: Callable[[Path, bytes], bool] = attrs.field(
        validator=attrs.validators.is_callable()
    )
    read: Callable[..., Dataset] = attrs.field(validator=attrs.validators.is_callable())


def _is_mapping(instance: Any, attribute: attrs.Attribute[Any], value: object) -> None:
    if not isinstance(value, Mapping):
        raise ValueError(f"{attribute.name} must be a mapping of keys to values, not {value!r}")


@attrs.frozen(kw_only=True)
class Preset(Component):
    """A named configuration, complete or in part; what it leaves out keeps its default.

    Parameters
    ----------
    config : mapping
        What a configuration file would hold; ``estimator`` is "tree" or "forest".
    """

    config: Mapping[str, Any] = attrs.field(validator=_is_mapping)
