"""Nominal features: which columns they are, what their categories are called, and what is new."""

from __future__ import annotations

import datetime
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.base import clone
from sklearn.preprocessing import OrdinalEncoder

import lrf
from lrf.components import Dataset
from lrf.errors import ConfigError, DataError, LrfError
from lrf.estimators import LabelRankingTree
from lrf.estimators.categories import categories_of, encode
from lrf.estimators.datasets import features_of, with_categories
from tests.plain import plain_forest

NAN = np.nan
UP, DOWN = [1, 2, 3], [3, 2, 1]


def colours() -> pd.DataFrame:
    return pd.DataFrame(
        {
            "size": [1.0, 2.0, 3.0, 4.0, 5.0],
            "colour": ["red", "blue", "red", "green", None],
            "grade": pd.Categorical(
                ["lo", "hi", "lo", NAN, "mid"], categories=["lo", "mid", "hi", "top"]
            ),
            "code": [7, 7, 10, 10, 2],
            "flag": [True, False, True, False, True],
        }
    )


Y5 = [UP, DOWN, UP, [2, 1, 3], DOWN]


def message_of(error: type[Exception], function: Any, *arguments: Any) -> str:
    with pytest.raises(error) as caught:
        function(*arguments)
    assert isinstance(caught.value, LrfError)
    return str(caught.value)


def fitted(X: Any, Y: Any = Y5, **parameters: Any) -> LabelRankingTree:
    return LabelRankingTree(**parameters).fit(X, Y)


# which columns, and what they are called


def test_categories_of_pandas_and_text_are_nominal() -> None:
    tree = fitted(colours())
    assert tree.categories_ == {
        1: ("blue", "green", "red", None),
        2: ("lo", "mid", "hi", "top", None),
    }
    assert tree.has_missing_.tolist() == [False, True, True, False, False]


@pytest.mark.parametrize(
    ("wanted", "columns"),
    [
        ("auto", [1, 2]),
        (["grade", "code", "colour"], [1, 2, 3]),
        ((1, 2, 4), [1, 2, 4]),
        (np.array([False, True, True, True, False]), [1, 2, 3]),
    ],
)
def test_columns_can_be_chosen(wanted: Any, columns: list[int]) -> None:
    tree = fitted(colours(), categorical_features=wanted)
    assert list(tree.categories_) == columns
    again = clone(tree).fit(colours(), Y5)
    assert again.categories_ == tree.categories_


def test_codes_and_truth_values_are_numbers_unless_listed() -> None:
    tree = fitted(colours()[["code", "flag"]])
    assert tree.categories_ == {}
    tree = fitted(colours()[["code", "flag"]], categorical_features=["code", "flag"])
    assert tree.categories_ == {0: ("2", "7", "10"), 1: ("False", "True")}


@pytest.mark.parametrize("kind", ["str", "string", "object"])
def test_all_kinds_of_text_are_nominal(kind: str) -> None:
    X = pd.DataFrame({"word": pd.Series(["b", "a", None, "b", "c"], dtype=kind)})
    assert fitted(X).categories_ == {0: ("a", "b", "c", None)}


def test_arrays_and_lists_of_text_are_nominal() -> None:
    assert fitted(np.array([["b"], ["a"], ["b"], ["a"], ["c"]])).categories_ == {0: ("a", "b", "c")}
    mixed = [[1, "b"], [2.5, "a"], [3, "b"], [4, None], [5, "a"]]
    for X in (mixed, np.array(mixed, dtype=object)):
        tree = fitted(X)
        assert tree.categories_ == {1: ("a", "b", None)}
        assert tree.predict(X).tolist() == fitted(X).predict(np.array(X, dtype=object)).tolist()


def test_polars() -> None:
    polars = pytest.importorskip("polars")
    columns = {"size": [1.0, 2, 3, 4, None], "colour": ["red", "blue", "red", "green", None]}
    grades = polars.Series(["lo", "hi", "lo", None, "mid"])
    frame = polars.DataFrame(
        {
            **columns,
            "grade": grades.cast(polars.Categorical),
            "same": grades.cast(polars.Enum(["lo", "mid", "hi"])),
        }
    )
    tree = fitted(frame)
    grades_found = ("hi", "lo", "mid", None)
    assert tree.categories_ == {
        1: ("blue", "green", "red", None),
        2: grades_found,
        3: grades_found,
    }
    assert tree.feature_names_in_.tolist() == ["size", "colour", "grade", "same"]
    same = pd.DataFrame({**columns, "grade": grades.to_list(), "same": grades.to_list()})
    assert tree.predict(frame).tolist() == fitted(same).predict(same).tolist()
    assert tree.predict(same).tolist() == tree.predict(frame).tolist()
    with pytest.raises(DataError, match="column 'size' holds the text 'a'"):
        tree.predict(frame.with_columns(size=polars.lit("a")))


