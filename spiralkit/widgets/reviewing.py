"""The review of a game beside its stepper: marks over the slider, words at each move of yours, the curve, the page."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from html import escape
from io import BytesIO
from pathlib import Path
from typing import Any

from ipywidgets import HTML, Box, Button, HBox, Image, IntSlider, Layout, Text, VBox

from ..draw import review as pictures
from ..files import replace_file
from ..game import Line
from ..lookahead.review import Moment, Review, review_steps, told
from ..lookahead.values import PROVED
from ..spiral import MY_PIECES, State
from .aside import Steps
from .game_app import PICTURE, GameApp
from .verdicts import MARKS

CURVE = (620, PICTURE[1] - 4)
"""Pixels: width and height of the curve."""

GIVEN_AWAY, DOUBTFUL, WON, BEST = MARKS["loss"], ("?", "#F0E442"), MARKS["win"], MARKS["open"]
"""Mark and colour of a move; black on each of these colours reads well."""

RIM = 8
"""Pixels between the edges of the slider and the ends of its track."""

STYLE = """<style>
.spiralkit-track { position: relative }
.spiralkit-track > .widget-slider { margin: 4px 2px 0 }
.spiralkit-track > .jupyter-button {
    position: absolute; top: 0; z-index: 1; min-width: 14px; height: 14px; margin: 0; padding: 0 1px;
    transform: translateX(-50%);
    line-height: 14px; font-size: 11px; font-weight: bold; color: #000; border-radius: 3px; box-shadow: none
}
.spiralkit-track > .jupyter-button:focus-visible { outline: 3px solid #c4007a }
</style>"""


class Reviewing:
    """The review of the game that an app shows, worked out when asked for, from the last move on.

    ``changed`` is called when there is more to show, ``go`` to show a place of the line. The review of a game is
    dropped as soon as another is shown, or the game is played on.
    """

    def __init__(self, app: GameApp, changed: Callable[[], object], go: Callable[[int], object]) -> None:
        self.review: Review | None = None
        self._app, self._changed, self._go = app, changed, go
        self._moves: tuple[object, ...] = ()
        self._work: Steps[Review] = Steps(self._take, changed, self._fail)
        self._drawn: tuple[object, ...] = ()
        self._known_file: Path | None = None
        self.button = app.button("Review", self.press)
        self.button.layout.width = "76px"
        self.next_button = app.button("Next mark", self.next)
        self.next_button.tooltip = "Go to the next move that is marked (key n)"
        self.marks = tuple(Button(layout=Layout(display="none", width="auto")) for _ in range(MY_PIECES))
        for number, mark in enumerate(self.marks):
            app.on_click(mark, partial(self._press_mark, number))
        self.curve = Image(format="png", layout=Layout(width=f"{CURVE[0]}px", height=f"{CURVE[1]}px"))
        self.file_name = Text("review.pdf", description="File", layout=Layout(width="auto"))
        self.file_name.style.description_width = "initial"
        save = app.button("Save page", lambda: self.save_file(self.file_name.value))
        save.tooltip = "One page to take home, as a PDF"
        legend = HTML("Squares are proved, dots estimated with their intervals. Dotted: a new deal. ✗: given away.")
        beside = VBox([self.file_name, save, legend], layout=Layout(width="200px"))
        self.curve_view = HBox([self.curve, beside], layout=Layout(height=f"{PICTURE[1]}px", overflow="hidden"))
        self.curve_view.layout.display = "none"

    def over(self, slider: IntSlider) -> Box:
        """The slider of the app with the marks over it."""
        box = Box([slider, *self.marks], layout=Layout(flex="1 1 0", width="auto", min_width="0", overflow="visible"))
        box.add_class("spiralkit-track")
        return box

    # The work.

    def start(self, effort: str = "normal") -> None:
        """Begin, or, where no event loop runs, do it now; raises ValueError as ``review_steps`` does."""
        line = self._app.line
        if not isinstance(line.start, State):
            raise ValueError("there is a review for games of Spiral only")
        steps = review_steps(line, effort)
        self._moves = (line.start, *line.moves)
        self.review = Review(line.states[-1], 1, (), 0.0)
        self._work.start(steps)

    def stop(self) -> None:
        """Work on it no more; what is known so far stays, and is said to be so far."""
        self._work.stop()

    def close(self) -> None:
        """Give up what is being worked out."""
        self._work.cancel()

    def _take(self, found: Review) -> None:
        self.review = found

    def _fail(self, error: Exception) -> None:
        self.review = None
        self._changed()
        self._app.show_error(error)

    # Buttons.

    def press(self) -> None:
        """Begin, or stop; when it is done show the curve, or the board again."""
        if self._work.going:
            self.stop()
        elif self.whole:
            self.show_curve(not self.showing)
        else:
            self.start()

    def next(self) -> None:
        """Go to the next move that is marked, after the last one to the first; raises ValueError if none is."""
        places = sorted(self.marked)
        if not places:
            raise ValueError("no move is marked")
        self._go(next((place for place in places if place > self._app.place), places[0]))

    def _press_mark(self, number: int) -> None:
        self._go(sorted(self.marked)[number])

    def save(self, path: str) -> None:
        """Write the page to take home to a PDF file; raises OSError if it cannot be written.

        Raises ValueError if no file is named, or one of another kind, or the review is not done.
        """
        if not path.strip():
            raise ValueError("give a file name")
        if Path(path).suffix.lower() != ".pdf":
            raise ValueError(f"{path}: the page is a PDF, so let its name end in .pdf")
        if self.review is None or self.review.partial:
            raise ValueError("the review is not done yet")
        replace_file(Path(path), pictures.pdf(self.review))
        self._known_file = Path(path).resolve()
        self._app.say(f"saved: {path}")

    def save_file(self, path: str) -> None:
        """``save``, but a file that was not saved here is written over only when asked once more."""
        full = Path(path).resolve()
        if full.suffix.lower() == ".pdf" and full.is_file() and full != self._known_file:
            self._known_file = full
            raise ValueError(f"{path} exists: press Save page once more to write over it")
        self.save(path)

    # What is known.

    @property
    def whole(self) -> bool:
        """Whether the review is done."""
        return self.review is not None and not self.review.partial

    @property
    def marked(self) -> dict[int, tuple[str, str, str]]:
        """Mark, colour and words of each move that has a mark, by the place before it."""
        found: dict[int, tuple[str, str, str]] = {}
        if self.review is None:
            return found
        for each in (*self.review.thrown, *self.review.doubtful):
            mark, colour = GIVEN_AWAY if each.thrown else DOUBTFUL
            found[each.place] = mark, colour, f"move {each.number}, {each.move}: {_word(each)}"
        if self.review.shown and (self.whole or self.review.last_won):
            each, words = self.review.shown
            mark, colour = WON if each.won else BEST
            others = found.get(each.place)
            words = f"move {each.number}: {words[0].lower()}{words[1:]}"
            found[each.place] = (
                (mark + others[0], others[1], f"{words}; {others[2]}") if others else (mark, colour, words)
            )
        return found

    def moment(self, place: int) -> Moment | None:
        """What is known of your move at this place."""
        moments = self.review.moments if self.review else ()
        return next((each for each in moments if each.place == place), None)

    def better(self, place: int) -> str:
        """The columns of the move that was better here, if the one played is marked."""
        each = self.moment(place)
        return each.best.columns if each and (each.thrown or each.doubtful) else ""

    def story(self, place: int) -> list[str]:
        """What the review says of your move at this place, a line each."""
        found, each = self.review, self.moment(place)
        if found is None or each is None:
            return []
        shown = found.shown and found.shown[0] is each and place in self.marked
        what = f"{(WON if each.won else BEST)[0]} {found.shown[1]}." if shown and found.shown else ""
        if each.thrown:
            return [f"{what} ✗ Move {each.number}, next: {_word(each)}. {each.why}".lstrip()]
        lines = [
            f"Review of move {each.number}, next: {told(each.before)} before it; {each.move} left {told(each.after)}."
        ]
        doubt = f"? Doubtful: {each.best} seemed better."
        return [what] * bool(what) + lines + [doubt] * each.doubtful

    @property
    def words(self) -> str:
        """How far the review is and what it found, in a line; empty if none was asked for."""
        found = self.review
        if found is None:
            return ""
        share = f"{min(99, int(100 * found.done))} %"
        head = "Review" if self.whole else f"Reviewing, {share}" if self._work.going else f"Review stopped at {share}"
        parts = [f"✗ {len(found.thrown)} given away", f"? {len(found.doubtful)} doubtful"]
        if found.shown and found.shown[0].place in self.marked:
            each = found.shown[0]
            parts.append(f"{(WON if each.won else BEST)[0]} {_when(found, each)} move {each.number}")
        return f"{head}: {', '.join(parts)}." if found.moments else f"{head} ..."

    def html(self) -> str:
        """The same for the line of the app."""
        live = "" if self._work.going else ' aria-live="polite"'
        words = escape(self.words)
        return f'<span{live} title="{words}">{words}</span>' if words else ""

    # What is seen.

    @property
    def showing(self) -> bool:
        """Whether the curve is shown in place of the board."""
        return self.curve_view.layout.display is None

    def show_curve(self, on: bool) -> None:
        """Show the curve in place of the board, or the board again."""
        if on:
            self._app.show_record(False)
            if self.whole:
                self._draw_curve(self._app.place)  # before it is seen
        self._view(on)
        self._changed()

    def _view(self, curve: bool) -> None:
        self._app.picture.layout.display = "none" if curve else None
        self.curve_view.layout.display = None if curve else "none"

    def show(self, line: Line[Any, Any], place: int) -> None:
        """The app shows this place of this line; the review of another line is dropped."""
        if self.review is not None and self._moves != (line.start, *line.moves):
            self._work.cancel()
            self.review = None
        if self.showing and not self.whole:
            self._view(False)
        spiral = isinstance(line.start, State)
        self.button.layout.display = None if spiral else "none"
        self.button.description = (
            "Stop" if self._work.going else "Board" if self.showing else "Curve" if self.whole else "Review"
        )
        self.button.tooltip = TOOLTIPS[self.button.description]
        marked = self.marked
        self.next_button.disabled = not marked
        self.next_button.layout.display = None if spiral and self.review else "none"
        for button, at in zip(self.marks, (*sorted(marked), *[None] * len(self.marks)), strict=False):
            button.layout.display = "none" if at is None else None
            if at is not None:
                button.description, button.style.button_color, button.tooltip = marked[at]
                button.layout.left = f"calc({RIM}px + (100% - {2 * RIM}px) * {at / len(line):.4f})"
        if self.showing:
            self._draw_curve(place)

    def _draw_curve(self, place: int) -> None:
        assert self.review is not None
        now = (self.review, place, self._app.large)
        if now == self._drawn:
            return
        self._drawn = now
        from matplotlib.figure import Figure

        shown = Figure(figsize=(CURVE[0] / 100, CURVE[1] / 100), dpi=100, layout="constrained")
        ax = shown.add_subplot()
        pictures.curve(self.review, ax=ax, size=12 if self._app.large else 10)
        here = self.moment(place)
        if here is not None:
            ax.axvline(here.number, color="#CC79A7", linewidth=7, alpha=0.4, zorder=0)
        data = BytesIO()
        shown.savefig(data, format="png")
        self.curve.value = data.getvalue()


TOOLTIPS = {
    "Review": "What each of your moves was worth, and where the game was given away; press again to stop",
    "Stop": "Stop the review; what is known so far stays",
    "Curve": "Show the curve of the game in place of the board, and save the page to take home",
    "Board": "Show the board again",
}


def _word(moment: Moment) -> str:
    """What a move that has a mark is called."""
    if not moment.thrown:
        return "doubtful"
    if not moment.won:
        return "chances given away"
    return "a likely win given away" if moment.before.deals else "a win given away"


def _when(found: Review, shown: Moment) -> str:
    """What the moment is that is to be looked at again, in three words, followed by the number of the move."""
    if not shown.won:
        return "best before"
    if found.moments[-1].after == PROVED["win"]:
        return "won from"
    return "last looked won before" if shown.before.deals else "last won before"
