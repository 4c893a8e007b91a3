"""Values across redeals: slacks and nets in three ways alike, choosing by sampled deals, what is measured."""

import random
from collections import Counter

import pytest

from spiralkit import State, board, kernels
from spiralkit.kernels import loops
from spiralkit.lookahead import packed, values
from spiralkit.lookahead.players import play_game, random_policy, wilson
from spiralkit.lookahead.search import look
from spiralkit.lookahead.values import HIGH, NORMAL, QUICK, Budget, Chooser, Ends, chance, run, seed_of
from spiralkit.spiral import ONE_COLUMN, STANDARD, deal, redeal


def boards(count: int, pieces: range, seed: int = 0) -> list[State]:
    """Boards at redeals of random games with so many pieces of yours."""
    found: list[State] = []
    while len(found) < count:
        seed += 1
        found += [
            state
            for state in play_game(seed, random_policy).states
            if state.deal_due and state.mine.bit_count() in pieces
        ]
    return found[:count]


@pytest.fixture(scope="module")
def fast():
    pytest.importorskip("numba")
    compiled = kernels.fast()
    if compiled is loops:
        pytest.skip("kept plain")
    return compiled


@pytest.fixture(params=["plain", "numpy", "compiled"])
def way(request, monkeypatch):
    """The three ways in which many boards are judged."""
    if request.param == "compiled":
        each = request.getfixturevalue("fast")
        monkeypatch.setattr(kernels, "ready", lambda: each)
    else:
        monkeypatch.setattr(kernels, "ready", lambda: loops)
        if request.param == "plain":
            monkeypatch.setattr(values, "_batched", lambda loops: False)
        else:
            pytest.importorskip("numpy")
    return request.param


def test_the_slack_is_your_pieces_left_less_the_fork_distance(way):
    states = boards(60, range(4, 13))
    seen = Counter()
    found = Chooser(STANDARD).slacks([state.mine for state in states], [state.hers for state in states])
    for state, slack in zip(states, found, strict=True):
        distance = board.fork_distance(state.mine, state.hers)
        due = -1 if distance is None else max(-1, 13 - state.mine.bit_count() - distance)
        assert slack == due
        seen[slack] += 1
    assert {-1, 0, 1, 2} <= set(seen)


def weights_of(seed: int, first: int = 5, second: int = 4) -> tuple[int, int, tuple[float, ...]]:
    """Two nets with random weights, multiples of 1/1024."""
    source = random.Random(seed)
    size = 80 * first + first * second + 2 * second + 1
    return first, second, tuple(source.randint(-900, 900) / 1024 for _ in range(2 * size))


def net_by_hand(state: State, first: int, second: int, numbers: tuple[float, ...]) -> float:
    """What the net says, told once more with layers as lists."""
    size = len(numbers) // 2
    rest = list(numbers[:size] if state.mine.bit_count() >= 7 else numbers[size:])

    def take(count: int) -> list[float]:
        taken = rest[:count]
        del rest[:count]
        return taken

    slack = 13 - state.mine.bit_count() - (board.fork_distance(state.mine, state.hers) or 0)
    inputs = [state.owner(cell) == "x" for cell in range(37)] + [state.owner(cell) == "o" for cell in range(37)]
    inputs += [state.turn == "brooks"] + [slack == each for each in range(4)]
    rows = [take(first) for _ in inputs]
    one = take(first)
    for row in (row for row, there in zip(rows, inputs, strict=True) if there):
        one = [x + y for x, y in zip(one, row, strict=True)]
    middle = [take(second) for _ in one]
    two = take(second)
    for x, row in zip(one, middle, strict=True):
        two = [y + max(x, 0) * z for y, z in zip(two, row, strict=True)]
    last = take(second)
    return sum(max(y, 0) * z for y, z in zip(two, last, strict=True)) + take(1)[0]


