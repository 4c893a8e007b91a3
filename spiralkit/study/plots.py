"""Plots of the tables, drawn from what stands in them and nothing else, as matplotlib figures (never pyplot)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from io import BytesIO, StringIO
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

FATES = (
    ("won", "a line that wins found", "#6FB1DD", ""),
    ("lost", "proved lost", "#B8B8B8", ""),
    ("unknown", "unknown within the positions allowed", "#FFFFFF", "///"),
)
"""What became of a deal in a thoughtful study, in words, colour, hatching."""

MARKS = {"random": ("#BBBBBB", "s"), "greedy": (ME, "o"), "advisor": (HERS, "D")}
"""Colour and mark of each honest player."""

HONEST = (
    ("honest_share", "honest_low", "honest_high"),
    ("honest_off", "honest_off_low", "honest_off_high"),
)
"""The columns of each panel: the middle and the ends of its interval."""

LARGE = 12
"""Size of letters that are read from afar, on wide plots."""

ROW, APART = 0.26, 0.11
"""Inches of a row on wide plots, and from one player's mark to the next within a row."""

CRISP = 2
"""Pixels of a picture in a notebook for each one it is wide on the page."""

GREYS = ("#222222", "#777777", "#C8C8C8", "#F2F2F2")


def figure(table: Table) -> Figure | None:
    """The plot of a table, by its name; None if there is none, or nothing in the table."""
    draw = _PLOTS.get(table.name)
    if draw is None or not table.rows:
        return None
    found = draw(table)
    notes = [f"{key}: {table.notes[key]}" for key in ("command", "date", "stopped") if key in table.notes]
    note = "\n".join([notes[0], "   ".join(notes[1:])]) if notes else ""
    found.supxlabel(note, fontsize=9, color="#555555")
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


@cache
def _shown() -> type[Figure]:
    """Figures that a notebook shows as one picture, whether or not ``%matplotlib inline`` is on."""
    from matplotlib.figure import Figure

    class Shown(Figure):
        def _repr_png_(self) -> tuple[bytes, dict[str, int]]:
            picture = BytesIO()
            self.savefig(picture, format="png", dpi=CRISP * self.dpi)
            width, height = (int(self.dpi * inches) for inches in self.get_size_inches())
            return picture.getvalue(), {"width": width, "height": height}

    return Shown


def _figure(rows: float, wide: float = 8.0) -> Figure:
    return _shown()(figsize=(wide, rows), layout="constrained")


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
    axes.errorbar(middle, places, xerr=_arms(middle, low, high), fmt="o", color=ME, ecolor=INK, capsize=4, markersize=7)
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
            axes.errorbar(told, won, yerr=_arms(won, low, high), fmt="o", color=ME, ecolor=INK, capsize=3)
            for x, a, row in zip(told, low, rows, strict=True):
                axes.annotate(
                    str(row["games"]), (x, a), (0, -9), textcoords="offset points", ha="center", fontsize=7, color=INK
                )
            axes.set_xlim(-0.04, 1.04)
            axes.set_ylim(-0.1, 1.04)
    return found


def _thoughtful(table: Table) -> Figure:
    """Left what became of the deals, the interval at the end of the won ones; right the positions it took."""
    from matplotlib.ticker import LogLocator, NullFormatter

    rows, places = table.rows, range(len(table.rows))
    found = _figure(2.2 + ROW * len(rows), 11)
    one, two = found.subplots(1, 2, sharey=True, width_ratios=(3, 2))
    for place, row in enumerate(rows):
        deals = float(row["deals"] or 0)
        bars = [
            (words, 100 * float(row[f"thoughtful_{kind}"] or 0) / deals, colour, hatch)
            for kind, words, colour, hatch in FATES
        ]
        _stacked(one, place, bars)
    won, low, high = (
        [100 * number for number in _numbers(rows, f"thoughtful_{key}")] for key in ("share", "low", "high")
    )
    one.errorbar(won, places, xerr=_arms(won, low, high), fmt="none", ecolor=INK, elinewidth=2, capsize=4)
    one.set_xlim(0, 101)
    one.set_title("Thoughtful: per cent of deals", loc="left", pad=10, fontsize=LARGE + 1)
    nodes, low, high = (_numbers(rows, key) for key in ("nodes_median", "nodes_median_low", "nodes_median_high"))
    style = {"color": ME, "ecolor": INK, "capsize": 4, "markersize": 7}
    two.errorbar(nodes, places, xerr=_arms(nodes, low, high), fmt="o", label="median with interval", **style)
    most = _numbers(rows, "nodes_p95")
    two.plot(most, places, "|", color=INK, markersize=12, markeredgewidth=2, label="95 of 100 deals need no more")
    two.set_xscale("log")
    two.xaxis.set_major_locator(LogLocator(subs=(1.0, 3.0) if max(most) < 100 * min(nodes) else (1.0,)))
    two.xaxis.set_major_formatter(lambda number, _: f"{number / 1000:g} k" if number >= 1000 else f"{number:g}")
    two.xaxis.set_minor_formatter(NullFormatter())
    two.set_title("positions looked at", loc="left", pad=10, fontsize=LARGE + 1)
    once = {
        label: handle for axes in (one, two) for handle, label in zip(*axes.get_legend_handles_labels(), strict=True)
    }
    found.legend(once.values(), once.keys(), loc="outside upper left", ncols=3, frameon=False, fontsize=LARGE)
    _rows_named((one, two), [_changed(row) for row in rows])
    return found


