"""The moves of the Spider games and their text."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from ..cards import TextError
from .rules import LETTERS

CELL = "w"
"""The weave cell as the source or target of a move."""

_PATTERN = re.compile(
    rf"(?P<deal>deal)|(?P<tower>[{LETTERS}])\^|(?P<set>[{LETTERS}](?:\+[{LETTERS}])*)!"
    rf"|\*(?P<joker>[{LETTERS}])(?P<place>[1-9]\d{{0,2}})>(?P<to>[{LETTERS}])"
    rf"|(?P<move>[{LETTERS}{CELL}])(?P<count>[1-9]\d{{0,2}})?>(?P<target>[{LETTERS}{CELL}])"
)


@dataclass(frozen=True, slots=True)
class Move:
    """One move: what is done, with which columns.

    ========================================  ===========  ==================================================
    ``Move("move", "c", "f")``                ``c>f``      the end card of c goes to f; ``w`` is the weave cell
    ``Move("move", "c", "f", 3)``             ``c3>f``     a unit of three
    ``Move("set", "c")``                      ``c!``       the finished set leaves the end of c
    ``Move("set", "bfij")``                   ``b+f+i+j!`` four ends leave together
    ``Move("tower", "c")``                    ``c^``       the end card of c goes to the tower
    ``Move("joker", "c", "f", 4)``            ``*c4>f``    a Joker for the 4th card from the top of c, that to f
    ``Move("deal")``                          ``deal``     one card of the stock on each column, from the left
    ========================================  ===========  ==================================================

    >>> Move.parse("c3>f"), str(Move("joker", "c", "f", 4))
    (Move.parse('c3>f'), '*c4>f')
    """

    do: Literal["move", "set", "tower", "joker", "deal"]
    columns: str = ""
    to: str = ""
    count: int = 1

    def __str__(self) -> str:
        match self.do:
            case "move":
                return f"{self.columns}{self.count if self.count != 1 else ''}>{self.to}"
            case "set":
                return f"{'+'.join(self.columns)}!"
            case "tower":
                return f"{self.columns}^"
            case "joker":
                return f"*{self.columns}{self.count}>{self.to}"
        return self.do

    def __repr__(self) -> str:
        return f"Move.parse({str(self)!r})"

    @classmethod
    def parse(cls, text: str) -> Move:
        """A move from its text; raises TextError if it is none.

        >>> Move.parse(" F+b+j+i! ")
        Move.parse('b+f+i+j!')
        """
        found = _PATTERN.fullmatch(text.strip().lower())
        if not found:
            raise TextError(f"{text!r} is no move: it is like c>f, c3>f, deal, c!, b+f+i+j!, c^, *c4>f, c>w or w>c")
        if found["deal"]:
            return cls("deal")
        if found["tower"]:
            return cls("tower", found["tower"])
        if found["set"]:
            return cls("set", "".join(sorted(found["set"].split("+"))))
        if found["joker"]:
            return cls("joker", found["joker"], found["to"], int(found["place"]))
        return cls("move", found["move"], found["target"], int(found["count"] or 1))
