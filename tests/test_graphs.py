"""The networkx views say what the board says, and networkx's own algorithms come to the same answers."""

from __future__ import annotations

import random
from itertools import combinations
from math import dist, isclose, sqrt

import networkx as nx
import pytest

from spiralkit import board, graphs
from spiralkit.board import BRIDGES, CELLS, FORKS, FULL, Goal, Mask, mask_of
from spiralkit.draw.spiral import Layout
from spiralkit.spiral import State, deal


def random_states(count: int) -> list[State]:
    numbers = random.Random(count)
    states = []
    for _ in range(count):
        cells = numbers.sample(range(CELLS), numbers.randrange(CELLS + 1))
        share = numbers.randrange(len(cells) + 1)
        states.append(State(mask_of(cells[:share]), mask_of(cells[share:]), deal(1).columns, "me"))
    return states


def edges_of(graph: nx.Graph) -> set[frozenset[int]]:
    return set(map(frozenset, graph.edges))


def test_the_whole_board() -> None:
    graph = graphs.board_graph()
    assert list(graph) == list(range(CELLS))
    assert graph.number_of_edges() == 90
    assert nx.diameter(graph) == 6
    for cell, data in graph.nodes(data=True):
        assert data["label"] == board.label(cell)
        assert data["ring"] == board.RING[cell] == nx.shortest_path_length(graph, cell, board.CENTRE)
        assert data["sides"] == tuple(side for side in range(6) if board.SIDES[side] >> cell & 1)
        assert "owner" not in data
    # networkx's own isomorphisms of the graph are the 12 symmetries
    matcher = nx.isomorphism.GraphMatcher(graph, graph)
    ways = {tuple(way[cell] for cell in range(CELLS)) for way in matcher.isomorphisms_iter()}
    assert ways == set(board.symmetries())


def test_nodes_lie_as_in_the_picture() -> None:
    graph = graphs.board_graph()
    layout = Layout()
    places = {cell: (data["x"], data["y"]) for cell, data in graph.nodes(data=True)}
    assert all(dist(places[cell], layout.place(cell)) < 1e-9 for cell in graph)
    for one, other in combinations(graph, 2):
        length = dist(places[one], places[other])
        assert isclose(length, sqrt(3)) if graph.has_edge(one, other) else length > 2.5
    drawn = graphs.positions(graph)
    assert drawn == {cell: (x, -y) for cell, (x, y) in places.items()}
    assert drawn[0][1] == max(y for _, y in drawn.values()), "77 is on top of a plot too"


def test_nothing_can_be_added_or_removed() -> None:
    state = random_states(1)[0]
    views = [graphs.board_graph(), graphs.board_graph(FULL, state), *graphs.group_graphs(FULL)]
    views += [graphs.contact_graph(state), graphs.path_graph(FULL, FORKS), graphs.completion_graph(0, 0, FORKS)]
    for graph in views:
        assert nx.is_frozen(graph)
        with pytest.raises(nx.NetworkXError):
            graph.add_edge(0, 36)
        with pytest.raises(nx.NetworkXError):
            graph.remove_node(0)
    nx.Graph(views[0]).add_edge(0, 36)
    assert not graphs.board_graph().has_edge(0, 36)


def test_views_do_not_share_their_data() -> None:
    graphs.board_graph().nodes[0]["label"] = "changed"
    assert graphs.names(graphs.board_graph())[0] == "77"


def test_colours_and_groups() -> None:
    for state in random_states(100):
        for mask, owner in ((state.mine, "x"), (state.hers, "o")):
            graph = graphs.board_graph(mask, state)
            assert mask_of(graph) == mask
            assert set(dict(graph.nodes(data="owner")).values()) <= {owner}
            parts = [mask_of(part) for part in nx.connected_components(graph)]
            groups = graphs.group_graphs(mask)
            assert [mask_of(group) for group in groups] == board.groups(mask)
            assert sorted(parts) == sorted(board.groups(mask))
            for group in groups:
                assert edges_of(group) == edges_of(graph.subgraph(group))
                assert group.graph["sides"] == board.sides(mask_of(group))
        owners = dict(graphs.board_graph(FULL, state).nodes(data="owner"))
        assert all(owners[cell] == state.owner(cell) for cell in range(CELLS))


def cheapest(graph: nx.Graph, owner: str, ends: tuple[int, ...]) -> float:
    """networkx's own way between two sides: a step onto a vacant node costs 1, onto a group nothing."""
    own = nx.DiGraph(graph.subgraph([node for node, data in graph.nodes(data=True) if data["owner"] in (owner, ".")]))
    start, end = ends
    for node, data in list(own.nodes(data=True)):
        if start in data["sides"]:
            own.add_edge("start", node)
        if end in data["sides"]:
            own.add_edge(node, "end")
    if "start" not in own or "end" not in own:
        return float("inf")
    cost = {node: float(data.get("owner") == ".") for node, data in own.nodes(data=True)}
    lengths = nx.single_source_dijkstra_path_length(own, "start", weight=lambda _, node, __: cost[node])
    return lengths.get("end", float("inf"))


def test_the_contact_graph_gives_the_bridge_distance() -> None:
    for state in random_states(60):
        graph = graphs.contact_graph(state)
        assert mask_of(cell for cells in dict(graph.nodes(data="cells")).values() for cell in cells) == FULL
        assert {node for node, data in graph.nodes(data=True) if data["owner"] == "x"} == {
            min(board.cells(group)) for group in board.groups(state.mine)
        }
        inside = sum(
            graphs.board_graph(group).number_of_edges()
            for mask in (state.mine, state.hers)
            for group in board.groups(mask)
        )
        assert sum(contacts for *_, contacts in graph.edges(data="contacts")) == 90 - inside
        for mine, hers, owner in ((state.mine, state.hers, "x"), (state.hers, state.mine, "o")):
            expected = min(cheapest(graph, owner, ends) for ends in BRIDGES)
            distance = board.bridge_distance(mine, hers)
            assert expected == (float("inf") if distance is None else distance)


@pytest.mark.parametrize("goal", [FORKS, BRIDGES])
def test_paths(goal: Goal) -> None:
    numbers = random.Random(8)
    found = 0
    for _ in range(200):
        mask: Mask = mask_of(numbers.sample(range(CELLS), 22))
        path = graphs.path_graph(mask, goal)
        assert mask_of(path) == board.connecting_path(mask, goal)
        if len(path) == 0:
            continue
        found += 1
        assert nx.is_connected(path)
        assert path.number_of_edges() - len(path) in ((-1, 0) if goal == FORKS else (-1,)), "a tree, or one triangle"
        assert edges_of(path) == edges_of(graphs.board_graph().subgraph(path))
    assert found > 10


@pytest.mark.parametrize("goal", [FORKS, BRIDGES])
def test_completions(goal: Goal) -> None:
    for state in random_states(80):
        graph = graphs.completion_graph(state.mine, state.hers, goal)
        found = board.completion(state.mine, state.hers, goal)
        if found is None:
            assert len(graph) == 0
            assert graph.graph == {"distance": None, "count": 0}
            continue
        assert graph.graph == {"distance": found.distance, "count": found.count}
        missing = mask_of(cell for cell, data in graph.nodes(data=True) if data["missing"])
        must = mask_of(cell for cell, data in graph.nodes(data=True) if data["must"])
        assert (missing, must) == (found.cells, found.must)
        assert mask_of(graph) & ~missing & ~state.mine == 0
        assert nx.is_connected(graph)
        assert board.joins(mask_of(graph), goal)
