"""Games on the command line: deal, show, play, replay, perft."""

from __future__ import annotations

import json
from io import BytesIO
from pathlib import Path

import click

from .. import answers, record
from .. import conversion as converting
from .. import spiral as rules
from ..cards import TextError
from ..files import replace_file
from ..game import MoveError
from ..lookahead import POLICIES, Advisor, play_game, wilson
from ..lookahead import conversion as conversion_players
from ..lookahead.values import EFFORTS
from ..spiral import State, Variant
from .common import (
    INSTALL,
    LAST_SEED,
    Refused,
    Whole,
    any_position_of,
    cli,
    game_argument,
    json_option,
    position_argument,
    read_text,
    rule_option,
    rules_of,
    seed_option,
    variant_option,
)

ALL_POLICIES = tuple(dict.fromkeys((*POLICIES, *conversion_players.POLICIES)))


@cli.command()
@game_argument
@seed_option
@variant_option
@rule_option
def deal(game: str, seed: int, variant: Variant, rule: tuple[str, ...]) -> None:
    """Print the first position of a game.

    The same seed gives the same cards, everywhere and always.

    \b
    spiralkit deal spiral --seed 7
    spiralkit deal spiral --seed 7 --variant one-column
    spiralkit deal conversion --seed 7 --rule ace=high
    """
    by = rules_of(game, variant, rule)
    click.echo((rules.deal(seed, by) if isinstance(by, Variant) else converting.deal(seed, by)).text)


@cli.command()
@click.argument("position", nargs=-1, required=True, callback=lambda _context, _option, words: any_position_of(words))
@click.option(
    "-o", "--output", metavar="FILE", help="Write a picture: .svg, .png or .pdf by its ending (.txt: the text)."
)
def show(position: State | converting.State, output: str | None) -> None:
    """Show a position, as text or as a picture.

    \b
    spiralkit deal spiral --seed 7 | spiralkit show -
    spiralkit deal spiral --seed 7 | spiralkit show - -o seven.svg
    """
    if output is None:
        click.echo(str(position))
        return
    picture = _picture(position, output)
    try:
        replace_file(output, picture)
    except OSError as error:
        raise Refused(f"{output}: cannot be written: {error.strerror or error}") from None


def _picture(position: State | converting.State, output: str) -> str | bytes:
    from ..draw import conversion as square
    from ..draw import spiral as drawing

    ending = Path(output).suffix.lower()
    if ending == ".txt":
        return f"{position}\n"
    if ending == ".svg":
        return drawing.svg(position) if isinstance(position, State) else square.svg(position)
    if ending not in (".png", ".pdf"):
        raise Refused(f"{output}: the name of a picture ends in .svg, .png or .pdf, that of a text in .txt")
    try:
        figure = drawing.figure(position) if isinstance(position, State) else square.figure(position)
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

    \b
    spiralkit play spiral --seed 1 --policy advisor --effort high
    spiralkit play spiral --seed 1 --policy random --games 1000 --json > games.jsonl
    spiralkit play conversion --seed 1 --policy sweep --games 100 --rule ace=wrap
    """
    by = rules_of(game, variant, rule)
    if policy not in (POLICIES if isinstance(by, Variant) else conversion_players.POLICIES):
        raise Refused(f"--policy {policy}: {game} has no such player")
    if seed + games - 1 > LAST_SEED:
        raise Refused(f"--games {games}: the last seed is {seed + games - 1}, above {LAST_SEED}")
    if not isinstance(by, Variant):
        _play_conversion(range(seed, seed + games), policy, effort, by, as_json)
        return
    wins = 0
    player = Advisor(effort) if policy == "advisor" else POLICIES[policy]
    for number in range(seed, seed + games):
        line = play_game(number, player, variant)
        wins += line.state.outcome is not None and line.state.outcome.winner == "me"
        if as_json:
            click.echo(json.dumps({"game": game, "seed": number, "policy": policy, "rules": {}, **answers.story(line)}))
        else:
            click.echo(f"seed {number}: {answers.summary(line)}")
    if not as_json:
        click.echo(f"{policy}, {variant}: {wins} of {games} won, {_share(wins, games)}")


def _share(wins: int, games: int) -> str:
    low, high = wilson(wins, games)
    return f"{100 * wins / games:.2f} % (95 % interval {100 * low:.2f} to {100 * high:.2f} %)"


def _play_conversion(seeds: range, policy: str, effort: str, by: converting.Rules, as_json: bool) -> None:
    players = conversion_players.POLICIES | {"advisor": conversion_players.Advisor(effort)}
    endings = []
    for seed in seeds:
        line = conversion_players.play_game(seed, players[policy], by)
        ending = line.state.outcome
        endings.append(ending)
        if as_json:
            click.echo(json.dumps(converting.to_json(line, seed=seed, policy=policy)))
        else:
            click.echo(f"seed {seed}: {answers.conversion_summary(line)}")
    if not as_json:
        won = [ending.points for ending in endings if ending and ending.winner == "me"]
        bad = sum(ending is not None and ending.result == "catastrophe" for ending in endings)
        points = f", {sum(won) / len(won):.1f} points each" if won else ""
        told = f"{len(won)} of {len(seeds)} won{points}, {bad} catastrophes; won {_share(len(won), len(seeds))}"
        click.echo(f"{policy}, {by}: {told}")


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
    if isinstance(found.line.start, converting.State):
        start, story = found.line.start, converting.to_json(found.line)
        told = {"start": start.text} | {name: value for name, value in story.items() if name not in ("seed", "policy")}
        click.echo(json.dumps(told) if as_json else f"{start.rules}: {answers.conversion_summary(found.line)}")
    elif as_json:
        click.echo(json.dumps({"game": "spiral", "start": found.line.start.text, **answers.story(found.line)}))
    else:
        click.echo(f"{found.line.start.variant}: {answers.summary(found.line)}")


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
    click.echo(rules.perft(position, depth))
