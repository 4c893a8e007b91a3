"""Looking ahead on the command line: look, solve, exercises, study."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import click

from .. import answers
from .. import study as studies
from ..files import replace_file
from ..lookahead import move_values
from ..spider import State as SpiderState
from ..spiral import State, Variant
from .common import (
    INSTALL,
    LAST_SEED,
    Refused,
    Whole,
    any_position_of,
    cli,
    first_position,
    json_option,
    known,
    ms_option,
    position_argument,
    rule_option,
)
from .kinds import GAMES, SPIDER, SPIRAL, kind_of


@cli.command()
@position_argument
@click.option("--proofs", is_flag=True, help="Only what is proved: at once, without values of the open moves.")
@json_option
def look(position: State, proofs: bool, as_json: bool) -> None:
    """Every move with its verdict, proved, and the reason in words.

    A win (+) is forced before the next deal, a loss (-) cannot be avoided, the rest is open (?). The line gives the
    columns for both sides: for a win the shortest, for a loss the one on which the proof of it takes longest. With
    --json the value is the chance of winning under good play; of an open move it is counted from sampled deals, which
    takes some seconds early in a game, and has a 95 % interval.

    \b
    spiralkit deal spiral --seed 7 | spiralkit look -
    spiralkit deal spiral --seed 7 | spiralkit look - --json
    """
    try:
        seen, seconds = answers.looked(position)
    except ValueError as error:
        raise Refused(f"position: {error}") from None
    values = {} if proofs else move_values(position, seen)
    if as_json:
        click.echo(json.dumps(answers.look_json(seen, seconds, values)))
    else:
        click.echo(answers.look_text(seen, seconds, values))


@cli.command()
@click.argument("what", nargs=-1, required=True, metavar="GAME | POSITION")
@click.option("--seed", type=Whole(0, LAST_SEED), metavar="N", help="Which game, if a GAME is named.")
@ms_option
@click.option("--variant", metavar="V", help="Rules of Spiral, if a GAME is named: no-shuffle, for one.")
@rule_option
@click.option("--seconds", type=click.FloatRange(0, min_open=True), metavar="S", help="Give up after this time.")
@click.option("--nodes", type=Whole(0), metavar="N", help="Give up after trying so many; this can be repeated.")
@json_option
def solve(
    what: tuple[str, ...],
    seed: int | None,
    number: int | None,
    variant: str | None,
    rule: tuple[str, ...],
    seconds: float | None,
    nodes: int | None,
    as_json: bool,
) -> None:
    """A line that wins, a proof that there is none, or unknown.

    For Spiral the win has the fewest moves. In a no-shuffle game the answer is complete. In other games a win must
    come before the next deal.

    The Spider games are solved thoughtfully: with every card known, also those that lie face down and in the stock.

    \b
    spiralkit solve spiral --seed 7 --variant no-shuffle
    spiralkit deal spiral --seed 7 --variant no-shuffle | spiralkit solve - --nodes 100000 --json
    spiralkit solve myrmex --seed 1 --nodes 2000 --rule removal=auto
    spiralkit deal spider --ms 1 | spiralkit solve - --seconds 1 --json
    """
    if seconds is not None and seconds != seconds:
        raise Refused("--seconds nan: not a number of seconds")
    if what[0] in GAMES:
        game = known(" ".join(what))
        position = first_position(game, seed, number, Variant.parse(variant or "standard"), rule)
    elif seed is not None or number is not None or variant is not None or rule:
        raise Refused(f"solve: --seed, --ms, --variant and --rule go with a game ({', '.join(GAMES)})")
    else:
        position = any_position_of(what)
    kind = kind_of(position)
    if kind is SPIRAL:
        told = _solve_spiral(position, seed, seconds, nodes, as_json)
    elif kind is SPIDER:
        told = _solve_spider(position, seed, number, seconds, nodes, as_json)
    else:
        raise Refused(f"solve: not available yet for {kind.name}; there are spiral and the Spider games")
    click.echo(told)


def _solve_spiral(position: State, seed: int | None, seconds: float | None, nodes: int | None, as_json: bool) -> str:
    try:
        found, took = answers.solved(position, nodes, seconds)
    except ValueError as error:
        raise Refused(f"position: {error}") from None
    if as_json:
        return json.dumps(answers.solve_json(position, seed, found, took))
    return answers.solve_text(position, found, took)


def _solve_spider(
    position: SpiderState, seed: int | None, number: int | None, seconds: float | None, nodes: int | None, as_json: bool
) -> str:
    from ..lookahead import spider_solver

    found = spider_solver.solve(position, nodes=nodes, seconds=seconds)
    if as_json:
        return json.dumps(answers.spider_solve_json(position, seed, number, found))
    return answers.spider_solve_text(found)


@cli.command()
@click.option("--count", type=Whole(1), default=6, show_default=True, metavar="K", help="How many, easy ones first.")
@click.option("--seed", type=Whole(0, LAST_SEED), required=True, metavar="N", help="Which exercises: 0, 1, 2, ...")
@click.option("--grade", type=Whole(1, 5), metavar="G", help="Only of this grade, 1 (easy) to 5 (hard).")
@click.option("-o", "--output", metavar="FILE", help="The worksheet, a .pdf.")
@click.option("--paper", type=click.Choice(["a4", "letter"]), default="a4", show_default=True, help="The paper.")
@json_option
def exercises(count: int, seed: int, grade: int | None, output: str | None, paper: str, as_json: bool) -> None:
    """Endgames to solve: one move wins by force, every other loses.

    They are found by playing and searching; the same seed gives the same ones. The worksheet has three a page, and the
    answers with reasons at the end. With --json each line is an exercise with its solution and the game it is from.

    \b
    spiralkit exercises --count 12 --seed 7 -o worksheet.pdf
    spiralkit exercises --count 12 --seed 7 --paper letter -o worksheet.pdf --json > exercises.jsonl
    """
    from ..draw import worksheet
    from ..lookahead.exercises import exercises as find

    if output is None and not as_json:
        raise Refused("exercises: say where the worksheet goes with -o FILE.pdf, or ask for --json")
    if output is not None and Path(output).suffix.lower() != ".pdf":
        raise Refused(f"{output}: the name of a worksheet ends in .pdf")
    found = find(count, seed, grade=grade)
    if output is not None:
        which = f"Seed {seed}{f', grade {grade}' if grade else ''}"
        note = f"{which}: the same seed gives the same exercises. Made with spiralkit."
        try:
            replace_file(output, worksheet.pdf(found, paper=paper, note=note))
        except ImportError as error:
            raise Refused(f"{output}: a worksheet needs {error.name or 'matplotlib'}: {INSTALL}") from None
        except OSError as error:
            raise Refused(f"{output}: cannot be written: {error.strerror or error}") from None
        if not as_json:
            click.echo(output)
    if as_json:
        for number, one in enumerate(found, 1):
            click.echo(json.dumps(answers.exercise_json(one, seed, number)))


@cli.command()
@click.argument("name", metavar="NAME")
@click.option("--games", type=Whole(1), metavar="K", help="Games of each player; else as many as the study says.")
@click.option(
    "--seed", type=Whole(0, LAST_SEED), default=studies.SEED, show_default=True, metavar="N", help="The first seed."
)
@click.option("--player", "players", multiple=True, metavar="P", help="Who plays, if not all. Repeatable.")
@click.option("--workers", type=Whole(1), default=1, show_default=True, metavar="W", help="Processes at a time.")
@click.option("--cluster", metavar="ADDRESS", help="A dask scheduler, tcp://HOST:8786; its workers are used.")
@click.option("-o", "--output", "folder", metavar="DIR", help="Write the tables as CSV, and plots of them, there.")
@json_option
def study(
    name: str,
    games: int | None,
    seed: int,
    players: tuple[str, ...],
    workers: int,
    cluster: str | None,
    folder: str | None,
    as_json: bool,
) -> int:
    """Tables with intervals, from many games.

    \b
    players      who wins how many of the same deals, by how much more, and how the games end
    endings      how games end: by whose fork or bridge, in which deal, with how many pieces
    variants     each variant against the standard game, the same player on the same deals
    residuals    what each player leaves to chance after the second deal
    calibration  whether boards are won as often as the chances told for them
    census       deals without shuffling, each solved

    \b
    The Spider games, by the solver that knows every card and by players who see their view only:
    spider_games_thoughtful, spider_games_honest    the seven games
    spider_small_thoughtful, spider_small_honest    one size changed at a time, small decks searched to the end
    spider_whole_thoughtful                         the same in open Spider
    spider_rules_thoughtful, spider_rules_honest    Jokers, stack limit, weave cell, face-down cards, removal
    spider_fool_thoughtful, spider_fool_honest      Wizard's Tower, by how deep the Fool lies
    spider_public_thoughtful                        public Spider deals, --seed being the number of the first

    The players are random, greedy, lookahead, advisor and advisor-high. The numbers do not depend on how many
    processes work. Ctrl-C ends a study early: the games that are done are kept and the tables say so.

    \b
    spiralkit study players --games 100
    spiralkit study census --games 1000 --workers 2 --json
    spiralkit study players --player greedy --games 500 -o results
    """
    if seed + (games or 1) - 1 > LAST_SEED:
        raise Refused(f"--games {games}: the last seed is above {LAST_SEED}")
    if folder:
        try:
            Path(folder).mkdir(exist_ok=True)
        except OSError as error:
            raise Refused(f"{folder}: {error.strerror or error}") from None
    say = studies.Progress()
    try:
        found = studies.run(name, games, seed, workers, cluster, players, say)
    except ValueError as error:
        raise Refused(f"study: {error}") from None
    except ImportError as error:
        raise Refused(f"study: {error.name} is missing: {INSTALL.replace('lab', 'cluster')}") from None
    except OSError as error:
        raise Refused(f"--cluster {cluster}: {error}") from None
    say.end()
    for table in found.tables:
        if as_json:
            for row in table.rows:
                click.echo(json.dumps({"study": name, "table": table.name, **row}))
        else:
            click.echo(f"{table.name}\n{table}\n")
    if found.stopped:
        click.echo(f"stopped after {found.done} of {found.asked} games, which are kept", err=True)
    if folder:
        _save(found.tables, Path(folder))
    return 130 if found.stopped else 0


def _save(tables: Sequence[studies.Table], folder: Path) -> None:
    """Write each table, and its plot where there is one."""
    from ..study import plots

    try:
        for table in tables:
            table.save(folder / f"{table.name}.csv")
            picture = plots.svg(table)
            if picture:
                replace_file(folder / f"{table.name}.svg", picture)
    except OSError as error:
        raise Refused(f"{error.filename or folder}: cannot be written: {error.strerror or error}") from None
    except ImportError as error:
        click.echo(f"spiralkit: no plots: they need {error.name}: {INSTALL}", err=True)
