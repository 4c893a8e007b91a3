"""Pages to print, measured in the PDF: sizes in millimetres, fonts, margins, labels, and what grey print leaves."""

from functools import cache
from itertools import combinations
from math import dist, hypot, sqrt

import pymupdf
import pytest

from spiralkit import board
from spiralkit.draw import printed, sheet
from spiralkit.draw.hexes import Layout
from spiralkit.draw.printed import COUNTER, DESIGNS, MM, PAPERS
from spiralkit.draw.ranks import halves, within
from spiralkit.draw.scene import STYLES, Text

MILLIMETRE = 72 / 25.4
"""Points in a millimetre."""
TURNED = Layout(turn=2, mirror=True)
PAGES = [(kind, paper) for kind in (*DESIGNS, "rules", "turned") for paper in PAPERS]
BOARDS = [page for page in PAGES if page[0] != "rules"]


@cache
def pdf(kind, paper):
    if kind == "rules":
        return printed.pdf(sheet.sheet(paper))
    if kind == "turned":
        return printed.pdf(printed.board("ranks", paper, layout=TURNED))
    return printed.pdf(printed.board(kind, paper))


@cache
def page(kind, paper):
    return pymupdf.open(stream=pdf(kind, paper))[0]


@cache
def drawings(kind, paper):
    return page(kind, paper).get_drawings()


@cache
def hexagons(kind, paper):
    """The corners, by the middle, in mm, of each large hexagon that is drawn as an outline."""
    found = {}
    for drawing in drawings(kind, paper):
        lines = [item for item in drawing["items"] if item[0] == "l"]
        corners = {(round(point.x, 2), round(point.y, 2)) for item in lines for point in item[1:]}
        if "s" in drawing["type"] and len(corners) == 6 and len(lines) == 6 == len(drawing["items"]):
            corners = [(x / MILLIMETRE, y / MILLIMETRE) for x, y in corners]
            middle = sum(x for x, _ in corners) / 6, sum(y for _, y in corners) / 6
            if dist(middle, corners[0]) > 13.5:
                found[middle] = corners
    return found


@cache
def words(kind, paper):
    """Each word with its box in mm: left, top, right, bottom of the ink, as the font's capitals have it."""
    found = []
    for block in page(kind, paper).get_text("dict")["blocks"]:
        for line in block["lines"]:
            assert line["dir"] == (1, 0)  # upright
            for span in line["spans"]:
                (x0, _, x1, _), base, size = span["bbox"], span["origin"][1], span["size"]
                box = [place / MILLIMETRE for place in (x0, base - 0.76 * size, x1, base + 0.24 * size)]
                found.append((span["text"].strip(), box))
    return found


@pytest.mark.parametrize(("kind", "paper"), PAGES)
def test_the_page_has_the_size_of_the_paper(kind, paper):
    sheet_of_paper = page(kind, paper)
    assert len(sheet_of_paper.parent) == 1
    assert sheet_of_paper.rect.width / MILLIMETRE == pytest.approx(PAPERS[paper][0], abs=0.1)
    assert sheet_of_paper.rect.height / MILLIMETRE == pytest.approx(PAPERS[paper][1], abs=0.1)
    assert PAPERS == {"a4": (210, 297), "letter": (215.9, 279.4)}


@pytest.mark.parametrize(("kind", "paper"), PAGES)
def test_nothing_lies_outside_the_margin(kind, paper):
    width, height = PAPERS[paper]
    boxes = [box for _, box in words(kind, paper)]
    for drawing in drawings(kind, paper):
        half = (drawing["width"] or 0) / 2
        x0, y0, x1, y1 = drawing["rect"]
        boxes.append([place / MILLIMETRE for place in (x0 - half, y0 - half, x1 + half, y1 + half)])
    assert min(x0 for x0, _, _, _ in boxes) >= 8
    assert min(y0 for _, y0, _, _ in boxes) >= 8
    assert max(x1 for _, _, x1, _ in boxes) <= width - 8
    assert max(y1 for _, _, _, y1 in boxes) <= height - 8
    picture = page(kind, paper).get_pixmap(dpi=72, colorspace=pymupdf.csGRAY)
    rim = int(8 * MILLIMETRE)
    rows = [picture.samples[y * picture.stride : y * picture.stride + picture.width] for y in range(picture.height)]
    assert {mark for row in (*rows[:rim], *rows[-rim:]) for mark in row} == {255}
    assert {mark for row in rows for mark in (*row[:rim], *row[-rim:])} == {255}
    assert min(mark for row in rows for mark in row) < 60


