"""How a stepper tells a game of the colour-conversion spiral: one card at a time."""

from __future__ import annotations

from collections.abc import Collection

from ..conversion import Move, State, colour_of
from ..draw import conversion
from ..draw.scene import Scene
from ..record import ConversionLine


class ConversionTeller:
    """Tells a line of the colour-conversion spiral; *Next choice* shows what the line plays next, and where to."""

    @property
    def switches(self) -> dict[str, bool]:
        """What can be switched on and off, and what is on at first."""
        return {"Targets": True, "Next choice": False}

    def names(self, line: ConversionLine) -> list[str]:
        """The moves in a few words each, the start before them."""
        names, cycle = ["start"], 0
        for state, move in zip(line.states, line.moves, strict=False):
            names.append(f"{state.cycle}. {_name(move)}" if state.cycle != cycle else f"\u2003{_name(move)}")
            cycle = state.cycle
        return names

    def scene(self, line: ConversionLine, place: int, on: Collection[str], *, large: bool) -> Scene:
        """The picture of a place."""
        state, last = line.states[place], line.moves[place - 1 : place] if place else ()
        ahead = line.moves[place] if "Next choice" in on and state.choosing and place < len(line) else None
        chosen = () if ahead is None else ahead.places if ahead.do == "swap" else ahead.places[-1:]
        return conversion.scene(
            state,
            last=last,
            card=ahead.cards[0] if ahead and ahead.cards else None,
            places=chosen,
            targets="Targets" in on,
            large=large,
        )

    def story(self, line: ConversionLine, place: int, on: Collection[str]) -> list[str]:
        """What happened and what comes, in words, a sentence or two to a line."""
        state = line.states[place]
        told = happened(line.states[place - 1], line.moves[place - 1]) if place else ["The game is dealt."]
        status = state.status()
        told.append(f"{status[0].upper()}{status[1:]}.")
        if "Next choice" in on and state.choosing and place < len(line):
            told.append(f"Next: {would(state, line.moves[place])}")
        return told


def _name(move: Move) -> str:
    match move.do:
        case "cover":
            return f"cover {move.places[0]} by {move.cards[0]}"
        case "convert":
            return f"{move.places[0]} converts {move.places[1]}: {move.cards[0]}"
        case "swap":
            return f"exchange {move.places[0]} and {move.places[1]}"
        case "in" | "out":
            return f"spiral {move.do}"
        case "top":
            return f"top card on 1: {move.cards[0]}"
        case "draw":
            return f"draw {move.cards[0]}"
    return f"{move.do} {len(move.cards)} cards"


def happened(before: State, move: Move) -> list[str]:
    """What a move did, and what was passed after it because there was nothing to do, a sentence a line.

    >>> from spiralkit.conversion import deal
    >>> happened(deal(7), Move.parse("5d>15"))
    ['5d from your hand covers 5c on 15.']
    """
    after = before.play(move)
    match move.do:
        case "cover":
            told = f"{move.cards[0]} from your hand covers {before.card(move.places[0])} on {move.places[0]}."
        case "convert":
            by, place = move.places
            told = (
                f"{before.card(by)} on {by} converts {before.card(place)} on {place}: {move.cards[0]} lies there now."
            )
        case "swap":
            one, two = move.places
            told = f"{before.card(one)} on {one} and {before.card(two)} on {two} change places."
        case "in" | "out":
            told = f"You spiral {move.do}."
        case "top":
            told = f"The top card of the deck, {move.cards[0]}, covers {before.card(1)} on 1."
        case "draw":
            told = f"You draw {move.cards[0]}."
        case "dump":
            told = f"The hand is all {colour_of(move.cards[0])}: it is discarded, and five are drawn."
        case _:
            told = f"The deck is empty: {len(move.cards)} discards are shuffled."
    passed = _passed(before, move, after)
    return [told, passed] if passed else [told]


def _passed(before: State, move: Move, after: State) -> str:
    """The places that were activated after the move without anything to convert."""
    step = move.do if move.do in ("in", "out") else before.step
    if step not in ("in", "out") or after.outcome is not None:
        return ""
    ended = (after.step, after.cycle) != (step, before.cycle) or not after.place
    if before.place == after.place and not ended and move.do not in ("in", "out"):
        return ""
    inwards = step == "in"
    first = (16 if inwards else 1) if move.do in ("in", "out") else before.place + (-1 if inwards else 1)
    last = (0 if inwards else 17) if ended else after.place
    passed = list(range(first, last, -1 if inwards else 1))
    if not passed:
        return ""
    if len(passed) == 1:
        return f"{passed[0]} converts nothing."
    return f"{passed[0]} to {passed[-1]} convert nothing."


def would(state: State, move: Move) -> str:
    """What a choice would do, in a sentence or two.

    >>> from spiralkit.conversion import deal
    >>> would(deal(7), Move.parse("5d>15"))
    '5d onto 15 (5c). Lying there it converts nothing as things are.'
    """
    if move.do == "swap":
        one, two = move.places
        return f"{state.card(one)} on {one} and {state.card(two)} on {two} change places."
    card, place = move.cards[0], move.places[-1]
    told = f"{card} onto {place} ({state.card(place)})."
    if not state.to_come(place):
        return f"{told} Its place has had its turn."
    then = conversion.reach(state, place, card)
    return f"{told} Lying there it converts {' and '.join(map(str, then)) or 'nothing'} as things are."
