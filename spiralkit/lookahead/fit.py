"""Makes the data for the nets that judge boards at a redeal, fits them, and writes ``weights.json``.

    python -m spiralkit.lookahead.fit

Late boards (seven pieces of yours or more) come from random and from careful play and are labelled by sampled
deals solved exactly. Early boards are labelled by sampled next deals, of which the late net picks the best ends
and exact solving the best of these. Each kind is made twice: the second time the boards that the net of
the first time likes best are among them, so that what it overrates is put right. Needs numpy, and numba to be done in
minutes. The result depends on the options only, not on the number of workers.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from datetime import date
from functools import partial
from itertools import chain
from time import perf_counter
from typing import Any

from .. import kernels
from ..cards import below, numbers
from ..files import replace_file
from ..spiral import STANDARD, Move, State, redeal
from . import batches
from .values import SCALE, WEIGHTS, Chooser, Ends, is_late, seed_of

FIRST, SECOND = 32, 16
"""The sizes of the two layers of either net."""

ROUNDS = (("late", 1200), ("late", 1800), ("early", 400), ("early", 800))
"""What is made, in this order, and from how many games."""

LATE_DEALS, EARLY_DEALS = 32, 2
"""Sampled deals that label a board."""

EPOCHS = {"late": 40, "early": 60}

Weights = tuple[int, int, tuple[float, ...]]
Rows = list[tuple[int, int, float]]
"""Boards with their share of won deals: yours, hers, share."""


class _Maker(Chooser):
    """Makes labelled boards from games of its own."""

    def __init__(self, weights: Weights | None) -> None:
        super().__init__(STANDARD)
        self.weights = weights

    def begin(self, source: Any) -> State:
        """A first deal; in three games of ten the board has been begun by some random turns, as on a table."""
        seed = next(source) >> 1
        state = State(0, 0, redeal(seed, 1).columns, "me")
        for _ in range(below(source, 4) if below(source, 10) < 3 else 0):
            state = state.play(state.moves()[below(source, 6)])
            for _ in range(2):
                state = state.play(Move(state.moves()[0].columns))
        return State(state.mine, state.hers, redeal(seed, 2).columns, "me")

    def some(self, ends: Ends, source: Any, random: int, best: int) -> list[int]:
        """Some ends of a deal in which the fork is within reach: random ones, and those judged best."""
        import numpy as np

        alive = np.flatnonzero(np.array(self.slacks(ends.mine, ends.hers)) >= 0)
        if not len(alive):
            return []
        odds = np.array(self.odds(ends.mine, ends.hers))[alive]
        noise = np.random.default_rng(next(source)).gumbel(size=len(alive)) * 0.4
        tops = alive[np.argsort(-(odds + noise), kind="stable")[:best]]
        return list(
            dict.fromkeys([int(k) for k in tops] + [int(alive[below(source, len(alive))]) for _ in range(random)])
        )

    def late(self, seed: int) -> Rows:
        """Late boards of one game."""
        source = numbers(seed, 0)
        ends = self.ends(self.begin(source))
        while True:
            taste = below(source, 4)
            if len(ends) and is_late(min(map(int, ends.mine), key=int.bit_count)):
                found = self.some(ends, source, 20, 44)
                break
            found = self.some(ends, source, taste == 0, (0, 1, 8, 64)[taste])
            if not found:
                return []
            board = found[below(source, len(found))]
            ends = self.next_ends(int(ends.mine[board]), int(ends.hers[board]), next(source) >> 1, 1)
        if not found:
            return []
        mine, hers = [int(ends.mine[k]) for k in found], [int(ends.hers[k]) for k in found]
        won, undecided = self.settle(mine, hers, next(source) >> 1, 1, LATE_DEALS)
        shares = [(w + u / 2) / LATE_DEALS for w, u in zip(won, undecided, strict=True)]
        return list(zip(mine, hers, shares, strict=True))

    def early(self, seed: int) -> Rows:
        """Early boards of one game."""
        source = numbers(seed, 0)
        ends = self.ends(self.begin(source))
        rows = []
        for k in self.some(ends, source, 12, 28):
            mine, hers = int(ends.mine[k]), int(ends.hers[k])
            if is_late(mine):
                continue
            deals = next(source) >> 1
            share = sum(self.soon(mine, hers, deals, number) for number in range(1, EARLY_DEALS + 1)) / EARLY_DEALS
            rows.append((mine, hers, share))
        return rows

    def soon(self, mine: int, hers: int, seed: int, number: int) -> float:
        """What one sampled deal makes of an early board: its best end, found by the net and by solving."""
        import numpy as np

        ends = self.next_ends(mine, hers, seed, number)
        if ends.forks:
            return 1.0
        if not len(ends):
            return 0.0
        odds = np.array(self.odds(ends.mine, ends.hers, 1))
        if odds.max() == kernels.loops.HOPELESS:
            odds = np.array(self.odds(ends.mine, ends.hers))
        keep = np.argsort(-odds, kind="stable")[:12]
        own, other = [int(ends.mine[k]) for k in keep], [int(ends.hers[k]) for k in keep]
        if not is_late(min(own, key=int.bit_count)):
            return float(1 / (1 + np.exp(-odds[keep[0]])))
        for first, deals, left in ((1, 12, 4), (13, 36, 1), (49, 48, 0)):
            won, undecided = self.settle(own, other, seed_of(seed, number), first, deals)
            worth = np.array(won) + np.array(undecided) / 2
            if not left:
                break
            order = np.argsort(-worth, kind="stable")[:left]
            own, other = [own[k] for k in order], [other[k] for k in order]
        return float(worth[0] / deals)


def _boards(kind: str, weights: Weights | None, seed: int) -> Rows:
    kernels.fast()
    rows: Rows = getattr(_Maker(weights), kind)(seed)
    return rows


def make(kind: str, weights: Weights | None, seeds: Sequence[int], pool: Any) -> Rows:
    """The labelled boards (``late`` or ``early``) of the games with these seeds."""
    rows: Rows = []
    for some in pool.map(partial(_boards, kind, weights), seeds, chunksize=8):
        rows += some
    return rows


def fit(rows: Rows, epochs: int, say: Callable[[str], None], seed: int = 1) -> list[int]:
    """The net that fits the shares of the boards best (Adam, cross-entropy), its weights times SCALE and rounded."""
    import numpy as np

    mine, hers = [row[0] for row in rows], [row[1] for row in rows]
    x = batches.inputs(mine, hers, batches.slacks(mine, hers, 0)).astype(np.float32)
    y = np.array([row[2] for row in rows], np.float32)
    random = np.random.default_rng(seed)
    order = random.permutation(len(x))
    held, used = order[: len(x) // 20], order[len(x) // 20 :]
    shapes = [(kernels.loops.INPUTS, FIRST), (FIRST,), (FIRST, SECOND), (SECOND,), (SECOND,), (1,)]
    p = [
        (random.standard_normal(shape) * np.sqrt(2 / (15 if k == 0 else shape[0])) * (k in (0, 2, 4))).astype(
            np.float32
        )
        for k, shape in enumerate(shapes)
    ]
    m, v = [np.zeros_like(w) for w in p], [np.zeros_like(w) for w in p]

    def loss(rows: Any) -> float:
        z = np.maximum(np.maximum(x[rows] @ p[0] + p[1], 0) @ p[2] + p[3], 0) @ p[4] + p[5]
        q = np.clip(1 / (1 + np.exp(-z)), 1e-6, 1 - 1e-6)
        t = y[rows]
        entropy = np.where(
            (t > 0) & (t < 1), -t * np.log(np.maximum(t, 1e-9)) - (1 - t) * np.log(np.maximum(1 - t, 1e-9)), 0
        )
        return float(np.mean(-t * np.log(q) - (1 - t) * np.log(1 - q) - entropy))

    batch, step = 512, 0
    steps = epochs * (len(used) // batch)
    for epoch in range(epochs):
        random.shuffle(used)
        for start in range(0, len(used) - batch + 1, batch):
            some = used[start : start + batch]
            a = x[some]
            b = a @ p[0] + p[1]
            b *= b > 0
            c = b @ p[2] + p[3]
            c *= c > 0
            z = c @ p[4] + p[5]
            dz = (1 / (1 + np.exp(-z)) - y[some]) / batch
            dc = np.outer(dz, p[4]) * (c > 0)
            db = (dc @ p[2].T) * (b > 0)
            slopes = [a.T @ db, db.sum(0), b.T @ dc, dc.sum(0), c.T @ dz, dz.sum(keepdims=True)]
            step += 1
            rate = 0.003 * 0.5 * (1 + np.cos(np.pi * step / steps)) * np.sqrt(1 - 0.999**step) / (1 - 0.9**step)
            for k, slope in enumerate(slopes):
                m[k] += 0.1 * (slope - m[k])
                v[k] += 0.001 * (slope * slope - v[k])
                p[k] -= (rate * m[k] / (np.sqrt(v[k]) + 1e-8)).astype(np.float32)
        if epoch % 5 == 4 or epoch == epochs - 1:
            say(f"  epoch {epoch + 1}: {loss(used[:20000]):.5f} nats too many, {loss(held):.5f} on boards held back")
    return [round(float(w) * SCALE) for each in p for w in each.ravel()]


def by_slack() -> list[int]:
    """A net that knows nothing but the formula that judges by slack, to begin with."""
    inputs = kernels.loops.INPUTS
    rows = [[0] * FIRST for _ in range(inputs + 1)]
    for slack in range(4):
        rows[75 + slack][0] = slack * SCALE
    middle = [[0] * SECOND for _ in range(FIRST)]
    middle[0][0] = round(1.3 * SCALE)
    last = [SCALE] + [0] * (SECOND - 1)
    return [*chain(*rows, *middle), *[0] * SECOND, *last, round(-1.8 * SCALE)]


def main(arguments: Sequence[str] | None = None) -> None:
    """Make, fit and write; the options are said by ``--help``."""
    parser = argparse.ArgumentParser(
        prog="python -m spiralkit.lookahead.fit", description="Fit the nets of the advisor."
    )
    parser.add_argument("--seed", type=int, default=1, help="which data (default 1)")
    parser.add_argument("--scale", type=float, default=1.0, help="times so many games as usual (default 1)")
    parser.add_argument("--workers", type=int, default=2, help="processes (default 2)")
    parser.add_argument("-o", "--output", default=str(WEIGHTS), help="the file to write")
    options = parser.parse_args(arguments)
    start = perf_counter()

    def say(text: str) -> None:
        print(f"{perf_counter() - start:6.0f} s  {text}", file=sys.stderr, flush=True)

    nets = {"late": by_slack(), "early": by_slack()}
    rows: dict[str, Rows] = {"late": [], "early": []}
    with ProcessPoolExecutor(options.workers) as pool:
        for number, (kind, games) in enumerate(ROUNDS):
            weights = FIRST, SECOND, tuple(weight / SCALE for weight in nets["late"] + nets["early"])
            seeds = [seed_of(options.seed, number, game) for game in range(round(games * options.scale))]
            rows[kind] += make(kind, weights, seeds, pool)
            say(f"{len(rows[kind])} {kind} boards")
            nets[kind] = fit(rows[kind], EPOCHS[kind], say)
    command = f"python -m spiralkit.lookahead.fit --seed {options.seed} --scale {options.scale:g}"
    made = {"made": f"{command}, {date.today()}, {perf_counter() - start:.0f} s with {options.workers} processes"}
    made |= {"boards": ", ".join(f"{len(some)} {kind}" for kind, some in rows.items())}
    lines = [
        f"{json.dumps(key)}: {json.dumps(value)}"
        for key, value in (made | {"first": FIRST, "second": SECOND} | nets).items()
    ]
    replace_file(options.output, "{\n" + ",\n".join(lines) + "\n}\n")
    say(f"written to {options.output}")


if __name__ == "__main__":
    main()
