"""Reading a position of the colour-conversion spiral from its line of text."""

from __future__ import annotations

from typing import get_args

from ..cards import STANDARD as PACK
from ..cards import Card, TextError
from .table import HAND, PLACES, Colour, Pile, Place, Rules, Step, in_order

Fields = tuple[tuple[Pile, ...], Pile, Pile, Pile, Colour, int, Step, Place, int, Rules]


def read_position(text: str) -> Fields:
    """What a State is made of: piles, hand, deck, discards, your colour, cycle, step, place, cards played, rules.

    Raises TextError if a field cannot be read, the cards are not a whole pack, or the counts cannot be.
    """
    fields = text.split()
    if len(fields) != 9:
        raise TextError(
            "a position has nine fields (spiral, hand, deck, discards, colour, cycle, step, played, rules), "
            f"not {len(fields)}: {text.strip()[:40]!r}"
        )
    piles = tuple(_cards(part, f"place {place}") for place, part in enumerate(fields[0].split("/"), 1))
    hand, deck, discards = _cards(fields[1], "hand"), _cards(fields[2], "deck"), _cards(fields[3], "discards")
    _check_cards(piles, hand, deck, discards)
    colour: Colour
    match fields[4].lower():
        case "red" | "black" as colour:
            pass
        case _:
            raise TextError(f"the colour is red or black, not {fields[4]!r}")
    cycle, played = _number(fields[5], "cycle"), _number(fields[7], "number of cards played")
    step, place = _step(fields[6].lower())
    if cycle < 1 or (step == "cover" and played > cycle) or (step == "end" and played):
        raise TextError(f"{played} cards played cannot be in cycle {cycle} at the step {step}")
    rules = Rules.parse(fields[8])
    return piles, in_order(hand), deck, in_order(discards), colour, cycle, step, place, played, rules


def _cards(text: str, where: str) -> Pile:
    try:
        return () if text == "-" else PACK.parse_all(text)
    except TextError as error:
        raise TextError(f"{where}: {error}") from None


def _check_cards(piles: tuple[Pile, ...], hand: Pile, deck: Pile, discards: Pile) -> None:
    if len(piles) != 16 or not all(piles):
        raise TextError(f"the spiral has sixteen piles split by '/', none empty, not {len(piles)}")
    seen: set[Card] = set()
    for card in (*(card for pile in piles for card in pile), *hand, *deck, *discards):
        if card in seen:
            raise TextError(f"{card} is there twice")
        seen.add(card)
    missing = [str(card) for card in PACK.cards if card not in seen]
    if missing:
        raise TextError(f"missing of the 52 cards: {' '.join(missing)}")
    if len(hand) > HAND:
        raise TextError(f"the hand has {len(hand)} cards, more than five")


def _number(text: str, what: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) <= 3):
        raise TextError(f"the {what} is a number, not {text[:20]!r}")
    return int(text)


def _step(text: str) -> tuple[Step, Place]:
    for step in get_args(Step):
        if text == step:
            return step, 0
        if step in ("in", "out") and text in [f"{step}{place}" for place in PLACES]:
            return step, int(text.removeprefix(step))
    raise TextError(f"the step is cover, in, in16 to in1, top, swap, out, out1 to out16 or end, not {text[:20]!r}")
