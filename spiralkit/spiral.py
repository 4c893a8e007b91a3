"""Spiral, Raymond Gallardo's solitaire connection game (2016).

You take the bottom cards of two columns; the pair names a cell and your piece goes there, or,
if it is taken, slides to the next vacant cell down the spiral, or else up. Dr. Brooks then
places two pieces, one by the bottom cards of columns a and b, one by those of c and d. When a
column is empty after either side's turn, all cards are shuffled and dealt again.

You win by a fork (three non-adjacent sides joined), you lose by a bridge (two opposite sides);
Dr. Brooks wins by either. Each of her pieces is a forced move of its own, and so is each deal.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache, partial
from typing import Literal

from . import board
from .board import BRIDGES, CELL_OF, CENTRE, FORKS, FULL, Cell, Mask
from .cards import PIQUET, Card, TextError, shuffled, text_of
from .game import MoveError, Outcome

Turn = Literal["me", "brooks", "brooks2"]
Column = tuple[Card, ...]
Columns = tuple[Column, Column, Column, Column]

COLUMNS = "abcd"
MY_PIECES = 13
HER_PIECES = 24


@dataclass(frozen=True, slots=True)
class Variant:
    """The rules that may differ: ``one_column`` and ``no_shuffle``.

    >>> str(Variant(one_column=True, no_shuffle=True))
    'one-column+no-shuffle'
    """

    one_column: bool = False
    no_shuffle: bool = False

    def __str__(self) -> str:
        names = ["one-column"] * self.one_column + ["no-shuffle"] * self.no_shuffle
        return "+".join(names) or "standard"

    @classmethod
    def parse(cls, text: str) -> Variant:
        """A variant from its name; raises TextError if there is none of that name."""
        for variant in VARIANTS:
            if str(variant) == text.strip().lower():
                return variant
        raise TextError(f"unknown variant {text!r}; there are {', '.join(map(str, VARIANTS))}")


VARIANTS = (Variant(), Variant(one_column=True), Variant(no_shuffle=True), Variant(one_column=True, no_shuffle=True))
STANDARD, ONE_COLUMN, NO_SHUFFLE, BOTH = VARIANTS


@dataclass(frozen=True, slots=True)
class Move:
    """Taking two cards: the letters of the two columns, ``"ab"`` .. ``"cd"``; ``"aa"`` takes two from one."""

    columns: str

    def __str__(self) -> str:
        return self.columns

    def __repr__(self) -> str:
        return f"Move({self.columns!r})"

    @classmethod
    def parse(cls, text: str) -> Move:
        """A move from two column letters, in either order and case; raises TextError otherwise."""
        columns = "".join(sorted(text.strip().lower()))
        if len(columns) != 2 or not set(columns) <= set(COLUMNS):
            raise TextError(f"{text!r} is no move: it takes two column letters, ab to cd")
        return cls(columns)


@dataclass(frozen=True, slots=True)
class Deal:
    """A deal, which is chance written out: four columns of eight, top card first."""

    columns: Columns

    def __str__(self) -> str:
        return "/".join(map(text_of, self.columns))

    def __repr__(self) -> str:
        return f"Deal.parse({str(self)!r})"

    @classmethod
    def parse(cls, text: str) -> Deal:
        """A deal from four columns split by ``/``; raises TextError if it is not all 32 cards, eight a column."""
        columns = _read_columns(text)
        for letter, column in zip(COLUMNS, columns, strict=True):
            if len(column) != 8:
                raise TextError(f"column {letter} of a deal has {len(column)} cards, not 8")
        return cls(columns)


def redeal(seed: int, number: int) -> Deal:
    """Deal ``number`` (1, 2, ..) of the game ``seed``; it depends on these two only."""
    cards = shuffled(PIQUET.cards, seed, number)
    return Deal((cards[:8], cards[8:16], cards[16:24], cards[24:]))


def deal(seed: int, variant: Variant = STANDARD) -> State:
    """The game ``seed`` as it begins: an empty board, four columns of eight, your move.

    >>> print(deal(1).text[38:])
    Ts9sTh8dKhJs7h8c/QcKd9dJhTdAdAcJd/7cJcKcKs8h9c7d7s/8sQdAs9hQsTcAhQh me standard
    """
    return State(0, 0, redeal(seed, 1).columns, "me", variant)


_DOUBLES = tuple(Move(letter * 2) for letter in COLUMNS)
_PAIRS = tuple(Move(a + b) for i, a in enumerate(COLUMNS) for b in COLUMNS[i + 1 :])
_ALL = tuple(sorted(_PAIRS + _DOUBLES, key=str))
_PLACES = {move.columns: (COLUMNS.index(move.columns[0]), COLUMNS.index(move.columns[1])) for move in _ALL}
_HERS: dict[str, tuple[Move, ...]] = {"brooks": (Move("ab"),), "brooks2": (Move("cd"),)}
_NEXT: dict[Turn, Turn] = {"me": "brooks", "brooks": "brooks2", "brooks2": "me"}
_WHOSE: dict[Turn, str] = {"me": "your move", "brooks": "Dr. Brooks's move", "brooks2": "her second piece"}


@dataclass(frozen=True, slots=True)
class Placement:
    """What taking a pair does: who takes it, from which columns, which cards, the cell named, the cell landed on."""

    mover: Literal["me", "brooks"]
    columns: str
    cards: tuple[Card, Card]
    named: Cell
    cell: Cell

    @property
    def pair(self) -> str:
        """The pair, lower rank first."""
        return board.PAIRS[self.named]

    def __str__(self) -> str:
        """What happens in words: ``9s + Qc name 9Q; taken, so down the spiral to 9T``."""
        text = f"{self.cards[0]} + {self.cards[1]} name {self.pair}"
        if self.cell == self.named:
            return text
        if self.cell == CENTRE:
            return f"{text}; taken, and nothing else is vacant: the centre"
        way = "down" if self.cell < self.named else "none vacant below, so up"
        return f"{text}; taken, {'so ' if way == 'down' else ''}{way} the spiral to {board.label(self.cell)}"


@dataclass(frozen=True, slots=True)
class State:
    """A position of Spiral: your pieces and hers as masks, the four columns, whose turn, which variant.

    >>> state = State.parse("ooxoooxooooxxo...oooxxxx.xo.xoo.oooo. "
    ...                     "8dJsTs7s9h9dQhKs/Jc8c7h9cJdAcJhQc/KcAsQdAhTdTc7d9s/KhKdQs7cAdTh8h8s me standard")
    >>> print(state.placement(Move("bc")))
    Qc + 9s name 9Q; taken, so down the spiral to 9T
    >>> for placement in state.play(Move("bc")).forced():
    ...     print(placement)
    Ks + Jh name JK; taken, so down the spiral to JQ
    7d + 8s name 78; taken, none vacant below, so up the spiral to 8A

    States compare by value and can be keys. The constructor checks nothing; ``State.parse`` does.
    """

    mine: Mask
    hers: Mask
    columns: Columns
    turn: Turn
    variant: Variant = STANDARD
    _end: Outcome | bool | None = field(default=True, compare=False, repr=False)  # True: not known yet

    # The rules.

    @property
    def outcome(self) -> Outcome | None:
        """None while the game goes on. Typed in half-way, the side that moved last is looked at first."""
        if self._end is True:
            sides = ((self.mine, "me"), (self.hers, "brooks"))
            ends = (
                _end_of(board.groups(mask), mask, by) for mask, by in (sides if self.turn == "brooks" else sides[::-1])
            )
            object.__setattr__(self, "_end", next(filter(None, ends), None))
        assert not isinstance(self._end, bool)
        return self._end

    @property
    def occupied(self) -> Mask:
        """The cells with a piece of either colour."""
        return self.mine | self.hers

    @property
    def deal_due(self) -> bool:
        """Whether all cards must be dealt again: a column is empty after either side's turn."""
        return not all(self.columns) and self.turn != "brooks2" and self.outcome is None

    def moves(self) -> tuple[Move, ...]:
        """Your picks in the order of the columns, or her one forced pick; none when over or a deal is due."""
        if self.outcome is not None:
            return ()
        if self.turn == "brooks2":
            return _HERS["brooks2"]
        if not all(self.columns):
            return ()
        if self.turn == "brooks":
            return _HERS["brooks"]
        if not self.variant.one_column:
            return _PAIRS
        return tuple(move for move in _ALL if self._refusal(move) is None)

    def _refusal(self, move: Move) -> str | None:
        """The rule that forbids taking these cards now, or None."""
        first, second = _PLACES.get(getattr(move, "columns", ""), (None, None))
        if first is None or second is None:
            return "a move is Move('ab') to Move('cd')"
        if self.turn != "me" and move != _HERS[self.turn][0]:
            return f"Dr. Brooks must take {_HERS[self.turn][0]}"
        if first == second and not self.variant.one_column:
            return "the two cards come from different columns (unless the variant is one-column)"
        if first == second and len(self.columns[first]) < 2:
            return f"column {move.columns[0]} has not two cards"
        return None

    def play(self, move: Move | Deal) -> State:
        """The state after a pick or a deal; raises MoveError, which names the move and the rule broken."""
        if self.outcome is not None:
            raise MoveError(f"{move} cannot be played: the game is over ({self.outcome})")
        due = self.deal_due
        if isinstance(move, Deal):
            if not due:
                raise MoveError("a deal is not due: no column is empty after a whole turn")
            if tuple(map(len, move.columns)) != (8, 8, 8, 8) or set().union(*move.columns) != set(PIQUET.cards):
                raise MoveError(f"{move} cannot be played: a deal is all 32 cards, eight a column")
            return State(self.mine, self.hers, move.columns, self.turn, self.variant, None)
        if due:
            raise MoveError(f"{move} cannot be played: a column is empty, so a deal is due")
        reason = self._refusal(move)
        if reason:
            raise MoveError(f"{move} cannot be played: {reason}")
        cell = self._landing(move)[1]
        columns = self._taken(move)
        if self.turn == "me":
            mask = self.mine | 1 << cell
            end = _end_of([board.group_of(cell, mask)], mask, "me")
            return State(mask, self.hers, columns, "brooks", self.variant, end)
        mask = self.hers | 1 << cell
        end = _end_of([board.group_of(cell, mask)], mask, "brooks")
        return State(self.mine, mask, columns, _NEXT[self.turn], self.variant, end)

    def _cards(self, move: Move) -> tuple[Card, Card]:
        first, second = _PLACES[move.columns]
        return self.columns[first][-1], self.columns[second][-1 - (first == second)]

    def _landing(self, move: Move) -> tuple[Cell, Cell]:
        """The cell named and the cell the piece lands on."""
        one, two = self._cards(move)
        named = CELL_OF[one.rank + two.rank]
        return named, board.landing(named, self.mine | self.hers)

    def _taken(self, move: Move) -> Columns:
        """The columns after the two cards are taken."""
        columns = list(self.columns)
        for place in _PLACES[move.columns]:
            column = columns[place]
            # no-shuffle: a used card goes to the top of its column, which turns like a wheel
            columns[place] = (column[-1], *column[:-1]) if self.variant.no_shuffle else column[:-1]
        return tuple(columns)  # type: ignore[return-value]

    # Looking ahead without choice.

    def placement(self, move: Move) -> Placement:
        """What a legal pick does; raises MoveError as ``play`` does."""
        if move not in self.moves():
            self.play(move)  # says why not
        named, cell = self._landing(move)
        return Placement("me" if self.turn == "me" else "brooks", move.columns, self._cards(move), named, cell)

    def forced(self) -> tuple[Placement, ...]:
        """The pieces Dr. Brooks places before you move again, as far as the cards on the table tell.

        Two pieces or fewer: none when it is your turn or a deal is due, one when it ends the game or is her second.
        """
        found = []
        state = self
        while state.turn != "me" and state.moves():
            found.append(state.placement(state.moves()[0]))
            state = state.play(state.moves()[0])
        return tuple(found)

    def forecast(self, move: Move) -> tuple[Cell, ...] | None:
        """The cells that Dr. Brooks takes next if you take this pair; None (unknown) when a deal comes between.

        Empty if the pair ends the game; one cell if her first piece does.
        """
        after = self.play(move)
        return None if after.deal_due else tuple(placement.cell for placement in after.forced())

    # Text.

    def __str__(self) -> str:
        """A picture in text: the board (x you, o Dr. Brooks), the columns, and what is to be done."""
        lines = []
        for r in range(-3, 4):
            row = sorted((q, cell) for cell, (q, at) in enumerate(board.AXIAL) if at == r)
            lines.append(
                "  " * abs(r) + " ".join(board.label(cell) + self.owner(cell).replace(".", " ") for _, cell in row)
            )
        lines.append("")
        for letter, column in zip(COLUMNS, self.columns, strict=True):
            lines.append(f"{letter}: {' '.join(map(str, column))}")
        lines.append("")
        lines.append(self.status())
        return "\n".join(line.rstrip() for line in lines)

    def status(self) -> str:
        """What is to be done, in words."""
        if self.outcome is not None:
            who = "you win" if self.outcome.winner == "me" else "Dr. Brooks wins"
            whose = "your" if self.outcome.by == "me" else "her"
            return f"{who} ({whose} {self.outcome.how})"
        if self.deal_due:
            return "a column is empty: all cards are dealt again"
        return {
            "me": "your move",
            "brooks": "Dr. Brooks places two pieces",
            "brooks2": "Dr. Brooks places her second piece",
        }[self.turn]

    def owner(self, cell: Cell) -> str:
        """``x`` for your piece, ``o`` for hers, ``.`` for none."""
        return "x" if self.mine >> cell & 1 else "o" if self.hers >> cell & 1 else "."

    @property
    def text(self) -> str:
        """The position on one line: board, columns, turn, variant; ``State.parse`` reads it back."""
        marks = "".join(map(self.owner, range(board.CELLS)))
        return f"{marks} {'/'.join(map(text_of, self.columns))} {self.turn} {self.variant}"

    def __repr__(self) -> str:
        return f"State.parse({self.text!r})"

    @classmethod
    def parse(cls, text: str, *, check: bool = True) -> State:
        """A position from its line of four fields; raises TextError, which says what is impossible and why.

        Without ``check`` the counts of pieces and cards may be such as no game comes to.
        """
        fields = text.split()
        if len(fields) != 4:
            raise TextError(
                f"a position has four fields (board, columns, turn, variant), not {len(fields)}: {text.strip()!r}"
            )
        marks, columns_text, turn, variant_text = fields
        marks = marks.lower()
        if len(marks) != board.CELLS:
            raise TextError(f"the board has {len(marks)} characters, not {board.CELLS}")
        for cell, mark in enumerate(marks):
            if mark not in ".xo":
                raise TextError(f"the board has {mark!r} at {board.label(cell)}; it takes . x o")
        mine, hers = (sum(1 << cell for cell in range(board.CELLS) if marks[cell] == mark) for mark in "xo")
        columns = _read_columns(columns_text)
        if turn.lower() not in _NEXT:
            raise TextError(f"the turn is me, brooks or brooks2, not {turn!r}")
        state = cls(mine, hers, columns, turn.lower(), Variant.parse(variant_text))  # type: ignore[arg-type]
        if check:
            state.check()
        return state

    def check(self) -> None:
        """Raises TextError if no game can come to these counts of pieces and cards."""
        for problem in self.problems():
            raise TextError(problem)

    def problems(self) -> Iterator[str]:
        """Why no game can come to these counts of pieces and cards, a reason at a time; nothing if one can."""
        x, o = self.mine.bit_count(), self.hers.bit_count()
        due = 2 * x - {"me": 0, "brooks": 2, "brooks2": 1}[self.turn]
        if o != due:
            pieces = f"{x} piece{'s' * (x != 1)} of yours and {o} of Dr. Brooks's"
            yield f"{pieces} cannot be when it is {_WHOSE[self.turn]}: " + (
                f"she must have {due}" if due >= 0 else "you move first"
            )
        if self.mine & self.hers:
            yield "a cell has two pieces"
        if self.occupied >> CENTRE & 1 and self.occupied != FULL:
            yield "the centre is taken before all other cells are"
        heights = tuple(map(len, self.columns))
        if self.variant.no_shuffle:
            if heights != (8, 8, 8, 8):
                yield f"in no-shuffle each column has eight cards, not {heights}"
        elif (heights, self.turn) not in _heights(self.variant.one_column):
            yield (
                f"columns of {', '.join(map(str, heights))} cards: "
                f"no order of turns gives these when it is {_WHOSE[self.turn]}"
            )

    # Pictures.

    def _repr_svg_(self) -> str:
        from .draw import spiral  # the drawing is above the rules: imported only when a picture is asked for

        return spiral.svg(self)


