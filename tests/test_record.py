"""Whole games as text: what is written reads back, reading forgives, and what is wrong is refused with its line."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from spiralkit import Line, Move, State, deal
from spiralkit.cards import TextError
from spiralkit.record import SpiralLine, load, read, save, write
from spiralkit.spiral import NO_SHUFFLE, STANDARD, VARIANTS, Deal, Variant, redeal

SAMPLE = (
    "ooxoooxooooxxo...oooxxxx.xo.xoo.oooo. "
    "8dJsTs7s9h9dQhKs/Jc8c7h9cJdAcJhQc/KcAsQdAhTdTc7d9s/KhKdQs7cAdTh8h8s me standard"
)

GAME = r"""[Game "spiral"]
[Variant "standard"]
[Event "A \"small\" evening \\ Ghent"]
[Seed "1"]
[Result "*"]

deal Ts9sTh8dKhJs7h8c/QcKd9dJhTdAdAcJd/7cJcKcKs8h9c7d7s/8sQdAs9hQsTcAhQh
1. bd Jd+Qh JQ  8c+Ac 8A  7s+Ah 7A
2. ab 7h+Ad 7K  Js+Td TJ  7d+Tc 7T
3. ab Kh+Jh JK  8d+9d 89  9c+Qs 9Q
4. cd 8h+9h 88  Th+Kd TK  Ks+As KA
5. bc Qc+Kc QK
deal Ad8sAh7hQc7sQs7c/8dAsQdKcJdThAc9s/9dJh9hKdKh7dQhKs/9c8c8hTcJcTdTsJs
5... 7c+9s 79  Ks+Js JJ
6. ad Qs+Ts TQ  7s+Ac 7Q
"""
PICKS = "bd ab cd  ab ab cd  ab ab cd  cd ab cd  bc - ab cd  ad ab"

END = f"""[Game "spiral"]
[Variant "standard"]
[Result "win: fork by me"]
[Position "{SAMPLE}"]

11. bc Qc+9s 9T  Ks+Jh JQ  7d+8s 8A
12. bc Ac+Tc TK
"""
"""The reconstruction of the article's position, won in two."""


def game() -> SpiralLine:
    return Line(deal(1), [redeal(1, 2) if pick == "-" else Move(pick) for pick in PICKS.split()])


def play_out(seed: int, variant: Variant, choose: random.Random) -> SpiralLine:
    """A game of random picks to its end."""
    line: SpiralLine = Line(deal(seed, variant))
    number = 1
    while line.state.outcome is None:
        if line.state.deal_due:
            number += 1
            line.play(redeal(seed, number))
        else:
            line.play(choose.choice(line.state.moves()))
    return line


@st.composite
def lines(draw: st.DrawFn) -> SpiralLine:
    """A piece of a game of any variant: it starts anywhere and stops anywhere."""
    seed = draw(st.integers(0, 2**64 - 1))
    whole = play_out(seed, draw(st.sampled_from(VARIANTS)), random.Random(draw(st.integers(0, 999))))
    begin = draw(st.one_of(st.just(0), st.integers(0, len(whole))))
    end = draw(st.one_of(st.just(len(whole)), st.integers(begin, len(whole))))
    return Line(whole.states[begin], whole.moves[begin:end])


def same(one: SpiralLine, other: SpiralLine) -> bool:
    return one.states == other.states and one.moves == other.moves


# Writing, and reading what was written.


def test_the_form_of_a_record() -> None:
    assert write(game(), {"Event": 'A "small" evening \\ Ghent', "Seed": "1"}) == GAME


def test_the_form_of_a_record_that_starts_half_way() -> None:
    line: SpiralLine = Line(State.parse(SAMPLE), map(Move, ("bc", "ab", "cd", "bc")))
    assert write(line) == END


def test_her_second_piece_alone() -> None:
    line: SpiralLine = Line(State.parse(SAMPLE).play(Move("bc")).play(Move("ab")), [Move("cd")])
    assert write(line).endswith("\n\n11... 7d+8s 8A\n")
    assert same(read(write(line)).line, line)


def test_a_position_without_a_move() -> None:
    line: SpiralLine = Line(State.parse(SAMPLE))
    assert write(line).splitlines()[-1] == f'[Position "{SAMPLE}"]'
    assert same(read(write(line)).line, line)


