"""Records: what cannot be one, and that they can be pickled with their kernels."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import pytest

from lrf.components import Kernel
from lrf.config import with_settings
from lrf.plugin import Criterion, Parameter, gain
from lrf.registry import get_registry


@gain
def no_gain(left: Any, right: Any, whole: Any) -> float:
    return 0.0


PLAIN = Criterion(name="plain", summary="for tests", gain=no_gain, correlation=None)


def with_parameters(*names: str) -> Criterion:
    parameters = [Parameter(name, 1.0) for name in names]
    return Criterion(name="plain", summary="for tests", gain=no_gain, parameters=parameters)


def test_kernel_is_called_like_its_function() -> None:
    assert no_gain(1, 2, 3) == 0.0


def test_record_is_the_same_after_copy_and_pickle() -> None:
    for twin in (copy.copy(PLAIN), copy.deepcopy(PLAIN), pickle.loads(pickle.dumps(PLAIN))):
        assert twin == PLAIN
        assert twin.gain.function is no_gain.function


@pytest.mark.parametrize("kind", ["criterion", "stopping rule", "correlation", "aggregator"])
def test_every_component_of_the_package_can_be_pickled(kind: str) -> None:
    entries = [entry for entry in get_registry().entries(kind) if entry.provider.startswith("lrf ")]
    assert entries
    for entry in entries:
        assert pickle.loads(pickle.dumps(entry.component)) == entry.component


def test_kernel_that_its_module_does_not_keep_cannot_be_pickled() -> None:
    hidden = Kernel(lambda left, right, whole: 0.0, "gain")
    assert copy.copy(hidden) == hidden
    with pytest.raises((pickle.PicklingError, AttributeError)):
        pickle.dumps(hidden)


@pytest.mark.parametrize("name", ["", "two words", "tab\t", "a,b", "a=b", "a/b", "[a]", "-a", 3])
def test_names_that_no_component_can_have(name: object) -> None:
    with pytest.raises(ValueError) as caught:
        Criterion(name=name, summary="for tests", gain=no_gain)  # type: ignore[arg-type]
    assert str(caught.value) == (
        "name must be a word of letters, digits, hyphens, underscores, dots and plus signs, "
        f"not {name!r}"
    )


@pytest.mark.parametrize("name", ["true", "auto", "nan", "1", "1e5", "0x1f", "2020-01-31"])
def test_names_that_a_configuration_reads_otherwise(name: str) -> None:
    with pytest.raises(ValueError) as caught:
        Criterion(name=name, summary="for tests", gain=no_gain)
    assert str(caught.value) == (
        f"name must not be {name!r}, which means something else in a configuration"
    )


@pytest.mark.parametrize("name", ["a", "3d", "2nd-try", "Kendall", "größe", "tau_b", "v1.2+x"])
def test_names_that_a_component_may_have(name: str) -> None:
    assert Criterion(name=name, summary="for tests", gain=no_gain).name == name
    assert with_settings({}, [f"criterion={name}"]) == {"criterion": name}


@pytest.mark.parametrize("name", ["name", "correlation", "two words", "a__b", "1st", ""])
def test_names_that_no_parameter_can_have(name: str) -> None:
    with pytest.raises(ValueError) as caught:
        with_parameters(name)
    assert str(caught.value) == (
        f"{name!r} cannot be a parameter's name: it must be an identifier without '__', and not "
        "'name' or 'correlation'"
    )


def test_two_parameters_of_one_name() -> None:
    with pytest.raises(ValueError) as caught:
        with_parameters("p", "q", "p")
    assert str(caught.value) == "there are two parameters 'p'"
