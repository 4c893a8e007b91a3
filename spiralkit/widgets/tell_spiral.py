"""How a stepper tells a game of Spiral: one piece or one deal at a time."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from ..board import label
from ..draw import hexes, spiral
from ..draw.scene import Scene
from ..record import SpiralLine
from ..spiral import Deal, Move
from . import words


@dataclass(frozen=True)
class SpiralTeller:
    """Tells a line of Spiral; ``layout`` turns or mirrors the board as on a printed one."""

    layout: hexes.Layout = hexes.PLAIN

    @property
    def switches(self) -> dict[str, bool]:
        """What can be switched on and off, and what is on at first."""
        return {"Groups": False, "Path": True, "Slide arrows": True, "Forecast": False}

    def names(self, line: SpiralLine) -> list[str]:
        """The moves in a few words each, the start before them."""
        deals = 1
        names = ["start" if line.start.occupied else "deal 1"]
        for state, move in zip(line.states, line.moves, strict=False):
            if isinstance(move, Deal):
                deals += 1
                names.append(f"deal {deals}")
                continue
            piece = state.placement(move)
            who = f"{state.mine.bit_count() + 1}. you" if piece.mover == "me" else "\u2003she"
            landing = "" if piece.cell == piece.named else f" \N{RIGHTWARDS ARROW} {label(piece.cell)}"
            cards = " + ".join(map(str, piece.cards))
            names.append(f"{who} {cards}: {piece.pair}{landing}")
        return names

    def scene(self, line: SpiralLine, place: int, on: Collection[str], *, large: bool, better: str = "") -> Scene:
        """The picture of a place; the cards of a ``better`` move are marked where no forecast marks others."""
        state, move = line.states[place], line.moves[place - 1] if place else None
        last = (line.states[place - 1].placement(move),) if isinstance(move, Move) else ()
        pick = _next_pick(line, place)
        return spiral.scene(
            state,
            last=last,
            groups="Groups" in on,
            path="Path" in on,
            slides=last if "Slide arrows" in on else (),
            forecast=(_forecast(line, place) or ()) if "Forecast" in on else (),
            selected=(pick.columns if pick else "") if "Forecast" in on else better,
            whose="me",  # numbers the sides too
            large=large,
            layout=self.layout,
        )

    def story(self, line: SpiralLine, place: int, on: Collection[str]) -> list[str]:
        """What happened and what comes, in words, a sentence or two to a line."""
        state = line.states[place]
        if place:
            happened = words.happened(line.states[place - 1], line.moves[place - 1])
        else:
            happened = "The game begins." if state.occupied == 0 else "Position loaded."
        told = [happened, *(f"Next she ({piece.columns}): {piece}." for piece in state.forced())]
        foretold = _foretold(line, place) if "Forecast" in on else []
        if len(told) == 1 and len(foretold) < 2:
            status = state.status()
            told.append(f"{status[0].upper()}{status[1:]}.")
        return told + foretold


def _next_pick(line: SpiralLine, place: int) -> Move | None:
    """Your pick that comes next in the line."""
    mine = line.states[place].turn == "me"
    return next((move for move in line.moves[place : place + 1] if isinstance(move, Move) and mine), None)


def _forecast(line: SpiralLine, place: int) -> tuple[int, ...] | None:
    """The cells Dr. Brooks takes after the pick just made, or, on your move, after the pick that comes next."""
    state, pick = line.states[place], _next_pick(line, place)
    if pick is not None:
        return state.forecast(pick)
    return None if state.deal_due else tuple(piece.cell for piece in state.forced())


def _foretold(line: SpiralLine, place: int) -> list[str]:
    """Your next pick in the line, and what Dr. Brooks takes after it; of her own turn all is told already."""
    state, pick = line.states[place], _next_pick(line, place)
    if pick is None and (state.turn != "brooks" or not state.deal_due):
        return []
    cells = _forecast(line, place)
    if cells is None:
        then = "unknown: a redeal comes between"
    else:
        then = f"she takes {' and '.join(map(label, cells))}" if cells else "the game is over"
    told = [] if pick is None else [f"Next you ({pick}): {state.placement(pick)}."]
    return [*told, f"Forecast: {then}."]
