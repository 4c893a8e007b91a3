"""The review of a finished game in the notebook: its curve, its moves, each with its board and what was better."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from html import escape
from io import BytesIO
from pathlib import Path
from time import monotonic

from ipywidgets import HTML, HBox, Image, Layout, Select, Text

from ..draw import review as pictures
from ..draw import spiral
from ..files import replace_file
from ..game import Line
from ..lookahead.review import Moment, Review, review, review_steps
from ..record import Record
from ..spiral import Deal, Move, State
from .app import App, named
from .aside import step_of
from .game_app import read

SIGN_OF_LIFE = 0.2
"""Seconds between two signs that the work goes on."""

CURVE = (828, 172)
BOARD = (574, 280)
"""Pixels: width and height of the curve, and of the board with the cards."""


class Reviewer(App):
    """A game to look back on; ``game`` is a line, a record, or the text of a record.

    The review begins at once, from the last move on, and goes on beside all else; the button stops it. Choose a move
    to see its position with the best cards marked.

    >>> from spiralkit.draw.figures import FORK_GAME, played
    >>> app = Reviewer(played(*FORK_GAME), effort="quick")
    >>> app.review.partial
    False
    >>> app.close()

    Raises TextError if a text is no record, ValueError as ``review_steps`` does or if the game is not Spiral.
    """

    _task: asyncio.Task[None] | None = None

    def __init__(
        self, game: Line[State, Move | Deal] | Record | str, *, effort: str = "normal", large: bool = False
    ) -> None:
        if isinstance(game, str):
            game = read(game)
        self.line: Line[State, Move | Deal] = game.line if isinstance(game, Record) else game
        if not isinstance(self.line.start, State):
            raise ValueError("there is a review for games of Spiral only")
        self.effort = effort
        self.review = Review(self.line.states[-1], 0, (), 0.0)
        self._drawn: tuple[object, ...] = ()
        self._setting = False
        self._chosen: int | None = None
        super().__init__(large=large)
        self.review_button = self.button("Review", self.start_or_stop)
        self.file_name = Text("review.pdf", description="File", layout=Layout(width="200px"))
        self.file_name.style.description_width = "initial"
        self.save_button = self.button("Save page", lambda: self.save(self.file_name.value))
        self.save_button.tooltip = "One page to take home, as a PDF"
        self.state_line = HTML(layout=Layout(flex="1 1 auto", margin="0 6px"))
        self.curve = Image(format="png", layout=Layout(width=f"{CURVE[0]}px", height=f"{CURVE[1]}px"))
        self.why = HTML(layout=Layout(height="44px", margin="0 4px", overflow="auto"))
        self.why.add_class("spiralkit-why")
        self.list = named(Select(layout=Layout(width="242px", height=f"{BOARD[1]}px")), "Your moves")
        self.on_value(self.list, self._choose)
        self.board = HTML(layout=Layout(width=f"{BOARD[0]}px", height=f"{BOARD[1]}px"))
        self.board.add_class("spiralkit-picture")
        controls = HBox([self.review_button, self.state_line, self.file_name, self.save_button, self.large_type])
        self.children = (*self.top, controls, self.curve, self.why, HBox([self.list, self.board]))
        self.start()

    # The work.

    def start(self) -> None:
        """Begin the review, or, where no event loop runs, do it now."""
        self._cancel()
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:  # nothing goes on beside all else here
            self.review = review(self.line, self.effort)
        else:
            self._task = loop.create_task(self._work(review_steps(self.line, self.effort)))
        self.draw()

    def stop(self) -> None:
        """Work on it no more; what is known so far stays."""
        self._cancel()
        self.draw()

    def start_or_stop(self) -> None:
        """Begin, or stop."""
        self.start() if self._task is None else self.stop()

    def close(self) -> None:
        """Give up what is being worked out, and close."""
        self._cancel()
        super().close()

    def _cancel(self) -> None:
        if self._task is not None:
            self._task.cancel()
            self._task = None

    async def _work(self, steps: Iterator[Review]) -> None:
        said = 0.0
        try:
            while (found := await step_of(steps)) is not None:
                new = len(found.moments) > len(self.review.moments) or monotonic() > said + SIGN_OF_LIFE
                self.review = found
                if new:
                    said = monotonic()
                    self.draw()
        except Exception as error:
            self.show_error(error)
        self._task = None
        self.draw()

    # What is shown.

    @property
    def moment(self) -> Moment | None:
        """The move chosen, or else the one to look at again; None as long as none is known."""
        chosen = next((each for each in self.review.moments if each.number == self._chosen), None)
        return chosen or (self.review.shown[0] if self.review.shown else None)

    def choose(self, number: int) -> None:
        """Show a move of yours by its number; raises ValueError if it is not reviewed (yet)."""
        if number not in (each.number for each in self.review.moments):
            raise ValueError(f"move {number} is not reviewed")
        self.list.value = number

    def _choose(self, number: int | None) -> None:
        if not self._setting:
            self._chosen = number
            self.draw()

    def draw(self) -> None:
        """Show the review as far as it is known."""
        found = self.review
        self.review_button.description = "Review" if self._task is None else "Stop"
        share = f"so far {100 * found.done:.0f} %" if found.partial or not found.picks else found.end.status()
        self.state_line.value = f"{len(found.thrown)} given away; {share}" if found.moments else share
        self.save_button.disabled = not found.moments
        now = (found.moments, self.large)
        if now != self._drawn:
            self._drawn = now
            self._draw_curve()
            self._draw_list()
        moment = self.moment
        if moment is not None:
            marked = moment.best.columns
            self.board.value = spiral.svg(moment.state, selected=marked, large=self.large)
            words = moment.why or (
                f"{moment.move} left {moment.row[3]}." + f" {moment.best} was better." * moment.better
            )
            what = f"{found.shown[1]}. " if found.shown and found.shown[0] == moment else ""
            self.why.value = escape(f"Before move {moment.number}: {what}{words}")

    def _draw_curve(self) -> None:
        if not self.review.moments:
            return
        from matplotlib.figure import Figure

        shown = Figure(figsize=(CURVE[0] / 100, CURVE[1] / 100), dpi=100, layout="constrained")
        pictures.curve(self.review, ax=shown.add_subplot(), size=10 if self.large else 8)
        data = BytesIO()
        shown.savefig(data, format="png")
        self.curve.value = data.getvalue()

    def _draw_list(self) -> None:
        """The moves reviewed; a move that was chosen stays chosen."""
        self._setting = True
        try:
            self.list.options = [(_entry(each), each.number) for each in self.review.moments]
            if self.moment is not None:
                self.list.value = self.moment.number
        finally:
            self._setting = False

    # The page.

    def save(self, path: str) -> None:
        """Write the page to take home to a PDF file; raises OSError if it cannot be written."""
        if not path.strip():
            raise ValueError("give a file name")
        replace_file(Path(path), pictures.pdf(self.review))
        self.say(f"saved: {Path(path).resolve()}")


def _entry(moment: Moment) -> str:
    """A move in the list: its mark, and its chances before and after."""
    before, after = (words.split(" (")[0].removesuffix(", proved") for words in moment.row[2:4])
    return f"{'✗' if moment.thrown else '·'} {moment.number}  {moment.move}:  {before} → {after}"
