"""The review of a game in pictures: the curve of its values, and one page to take home, on A4 or Letter paper.

Nothing but the paper lies within 8 mm of the page's rim, and nothing is told by colour alone, so grey print will do.
"""

from __future__ import annotations

from io import BytesIO
from textwrap import wrap
from typing import TYPE_CHECKING, Any

from . import printed, spiral
from .printed import LEFT, MM, RIGHT, words
from .scene import FONT, Scene, Shape

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from ..lookahead.review import Review
    from ..lookahead.values import Value

ME, INK, GREY = "#0072B2", "#222222", "#777777"
ACROSS = 138.0
"""Width of the picture of a position, in mm."""
BESIDE = LEFT + ACROSS + 3
"""Where the words beside it begin, in mm."""
BOARD_TOP, CURVE_TOP, CURVE_HIGH, LIST_TOP, FOOT = 24.0, 96.0, 62.0, 166.0, 268.0
"""Where the parts of the page begin, and how high the curve is with what is written at its axes, in mm."""
LINE = 4.3
"""Height of a line of the list, in mm."""
ROWS = 7
"""Moves in a column of the list; you have 13 at most."""
HALF, TABS = 93.0, (0.0, 6.0, 16.0, 48.0, 80.0)
"""How far the second column is from the first, and where in a column its words begin, in mm."""
WRAP = 108
"""Letters in a line of the reasons."""


def curve(review: Review, *, ax: Axes | None = None, size: float = 10.0) -> Figure:
    """Your chance before and after each move, as a matplotlib figure or on the given axes; ``size`` is that of type.

    Squares are proved, dots estimated, with their intervals. A full line is what a move of yours did, a dotted
    one what a new deal did. Moves that are flagged have a cross and their columns.

    >>> from spiralkit.draw.figures import FORK_GAME, played
    >>> from spiralkit.lookahead.review import review
    >>> print(curve(review(played(*FORK_GAME), "quick")))
    Figure(960x400)
    """
    from matplotlib.figure import Figure

    if ax is None:
        ax = Figure(figsize=(9.6, 4.0), layout="constrained").add_subplot()
    font: dict[str, Any] = {"fontfamily": FONT, "fontsize": size}
    numbers = {each.number: each for each in review.moments}
    for number, each in numbers.items():
        following = numbers.get(number + 1)
        follows = following is not None and following.deal == each.deal
        x, y = (number, number + (1 if follows else 0.6)), (100 * each.before.share, 100 * each.after.share)
        ax.plot(x, y, "-", color=ME, linewidth=2.2, zorder=2)
        _point(ax, x[0], each.before)
        if not follows:
            _point(ax, x[1], each.after)
        if following is not None and not follows:
            ax.plot((x[1], number + 1), (y[1], 100 * following.before.share), ":", color=GREY, linewidth=1.8, zorder=1)
            ax.axvline(number + 0.8, color="#BBBBBB", linewidth=0.8, zorder=0)
            ax.text(number + 0.84, 110, f"deal {following.deal}", va="center", color=GREY, **font)
        if each.thrown:
            middle = sum(x) / 2, sum(y) / 2
            ax.plot(*middle, "X", color=INK, markersize=size, markeredgecolor="white", zorder=4)
            # the line falls from the left to the right: above it there is room on the right
            ax.annotate(
                str(each.move), middle, (0.7 * size, 0.3 * size), textcoords="offset points", weight="bold",
                color=INK, zorder=5, **font,
            )  # fmt: skip
    ax.set(xlim=(0.5, review.picks + 1), ylim=(-4, 116))
    ax.set_xticks(range(1, review.picks + 1), list(map(str, range(1, review.picks + 1))), **font)
    ax.set_yticks(range(0, 101, 25), ["lost 0", "25", "50", "75", "won 100"], **font)
    ax.set_xlabel("your move", **font)
    ax.set_ylabel("chance of winning, %", **font)
    ax.grid(axis="y", color="#DDDDDD")
    ax.set_axisbelow(True)
    ax.spines[["top", "right"]].set_visible(False)
    return ax.figure.figure


def _point(ax: Axes, x: float, value: Value) -> None:
    """A value: a square if it is proved, else a dot with its interval."""
    share = 100 * value.share
    if not value.deals:
        ax.plot(x, share, "s", color=ME, markersize=7, markeredgecolor=INK, zorder=3, clip_on=False)
        return
    arms = [[max(0.0, share - 100 * value.low)], [max(0.0, 100 * value.high - share)]]
    ax.errorbar(
        x, share, yerr=arms, fmt="o", color="white", markersize=6, markeredgecolor=ME, markeredgewidth=1.8,
        ecolor=INK, elinewidth=1, capsize=3, zorder=3, clip_on=False,
    )  # fmt: skip


