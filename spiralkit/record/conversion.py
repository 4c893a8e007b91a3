"""Records of the colour-conversion spiral: headers in brackets, the deal, then the cycles, one step a line::

    [Game "conversion"]
    [Rules "standard"]
    [Seed "7"]
    [Result "*"]

    deal 3c3hKcAcTh9h8h4dAhQc4hTs8d6d5c3s / AsAd5d6hJd / ...
    1. 5d>15 draw:2d
       in 15:As>14 draw:Qs 1:Qs>2 draw:7c
       top:4c
       3x7
       out 1:..

The deal has the cards of places 1 to 16, then the hand, then the deck with the next card first.
A cycle begins with its number, and ``3...`` says that the start lies within cycle 3. A move is
written as everywhere: ``5h>4`` covers place 4, ``16:Kh>15`` is a conversion, ``3x7`` an exchange.
``[Position "..."]`` gives a start that is not a fresh deal; there is no deal then.

Writing has one form. Reading forgives blanks, line breaks, comments (``;`` or ``#`` to the end of
the line, ``{...}``), letter case, missing headers but Game, numbers left out, and ``Kh>15`` for a
conversion by the active place. Whatever is forced (``in``, ``out``, draws, dumps, ``top``) may be
left out and is filled in when something later needs it; nothing else is added at the end.

A game from the table is typed without the deck (``deal .. / AsAd5d6hJd``) and a reshuffle without
its cards (``reshuffle``). Then the cards come as they are drawn: every draw and top card must be
written, and what is not drawn lies below, in order.
Everything that is written is checked but the Seed, which is a note for people.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterable, Mapping

from ..cards import STANDARD as PACK
from ..cards import Card, TextError, text_of
from ..conversion import Move, Rules, State, dealt
from ..conversion.table import in_order
from ..game import Line, MoveError
from .text import Header, Word, check_result, check_seed, heading, refused

ConversionLine = Line[State, Move]

_NUMBER = re.compile(r"(\d{1,3})(\.\.\.|…|\.)")
_NEW_ROW = ("in", "top", "swap", "out")


def write_conversion(line: ConversionLine, headers: Mapping[str, str] | None) -> str:
    """The whole line as text; raises TextError for a header that could not be read back."""
    start, end = line.start, line.states[-1]
    fresh = start == dealt((*start.cards, *start.hand, *start.deck), start.rules)
    position = {} if fresh else {"Position": start.text}
    rows = heading(
        {"Game": "conversion", "Rules": str(start.rules)}, headers, {"Result": str(end.outcome or "*")} | position
    )
    if fresh or line.moves:
        rows.append("")
    if fresh:
        rows.append(f"deal {text_of(start.cards)} / {text_of(start.hand)} / {text_of(start.deck)}")
    cycle = 0
    for state, move in zip(line.states, line.moves, strict=False):
        if state.cycle != cycle:
            rows.append(f"{state.cycle}.{'..' * (not cycle and not fresh)} {move}")
            cycle = state.cycle
        elif move.do in _NEW_ROW:
            rows.append(f"   {move}")
        else:
            rows[-1] += f" {move}"
    return "\n".join(rows) + "\n"


def read_conversion(headers: Mapping[str, Header], words: deque[Word], last_line: int) -> ConversionLine:
    """The line that the headers and words record; raises TextError for what cannot have happened."""
    check_seed(headers)
    rules = _read_rules(headers)
    line: ConversionLine | None = None
    sure = True  # whether the order of the deck is known, so that draws may be left out
    if "position" in headers:
        line = Line(_read_position(headers["position"], rules if "rules" in headers else None))
    elif words and words[0].text.lower() == "deal":
        start, sure = _read_deal(words, rules)
        line = Line(start)
    if line is None:
        raise refused(words[0].line if words else last_line, "there is no deal and no Position")
    while words:
        word = words.popleft()
        number = _NUMBER.fullmatch(word.text)
        try:
            if number:
                _fill(line, sure, cycle=int(number[1]))
                if int(number[1]) != line.state.cycle:
                    raise TextError(f"this is cycle {line.state.cycle}, not {int(number[1])}")
            elif word.text.lower() == "reshuffle":
                _fill(line, sure)
                left = line.state.discards
                line.play(Move("reshuffle", (), _as_drawn(words, left)))
                sure = False
            else:
                sure = _play(line, word.text, sure)
        except (TextError, MoveError) as error:
            raise refused(word.line, error) from None
    check_result(headers, line, lambda: _fill(line, sure))
    return line


def _read_rules(headers: Mapping[str, Header]) -> Rules:
    try:
        return Rules.parse(headers["rules"].value) if "rules" in headers else Rules()
    except TextError as error:
        raise refused(headers["rules"].line, error) from None


def _read_position(header: Header, rules: Rules | None) -> State:
    try:
        start = State.parse(header.value)
    except TextError as error:
        raise refused(header.line, error) from None
    if rules is not None and start.rules != rules:
        raise refused(header.line, f"the position has the rules {start.rules}, but the header Rules says {rules}")
    return start


def _read_deal(words: deque[Word], rules: Rules) -> tuple[State, bool]:
    """The start, and whether its deck is written; the words of the deal are taken away."""
    head = words.popleft()
    text = ""
    while words and not _NUMBER.fullmatch(words[0].text) and not set(words[0].text) & set(">:"):
        if words[0].text.lower() in ("in", "out", "reshuffle"):
            break
        text += words.popleft().text
    parts = text.split("/")
    try:
        spiral, hand = (PACK.parse_all(part) for part in parts[:2]) if len(parts) > 1 else ((), ())
        if len(parts) not in (2, 3) or len(spiral) != 16 or len(hand) != 5:
            raise TextError("a deal is sixteen cards / a hand of five / the deck, or the first two only")
        known = (*spiral, *hand)
        for card in known:
            if known.count(card) > 1:
                raise TextError(f"{card} is there twice")
        left = tuple(card for card in PACK.cards if card not in known)
        deck = PACK.parse_all(parts[2]) if len(parts) == 3 else _as_drawn(words, left)
        if sorted(map(str, deck)) != sorted(map(str, left)):
            raise TextError("the deck is the 31 other cards, each once")
    except TextError as error:
        raise refused(head.line, error) from None
    return dealt((*known, *deck), rules), len(parts) == 3


def _as_drawn(words: Iterable[Word], left: Iterable[Card]) -> tuple[Card, ...]:
    """The cards that are left, first as they are drawn and topped before the next reshuffle, then in order."""
    left = in_order(left)
    drawn: list[Card] = []
    for word in words:
        text = word.text.lower()
        if text.startswith("reshuffle"):
            break
        if text.startswith(("draw:", "top:")):
            try:
                drawn += Move.parse(text).cards
            except TextError as error:
                raise refused(word.line, error) from None
    first = tuple(dict.fromkeys(card for card in drawn if card in left))
    return (*first, *(card for card in left if card not in first))


def _fill(line: ConversionLine, sure: bool, *, until: str = "", cycle: int = 0) -> None:
    """Play what is forced and was left out, up to a kind of move or to a cycle."""
    while (state := line.state).due != until and state.cycle != cycle and not state.choosing and state.moves():
        if not sure and state.due in ("draw", "top"):
            raise TextError(f"the card of the next {state.due} is missing, and the deck is not written")
        line.play(state.moves()[0])


def _play(line: ConversionLine, text: str, sure: bool) -> bool:
    """Play a move after what was left out before it; says whether the deck is known from here on."""
    move = Move.parse(text)
    _fill(line, sure, until=move.do)
    if move.do == "cover" and line.state.due == "convert":
        move = Move("convert", (line.state.place, *move.places), move.cards)
    line.play(move)
    return sure or move.do == "reshuffle"
