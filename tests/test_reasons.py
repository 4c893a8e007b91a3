"""Reasons in words: each sentence is read back and played, and the facts it carries are found again.

Nothing of the library is trusted but the rules and the verdicts, which have tests of their own:
connections are flooded here anew, lines are played by ``State.play``, and a sentence that names a
card, a cell, a pair, a side or a number that is not what happens cannot be read.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import replace

import pytest
from test_search import SAMPLE, endgame, late_games

from spiralkit import board
from spiralkit.game import MoveError
from spiralkit.lookahead import endings
from spiralkit.lookahead.endings import Ending
from spiralkit.lookahead.reasons import LONGEST, Reason, reason, reasons, why_lost
from spiralkit.lookahead.search import look
from spiralkit.spiral import BOTH, NO_SHUFFLE, ONE_COLUMN, STANDARD, VARIANTS, Move, Placement, State, deal, redeal

FORK_SIDES = ((0, 2, 4), (1, 3, 5))
BRIDGE_SIDES = ((0, 3), (1, 4), (2, 5))


def group_at(cell: int, mask: int) -> set[int]:
    """The pieces that hang together with a cell, by flooding."""
    group, new = {cell}, {cell}
    while new:
        new = {near for one in new for near in board.NEIGHBOURS[one] if mask >> near & 1} - group
        group |= new
    return group


def joined(cell: int, mask: int) -> set[int]:
    """The sides that the group of a cell touches."""
    group = group_at(cell, mask)
    return {side for side in range(6) if group & set(board.SIDE_CELLS[side])}


def made(cell: int, mask: int) -> str:
    """What the group of a cell is: a fork counts first."""
    sides = joined(cell, mask)
    if any(set(some) <= sides for some in FORK_SIDES):
        return "fork"
    return "bridge" if any(set(some) <= sides for some in BRIDGE_SIDES) else ""


def distance_left(state: State) -> tuple[int, int]:
    """The cells that your fork takes (99: it cannot be made) and your pieces left."""
    return board.fork_distance(state.mine, state.hers) or 99, 13 - state.mine.bit_count()


# Sentences read back.

CARD = "[789TJQKA][cdhs]"
CELL = "[789TJQKA]{2}|the centre"
TWO = rf"({CARD})\+({CARD})"
SIDES = r"joins? sides (\d(?:, \d)+): (her|your own)? ?(fork|bridge)"
FAR = r"your fork (?:then )?takes (\d+) cells?( or more)? and you have (\d+) pieces? left"


def cell_in(words: str) -> int:
    return board.CENTRE if words == "the centre" else board.cell_of(words)


class Reading:
    """A sentence played from its state, word by word; fails where the words are not what happens."""

    def __init__(self, words: str, state: State) -> None:
        self.rest, self.state, self.start = words, state, state
        self.moves: list[Move] = []
        self.last: Placement | None = None
        self.endings: list[Ending] = []
        self.slack: int | None = None
        self.every = 0
        self.longest = False
        self.untold: list[str] = []
        """Where pieces of hers slide to that the words leave out."""
        steps = (
            self.whatever,
            self.her_end,
            self.her_turn,
            self.uncovers,
            self.pick,
            self.final,
            self.columns,
            self.longest_line,
            self.landing,
            self.centre,
            self.deal,
            self.far,
        )
        while self.rest:
            assert any(step() for step in steps), (words, self.rest, state)
        assert not self.untold or len(words + "".join(self.untold)) > LONGEST

    def eat(self, pattern: str) -> re.Match[str] | None:
        found = re.match(pattern, self.rest)
        if found:
            self.rest = self.rest[found.end() :]
        return found

    def play(self, move: Move) -> Placement:
        self.last = self.state.placement(move)
        self.state = self.state.play(move)
        self.moves.append(move)
        return self.last

    def hers(self) -> None:
        """Her forced pieces, told or not."""
        while self.state.turn != "me" and self.state.moves():
            self.play(self.state.moves()[0])

    def take(self, one: str, two: str) -> Placement:
        """You take these two cards."""
        self.hers()
        assert self.state.turn == "me"
        found = [move for move in self.state.moves() if {*map(str, self.state.placement(move).cards)} == {one, two}]
        return self.play(found[0])

    # What the words may be.

    def pick(self) -> bool:
        found = self.eat(rf"(?:, then )?{TWO} to ({CELL})")
        if found:
            one, two, cell = found.groups()
            assert board.RANKS.index(one[0]) <= board.RANKS.index(two[0])
            assert self.take(one, two).cell == cell_in(cell)
        return bool(found)

    def final(self) -> bool:
        found = self.eat(rf"(?:, then )?{TWO}:")
        if found:
            self.take(found[1], found[2])
        return bool(found)

    def columns(self) -> bool:
        found = self.eat(r", then columns ((?:[a-d]{2}, )*[a-d]{2})")
        if found:
            self.play_columns(found[1])
        return bool(found)

    def play_columns(self, words: str) -> None:
        for columns in words.split(", "):
            self.hers()
            assert self.state.turn == "me"
            self.play(Move(columns))

    def her_turn(self) -> bool:
        found = self.eat(rf"(?:\. )?She must take {TWO} \(([^)]+)\)(?: and {TWO} \(([^)]+)\))?")
        if found:
            self.her_pieces(found.groups())
            assert self.state.turn == "me"
        return bool(found)

    def her_pieces(self, words: tuple[str | None, ...]) -> None:
        for one, two, pair in (words[:3], words[3:]):
            if one:
                assert self.state.turn != "me"
                placement = self.play(self.state.moves()[0])
                assert [*map(str, placement.cards)] == [one, two]
                if pair and placement.cell != placement.named:
                    to = f" to {'the centre' if placement.cell == board.CENTRE else board.label(placement.cell)}"
                    if pair == placement.pair:
                        self.untold.append(to)
                    pair = pair.removesuffix(to)
                assert pair in (None, placement.pair)

    def her_end(self) -> bool:
        found = self.eat(rf"(?:\. )?She must take (?:{TWO} \(([^)]+)\) and )?{TWO}(): ")
        if found:
            one, two, pair, *then = found.groups()
            self.her_pieces((one, two, pair, *then[:2], None))
            assert self.state.outcome is not None
        return bool(found)

    def uncovers(self) -> bool:
        found = self.eat(rf"; that uncovers ({CARD})(?: beside ({CARD})|, and ({CARD}) under it):")
        if found:
            one, two = found[1], found[2] or found[3]
            takeable = {
                str(column[-1]) for state in (self.start, self.start.play(self.moves[0])) for column in state.columns
            }
            assert not takeable & {one, two}
            placement = self.take(one, two)
            assert [*map(str, placement.cards)] == [one, two]
            assert (placement.columns[0] == placement.columns[1]) == bool(found[3])
        return bool(found)

    def landing(self) -> bool:
        found = self.eat(
            rf" ?(?:(..) is taken, so it slides (up )?to|it goes to) ({CELL})(, the last cell,)? and {SIDES}\."
        )
        if found:
            pair, up, cell, last_cell, sides, whose, how = found.groups()
            assert self.last is not None
            assert self.last.cell == cell_in(cell)
            assert (self.last.pair == pair) if pair else (self.last.cell == self.last.named or last_cell)
            assert bool(up) == bool(pair and self.last.cell > self.last.named)
            assert bool(last_cell) == (self.state.occupied == board.FULL)
            outcome = self.state.outcome
            assert outcome is not None
            assert (outcome.how, outcome.by) == (how, self.last.mover)
            self.connected(
                self.last.cell, self.state.mine if outcome.by == "me" else self.state.hers, sides, whose, how
            )
        return bool(found)

    def connected(self, cell: int, mask: int, sides: str, whose: str | None, how: str) -> None:
        named = tuple(map(int, sides.split(", ")))
        assert named in (FORK_SIDES if how == "fork" else BRIDGE_SIDES)
        assert set(named) <= joined(cell, mask)
        assert how == made(cell, mask)
        mine = whose != "her"
        assert whose == ("her" if not mine else "your own" if how == "bridge" else None)
        self.endings.append(Ending(how, "me" if mine else "brooks", (cell,), named))  # type: ignore[arg-type]

    def centre(self) -> bool:
        found = self.eat(rf"(?:; |\. )?(?:then )?[oO]nly the centre is left, yours in any case: it {SIDES}\.")
        if found:
            self.hers()
            assert self.state.occupied == board.FULL & ~(1 << board.CENTRE)
            assert self.state.turn == "me"
            self.connected(board.CENTRE, self.state.mine | 1 << board.CENTRE, *found.groups())
            end = self.state.play(redeal(1, 1)) if self.state.deal_due else self.state
            for move in end.moves():
                outcome = end.play(move).outcome
                assert outcome is not None
                assert (outcome.how, outcome.by) == (found[3], "me")
        return bool(found)

    def deal(self) -> bool:
        found = self.eat(rf": at the next deal {FAR}, (\d+) to spare at best\.")
        if found:
            self.hers()
            cells, more, left, slack = found.groups()
            assert self.state.deal_due
            assert not more
            assert distance_left(self.state) == (int(cells), int(left))
            self.slack = int(slack)
            assert self.slack == int(left) - int(cells)
            self.endings.append(Ending("deal", "me", (), (), int(cells), int(left)))
        return bool(found)

    def far(self) -> bool:
        found = self.eat(
            r"(?P<deal>\. A deal comes next, but )?(?:\. |: )?(?:[yY]our fork (?:then )?takes (?P<cells>\d+) cells? "
            r"and you have (?P<left>\d+) pieces? left|[yY]ou can make no fork any more)(: no move can win)?\."
        )
        if found:
            assert bool(found["deal"]) == (self.state.turn == "brooks" and bool(self.moves))
            assert bool(found["deal"]) <= self.state.deal_due
            cells, left = distance_left(self.state)
            assert cells > left
            if found["cells"]:
                assert (int(found["cells"]), int(found["left"])) == (cells, left)
                self.endings.append(Ending("reach", "me", (), (), cells, left))
            else:
                assert cells == 99
                self.endings.append(Ending("cut off", "me"))
        return bool(found)

    def whatever(self) -> bool:
        found = self.eat(r"(?:\. )?Whatever you take( then| from then on| from now on)?, (.*)\.$")
        if found:
            assert ("then" in (found[1] or "")) == bool(self.moves)
            self.hers()
            self.every = 2 if "on" in (found[1] or "") else 1  # two or more
            self.endings += map(ending_in, re.split(r", or (?=she |you |your )", found[2]))
        return bool(found)

    def longest_line(self) -> bool:
        found = self.eat(
            r"(?:Every line loses| loses in every line); the longest, "
            r"columns ((?:[a-d]{2}, )*[a-d]{2}), holds until (.*)\.$"
        )
        if found:
            columns = found[1].split(", ")
            if self.moves:
                assert self.moves[-1].columns == columns.pop(0)
            if columns:
                self.play_columns(", ".join(columns))
            self.hers()
            self.longest = True
            self.endings.append(ending_in(found[2]))
        return bool(found)


def ending_in(words: str) -> Ending:
    """An ending from the clause that says how all lines end."""
    if words == "you can make no fork any more":
        return Ending("cut off", "me")
    if words == "your fork takes more cells than you have pieces left":
        return Ending("reach", "me")
    found = re.fullmatch(FAR, words)
    if found:
        assert found[2]
        return Ending("reach", "me", (), (), int(found[1]), int(found[3]))
    found = re.fullmatch(rf"(she takes|you take) ({CELL}) and {SIDES}", words)
    if found:
        who, cell, sides, whose, how = found.groups()
        assert whose == ("her" if who == "she takes" else "your own")
        by = "brooks" if who == "she takes" else "me"
        return Ending(how, by, (cell_in(cell),), tuple(map(int, sides.split(", "))))  # type: ignore[arg-type]
    found = re.fullmatch(
        r"(she makes a fork|she makes a bridge|she connects|you make a bridge yourself)(?: at (.*))?", words
    )
    assert found, words
    how = {"fork": "fork", "ridge": "bridge", "nects": "connects", "rself": "bridge"}[found[1][-5:].strip(" a")]
    cells = tuple(map(cell_in, re.split(", | or ", found[2]))) if found[2] else ()
    return Ending(how, "me" if "you" in found[1] else "brooks", cells)  # type: ignore[arg-type]


# Facts found again.


def leaves(state: State, picks: int = 1) -> Iterator[tuple[int, str, int, State]]:
    """Every line of yours from here to where it is lost: with which pick, by whom or by distance, the last cell."""
    for move in state.moves():
        after = state.play(move)
        cell = state.placement(move).cell
        while after.turn != "me" and after.moves():
            cell = after.placement(after.moves()[0]).cell
            after = after.play(after.moves()[0])
        outcome = after.outcome
        if outcome:
            assert outcome.winner == "brooks", "a line that wins is no proof of a loss"
            yield picks, outcome.by, cell, after
        elif after.occupied.bit_count() == 36 and made(board.CENTRE, after.mine | 1 << board.CENTRE) == "bridge":
            yield picks, "me", board.CENTRE, replace(after, mine=after.mine | 1 << board.CENTRE)
        elif distance_left(after)[0] > distance_left(after)[1]:
            yield picks, "reach", 0, after
        else:
            assert not after.deal_due, "a deal is due with the fork in reach: that is no proof"
            yield from leaves(after, picks + 1)


def gathered(state: State) -> tuple[int, list[Ending]]:
    """How all lines end, as the endings of a reason should say."""
    found = list(leaves(state))
    endings = []
    for by in ("brooks", "me"):
        groups = [(cell, at.mine if by == "me" else at.hers) for _, who, cell, at in found if who == by]
        if groups:
            kinds = {made(*group) for group in groups}
            how = kinds.pop() if len(kinds) == 1 else "connects"
            goals = {"fork": FORK_SIDES, "bridge": BRIDGE_SIDES}.get(how, ())
            sides = next((some for some in goals if all(set(some) <= joined(*group) for group in groups)), ())
            endings.append(Ending(how, by, tuple(sorted({cell for cell, _ in groups})), sides))  # type: ignore[arg-type]
    far = [distance_left(at) for _, who, _, at in found if who == "reach"]
    if far:
        least, lefts = min(cells for cells, _ in far), {left for _, left in far}
        if least == 99:
            endings.append(Ending("cut off", "me"))
        else:
            same = len(lefts) == 1
            endings.append(Ending("reach", "me", (), (), least if same else None, lefts.pop() if same else None))
    return max(picks for picks, *_ in found), endings


def covers(said: Ending, true: Ending) -> bool:
    """Whether the words say the ending or leave some of it out."""
    return (said.how, said.by) == (true.how, true.by) and all(
        one in ((), None, other)
        for one, other in (
            (said.cells, true.cells),
            (said.sides, true.sides),
            (said.distance, true.distance),
            (said.left, true.left),
        )
    )


def check(found: Reason) -> None:
    """Everything that a reason says and carries."""
    read = Reading(found.text, found.state)
    if found.told or found.move is None or read.moves:
        read.hers()
        assert tuple(read.moves) == found.told
    state = found.state
    for move in found.told:
        state = state.play(move)
    assert state == read.state
    assert len(read.endings) == len(found.endings)
    assert all(map(covers, read.endings, found.endings))
    assert len(found.text) <= LONGEST
    if found.every:
        every, endings = gathered(state)
        assert (found.every, list(found.endings)) == (every, endings)
        assert read.every == min(every, 2)
    elif found.whole:
        assert read.endings == list(found.endings)
        assert read.every == 0
    assert found.whole != read.longest
    kinds = {(end.how, end.by) for end in found.endings}
    if found.verdict == "win":
        assert kinds == {("fork", "me")}
    elif found.verdict == "open":
        assert kinds == {("deal", "me")}
        assert read.slack == found.slack
    else:
        assert not kinds & {("fork", "me"), ("deal", "me")}


def check_position(state: State) -> tuple[set[str], int]:
    """All reasons of a position; the shapes they have and how many there are."""
    seen = look(state)
    found = list(reasons(seen).values())
    assert [each.move for each in found] == [each.move for each in seen.moves]
    for each, verdict in zip(found, seen.moves, strict=True):
        assert each.verdict == verdict.verdict
        assert each.slack == verdict.slack
        assert each.state == seen.at
    if seen.verdict == "loss":
        whole = why_lost(state, seen)
        assert (whole.move, whole.state) == (None, state)
        found.append(whole)
    for each in found:
        check(each)
    return {re.sub(rf"{CARD}|\b({CELL})\b|\d|[a-d]{{2}}\b", "", each.text) for each in found}, len(found)


# The tests.


def test_the_sample_is_told_as_the_article_tells_it():
    found = reasons(look(SAMPLE))
    assert str(found[Move("bc")]) == (
        "9s+Qc to 9T. She must take Ks+Jh (JK to JQ) and 7d+8s (78 to 8A); "
        "that uncovers Ac beside Tc: TA is taken, so it slides to TK and joins sides 0, 2, 4: fork."
    )
    assert str(found[Move("bd")]) == (
        "8s+Qc to 8A. She must take Ks+Jh (JK to JQ) and 9s+8h (89 to 99); "
        "that uncovers Ac beside Th: TA is taken, so it slides to TK and joins sides 0, 2, 4: fork."
    )
    for move in ("ab", "ac", "ad", "cd"):
        assert str(found[Move(move)]).endswith(
            ". Whatever you take then, she takes TK and joins sides 0, 2, 4: her fork."
        )
    check_position(SAMPLE)
    assert str(why_lost(SAMPLE.play(Move("ab")))).startswith("She must take Qh+Jh (JQ) and 9s+8s (89 to 8A). Whatever")


def positions(count: int, variant: object) -> Iterator[State]:
    """Random endgames, and from each fourth on a position of a played game."""
    chance = random.Random(f"reasons {variant}")
    played = late_games(count // 4, variant, 8)  # type: ignore[arg-type]
    yield from played
    for _ in range(count - len(played)):
        yield endgame(chance, variant, chance.choice((8, 9, 10, 11, 12)))  # type: ignore[arg-type]


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_every_sentence_of_50_endgames_is_what_happens(variant):
    for state in positions(50, variant):
        check_position(state)


@pytest.mark.slow
@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_every_sentence_of_250_endgames_is_what_happens(variant):
    shapes: set[str] = set()
    count = 0
    for state in positions(250, variant):
        new, number = check_position(state)
        shapes |= new
        count += number
    print(variant, count, "sentences,", len(shapes), "shapes")


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_whole_games_can_be_told(variant):
    """Fresh deals and the middle of the game, where lines are long."""
    for seed in (1, 2):
        state = deal(seed, variant)
        for turn in range(4):
            if turn % 2 == 0:
                check_position(state)
            state = state.play(state.moves()[seed])
            while state.turn != "me":
                state = state.play(state.moves()[0])


def test_a_proof_too_large_is_told_by_its_longest_line(monkeypatch):
    monkeypatch.setattr(endings, "MOST", 5)
    chance = random.Random("longest")
    told = whole = 0
    while told < 20 or whole < 10:
        state = endgame(chance, chance.choice((STANDARD, ONE_COLUMN, NO_SHUFFLE, BOTH)), 9)
        seen = look(state)
        for each in reasons(seen).values():
            if not each.whole:
                told += 1
                check(each)
        if seen.verdict == "loss" and not why_lost(state, seen).whole:
            whole += 1
            check(why_lost(state, seen))


def only_the_centre(verdict: str, due: bool = True) -> State:
    """A random board of which only the centre is vacant, your turn, where it wins or loses."""
    chance = random.Random(f"centre {verdict}")
    while True:
        state = endgame(chance, STANDARD, 12)
        if state.turn == "me":
            state = replace(state, columns=((), *state.columns[1:])) if due else state
            if look(state).verdict == verdict:
                return state


def test_when_only_the_centre_is_left():
    lost = only_the_centre("loss")
    assert str(why_lost(lost)).startswith("Only the centre is left, yours in any case: it joins sides ")
    assert str(why_lost(lost)).endswith(": your own bridge.")
    assert reasons(look(lost)) == {}
    check_position(lost)
    for verdict in ("win", "loss"):
        state = only_the_centre(verdict, due=False)
        check_position(state)
        assert all("it goes to the centre, the last cell," in str(each) for each in reasons(look(state)).values())


def test_what_cannot_be_asked():
    with pytest.raises(ValueError, match="not lost: it is won"):
        why_lost(SAMPLE)
    with pytest.raises(ValueError, match="not lost: it is open"):
        why_lost(deal(1))
    with pytest.raises(MoveError, match="aa cannot be played"):
        reason(SAMPLE, Move("aa"))
    over = SAMPLE.play(Move("bc")).play(Move("ab")).play(Move("cd")).play(Move("bc"))
    with pytest.raises(ValueError, match="the game is over"):
        reason(over, Move("ab"))


def test_the_reading_refuses_wrong_words():
    """The check itself: a sentence with one word changed is not what happens."""
    states = [SAMPLE, *positions(12, ONE_COLUMN), *positions(16, NO_SHUFFLE)]
    changes = 0
    for state in states:
        for found in reasons(look(state)).values():
            words = [
                *re.finditer(rf"{CARD}|\b[789TJQKA]{{2}}\b|\d|\b(?:fork|bridge|her|your own|up|down)\b", found.text)
            ]
            for word in words:
                new = other_word(word[0])
                text = found.text[: word.start()] + new + found.text[word.end() :]
                changes += 1
                try:
                    check(replace(found, text=text))
                except (AssertionError, IndexError, ValueError):
                    continue
                pytest.fail(f"{text!r} was read as right; right is {found.text!r}")
    assert changes > 1000


def other_word(word: str) -> str:
    if word in ("fork", "bridge"):
        return "bridge" if word == "fork" else "fork"
    if word in ("her", "your own"):
        return "your own" if word == "her" else "her"
    if re.fullmatch(CARD, word):
        return word[0] + ("c" if word[1] != "c" else "d")
    if word.isdigit():
        return str((int(word) + 1) % 10)
    if word == "up":
        return ""
    return board.PAIRS[(board.cell_of(word) + 1) % 36]
