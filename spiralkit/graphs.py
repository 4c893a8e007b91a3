"""The board and what connects on it as networkx graphs: for looking, for teaching, for networkx's own algorithms.

Read-only views of what ``board.py`` knows. A node is a cell, 0 (77) to 36 (the centre), an edge
joins two neighbours, and sets of cells are the masks of that module. Each node carries

- ``label``: the pair that names the cell, ``--`` for the centre;
- ``ring``: 3 for the outer ring to 0 for the centre;
- ``x``, ``y``: its middle in the picture, in units of the cell size (middle to corner, so that
  neighbours are sqrt(3) apart); x grows to the right, y downwards;
- ``sides``: the sides it lies on, two for a corner;
- ``owner``, where a state is given: ``x`` you, ``o`` Dr. Brooks, ``.`` nobody.

>>> graph = board_graph()
>>> nx.shortest_path_length(graph, 0, 36)
3
>>> nx.draw(graph, positions(graph), labels=names(graph))  # doctest: +SKIP

The graphs are frozen: networkx raises NetworkXError when nodes or edges are added or removed;
``nx.Graph(graph)`` is a copy that may be changed. Building one takes well under a millisecond
unless its function says more.

Two traps:

- ``nx.all_simple_paths`` explodes: nobody can wait for all paths between two corners of the
  board. Give it a ``cutoff``, and take no more from it than you need.

  >>> from itertools import islice
  >>> len(list(islice(nx.all_simple_paths(graph, 0, 36, cutoff=5), 1000)))
  61

- A node hung on the cells of each side, and ``nx.has_path`` between opposite ones, is no test for
  a bridge: the path may run through the node of a third side, where two groups end that do not
  touch. Ask each group for its sides, as ``board.bridge`` does.

  >>> mine = board.mask_of(["7T", "7K", "7A", "88", "89"])
  >>> hung = nx.Graph(board_graph(mine))
  >>> hung.add_edges_from((cell, f"side {side}") for cell in board.cells(mine) for side in board.sides(1 << cell))
  >>> nx.has_path(hung, "side 0", "side 3"), board.bridge(mine)
  (True, 0)
  >>> [board.sides(group) for group in board.groups(mine)]
  [(0, 1), (1, 2, 3)]
"""

from __future__ import annotations

from math import sqrt
from typing import Any

import networkx as nx

from . import board
from .board import FULL, Cell, Goal, Mask
from .spiral import State


def _node(cell: Cell) -> dict[str, Any]:
    q, r = board.AXIAL[cell]
    return {
        "label": board.label(cell),
        "ring": board.RING[cell],
        "x": sqrt(3) * (q + r / 2),
        "y": 1.5 * r,
        "sides": board.sides(1 << cell),
    }


def _graph(mask: Mask) -> nx.Graph:
    graph = nx.Graph()
    for cell in board.cells(mask):
        graph.add_node(cell, **_node(cell))
        graph.add_edges_from((cell, near) for near in board.cells(board.NEAR[cell] & mask & ((1 << cell) - 1)))
    return graph


def _frozen(graph: nx.Graph) -> nx.Graph:
    nx.freeze(graph)
    return graph


def board_graph(mask: Mask = FULL, state: State | None = None) -> nx.Graph:
    """Some cells, all 37 unless a mask is given, and the edges between them, up to 90.

    With a state each node has its ``owner``, and ``state.mine`` and ``state.hers`` are the masks
    of the two colours.

    >>> graph = board_graph()
    >>> len(graph), graph.number_of_edges(), graph.nodes[35]["label"]
    (37, 90, 'AA')
    >>> from spiralkit.spiral import Move, deal, replay
    >>> state = replay(deal(1), map(Move, ["bc", "ab", "cd", "ad", "ab", "cd"]))
    >>> hers = board_graph(state.hers, state)
    >>> names(hers)
    {5: '7Q', 14: '8A', 16: '9T', 29: 'JA'}
    >>> list(hers.edges), hers.nodes[5]["owner"], hers.nodes[5]["sides"]
    ([(16, 29)], 'o', (1,))
    """
    graph = _graph(mask)
    if state is not None:
        nx.set_node_attributes(graph, {cell: state.owner(cell) for cell in graph}, "owner")
    return _frozen(graph)


def group_graphs(mask: Mask) -> list[nx.Graph]:
    """The groups of a colour, one graph each, in the order of their lowest cells.

    ``graph.graph["sides"]`` are the sides that the whole group touches.

    >>> [(list(graph), graph.graph["sides"]) for graph in group_graphs(board.mask_of(["7T", "7J", "AA"]))]
    [([3, 4], (0, 1)), ([35], ())]
    """
    graphs = []
    for group in board.groups(mask):
        graph = _graph(group)
        graph.graph["sides"] = board.sides(group)
        graphs.append(_frozen(graph))
    return graphs