def test_categories_are_told_apart_by_what_they_are_called() -> None:
    numbers = np.array([[1], [2], [1], [2], [10]])
    tree = fitted(numbers, categorical_features=[0])
    assert tree.categories_ == {0: ("1", "2", "10")}
    expected = tree.predict(numbers).tolist()
    for same in (numbers.astype(float), numbers.astype(str), numbers.astype(object)):
        assert tree.predict(same).tolist() == expected


@given(st.lists(st.sampled_from(["a", "b", "ß", "", " ", None, NAN]), min_size=1))
def test_encoding_is_that_of_scikit_learn(words: list[Any]) -> None:
    column = np.array(words, dtype=object)
    known = ["" if word is None or word != word else f"x{word}" for word in words]
    expected = OrdinalEncoder().fit_transform(np.array(known, dtype=object)[:, None])[:, 0]
    categories = categories_of(column)
    codes = encode(column, categories)
    same = codes[:, None] == codes
    assert np.array_equal(same, expected[:, None] == expected)
    assert (categories[-1] is None) == any(name == "" for name in known)
    assert codes.min() >= 0


# prediction


def test_what_is_new_goes_with_the_rest() -> None:
    X = pd.DataFrame({"colour": ["red", "red", "blue", "green"]})
    tree = fitted(X, [UP, UP, DOWN, DOWN])
    new = pd.DataFrame({"colour": ["red", "pink", None, NAN, "blue"]})
    assert tree.predict(new).tolist() == [UP, DOWN, DOWN, DOWN, DOWN]


def test_missing_is_a_category_if_training_had_it() -> None:
    X = pd.DataFrame({"colour": ["red", None, "blue", "green", NAN]})
    tree = fitted(X, [DOWN, UP, DOWN, DOWN, UP])
    assert lrf.export_text(tree) == (
        "5 rows  2>1>0\n"
        "|-- colour is missing: 2 rows  0>1>2\n"
        "|-- colour is not missing: 3 rows  2>1>0"
    )
    new = pd.DataFrame({"colour": ["red", "pink", None, pd.NA]})
    assert tree.predict(new).tolist() == [DOWN, DOWN, UP, UP]


def test_order_of_categories_does_not_matter_in_prediction() -> None:
    X = pd.DataFrame({"grade": pd.Categorical(["lo", "hi", "mid"], categories=["lo", "mid", "hi"])})
    tree = fitted(X, [UP, DOWN, [2, 1, 3]])
    other = pd.DataFrame({"grade": pd.Categorical(["lo", "hi", "mid"])})
    assert tree.predict(other).tolist() == tree.predict(X).tolist() == [UP, DOWN, [2, 1, 3]]
    assert tree.predict(X.astype("object")).tolist() == tree.predict(X).tolist()


def test_a_nominal_split_is_what_indicators_give() -> None:
    rng = np.random.default_rng(0)
    words = np.array(["a", "b", "c", "d", "e"])[rng.integers(0, 5, 200)]
    Y = lrf.from_scores(rng.normal(size=(5, 4))[np.unique(words, return_inverse=True)[1]])
    one = fitted(words[:, None], Y, max_depth=2)
    indicators = (words[:, None] == np.unique(words)).astype(float)
    other = fitted(indicators, Y, max_depth=2)
    assert one.predict(words[:, None]).tolist() == other.predict(indicators).tolist()


def test_a_forest_learns_from_words() -> None:
    rng = np.random.default_rng(0)
    words = np.array(["a", "b", "c", "d"])[rng.integers(0, 4, 300)]
    X = pd.DataFrame({"word": words, "noise": rng.normal(size=300)})
    Y = lrf.from_scores(rng.normal(size=(4, 4))[np.unique(words, return_inverse=True)[1]])
    forest = plain_forest(n_estimators=20, random_state=0).fit(X[:200], Y[:200])
    assert forest.score(X[200:], Y[200:]) > 0.98
    again = plain_forest(n_estimators=20, random_state=0, n_jobs=2).fit(X[:200], Y[:200])
    assert np.array_equal(again.predict(X), forest.predict(X))


