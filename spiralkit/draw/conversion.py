"""The colour-conversion spiral in pictures: the square on the left; step, hand and piles on the right.

``scene`` makes the picture as shapes, ``svg`` and ``figure`` render it. It is 820 x 400 pixels.
Black cards are dark and red ones light; yours carry the mark of your pieces, a cross in a disc.
The picture shows what the player may see: the deck is a number.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise
from math import hypot
from textwrap import wrap
from typing import TYPE_CHECKING, Any

from ..cards import Card
from ..conversion import GRID, Move, State, colour_of
from ..conversion.table import PLACES, Place
from . import cards
from .hexes import piece
from .scene import Box, Group, Path, Point, Scene, Shape, Text, arrow, fitted, line, polygon, tag
from .svg import SVG, render

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["HEIGHT", "WIDTH", "describe", "figure", "scene", "svg"]

WIDTH, HEIGHT = 820.0, 400.0
"""Natural size in pixels."""
CARD = 80.0
"""Side of a card on the square, which is trimmed to be square itself."""
PITCH_X, PITCH_Y = 104.0, 98.0
LEFT, TOP = 56.0, 53.0
"""Distances of the places, and the middle of the first."""
PANEL, PANEL_WIDTH = 446.0, 364.0
"""Where the right half begins, and how wide it is."""
HAND_TOP, HAND_WIDTH, HAND_HEIGHT = 186.0, 66.0, 92.0
CURVED = 5
"""Radius of the corners of cards."""

STEPS = (("cover", "cover"), ("in", "in"), ("top", "top"), ("swap", "swap"), ("out", "out"))
"""The five steps of a cycle, and the word for each."""

_MIDDLE: dict[Place, Point] = {
    place: (LEFT + PITCH_X * column, TOP + PITCH_Y * row)
    for row, places in enumerate(GRID)
    for column, place in enumerate(places)
}


def svg(state: State, *, interactive: bool = False, **options: Any) -> SVG:
    """The position as an SVG string, which notebooks show as a picture; the options are those of ``scene``.

    ``interactive`` makes buttons of the places and cards that can be chosen, for a widget that listens.

    >>> from spiralkit.conversion import deal
    >>> svg(deal(1))[:50]
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0'
    """
    return render(scene(state, **options), interactive=interactive)


def figure(state: State, *, ax: Axes | None = None, **options: Any) -> Figure:
    """The position as a matplotlib figure, or on the given axes; the options are those of ``scene``.

    >>> from spiralkit.conversion import deal
    >>> print(figure(deal(1)))
    Figure(820x400)
    """
    from . import mpl

    return mpl.figure(scene(state, **options), ax=ax)


def scene(
    state: State,
    *,
    last: Sequence[Move] = (),
    card: Card | None = None,
    places: Sequence[Place] = (),
    targets: bool = True,
    large: bool = False,
) -> Scene:
    """The position as a picture.

    - ``last``: the moves that led here: what they laid, drew or exchanged is ringed;
    - ``card``: a card of the hand that is chosen: each place where it may go says which places it would convert from
      there when its turn comes;
    - ``places``: the places that are chosen, one for a cover or a conversion, one or two for an exchange; with a card,
      dashed lines lead to what it would convert from there, without one each card of the hand says it;
    - ``targets``: whether arrows lead from the activated card to what it converts;
    - ``large``: larger type at the same size of picture.

    >>> from spiralkit.conversion import deal
    >>> picture = scene(deal(1))
    >>> picture.width, picture.height, picture.title
    (820.0, 400.0, 'Colour-conversion spiral: step 1, cover cards of yours: black onto red, 1 of 1')
    """
    free_places, free_cards = _free(state)
    shapes: list[Shape] = [Box(0, 0, WIDTH, HEIGHT, "paper"), _way(state.step)]
    then = reach(state, places[0], card) if card and places else ()
    shapes.append(Group(tuple(_plates(state, places, then, free_places if card or state.due == "convert" else ()))))
    for place in PLACES:
        shapes += _pile(state, place, place in free_places, place in places, large)
    over: list[Shape] = []
    for place in _laid(last):
        x, y = _MIDDLE[place]
        over.append(Box(x - CARD / 2 - 4, y - CARD / 2 - 4, CARD + 8, CARD + 8, "last", CURVED + 3))
    for move in last:
        if move.do == "swap":
            over += _between(*move.places)
    if targets and state.due == "convert":
        for place in places if places else state.targets(state.place):
            over += _between(state.place, place)
    if state.due == "swap" and len(places) == 2:
        over += _between(*places)
    for place in then:
        over.append(line(_across(places[0], place), "slide-halo"))
        over.append(line(_across(places[0], place), "reach"))
    if card and not places and state.due != "swap":
        for place in free_places:
            x, y = _MIDDLE[place]
            over += _reach_tag(reach(state, place, card), x, y - CARD / 2, large)
    shapes += [Group(tuple(over)), Group(tuple(_headline(state, large)))]
    drawn = [move.cards[0] for move in last if move.do == "draw"]
    shapes += _hand(state, drawn, card, places, free_cards, large)
    shapes.append(Group(tuple(_piles(state, large))))
    title, description = describe(state, last=last, card=card, places=places)
    return Scene(WIDTH, HEIGHT, tuple(shapes), title, description)


def reach(state: State, place: Place, card: Card) -> tuple[Place, ...]:
    """What a card laid on a place now would convert there, if its place is still to come, as the spiral lies now.

    >>> from spiralkit.conversion import deal
    >>> from spiralkit.cards import STANDARD
    >>> reach(deal(7), 10, STANDARD.parse("4h"))
    ()
    """
    return state.targets(place, card) if state.to_come(place) else ()


def _free(state: State) -> tuple[tuple[Place, ...], tuple[Card, ...]]:
    """The places and the cards of the hand that can be chosen now."""
    if not state.choosing:
        return (), ()
    moves = state.moves()
    if state.due == "swap":
        return tuple(PLACES), ()
    return tuple(dict.fromkeys(move.places[-1] for move in moves)), tuple(
        dict.fromkeys(move.cards[0] for move in moves)
    )


def _laid(last: Iterable[Move]) -> tuple[Place, ...]:
    """The places where the last moves put cards."""
    found: list[Place] = []
    for move in last:
        found += (1,) if move.do == "top" else move.places if move.do == "swap" else move.places[-1:]
    return tuple(dict.fromkeys(found))


# The square.


@lru_cache(maxsize=8)
def _way(step: str) -> Group:
    """The spiral under the cards, with a head in each gap that shows which way it is gone."""
    inwards = step == "in"
    shapes: list[Shape] = [line((_MIDDLE[place] for place in PLACES), "way")]
    for pair in pairwise(PLACES):
        (x0, y0), (x1, y1) = (_MIDDLE[place] for place in (reversed(pair) if inwards else pair))
        far = hypot(x1 - x0, y1 - y0)
        ux, uy = (x1 - x0) / far, (y1 - y0) / far
        x, y = (x0 + x1) / 2 + 4 * ux, (y0 + y1) / 2 + 4 * uy
        wings = [(x - 7 * ux + side * 7 * uy, y - 7 * uy - side * 7 * ux) for side in (1, -1)]
        shapes.append(polygon([(x, y), *wings], "way-head"))
    return Group(tuple(shapes))


def _plates(state: State, chosen: Iterable[Place], then: Iterable[Place], may: Iterable[Place]) -> list[Shape]:
    """What lies under cards that matter now and looks out all round."""
    looks = dict.fromkeys(may, "plate-may") | dict.fromkeys(then, "plate-reach") | dict.fromkeys(chosen, "plate-chosen")
    if state.place and state.outcome is None:  # also while the hand is filled again
        looks[state.place] = "plate-active"
    wide = CARD + 13
    return [
        Box(_MIDDLE[place][0] - wide / 2, _MIDDLE[place][1] - wide / 2, wide, wide, look, CURVED + 4)
        for place, look in looks.items()
    ]


def _pile(state: State, place: Place, free: bool, chosen: bool, large: bool) -> list[Shape]:
    """A place: the edges of what is covered, the card that counts, its number and whether it is yours."""
    x, y = _MIDDLE[place]
    pile = state.piles[place - 1]
    card, under = pile[-1], pile[:-1]
    colour = colour_of(card)
    yours = colour == state.colour
    edges: list[Shape] = [
        Box(x - CARD / 2 + 2.5 * depth, y - CARD / 2 + 2.5 * depth, CARD, CARD, f"under-{colour_of(one)}", CURVED)
        for depth, one in reversed(list(enumerate(reversed(under[-3:]), 1)))
    ]
    box = Box(x - CARD / 2, y - CARD / 2, CARD, CARD, f"card-{colour}", CURVED)
    small = "on-black-small" if colour == "black" else "on-red-small"
    size = 14 if large else 12
    inside = list(_face(card, box, 27.5 if large else 25))
    inside.append(Text(box.x + 5, box.y + CARD - 10, str(place), size, small, "start"))
    if under:
        inside.append(Text(box.x + CARD - 5, box.y + CARD - 10, f"+{len(under)}", size, small, "end"))
    if yours:
        inside += piece(box.x + CARD - 13, box.y + 13, 9, "me")
    title = f"place {place}, {cards.words(card)}, {'yours' if yours else 'not yours'}"
    if under:
        title += f", covers {len(under)}"
    title += ", active" * (state.outcome is None and place == state.place) + ", can be chosen" * free
    title += ", chosen" * chosen
    data = (("cell", str(place)), ("owner", "me" if yours else ""), ("shows", str(card)))
    return [Group(tuple(edges)), Group(tuple(inside), data, title, active=free)]


def _face(card: Card, box: Box, type_size: float) -> tuple[Shape, ...]:
    """A card face, light on dark where the card is black."""
    shapes = []
    for shape in cards.face(card, box, type_size, whole=True):
        if isinstance(shape, Path | Text) and shape.role == "black":
            shape = replace(shape, role="on-black")
        shapes.append(shape)
    return tuple(shapes)


def _across(start: Place, end: Place) -> tuple[Point, Point]:
    """From one card to the other, so far as both stay readable."""
    (x0, y0), (x1, y1) = _MIDDLE[start], _MIDDLE[end]
    far = hypot(x1 - x0, y1 - y0)
    ux, uy = (x1 - x0) / far, (y1 - y0) / far
    return (x0 + 28 * ux, y0 + 28 * uy), (x1 - 26 * ux, y1 - 26 * uy)


def _between(start: Place, end: Place) -> tuple[Shape, ...]:
    return arrow(*_across(start, end), bend=0.0)


def _reach_tag(then: Sequence[Place], x: float, y: float, large: bool) -> tuple[Shape, ...]:
    return tag(x, y, "→" + ",".join(map(str, then)), 14 if large else 12, "tag") if then else ()


# The right half.


def _headline(state: State, large: bool) -> list[Shape]:
    """Your colour, the cycle, its five steps, and what is to be done or how it ended."""
    wanted = 21.0 if large else 18.0
    swatch = Box(PANEL, 8, 24, 30, f"card-{state.colour}", 4)
    shapes: list[Shape] = [
        swatch,
        *piece(PANEL + 12, 23, 9, "me"),
        Text(PANEL + 34, 23, f"You are {state.colour}", wanted, "words-strong", "start"),
        Text(PANEL + PANEL_WIDTH, 23, f"cycle {state.cycle}", wanted, "words", "end"),
    ]
    wide = PANEL_WIDTH / 5
    for number, (step, word) in enumerate(STEPS, 1):
        now = step == state.step and state.outcome is None
        x = PANEL + wide * (number - 1)
        shapes.append(Box(x + 1, 50, wide - 5, 28, "step-now" if now else "step", 5))
        shapes.append(
            Text(x + wide / 2 - 1, 64, f"{number} {word}", 14.5 if large else 14, "words-strong" if now else "words")
        )
    words = state.status()
    size = 16.0 if large else 15.0
    for row, part in enumerate(wrap(words[0].upper() + words[1:], 33 if large else 35)):
        fit = fitted(part, size, PANEL_WIDTH, bold=True)
        shapes.append(Text(PANEL, 98 + 20 * row, part, fit, "words-strong", "start"))
    return shapes


def _hand(
    state: State,
    drawn: Container[Card],
    chosen: Card | None,
    places: Sequence[Place],
    free: Iterable[Card],
    large: bool,
) -> list[Shape]:
    shapes: list[Shape] = [
        Group((Text(PANEL, HAND_TOP - 25, "Your hand", 16 if large else 14, "words", "start"),)),
    ]
    gap = (PANEL_WIDTH - 5 * HAND_WIDTH) / 4
    for place, card in enumerate(state.hand):
        x = PANEL + (HAND_WIDTH + gap) * place
        top = HAND_TOP - 9 * (card == chosen)
        box = Box(x, top, HAND_WIDTH, HAND_HEIGHT, f"card-{colour_of(card)}", CURVED)
        behind: list[Shape] = []
        if card == chosen or card in free:
            look = "plate-chosen" if card == chosen else "plate-may"
            behind.append(Box(x - 4, top - 4, HAND_WIDTH + 8, HAND_HEIGHT + 8, look, CURVED + 3))
        if card in drawn:
            behind.append(Box(x - 3, top - 3, HAND_WIDTH + 6, HAND_HEIGHT + 6, "last", CURVED + 3))
        shapes.append(Group(tuple(behind)))
        title = (
            f"{card}, {cards.words(card)}, in hand{', can be played' * (card in free)}{', chosen' * (card == chosen)}"
        )
        face = _face(card, box, 27.5 if large else 25)
        shapes.append(Group(face, (("card", str(card)),), title, active=card in free))
        if places and not chosen and card in free:
            then = _reach_tag(reach(state, places[0], card), x + HAND_WIDTH / 2, top + HAND_HEIGHT, large)
            shapes.append(Group(then))
    for place in range(len(state.hand), 5):
        x = PANEL + (HAND_WIDTH + gap) * place
        shapes.append(Group((Box(x, HAND_TOP, HAND_WIDTH, HAND_HEIGHT, "card-none", CURVED),)))
    return shapes


def _piles(state: State, large: bool) -> list[Shape]:
    """Deck and discards, and how you stand."""
    size = 16.0 if large else 14.0
    shapes: list[Shape] = []
    for name, count, x in (("deck", len(state.deck), PANEL), ("discards", len(state.discards), PANEL + 74)):
        look = ("back" if name == "deck" else "under-red") if count else "card-none"
        shapes.append(Box(x + 8, 306, 44, 60, look, CURVED))
        shapes.append(Text(x + 30, 336, str(count), 18, "words-strong"))
        shapes.append(Text(x + 30, 382, name, size, "words"))
    ending, best = state.outcome, state.at_best
    points = str(ending.points) if ending else f"at most {best}" if best > 10 else "none left"
    rows = (
        f"yours: {len(state.yours)} of 16",
        f"yours outside: {state.left(state.colour)}",
        f"others outside: {state.left(state.opposing)}",
        f"points: {points}",
    )
    for row, words in enumerate(rows):
        role = "words-strong" if row in (0, 3) else "words"
        shapes.append(Text(PANEL + 158, 314 + 22.5 * row, words, size, role, "start"))
    return shapes


# Words.


def describe(
    state: State, *, last: Sequence[Move] = (), card: Card | None = None, places: Sequence[Place] = ()
) -> tuple[str, str]:
    """The picture in words for those who cannot see it: a title, and a description in sentences.

    >>> from spiralkit.conversion import deal
    >>> title, description = describe(deal(7))
    >>> description.split(". ")[3]
    'Your hand: ace of spades, ace of diamonds, five of diamonds, six of hearts, jack of diamonds'
    """
    sentences = [f"You are {state.colour}, cycle {state.cycle}"]
    for mine, words in ((True, "Yours on the spiral"), (False, "Not yours")):
        shown = [
            f"{place} {cards.words(state.card(place))}"
            for place in PLACES
            if (colour_of(state.card(place)) == state.colour) == mine
        ]
        sentences.append(f"{words}: {', '.join(shown) or 'none'}")
    covered = [f"{place} covers {len(pile) - 1}" for place, pile in enumerate(state.piles, 1) if len(pile) > 1]
    if covered:
        sentences.append(f"Covered cards: place {', '.join(covered)}")
    sentences.append(f"Your hand: {', '.join(map(cards.words, state.hand)) or 'empty'}")
    sentences.append(f"Deck {len(state.deck)}, discards {len(state.discards)}")
    if state.due == "convert":
        active = f"Place {state.place}, {cards.words(state.card(state.place))}, is active"
        sentences.append(f"{active} and converts {_listed(state.targets(state.place))}")
    if last:
        sentences.append(f"Last came {', '.join(map(str, last))}")
    if card:
        sentences.append(f"Chosen is {cards.words(card)}")
    if places:
        sentences.append(f"Chosen is place {_listed(places)}")
    if card and places:
        then = reach(state, places[0], card)
        if then:
            sentences.append(f"From there it would convert {_listed(then)}")
    return f"Colour-conversion spiral: {state.status()}", ". ".join(sentences) + "."


def _listed(places: Iterable[Place]) -> str:
    return " and ".join(map(str, places))
