"""A picture to click and to walk through by keys, for any app that draws an interactive SVG; needs anywidget."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from anywidget import AnyWidget
from traitlets import Unicode

Hear = Callable[[str, dict[str, str]], object]


class Clickable(AnyWidget):  # type: ignore[misc,unused-ignore]
    """An interactive SVG (``value``) whose cells and cards can be pressed, pointed at, and walked through.

    ``hear(act, data)`` is called with ``"press"`` when a cell or card is clicked, or has the focus and Enter or
    Space is pressed (``"key"`` in the data says which); with ``"point"`` when the pointer rests on one or the focus
    comes to it. ``data`` are its ``data-`` attributes (``{"cell": "TK", ..}``, ``{"column": "b", "card": "9s"}``),
    empty when nothing is pointed at. Any other key that is a sign, and Escape, Backspace and Delete, gives ``"key"``
    with ``{"key": "u"}`` and the data of what has the focus.

    Arrow keys move the focus to the next cell or card in their direction, Tab goes on to the other kind. The
    focus stays where it is when another picture is set. No key but Tab and those with Ctrl, Alt or Cmd goes on to
    the notebook.
    """

    _esm = Path(__file__).with_name("clickable.js")
    _css = """
        .spiralkit-clickable [role=button] { cursor: pointer; outline: none }
        .spiralkit-clickable [role=button] > :is(rect, path) { pointer-events: all } /* an empty place too */
        .spiralkit-clickable .spiralkit-focus {
            fill: none; stroke: #c4007a; stroke-width: 5; stroke-dasharray: none; pointer-events: none
        }
    """
    value = Unicode().tag(sync=True)

    def __init__(self, hear: Hear, **options: Any) -> None:
        super().__init__(**options)
        self.add_class("spiralkit-clickable")
        self.on_msg(lambda _, content, __: hear(content.pop("act"), content))
