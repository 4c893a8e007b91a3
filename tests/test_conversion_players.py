"""The players of the colour-conversion spiral that look ahead: loops against rules, what the advisor may know."""

import os
import random
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from itertools import pairwise, product
from pathlib import Path

import pytest
from conversion_referee import judge

from spiralkit import kernels
from spiralkit.cards import STANDARD as PACK
from spiralkit.cards import numbers, shuffled
from spiralkit.conversion import NEIGHBOURS, Rules, State, colour_of, deal, reshuffle, to_json
from spiralkit.conversion.games import FIRST_RESHUFFLE
from spiralkit.conversion.table import CONVERTS
from spiralkit.kernels import spiralling as loops
from spiralkit.lookahead import wilson
from spiralkit.lookahead.conversion import POLICIES, Advisor, packed, play_game, random_policy, sweep, thoughtful_line
from spiralkit.lookahead.conversion.advisor import sampled
from spiralkit.study.table import Table

RULES = [Rules(ace, exhausted) for ace, exhausted in product(("low", "high", "wrap"), ("rest", "lose"))]
NONE = iter(())
RESULTS = Path(__file__).parent.parent / "notebooks" / "results"


def orders(seed: int, state: State) -> list[int]:
    """Ten reshuffles of a game as the loops take them."""
    found = []
    for number in range(10):
        order = shuffled(PACK.cards, seed, FIRST_RESHUFFLE + number)
        found += packed.order(packed.number(card, state.colour) for card in order)
    return found


def seen(state: list[int]) -> tuple:
    """What counts in a packed state; the hand and the discards in any order, places only where they mean something."""
    hand = sorted(state[loops.HAND : loops.HAND + state[loops.HELD]])
    deck = state[loops.DECK + state[loops.NEXT] : loops.DECK + state[loops.DECKED]]
    discards = sorted(state[loops.DISCARDS : loops.DISCARDS + state[loops.OUT]])
    place = state[loops.PLACE] if state[loops.STEP] in (loops.IN, loops.SPIRAL_OUT) else 0
    counters = [state[at] for at in (loops.CYCLE, loops.STEP, loops.PLAYED, loops.MINE, loops.THEIRS)]
    return state[:16], hand, deck, discards, place, counters


def after_choices(seed: int, policy, rules: Rules) -> list[tuple[State, object, State]]:
    """A game as its choices: the state before, the move, and the state at the next choice or the end."""
    line = play_game(seed, policy, rules)
    at = [number for number, state in enumerate(line.states[:-1]) if state.choosing]
    return [
        (line.states[one], line.moves[one], line.states[two]) for one, two in zip(at, [*at[1:], len(line)], strict=True)
    ]


@pytest.mark.parametrize("rules", RULES, ids=str)
def test_the_loops_play_by_the_rules(rules):
    met = Counter()
    table = packed.rules_of(loops, rules)
    for seed, policy in [*((seed, random_policy) for seed in range(8)), *((seed, sweep) for seed in range(20, 26))]:
        shuffles = orders(seed, deal(seed, rules))
        ran = None
        for state, move, later in after_choices(seed, policy, rules):
            now = packed.pack(state)
            now[loops.SHUFFLES] = ran[loops.SHUFFLES] if ran else 0
            found, worths = [0] * loops.CHOICES, [0] * loops.CHOICES
            count = loops.choices(now, table, found, worths)
            moves = [packed.unpack(state, choice) for choice in found[:count]]
            assert set(moves) <= set(state.moves())
            assert len(set(moves)) == count
            if state.due != "swap":  # all but twins: cards of equal rank and colour
                assert {(each.places, each.cards[0].rank) for each in moves} == {
                    (each.places, each.cards[0].rank) for each in state.moves()
                }
                number, place = state.hand.index(move.cards[0]), move.places[-1] - 1
                choice = place << 3 | number
            else:
                choice = move.places[0] - 1 << 4 | move.places[1] - 1
            assert packed.unpack(state, choice) == move
            ran = list(now)
            end = loops.played(ran, choice, shuffles, table)
            if later.outcome is None:
                assert end == loops.GOES_ON
                assert seen(ran) == seen(packed.pack(later))
            else:
                assert end == (loops.WON if later.outcome.winner == "me" else loops.NOT_WON)
                met[later.outcome.how] += 1
            met["reshuffled"] += ran[loops.SHUFFLES] > now[loops.SHUFFLES]
            met[state.due] += 1
            assert loops.hopeless(now) == (state.left(state.colour) + len(state.yours) < 16)
    assert met["reshuffled"]
    assert min(met["cover"], met["convert"], met["swap"]) > 20


