"""Advice beside a game: worked out when asked for, while all else goes on; told in one line, and on the moves."""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from typing import Any

from ipywidgets import HTML, Layout

from ..lookahead.advisor import Advice, Advised, Effort, advise_steps
from ..lookahead.attrition import spoken
from ..lookahead.search import Verdict
from ..lookahead.values import PROVED, Value
from ..spiral import Move, State
from .app import App
from .aside import Steps
from .verdicts import MARKS, badge

LINE = 95
"""How many letters of large type the line has room for."""


class Adviser:
    """The advice on the position that an app shows: its button, its line, and what is known so far.

    The line lies where the app shows its errors, and gives way to them. ``changed`` is called when there is more to
    show. Advice on a position is dropped as soon as another is shown.
    """

    def __init__(self, app: App, changed: Callable[[], object]) -> None:
        self.advice: Advice | None = None
        self._app, self._changed = app, changed
        self._state: Any = None
        self._work: Steps[Advice] = Steps(self._take, changed, self._fail)
        self.button = app.button("Advise", self.ask_or_stop)
        self.button.layout.width = "76px"
        self.button.tooltip = "What to play here, and how likely it wins; press again to stop"
        self.line = HTML(layout=Layout(height="22px", margin="0 2px"))
        self.line.add_class("spiralkit-message")
        app.error_line.observe(lambda _: self._give_way(), "value")
        self._give_way()

    def _give_way(self) -> None:
        error = bool(self._app.error_line.value)
        self._app.error_line.layout.display = None if error else "none"
        self.line.layout.display = "none" if error else None

    # The work.

    def show(self, state: Any) -> None:
        """The app shows this state; what was worked out for another is dropped."""
        if state != self._state:
            self._work.cancel()
            self.advice, self._state = None, state
        spiral = isinstance(state, State)
        self.button.layout.display = None if spiral else "none"
        self.button.disabled = not spiral or state.outcome is not None
        self.button.description = "Stop" if self._work.going else "Advise"
        self.line.value = self._html()

    def ask(self, effort: Effort = "normal") -> None:
        """Begin to work it out, or, where no event loop runs, do so now; raises ValueError if the game is over."""
        self._work.cancel()
        if not isinstance(self._state, State):
            raise ValueError("there is advice for games of Spiral only")
        if self._state.outcome is not None:
            raise ValueError("there is nothing to advise: the game is over")
        self._work.start(advise_steps(self._state, effort))

    def stop(self) -> None:
        """Work on it no more; what is known so far stays, and is said to be so far."""
        self._work.stop()

    def ask_or_stop(self) -> None:
        """Begin, or stop."""
        self.stop() if self._work.going else self.ask()

    def close(self) -> None:
        """Give up what is being worked out."""
        self._work.cancel()

    def _take(self, advice: Advice) -> None:
        self.advice = advice

    def _fail(self, error: Exception) -> None:
        self.show(self._state)
        self._app.show_error(error)

    # Words.

    def short(self, move: Move) -> str:
        """What is known of a move of the state shown, for its button: ``win``, ``loss``, ``98 %``, or nothing."""
        each = self._of(move)
        if each is None or each.verdict != "open":
            return each.verdict if each else ""
        return percent(each.value) if each.value else ""

    def long(self, move: Move) -> list[str]:
        """The same in a sentence with the interval."""
        each = self._of(move)
        return [f"{each.move} {_known(each)}."] if each and each.value else []

    def _of(self, move: Move) -> Advised | None:
        found = self.advice
        if found is None or found.at != self._state:
            return None
        return next((each for each in found.moves if each.move == move), None)

    @property
    def best(self) -> Move | None:
        """The move advised in the state that is shown; None also where others must be made first."""
        return self.advice.best if self.advice and self.advice.at == self._state else None

    @property
    def words(self) -> str:
        """The line in words, empty without advice."""
        if self.advice is None:
            return "Thinking ..." if self._work.going else ""
        return told(self.advice) + self._so_far()

    def _so_far(self) -> str:
        found = self.advice
        if found is None or not found.partial:
            return ""
        share = f"{min(99, int(100 * found.done))} %"
        return f" (so far: {share} of the work)" if self._work.going else f" (so far: stopped at {share} of the work)"

    def story(self) -> list[str]:
        """What the line has no room for: a long reason, the other moves, and what is weaker than it could be."""
        found = self.advice
        if found is None:
            return []
        told = [found.reason] if verdict(found) != "open" and len(self.words) > LINE else []
        told += [others(found)] if others(found) else []
        return [*told, f"Weaker than it could be: {found.note}."] if found.note else told

    def _html(self) -> str:
        found = self.advice
        if found is None:
            return f"<i>{self.words}</i>" if self._work.going else ""
        words = escape(self.words)
        live = "" if self._work.going else ' aria-live="polite"'
        title = escape(f"{self.words} {found.reason}" if verdict(found) == "open" else self.words)
        return f'<span{live} title="{title}">{badge(*MARKS[verdict(found)])} {words}</span>'


def verdict(advice: Advice) -> Verdict:
    """What is proved of the position as a whole."""
    return "win" if advice.value == PROVED["win"] else "loss" if advice.value == PROVED["loss"] else "open"


def told(advice: Advice) -> str:
    """Proved with the reason, or else the odds of the best move.

    >>> from spiralkit import State
    >>> from spiralkit.lookahead.advisor import advise
    >>> state = State.parse("ooxoooxooooxxo...oooxxxx.xo.xoo.oooo. "
    ...                     "8dJsTs7s9h9dQhKs/Jc8c7h9cJdAcJhQc/KcAsQdAhTdTc7d9s/KhKdQs7cAdTh8h8s me standard")
    >>> told(advise(state))[:52]
    'Won: bc or bd. bc: 9s+Qc to 9T. She must take Ks+Jh '
    """
    found, best = verdict(advice), advice.best
    if found == "win":
        wins = [str(each.move) for each in advice.moves if each.verdict == "win"]
        return f"Won: {' or '.join(wins)}. {best}: {advice.reason}" if wins else f"Won. {advice.reason}"
    if found == "loss":
        longest = f"; {best} holds out longest" if best else ""
        return f"Lost{longest}. {advice.reason}"
    what = f"Advised: {best}," if best else "A deal is due:"
    if advice.forced and best:
        what = f"Advised after her {spoken(piece.columns for piece in advice.forced)}: {best},"
    return f"{what} {advice.value or 'odds not measured yet'}"


def others(advice: Advice) -> str:
    """The moves that are not the best, the better first, with what is known of each; empty if there are none."""
    rest = [each for each in advice.moves if each.move != advice.best]
    rest.sort(key=lambda each: -each.value.share if each.value else 0.5)
    known = [f"{each.move} {_known(each)}" for each in rest if each.value]
    best = advice.value
    above = [each for each in rest if best and each.value and each.value.share > best.share]
    level = [each.move for each in above if best and each.value and each.value.low <= best.high]
    equal = f" Between {advice.best} and {spoken(map(str, level))} the intervals do not decide." if level else ""
    return f"Others: {', '.join(known)}.{equal}" if known else ""


def _known(each: Advised) -> str:
    return {"win": "wins", "loss": "loses", "open": f"wins {each.value}"}[each.verdict]


def percent(value: Value) -> str:
    """A measured chance in whole per cent, never as if it were certain.

    >>> percent(Value(0.9983, 0.97, 1.0, 600)), percent(Value(0.314, 0.3, 0.33, 600))
    ('>99 %', '31 %')
    """
    if value.share > 0.995:
        return ">99 %"
    return "<1 %" if value.share < 0.005 else f"{100 * value.share:.0f} %"
