"""Stepping through a game: the picture, the move list, and what happened in words."""

from __future__ import annotations

import asyncio
from html import escape
from io import BytesIO
from typing import TYPE_CHECKING, Literal

from ipywidgets import (
    HTML,
    Dropdown,
    HBox,
    Image,
    IntSlider,
    Label,
    Layout,
    Select,
    ToggleButton,
)

from ..draw import hexes, svg
from ..draw.scene import Scene
from ..lookahead.advisor import Advice, Effort
from ..lookahead.review import Review
from ..record import Record
from ..spiral import State
from .advice import Adviser
from .app import named
from .explorer import Explorer
from .game_app import PICTURE, Game, GameApp
from .reviewing import STYLE, Reviewing
from .tell_spiral import SpiralTeller
from .telling import Teller, teller

if TYPE_CHECKING:
    from matplotlib.figure import Figure

PANEL = 108
"""Pixels: the height of the move list and of the words beside it."""

LARGE_ROWS, LARGE_ROW = 5, 63
"""How many rows of how many letters of large type the words have room for."""

SPEEDS = (("slow", 2.0), ("normal", 1.0), ("fast", 0.3))
"""Seconds for each step while the game plays by itself."""

TOOLTIPS = {
    "Groups": "Tint the groups and show the sides that they join",
    "Path": "Draw the path that ended the game",
    "Slide arrows": "Show how a piece slides from the cell named to where it lands",
    "Forecast": "Show the next pick of the line and what Dr. Brooks then takes",
    "Targets": "Show what the cards could convert",
    "Next choice": "Show the next choice of the line",
}

Renderer = Literal["svg", "matplotlib"]


