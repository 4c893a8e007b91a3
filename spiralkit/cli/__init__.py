"""The ``spiralkit`` command: notebooks, deals, pictures, whole games, records and speeds from the shell.

Whatever is wrong with the input gets one line on standard error, ``spiralkit: what, where, why``, and exit status 2.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

import click

from ..cards import TextError
from ..game import MoveError
from . import ahead, games, project
from .common import cli

__all__ = ["ahead", "cli", "games", "main", "project"]


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command and leave with its exit status: 0, 2 for anything wrong with the input, 130 if interrupted."""
    try:
        status: int = cli.main(arguments, prog_name="spiralkit", standalone_mode=False) or 0
        if sys.stdout is not None:
            sys.stdout.flush()
    except click.exceptions.Abort:
        status = 130
    except click.UsageError as error:
        where = f"{error.ctx.info_name}: " if error.ctx and error.ctx.parent else ""
        help_of = error.ctx.command_path if error.ctx else "spiralkit"
        status = _say(f"{where}{error.format_message().rstrip('.')} (see '{help_of} --help')")
    except click.ClickException as error:
        status = _say(error.format_message())
    except (TextError, MoveError) as error:
        status = _say(str(error))
    except BrokenPipeError:
        status = _drop_output(1)
    except OSError as error:  # files are caught where they are read and written
        status = _drop_output(_say(f"{error.filename or 'standard output'}: {error.strerror or error}"))
    sys.exit(status)


def _say(message: str) -> int:
    """One line on standard error, whatever the message holds; gives the exit status."""
    line = " ".join("".join(mark if mark.isprintable() else " " for mark in message).split())
    click.echo(f"spiralkit: {line if len(line) <= 400 else line[:397] + '...'}", err=True)
    return 2


def _drop_output(status: int) -> int:
    """Let what is still to be printed vanish, so that Python has nothing to say of it when it ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    return status
