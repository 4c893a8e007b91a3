"""The review of a game: what is proved and what is said to be, and that a flagged move was really worse."""

from dataclasses import replace
from functools import cache

import pymupdf
import pytest
from matplotlib.figure import Figure

from spiralkit import board
from spiralkit.draw import review as pictures
from spiralkit.draw.figures import SAMPLE
from spiralkit.draw.printed import PAPERS
from spiralkit.game import Line
from spiralkit.lookahead import POLICIES, play_game
from spiralkit.lookahead.review import EFFORTS, THROWN, Effort, Review, review, review_steps
from spiralkit.lookahead.values import PROVED, Budget
from spiralkit.spiral import NO_SHUFFLE, Deal, Move, redeal

LIGHT = Effort(Budget(late=((64, 8), (8, 32)), early=((3, 1),)), 256, 8)
"""Little thinking, for games that are not played for their values."""


@pytest.fixture(autouse=True)
def light(monkeypatch):
    monkeypatch.setitem(EFFORTS, "light", LIGHT)


@cache
def wins(state):
    """Whether you can win before the next deal, by trying everything with the rules alone."""
    if state.outcome is not None:
        return state.outcome.winner == "me"
    if state.deal_due:
        return state.occupied == board.FULL & ~(1 << board.CENTRE) and board.fork(state.mine | 1 << board.CENTRE)
    return any(wins(state.play(move)) for move in state.moves())


def check(line, found):
    """What must be true of the review of any game."""
    assert not found.partial
    assert len(found.moments) == found.picks
    won = line.state.outcome.winner == "me"
    for moment in found.moments:
        assert line.states[moment.place] == moment.state
        assert line.moves[moment.place] == moment.move
        before, after = wins(moment.state), wins(moment.state.play(moment.move))
        # proved is what trying everything shows, and nothing else
        assert (moment.before.low == 1 and not moment.before.deals) == before
        assert (moment.after.low == 1 and not moment.after.deals) == after
        if won:  # what was won in the end cannot have been lost
            assert moment.before.share > 0
            assert moment.after.share > 0
        assert moment.before.share >= moment.after.share
        assert moment.best in moment.state.moves()
        assert bool(moment.why) == moment.thrown
        if moment.thrown:
            assert moment.best != moment.move
            assert moment.before.low > moment.after.high
            assert moment.cost >= THROWN
            assert ("proved" in moment.why) + ("estimated" in moment.why) >= 1
    for one, two in zip(found.moments, found.moments[1:], strict=False):
        if one.deal == two.deal:
            assert one.after == two.before
    last = found.last_won
    assert all(not moment.won for moment in found.moments if last is None or moment.place > last.place)
    wins.cache_clear()


@cache
def reviewed(name, seed):
    line = play_game(seed, POLICIES[name])
    return line, review(line, "light")


@pytest.mark.parametrize(("name", "seed"), [("random", 4), ("greedy", 3), ("greedy", 8)])
def test_the_review_of_a_game_is_true(name, seed):
    line, found = reviewed(name, seed)
    check(line, found)
    assert found.thrown
    assert found.last_won is not None


def test_a_game_well_played_has_nothing_flagged():
    line, found = reviewed("advisor", 5)
    check(line, found)
    assert not found.thrown
    moment, what = found.shown
    assert what == "From here on the win is proved"
    assert all(each.before == PROVED["win"] for each in found.moments[moment.number - 1 :])
    assert found.moments[moment.number - 2].before != PROVED["win"]


def test_a_win_not_taken_is_flagged_with_both_reasons():
    line = Line(SAMPLE, map(Move, ["ac", "ab", "cd"]))
    assert line.state.turn == "me"
    while line.state.outcome is None:
        line.play(line.state.moves()[0])
    assert line.state.outcome.winner == "brooks"
    found = review(line)
    first = found.moments[0]
    assert first.thrown
    assert (first.before.deals, first.before.share, first.after.deals, first.after.share) == (0, 1, 0, 0)
    assert first.best in (Move("bc"), Move("bd"))
    assert first.why.startswith(f"{first.best} wins, proved: ")
    assert "ac loses, proved: " in first.why
    assert found.thrown == (first,)
    assert found.last_won == first
    assert found.shown == (first, "The last moment it was won: proved")
    assert "lost, proved" in str(found)


def test_without_shuffling_all_is_proved():
    line = play_game(1, POLICIES["greedy"], NO_SHUFFLE)
    found = review(line, "light")
    assert found.picks > 5
    assert all(not each.before.deals and not each.after.deals for each in found.moments)


