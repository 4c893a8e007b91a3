"""Cards and packs: their text, every refusal of it, and a shuffle that is fair and the same everywhere and for ever."""

from __future__ import annotations

import hashlib
import subprocess
import sys
from collections import Counter
from itertools import islice, pairwise, permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spiralkit.cards import (
    DECKTET_NAMES,
    GOLDEN,
    MAH_JONG,
    MAH_JONG_SUITS,
    MASK64,
    MYRMEX_BASE,
    MYRMEX_MAJOR,
    MYRMEX_QUEEN,
    PIQUET,
    STANDARD,
    TAROT,
    TWO_SIX_SUITED,
    TWO_STANDARD,
    Card,
    Deck,
    TextError,
    below,
    mix64,
    numbers,
    shuffled,
    stream_key,
    text_of,
)
from spiralkit.spiral import redeal

SIGNS = {"c": "♣♧", "d": "♦♢", "h": "♥♡", "s": "♠♤"}


# Text.


def test_the_packs() -> None:
    assert (len(PIQUET.cards), PIQUET.ranks) == (32, "789TJQKA")
    assert (len(STANDARD.cards), STANDARD.ranks) == (52, "A23456789TJQK")
    for deck in (PIQUET, STANDARD):
        assert len(set(deck.cards)) == len(deck.cards)
        assert Counter(card.suits for card in deck.cards) == dict.fromkeys("cdhs", len(deck.cards) // 4)


@given(st.lists(st.sampled_from(STANDARD.cards)))
def test_cards_read_back(cards: list[Card]) -> None:
    assert STANDARD.parse_all(text_of(cards)) == tuple(cards)
    assert all(eval(repr(card)) == card for card in cards)


@given(st.lists(st.tuples(st.sampled_from(PIQUET.cards), st.randoms(use_true_random=False))))
def test_reading_takes_10_either_case_suit_signs_and_the_suit_first(
    cards: list[tuple[Card, object]],
) -> None:
    words = []
    for card, chance in cards:
        rank = chance.choice(["10", "T", "t"] if card.rank == "T" else [card.rank, card.rank.lower()])  # type: ignore[attr-defined]
        suit = chance.choice([card.suits, card.suits.upper(), *SIGNS[card.suits], SIGNS[card.suits][0] + "\ufe0f"])  # type: ignore[attr-defined]
        words.append(chance.choice([rank + suit, suit + rank]))  # type: ignore[attr-defined]
    expected = tuple(card for card, _ in cards)
    assert PIQUET.parse_all(" ".join(words)) == expected
    assert PIQUET.parse_all(", ".join(words)) == expected
    assert [PIQUET.parse(word) for word in words] == list(expected)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "'' is not one card"),
        ("9s8s", "'9s8s' is not one card"),
        ("6c", "6c is not in the piquet pack"),
        ("1c", "unknown card at '1c'"),
        ("9x", "unknown card at '9x'"),
        ("9", "unknown card at '9'"),
        ("9s?", "unknown card at '?'"),
        ("11c", "unknown card at '11c'"),
        ("**", "unknown card at '**'"),
    ],
)
def test_text_that_is_no_card(text: str, reason: str) -> None:
    with pytest.raises(TextError) as refused:
        PIQUET.parse(text)
    assert reason in str(refused.value)


STRICT = (TWO_SIX_SUITED, TAROT, MAH_JONG, MAH_JONG_SUITS, MYRMEX_BASE, MYRMEX_MAJOR, MYRMEX_QUEEN)


def test_the_other_packs() -> None:
    assert [len(deck.cards) for deck in (TWO_STANDARD, *STRICT)] == [104, 156, 78, 144, 108, 60, 66, 72]
    assert all(deck.parse_all(text_of(deck.cards)) == deck.cards for deck in (TWO_STANDARD, *STRICT))
    assert Counter(TWO_STANDARD.cards) == Counter(STANDARD.cards * 2)
    assert Counter(card.suits for card in TWO_SIX_SUITED.cards) == dict.fromkeys("cdhstq", 26)
    assert [str(card) for card in TAROT.cards[-22:]] == [f"{number}t" for number in range(22)]
    assert Counter(Counter(MAH_JONG.cards).values()) == {4: 27 + 3 + 4, 1: 8}
    assert set(DECKTET_NAMES) == {str(card) for card in MYRMEX_QUEEN.cards if card.rank != "A"}
    assert DECKTET_NAMES["9MS"] == "Pact"
    for suit in "MSWLYK":  # each suit is on two cards of each rank from 2 to 9, on one Ace and one Crown
        assert sum(suit in card.suits for card in MYRMEX_BASE.cards) == 2 * 8 + 2


@given(st.sampled_from(STRICT), st.data())
def test_cards_of_the_other_packs_read_back_without_blanks(deck: Deck, data: st.DataObject) -> None:
    cards = data.draw(st.lists(st.sampled_from(deck.cards)))
    assert deck.parse_all(text_of(cards)) == tuple(cards)
    assert deck.parse_all(", ".join(map(str, cards))) == tuple(cards)


