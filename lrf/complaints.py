"""What the registry says when something is wrong: who is to blame, and what to do about it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from difflib import get_close_matches

from lrf import __version__
from lrf.handover import KINDS, plural
from lrf.plugin import API_VERSION
from lrf.providers import (
    DISABLE,
    ONLY,
    BrokenPlugin,
    Provider,
    plugins_are_disabled,
    wanted_plugins,
    way_out,
)

__all__ = [
    "absent",
    "clash",
    "no_such_hook",
    "other_contract",
    "skipped",
    "takes_arguments",
    "turned_away",
    "unknown",
    "unknown_kind",
    "unmarked",
]


def clash(kind: str, name: str, first: Provider, second: Provider) -> str:
    """Return the complaint about two components of one kind and name."""
    if first == second:
        what = f"{first} provides the {kind} {name!r} twice."
    else:
        what = f"the {kind} {name!r} is provided by {first} and by {second}."
    if second.origin != "run time":
        return what + way_out(first, second)
    instead = ", or register with replace=True" if first == second else ""
    return f"{what} Choose another name{instead}."


def unknown(kind: str, name: object, choices: Sequence[str], broken: Iterable[BrokenPlugin]) -> str:
    """Return the complaint about a name that nobody provides."""
    sentences = [
        f"unknown {kind} {name!r}{_nearest(str(name), choices)}",
        f"The {plural(kind)} are {_listed(choices)}."
        if choices
        else f"There are no {plural(kind)}.",
    ]
    lost = ", ".join(f"{plugin.provider} ({plugin.cause})" for plugin in broken)
    if lost:
        sentences.append(f"These plugins could not be loaded: {lost}.")
    if plugins_are_disabled():
        sentences.append(f"No third-party plugin was loaded, since {DISABLE} is set.")
    elif wanted := wanted_plugins():
        sentences.append(
            f"No other third-party plugins than {_listed(wanted)} were loaded, since {ONLY} is set."
        )
    return " ".join(sentences)


def unknown_kind(kind: object) -> str:
    """Return the complaint about a kind of component that does not exist."""
    nearest = _nearest(str(kind), list(KINDS))
    return f"unknown kind of component {kind!r}{nearest} The kinds are {_listed(KINDS)}."


def no_such_hook(hook: str, provider: Provider) -> str:
    """Return the complaint about an implementation of a hook that does not exist."""
    hooks = list(KINDS.values())
    nearest = _nearest(hook, hooks, cutoff=0.0)
    return (
        f"{provider}: there is no hook {hook!r}{nearest} "
        f"The hooks are {_listed(hooks)}.{way_out(provider)}"
    )


def takes_arguments(hook: str, signature: object, provider: Provider) -> str:
    """Return the complaint about a hook that asks for arguments."""
    return (
        f"{provider}: {hook}{signature} takes arguments, but hooks are called without any."
        f"{way_out(provider)}"
    )


def unmarked(plugin: object, forgotten: Sequence[str], provider: Provider) -> str:
    """Return the complaint about functions that pluggy does not know to be hooks."""
    if forgotten:
        what = f"{forgotten[0]}() is not decorated with @hookimpl of lrf.plugin"
    else:
        name = getattr(plugin, "__name__", None) or f"an object of type {type(plugin).__name__}"
        what = f"{name} implements no hook; the hooks are {_listed(KINDS.values())}"
    return f"{provider}: {what}.{way_out(provider)}"


def skipped(plugin: BrokenPlugin) -> str:
    """Return the warning about an installed plugin that cannot be imported."""
    return (
        f"the plugin {plugin.provider} is skipped, since importing {plugin.module} failed with "
        f"{plugin.cause}.{way_out(plugin.provider)}"
    )


def other_contract(contract: object) -> str:
    """Return what is wrong with a plugin made for another version of the plugin contract."""
    if not _is_version(contract):
        return f"its LRF_API is {contract!r}, not a whole number such as {API_VERSION}"
    return (
        f"it is made for version {contract} of lrf's plugin contract, "
        f"but lrf {__version__} has version {API_VERSION}"
    )


def turned_away(contract: object, provider: Provider) -> str:
    """Return the complaint about a plugin of another version of the plugin contract."""
    advice = ""
    if _is_version(contract):
        advice = _advice(bool(contract > API_VERSION), provider)  # type: ignore[operator]
    if provider.origin != "installed":
        return f"{provider}: {other_contract(contract)}.{advice}"
    return (
        f"the plugin {provider} is skipped: {other_contract(contract)}.{advice}{way_out(provider)}"
    )


def _is_version(contract: object) -> bool:
    return isinstance(contract, int) and not isinstance(contract, bool)


def _advice(newer: bool, provider: Provider) -> str:
    if newer:
        return " `pip install --upgrade lrf` may help."
    if provider.origin == "installed":
        return f" `pip install --upgrade {provider.name}` may help."
    return " The changelog tells what has changed since."


def absent(name: str, installed: Sequence[Provider]) -> str:
    """Return the warning about a plugin that the environment asks for and that is not there."""
    names = sorted({provider.name for provider in installed})
    there = f"The installed plugins are {_listed(names)}." if names else "No plugin is installed."
    nearest = _nearest(name, names)
    return f"{ONLY} names {name!r}, but no installed plugin is called so{nearest} {there}"


def _nearest(word: str, choices: Sequence[str], cutoff: float = 0.6) -> str:
    """Return the end of a sentence about a wrong word: the closest right one, if any is close."""
    by_lower_case = {choice.lower(): choice for choice in choices}
    found = get_close_matches(word.lower(), by_lower_case, n=1, cutoff=cutoff)
    return f"; did you mean {by_lower_case[found[0]]!r}?" if found else "."


def _listed(names: Iterable[str]) -> str:
    return ", ".join(repr(name) for name in names)