# what is refused


@pytest.mark.parametrize(
    ("wanted", "message"),
    [
        (["color"], "there is no column 'color'; did you mean 'colour'?"),
        (["x"], "there is no column 'x'; X has size, colour, grade, code, flag"),
        ([5], "there is no column 5; X has the columns 0 to 4"),
        ([-1], "there is no column -1; X has the columns 0 to 4"),
        ([True], "there are 1 truth values for 5 columns of X"),
    ],
)
def test_columns_that_do_not_exist_are_refused(wanted: Any, message: str) -> None:
    tree = LabelRankingTree(categorical_features=wanted)
    assert message_of(ConfigError, tree.fit, colours(), Y5) == f"categorical_features: {message}"


def test_names_without_a_data_frame_are_refused() -> None:
    tree = LabelRankingTree(categorical_features=["colour"])
    assert message_of(ConfigError, tree.fit, [["red"]] * 5, Y5) == (
        "categorical_features: there is no column 'colour', since X is no DataFrame; give the "
        "numbers of columns"
    )


def test_text_in_columns_of_numbers_is_refused() -> None:
    X = colours()
    listed = LabelRankingTree(categorical_features=["grade"])
    assert message_of(DataError, listed.fit, X, Y5) == (
        "X: row 0, column 'colour' holds the text 'red'; list the column in "
        "categorical_features, or turn text into numbers"
    )
    tree = fitted(X)
    assert message_of(DataError, tree.predict, X.assign(size=["1", "2", "3", "4", "5"])) == (
        "X: row 0, column 'size' holds the text '1', but held numbers in training"
    )


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (
            ["1", "2", "1", "2", "1"],
            "row 0, column 'w' holds the text '1'; turn it into a number, or list the column in "
            "categorical_features if such numbers are names",
        ),
        (
            ["a", "b", "2.5", "a", "b"],
            "row 2, column 'w' holds the text '2.5'; turn it into a number, or list the column in "
            "categorical_features if such numbers are names",
        ),
        (
            [1, 2, "unknown", 3, 4],
            "row 2, column 'w' holds the text 'unknown', other rows such as 1; replace the text "
            "with NaN if it stands for missing, or list the column in categorical_features if it "
            "is nominal",
        ),
    ],
)
def test_columns_of_which_it_is_not_plain_what_they_are(words: Any, message: str) -> None:
    X = pd.DataFrame({"w": pd.Series(words, dtype=object)})
    assert message_of(DataError, LabelRankingTree().fit, X, Y5) == f"X: {message}"
    names = sorted({str(word) for word in words})
    assert fitted(X, categorical_features=["w"]).categories_ == {0: tuple(names)}


def test_other_tables_than_in_training_are_refused() -> None:
    tree = fitted(colours())
    X = colours()
    assert "Feature names unseen at fit time" in message_of(
        DataError, tree.predict, X.rename(columns={"size": "weight"})
    )
    assert message_of(DataError, fitted(X.to_numpy(dtype=object)).predict, [["red"]]) == (
        "X has 1 features, but LabelRankingTree is expecting 5 features as input."
    )
    X = X.astype({"size": float})
    X.loc[3, "size"] = np.inf
    assert message_of(DataError, tree.predict, X).startswith("X: row 3, column 'size' holds inf")
    assert "Found array with 0 sample(s)" in message_of(DataError, tree.predict, X[:0])


# data sets, whose columns of words hold numbers already

WORDS = Dataset(
    name="words",
    X=np.array([[0.0, 1.5], [1.0, NAN], [NAN, 2.5], [1.0, 0.5]]),
    Y=np.array([UP, DOWN, UP, DOWN]),
    feature_names=["word", "size"],
    label_names=["a", "b", "c"],
    categories={0: ("no", "yes")},
)


