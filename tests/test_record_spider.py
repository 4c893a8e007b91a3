"""Records of the Spider games: what is written reads back, what is forced may be left out, what is wrong is refused
with its line."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from spider_layouts import layout, run

from spiralkit import Line
from spiralkit.cards import TextError, below, numbers
from spiralkit.lookahead.spider import greedy, play_game, random_policy
from spiralkit.record import SpiderLine, load, read, save, write
from spiralkit.spider import PRESETS, Move, Rules, State, deal, ms_deal
from spiralkit.spider.rules import OPTIONS

GAME = """[Game "myrmex"]
[Rules "open=False"]
[Seed "1"]
[Result "*"]

a: (2SY)(5YK)(2WL)5SW
b: (3SK)(AY)(4YK)CW
c: (7ML)(AL)(6MW)3MW
d: (AS)(6LK)(9LK)3MW
e: (4WL)(5YK)(8MS)6SY
f: (2MK)(7SK)(9WY)6LK
g: (8MS)(CM)(CS)7WY
h: (5ML)(AK)(8YK)4MS
stock: 9WY9MS2WL9MS5SW6MW6SY4YK7SK7ML2SY9LKAMCK3LYCY3LY4MSAW2MK3SK8WL8YK4WL8WL5MLCL7WY

1. a>e h>e
3. deal
4. c2>h e>f
6. deal
7. d>f
"""


def same(one: SpiderLine, other: SpiderLine) -> bool:
    return one.states == other.states and one.moves == other.moves


def at_random(state: State, seed: int, length: int) -> SpiderLine:
    """So many moves at random, deals seldom."""
    line = Line(state)
    source = numbers(seed, 0)
    while len(line) < length and (moves := line.state.moves()):
        moves = [move for move in moves if move.do != "deal"] or moves if below(source, 8) else moves
        line.play(moves[below(source, len(moves))])
    return line


@st.composite
def lines(draw: st.DrawFn, game: str) -> SpiderLine:
    """A piece of a game of any options: it starts anywhere and stops anywhere."""
    options = draw(st.fixed_dictionaries({}, optional={name: _values(name) for name in PRESETS[game].options}))
    rules = PRESETS[game].change(**options)
    whole = at_random(deal(rules, draw(st.integers(0, 999))), draw(st.integers(0, 2**64 - 1)), draw(st.integers(0, 60)))
    begin = draw(st.one_of(st.just(0), st.integers(0, len(whole))))
    return Line(whole.states[begin], whole.moves[begin:])


def _values(name: str) -> st.SearchStrategy:
    return st.sampled_from([value for value in OPTIONS[name] if value != ""])


@pytest.mark.parametrize("game", PRESETS)
def test_what_is_written_reads_back(game: str) -> None:
    @settings(max_examples=12, deadline=None)
    @given(lines(game))
    def reads_back(line: SpiderLine) -> None:
        text = write(line, {"Seed": "1", "Place": 'the "old" table'})
        back = read(text)
        assert same(back.line, line)
        assert back.headers == {"Seed": "1", "Place": 'the "old" table'}
        assert write(back.line, back.headers) == text

    reads_back()


def test_writing_has_one_form() -> None:
    found = read(GAME)
    assert write(found.line, found.headers) == GAME
    assert write(found.line, found.headers | {"RULES": "what is said here is not asked"}) == GAME
    assert found.line.start == deal("myrmex open=false", 1)
    typed = GAME.replace("\n1. a>e ", " ;a comment\r\n1.A>E\n\n").replace("[Game", "  [ game").replace('"my', '"My')
    typed = typed.replace("stock: 9WY9MS", "Stock:9WY # the first\r\n9MS").replace("3. deal\n4. ", "{first} DEAL ")
    typed = typed.replace("open=False", "open=false").replace("(3SK)(AY)", " (3SK) (AY) ")
    assert typed.count("\n") > GAME.count("\n")
    assert same(read(typed).line, found.line)


def test_a_start_half_way_and_what_lies_beside_the_columns() -> None:
    tower = layout("wizards_tower weave=true removal=auto", a="20t1t", b="0t", c="Kw", d="Qc", tower="")
    line = Line(tower, [Move.parse(text) for text in ("b^", "a^", "c>w", "d>b")])
    assert not re.search("tower:|weave:|off:", write(line))
    later = Line(line.states[3], line.moves[3:])
    assert "\ntower: 1t\nweave: Kw\n\n1. d>b\n" in write(later)
    assert same(read(write(later)).line, later)
    joker = layout("starfish", a="5c9h3d", b="Th")
    placed = Line(run(joker, "*a2>b"), [Move.parse("a>c")])
    assert "\na: 5c**3d\n" in write(placed)
    assert "\ntroupe: 5\n" in write(placed)
    assert same(read(write(placed)).line, placed)


def test_sets_and_trumps_that_must_leave_may_be_left_out() -> None:
    start = layout("wizards_tower removal=auto", a="2t", b="21t1t", c="Kw0t")
    line = Line(start)
    for text in ("c^", "b^", "a^", "c>a"):
        line.play(Move.parse(text))
    text = write(line)
    assert text.endswith("\n1. c^ b^ a^ c>a\n")
    assert same(read(text.replace("1. c^ b^ a^ c>a", "c>a")).line, line)
    assert same(read(text.replace("1. c^ b^ a^ c>a", "4. c>a")).line, line)
    assert same(read(text.replace("1. c^ b^ a^ c>a", "1. c^ b^ c>a")).line, line)
    assert len(read(text.replace("1. c^ b^ a^ c>a", "c^")).line) == 1  # nothing is added at the end
    with pytest.raises(TextError, match="2t does not go on 1t"):
        read(text.replace('[Rules "removal=auto"]\n', "").replace("1. c^ b^ a^ c>a", "a>b"))


def test_the_result_is_checked() -> None:
    start = layout("spider_open removal=auto", a="KcQcJcTc9c8c7c6c5c4c3c2c", b="Ac", off="c d d h h s s")
    won = Line(start, [Move.parse("b>a"), Move.parse("a!")])
    text = write(won)
    assert '[Result "win: everything is off"]' in text
    assert same(read(text).line, won)
    assert same(read(text.replace(" a!", "")).line, won)  # what is forced is filled in for the result
    assert len(read(text.replace(" a!", "").replace("win: everything is off", "*")).line) == 1
    with pytest.raises(TextError, match="line 4: the result is win: everything is off, not loss: no legal move"):
        read(text.replace("win: everything is off", "loss: no legal move").replace("[Result", '[Seed "1"]\n[Result'))
    with pytest.raises(TextError, match=r"line 4: the result is \* \(the game is not over\), not win"):
        read(GAME.replace('"*"', '"win: everything is off"'))
    games = (play_game(seed, random_policy, "myrmex") for seed in range(20))
    lost = next(line for line in games if line.state.outcome)
    assert '[Result "loss: no legal move"]' in write(lost)
    assert same(read(write(lost).replace("loss: no", "LOSS:  NO")).line, lost)


def test_long_games_have_long_numbers() -> None:
    start = layout("spider_open", a="2c", b="3c", c="3d")
    line = Line(start)
    while len(line) < 1012:
        line.play(Move.parse("a>b" if line.at == 0 else ("b>c", "c>b")[(line.at - 1) % 2]))
    text = write(line)
    assert "\n1001. c>b b>c" in text or "\n1001. b>c c>b" in text
    assert same(read(text.replace("1001. ", "1001.")).line, line)


def test_games_that_have_no_name_are_not_written() -> None:
    made_up = Rules.parse("spider")
    made_up = Rules("mine", made_up.deck, 9, 54, made_up.families)
    with pytest.raises(TextError, match="mine: a record names its game, and this one is made up"):
        write(Line(deal(made_up, 1)))


def test_public_deals_and_files(tmp_path) -> None:
    line = Line(ms_deal("spider", 14934), [Move.parse("deal")])
    save(line, tmp_path / "game.txt", {"Deal": "14934"})
    found = load(tmp_path / "game.txt")
    assert same(found.line, line)
    assert found.headers == {"Deal": "14934"}
    assert (
        (tmp_path / "game.txt").read_text().startswith('[Game "spider"]\n[Deal "14934"]\n[Result "*"]\n\na: (Ts)(3c)')
    )


def test_a_pasted_position_says_its_rules() -> None:
    text = deal("starfish jokers=4", 3).text
    assert read(f'[Game "starfish"]\n{text}\n1. deal').line.start == deal("starfish jokers=4", 3)
    with pytest.raises(TextError, match="line 17: the start is of starfish, but the header Game says sparrow"):
        read(f'[Game "sparrow"]\n{text}')
    with pytest.raises(TextError, match="line 18: rules: the position is of 'starfish jokers=4', not of 'starfish'"):
        read(f'[Game "starfish"]\n[Rules ""]\n{text}')


@pytest.mark.parametrize(
    ("was", "typed", "line", "reason"),
    [
        ("myrmex", "mymex", 1, "unknown game 'mymex'; there are spiral, conversion, spider, spider_open, myrmex"),
        ("open=False", "open=no", 2, "myrmex: the rule open is one of True, False, not 'no'"),
        ("open=False", "jokers=4", 2, "myrmex has no rule 'jokers'"),
        ("open=False", "open", 2, "'open' is no rule"),
        ('"1"', '"one"', 3, "a seed is a whole number, not 'one'"),
        ('[Seed "1"]', '[Deal "one"]', 3, "a deal is a whole number, not 'one'"),
        ('[Seed "1"]', '[Position "a"]', 3, "the start is written in lines like"),
        ("a: (2SY)", "(2SY)", 6, "'(2SY)(5YK)(2WL)5SW' is no line of the start"),
        ("b: (3SK)", "b: (3SX)", 7, "column b: unknown card"),
        ("b: (3SK)", "b: 3SK", 7, "column b: a face-down card lies under a face-up one"),
        ("b: (3SK)", "a: (3SK)", 7, "the line 'a' of the start is there twice"),
        ("b: (3SK)", "k: (3SK)", 6, "myrmex has 8 columns, and column b is missing"),
        ("b: (3SK)", "b: ", 6, "that are missing, 3SK, are not those of the sets off"),
        ("b: (3SK)", "b: (3LY)", 6, "3LY is there 3 times, and the deck has 2"),
        ("stock: 9WY", "stack: 9WY", 6, "myrmex has no line 'stack'"),
        ("stock: 9WY", "stock: 9WX", 14, "stock: unknown card"),
        ("1. a>e", "2. a>e", 16, "this is move 1, not 2"),
        ("1. a>e", "1. c>d", 16, "c>d cannot be played: 3MW does not go on 3MW"),
        ("c2>h", "c3>h", 18, "c3>h cannot be played"),
        ("c2>h", "c2<h", 18, "'c2<h' is no move: it is like c>f"),
        ("3. deal", "4. deal", 17, "this is move 3, not 4"),
        ("7. d>f", "7. a!", 20, "a! cannot be played: no finished set"),
        ("7. d>f", "7. { d>e", 20, "a comment is not closed"),
    ],
)
def test_what_is_wrong_is_refused_with_its_line(was: str, typed: str, line: int, reason: str) -> None:
    assert was in GAME
    with pytest.raises(TextError) as refused:
        read(GAME.replace(was, typed, 1))
    assert str(refused.value).startswith(f"line {line}: ")
    assert reason in str(refused.value)


def test_a_record_without_a_start_is_refused() -> None:
    for text in ('[Game "spider"]\n', '[Game "spider"]\n1. deal\n'):
        with pytest.raises(TextError, match=r"line [12]: there is no start: its lines are like"):
            read(text)


def test_moves_are_written_as_they_print() -> None:
    line = play_game(1, greedy, "sparrow")
    assert any(len(move.columns) == 4 for move in line.moves)
    words = re.sub(r"\d+\.", "", write(line).split("\n\n")[2]).split()
    assert [Move.parse(word) for word in words] == list(line.moves)
