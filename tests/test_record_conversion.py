"""Records of the colour-conversion spiral: what is written reads back, what is forced may be left out, what is wrong
is refused with its line."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from spiralkit import Line
from spiralkit.cards import TextError
from spiralkit.conversion import Move, Rules, State
from spiralkit.lookahead.conversion import POLICIES, play_game, sweep
from spiralkit.record import ConversionLine, load, read, save, write

GAME = """[Game "conversion"]
[Rules "ace=wrap"]
[Seed "7"]
[Result "*"]

deal 3c3hKcAcTh9h8h4dAhQc4hTs8d6d5c3s / AsAd5d6hJd / 4c2dQsJhTc4sQd9dJs7d8c2sKhJcQh7h7s5hKs5s3d9cTd2h6s9s7c2cKd6c8s
1. Ad>1 draw:4c
   in 14:5d>15 draw:2d 4:4c>1 draw:Qs 1:As>2 draw:Jh 1:Qs>8 draw:Tc
   top:4s
   6x11
   out 1:Tc>6 draw:Qd dump:2d6hJdJhQd draw:9d draw:Js draw:7d draw:8c draw:2s 2:2s>9 draw:Kh 5:7d>6 draw:Jc 12:8c>11
"""


def same(one: ConversionLine, other: ConversionLine) -> bool:
    return one.states == other.states and one.moves == other.moves


@st.composite
def lines(draw: st.DrawFn) -> ConversionLine:
    """A piece of a game of any rules: it starts anywhere and stops anywhere."""
    rules = Rules(draw(st.sampled_from(["low", "high", "wrap"])), draw(st.sampled_from(["rest", "lose"])))
    whole = play_game(draw(st.integers(0, 2**64 - 1)), POLICIES["random"], rules)
    begin = draw(st.one_of(st.just(0), st.integers(0, len(whole))))
    end = draw(st.one_of(st.just(len(whole)), st.integers(begin, len(whole))))
    return Line(whole.states[begin], whole.moves[begin:end])


@settings(max_examples=60, deadline=None)
@given(lines())
def test_what_is_written_reads_back(line: ConversionLine) -> None:
    text = write(line, {"Seed": "1", "Place": 'the "old" table'})
    back = read(text)
    assert same(back.line, line)
    assert back.headers == {"Seed": "1", "Place": 'the "old" table'}
    assert write(back.line, back.headers) == text


def test_writing_has_one_form() -> None:
    found = read(GAME)
    assert write(found.line, found.headers) == GAME
    assert found.line.start.rules == Rules("wrap")
    typed = GAME.replace("\n   ", "  ;a comment\r\n\r\n").replace("1. Ad>1", "1.AD>1").replace(" / ", "/")
    typed = typed.replace("Game", "game").replace("QcKd", "Qc Kd").replace("6x11", "11x6  # the six")
    assert same(read(typed).line, found.line)


def test_what_is_forced_may_be_left_out() -> None:
    text = re.sub(r"\b(draw|dump|top):\w+|\bin\b|\bout\b|1\. ", "", GAME)
    assert "draw" not in text
    assert "Ad>1" in text
    assert same(read(text).line, read(GAME).line)
    assert same(read(re.sub(r"\d+:(?=\w\w>)", "", text)).line, read(GAME).line)  # the active place is known


def test_nothing_is_added_at_the_end_but_for_the_result() -> None:
    start = GAME[: GAME.index("1. ")]
    assert len(read(start + "Ad>1").line) == 1
    lost = write(play_game(7, sweep))
    result = re.search(r'\[Result "(.*)"\]', lost)
    assert result
    assert result[1] == "loss: no card of your colour is left in hand, deck and discards"
    assert same(read(lost.upper().replace("GAME", "Game")).line, play_game(7, sweep))
    with pytest.raises(TextError, match=r"line 4: the result is \* \(the game is not over\), not win: all sixteen"):
        read(GAME.replace('Result "*"', 'Result "win: all sixteen are yours, 13 points"'))


def test_a_game_from_the_table_needs_no_deck() -> None:
    line = play_game(7, sweep)
    assert any(move.do == "reshuffle" for move in line.moves)
    text = re.sub(r"(deal .* / .*) / \w+", r"\1", write(line))
    text = re.sub(r"reshuffle:\w+", "reshuffle", text)
    found = read(text).line
    assert [str(move) for move in found.moves if move.do != "reshuffle"] == [
        str(move) for move in line.moves if move.do != "reshuffle"
    ]
    assert [state.piles for state in found.states] == [state.piles for state in line.states]
    assert found.state.outcome == line.state.outcome
    with pytest.raises(TextError, match="line 7: the card of the next draw is missing, and the deck is not written"):
        read(text.replace("draw:4c", "", 1))


def test_a_start_half_way_says_its_cycle() -> None:
    whole = play_game(7, sweep)
    place = next(place for place, state in enumerate(whole.states) if state.cycle == 2 and state.step == "out")
    line = Line(whole.states[place], whole.moves[place:])
    text = write(line)
    assert f'[Position "{line.start.text}"]' in text
    assert "\n2... out 2:Js>1" in text
    assert "\n3. Kh>2" in text
    assert same(read(text).line, line)
    assert same(read(f'[Game "conversion"]\n[Position "{line.start.text}"]').line, Line(line.start))


def test_files(tmp_path) -> None:
    line = read(GAME).line
    save(line, tmp_path / "game.txt", {"Seed": "7"})
    assert (tmp_path / "game.txt").read_text() == GAME
    assert same(load(tmp_path / "game.txt").line, line)


@pytest.mark.parametrize(
    ("was", "typed", "line", "reason"),
    [
        ('"conversion"', '"chess"', 1, "unknown game 'chess'; there are spiral, conversion, spider, "),
        ("ace=wrap", "ace=odd", 2, "the rule ace is low or high or wrap, not 'odd'"),
        ('"7"', '"seven"', 3, "a seed is a whole number"),
        ('[Seed "7"]', '[Position "3c"]', 3, "a position has nine fields"),
        ("deal 3c", "3c", 6, "there is no deal and no Position"),
        ("deal 3c", "deal ", 6, "a deal is sixteen cards / a hand of five / the deck"),
        ("AsAd5d6hJd / 4c", "AsAd5d6hJd4c / ", 6, "a deal is sixteen cards / a hand of five / the deck"),
        ("deal 3c", "deal 3h", 6, "3h is there twice"),
        ("6c8s", "6c", 6, "the deck is the 31 other cards, each once"),
        ("6c8s", "6c3h", 6, "the deck is the 31 other cards, each once"),
        ("deal 3c", "deal 3x", 6, "unknown card at '3x"),
        ("1. Ad", "2. Ad", 7, "this is cycle 1, not 2"),
        ("Ad>1", "Ah>1", 7, "Ah>1 cannot be played"),
        ("Ad>1", "Ad>2", 7, "Ad>2 cannot be played"),
        ("draw:4c", "draw:2d", 7, "draw:2d cannot be played: it is draw:4c"),
        ("draw:4c", "draw:xx", 7, "unknown card at 'xx'"),
        ("14:5d>15", "14:As>15", 8, "14:As>15 cannot be played"),
        ("14:5d>15 draw:2d 4:4c>1 draw:Qs", "14:5d>15", 8, "1:As>2 cannot be played"),
        ("top:4s", "top:4s top:4s", 9, "top:4s cannot be played: now comes step 4"),
        ("6x11", "6x17", 10, "'17' is not a place from 1 to 16"),
        ("6x11", "6y11", 10, "'6y11' is no move"),
        ("out 1:Tc>6", "out reshuffle 1:Tc>6", 11, "cannot be played: now comes a conversion"),
        ("1. Ad", "{ 1. Ad", 7, "a comment is not closed"),
    ],
)
def test_what_is_wrong_is_refused_with_its_line(was: str, typed: str, line: int, reason: str) -> None:
    assert was in GAME
    with pytest.raises(TextError) as refused:
        read(GAME.replace(was, typed, 1))
    assert str(refused.value).startswith(f"line {line}: ")
    assert reason in str(refused.value)


def test_the_rules_of_the_header_and_of_the_position_agree() -> None:
    position = State.parse(read(GAME).line.state.text).text
    with pytest.raises(
        TextError, match="line 3: the position has the rules ace=wrap, but the header Rules says ace=hi"
    ):
        read(f'[Game "conversion"]\n[Rules "ace=high"]\n[Position "{position}"]')


def test_moves_are_written_as_they_print() -> None:
    line = read(GAME).line
    words = write(line).split("\n1. ")[1].split()
    assert [Move.parse(word) for word in words] == list(line.moves)