def test_the_net_is_what_it_says_it_is_in_every_way(way):
    states = boards(40, range(3, 11))
    chooser = Chooser(STANDARD)
    chooser.weights = weights_of(1)
    mine, hers = [state.mine for state in states], [state.hers for state in states]
    slacks = chooser.slacks(mine, hers)
    due = [
        max(net_by_hand(state, *chooser.weights), -39.0) if slack >= 0 else loops.HOPELESS
        for state, slack in zip(states, slacks, strict=True)
    ]
    assert chooser.odds(mine, hers) == due  # to the last bit: nothing is ever rounded
    with_slack = [each if slack >= 1 else loops.HOPELESS for each, slack in zip(due, slacks, strict=True)]
    assert chooser.odds(mine, hers, 1) == with_slack
    assert {state.turn for state in states} == {"me", "brooks"}
    assert due.count(loops.HOPELESS) < 30


def test_the_committed_weights_fit_the_nets():
    first, second, numbers = values.weights()
    assert len(numbers) == 2 * ((loops.INPUTS + 1) * first + first * second + 2 * second + 1)
    assert all(number * values.SCALE == round(number * values.SCALE) for number in numbers)
    assert "python -m spiralkit.lookahead.fit" in values.WEIGHTS.read_text(encoding="utf-8")


