"""Records of the Spider games: headers in brackets, the start, then the moves::

    [Game "spider"]
    [Rules "removal=auto"]
    [Seed "1"]
    [Result "*"]

    a: (4d)(2c)(Ks)(Th)(9s)5h
    b: ...
    stock: 8cTd...

    1. a>j c>d g>h
    4. deal
    5. d2>a b>i

The start is written in full, as a position is: a line a column, top card first, face-down cards in
brackets, then the stock with the next card first, and where the game has them the Troupe, the
tower, the weave cell and the sets off. So it needs no generator and may lie half-way. The header
Rules has the options that differ. A move is written as everywhere; a row begins with the number of
its first move, and a deal has a row of its own.

Writing has one form. Reading forgives blanks, line breaks, comments (``;`` or ``#`` to the end of
the line, ``{...}``), letter case of moves and names, missing headers but Game, lines of the start
that have nothing to say (the columns aside), and numbers left out. With removal=auto a set or trump
that must leave next may be left out where it is the only one: it is filled in when something later
needs it; nothing else is added at the end.
Everything that is written is checked but Seed and Deal (the number of a public deal), which are
notes for people.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Mapping

from ..cards import TextError
from ..game import Line, MoveError
from ..spider import Move, Rules, State
from .text import Header, Word, check_result, check_seed, heading, refused

SpiderLine = Line[State, Move]

TAKINGS = ("set", "tower")

_IN_A_ROW = 10
_NUMBER = re.compile(r"(\d+)\.")
_MOVE = re.compile(rf"{_NUMBER.pattern}|deal|.*[>!^].*", re.IGNORECASE)
_EMPTY = re.compile(r"\w{2,}:")


def write_spider(line: SpiderLine, headers: Mapping[str, str] | None) -> str:
    """The whole line as text; raises TextError for a header that could not be read back, or a game that has no name."""
    start = line.start
    if not start.rules.is_known:
        raise TextError(f"{start.rules.name}: a record names its game, and this one is made up")
    options = str(start.rules).partition(" ")[2]
    others = {name: value for name, value in (headers or {}).items() if name.lower() != "rules"}
    first = {"Game": start.rules.name} | ({"Rules": options} if options else {})
    rows = [*heading(first, others, {"Result": str(line.states[-1].outcome or "*")}), ""]
    rows += [row for row in start.text.splitlines()[:-1] if not _EMPTY.fullmatch(row)]  # the last says the rules
    if line.moves:
        rows.append("")
    length = 0  # of the last row
    for number, move in enumerate(line.moves, 1):
        if move.do == "deal" or length in (0, _IN_A_ROW):
            rows.append(f"{number}. {move}")
            length = 0 if move.do == "deal" else 1
        else:
            rows[-1] += f" {move}"
            length += 1
    return "\n".join(rows) + "\n"


def read_spider(headers: Mapping[str, Header], words: deque[Word], last_line: int) -> SpiderLine:
    """The line that the headers and words record; raises TextError for what cannot have happened."""
    check_seed(headers)
    check_seed(headers, "deal")
    line: SpiderLine = Line(_read_start(headers, words, last_line))
    while words:
        word = words.popleft()
        number = _NUMBER.fullmatch(word.text)
        try:
            if number:
                _fill(line, int(number[1]) - 1)
                if int(number[1]) != len(line) + 1:
                    raise TextError(f"this is move {len(line) + 1}, not {number[1]}")
            else:
                move = Move.parse("".join(word.text.split()))
                if move.do not in TAKINGS:
                    _fill(line)
                line.play(move)
        except (TextError, MoveError) as error:
            raise refused(word.line, error) from None
    check_result(headers, line, lambda: _fill(line))
    return line


def _read_start(headers: Mapping[str, Header], words: deque[Word], last_line: int) -> State:
    """The start from its lines, each a name and what follows its colon; their words are taken away."""
    if "position" in headers:
        raise refused(headers["position"].line, "the start is written in lines like 'a: 9s8s', not as Position")
    rows: dict[str, Header] = {}
    at = words[0].line if words else last_line
    name = ""
    while words and not _MOVE.fullmatch(words[0].text):
        word = words.popleft()
        before, colon, rest = word.text.partition(":")
        if colon:
            name = before.lower()
            if name in rows:
                raise refused(word.line, f"the line {name!r} of the start is there twice")
            rows[name] = Header(name, rest, word.line)
        elif name:
            rows[name] = Header(name, f"{rows[name].value} {word.text}", rows[name].line)
        else:
            raise refused(word.line, f"{word.text!r} is no line of the start: these are like 'a: 9s8s', then 'stock:'")
    if not rows:
        raise refused(at, "there is no start: its lines are like 'a: 9s8s', then 'stock:'")
    rules = _read_rules(headers, rows.get("rules"))
    try:
        return State.parse("\n".join(f"{row.name}: {row.value}" for row in rows.values()), rules)
    except TextError as error:
        where = str(error).removeprefix("column ").partition(":")[0]
        raise refused(rows[where].line if where in rows else at, error) from None


def _read_rules(headers: Mapping[str, Header], row: Header | None) -> Rules:
    """The rules by the headers; a start that is pasted from elsewhere may say them in a line of its own."""
    game = headers["game"].value
    said = headers.get("rules")
    try:
        if said is None and row is not None:
            said = row
            rules = Rules.parse(row.value)
            if rules.name != game.strip().lower():
                raise TextError(f"the start is of {rules.name}, but the header Game says {game}")
            return rules
        return Rules.parse(f"{game} {said.value if said else ''}")
    except TextError as error:
        raise refused(said.line if said else headers["game"].line, error) from None


def _fill(line: SpiderLine, count: int | None = None) -> None:
    """Play what removal=auto forces and was left out, at most until there are so many moves."""
    while len(line) != count and line.state.rules.removal == "auto" and len(line.state.moves()) == 1:
        (move,) = line.state.moves()
        if move.do not in TAKINGS:
            return
        line.play(move)
