"""Ranks, tests and tables, beside other libraries and beside what was worked out by hand."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import friedmanchisquare

from lrf.study.description import Comparison, DataSpec, ModelSpec, Study
from lrf.study.outcome import Outcome
from lrf.study.results import Fold
from lrf.study.significance import critical_difference, ranks_of, verdict_of, wins_of
from lrf.study.tables import (
    Cell,
    Table,
    accuracy_table,
    depth_table,
    elsewhere_table,
    published_table,
    significance_table,
    to_csv,
    to_latex,
    to_markdown,
    wins_table,
)

MODELS = ("a", "b", "c")


def outcome(taus: list[list[float]], depth: float | None = None) -> Outcome:
    """Return results whose two folds lie .1 above and below the given means."""
    names = [f"d_{i}" for i in range(len(taus))]
    models = MODELS[: len(taus[0])]
    study = Study(
        path=Path("study.toml"),
        title="T",
        folds=2,
        datasets=tuple(DataSpec(name=name) for name in names),
        models=tuple(ModelSpec(name=name) for name in models),
        comparisons=(Comparison(name="all", title="All", models=models),),
        published={"a": {"d_0": 0.45}},
        elsewhere={"z": {"d_0": 0.6}},
    )
    folds = {
        (data, model): tuple(
            Fold(0, number, 9, 1, taus[i][j] + shift, 0.25, depth, 1.0, 0.5)
            for number, shift in enumerate((0.1, -0.1))
        )
        for i, data in enumerate(names)
        for j, model in enumerate(models)
    }
    return Outcome(study=study, header={}, folds=folds)


TAUS = st.lists(
    st.lists(st.integers(0, 4).map(lambda n: n / 4), min_size=4, max_size=4),
    min_size=3,
    max_size=9,
).map(np.array)


@given(TAUS)
def test_ranks_and_wins(taus: np.ndarray) -> None:
    ranks, wins = ranks_of(taus), wins_of(taus)
    for i, row in enumerate(taus):
        for j, one in enumerate(row):
            before = np.sum(row > one) + np.sum(row == one) / 2 + 0.5
            assert ranks[i, j] == before
    for j in range(4):
        for other in range(4):
            assert wins[j, other] == sum(row[j] > row[other] for row in taus)


@given(TAUS)
def test_friedman_and_dunn_are_those_of_other_libraries(taus: np.ndarray) -> None:
    posthocs = pytest.importorskip("scikit_posthocs")
    verdict = verdict_of(taus)
    if np.ptp(ranks_of(taus)) == 0:
        assert np.isnan(verdict.p_value)
        return
    expected = friedmanchisquare(*taus.T)
    assert verdict.statistic == pytest.approx(expected.statistic)
    assert verdict.p_value == pytest.approx(expected.pvalue)
    adjusted = posthocs.posthoc_siegel_friedman(taus, p_adjust="bonferroni").to_numpy()
    np.testing.assert_allclose(verdict.dunn, adjusted, rtol=1e-7, atol=1e-12)


def test_dunn_by_hand() -> None:
    """Mean ranks 1 and 3 of three models on four data sets: z = 2 / sqrt(3 * 4 / 24) = 2.828."""
    verdict = verdict_of(np.tile([0.9, 0.5, 0.1], (4, 1)))
    np.testing.assert_array_equal(verdict.mean_ranks, [1, 2, 3])
    assert verdict.statistic == pytest.approx(8)
    assert verdict.dunn[0, 2] == pytest.approx(3 * 0.004677735, rel=1e-6)
    assert verdict.dunn[0, 1] == pytest.approx(3 * 0.157299207, rel=1e-6)


def test_critical_difference_is_that_of_the_published_table() -> None:
    """Demšar (2006), table 5: q = 2.343, 2.569, 2.728 for 3, 4, 5 models; CD for 4 on 14: 1.25."""
    assert critical_difference(4, 14) == pytest.approx(1.25, abs=0.005)
    assert critical_difference(5, 30) == pytest.approx(2.728 * np.sqrt(30 / 180), abs=0.001)


def test_accuracy_table_by_hand() -> None:
    table = accuracy_table(
        outcome([[0.5, 0.7, 0.7], [0.2, 0.1, -0.05]]),
        Comparison(name="x", title="X", models=MODELS, note="Note."),
    )
    assert [[cell.text for cell in row] for row in table.rows] == [
        ["d_0", ".500", ".700", ".700", ".250"],
        ["d_1", ".200", ".100", "-.050", ".250"],
    ]
    assert [cell.aside for cell in table.rows[0]] == [
        "",
        *(f"± .141 ({r})" for r in "3"),
        *("± .141 (1.5)" for _ in range(2)),
        "",
    ]
    assert [cell.bold for cell in table.rows[0]] == [False, False, True, True, False]
    assert [[cell.text for cell in row] for row in table.footer] == [
        ["mean", ".350", ".400", ".325", ".250"],
        ["mean rank", "2.00", "1.75", "2.25", ""],
        ["best on", "1", "1", "1", ""],
        ["wins", "2", "2", "1", ""],
    ]
    assert "2-fold cross-validation (seed 0)" in table.note
    assert table.note.endswith("Note.")
    rows = list(csv.DictReader(io.StringIO(to_csv(table))))
    assert rows[5]["model"] == "c"
    assert (
        float(rows[5]["tau"]) == outcome([[0.5, 0.7, 0.7], [0.2, 0.1, -0.05]]).score("d_1", "c").tau
    )


def test_published_figures_stand_beside_ours() -> None:
    table = published_table(outcome([[0.5, 0.7], [0.2, 0.1]]))
    assert table is not None
    assert [[cell.text for cell in row] for row in (*table.rows, *table.footer)] == [
        ["d_0", ".500", ".450", "+.050"],
        ["d_1", ".200", "", ""],
        ["mean of these", ".500", ".450", "+.050"],
    ]
    assert to_csv(table).splitlines()[2].endswith(",")


def test_figures_of_others_by_hand() -> None:
    table = elsewhere_table(outcome([[0.5, 0.7], [0.2, 0.1]]))
    assert table is not None
    assert [[cell.text for cell in row] for row in (*table.rows, *table.footer)] == [
        ["d_0", ".500", ".700", ".600"],
        ["d_1", ".200", ".100", ""],
        ["mean", ".500", ".700", ".600"],
    ]
    assert [cell.bold for cell in table.rows[1]] == [False, True, False, False]


def test_depth_only_of_models_with_trees() -> None:
    assert depth_table(outcome([[0.5, 0.7]])) is None
    table = depth_table(outcome([[0.5, 0.7]], depth=3.25))
    assert table is not None
    assert [cell.text for cell in table.rows[0]] == ["d_0", "3.2", "3.2"]


def test_tests_of_one_and_of_two_models() -> None:
    one = outcome([[0.5], [0.2]])
    assert significance_table(one, one.study.comparisons[0]) is None
    two = outcome([[0.5, 0.7], [0.2, 0.1]])
    table = significance_table(two, two.study.comparisons[0])
    assert table is not None
    assert table.note.startswith("Friedman's test needs three models and two data sets. ")
    assert [cell.text for cell in table.rows[0]] == ["a", "–", "1.000"]
    wins = wins_table(two, two.study.comparisons[0])
    assert [[cell.text for cell in row] for row in wins.rows] == [
        ["a", "–", "1", "1"],
        ["b", "1", "–", "1"],
    ]


TABLE = Table(
    name="t",
    title="50 % of A_B",
    columns=("x", "a|b", "c & d"),
    rows=((Cell("r_1", "r_1"), Cell(".5", 0.5, True, "± .1"), Cell("< .001", 0.0001)),),
    footer=((Cell("mean", "mean"), Cell("2", 2.0), Cell("")),),
    note="χ² = 3 − 1",
)


def test_markdown() -> None:
    assert to_markdown(TABLE) == (
        "**50 % of A_B**\n\n"
        "| x | a\\|b | c & d |\n| --- | ---: | ---: |\n"
        "| r_1 | **.5** ± .1 | < .001 |\n| mean | 2 |  |\n\nχ² = 3 − 1\n"
    )


def test_csv() -> None:
    assert to_csv(TABLE) == "x,a|b,c & d\nr_1,0.5,0.0001\n"


def test_latex() -> None:
    text = to_latex(TABLE)
    assert r"\caption{50 \% of A\_B. $\chi^2$ = 3 $-$ 1}" in text
    assert r"x & a|b & c \& d \\" in text
    assert r"r\_1 & \textbf{.5} {\small $\pm$ .1} & $<$ .001 \\" in text
    assert text.count(r"\midrule") == 2
    assert r"\begin{tabular}{lrr}" in text
