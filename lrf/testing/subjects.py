"""The component under test, and how a broken law is told."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Generic, NoReturn, TypeVar

import attrs
import numpy as np

from lrf.components import Array, Component, Kernel, ParameterValue
from lrf.config import choose, component_of
from lrf.errors import ComponentError
from lrf.handover import RECORDS, answer_of
from lrf.plan import Part

__all__ = ["Subject", "as_subject", "call_plainly", "close", "shown"]

Record = TypeVar("Record", bound=Component)

LARGEST_ERROR = 1e-6


@attrs.frozen
class Subject(Generic[Record]):
    """A component under test.

    Parameters
    ----------
    kind : str
        Such as "criterion".
    record : Component
        The component.
    parameters : dict
        The values of all of its parameters.
    """

    kind: str
    record: Record
    parameters: dict[str, ParameterValue]

    def fail(self, complaint: str) -> NoReturn:
        """Say what is wrong with the component."""
        raise AssertionError(f"{self.kind} {self.record.name!r}: {complaint}")

    def expect(self, holds: object, complaint: str) -> None:
        """Say what is wrong with the component, unless the law holds."""
        if not holds:
            self.fail(complaint)

    def answer(self, function: Callable[..., Any], *given: Any) -> Array:
        """Return the numbers that one of the component's functions answers."""
        try:
            answer: Array = answer_of(self.kind, self.record, function, *given, **self.parameters)
        except ComponentError as error:
            raise AssertionError(str(error)) from error
        return answer

    def numbers(self) -> Array:
        """Return the values of the parameters as kernels find them."""
        return Part(self.record, self.parameters).numbers()


def as_subject(
    kind: str, component: object, parameters: Mapping[str, ParameterValue] | None
) -> Subject[Any]:
    """Return the component that an author means, with a sound record.

    Parameters
    ----------
    kind : str
        What it should be.
    component : Component or str
        A record, or the name of a component that is installed.
    parameters : mapping, optional
        Values that differ from the defaults.

    Raises
    ------
    ComponentError
        If it is of another kind, or nobody provides it.
    ConfigError
        If a parameter does not exist, or its value, also a default one, is not allowed.
    AssertionError
        If its summary is none.
    """
    wanted = RECORDS[kind]
    if not isinstance(component, wanted | str):
        raise ComponentError(
            f"give a {wanted.__name__} record or the name of an installed {kind}, "
            f"not an object of type {type(component).__name__}"
        )
    choice = choose(kind, kind.partition(" ")[0], {"name": component, **(parameters or {})})
    subject = Subject(kind, component_of(kind, choice), choice.parameters)
    summary = subject.record.summary
    subject.expect(
        summary.strip() and "\n" not in summary,
        f"its summary must be one line that says what it is, not {summary!r}",
    )
    return subject


def call_plainly(kernel: Kernel, *arguments: Any, params: Array) -> Any:
    """Call a kernel's Python function, which may have left out the last argument, params."""
    code = kernel.function.__code__
    if code.co_argcount > len(arguments):
        return kernel.function(*arguments, params)
    return kernel.function(*arguments)


def close(found: Any, expected: Any, largest_error: float = LARGEST_ERROR) -> bool:
    """Whether numbers are the same up to rounding, which some measures do on purpose."""
    return np.allclose(found, expected, rtol=largest_error, atol=largest_error, equal_nan=True)


def shown(numbers: Any) -> str:
    """Return a ranking, or other numbers, as a message shows them."""
    return "(" + ", ".join(f"{number:.6g}" for number in np.ravel(numbers)) + ")"
