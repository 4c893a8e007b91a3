"""The ``spiralkit`` command: notebooks, deals, pictures, whole games, records and speeds from the shell.

Whatever is wrong with the input gets one line on standard error, ``spiralkit: what, where, why``, and exit status 2.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Sequence
from io import BytesIO
from pathlib import Path

import click

from . import answers, record
from . import conversion as converting
from . import spiral as rules
from .cards import TextError
from .files import replace_file
from .game import MoveError
from .lookahead import POLICIES, Advisor, play_game, wilson
from .lookahead import conversion as conversion_players
from .lookahead.values import EFFORTS
from .spiral import State, Variant

GAMES = (
    *("spiral", "spider", "spider_open", "myrmex", "wizards_tower"),
    *("sparrow", "starfish", "chinese_spider", "conversion"),
)
AVAILABLE = ("spiral", "conversion")
LAST_SEED = 2**64 - 1
INSTALL = "pip install -e '.[lab]' in the folder of spiralkit"
ALL_POLICIES = tuple(dict.fromkeys((*POLICIES, *conversion_players.POLICIES)))


class Refused(click.ClickException):
    """Input that the command cannot take; the message says what, where and why."""


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


# What the commands take.


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


@cli.command()
@click.option("--port", type=Whole(1, 65535), metavar="N", help="Where JupyterLab listens; else the next free.")
@click.option("--no-browser", is_flag=True, help="Do not open a browser; open the address that is printed.")
@click.option(
    *("--dir", "folder"),
    default=lambda: str(Path.home() / "spiralkit-notebooks"),
    metavar="DIR",
    show_default="spiralkit-notebooks in your home folder",
    help="The working folder.",
)
def lab(port: int | None, no_browser: bool, folder: str) -> None:
    """Open the notebooks in JupyterLab.

    They are copied to a working folder, where you may change them as you like: what you changed is never overwritten.
    Stop JupyterLab with Ctrl-C.

    \b
    spiralkit lab
    spiralkit lab --no-browser --port 8890 --dir workshop
    """
    from . import lab as notebooks

    missing = notebooks.missing()
    if missing:
        raise Refused(f"lab needs {', '.join(missing)}: {INSTALL}")
    if port is not None and (reason := notebooks.port_refusal(port)):
        raise Refused(f"port {port}: {reason}; another --port, or none, may do")
    try:
        source = notebooks.shipped()
        kept = notebooks.copy(source, Path(folder))
    except OSError as error:
        raise Refused(f"{error.filename or folder}: {error.strerror or error}") from None
    for name in kept:
        click.echo(f"kept {Path(folder) / name}, which you changed (rename it to get a fresh copy)")
    click.echo(f"The notebooks are in {folder}. Stop JupyterLab with Ctrl-C.")
    notebooks.start(Path(folder), port=port, browser=not no_browser)


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
    from .draw import conversion as square
    from .draw import spiral as drawing

    ending = Path(output).suffix.lower()
    if ending == ".txt":
        return f"{position}\n"
    if ending == ".svg":
        return drawing.svg(position) if isinstance(position, State) else square.svg(position)
    if ending not in (".png", ".pdf"):
        raise Refused(f"{output}: the name of a picture ends in .svg, .png or .pdf")
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
@click.option("-o", "--output", "folder", default="figures", show_default=True, metavar="DIR", help="Where to.")
def figures(folder: str) -> None:
    """Write every picture of the folder figures.

    Boards to print and the rules on one page (PDF at true size, for A4 and Letter), a fork, a bridge, a whole game.

    \b
    spiralkit figures
    spiralkit figures -o pictures
    """
    from .draw.figures import write

    try:
        paths = write(folder)
    except ImportError as error:
        raise Refused(f"figures needs {error.name or 'matplotlib'}: pip install 'spiralkit[lab]'") from None
    except OSError as error:
        raise Refused(f"{error.filename or folder}: cannot be written: {error.strerror or error}") from None
    for path in paths:
        click.echo(path)


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
    places are yours when the spiralling is done.

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
        _play_conversion(range(seed, seed + games), policy, by, as_json)
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


def _play_conversion(seeds: range, policy: str, by: converting.Rules, as_json: bool) -> None:
    endings = []
    for seed in seeds:
        line = conversion_players.play_game(seed, conversion_players.POLICIES[policy], by)
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
@json_option
def look(position: State, as_json: bool) -> None:
    """Every move with its verdict, proved, and the reason in words.

    A win (+) is forced before the next deal, a loss (-) cannot be avoided, the rest is open (?). The line gives the
    columns for both sides: for a win the shortest, for a loss the one that holds out longest. With --json the value
    is the chance of winning, null where the move is open.

    \b
    spiralkit deal spiral --seed 7 | spiralkit look -
    spiralkit deal spiral --seed 7 | spiralkit look - --json
    """
    try:
        seen = answers.looked(position)
    except ValueError as error:
        raise Refused(f"position: {error}") from None
    click.echo(json.dumps(answers.look_json(*seen)) if as_json else answers.look_text(*seen))


@cli.command()
@click.argument("what", nargs=-1, required=True, metavar="GAME | POSITION")
@click.option("--seed", type=Whole(0, LAST_SEED), metavar="N", help="Which game, if a GAME is named.")
@click.option("--variant", metavar="V", help="Rules of Spiral, if a GAME is named: no-shuffle, for one.")
@click.option("--seconds", type=click.FloatRange(0, min_open=True), metavar="S", help="Give up after this time.")
@click.option("--nodes", type=Whole(0), metavar="N", help="Give up after trying so many picks; this can be repeated.")
@json_option
def solve(
    what: tuple[str, ...],
    seed: int | None,
    variant: str | None,
    seconds: float | None,
    nodes: int | None,
    as_json: bool,
) -> None:
    """A win in the fewest moves, a proof that there is none, or unknown.

    In a no-shuffle game the answer is complete. In other games a win must come before the next deal.

    \b
    spiralkit solve spiral --seed 7 --variant no-shuffle
    spiralkit deal spiral --seed 7 --variant no-shuffle | spiralkit solve - --nodes 100000 --json
    """
    if what[0] in GAMES:
        if known(" ".join(what)) != "spiral":
            raise Refused(f"solve: not available yet for {what[0]}; there is spiral")
        if seed is None:
            raise Refused("solve: a game needs --seed N")
        position = rules.deal(seed, Variant.parse(variant or "standard"))
    elif seed is not None or variant is not None:
        raise Refused(f"solve: --seed and --variant go with a game ({', '.join(GAMES)}), not with a position")
    else:
        position = position_of(what)
    try:
        found, took = answers.solved(position, nodes, seconds)
    except ValueError as error:
        raise Refused(f"position: {error}") from None
    if as_json:
        click.echo(json.dumps(answers.solve_json(position, seed, found, took)))
    else:
        click.echo(answers.solve_text(position, found, took))


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


@cli.command()
@json_option
def bench(as_json: bool) -> None:
    """Measure speeds on this machine.

    Takes about ten seconds.

    \b
    spiralkit bench
    spiralkit bench --json
    """
    from .bench import MEANINGS, measure

    found = measure()
    if as_json:
        click.echo(json.dumps(found))
        return
    for key, value in found.items():
        click.echo(f"{key:>20} {'-' if value is None else f'{value:.4g}':>10}  {MEANINGS[key]}")
