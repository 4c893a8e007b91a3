"""Whole games as text files that a person can read and type, checked when they are read.

A record has headers in brackets, then one line a deal and one line a turn::

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

import os
import re
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from . import board
from .board import CELL_OF, CENTRE, CENTRE_LABEL, Cell
from .cards import PIQUET, Card, TextError
from .files import replace_file
from .game import Line, MoveError
from .spiral import STANDARD, Deal, Move, Placement, State, Variant

SpiralLine = Line[State, Move | Deal]

DERIVED = ("game", "variant", "result", "position")
"""Headers that follow from the line; all others are kept as they are, in their order."""


@dataclass(frozen=True)
class Record:
    """A game read from text: its line, and the headers that do not follow from the line (``Seed``, ``Date``, ..)."""

    line: SpiralLine
    headers: dict[str, str] = field(default_factory=dict)


def read(text: str) -> Record:
    """The game that a text records, played through move by move.

    >>> record = read("deal Ts9sTh8dKhJs7h8c/QcKd9dJhTdAdAcJd/7cJcKcKs8h9c7d7s/8sQdAs9hQsTcAhQh  1. bd  2. ac 77")
    >>> [str(move) for move in record.line.moves]
    ['bd', 'ab', 'cd', 'ac']
    >>> read("[Variant standart]")
    Traceback (most recent call last):
    ...
    spiralkit.cards.TextError: line 1: a header looks like [Name "value"], not '[Variant standart]'

    Raises TextError (``line 12: ...``) for whatever cannot be read or cannot have happened.
    """
    headers, words = _scan(text)
    game = headers.get("game")
    if game and game.value.strip().lower() != "spiral":
        raise _refused(game.line, f"unknown game {game.value!r}; there is spiral")
    line = _read_spiral(headers, words, last_line=text.count("\n") + (not text.endswith("\n")))
    return Record(line, {header.name: header.value for key, header in headers.items() if key not in DERIVED})


def write(line: SpiralLine, headers: Mapping[str, str] | None = None) -> str:
    """The whole line as text, those moves too that lie after its present place; ``read`` gives it back.

    Branches are not written. Game, Variant, Result and Position come from the line, whatever
    the headers say; all other headers are written in their order.

    >>> from spiralkit import Move, deal
    >>> print(write(Line(deal(1), [Move("bd"), Move("ab")]), {"Seed": "1"}), end="")
    [Game "spiral"]
    [Variant "standard"]
    [Seed "1"]
    [Result "*"]
    <BLANKLINE>
    deal Ts9sTh8dKhJs7h8c/QcKd9dJhTdAdAcJd/7cJcKcKs8h9c7d7s/8sQdAs9hQsTcAhQh
    1. bd Jd+Qh JQ  8c+Ac 8A

    Raises TextError for a header that could not be read back.
    """
    start, end = line.start, line.states[-1]
    fresh = start == State(0, 0, start.columns, "me", start.variant) and set(map(len, start.columns)) == {8}
    rows = [_header("Game", "spiral"), _header("Variant", str(start.variant))]
    kept = {name: value for name, value in (headers or {}).items() if name.lower() not in DERIVED}
    if len({name.lower() for name in kept}) < len(kept):
        raise TextError(f"a header is there twice: {', '.join(kept)}")
    rows += [_header(name, value) for name, value in kept.items()]
    rows.append(_header("Result", str(end.outcome or "*")))
    if not fresh:
        rows.append(_header("Position", start.text))
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


def load(path: str | os.PathLike[str]) -> Record:
    """The record in a file; raises TextError as ``read`` does, and OSError if there is no such file."""
    try:
        return read(Path(path).read_text(encoding="utf-8-sig"))
    except UnicodeDecodeError:
        raise TextError(f"{path} is not a text file (UTF-8)") from None


def save(line: SpiralLine, path: str | os.PathLike[str], headers: Mapping[str, str] | None = None) -> None:
    """Write the line to a file, which is replaced whole; raises OSError if it cannot be written."""
    replace_file(path, write(line, headers))


# Text of any game: headers and words, each with the line it stands on.


@dataclass(frozen=True)
class _Header:
    name: str
    value: str
    line: int


@dataclass(frozen=True)
class _Word:
    text: str
    line: int


_SCAN = re.compile(
    r"""(?P<blank>\s+|[;#][^\n]*|\{[^}]*\})
    |\[[ \t]*(?P<name>\w+)[ \t]*"(?P<value>(?:[^"\\\n]|\\["\\])*)"[ \t]*\]
    |(?P<word>\d{1,3}(?:\.\.\.|…|\.)             # the number of a turn, with or without a blank after it
        |(?:[^\s;\#{}[\]+]|[ \t]*\+[ \t]*)+) # anything else up to a blank, but two cards hang on their plus
    """,
    re.VERBOSE,
)


def _refused(line: int, reason: object) -> TextError:
    return TextError(f"line {line}: {reason}")


def _scan(text: str) -> tuple[dict[str, _Header], deque[_Word]]:
    """The headers by their names in lower case, and the words."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    headers: dict[str, _Header] = {}
    words: deque[_Word] = deque()
    place, line = 0, 1
    while place < len(text):
        found = _SCAN.match(text, place)
        if not found:
            rest = text[place:].split("\n", 1)[0].rstrip()
            if rest.startswith("["):
                raise _refused(line, f'a header looks like [Name "value"], not {rest!r}')
            raise _refused(line, "a comment is not closed: { without }" if rest[0] == "{" else f"{rest!r} is not read")
        if found["name"]:
            key = found["name"].lower()
            if words:
                raise _refused(line, f"the header {found['name']} stands after the game has begun")
            if key in headers:
                raise _refused(line, f"the header {found['name']} is there twice")
            headers[key] = _Header(found["name"], re.sub(r"\\(.)", r"\1", found["value"]), line)
        elif found["word"]:
            words.append(_Word(found["word"], line))
        line += found[0].count("\n")
        place = found.end()
    return headers, words


def _header(name: str, value: str) -> str:
    if not re.fullmatch(r"\w+", name):
        raise TextError(f"the name of a header is one word, not {name!r}")
    if "\n" in value or "\r" in value:
        raise TextError(f"the header {name} is more than one line: {value!r}")
    escaped = value.replace("\\", "\\\\").replace('"', '\\"')
    return f'[{name} "{escaped}"]'


# Spiral.

_NUMBER = re.compile(r"(\d{1,3})(\.\.\.|…|\.)")
_COLUMNS = re.compile(r"[a-d]{2}", re.IGNORECASE)


def _written(placement: Placement) -> str:
    one, two = placement.cards
    return f"{one}+{two} {board.label(placement.cell)}"


def _read_spiral(headers: Mapping[str, _Header], words: deque[_Word], last_line: int) -> SpiralLine:
    line: SpiralLine | None = None
    variant = _read_variant(headers)
    if "seed" in headers and not re.fullmatch(r"\s*-?\d+\s*", headers["seed"].value):
        raise _refused(headers["seed"].line, f"a seed is a whole number, not {headers['seed'].value!r}")
    if "position" in headers:
        line = Line(_read_position(headers["position"], variant if "variant" in headers else None))
    while words:
        head = words.popleft()
        rest: deque[_Word] = deque()
        while words and words[0].text.lower() != "deal" and not _NUMBER.fullmatch(words[0].text):
            rest.append(words.popleft())
        number = _NUMBER.fullmatch(head.text)
        if head.text.lower() == "deal":
            try:
                dealt = Deal.parse("".join(word.text for word in rest))
                if line is None:
                    line = Line(State(0, 0, dealt.columns, "me", variant))
                else:
                    _fill(line)
                    line.play(dealt)
            except (TextError, MoveError) as error:
                raise _refused(head.line, error) from None
        elif not number:
            raise _refused(head.line, f"{head.text!r} is neither deal nor the number of a turn (1. or 1...)")
        elif line is None:
            raise _refused(head.line, "there is no deal and no Position before the first turn")
        else:
            _read_turn(line, head, int(number[1]), number[2] == ".", rest)
    if line is None:
        raise _refused(last_line, "there is no deal and no Position")
    if "result" in headers:
        result = " ".join(headers["result"].value.lower().split())
        if result != "*":
            _fill(line)
        if result != str(line.state.outcome or "*"):
            is_so = line.state.outcome or "* (the game is not over)"
            raise _refused(headers["result"].line, f"the result is {is_so}, not {headers['result'].value}")
    return line


def _read_variant(headers: Mapping[str, _Header]) -> Variant:
    if "variant" not in headers:
        return STANDARD
    try:
        return Variant.parse(headers["variant"].value)
    except TextError as error:
        raise _refused(headers["variant"].line, error) from None


def _read_position(header: _Header, variant: Variant | None) -> State:
    try:
        start = State.parse(header.value)
    except TextError as error:
        raise _refused(header.line, error) from None
    if variant is not None and start.variant != variant:
        raise _refused(header.line, f"the position is {start.variant}, but the header Variant says {variant}")
    return start


def _fill(line: SpiralLine) -> None:
    """Play the replies that were left out, as far as they are forced."""
    while line.state.turn != "me" and line.state.moves():
        line.play(line.state.moves()[0])


def _read_turn(line: SpiralLine, head: _Word, number: int, mine: bool, words: deque[_Word]) -> None:
    """One turn: your pick and what follows it, or (``5...``) her pieces alone."""
    if mine:
        _fill(line)
    state = line.state
    if not state.moves() or mine != (state.turn == "me"):
        raise _refused(head.line, f"turn {head.text} cannot be: {state.status()}")
    due = state.mine.bit_count() + mine
    if number != due:
        raise _refused(head.line, f"the number of this turn is {due}, not {number}")
    if not words:
        raise _refused(head.line, f"turn {head.text} is empty")
    if mine:
        at = words[0].line
        try:
            placement = state.placement(_read_pick(state, words))
        except MoveError as error:
            raise _refused(at, error) from None
        _read_piece(line, placement, words)
    while words:
        state = line.state
        if state.turn == "me" or not state.moves():
            raise _refused(words[0].line, f"{words[0].text!r} is too much: {state.status()}")
        _read_piece(line, state.placement(state.moves()[0]), words)


def _read_pick(state: State, words: deque[_Word]) -> Move:
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
        raise _refused(word.line, f"{word.text!r} is a cell; a pick is two columns or two cards")
    for move in state.moves():
        if set(state.placement(move).cards) == set(cards):
            return move
    raise _refused(word.line, f"{cards[0]} and {cards[1]} cannot be taken together")


def _read_piece(line: SpiralLine, placement: Placement, words: deque[_Word]) -> None:
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
        raise _refused(at, f"{whose} cards are {is_so}, not {'+'.join(map(str, cards))}")
    while len(words) > len(ahead):
        words.popleft()
    cell = _cell(words[0].text) if words else None
    if cell is not None:
        word = words.popleft()
        if cell != placement.cell:
            raise _refused(word.line, f"{whose} piece does not land on {board.label(cell)}: {placement}")
    line.play(move)


def _read_cards(words: deque[_Word]) -> tuple[Card, ...] | None:
    """Two cards, in one word or two; None where a cell follows or nothing."""
    cards: tuple[Card, ...] = ()
    at = words[0].line if words else 0
    while words and len(cards) < 2 and _cell(words[0].text) is None:
        at = words[0].line
        try:
            cards += PIQUET.parse_all(words.popleft().text.replace("+", " "))
        except TextError as error:
            raise _refused(at, error) from None
    if cards and len(cards) != 2:
        raise _refused(at, f"a piece takes two cards, not {len(cards)}: {' '.join(map(str, cards))}")
    return cards or None


def _cell(text: str) -> Cell | None:
    """The cell that a word names, if it is one: a pair of ranks, or the centre."""
    return CENTRE if text == CENTRE_LABEL else CELL_OF.get(text.upper().replace("10", "T"))