def told(state: State, move) -> int:
    """The worth of a choice, told once more, in the words of the rules."""
    cards = dict(enumerate(state.cards, 1))
    if move.do == "swap":
        one, two = move.places
        cards[one], cards[two] = cards[two], cards[one]
    else:
        cards[move.places[-1]] = move.cards[0]
    shown = {place: colour_of(card) for place, card in cards.items()}
    known = set(cards)

    def hits(place):
        return [
            other
            for other in NEIGHBOURS[place]
            if other in known
            and shown[other] != shown[place]
            and cards[other].rank in CONVERTS[state.rules.ace][cards[place].rank]
        ]

    inwards = state.step in ("cover", "in")
    for place in range(state.place or 16, 0, -1) if inwards else range(state.place or 1, 17):
        for other in hits(place) if place in known else ():
            shown[other] = shown[place]
            known.remove(other)
    value = loops.SHOWN * list(shown.values()).count(state.colour)
    for place in known:
        value += len(hits(place)) * (loops.GIVES if shown[place] == state.colour else -loops.TAKES)
    return value


@pytest.mark.parametrize("rules", RULES[::2], ids=str)
def test_the_worth_of_a_choice(rules):
    table = packed.rules_of(loops, rules)
    for seed in range(3):
        for state, _, _ in after_choices(seed, sweep, rules):
            found, worths = [0] * loops.CHOICES, [0] * loops.CHOICES
            count = loops.choices(packed.pack(state), table, found, worths)
            for choice, worth in list(zip(found, worths, strict=True))[:count:7]:
                assert worth == told(state, packed.unpack(state, choice))


# The advisor.


def test_what_is_hidden_changes_no_choice():
    chance = random.Random("hidden")
    advisor = Advisor()
    advisor.choices, advisor.decks = 4, 2
    states = [state for seed in (1, 2, 3) for state in play_game(seed, sweep).states if state.choosing]
    differ = 0
    for state in chance.sample(states, 25):
        deck = list(state.deck)
        chance.shuffle(deck)
        other = replace(state, deck=tuple(deck))
        differ += other != state
        assert advisor(state.view(), NONE) == advisor(other.view(), NONE)
    assert differ >= 15


def test_the_sampled_decks_are_made_of_the_unseen_cards_and_all_differ():
    view = deal(7).view()
    state = packed.pack(view.known)
    samples = sampled(loops, state)
    decks = set()
    for _ in range(20):
        deck, order = next(samples)
        cards = deck[loops.DECK : loops.DECK + 31]
        assert sorted(cards) == sorted(packed.number(card, view.known.colour) for card in view.unseen)
        assert list(deck[: loops.DECK]) == state[: loops.DECK]
        assert sorted(order) == list(range(52))
        decks.add(tuple(cards))
    assert len(decks) == 20
    places = Counter(deck.index(3) for _ in range(2000) for deck in [next(samples)[0][loops.DECK : loops.DECK + 31]])
    expected = 2000 / 31
    assert set(places) == set(range(31))
    assert sum((count - expected) ** 2 / expected for count in places.values()) < 60  # chi-square, 30 degrees


def test_it_takes_a_win_that_is_there():
    ends = [line for seed in range(100001, 100040) if (line := play_game(seed, sweep)).state.outcome.winner == "me"]
    for line in ends[:4]:
        last = max(number for number, state in enumerate(line.states[:-1]) if state.choosing)
        state = line.states[last]
        assert state.play(POLICIES["advisor"](state.view(), NONE)).outcome.winner == "me"


SCRIPT = """
from spiralkit.conversion import Rules
from spiralkit.lookahead.conversion import Advisor, play_game
advisor = Advisor()
advisor.choices, advisor.decks = 3, 3
print(*play_game(11, advisor, Rules(ace="wrap")).moves)
"""


def test_its_games_are_the_same_in_any_process_compiled_or_plain():
    more = {"PYTHONHASHSEED": "1", "SPIRALKIT_PLAIN": "1"}
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT], env=os.environ | more, capture_output=True, text=True, check=True
    )
    advisor = Advisor()
    advisor.choices, advisor.decks = 3, 3
    assert done.stdout.split() == [str(move) for move in play_game(11, advisor, Rules(ace="wrap")).moves]


