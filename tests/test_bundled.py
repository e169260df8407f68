"""The bundled data sets are the published ones, and the transformation that makes them."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as numpy_st

from lrf.data import by_classifier, dataset_names, find_dataset, load_dataset, read_data
from lrf.data.transform import _naive_bayes, _on_grid
from lrf.errors import DataError
from lrf.rankings import distinct_rankings, validate_rankings

SIZES = {"iris": (150, 4, 3), "wine": (178, 13, 3)}


def test_names() -> None:
    assert dataset_names() == ("iris", "wine")


@pytest.mark.parametrize("name", SIZES)
def test_five_distinct_rankings(name: str) -> None:
    data = load_dataset(name)
    n_samples, n_features, n_labels = SIZES[name]
    assert data.name == name
    assert data.n_samples == n_samples
    assert data.X.shape == (n_samples, n_features)
    assert data.Y.shape == (n_samples, n_labels)
    assert (len(data.feature_names), len(data.label_names)) == (n_features, n_labels)
    rankings, _ = distinct_rankings(validate_rankings(data.Y))
    assert rankings.tolist() == [[1, 2, 3], [2, 1, 3], [2, 3, 1], [3, 1, 2], [3, 2, 1]]


def test_counts_of_the_rankings() -> None:
    def counts(name: str) -> list[int]:
        rankings = load_dataset(name).Y
        return np.unique(rankings, axis=0, return_counts=True)[1].tolist()

    assert counts("iris") == [50, 23, 28, 27, 22]
    assert counts("wine") == [57, 67, 45, 5, 4]


@pytest.mark.parametrize("name", SIZES)
def test_rankings_are_the_published_ones(name: str, shared: Path) -> None:
    published = read_data(shared / "data" / "kebi" / f"{name}.csv")
    np.testing.assert_array_equal(load_dataset(name).Y, published.Y)


@pytest.mark.parametrize("name", SIZES)
def test_no_last_bit_decides(name: str) -> None:
    """Nothing lies where another library's rounding could turn it over."""
    data = load_dataset(name)
    classes = np.argmin(data.Y, axis=1)  # nearly the classes, and as good for this purpose
    probabilities = _naive_bayes(_on_grid(data.X), classes, 3)
    distance = np.abs(1000 * probabilities % 1 - 0.5)
    assert distance.min() > 1e-4
    np.testing.assert_array_equal(
        by_classifier(data.X, classes), by_classifier(data.X * (1 + 1e-12), classes)
    )


def test_labels_are_the_classes() -> None:
    assert load_dataset("iris").label_names == ("setosa", "versicolor", "virginica")
    assert load_dataset("wine").label_names == ("class_0", "class_1", "class_2")
    assert load_dataset("iris").feature_names[0] == "sepal length (cm)"


def test_unknown_name() -> None:
    with pytest.raises(DataError) as caught:
        load_dataset("irsi")
    assert str(caught.value) == (
        "no bundled data set 'irsi'; there are iris, wine; did you mean 'iris'? "
        "(lrf.read_data reads files)"
    )


def test_name_wins_over_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "iris").write_text("A,rank_x,rank_y\n1,1,2\n")
    assert find_dataset("iris").n_samples == 150
    assert find_dataset("./iris").n_samples == 1


def test_most_probable_class_comes_first() -> None:
    X = [[0.0], [0.1], [0.2], [6.0], [6.1], [6.2], [9.8], [9.9], [10.0]]
    classes = ["a", "a", "a", "b", "b", "b", "c", "c", "c"]
    positions = by_classifier(X, classes, decimals=300)
    assert positions[[0, 4, 8]].tolist() == [[1, 2, 3], [3, 1, 2], [3, 2, 1]]


def test_earlier_class_wins_a_tie() -> None:
    X = [[0.0], [1.0], [0.0], [1.0]]
    assert by_classifier(X, ["b", "b", "a", "a"]).tolist() == [[1, 2]] * 4


def test_frequent_class_comes_first_where_attributes_say_nothing() -> None:
    assert by_classifier([[7.0]] * 3, [0, 1, 1]).tolist() == [[2, 1]] * 3


@given(
    numpy_st.arrays(np.float64, (12, 2), elements=st.integers(-9, 9).map(float)),
    st.lists(st.integers(0, 2), min_size=10, max_size=10),
)
def test_every_row_is_a_permutation(X: np.ndarray, classes: list[int]) -> None:
    positions = by_classifier(X, [0, 1, *classes])
    assert (np.sort(positions, axis=1) == np.arange(1, positions.shape[1] + 1)).all()


def test_refusals() -> None:
    with pytest.raises(DataError, match="^there is one class only: nothing to rank$"):
        by_classifier([[1.0], [2.0]], [0, 0])
    with pytest.raises(DataError, match="^X holds a value that is not finite in row 1$"):
        by_classifier([[1.0], [np.nan]], [0, 1])
    with pytest.raises(DataError, match=r"^X must be a table with one class for each row, but"):
        by_classifier([[1.0], [2.0]], [0, 1, 1])
