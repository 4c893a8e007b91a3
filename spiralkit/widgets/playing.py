"""What the apps share in which a game is played: what follows by itself, undo and redo, branches, the picture."""

from __future__ import annotations

import random
from typing import Any

from ipywidgets import Dropdown, Layout

from ..game import Line, MoveError
from ..record import Record
from . import turns
from .app import HEIGHT, named
from .game_app import Game, GameApp
from .stepper import Stepper

MANY_SEEDS = 1_000_000
"""A seed that nobody chose is less than this: short enough to be told to a neighbour."""


def any_seed() -> int:
    """A seed that nobody chose."""
    return random.randrange(1, MANY_SEEDS)


class Playing(GameApp):
    """An app in which you play on a line: you decide, and what must follow follows as moves of its own.

    A subclass says how a game begins (``begun``) and by which rules (``usual``, ``rules``), what chance brings
    (``chance``), how it forgets what was chosen (``forget``), what it hears from the picture (``hear``), and the words
    for where it stands still (``wanted``) and for the lines that were left (``partings``); it makes its widgets
    (``_build``).
    """

    usual: Any  # the rules if none are given
    _setting = False
    _seed: int | None = None
    _below: Stepper | None = None
    children: tuple[Any, ...]

    def __init__(
        self,
        game: Game | None = None,
        *,
        seed: int | None = None,
        rules: Any = None,
        clickable: bool = True,
        large: bool = False,
    ) -> None:
        new = game is None
        if game is None:
            seed = any_seed() if seed is None else seed
            game = self.begun(seed, rules or self.usual)
        elif rules is not None:
            raise ValueError(f"the game has its own rules; {rules} cannot be given as well")
        self.take(game)
        if seed is not None:
            self.set_seed(seed)
        super().__init__(large=large)
        self._build(clickable)
        self.set_large(large)
        if new:
            self.go_on()  # there may be no choice at first

    def begun(self, seed: int, rules: Any) -> Any:
        """The state with which the game of this seed and these rules begins."""
        raise NotImplementedError

    @property
    def rules(self) -> Any:
        """By which rules the game is played."""
        return self.state.rules

    def _build(self, clickable: bool) -> None:
        """Make all widgets, once and for all."""
        raise NotImplementedError

    def forget(self) -> None:
        """Choose nothing; called whenever the place in the line is another."""
        raise NotImplementedError

    def chance(self) -> Any:
        """The move of chance that is due, or None if nobody knows it."""
        raise NotImplementedError

    def wanted(self) -> str:
        """What must be done here before anything can follow."""
        raise NotImplementedError

    def partings(self) -> list[str]:
        """The lines that were left, in words."""
        raise NotImplementedError

    def hear(self, act: str, data: dict[str, str]) -> None:
        """What was done to the picture: see ``Clickable``."""
        raise NotImplementedError

    def decides(self, state: Any) -> bool:
        """Whether you are to choose in this state."""
        return turns.decides(state)

    # The game.

    def new_game(self, seed: int | None = None, rules: Any = None) -> None:
        """Begin another game, of any seed if none is given, and of the present rules if none are given."""
        seed = any_seed() if seed is None else seed
        self._open(Record(Line(self.begun(seed, rules or self.rules)), {"Seed": str(seed)}))
        self.go_on()

    @property
    def seed(self) -> int | None:
        """What chance comes from in this game; None while nothing but the cards on the table is known."""
        return self._seed

    def set_seed(self, seed: int) -> None:
        """Let chance come from this seed from now on."""
        self._seed = seed
        self._headers = {"Seed": str(seed)} | self._headers | {"Seed": str(seed)}

    def take(self, game: Game) -> None:
        """Make a game the one that is played, from the place where its line is; a text or record from its end."""
        super().take(game)
        if isinstance(game, str | Record):
            self._place = len(self._line)
        seeds = [value for name, value in self._headers.items() if name.lower() == "seed"]
        self._headers = {name: value for name, value in self._headers.items() if name.lower() != "seed"}
        self._seed = None
        if seeds:
            self.set_seed(int(seeds[0]))
        self.forget()

    def follow(self, move: Any) -> None:
        """Play a move here, without what follows; raises MoveError if it is not allowed."""
        self._place = turns.follow(self._line, self.place, move)

    def go_on(self) -> None:
        """Let follow what must follow, up to your next decision, the end, or chance that nobody knows."""
        while turns.forced(self.state):
            ahead = self._line.moves[self.place :]
            move = ahead[0] if ahead else self.chance() if self.state.deal_due else self.state.moves()[0]
            if move is None:
                break
            self.follow(move)
        self.forget()
        self.draw()

    @property
    def goes_on(self) -> bool:
        """Whether something follows here that is not for you to say."""
        return turns.forced(self.state) and (not self.state.deal_due or self.chance() is not None)

    # Back and forth.

    def go(self, place: int) -> None:
        """Show the state after ``place`` moves; raises IndexError beyond the line."""
        self._line.go(place)
        self._place = place
        self.forget()
        self.draw()

    def undo(self) -> None:
        """Back to your previous decision, through all that followed it; raises MoveError at the start."""
        if self.place == 0:
            raise MoveError("there is nothing to undo: this is where the line starts")
        self.go(turns.before(self._line, self.place, self.decides))

    def redo(self) -> None:
        """On to your next decision, as the line goes, or, beyond its end, as it must go.

        Raises MoveError where that is for you to say.
        """
        end = len(self._line)
        if self.place == end and self.state.outcome is not None:
            raise MoveError("there is nothing to redo: the game is over")
        if self.place == end and not self.goes_on:
            raise MoveError(self.wanted())
        if self.place < end:
            self.go(turns.after(self._line, self.place, self.decides))
        self.go_on()

    def back(self) -> None:
        """One move back; raises MoveError at the start."""
        if self.place == 0:
            raise MoveError("there is nothing before the start of the line")
        self.go(self.place - 1)

    def forward(self) -> None:
        """One move on; raises MoveError at the end of the line."""
        if self.place == len(self._line):
            raise MoveError("the line does not go on from here")
        self.go(self.place + 1)

    def return_to(self, branch: int) -> None:
        """Return to the end of a line that was left (0 is the first of ``line.branches``), and keep the present one.

        Raises IndexError if there is no such branch.
        """
        if not 0 <= branch < len(self._line.branches):
            raise IndexError(f"there is no branch {branch + 1}; there are {len(self._line.branches)}")
        self._line.switch(branch)
        self.go(len(self._line))

    def since(self) -> range:
        """The places of the moves since your previous decision, that one first."""
        return range(turns.before(self._line, self.place, self.decides), self.place)

    # Another look at it.

    def stepper(self) -> Stepper:
        """A stepper on the same line, at this place."""
        self._line.go(self.place)
        return Stepper(self._line, large=self.large)

    def show_stepper(self, on: bool) -> None:
        """Open a stepper on this game below, or close it."""
        self.stepper_button.value = on
        if on and self._below is None:
            self._below = self.stepper()
            self.children = (*self.children, self._below)
            self.layout.height = f"{2 * HEIGHT}px"
            self.say("The stepper is below.")
            for guard in self.guard:
                guard.scroll()
        elif not on and self._below is not None:
            self.children = self.children[:-1]
            self._below.close()
            self._below = None
            self.layout.height = f"{HEIGHT}px"

    def set_large(self, large: bool) -> None:
        """Large type here and in the stepper below, or the ordinary type."""
        super().set_large(large)
        if self._below is not None:
            self._below.set_large(large)

    def _open(self, game: Record) -> None:
        super()._open(game)
        if self._below is not None:
            self._below.take(self._line)
            self._below.draw()

    def draw_stepper(self) -> None:
        """The stepper below, if there is one, follows."""
        if self._below is not None:
            self._below.draw()

    def close(self) -> None:
        """Close the app with all it holds, the stepper below too."""
        if self._below is not None:
            self._below.close()
        super().close()

    # Text.

    def show_record(self, on: bool) -> None:
        """Show ways to begin, load and save a game in place of the picture, or the picture again.

        A text that tells what a player may not see is not among them; ``show_text`` writes it.
        """
        super().show_record(on)
        if self.secret:
            self.draw()

    def show_text(self, text: str) -> None:
        """Write a text of this game, which may tell what a player may not see, where it can be copied."""
        self.show_record(True)
        self.write(text)

    # Widgets.

    def text_buttons(self) -> tuple[Any, ...]:
        """Buttons that write what is secret."""
        return (
            self.button("Show record", lambda: self.show_text(self.told_text())),
            self.button("Show position", lambda: self.show_text(self.state.text)),
        )

    def build_stepper(self) -> Any:
        """The switch that opens a stepper below."""
        self.stepper_button = self.switch("Stepper", self.show_stepper, tooltip="Step through this game, below")
        return self.stepper_button

    def build_picture(self, clickable: bool) -> None:
        """The widget for the picture, which can be clicked if that is wanted and anywidget is there."""
        size = Layout(width=f"{self.size[0]}px", height=f"{self.size[1]}px", margin="0 auto")
        self.picture, self.clickable = self.picture_for(self.hear, clickable, size)
        self.picture.add_class("spiralkit-picture")

    def build_walk(self, step: str) -> tuple[Any, ...]:
        """Undo, redo, one step (by its name) back and on, and the list of the lines that were left."""
        self.undo_button = self.button("Undo", self.undo)
        self.redo_button = self.button("Redo", self.redo)
        self.back_button = self.button(f"{step} back", self.back)
        self.forward_button = self.button(f"{step} on", self.forward)
        self.branch_list = Dropdown(options=("",), layout=Layout(flex="1 1 0", width="auto", min_width="0"))
        named(self.branch_list, "Lines that were left")
        self.on_value(self.branch_list, self._branch_chosen)
        return self.undo_button, self.redo_button, self.back_button, self.forward_button, self.branch_list

    def _branch_chosen(self, branch: int | None) -> None:
        if branch is not None and not self._setting:
            self.return_to(branch)

    def draw_walk(self) -> None:
        """Which of these can be used here."""
        place, end = self.place, len(self._line)
        self.undo_button.disabled = self.back_button.disabled = place == 0
        self.forward_button.disabled = place == end
        self.redo_button.disabled = place == end and not self.goes_on
        self.redo_button.description = "Go on" if place == end and self.goes_on else "Redo"
        told = self.partings()
        head = f"{len(told)} branch{'es' * (len(told) != 1)}: return to .." if told else "no branches"
        options = ((head, None), *((name, number) for number, name in enumerate(told)))
        if self.branch_list.options != options:
            self.branch_list.options = options
        self.branch_list.index = 0
        self.branch_list.disabled = not told
