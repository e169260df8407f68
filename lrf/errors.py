"""Every error that lrf raises on purpose, and its warnings.

All errors derive from `LrfError`, so that one ``except`` clause (and the command line) can tell a
mistake in the input from a fault in the program. Those about input are `ValueError` too, which is
what scikit-learn's tools expect.
"""

from __future__ import annotations

__all__ = [
    "ClusterError",
    "ComponentClashError",
    "ComponentError",
    "ConfigError",
    "DataError",
    "DataTypeError",
    "LrfError",
    "MalformedComponentError",
    "MemoryLimitError",
    "PluginError",
    "PluginWarning",
    "RankingError",
    "StudyError",
    "TimeLimitWarning",
    "UnknownComponentError",
]


class LrfError(Exception):
    """Base class of all errors that lrf raises on purpose."""


class RankingError(LrfError, ValueError):
    """Rows that are no rankings, or rankings that do not fit together."""


class DataError(LrfError, ValueError):
    """A file or a table of features that cannot be used as it is."""


class DataTypeError(DataError, TypeError):
    """Features, or names of columns, of a type that means nothing here."""


class ConfigError(LrfError, ValueError):
    """A configuration with an unknown key or a value out of its range."""


class MemoryLimitError(LrfError, MemoryError):
    """Work that would take more memory than there is."""


class ClusterError(LrfError):
    """A cluster that cannot be reached, or whose workers cannot do what is asked of them."""


class ComponentError(LrfError, ValueError):
    """A component that cannot be used, or components that do not go together."""


class UnknownComponentError(ComponentError):
    """A name that no loaded plugin provides."""


class ComponentClashError(ComponentError):
    """Two distributions that provide a component of the same kind and name."""


class MalformedComponentError(ComponentError):
    """A plugin that handed over something else than a complete record."""


class PluginError(ComponentError):
    """A plugin that could not be loaded, or that implements a hook that does not exist."""


class StudyError(LrfError):
    """A study that cannot go on: a model that fails, or results that do not belong to it."""


class PluginWarning(UserWarning):
    """An installed plugin that was skipped, since it could not be imported."""


class TimeLimitWarning(UserWarning):
    """A search that had to stop before it could prove its result best."""
