"""``lrf evaluate``: cross-validation."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from lrf.cli.data import load_data
from lrf.cli.models import choose_models
from lrf.cli.options import (
    Config,
    Ignored,
    Jobs,
    Json,
    LowerIsBetter,
    OrderColumn,
    Presets,
    Ranks,
    ReaderName,
    Scores,
    Seed,
    Settings,
    Told,
)
from lrf.cli.output import check_writable, print_table, write_json
from lrf.progress import progress_bar

if TYPE_CHECKING:
    from lrf.components import Dataset
    from lrf.study import Evaluation

__all__ = ["evaluate"]

COLUMNS = [
    ("data", "left"),
    ("model", "left"),
    ("tau", "right"),
    ("std", "right"),
    ("default tau", "right"),
    ("depth", "right"),
    ("seconds", "right"),
]
REGRETS = [("regret", "right"), ("default regret", "right")]


def evaluate(
    data: Annotated[
        list[str],
        typer.Argument(metavar="DATA", help="Files or folders, or bundled data sets."),
    ],
    preset: Presets = None,
    config: Config = None,
    settings: Settings = None,
    folds: Annotated[
        str, typer.Option(metavar="N", help="Number of folds, or given: those of the data.")
    ] = "10",
    repeats: Annotated[int, typer.Option(metavar="N", help="How often to shuffle anew.")] = 1,
    stratify: Annotated[
        bool, typer.Option("--stratify", help="Folds in which each label is best equally often.")
    ] = False,
    seed: Seed = 0,
    n_jobs: Jobs = None,
    ranks: Ranks = None,
    order_column: OrderColumn = None,
    scores: Scores = None,
    lower_is_better: LowerIsBetter = False,
    reader: ReaderName = None,
    told: Told = None,
    ignore: Ignored = None,
    json: Json = None,
) -> None:
    """Cross-validate models: Kendall's tau, beside that of a constant predictor.

    Without --preset and --config, the model is the default forest. Seconds are those of all folds
    on the clock, without compilation. Where rankings were made of scores, the regret is by how much
    the label placed first falls short of the best one.
    """
    from lrf.config import config_from_dict, config_to_dict

    check_writable(json)
    number = _number_of(folds)
    chosen = choose_models(preset or [], config, settings or [])
    reading: dict[str, Any] = {
        "ranks": ranks,
        "order_column": order_column,
        "scores": scores,
        "lower_is_better": lower_is_better,
        "reader": reader,
        "told": told,
        "ignore": ignore,
    }
    sets = [load_data(one, **reading) for one in data]

    options = {"folds": number, "repeats": repeats, "seed": seed, "stratify": stratify}
    results = _evaluate_all(sets, chosen, n_jobs=n_jobs, **options)
    _print(_title(number, repeats, seed, stratify), [found for found, _ in results])
    written = [
        {**found.to_dict(), "config": config_to_dict(config_from_dict(model_settings))}
        for found, model_settings in results
    ]
    write_json(json, written[0] if len(written) == 1 else written)


def _number_of(folds: str) -> int | Literal["given"]:
    """Return how many folds are meant, or that those of the data are.

    Raises
    ------
    typer.BadParameter
        If it is neither.
    """
    if folds == "given":
        return "given"
    try:
        return int(folds)
    except ValueError:
        raise typer.BadParameter(
            f"{folds!r} is neither a whole number nor given", param_hint="'--folds'"
        ) from None


def _title(folds: int | Literal["given"], repeats: int, seed: int, stratify: bool) -> str:
    if folds == "given":
        return f"cross-validation on the folds of the data, seed {seed}"
    stratified, repeated = "stratified " * stratify, f", {repeats} times" if repeats > 1 else ""
    return f"{stratified}{folds}-fold cross-validation{repeated}, seed {seed}"


def _evaluate_all(
    sets: Sequence[Dataset], chosen: Sequence[tuple[str, dict[str, Any]]], **options: Any
) -> list[tuple[Evaluation, dict[str, Any]]]:
    """Return what came out for each data set and each model, and the model's settings."""
    # Most mistakes have been answered by now, without waiting for scikit-learn to be imported.
    from lrf.estimators import make_estimator
    from lrf.study import evaluate as cross_validate

    results = []
    for dataset in sets:
        for name, settings in chosen:
            model = make_estimator(settings)
            with progress_bar(f"{dataset.name} {name}") as report:
                found = cross_validate(dataset, model, progress=report, name=name, **options)
            results.append((found, settings))
    return results


def _print(title: str, results: Sequence[Evaluation]) -> None:
    """Print a row for each result, with regrets if there are any."""
    rows = [_row(found) for found in results]
    if all(found.regret_mean is None for found in results):
        print_table(title, COLUMNS, rows)
        return
    regrets = [_regrets(found) for found in results]
    print_table(
        title,
        COLUMNS[:-1] + REGRETS + COLUMNS[-1:],
        [row[:-1] + more + row[-1:] for row, more in zip(rows, regrets, strict=True)],
    )


def _regrets(found: Evaluation) -> list[str]:
    numbers = (found.regret_mean, found.default_regret_mean)
    return ["" if number is None else f"{number:.4g}" for number in numbers]


def _row(found: Evaluation) -> list[str]:
    depth = found.depth_mean
    return [
        found.data,
        found.model,
        f"{found.tau_mean:.3f}",
        f"{found.tau_std:.3f}",
        f"{found.default_tau_mean:.3f}",
        "" if depth is None else f"{depth:.1f}",
        f"{found.fit_seconds + found.predict_seconds:.2f}",
    ]
