"""A position typed, pasted or built by clicks, and what can be proved of it: what wins, and which cells decide."""

from __future__ import annotations

import asyncio
from html import escape
from typing import Any, Literal

from ipywidgets import (
    HTML,
    Box,
    Button,
    Dropdown,
    GridBox,
    HBox,
    Label,
    Layout,
    Text,
    ToggleButtons,
    VBox,
)

from .. import board
from ..board import CELLS, Cell
from ..cards import PIQUET, Card, TextError
from ..draw import building, hexes, spiral, svg
from ..draw.cards import words
from ..draw.scene import Scene
from ..lookahead.attrition import ROLES, Attrition, attrition, spoken
from ..lookahead.claims import ORDINALS, claims, deal_numbers, name_of
from ..lookahead.search import Look
from ..spiral import COLUMNS, VARIANTS, Move, State, Turn
from .app import App, seed_in
from .draft import Draft
from .explorer import Explorer
from .player import Player
from .stepper import Stepper
from .verdicts import Answer, VerdictList, answer

PICTURE = (680, 332)
SIDE = 146
LOWER = 140
"""Pixels: the picture's width and height, the width of what is beside it, the height of what is below it."""

SUIT_SIGNS = {"c": "♣\ufe0e", "d": "♦\ufe0e", "h": "♥\ufe0e", "s": "♠\ufe0e"}
RED = "#B5121B"

TURNS: dict[str, Turn] = {"you": "me", "Dr. Brooks": "brooks", "her second piece": "brooks2"}
BRUSHES = (("next", ""), ("you", "x"), ("she", "o"), ("vacant", "."))
KEYS = {"x": "x", "o": "o", ".": ".", "delete": ".", "backspace": "."}
"""What a key makes of the cell that has the focus."""

HOW = "Press a card: it goes to the marked column, below the others; press Take back: it comes back."
HOW_TO_CLICK = (
    "Press a card: it goes to the marked column, below the others; press it there: it comes back. "
    "Keys: arrows, Enter, x (you), o (she), full stop (vacant), a to d, u (undo)."
)

ANSWERS = ("The only winning move", "Every move", "No move wins")
"""How the claim begins that is shown first: which moves win."""

_STYLE = """<style>
.spiralkit-cells { position: relative }
.spiralkit-cells > .jupyter-button {
    position: absolute; margin: 0; border-radius: 50%; background: transparent; color: transparent; box-shadow: none
}
.spiralkit-cells > .jupyter-button:hover { outline: 2px solid #1A1A1A }
.spiralkit-cells > .jupyter-button:focus-visible { outline: 4px solid #c4007a }
.spiralkit-tray .jupyter-button { margin: 0; padding: 0; height: 26px; line-height: 26px; font-weight: bold }
.spiralkit-tray .jupyter-button:disabled { opacity: 0.3 }
.spiralkit-tray .widget-toggle-buttons { margin: 0; height: 30px }
.spiralkit-tray .widget-toggle-button { margin: 0 1px 0 0 }
.spiralkit-verdicts .jupyter-button { line-height: 20px }
</style>"""

Panel = Literal["edit", "wins", "decides"]


