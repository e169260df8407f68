"""Configurations: what is accepted, how it is completed, and each refusal word for word."""

from __future__ import annotations

import copy
import pickle
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lrf.config import (
    KEYS,
    Choice,
    component_of,
    config_from_dict,
    config_from_toml,
    config_to_dict,
    preset_settings,
    read_settings,
    run_settings,
    with_settings,
)
from lrf.errors import ConfigError, UnknownComponentError
from lrf.plugin import Aggregator, Correlation, Criterion, Parameter, gain
from lrf.registry import get_registry

KNOWN = (
    "aggregator, blend, bootstrap, calibration, categorical_features, criterion, estimator, "
    "keep_examples, leaf, max_bins, max_depth, max_features, max_samples, min_samples_leaf, "
    "n_estimators, n_jobs, oob_score, random_state, root_fallback, splitter, stopping, tune, "
    "verbose, voting, warm_start"
)
KNOWN_TREE = (
    "categorical_features, criterion, estimator, keep_examples, leaf, max_bins, max_depth, "
    "max_features, min_samples_leaf, random_state, root_fallback, splitter, stopping"
)


@gain
def no_gain(left: Any, right: Any, whole: Any) -> float:
    return 0.0


WEIGHTED = Correlation(
    name="weighted",
    summary="for tests",
    embed=lambda rankings, **parameters: rankings,
    parameters=(
        Parameter("p", 1.5, minimum=0.5, maximum=4),
        Parameter("depth", 3, minimum=1),
        Parameter("height", 3, maximum=9),
        Parameter("size", 3),
        Parameter("ties", False),
        Parameter("shape", "flat", choices=("flat", "steep")),
        Parameter("word", "any"),
    ),
)
PLAIN = Criterion(name="plain", summary="for tests", gain=no_gain, correlation=None)


def refusal(settings: Any) -> str:
    with pytest.raises(ConfigError) as caught:
        config_from_dict(settings)
    return str(caught.value)


def test_defaults_of_a_forest() -> None:
    config = config_from_dict({})
    assert config.estimator == "forest"
    assert config.criterion == Choice(
        "mean-correlation", {"self_pairs": True}, Choice("kendall", {})
    )
    assert config.stopping == Choice("none", {})
    assert config.leaf == Choice("average-ranking", {})
    assert config.aggregator == Choice("auto", {})
    assert (config.voting, config.blend, config.n_estimators) == ("soft", "logistic", 100)
    assert (config.splitter, config.max_features, config.root_fallback) == ("random", None, True)
    assert (config.bootstrap, config.max_samples) == ("auto", 0.9)
    assert (config.max_depth, config.min_samples_leaf, config.max_bins) == (None, 2, None)


def test_defaults_of_a_tree_are_one_tree_on_all_rows_and_attributes() -> None:
    config = config_from_dict({"estimator": "tree"})
    assert (config.n_estimators, config.bootstrap, config.max_features) == (1, False, None)


def test_component_as_name_table_and_record_is_the_same_choice() -> None:
    record = get_registry().get("stopping rule", "gamma-ratio")
    written: list[Any] = ["gamma-ratio", {"name": "gamma-ratio"}, record, {"name": record}]
    written += [{"name": "gamma-ratio", "gamma": 0.98}, copy.deepcopy(record)]
    choices = [config_from_dict({"stopping": value}).stopping for value in written]
    assert choices == [Choice("gamma-ratio", {"gamma": 0.98})] * len(written)


def test_record_that_no_plugin_provides_is_kept() -> None:
    choice = config_from_dict({"criterion": {"name": PLAIN}}).criterion
    assert choice.correlation is None
    assert component_of("criterion", choice) is PLAIN
    provided = config_from_dict({}).criterion
    assert provided.record is None
    assert component_of("criterion", provided) is get_registry().get("criterion", provided.name)


def test_record_of_the_name_of_another_component_is_kept() -> None:
    impostor = Criterion(name="mean-correlation", summary="for tests", gain=no_gain)
    choice = config_from_dict({"criterion": impostor}).criterion
    assert component_of("criterion", choice) is impostor


