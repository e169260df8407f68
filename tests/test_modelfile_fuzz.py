"""Mutated model files are refused, or are models that predict; none does anything else."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.model_mutations import contents, try_out


@pytest.mark.parametrize("first", range(0, 400, 100))
def test_mutated_files_are_refused_or_harmless(tmp_path: Path, first: int) -> None:
    outcomes = [try_out(tmp_path / "model", number) for number in range(first, first + 100)]
    assert outcomes.count("refused") >= 40
    assert outcomes.count("loaded") >= 5


def test_every_truncation_is_refused(tmp_path: Path) -> None:
    import lrf
    from lrf.errors import DataError

    path = tmp_path / "model"
    content = contents()[3]
    for length in range(0, len(content), 7):
        path.write_bytes(content[:length])
        with pytest.raises(DataError) as caught:
            lrf.load(path)
        assert str(caught.value).startswith(f"{path}: ")
