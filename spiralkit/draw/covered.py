"""An answer in a notebook that stays covered until it is asked for."""

from __future__ import annotations

from html import escape


class Covered(str):
    """A page's text that shows a line to press, and, once that is pressed, what is below it."""

    __slots__ = ()

    def _repr_html_(self) -> str:
        return str(self)


def covered(*parts: str, title: str = "Show the answer") -> Covered:
    """Words and pictures below a line to press: they are not seen before, also when all cells have been run.

    A part that is a picture in SVG stays one; all else is words. They are in the source of the page: a cover for a
    projector, not a lock.

    >>> covered("To <89>.").endswith("To &lt;89&gt;.</p></details>")
    True
    """
    head = f'<summary style="font-size:17px;font-weight:bold;cursor:pointer">{escape(title)}</summary>'
    told = (part if part.startswith("<svg") else f'<p style="max-width:60em">{escape(part)}</p>' for part in parts)
    return Covered(f"<details>{head}{''.join(told)}</details>")
