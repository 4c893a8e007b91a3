"""Exercises: one solution by brute force, legal by a second set of rules, all different, graded so that it shows."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter
from functools import cache
from itertools import combinations, product

import oracle
import pytest

from spiralkit import Move, MoveError, State, answers, board, deal, record
from spiralkit.cards import TextError
from spiralkit.lookahead.exercises import BOUNDS, Exercise, Features, exercise, exercises
from spiralkit.lookahead.players import greedy
from spiralkit.lookahead.quiz import Quiz, check
from spiralkit.spiral import redeal

SAMPLE = State.parse(
    "ooxoooxooooxxo...oooxxxx.xo.xoo.oooo. "
    "8dJsTs7s9h9dQhKs/Jc8c7h9cJdAcJhQc/KcAsQdAhTdTc7d9s/KhKdQs7cAdTh8h8s me standard"
)


@cache
def some() -> tuple[Exercise, ...]:
    """Five of each grade."""
    return exercises(25, 7)


# A brute force straight from the rules of play: no cut, and forks found by the sets of the referee.


def labels(mask: int) -> frozenset[str]:
    return frozenset(board.labels(mask))


@cache
def can_fork(mine: frozenset[str], vacant: frozenset[str]) -> bool:
    """Whether your pieces left, on any of the vacant cells, can make a fork."""
    left = min(13 - len(mine), len(vacant))
    return any("fork" in oracle.connections({*mine, *cells}) for cells in combinations(sorted(vacant), left))


def brute(state: State) -> str:
    if state.outcome is not None:
        return state.outcome.result
    if state.deal_due:
        vacant = labels(board.FULL & ~state.occupied)
        if not can_fork(labels(state.mine), vacant):
            return "loss"
        return "win" if vacant == {"--"} else "open"
    found = {brute(state.play(move)) for move in state.moves()}
    return next(verdict for verdict in ("win", "open", "loss") if verdict in found)


def oracle_game(one: Exercise) -> oracle.Game:
    """The position of an exercise in the referee, played there from the first deal on."""
    story = answers.story(one.line)
    game = oracle.Game([oracle.words(column) for column in story["deals"][0]])
    number = 1
    for turn in story["turns"]:
        if game.deal_due():
            number += 1
            game.deal([oracle.words(column) for column in story["deals"][number - 1]])
        assert {"deal": number, **game.take(turn["columns"])} == turn
    if game.deal_due():  # the last deal, of which no card has been taken
        game.deal([list(map(str, column)) for column in one.state.columns])
    return game


def oracle_verdict(game: oracle.Game, known: dict[object, str]) -> str:
    if game.end:
        return game.end[0]
    if game.deal_due():
        vacant = frozenset(set(oracle.SPIRAL) - set(game.board))
        if not can_fork(frozenset(game.owned("me")), vacant):
            return "loss"
        return "win" if vacant == {"--"} else "open"
    key = tuple(map(len, game.columns)), game.mover, game.pieces_of_turn, tuple(sorted(game.board.items()))
    if key not in known:
        found = {oracle_verdict(oracle_after(game, pick), known) for pick in game.picks()}
        known[key] = next(verdict for verdict in ("win", "open", "loss") if verdict in found)
    return known[key]


def oracle_after(game: oracle.Game, pick: str) -> oracle.Game:
    after = object.__new__(oracle.Game)
    vars(after).update(vars(game), board=dict(game.board), columns=list(map(list, game.columns)))
    after.take(pick)
    return after


def check_oracle(one: Exercise) -> None:
    """Legal, and solved by the referee alone: one pick wins, all others lose."""
    game = oracle_game(one)
    assert (game.mover, game.columns) == ("me", [list(map(str, column)) for column in one.state.columns])
    assert game.owned("me") == labels(one.state.mine)
    assert game.owned("brooks") == labels(one.state.hers)
    known: dict[object, str] = {}
    verdicts = {pick: oracle_verdict(oracle_after(game, pick), known) for pick in game.picks()}
    assert [pick for pick, verdict in verdicts.items() if verdict == "win"] == list(map(str, one.solutions))
    assert Counter(verdicts.values()) == {"win": 1, "loss": 5}


def test_each_has_one_solution_and_all_other_moves_lose() -> None:
    for one in some():
        verdicts = {move: brute(one.state.play(move)) for move in one.state.moves()}
        assert tuple(move for move, verdict in verdicts.items() if verdict == "win") == one.solutions
        assert Counter(verdicts.values()) == {"win": 1, "loss": 5}


def test_each_is_come_to_by_a_legal_game() -> None:
    for one in some():
        oracle_game(one)
        read = record.read(record.write(one.line, one.record.headers))
        assert read.line.states[-1] == one.state
        assert read.headers == {"Seed": str(one.seed)}
        assert one.seed is not None
        assert one.start == deal(one.seed)
        deals = [move for move in one.moves if not isinstance(move, Move)]
        assert deals == [redeal(one.seed, number) for number in (2, 3)]


def check_different(found: tuple[Exercise, ...]) -> None:
    """No board, and no deciding pattern, is another's turned or mirrored."""
    assert len({one.seed for one in found}) == len(found)
    boards, patterns = [], []
    for one in found:
        end = one.state
        for move in one.win.line:
            end = end.play(move)
        assert end.outcome is not None
        boards.append((one.state.mine, one.state.hers))
        patterns.append((end.outcome.cells, end.outcome.cells & ~one.state.mine))
    for masks in (boards, patterns):
        seen = set(masks)
        assert len(seen) == len(masks)
        for (one, other), way in product(masks, board.symmetries()[1:]):
            turned = board.moved(one, way), board.moved(other, way)
            assert turned == (one, other) or turned not in seen


