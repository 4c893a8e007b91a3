"""The war of attrition: every claim against naive play over all fillings, orders, picks."""

import random
from functools import cache
from itertools import combinations, permutations

import pytest

from spiralkit import board
from spiralkit.board import CENTRE, FULL, cells, mask_of
from spiralkit.cards import TextError
from spiralkit.lookahead.attrition import ROLES, attrition
from spiralkit.lookahead.claims import claims, deal_numbers
from spiralkit.lookahead.search import look
from spiralkit.spiral import VARIANTS, Move, State, deal, redeal

SAMPLE = (
    "ooxoooxooooxxo...oooxxxx.xo.xoo.oooo. "
    "8dJsTs7s9h9dQhKs/Jc8c7h9cJdAcJhQc/KcAsQdAhTdTc7d9s/KhKdQs7cAdTh8h8s me standard"
)
C = 1 << CENTRE


# Positions.


def played(seed: int, vacant: int) -> State | None:
    """A position of random play with so few vacant cells, or None if the game ends before."""
    source = random.Random(seed)
    state, number = deal(seed, VARIANTS[seed % 4]), 1
    while state.outcome is None:
        if board.CELLS - state.occupied.bit_count() <= vacant:
            return state
        if state.deal_due:
            number += 1
            state = state.play(redeal(seed, number))
            continue
        after = [state.play(move) for move in state.moves()]
        state = source.choice([one for one in after if one.outcome is None] or after)
    return None


