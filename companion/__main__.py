"""The `companion` command: each subcommand lives in its own module and is imported only when it is called."""

import os
import sys
from contextlib import suppress
from importlib import import_module
from typing import Any, Final

import click

# Our matrices are tiny: on two cores OpenBLAS's threads cost far more than they save. It reads this when numpy loads.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

COMMANDS: Final = ("bench", "demo", "doctor", "print", "read", "referee", "score", "serve", "simulate", "teach")


class LazyGroup(click.Group):
    """A group whose subcommands are the `command` objects of `companion.commands.<name>`."""

    def main(self, *args: Any, **kwargs: Any) -> Any:  # noqa: ANN401 (as click's own)
        """Run the command; a full disk or the like is one sentence and exit code 1."""
        try:
            return super().main(*args, **kwargs)
        except OSError as error:
            _let_go_of_output()
            click.echo(f"The result could not be written ({error.strerror}): make room, then try again.", err=True)
            sys.exit(1)

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of all subcommands, sorted."""
        del ctx
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return the subcommand called `cmd_name`; None if there is none."""
        del ctx
        if cmd_name not in COMMANDS:
            return None
        module = import_module(f"companion.commands.{cmd_name}")
        command: click.Command = module.command
        return command


def _let_go_of_output() -> None:
    """Drop what could not be written: if it failed again as Python ends, the exit code would be Python's."""
    with suppress(OSError, ValueError):  # a test's output is no file
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="table-companion", prog_name="companion")
def main() -> None:
    """Read real dice and tiles from above, referee the game and keep the score."""


if __name__ == "__main__":
    main()