def test_steps_are_partial_until_the_last_and_end_with_the_review():
    line, found = reviewed("greedy", 8)
    steps = list(review_steps(line, "light"))
    assert len(steps) > 2 * found.picks
    assert steps[-1] == found
    assert [each.done for each in steps] == sorted(each.done for each in steps)
    assert steps[-1].done == 1
    assert all(each.partial for each in steps[:-1])
    half = next(each for each in steps if len(each.moments) == 3)
    assert half.moments == found.moments[-3:]  # the end of the game is known first
    assert "so far 3 of" in str(half)


def test_the_deals_that_came_play_no_part():
    """The end of the first deal is worth the same whatever is dealt then."""
    line = play_game(3, POLICIES["greedy"])
    place = next(place for place, move in enumerate(line.moves) if isinstance(move, Deal))
    values = set()
    for number in (2, 7):
        other = Line(line.start, line.moves[:place])
        other.play(redeal(3, number))
        found = review(other, "light")
        values.add((found.moments[0].before, found.moments[-1].after))
    assert len(values) == 1
    assert found.moments[-1].number == found.picks


def test_bad_input():
    with pytest.raises(ValueError, match="unknown effort 'most'; there are quick, normal, high"):
        review_steps(Line(SAMPLE), "most")
    with pytest.raises(ValueError, match="no move of yours"):
        review(Line(SAMPLE))
    with pytest.raises(ValueError, match="no move has been reviewed"):
        pictures.pdf(Review(SAMPLE, 3, (), 0.0))


# The pictures.


def test_the_curve_shows_every_value():
    _, found = reviewed("greedy", 8)
    ax = Figure().add_subplot()
    shown = pictures.curve(found, ax=ax)
    assert shown is ax.figure
    dots = {tuple(drawn.get_xydata()[0]) for drawn in ax.lines if drawn.get_marker() in ("s", "o")}
    for moment in found.moments:
        assert (moment.number, 100 * moment.before.share) in dots
    squares = {drawn.get_xydata()[0][0] for drawn in ax.lines if drawn.get_marker() == "s"}
    assert {each.number for each in found.moments if not each.before.deals} <= squares
    crosses = [drawn for drawn in ax.lines if drawn.get_marker() == "X"]
    assert len(crosses) == len(found.thrown)
    written = [text.get_text() for text in ax.texts]
    assert all(str(each.move) in written for each in found.thrown)
    assert {"deal 2", "deal 3"} <= set(written)


@pytest.mark.parametrize("paper", PAPERS)
def test_the_page(paper):
    _, found = reviewed("random", 4)
    data = pictures.pdf(found, paper=paper, note="seed 4")
    assert data == pictures.pdf(found, paper=paper, note="seed 4")
    (page,) = pymupdf.open(stream=data)
    assert (page.rect.width, page.rect.height) == pytest.approx([side * 72 / 25.4 for side in PAPERS[paper]], abs=0.5)
    assert all(font[1] == "ttf" for font in page.get_fonts())
    words = " ".join(page.get_text().split())
    for moment in found.thrown:
        assert moment.why in words
    for moment in found.moments:
        assert moment.row[2] in words
    assert "The last moment it looked won: " in words
    assert "seed 4" in words
    inked = page.get_pixmap(dpi=100, colorspace=pymupdf.csGRAY)
    rim = round(8 / 25.4 * 100) - 1
    rows = [inked.samples[y * inked.stride : y * inked.stride + inked.width] for y in range(inked.height)]
    assert all(set(row) == {255} for row in (*rows[:rim], *rows[-rim:]))
    assert all(set(row[:rim]) | set(row[-rim:]) == {255} for row in rows)


def test_reasons_that_do_not_fit_are_left_out_the_cheapest_first():
    line = Line(SAMPLE, map(Move, ["ac", "ab", "cd"]))
    first = review(line).moments[0]
    many = tuple(replace(first, number=number) for number in range(1, 14))
    (page,) = pymupdf.open(stream=pictures.pdf(Review(line.state, 13, many, 1.0)))
    words = page.get_text("words")
    assert max(bottom for _, _, _, bottom, *_ in words) < (297 - 8) * 72 / 25.4
    lines = [block for block in page.get_text("words") if block[4] == "wins,"]
    assert 2 <= len(lines) < 13


@pytest.mark.slow
@pytest.mark.parametrize("name", ["random", "greedy", "advisor"])
def test_a_hundred_games_of_each_player(name):
    for seed in range(7_000_000, 7_000_100):
        line = play_game(seed, POLICIES[name])
        check(line, review(line, "quick"))