def built(seed: int, vacant: int) -> State | None:
    """A position made by emptying cells of a full board on which you have a fork, or None if somebody is connected."""
    source = random.Random(seed)
    places = source.sample(range(36), 9)
    own, other = mask_of(places[:4]), mask_of(places[4:])
    completion = board.fork_completion(own, other)
    if completion is None:
        return None
    mine = own | completion.cells | C
    spare = list(cells(FULL & ~mine & ~other))
    if mine.bit_count() > 13:
        return None
    mine |= mask_of(source.sample(spare, 13 - mine.bit_count()))
    hers = FULL & ~mine
    ours = -(-vacant // 3) - 1
    taken = C | mask_of(source.sample(list(cells(mine & ~C)), ours))
    taken |= mask_of(source.sample(list(cells(hers)), vacant - 1 - ours))
    columns = redeal(seed, 1).columns
    turn = {1: "me", 0: "brooks", 2: "brooks2"}[vacant % 3]
    if turn == "brooks2":
        columns = (columns[0][:-1], columns[1][:-1], *columns[2:])
    variant = VARIANTS[0] if turn == "brooks2" else VARIANTS[seed // 2 % 4]
    state = State(mine & ~taken, hers & ~taken, columns, turn, variant)  # type: ignore[arg-type]
    state.check()
    return state if state.outcome is None else None


def some(vacant: int, count: int) -> list[State]:
    """Some positions with at most so many vacant cells, half of them from random play."""
    found: list[State] = []
    seed = 1000 * vacant
    while len(found) < count:
        seed += 1
        state = (built if len(found) % 2 else played)(seed, vacant)
        if state is not None:
            found.append(state)
    return found


# Naive play.


@cache
def end_of(mine: int) -> str:
    """How your pieces end the game when they were not an end before the last of them."""
    return "me" if board.fork(mine) else "brooks" if board.bridge(mine) else ""


@cache
def hers_ended(hers: int) -> bool:
    return bool(board.fork(hers) or board.bridge(hers))


def winner(mine: int, order: tuple[int, ...]) -> str:
    """Who wins when your cells come in this order and all others go to her; the centre comes last."""
    for cell in (*order, CENTRE):
        mine |= 1 << cell
        if end_of(mine):
            return end_of(mine)
    return "brooks"


def others(state: State) -> list[int]:
    return list(cells(FULL & ~state.occupied & ~C))


@pytest.mark.parametrize("vacant", [3, 4, 5, 6, 7, 8, 9, 10, 11, 12])
def test_fillings_against_all_orders(vacant: int) -> None:
    for state in some(vacant, 20):
        found = attrition(state)
        ours = 12 - state.mine.bit_count()
        results = {
            frozenset(chosen): {winner(state.mine, order) for order in permutations(chosen)}
            for chosen in combinations(others(state), ours)
        }
        assert found.won == sum(result == {"me"} for result in results.values())
        assert found.lost == sum(result == {"brooks"} for result in results.values())
        assert found.fillings == len(results)
        everything = set().union(*results.values())
        assert ({found.decided} if found.decided else {"me", "brooks"}) == everything
        for fate in found.fates:
            for claim, is_yours in ((fate.yours, True), (fate.hers, False)):
                seen = [result for chosen, result in results.items() if (fate.cell in chosen | {CENTRE}) == is_yours]
                if not seen:
                    assert claim is None
                else:
                    union = set().union(*seen)
                    assert claim == (union.pop() if len(union) == 1 else "open")


@pytest.mark.parametrize("vacant", [3, 4, 5, 6])
def test_never_against_all_orders_and_moments(vacant: int) -> None:
    for state in some(vacant, 25):
        found = attrition(state)
        for one in others(state):
            rest = [cell for cell in others(state) if cell != one]
            same = all(
                winner(state.mine, order) == winner(state.mine, (*order[:moment], one, *order[moment:]))
                for size in range(len(rest) + 1)
                for order in permutations(rest, size)
                for moment in range(size + 1)
            )
            assert found.fate(one).never == same
            assert (found.fate(one).role == "never") == (same or found.decided is not None)
        centre = any(
            not any(end_of(state.mine | mask_of(order[:k])) for k in range(size + 1))
            and end_of(state.mine | mask_of(order) | C) == "me"
            for size in range(len(others(state)) + 1)
            for order in permutations(others(state), size)
        )
        assert found.fate(CENTRE).never == (not centre)


@pytest.mark.parametrize("vacant", [8, 10, 12])
def test_flipping_a_cell_that_never_matters(vacant: int) -> None:
    source = random.Random(vacant)
    for state in some(vacant, 20):
        for fate in attrition(state).fates:
            if not fate.never or fate.cell == CENTRE:
                continue
            rest = [cell for cell in others(state) if cell != fate.cell]
            for _ in range(30):
                order = tuple(source.sample(rest, source.randint(0, len(rest))))
                moment = source.randint(0, len(order))
                with_it = (*order[:moment], fate.cell, *order[moment:])
                assert winner(state.mine, order) == winner(state.mine, with_it)


def test_claims_hold_in_every_game_by_turns() -> None:
    """Both sides fill cells by turns in every order, and the first connection ends the game."""
    for state in [one for vacant in (4, 5, 6, 7) for one in some(vacant, 12)]:
        found = attrition(state)
        games: list[tuple[str, int, int, frozenset[int]]] = []

        def play(mine: int, hers: int, turn: int, left: int, last: frozenset[int], start: State = state) -> None:
            due = found.turns[turn]  # noqa: B023 (called before the next position)
            free = FULL & ~mine & ~hers
            for cell in cells(free & ~C or C):
                ours, theirs = (mine | 1 << cell, hers) if due.mover == "me" else (mine, hers | 1 << cell)
                ended = end_of(ours) if due.mover == "me" else "brooks" * hers_ended(theirs)
                if ended:
                    games.append((ended, ours & ~start.mine, turn + 1, last | {cell}))  # noqa: B023
                elif left > 1:
                    play(ours, theirs, turn, left - 1, last | {cell})
                else:
                    play(ours, theirs, turn + 1, found.turns[turn + 1].pieces, frozenset())  # noqa: B023

        play(state.mine, state.hers, 0, found.turns[0].pieces, frozenset())
        longest = max(game[2] for game in games)
        assert found.longest == longest
        last = frozenset.intersection(*(game[3] for game in games if game[2] == longest))
        assert found.last == mask_of(last)
        for fate in found.fates:
            results = {who for who, ours, _, _ in games if ours >> fate.cell & 1}
            assert fate.yours not in ("me", "brooks") or results <= {fate.yours}
        if found.decided:
            assert {game[0] for game in games} == {found.decided}


def test_earliest_turns_against_every_line() -> None:
    for state in [one for vacant in (4, 6, 7, 8, 9) for one in some(vacant, 8)]:
        earliest: dict[tuple[str, int, str], int] = {}
        deepest = 0

        def walk(at: State, mine: int, hers: int) -> None:
            nonlocal deepest
            deepest = max(deepest, mine + hers if at.moves() else 0)
            for move in at.moves():
                placement = at.placement(move)
                key = (placement.mover, placement.cell, placement.pair)
                number = mine if placement.mover == "me" else hers
                earliest[key] = min(earliest.get(key, 99), number)  # noqa: B023 (called before the next position)
                after = at.play(move)
                walk(after, mine + (after.turn == "me"), hers + (after.turn == "brooks"))

        walk(state, int(state.turn == "me"), int(state.turn != "me"))
        found = attrition(state)
        assert found.reached == deepest
        for fate in found.fates:
            assert fate.pairs == board.pairs_to(state.occupied)[fate.cell]
            assert not fate.pairs or "".join(fate.pairs) in "".join(board.PAIRS)
            for way in fate.ways:
                assert way.you == earliest.get(("me", fate.cell, way.pair))
                assert way.she == earliest.get(("brooks", fate.cell, way.pair))
            for mover, turn in (("me", fate.you), ("brooks", fate.she)):
                turns = [number for (who, cell, _), number in earliest.items() if (who, cell) == (mover, fate.cell)]
                assert turn == min(turns, default=None)


def test_places_of_the_cards() -> None:
    way = attrition(State.parse(SAMPLE)).fate("TK").ways[1]
    assert [str(place) for place in way.places] == [
        "Tc c2",
        "Th d2",
        "Td c3",
        "Ts a5",
        "Ac b2",
        "Ad d3",
        "Ah c4",
        "As c6",
    ]


def test_deal_numbers_of_games_played() -> None:
    seen = set()
    for seed in range(24):
        source = random.Random(seed)
        state, number = deal(seed, VARIANTS[seed % 2]), 1
        while state.outcome is None:
            assert number in deal_numbers(state)
            seen.add(deal_numbers(state))
            if state.deal_due:
                number += 1
                state = state.play(redeal(seed, number))
            else:
                state = state.play(source.choice(state.moves()))
    assert {(1,), (2,), (3,)} <= seen


def test_order_of_your_pieces_decides() -> None:
    opened = [state for vacant in (7, 9, 10) for state in some(vacant, 30) if attrition(state).by_order]
    assert opened
    for state in opened:
        assert any("the order decides" in sentence for sentence in map(str, claims(state)))


def test_errors() -> None:
    with pytest.raises(TextError, match="37 cells are vacant"):
        attrition(deal(1))
    over = State.parse(SAMPLE).play(Move("bc"))
    while over.outcome is None:
        over = over.play(over.moves()[-1])
    with pytest.raises(TextError, match="the game is over"):
        attrition(over)
    with pytest.raises(KeyError, match="AA is not vacant"):
        attrition(State.parse(SAMPLE)).fate("AA")


def test_a_deal_is_due() -> None:
    """With a deal due the fillings are still judged; no turn of this layout is left."""
    state = State.parse(SAMPLE)
    bare = State(state.mine, state.hers, ((), *state.columns[1:]), "me")
    found = attrition(bare)
    assert found.fate("TK").role == "either"
    assert found.reached == 0
    assert {fate.you for fate in found.fates} == {None}
    assert claims(bare)


# The article's argument about its sample position, from the position text alone.


def test_the_sample_position() -> None:
    state = State.parse(SAMPLE)
    found = attrition(state)
    assert deal_numbers(state) == (3,)
    assert sum(map(len, state.columns)) == 32
    assert state.occupied.bit_count() == 30
    assert state.mine.bit_count() == 10
    assert state.turn == "me"
    assert found.fate("TK").role == "either"
    assert set(found.fate("TK").pairs) == {"JJ", "TA", "TK"}
    assert not any(state.play(move).outcome for move in state.moves())
    assert {fate.role for fate in found.fates if fate.label != "TK"} == {"never"}
    assert [due.mover for due in found.turns[: found.longest]] == ["me", "brooks", "me", "brooks"]
    assert board.labels(found.last) == ("TK",)
    assert found.reached == found.longest
    assert (found.won, found.lost, found.by_order) == (5, 10, 0)
    assert set(found.marks) == set(cells(FULL & ~state.occupied))
    assert {board.label(cell) for cell, mark in found.marks.items() if mark != "never"} == {"TK"}
    assert found.marks[board.cell_of("TK")] == "you+she"
    winning = {each.move for each in look(state).moves if each.verdict == "win"}
    assert {frozenset(map(str, state.placement(move).cards)) for move in winning} == {
        frozenset({"9s", "Qc"}),
        frozenset({"8s", "Qc"}),
    }
    assert all(each.verdict == "loss" for each in look(state).moves if each.move not in winning)
    for move in winning:
        then = look(state.play(move))
        (win,) = (each.placement for each in then.moves if each.verdict == "win")
        assert win.pair == "TA"
        assert board.label(win.cell) == "TK"
        assert set(map(str, win.cards)) in ({"Ac", "Th"}, {"Ac", "Tc"})
        outcome = then.at.play(Move(win.columns)).outcome
        assert outcome is not None
        assert str(outcome) == "win: fork by me"


def test_the_sample_position_in_words() -> None:
    assert [str(claim) for claim in claims(State.parse(SAMPLE))] == [
        "The third deal has just been dealt: 32 cards lie in the columns, 30 pieces on the board.",
        "10 of the pieces are yours, 20 hers; your move.",
        "TK is vacant, and whoever takes it wins.",
        "Exactly TK, TA and JJ lead to TK now.",
        "As the cards lie, you can take TK in your second turn at the earliest, she in her second.",
        "No other vacant cell decides anything, however they are filled.",
        "The longest game from here is you, she, you, she, and then she must have taken TK.",
        "Before the centre, which is yours, you fill 2 of the vacant cells and she 4.",
        "Nothing wins at once.",
        "The only winning moves are 9s+Qc and 8s+Qc; the others are lost.",
        "After 9s+Qc she must take JQ and 8A; then TA (Tc+Ac) wins at once.",
        "After 8s+Qc she must take JQ and 99; then TA (Th+Ac) wins at once.",
    ]


def test_tables() -> None:
    found = attrition(State.parse(SAMPLE))
    assert len(found.rows) == 1 + 7
    assert [row[:2] for row in found.way_rows[1:]] == [("TK", "TK"), ("TK", "TA"), ("TK", "JJ")]
    assert "TK    whoever takes it wins" in str(found)
    page = found._repr_html_()
    assert page.count("<table>") == page.count("</table>") == 2
    assert page.count("<tr>") == 8 + 4


def test_words_of_other_positions() -> None:
    """Every sentence is one line that fits on a slide, and says what the search says of the moves."""
    roles = set()
    for state in [one for vacant in (5, 7, 8, 9, 10, 12) for one in some(vacant, 16)]:
        roles |= {fate.role for fate in attrition(state).fates}
        proved = claims(state)
        for claim in proved:
            assert claim.proof
            assert claim.text[0].isupper() or claim.text[0].isdigit()
            assert claim.text.endswith(".")
            assert len(claim.text) <= 170
        seen = look(state)
        if not seen.moves:
            continue
        said = {claim.text for claim in proved}
        verdicts = [each.verdict for each in seen.moves]
        assert ("Every move wins." in said) == (set(verdicts) == {"win"})
        assert ("Every move loses." in said) == (set(verdicts) == {"loss"})
        only = [text for text in said if text.startswith("The only winning move")]
        assert len(only) == ("win" in verdicts and set(verdicts) != {"win"})
        for text in only:
            assert text.count("+") == verdicts.count("win")
        won = [str(seen.at.play(each.move).outcome)[:3] == "win" for each in seen.moves]
        assert ("Nothing wins at once." in said) == (not any(won))
    assert roles >= set(ROLES) - {"neither", "not she"}


@pytest.mark.parametrize(
    ("text", "role", "sentence"),
    [
        (
            "ooxo.ooxxoxoooxo.ooxooo.xoooxoox.xox. "
            "8s9s9hQcKcJc7d/QhQdAd8dJsThTs/Jd8h9cQs7cAhKs8c/AsTc7h7sKhAcKd9d brooks2 standard",
            "neither",
            "Whoever takes {} loses.",
        ),
        (
            "o.ooo.xooooxoooox...o.xoo.xooxo.x.xx. "
            "QcAcTh9cAd9hKs8s/JsKd8dAs9sKcQhTs/Qd7cKhAh7d7sTc7h/8cJdJhJc9dQs8hTd me standard",
            "not she",
            "She loses by taking {}.",
        ),
    ],
)
def test_rare_roles(text: str, role: str, sentence: str) -> None:
    state = State.parse(text)
    names = " or ".join(fate.label for fate in attrition(state).having(role))
    assert names
    assert sentence.format(names) in [str(claim) for claim in claims(state)]
