"""Every picture of the folder ``figures``: boards to print, the rules, positions, and a whole game.

The positions are the ends of real games, given by their seed and by your picks.
"""

from __future__ import annotations

from collections.abc import Iterator
from os import PathLike
from pathlib import Path

from ..files import replace_file
from ..game import Line
from ..spiral import Deal, Move, State, deal, redeal
from . import connections, printed, sheet, spiral, strip
from .scene import Scene
from .svg import render

SAMPLE = State.parse(
    "ooxoooxooooxxo...oooxxxx.xo.xoo.oooo. "
    "8dJsTs7s9h9dQhKs/Jc8c7h9cJdAcJhQc/KcAsQdAhTdTc7d9s/KhKdQs7cAdTh8h8s me standard"
)
"""A position with every property that the article says its own sample has; found by search, not the original."""

FORK_GAME = 137, "ab ab bc ac ad ab bc bc ac ab ad"
BRIDGE_GAME = 22, "ab ad ad ac ad ac ab cd ab"
CENTRE_GAME = 116, "ab ab ab bc ad ac bc ab ab bc bc ac ab"
"""Seed and your picks. In game 116 nobody has won when only the centre is vacant."""


def played(seed: int, picks: str) -> Line[State, Move | Deal]:
    """The game ``seed`` with these picks of yours, and all that follows from them.

    >>> print(played(*CENTRE_GAME).state.outcome)
    win: fork by me
    """
    line: Line[State, Move | Deal] = Line(deal(seed))
    mine = map(Move, picks.split())
    deals = 1
    while line.state.outcome is None:
        if line.state.deal_due:
            deals += 1
            line.play(redeal(seed, deals))
        else:
            line.play(next(mine) if line.state.turn == "me" else line.state.moves()[0])
    return line


def _end(game: tuple[int, str]) -> Scene:
    """The end of a game, with its last piece ringed and the way it slid."""
    line = played(*game)
    move = line.moves[-1]
    assert isinstance(move, Move)
    last = (line.states[-2].placement(move),)
    return spiral.scene(line.state, last=last, slides=last)


def pictures() -> dict[str, Scene]:
    """The pictures for the screen, by the names of their files.

    >>> sorted(pictures())[:4]
    ['bridge', 'centre', 'connections', 'film']
    """
    game = played(*CENTRE_GAME)
    return {
        "fork": _end(FORK_GAME),
        "bridge": _end(BRIDGE_GAME),
        "centre": strip.scene(game, skip=len(strip.rounds(game)) - 2, scale=1),
        "film": strip.scene(game),
        "connections": connections.scene(SAMPLE),
        "sample": spiral.scene(SAMPLE),
        "sample_board": spiral.scene(SAMPLE, groups=True, columns=False),
        "sample_layout": spiral.cards_scene(SAMPLE),
    }


def pages() -> dict[str, Scene]:
    """The pages to print, by the names of their files."""
    found = {}
    for paper in printed.PAPERS:
        for design in printed.DESIGNS:
            found[f"board_{design}_{paper}"] = printed.board(design, paper)
        found[f"rules_{paper}"] = sheet.sheet(paper)
    return found


def files() -> Iterator[tuple[str, str | bytes]]:
    """Name and content of every file; the PDFs need matplotlib."""
    for name, scene in pictures().items():
        yield f"{name}.svg", render(scene)
    for name, scene in pages().items():
        if name.startswith("board"):
            yield f"{name}.svg", printed.svg(scene)
        yield f"{name}.pdf", printed.pdf(scene)


def write(folder: str | PathLike[str]) -> list[Path]:
    """Write every file into the folder, which is made if it is not there; gives the paths.

    Raises OSError if something cannot be written, and ImportError without matplotlib; then nothing is written.
    """
    contents = list(files())
    Path(folder).mkdir(parents=True, exist_ok=True)
    paths = []
    for name, content in contents:
        paths.append(Path(folder) / name)
        replace_file(paths[-1], content)
    return paths