def test_the_nets_know_the_best_boards(fast):
    """Those judged best win nearly every sampled deal, those in the middle far fewer."""
    chooser = Chooser(STANDARD)
    for seed in (5, 6, 7):
        ends = chooser.next_ends(*young_board(), seed, 1)
        odds = chooser.odds(ends.mine, ends.hers)
        ranked = [k for k in sorted(range(len(ends)), key=odds.__getitem__) if odds[k] > loops.HOPELESS]
        shares = []
        for some in (ranked[len(ranked) // 2 :][:40], ranked[-40:]):
            won, _ = chooser.settle([int(ends.mine[k]) for k in some], [int(ends.hers[k]) for k in some], 3, 1, 25)
            shares.append(sum(won) / 1000)
        assert shares[0] < 0.6
        assert shares[1] > 0.9


def young_board() -> tuple[int, int]:
    """A board that the advisor goes for in a first deal."""
    chooser = Chooser(STANDARD)
    ends = chooser.ends(deal(7))
    odds = chooser.odds(ends.mine, ends.hers)
    best = max(range(len(ends)), key=odds.__getitem__)
    return int(ends.mine[best]), int(ends.hers[best])


def test_without_the_file_slack_judges(monkeypatch, tmp_path):
    monkeypatch.setattr(values, "WEIGHTS", tmp_path / "none.json")
    values.weights.cache_clear()
    try:
        chooser = Chooser(STANDARD)
        assert chooser.weights is None
        states = boards(30, range(8, 11))
        mine, hers = [state.mine for state in states], [state.hers for state in states]
        shares = [chance(odds) for odds in chooser.odds(mine, hers)]
        for slack, share in zip(chooser.slacks(mine, hers), shares, strict=True):
            assert share == pytest.approx({-1: 0.0, 0: 0.14, 1: 0.38, 2: 0.69, 3: 0.89}[slack], abs=0.01)
    finally:
        values.weights.cache_clear()


# Choosing.


def late_ends(count: int) -> Ends:
    """Boards of nine or ten pieces of yours, as the ends of a deal."""
    states = boards(count, range(9, 11))
    return Ends(0, [state.mine for state in states], [state.hers for state in states], [0] * count, [1] * count)


def test_the_best_of_late_boards_is_the_one_that_wins_most_sampled_deals():
    """Against looking at each sampled deal by the rules."""
    ends = late_ends(12)
    states = boards(12, range(9, 11))
    chooser = Chooser(STANDARD)
    seed, deals = 77, 6
    wins = [
        sum(look(state.play(redeal(seed, number))).verdict == "win" for number in range(1, deals + 1))
        for state in states
    ]
    odds = run(chooser.judged(ends))
    best = run(chooser.choose(ends, odds, range(12), Budget(late=((12, deals),)), seed))
    assert wins[best] == max(wins) > min(wins)


def test_better_ends_get_more_deals_and_the_same_ones(monkeypatch):
    ends = late_ends(40)
    chooser = Chooser(STANDARD)
    met: dict[tuple[int, int], list[int]] = {}
    settle = chooser.settle

    def watched(mine, hers, seed, first, deals):
        for board_met in zip(mine, hers, strict=True):
            met.setdefault(board_met, []).extend(range(first, first + deals))
        return settle(mine, hers, seed, first, deals)

    monkeypatch.setattr(chooser, "settle", watched)
    run(chooser.choose(ends, run(chooser.judged(ends)), range(40), Budget(late=((16, 4), (4, 16), (2, 32))), 5))
    assert Counter(map(len, met.values())) == {4: 12, 16: 2, 32: 2}
    assert all(deals == list(range(1, len(deals) + 1)) for deals in met.values())


def test_a_deal_to_come_is_worth_its_best_end(fast):
    chooser = Chooser(STANDARD)
    mine, hers = young_board()
    state = State(mine, hers, redeal(9, 4).columns, "me" if hers.bit_count() == 2 * mine.bit_count() else "brooks")
    while state.turn == "brooks" or state.turn == "brooks2":
        state = state.play(state.moves()[0])
    ends = chooser.ends(state)
    due = max(map(chance, chooser.odds(ends.mine, ends.hers)))
    assert run(chooser.worth(mine, hers, 9, 4, played=False)) == due
    assert 0.5 < run(chooser.worth(mine, hers, 9, 4, played=True)) <= 1


@pytest.mark.parametrize("variant", [STANDARD, ONE_COLUMN], ids=str)
def test_an_empty_board_is_worth_something_in_every_variant_with_redeals(fast, variant):
    """Three deals or more to come."""
    value = run(Chooser(variant).measure(0, 0, 1, 2))
    assert value.deals == 2
    assert value.low <= value.share <= value.high
    assert value.share > 0.5


# Measuring.


def test_a_late_board_is_measured_by_sampled_deals_and_wilson():
    state = boards(40, range(9, 11))[11]
    verdicts = [look(state.play(redeal(12, number))).verdict for number in range(1, 21)]
    value = run(Chooser(STANDARD).measure(state.mine, state.hers, 12, 20))
    assert value.share == verdicts.count("win") / 20
    assert (value.low, value.high) == wilson(verdicts.count("win"), 20)
    assert value.deals == 20


def test_deals_that_decide_nothing_widen_the_interval():
    """Six pieces left at a redeal, as on a table: some deals win, some only come to yet another redeal."""
    chooser = Chooser(STANDARD)
    for seed in range(60):
        states = [state for state in play_game(seed, random_policy).states if state.turn == "me"]
        state = next((state for state in states if state.mine.bit_count() == 7), None)
        if state is None or chooser.slacks([state.mine], [state.hers])[0] < 1:
            continue
        (won,), (undecided,) = chooser.settle([state.mine], [state.hers], 3, 1, 30)
        if won and undecided:
            value = run(chooser.measure(state.mine, state.hers, 3, 30))
            assert value.share == (won + undecided / 2) / 30
            assert value.low == wilson(won, 30)[0]
            assert value.high == wilson(won + undecided, 30)[1]
            return
    pytest.fail("no such board")


def test_seeds_come_from_the_position_only():
    state = deal(4)
    assert seed_of(*packed.pack(state)) == seed_of(*packed.pack(State.parse(state.text)))
    seeds = {seed_of(*packed.pack(deal(seed))) for seed in range(50)} | {seed_of(*packed.pack(deal(1)), 1)}
    assert len(seeds) == 51
    assert all(0 <= seed < 1 << 63 for seed in seeds)


def test_budgets_grow_and_narrow():
    for budget in (QUICK, NORMAL, HIGH):
        for phase in (budget.late, budget.early, budget.played):
            keeps, deals = [keep for keep, _ in phase], [deals for _, deals in phase]
            assert keeps == sorted(keeps, reverse=True)
            assert deals == sorted(deals)
