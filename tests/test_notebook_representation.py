"""How notebooks show estimators: scikit-learn's representation in HTML."""

from __future__ import annotations

from html.parser import HTMLParser
from typing import Any

import pytest
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from lrf import LabelRankingForest, LabelRankingTree, RankingDiscretizer
from tests.small import iris

ESTIMATORS = [
    LabelRankingTree(criterion={"name": "mean-correlation", "correlation": "spearman"}),
    LabelRankingForest(n_estimators=3, stopping="gamma-ratio"),
    RankingDiscretizer(),
]


class Text(HTMLParser):
    """The words of a page, and whether each element ends that begins."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.words = ""
        self.open: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        if tag not in ("input", "meta", "br", "link", "img", "path", "hr"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag in self.open:
            assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if "style" not in self.open and "script" not in self.open:
            self.words += data


@pytest.mark.parametrize("estimator", ESTIMATORS, ids=lambda one: type(one).__name__)
def test_representation(estimator: Any) -> None:
    text = Text(estimator._repr_html_()).words
    assert type(estimator).__name__ in text
    bundle = estimator._repr_mimebundle_()
    assert bundle["text/plain"] == repr(estimator)
    assert type(estimator).__name__ in bundle["text/html"]


@pytest.mark.parametrize("estimator", ESTIMATORS, ids=lambda one: type(one).__name__)
def test_it_says_whether_it_is_fitted(estimator: Any) -> None:
    from sklearn.base import clone

    fresh = clone(estimator)
    assert "Not fitted" in Text(fresh._repr_html_()).words
    page = Text(fresh.fit(*iris())._repr_html_())
    assert "Not fitted" not in page.words
    assert "Fitted" in page.words
    assert page.open == []


def test_parameters_that_differ_are_seen() -> None:
    assert "spearman" in Text(ESTIMATORS[0]._repr_html_()).words


def test_in_a_pipeline() -> None:
    pipeline = make_pipeline(StandardScaler(), LabelRankingForest(n_estimators=3))
    text = Text(pipeline.fit(*iris())._repr_html_()).words
    assert "StandardScaler" in text
    assert "LabelRankingForest" in text
