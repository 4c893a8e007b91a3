"""The colour-conversion spiral to play: choose a card and its place, see what it does, play it; take it back."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from html import escape
from typing import Any

from ipywidgets import HTML, Button, Dropdown, HBox, Layout

from ..cards import STANDARD as PACK
from ..cards import Card, TextError
from ..conversion import STANDARD, Move, Rules, State, deal, reshuffle
from ..conversion.table import OPTIONS, PLACES, Place
from ..draw import conversion as drawing
from ..draw import svg
from ..draw.scene import Scene
from ..game import MoveError
from . import turns
from .app import seed_in
from .game_app import Game, read, start_of
from .playing import Playing, any_seed
from .tell_conversion import happened, would

HOW = "Press a card and a place; press again, or Play, to play it."
HOW_TO_CLICK = "Click a card and a place; click again to play. Keys: arrows, Enter, u and r (undo, redo), Escape."
HIDDEN = (
    "Paste the text of a record or of a position here, then press Load text.\n\n"
    "Show record and Show position write this game here, and with it the order of the deck."
)


class ConversionPlayer(Playing):
    """A game of the colour-conversion spiral.

    ``game`` is your own line, played on from its place, or a state, a record, or the text of a record (both from
    their end) or of a position; nothing gives a new game of ``rules``. What you have no choice in follows by itself,
    each card as a move of its own: draws, dumps, spiralling where nothing converts, conversions with one card and one
    target. Reshuffles come from the ``seed``, or from any where the game has none.

    You see what a player may see. The order of the deck is in the text of a record or position alone, which is shown
    only when asked for.

    With anywidget the picture can be clicked and walked through by keys; without it, or with ``clickable=False``, the
    buttons do the same.

    >>> player = ConversionPlayer(seed=7)
    >>> player.press_card("5d")
    >>> player.press_place(15)
    >>> player.play()
    >>> [str(move) for move in player.line.moves]
    ['5d>15', 'draw:4c', 'in']
    >>> player.story()[1:]
    ['5d from your hand covers 5c on 15. You draw 4c.', 'You spiral in. 16 to 9 convert nothing.']
    >>> player.close()

    Raises TextError if a text is neither a record nor a position, ValueError if rules are given with a game.
    """

    taken = ("u", "r", ",", ".", "escape")
    secret = True
    usual = STANDARD
    _card: Card | None = None
    _places: tuple[Place, ...] = ()

    # The game.

    def begun(self, seed: int, rules: Rules) -> State:
        """The deal of this seed."""
        return deal(seed, rules)

    def take(self, game: Game) -> None:
        """Make a game the one that is played, from the place where its line is; a text or record from its end."""
        game = read(game) if isinstance(game, str) else game
        if not isinstance(start_of(game), State):
            raise TextError("this is a game of Spiral, and here the colour-conversion spiral is played")
        self._shuffles = any_seed()
        super().take(game)

    # Choosing.

    def _may_choose(self) -> tuple[Move, ...]:
        """Your choices; raises MoveError if there are none."""
        if not turns.decides(self.state):
            raise MoveError(f"nothing can be chosen: {self.state.status()}")
        moves: tuple[Move, ...] = self.state.moves()
        return moves

    @property
    def chosen(self) -> Move | None:
        """The move that the chosen card and places make, if they are enough for one."""
        found = [
            move
            for move in (self.state.moves() if turns.decides(self.state) else ())
            if move.cards == ((self._card,) if self._card else ()) and self._named(move) == self._places
        ]
        return found[0] if found else None

    @staticmethod
    def _named(move: Move) -> tuple[Place, ...]:
        """The places to choose for a move: two for an exchange, else where the card goes."""
        return move.places if move.do == "swap" else move.places[-1:]

    def press_card(self, card: Card | str) -> None:
        """Choose a card of the hand, put it back, or, if it is part of a whole move, play that.

        Raises MoveError if it cannot be played, TextError if it is no card.
        """
        card = PACK.parse(card) if isinstance(card, str) else card
        if not any(card in move.cards for move in self._may_choose()):
            raise MoveError(f"{card} cannot be played: {self.state.status()}")
        if card == self._card and self.chosen:
            return self.play()
        self._card = None if card == self._card else card
        return self.draw()

    def press_place(self, place: Place) -> None:
        """Choose a place, take it back, or, if it is part of a whole move, play that.

        Raises MoveError if it cannot be chosen.
        """
        moves = self._may_choose()
        if not any(place in self._named(move) for move in moves):
            raise MoveError(f"place {place} cannot be chosen: {self.state.status()}")
        if place in self._places and self.chosen:
            return self.play()
        if place in self._places:
            self._places = tuple(other for other in self._places if other != place)
        elif self.state.due == "swap" and len(self._places) == 1:
            self._places = tuple(sorted((*self._places, place)))
        else:
            self._places = (place,)
        return self.draw()

    def clear(self) -> None:
        """Choose nothing."""
        self.forget()
        self.draw()

    def forget(self) -> None:
        """Nothing is chosen but what is the only choice."""
        moves = self.state.moves() if turns.decides(self.state) else ()
        cards = {card for move in moves for card in move.cards}
        places = {self._named(move) for move in moves}
        self._card = cards.pop() if len(cards) == 1 else None
        self._places = places.pop() if len(places) == 1 else ()
        self._given = self._card, self._places

    # Playing.

    def play(self, move: Move | str | None = None) -> None:
        """Play a move, or the one that is chosen; what you have no choice in follows.

        Raises MoveError if it is not allowed or nothing is chosen, TextError if it is no move.
        """
        if move is None and self.chosen is None:
            raise MoveError("the choice is not complete: " + self._wanted())
        self.follow((Move.parse(move) if isinstance(move, str) else move) or self.chosen)
        self.go_on()

    def _wanted(self) -> str:
        """What is still to be chosen."""
        if self.state.due == "swap":
            return "another place is wanted" if self._places else "two places are wanted"
        return "a card is wanted" if self._places else "a place is wanted" if self._card else "both are wanted"

    def chance(self) -> Move:
        """The reshuffle that is due: the next of the seed."""
        known = sum(move.do == "reshuffle" for move in self._line.moves[: self.place])
        return reshuffle(self.state, self._shuffles if self._seed is None else self._seed, known + 1)

    def wanted(self) -> str:
        """What must be done here before anything can follow."""
        return f"there is nothing to redo: {self._wanted()}"

    def partings(self) -> list[str]:
        """The lines that were left, in words."""
        told = []
        for number, (state, rest) in enumerate(turns.parted(self._line), start=1):
            what = f"{rest[0]}, {len(rest)} move{'s' * (len(rest) != 1)}" if rest else "it ends there"
            told.append(f"{number}. cycle {state.cycle}: {what}")
        return told

    # What is seen.

    def _build(self, clickable: bool) -> None:
        """All widgets, once and for all."""
        self.build_picture(clickable)
        self.hand: list[Button] = [self._small("", partial(self._press_hand, number)) for number in range(5)]
        self.places = {place: self._small(str(place), partial(self.press_place, place)) for place in PLACES}
        self.play_button = self.button("Play", self.play)
        self.clear_button = self.button("Clear", self.clear)
        self.build_record("Game", self._new_game_parts())
        self.record_text.placeholder = HIDDEN
        self.words = HTML(layout=Layout(flex="1 1 0", width="auto", margin="0 2px", overflow="auto"))
        self.choice_row = HBox(
            [*self.hand, HTML('<span style="line-height: 30px">&ensp;on&ensp;</span>'), *self.places.values()]
        )
        walk = self.build_walk("Step")
        switches = (self.record_button, self.large_type)
        self.children = (
            *self.top,
            self.picture,
            self.record_view,
            self.choice_row,
            HBox([self.play_button, self.clear_button, *walk, *switches]),
            self.words,
        )

    def _press_hand(self, number: int) -> None:
        self.press_card(self.hand[number].description)

    def _small(self, description: str, action: Callable[[], object]) -> Button:
        button = self.button(description, action)
        button.layout.flex, button.layout.min_width = "1 1 0", "0"
        return button

    def _new_game_parts(self) -> tuple[Any, ...]:
        self.seed_field = self.seed_box(self._seed or 1)
        self.rule_fields = {
            name: Dropdown(
                options=[(f"{name}={value}", value) for value in values],
                value=getattr(self.state.rules, name),
                layout=Layout(width="auto"),
            )
            for name, values in OPTIONS.items()
        }
        return (
            *self.text_buttons(),
            self.seed_field,
            *self.rule_fields.values(),
            self.button("New game of seed", lambda: self.new_game(seed_in(self.seed_field), self._rules())),
            self.button("New game", lambda: self.new_game(None, self._rules())),
        )

    def _rules(self) -> Rules:
        return Rules(**{name: field.value for name, field in self.rule_fields.items()})

    def hear(self, act: str, data: dict[str, str]) -> None:
        """What was done to the picture: see ``Clickable``."""
        if act == "key":
            self.key(data["key"])
        elif act == "press":
            self.press_place(int(data["cell"])) if "cell" in data else self.press_card(data["card"])

    def key(self, key: str) -> None:
        """A key on the picture: u and r, comma and full stop, Escape; any other does nothing."""
        ways = {"u": self.undo, "r": self.redo, ",": self.back, ".": self.forward, "escape": self.clear}
        if key.lower() in ways:
            ways[key.lower()]()

    def draw(self) -> None:
        """Show the present state, and what is chosen."""
        self._setting = True
        try:
            self._draw_choices()
            self.draw_walk()
            if self._seed is not None:
                self.seed_field.value = str(self._seed)
            self.choice_row.layout.display = "none" if self.record_button.value else None
            self.picture.value = svg.render(self.scene(), interactive=self.clickable)
            self.words.value = self._story_html()
        finally:
            self._setting = False

    def _draw_choices(self) -> None:
        """The buttons of the cards in hand and of the places; those that are chosen stand out."""
        moves = self.state.moves() if turns.decides(self.state) else ()
        cards = {card for move in moves for card in move.cards}
        places = {place for move in moves for place in self._named(move)}
        hand = (*self.state.hand, *[None] * 5)
        for card, button in zip(hand, self.hand, strict=False):
            button.description = str(card or "-")
            button.disabled = card not in cards
            button.button_style = "primary" if card is not None and card == self._card else ""
        for place, button in self.places.items():
            button.disabled = place not in places
            button.button_style = "primary" if place in self._places else ""
        self.play_button.disabled = self.chosen is None
        self.clear_button.disabled = self._card is None and not self._places

    def scene(self) -> Scene:
        """The picture of this place: what came since your last choice, or what the chosen move would do."""
        whole = self.chosen is not None
        return drawing.scene(
            self.state,
            last=() if whole else [self._line.moves[place] for place in self.since()],
            card=self._card,
            places=self._places,
            large=self.large,
        )

    def story(self) -> list[str]:
        """What the chosen move would do; or what is to be done, and each step since your last choice, a line each."""
        state, move = self.state, self.chosen
        if move is not None:
            how = "Press Play, or the card or place again, to play it; Escape or Clear to choose another."
            return [would(state, move), how]
        status = state.status()
        told = [f"{status[0].upper()}{status[1:]}."]
        if (self._card, self._places) != self._given:
            chosen = [str(self._card)] * bool(self._card) + [f"place {place}" for place in self._places]
            return [*told, f"Chosen: {', '.join(chosen) or 'nothing'}; {self._wanted()}."]
        if hint := self._hint():
            told.append(hint)
        for place in self.since():
            step = self._line.moves[place]
            words = " ".join(happened(self._line.states[place], step))
            if step.do == "draw" and len(told) > 1:
                told[-1] += f" {words}"
            else:
                told.append(words)
        return told

    def _hint(self) -> str:
        """How to go on, where it is not plain."""
        if self.state.outcome is not None:
            return "Undo to play on differently; Game to begin another or to save this one."
        if turns.forced(self.state):
            return f"{self.redo_button.description} lets it go on."
        return (HOW_TO_CLICK if self.clickable else HOW) if self.place == 0 else ""

    def _story_html(self) -> str:
        first, *rest = map(escape, self.story())
        return f'<div role="status"><b>{first}</b>{"".join(f"<br>{words}" for words in rest)}</div>'
