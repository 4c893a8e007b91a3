"""The fields that say which Spider game is dealt next: its name, its rules, and the number of the deal."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ipywidgets import Dropdown, Layout, VBox

from ..spider import PRESETS, Rules
from ..spider.rules import OPTIONS
from .app import named, seed_in

if TYPE_CHECKING:
    from .spider_player import SpiderPlayer


class Deals(VBox):  # type: ignore[misc,unused-ignore]
    """The fields, and the buttons that begin a game of them in a player."""

    def __init__(self, player: SpiderPlayer, seed: int) -> None:
        self.player = player
        self.game = named(Dropdown(layout=Layout(width="auto")), "Game")
        self.rules = {
            name: named(Dropdown(options=_options(name, values), layout=Layout(width="auto")), f"Rule {name}")
            for name, values in OPTIONS.items()
        }
        self.seed = player.seed_box(seed)
        self.by_seed = player.button("New game of seed", lambda: player.new_game(seed_in(self.seed), self.chosen()))
        self.by_chance = player.button("New game", lambda: player.new_game(None, self.chosen()))
        self.numbered = player.button("Microsoft deal", lambda: player.new_numbered(seed_in(self.seed), self.chosen()))
        self.numbered.tooltip = "The public deal of Spider with the number in the field Seed"
        player.on_value(self.game, self._show_options)
        self.show(player.state.rules)
        begin = (self.seed, self.by_seed, self.by_chance, self.numbered)
        super().__init__([self.game, *self.rules.values(), *begin], layout=Layout(width="214px"))

    def show(self, rules: Rules) -> None:
        """Let the fields say these rules; those of a game made up are kept as they are."""
        own = [] if rules.name in PRESETS else [(rules.name, rules)]
        self.game.options = [*((preset.title, preset) for preset in PRESETS.values()), *own]
        self.game.value = PRESETS.get(rules.name, rules)
        self._show_options(rules)

    def _show_options(self, rules: Rules) -> None:
        for name, field in self.rules.items():
            there = name in rules.options and rules.name in PRESETS
            field.layout.display = None if there else "none"
            if there:
                field.value = getattr(rules, name)
        self.numbered.layout.display = None if rules.name.startswith("spider") else "none"

    def chosen(self) -> Rules:
        """The rules that the fields say."""
        rules: Rules = self.game.value
        if rules.name not in PRESETS:
            return rules
        return rules.change(**{name: self.rules[name].value for name in rules.options})


WORDS: dict[str, Callable[[Any], str]] = {
    "removal": lambda value: "Sets leave at once" if value == "auto" else "Sets leave when you say",
    "deal_when": lambda value: "Deal only when stuck" if value == "stuck" else "Deal at any time",
    "strict_fill": lambda value: "No gaps at a deal" if value else "Gaps allowed at a deal",
    "open": lambda value: "All dealt face up" if value else "Dealt face down in part",
    "trump_unit": lambda value: f"Trump unit on {'any higher' if value == 'higher' else 'the next only'}",
    "weave": lambda value: "With a weave cell" if value else "No weave cell",
    "stack_limit": lambda value: f"Winds, Flowers: {f'{value} at most' if value else 'no limit'}",
    "jokers": lambda value: f"{value} Joker{'s' * (value != 1)}",
    "level": lambda value: f"Level {value}",
}
"""What the values of each rule say, in words."""


def _options(name: str, values: tuple[object, ...]) -> list[tuple[str, object]]:
    return [(WORDS[name](value), value) for value in values if value != ""]
