"""The Spider games to play: choose cards and where they go; take it back through deals; ask for a hint, find a card."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from html import escape
from typing import Any

from ipywidgets import HTML, Dropdown, HBox, Layout, Text

from ..cards import Card, TextError
from ..draw import spider as drawing
from ..draw import svg
from ..draw.scene import Scene
from ..game import Line, MoveError
from ..lookahead.spider import Hint, fresh, hint
from ..lookahead.spider_solver import Solution
from ..record import Record
from ..spider import SPIDER, Move, Rules, State, deal, ms_deal
from ..spider.moves import CELL
from . import turns
from .app import named
from .game_app import Game, read, start_of
from .playing import Playing
from .solving import Solving
from .spider_choice import TAKING, Choice, height, instead, longest, nowhere, replaceable, start, takings, told
from .spider_deals import Deals
from .tell_spider import all_whereabouts, happened, legend, sought, status, whereabouts, would
from .tell_spider import named as move_told

SIZE = (828, 404)
"""Pixels: width and height of the picture, and of what is shown in its place."""

LARGE_ROWS, LARGE_ROW = 3, 88
"""How many rows of how many letters of large type the words have room for."""

HIDDEN = (
    "Paste the text of a record or of a position here, then press Load text.\n\n"
    "Show record and Show position write this game here, and with it what lies face down and in the stock."
)


class SpiderPlayer(Playing):
    """A game of the Spider family.

    ``game`` is your own line, played on from its place, or a state, a record, or the text of a record (both from their
    end) or of a position; nothing gives the game ``seed``, or any, of ``rules``: one of the seven games by name, with
    options as in ``"starfish jokers=4"``, or rules of your own.

    You see what a player may see. What lies face down and in the stock is in the text of a record or position alone,
    which is shown only when asked for. Hints know no more than you.

    With anywidget the picture can be clicked and walked through by keys; without it, or with ``clickable=False``, the
    list of the moves does the same.

    >>> player = SpiderPlayer(seed=1, rules="spider_open")
    >>> player.press("a", 6)
    >>> player.press("j")
    >>> player.line.moves, player.story()[1]
    ((Move.parse('a>j'),), 'a>j: 5h goes from column a onto 6h of column j.')
    >>> player.find("Ts")
    'Ts: column b, card 6 of 6; column g, card 1 of 5'
    >>> player.undo()
    >>> player.hint().move
    Move.parse('a>j')
    >>> player.close()

    Raises TextError if a text is neither a record nor a position, or there is no such game; ValueError if rules are
    given with a game.
    """

    taken = (*"abcdefghijklmnopqrstuvw", *"0123456789", *"!^*+?,.", "escape")
    size = SIZE
    secret = True
    choice = Choice()
    usual = SPIDER
    found: tuple[Card, ...] = ()
    _why = ""
    _listed: tuple[Any, ...] = ()

    # The game.

    def begun(self, seed: int, rules: Rules | str) -> State:
        """The deal of this seed."""
        return deal(rules, seed)

    def take(self, game: Game) -> None:
        """Make a game the one that is played, from the place where its line is; a text or record from its end."""
        game = read(game) if isinstance(game, str) else game
        if not isinstance(start_of(game), State):
            raise TextError("this is no Spider game, and here the Spider games are played")
        super().take(game)

    def new_numbered(self, number: int, rules: Rules | str | None = None) -> None:
        """Begin the public numbered deal of Microsoft's Spider; raises TextError if it is not of this game's packs."""
        self._open(Record(Line(ms_deal(rules or self.state.rules, number)), {"Deal": str(number)}))
        self.go_on()

    def load(self, text: str) -> None:
        """Show the game of a record or a position; raises TextError, and keeps the game there was, if it is none.

        A position of the present rules may leave them out, and a game of your own is read so too.
        """
        rules = self.state.rules
        said = [line.strip() for line in text.splitlines() if line.strip().lower().startswith("rules:")]
        if text.lstrip().lower().startswith("a:") and said in ([], [f"rules: {rules}"]):
            return self._open(Record(Line(State.parse(text, rules))))
        return super().load(text)

    def _open(self, game: Record) -> None:
        super()._open(game)
        self.find("")
        self.deals.show(self.state.rules)

    # What leaves by itself.

    @property
    def automatic(self) -> bool:
        """Whether sets and trumps leave by themselves as soon as they can."""
        return bool(self.auto_switch.value) or self.state.rules.removal == "auto"

    def set_automatic(self, on: bool) -> None:
        """Let sets and trumps leave by themselves as soon as they can, each as a move of its own, or by choice.

        Sets that share an end card stay: which of them is to leave is for you to say.
        """
        self.auto_switch.value = on
        self.go_on()
        what = "Finished sets" + " and the tower's next trumps" * bool(self.state.rules.family("tower"))
        self.say(f"{what} leave by themselves from now on." if on else f"{what} stay until you take them off.")

    def decides(self, state: State) -> bool:
        """Whether you are to choose in this state."""
        return turns.decides(state) and not (self.automatic and takings(state.moves()))

    def _leaving(self) -> Move | None:
        """What leaves by itself here; of several what the line goes on with."""
        moves = takings(self.state.moves()) if self.automatic else []
        ahead = [move for move in self._line.moves[self.place : self.place + 1] if move in moves]
        return next(iter(ahead + moves), None)

    def go_on(self) -> None:
        """Let sets and trumps leave, if they do so by themselves."""
        while move := self._leaving():
            self.follow(move)
        self.forget()
        self.draw()

    @property
    def goes_on(self) -> bool:
        """Whether a set or trump can leave here that does so by itself."""
        return self._leaving() is not None

    def wanted(self) -> str:
        """What must be done here before anything can follow."""
        return "there is nothing to redo: choose a move"

    def partings(self) -> list[str]:
        """The lines that were left, in words."""
        parted, told = zip(self._line.branches, turns.parted(self._line), strict=True), []
        for number, (branch, (_, rest)) in enumerate(parted, start=1):
            what = f"{rest[0]}, {len(rest)} move{'s' * (len(rest) != 1)}" if rest else "it ends there"
            told.append(f"{number}. move {len(branch) - len(rest) + 1}: {what}")
        return told

    # Choosing.

    def press(self, column: str, card: int | None = None) -> None:
        """What a click or a key does: choose a card or unit, or play what is chosen to this column.

        ``column`` is a letter, ``w`` (the weave cell), ``stock`` (deals), ``tower`` (a trump goes there), ``off`` (a
        set goes off) or ``troupe`` (takes up a Joker); ``card`` is the place of a card from its top: what is chosen is
        the longest unit from there down. What is chosen and pressed again is played if it can go to one place only,
        else put back. Where what is chosen cannot go, that is said, and what was pressed is chosen instead.

        Raises MoveError if nothing can be done with it: what can go nowhere is not chosen.
        """
        state, chosen = self.state, self.choice
        beside: dict[str, Callable[[], None]] = {
            "stock": self.deal,
            "tower": partial(self.take_off, "tower"),
            "off": partial(self.take_off, "set"),
            "troupe": self.take_joker,
        }
        if column in beside:
            return beside[column]()
        if column not in tuple(state.letters) and not (column == CELL and state.rules.weave):
            raise MoveError(f"there is no column {column!r}; there are {state.letters[0]} to {state.letters[-1]}")
        if chosen.move or not chosen.source:
            return self._pick(column, card, chosen.joker)
        target = column != chosen.source or (chosen.joker and card in (None, height(state, column)))
        if target and (move := chosen.to(state, column)):
            return self.play(move)
        if column == chosen.source:
            joker = chosen.joker and chosen.place is None
            if card is None or (not joker and chosen == start(state, column, card)):
                only = chosen.whole(state)
                return self.play(only) if only else self.clear()
            return self._pick(column, card, joker)
        refused = chosen.refused(state, column)
        if column == CELL or not height(state, column) or (chosen.joker and chosen.place is None):
            raise refused
        pressed = start(state, column, card)
        if not pressed.ways(state):
            raise refused
        return self._choose(pressed, f"{str(refused).split(' cannot be played: ')[-1]}.")

    def _pick(self, column: str, card: int | None, joker: bool) -> None:
        choice = start(self.state, column, card, joker)
        if not choice.ways(self.state):
            raise nowhere(self.state, choice)
        self._choose(choice, instead(self.state, card, choice))

    def type_digit(self, number: int) -> None:
        """Say how many cards of the chosen column move, or which of them a Joker replaces; raises MoveError."""
        self._choose(self.choice.digit(self.state, number))

    def take_joker(self) -> None:
        """Take up a Joker for the uppermost card that is chosen, or the next one pressed; again: put it back.

        Raises MoveError if none is in the Troupe.
        """
        self._choose(self.choice.for_joker(self.state))

    def choose(self, move: Move | str) -> None:
        """Choose a whole move, and see what it would do; raises MoveError if not legal, TextError if it is none."""
        move = Move.parse(move) if isinstance(move, str) else move
        self.state.play(move)  # says why not
        self._choose(Choice(move=move))

    def clear(self) -> None:
        """Choose nothing."""
        self._choose(Choice())

    def _choose(self, choice: Choice, why: str = "") -> None:
        self.choice, self._why = choice, why
        self.draw()

    def forget(self) -> None:
        """Choose nothing; called whenever the place in the line is another."""
        self.choice, self._why = Choice(), ""
        self._chosen_in = self.state

    # Playing.

    def play(self, move: Move | str | None = None) -> None:
        """Play a move, or the one that is chosen; raises MoveError if it is not legal or none is chosen."""
        if move is None and (move := self.choice.whole(self.state)) is None:
            raise MoveError(
                "choose where it goes" if self.choice.source else "choose a card first, or a move in the list"
            )
        self.follow(Move.parse(move) if isinstance(move, str) else move)
        self.filter_field.value = ""
        self.go_on()

    def deal(self) -> None:
        """Deal one card on each column; raises MoveError if that is not legal."""
        self.play(Move("deal"))

    def take_off(self, *kinds: str) -> None:
        """Take off the set, or put the trump into the tower, that can leave from what is chosen, else from anywhere.

        ``kinds``: ``"set"``, ``"tower"``, or both, which is usual. Raises MoveError if nothing can leave, or if it is
        for you to say which of several that share a card.
        """
        kinds = kinds or TAKING
        can = [move for move in self.state.moves() if move.do in kinds]
        can = [move for move in self.choice.ways(self.state) if move in can] or can
        if not can:
            raise MoveError("the tower can take no end card" if kinds == ("tower",) else "no set can leave")
        sure = can if len(can) == 1 else takings(can)
        if not sure:
            raise MoveError(f"{len(can)} sets share a card: choose one in the list, such as {can[0]}")
        self.play(sure[0])

    # Help.

    def hint(self) -> Hint:
        """A useful move, which is chosen and not played; its ``move`` is None if nothing useful was found.

        It is never one that leads back to where this game was before.
        """
        moves = fresh(self.state, set(self._line.states[: self.place + 1]))
        hinted = hint(self.state.view(), moves)
        self._choose(Choice(move=hinted.move))
        legal = len(self.state.moves())
        self._why = f"Hint: {hinted}" if hinted.move else f"{hinted.why[0].upper()}{hinted.why[1:]}"
        if legal and not hinted.move:
            self._why += f" among the {legal} legal moves." if legal > 1 else "; one legal move is left."
        self.draw()
        return hinted

    def hint_or_play(self) -> None:
        """A hint, or, if it is shown already, what it says."""
        self.play() if self._why and self.choice.move else self.hint()

    def find(self, text: str) -> str:
        """Ring each copy of a card that is in sight, and say where they are; without a text, ring none.

        A rank (``K``) or words (``king of hearts``) will do. Raises TextError if it is no card of this game.
        """
        text = text.strip()
        self.found = sought(self.state.rules, text) if text else ()
        words = ""
        if self.found:
            one = len(self.found) == 1
            words = whereabouts(self.state, self.found[0]) if one else all_whereabouts(self.state, self.found)
            text = str(self.found[0]) if one else text
        self.find_field.value = text
        self.draw()
        if words:
            self.say(words)
        return words

    # Solving.

    def solve(self, nodes: int | None = None) -> None:
        """Seek a line that wins from here, all cards known, those too that you do not see; ``nodes`` limits it.

        If one is found, it becomes what follows here, to be stepped through; what followed before is kept as a branch.
        """
        self.solving.solve(nodes)

    def _won(self, solution: Solution) -> None:
        place = self.place
        for move in solution.moves:
            self.follow(move)
        self.go(place)

    def close(self) -> None:
        """Close the app, and give up what it is working out."""
        if not self._closed:
            self.solving.close()
        super().close()

    # What is seen.

    def _build(self, clickable: bool) -> None:
        """All widgets, once and for all."""
        self.build_picture(clickable)
        self.filter_field = Text(placeholder="filter", layout=Layout(width="118px"))
        named(self.filter_field, "Filter the moves").tooltip = "Show the moves with these letters or words in them"
        self.on_value(self.filter_field, lambda _: self._draw_moves())
        self.move_list = named(Dropdown(layout=Layout(flex="1 1 0", width="auto", min_width="0")), "Moves")
        self.on_value(self.move_list, self._listed_chosen)
        self.play_button = self.button("Play", self.play)
        self.deal_button = self.button("Deal", self.deal)
        self.off_button = self.button("Take off", self.take_off)
        self.hint_button = self.button("Hint", self.hint)
        self.find_field = Text(placeholder="where is?", continuous_update=False, layout=Layout(width="104px"))
        named(
            self.find_field, "Where is the card"
        ).tooltip = "A card, such as Ks, K or king of spades: all in sight are ringed"
        self.on_value(self.find_field, self.find)
        self.solving = Solving(self, self.draw, self._won)
        self.auto_switch = self.switch("Auto", self.set_automatic)
        self.auto_switch.tooltip = "Finished sets, and trumps for the tower, leave by themselves as soon as they can"
        self.build_record("Game")
        self.record_text.layout.width = "398px"
        self.record_text.placeholder = HIDDEN
        self.deals = Deals(self, self._seed or 1)
        self.how_to = HTML()
        texts = self.record_view.children[1]
        texts.children = (
            *self.text_buttons(),
            *texts.children,
            self.how_to,
        )
        self.record_view.children = (*self.record_view.children, self.deals)
        self.words = HTML(layout=Layout(flex="1 1 0", width="auto", margin="0 2px", overflow="auto"))
        act = (
            self.play_button,
            self.deal_button,
            self.off_button,
            self.hint_button,
            self.solving.button,
            self.find_field,
        )
        switches = (self.auto_switch, self.record_button, self.build_stepper(), self.large_type)
        self.children = (
            *self.top,
            self.picture,
            self.record_view,
            HBox([self.filter_field, self.move_list, *act]),
            HBox([*self.build_walk("Move"), *switches]),
            self.words,
        )

    def how(self) -> list[str]:
        """How to play by clicks and keys, a sentence or two each."""
        rules = self.state.rules
        click = "Click a card and where it goes; click again to play an only move, or to put it back."
        keys = [
            "letters of the columns, from and to, with digits between for how many (c 3 f)",
            "* a Joker" * bool(rules.jokers),
            "w weave cell" * rules.weave,
            "+ deal" * (len(rules.deck.cards) > rules.dealt),
            "! set off",
            "^ or t tower" * bool(rules.family("tower")),
            "? hint (again: plays it)",
            "u r undo, redo",
            "Escape",
        ]
        first = click if self.clickable else "Choose a move in the list and press Play."
        letters = legend(rules)
        return [
            first,
            *[f"Keys: {', '.join(filter(None, keys))}."] * bool(self.guard),
            *[f"Letters: {letters}."] * bool(letters),
        ]

    def hear(self, act: str, data: dict[str, str]) -> None:
        """What was done to the picture: see ``Clickable``."""
        if act == "key":
            self.key(data["key"])
        elif act == "press":
            self.press(data["column"], int(data["card"]) if "card" in data else None)

    def key(self, key: str) -> None:
        """A key on the picture: see ``how``; any other does nothing."""
        ways: dict[str, Callable[[], None]] = {
            "u": self.undo,
            "r": self.redo,
            ",": self.back,
            ".": self.forward,
            "escape": self.clear,
            "+": self.deal,
            "!": partial(self.take_off, "set"),
            "^": partial(self.take_off, "tower"),
            "t": partial(self.take_off, "tower"),
            "*": self.take_joker,
            "?": self.hint_or_play,
        }
        key = key.lower()
        if key in tuple(self.state.letters) or (key == CELL and self.state.rules.weave):
            self.press(key)
        elif key in tuple("0123456789"):
            self.type_digit(int(key))
        elif key in ways:
            ways[key]()

    def _listed_chosen(self, move: Move | None) -> None:
        if not self._setting:
            self.choose(move) if move else self.clear()

    def draw(self) -> None:
        """Show the present state, and what is chosen."""
        if self._chosen_in != self.state:
            self.forget()  # another app has changed the line
        self._setting = True
        try:
            state, moves = self.state, self.state.moves()
            self._draw_moves()
            self.play_button.disabled = self.choice.whole(state) is None
            self.deal_button.disabled = Move("deal") not in moves
            self.off_button.disabled = not any(move.do in TAKING for move in moves)
            self.hint_button.disabled = not moves
            self.auto_switch.disabled = state.rules.removal == "auto"
            self.how_to.value = f'<div style="font-size: 13px">{escape(" ".join(self.how()))}</div>'
            self.draw_walk()
            self.solving.show(state)
            if self._seed is not None:
                self.deals.seed.value = str(self._seed)
            self.picture.value = svg.render(self.scene(), interactive=self.clickable)
            self.words.value = self._story_html()
        finally:
            self._setting = False
        self.draw_stepper()

    def _draw_moves(self) -> None:
        """The list of the legal moves that have all words of the filter in them."""
        state = self.state
        words = self.filter_field.value.lower().split()
        if self._listed != (state, words):
            names = [(move_told(state, move), move) for move in state.moves()]
            names = [(name, move) for name, move in names if all(word in name.lower() for word in words)]
            head = f"{len(names)} of {len(state.moves())} moves" if words else f"{len(names)} moves"
            jokers = [(name, move) for name, move in names if move.do == "joker"]
            others = [(name, move) for name, move in names if move.do != "joker"]
            between = [(f"-- with a Joker: {len(jokers)} moves", None)] if jokers and others else []
            setting, self._setting = self._setting, True
            self.move_list.options = ((f"{head}: choose .." if names else head, None), *others, *between, *jokers)
            self._setting = setting
            self._listed = state, words
        setting, self._setting = self._setting, True
        moves = [move for _, move in self.move_list.options]
        self.move_list.index = moves.index(self.choice.move) if self.choice.move in moves else 0
        self._setting = setting

    def scene(self) -> Scene:
        """The picture of this place: what came since your last choice, or what is chosen and where it can go."""
        state, choice = self.state, self.choice
        count = choice.count or longest(state, choice.source) if choice.source and not choice.joker else 0
        return drawing.scene(
            state,
            last=self._line.moves[self.place - 1] if self.place and choice == Choice() else None,
            selected=(choice.source, count) if count else None,
            joker=(choice.source, choice.place) if choice.place else None,
            replaceable=replaceable(state, choice.source) if choice.joker and not choice.place else (),
            targets=self._targets(),
            found=self.found,
            hint=choice.move,
            large=self.large,
        )

    def _targets(self) -> str:
        """What lights up: see ``draw.spider.scene``."""
        if not self.choice.source or (self.choice.joker and not self.choice.place):
            return ""
        signs = {"tower": "^", "set": "!"}
        off = {signs[way.do] for way in self.choice.ways(self.state) if way.do in signs}
        return self.choice.targets(self.state) + "".join(sorted(off))

    def story(self) -> list[str]:
        """How far it is; then what is chosen and what it can do, or what happened last, a line each."""
        state, choice = self.state, self.choice
        story = [status(state), *self.solving.told()]
        if choice.move:
            return [*story, self._why or would(state, choice.move), "Press Play to play it; Escape to choose another."]
        if self._why:
            story.append(self._why)
        if choice != Choice():
            return [*story, *told(state, choice)]
        for place in self.since():
            story.append(" ".join(happened(self._line.states[place], self._line.moves[place])))
        if state.outcome is not None:
            story.append("Undo to play on differently; Game to begin another or to save this one.")
        elif not self.place and len(story) == 1:
            story.append(" ".join(self.how()))
        return story

    def _story_html(self) -> str:
        story = self.story()
        rows = sum(-(-len(words) // LARGE_ROW) for words in story)
        size = ' style="font-size: 14px"' if rows > LARGE_ROWS else ""
        first, *rest = map(escape, story)
        return f'<div role="status"{size}><b>{first}</b>{"".join(f"<br>{words}" for words in rest)}</div>'
