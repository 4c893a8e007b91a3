"""The war of attrition: when few cells are vacant, which of them decide, and who must fill what.

What is said of a cell is proved over all fillings of the vacant cells and all orders of taking
them (see ``fillings``), so it holds however the cards lie and whatever is dealt next:

- ``yours``: what happens if you take it. ``"me"``: you win every filling in which it is yours;
  ``"brooks"``: she wins every one; ``"open"``: neither. None: it cannot be yours.
- ``hers``: the same if she takes it.
- ``never``: it never matters. Let the other cells be yours or hers in any numbers, and yours be
  taken in any order: this cell, taken by you at any moment or else left to her, changes nothing
  about who wins. If all fillings have the same winner, no cell matters any more.

``open`` claims nothing: a filling that no play of these cards reaches counts too. What is said
of turns and pairs is exact for the cards as they lie, up to the next deal.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from html import escape

from .. import board
from ..board import Cell, Mask
from ..cards import Card, TextError
from ..spiral import COLUMNS, State
from .fillings import Due, Fillings, Mover, Winner

MOST_VACANT = 12

ROLES = {  # role: what it says, and the short mark for a picture
    "either": ("whoever takes it wins", "you+she"),
    "you": ("you win by taking it", "you"),
    "she": ("she wins by taking it", "she"),
    "not you": ("you lose by taking it", "loses"),
    "not she": ("she loses by taking it", "not she"),
    "neither": ("whoever takes it loses", "neither"),
    "some": ("matters in some fillings only", "some"),
    "never": ("never matters", "never"),
}
DECIDING = ("either", "you", "she")

_ROLE_OF: dict[tuple[Winner | None, Winner | None], str] = {
    ("me", "brooks"): "either",
    ("me", "open"): "you",
    ("open", "brooks"): "she",
    ("brooks", "open"): "not you",
    ("open", "me"): "not she",
    ("brooks", "me"): "neither",
}


@dataclass(frozen=True)
class Place:
    """Where a card lies: its column, and how many cards lie below it there (0: it can be taken now)."""

    card: Card
    column: str
    depth: int

    def __str__(self) -> str:
        return f"{self.card} {self.column}{self.depth}"


@dataclass(frozen=True)
class Way:
    """A pair that leads to a cell now, and will as long as the cell is vacant.

    ``places``: the cards of its ranks that lie in the columns. ``you`` and ``she``: the earliest
    turn of that side, counted from 1, its next, in which it can take this pair and land on the
    cell, over all your picks with her replies, slides and ends counted in. None: in no line of
    this layout, which lasts to the end of the game or the next deal.
    """

    pair: str
    places: tuple[Place, ...]
    you: int | None
    she: int | None


@dataclass(frozen=True)
class Fate:
    """A vacant cell: its role (a key of ROLES), the claims it rests on, and the ways to it.

    ``you`` and ``she`` are the earliest turns in which the side can take the cell by any pair,
    also by one that does not lead there yet.
    """

    cell: Cell
    role: str
    yours: Winner | None
    hers: Winner | None
    never: bool
    ways: tuple[Way, ...]
    you: int | None
    she: int | None

    @property
    def label(self) -> str:
        """The pair that names the cell; ``--`` for the centre."""
        return board.label(self.cell)

    @property
    def pairs(self) -> tuple[str, ...]:
        """The pairs that lead there now, in the order of the spiral, of which they are one stretch."""
        return tuple(way.pair for way in self.ways)


@dataclass(frozen=True)
class Attrition:
    """What is proved of a position with few vacant cells.

    ``fates``: the vacant cells in the order of the spiral. ``won``, ``lost``, ``by_order``: in
    how many fillings you win, she wins, the order decides. ``turns``: those until the board is
    full. ``longest``: no game from here has more turns, whatever the cards. ``last``: the cells
    which the last of these turns has taken in every game so long. ``reached``: the most turns
    that begin in this layout; equal to ``longest`` if these cards allow a longest game.
    """

    state: State
    fates: tuple[Fate, ...]
    won: int
    lost: int
    by_order: int
    turns: tuple[Due, ...]
    longest: int
    last: Mask
    reached: int

    @property
    def fillings(self) -> int:
        """How many fillings there are."""
        return self.won + self.lost + self.by_order

    @property
    def decided(self) -> Mover | None:
        """Who wins all fillings, if one side does."""
        return "me" if self.won == self.fillings else "brooks" if self.lost == self.fillings else None

    def fate(self, cell: Cell | str) -> Fate:
        """The fate of a vacant cell, given as a number or label; raises KeyError if the cell is not vacant."""
        wanted = board.cell_of(cell) if isinstance(cell, str) else cell
        for fate in self.fates:
            if fate.cell == wanted:
                return fate
        raise KeyError(f"{board.label(wanted)} is not vacant")

    def having(self, *roles: str) -> tuple[Fate, ...]:
        """The vacant cells that have one of these roles."""
        return tuple(fate for fate in self.fates if fate.role in roles)

    def pieces_due(self, mover: Mover) -> int:
        """How many pieces this side places until the board is full."""
        return sum(due.pieces for due in self.turns if due.mover == mover)

    # To be shown.

    @property
    def marks(self) -> dict[Cell, str]:
        """A short text for each vacant cell, to be written into a picture of the position."""
        return {fate.cell: ROLES[fate.role][1] for fate in self.fates}

    @property
    def rows(self) -> list[tuple[str, ...]]:
        """The table of the cells, headings first."""
        rows: list[tuple[str, ...]] = [("cell", "verdict", "pairs that lead there", "you, earliest", "she, earliest")]
        for fate in self.fates:
            pairs = stretch(fate.pairs) if fate.pairs else ""
            rows.append((fate.label, ROLES[fate.role][0], pairs, _turn(fate.you), _turn(fate.she)))
        return rows

    @property
    def way_rows(self) -> list[tuple[str, ...]]:
        """The table of the pairs that lead to the deciding cells, headings first."""
        rows: list[tuple[str, ...]] = [("cell", "pair", "cards, column, depth", "you, earliest", "she, earliest")]
        for fate in self.having(*DECIDING):
            for way in fate.ways:
                cards = ", ".join(map(str, way.places))
                rows.append((fate.label, way.pair, cards, _turn(way.you), _turn(way.she)))
        return rows

    @property
    def _tables(self) -> list[list[tuple[str, ...]]]:
        return [rows for rows in (self.rows, self.way_rows) if len(rows) > 1]

    def __str__(self) -> str:
        return "\n\n".join(map(_plain, self._tables))

    def _repr_html_(self) -> str:
        return "".join(map(_html, self._tables))


def attrition(state: State) -> Attrition:
    """What is proved of a position with at most 12 vacant cells.

    >>> state = State.parse("ooxoooxooooxxo...oooxxxx.xo.xoo.oooo. "
    ...                     "8dJsTs7s9h9dQhKs/Jc8c7h9cJdAcJhQc/KcAsQdAhTdTc7d9s/KhKdQs7cAdTh8h8s me standard")
    >>> print("\\n".join(str(attrition(state)).splitlines()[9:]))
    cell  pair  cards, column, depth                                    you, earliest  she, earliest
    TK    TK    Tc c2, Th d2, Td c3, Ts a5, Ks a0, Kd d6, Kc c7, Kh d7  no turn        no turn
    TK    TA    Tc c2, Th d2, Td c3, Ts a5, Ac b2, Ad d3, Ah c4, As c6  turn 2         turn 2
    TK    JJ    Jh b1, Jd b3, Js a6, Jc b7                              no turn        no turn

    Raises TextError if more cells are vacant or the game is over.
    """
    if state.outcome is not None:
        raise TextError(f"the game is over ({state.outcome}): no vacant cell decides anything")
    vacant = board.CELLS - state.occupied.bit_count()
    if vacant > MOST_VACANT:
        raise TextError(f"{vacant} cells are vacant; which of them decide can be told when {MOST_VACANT} are or fewer")
    proved = Fillings(state)
    decided = proved.winner() != "open"
    earliest, reached = _layout(state)
    fates = []
    for cell, pairs in board.pairs_to(state.occupied).items():
        yours, hers = proved.taken(cell)
        never = proved.never(cell)
        role = "never" if never or decided else _ROLE_OF.get((yours, hers), "some")
        ways = tuple(
            Way(pair, _places(state, pair), earliest.get(("me", cell, pair)), earliest.get(("brooks", cell, pair)))
            for pair in pairs
        )
        you, she = (
            min((turn for (who, where, _), turn in earliest.items() if (who, where) == (mover, cell)), default=None)
            for mover in ("me", "brooks")
        )
        fates.append(Fate(cell, role, yours, hers, never, ways, you, she))
    won, lost, by_order = proved.count("me"), proved.count("brooks"), proved.count("open")
    return Attrition(state, tuple(fates), won, lost, by_order, proved.turns, *proved.longest(), reached)


def _places(state: State, pair: str) -> tuple[Place, ...]:
    """Where the cards of the two ranks lie, the first rank first, takeable cards first."""
    places = [
        Place(card, letter, depth)
        for letter, column in zip(COLUMNS, state.columns, strict=True)
        for depth, card in enumerate(reversed(column))
        if card.rank in pair
    ]
    return tuple(sorted(places, key=lambda place: (pair.index(place.card.rank), place.depth, place.column)))


def _layout(state: State) -> tuple[dict[tuple[str, Cell, str], int], int]:
    """The earliest turn of each (side, cell, pair) over all lines of this layout, and the most turns begun."""
    earliest: dict[tuple[str, Cell, str], int] = {}
    begun = {"me": 0, "brooks": 0}
    layer = {state} if state.moves() else set()
    while layer:
        turn = next(iter(layer)).turn
        mover = "me" if turn == "me" else "brooks"
        if turn != "brooks2" or not begun["brooks"]:
            begun[mover] += 1
        after = set()
        for position in layer:
            for move in position.moves():
                placement = position.placement(move)
                earliest.setdefault((mover, placement.cell, placement.pair), begun[mover])
                after.add(position.play(move))
        layer = {position for position in after if position.moves()}
    return earliest, sum(begun.values())


# Words and tables.


def spoken(parts: Iterable[str], last: str = "and") -> str:
    """A list as it is spoken.

    >>> spoken(["TK", "TA", "JJ"])
    'TK, TA and JJ'
    """
    *most, end = parts
    return f"{', '.join(most)} {last} {end}" if most else end


def stretch(pairs: tuple[str, ...]) -> str:
    """The pairs that lead to one cell, which are one stretch of the spiral: a long one by its ends.

    >>> stretch(board.PAIRS[3:12])
    '7T to 8J'
    """
    return f"{pairs[0]} to {pairs[-1]}" if len(pairs) > 5 else spoken(pairs)


def _turn(turn: int | None) -> str:
    return "no turn" if turn is None else f"turn {turn}"


def _plain(rows: list[tuple[str, ...]]) -> str:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = ("  ".join(text.ljust(width) for text, width in zip(row, widths, strict=True)) for row in rows)
    return "\n".join(map(str.rstrip, lines))


def _html(rows: list[tuple[str, ...]]) -> str:
    lines = []
    for number, row in enumerate(rows):
        tag = "td" if number else "th"
        cells = (f'<{tag} style="text-align:left;padding:0 .6em">{escape(text)}</{tag}>' for text in row)
        lines.append(f"<tr>{''.join(cells)}</tr>")
    return f"<table>{''.join(lines)}</table>"
