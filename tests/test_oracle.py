"""Games as the command prints them, replayed piece by piece by the independent implementation."""

from __future__ import annotations

import json
from collections import Counter

import oracle
import pytest
from click.testing import CliRunner

from spiralkit.cli import cli
from spiralkit.spiral import VARIANTS, Variant, redeal


def games(count: int, seed: int, policy: str, variant: Variant) -> list[dict[str, object]]:
    arguments = f"play spiral --seed {seed} --policy {policy} --games {count} --variant {variant} --json"
    result = CliRunner().invoke(cli, arguments.split(), catch_exceptions=False)
    assert result.exit_code == 0
    return [json.loads(line) for line in result.output.splitlines()]


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
@pytest.mark.parametrize(
    ("policy", "count"),
    [("random", 60), ("greedy", 2), pytest.param("random", 1000, marks=pytest.mark.slow)],
)
def test_played_games_agree_with_the_independent_check(policy: str, count: int, variant: Variant) -> None:
    found = games(count, 101, policy, variant)
    assert [game["seed"] for game in found] == list(range(101, 101 + count))
    for game in found:
        assert (game["variant"], game["policy"]) == (str(variant), policy)
        oracle.check_play(game)
        deals = [str(redeal(game["seed"], number + 1)) for number in range(len(game["deals"]))]
        assert ["/".join(columns) for columns in game["deals"]] == deals


def test_the_check_notices_what_is_wrong() -> None:
    """A card, a cell, a deal, a piece or a result that is not so makes the check fail."""
    [game] = games(1, 7, "random", VARIANTS[0])
    assert len(game["deals"]) > 1
    caught = Counter()
    for place, turn in enumerate(game["turns"]):
        for key, other in (("cell", "77"), ("pair", "AA"), ("columns", "bc"), ("cards", ["7c", "7d"]), ("deal", 9)):
            if turn[key] == other:
                continue
            wrong = json.loads(json.dumps(game))
            wrong["turns"][place][key] = other
            with pytest.raises(AssertionError):
                oracle.check_play(wrong)
            caught[key] += 1
    assert min(caught.values()) > 20
    for change in (
        {"result": "win" if game["result"] == "loss" else "loss"},
        {"how": "fork" if game["how"] == "bridge" else "bridge"},
        {"turns": game["turns"][:-1]},
        {"turns": [*game["turns"], game["turns"][-1]]},
        {"deals": [*game["deals"], game["deals"][0]]},
    ):
        with pytest.raises(AssertionError):
            oracle.check_play({**game, **change})