def test_the_centre_is_written_as_two_dashes() -> None:
    columns = GAME.split("deal ")[1].split()[0]
    line: SpiralLine = Line(State.parse(f"xxooooxxooooxxooooxoooxoooxoooxoxoxo. {columns} me standard"), [Move("bd")])
    text = write(line)
    assert '[Result "win: fork by me"]' in text
    assert text.endswith("\n13. bd Jd+Qh --\n")
    assert same(read(text).line, line)
    assert same(read(text.replace("Jd+Qh --", "--")).line, line)


@settings(max_examples=150, deadline=None)
@given(lines())
def test_reading_gives_back_what_was_written(line: SpiralLine) -> None:
    text = write(line)
    record = read(text)
    assert same(record.line, line)
    assert record.line.state == line.states[-1]
    assert write(record.line, record.headers) == text


@settings(max_examples=100, deadline=None)
@given(
    st.dictionaries(
        st.from_regex(r"[A-Za-z_][A-Za-z_0-9]{0,8}", fullmatch=True).filter(
            lambda name: name.lower() not in ("game", "variant", "seed", "result", "position")
        ),
        st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\r\n"), max_size=12),
        max_size=4,
    ).filter(lambda headers: len({name.lower() for name in headers}) == len(headers))
)
def test_other_headers_are_kept_in_their_order(headers: dict[str, str]) -> None:
    record = read(write(game(), headers))
    assert list(record.headers.items()) == list(headers.items())


def test_headers_that_follow_from_the_line_are_not_taken_from_elsewhere() -> None:
    assert write(game(), {"Result": "win: fork by me", "variant": "no-shuffle", "Seed": "1"}) == write(
        game(), {"Seed": "1"}
    )


def test_the_whole_line_is_written_wherever_it_stands() -> None:
    line = game()
    line.go(3)
    assert same(read(write(line)).line, game())


@pytest.mark.parametrize("headers", [{"Two words": "x"}, {"Event": "two\nlines"}, {"Event": "a", "event": "b"}])
def test_a_header_that_could_not_be_read_back_is_not_written(headers: dict[str, str]) -> None:
    with pytest.raises(TextError):
        write(game(), headers)


