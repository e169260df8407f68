"""The commands together, and what they have in common: one line for whatever goes wrong."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Callable, Sequence
from typing import Annotated, Any, NoReturn, cast

import typer
from typer.core import TyperGroup

from lrf import __version__
from lrf.cli.aggregate import aggregate
from lrf.cli.components import components
from lrf.cli.datasets import datasets
from lrf.cli.evaluate import evaluate
from lrf.cli.explain import explain
from lrf.cli.export import export
from lrf.cli.fit import fit
from lrf.cli.interrupts import INTERRUPTED, end_promptly
from lrf.cli.new_plugin import new_plugin
from lrf.cli.predict import predict
from lrf.cli.show import show
from lrf.cli.study import study
from lrf.errors import LrfError

__all__ = ["app", "main"]

BAD_INPUT = 2

# Typer does not export what its errors about options and arguments have in common, and it moves.
UsageError = cast(
    type[Exception],
    next(base for base in typer.BadParameter.__mro__ if base.__name__ == "ClickException"),
)


class OneLineErrors(TyperGroup):
    """Commands that answer bad input with one line and exit code 2, without a traceback."""

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        windows_expand_args: bool = True,
        **extra: Any,
    ) -> Any:
        """Run a command, and exit unless `standalone_mode` is False."""
        try:
            answer = super().main(
                args, prog_name, complete_var, False, windows_expand_args, **extra
            )
        except UsageError as error:
            answer = _complain(_about_usage(error))
        except (LrfError, OSError) as error:
            answer = _complain(_in_one_line(error))
        except (KeyboardInterrupt, typer.Abort):
            answer = INTERRUPTED
        if standalone_mode:
            sys.exit(answer if isinstance(answer, int) else 0)
        return answer


def _complain(message: str) -> int:
    typer.echo(f"lrf: {message}", err=True)
    return BAD_INPUT


def _in_one_line(error: Exception) -> str:
    if isinstance(error, OSError) and error.filename is not None:
        return f"{error.filename}: {error.strerror}"
    return " ".join(str(error).split())


def _about_usage(error: Any) -> str:
    context = getattr(error, "ctx", None)
    command = context.command_path if context else "lrf"
    return f"{' '.join(error.format_message().split())} (see {command} --help)"


def _show_warning(message: Warning | str, *rest: Any, **more: Any) -> None:
    typer.echo(f"lrf: warning: {' '.join(str(message).split())}", err=True)


app = typer.Typer(
    name="lrf",
    cls=OneLineErrors,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"lrf {__version__}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def start(
    context: typer.Context,
    version: Annotated[
        bool,
        typer.Option(
            "--version", callback=_print_version, is_eager=True, help="Show the version and stop."
        ),
    ] = False,
) -> None:
    """Label ranking trees and forests."""
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


def _help(command: Callable[..., None]) -> str:
    """Return a command's docstring, each paragraph in one line that Rich can wrap."""
    paragraphs = (command.__doc__ or "").split("\n\n")
    return "\n\n".join(" ".join(paragraph.split()) for paragraph in paragraphs)


COMMANDS = (
    evaluate,
    study,
    fit,
    predict,
    show,
    explain,
    export,
    aggregate,
    components,
    datasets,
    new_plugin,
)

for _command in COMMANDS:
    app.command(help=_help(_command))(_command)


def main() -> NoReturn:
    """Run the command line and exit."""
    warnings.showwarning = _show_warning
    end_promptly()
    app(prog_name="lrf")
    raise AssertionError("a command ends by exiting")
