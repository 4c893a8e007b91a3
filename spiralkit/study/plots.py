"""Plots of the tables, drawn from what stands in them and nothing else, as matplotlib figures (never pyplot)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from io import StringIO
from typing import TYPE_CHECKING, Any

from .games import PLAYERS
from .table import Row, Table

if TYPE_CHECKING:
    from matplotlib.figure import Figure

ME, HERS, INK = "#0072B2", "#E69F00", "#222222"

ENDS = (
    ("me", "fork", "your fork", ME, ""),
    ("me", "bridge", "your bridge (lost)", "#A9D3EC", "///"),
    ("brooks", "bridge", "her bridge", HERS, ""),
    ("brooks", "fork", "her fork", "#F6DC9C", "\\\\"),
)
"""By whom, what, in words, colour, hatching."""

GREYS = ("#222222", "#777777", "#C8C8C8", "#F2F2F2")


def figure(table: Table) -> Figure | None:
    """The plot of a table, by its name; None if there is none, or nothing in the table."""
    draw = _PLOTS.get(table.name)
    if draw is None or not table.rows:
        return None
    found = draw(table)
    notes = [f"{key}: {table.notes[key]}" for key in ("command", "date", "stopped") if key in table.notes]
    note = "\n".join([notes[0], "   ".join(notes[1:])]) if notes else ""
    found.supxlabel(note, fontsize=7, color="#555555")
    return found


def svg(table: Table) -> str | None:
    """The plot as an SVG text, the same for the same table; None as for ``figure``."""
    found = figure(table)
    if found is None:
        return None
    from matplotlib import rc_context

    text = StringIO()
    with rc_context({"svg.hashsalt": table.name, "svg.fonttype": "none"}):
        found.savefig(text, format="svg", metadata={"Date": None})
    return "\n".join(line.rstrip() for line in text.getvalue().splitlines()) + "\n"


def _figure(rows: float, wide: float = 8.0) -> Figure:
    from matplotlib.figure import Figure

    return Figure(figsize=(wide, rows), layout="constrained")


def _numbers(rows: Sequence[Row], name: str) -> list[float]:
    return [float(row[name] or 0) for row in rows]


def _intervals(
    table: Table, names: Sequence[str], keys: tuple[str, str, str], title: str, scale: float = 100, form: str = ".2f"
) -> tuple[Figure, Any]:
    """A point with its interval for each row, the first on top, and the numbers beside it."""
    rows = table.rows
    middle, low, high = ([scale * number for number in _numbers(rows, key)] for key in keys)
    found = _figure(1.3 + 0.42 * len(rows))
    axes = found.add_subplot()
    places = range(len(rows))
    arms = [[m - a for m, a in zip(middle, low, strict=True)], [b - m for m, b in zip(middle, high, strict=True)]]
    arms = [[max(0.0, arm) for arm in side] for side in arms]
    axes.errorbar(middle, places, xerr=arms, fmt="o", color=ME, ecolor=INK, capsize=4, markersize=7)
    axes.set_yticks(places, names)
    axes.set_ylim(len(rows) - 0.5, -0.5)
    axes.grid(axis="x", color="#DDDDDD")
    axes.set_axisbelow(True)
    axes.set_title(title, loc="left", fontsize=11)
    beside = axes.secondary_yaxis("right")
    beside.set_yticks(
        places,
        [
            f"{m:{form}}  ({a:{form}} to {b:{form}})  of {int(row['games'] or 0):,}"
            for m, a, b, row in zip(middle, low, high, rows, strict=True)
        ],
    )
    beside.tick_params(length=0)
    for side in ("top", "right", "left"):
        axes.spines[side].set_visible(False)
        beside.spines[side].set_visible(False)
    return found, axes


def _players(table: Table) -> Figure:
    names = [str(row["player"]) for row in table.rows]
    found, axes = _intervals(table, names, ("share", "low", "high"), "Games won, per cent, with 95 % intervals")
    axes.set_xlim(-2, 102)
    return found


def _differences(table: Table) -> Figure:
    names = [f"{row['player']} more than {row['than']}" for row in table.rows]
    title = "More won of the same deals, per cent of them"
    found, axes = _intervals(table, names, ("difference", "low", "high"), title)
    axes.axvline(0, color=INK, linewidth=0.8)
    return found


def _variants(table: Table) -> Figure:
    names = [f"{row['player']}, {row['variant']}" for row in table.rows]
    found, axes = _intervals(table, names, ("share", "low", "high"), "Games won, per cent, with 95 % intervals")
    axes.set_xlim(-2, 102)
    players = [row["player"] for row in table.rows]
    for place in range(1, len(players)):
        if players[place] != players[place - 1]:
            axes.axhline(place - 0.5, color="#BBBBBB", linewidth=0.8)
    return found


def _residuals(table: Table) -> Figure:
    names = [str(row["player"]) for row in table.rows]
    title = "Chance of losing left after the second deal, mean with 95 % interval"
    found, axes = _intervals(table, names, ("residual", "low", "high"), title, 1, ".2g")
    axes.set_xscale("symlog", linthresh=1e-4, linscale=0.5)
    axes.set_xlim(0, 1)
    return found


def _endings(table: Table) -> Figure:
    players = [name for name in PLAYERS if table.where(player=name)]
    found = _figure(2.2 + 0.5 * len(players), 9.5)
    one, two = found.subplots(1, 2, sharey=True)
    for axes in (one, two):
        axes.set_xlim(0, 100)
        axes.set_xlabel("per cent of games")
    for place, player in enumerate(players):
        rows = table.where(player=player)
        bars: list[tuple[str, float, str, str]] = []
        for by, how, words, colour, hatch in ENDS:
            wanted = [row for row in rows if row["by"] == by and row["how"] == how]
            bars.append((words, 100 * sum(_numbers(wanted, "share")), colour, hatch))
        _stacked(one, place, bars)
        last = len(GREYS)
        bars = []
        for number in range(1, last + 1):
            wanted = [row for row in rows if min(last, int(row["deals"] or 0)) == number]
            words = f"deal {number}" if number < last else f"deal {last} or later"
            bars.append((words, 100 * sum(_numbers(wanted, "share")), GREYS[number - 1], ""))
        _stacked(two, place, bars)
    one.set_yticks(range(len(players)), players)
    one.invert_yaxis()
    one.set_title("What ends the game", loc="left", fontsize=11)
    two.set_title("In which deal it ends", loc="left", fontsize=11)
    for axes in (one, two):
        handles, labels = axes.get_legend_handles_labels()
        once = dict(zip(labels, handles, strict=True))
        axes.legend(once.values(), once.keys(), loc="upper center", bbox_to_anchor=(0.5, -0.28), ncols=2, frameon=False)
    return found


def _stacked(axes: Any, place: int, bars: Sequence[tuple[str, float, str, str]]) -> None:
    left = 0.0
    for words, width, colour, hatch in bars:
        axes.barh(
            place, width, left=left, color=colour, hatch=hatch, edgecolor=INK, linewidth=0.6, label=words, height=0.6
        )
        left += width


def _calibration(table: Table) -> Figure:
    found = _figure(7.6, 7.4)
    panels = found.subplots(2, 2, sharex=True, sharey=True)
    for line, (by, words) in enumerate((("nets", "told by the nets"), ("sampled", "told by sampled deals"))):
        for column, stage in enumerate(("early", "late")):
            axes = panels[line][column]
            rows = table.where(by=by, stage=stage)
            axes.plot([0, 1], [0, 1], color="#999999", linewidth=1)
            axes.set_aspect("equal")
            axes.set_title(f"{stage} boards, {words}", fontsize=10)
            axes.grid(color="#E4E4E4")
            if line:
                axes.set_xlabel("chance told")
            if not column:
                axes.set_ylabel("share won")
            if not rows:
                continue
            told, won, low, high = (_numbers(rows, key) for key in ("told", "share", "low", "high"))
            arms = [
                [max(0.0, m - a) for m, a in zip(won, low, strict=True)],
                [max(0.0, b - m) for m, b in zip(won, high, strict=True)],
            ]
            axes.errorbar(told, won, yerr=arms, fmt="o", color=ME, ecolor=INK, capsize=3)
            for x, a, row in zip(told, low, rows, strict=True):
                axes.annotate(
                    str(row["games"]), (x, a), (0, -9), textcoords="offset points", ha="center", fontsize=7, color=INK
                )
            axes.set_xlim(-0.04, 1.04)
            axes.set_ylim(-0.1, 1.04)
    return found


_PLOTS: dict[str, Callable[[Table], Figure]] = {
    "players": _players,
    "differences": _differences,
    "endings": _endings,
    "variants": _variants,
    "residuals": _residuals,
    "calibration": _calibration,
}
