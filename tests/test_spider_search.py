"""Small Spider games searched to the end: the engine meets exactly the positions of an independent brute force."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from spider_referee import PLAIN, Table, judge

from spiralkit.cards import Card, Deck, cross, shuffled
from spiralkit.game import Line
from spiralkit.spider import SUITS, Family, Move, Rules, State, dealt, to_json

TINY = Rules("tiny", Deck("tiny", cross("12", "xy", 2)), columns=3, dealt=5, families=(replace(SUITS, suits="xy"),))
TOWER = Rules(
    "tiny_tower",
    Deck("tiny tower", (*cross("12", "x"), *cross("01234", "t"))),
    columns=3,
    dealt=7,
    families=(replace(SUITS, suits="x"), Family("trumps", "t", build="higher", unit=True, leave="tower")),
)
WINDS = Rules(
    "tiny_tiles",
    Deck("tiny winds", (*cross("12", "b"), *cross("ESWN", "w"))),
    columns=4,
    dealt=6,
    families=(replace(SUITS, suits="b"), Family("winds", "w", build="class", unit=False, leave="different")),
)
FLOWERS = replace(
    WINDS,
    deck=Deck("tiny flowers", (*cross("12", "b"), *cross("12", "fs"))),
    families=(replace(SUITS, suits="b"), Family("flowers", "fs", build="class", unit=False, leave="any")),
)
SHARED = Rules(
    "tiny_shared",
    Deck("tiny shared", (*cross("1", "xyz"), *(Card("2", suits) for suits in ("xy", "yz", "xz")), *cross("3", "xyz"))),
    columns=3,
    dealt=6,
    families=(replace(SUITS, suits="xyz"),),
)

GAMES = [
    TINY,
    replace(TINY, removal="auto"),
    replace(TINY, strict_fill=True),
    replace(TINY, deal_when="stuck"),
    replace(TINY, open=False),
    replace(TINY, open=False, face_down=1, strict_fill=True, removal="auto"),
    replace(TINY, jokers=1),
    replace(TINY, jokers=2, open=False, deal_when="stuck"),
    TOWER,
    replace(TOWER, trump_unit="next"),
    replace(TOWER, weave=True),
    replace(TOWER, removal="auto", weave=True, trump_unit="next"),
    replace(TOWER, dealt=4, deal_when="stuck"),
    *(replace(WINDS, stack_limit=limit) for limit in (None, 1, 2, 3)),
    replace(WINDS, removal="auto", stack_limit=2),
    replace(FLOWERS, stack_limit=2),
    SHARED,
    replace(SHARED, removal="auto", open=False),
]
SEED = 2


def named(rules: Rules) -> str:
    changed = (f"{name}={getattr(rules, name)}" for name in PLAIN if getattr(rules, name, PLAIN[name]) != PLAIN[name])
    return " ".join([rules.deck.name, *changed])


def searched(state: State, allowed: Callable[[State, Move], bool] = lambda state, move: True) -> set[State]:
    """Every position that can be reached."""
    found = {state}
    todo = [state]
    while todo:
        state = todo.pop()
        for move in state.moves():
            after = state.play(move)
            if allowed(state, move) and after not in found:
                found.add(after)
                todo.append(after)
    return found


def won(state: State) -> bool:
    return state.outcome is not None and state.outcome.winner == "me"


def game_of(rules: Rules) -> dict[str, object]:
    """The same game for the second reading."""
    suited = [card.rank for card in rules.deck.cards if set(card.suits) <= set(rules.families[0].suits)]
    return {
        **{name: getattr(rules, name) for name in PLAIN if name != "rows_down"},
        "ranks": "".join(dict.fromkeys(suited)),
        "deck": [str(card) for card in rules.deck.cards],
        "trumps": rules.name == "tiny_tower",
        "tiles": rules.name == "tiny_tiles",
        "rows_down": rules.face_down,
        "columns": rules.columns,
        "dealt": rules.dealt,
    }


def table_of(state: State) -> Table:
    columns = [list(map(str, column)) for column in state.columns]
    return Table(game_of(state.rules), columns, list(map(str, state.stock)))


def forced(table: Table) -> dict[object, tuple[list[str], bool]]:
    """Every position of the second reading, with its moves and whether it is won."""
    found = {table.key(): (sorted(table.legal()), table.is_won())}
    todo = [table]
    while todo:
        table = todo.pop()
        for text in found[table.key()][0]:
            after = table.after(text)
            if after.key() not in found:
                found[after.key()] = (sorted(after.legal()), after.is_won())
                todo.append(after)
    return found


def key_of(state: State) -> object:
    columns = tuple(
        "".join(f"({card})" if place < hidden else str(card) for place, card in enumerate(column))
        for column, hidden in zip(state.columns, state.hidden, strict=True)
    )
    cell = str(state.cell or "")
    return columns, "".join(map(str, state.stock)), state.tower, cell, len(state.off), state.troupe


@pytest.mark.parametrize("rules", GAMES, ids=named)
def test_a_complete_search_meets_what_a_brute_force_meets(rules: Rules) -> None:
    state = dealt(rules, shuffled(rules.deck.cards, SEED, 1))
    found = searched(state)
    assert {key_of(state): (sorted(map(str, state.moves())), won(state)) for state in found} == forced(table_of(state))


@pytest.mark.parametrize("rules", GAMES, ids=named)
def test_a_won_line_as_json_stands_before_the_second_reading(rules: Rules) -> None:
    """Every set taken and every trump is a move of its own, and the last clears the layout."""
    for seed in range(1, 4):
        start = dealt(rules, shuffled(rules.deck.cards, seed, 1))
        came: dict[State, tuple[State, Move]] = {}
        todo = [start]
        for state in todo:
            if won(state):
                moves: list[Move] = []
                while state != start:
                    state, move = came[state]
                    moves.insert(0, move)
                data = to_json(Line(start, moves), seed=seed)
                assert data["result"] == "won"
                judge(data, game_of(rules))
                assert sum(move.endswith("!") for move in data["moves"]) == rules.sets
                with pytest.raises(AssertionError):
                    judge({**data, "moves": data["moves"][:-1]}, game_of(rules))
                return
            for move in state.moves():
                after = state.play(move)
                if after not in came and after != start:
                    came[after] = (state, move)
                    todo.append(after)
    assert rules.deal_when == "stuck"


@pytest.mark.slow
@pytest.mark.parametrize("rules", GAMES, ids=named)
def test_complete_searches_of_more_deals(rules: Rules) -> None:
    for seed in range(100, 110):
        state = dealt(rules, shuffled(rules.deck.cards, seed, 1))
        found = {key_of(one): (sorted(map(str, one.moves())), won(one)) for one in searched(state)}
        assert found == forced(table_of(state))


def test_options_decide_games() -> None:
    """The same deals under other options: what can be won changes, as the rules say."""

    def wins(rules: Rules, deals: int) -> int:
        return sum(
            any(map(won, searched(dealt(rules, shuffled(rules.deck.cards, seed, 1))))) for seed in range(1, deals + 1)
        )

    assert wins(TINY, 10) == 10
    assert wins(replace(TINY, deal_when="stuck"), 10) < 10
    assert wins(WINDS, 2) == 2
    assert wins(replace(WINDS, stack_limit=1), 2) == 1


def test_a_whole_column_moved_into_an_empty_one_can_be_the_only_way_to_win() -> None:
    deck = Deck("two suits of three", cross("123", "ab"))
    rules = Rules("threes", deck, columns=2, dealt=2, families=(replace(SUITS, suits="ab"),))
    start = dealt(rules, deck.parse_all("3a2a2b3b1b1a"))

    def moves_no_whole_column_into_an_empty_one(state: State, move: Move) -> bool:
        source, target = state.letters.find(move.columns), state.letters.find(move.to)
        return move.do != "move" or len(state.columns[source]) > move.count or bool(state.columns[target])

    assert any(map(won, searched(start)))
    assert not any(map(won, searched(start, moves_no_whole_column_into_an_empty_one)))


def test_taking_a_set_at_once_can_lose_a_deal() -> None:
    """With two copies of a card a set is better left where it is: some deals are won by choice only."""
    rules = Rules(
        "pairs", Deck("pairs", cross("123", "xy", 2)), columns=2, dealt=6, families=(replace(SUITS, suits="xy"),)
    )
    auto = replace(rules, removal="auto")
    verdicts = set()
    for seed in range(60):
        cards = shuffled(rules.deck.cards, seed, 1)
        by_choice = any(map(won, searched(dealt(rules, cards))))
        at_once = any(map(won, searched(dealt(auto, cards))))
        assert by_choice or not at_once
        verdicts.add((by_choice, at_once))
    assert (True, False) in verdicts