def test_no_two_are_alike() -> None:
    check_different(some())


def test_no_pair_is_the_answer_too_often() -> None:
    for found in (some(), exercises(6, 1), exercises(2, 1)):
        assert max(Counter(one.solutions[0] for one in found).values()) <= -(-len(found) // 3)


def test_all_grades_easy_ones_first() -> None:
    assert [one.grade for one in some()] == [grade for grade in range(1, 6) for _ in range(5)]
    assert [one.grade for one in exercises(3, 5, grade=2)] == [2, 2, 2]
    assert exercises(0, 5) == ()


def test_the_same_seed_gives_the_same_exercises_everywhere() -> None:
    code = (
        "from spiralkit import kernels; from spiralkit.lookahead.exercises import exercises\n"
        "kernels.fast()\nfor one in exercises(3, 1): print(one.state.text, *one.solutions)"
    )
    for environment in ({"PYTHONHASHSEED": "0"}, {"PYTHONHASHSEED": "1", "SPIRALKIT_PLAIN": "1"}):
        done = subprocess.run(
            [sys.executable, "-c", code], env=os.environ | environment, capture_output=True, text=True, check=True
        )
        assert done.stdout.splitlines() == [
            f"{one.state.text} {' '.join(map(str, one.solutions))}" for one in exercises(3, 1)
        ]
    assert {one.seed for one in exercises(3, 2)}.isdisjoint(one.seed for one in exercises(3, 1))


def test_what_is_no_exercise() -> None:
    assert exercise(deal(1)) is None  # all is open
    after = SAMPLE.play(Move("bc"))
    assert exercise(after) is None  # her turn
    lost = SAMPLE.play(Move("ab"))
    while lost.turn != "me":
        lost = lost.play(lost.moves()[0])
    assert exercise(lost) is None
    won = SAMPLE
    for move in ("bc", "ab", "cd", "bc"):
        won = won.play(Move(move))
    assert exercise(won) is None  # over
    won_by_all = some()[-1].state
    for move in some()[-1].win.line[:-1]:
        won_by_all = won_by_all.play(move)
    assert won_by_all.occupied.bit_count() == 36
    assert exercise(won_by_all) is None  # every move takes the centre
    with pytest.raises(ValueError, match="grades 1 to 5, not 6"):
        exercises(1, 1, grade=6)
    with pytest.raises(ValueError, match="cannot be -1"):
        exercises(-1, 1)


def test_the_sample_has_two_solutions_of_one_kind() -> None:
    found = exercise(SAMPLE)
    assert found is not None
    assert found.solutions == (Move("bc"), Move("bd"))
    assert found.question.startswith("Your move. Two pairs")
    assert found.hints[2] == "Take Qc, the bottom card of column b."
    assert (found.start, found.moves, found.seed) == (SAMPLE, (), None)
    ends = []
    for move in found.solutions:
        state = SAMPLE
        for step in found.verdict(move).line:
            placement, state = state.placement(step), state.play(step)
        ends.append((placement.pair, board.label(placement.cell)))
    assert ends == [("TA", "TK")] * 2


def test_as_json() -> None:
    one = some()[-1]
    told = json.loads(json.dumps(answers.exercise_json(one, 7, 25)))
    state = State.parse(told["position"])
    assert state == one.state
    assert (told["seed"], told["number"], told["grade"], told["solutions"]) == (7, 25, 5, list(map(str, one.solutions)))
    assert set(told["wrong"]) == {str(move) for move in state.moves()} - set(told["solutions"])
    for columns in told["line"]:
        state = state.play(Move(columns))
    assert state.outcome is not None
    assert state.outcome.result == "win"
    assert told["reason"] == str(one.reason)
    game = oracle.Game([oracle.words(column) for column in told["deals"][0]])
    for turn in told["turns"]:
        if game.deal_due():
            game.deal([oracle.words(column) for column in told["deals"][turn["deal"] - 1]])
        game.take(turn["columns"])
    assert game.owned("me") == labels(one.state.mine)


# Grades.


def test_features_and_points() -> None:
    for one in some():
        state, win = one.state, one.win
        mine = [state.placement(win.move)]
        at = state
        for move in win.line:
            if at.turn == "me" and at != state:
                mine.append(at.placement(move))
            at = at.play(move)
        assert at.outcome is not None
        assert at.outcome.result == "win"
        assert one.features.picks == len(mine)
        assert one.features.slide == (mine[0].cell != mine[0].named)
        covered = {card for column in state.columns for card in column[:-1]}
        columns = dict(zip("abcd", state.columns, strict=True))
        later = {card for placement in mine[1:] for card in placement.cards if card in covered}
        assert one.features.uncovered == any(card in columns[letter] for card in later for letter in str(win.move))
        for move in state.moves():
            if move in one.solutions:
                continue
            placement, after = state.placement(move), state.play(move)
            while after.turn != "me" and after.moves():
                after = after.play(after.moves()[0])
            beside = any(board.NEAR[placement.cell] >> cell & 1 for cell in board.cells(state.mine))
            distance = None if after.outcome else board.fork_distance(after.mine, after.hers)
            fits = distance is not None and distance <= 13 - after.mine.bit_count() and not after.deal_due
            only_centre = after.occupied.bit_count() == 36
            assert (move in one.features.plausible) == (beside and fits and not only_centre)
    assert Features(1, (), False, False).grade == 1
    points = [Features(1 + points, (), False, False) for points in range(12)]
    assert [one.points for one in points] == list(range(12))
    assert [one.grade for one in points] == [1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 5, 5]
    assert BOUNDS == (2, 4, 6, 8)


def chance_of_a_beginner(one: Exercise) -> float:
    """The chance of one who sees a turn ahead: takes a fork, never what loses at once, else any move."""
    left = []
    for move in one.state.moves():
        after = one.state.play(move)
        while after.outcome is None and after.turn != "me" and after.moves():
            after = after.play(after.moves()[0])
        if after.outcome is None:
            left.append(move)
        elif after.outcome.result == "win":
            return float(move in one.solutions)
    return (one.solutions[0] in left) / len(left) if left else 0.0


def looks(one: Exercise) -> int:
    """What can be seen without any answer: the cells that a fork takes, and the moves that do not lose at once."""
    alive = 0
    for move in one.state.moves():
        after = one.state.play(move)
        while after.outcome is None and after.turn != "me" and after.moves():
            after = after.play(after.moves()[0])
        alive += after.outcome is None
    return (board.fork_distance(one.state.mine, one.state.hers) or 0) + alive


def told_apart(easy: list[int], hard: list[int]) -> float:
    """How often of an easy and a hard one the hard one has the larger number; a half where they are equal."""
    pairs = list(product(easy, hard))
    return sum((two > one) + (two == one) / 2 for one, two in pairs) / len(pairs)


def by_grade(found: tuple[Exercise, ...]) -> dict[int, list[Exercise]]:
    return {grade: [one for one in found if one.grade == grade] for grade in range(1, 6)}


def test_grades_tell_what_is_hard() -> None:
    grades = by_grade(some())
    easy, hard = grades[1], grades[5]
    assert sum(greedy(one.state, iter(())) in one.solutions for one in easy) == 5
    assert sum(map(chance_of_a_beginner, easy)) > sum(map(chance_of_a_beginner, hard)) + 2
    assert told_apart(list(map(looks, easy)), list(map(looks, hard))) > 0.9


# Hints, replies, score.


def test_hints_tell_more_and_more() -> None:
    for one in some():
        picks, cell, card = one.hints
        assert ("a single pick" if one.features.picks == 1 else f"{one.features.picks} picks of yours") in picks
        state = one.state
        for move in one.win.line:
            placement, state = state.placement(move), state.play(move)
        assert (
            "the centre" if placement.cell == board.CENTRE else placement.pair and board.label(placement.cell)
        ) in cell
        assert any(f"Take {column[-1]}, " in card for column in state_columns(one))


def state_columns(one: Exercise) -> list[tuple[object, ...]]:
    """The columns that every solution takes from."""
    return [
        column
        for letter, column in zip("abcd", one.state.columns, strict=True)
        if all(letter in move.columns for move in one.solutions)
    ]


def test_every_answer_is_told_right_or_refuted() -> None:
    for one in some():
        for move in one.state.moves():
            reply = check(one, move)
            assert reply.right == (move in one.solutions)
            assert str(one.reason_of(move)) in str(reply)
            assert str(reply).startswith(f"Right: {move} wins. " if reply.right else f"Wrong: {move} loses. ")
        assert one.trap is None or one.trap in one.features.plausible
    with pytest.raises(MoveError):
        check(some()[0], "aa")
    with pytest.raises(TextError):
        check(some()[0], "xy")


def test_a_quiz() -> None:
    quiz = Quiz(some()[:3])
    wrong = next(move for move in quiz.exercise.state.moves() if move not in quiz.exercise.solutions)
    assert not quiz.answer(str(wrong)).right
    assert quiz.answer(quiz.exercise.solutions[0]).right
    assert (quiz.score.solved, quiz.score.at_once, quiz.score.asked) == (1, 0, 3)
    for refused in (quiz.hint, quiz.give_up, lambda: quiz.answer("ab")):
        with pytest.raises(ValueError, match="is over"):
            refused()
    quiz.go(1)
    assert quiz.sheet.replies == ()
    assert quiz.answer(quiz.exercise.solutions[0]).right
    assert (quiz.score.solved, quiz.score.at_once) == (2, 1)
    quiz.go(2)
    assert not quiz.over
    for hint in quiz.exercise.hints:
        assert quiz.hint() == hint
    with pytest.raises(ValueError, match="no further hint"):
        quiz.hint()
    shown = quiz.give_up()
    assert quiz.exercise.answer in str(shown)
    assert quiz.sheet.over
    assert (quiz.score.solved, quiz.score.at_once) == (2, 1)
    assert quiz.over
    with pytest.raises(IndexError, match="1 to 3, not 4"):
        quiz.go(3)
    with pytest.raises(ValueError, match="no exercise"):
        Quiz([])


@pytest.mark.slow
def test_two_hundred() -> None:
    """Solved and checked for legality by the referee alone; prints what a beginner and the greedy policy find."""
    found = exercises(200, 1)
    assert len(found) == 200
    check_different(found)
    for one in found:
        check_oracle(one)
    grades = by_grade(found)
    assert all(len(ones) >= 20 for ones in grades.values())
    rates = {}
    for grade, ones in grades.items():
        seen = sum(greedy(one.state, iter(())) in one.solutions for one in ones) / len(ones)
        beginner = sum(map(chance_of_a_beginner, ones)) / len(ones)
        rates[grade] = seen, beginner
        look = sum(map(looks, ones)) / len(ones)
        print(f"grade {grade}: {len(ones)}, greedy {seen:.2f}, a turn ahead {beginner:.2f}, looks {look:.1f}")
    apart = told_apart(list(map(looks, grades[1])), list(map(looks, grades[5])))
    print(f"by what is seen grades 1 and 5 are told apart in {apart:.3f} of pairs")
    assert rates[1][0] > 0.95
    assert rates[5][0] < 0.6
    assert [beginner for _, beginner in rates.values()] == sorted((b for _, b in rates.values()), reverse=True)
    assert apart > 0.95