def test_parameters_get_the_type_of_their_default() -> None:
    written = {"name": WEIGHTED, "p": 2, "depth": np.int64(4), "ties": np.True_, "shape": "steep"}
    choice = config_from_dict({"criterion": {"name": "ranking-gain", "correlation": written}})
    correlation = choice.criterion.correlation
    assert correlation is not None
    assert correlation.parameters == {
        "p": 2.0,
        "depth": 4,
        "height": 3,
        "size": 3,
        "ties": True,
        "shape": "steep",
        "word": "any",
    }
    assert [type(value) for value in correlation.parameters.values()] == [
        float,
        int,
        int,
        int,
        bool,
        str,
        str,
    ]


def test_numbers_of_numpy_are_accepted() -> None:
    config = config_from_dict(
        {"n_estimators": np.int32(7), "max_features": np.float64(0.5), "bootstrap": np.False_}
    )
    assert (config.n_estimators, config.max_features, config.bootstrap) == (7, 0.5, False)
    assert type(config.n_estimators) is int
    assert type(config.max_features) is float


def test_one_attribute_and_all_attributes_are_told_apart() -> None:
    assert config_from_dict({"max_features": 1}).max_features == 1
    assert type(config_from_dict({"max_features": 1}).max_features) is int
    assert type(config_from_dict({"max_features": 1.0}).max_features) is float


def test_words_for_what_toml_has_no_word_for() -> None:
    nothing = dict.fromkeys(("max_samples", "max_depth", "max_bins"), "none")
    config = config_from_dict({"max_features": "all", **nothing})
    assert config == config_from_dict({"max_features": None, "max_samples": None})


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        (
            {"n_estimator": 3},
            f"n_estimator: unknown; did you mean 'n_estimators'? known: {KNOWN}",
        ),
        ({"zzz": 3}, f"zzz: unknown; known: {KNOWN}"),
        (
            {"estimator": "tree", "voting": "hard"},
            f"voting: unknown (only a forest has it); known: {KNOWN_TREE}",
        ),
        (
            {"estimator": "tre"},
            "estimator: 'tre' is not allowed; did you mean 'tree'? allowed: 'forest', 'tree'",
        ),
        (
            {"criterion": {"name": "mean-correlation", "self_pair": True}},
            "criterion.self_pair: unknown; did you mean 'self_pairs'? "
            "known: correlation, name, self_pairs",
        ),
        (
            {"criterion": {"name": "mean-correlation", "correlation": {"name": WEIGHTED, "q": 1}}},
            "criterion.correlation.q: unknown; "
            "known: depth, height, name, p, shape, size, ties, word",
        ),
        (
            {"criterion": {"name": PLAIN, "correlation": "kendall"}},
            "criterion.correlation: unknown ('plain' has no parameters); known: name; the criteria "
            "'mean-correlation' and 'ranking-gain' have correlation: choose one, too",
        ),
        (
            {"stopping": {"name": "mdlpc", "gamma": 0.9}},
            "stopping.gamma: unknown ('mdlpc' has no parameters); known: name; the stopping rule "
            "'gamma-ratio' has gamma: choose it, too",
        ),
        (
            {"stopping": {"gamma": 0.9}},
            "stopping.name: missing; say which stopping rule is meant, one of: "
            "gamma-ratio, mdlpc, min-gain, none, permutation",
        ),
        (
            {"stopping": {"name": "gamma-ratio", "gamma": 1.5}},
            "stopping.gamma: 1.5 is not allowed; allowed: a number from 0 to 1",
        ),
        (
            {"stopping": {"name": "gamma-ratio", "gamma": float("nan")}},
            "stopping.gamma: nan is not allowed; allowed: a number from 0 to 1",
        ),
        (
            {"stopping": 0.98},
            "stopping: 0.98 is not allowed; "
            "allowed: a name, a table with a name, or a record (StoppingRule)",
        ),
        (
            {"leaf": PLAIN},
            f"leaf: {repr(PLAIN)[:60]}... is not allowed; "
            "allowed: a name, a table with a name, or a record (Aggregator)",
        ),
        (
            {"voting": "softly"},
            "voting: 'softly' is not allowed; did you mean 'soft'? allowed: 'soft', 'hard'",
        ),
        (
            {"n_estimators": 0},
            "n_estimators: 0 is not allowed; allowed: an integer of at least 1",
        ),
        (
            {"n_estimators": True},
            "n_estimators: True is not allowed; allowed: an integer of at least 1",
        ),
        (
            {"n_estimators": 10.0},
            "n_estimators: 10.0 is not allowed; allowed: an integer of at least 1",
        ),
        (
            {"max_features": "sqr"},
            "max_features: 'sqr' is not allowed; did you mean 'sqrt'? allowed: 'sqrt', 'log2', "
            "'all' (None), an integer of at least 1 or a fraction above 0.0 and up to 1.0",
        ),
        (
            {"max_features": 1.5},
            "max_features: 1.5 is not allowed; allowed: 'sqrt', 'log2', 'all' (None), "
            "an integer of at least 1 or a fraction above 0.0 and up to 1.0",
        ),
        (
            {"max_samples": 0.0},
            "max_samples: 0.0 is not allowed; allowed: 'none' (None), an integer of at least 1 "
            "or a fraction above 0.0 and up to 1.0",
        ),
        (
            {"max_depth": 0},
            "max_depth: 0 is not allowed; allowed: 'none' (None) or an integer of at least 1",
        ),
        (
            {"max_bins": 1},
            "max_bins: 1 is not allowed; allowed: 'none' (None) or an integer of at least 2",
        ),
        (
            {"min_samples_leaf": "2"},
            "min_samples_leaf: '2' is not allowed; allowed: an integer of at least 1",
        ),
        (
            {"bootstrap": 1},
            "bootstrap: 1 is not allowed; allowed: true or false or 'auto', 'mixed'",
        ),
        (
            {"n_jobs": 0},
            "n_jobs: 0 is not allowed; "
            "allowed: 'none' (None) or an integer other than 0 (-1: all processors)",
        ),
        (
            {"random_state": -1},
            "random_state: -1 is not allowed; allowed: 'none' (None) or an integer of at least 0",
        ),
        (
            {"verbose": -1},
            "verbose: -1 is not allowed; allowed: an integer of at least 0",
        ),
    ],
)
def test_refusals(settings: dict[str, Any], message: str) -> None:
    assert refusal(settings) == message


