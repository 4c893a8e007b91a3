"""Pictures: one geometry, two renderers, words for those who cannot see them, and what print and grey leave."""

import os
import subprocess
import sys
from itertools import combinations, pairwise
from math import dist, sqrt
from pathlib import Path
from random import Random
from xml.etree import ElementTree

import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.colors import to_hex

from spiralkit import board, graphs
from spiralkit.draw import connections, figures, mpl, network
from spiralkit.draw.hexes import Hexes, Layout
from spiralkit.draw.scene import STYLES, Box, Text
from spiralkit.draw.spiral import SIZE, describe, figure, scene, svg
from spiralkit.spiral import ONE_COLUMN, STANDARD, Move, State, deal, redeal

NS = "{http://www.w3.org/2000/svg}"
SAMPLE = State.parse(
    "ooxoooxooooxxo...oooxxxx.xo.xoo.oooo. "
    "8dJsTs7s9h9dQhKs/Jc8c7h9cJdAcJhQc/KcAsQdAhTdTc7d9s/KhKdQs7cAdTh8h8s me standard"
)
LAYOUTS = [Layout(turn, mirror) for mirror in (False, True) for turn in range(6)]


def game(seed, variant=STANDARD):
    """The states of a game of random picks, each with the pieces of the last move."""
    random = Random(seed)
    state, deals, last = deal(seed, variant), 1, ()
    while True:
        yield state, last
        if state.outcome is not None:
            return
        if state.deal_due:
            deals += 1
            state, last = state.play(redeal(seed, deals)), ()
            continue
        move = random.choice(state.moves())
        placement = state.placement(move)
        last = (*last, placement) if last and last[-1].mover == placement.mover else (placement,)
        state = state.play(move)


def end(how, by):
    """The end of the first game that ends so, with its last pieces."""
    for seed in range(1000):
        *_, (state, last) = game(seed)
        if (state.outcome.how, state.outcome.by) == (how, by):
            return state, last
    raise AssertionError


FORK, FORK_LAST = end("fork", "me")
MIDDLE, MIDDLE_LAST = [(state, last) for state, last in game(3) if state.turn == "me" and last][5]
MISSING = board.fork_completion(MIDDLE.mine, MIDDLE.hers)
PICTURES = {
    "fresh": (deal(1), {}),
    "spiral": (deal(1), {"spiral": True, "large": True}),
    "marked": (SAMPLE, {"marks": {board.CENTRE: "never", board.cell_of("TA"): "ab cd"}, "large": True}),
    "groups": (SAMPLE, {"groups": True, "large": True}),
    "middle": (MIDDLE, {"last": MIDDLE_LAST, "slides": MIDDLE_LAST}),
    "completion": (MIDDLE, {"completion": MISSING.cells, "must": MISSING.must, "layout": Layout(2, True)}),
    "fork": (FORK, {"groups": True, "last": FORK_LAST, "slides": FORK_LAST}),
    "bridge": (end("bridge", "brooks")[0], {"columns": False}),
    "chosen": (
        SAMPLE,
        {
            "selected": "bc",
            "forecast": SAMPLE.forecast(Move("bc")),
            "slides": [SAMPLE.placement(Move("bc"))],
            "marks": {board.cell_of("TK"): "win"},
        },
    ),
    "one column": (deal(4, ONE_COLUMN), {"selected": "aa", "large": True}),
    "deal due": (next(state for state, _ in game(2) if state.deal_due), {"large": True}),
}


@pytest.fixture(params=PICTURES)
def picture(request):
    return PICTURES[request.param]


def tree(state, **options):
    return ElementTree.fromstring(svg(state, **options))


def numbers(text):
    for letter in "MLCZ":
        text = text.replace(letter, " ")
    found = [float(word) for word in text.split()]
    return list(zip(found[::2], found[1::2], strict=True))


def cell_groups(root):
    return {group.get("data-cell"): group for group in root.iter(f"{NS}g") if group.get("data-cell")}


# Geometry.


