"""The advisor of the Spider games: an honest player that searches what it sees and samples what it does not.

It sees the view and nothing else. Cards face down are blanks to it, which nothing can be built on, and each of them
costs points. So it looks ahead as far as *news*: a card turned up, or a deal. A few beam searches, each with other
chance, say how the layout could stand at best; the best way to each piece of news is a candidate.

What is unseen is then laid out in some random orders, the same for all candidates, and given to the solver, which
knows it: each order that it can solve after a candidate is a vote. The candidate with most votes, of equals the one
after which the layout stands best, is played as far as its news. Which card to turn up while stock remains is not put
to the vote: by trial that took ten times as long and won no more games. Where nothing betters the layout, a row is
dealt. Once everything is seen, the game is solved, if that can be done.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from .. import kernels
from ..cards import GOLDEN, MASK64, Card, Deck, mix64, shuffled
from ..spider import Family, Move, Rules, State, View
from .spider import PATIENCE, greedy, progress
from .spider_packed import Packed, Weights
from .spider_solver import solve


@dataclass(frozen=True, slots=True)
class Effort:
    """How hard the advisor thinks.

    ``searches``: how many beams of what ``width`` seek candidates; ``samples``: how often what is unseen is laid out;
    ``sample`` and ``all_seen``: how many positions the solver may look at in a sample, and when all is seen.
    """

    searches: int
    width: int
    samples: int
    sample: int
    all_seen: int


EFFORTS = {"normal": Effort(4, 60, 6, 40_000, 1_000_000), "high": Effort(8, 200, 16, 150_000, 5_000_000)}

WEIGHTS = Weights(longer=17, broken=-15, under=-18, ordered=79, king=8, first_empty=224, empty=110, chance=0)
"""What is good in a layout of which not everything is seen."""
FACE_DOWN = -230
"""What a card that lies face down is worth."""
CHANCE = 60
"""The most that chance adds or takes, in all searches but the first."""
LEVELS, IDLE = 60, 8
"""A search is over after so many levels, or so many without a better position."""
SURE = 1000
"""Its patience while it plays a line that wins: not one set may leave in its first hundred moves."""

BLANK = Card("0", "?")
WORST = -(1 << 40)


class Advisor:
    """The policy that plays so, ``effort`` "normal" or "high". It draws no random numbers.

    It keeps in mind what it is about to do until there is news, and that nothing useful is left. ``patience``: after so
    many moves without progress it resigns.
    """

    def __init__(self, effort: str = "normal") -> None:
        self.effort = EFFORTS[effort]
        self.patience = PATIENCE
        self._plan: list[tuple[State, Move]] = []
        self._hopeless: State | None = None  # what follows where nothing useful was found

    def __call__(self, view: View, moves: Sequence[Move], source: Iterator[int]) -> Move:
        """The next move of the plan, or of a new one; where none is found, what ``greedy`` plays."""
        if not self._goes_on(view, moves):
            state, self._plan = view.known, []
            for move in self._line(view, moves) if state != self._hopeless else ():
                self._plan.append((state, move))
                state = state.play(move)
        if self._goes_on(view, moves):
            return self._plan.pop(0)[1]
        self.patience = PATIENCE
        move = greedy(view, moves, source)
        after = view.known.play(move)
        self._hopeless = after if progress(after) == progress(view.known) else None
        return move

    def _goes_on(self, view: View, moves: Sequence[Move]) -> bool:
        """Whether the plan is for this position and its next move is one of these."""
        return bool(self._plan) and self._plan[0][0] == view.known and self._plan[0][1] in moves

    def _line(self, view: View, moves: Sequence[Move]) -> Sequence[Move]:
        """What to do until there is news; empty if nothing useful is found."""
        state, effort = view.known, self.effort
        self.patience = PATIENCE
        if not view.unseen:
            solution = solve(state, nodes=effort.all_seen)
            if solution.moves:
                self.patience = SURE
                return solution.moves
        searches = [Search(blanked(view), effort.width, seed) for seed in range(effort.searches)]
        lines: dict[State, tuple[int, int, Sequence[Move]]] = {}
        for search in searches:
            for news, (worth, place) in search.best.items():
                line, after = search.line(place)
                if line and line[0] in moves and (after not in lines or lines[after][0] < worth):
                    lines[after] = worth, news, line
        ranked = sorted(lines.values(), key=lambda each: -each[0])
        better = [each for each in ranked if each[0] > searches[0].worth]
        deal = [move for move in moves if move.do == "deal"]
        if not better:
            turning = next((line for _, news, line in ranked if news >= 0), ())
            return deal or (searches[0].fill() if deal_waits(state) else turning)
        if any(state.hidden):
            if better[0][1] < 0:
                return better[0][2]
            some = [line for _, news, line in better if news >= 0]
            if state.stock:
                return some[0]
        else:
            some = [[*line, Move("deal")] for _, _, line in better] if state.stock else []
            some = [line for line in some if _can(state, line)]
        return self._voted(view, some) if some else better[0][2]

    def _voted(self, view: View, lines: Sequence[Sequence[Move]]) -> Sequence[Move]:
        """Of lines, the most promising first, the one after which most samples of what is unseen are solved.

        The first is taken if that is so of all its samples, or of none: then they say nothing.
        """
        effort, seed, best, most = self.effort, seed_of(view), lines[0], 0
        worlds = [view.imagine(shuffled(view.unseen, seed, number)) for number in range(effort.samples)]
        for line in lines if len(lines) > 1 else ():
            solved = 0
            for state in worlds:
                for move in line:
                    state = state.play(move)
                solved += solve(state, nodes=effort.sample).status == "won"
            if solved > most:
                best, most = line, solved
            if line is lines[0] and solved in (0, len(worlds)):
                break
        return best


def deal_waits(state: State) -> bool:
    """Whether a deal waits for empty columns to be filled."""
    return bool(state.stock) and state.rules.strict_fill and not all(state.columns)


def _can(state: State, line: Sequence[Move]) -> bool:
    for move in line[:-1]:
        state = state.play(move)
    return line[-1] in state.moves()


def seed_of(view: View) -> int:
    """A number that depends on what is seen alone."""
    seed = 0
    for letter in view.known.text.encode():
        seed = mix64((seed ^ letter) + GOLDEN & MASK64)
    return seed


@lru_cache
def blind(rules: Rules) -> Rules:
    """The rules with blanks, which go nowhere but into empty columns."""
    unseen = Family("unseen", "?", build="next", unit=False, leave="different")
    deck = Deck(rules.deck.name, (*rules.deck.cards, BLANK, Card("1", "?")))
    return replace(rules, families=(*rules.families, unseen), deck=deck)


def blanked(view: View) -> State:
    """The view as a state with blanks for what lies face down, and without the stock, which it does not look at."""
    state = view.known
    columns = tuple(
        (BLANK,) * hidden + column[hidden:] for column, hidden in zip(state.columns, state.hidden, strict=True)
    )
    return replace(state, columns=columns, stock=(), rules=blind(state.rules))


@lru_cache(maxsize=64)
def _tables(loops: Any, rules: Rules) -> Any:
    """The tables of a game with blanks."""
    packed = Packed(State(((),) * rules.columns, (0,) * rules.columns, (), (), 0, None, rules), loops)
    tables = packed.tables(WEIGHTS)
    base, width, blank = list(tables[loops.BASE]), len(packed.cards) + 2, packed.numbers[BLANK]
    for card in range(len(packed.cards)):
        base[blank * width + card] += FACE_DOWN
    return (*tables[: loops.BASE], loops.table(base), *tables[loops.BASE + 1 :])


class Search:
    """How a layout could stand, by what is seen: a beam search without a deal.

    ``worth``: how it stands now. ``best``: for each column of which a card is turned up first, by its place, and for
    -1, none, how well the layout could stand after that, and where that is found.
    """

    def __init__(self, state: State, width: int, seed: int) -> None:
        self.loops = loops = kernels.fast_beam()
        self.state = state
        self.packed = Packed(self.state, loops)
        columns, stride = len(self.state.columns), self.packed.stride
        tables = _tables(loops, self.state.rules)
        facts = list(tables[loops.FACTS])
        facts[loops.STRIDE], facts[loops.CHANCE] = stride, CHANCE * bool(seed)
        self.game = game = (loops.table(facts), *tables[1:])
        rows, count, origin = self.packed.row(self.state), 1, 0
        info, seen = loops.zeros(8), loops.zeros(1 << 16)
        found = tuple(loops.zeros(40 * width + 2 * loops.ROOM) for _ in range(4))
        pool, pooled = loops.shorts(2 * stride), (loops.zeros(2), loops.zeros(2))  # nothing is dealt
        here = self.packed.here
        loops.measured(rows, 0, game, self.packed.work, here)
        self.worth = int(here[loops.WORTH])
        loops.unseen(int(here[loops.MARK]), seen, info)
        self.best: dict[int, tuple[int, int]] = {}
        self.came: list[Any] = [None]
        chance = loops.mixed(seed)
        hidden, news = list(self.state.hidden), [-1]
        level = idle = 0
        top = self.worth
        while count and idle < IDLE and level < LEVELS:
            info[loops.COUNT], info[loops.WON_CODE] = 0, -1
            at, origin = 0, len(self.came) - 1 << 32
            while at < count:
                last = min(count, at + 256)
                at = loops.expand(
                    rows, at, last, origin, 0, chance, 1 << 60, width,
                    game, self.packed.work, seen, found, pool, pooled, info,
                )  # fmt: skip
                if info[loops.WON_CODE] >= 0:
                    self.came.append(([origin + at], [int(info[loops.WON_CODE])]))
                    self.best = {-1: (-WORST, len(self.came) - 1 << 32)}
                    return
                if 2 * (info[loops.USED] + loops.ROOM) > len(seen):
                    bigger = loops.zeros(2 * len(seen))
                    loops.copied(seen, bigger)
                    seen = bigger
                if info[loops.COUNT] + loops.ROOM > len(found[0]):
                    loops.selected(found, width, info)
            if not info[loops.COUNT]:
                break
            loops.selected(found, width, info)
            count = int(info[loops.COUNT])
            after, parents, codes = loops.shorts(count * stride), loops.zeros(count), loops.zeros(count)
            loops.built(rows, found, after, parents, codes, origin, game, info)
            rows = after
            before, news, idle = news, [], idle + 1
            for number in range(count):
                first = before[int(found[loops.PARENT][number])]
                if first < 0 and hidden and any(hidden):
                    start = number * stride + columns
                    for column, down in enumerate(hidden):
                        if down and rows[start + column] < down:
                            first = column
                            break
                news.append(first)
                worth = int(found[loops.SCORE][number])
                if seed:
                    worth -= loops.noisy(int(found[loops.HASH][number]), chance, CHANCE)
                if worth > self.best.get(first, (WORST, 0))[0]:
                    self.best[first] = worth, (len(self.came) << 32) + number
                    if worth > top:
                        top, idle = worth, 0
            self.came.append((parents, codes))
            level += 1

    def line(self, place: int) -> tuple[list[Move], State]:
        """The moves that lead there, as far as a card is turned up, and the state that they lead to."""
        codes: list[int] = []
        while place >> 32:
            parents, by = self.came[place >> 32]
            codes.append(int(by[place & 0xFFFFFFFF]))
            place = int(parents[place & 0xFFFFFFFF])
        states = [self.state]
        moves: list[Move] = []
        for code in reversed(codes):
            for move in self.packed.moves(states[-1], code):
                state = states[-1].play(move)
                if state in states:  # a macro can lead round
                    del states[states.index(state) + 1 :]
                    moves = moves[: len(states) - 1]
                    continue
                moves.append(move)
                states.append(state)
                if sum(state.hidden) < sum(self.state.hidden):
                    return moves, state
        return moves, states[-1]

    def fill(self) -> list[Move]:
        """How empty columns are filled, if a deal waits for that."""
        loops, stride = self.loops, self.packed.stride
        rows, codes = loops.shorts(2 * stride), loops.zeros(len(self.state.columns))
        for place, number in enumerate(self.packed.row(self.state)):
            rows[place] = number
        made = loops.filled(rows, 0, stride, self.game, self.packed.work, self.packed.here, codes)
        state = self.state
        moves: list[Move] = []
        for code in codes[: max(made, 0)]:
            for move in self.packed.moves(state, int(code)):
                moves.append(move)
                state = state.play(move)
                if sum(state.hidden) < sum(self.state.hidden):
                    return moves
        return [*moves, Move("deal")] if made >= 0 else []
