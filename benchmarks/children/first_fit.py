"""Fits a small forest and predicts with it, as somebody does who tries lrf for the first time."""

from __future__ import annotations

from lrf import LabelRankingForest, load_dataset


def main() -> None:
    iris = load_dataset("iris")
    LabelRankingForest(n_estimators=10, random_state=0).fit(iris.X, iris.Y).score(iris.X, iris.Y)


if __name__ == "__main__":
    main()
