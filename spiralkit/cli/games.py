"""Games on the command line: deal, show, play, replay, perft."""

from __future__ import annotations

import json
from io import BytesIO
from pathlib import Path
from typing import Any

import click

from .. import record
from .. import spiral as spiralling
from ..cards import TextError
from ..files import replace_file
from ..game import MoveError
from ..lookahead.values import EFFORTS
from ..spiral import State, Variant
from .common import (
    INSTALL,
    LAST_SEED,
    Refused,
    Whole,
    any_position_of,
    cli,
    first_position,
    game_argument,
    json_option,
    ms_option,
    position_argument,
    read_text,
    rule_option,
    seed_option,
    variant_option,
)
from .kinds import CONVERSION, GAMES, SPIDER, SPIRAL, kind_of

ALL_POLICIES = tuple(dict.fromkeys(name for kind in (SPIRAL, CONVERSION, SPIDER) for name in kind.players("normal")))


@cli.command()
@game_argument
@click.option("--seed", type=Whole(0, LAST_SEED), metavar="N", help="Which game: 0, 1, 2, ...")
@ms_option
@variant_option
@rule_option
def deal(game: str, seed: int | None, number: int | None, variant: Variant, rule: tuple[str, ...]) -> None:
    """Print the first position of a game.

    The same seed gives the same cards, everywhere and always. The rules that --rule changes, the usual value first:

    \b
    Spider games   removal=choice or auto: finished sets leave when you like, or at once
                   deal_when=any or stuck: a row is dealt when you like, or only when nothing else can be played
                   strict_fill=false or true (spider: true): no deal while a column is empty
                   open=true or false (spider: false): all cards lie face up
    myrmex         level=base, major or queen
    wizards_tower  trump_unit=higher or next, weave=false or true
    sparrow        stack_limit=3, another number from 1 to 16, or none
    starfish       jokers=6 or fewer
    conversion     ace=low, high or wrap, exhausted=rest or lose

    \b
    spiralkit deal spiral --seed 7
    spiralkit deal spiral --seed 7 --variant one-column
    spiralkit deal conversion --seed 7 --rule ace=high
    spiralkit deal myrmex --seed 7 --rule level=queen --rule removal=auto
    spiralkit deal spider --ms 14934
    """
    click.echo(first_position(game, seed, number, variant, rule).text)


@cli.command()
@click.argument("position", nargs=-1, required=True, callback=lambda _context, _option, words: any_position_of(words))
@click.option(
    "-o", "--output", metavar="FILE", help="Write a picture: .svg, .png or .pdf by its ending (.txt: the text)."
)
def show(position: Any, output: str | None) -> None:
    """Show a position, as text or as a picture.

    What lies face down is not shown.

    \b
    spiralkit deal spiral --seed 7 | spiralkit show -
    spiralkit deal spiral --seed 7 | spiralkit show - -o seven.svg
    spiralkit deal spider --seed 7 > seven.txt; spiralkit show seven.txt
    """
    if output is None:
        click.echo(str(position))
        return
    picture = _picture(position, output)
    try:
        replace_file(output, picture)
    except OSError as error:
        raise Refused(f"{output}: cannot be written: {error.strerror or error}") from None


def _picture(position: Any, output: str) -> str | bytes:
    from ..draw import conversion, spider, spiral

    drawing: Any = {"conversion": conversion, "spider": spider, "spiral": spiral}[kind_of(position).name]
    ending = Path(output).suffix.lower()
    if ending == ".txt":
        return f"{position}\n"
    if ending == ".svg":
        return str(drawing.svg(position))
    if ending not in (".png", ".pdf"):
        raise Refused(f"{output}: the name of a picture ends in .svg, .png or .pdf, that of a text in .txt")
    try:
        figure = drawing.figure(position)
    except ImportError as error:
        raise Refused(
            f"{output}: {ending} needs {error.name or 'matplotlib'}: {INSTALL} (.svg needs nothing)"
        ) from None
    data = BytesIO()
    figure.savefig(data, format=ending[1:], dpi=200, metadata={"CreationDate": None} if ending == ".pdf" else None)
    return data.getvalue()


