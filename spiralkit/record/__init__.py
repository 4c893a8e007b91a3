"""Whole games as text files that a person can read and type, checked when they are read.

A record has headers in brackets (``[Game "spiral"]``, ``[Seed "1"]``, ..) and then the game, in the way that
``spiral``, ``conversion`` and ``spider`` describe, each in its own file.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from .. import conversion as converting
from .. import spider as spiders
from ..cards import TextError
from ..files import decoded, replace_file
from ..game import Line
from .conversion import ConversionLine, read_conversion, write_conversion
from .spider import SpiderLine, read_spider, write_spider
from .spiral import SpiralLine, read_spiral, write_spiral
from .text import refused, scan

__all__ = ["ConversionLine", "Record", "SpiderLine", "SpiralLine", "load", "read", "save", "write"]

DERIVED = {
    "spiral": ("game", "variant", "result", "position"),
    "conversion": ("game", "rules", "result", "position"),
    **dict.fromkeys(spiders.PRESETS, ("game", "rules", "result")),
}
"""Headers of each game that follow from the line; all others are kept as they are, in their order."""


@dataclass(frozen=True)
class Record:
    """A game read from text: its line, and the headers that do not follow from the line (``Seed``, ``Date``, ..).

    The states of the line say which game it is.
    """

    line: Line[Any, Any]
    headers: dict[str, str] = field(default_factory=dict)


def read(text: str) -> Record:
    """The game that a text records, played through move by move; without the header Game it is Spiral.

    >>> record = read("deal Ts9sTh8dKhJs7h8c/QcKd9dJhTdAdAcJd/7cJcKcKs8h9c7d7s/8sQdAs9hQsTcAhQh  1. bd  2. ac 77")
    >>> [str(move) for move in record.line.moves]
    ['bd', 'ab', 'cd', 'ac']
    >>> read("[Variant standart]")
    Traceback (most recent call last):
    ...
    spiralkit.cards.TextError: line 1: a header looks like [Name "value"], not '[Variant standart]'

    Raises TextError (``line 12: ...``) for whatever cannot be read or cannot have happened.
    """
    headers, words = scan(text)
    game = headers["game"].value.strip().lower() if "game" in headers else "spiral"
    last_line = text.count("\n") + (not text.endswith("\n"))
    line: Line[Any, Any]
    match game:
        case "spiral":
            line = read_spiral(headers, words, last_line)
        case "conversion":
            line = read_conversion(headers, words, last_line)
        case _ if game in spiders.PRESETS:
            line = read_spider(headers, words, last_line)
        case _:
            raise refused(
                headers["game"].line, f"unknown game {headers['game'].value!r}; there are {', '.join(DERIVED)}"
            )
    return Record(line, {header.name: header.value for key, header in headers.items() if key not in DERIVED[game]})


def write(line: Line[Any, Any], headers: Mapping[str, str] | None = None) -> str:
    """The whole line as text, those moves too that lie after its present place; ``read`` gives it back.

    Branches are not written. Game, Variant or Rules, Result and Position come from the line,
    whatever the headers say; all other headers are written in their order.

    >>> from spiralkit import Move, deal
    >>> print(write(Line(deal(1), [Move("bd"), Move("ab")]), {"Seed": "1"}), end="")
    [Game "spiral"]
    [Variant "standard"]
    [Seed "1"]
    [Result "*"]
    <BLANKLINE>
    deal Ts9sTh8dKhJs7h8c/QcKd9dJhTdAdAcJd/7cJcKcKs8h9c7d7s/8sQdAs9hQsTcAhQh
    1. bd Jd+Qh JQ  8c+Ac 8A

    Raises TextError for a header that could not be read back, and for a Spider game of your own making.
    """
    if isinstance(line.start, converting.State):
        return write_conversion(line, headers)
    if isinstance(line.start, spiders.State):
        return write_spider(line, headers)
    return write_spiral(line, headers)


def load(path: str | os.PathLike[str]) -> Record:
    """The record in a file; raises TextError as ``read`` does, and OSError if there is no such file."""
    try:
        text = decoded(Path(path).read_bytes())
    except UnicodeDecodeError:
        raise TextError(f"{path} is not a text file (UTF-8)") from None
    try:
        return read(text)
    except TextError as error:
        raise TextError(f"{path}: {error}") from None


def save(line: Line[Any, Any], path: str | os.PathLike[str], headers: Mapping[str, str] | None = None) -> None:
    """Write the line to a file, which is replaced whole; raises OSError if it cannot be written."""
    replace_file(path, write(line, headers))