@pytest.mark.parametrize("layout", LAYOUTS, ids=str)
def test_drawn_neighbours_are_the_board_s(layout):
    corners = {}
    for name, group in cell_groups(tree(deal(1), layout=layout)).items():
        corners[board.cell_of(name)] = numbers(group.find(f"{NS}path").get("d"))
    assert sorted(corners) == list(range(37))
    middles = {}
    for cell, points in corners.items():
        assert len(points) == 6
        assert all(dist(a, b) == pytest.approx(SIZE, abs=0.02) for a, b in pairwise([*points, points[0]]))
        middles[cell] = sum(x for x, _ in points) / 6, sum(y for _, y in points) / 6
    near = [(a, b) for a, b in combinations(range(37), 2) if dist(middles[a], middles[b]) < 1.01 * sqrt(3) * SIZE]
    assert near == [(a, b) for a in range(37) for b in board.NEIGHBOURS[a] if a < b]
    assert len(near) == 90
    lengths = [dist(middles[a], middles[b]) for a, b in near]
    assert max(lengths) - min(lengths) < 0.05
    degrees = [sum(cell in pair for pair in near) for cell in range(37)]
    assert [degrees.count(degree) for degree in (3, 4, 6)] == [6, 12, 19]


def test_layouts_are_the_symmetries_of_the_board():
    for layout, way in zip(LAYOUTS, board.symmetries(), strict=True):
        for cell in range(37):
            assert layout.place(cell) == pytest.approx(Layout().place(way[cell]))


def test_77_to_7t_lie_along_the_top_from_the_left():
    places = [Layout().place(cell) for cell in board.SIDE_CELLS[0]]
    assert len({y for _, y in places}) == 1
    assert places == sorted(places)
    assert all(y > places[0][1] for y in (Layout().place(cell)[1] for cell in range(4, 37)) if y != places[3][1])


@pytest.mark.parametrize("layout", LAYOUTS, ids=str)
def test_side_numbers_stand_before_their_sides(layout):
    picture = scene(SAMPLE, groups=True, layout=layout)
    numbers = {shape.words: (shape.x, shape.y) for shape in picture.flat() if getattr(shape, "role", "") == "side"}
    assert sorted(numbers) == list("012345")
    middles = {shape.words: (shape.x, shape.y) for shape in picture.flat() if isinstance(shape, Text)}
    for side, cells in enumerate(board.SIDE_CELLS):
        near = sorted(range(37), key=lambda cell: dist(numbers[str(side)], middles[board.label(cell)]))[:2]
        assert set(near) == set(cells[1:3])


def test_nothing_is_cut_off_and_words_fit_their_place(picture):
    state, options = picture
    drawn = scene(state, **options)
    shown = mpl.figure(drawn)
    FigureCanvasAgg(shown).draw()
    axes = shown.axes[0]
    whole = axes.get_window_extent()
    back = axes.transData.inverted()
    for artist in (*axes.patches, *axes.texts):
        box = artist.get_window_extent()
        assert box.x0 >= whole.x0 - 1, artist
        assert box.y0 >= whole.y0 - 1, artist
        assert box.x1 <= whole.x1 + 1, artist
        assert box.y1 <= whole.y1 + 1, artist
    shapes = [shape for shape in drawn.flat() if not isinstance(shape, Text)]
    for words, shape in zip(axes.texts, (shape for shape in drawn.flat() if isinstance(shape, Text)), strict=True):
        (x0, _), (x1, y1) = back.transform(words.get_window_extent())
        wide = x1 - x0
        if shape.role.endswith("-label"):
            assert wide / 2 < 0.66 * SIZE * 0.85
        if shape.role.endswith("tag-words"):
            assert any(isinstance(box, Box) and box.x < x0 and x1 < box.x + box.width and box.y < y1 for box in shapes)
        if shape.role in ("red", "black"):
            assert any(isinstance(box, Box) and box.role.startswith("card") and 0 < x0 - box.x < 12 for box in shapes)
    assert (drawn.width, drawn.height) == ((820 if options.get("columns", True) else 434), 400)


# The SVG.


def test_every_cell_and_card_can_be_found(picture):
    state, options = picture
    root = tree(state, **options)
    cells = cell_groups(root)
    assert [board.cell_of(name) for name in cells] == list(range(37))
    for name, group in cells.items():
        owner = {"x": "me", "o": "brooks", ".": ""}[state.owner(board.cell_of(name))]
        assert group.get("data-owner") == owner
        assert group.get("data-index") == str(board.cell_of(name))
        words = group.find(f"{NS}title").text
        assert {"me": "you", "brooks": "Dr. Brooks", "": "vacant"}[owner] in words
        assert group.find(f"{NS}text").text == name
    found = [(group.get("data-column"), group.get("data-card")) for group in root.iter(f"{NS}g")]
    cards = [(letter, str(card)) for letter, column in zip("abcd", state.columns, strict=True) for card in column]
    assert [pair for pair in found if pair[0]] == (cards if options.get("columns", True) else [])