def _honest(table: Table) -> Figure:
    """Left the games won, right the share of the cards that left; each player has a colour and a mark."""
    keys = list(dict.fromkeys(map(_changed, table.rows)))
    players = [name for name in MARKS if table.where(player=name)]
    tall = max(ROW, APART * (len(players) + 0.6))
    found = _figure(2.2 + tall * len(keys), 11)
    panels = found.subplots(1, 2, sharey=True)
    for axes, names, title in zip(panels, HONEST, ("Honest: per cent of games won", "of cards off, mean"), strict=True):
        for number, player in enumerate(players):
            rows = table.where(player=player)
            middle, low, high = ([100 * share for share in _numbers(rows, name)] for name in names)
            at = [keys.index(_changed(row)) + APART / tall * (number - (len(players) - 1) / 2) for row in rows]
            colour, mark = MARKS[player]
            style = {"color": colour, "ecolor": INK, "markeredgecolor": INK, "capsize": 3, "markersize": 6}
            axes.errorbar(middle, at, xerr=_arms(middle, low, high), fmt=mark, label=player, **style)
        most = max(10, *(100 * high for high in _numbers(table.rows, names[2])))
        axes.set_xlim(-0.02 * most, 1.02 * most)
        axes.set_title(title, loc="left", pad=10, fontsize=LARGE + 1)
    handles, labels = panels[0].get_legend_handles_labels()
    found.legend(handles, labels, loc="outside upper left", ncols=3, frameon=False, fontsize=LARGE)
    _rows_named(panels, keys)
    return found


def _arms(middle: Sequence[float], low: Sequence[float], high: Sequence[float]) -> list[list[float]]:
    return [
        [max(0.0, m - a) for m, a in zip(middle, low, strict=True)],
        [max(0.0, b - m) for m, b in zip(middle, high, strict=True)],
    ]


def _changed(row: Row) -> tuple[str, str]:
    """What was changed for a row, and to what."""
    if "on_fool" in row:
        return "cards on the Fool", str(row["on_fool"])
    return str(row["changed"]), str(row["value"])


def _rows_named(panels: Sequence[Any], keys: Sequence[tuple[str, str]]) -> None:
    """Names of the rows, the first on top, numbers above and below, a line where something else is changed."""
    names = [value if changed == "game" else f"{changed}: {value}" for changed, value in keys]
    panels[0].set_yticks(range(len(keys)), names, fontsize=LARGE)
    panels[0].set_ylim(len(keys) - 0.5, -0.5)
    for axes in panels:
        axes.tick_params(axis="x", labelsize=LARGE - 1, top=True, labeltop=True)
        axes.grid(axis="x", color="#DDDDDD")
        axes.set_axisbelow(True)
        axes.spines["right"].set_visible(False)
        for place in range(1, len(keys)):
            if keys[place][0] != keys[place - 1][0]:
                axes.axhline(place - 0.5, color="#999999", linewidth=0.8)


_PLOTS: dict[str, Callable[[Table], Figure]] = {
    "players": _players,
    "differences": _differences,
    "endings": _endings,
    "variants": _variants,
    "residuals": _residuals,
    "calibration": _calibration,
    **dict.fromkeys(
        [f"spider_{name}_thoughtful" for name in ("games", "small", "whole", "rules", "fool")], _thoughtful
    ),
    **dict.fromkeys([f"spider_{name}_honest" for name in ("games", "small", "rules", "fool")], _honest),
}