@pytest.mark.parametrize(
    ("parameter", "value", "message"),
    [
        ("p", 9, "9 is not allowed; allowed: a number from 0.5 to 4"),
        ("p", True, "True is not allowed; allowed: a number from 0.5 to 4"),
        ("p", "2", "'2' is not allowed; allowed: a number from 0.5 to 4"),
        ("depth", 0, "0 is not allowed; allowed: an integer of at least 1"),
        ("depth", 2.0, "2.0 is not allowed; allowed: an integer of at least 1"),
        ("height", 10, "10 is not allowed; allowed: an integer of at most 9"),
        ("size", None, "None is not allowed; allowed: an integer"),
        ("ties", 1, "1 is not allowed; allowed: true or false"),
        ("word", 1, "1 is not allowed; allowed: a word"),
        (
            "shape",
            "step",
            "'step' is not allowed; did you mean 'steep'? allowed: 'flat', 'steep'",
        ),
    ],
)
def test_refusals_of_parameters(parameter: str, value: object, message: str) -> None:
    correlation = {"name": WEIGHTED, parameter: value}
    settings = {"criterion": {"name": "mean-correlation", "correlation": correlation}}
    assert refusal(settings) == f"criterion.correlation.{parameter}: {message}"


def test_settings_must_be_a_mapping() -> None:
    assert refusal(["criterion"]) == "a configuration is a table of keys, not ['criterion']"


def test_unknown_component_is_refused_with_the_key_and_the_nearest_name() -> None:
    with pytest.raises(UnknownComponentError) as caught:
        config_from_dict({"criterion": {"name": "mean-correlation", "correlation": "kendal"}})
    message = str(caught.value)
    assert message.startswith("criterion.correlation: unknown correlation 'kendal'")
    assert "did you mean 'kendall'?" in message