class Editor(App):
    """A position to build, and to ask what wins and what decides.

    ``position`` is a state or its text, which may be one that no game comes to; without it board and columns are
    empty. ``draft`` is what is edited, with a method for every edit. As long as it is impossible, ``problems`` says
    why and ``state`` raises TextError.

    With anywidget the picture can be clicked and walked through by keys; without it, or with ``clickable=False``,
    plain buttons lie over the cells. ``large`` and ``layout`` are as in ``Stepper``.

    >>> editor = Editor()
    >>> editor.draft.fresh_deal(seed=1)
    >>> editor.state.text == editor.text
    True
    >>> editor.look.verdict
    'open'
    >>> editor.close()

    Raises TextError if the text is no position, not even an impossible one.
    """

    taken = (*COLUMNS, "u")
    _task: asyncio.Task[None] | None = None

    def __init__(
        self,
        position: State | str | None = None,
        *,
        clickable: bool = True,
        large: bool = False,
        layout: hexes.Layout = hexes.PLAIN,
    ) -> None:
        self.draft = Draft(position, self._changed)
        self._answer: Answer | None = None
        self._attrition: Attrition | None = None
        self._chosen: Move | None = None
        self._panel: Panel = "edit"
        self._setting = False
        self._turned = layout
        super().__init__(large=large)
        self.style_sheet.value += _STYLE
        self._build(clickable)
        self.set_large(large)

    # The position.

    @property
    def problems(self) -> tuple[str, ...]:
        """Why the draft cannot be a position, all that there is; empty if it can."""
        return self.draft.problems

    @property
    def state(self) -> State:
        """The position; raises TextError, which says all that is wrong, while it is impossible."""
        return self.draft.state

    @property
    def text(self) -> str:
        """The draft as the text of a position, possible or not."""
        return self.draft.text

    @property
    def look(self) -> Look | None:
        """The position looked at, now if it was not before; None while it is impossible or if the game is over."""
        if self.problems or self.state.outcome is not None:
            return None
        self._answer = self._answer or answer(self.state)
        return self._answer.look

    def load(self, text: str) -> None:
        """Take over the text of a position, possible or not; raises TextError if it cannot be read."""
        self.draft.load(text)

    def press_cell(self, cell: Cell | str) -> None:
        """Make a cell what the brush says; with the brush ``next`` it goes from vacant to you, to she, to vacant."""
        self.draft.press_cell(cell, self.brush.value)

    def undo(self) -> None:
        """Take back the last edit; raises ValueError if there is none."""
        self.draft.undo()

    def _changed(self) -> None:
        """The draft has been edited: what was found of another is dropped."""
        self.stop()
        self._panel = "edit"
        self._answer = self._attrition = self._chosen = None
        self.draw()

    # Answers.

    def edit(self) -> None:
        """Go back from the answers to editing."""
        self.stop()
        self._panel = "edit"
        self.draw()

    def what_wins(self) -> None:
        """Show the verdict of each move with its line and reason.

        In a notebook a long search goes on beside all else, until ``stop`` or the next edit. Raises TextError while
        the position is impossible, ValueError if the game is over.
        """
        state = self._goes_on()
        self.stop()
        self._panel = "wins"
        if self._answer is None:
            try:
                loop = asyncio.get_running_loop()
            except RuntimeError:
                self._answer = answer(state)
            else:
                self._task = loop.create_task(self._find(state))
        self.draw()

    async def _find(self, state: State) -> None:
        try:
            self._answer = await asyncio.to_thread(answer, state)
        except Exception as error:
            self._panel = "edit"
            self._task = None
            self.draw()
            self.show_error(error)
        else:
            self._task = None
            self.draw()

    def stop(self) -> None:
        """Give up the search that is going on."""
        if self._task is not None:
            self._task.cancel()
            self._task = None
            self._panel = "edit"

    def ask_or_stop(self) -> None:
        """Ask what wins, or give up the search that is going on."""
        if self._task is None:
            self.what_wins()
        else:
            self.edit()

    def what_decides(self) -> None:
        """Mark the vacant cells that decide, with the claims that are proved.

        Raises TextError while the position is impossible or too many cells are vacant, ValueError if the game is over.
        """
        state = self._goes_on()
        try:
            self._attrition = self._attrition or attrition(state)
        except TextError:
            self.edit()  # another answer is none to this question
            raise
        self.stop()
        self._panel = "decides"
        self.draw()

    def _goes_on(self) -> State:
        if self.problems:
            raise TextError("not a position yet: what is missing is said below")
        state = self.state
        if state.outcome is not None:
            raise ValueError(f"the game is over: {state.status()}; such a position can be shown, not looked ahead")
        return state

    def select(self, move: Move | str) -> None:
        """Show line and reason of one of your moves; raises ValueError if it is none."""
        move = Move.parse(move) if isinstance(move, str) else move
        if self._answer is None or move not in self._answer.reasons:
            raise ValueError(f"{move} is none of the moves that were looked at")
        self._chosen = move
        self.draw()

    # To go on with it elsewhere.

    def stepper(self) -> Stepper:
        """A stepper at this position; raises TextError while it is impossible."""
        return Stepper(self.state, large=self.large, layout=self._turned)

    def explorer(self) -> Explorer:
        """The tree of this position; raises TextError while it is impossible."""
        return Explorer(self.state, large=self.large, layout=self._turned)

    def player(self) -> Player:
        """The game played on from this position; raises TextError while it is impossible."""
        return Player(self.state, large=self.large, layout=self._turned)

    def close(self) -> None:
        """Give up a search, and close the app with all it holds."""
        self.stop()
        super().close()

    # What is pressed in the picture.

    def hear(self, act: str, data: dict[str, str]) -> None:
        """What was done in the picture: see ``Clickable``."""
        cell = data.get("cell")
        if act == "key":
            self._key(data["key"].lower(), cell)
        elif act == "press" and cell:
            self.press_cell(cell)
        elif act == "press" and data["card"].startswith(building.PLACE):
            self.draft.choose_column(data["column"])
        elif act == "press":
            self.draft.press_card(data["card"])

    def key(self, key: str) -> None:
        """A key where no cell has the focus: a to d, u."""
        self._key(key, None)

    def _key(self, key: str, cell: str | None) -> None:
        if key in KEYS and cell:
            self.draft.set_cell(cell, KEYS[key])
        elif key in tuple(COLUMNS):
            self.draft.choose_column(key)
        elif key == "u":
            self.undo()

    # What is seen.

    def _build(self, clickable: bool) -> None:
        """All widgets, once and for all."""
        self.edit_button = self.button("Edit", self.edit)
        self.wins_button = self.button("What wins?", self.ask_or_stop)
        self.decides_button = self.button("What decides?", self.what_decides)
        self.undo_button = self.button("Undo", self.undo)
        self._build_picture(clickable)
        self._build_tray()
        self.verdicts = VerdictList(lambda move: self.attempt(self.select, move), layout=Layout(width=f"{SIDE}px"))
        self.verdicts.add_class("spiralkit-verdicts")
        self.legend = HTML(layout=Layout(width=f"{SIDE}px"))
        self.brush = ToggleButtons(options=BRUSHES, layout=Layout(flex="0 0 auto", width="auto"))
        self.brush.style.button_width = "auto"
        self.brush.tooltips = ("from vacant to you, to she, to vacant", "yours", "hers", "vacant")
        flexible = {"flex": "1 1 0", "width": "auto", "min_width": "0"}
        self.turn = Dropdown(options=TURNS, description="Turn", layout=Layout(**flexible))
        names = [(str(variant), variant) for variant in VARIANTS]
        self.variant = Dropdown(options=names, description="Variant", layout=Layout(**flexible))
        self.seed = self.seed_box(1, "120px")
        self.position = Text(description="Position", continuous_update=False, layout=Layout(width="auto"))
        for control in (self.turn, self.variant, self.position):
            control.style.description_width = "initial"
        self.on_value(self.turn, lambda turn: self._set(self.draft.set_turn, turn))
        self.on_value(self.variant, lambda variant: self._set(self.draft.set_variant, variant))
        self.on_value(self.position, lambda text: self._set(self.load, text))
        self.status = HTML(layout=Layout(margin="0 2px"))
        clear = (self.button("Clear board", self.draft.clear_board), self.button("Clear cards", self.draft.clear_cards))
        by_seed = (
            self.button("Fresh deal", lambda: self.draft.fresh_deal(seed_in(self.seed))),
            self.button("Fill at random", lambda: self.draft.fill(seed_in(self.seed))),
        )
        self.controls = VBox(
            [
                HBox([Label("Press a cell:"), self.brush, self.turn, self.variant]),
                HBox([self.undo_button, *clear, self.seed, *by_seed]),
                self.status,
            ],
            layout=Layout(height=f"{LOWER}px", overflow="hidden"),
        )
        self.words = HTML(layout=Layout(height=f"{LOWER}px", margin="0 2px", overflow="auto"))
        sides = [self.tray_box, self.verdicts, self.legend]
        self.children = (
            *self.top,
            HBox([self.edit_button, self.wins_button, self.decides_button, self.large_type]),
            HBox([self.picture_box, *sides], layout=Layout(height=f"{PICTURE[1]}px", overflow="hidden")),
            self.controls,
            self.words,
            self.position,
        )

    def _build_picture(self, clickable: bool) -> None:
        """The picture, with buttons over its cells where it cannot be clicked itself."""
        size = Layout(width=f"{PICTURE[0]}px", height=f"{PICTURE[1]}px", margin="0")
        self.picture, self.clickable = self.picture_for(self.hear, clickable, size)
        self.picture.add_class("spiralkit-picture")
        self.cells = () if self.clickable else tuple(map(self._cell_button, range(CELLS)))
        self.picture_box = Box([self.picture, *self.cells], layout=size)
        self.picture_box.add_class("spiralkit-cells")

    def _cell_button(self, cell: Cell) -> Button:
        """A button that lies over a cell of the picture."""
        places = hexes.Hexes(self._turned, spiral.SIZE, spiral.BOARD_WIDTH / 2, spiral.HEIGHT / 2).places
        x, y, radius = (length * PICTURE[1] / spiral.HEIGHT for length in (*places[cell], spiral.SIZE * 0.8))
        button = self.button(board.label(cell), lambda: self.press_cell(cell))
        button.layout.min_width = "0"
        button.layout.width = button.layout.height = f"{2 * radius:.0f}px"
        button.layout.left, button.layout.top = f"{x - radius:.0f}px", f"{y - radius:.0f}px"
        return button

    def _build_tray(self) -> None:
        """A button for each card, and for each column."""
        self.columns = ToggleButtons(options=tuple(COLUMNS))
        self.columns.style.button_width = "35px"
        self.on_value(self.columns, lambda column: self._set(self.draft.choose_column, column))
        self.cards = {card: self._card_button(card) for card in PIQUET.cards}
        grid = GridBox(
            tuple(self.cards.values()), layout=Layout(grid_template_columns="repeat(4, 35px)", grid_gap="1px")
        )
        back = self.button("Take back", self.draft.take_back)
        self.tray_box = VBox([Label("Next card to:"), self.columns, grid, back], layout=Layout(width=f"{SIDE}px"))
        self.tray_box.add_class("spiralkit-tray")

    def _card_button(self, card: Card) -> Button:
        button = self.button(card.rank + SUIT_SIGNS[card.suits], lambda: self.draft.press_card(card))
        button.layout.width, button.layout.min_width = "35px", "0"
        button.style.text_color = RED if card.suits in "dh" else "#1A1A1A"
        button.tooltip = words(card)
        return button

    def _set(self, action: Any, value: Any) -> None:
        """What a control was set to, unless ``draw`` set it."""
        if not self._setting:
            action(value)

    def draw(self) -> None:
        """Show the draft, or the answer that was asked for."""
        self._setting = True
        try:
            editing, wins, decides = (self._panel == panel for panel in ("edit", "wins", "decides"))
            self.picture.value = svg.render(self.scene(), interactive=editing and self.clickable)
            self._draw_controls()
            if wins:
                self.verdicts.show(self._answer, self.chosen)
                self.words.value = self._answer.html(self.chosen) if self._answer else ""
            if decides and self._attrition:
                proved = claims(self.draft.position)[2:]  # the first two count what is seen
                proved = tuple(sorted(proved, key=lambda claim: not str(claim).startswith(ANSWERS)))
                self.words.value = "".join(f"<div>{escape(str(claim))}</div>" for claim in proved)
                self.legend.value = _legend(self._attrition)
            panels = ((editing, (self.tray_box, self.controls, *self.cells)), (wins, (self.verdicts,)))
            for shown, widgets in (*panels, (decides, (self.legend,)), (not editing, (self.words,))):
                for widget in widgets:
                    widget.layout.display = None if shown else "none"
        finally:
            self._setting = False

    def _draw_controls(self) -> None:
        tray = self.draft.tray
        for card, button in self.cards.items():
            button.disabled = card not in tray
        for cell, button in enumerate(self.cells):
            button.tooltip = f"{board.label(cell)}, {spiral.WHO[spiral.OWNERS[self.draft.position.owner(cell)]]}"
        self.columns.value, self.turn.value, self.variant.value = (
            self.draft.column,
            self.draft.position.turn,
            self.draft.position.variant,
        )
        self.position.value = self.text
        self.undo_button.disabled = not self.draft.can_undo
        self.wins_button.description = "Stop" if self._task else "What wins?"
        for panel, button in (("edit", self.edit_button), ("wins", self.wins_button), ("decides", self.decides_button)):
            button.button_style = "primary" if panel == self._panel else ""
        how = HOW_TO_CLICK if self.clickable else HOW
        said = self._said()
        if len(said) == 1:  # there is room for three lines of large type, or four of the ordinary one
            self.status.value = f"<div>{said[0]}</div><small>{how}</small>"
        else:
            self.status.value = "".join(f'<div style="font-size: 14px">{line}</div>' for line in said)

    def _said(self) -> list[str]:
        """What is wrong with the draft, or what it is, each as a line of HTML."""
        if self.draft.problems and self.draft.bare:
            return ["<b>0 of 32 cards placed:</b> press cards, Fresh deal or Fill at random."]
        if self.problems:
            return [f'<span class="spiralkit-error">✗ {escape(problem)}</span>' for problem in self.problems]
        if self.draft.position.outcome is not None:
            return [f"✓ <b>A position that can be shown:</b> the game is over, {self.draft.position.status()}."]
        return [f"✓ <b>A possible position:</b> {self.draft.position.status()}{_which(self.draft.position)}."]

    @property
    def chosen(self) -> Move | None:
        """The move whose line and reason are shown: the one selected, or else the best."""
        return self._chosen or (self._answer.best if self._answer else None)

    def scene(self) -> Scene:
        """The picture of what is edited, or of the answer."""
        options: dict[str, Any] = {"large": self.large, "layout": self._turned}
        if self._panel == "decides" and self._attrition:
            return spiral.scene(self.draft.position, marks=self._attrition.marks, **options)
        if self._panel == "wins" and self._answer:
            at, move = self._answer.look.at, self.chosen
            options |= {"last": self._answer.look.forced}
            if move:
                options |= {"slides": (at.placement(move),), "forecast": at.forecast(move) or ()}
            return spiral.scene(at, selected=move.columns if move else "", **options)
        headline = "Not a position yet" if self.problems else ""
        return building.scene(self.draft.position, column=self.draft.column, headline=headline, **options)


def _which(state: State) -> str:
    """Which deal of a game a position can belong to."""
    if state.variant.no_shuffle:
        return ""
    numbers = [ORDINALS[number - 1] for number in deal_numbers(state)]
    if not numbers:
        return "; a whole game does not come to these numbers, but one begun half-way may"
    return f"; the {spoken(numbers, 'or')} deal"


def _legend(found: Attrition) -> str:
    """The marks in the picture, what they say, and the cells that have them, those that decide first."""
    told = []
    for role, (says, mark) in ROLES.items():
        if cells := [name_of(fate.cell) for fate in found.having(role)]:
            told.append(f'<div style="margin-bottom:8px"><b>{mark}</b>: {says}<br>{spoken(cells)}</div>')
    return "".join(told)
