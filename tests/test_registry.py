"""Finding components: built-in, installed and registered ones, and all that can go wrong."""

from __future__ import annotations

import importlib
import sys
import warnings
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

import lrf
from lrf import hookspecs
from lrf.components import Component
from lrf.errors import (
    ComponentClashError,
    ComponentError,
    MalformedComponentError,
    PluginError,
    PluginWarning,
    UnknownComponentError,
)
from lrf.handover import RECORDS
from lrf.plugin import API_VERSION, Correlation, Preset, hookimpl
from lrf.registry import BUILT_IN, KINDS, Registry, get_registry, load_registry
from tests.fake_plugins import correlation_source, fake_module, install

HOOKS = (
    "'lrf_correlations', 'lrf_criteria', 'lrf_stopping_rules', 'lrf_aggregators', "
    "'lrf_readers', 'lrf_presets'"
)


def way_out(command: str) -> str:
    return f"Run {command}, or set LRF_DISABLE_PLUGINS=1 to load no third-party plugin."


def correlation(name: str, summary: str = "") -> Correlation:
    return Correlation(name=name, summary=summary, embed=abs)


def message_of(error: type[ComponentError], registry: Registry, kind: str) -> str:
    with pytest.raises(error) as caught:
        registry.names(kind)
    return str(caught.value)


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Return an empty folder that is the only place where distributions are installed."""
    monkeypatch.delenv("LRF_DISABLE_PLUGINS", raising=False)
    monkeypatch.delenv("LRF_PLUGINS", raising=False)
    others = [folder for folder in sys.path if not any(Path(folder).glob("*.dist-info"))]
    monkeypatch.setattr(sys, "path", [str(tmp_path), *others])
    modules = set(sys.modules)
    yield tmp_path
    for name in set(sys.modules) - modules:
        if getattr(sys.modules[name], "__file__", None) and tmp_path in (
            Path(str(sys.modules[name].__file__)).parents
        ):
            del sys.modules[name]
    importlib.invalidate_caches()


# What there is


def test_there_is_a_hook_and_a_record_for_each_kind() -> None:
    specified = [name for name in vars(hookspecs) if name.startswith("lrf_")]
    assert list(KINDS.values()) == specified
    assert list(RECORDS) == list(KINDS)


@pytest.mark.parametrize("module", BUILT_IN)
def test_each_built_in_module_provides_something(module: str) -> None:
    entries = load_registry(module).entries()
    assert entries
    assert {entry.provider for entry in entries} == {f"lrf {lrf.__version__}"}


def test_no_component_of_ours_is_left_out() -> None:
    folder = Path(lrf.__file__).parent
    written = {
        f"lrf.{path.parent.name}.{path.stem}"
        for room in ("correlations", "criteria", "stopping", "aggregators")
        for path in (folder / room).glob("[!_]*.py")
    }
    assert written <= set(BUILT_IN)


def test_built_in_components_are_complete_and_described() -> None:
    registry = load_registry(*BUILT_IN)
    assert {"kendall", "spearman"} <= set(registry.names("correlation"))
    assert {"mean-correlation", "ranking-gain"} <= set(registry.names("criterion"))
    assert {"gamma-ratio", "mdlpc", "none"} <= set(registry.names("stopping rule"))
    assert {"average-ranking", "borda", "kemeny"} <= set(registry.names("aggregator"))
    assert {"rt", "ert", "lrf-rt", "lrf-ert"} <= set(registry.names("preset"))
    assert registry.names("reader")
    assert [entry for entry in registry.entries() if not entry.component.summary] == []


def test_shared_registry_is_made_once() -> None:
    assert get_registry() is get_registry()
    assert get_registry().get("correlation", "kendall").name == "kendall"


def test_entries_are_sorted_by_kind_and_name() -> None:
    registry = Registry()
    registry.register(
        Preset(name="b", summary="", config={}), correlation("z"), correlation("a"), provider="me"
    )
    found = [(entry.kind, entry.component.name, entry.provider) for entry in registry.entries()]
    assert found == [
        ("correlation", "a", "me"),
        ("correlation", "z", "me"),
        ("preset", "b", "me"),
    ]
    assert registry.names("correlation") == ("a", "z")
    assert registry.names("reader") == ()
    assert [entry.component.name for entry in registry.entries("preset")] == ["b"]


def test_records_may_come_from_a_list_a_tuple_or_a_generator() -> None:
    class Plugin:
        @hookimpl
        def lrf_correlations(self) -> Iterator[Component]:
            yield correlation("yielded")

        @hookimpl
        def lrf_presets(self) -> tuple[Component, ...]:
            return (Preset(name="in-a-tuple", summary="", config={}),)

    registry = load_registry(Plugin())
    assert registry.names("correlation") == ("yielded",)
    assert registry.names("preset") == ("in-a-tuple",)


def test_plugins_are_asked_once_and_only_for_the_kind_that_is_wanted() -> None:
    calls: list[str] = []

    class Plugin:
        @hookimpl
        def lrf_correlations(self) -> list[Component]:
            calls.append("correlations")
            return [correlation("mine")]

        @hookimpl
        def lrf_presets(self) -> list[Component]:
            calls.append("presets")
            return []

    registry = load_registry(Plugin())
    assert calls == []
    first = registry.get("correlation", "mine")
    assert registry.get("correlation", "mine") is first
    assert calls == ["correlations"]


# What is installed


def test_installed_plugin_is_found_with_its_distribution(site: Path) -> None:
    install(site, "lrf-nice", correlation_source("nice"), version="2.5")
    (entry,) = load_registry(installed=True).entries()
    assert (entry.kind, entry.component.name) == ("correlation", "nice")
    assert entry.provider == "lrf-nice 2.5"


def test_plugins_are_loaded_in_an_order_that_does_not_depend_on_the_path(site: Path) -> None:
    install(site, "lrf-b", correlation_source("same"))
    install(site / "further", "lrf-a", correlation_source("same"))
    sys.path.append(str(site / "further"))
    message = message_of(ComponentClashError, load_registry(installed=True), "correlation")
    sys.path.reverse()
    assert message == message_of(ComponentClashError, load_registry(installed=True), "correlation")
    assert "provided by lrf-a 1.0 and by lrf-b 1.0" in message


def test_module_named_by_two_entry_points_is_let_in_once(site: Path) -> None:
    install(site, "lrf-nice", correlation_source("nice"))
    points = site / "lrf_nice-1.0.dist-info" / "entry_points.txt"
    points.write_text("[lrf]\na = lrf_nice\nb = lrf_nice\n", encoding="utf-8")
    assert load_registry(installed=True).names("correlation") == ("nice",)


@pytest.mark.parametrize(("value", "disabled"), [("1", True), ("yes", True), ("0", False)])
def test_environment_variable_keeps_installed_plugins_out(
    site: Path, monkeypatch: pytest.MonkeyPatch, value: str, disabled: bool
) -> None:
    install(site, "lrf-nice", correlation_source("nice"))
    monkeypatch.setenv("LRF_DISABLE_PLUGINS", value)
    registry = load_registry(installed=True)
    assert registry.names("correlation") == (() if disabled else ("nice",))


@pytest.mark.parametrize(
    ("value", "loaded"),
    [
        ("lrf-a", ("a",)),
        (" LRF_A ,lrf-c,lrf-a", ("a", "c")),
        ("lrf_b, ", ("b",)),
        (" , ", ("a", "b", "c")),
    ],
)
def test_environment_variable_narrows_installed_plugins_down(
    site: Path, monkeypatch: pytest.MonkeyPatch, value: str, loaded: tuple[str, ...]
) -> None:
    for name in "abc":
        install(site, f"lrf-{name}", correlation_source(name))
    monkeypatch.setenv("LRF_PLUGINS", value)
    assert load_registry(installed=True).names("correlation") == loaded


def test_plugin_is_also_wanted_by_the_name_of_its_entry_point(
    site: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(site, "lrf-nice", correlation_source("nice"))
    points = site / "lrf_nice-1.0.dist-info" / "entry_points.txt"
    points.write_text("[lrf]\nmy_point = lrf_nice\n", encoding="utf-8")
    monkeypatch.setenv("LRF_PLUGINS", "my-point")
    assert load_registry(installed=True).names("correlation") == ("nice",)


def test_plugin_that_is_not_wanted_is_not_imported(
    site: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(site, "lrf-broken", "import module_that_is_nowhere")
    install(site, "lrf-nice", correlation_source("nice"))
    monkeypatch.setenv("LRF_PLUGINS", "lrf-nice")
    registry = load_registry(installed=True)
    assert registry.broken == ()
    with pytest.raises(UnknownComponentError) as caught:
        registry.get("correlation", "broken")
    assert str(caught.value) == (
        "unknown correlation 'broken'. The correlations are 'nice'. "
        "No other third-party plugins than 'lrf-nice' were loaded, since LRF_PLUGINS is set."
    )


@pytest.mark.parametrize(
    ("installed", "message"),
    [
        (
            ["lrf-nice", "lrf-other"],
            "LRF_PLUGINS names 'lrf-nicer', but no installed plugin is called so; did you mean "
            "'lrf-nice'? The installed plugins are 'lrf-nice', 'lrf-other'.",
        ),
        (
            [],
            "LRF_PLUGINS names 'lrf-nicer', but no installed plugin is called so. "
            "No plugin is installed.",
        ),
    ],
)
def test_plugin_that_is_wanted_but_not_there(
    site: Path, monkeypatch: pytest.MonkeyPatch, installed: list[str], message: str
) -> None:
    for name in installed:
        install(site, name, correlation_source(name))
    monkeypatch.setenv("LRF_PLUGINS", "lrf-nicer")
    with pytest.warns(PluginWarning) as caught:
        registry = load_registry(installed=True)
    assert [str(warning.message) for warning in caught] == [message]
    assert registry.names("correlation") == ()


def test_no_plugin_is_missed_where_all_are_disabled(
    site: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(site, "lrf-nice", correlation_source("nice"))
    monkeypatch.setenv("LRF_PLUGINS", "lrf-nicer")
    monkeypatch.setenv("LRF_DISABLE_PLUGINS", "1")
    assert load_registry(installed=True).names("correlation") == ()


# Two providers of one kind and name


def test_clash_names_both_distributions(site: Path) -> None:
    install(site, "lrf-one", correlation_source("gower"), version="1.1")
    install(site, "lrf-two", correlation_source("gower", "other"), version="2.2")
    assert message_of(ComponentClashError, load_registry(installed=True), "correlation") == (
        "the correlation 'gower' is provided by lrf-one 1.1 and by lrf-two 2.2. "
        + way_out("`pip uninstall lrf-one` or `pip uninstall lrf-two`")
    )


def test_clash_with_a_built_in_component_advises_to_uninstall_the_stranger(site: Path) -> None:
    install(site, "lrf-bold", correlation_source("kendall"))
    registry = load_registry("lrf.correlations.kendall", installed=True)
    assert message_of(ComponentClashError, registry, "correlation") == (
        f"the correlation 'kendall' is provided by lrf {lrf.__version__} and by lrf-bold 1.0. "
        + way_out("`pip uninstall lrf-bold`")
    )


def test_clash_within_one_distribution(site: Path) -> None:
    install(site, "lrf-two-faced", correlation_source("twin", "twin"))
    assert message_of(ComponentClashError, load_registry(installed=True), "correlation") == (
        "lrf-two-faced 1.0 provides the correlation 'twin' twice. "
        + way_out("`pip uninstall lrf-two-faced`")
    )


def test_same_name_in_two_kinds_is_no_clash() -> None:
    registry = Registry()
    registry.register(
        correlation("mallows"), Preset(name="mallows", summary="", config={}), provider="me"
    )
    assert registry.get("preset", "mallows") != registry.get("correlation", "mallows")


# Malformed records

WANTED = "lrf-odd 1.0: lrf_criteria() must return a list of Criterion records, but"


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        ("None", f"{WANTED} it returned None."),
        ("'gini'", f"{WANTED} it returned 'gini'."),
        ("{'gini': 1}", f"{WANTED} it returned an object of type dict."),
        ("RECORD", f"{WANTED} it returned an object of type Criterion."),
        ("[RECORD, 'gini']", f"{WANTED} item 1 is 'gini'."),
        ("[None]", f"{WANTED} item 0 is None."),
        (
            "[Correlation(name='c', summary='', embed=abs)]",
            f"{WANTED} item 0 is an object of type Correlation.",
        ),
        (
            "[Criterion(name='my gini', summary='', gain=gain(max))]",
            "lrf-odd 1.0: lrf_criteria() failed with ValueError: name must be a word of "
            "letters, digits, hyphens, underscores, dots and plus signs, not 'my gini'.",
        ),
        ("[1 / 0]", "lrf-odd 1.0: lrf_criteria() failed with ZeroDivisionError: division by zero."),
        (
            "(1 / 0 for _ in 'a')",
            "lrf-odd 1.0: lrf_criteria() failed with ZeroDivisionError: division by zero.",
        ),
    ],
)
def test_malformed_record_names_the_distribution(site: Path, answer: str, message: str) -> None:
    source = f"""
        RECORD = Criterion(name="gini", summary="", gain=gain(max))

        @hookimpl
        def lrf_criteria():
            return {answer}
        """
    install(site, "lrf-odd", source)
    registry = load_registry(installed=True)
    assert message_of(MalformedComponentError, registry, "criterion") == (
        f"{message} {way_out('`pip uninstall lrf-odd`')}"
    )


def test_cause_of_a_malformed_record_is_kept() -> None:
    module = fake_module("@hookimpl\ndef lrf_presets():\n    return [Preset()]\n")
    with pytest.raises(MalformedComponentError) as caught:
        load_registry(module).names("preset")
    assert isinstance(caught.value.__cause__, TypeError)


def test_malformed_record_of_one_kind_leaves_the_others_usable() -> None:
    source = correlation_source("good") + "\n@hookimpl\ndef lrf_presets():\n    return 1\n"
    registry = load_registry(fake_module(source))
    assert registry.names("correlation") == ("good",)
    assert message_of(MalformedComponentError, registry, "preset") == (
        "fake: lrf_presets() must return a list of Preset records, but it returned 1."
    )


# Unknown names


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        (
            "kendal",
            "unknown correlation 'kendal'; did you mean 'kendall'? "
            "The correlations are 'kendall', 'tau-x'.",
        ),
        (
            "TAU_X",
            "unknown correlation 'TAU_X'; did you mean 'tau-x'? "
            "The correlations are 'kendall', 'tau-x'.",
        ),
        ("rho", "unknown correlation 'rho'. The correlations are 'kendall', 'tau-x'."),
    ],
)
def test_unknown_name_shows_the_choices_and_the_closest(asked: str, message: str) -> None:
    registry = load_registry(fake_module(correlation_source("tau-x", "kendall")))
    with pytest.raises(UnknownComponentError) as caught:
        registry.get("correlation", asked)
    assert str(caught.value) == message


def test_unknown_name_where_there_is_nothing_to_choose() -> None:
    with pytest.raises(UnknownComponentError) as caught:
        Registry().get("stopping rule", "gamma")
    assert str(caught.value) == "unknown stopping rule 'gamma'. There are no stopping rules."


def test_unknown_name_when_plugins_are_disabled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LRF_DISABLE_PLUGINS", "1")
    with pytest.raises(UnknownComponentError) as caught:
        Registry().get("reader", "xlsx")
    assert str(caught.value) == (
        "unknown reader 'xlsx'. There are no readers. "
        "No third-party plugin was loaded, since LRF_DISABLE_PLUGINS is set."
    )


def test_unknown_kind() -> None:
    with pytest.raises(UnknownComponentError) as caught:
        Registry().get("criteria", "gini")
    assert str(caught.value) == (
        "unknown kind of component 'criteria'; did you mean 'criterion'? The kinds are "
        "'correlation', 'criterion', 'stopping rule', 'aggregator', 'reader', 'preset'."
    )


# Broken plugins


def test_broken_plugin_is_warned_about_and_skipped(site: Path) -> None:
    install(site, "lrf-broken", "import module_that_is_nowhere")
    install(site, "lrf-nice", correlation_source("nice"))
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        registry = load_registry(installed=True)
        registry.entries()
    assert [(warning.category, str(warning.message)) for warning in caught] == [
        (
            PluginWarning,
            "the plugin lrf-broken 1.0 is skipped, since importing lrf_broken failed with "
            "ModuleNotFoundError: No module named 'module_that_is_nowhere'. "
            + way_out("`pip uninstall lrf-broken`"),
        )
    ]
    assert registry.names("correlation") == ("nice",)
    assert [str(plugin.provider) for plugin in registry.broken] == ["lrf-broken 1.0"]


def test_script_that_exits_when_it_is_imported_is_a_broken_plugin(site: Path) -> None:
    install(site, "lrf-broken", "import sys; sys.exit(3)")
    with pytest.warns(PluginWarning, match="importing lrf_broken failed with SystemExit: 3"):
        load_registry(installed=True)


def test_cause_is_shown_when_the_component_is_asked_for(site: Path) -> None:
    install(site, "lrf-broken", "raise RuntimeError('needs a licence')")
    install(site, "lrf-nice", correlation_source("nice"))
    with pytest.warns(PluginWarning):
        registry = load_registry(installed=True)
    with pytest.raises(UnknownComponentError) as caught:
        registry.get("correlation", "broken")
    assert str(caught.value) == (
        "unknown correlation 'broken'. The correlations are 'nice'. "
        "These plugins could not be loaded: lrf-broken 1.0 (RuntimeError: needs a licence)."
    )


def test_entry_point_to_a_name_that_does_not_exist_is_a_broken_plugin(site: Path) -> None:
    install(site, "lrf-nice", correlation_source("nice"))
    points = site / "lrf_nice-1.0.dist-info" / "entry_points.txt"
    points.write_text("[lrf]\na = lrf_nice:plugin\n", encoding="utf-8")
    with pytest.warns(PluginWarning) as caught:
        load_registry(installed=True)
    assert str(caught[0].message) == (
        "the plugin lrf-nice 1.0 is skipped, since importing lrf_nice:plugin failed with "
        "AttributeError: module 'lrf_nice' has no attribute 'plugin'. "
        + way_out("`pip uninstall lrf-nice`")
    )


# Another plugin contract

OURS = f"but lrf {lrf.__version__} has version 1"


def test_plugin_of_this_contract_is_let_in(site: Path) -> None:
    install(site, "lrf-nice", "LRF_API = 1\n" + correlation_source("nice"))
    assert API_VERSION == 1
    assert load_registry(installed=True).names("correlation") == ("nice",)


@pytest.mark.parametrize(
    ("contract", "message"),
    [
        (
            "2",
            f"it is made for version 2 of lrf's plugin contract, {OURS}. "
            "`pip install --upgrade lrf` may help.",
        ),
        (
            "0",
            f"it is made for version 0 of lrf's plugin contract, {OURS}. "
            "`pip install --upgrade lrf-odd` may help.",
        ),
        ("'one'", "its LRF_API is 'one', not a whole number such as 1."),
    ],
)
def test_installed_plugin_of_another_contract_is_skipped(
    site: Path, contract: str, message: str
) -> None:
    install(site, "lrf-odd", f"LRF_API = {contract}\n" + correlation_source("odd"), "3.1")
    install(site, "lrf-nice", correlation_source("nice"))
    with pytest.warns(PluginWarning) as caught:
        registry = load_registry(installed=True)
    assert [str(warning.message) for warning in caught] == [
        f"the plugin lrf-odd 3.1 is skipped: {message} {way_out('`pip uninstall lrf-odd`')}"
    ]
    with pytest.raises(UnknownComponentError) as unknown:
        registry.get("correlation", "odd")
    cause = message.partition(". ")[0].removesuffix(".")
    assert str(unknown.value) == (
        "unknown correlation 'odd'. The correlations are 'nice'. "
        f"These plugins could not be loaded: lrf-odd 3.1 ({cause})."
    )


@pytest.mark.parametrize(
    ("contract", "message"),
    [
        (
            "2",
            f"notebook: it is made for version 2 of lrf's plugin contract, {OURS}. "
            "`pip install --upgrade lrf` may help.",
        ),
        (
            "-1",
            f"notebook: it is made for version -1 of lrf's plugin contract, {OURS}. "
            "The changelog tells what has changed since.",
        ),
        ("1.5", "notebook: its LRF_API is 1.5, not a whole number such as 1."),
    ],
)
def test_plugin_of_another_contract_is_refused_at_run_time(contract: str, message: str) -> None:
    registry = Registry()
    with pytest.raises(PluginError) as caught:
        registry.register(
            fake_module(f"LRF_API = {contract}\n" + correlation_source("odd")), provider="notebook"
        )
    assert str(caught.value) == message
    assert registry.names("correlation") == ()


def test_object_is_of_the_contract_that_its_module_names(site: Path) -> None:
    source = """
        LRF_API = 2

        class Plugin:
            @hookimpl
            def lrf_correlations(self):
                return []

        plugin = Plugin()
        """
    install(site, "lrf-object", source)
    points = site / "lrf_object-1.0.dist-info" / "entry_points.txt"
    points.write_text("[lrf]\na = lrf_object:plugin\n", encoding="utf-8")
    with pytest.warns(PluginWarning, match="it is made for version 2 of lrf's plugin contract"):
        registry = load_registry(installed=True)
    assert [str(plugin.provider) for plugin in registry.broken] == ["lrf-object 1.0"]


# Hooks that are none


@pytest.mark.parametrize(
    ("source", "message"),
    [
        (
            "@hookimpl\ndef lrf_criterions(): return []",
            "lrf-odd 1.0: there is no hook 'lrf_criterions'; did you mean 'lrf_criteria'? "
            f"The hooks are {HOOKS}.",
        ),
        (
            "def lrf_correlations(): return []",
            "lrf-odd 1.0: lrf_correlations() is not decorated with @hookimpl of lrf.plugin.",
        ),
        ("x = 1", f"lrf-odd 1.0: lrf_odd implements no hook; the hooks are {HOOKS}."),
        (
            "@hookimpl\ndef lrf_presets(config): return []",
            "lrf-odd 1.0: lrf_presets(config) takes arguments, but hooks are called without any.",
        ),
    ],
)
def test_hook_that_would_never_be_called(site: Path, source: str, message: str) -> None:
    install(site, "lrf-odd", source)
    with pytest.raises(PluginError) as caught:
        load_registry(installed=True)
    assert str(caught.value) == f"{message} {way_out('`pip uninstall lrf-odd`')}"


def test_hook_of_a_later_version_may_be_marked_as_optional() -> None:
    source = "\n@hookimpl(optionalhook=True)\ndef lrf_plots():\n    return []\n"
    registry = load_registry(fake_module(correlation_source("new") + source))
    assert registry.names("correlation") == ("new",)


def test_object_without_hooks_is_named_by_its_type() -> None:
    with pytest.raises(PluginError) as caught:
        load_registry(SimpleNamespace())
    assert str(caught.value) == (
        "SimpleNamespace: an object of type SimpleNamespace implements no hook; "
        f"the hooks are {HOOKS}."
    )


# At run time


def test_register_lets_in_a_module_after_the_first_look_up() -> None:
    registry = load_registry(fake_module(correlation_source("early")))
    assert registry.names("correlation") == ("early",)
    registry.register(fake_module(correlation_source("late")), provider="notebook")
    assert registry.names("correlation") == ("early", "late")
    assert registry.entries("correlation")[1].provider == "notebook"


def test_registering_again_replaces_only_when_asked_to() -> None:
    registry = Registry()
    registry.register(correlation("mine", "first"), correlation("gone"), provider="notebook")
    registry.register(correlation("theirs"), provider="colleague")
    with pytest.raises(ComponentClashError) as caught:
        registry.register(correlation("mine", "second"), provider="notebook")
    assert str(caught.value) == (
        "notebook provides the correlation 'mine' twice. "
        "Choose another name, or register with replace=True."
    )
    assert registry.get("correlation", "mine").summary == "first"
    registry.register(correlation("mine", "second"), provider="notebook", replace=True)
    assert registry.get("correlation", "mine").summary == "second"
    assert registry.names("correlation") == ("mine", "theirs")


def test_unregister_takes_out_what_was_registered_at_run_time() -> None:
    registry = load_registry(fake_module(correlation_source("built-in"), "lrf.correlations.fake"))
    registry.register(correlation("mine"), provider="notebook")
    registry.register(correlation("theirs"), provider="colleague")
    registry.unregister("notebook")
    registry.unregister("lrf")
    assert registry.names("correlation") == ("built-in", "theirs")


def test_run_time_clash_with_another_provider() -> None:
    registry = load_registry(fake_module(correlation_source("taken"), "lrf.correlations.fake"))
    with pytest.raises(ComponentClashError) as caught:
        registry.register(correlation("taken"), provider="notebook", replace=True)
    assert str(caught.value) == (
        f"the correlation 'taken' is provided by lrf {lrf.__version__} and by notebook. "
        "Choose another name."
    )


@pytest.mark.parametrize(
    ("source", "error"),
    [
        ("@hookimpl\ndef lrf_correlations(): return 'mine'", MalformedComponentError),
        ("@hookimpl\ndef lrf_correlation(): return []", PluginError),
        (correlation_source("good"), ComponentClashError),
    ],
)
def test_register_lets_in_everything_or_nothing(source: str, error: type[ComponentError]) -> None:
    registry = load_registry(fake_module(correlation_source("good")))
    with pytest.raises(error):
        registry.register(correlation("new"), fake_module(source), provider="notebook")
    with pytest.raises(error):
        registry.register(
            fake_module(correlation_source("new")), fake_module(source), provider="notebook"
        )
    assert registry.names("correlation") == ("good",)
    registry.register(correlation("new"), provider="notebook")
    assert registry.names("correlation") == ("good", "new")