def page(review: Review, *, paper: str = "a4", note: str = "") -> tuple[Scene, Scene]:
    """The page without the curve, and the picture of the position that stands on it.

    ``note`` is what its foot says. Raises ValueError for an unknown paper or if no move has been reviewed.
    """
    if review.shown is None:
        raise ValueError("no move has been reviewed")
    moment, what = review.shown
    picture = spiral.scene(moment.state, selected=moment.best.columns, large=True)
    status = review.end.status()
    shapes: list[Shape] = [
        words(LEFT, 15, "Spiral", 24, "words-strong"),
        words(RIGHT, 13.4, f"Your game: {status}", 11, "words-strong", "end"),
        words(RIGHT, 18.4, "What each move was worth, the best play before and after it.", 9, anchor="end"),
    ]
    y = BOARD_TOP + 5
    shapes.append(words(BESIDE, y, f"Before move {moment.number}", 11, "words-strong"))
    y += 7
    beside = [what + ".", f"The best: {moment.best}, its cards marked."]
    beside.append(f"Played: {moment.move}, which left {moment.row[3]}." if moment.better else "It was played.")
    for text in beside:
        for part in wrap(text, 22):
            shapes.append(words(BESIDE, y, part, 9))
            y += LINE
        y += 2
    shapes += [
        words(LEFT, CURVE_TOP, "The curve of the game", 11, "words-strong"),
        words(
            RIGHT, CURVE_TOP, "squares proved, dots estimated; dotted: a new deal; cross: given away", 8, anchor="end"
        ),
        *_list(review),
        words(LEFT, FOOT, note, 8),
        words(
            RIGHT,
            FOOT,
            "Looked won: over 75 % at the lower end of the interval (95 %). Made with spiralkit.",
            8,
            anchor="end",
        ),
    ]
    return printed.page(paper, tuple(shapes), f"Spiral: review, {status}", str(review)), picture


def _list(review: Review) -> list[Shape]:
    """All moves in two columns, and below what was better than those that are flagged: the dearest if room is short."""
    shapes: list[Shape] = [words(LEFT, LIST_TOP, "Your moves", 11, "words-strong")]
    y = LIST_TOP + 6
    heads = "no", "move", "before", "after", "best"
    for place, each in enumerate(review.moments):
        left, row = LEFT + place // ROWS * HALF, y + (place % ROWS + 1) * LINE
        role = "words-strong" if each.thrown else "words"
        if not place % ROWS:
            shapes += [words(left + x, y, head, 8) for x, head in zip(TABS, heads, strict=True)]
        shapes += [words(left + x, row, text, 8, role) for x, text in zip(TABS, each.row, strict=True) if text]
    y += (min(ROWS, len(review.moments)) + 1) * LINE + 4
    shapes.append(
        words(
            LEFT, y, "Given away" if review.thrown else "No move gave away 10 % or more for sure.", 11, "words-strong"
        )
    )
    y += 6
    told_of = {each.number: wrap(each.why, WRAP) for each in review.thrown}
    kept: list[int] = []
    room = int((FOOT - 5 - y) / LINE)
    for each in sorted(review.thrown, key=lambda each: -each.cost):
        if len(told_of[each.number]) <= room:
            room -= len(told_of[each.number])
            kept.append(each.number)
    for number in sorted(kept):
        shapes.append(words(LEFT, y, str(number), 8, "words-strong"))
        for text in told_of[number]:
            shapes.append(words(LEFT + TABS[1], y, text, 8))
            y += LINE
    return shapes


def pdf(review: Review, *, paper: str = "a4", note: str = "") -> bytes:
    """The page as a PDF at true size, its fonts embedded (Type 42); the same review gives the same bytes.

    Raises ValueError as ``page`` does, and ImportError without matplotlib.
    """
    from matplotlib import rc_context

    from . import mpl

    data = BytesIO()
    scene, picture = page(review, paper=paper, note=note)
    # no date and no version in the file: it changes only when the review does
    nothing = dict.fromkeys(("Creator", "Producer", "CreationDate"))
    with rc_context({"pdf.fonttype": 42, "pdf.compression": 9}):
        shown = mpl.figure(scene)
        width, height = scene.width / MM, scene.height / MM
        left, top = (width - printed.WIDE) / 2, (height - printed.HIGH) / 2

        def place(x: float, y: float, wide: float, high: float) -> Axes:
            """Axes at a place of the page, in mm."""
            return shown.add_axes(((left + x) / width, (height - top - y - high) / height, wide / width, high / height))

        mpl.draw(picture, place(LEFT, BOARD_TOP, ACROSS, ACROSS * picture.height / picture.width))
        # room at the axes for what is written there
        curve(review, ax=place(LEFT + 19, CURVE_TOP + 4, RIGHT - LEFT - 19, CURVE_HIGH - 16), size=8)
        shown.savefig(data, format="pdf", facecolor="none", metadata={**nothing, "Title": scene.title})
    return data.getvalue()
