"""What the commands share: the group they belong to, what they take, and how they refuse it."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from ..cards import TextError
from ..files import decoded
from ..spider import ms_deal
from ..spiral import VARIANTS, State, Variant
from .kinds import GAMES, SPIDER, kind_of, kind_of_text

LAST_SEED = 2**64 - 1
INSTALL = "pip install -e '.[lab]' in the folder of spiralkit"


class Refused(click.ClickException):
    """Input that the command cannot take; the message says what, where and why."""


class Whole(click.IntRange):
    """A whole number in a range, under a name that people use."""

    name = "whole number"


def known(name: str) -> str:
    """The name of a game that can be played; raises Refused if it is none."""
    if name not in GAMES:
        raise Refused(f"unknown game {name!r}; the games are {', '.join(GAMES)}")
    return name


def _variant(_context: click.Context, _option: click.Parameter, name: str) -> Variant:
    return Variant.parse(name)


def position_of(words: Sequence[str]) -> State:
    """The position of Spiral in the words of the command line, in a file or on standard input; raises Refused."""
    position = any_position_of(words)
    if not isinstance(position, State):
        raise Refused(f"position: this command is for positions of spiral, not of {kind_of(position).name}")
    return position


def any_position_of(words: Sequence[str]) -> Any:
    """The position of whichever game, in the words, in a file of this name, or on standard input for ``-``."""
    text, where = " ".join(words), "position"
    if text == "-" or (len(words) == 1 and _names_a_file(text)):
        text, where = read_text(text), "standard input" if text == "-" else text
    try:
        return kind_of_text(text).parse(text)
    except TextError as error:
        raise Refused(f"{where}: {error}") from None


def _names_a_file(word: str) -> bool:
    """Whether it is the name of a file or folder, or can be meant as one: it ends like ``game.txt``."""
    return os.path.exists(word) or bool(re.search(r"^[^\s:]+\.[a-z]{2,}$", word) and set(word) - set(".xo"))


def first_position(game: str, seed: int | None, number: int | None, variant: Variant, options: Sequence[str]) -> Any:
    """How the game of this seed, or the public deal of this number, begins; raises Refused if neither is said."""
    kind = GAMES[game]
    rules = kind.rules(game, variant, options)
    if number is None:
        if seed is None:
            raise Refused(f"{game}: a game needs --seed N{' or --ms N' * (kind is SPIDER)}")
        return kind.deal(seed, rules)
    if seed is not None:
        raise Refused(f"--ms {number}: a public deal has no --seed")
    if kind is not SPIDER:
        raise Refused(f"--ms {number}: the public deals are of spider, not of {game}")
    return ms_deal(rules, number)


def read_text(path: str) -> str:
    """The text of a file, or of standard input for ``-``; raises Refused if it cannot be read or is not text."""
    where = "standard input" if path == "-" else path
    try:
        if path != "-":
            return decoded(Path(path).read_bytes())
        return decoded(sys.stdin.buffer.read()) if sys.stdin else ""
    except UnicodeDecodeError as error:
        raise Refused(f"{where}: not a text: byte {error.start + 1} is not UTF-8") from None
    except OSError as error:
        raise Refused(f"{where}: cannot be read: {error.strerror or error}") from None


game_argument = click.argument("game", callback=lambda _context, _option, name: known(name))
position_argument = click.argument(
    "position", nargs=-1, required=True, callback=lambda _context, _option, words: position_of(words)
)
seed_option = click.option(
    "--seed", type=Whole(0, LAST_SEED), required=True, metavar="N", help="Which game: 0, 1, 2, ..."
)
ms_option = click.option(
    *("--ms", "number"), type=Whole(0, 2**31 - 1), metavar="N", help="Which of the public numbered deals of Spider."
)
variant_option = click.option(
    *("--variant", "variant"),
    default="standard",
    show_default=True,
    metavar="V",
    callback=_variant,
    help=f"Rules of Spiral: {', '.join(map(str, VARIANTS))}.",
)
rule_option = click.option(
    *("--rule", "rule"),
    multiple=True,
    metavar="NAME=VALUE",
    help="A rule of conversion or of a Spider game: ace=high, jokers=4 (see deal --help). Repeatable.",
)
json_option = click.option("--json", "as_json", is_flag=True, help="One JSON value a line, for programs.")


@click.group(invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="spiralkit", message="spiralkit %(version)s")
@click.pass_context
def cli(context: click.Context) -> None:
    """Spiral, a solitaire connection game against Dr. Brooks, and its relations.

    \b
    Open the notebooks:             spiralkit lab
    Deal game number 7 and look:    spiralkit deal spiral --seed 7 | spiralkit show -
    Play a hundred games:           spiralkit play spiral --seed 1 --policy greedy --games 100

    A POSITION is one line of four fields, best in quotes: the board from 77 to the centre (. vacant, x yours, o Dr.
    Brooks's), the columns a to d split by / with the card that can be taken last, whose turn it is, and the variant.
    A single - reads it from standard input, the name of a file from that file. The positions of the other games, of
    several lines for the Spider games, are read in the same way, as deal prints them.

    Each command has its own --help with examples.
    """
    if context.invoked_subcommand is None:
        click.echo(context.get_help())