def test_clicks_go_to_the_cell_and_no_ids_are_used(picture):
    state, options = picture
    root = tree(state, **options)
    inside = {element for group in root.iter(f"{NS}g") if group.get("pointer-events") for element in group.iter()}
    for element in root.iter():
        assert element.get("id") is None
        assert element.get("class") is None
        if element.tag == f"{NS}text":
            assert element.get("pointer-events") == "none"
    for group in cell_groups(root).values():
        assert group not in inside
    for element in root[3:]:
        assert element.tag == f"{NS}g", "what lies over the cells takes their clicks"
        assert element.get("data-cell") or element.get("data-card") or element.get("pointer-events") == "none"


def test_a_static_picture_is_an_image_with_words(picture):
    root = tree(picture[0], **picture[1])
    assert root.get("role") == "img"
    assert root[0].tag == f"{NS}title"
    assert root[0].text == f"Spiral: {picture[0].status()}"
    assert root[1].tag == f"{NS}desc"
    assert not [element for element in root.iter() if element.get("tabindex")]


def test_an_interactive_picture_is_a_group_of_buttons():
    root = tree(SAMPLE, interactive=True)
    assert root.get("role") == "group"
    assert root.get("aria-label") == "Spiral: your move"
    cells = cell_groups(root)
    assert cells["TK"].get("aria-label") == "TK, vacant"
    assert cells["TA"].get("aria-label") == "TA, you"
    assert cells["--"].get("aria-label") == "centre, vacant"
    assert all(group.get("role") == "button" for group in cells.values())
    assert [group.get("tabindex") for group in cells.values()] == ["0"] + ["-1"] * 36
    cards = [group for group in root.iter(f"{NS}g") if group.get("data-card") and group.get("role") == "button"]
    assert [card.get("data-card") for card in cards] == ["Ks", "Qc", "9s", "8s"]
    assert [card.get("tabindex") for card in cards] == ["0", "-1", "-1", "-1"]
    assert cards[0].get("aria-label") == "Ks, king of spades, column a, can be taken"


def test_it_is_shown_by_notebooks():
    text = svg(SAMPLE)
    assert isinstance(text, str)
    assert text._repr_svg_() == text._repr_html_() == str(text)
    assert SAMPLE._repr_svg_() == text


RUN = """
import sys
from spiralkit.draw.spiral import svg
from spiralkit.spiral import Move, State
state = State.parse({text!r})
sys.stdout.write(svg(state, groups=True, forecast=state.forecast(Move("bc")), marks={{3: "a", 1: "b"}}))
assert not {{"numpy", "numba", "matplotlib", "networkx", "ipywidgets"}} & set(sys.modules)
"""


def run(code, **environment):
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, env=os.environ | environment, check=False)
    assert done.returncode == 0, done.stderr.decode()
    return done.stdout


def test_the_same_bytes_under_any_hash_seed_with_the_standard_library_alone():
    first, second = (run(RUN.format(text=SAMPLE.text), PYTHONHASHSEED=seed) for seed in "01")
    assert first == second
    assert first.startswith(b"<svg")


def test_pyplot_is_never_imported():
    run(
        "import sys, io; from spiralkit import deal; from spiralkit.draw.spiral import figure\n"
        "figure(deal(1)).savefig(io.BytesIO(), format='png')\n"
        "assert 'matplotlib.pyplot' not in sys.modules"
    )


# Both renderers.


def geometry_of_svg(root):
    """(kind or strokes, points, fill, stroke, words) of each shape, in the order drawn."""
    for element in root.iter():
        kind = element.tag.removeprefix(NS)
        get = element.get
        colours = get("fill"), get("stroke", "none")
        if kind == "path":
            strokes = "".join(letter for letter in get("d") if letter.isalpha())
            yield strokes, numbers(get("d")), *colours, ""
        elif kind == "circle":
            yield "circle", [(float(get("cx")), float(get("cy"))), (float(get("r")), 0)], *colours, ""
        elif kind == "rect":
            x, y, width, height = (float(get(name)) for name in ("x", "y", "width", "height"))
            yield "rect", [(x, y), (width, height)], *colours, ""
        elif kind == "text":
            yield "text", [(float(get("x")), float(get("y")))], *colours, element.text


