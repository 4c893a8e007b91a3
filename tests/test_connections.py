"""Connections to look at: whose completion is drawn, both side by side, and graphs on the coordinates of the board."""

import networkx as nx
import pytest
from matplotlib.figure import Figure

from spiralkit import board, graphs
from spiralkit.draw import connections, network
from spiralkit.draw.figures import CENTRE_GAME, FORK_GAME, SAMPLE, played
from spiralkit.draw.hexes import Layout
from spiralkit.draw.scene import Group, Text
from spiralkit.draw.spiral import figure, scene, svg
from spiralkit.spiral import State, deal

MIDDLE = played(*CENTRE_GAME).states[27]
"""Your ninth piece is down, and Dr. Brooks is to move."""
ENDS = {
    "me": board.fork_completion(MIDDLE.mine, MIDDLE.hers),
    "brooks": board.bridge_completion(MIDDLE.hers, MIDDLE.mine),
}


def roles(group):
    return [shape.role for shape in group.shapes]


def cells(picture):
    return {dict(shape.data)["cell"]: shape for shape in picture.shapes if dict(getattr(shape, "data", ())).get("cell")}


@pytest.mark.parametrize("owner", ["me", "brooks"])
def test_a_completion_is_seen_in_the_colour_of_its_owner(owner):
    found = ENDS[owner]
    picture = scene(MIDDLE, completion=found.cells, must=1 << min(board.cells(found.cells)), whose=owner)
    other = "brooks" if owner == "me" else "me"
    own = MIDDLE.mine if owner == "me" else MIDDLE.hers
    looks = [f"{owner}-missing", f"{owner}-must"]
    for name, group in cells(picture).items():
        cell = board.cell_of(name)
        seen = roles(group)
        missing = found.cells >> cell & 1
        assert sum(look in seen for look in looks) == missing
        assert not [role for role in seen if role.startswith((f"{other}-missing", f"{other}-must", f"{other}-plan"))]
        near = board.NEAR[cell] & found.cells if own >> cell & 1 else board.NEAR[cell] & (found.cells | own) * missing
        assert seen.count(f"{owner}-plan-link") == near.bit_count()
    assert sum(f"{owner}-must" in roles(group) for group in cells(picture).values()) == 1
    assert f"Marked as missing for {'you' if owner == 'me' else 'Dr. Brooks'}: " in picture.description


def test_groups_of_one_colour_alone():
    both, mine, hers = ({shape.role for shape in scene(SAMPLE, groups=g).flat()} for g in (True, "me", "brooks"))
    assert {"me-group", "brooks-group"} <= both
    assert {"me-group", "brooks-group"} & mine == {"me-group"}
    assert {"me-group", "brooks-group"} & hers == {"brooks-group"}


def test_both_are_seen_side_by_side():
    picture = connections.scene(SAMPLE)
    words = [shape.words for shape in picture.flat() if isinstance(shape, Text)]
    assert "You: a fork lacks 1 cell, TK" in words
    assert "Dr. Brooks: a bridge lacks 1 cell, TK" in words
    assert words.count("TK") == 2
    seen = [roles(group) for group in picture.shapes if dict(getattr(group, "data", ())).get("cell") == "TK"]
    assert ["me-must" in seen[0], "brooks-must" in seen[1]] == [True, True]
    picture = connections.scene(MIDDLE)
    assert f"a fork lacks {ENDS['me'].distance} cells, in {ENDS['me'].count} ways" in picture.description
    assert sum(shape.role == "forecast" for shape in picture.flat()) == 2 * len(MIDDLE.forced())


def test_an_end_reached_or_out_of_reach_is_said():
    state = played(*FORK_GAME).state
    description = connections.scene(state).description
    assert description == "You: a fork. Dr. Brooks: no bridge any more."
    assert connections.nearest(state, "brooks") == ("bridge", None)