def contact_graph(state: State) -> nx.Graph:
    """What touches what: a node for each group of either colour and for each vacant cell.

    A node is named by its lowest cell and carries ``cells`` (all its cells, a tuple), ``label``
    (their labels), ``sides``, ``owner``, and ``x``, ``y`` in the middle of its cells. An edge
    joins nodes that touch; ``contacts`` is the number of pairs of neighbouring cells.

    In this graph, without the nodes of the other colour, your way costs one for each vacant node
    and nothing for a group: ``board.bridge_distance`` is the cheapest way between opposite sides.

    >>> from spiralkit.spiral import Move, deal, replay
    >>> state = replay(deal(1), map(Move, ["bc", "ab", "cd", "ad", "ab", "cd"]))
    >>> graph = contact_graph(state)
    >>> [data["label"] for _, data in graph.nodes(data=True) if data["owner"] == "o"]
    ['7Q', '8A', '9T JA']
    >>> graph.nodes[16]["cells"], graph.nodes[16]["sides"], graph.edges[16, 17]["contacts"]
    ((16, 29), (5,), 2)
    """
    nodes = [*board.groups(state.mine), *board.groups(state.hers)]
    nodes += [1 << cell for cell in board.cells(FULL & ~state.occupied)]
    graph = nx.Graph()
    for mask in sorted(nodes, key=lambda mask: mask & -mask):
        cells = tuple(board.cells(mask))
        middle = [_node(cell) for cell in cells]
        graph.add_node(
            cells[0],
            cells=cells,
            label=" ".join(board.labels(mask)),
            sides=board.sides(mask),
            owner=state.owner(cells[0]),
            x=sum(node["x"] for node in middle) / len(cells),
            y=sum(node["y"] for node in middle) / len(cells),
        )
    node_of = {cell: node for node, cells in graph.nodes(data="cells") for cell in cells}
    for one, other in _graph(FULL).edges:
        ends = node_of[one], node_of[other]
        if ends[0] != ends[1]:
            contacts = graph.get_edge_data(*ends, {"contacts": 0})["contacts"]
            graph.add_edge(*ends, contacts=contacts + 1)
    return _frozen(graph)


def path_graph(mask: Mask, wanted: Goal) -> nx.Graph:
    """The connecting path of a fork (``board.FORKS``) or bridge (``board.BRIDGES``): a smallest tree that shows it.

    All edges between its cells are there, so where the three arms of a fork meet they may form
    a triangle. Empty if the cells of the mask hold no such connection. Takes up to 5 ms.

    >>> mine = board.SIDES[0] | board.SIDES[1] | board.SIDES[2]
    >>> path = path_graph(mine, board.BRIDGES)
    >>> sorted(path), nx.is_connected(path), len(path_graph(mine, board.FORKS))
    ([0, 1, 2, 3, 4, 5, 6], True, 10)
    """
    return _frozen(_graph(board.connecting_path(mask, wanted)))


def completion_graph(own: Mask, other: Mask, wanted: Goal) -> nx.Graph:
    """A fork or bridge finished with the fewest further cells: the connecting path there would be.

    Each node has ``missing`` (a vacant cell, still to be had) and ``must`` (missing in every
    smallest completion). ``graph.graph`` holds ``distance``, the number of missing cells, and
    ``count``, the number of smallest completions. If there can be none the graph is empty, with
    distance None and count 0. Takes up to 10 ms.

    >>> mine = board.mask_of("78 79 7T 9K TQ JQ QK QA".split())
    >>> hers = board.mask_of("77 88 8J 9A".split())
    >>> graph = completion_graph(mine, hers, board.BRIDGES)
    >>> graph.graph, list(names(graph).values())
    ({'distance': 2, 'count': 2}, ['78', '89', '9K', 'TQ', 'TK', 'QK', 'QA'])
    >>> [(data["label"], data["must"]) for _, data in graph.nodes(data=True) if data["missing"]]
    [('89', False), ('TK', True)]
    """
    found = board.completion(own, other, wanted)
    missing, must = (found.cells, found.must) if found else (0, 0)
    graph = _graph(board.connecting_path(own | missing, wanted) if found else 0)
    for cell, data in graph.nodes(data=True):
        data["missing"] = bool(missing >> cell & 1)
        data["must"] = bool(must >> cell & 1)
    graph.graph |= {"distance": found.distance, "count": found.count} if found else {"distance": None, "count": 0}
    return _frozen(graph)


def positions(graph: nx.Graph) -> dict[Cell, tuple[float, float]]:
    """Where networkx should draw the nodes of one of these graphs, for ``nx.draw(graph, pos=...)``.

    The y of the nodes grows downwards as in the picture, that of a plot upwards, so its sign is
    turned: 77 comes out on top either way.

    >>> positions(board_graph(board.mask_of(["AA", "--"])))[35]
    (-1.7320508075688772, -0.0)
    """
    return {node: (data["x"], -data["y"]) for node, data in graph.nodes(data=True)}


def names(graph: nx.Graph) -> dict[Cell, str]:
    """The labels of the nodes, for ``nx.draw(graph, labels=...)``.

    >>> names(board_graph(board.mask_of(["AA", "--"])))
    {35: 'AA', 36: '--'}
    """
    return dict(graph.nodes(data="label"))