def geometry_of_axes(axes):
    from matplotlib.patches import Circle, FancyBboxPatch

    def colour(rgba):
        return "none" if rgba[3] == 0 else to_hex(rgba).upper()

    for artist in sorted([*axes.patches, *axes.texts], key=lambda artist: artist.get_zorder()):
        if artist in set(axes.texts):
            yield "text", [artist.get_position()], to_hex(artist.get_color()).upper(), "none", artist.get_text()
            continue
        colours = colour(artist.get_facecolor()), colour(artist.get_edgecolor())
        if isinstance(artist, Circle):
            yield "circle", [artist.center, (artist.radius, 0)], *colours, ""
        elif isinstance(artist, FancyBboxPatch):
            yield "rect", [(artist.get_x(), artist.get_y()), (artist.get_width(), artist.get_height())], *colours, ""
        else:
            outline = artist.get_path()
            strokes = "".join({1: "M", 2: "L", 4: "c", 79: "Z"}[code] for code in outline.codes).replace("ccc", "C")
            ends = zip(outline.vertices, outline.codes, strict=True)
            yield strokes, [tuple(point) for point, code in ends if code != 79], *colours, ""


def test_both_renderers_draw_the_same_shapes(picture):
    state, options = picture
    left = list(geometry_of_svg(tree(state, **options)))
    right = list(geometry_of_axes(figure(state, **options).axes[0]))
    assert len(left) == len(right) == len(list(scene(state, **options).flat()))
    for one, other in zip(left, right, strict=True):
        assert one[0] == other[0]
        assert one[2:] == other[2:]
        for point, twin in zip(one[1], other[1], strict=True):
            assert point == pytest.approx(tuple(map(float, twin)), abs=0.011)


def test_matplotlib_type_and_strokes_grow_with_the_figure():
    from matplotlib.figure import Figure

    sizes = []
    for scale in (0.5, 1, 2):
        shown = Figure(figsize=(8.2 * scale, 4 * scale), dpi=100)
        axes = shown.add_axes((0, 0, 1, 1))
        assert figure(SAMPLE, ax=axes, groups=True, completion=1 << 16) is shown
        shown.set_size_inches(4.1 * scale, 2 * scale)  # after the picture is on it
        FigureCanvasAgg(shown).draw()
        sizes.append([text.get_fontsize() for text in axes.texts] + [patch.get_linewidth() for patch in axes.patches])
        assert axes.get_aspect() == 1
        assert not axes.axison
    for small, natural, big in zip(*sizes, strict=True):
        assert small * 2 == pytest.approx(natural)
        assert natural * 2 == pytest.approx(big)
    assert axes.texts[0].get_text() == "77"
    assert sizes[1][0] == pytest.approx(15 / 2 * 72 / 100)  # 15 pixels of the natural size, here at half that size


# What is said, and what is seen in grey.


def luminance(colour):
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one, other):
    """The contrast of two colours, 1 to 21, as the web content accessibility guidelines define it."""
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


GROUNDS = ("cell", "me-group", "brooks-group", "path-cell")


@pytest.mark.parametrize("owner", ["me", "brooks"])
def test_pieces_their_marks_and_labels_stand_out(owner):
    body = STYLES[owner]
    assert contrast(STYLES[f"{owner}-mark"].stroke, body.fill) >= 3
    assert contrast(STYLES[f"{owner}-label"].fill, body.fill) >= 4.5
    for ground in GROUNDS:
        ground = STYLES[ground].fill
        assert max(contrast(body.fill, ground), contrast(body.stroke, ground)) >= 3
        assert contrast(body.stroke, ground) >= 3


def test_the_two_pieces_differ_in_grey():
    mine, hers = STYLES["me"], STYLES["brooks"]
    assert contrast(mine.fill, hers.fill) >= 2  # grey of the discs; the marks, white and dark, say the rest
    assert contrast(STYLES["me-mark"].stroke, STYLES["brooks-mark"].stroke) >= 7
    assert contrast(STYLES["me-label"].fill, STYLES["brooks-label"].fill) >= 7


