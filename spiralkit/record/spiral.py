"""Records of Spiral: headers in brackets, then one line a deal and one line a turn::

    [Game "spiral"]
    [Variant "standard"]
    [Seed "1"]
    [Result "*"]

    deal Ts9sTh8dKhJs7h8c/QcKd9dJhTdAdAcJd/7cJcKcKs8h9c7d7s/8sQdAs9hQsTcAhQh
    1. bd Jd+Qh JQ  8c+Ac 8A  7s+Ah 7A
    2. ac 7h+7d 77

A turn is its number, your columns, your cards, the cell where your piece landed (``--`` is the
centre), and the same for each of Dr. Brooks's replies. Your turn n places your n-th piece, also
where the record starts half-way. ``5...`` goes on with her pieces of turn 5 where a deal comes
between, or where the start is her turn. ``[Position "..."]`` gives a start that is not an empty
board, freshly dealt, on your move; there is no first deal then.

Writing has one form. Reading forgives blanks, line breaks, comments (``;`` or ``#`` to the end
of the line, ``{...}``), letter case, missing headers, and cards in place of the columns. What
first follows the number is your pick, so ``ac`` there means the columns a and c and never the
Ace of clubs. Cards may be left out, and cells, and whole replies: two cards belong to the piece
that they make, a cell to the cards before it or else to the next piece, yours first. Her
replies are forced, so those left out are filled in when something later needs them (a piece, a
turn, a deal, the Result); nothing else is added at the end.
Everything that is written is checked but the Seed, which is a note for people.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Mapping

from .. import board
from ..board import CELL_OF, CENTRE, CENTRE_LABEL, Cell
from ..cards import PIQUET, Card, TextError
from ..game import Line, MoveError
from ..spiral import STANDARD, Deal, Move, Placement, State, Variant
from .text import Header, Word, check_result, check_seed, heading, refused

SpiralLine = Line[State, Move | Deal]

DERIVED = ("game", "variant", "result", "position")
"""Headers that follow from the line."""

_NUMBER = re.compile(r"(\d{1,3})(\.\.\.|…|\.)")
_COLUMNS = re.compile(r"[a-d]{2}", re.IGNORECASE)


def _written(placement: Placement) -> str:
    one, two = placement.cards
    return f"{one}+{two} {board.label(placement.cell)}"


def write_spiral(line: SpiralLine, headers: Mapping[str, str] | None) -> str:
    """The whole line as text; raises TextError for a header that could not be read back."""
    start, end = line.start, line.states[-1]
    fresh = start == State(0, 0, start.columns, "me", start.variant) and set(map(len, start.columns)) == {8}
    position = {} if fresh else {"Position": start.text}
    rows = heading(
        {"Game": "spiral", "Variant": str(start.variant)}, headers, {"Result": str(end.outcome or "*")} | position
    )
    rows += ["", f"deal {Deal(start.columns)}"] if fresh else [""]
    if not fresh and not line.moves:
        rows.pop()
    hers_go_on = False  # whether her next piece belongs to the row before
    for state, move in zip(line.states, line.moves, strict=False):
        if isinstance(move, Deal):
            rows.append(f"deal {move}")
            hers_go_on = False
            continue
        piece = _written(state.placement(move))
        turn = state.mine.bit_count()
        if state.turn == "me":
            rows.append(f"{turn + 1}. {move} {piece}")
        elif hers_go_on:
            rows[-1] += f"  {piece}"
        else:
            rows.append(f"{turn}... {piece}")
        hers_go_on = True
    return "\n".join(rows) + "\n"


def read_spiral(headers: Mapping[str, Header], words: deque[Word], last_line: int) -> SpiralLine:
    """The line that the headers and words record; raises TextError for what cannot have happened."""
    line: SpiralLine | None = None
    variant = _read_variant(headers)
    check_seed(headers)
    if "position" in headers:
        line = Line(_read_position(headers["position"], variant if "variant" in headers else None))
    while words:
        head = words.popleft()
        rest: deque[Word] = deque()
        while words and words[0].text.lower() != "deal" and not _NUMBER.fullmatch(words[0].text):
            rest.append(words.popleft())
        number = _NUMBER.fullmatch(head.text)
        if head.text.lower() == "deal":
            _check_cards(head, rest)
            try:
                dealt = Deal.parse("".join(word.text for word in rest))
                if line is None:
                    line = Line(State(0, 0, dealt.columns, "me", variant))
                else:
                    _fill(line)
                    line.play(dealt)
            except (TextError, MoveError) as error:
                raise refused(head.line, error) from None
        elif not number:
            raise refused(head.line, f"{head.text!r} is neither deal nor the number of a turn (1. or 1...)")
        elif line is None:
            raise refused(head.line, "there is no deal and no Position before the first turn")
        else:
            _read_turn(line, head, int(number[1]), number[2] == ".", rest)
    if line is None:
        raise refused(last_line, "there is no deal and no Position")
    check_result(headers, line, lambda: _fill(line))
    return line


def _check_cards(head: Word, words: deque[Word]) -> None:
    """A deal may go on in the lines after its first: what is no card there is refused where it stands."""
    for word in words:
        if word.line == head.line:
            continue
        try:
            PIQUET.parse_all(word.text.replace("/", " "))
        except TextError as error:
            raise refused(word.line, f"{error}: neither a card of the deal nor a turn's number (1. or 1...)") from None


def _read_variant(headers: Mapping[str, Header]) -> Variant:
    if "variant" not in headers:
        return STANDARD
    try:
        return Variant.parse(headers["variant"].value)
    except TextError as error:
        raise refused(headers["variant"].line, error) from None


def _read_position(header: Header, variant: Variant | None) -> State:
    try:
        start = State.parse(header.value)
    except TextError as error:
        raise refused(header.line, error) from None
    if variant is not None and start.variant != variant:
        raise refused(header.line, f"the position is {start.variant}, but the header Variant says {variant}")
    return start


def _fill(line: SpiralLine) -> None:
    """Play the replies that were left out, as far as they are forced."""
    while line.state.turn != "me" and line.state.moves():
        line.play(line.state.moves()[0])


def _read_turn(line: SpiralLine, head: Word, number: int, mine: bool, words: deque[Word]) -> None:
    """One turn: your pick and what follows it, or (``5...``) her pieces alone."""
    if mine:
        _fill(line)
    state = line.state
    if not state.moves() or mine != (state.turn == "me"):
        raise refused(head.line, f"turn {head.text} cannot be: {state.status()}")
    due = state.mine.bit_count() + mine
    if number != due:
        raise refused(head.line, f"the number of this turn is {due}, not {number}")
    if not words:
        raise refused(head.line, f"turn {head.text} is empty")
    if mine:
        at = words[0].line
        try:
            placement = state.placement(_read_pick(state, words))
        except MoveError as error:
            raise refused(at, error) from None
        _read_piece(line, placement, words)
    while words:
        state = line.state
        if state.turn == "me" or not state.moves():
            raise refused(words[0].line, f"{words[0].text!r} is too much: {state.status()}")
        _read_piece(line, state.placement(state.moves()[0]), words)


def _read_pick(state: State, words: deque[Word]) -> Move:
    """Your pick: column letters, or the two cards (which are left to be checked)."""
    word = words[0]
    if _COLUMNS.fullmatch(word.text):
        words.popleft()
        return Move.parse(word.text)
    try:
        cards = _read_cards(deque(words))
    except TextError as error:
        raise TextError(f"{error}; a pick is two columns or two cards") from None
    if cards is None:
        raise refused(word.line, f"{word.text!r} is a cell; a pick is two columns or two cards")
    for move in state.moves():
        if set(state.placement(move).cards) == set(cards):
            return move
    raise refused(word.line, f"{cards[0]} and {cards[1]} cannot be taken together")


def _read_piece(line: SpiralLine, placement: Placement, words: deque[Word]) -> None:
    """Play a piece after checking its cards and its cell, as far as they are written."""
    whose = "your" if placement.mover == "me" else "Dr. Brooks's"
    move = Move(placement.columns)
    at = words[0].line if words else 0
    ahead = deque(words)
    cards = _read_cards(ahead)
    if cards and set(cards) != set(placement.cards):
        if any(set(cards) == set(later.cards) for later in line.state.play(move).forced()):
            line.play(move)
            return  # the words are for a later piece: this one is left out
        is_so = "+".join(map(str, placement.cards))
        raise refused(at, f"{whose} cards are {is_so}, not {'+'.join(map(str, cards))}")
    while len(words) > len(ahead):
        words.popleft()
    cell = _cell(words[0].text) if words else None
    if cell is not None:
        word = words.popleft()
        if cell != placement.cell:
            raise refused(word.line, f"{whose} piece does not land on {board.label(cell)}: {placement}")
    line.play(move)


def _read_cards(words: deque[Word]) -> tuple[Card, ...] | None:
    """Two cards, in one word or two; None where a cell follows or nothing."""
    cards: tuple[Card, ...] = ()
    at = words[0].line if words else 0
    while words and len(cards) < 2 and _cell(words[0].text) is None:
        at = words[0].line
        try:
            cards += PIQUET.parse_all(words.popleft().text.replace("+", " "))
        except TextError as error:
            raise refused(at, error) from None
    if cards and len(cards) != 2:
        raise refused(at, f"a piece takes two cards, not {len(cards)}: {' '.join(map(str, cards))}")
    return cards or None


def _cell(text: str) -> Cell | None:
    """The cell that a word names, if it is one: a pair of ranks, or the centre."""
    return CENTRE if text == CENTRE_LABEL else CELL_OF.get(text.upper().replace("10", "T"))
