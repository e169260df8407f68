"""Where components are found: built-in ones and strangers', loaded by the same hooks.

Plugins are asked once, when the first component of a kind is wanted; after that, finding a
component is a look-up in a dictionary. Whatever is wrong with a plugin is said loudly, naming the
distribution to blame. Only an installed plugin that cannot even be imported is skipped with a
warning, since it may have nothing to do with the work at hand; its cause is told again when a
component that nobody provides is asked for.
"""

from __future__ import annotations

import inspect
import itertools
import warnings
from functools import cache
from importlib import import_module
from typing import Any

import pluggy

from lrf import __version__, hookspecs
from lrf.catalogue import Entry, catalogue
from lrf.complaints import (
    absent,
    no_such_hook,
    other_contract,
    skipped,
    takes_arguments,
    turned_away,
    unknown,
    unknown_kind,
    unmarked,
)
from lrf.components import Component
from lrf.errors import PluginError, PluginWarning, UnknownComponentError
from lrf.handover import KINDS, Hook, as_plugin, contract_of, hooks_of
from lrf.plugin import API_VERSION
from lrf.providers import (
    BrokenPlugin,
    Provider,
    describe,
    installed_plugins,
    plugins_are_disabled,
    provider_of,
    split_by_name,
    wanted_plugins,
)

__all__ = ["BUILT_IN", "KINDS", "Entry", "Registry", "get_registry", "load_registry"]

# The package's own components; there is no other list of them.
BUILT_IN: tuple[str, ...] = (
    "lrf.correlations.cayley",
    "lrf.correlations.footrule",
    "lrf.correlations.hamming",
    "lrf.correlations.kendall",
    "lrf.correlations.rbo",
    "lrf.correlations.spearman",
    "lrf.correlations.tau_x",
    "lrf.correlations.top_k_overlap",
    "lrf.correlations.ulam",
    "lrf.correlations.weighted_kendall",
    "lrf.correlations.weighted_tau",
    "lrf.criteria.entropy",
    "lrf.criteria.gini",
    "lrf.criteria.mallows",
    "lrf.criteria.mean_correlation",
    "lrf.criteria.plackett_luce",
    "lrf.criteria.ranking_gain",
    "lrf.criteria.variance",
    "lrf.stopping.gamma_ratio",
    "lrf.stopping.mdlpc",
    "lrf.stopping.min_gain",
    "lrf.stopping.none",
    "lrf.stopping.permutation",
    "lrf.aggregators.average_ranking",
    "lrf.aggregators.borda",
    "lrf.aggregators.bucket_pivot",
    "lrf.aggregators.copeland",
    "lrf.aggregators.footrule_optimal",
    "lrf.aggregators.hamming_optimal",
    "lrf.aggregators.kemeny",
    "lrf.aggregators.kemeny_local",
    "lrf.aggregators.mc4",
    "lrf.aggregators.medoid",
    "lrf.aggregators.mode",
    "lrf.aggregators.plackett_luce",
    "lrf.aggregators.schulze",
    "lrf.data.arff_reader",
    "lrf.data.aslib_reader",
    "lrf.data.csv_reader",
    "lrf.data.kebi_reader",
    "lrf.data.parquet_reader",
    "lrf.data.rdata_reader",
    "lrf.data.sushi_reader",
    "lrf.presets",
)


