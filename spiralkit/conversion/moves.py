"""Everything that happens in a game of the colour-conversion spiral, as moves with a text and a JSON event."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ..cards import STANDARD as PACK
from ..cards import TextError, text_of
from .table import PLACES, Pile, Place


@dataclass(frozen=True, slots=True)
class Move:
    """One thing that happens: what is done, on which places, with which cards.

    ==========================  ====================  ===========================================
    ``Move("cover", ...)``      ``5h>4``              a card of the hand covers place 4 (step 1)
    ``Move("in")``              ``in``, ``out``       a spiralling begins (steps 2 and 5)
    ``Move("convert", ...)``    ``16:Kh>15``          place 16 converts place 15 by this card
    ``Move("top", ...)``        ``top:9c``            the top card of the deck goes on place 1
    ``Move("swap", ...)``       ``3x7``               the cards on places 3 and 7 are exchanged
    ``Move("draw", ...)``       ``draw:9c``           the next card of the deck comes to the hand
    ``Move("dump", ...)``       ``dump:2h5h9hJhQd``   a hand of one colour is discarded whole
    ``Move("reshuffle", ...)``  ``reshuffle:5hKc``    the discards become the deck, next first
    ==========================  ====================  ===========================================

    >>> Move("convert", (16, 15), (PACK.parse("Kh"),))
    Move.parse('16:Kh>15')
    """

    do: str
    places: tuple[Place, ...] = ()
    cards: Pile = ()

    def __str__(self) -> str:
        match self.do:
            case "cover":
                return f"{self.cards[0]}>{self.places[0]}"
            case "convert":
                return f"{self.places[0]}:{self.cards[0]}>{self.places[1]}"
            case "swap":
                return f"{self.places[0]}x{self.places[1]}"
            case "in" | "out":
                return self.do
        return f"{self.do}:{text_of(self.cards)}"

    def __repr__(self) -> str:
        return f"Move.parse({str(self)!r})"

    @classmethod
    def parse(cls, text: str) -> Move:
        """A move from its text; raises TextError if it is none.

        >>> Move.parse("7x3")
        Move.parse('3x7')
        """
        word = text.strip()
        do, colon, rest = word.partition(":")
        if word.lower() in ("in", "out"):
            return cls(word.lower())
        if colon and do.lower() in ("draw", "top", "dump", "reshuffle"):
            cards = PACK.parse_all(rest)
            if not cards or (len(cards) > 1 and do.lower() in ("draw", "top")):
                raise TextError(f"{text!r} is no move: {do.lower()} has {len(cards)} cards")
            return cls(do.lower(), (), cards)
        if "x" in word.lower():
            one, two = sorted(_place(part, text) for part in word.lower().split("x", 1))
            return cls("swap", (one, two))
        card, arrow, cell = (rest if colon else word).partition(">")
        if not arrow:
            raise TextError(f"{text!r} is no move: it is like 5h>4, 16:Kh>15, 3x7, in, out or draw:5h")
        places = (_place(do, text), _place(cell, text)) if colon else (_place(cell, text),)
        return cls("convert" if colon else "cover", places, (PACK.parse(card),))

    @property
    def event(self) -> dict[str, Any]:
        """The move as a JSON event.

        >>> Move.parse("16:Kh>15").event
        {'do': 'convert', 'by': 16, 'cell': 15, 'card': 'Kh'}
        """
        match self.do:
            case "in" | "out":
                return {"do": "pass", "phase": self.do}
            case "cover":
                return {"do": "cover", "cell": self.places[0], "card": str(self.cards[0])}
            case "convert":
                by, cell = self.places
                return {"do": "convert", "by": by, "cell": cell, "card": str(self.cards[0])}
            case "swap":
                return {"do": "swap", "cells": list(self.places)}
            case "draw" | "top":
                return {"do": self.do, "card": str(self.cards[0])}
        return {"do": self.do, "cards" if self.do == "dump" else "deck": [str(card) for card in self.cards]}


def _place(text: str, where: str) -> Place:
    if not text.isdecimal() or len(text) > 2 or int(text) not in PLACES:
        raise TextError(f"{where!r} is no move: {text!r} is not a place from 1 to 16")
    return int(text)
