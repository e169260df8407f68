"""Mistakes that a type checker must find: each line says what it is told."""

from __future__ import annotations

import lrf
from lrf import LabelRankingForest, LabelRankingTree
from lrf.plugin import Correlation

LabelRankingForest(n_estimators="many")  # [arg-type]
LabelRankingForest(trees=10)  # [call-arg]
LabelRankingTree(n_estimators=10)  # [call-arg]
LabelRankingForest(voting="loud")  # [arg-type]
LabelRankingForest().predict()  # [call-arg]
lrf.LabelRankingWood()  # [attr-defined]
lrf.to_orders([[1, 2]], labels=3)  # [arg-type]
lrf.from_orders(3)  # [arg-type]
lrf.aggregate([[1, 2]], method=3)  # [arg-type]
lrf.load()  # [call-arg]
Correlation(name=3, summary="a number")  # [arg-type]
best: int = LabelRankingForest().predict_orders([[1.0]])  # [assignment]