def _end_of(groups: list[Mask], whole: Mask, by: str) -> Outcome | None:
    """How a colour ends the game with one of these groups: a fork counts before a bridge."""
    for how, wanted in (("fork", FORKS), ("bridge", BRIDGES)):
        if any(board.joins(group, wanted) for group in groups):
            winner = "me" if by == "me" and how == "fork" else "brooks"
            return Outcome(winner, how, by, partial(board.connecting_path, whole, wanted))
    return None


def _read_columns(text: str) -> Columns:
    parts = text.split("/")
    if len(parts) != 4:
        raise TextError(f"there are four columns split by '/', not {len(parts)}: {text!r}")
    columns = []
    seen: set[Card] = set()
    for letter, part in zip(COLUMNS, parts, strict=True):
        try:
            column = PIQUET.parse_all(part)
        except TextError as error:
            raise TextError(f"column {letter}: {error}") from None
        if len(column) > 8:
            raise TextError(f"column {letter} has {len(column)} cards, more than eight")
        for card in column:
            if card in seen:
                raise TextError(f"column {letter}: {card} is there twice")
            seen.add(card)
        columns.append(column)
    return tuple(columns)  # type: ignore[return-value]


@lru_cache(maxsize=2)
def _heights(one_column: bool) -> frozenset[tuple[tuple[int, ...], str]]:
    """Every (heights of the columns, turn) that an order of turns gives from a fresh deal."""
    moves = _ALL if one_column else _PAIRS
    todo: list[tuple[tuple[int, ...], Turn]] = [((8, 8, 8, 8), "me"), ((8, 8, 8, 8), "brooks")]
    seen = set(todo)
    while todo:
        heights, turn = todo.pop()
        if turn != "brooks2" and 0 in heights:
            continue
        for move in moves if turn == "me" else _HERS[turn]:
            after = list(heights)
            for place in _PLACES[move.columns]:
                after[place] -= 1
            new = (tuple(after), _NEXT[turn])
            if min(after) >= 0 and new not in seen:
                seen.add(new)
                todo.append(new)
    return frozenset(seen)


def perft(state: State, depth: int) -> int:
    """The number of sequences of your picks, ``depth`` long or shorter where the game ends or a deal is due.

    >>> perft(deal(1), 2)
    36
    """
    while state.turn != "me" and state.moves():
        state = state.play(state.moves()[0])
    if depth <= 0 or not state.moves():
        return 1
    return sum(perft(state.play(move), depth - 1) for move in state.moves())


def replay(start: State, moves: Iterable[Move | Deal]) -> State:
    """The state after all the moves."""
    for move in moves:
        start = start.play(move)
    return start
