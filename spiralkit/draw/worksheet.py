"""A worksheet of exercises to print on A4 or Letter paper: three a page, the answers with reasons at the end.

Nothing but the paper lies within 8 mm of its rim, and nothing is told by colour alone, so grey print will do.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from io import BytesIO
from textwrap import wrap
from typing import TYPE_CHECKING

from . import printed, spiral
from .printed import LEFT, MM, RIGHT, words
from .scene import Scene, Shape, line

if TYPE_CHECKING:
    from ..lookahead.exercises import Exercise

A_PAGE = 3
"""Exercises on a page."""
TOP, APART = 28.0, 80.0
"""Where the first exercise of a page begins, and how far the next is below it, in mm."""
ACROSS = 144.0
"""Width of the picture of a position, in mm."""
BESIDE = LEFT + ACROSS + 3
"""Where the words beside it begin, in mm."""
FOOT = 268.0
LINE = 4.4
"""Height of a line of the answers, in mm."""


@dataclass(frozen=True)
class Page:
    """A page: its words, and the pictures of positions with the place of their upper left corners, in mm."""

    scene: Scene
    pictures: tuple[tuple[Scene, float, float], ...] = ()


def pages(exercises: Sequence[Exercise], *, paper: str = "a4", note: str = "") -> list[Page]:
    """The pages of a worksheet; ``note`` is what the foot of each page says.

    >>> from spiralkit.lookahead.exercises import exercises
    >>> [page.scene.title for page in pages(exercises(4, seed=1))]
    ['Spiral: exercises 1 to 3', 'Spiral: exercise 4', 'Spiral: answers']

    Raises ValueError for an unknown paper or if there is no exercise.
    """
    if not exercises:
        raise ValueError("a worksheet needs an exercise")
    drafts = [
        _questions(first, exercises[first : first + A_PAGE]) for first in range(0, len(exercises), A_PAGE)
    ] + _answers(exercises)
    made = []
    for number, (title, shapes, pictures) in enumerate(drafts, 1):
        foot = (
            words(LEFT, FOOT, note, 8),
            words(RIGHT, FOOT, f"page {number} of {len(drafts)}", 8, anchor="end"),
        )
        made.append(Page(printed.page(paper, (*shapes, *foot), title, ""), pictures))
    return made


Draft = tuple[str, list[Shape], tuple[tuple[Scene, float, float], ...]]
"""A page without its foot: title, shapes and pictures."""


def _head(text: str, more: str) -> list[Shape]:
    return [
        words(LEFT, 15, "Spiral", 24, "words-strong"),
        words(RIGHT, 13.4, text, 11, "words-strong", "end"),
        words(RIGHT, 18.4, more, 9, anchor="end"),
    ]


def _questions(first: int, exercises: Sequence[Exercise]) -> Draft:
    shapes = _head("Endgames: find the move that wins", "You have the pieces with the cross; grade 1 is easy, 5 hard.")
    pictures = []
    for place, exercise in enumerate(exercises):
        top = TOP + place * APART
        picture = spiral.scene(exercise.state, whose="me", large=True)  # with the numbers of the sides
        pictures.append((picture, LEFT, top))
        shapes += [
            words(BESIDE, top + 4, str(first + place + 1), 20, "words-strong"),
            words(RIGHT, top + 5, f"grade {exercise.grade}", 10, anchor="end"),
        ]
        below = top + 14
        for text in wrap(exercise.question, 17):
            shapes.append(words(BESIDE, below, text, 9))
            below += LINE
        shapes.append(words(BESIDE, below + 6, "Columns", 9))
        shapes.append(line([((BESIDE + 15) * MM, (below + 8) * MM), (RIGHT * MM, (below + 8) * MM)], "rule"))
        shapes.append(words(BESIDE, below + 16, "because", 9))
        for row in range(3):
            y = (below + 18 + 8 * row) * MM
            shapes.append(line([((BESIDE + (0 if row else 15)) * MM, y), (RIGHT * MM, y)], "rule"))
    last = first + len(exercises)
    title = f"exercises {first + 1} to {last}" if len(exercises) > 1 else f"exercise {last}"
    return f"Spiral: {title}", shapes, tuple(pictures)


def _answers(exercises: Sequence[Exercise]) -> list[Draft]:
    """The answers, as many a page as go on it."""
    drafts: list[Draft] = []
    y = FOOT
    for number, exercise in enumerate(exercises, 1):
        told = wrap(str(exercise.reason), 92)
        trap = exercise.trap
        if trap is not None:
            told += wrap(f"Not {trap}: {exercise.reason_of(trap)}", 92)
        if y + LINE * (1 + len(told)) > FOOT - 4:
            drafts.append(
                ("Spiral: answers", _head("Answers", "The numbers round the board are those of its sides."), ())
            )
            y = TOP
        shapes = drafts[-1][1]
        shapes.append(words(LEFT, y, str(number), 10, "words-strong"))
        shapes.append(words(LEFT + 10, y, exercise.answer, 10, "words-strong"))
        shapes.append(words(RIGHT, y, f"grade {exercise.grade}", 9, anchor="end"))
        for text in told:
            y += LINE
            shapes.append(words(LEFT + 10, y, text, 9))
        y += LINE + 3
    return drafts


def pdf(exercises: Sequence[Exercise], *, paper: str = "a4", note: str = "") -> bytes:
    """The worksheet as a PDF at true size, its fonts embedded (Type 42); the same exercises give the same bytes.

    Raises ValueError as ``pages`` does, and ImportError without matplotlib.
    """
    from matplotlib import rc_context
    from matplotlib.backends.backend_pdf import PdfPages

    from . import mpl

    data = BytesIO()
    # no date and no version in the file: it changes only when the exercises do
    nothing = dict.fromkeys(("Creator", "Producer", "CreationDate"))
    with (
        rc_context({"pdf.fonttype": 42, "pdf.compression": 9}),
        PdfPages(data, metadata={**nothing, "Title": "Spiral: exercises"}) as file,
    ):
        for page in pages(exercises, paper=paper, note=note):
            width, height = page.scene.width, page.scene.height
            shown = mpl.figure(page.scene)
            left, top = (width - printed.WIDE * MM) / 2, (height - printed.HIGH * MM) / 2
            for picture, x, y in page.pictures:
                wide = ACROSS * MM
                high = wide * picture.height / picture.width
                low = height - top - y * MM - high
                box = ((left + x * MM) / width, low / height, wide / width, high / height)
                mpl.draw(picture, shown.add_axes(box))
            file.savefig(shown, facecolor="none")
    return data.getvalue()
