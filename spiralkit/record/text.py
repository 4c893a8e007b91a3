"""Text of any game's record: headers in brackets and words, each with the line it stands on."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from ..cards import TextError
from ..game import Line


@dataclass(frozen=True)
class Header:
    """A header: its name as written, its value, its line."""

    name: str
    value: str
    line: int


@dataclass(frozen=True)
class Word:
    """A word and its line."""

    text: str
    line: int


_SCAN = re.compile(
    r"""(?P<blank>\s+|[;#][^\n]*|\{[^}]*\})
    |\[[ \t]*(?P<name>\w+)[ \t]*"(?P<value>(?:[^"\\\n]|\\["\\])*)"[ \t]*\]
    |(?P<word>\d{1,5}(?:\.\.\.|…|\.)             # the number of a turn, with or without a blank after it
        |(?:[^\s;\#{}[\]+]|[ \t]*\+[ \t]*)+) # anything else up to a blank, but two cards hang on their plus
    """,
    re.VERBOSE,
)


def refused(line: int, reason: object) -> TextError:
    """The error that names a line of the text."""
    return TextError(f"line {line}: {reason}")


def scan(text: str) -> tuple[dict[str, Header], deque[Word]]:
    """The headers by their names in lower case, and the words."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    headers: dict[str, Header] = {}
    words: deque[Word] = deque()
    place, line = 0, 1
    while place < len(text):
        found = _SCAN.match(text, place)
        if not found:
            rest = text[place:].split("\n", 1)[0].rstrip()
            if rest.startswith("["):
                raise refused(line, f'a header looks like [Name "value"], not {rest!r}')
            raise refused(line, "a comment is not closed: { without }" if rest[0] == "{" else f"{rest!r} is not read")
        if found["name"]:
            key = found["name"].lower()
            if words:
                raise refused(line, f"the header {found['name']} stands after the game has begun")
            if key in headers:
                raise refused(line, f"the header {found['name']} is there twice")
            headers[key] = Header(found["name"], re.sub(r"\\(.)", r"\1", found["value"]), line)
        elif found["word"]:
            words.append(Word(found["word"], line))
        line += found[0].count("\n")
        place = found.end()
    return headers, words


def header_text(name: str, value: str) -> str:
    """A header as it is written; raises TextError if it could not be read back."""
    if not re.fullmatch(r"\w+", name):
        raise TextError(f"the name of a header is one word, not {name!r}")
    if "\n" in value or "\r" in value:
        raise TextError(f"the header {name} is more than one line: {value!r}")
    escaped = value.replace("\\", "\\\\").replace('"', '\\"')
    return f'[{name} "{escaped}"]'


def heading(first: Mapping[str, str], headers: Mapping[str, str] | None, last: Mapping[str, str]) -> list[str]:
    """The headers as they are written: what follows from the line before and after, between them all others."""
    derived = {name.lower() for name in (*first, *last, "Position")}
    kept = {name: value for name, value in (headers or {}).items() if name.lower() not in derived}
    if len({name.lower() for name in kept}) < len(kept):
        raise TextError(f"a header is there twice: {', '.join(kept)}")
    return [header_text(name, value) for part in (first, kept, last) for name, value in part.items()]


def check_seed(headers: Mapping[str, Header], name: str = "seed") -> None:
    """A seed, or another number of a game, is a note for people, but a number."""
    if name in headers and not re.fullmatch(r"\s*-?\d+\s*", headers[name].value):
        raise refused(headers[name].line, f"a {name} is a whole number, not {headers[name].value!r}")


def check_result(
    headers: Mapping[str, Header],
    line: Line[Any, Any],
    fill: Callable[[], object],
) -> None:
    """The result that is written must be so, after ``fill`` has played what was left out unless it is ``*``."""
    if "result" not in headers:
        return
    result = " ".join(headers["result"].value.lower().split())
    if result != "*":
        fill()
    if result != str(line.state.outcome or "*").lower():
        is_so = line.state.outcome or "* (the game is not over)"
        raise refused(headers["result"].line, f"the result is {is_so}, not {headers['result'].value}")