def test_her_fork_counts_where_it_is_nearer():
    end = played(*FORK_GAME).states[-2]
    turned = State(end.hers, end.mine, end.columns, "brooks", end.variant)  # the colours exchanged
    assert board.bridge_distance(turned.hers, turned.mine) == 3
    name, found = connections.nearest(turned, "brooks")
    assert (name, found.distance) == ("fork", 1)
    assert "Dr. Brooks: a fork lacks 1 cell, in" in connections.scene(turned, forecast=()).description


def test_words_stay_in_the_picture():
    for state in (SAMPLE, MIDDLE, deal(1), played(*FORK_GAME).state):
        for large in (False, True):
            shown = connections.figure(state, large=large)
            shown.canvas.draw()
            width = shown.bbox.width
            for text in shown.axes[0].texts:
                box = text.get_window_extent()
                assert box.x0 >= 0
                assert box.x1 <= width


def test_papers_hand_in_their_axes():
    paper = Figure(figsize=(10, 4))
    left, right = paper.subplots(1, 2)
    assert connections.figure(SAMPLE, ax=left) is paper
    assert network.figure(graphs.board_graph(), SAMPLE, ax=right) is paper
    assert len(left.patches) > 2 * 37
    assert len(right.patches) > 37


# Graphs.


@pytest.mark.parametrize("layout", [Layout(), Layout(4, True)], ids=str)
def test_nodes_lie_on_their_cells(layout):
    middles = {}
    for group in scene(SAMPLE, layout=layout).shapes:
        if isinstance(group, Group) and dict(group.data).get("cell"):
            middles[int(dict(group.data)["index"])] = next((s.x, s.y) for s in group.shapes if isinstance(s, Text))
    for node, place in network.positions(graphs.board_graph(), layout=layout).items():
        assert place == pytest.approx(middles[node])
    contacts = graphs.contact_graph(SAMPLE)
    for node, (x, y) in network.positions(contacts, layout=layout).items():
        some = [middles[cell] for cell in contacts.nodes[node]["cells"]]
        assert (x, y) == pytest.approx(tuple(sum(place) / len(some) for place in zip(*some, strict=True)))


def test_networkx_draws_on_the_board():
    graph = graphs.board_graph(SAMPLE.mine)
    axes = figure(SAMPLE, columns=False).axes[0]
    edges = nx.draw_networkx_edges(graph, network.positions(graph), ax=axes)
    assert len(edges.get_segments()) == graph.number_of_edges()
    for line in edges.get_segments():
        (x0, y0), (x1, y1) = line
        assert ((x1 - x0) ** 2 + (y1 - y0) ** 2) ** 0.5 == pytest.approx(33 * 3**0.5)
    assert edges.get_zorder() > max(patch.get_zorder() for patch in axes.patches)  # over the board, not under it
    assert axes.get_xlim() == (0, 434)
    assert axes.get_ylim() == (400, 0)


def test_a_graph_shows_owners_sizes_and_what_is_missing():
    contacts = graphs.contact_graph(SAMPLE)
    picture = network.scene(contacts)
    nodes = {dict(shape.data)["node"]: shape for shape in picture.shapes if dict(getattr(shape, "data", ()))}
    assert len(nodes) == len(contacts)
    for node, data in contacts.nodes.items():
        seen = roles(nodes[str(node)])
        assert seen[0] == {"x": "me", "o": "brooks", ".": "node"}[data["owner"]]
        many = len(data["cells"])
        assert nodes[str(node)].shapes[-1].words.endswith(f"+{many - 1}" if many > 1 else data["label"])
    assert sum(shape.role == "edge" for shape in picture.flat()) == contacts.number_of_edges()
    lacking = graphs.completion_graph(MIDDLE.mine, MIDDLE.hers, board.FORKS)
    seen = [shape.role for shape in network.scene(lacking, MIDDLE).flat()]
    assert seen.count("node-missing") + seen.count("node-must") == ENDS["me"].distance


def test_svg_of_both():
    assert svg(SAMPLE, completion=1 << 25, whose="me").count("<svg") == 1
    assert connections.svg(SAMPLE).startswith("<svg")
    assert network.svg(graphs.board_graph()).startswith("<svg")