class Stepper(GameApp):
    """A game to step through, forward and back, one piece, one card or one deal at a time.

    ``game`` is your own line, whose place follows the steps, or a state, a record, or the text of
    a record or a position. ``renderer`` is ``"svg"``, or ``"matplotlib"`` for the same picture drawn by
    matplotlib (slower); ``layout`` turns or mirrors the board of Spiral as on a printed one. In a game of Spiral
    ``advise`` tells what to play and how likely it wins, and ``review`` looks back on all your moves.

    >>> from spiralkit import Line, Move, deal
    >>> stepper = Stepper(Line(deal(1), [Move("ab")]))
    >>> stepper.last()
    >>> stepper.state == stepper.line.state == deal(1).play(Move("ab"))
    True
    >>> stepper.close()

    Raises TextError if the text is neither, ValueError if there is no such renderer.
    """

    taken = ("arrowleft", "arrowright", "home", "end", "n")
    _task: asyncio.Task[None] | None = None

    def __init__(
        self,
        game: Game,
        *,
        renderer: Renderer = "svg",
        large: bool = False,
        layout: hexes.Layout = hexes.PLAIN,
    ) -> None:
        if renderer not in ("svg", "matplotlib"):
            raise ValueError(f"the renderer is 'svg' or 'matplotlib', not {renderer!r}")
        self._setting = False
        self._turned = layout
        self._teller: Teller | None = None
        self.take(game)
        super().__init__(large=large)
        self._figure: Figure | None = None
        if renderer == "matplotlib":
            from matplotlib.figure import Figure

            self._figure = Figure(figsize=(PICTURE[0] / 100, PICTURE[1] / 100), dpi=100)
        self._build()
        self.set_large(large)

    def take(self, game: Game) -> None:
        """Make a game the one that is shown, from the place where its line is; a text or record from its start."""
        super().take(game)
        self._known: tuple[object, ...] | None = None

    # Steps.

    def go(self, place: int) -> None:
        """Show the state after ``place`` moves; raises IndexError beyond the line."""
        self.pause()
        self._go(place)

    def _go(self, place: int) -> None:
        self._line.go(place)
        self._place = place
        self.draw()

    def first(self) -> None:
        """Go to the start."""
        self.go(0)

    def back(self) -> None:
        """One step back, at most to the start."""
        self.go(max(0, self.place - 1))

    def forward(self) -> None:
        """One step forward, at most to the end."""
        self.go(min(len(self._line), self.place + 1))

    def last(self) -> None:
        """Go to the end."""
        self.go(len(self._line))

    def play(self) -> None:
        """Go on step by step to the end, at the end once more from the start; ``pause`` stops it.

        Needs the event loop of a notebook: raises RuntimeError where none runs.
        """
        if self._task is None:
            loop = asyncio.get_running_loop()
            if self.place == len(self._line):
                self._go(0)
            self._task = loop.create_task(self._run())
            self.play_button.description = "Pause"

    def pause(self) -> None:
        """Stop playing."""
        if self._task is not None:
            self._task.cancel()
            self._task = None
            self.play_button.description = "Play"

    def close(self) -> None:
        """Stop playing, advising and reviewing, and close the app with all it holds."""
        self.pause()
        if not self._closed:
            self._adviser.close()
            self._reviewing.close()
        super().close()

    async def _run(self) -> None:
        try:
            while self.place < len(self._line):
                await asyncio.sleep(self.speed.value)
                self._go(self.place + 1)
        except Exception as error:
            self.show_error(error)
        self.pause()

    def key(self, key: str) -> None:
        """The arrow keys left and right, Home and End; n goes to the next mark of a review."""
        ways = {"arrowleft": self.back, "arrowright": self.forward, "home": self.first, "end": self.last}
        ways["n"] = self._reviewing.next
        ways[key]()

    def play_or_pause(self) -> None:
        """Play, or stop playing."""
        self.play() if self._task is None else self.pause()

    def _open(self, game: Record) -> None:
        self.pause()
        super()._open(game)

    # Advice.

    @property
    def advice(self) -> Advice | None:
        """What is known so far of what to play here; None if it was not asked for."""
        return self._adviser.advice

    def advise(self, effort: Effort = "normal") -> None:
        """Work out what to play here: in a notebook beside all else, until ``stop`` or another place, else at once.

        Raises ValueError if the game is over or none of Spiral.
        """
        self.pause()
        self._adviser.ask(effort)

    def stop(self) -> None:
        """Work on advice and review no more; what is known so far stays."""
        self._adviser.stop()
        self._reviewing.stop()

    def _draw_advice(self) -> None:
        self._adviser.show(self.state)
        self.value_line.value = self.value_line.value or self._reviewing.html()
        self.words.value = self._story_html()

    # Review.

    @property
    def reviewed(self) -> Review | None:
        """What is known so far of what your moves were worth; None if no review of this game was asked for."""
        return self._reviewing.review

    def review(self, effort: str = "normal") -> None:
        """Look back on the game: what each of your moves was worth, with marks over the slider.

        In a notebook it goes on beside all else, until ``stop``, else it is done at once. It is dropped when the game
        is played on. ``effort`` is "quick", "normal" or "high". Raises ValueError if the game has no move of
        yours or is none of Spiral.
        """
        self.pause()
        self._reviewing.start(effort)

    def save_review(self, path: str) -> None:
        """Write the review to a PDF file of one page; raises OSError if that fails, ValueError without a review."""
        self._reviewing.save(path)

    def explorer(self) -> Explorer:
        """The tree of this position; raises ValueError if the game is none of Spiral."""
        if not isinstance(self.state, State):
            raise ValueError("there is an explorer for games of Spiral only")
        return Explorer(self._line, place=self.place, large=self.large, layout=self._turned)

    def show_record(self, on: bool) -> None:
        """Show the record of the game in place of the board, to be copied, changed, read and saved; or the board."""
        if on and self._reviewing.showing:
            self._reviewing.show_curve(False)
        super().show_record(on)

    # What is seen.

    def _build(self) -> None:
        """All widgets, once and for all."""
        self.first_button = self.button("First", self.first)
        self.back_button = self.button("Back", self.back)
        self.play_button = self.button("Play", self.play_or_pause)
        self.forward_button = self.button("Forward", self.forward)
        self.last_button = self.button("Last", self.last)
        self.slider = named(IntSlider(0, max=1, readout=False, layout=Layout(flex="1 1 0", width="auto")), "Step")
        self.slider.continuous_update = self._figure is None
        self.length = Label()
        self.speed = Dropdown(options=SPEEDS, value=1.0, description="Speed", layout=Layout(width="auto"))
        named(self.speed, "Speed")
        self.switches: dict[str, ToggleButton] = {}
        self.switch_row = HBox()
        size = Layout(width=f"{PICTURE[0]}px", height=f"{PICTURE[1]}px", margin="0 auto")
        self.picture = Image(format="png", layout=size) if self._figure else HTML(layout=size)
        self.picture.add_class("spiralkit-picture")
        self.moves = named(Select(options=("",), layout=Layout(height=f"{PANEL - 4}px")), "Moves")
        self.words = HTML(layout=Layout(flex="1 1 0", width="auto", margin="0 0 0 8px", overflow="auto"))
        self.on_value(self.slider, self._chosen)
        self.on_value(self.moves, self._chosen)
        panel = HBox([self.moves, self.words], layout=Layout(height=f"{PANEL}px", overflow="hidden"))
        steps = (self.first_button, self.back_button, self.play_button, self.forward_button, self.last_button)
        self.build_record("Record")
        self._reviewing = Reviewing(self, self.draw, self.go)
        self.review_button, self.next_mark_button = self._reviewing.button, self._reviewing.next_button
        self.style_sheet.value += STYLE
        self._adviser = Adviser(self, self._draw_advice)
        self.advise_button, self.value_line = self._adviser.button, self._adviser.line
        self.children = (
            *self.top,
            self.value_line,
            self.picture,
            self.record_view,
            self._reviewing.curve_view,
            HBox([*steps, self.advise_button, self._reviewing.over(self.slider), self.length]),
            self.switch_row,
            panel,
        )

    def _told_by(self) -> Teller:
        """Who tells this game; where it is another kind of game than before, the switches are others too."""
        now = teller(self._line, self._turned)
        if type(now) is not type(self._teller):
            for switch in self.switches.values():
                switch.layout.close()
                switch.style.close()
                switch.close()
            self.switches = {name: self._switch(name, on) for name, on in now.switches.items()}
            review = (self.review_button, self.next_mark_button)
            self.switch_row.children = (
                *self.switches.values(),
                *review,
                self.large_type,
                self.record_button,
                self.speed,
            )
        self._teller = now
        return now

    def _on(self) -> list[str]:
        """The switches that are on."""
        return [name for name, switch in self.switches.items() if switch.value]

    def _switch(self, description: str, on: bool) -> ToggleButton:
        return self.switch(description, lambda _: self.draw(), on, TOOLTIPS[description])

    def _chosen(self, place: int) -> None:
        """A place chosen on the slider or in the move list."""
        if not self._setting:
            self.go(place)

    def set_large(self, large: bool) -> None:
        """Large type for a projector, or the ordinary type; the size of the app stays."""
        self.moves.layout.width = "300px" if large else "250px"
        self._known = None  # the list is filled again: only then does it scroll to the place in the new type
        super().set_large(large)

    def draw(self) -> None:
        """Show the present place of the line, and its moves if there are others than before."""
        self._setting = True
        try:
            told_by, place = self._told_by(), self.place
            self._reviewing.show(self._line, place)
            known = (self._line.moves, self._reviewing.marked)
            if known != self._known:
                self._known = known
                self._list_moves(told_by)
            self.slider.value = self.moves.index = place
            self.length.value = f"{place} of {len(self._line)}"
            self.first_button.disabled = self.back_button.disabled = place == 0
            self.forward_button.disabled = self.last_button.disabled = place == len(self._line)
            self._draw_picture(self.scene())
            self._draw_advice()
        finally:
            self._setting = False

    def _list_moves(self, told_by: Teller) -> None:
        count = len(self._line)
        self.slider.max = max(1, count)
        self.slider.disabled = not count
        names = told_by.names(self._line)
        for place, (mark, _, _) in self._reviewing.marked.items():
            names[place + 1] = f"{mark} {names[place + 1]}"
        self.moves.options = tuple((name, place) for place, name in enumerate(names))

    def scene(self) -> Scene:
        """The picture of the present place, as the switches say; a review marks the cards of a better move."""
        told_by, better = self._told_by(), self._reviewing.better(self.place)
        if isinstance(told_by, SpiralTeller) and better:
            return told_by.scene(self._line, self.place, self._on(), large=self.large, better=better)
        return told_by.scene(self._line, self.place, self._on(), large=self.large)

    def story(self) -> list[str]:
        """What advice and review have to say, what happened and what comes, in words, a sentence or two to a line."""
        told = self._adviser.story() + self._reviewing.story(self.place)
        return told + self._told_by().story(self._line, self.place, self._on())

    def _draw_picture(self, scene: Scene) -> None:
        if self._figure is None:
            self.picture.value = svg.render(scene)
            return
        from ..draw import mpl

        self._figure.clear()
        mpl.draw(scene, self._figure.add_axes((0, 0, 1, 1)))
        picture = BytesIO()
        self._figure.savefig(picture, format="png", pil_kwargs={"compress_level": 1})
        self.picture.value = picture.getvalue()

    def _story_html(self) -> str:
        story = self.story()
        rows = sum(-(-len(told) // LARGE_ROW) for told in story)
        size = ' style="font-size: 14px"' if rows > LARGE_ROWS else ""  # else large type would need a scroll bar
        return f'<div role="status"{size}>{"<br>".join(map(escape, story))}</div>'