def test_it_wins_far_more_often_than_sweep():
    """Sweep wins one game in seven; twelve games are few, but the same twelve always."""
    won = 0
    for seed in range(100001, 100013):
        line = play_game(seed, POLICIES["advisor"])
        judge(to_json(line, seed=seed, policy="advisor"))
        won += line.state.outcome.winner == "me"
    assert won >= 5


def test_more_effort_tries_more():
    normal, high = Advisor("normal"), Advisor("high")
    assert high.choices * high.decks > 2 * normal.choices * normal.decks


# With the deck known.


@pytest.mark.parametrize("rules", [Rules(), Rules(ace="high"), Rules(ace="wrap")], ids=str)
def test_a_thoughtful_line_is_a_won_game_on_the_deal(rules):
    found = 0
    for seed in range(1, 7):
        line = thoughtful_line(seed, 400, rules)
        if line is not None:
            assert line.start == deal(seed, rules)
            assert line.state.outcome.winner == "me"
            assert judge(to_json(line, seed=seed))[0] == "win"
            shuffles = [move for move in line.moves if move.do == "reshuffle"]
            states = [state for state in line.states[:-1] if state.deal_due]
            assert shuffles == [reshuffle(state, seed, number) for number, state in enumerate(states, 1)]
            found += 1
    assert found >= 5


def test_where_no_line_is_found_nothing_is_said():
    assert thoughtful_line(1, 0) is None
    lost = next(seed for seed in range(1, 30) if play_game(seed, sweep).state.outcome.winner != "me")
    assert thoughtful_line(lost, 400) is not None


def test_the_loops_are_plain_where_numba_is_not_wanted(monkeypatch):
    monkeypatch.setenv("SPIRALKIT_PLAIN", "1")
    assert kernels.fast_spiralling() is loops
    monkeypatch.delenv("SPIRALKIT_PLAIN")
    pytest.importorskip("numba")
    assert kernels.fast_spiralling() is not loops
    assert kernels.fast_spiralling() is kernels.fast_spiralling()


def test_random_numbers_are_not_drawn():
    assert Advisor()(deal(1).view(), NONE) == Advisor()(deal(1).view(), numbers(5, 0))


# The results that are kept.


def test_the_table_of_players_holds_together():
    table = Table.load(RESULTS / "conversion_players.csv")
    for row in table.rows:
        assert row["won"] + row["lost"] + row["catastrophe"] == row["games"] >= 1000
        assert (row["won_low"], row["won_high"]) == pytest.approx(wilson(row["won"], row["games"]), abs=1e-6)
        assert 11 * row["won"] <= row["points_mean"] * row["games"] <= 20 * row["won"]
        rule = "" if row["rule"] == "ace=low" else f" --rule {row['rule']}"
        said = f"--seed {row['seeds'].split()[0]} --games {row['games']} --policy {row['policy']}{rule}"
        assert row["command"] == f"spiralkit play conversion {said}"
    for rule in ("ace=low", "ace=high", "ace=wrap"):
        won = [table.where(rule=rule, policy=name)[0] for name in ("random", "greedy", "sweep", "advisor")]
        assert won[3]["won"] >= 3 * won[1]["won"]
        assert all(less["won_high"] < more["won_low"] for less, more in pairwise(won))


def test_the_table_of_known_decks_holds_together():
    for row in Table.load(RESULTS / "conversion_deck_known.csv").rows:
        assert row["line_found"] + row["unknown"] == row["deals"]
        found = wilson(row["line_found"], row["deals"])
        assert (row["found_low"], row["found_high"]) == pytest.approx(found, abs=1e-6)


@pytest.mark.slow
@pytest.mark.parametrize("rules", [Rules(), Rules(ace="high"), Rules(ace="wrap")], ids=str)
def test_the_table_of_players_is_what_they_win(rules):
    for row in Table.load(RESULTS / "conversion_players.csv").where(rule=f"ace={rules.ace}"):
        first, last = (int(word) for word in row["seeds"].split(" to "))
        ends = [play_game(seed, POLICIES[row["policy"]], rules).state.outcome for seed in range(first, last + 1)]
        counts = Counter(end.result for end in ends)
        assert [counts[name] for name in ("win", "loss", "catastrophe")] == [
            row[name] for name in ("won", "lost", "catastrophe")
        ]
        assert sum(end.points for end in ends) / len(ends) == pytest.approx(row["points_mean"], abs=1e-6)
