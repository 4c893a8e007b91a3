"""What all apps share: the size, the line for errors, the switch for large type, the keys, and closing.

An app is a box of ipywidgets, built once; a step only sets values. It shows itself when it is
the last thing in a cell. Running that cell again closes the app that the cell showed before, so
that the number of open widgets does not grow.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from html import escape
from typing import Any

from IPython import get_ipython
from ipywidgets import HTML, Button, DOMWidget, Layout, Text, ToggleButton, VBox, Widget

WIDTH = 828
HEIGHT = 560
"""Pixels. JupyterLab with its side bar open shows as much on a projector of 1280 x 720."""

LAST_SEED = 2**64 - 1
LONG_WORD = 40
"""How much of a long word an error repeats, in letters."""

LONG_LINE = 78
"""From how many letters on the line for errors is set smaller, so that it is whole in large type too."""

_STYLE = """<style>
.spiralkit { --jp-widgets-font-size: 14px; line-height: 1.2 }
.spiralkit-large { --jp-widgets-font-size: 17px }
.spiralkit .widget-html-content { line-height: inherit }
.spiralkit .jupyter-button { padding: 0 4px }
.spiralkit-picture svg { display: block; width: 100%; height: 100% }
.spiralkit-message .widget-html-content { overflow: hidden; white-space: nowrap; text-overflow: ellipsis }
.spiralkit-error { color: #b00020; font-weight: bold }
.spiralkit-named { position: relative }
.spiralkit-named > .widget-label {
    position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%)
}
</style>"""


class App(VBox):  # type: ignore[misc,unused-ignore]
    """A box of WIDTH x HEIGHT pixels with an error line and a switch for large type.

    ``large`` is where that switch stands at first. A subclass fills ``children``, ``top`` (the error line with
    what is not seen) as the first and the switch among them, and writes its actions as plain methods that raise what
    goes wrong; ``attempt`` runs one of them for a handler.
    """

    taken: tuple[str, ...] = ()
    """The keys that the app takes wherever the focus is in it, in small letters; ``key`` is told which it was."""

    reraise = False
    """Whether ``attempt`` also raises what it shows: tests want that."""

    _closed = True

    def __init__(self, *, large: bool = False) -> None:
        super().__init__(layout=Layout(width=f"{WIDTH}px", height=f"{HEIGHT}px", overflow="hidden"))
        self._closed = False
        self.style_sheet = HTML(_STYLE, layout=Layout(display="none"))
        self.error_line = HTML(layout=Layout(height="22px", margin="0 2px"))
        self.error_line.add_class("spiralkit-message")
        self.large_type = self.switch("Large type", self.set_large, large, "Larger type, for a projector")
        self.guard = self._guard()
        self.top: tuple[DOMWidget, ...] = (self.style_sheet, *self.guard, self.error_line)
        self.add_class("spiralkit")
        _replace(self)

    @property
    def large(self) -> bool:
        """Whether the large type is on."""
        return bool(self.large_type.value)

    def set_large(self, large: bool) -> None:
        """Large type for a projector, or the ordinary type; the size of the app stays."""
        self.large_type.value = large
        (self.add_class if large else self.remove_class)("spiralkit-large")
        self.draw()

    def draw(self) -> None:
        """Show the present state; each app says how."""
        raise NotImplementedError

    def key(self, key: str) -> None:
        """Do what one of the keys ``taken`` stands for."""

    def _guard(self) -> tuple[Any, ...]:
        """What keeps the keys of the app from the notebook, where anywidget is there."""
        try:
            from .guard import Guard
        except ModuleNotFoundError as error:
            if error.name != "anywidget":
                raise
            return ()
        return (Guard(self.taken, lambda key: self.attempt(self.key, key)),)

    # Handlers: one line over a plain method.

    def attempt(self, action: Callable[..., object], *values: Any) -> None:
        """Run an action; what goes wrong is shown in the error line, which is empty when all went well."""
        self.error_line.value = ""
        self._try(action, *values)

    def _try(self, action: Callable[..., object], *values: Any) -> None:
        """Run an action; the error line stays as it is when all went well."""
        try:
            action(*values)
        except Exception as error:
            self.show_error(error)
            if self.reraise:
                raise

    def show_error(self, error: Exception) -> None:
        """Say in the error line what went wrong."""
        words = escape(_words(error))
        look = f'class="spiralkit-error" role="alert" title="{words}"{_small(words)}'
        self.error_line.value = f"<span {look}>{words}</span>"

    def say(self, words: str) -> None:
        """Say in the error line that something was done which cannot be seen."""
        words = escape(words)
        self.error_line.value = f'<span role="status" title="{words}"{_small(words)}>{words}</span>'

    def picture_for(
        self, hear: Callable[[str, dict[str, str]], object], clickable: bool, size: Layout
    ) -> tuple[Any, bool]:
        """The widget for a picture, and whether it can be clicked: if that is wanted and anywidget is there.

        ``hear(act, data)`` is told what is done to it: see ``Clickable``.
        """
        if clickable:
            try:
                from .clickable import Clickable
            except ModuleNotFoundError as error:
                if error.name != "anywidget":
                    raise
            else:

                def heard(act: str, data: dict[str, str]) -> None:
                    run = self._try if act == "point" else self.attempt  # to point at something is to do nothing yet
                    run(hear, act, data)

                return Clickable(heard, layout=size), True
        return HTML(layout=size), False

    def on_click(self, button: Button, action: Callable[[], object]) -> None:
        """Run the action when the button is pressed."""
        button.on_click(lambda _: self.attempt(action))

    def on_value(self, control: Widget, action: Callable[[Any], object]) -> None:
        """Run the action with the new value when the value of a control changes."""
        control.observe(lambda change: self.attempt(action, change["new"]), "value")

    def button(self, description: str, action: Callable[[], object]) -> Button:
        """A button that runs the action."""
        button = Button(description=description, layout=Layout(width="auto", min_width="62px"))
        self.on_click(button, action)
        return button

    def switch(
        self, description: str, action: Callable[[bool], object], on: bool = False, tooltip: str = ""
    ) -> ToggleButton:
        """A button that is on or off, and runs the action with that when it is pressed."""
        switch = ToggleButton(on, description=description, tooltip=tooltip or description, layout=Layout(width="auto"))
        self.on_value(switch, action)
        return switch

    def seed_box(self, seed: int, width: str = "auto") -> Text:
        """A field for a seed; ``seed_in`` reads it."""
        field = Text(str(seed), description="Seed", tooltip="A whole number, 0 to 2^64 - 1", layout=Layout(width=width))
        field.style.description_width = "initial"
        return field

    # Closing.

    def close(self) -> None:
        """Close the app with all it holds; it disappears from the page."""
        if not self._closed:
            self._closed = True
            for widget in tuple(_inside(self)):
                widget.close()
        super().close()


def seed_in(field: Text) -> int:
    """The seed in a field; raises ValueError if there is none.

    >>> seed_in(Text("7"))
    7
    """
    text = str(field.value).strip()
    if not re.fullmatch("[0-9]{1,20}", text) or int(text) > LAST_SEED:
        raise ValueError(f"a seed is a whole number from 0 to {LAST_SEED}" + (f", not {text!r}" if text else ""))
    return int(text)


def named(control: Widget, name: str) -> Any:
    """Give a control a name that is heard and not seen."""
    control.description = name
    control.add_class("spiralkit-named")
    return control


def _small(words: str) -> str:
    """Smaller type for a line that is too long in large type."""
    return ' style="font-size: 12px"' if len(words) > LONG_LINE else ""


def _words(error: Exception) -> str:
    """An error in one line for the person who sees the app."""
    if isinstance(error, OSError) and error.strerror:
        return f"{error.filename}: {error.strerror}" if error.filename else error.strerror
    known = isinstance(error, (ValueError, IndexError))
    told = " ".join(str(error).split()) if known else f"{type(error).__name__}: {error}"
    return re.sub(rf"\S{{{LONG_WORD},}}", lambda found: found[0][: LONG_WORD - 4] + " ..", told)


def _inside(box: Widget) -> Iterator[Widget]:
    """All that hangs below a box: its children with theirs, and the layout and style of each."""
    for child in getattr(box, "children", ()):
        yield from _inside(child)
        yield child
    for part in ("layout", "style"):
        if isinstance(getattr(box, part, None), Widget):
            yield getattr(box, part)


_shown: dict[str, tuple[str, list[App]]] = {}
"""Cell -> the run of that cell that came last, and the apps made in it."""


def _cell_and_run() -> tuple[str, str] | None:
    """What names the cell that is running, and what names this run of it; None outside a notebook.

    JupyterLab says which cell it is. Where a notebook does not, the text of the cell has to do:
    then a cell that was changed is another cell.
    """
    parent: dict[str, Any] = getattr(get_ipython(), "get_parent", dict)()  # type: ignore[no-untyped-call,unused-ignore]
    if parent.get("header", {}).get("msg_type") != "execute_request":
        return None
    cell = parent.get("metadata", {}).get("cellId") or parent["content"]["code"]
    return cell, parent["header"]["msg_id"]


def _replace(app: App) -> None:
    """Close the apps that an earlier run of this cell made; those of this run live on beside the new one."""
    found = _cell_and_run()
    if found is None:
        return
    cell, run = found
    last_run, apps = _shown.get(cell, (run, []))
    if last_run != run:
        for earlier in apps:
            earlier.close()
        apps = []
    _shown[cell] = (run, [*(earlier for earlier in apps if not earlier._closed), app])
