"""Stepping through a game of Spiral: the board, the columns, the move list, and what happened in words."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from html import escape
from io import BytesIO
from typing import TYPE_CHECKING, Literal

from ipywidgets import (
    HTML,
    Button,
    Dropdown,
    HBox,
    Image,
    IntSlider,
    Label,
    Layout,
    Select,
    Text,
    Textarea,
    ToggleButton,
    VBox,
)

from .. import record
from ..board import label
from ..draw import hexes, spiral, svg
from ..draw.scene import Scene
from ..game import Line
from ..record import Record
from ..spiral import Deal, Move, Placement, State
from .app import App

if TYPE_CHECKING:
    from matplotlib.figure import Figure

PICTURE = (750, 366)
PANEL = 108
"""Pixels: the picture's width and height, the height of the move list and of the words beside it."""

LARGE_ROWS, LARGE_ROW = 5, 63
"""How many rows of how many letters of large type the words have room for."""

SPEEDS = (("slow", 2.0), ("normal", 1.0), ("fast", 0.3))
"""Seconds for each step while the game plays by itself."""

Game = Line[State, Move | Deal] | State | Record | str
Renderer = Literal["svg", "matplotlib"]


class Stepper(App):
    """A game to step through, forward and back, one piece or one deal at a time.

    ``game`` is your own line, whose place follows the steps, or a state, a record, or the text of
    a record. ``renderer`` is ``"svg"``, or ``"matplotlib"`` for the same picture drawn by
    matplotlib (slower); ``layout`` turns or mirrors the board as on a printed one.

    >>> from spiralkit import Line, Move, deal
    >>> stepper = Stepper(Line(deal(1), [Move("ab")]))
    >>> stepper.last()
    >>> stepper.state == stepper.line.state == deal(1).play(Move("ab"))
    True
    >>> stepper.close()

    Raises TextError if the text is no record, ValueError if there is no such renderer.
    """

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
        self._take(game)
        super().__init__(large=large)
        self._figure: Figure | None = None
        if renderer == "matplotlib":
            from matplotlib.figure import Figure

            self._figure = Figure(figsize=(PICTURE[0] / 100, PICTURE[1] / 100), dpi=100)
        self._build()
        self.set_large(large)

    # The game.

    @property
    def line(self) -> Line[State, Move | Deal]:
        """The game that is stepped through: your own line if you gave one."""
        return self._line

    @property
    def state(self) -> State:
        """The state that is shown."""
        return self._line.states[self.place]

    @property
    def place(self) -> int:
        """How many moves lie before the state that is shown."""
        return min(self._place, len(self._line))

    def _take(self, game: Game) -> None:
        """Make a game the one that is shown, from the place where it is (a text or record: from its start)."""
        if isinstance(game, str):
            game = record.read(game)
        self._headers = game.headers if isinstance(game, Record) else None
        if isinstance(game, Record):
            game = game.line
            game.go(0)
        self._line: Line[State, Move | Deal] = Line(game) if isinstance(game, State) else game
        self._place = self._line.at
        self._known: tuple[Move | Deal, ...] | None = None

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
        """Stop playing, and close the app with all it holds."""
        self.pause()
        super().close()

    async def _run(self) -> None:
        try:
            while self.place < len(self._line):
                await asyncio.sleep(self.speed.value)
                self._go(self.place + 1)
        except Exception as error:
            self.show_error(error)
        self.pause()

    def play_or_pause(self) -> None:
        """Play, or stop playing."""
        self.play() if self._task is None else self.pause()

    # Records.

    @property
    def text(self) -> str:
        """The whole game as a record."""
        return record.write(self._line, self._headers)

    def load(self, text: str) -> None:
        """Step through the game of a record; raises TextError, and keeps the game there was, if it is none."""
        self._show(record.read(text))

    def load_file(self, path: str) -> None:
        """Step through the game of a record file; raises OSError or TextError, and keeps the game there was."""
        self._show(record.load(path))

    def _show(self, game: Record) -> None:
        self.pause()
        self._take(game)
        self.show_record(False)
        self.draw()

    def save(self, path: str) -> None:
        """Write the whole game to a file as a record; raises OSError if it cannot be written."""
        record.save(self._line, path, self._headers)
        self.say(f"saved: {os.path.abspath(path)}")

    # What is seen.

    def _build(self) -> None:
        """All widgets, once and for all."""
        self.first_button = self._button("First", self.first)
        self.back_button = self._button("Back", self.back)
        self.play_button = self._button("Play", self.play_or_pause)
        self.forward_button = self._button("Forward", self.forward)
        self.last_button = self._button("Last", self.last)
        self.slider = IntSlider(0, max=1, description="Place", layout=Layout(flex="1 1 auto", width="auto"))
        self.slider.continuous_update = self._figure is None
        self.length = Label()
        self.speed = Dropdown(options=SPEEDS, value=1.0, description="Speed", layout=Layout(width="auto"))
        for control in (self.slider, self.speed):
            control.style.description_width = "initial"
        self.groups = self._switch("Groups", False)
        self.path = self._switch("Path", True)
        self.slides = self._switch("Slide arrows", True)
        self.forecast = self._switch("Forecast", False)
        size = Layout(width=f"{PICTURE[0]}px", height=f"{PICTURE[1]}px", margin="0 auto")
        self.picture = Image(format="png", layout=size) if self._figure else HTML(layout=size)
        self.picture.add_class("spiralkit-picture")
        self.moves = Select(options=("",), layout=Layout(width="250px", height=f"{PANEL - 4}px"))
        self.words = HTML(layout=Layout(flex="1 1 0", width="auto", margin="0 0 0 8px", overflow="auto"))
        self.on_value(self.slider, self._chosen)
        self.on_value(self.moves, self._chosen)
        panel = HBox([self.moves, self.words], layout=Layout(height=f"{PANEL}px", overflow="hidden"))
        steps = (self.first_button, self.back_button, self.play_button, self.forward_button, self.last_button)
        self._build_record()
        switches = (self.groups, self.path, self.slides, self.forecast, self.large_type, self.record_button)
        self.children = (
            self.style_sheet,
            self.picture,
            self.record_view,
            HBox([*steps, self.slider, self.length]),
            HBox([*switches, self.speed]),
            panel,
            self.error_line,
        )

    def _build_record(self) -> None:
        """What is in place of the picture when the record is shown."""
        self.record_button = ToggleButton(False, description="Record", layout=Layout(width="auto"))
        self.on_value(self.record_button, self.show_record)
        self.record_text = Textarea(layout=Layout(width="620px", height=f"{PICTURE[1] - 4}px"))
        self.record_text.tooltip = "The record of the game: change it or paste another, then Load text"
        self.file_name = Text("game.txt", description="File", layout=Layout(width="auto"))
        self.file_name.style.description_width = "initial"
        parts = (
            self._button("Load text", lambda: self.load(self.record_text.value)),
            self.file_name,
            self._button("Load file", lambda: self.load_file(self.file_name.value)),
            self._button("Save file", lambda: self.save(self.file_name.value)),
        )
        self.record_view = HBox(
            [self.record_text, VBox(parts, layout=Layout(width="200px"))],
            layout=Layout(height=f"{PICTURE[1]}px", overflow="hidden", display="none"),
        )

    def _button(self, description: str, action: Callable[[], object]) -> Button:
        button = Button(description=description, layout=Layout(width="auto", min_width="62px"))
        self.on_click(button, action)
        return button

    def _switch(self, description: str, on: bool) -> ToggleButton:
        switch = ToggleButton(on, description=description, layout=Layout(width="auto"))
        self.on_value(switch, lambda _: self.draw())
        return switch

    def _chosen(self, place: int) -> None:
        """A place chosen on the slider or in the move list."""
        if not self._setting:
            self.go(place)

    def show_record(self, on: bool) -> None:
        """Show the record of the game in place of the board, to be copied, changed, read and saved; or the board."""
        self.record_button.value = on
        if on:
            self.record_text.value = self.text
        self.picture.layout.display = "none" if on else None
        self.record_view.layout.display = None if on else "none"

    def set_large(self, large: bool) -> None:
        """Large type for a projector, or the ordinary type; the size of the app stays."""
        self._known = None  # the list is filled again: only then does it scroll to the place in the new type
        super().set_large(large)

    def draw(self) -> None:
        """Show the present place of the line, and its moves if there are others than before."""
        self._setting = True
        try:
            if self._line.moves != self._known:
                self._list_moves()
            place = self.place
            self.slider.value = self.moves.index = place
            self.first_button.disabled = self.back_button.disabled = place == 0
            self.forward_button.disabled = self.last_button.disabled = place == len(self._line)
            self._draw_picture(self.scene())
            self.words.value = self._story_html()
        finally:
            self._setting = False

    def _list_moves(self) -> None:
        self._known = self._line.moves
        self._pieces = tuple(
            None if isinstance(move, Deal) else state.placement(move)
            for state, move in zip(self._line.states, self._known, strict=False)
        )
        self.slider.max = max(1, len(self._known))
        self.slider.disabled = not self._known
        self.length.value = f"of {len(self._known)}"
        self.moves.options = tuple((name, place) for place, name in enumerate(self._names()))

    def _names(self) -> list[str]:
        """The moves in a few words each, the start before them."""
        deals = 1
        names = ["start" if self._line.start.occupied else "deal 1"]
        for state, piece in zip(self._line.states, self._pieces, strict=False):
            if piece is None:
                deals += 1
                names.append(f"deal {deals}")
                continue
            who = f"{state.mine.bit_count() + 1}. you" if piece.mover == "me" else "\u2003she"
            landing = "" if piece.cell == piece.named else f" \N{RIGHTWARDS ARROW} {label(piece.cell)}"
            cards = " + ".join(map(str, piece.cards))
            names.append(f"{who} {piece.columns}: {cards}, {piece.pair}{landing}")
        return names

    def _next_pick(self) -> Move | None:
        """Your pick that comes next in the line."""
        moves = self._line.moves[self.place : self.place + 1]
        return next((move for move in moves if isinstance(move, Move) and self.state.turn == "me"), None)

    def _forecast(self) -> tuple[int, ...] | None:
        """The cells Dr. Brooks takes after the pick just made, or, on your move, after the pick that comes next."""
        pick = self._next_pick()
        if pick is not None:
            return self.state.forecast(pick)
        return None if self.state.deal_due else tuple(piece.cell for piece in self.state.forced())

    def scene(self) -> Scene:
        """The picture of the present place, as the switches say."""
        piece: Placement | None = self._pieces[self.place - 1] if self.place else None
        last = (piece,) if piece else ()
        pick = self._next_pick()
        return spiral.scene(
            self.state,
            last=last,
            groups=self.groups.value,
            path=self.path.value,
            slides=last if self.slides.value else (),
            forecast=(self._forecast() or ()) if self.forecast.value else (),
            selected=pick.columns if pick and self.forecast.value else "",
            large=self.large,
            layout=self._turned,
        )

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

    def story(self) -> list[str]:
        """What happened and what comes, in words, a sentence or two to a line."""
        state = self.state
        told = [self._happened(), *(f"Next she ({piece.columns}): {piece}." for piece in state.forced())]
        foretold = self._foretold() if self.forecast.value else []
        if len(told) == 1 and len(foretold) < 2:
            status = state.status()
            told.append(f"{status[0].upper()}{status[1:]}.")
        return told + foretold

    def _story_html(self) -> str:
        story = self.story()
        rows = sum(-(-len(words) // LARGE_ROW) for words in story)
        size = ' style="font-size: 14px"' if rows > LARGE_ROWS else ""  # else large type would need a scroll bar
        return f"<div{size}>{'<br>'.join(map(escape, story))}</div>"

    def _foretold(self) -> list[str]:
        """Your next pick in the line, and what Dr. Brooks takes after it; of her own turn all is told already."""
        pick = self._next_pick()
        if pick is None and (self.state.turn != "brooks" or not self.state.deal_due):
            return []
        cells = self._forecast()
        if cells is None:
            then = "unknown: a redeal comes between"
        else:
            then = f"she takes {' and '.join(map(label, cells))}" if cells else "the game is over"
        told = [] if pick is None else [f"Next you ({pick}): {self.state.placement(pick)}."]
        return [*told, f"Forecast: {then}."]

    def _happened(self) -> str:
        if self.place == 0:
            return "The game begins." if self.state.occupied == 0 else "The line begins here."
        piece = self._pieces[self.place - 1]
        if piece is None:
            return "A column was empty: all 32 cards are shuffled and dealt again."
        return f"{'You' if piece.mover == 'me' else 'Dr. Brooks'} ({piece.columns}): {piece}."
