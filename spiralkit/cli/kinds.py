"""What the commands ask of each game. The seven games of the Spider family are of one kind."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import Any

from .. import answers, lookahead
from .. import conversion as converting
from .. import spider as spiders
from .. import spiral as spiralling
from ..cards import TextError
from ..game import Line, Outcome
from ..lookahead import conversion as conversion_players
from ..lookahead import spider as spider_players
from ..lookahead import wilson
from ..lookahead.spider_advisor import Advisor as SpiderAdvisor
from ..spiral import STANDARD, Variant


@dataclass(frozen=True)
class Kind:
    """A game, or a family of games that one engine plays, as the commands use it.

    ``name`` is also that of its file in the room ``draw``; ``rules`` reads the rules from the name of the game,
    --variant and each --rule; ``rules_of`` takes them from a state; ``players`` has those that --policy names, by the
    effort; ``story`` is a line as JSON, with its ``seed`` and ``policy`` if there are such; ``total`` says in words how
    games ended.
    """

    name: str
    state: type
    parse: Callable[[str], Any]
    rules: Callable[[str, Variant, Sequence[str]], Any]
    rules_of: Callable[[Any], Any]
    deal: Callable[[int, Any], Any]
    players: Callable[[str], Mapping[str, Any]]
    play: Callable[[int, Any, Any], Line[Any, Any]]
    story: Callable[..., dict[str, Any]]
    summary: Callable[[Line[Any, Any]], str]
    total: Callable[[Sequence[Any]], str]


def _variant(game: str, variant: Variant, options: Sequence[str]) -> Variant:
    if options:
        raise TextError(f"--rule {options[0]}: {game} has no such rules; it has --variant")
    return variant


def _no_variant(game: str, variant: Variant) -> None:
    if variant != STANDARD:
        raise TextError(f"--variant {variant}: {game} has none; it has --rule NAME=VALUE")


def _conversion_rules(game: str, variant: Variant, options: Sequence[str]) -> converting.Rules:
    _no_variant(game, variant)
    return converting.Rules.parse("+".join(options) or "standard")


def _spider_rules(game: str, variant: Variant, options: Sequence[str]) -> spiders.Rules:
    _no_variant(game, variant)
    return spiders.Rules.parse(" ".join([game, *options]))


def _spider_position(text: str) -> spiders.State:
    """The position, also where a shell has made one line of its lines."""
    return spiders.State.parse(text if "\n" in text else re.sub(r" (?=\w+:)", "\n", text))


def _won(endings: Sequence[Outcome | None]) -> int:
    return sum(ending is not None and ending.winner == "me" for ending in endings)


def _share(won: int, games: int) -> str:
    low, high = wilson(won, games)
    return f"{100 * won / games:.2f} % (95 % interval {100 * low:.2f} to {100 * high:.2f} %)"


def _spiral_total(endings: Sequence[Outcome | None]) -> str:
    won = _won(endings)
    return f"{won} of {len(endings)} won, {_share(won, len(endings))}"


def _conversion_total(endings: Sequence[converting.Ending | None]) -> str:
    won = [ending.points for ending in endings if ending and ending.winner == "me"]
    bad = sum(ending is not None and ending.result == "catastrophe" for ending in endings)
    points = f", {sum(won) / len(won):.1f} points each" if won else ""
    share = _share(len(won), len(endings))
    return f"{len(won)} of {len(endings)} won{points}, {bad} catastrophes; won {share}"


def _spider_total(endings: Sequence[Outcome | None]) -> str:
    won, stopped = _won(endings), endings.count(None)
    lost = len(endings) - won - stopped
    return f"{won} of {len(endings)} won, {lost} lost, {stopped} stopped; won {_share(won, len(endings))}"


SPIRAL = Kind(
    name="spiral",
    state=spiralling.State,
    parse=spiralling.State.parse,
    rules=_variant,
    rules_of=attrgetter("variant"),
    deal=spiralling.deal,
    players=lambda effort: lookahead.POLICIES | {"advisor": lookahead.Advisor(effort)},
    play=lookahead.play_game,
    story=answers.story,
    summary=answers.summary,
    total=_spiral_total,
)
CONVERSION = Kind(
    name="conversion",
    state=converting.State,
    parse=converting.State.parse,
    rules=_conversion_rules,
    rules_of=attrgetter("rules"),
    deal=converting.deal,
    players=lambda effort: conversion_players.POLICIES | {"advisor": conversion_players.Advisor(effort)},
    play=conversion_players.play_game,
    story=converting.to_json,
    summary=answers.conversion_summary,
    total=_conversion_total,
)
SPIDER = Kind(
    name="spider",
    state=spiders.State,
    parse=_spider_position,
    rules=_spider_rules,
    rules_of=attrgetter("rules"),
    deal=lambda seed, rules: spiders.deal(rules, seed),
    players=lambda effort: spider_players.POLICIES | {"advisor": SpiderAdvisor(effort)},
    play=spider_players.play_game,
    story=spiders.to_json,
    summary=answers.spider_summary,
    total=_spider_total,
)

GAMES = {"spiral": SPIRAL, **dict.fromkeys(spiders.PRESETS, SPIDER), "conversion": CONVERSION}
"""The kind of each game by the name that the commands know."""


def kind_of(state: object) -> Kind:
    """The kind of game that a state is of."""
    return next(kind for kind in GAMES.values() if isinstance(state, kind.state))


def kind_of_text(text: str) -> Kind:
    """The kind of game that a position must be of: named lines, a square of sixteen piles, or else Spiral."""
    if ":" in text:
        return SPIDER
    return CONVERSION if text.split() and text.split()[0].count("/") == 15 else SPIRAL
