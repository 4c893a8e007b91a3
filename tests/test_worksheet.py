"""The worksheet measured in the PDF: papers, margins, fonts, what stands where, and that the same gives the same."""

from functools import cache

import pymupdf
import pytest

from spiralkit import board
from spiralkit.draw import worksheet
from spiralkit.draw.printed import PAPERS
from spiralkit.lookahead.exercises import exercises

MILLIMETRE = 72 / 25.4
"""Points in a millimetre."""
NOTE = "seed 4"
ASKED = 7


@cache
def asked():
    return exercises(ASKED, 4)


@cache
def pdf(paper):
    return worksheet.pdf(asked(), paper=paper, note=NOTE)


def pages(paper):
    return list(pymupdf.open(stream=pdf(paper)))


def told(page):
    """The words of a page with single blanks between them."""
    return " ".join(page.get_text().split())


@pytest.mark.parametrize("paper", PAPERS)
def test_paper_margins_and_fonts(paper):
    found = pages(paper)
    assert len(found) == 4
    for page in found:
        assert (page.rect.width / MILLIMETRE, page.rect.height / MILLIMETRE) == pytest.approx(PAPERS[paper], abs=0.1)
        rim = 8 * MILLIMETRE
        inside = pymupdf.Rect(rim, rim, page.rect.width - rim, page.rect.height - rim)
        boxes = [pymupdf.Rect(box) for _, box in page.get_bboxlog()]
        assert boxes
        assert all(box in inside for box in boxes)
        for xref, kind, _, name, *_ in page.get_fonts():
            assert kind == "ttf"
            assert "DejaVuSans" in name
            assert page.parent.extract_font(xref)[3]  # embedded


@pytest.mark.parametrize("paper", PAPERS)
def test_words_lie_beside_the_pictures_and_on_no_other_words(paper):
    for page in pages(paper):
        spans = [
            span
            for block in page.get_text("dict")["blocks"]
            for line in block["lines"]
            for span in line["spans"]
            if span["text"].strip()
        ]
        boxes = []
        for span in spans:
            x0, _, x1, _ = span["bbox"]
            base, size = span["origin"][1], span["size"]
            boxes.append((span["text"], pymupdf.Rect(x0, base - 0.7 * size, x1, base + 0.1 * size)))
        for place, (text, box) in enumerate(boxes):
            for other, box_too in boxes[:place]:
                assert not (box & box_too).get_area() > 0, (text, other)


def test_every_exercise_has_its_picture_and_question():
    questions = pages("a4")[:3]
    for number, one in enumerate(asked(), 1):
        page = told(questions[(number - 1) // 3])
        assert f" {number} grade {one.grade} " in f" {page} "
    assert [told(page).count("Which?") for page in questions] == [3, 3, 1]
    for page, ones in zip(questions, (asked()[:3], asked()[3:6], asked()[6:]), strict=True):
        words = page.get_text().split()
        for pair in board.PAIRS:
            assert words.count(pair) == len(ones)
    for number, page in enumerate(pages("a4"), 1):
        assert f"{NOTE} page {number} of 4" in told(page)


def test_answers_with_reasons_on_the_last_page_and_nowhere_else():
    *questions, last = map(told, pages("a4"))
    for one in asked():
        assert one.answer in last
        assert str(one.reason) in last
        assert (one.trap is None) or f"Not {one.trap}: {one.reason_of(one.trap)}" in last
        for page in questions:
            assert one.answer not in page
            assert str(one.reason) not in page


def test_many_answers_go_on_to_further_pages():
    found = worksheet.pages(asked() * 6)
    titles = [page.scene.title for page in found]
    assert titles[:14] == [f"Spiral: exercises {first} to {first + 2}" for first in range(1, 43, 3)]
    assert len(titles) > 16
    assert set(titles[14:]) == {"Spiral: answers"}


def test_grey_print_tells_the_owners_apart():
    page = pages("a4")[0]
    cell = page.search_for("Dr. Brooks")[0]
    grey = page.get_pixmap(
        dpi=200, colorspace=pymupdf.csGRAY, clip=pymupdf.Rect(cell.x0, cell.y0 - 14, cell.x1, cell.y0)
    )
    mine = page.search_for("you")[0]
    other = page.get_pixmap(
        dpi=200, colorspace=pymupdf.csGRAY, clip=pymupdf.Rect(mine.x0, mine.y0 - 14, mine.x0 + 14, mine.y0)
    )
    hers, yours = sorted(grey.samples)[len(grey.samples) // 4], sorted(other.samples)[len(other.samples) // 4]
    assert abs(hers - yours) > 30


def test_the_same_exercises_give_the_same_bytes():
    assert worksheet.pdf(asked()[:1]) == worksheet.pdf(asked()[:1])
    assert b"CreationDate" not in pdf("a4")


def test_refused():
    with pytest.raises(ValueError, match="needs an exercise"):
        worksheet.pages(())
    with pytest.raises(ValueError, match="unknown paper 'a5'"):
        worksheet.pages(asked(), paper="a5")