@pytest.mark.parametrize(
    ("over", "under"),
    [
        *((role, ground) for role in ("last", "slide", "path-link", "missing", "must") for ground in GROUNDS),
        ("me-link", "me-group"),
        ("brooks-link", "brooks-group"),
        *((f"{owner}-{role}", "cell") for owner in ("me", "brooks") for role in ("missing", "must", "plan-link")),
        *((role, "pale-cell") for role in ("edge", "node", "node-missing", "node-must")),
        ("me-edge", "paper"),
        ("brooks-edge", "paper"),
        ("path-edge", "paper"),
        ("forecast", "cell"),
        ("slide-halo", "slide-head"),
        *(("slide-old", ground) for ground in GROUNDS),
        ("spiral", "cell"),
        ("card-open", "paper"),
        ("card-chosen", "paper"),
    ],
)
def test_lines_stand_out(over, under):
    assert contrast(STYLES[over].stroke, STYLES[under].fill) >= 3


@pytest.mark.parametrize(
    ("words", "ground"),
    [
        ("label", "cell"),
        ("forecast-label", "forecast"),
        ("label", "me-missing"),
        ("label", "brooks-missing"),
        ("node-label", "node"),
        ("me-tag-words", "me-tag"),
        ("brooks-tag-words", "brooks-tag"),
        ("tag-words", "tag"),
        ("label", "marked-cell"),
        ("side", "paper"),
        ("words", "paper"),
        *((ink, card) for ink in ("red", "black") for card in ("card", "card-open", "card-idle", "card-chosen")),
    ],
)
def test_words_can_be_read(words, ground):
    assert contrast(STYLES[words].fill, STYLES[ground].fill) >= 4.5


def test_every_role_has_a_style_and_every_style_is_used():
    scenes = [scene(state, **options) for state, options in PICTURES.values()]
    scenes += [*figures.pictures().values(), *figures.pages().values()]
    scenes += [connections.scene(MIDDLE), connections.scene(deal(1))]
    completion = graphs.completion_graph(SAMPLE.mine, SAMPLE.hers, board.FORKS)
    scenes += [network.scene(graph, MIDDLE) for graph in (graphs.board_graph(), completion)]
    scenes.append(network.scene(graphs.completion_graph(MIDDLE.mine, MIDDLE.hers, board.FORKS)))
    used = {shape.role for picture in scenes for shape in picture.flat()}
    assert used <= set(STYLES)
    # other games' pictures have tests of their own: here it is enough that their roles are named
    folder = Path(mpl.__file__).parent
    source = "".join(file.read_text(encoding="utf-8") for file in folder.glob("*.py") if file.stem != "scene")
    for role in set(STYLES) - used:
        head = role.split("-")[0]
        assert f'"{role}"' in source or f'"{head}-{{' in source, f"nothing is drawn as {role}"


def test_groups_of_a_colour_are_told_apart():
    picture = scene(SAMPLE, groups=True)
    looks = {}
    for group in picture.shapes:
        data = dict(getattr(group, "data", ()))
        if data.get("owner"):
            hatches = [shape.steps[1][1][0] for shape in group.shapes if "hatch" in getattr(shape, "role", "")]
            x, y = Hexes(Layout(), SIZE, 217, 200).places[board.cell_of(data["cell"])]
            looks[data["cell"]] = [(round(px - x, 1), round(py - y, 1)) for px, py in hatches]
    for mask in (SAMPLE.mine, SAMPLE.hers):
        groups = [board.labels(group) for group in board.groups(mask)]
        seen = [{str(looks[name]) for name in group} for group in groups]
        assert all(len(one) == 1 for one in seen)
        assert len({look for one in seen for look in one}) == len(groups)
    tags = sorted(shape.words for shape in picture.flat() if getattr(shape, "role", "").endswith("tag-words"))
    joined = [board.sides(group) for mask in (SAMPLE.mine, SAMPLE.hers) for group in board.groups(mask)]
    assert tags == sorted("·".join(map(str, sides)) for sides in joined if sides)


