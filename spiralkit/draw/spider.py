"""The Spider games in pictures: the columns side by side, and at their right what lies beside them.

``scene`` makes the picture as shapes, ``svg`` and ``figure`` render it. It shows what the player sees, and no more: a
State is drawn as its view. The end card of a column lies below and whole, of the others a strip with rank and suits
looks out, the narrower the longer the column.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING, Any

from ..cards import Card
from ..spider import Move, State, View
from ..spider.build import unit_length
from ..spider.moves import CELL
from ..spider.text import tower_cards
from .pips import pack_of
from .scene import Box, Group, Scene, Shape
from .spider_table import Table, around, counted, deals_left
from .svg import SVG, render

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["HEIGHT", "WIDTH", "describe", "figure", "scene", "svg"]

WIDTH, HEIGHT = 828.0, 404.0
"""Natural size in pixels."""


def svg(position: State | View, *, interactive: bool = False, **options: Any) -> SVG:
    """The position as an SVG string, which notebooks show as a picture; the options are those of ``scene``.

    ``interactive`` makes buttons of cards, empty columns and what lies beside them, for a widget that listens.

    >>> from spiralkit.spider import deal
    >>> svg(deal("spider", 1))[:50]
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0'
    """
    return render(scene(position, **options), interactive=interactive)


def figure(position: State | View, *, ax: Axes | None = None, **options: Any) -> Figure:
    """The position as a matplotlib figure, or on the given axes; the options are those of ``scene``.

    >>> from spiralkit.spider import deal
    >>> print(figure(deal("myrmex", 1)))
    Figure(828x404)
    """
    from . import mpl

    return mpl.figure(scene(position, **options), ax=ax)


def scene(
    position: State | View,
    *,
    last: Move | None = None,
    selected: tuple[str, int] | None = None,
    joker: tuple[str, int] | None = None,
    replaceable: Collection[tuple[str, int]] = (),
    targets: str = "",
    found: Card | Collection[Card] = (),
    hint: Move | None = None,
    units: bool = True,
    large: bool = False,
    width: float = WIDTH,
    height: float = HEIGHT,
) -> Scene:
    """The position as a picture.

    - ``last``: the move that led here: the cards that it placed are ringed;
    - ``selected``: the letter of a column and how many of its end cards are chosen (``("w", 1)``: the weave cell);
    - ``joker``: the letter of a column and the place from its top, from 1, of a card that a Joker is to replace;
    - ``replaceable``: the cards that light up because a Joker can take their place, each as in ``joker``;
    - ``targets``: the letters of the columns that light up, ``w`` for the weave cell, ``^`` the tower, ``!`` the sets
      off;
    - ``found``: a card, or several, of which every copy in sight is ringed;
    - ``hint``: a move, shown by an arrow or an outline;
    - ``units``: whether units of two cards and more that can move are bracketed, and sets that can go outlined;
    - ``large``: larger type at the same size of picture.

    Each card is a group with the data ``column`` (its letter), ``card`` (its place from the top, from 1) and, face up,
    ``shows`` (its text); an empty column has no ``card``; ``column`` is also ``stock``, ``troupe``, ``tower``,
    ``off`` (the sets off) or ``w`` (the weave cell). ``cell`` is a name of its own for each of them: ``c4``, ``c``,
    ``stock``.

    >>> from spiralkit.spider import deal
    >>> picture = scene(deal("spider", 1))
    >>> picture.width, picture.height, picture.title
    (828.0, 404.0, 'Spider: 0 of 8 sets off, 5 deals left')
    """
    table = Table(position if isinstance(position, View) else position.view(), large, width, height)
    chosen = table.chosen(selected, joker)
    shapes: list[Shape] = [Box(0, 0, width, height, "paper"), table.heads(targets)]
    for letter in table.state.letters:
        shapes += table.column(letter, chosen, letter in targets)
    shapes += table.beside(chosen, targets, joker is not None or bool(replaceable))
    over: list[Shape] = [*table.brackets()] if units else []
    if last:
        over += [around(spots, "last", 2) for spots in table.placed(last)]
    over += [around([table.spots[where]], "target", 0) for where in replaceable]
    for card in (found,) if isinstance(found, Card) else found:
        over += [around([table.spots[where]], "found") for where in table.view.where(card)]
    if hint:
        over += table.shown(hint)
    shapes.append(Group(tuple(over)))
    title, description = describe(position, last=last, selected=selected, hint=hint)
    return Scene(width, height, tuple(shapes), title, description)


# Words.


def describe(
    position: State | View,
    *,
    last: Move | None = None,
    selected: tuple[str, int] | None = None,
    hint: Move | None = None,
) -> tuple[str, str]:
    """The picture in words for those who cannot see it: a title, and a description in sentences.

    >>> from spiralkit.spider import deal
    >>> title, words = describe(deal("spider", 1))
    >>> title
    'Spider: 0 of 8 sets off, 5 deals left'
    >>> words.split(". ")[0]
    'Column a: 5 face down, five of hearts'
    """
    view = position if isinstance(position, View) else position.view()
    state, rules = view.known, view.rules
    pack = pack_of(rules.deck)
    title = f"{rules.title}: {len(state.off)} of {rules.sets} sets off"
    sentences = []
    if len(rules.deck.cards) > rules.dealt:
        title += f", {counted(deals_left(state), 'deal')} left"
    if rules.family("tower"):
        title += f", {state.tower} of {len(tower_cards(rules))} trumps in the tower"
    if state.outcome:
        title += f", {state.outcome.how}"
    for place, letter in enumerate(state.letters):
        cards, hidden = state.columns[place], state.hidden[place]
        told = [f"{hidden} face down"] * (hidden > 0) + [pack.words(card) for card in cards[hidden:]]
        sentences.append(f"Column {letter}: {', '.join(told) or 'empty'}")
        unit = unit_length(state.faces(place)) if cards else 0
        if unit > 1:
            sentences[-1] += f"; the last {unit} move as a unit"
    if state.off:
        sentences.append(f"Off: {', '.join(' and '.join(pack.suits[suit] for suit in name) for name in state.off)}")
    if state.stock:
        sentences.append(f"Stock: {counted(len(state.stock), 'card')}")
    if rules.jokers:
        sentences.append(f"In the Troupe: {counted(state.troupe, 'Joker')}")
    if rules.weave:
        sentences.append(f"Weave cell: {pack.words(state.cell) if state.cell else 'empty'}")
    if last:
        sentences.append(f"Last came {last}")
    if selected:
        letter, count = selected
        what = "the weave cell" if letter == CELL else f"the last {count} of column {letter}"
        sentences.append(f"Chosen is {what}" if count == 1 or letter == CELL else f"Chosen are {what}")
    if hint:
        sentences.append(f"Advised is {hint}")
    return title, ". ".join(sentences) + "."
