"""What the commands share: the group they belong to, what they take, and how they refuse it."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

import click

from .. import conversion as converting
from .. import spiral as rules
from ..cards import TextError
from ..spiral import State, Variant

GAMES = (
    *("spiral", "spider", "spider_open", "myrmex", "wizards_tower"),
    *("sparrow", "starfish", "chinese_spider", "conversion"),
)
AVAILABLE = ("spiral", "conversion")
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
    if name not in AVAILABLE:
        raise Refused(f"{name}: not available yet; there are {' and '.join(AVAILABLE)}")
    return name


def _variant(_context: click.Context, _option: click.Parameter, name: str) -> Variant:
    return Variant.parse(name)


def rules_of(game: str, variant: Variant, options: Sequence[str]) -> Variant | converting.Rules:
    """What a game is played by; raises Refused for options of another game."""
    if game == "conversion":
        if variant != rules.STANDARD:
            raise Refused(f"--variant {variant}: conversion has none; it has --rule NAME=VALUE")
        return converting.Rules.parse("+".join(options) or "standard")
    if options:
        raise Refused(f"--rule {options[0]}: {game} has no such rules; it has --variant")
    return variant


def position_of(words: Sequence[str]) -> State:
    """The position of Spiral in the words of the command line, or on standard input for ``-``; raises Refused."""
    position = any_position_of(words)
    if not isinstance(position, State):
        raise Refused("position: this command is for positions of spiral, not of conversion")
    return position


def any_position_of(words: Sequence[str]) -> State | converting.State:
    """The position of whichever game, told apart by the sixteen piles of a square; raises Refused."""
    text, where = " ".join(words), "position"
    if text == "-":
        text, where = read_text("-"), "standard input"
    try:
        square = text.split()[:1] and text.split()[0].count("/") == 15
        return converting.State.parse(text) if square else State.parse(text)
    except TextError as error:
        raise Refused(f"{where}: {error}") from None


def read_text(path: str) -> str:
    """The text of a file, or of standard input for ``-``; raises Refused if it cannot be read or is not text."""
    where = "standard input" if path == "-" else path
    try:
        if path != "-":
            return Path(path).read_bytes().decode("utf-8-sig")
        return sys.stdin.buffer.read().decode("utf-8-sig") if sys.stdin else ""
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
variant_option = click.option(
    *("--variant", "variant"),
    default="standard",
    show_default=True,
    metavar="V",
    callback=_variant,
    help=f"Rules of Spiral: {', '.join(map(str, rules.VARIANTS))}.",
)
rule_option = click.option(
    *("--rule", "rule"),
    multiple=True,
    metavar="NAME=VALUE",
    help="A rule of conversion: ace=high or ace=wrap, exhausted=lose. Repeatable.",
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
    A single - reads it from standard input.

    Each command has its own --help with examples.
    """
    if context.invoked_subcommand is None:
        click.echo(context.get_help())