def test_the_description_says_what_is_seen():
    title, words = describe(SAMPLE, forecast=SAMPLE.forecast(Move("bc")), marks={board.CENTRE: "last"})
    assert title == "Spiral: your move"
    assert "You have 10 pieces, Dr. Brooks has 20" in words
    assert "Vacant are 8A, 99, 9T, TK, JQ, QK, the centre" in words
    assert "Your group of 6 (79, 7K, 9A, TT, TJ, TQ) joins sides 0, 1, 2" in words
    assert "c: nine of spades" in words
    assert "Dr. Brooks takes next JQ, then 8A" in words
    assert "Marks: the centre last" in words
    last = (SAMPLE.placement(Move("bc")),)
    assert "You last took Qc + 9s name 9Q; taken, so down the spiral to 9T" in describe(SAMPLE, last=last)[1]


def test_the_description_says_the_outcome_and_the_path():
    title, words = describe(FORK, last=FORK_LAST)
    assert "you win" in title
    assert "your fork runs over" in words
    state, _ = end("bridge", "me")
    title, words = describe(state)
    assert "Dr. Brooks wins (your bridge)" in title
    for name in board.labels(state.outcome.cells):
        assert name in words.split("your bridge runs over")[1]


def test_the_path_is_drawn_from_side_to_side_when_the_game_is_over():
    shapes = list(scene(FORK).flat())
    edges = [shape for shape in shapes if shape.role == "path-edge"]
    assert len({side for side in range(6) if FORK.outcome.cells & board.SIDES[side]}) >= 3
    assert len(edges) >= 3
    assert sum(shape.role == "path-cell" for shape in shapes) == FORK.outcome.cells.bit_count()
    assert not [shape for shape in scene(FORK, path=False).flat() if shape.role.startswith("path")]


def test_the_cards_that_can_be_taken_are_marked():
    def marked(state, **options):
        return [
            (dict(group.data)["card"], group.shapes[0].role)
            for group in scene(state, **options).shapes
            if dict(getattr(group, "data", ())).get("card") and group.shapes[0].role != "card"
        ]

    assert marked(SAMPLE) == [(card, "card-open") for card in ("Ks", "Qc", "9s", "8s")]
    assert dict(marked(SAMPLE, selected="bc")) == {
        "Ks": "card-open", "Qc": "card-chosen", "9s": "card-chosen", "8s": "card-open",
    }  # fmt: skip
    hers = SAMPLE.play(Move("bc"))
    assert dict(marked(hers)) == {"Ks": "card-open", "Jh": "card-open", "7d": "card-idle", "8s": "card-idle"}
    assert "card-second" in dict(map(reversed, marked(deal(4, ONE_COLUMN))))
    assert {role for _, role in marked(FORK)} == {"card-idle"}
    title = next(group.title for group in scene(hers).shapes if ("card", "7d") in getattr(group, "data", ()))
    assert title == "7d, seven of diamonds, column c"


def heads(picture, role="slide-head"):
    """The middle of the cells beside each arrowhead: where it comes from and where it points to."""
    places = {(x, y): cell for cell, (x, y) in enumerate(Hexes(Layout(), SIZE, 217, 200).places)}
    for shape in picture.flat():
        if shape.role == role:
            tip, *wings = (step[1][0] for step in shape.steps if step[1])
            back = [sum(axis) / 2 for axis in zip(*wings, strict=True)]
            beyond, before = ([t + k * (t - b) for t, b in zip(tip, back, strict=True)] for k in (1, -3))
            near = [min(places, key=lambda place: dist(place, point)) for point in (before, beyond)]
            yield tuple(board.label(places[place]) for place in near)


def test_arrows_follow_a_slide_along_the_spiral_and_show_nothing_else():
    placement = SAMPLE.placement(Move("bc"))
    assert str(placement) == "Qc + 9s name 9Q; taken, so down the spiral to 9T"
    picture = scene(SAMPLE, slides=[placement])
    assert list(heads(picture)) == [("9Q", "9J"), ("9J", "9T")]
    for name, shafts in (("9Q", 1), ("9J", 2), ("9T", 0), ("9K", 0)):
        group = next(group for group in picture.shapes if ("cell", name) in getattr(group, "data", ()))
        roles = [shape.role for shape in group.shapes]
        assert roles.count("slide") == shafts
        if shafts:  # beneath the piece and its label
            assert max(place for place, role in enumerate(roles) if role == "slide") < roles.index("brooks")
    up = SAMPLE.play(Move("bc")).play(Move("ab")).placement(Move("cd"))
    assert (up.pair, board.label(up.cell)) == ("78", "8A")
    ways = list(heads(scene(SAMPLE, slides=[up])))
    assert ways == [(board.label(cell), board.label(cell + 1)) for cell in range(up.named, up.cell)]
    straight = deal(1).placement(Move("ab"))
    assert straight.named == straight.cell
    assert not [shape for shape in scene(deal(1), slides=[straight]).flat() if shape.role.startswith("slide")]