@pytest.mark.parametrize(("kind", "paper"), PAGES)
def test_fonts_are_embedded(kind, paper):
    fonts = page(kind, paper).get_fonts(full=True)
    assert fonts
    for xref, ending, kind_of_font, name, *_ in fonts:
        assert "DejaVuSans" in name
        assert ending == "ttf"
        assert kind_of_font in ("TrueType", "Type0")
        assert len(page(kind, paper).parent.extract_font(xref)[3]) > 1000


@pytest.mark.parametrize(("kind", "paper"), BOARDS)
def test_cells_measure_25_mm_from_flat_to_flat(kind, paper):
    middles = hexagons(kind, paper)
    assert len(middles) == 37
    steps = [dist(a, b) for a, b in combinations(middles, 2)]
    near = [step for step in steps if step < 25 * 1.2]
    assert len(near) == 90  # neighbours share a flat, so their distance is the width of a cell
    assert all(step == pytest.approx(25, abs=0.05) for step in near)
    for corners in hexagons(kind, paper).values():
        xs, ys = zip(*corners, strict=True)
        assert max(xs) - min(xs) == pytest.approx(25, abs=0.05)
        assert max(ys) - min(ys) == pytest.approx(50 / sqrt(3), abs=0.05)


def places(layout, paper):
    """The middle of each cell in mm, as the layout has it, with the board in the middle of the page."""
    across = [25 / sqrt(3) * x for x, _ in map(layout.place, range(37))]
    down = [25 / sqrt(3) * y for _, y in map(layout.place, range(37))]
    top = 110 + (PAPERS[paper][1] - 279.4) / 2
    return [(PAPERS[paper][0] / 2 + x, top + y) for x, y in zip(across, down, strict=True)]


@pytest.mark.parametrize(("kind", "paper"), BOARDS)
def test_each_label_is_in_its_cell_under_the_counter_and_beside_it(kind, paper):
    layout = TURNED if kind == "turned" else Layout()
    for cell, (x, y) in enumerate(places(layout, paper)):
        assert min(dist((x, y), middle) for middle in hexagons(kind, paper)) < 0.1
        if cell == board.CENTRE:
            continue
        # on a cell's corner points lie at 30, 90, .. degrees; a label's box lies inside them whole
        corners = [(x, y - 14.43), (x + 12.5, y - 7.22), (x + 12.5, y + 7.22)]
        corners += [(x, y + 14.43), (x - 12.5, y + 7.22), (x - 12.5, y - 7.22)]
        boxes = []
        for text, (x0, y0, x1, y1) in words(kind, paper):
            if text == board.label(cell):
                ink = y1 - (y1 - y0) * 0.24  # no label goes below the line it stands on, but for the tails of Q and J
                ends = [(x0, y0), (x1, y0), (x1, ink), (x0, ink)]
                if abs((x0 + x1) / 2 - x) < 12 and abs((y0 + y1) / 2 - y) < 12.5:
                    assert min(within(end, corners) for end in ends) > 0.2
                    boxes.append([hypot(ex - x, ey - y) for ex, ey in ends] + [y - ink])
        assert len(boxes) == 2
        under, beside = sorted(boxes, key=max)
        assert max(under[:4]) < COUNTER / 2
        assert beside[4] > COUNTER / 2


@pytest.mark.parametrize(("kind", "paper"), BOARDS)
def test_the_bar_to_measure_is_50_mm_long(kind, paper):
    long = []
    for drawing in drawings(kind, paper):
        for item in drawing["items"]:
            if item[0] == "l" and abs(item[1].y - item[2].y) < 0.01:
                long.append(abs(item[1].x - item[2].x) / MILLIMETRE)
    assert [length for length in long if length == pytest.approx(50, abs=0.2)]
    assert any("50 mm: print at 100 %" in text for text, _ in words(kind, paper))