def test_config_to_dict_is_complete_and_goes_back() -> None:
    settings = {
        "criterion": {"name": "mean-correlation", "correlation": "spearman"},
        "stopping": {"name": "gamma-ratio", "gamma": 0.9},
        "max_features": "all",
    }
    config = config_from_dict(settings)
    written = config_to_dict(config)
    assert written == {
        "estimator": "forest",
        "criterion": {"name": "mean-correlation", "correlation": "spearman", "self_pairs": True},
        "stopping": {"name": "gamma-ratio", "gamma": 0.9},
        "leaf": "average-ranking",
        "aggregator": "auto",
        "voting": "soft",
        "blend": "logistic",
        "n_estimators": 100,
        "splitter": "random",
        "max_features": None,
        "root_fallback": True,
        "bootstrap": "auto",
        "max_samples": 0.9,
        "max_depth": None,
        "min_samples_leaf": 2,
        "max_bins": None,
    }
    assert config_from_dict(written) == config


def test_tree_to_dict_has_the_keys_of_a_tree() -> None:
    config = config_from_dict({"estimator": "tree"})
    written = config_to_dict(config)
    assert list(written) == [
        "estimator",
        "criterion",
        "stopping",
        "leaf",
        "splitter",
        "max_features",
        "root_fallback",
        "max_depth",
        "min_samples_leaf",
        "max_bins",
    ]
    assert config_from_dict(written) == config