def test_data_sets_come_with_their_words() -> None:
    expected = [["no", 1.5], ["yes", NAN], [None, 2.5], ["yes", 0.5]]
    assert str(features_of(WORDS).tolist()) == str(expected)
    plain = lrf.load_dataset("iris")
    assert features_of(plain) is plain.X
    tree = with_categories(LabelRankingTree(), WORDS).fit(features_of(WORDS), WORDS.Y)
    assert tree.categorical_features == [0]
    assert tree.categories_ == {0: ("no", "yes", None)}
    assert tree.predict(features_of(WORDS)).tolist() == WORDS.Y.tolist()


def test_columns_of_a_data_set_are_found_by_name() -> None:
    tree = with_categories(LabelRankingTree(categorical_features=["size", "word"]), WORDS)
    assert tree.categorical_features == [0, 1]
    for wanted in (None, ["size"], [1]):
        tree = LabelRankingTree(categorical_features=wanted)
        assert message_of(ConfigError, with_categories, tree, WORDS) == (
            "categorical_features: leaves out 'word', but that is a column of words in words; "
            "list it, or say 'auto'"
        )
    other = object()
    assert with_categories(other, WORDS) is other


@pytest.mark.parametrize("kind", ["datetime64[ns]", "timedelta64[ns]"])
def test_dates_are_refused_by_column(kind: str) -> None:
    X = pd.DataFrame({"a": [1.0, 2.0], "when": np.array([1, 2]).astype(kind)})
    with pytest.raises(DataError, match="X: column 'when' holds dates or durations; turn them"):
        LabelRankingTree().fit(X, [[1, 2], [2, 1]])


def test_masked_cells_are_missing() -> None:
    X = np.ma.masked_greater(np.array([[1.0], [2.0], [9.0], [9.0]]), 5.0)
    tree = LabelRankingTree().fit(X, [[1, 2], [1, 2], [2, 1], [2, 1]])
    np.testing.assert_array_equal(tree.predict([[np.nan], [1.0]]), [[2, 1], [1, 2]])


def test_other_columns_are_told_before_their_cells() -> None:
    X = pd.DataFrame({"a": [1.0, 2.0], "b": ["u", "v"]})
    tree = LabelRankingTree().fit(X, [[1, 2], [2, 1]])
    with pytest.raises(DataError, match="must be in the same order as they were in fit"):
        tree.predict(X[["b", "a"]])


def test_numbers_beyond_doubles_are_refused() -> None:
    with pytest.raises(DataError):
        LabelRankingTree().fit([[10**400], [1]], [[1, 2], [2, 1]])


def test_objects_that_are_no_numbers_are_told_by_row_and_column() -> None:
    dates = pd.DataFrame({"day": [None, *[datetime.date(2020, 1, 1)] * 4]}, dtype=object)
    for error in (DataError, TypeError):
        with pytest.raises(
            error, match=r"^X: row 1, column 'day' holds datetime.date\(2020, 1, 1\),"
        ):
            fitted(dates)
    with pytest.raises(DataError, match=r"^X: row 2, column 0 holds \{\}, which is no number: "):
        fitted(np.array([[1.0], [None], [{}], [2], [3]], dtype=object))


def test_names_of_columns_are_all_text_or_none_is() -> None:
    for error in (DataError, TypeError):
        with pytest.raises(error, match="^Feature names are only supported if all"):
            fitted(pd.DataFrame([[1.0, 2.0]] * 5, columns=[0, "b"]))


def test_data_sets_as_tables_keep_names_and_words(tmp_path: Path) -> None:
    X, Y = WORDS.to_pandas()
    assert list(X["word"].astype(object).where(X["word"].notna(), None)) == [
        "no", "yes", None, "yes"
    ]  # fmt: skip
    np.testing.assert_array_equal(X["size"], [1.5, NAN, 2.5, 0.5])
    np.testing.assert_array_equal(Y, WORDS.Y)
    assert (list(X), list(Y)) == (["word", "size"], ["a", "b", "c"])
    tree = LabelRankingTree().fit(X, Y)
    assert tree.categories_ == {0: ("no", "yes", None)}
    assert list(tree.labels_) == ["a", "b", "c"]
    path = tmp_path / "new.csv"
    path.write_text("word,size\nyes,0.5\n")  # where the code of "yes" is that of "no" in training
    new = lrf.read_data(path, require_targets=False)
    assert new.X[0, 0] == 0.0
    new_X, no_Y = new.to_pandas()
    assert no_Y.shape == (1, 0)
    np.testing.assert_array_equal(tree.predict(new_X), tree.predict(X[3:]))