@pytest.mark.parametrize("paper", PAPERS)
def test_the_rules_are_all_there_and_nothing_overlaps(paper):
    text = " ".join(text for text, _ in words("rules", paper)).replace("\N{NO-BREAK SPACE}", " ")
    text = " ".join(text.split())
    for heading, told in sheet.RULES:
        assert f"{heading} {told}" in text
    boxes = [box for text, box in words("rules", paper) if len(text) > 4]
    for (x0, y0, x1, y1), (u0, v0, u1, v1) in combinations(boxes, 2):
        assert x1 <= u0 or u1 <= x0 or y1 <= v0 + 0.3 or v1 <= y0 + 0.3
    # and the pictures show what the words beside them say
    assert sheet.SLIDE.play(sheet.PICK).outcome.how == "fork"
    assert str(sheet.BRIDGE.outcome) == "loss: bridge by brooks"
    placement = sheet.SLIDE.placement(sheet.PICK)
    assert (placement.pair, board.label(placement.cell)) == ("KA", "QA")


def test_the_same_page_gives_the_same_bytes_without_a_date():
    again = printed.pdf(printed.board("ranks", "a4"))
    assert again == pdf("ranks", "a4")
    assert not pymupdf.open(stream=again).metadata["creationDate"]


def test_what_there_is_not_is_refused():
    with pytest.raises(ValueError, match="unknown design 'fancy'; there are plain, ranks"):
        printed.board("fancy")
    with pytest.raises(ValueError, match="unknown paper 'a3'; there are a4, letter"):
        sheet.sheet("a3")


# Ranks in grey.


def luminance(colour):
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one, other):
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


GROUNDS = [f"rank-{rank}-ground" for rank in board.RANKS]


@pytest.mark.parametrize("ground", ["print-plate", *GROUNDS])
def test_pieces_and_words_stand_out_on_every_ground(ground):
    fill = STYLES[ground].fill
    for owner in ("me", "brooks"):
        assert contrast(STYLES[owner].stroke, fill) >= 3
    assert contrast(STYLES["print-edge"].stroke, fill) >= 3
    assert contrast(STYLES["print-arrow"].fill, fill) >= 3
    assert contrast(STYLES["print-label"].fill, STYLES["print-plate"].fill) >= 7


@pytest.mark.parametrize("rank", board.RANKS)
def test_the_pattern_of_a_rank_stands_out_on_its_ground(rank):
    _, pattern = halves(0, 0, 50, rank * 2)
    style = STYLES[pattern.role]
    ink = style.stroke if style.stroke != "none" else style.fill
    assert contrast(ink, STYLES[f"rank-{rank}-ground"].fill) >= 3


def test_ranks_have_each_a_hue_and_a_pattern_of_their_own():
    assert len({STYLES[ground].fill for ground in GROUNDS}) == 8
    assert len({halves(0, 0, 50, rank * 2)[1].steps for rank in board.RANKS}) == 8


def test_ranks_differ_in_a_grey_print():
    """The swatches of the key in grey, blurred as little as eyes do: any two differ on a good part of their area."""
    swatches = {text: box for text, box in words("ranks", "a4") if len(text) == 1 and text in board.RANKS}
    assert sorted(swatches) == sorted(board.RANKS)
    shots = {}
    for rank, (x0, y0, x1, _) in swatches.items():
        x, y = (x0 + x1) / 2 * MILLIMETRE, (y0 + 2.3) * MILLIMETRE
        clip = pymupdf.Rect(x - 16, y - 20, x + 16, y - 12)  # above the letter, within the hexagon
        shots[rank] = page("ranks", "a4").get_pixmap(dpi=150, colorspace=pymupdf.csGRAY, clip=clip).samples
    for one, other in combinations(board.RANKS, 2):
        pairs = list(zip(shots[one], shots[other], strict=False))
        differ = sum(abs(a - b) > 40 for a, b in pairs) / len(pairs)
        assert differ > 0.15, (one, other, differ)


def test_both_ranks_of_a_pair_are_seen():
    picture = printed.board("ranks", "a4")
    for group in picture.shapes:
        name = dict(getattr(group, "data", ())).get("cell")
        if name and name != board.CENTRE_LABEL:
            x = next(shape.x for shape in group.shapes if isinstance(shape, Text))
            for shape in group.shapes:
                if shape.role.endswith("-ground") and name[0] != name[1]:
                    across = [point[0] - x for _, points in shape.steps for point in points]
                    left = shape.role == f"rank-{name[0]}-ground"
                    assert left or shape.role == f"rank-{name[1]}-ground"
                    assert (max(across) if left else -min(across)) == pytest.approx(0, abs=0.01)
                    assert max(map(abs, across)) == pytest.approx(12.5 * MM)