def test_of_the_pieces_that_slid_only_the_last_one_s_way_is_strong():
    after, slid = SAMPLE, []
    for columns in ("bc", "ab", "cd"):
        slid.append(after.placement(Move(columns)))
        after = after.play(Move(columns))
    assert all(piece.cell != piece.named for piece in slid)
    picture = scene(after, last=slid, slides=slid)
    assert [list(heads(picture, role))[-1][1] for role in ("slide-head", "slide-old-head")] == ["8A", "JQ"]
    assert len(list(heads(picture))) == abs(slid[2].cell - slid[2].named)
    # what several picks would do is all of the same weight
    would = [SAMPLE.placement(move) for move in SAMPLE.moves()]
    assert not [shape for shape in scene(SAMPLE, slides=would).flat() if shape.role.startswith("slide-old")]


def outlined(picture):
    return {
        dict(group.data)["cell"] for group in picture.shapes if "must" in [s.role for s in getattr(group, "shapes", ())]
    }


def test_the_cell_where_a_chosen_piece_would_land_is_outlined():
    fresh = deal(1)
    assert outlined(scene(fresh, selected="bd")) == outlined(scene(fresh, selected="db")) == {"JQ"}
    assert outlined(scene(fresh, slides=[fresh.placement(Move("bd"))])) == {"JQ"}
    assert outlined(scene(SAMPLE, selected="bc", forecast=SAMPLE.forecast(Move("bc")))) == {"9T"}
    assert outlined(scene(fresh, selected="b")) == outlined(scene(fresh, selected="bb")) == set()
    assert outlined(scene(MIDDLE, last=MIDDLE_LAST, slides=MIDDLE_LAST)) == set()
    assert "Chosen: b and d, the piece would land on JQ" in describe(fresh, selected="bd")[1]


def test_her_second_piece_has_number_2():
    def numbered(state):
        cells = [piece.cell for piece in state.forced()]
        shapes = list(scene(state, forecast=cells).flat())
        return [shape.words for shape in shapes if shape.role == "tag-words"]

    hers = SAMPLE.play(Move("bc"))
    assert sorted(numbered(hers)) == ["1", "2"]
    assert numbered(hers.play(Move("ab"))) == ["2"]


@pytest.mark.parametrize("large", [False, True])
def test_marks_stand_in_their_cell_below_its_label(large):
    tk, ta = board.cell_of("TK"), board.cell_of("TA")
    picture = scene(SAMPLE, marks={tk: "you+she", ta: "ab cd"}, large=large)
    for cell in (tk, ta):
        group = next(group for group in picture.shapes if ("index", str(cell)) in getattr(group, "data", ()))
        assert group.shapes[0].role == "marked-cell"
        box, mark = group.shapes[-2:]
        label = next(shape for shape in group.shapes if isinstance(shape, Text))
        assert label.y + label.size * 0.37 < box.y
        x, y = Hexes(Layout(), SIZE, 217, 200).places[cell]
        assert abs(mark.x - x) < 1
        assert y < mark.y < y + SIZE / 2
        assert box.width <= SIZE * sqrt(3)
        assert box.y + box.height < y + SIZE * 0.65
        assert mark.size >= 9


def test_the_spiral_leads_from_the_centre_down_to_77():
    ways = list(heads(scene(deal(1), spiral=True), "spiral-head"))
    assert ways == [(board.label(cell), board.label(cell - 1)) for cell in range(36, 0, -1)]
    assert not [shape for shape in scene(deal(1)).flat() if shape.role.startswith("spiral")]


@pytest.mark.parametrize("seed", range(4))
def test_every_state_of_a_game_can_be_drawn(seed):
    for state, last in game(seed, ONE_COLUMN if seed % 2 else STANDARD):
        root = tree(state, last=last, slides=last, groups=True, layout=LAYOUTS[seed * 3])
        assert len(cell_groups(root)) == 37
        assert f"{state.hers.bit_count()}" in root.find(f"{NS}desc").text
        rings = [shape for shape in scene(state, last=last).flat() if shape.role == "last"]
        assert len(rings) == len(last)