@cli.command()
@game_argument
@seed_option
@click.option("--policy", type=click.Choice(ALL_POLICIES), required=True, help="Who chooses your moves.")
@click.option(
    "--effort", type=click.Choice(list(EFFORTS)), default="normal", show_default=True, help="How hard advisor thinks."
)
@click.option("--games", type=Whole(1), default=1, show_default=True, metavar="K", help="Seeds N to N+K-1.")
@variant_option
@rule_option
@json_option
def play(
    game: str,
    seed: int,
    policy: str,
    effort: str,
    games: int,
    variant: Variant,
    rule: tuple[str, ...],
    as_json: bool,
) -> None:
    """Play whole games.

    The policy random takes any legal move; greedy takes a fork if there is one, and else the move after which your
    fork is nearest compared with hers; lookahead searches the deal and keeps what slack it can; advisor also weighs
    the ends of the deal by sampled next deals. With --json each line is a game with every deal and every piece.

    For conversion greedy takes the move with the best square right after it, and sweep the move after which most
    places are yours when the spiralling is done; advisor plays its best choices out on sampled decks.

    For the Spider games greedy takes what most betters the layout by a fixed count, and a deal when nothing does;
    advisor searches as far as the next card turned up or dealt, and tries its best ways on samples of what is hidden.
    The players see what lies face up, never a face-down card or the stock, and do not return to a position. A game is
    stopped, neither won nor lost, after 100 moves that bring no progress, but not while advisor plays a solution.

    \b
    spiralkit play spiral --seed 1 --policy advisor --effort high
    spiralkit play spiral --seed 1 --policy random --games 1000 --json > games.jsonl
    spiralkit play conversion --seed 1 --policy sweep --games 100 --rule ace=wrap
    spiralkit play myrmex --seed 1 --policy greedy --games 10 --rule open=false --rule removal=auto
    """
    kind = GAMES[game]
    by = kind.rules(game, variant, rule)
    players = kind.players(effort)
    if policy not in players:
        raise Refused(f"--policy {policy}: {game} has no such player; it has {', '.join(players)}")
    if seed + games - 1 > LAST_SEED:
        raise Refused(f"--games {games}: the last seed is {seed + games - 1}, above {LAST_SEED}")
    endings = []
    for number in range(seed, seed + games):
        line = kind.play(number, players[policy], by)
        endings.append(line.state.outcome)
        if as_json:
            click.echo(json.dumps(kind.story(line, seed=number, policy=policy)))
        else:
            click.echo(f"seed {number}: {kind.summary(line)}")
    if not as_json:
        click.echo(f"{policy}, {by}: {kind.total(endings)}")


@cli.command()
@click.argument("file")
@json_option
def replay(file: str, as_json: bool) -> None:
    """Check the record of a game.

    Every card, reply and cell is checked; the first that is wrong is named with its line. If all is right, how the
    game ended is said. A single - reads the record from standard input.

    \b
    spiralkit replay game.txt
    spiralkit replay game.txt --json
    """
    text = read_text(file)
    try:
        found = record.read(text)
    except (TextError, MoveError) as error:
        raise Refused(f"{'standard input' if file == '-' else file}: {error}") from None
    start, kind = found.line.start, kind_of(found.line.start)
    if as_json:
        story = kind.story(found.line)
        del story["seed"], story["policy"]  # the record is checked without them
        click.echo(json.dumps({"game": story["game"], "start": start.text} | story))
    else:
        click.echo(f"{kind.rules_of(start)}: {kind.summary(found.line)}")


@cli.command()
@position_argument
@click.argument("depth", type=Whole(0))
def perft(position: State, depth: int) -> None:
    """Count the sequences of your picks.

    They are DEPTH picks long, or shorter where the game ends or a redeal is due. The number checks the rules: two
    programs that agree on it deal, slide and end games alike.

    \b
    spiralkit deal spiral --seed 7 | spiralkit perft - 5
    """
    click.echo(spiralling.perft(position, depth))