def test_files(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    save(game(), path, {"Seed": "1"})
    record = load(path)
    assert same(record.line, game())
    assert record.headers == {"Seed": "1"}
    path.write_bytes(b"\xef\xbb\xbf" + GAME.replace("\n", "\r\n").encode())  # as some editors leave it
    assert same(load(path).line, game())


def test_a_file_that_is_no_text(tmp_path: Path) -> None:
    path = tmp_path / "picture.png"
    path.write_bytes(b"\x89PNG\xff\xfe")
    with pytest.raises(TextError, match=r"picture\.png is not a text file"):
        load(path)


# Reading forgives.


def test_the_shortest_text_of_a_game() -> None:
    deals = [row for row in GAME.splitlines() if row.startswith("deal")]
    text = f"{deals[0]} 1.bd 2.ab 3.ab 4.cd 5.bc {deals[1]} 6.ad"
    line = game()
    assert same(read(text).line, Line(line.start, line.moves[:-1]))


@pytest.mark.parametrize(
    ("was", "typed"),
    [
        ("1. bd Jd+Qh JQ", "1. bd"),
        ("1. bd Jd+Qh JQ", "1.db"),
        ("1. bd Jd+Qh JQ", "1. Jd+Qh"),
        ("1. bd Jd+Qh JQ", "1. Qh Jd QJ"),
        ("1. bd Jd+Qh JQ", "1. BD jdqh qj"),
        ("1. bd Jd+Qh JQ", "001. bd\n\n  ♦J + ♥Q   JQ  "),
        ("1. bd Jd+Qh JQ", "1. bd {my first,\nlong thought; of} Jd+Qh # the Queen\n ; nothing\nJQ"),
        ("  8c+Ac 8A  7s+Ah 7A", ""),
        ("Jd+Qh JQ  8c+Ac 8A  7s+Ah 7A", "8c+Ac 8A"),
        ("Jd+Qh JQ  8c+Ac 8A  7s+Ah 7A", "JQ 7s+Ah"),
        ("8c+Ac 8A  7s+Ah 7A", "7s+Ah 7A"),
        ("  8c+Ac 8A  7s+Ah 7A", " 8A 7A"),
        ("  8c+Ac 8A  7s+Ah 7A", " Ac+8c ah + 7S"),
        ("  8c+Ac 8A  7s+Ah 7A", " 8cAc"),
        ("7d+Tc 7T", "7d 10c 710"),
        ("4. cd 8h+9h 88  Th+Kd TK  Ks+As KA\n5. bc", "4. cd 5. bc"),
        ("5... 7c+9s 79  Ks+Js JJ\n6. ad", "6. ad"),
        ("5... 7c+9s 79  Ks+Js JJ\n6. ad", "5... 7c+9s 79\n5… Ks+Js JJ\n6. ad"),
        ("deal Ts9sTh8dKhJs7h8c/", "DEAL Ts 9s ♥10 8d Kh Js 7h 8c\n  / "),
        ('[Game "spiral"]\n', ""),
        ('[Variant "standard"]\n', ""),
        ('[Result "*"]\n', ""),
        ('[Variant "standard"]', '  [ variant"STANDARD" ] # the plain game'),
        ("\n", "\n\n"),
        ("\n", "\r\n"),
    ],
)
def test_reading_forgives(was: str, typed: str) -> None:
    assert was in GAME
    text = GAME.replace(was, typed)
    record = read(text)
    assert same(record.line, game())
    assert write(record.line, record.headers) == GAME


def test_ac_is_two_columns_and_never_the_ace_of_clubs() -> None:
    assert read(GAME.replace("2. ab 7h+Ad 7K  Js+Td TJ  7d+Tc 7T", "2. ac").split("3. ab")[0]).line.moves[-1] == Move(
        "ac"
    )


@settings(max_examples=100, deadline=None)
@given(lines(), st.randoms(use_true_random=False))
def test_reading_forgives_anywhere(line: SpiralLine, chance: random.Random) -> None:
    """Cards, cells and replies dropped, picks typed as cards, case and blanks changed: the same line comes out."""
    rows = write(line).splitlines()
    last_turn = max((at for at, row in enumerate(rows) if re.match(r"\d", row)), default=0)
    typed = []
    for at, row in enumerate(rows):
        found = re.match(r"(\d+\.) (\w\w) (\S+) (\S+)(.*)", row)
        if found and chance.random() < 0.8:
            number, columns, cards, cell, replies = found.groups()
            pick = chance.choice([f"{columns} {cards}", columns, cards])
            row = f"{number} {pick} {chance.choice([cell, ''])} {replies}"
            if at < last_turn and chance.random() < 0.5:
                row = f"{number} {pick}"
        if not row.startswith("["):
            row = chance.choice([row, row.lower(), row.upper()]).replace("+", chance.choice(["+", " + "]))
            row = row.replace(" ", chance.choice([" ", "   ", "\t"])) + chance.choice(["", " ; aside", "\n", " {x}\n"])
        typed.append(row)
    assert same(read("\n".join(typed)).line, line)


def test_nothing_is_added_at_the_end() -> None:
    assert len(read(f"{GAME.split('1. bd')[0]} 1. bd").line) == 1
    assert len(read(f"{GAME.split('1. bd')[0]} 1. bd 2. ab").line) == 4


def test_a_result_needs_the_replies_that_were_left_out() -> None:
    """A lost game may be typed without the reply that lost it."""
    for seed in range(20):
        line = play_out(seed, STANDARD, random.Random(seed))
        if line.state.outcome.by == "brooks":
            break
    text = write(line)
    pick = re.match(r".*\n\d+\. \w\w", text, re.DOTALL)  # up to the last pick of yours
    assert pick
    assert same(read(pick[0]).line, line)


# Reading refuses.

WIN = 'Result "win: fork by me"'


@pytest.mark.parametrize(
    ("was", "typed", "line", "reason"),
    [
        # headers
        ('Game "spiral"', 'Game "chess"', 1, "unknown game 'chess'; there are spiral, conversion, spider, "),
        ('Variant "standard"', 'Variant "quick"', 2, "unknown variant 'quick'"),
        ('Seed "1"', 'Seed "one"', 4, "a seed is a whole number, not 'one'"),
        ('[Seed "1"]', "[Seed 1]", 4, "a header looks like [Name \"value\"], not '[Seed 1]'"),
        ('Seed "1"', 'Event "1"', 4, "the header Event is there twice"),
        ("2. ab", '[Seed2 "1"]\n2. ab', 9, "the header Seed2 stands after the game has begun"),
        ('Result "*"', WIN, 5, "the result is * (the game is not over), not win: fork by me"),
        # deals
        (GAME[GAME.index("deal") : GAME.index("1. bd")], "", 7, "no deal and no Position before the first turn"),
        (GAME[GAME.index("deal") :], "", 6, "there is no deal and no Position"),
        ("Ts9sTh8dKhJs7h8c/", "Ts9sTh8dKhJs7h9s/", 7, "column a: 9s is there twice"),
        ("/QcKd9dJhTd", "/QcKd9dThTd", 7, "column b: Th is there twice"),
        ("Ts9sTh8dKhJs7h8c/", "Ts9sTh8dKhJs7h/", 7, "column a of a deal has 7 cards, not 8"),
        ("Ts9sTh8dKhJs7h8c/", "Ts9sTh8dKhJs7h8c6c/", 7, "column a: 6c is not in the piquet pack"),
        ("Ts9sTh8dKhJs7h8c/", "", 7, "there are four columns split by '/', not 3"),
        ("\ndeal Ad", "\n\ndeal ", 14, "column a of a deal has 7 cards, not 8"),
        (GAME[GAME.index("deal Ad") : GAME.index("5...")], "", 13, "turn 5... cannot be: a column is empty"),
        (GAME[GAME.index("deal Ad") : GAME.index("6.")], "", 13, "turn 6. cannot be: a column is empty"),
        ("4. cd", f"deal {redeal(3, 3)}\n4. cd", 11, "a deal is not due"),
        ("6. ad", f"deal {redeal(3, 3)}\n6. ad", 15, "a deal is not due"),
        # numbers
        ("3. ab", "4. ab", 10, "the number of this turn is 3, not 4"),
        ("2. ab", "1. ab", 9, "the number of this turn is 2, not 1"),
        ("2. ab", "2222. ab", 9, "'2222.' is too much: your move"),
        ("1. bd", "bd", 8, "unknown card at 'bd'"),
        ("5... 7c", "6... 7c", 14, "the number of this turn is 5, not 6"),
        ("5... 7c", "5. 7c", 14, "the number of this turn is 6, not 5"),
        ("6. ad", "5... ad", 15, "turn 5... cannot be: your move"),
        ("6. ad Qs+Ts TQ  7s+Ac 7Q", "6.", 15, "turn 6. is empty"),
        ("5... 7c+9s 79  Ks+Js JJ", "5...", 14, "turn 5... is empty"),
        # picks
        ("2. ab", "2. aa", 9, "aa cannot be played: the two cards come from different columns"),
        ("2. ab", "2. ae", 9, "unknown card at 'ae'"),
        ("2. ab 7h+Ad 7K", "2. 7K", 9, "'7K' is a cell; a pick is two columns or two cards"),
        ("2. ab 7h+Ad 7K", "2. 7h+Js 7J", 9, "7h and Js cannot be taken together"),
        ("2. ab 7h+Ad 7K", "2. 7h 7K", 9, "a piece takes two cards, not 1: 7h"),
        ("2. ab 7h+Ad 7K", "2. 7h+Ad+Js 7K", 9, "a piece takes two cards, not 3: 7h Ad Js"),
        ("2. ab 7h+Ad 7K", "2. ab 7h+As 7K", 9, "your cards are 7h+Ad, not 7h+As"),
        # cells
        ("7h+Ad 7K", "7h+Ad 7A", 9, "your piece does not land on 7A: 7h + Ad name 7A; taken, so down the spiral to 7K"),
        ("7h+Ad 7K", "7h+Ad --", 9, "your piece does not land on --"),
        ("7h+Ad 7K", "7h+Ad 7X", 9, "unknown card at '7X'"),
        # replies
        ("8c+Ac 8A", "8c+Ac 8K", 8, "Dr. Brooks's piece does not land on 8K: 8c + Ac name 8A"),
        ("8c+Ac 8A", "8c+As 8A", 8, "Dr. Brooks's cards are 8c+Ac, not 8c+As"),
        ("7s+Ah 7A", "7s+Ah 7A 7A", 8, "'7A' is too much: your move"),
        ("7s+Ah 7A", "7s+Ah 7A 8c9c", 8, "'8c9c' is too much: your move"),
        ("5. bc Qc+Kc QK", "5. bc Qc+Kc QK  7c+9s 79", 12, "'7c+9s' is too much: a column is empty"),
        ("1. bd Jd+Qh", "1. bd {Jd+Qh", 8, "a comment is not closed"),
        ("1. bd Jd+Qh", "1. bd ] Jd+Qh", 8, "is not read"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_refused_with_its_line(was: str, typed: str, line: int, reason: str) -> None:
    assert was in GAME
    with pytest.raises(TextError) as refused:
        read(GAME.replace(was, typed, 1))
    assert str(refused.value).startswith(f"line {line}: ")
    assert reason in str(refused.value)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    ("was", "typed", "line", "reason"),
    [
        (WIN, 'Result "*"', 3, "the result is win: fork by me, not *"),
        (WIN, 'Result "loss: bridge by brooks"', 3, "the result is win: fork by me, not loss: bridge by brooks"),
        ('Variant "standard"', 'Variant "one-column"', 4, "the position is standard, but the header"),
        ("9s/KhKd", "9s9s/KhKd", 4, "column c has 9 cards, more than eight"),
        ("9s/KhKd", "9c/KhKd", 4, "column c: 9c is there twice"),
        (" me ", " brooks ", 4, "cannot be when it is Dr. Brooks's move"),
        ("11. bc", f"deal {redeal(1, 1)}\n11. bc", 6, "a deal is not due"),
        ("11. bc", "1. bc", 6, "the number of this turn is 11, not 1"),
        ("11. bc", "11... Qc+9s 11. bc", 6, "turn 11... cannot be: your move"),
        ("Ac+Tc TK", "Ac+Tc TK  Qh+Jd 9K", 7, "'Qh+Jd' is too much: you win (your fork)"),
        ("Ac+Tc TK", "Ac+Tc TK\n13. ab", 8, "turn 13. cannot be: you win (your fork)"),
        ("Ac+Tc TK", f"Ac+Tc TK\ndeal {redeal(1, 1)}", 8, "the game is over (win: fork by me)"),
    ],
)  # fmt: skip
def test_what_is_wrong_in_a_record_that_starts_half_way(was: str, typed: str, line: int, reason: str) -> None:
    assert was in END
    with pytest.raises(TextError) as refused:
        read(END.replace(was, typed, 1))
    assert str(refused.value).startswith(f"line {line}: ")
    assert reason in str(refused.value)


def test_empty_text_is_no_record() -> None:
    with pytest.raises(TextError, match="line 1: there is no deal and no Position"):
        read("")
    with pytest.raises(TextError, match="line 3: there is no deal and no Position"):
        read("\n\n; nothing yet\n")


def test_no_second_deal_in_no_shuffle() -> None:
    line = play_out(5, NO_SHUFFLE, random.Random(5))
    text = write(line)
    assert text.count("deal ") == 1
    with pytest.raises(TextError, match=r"line 13: a deal is not due"):
        read(text.replace("8. ", f"deal {redeal(5, 2)}\n8. "))


@settings(max_examples=150, deadline=None)
@given(lines(), st.randoms(use_true_random=False))
def test_a_changed_card_or_cell_is_refused(line: SpiralLine, chance: random.Random) -> None:
    """One character of a written turn changed: refused with that line, or (an unread difference) the same line."""
    rows = write(line).splitlines()
    turns = [at for at, row in enumerate(rows) if re.match(r"\d", row)]
    if not turns:
        return
    at = chance.choice(turns)
    row = rows[at]
    place = chance.choice([place for place, mark in enumerate(row) if place > row.index(" ") + 3 and mark not in " +"])
    typed = chance.choice([mark for mark in "789TJQKAcdhs-" if mark != row[place]])
    rows[at] = row[:place] + typed + row[place + 1 :]
    with pytest.raises(TextError, match=f"^line {at + 1}: "):
        read("\n".join(rows))


def test_every_deal_of_a_record_is_whole() -> None:
    assert all(
        len({card for column in move.columns for card in column}) == 32
        for move in game().moves
        if isinstance(move, Deal)
    )


def test_a_turn_without_a_proper_number_after_a_deal_is_refused_on_its_own_line() -> None:
    with pytest.raises(TextError, match=r"^line 4: unknown card at '1\)'"):
        read(f"deal {redeal(1, 1)}\n\n\n1) ab\n")