class Registry:
    """The components of all plugins that have been let in.

    A new registry is empty; `get_registry` returns the one that everybody shares.
    """

    def __init__(self) -> None:
        self._manager = pluggy.PluginManager(hookspecs.PROJECT)
        self._manager.add_hookspecs(hookspecs)
        self._providers: dict[str, Provider] = {}  # by the name of the plugin inside pluggy
        self._numbers = itertools.count()
        self._tables: dict[str, dict[str, Entry]] = {}
        self._broken: list[BrokenPlugin] = []

    @property
    def broken(self) -> tuple[BrokenPlugin, ...]:
        """The installed plugins that were skipped."""
        return tuple(self._broken)

    def get(self, kind: str, name: str) -> Any:
        """Return the record of a component.

        Parameters
        ----------
        kind : str
            One of `KINDS`.
        name : str
            The word users pick it by.

        Raises
        ------
        UnknownComponentError
            If nobody provides it; tells the choices, the closest one, and which plugins are
            broken.
        """
        table = self._table(kind)
        if name not in table:
            raise UnknownComponentError(unknown(kind, name, list(table), self._broken))
        return table[name].component

    def names(self, kind: str) -> tuple[str, ...]:
        """Return the names of all components of a kind, sorted."""
        return tuple(self._table(kind))

    def entries(self, kind: str | None = None) -> tuple[Entry, ...]:
        """Return all components, or those of one kind, sorted by kind and name."""
        kinds = sorted(KINDS) if kind is None else [kind]
        return tuple(entry for each in kinds for entry in self._table(each).values())

    def register(self, *plugins: object, provider: str, replace: bool = False) -> None:
        """Let in components at run time, for instance in a notebook or a test.

        Parameters
        ----------
        *plugins : module, object with hooks, or Component
            What hands over components; records may be given as they are.
        provider : str
            What to call the provider.
        replace : bool
            Whether to drop first what was registered under the same provider before, which is
            what one wants when a notebook's cell is run again.

        Raises
        ------
        PluginError, MalformedComponentError, ComponentClashError
            If something is wrong with a plugin. None of `plugins` is let in then.
        """
        source = Provider(provider)
        if replace:
            self.unregister(provider)
        records = [plugin for plugin in plugins if isinstance(plugin, Component)]
        modules = [plugin for plugin in plugins if not isinstance(plugin, Component)]
        added: list[str] = []
        try:
            for module in [*modules, as_plugin(records)] if records else modules:
                added.append(self._add(module, source))
                self._call_hooks_of(module)
        except Exception:
            self._remove(*added)
            raise

    def unregister(self, provider: str) -> None:
        """Take out everything that was registered under a provider at run time, if anything."""
        source = Provider(provider)
        self._remove(*[name for name, known in self._providers.items() if known == source])

    def _table(self, kind: str) -> dict[str, Entry]:
        """Return the components of a kind by name, asking the plugins the first time."""
        table = self._tables.get(kind)
        if table is None:
            if kind not in KINDS:
                raise UnknownComponentError(unknown_kind(kind))
            table = self._tables[kind] = catalogue(kind, self._hooks(kind))
        return table

    def _hooks(self, kind: str) -> list[tuple[Hook, Provider]]:
        """Return each plugin's hook, since pluggy's answer to a call does not say who gave it."""
        found = getattr(self._manager.hook, KINDS[kind]).get_hookimpls()
        return [(hook.function, self._providers[hook.plugin_name]) for hook in found]

    def _add(self, plugin: object, provider: Provider) -> str:
        """Let in an object with hooks and return what pluggy calls it; no hook is called yet."""
        contract = contract_of(plugin)
        if contract not in (None, API_VERSION):
            raise PluginError(turned_away(contract, provider))
        _refuse_arguments(plugin, provider)
        name = f"{provider} #{next(self._numbers)}"
        self._providers[name] = provider
        try:
            self._manager.register(plugin, name)
            self._check_hooks(plugin, provider)
        except Exception:
            self._remove(name)
            raise
        self._tables.clear()
        return name

    def _check_hooks(self, plugin: object, provider: Provider) -> None:
        """Refuse hooks that would never be called."""
        callers = self._manager.get_hookcallers(plugin) or []
        try:
            self._manager.check_pending()
        except pluggy.PluginValidationError as error:
            wrong = next(caller.name for caller in callers if not caller.has_spec())
            raise PluginError(no_such_hook(wrong, provider)) from error
        marked = {caller.name for caller in callers}
        forgotten = [hook for hook in hooks_of(plugin) if hook not in marked]
        if forgotten or not marked:
            raise PluginError(unmarked(plugin, forgotten, provider))

    def _call_hooks_of(self, plugin: object) -> None:
        """Find out now what is wrong with a plugin's records."""
        hooks = {caller.name for caller in self._manager.get_hookcallers(plugin) or []}
        for kind, hook in KINDS.items():
            if hook in hooks:
                self._table(kind)

    def _remove(self, *names: str) -> None:
        for name in names:
            del self._providers[name]
            if self._manager.has_plugin(name):
                self._manager.unregister(name=name)
        self._tables.clear()

    def _add_installed(self) -> None:
        """Let in the plugins of all installed distributions, one by one."""
        for entry_point in _wanted_plugins():
            provider = provider_of(entry_point)
            plugin = self._load(entry_point, provider)
            # One module may be named by two entry points.
            if plugin is not None and not self._manager.is_registered(plugin):
                self._add(plugin, provider)

    def _load(self, entry_point: Any, provider: Provider) -> object:
        """Return what an entry point names, or None if it is to be skipped."""
        try:
            plugin = entry_point.load()
        except (Exception, SystemExit) as error:  # scripts not meant to be imported exit
            broken = BrokenPlugin(provider, entry_point.value, describe(error))
            self._skip(broken, skipped(broken))
            return None
        contract = contract_of(plugin)
        if contract in (None, API_VERSION):
            return plugin
        broken = BrokenPlugin(provider, entry_point.value, other_contract(contract))
        self._skip(broken, turned_away(contract, provider))
        return None

    def _skip(self, plugin: BrokenPlugin, warning: str) -> None:
        self._broken.append(plugin)
        warnings.warn(warning, PluginWarning, stacklevel=2)


def _refuse_arguments(plugin: object, provider: Provider) -> None:
    for hook, function in hooks_of(plugin).items():
        signature = inspect.signature(function)
        if signature.parameters:
            raise PluginError(takes_arguments(hook, signature, provider))


def _wanted_plugins() -> list[Any]:
    """Return the entry points of the installed plugins that the environment lets in."""
    installed, wanted = installed_plugins(), wanted_plugins()
    if not wanted or plugins_are_disabled():
        return installed
    chosen, missing = split_by_name(installed, wanted)
    for name in missing:
        warnings.warn(absent(name, list(map(provider_of, installed))), PluginWarning, stacklevel=2)
    return chosen


def _provider_of(plugin: object) -> Provider:
    name = getattr(plugin, "__name__", type(plugin).__name__)
    if name.partition(".")[0] == __name__.partition(".")[0]:
        return Provider("lrf", __version__, "built-in")
    return Provider(name)


def load_registry(*plugins: object, installed: bool = False) -> Registry:
    """Return a fresh registry with the given plugins, for instance for a test.

    Parameters
    ----------
    *plugins : str or object
        Names of modules, modules, or other objects with hooks.
    installed : bool
        Whether to let in the plugins of installed distributions too.

    Warns
    -----
    PluginWarning
        For each installed plugin that cannot be imported; it is skipped.

    Raises
    ------
    PluginError
        If the hooks of a plugin are not those of `lrf.hookspecs`.
    """
    registry = Registry()
    for plugin in plugins:
        module = import_module(plugin) if isinstance(plugin, str) else plugin
        registry._add(module, _provider_of(module))
    if installed:
        registry._add_installed()
    return registry


@cache
def get_registry() -> Registry:
    """Return the registry of the built-in components and of all installed plugins."""
    return load_registry(*BUILT_IN, installed=True)