@pytest.mark.parametrize(
    ("deck", "text"),
    [
        (MYRMEX_BASE, "9SM"),
        (MYRMEX_BASE, "9M"),
        (MYRMEX_BASE, "PMSL"),
        (MYRMEX_MAJOR, "TMWK"),
        (TAROT, "22t"),
        (TAROT, "00t"),
        (TAROT, "qw"),
        (TAROT, "10w"),
        (TWO_SIX_SUITED, "10c"),
        (TWO_SIX_SUITED, "c9"),
        (TWO_SIX_SUITED, "♠9"),
        (TWO_SIX_SUITED, "**"),
        (MAH_JONG, "5f"),
        (MAH_JONG, "Dw"),
        (MAH_JONG_SUITS, "Db"),
    ],
)
def test_the_other_packs_are_read_strictly(deck: Deck, text: str) -> None:
    with pytest.raises(TextError, match="unknown card at"):
        deck.parse(text)


# The numbers and the shuffle.


def test_the_numbers_are_those_of_splitmix64() -> None:
    """The published first outputs for seed 1234567."""
    assert [mix64((1234567 + step * GOLDEN) & MASK64) for step in range(1, 6)] == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]


def test_mix64_gives_different_numbers_different_values() -> None:
    assert len({mix64(value) for value in range(100_000)}) == 100_000


def test_a_stream_is_splitmix64_from_its_key() -> None:
    key = stream_key(7, 3)
    assert list(islice(numbers(7, 3), 4)) == [mix64((key + step * GOLDEN) & MASK64) for step in range(1, 5)]
    assert len({stream_key(seed, number) for seed in range(300) for number in range(300)}) == 90_000


def test_below_is_even() -> None:
    source = numbers(1, 1)
    counts = Counter(below(source, 5) for _ in range(50_000))
    assert set(counts) == set(range(5))
    assert chi_square(counts.values()) < 18.5  # 4 degrees of freedom: once in a thousand


def chi_square(counts: object) -> float:
    values = list(counts)  # type: ignore[call-overload]
    mean = sum(values) / len(values)
    return sum((value - mean) ** 2 for value in values) / mean


def test_all_24_orders_of_four_cards_are_equally_likely() -> None:
    counts = Counter(shuffled("abcd", seed, 1) for seed in range(24_000))
    assert set(counts) == set(permutations("abcd"))
    assert chi_square(counts.values()) < 49.7  # 23 degrees of freedom: once in a thousand


def test_the_deals_of_one_game_are_as_even_as_those_of_many() -> None:
    counts = Counter(shuffled("abcd", 5, number) for number in range(24_000))
    assert chi_square(counts.values()) < 49.7


def test_every_card_is_equally_often_in_every_place() -> None:
    deals = 8_000
    places = Counter((card, place) for seed in range(deals) for place, card in enumerate(shuffled(range(32), seed, 2)))
    assert len(places) == 32 * 32
    # (32 - 1)**2 = 961 degrees of freedom: the mean is 961, one standard deviation 44
    assert 961 - 4 * 44 < chi_square(places.values()) < 961 + 4 * 44


def test_neighbours_of_equal_rank_are_as_frequent_as_chance_says() -> None:
    """Nothing is done to a deal afterwards: of 31 neighbouring places 31 * 3/31 = 3 hold equal ranks on average."""
    deals = 8_000
    equal = 0
    for seed in range(deals):
        cards = shuffled(PIQUET.cards, seed, 1)
        equal += sum(one.rank == two.rank for one, two in pairwise(cards))
    assert abs(equal / deals - 3) < 0.08  # one standard deviation of the mean is 0.018


def test_nothing_is_lost_or_added_and_the_pack_itself_stays_as_it_was() -> None:
    cards = list(PIQUET.cards)
    for seed in range(200):
        assert Counter(shuffled(cards, seed, 1)) == Counter(PIQUET.cards)
    assert tuple(cards) == PIQUET.cards


GOLDEN_DEALS = "cd96ac1c19a6b21c11c42990b4989b4bb8a772e64fc930bb9036e373eeead066"


def digest_of_deals() -> str:
    """What 20 deals look like: five seeds, the largest among them, and four deals of each."""
    deals = [str(redeal(seed, number)) for seed in (0, 1, 7, 2026, 2**64 - 1) for number in (1, 2, 3, 4)]
    return hashlib.sha256("\n".join(deals).encode()).hexdigest()


def test_the_deals_never_change() -> None:
    assert str(redeal(1, 1)) == ("Ts9sTh8dKhJs7h8c/QcKd9dJhTdAdAcJd/7cJcKcKs8h9c7d7s/8sQdAs9hQsTcAhQh")
    assert digest_of_deals() == GOLDEN_DEALS


@pytest.mark.parametrize("hash_seed", ["0", "1"])
def test_the_deals_are_the_same_in_every_process(hash_seed: str) -> None:
    found = subprocess.run(
        [sys.executable, "-c", "from test_cards import digest_of_deals; print(digest_of_deals())"],
        env={"PYTHONHASHSEED": hash_seed, "PYTHONPATH": ":".join(path for path in sys.path if path)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert found.stdout.strip() == GOLDEN_DEALS


def test_a_deal_depends_on_the_seed_and_its_number_alone() -> None:
    """Asked for in any order, after any other draws, it is the same."""
    alone = {(seed, number): redeal(seed, number) for seed in range(5) for number in range(1, 6)}
    for seed, number in sorted(alone, key=lambda key: mix64(key[0] * 100 + key[1])):
        list(islice(numbers(seed, 0), seed + number))
        assert redeal(seed, number) == alone[seed, number]
    assert len(set(alone.values())) == len(alone)
