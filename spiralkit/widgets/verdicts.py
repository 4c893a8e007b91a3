"""What a look at a position says: the verdict of each move as a button to choose it by, and the rest in words.

A verdict has a colour, a mark and a word, so that no eye and no grey print loses it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from html import escape
from itertools import groupby

from ipywidgets import HTML, Button, Layout, VBox

from ..lookahead.attrition import spoken
from ..lookahead.claims import cards_of, name_of
from ..lookahead.reasons import Reason, reasons, why_lost
from ..lookahead.search import Look, Verdict, look
from ..spiral import Move, State

MARKS: dict[Verdict, tuple[str, str]] = {"win": ("✓", "#009E73"), "loss": ("✗", "#D55E00"), "open": ("○", "#BBBBBB")}
"""Verdict -> mark and colour; black on each of these colours reads well."""

WORDS: dict[Verdict, str] = {"win": "Won", "loss": "Lost", "open": "Open"}
"""The verdict of a whole position."""

MOST_MOVES = 10
"""You never have more: the six pairs of columns, and two cards of any one column where the variant allows it."""


@dataclass(frozen=True)
class Answer:
    """A position looked at, with the reason of each move, and why the whole is lost if it is."""

    look: Look
    reasons: Mapping[Move, Reason]
    why: Reason | None

    @property
    def best(self) -> Move | None:
        """The best move, None if there is no move."""
        return self.look.best.move if self.look.best else None

    @property
    def verdict(self) -> str:
        """The verdict of the whole in a sentence or two.

        >>> from spiralkit import deal
        >>> answer(deal(1)).verdict
        'Open: no move wins before the next deal, and none is lost by then.'
        """
        moves = self.look.moves
        wins = [str(each.move) for each in moves if each.verdict == "win"]
        lost = sum(each.verdict == "loss" for each in moves)
        if self.why:
            return f"Lost: {'every move loses. ' if moves else ''}{self.why}"
        if self.look.verdict == "open":
            if not moves:
                return "Open: a deal is due, and nothing is certain before it."
            others = f"{lost} of {len(moves)} are lost" if lost else "none is lost by then"
            return f"Open: no move wins before the next deal, and {others}."
        if not wins:
            return "Won: only the centre is left, and it is yours whatever is dealt."
        rest = len(moves) - len(wins)
        words = f"Won: {spoken(wins)} win{'s' * (len(wins) == 1)}"
        if not rest:
            return f"{words}."
        how = "lost" if lost == rest else "open" if not lost else f"lost ({lost}) or open ({rest - lost})"
        return f"{words}; the other{'s are' if rest > 1 else ' is'} {how}."

    def line(self, move: Move) -> str:
        """The line that shows the verdict of a move, in words, each side's pieces with cards and cell."""
        state = self.look.at
        told = []
        for found in (each for each in self.look.moves if each.move == move):
            placements = []
            for step in found.line:
                placements.append(state.placement(step))
                state = state.play(step)
            for mover, pieces in groupby(placements, key=lambda piece: piece.mover):
                words = ", ".join(f"{cards_of(piece)} to {name_of(piece.cell)}" for piece in pieces)
                told.append(f"{'you' if mover == 'me' else 'she'} {words}")
        return f"{'; '.join(told)}: {state.status()}."

    def html(self, move: Move | None) -> str:
        """The verdict of the whole; of this move the reason and the line."""
        mark, colour = MARKS[self.look.verdict]
        lines = [f"{badge(mark, colour)} <b>{escape(self.verdict)}</b>"]
        if self.look.forced:
            takes = spoken(f"{cards_of(piece)} to {name_of(piece.cell)}" for piece in self.look.forced)
            lines.append(escape(f"Dr. Brooks must take {takes} first."))
        verdict = next((each.verdict for each in self.look.moves if each.move == move), None)
        if move and verdict:
            mark, colour = MARKS[verdict]
            lines.append(f"{badge(mark, colour)} <b>{move}, {verdict}.</b> {escape(str(self.reasons[move]))}")
            lines.append(f"<b>Line:</b> {escape(self.line(move))}")
        return "".join(f'<div style="margin-bottom:3px">{line}</div>' for line in lines)


def answer(state: State) -> Answer:
    """Look at a position, and find the reasons; raises ValueError if the game is over."""
    seen = look(state)
    return Answer(seen, reasons(seen), why_lost(state, seen) if seen.verdict == "loss" else None)


def badge(mark: str, colour: str) -> str:
    return f'<span style="background:{colour};color:#000;font-weight:bold;padding:0 4px">{mark}</span>'


class VerdictList(VBox):  # type: ignore[misc,unused-ignore]
    """The verdict of the whole, and a button for each move; ``choose`` is called with the move whose button is pressed.

    All buttons are made at once: ``show`` only sets what they say.
    """

    def __init__(self, choose: Callable[[Move], object], layout: Layout) -> None:
        self.head = HTML()
        self.moves: tuple[Move, ...] = ()
        self.buttons = tuple(
            Button(layout=Layout(width="auto", height="28px", margin="1px 2px")) for _ in range(MOST_MOVES)
        )
        for place, button in enumerate(self.buttons):
            button.style.text_color = "#000"
            button.style.font_weight = "bold"
            button.on_click(lambda _, place=place: choose(self.moves[place]))
        super().__init__((self.head, *self.buttons), layout=layout)

    def show(self, found: Answer | None, chosen: Move | None) -> None:
        """Show an answer, one move chosen; without one that it is being looked for."""
        looked = found.look.moves if found else ()
        self.moves = tuple(each.move for each in looked)
        if found is None:
            self.head.value = "Looking ..."
        else:
            mark, colour = MARKS[found.look.verdict]
            self.head.value = f"{badge(mark, colour)} <b>{WORDS[found.look.verdict]}</b>"
        for place, button in enumerate(self.buttons):
            if place < len(looked):
                each = looked[place]
                mark, colour = MARKS[each.verdict]
                button.description = f"{mark} {each.move} {each.verdict}"
                button.tooltip = f"{cards_of(each.placement)} to {name_of(each.placement.cell)}: {each.verdict}"
                button.style.button_color = colour
                button.layout.border = "3px solid #000" if each.move == chosen else "3px solid transparent"
            button.layout.display = None if place < len(looked) else "none"
