"""What looks after the keys, the focus and the names of an app in the browser; needs anywidget."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from anywidget import AnyWidget
from ipywidgets import Layout
from traitlets import List, Unicode


class Guard(AnyWidget):  # type: ignore[misc,unused-ignore]
    """Stands unseen in an app and keeps its keys from the notebook, where single letters delete cells.

    ``hear(key)`` is called when one of ``taken`` (in small letters) is pressed and nothing that has the focus wants
    it, as a field to type in does. Those with Ctrl, Alt or Cmd go on to the notebook. When what has the focus can no
    longer be pressed, the focus goes to what is beside it, and not to nowhere. Switches say whether they are on.
    """

    _esm = Path(__file__).with_name("guard.js")
    taken = List(Unicode()).tag(sync=True)

    def __init__(self, taken: tuple[str, ...], hear: Callable[[str], object]) -> None:
        super().__init__(taken=list(taken), layout=Layout(display="none"))
        self.on_msg(lambda _, content, __: hear(content["key"]))

    def scroll(self) -> None:
        """Scroll to the app that has been opened inside this one."""
        self.send({"show": True})