def optional(strategy: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.none() | strategy


SETTINGS = st.fixed_dictionaries(
    {},
    optional={
        "criterion": st.sampled_from(
            [
                "ranking-gain",
                {"name": "mean-correlation", "self_pairs": False},
                {"name": "mean-correlation", "correlation": {"name": "spearman"}},
            ]
        ),
        "stopping": st.fixed_dictionaries(
            {"name": st.just("gamma-ratio")}, optional={"gamma": st.floats(0, 1)}
        ),
        "aggregator": st.sampled_from(["average-ranking", "borda"]),
        "voting": st.sampled_from(["soft", "hard"]),
        "blend": st.sampled_from(["none", "constant", "ridge", "logistic"]),
        "splitter": st.sampled_from(["best", "random"]),
        "n_estimators": st.integers(1, 10**6),
        "max_features": optional(
            st.sampled_from(["sqrt", "log2", "all"])
            | st.integers(1, 99)
            | st.floats(0, 1, exclude_min=True)
        ),
        "max_samples": optional(st.integers(1, 99) | st.floats(0, 1, exclude_min=True)),
        "max_depth": optional(st.integers(1, 99)),
        "root_fallback": st.booleans(),
        "random_state": st.integers(0, 2**40),
    },
)


@given(SETTINGS)
def test_every_configuration_survives_the_way_out_and_back(settings: dict[str, Any]) -> None:
    config = config_from_dict(settings)
    written = config_to_dict(config)
    assert config_from_dict(written) == config
    assert config_to_dict(config_from_dict(written)) == written
    assert pickle.loads(pickle.dumps(config)) == config


def test_config_of_a_record_can_be_pickled() -> None:
    config = config_from_dict({"criterion": PLAIN})
    again = pickle.loads(pickle.dumps(config))
    assert again == config
    assert again.criterion.record.gain is no_gain


def test_run_settings_are_those_that_do_not_decide() -> None:
    settings = {"n_jobs": 2, "random_state": np.int64(7), "verbose": True, "voting": "hard"}
    assert run_settings(settings) == {
        "categorical_features": "auto",
        "tune": None,
        "calibration": "auto",
        "oob_score": False,
        "keep_examples": False,
        "n_jobs": 2,
        "random_state": 7,
        "verbose": 1,
        "warm_start": False,
    }
    assert run_settings({"estimator": "tree"}) == {
        "categorical_features": "auto",
        "tune": None,
        "calibration": None,
        "oob_score": False,
        "keep_examples": False,
        "n_jobs": None,
        "random_state": None,
        "verbose": 0,
        "warm_start": False,
    }


@pytest.mark.parametrize(
    ("written", "plain"),
    [
        ("auto", "auto"),
        ("none", None),
        (None, None),
        ([], []),
        (["colour", np.str_("shape")], ["colour", "shape"]),
        ((0, np.int64(3)), [0, 3]),
        (np.array([3, 1]), [3, 1]),
        (np.array([True, False]), [True, False]),
    ],
)
def test_columns_are_lists_of_names_numbers_or_truth_values(written: Any, plain: Any) -> None:
    found = run_settings({"categorical_features": written})["categorical_features"]
    assert found == plain
    assert isinstance(found, list) == isinstance(plain, list)
    assert [type(item) for item in found or ()] == [type(item) for item in plain or ()]


@pytest.mark.parametrize("written", ["colour", 3, True, [0, "colour"], [0, True], [1.0], {"a"}])
def test_other_columns_are_refused(written: Any) -> None:
    with pytest.raises(ConfigError) as caught:
        config_from_dict({"categorical_features": written})
    assert str(caught.value) == (
        f"categorical_features: {written!r} is not allowed; allowed: 'auto', 'none' (None) or "
        f"a list of columns (names, numbers from 0, or a truth value for each)"
    )


TOML = """
estimator = "forest"
n_estimators = 20
max_depth = "none"
max_features = "all"
random_state = 1

[criterion]
name = "mean-correlation"
self_pairs = false

[criterion.correlation]
name = "spearman"
"""


def test_toml_file(tmp_path: Path) -> None:
    path = tmp_path / "model.toml"
    path.write_text(TOML)
    config = config_from_toml(path)
    assert config.criterion == Choice(
        "mean-correlation", {"self_pairs": False}, Choice("spearman", {})
    )
    assert (config.n_estimators, config.max_depth, config.max_features) == (20, None, None)
    assert read_settings(str(path))["random_state"] == 1


def test_errors_in_a_file_name_the_file(tmp_path: Path) -> None:
    path = tmp_path / "model.toml"
    path.write_text(TOML.replace("self_pairs", "self_pair"))
    with pytest.raises(ConfigError) as caught:
        config_from_toml(path)
    assert str(caught.value) == (
        f"{path}: criterion.self_pair: unknown; did you mean 'self_pairs'? "
        "known: correlation, name, self_pairs"
    )
    path.write_text(TOML.replace("spearman", "spearmen"))
    with pytest.raises(UnknownComponentError, match=f"^{re.escape(str(path))}: criterion.corr"):
        read_settings(path)


def test_file_that_is_no_configuration(tmp_path: Path) -> None:
    path = tmp_path / "model.toml"
    with pytest.raises(ConfigError) as caught:
        read_settings(path)
    assert str(caught.value) == f"{path}: cannot be read: No such file or directory"
    path.write_text("n_estimators 20")
    with pytest.raises(ConfigError, match=f"^{re.escape(str(path))}: no TOML: "):
        read_settings(path)
    path.write_bytes(b'\xff\xfe = "x"')
    with pytest.raises(ConfigError, match=f"^{re.escape(str(path))}: no TOML: "):
        read_settings(path)
    with pytest.raises(ConfigError) as caught:
        read_settings(tmp_path)
    assert str(caught.value) == f"{tmp_path}: cannot be read: Is a directory"


@pytest.mark.parametrize(
    ("assignment", "key", "value"),
    [
        ("n_estimators=20", "n_estimators", 20),
        (" n_estimators = 20 ", "n_estimators", 20),
        ("max_features=0.5", "max_features", 0.5),
        ("max_features=log2", "max_features", "log2"),
        ('max_features="log2"', "max_features", "log2"),
        ("bootstrap=false", "bootstrap", False),
        ("max_depth=none", "max_depth", "none"),
        ("stopping=none", "stopping", "none"),
        ("stopping.gamma=0.95", "stopping", {"name": "gamma-ratio", "gamma": 0.95}),
        ("stopping.name=mdlpc", "stopping", {"name": "mdlpc"}),
        (
            "criterion.correlation=spearman",
            "criterion",
            {"name": "mean-correlation", "correlation": "spearman"},
        ),
        (
            "criterion.correlation.name=spearman",
            "criterion",
            {"name": "mean-correlation", "correlation": {"name": "spearman"}},
        ),
        (
            'criterion={name = "ranking-gain", correlation = "spearman"}',
            "criterion",
            {"name": "ranking-gain", "correlation": "spearman"},
        ),
        ("leaf=a=b", "leaf", "a=b"),
        ("leaf=1\nvoting = 2", "leaf", "1\nvoting = 2"),
    ],
)
def test_set(assignment: str, key: str, value: object) -> None:
    before = {"stopping": "gamma-ratio"}
    assert with_settings(before, [assignment]) == {**before, key: value}
    assert before == {"stopping": "gamma-ratio"}


def test_set_goes_on_from_what_is_there() -> None:
    record = {"name": WEIGHTED, "p": 2.0}
    settings = {"criterion": {"name": "mean-correlation", "correlation": record}}
    changed = with_settings(
        settings, ["criterion.self_pairs=false", "criterion.correlation.depth=5"]
    )
    assert changed["criterion"] == {
        "name": "mean-correlation",
        "self_pairs": False,
        "correlation": {"name": WEIGHTED, "p": 2.0, "depth": 5},
    }
    assert record == {"name": WEIGHTED, "p": 2.0}


@pytest.mark.parametrize(
    ("assignment", "message"),
    [
        (
            "stopping.gamma",
            "'stopping.gamma' sets nothing; write KEY=VALUE, for instance stopping.gamma=0.95",
        ),
        ("=3", "'=3' sets nothing; write KEY=VALUE, for instance stopping.gamma=0.95"),
        (
            "stopping.gamma=0.9",
            "stopping.gamma: unknown ('none' has no parameters); known: name; the stopping rule "
            "'gamma-ratio' has gamma: choose it, too",
        ),
        (
            "criterion.correlation.p=2",
            "criterion.correlation.p: unknown ('kendall' has no parameters); known: name; the "
            "correlation 'rbo' has p: choose it, too",
        ),
        (
            "criterion.self_pairs.x=2",
            "criterion.self_pairs.x: unknown; known: correlation, name, self_pairs",
        ),
        ("voting.x=2", "voting.x: unknown; voting is a value without parameters"),
        (
            "stoping.gamma=2",
            "stoping: unknown; did you mean 'stopping'? known: aggregator, blend, bootstrap, "
            "calibration, categorical_features, criterion, estimator, keep_examples, leaf, "
            "max_bins, max_depth, max_features, max_samples, min_samples_leaf, n_estimators, "
            "n_jobs, oob_score, random_state, root_fallback, splitter, stopping, tune, verbose, "
            "voting, warm_start",
        ),
    ],
)
def test_set_refuses(assignment: str, message: str) -> None:
    with pytest.raises(ConfigError) as caught:
        with_settings({}, [assignment])
    assert str(caught.value) == message


def test_preset_settings_are_a_copy() -> None:
    settings = preset_settings("rt")
    settings["stopping"]["gamma"] = 0.1
    settings["leaf"] = "borda"
    assert preset_settings("rt")["stopping"] == {"name": "gamma-ratio", "gamma": 0.98}
    assert preset_settings("rt")["leaf"] == "average-ranking"


def test_aggregator_records_are_taken_in_both_roles() -> None:
    own = Aggregator(
        name="own", summary="for tests", statistic="rank-sum", consensus=lambda sums: sums
    )
    config = config_from_dict({"leaf": own, "aggregator": own})
    assert component_of("aggregator", config.leaf) is own
    assert component_of("aggregator", config.aggregator) is own


def documented(value: object, key: str) -> str:
    """Return a default as the page writes it."""
    if value is None:
        return '`"all"`' if key == "max_features" else '`"none"`'
    if isinstance(value, bool):
        return str(value).lower()
    return f'`"{value}"`' if isinstance(value, str) else str(value)


def test_every_key_is_documented_with_its_defaults() -> None:
    page = (Path(__file__).parents[1] / "docs" / "configuration.md").read_text(encoding="utf-8")
    for name, key in KEYS.items():
        forest = documented(key.forest, name)
        tree = "–" if key.only_forest else documented(key.tree, name)
        rows = [f"| `{name}` | {forest} | {column} |" for column in {tree, "the same"}]
        assert any(row in page for row in rows), rows
