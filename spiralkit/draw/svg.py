"""A scene as an SVG string, with the standard library alone.

The same scene gives the same bytes. There are no ids, so any number of pictures can share a page.
"""

from __future__ import annotations

from collections import defaultdict
from functools import cache, lru_cache
from html import escape

from .scene import FONT, STYLES, Box, Circle, Group, Path, Scene, Shape, Step, Text


class SVG(str):
    """An SVG picture as text, which notebooks show as a picture."""

    __slots__ = ()

    def _repr_svg_(self) -> str:
        return str(self)

    def _repr_html_(self) -> str:
        return str(self)


def render(scene: Scene, *, interactive: bool = False) -> SVG:
    """The scene as one ``<svg>`` element.

    Each cell and card is a ``<g>`` with ``data-`` attributes and a ``<title>``. A static picture is one
    image with a title and a description; an interactive one is a group of buttons that can have the focus.
    The first cell and the first active card are tab stops; what arrow keys and clicks do is the reader's part.

    >>> render(Scene(20, 10, (Circle(5, 5, 4, "me"),), "a piece"))[-86:]
    '<circle cx="5" cy="5" r="4" fill="#0072B2" stroke="#00334F" stroke-width="1.5"/></svg>'
    """
    width, height = number(scene.width), number(scene.height)
    shown = f'width="{number(scene.width * scene.scale)}" height="{number(scene.height * scene.scale)}"'
    role = f'role="group" aria-label="{escape(scene.title)}"' if interactive else 'role="img"'
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" {shown} '
        f'{role} font-family="{FONT}, Verdana, sans-serif" stroke-linejoin="round">'
    ]
    if not interactive:
        out.append(f"<title>{escape(scene.title)}</title>")
    out.append(f"<desc>{escape(scene.description)}</desc>")
    stops: dict[str, str] | None = defaultdict(lambda: "0") if interactive else None
    for shape in scene.shapes:
        _add(shape, out, stops)
    out.append("</svg>")
    return SVG("".join(out))


@lru_cache(maxsize=8192)
def number(value: float) -> str:
    """A number with at most two decimals, written short.

    >>> number(2.0), number(-0.001), number(1.256)
    ('2', '0', '1.26')
    """
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


@cache
def _look(role: str) -> str:
    style = STYLES[role]
    look = f' fill="{style.fill}"'
    if style.stroke != "none":
        look += f' stroke="{style.stroke}" stroke-width="{number(style.width)}"'
    if style.dash:
        look += f' stroke-dasharray="{" ".join(map(number, style.dash))}"'
    return look + ' font-weight="bold"' * style.bold


@lru_cache(maxsize=4096)
def _way(steps: tuple[Step, ...]) -> str:
    return "".join(letter + " ".join(f"{number(x)} {number(y)}" for x, y in points) for letter, points in steps)


def _add(shape: Shape, out: list[str], stops: dict[str, str] | None) -> None:
    match shape:
        case Path(steps, role):
            out.append(f'<path d="{_way(steps)}"{_look(role)}/>')
        case Circle(x, y, radius, role):
            out.append(f'<circle cx="{number(x)}" cy="{number(y)}" r="{number(radius)}"{_look(role)}/>')
        case Box(x, y, width, height, role, radius):
            rounded = f' rx="{number(radius)}"' if radius else ""
            out.append(
                f'<rect x="{number(x)}" y="{number(y)}" width="{number(width)}" height="{number(height)}"'
                f"{rounded}{_look(role)}/>"
            )
        case Text(x, _, words, size, role, anchor):
            out.append(
                f'<text x="{number(x)}" y="{number(shape.baseline)}" font-size="{number(size)}" '
                f'text-anchor="{anchor}" pointer-events="none"{_look(role)}>{escape(words)}</text>'
            )
        case Group(shapes):
            out.append(_opening(shape, stops))
            for inner in shapes:
                _add(inner, out, stops)
            out.append("</g>")


def _opening(group: Group, stops: dict[str, str] | None) -> str:
    if not group.data:
        return '<g pointer-events="none">'
    tag = "<g" + "".join(f' data-{name}="{escape(value)}"' for name, value in group.data)
    if stops is not None and group.active:
        kind = group.data[0][0]
        tag += f' role="button" tabindex="{stops[kind]}" aria-label="{escape(group.title)}"'
        stops[kind] = "-1"
    return f"{tag}><title>{escape(group.title)}</title>"
