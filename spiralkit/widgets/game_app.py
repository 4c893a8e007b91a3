"""What the apps over one game share: the line, their place in it, and its record to read and save."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from typing import Any

from ipywidgets import DOMWidget, HBox, Layout, Text, Textarea, VBox

from .. import conversion, record, spider
from ..cards import TextError
from ..game import Line
from ..record import Record
from ..spiral import State
from .app import App, named

PICTURE = (750, 366)
"""Pixels: width and height of the picture, and of what is shown in its place."""

Game = Line[Any, Any] | State | conversion.State | spider.State | Record | str


def read(text: str) -> Record:
    """A game from the text of a position or of a record; raises TextError if it is neither.

    >>> from spiralkit import deal
    >>> read(deal(1).text).line.state == deal(1)
    True
    """
    words = text.split()
    if words and set(words[0].lower()) <= set(".xo"):
        return Record(Line(State.parse(text)))
    if words and words[0].count("/") == 15:
        return Record(Line(conversion.State.parse(text)))
    if words and words[0].lower().startswith("a:"):
        return Record(Line(spider.State.parse(text)))
    if re.match(r"\s*\w+: \d+ of \d+ sets off", text):
        raise TextError(
            "this is a picture in letters, without the stock: paste what print(state.text) writes, or a record"
        )
    return record.read(text)


def start_of(game: Game) -> Any:
    """The state with which a game begins that is no text."""
    line = game.line if isinstance(game, Record) else game
    return line.start if isinstance(line, Line) else line


class GameApp(App):
    """An app over a line, with a place of its own in it: other apps may show the same line elsewhere."""

    picture: DOMWidget
    """What is hidden while the record is shown; a subclass makes it."""

    size = PICTURE
    secret = False  # whether the text of the game tells what a player may not see

    _written = ""
    _known_file = ""

    # The game.

    @property
    def line(self) -> Line[Any, Any]:
        """The game that is shown: your own line if you gave one."""
        return self._line

    @property
    def place(self) -> int:
        """How many moves lie before the state that is shown."""
        return min(self._place, len(self._line))

    @property
    def state(self) -> Any:
        """The state that is shown."""
        return self._line.states[self.place]

    def take(self, game: Game) -> None:
        """Make a game the one that is shown, from the place where its line is; a text or record from its start.

        Raises TextError if a text is neither a record nor a position, and then keeps the game there was.
        """
        if isinstance(game, str):
            game = read(game)
        self._headers = dict(game.headers) if isinstance(game, Record) else {}
        if isinstance(game, Record):
            game = game.line
            game.go(0)
        self._line: Line[Any, Any] = game if isinstance(game, Line) else Line(game)
        self._place = self._line.at

    # Records.

    @property
    def text(self) -> str:
        """The whole game as a record."""
        return record.write(self._line, self._headers)

    def told_text(self) -> str:
        """The whole game as a record, or why there can be none."""
        try:
            return self.text
        except TextError as error:
            return f"There is no record of this game. {error}"

    def load(self, text: str) -> None:
        """Show the game of a record or a position; raises TextError, and keeps the game there was, if it is none."""
        self._open(read(text))

    def load_file(self, path: str) -> None:
        """Show the game of a record file; raises OSError or TextError, and keeps the game there was.

        Raises ValueError if no file is named.
        """
        self._open(record.load(_file(path)))

    def _open(self, game: Record) -> None:
        self.take(game)
        self.show_record(False)
        self.draw()

    def save(self, path: str) -> None:
        """Write the whole game to a file as a record; raises OSError if it cannot be written."""
        record.save(self._line, path, self._headers)
        self._known_file = os.path.abspath(path)
        self.say(f"saved: {self._known_file}")

    def save_file(self, path: str) -> None:
        """``save``, but a file that was not saved here is written over only when asked once more.

        Raises ValueError if it is such a file, no file is named, or the text that is shown was changed and not loaded.
        """
        if self.record_text.value.split() not in ([], self._written.split()):
            raise ValueError("the text was changed: press Load text to take it over, then Save file")
        full = os.path.abspath(_file(path))
        if os.path.isfile(full) and full != self._known_file:
            self._known_file = full
            raise ValueError(f"{path} exists: press Save file once more to write over it")
        self.save(path)

    def show_record(self, on: bool) -> None:
        """Show the record of the game in place of the board, to be copied, changed, read and saved; or the board."""
        self.record_button.value = on
        if on:
            self.write("" if self.secret else self.told_text())
        self.picture.layout.display = "none" if on else None
        self.record_view.layout.display = None if on else "none"

    def write(self, text: str) -> None:
        """Put a text where the record is shown."""
        self.record_text.value = self._written = text

    def build_record(self, name: str, more: Iterable[DOMWidget] = ()) -> None:
        """The switch of this name, and what it shows in place of the picture: the record, its buttons, and more."""
        self.record_button = self.switch(name, self.show_record, tooltip="Read, load and save the game as text")
        self.record_text = named(Textarea(layout=Layout(width="620px", height=f"{self.size[1] - 4}px")), "Record")
        self.record_text.tooltip = "The record of the game: change it, or paste another or a position, then Load text"
        self.file_name = Text("game.txt", description="File", layout=Layout(width="auto"))
        self.file_name.style.description_width = "initial"
        parts = (
            self.button("Load text", lambda: self.load(self.record_text.value)),
            self.file_name,
            self.button("Load file", lambda: self.load_file(self.file_name.value)),
            self.button("Save file", lambda: self.save_file(self.file_name.value)),
        )
        self.record_view = HBox(
            [self.record_text, VBox([*parts, *more], layout=Layout(width="200px"))],
            layout=Layout(height=f"{self.size[1]}px", overflow="hidden", display="none"),
        )


def _file(path: str) -> str:
    """The name of a file as it was typed; raises ValueError if there is none."""
    if not path.strip():
        raise ValueError("give a file name")
    return path
