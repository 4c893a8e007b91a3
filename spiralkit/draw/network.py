"""The graphs of ``graphs.py`` over the board, on the coordinates that the board itself is drawn with.

``svg`` and ``figure`` draw a graph with shapes of the board's own size; ``positions`` are for networkx's
own drawing on axes that hold a board.
"""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING, Any

from ..spiral import State
from . import spiral
from .hexes import PLAIN, Hexes, Layout, piece
from .scene import Box, Circle, Group, Point, Scene, Shape, Text, fitted, hexagon, line
from .svg import SVG, render

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


def _hexes(layout: Layout) -> Hexes:
    return Hexes(layout, spiral.SIZE, spiral.BOARD_WIDTH / 2, spiral.HEIGHT / 2)


def positions(graph: Any, *, layout: Layout = PLAIN) -> dict[int, Point]:
    """Where each node lies on the picture of the board, for ``nx.draw_networkx(graph, pos, ax=ax)``.

    A node of several cells lies in the middle of them.

    >>> from spiralkit import deal, graphs
    >>> from spiralkit.draw.spiral import figure
    >>> shown = figure(deal(1), columns=False)
    >>> graph = graphs.board_graph()
    >>> lines = graphs.nx.draw_networkx_edges(graph, positions(graph), ax=shown.axes[0])
    """
    places = _hexes(layout).places
    return {node: _middle([places[cell] for cell in data.get("cells", (node,))]) for node, data in graph.nodes.items()}


def _middle(points: list[Point]) -> Point:
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


def scene(graph: Any, state: State | None = None, *, layout: Layout = PLAIN) -> Scene:
    """A graph over a pale board.

    Nodes are discs, larger for more cells, with their labels; those of a colour are pieces if the nodes say
    their ``owner`` or a state is given. What a completion still lacks is dashed, and strong where it must be had.

    >>> from spiralkit import graphs
    >>> scene(graphs.board_graph()).title
    'A graph of 37 nodes and 90 edges'
    """
    hexes = _hexes(layout)
    pos = positions(graph, layout=layout)
    shapes: list[Shape] = [Box(0, 0, spiral.BOARD_WIDTH, spiral.HEIGHT, "paper")]
    cells: list[Shape] = [hexagon(x, y, hexes.size, "pale-cell") for x, y in hexes.places]
    cells += [line([pos[one], pos[other]], "edge") for one, other in graph.edges]
    shapes.append(Group(tuple(cells)))
    told = []
    for node, data in graph.nodes.items():
        x, y = pos[node]
        many = len(data.get("cells", (node,)))
        radius = hexes.size * min(0.9, 0.46 * sqrt(sqrt(many)))
        owner = spiral.OWNERS[data.get("owner") or (state.owner(node) if state else ".")]
        name = data["label"].split()[0] + (f"+{many - 1}" if many > 1 else "")
        size = fitted(name, 13, radius * 1.7, bold=True)
        inside: tuple[Shape, ...]
        if owner:
            inside = (*piece(x, y, radius, owner), Text(x, y, name, size, f"{owner}-label"))
        else:
            look = "node-must" if data.get("must") else "node-missing" if data.get("missing") else "node"
            inside = (Circle(x, y, radius, look), Text(x, y, name, size, "node-label"))
        words = f"{data['label']}, {spiral.WHO[owner]}"
        told.append(words)
        shapes.append(Group(inside, (("node", str(node)),), words))
    title = f"A graph of {len(pos)} nodes and {graph.number_of_edges()} edges"
    return Scene(spiral.BOARD_WIDTH, spiral.HEIGHT, tuple(shapes), title, "; ".join(told))


def svg(graph: Any, state: State | None = None, *, layout: Layout = PLAIN) -> SVG:
    """The graph over a pale board as an SVG string."""
    return render(scene(graph, state, layout=layout))


def figure(graph: Any, state: State | None = None, *, ax: Axes | None = None, layout: Layout = PLAIN) -> Figure:
    """The graph over a pale board as a matplotlib figure, or on the given axes."""
    from . import mpl

    return mpl.figure(scene(graph, state, layout=layout), ax=ax)
