"""Pictures of the Spider games: what is shown, what is said and hidden, that all can be read and nothing is cut off."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from functools import cache
from itertools import combinations, pairwise
from random import Random

import pytest
from matplotlib.font_manager import FontProperties
from matplotlib.path import Path as Outline
from matplotlib.textpath import TextPath
from spider_layouts import layout, run

from spiralkit.cards import MYRMEX_BASE, MYRMEX_QUEEN, TAROT, Card, Deck, cross
from spiralkit.draw import spider, svg
from spiralkit.draw.pips import PACKS, SIGNS, pack_of
from spiralkit.draw.scene import CAPITAL, STYLES, Box, Circle, Group, Path, Scene, Text
from spiralkit.game import Line
from spiralkit.spider import JOKER, PRESETS, STARFISH, SUITS, WIZARDS_TOWER, Move, Rules, State, deal
from spiralkit.spider.build import unit_length

GAMES = [*PRESETS, "wizards_tower weave=true", "myrmex open=false level=queen", "sparrow open=false"]


@cache
def played(game: str, seed: int, length: int) -> Line[State, Move]:
    """So many moves of a game by chance; what can leave does."""
    line: Line[State, Move] = Line(deal(game, seed))
    chance = Random(seed)
    for _ in range(length):
        moves = line.state.moves()
        if not moves:
            break
        line.play(next((move for move in moves if move.do in ("set", "tower")), chance.choice(moves)))
    return line


def states(game: str) -> tuple[State, ...]:
    """The beginning of a game, some states of its middle, and a late one."""
    return played(game, 3, 91).states[::18]


def groups(picture: Scene) -> dict[str, Group]:
    """The things to point at, by their names."""
    found = [shape for shape in picture.shapes if isinstance(shape, Group) and shape.data]
    names = [dict(group.data)["cell"] for group in found]
    assert len(set(names)) == len(names)
    return dict(zip(names, found, strict=True))


def roles(picture: Scene) -> Counter[str]:
    return Counter(shape.role for shape in picture.flat())


def words_of(group: Group) -> list[str]:
    return [shape.words for shape in group.shapes if isinstance(shape, Text)]


# What is shown.


@pytest.mark.parametrize("game", GAMES)
def test_each_card_in_sight_is_there_once_with_rank_and_suits(game: str) -> None:
    for state in states(game):
        view, shown = state.view(), groups(spider.scene(state))
        pack = pack_of(state.rules.deck)
        expected = set()
        for letter, column in zip(state.letters, view.columns, strict=True):
            expected |= {f"{letter}{number}" for number in range(1, len(column) + 1)} or {letter}
            for number, card in enumerate(column, 1):
                group = shown[f"{letter}{number}"]
                data = dict(group.data)
                assert (data["column"], data["card"]) == (letter, str(number))
                assert group.title.startswith(f"column {letter}, card {number} of {len(column)}, ")
                if card is None:
                    assert group.title.endswith("face down")
                    assert [shape.role for shape in group.shapes] == ["back"]
                    continue
                assert pack.words(card) in group.title
                assert data["shows"] == str(card)
                if card != JOKER:
                    assert words_of(group)[0] == card.rank
                signs = Counter(shape.role for shape in group.shapes if isinstance(shape, Path))
                assert set(signs) <= {f"suit-{pack.suits[suit]}" for suit in card.suits if suit != "*"} | {
                    "on-joker",
                    "dragon-white",
                }
                assert sum(signs.values()) >= len(card.suits)
        beside = {"off", "stock", "tower", "troupe", "w"} & set(shown)
        assert set(shown) == expected | beside
        rules = state.rules
        there = {
            "off": True,
            "stock": len(rules.deck.cards) > rules.dealt,
            "tower": bool(rules.family("tower")),
            "troupe": bool(rules.jokers),
            "w": rules.weave,
        }
        assert beside == {name for name, is_there in there.items() if is_there}


@pytest.mark.parametrize("game", GAMES)
def test_nothing_is_shown_that_the_player_does_not_see(game: str) -> None:
    for state in states(game):
        view = state.view()
        other = view.imagine(view.unseen[::-1])
        assert spider.svg(state) == spider.svg(view) == spider.svg(other)


def test_what_lies_beside_the_columns() -> None:
    for game in GAMES:
        for state in states(game):
            picture = spider.scene(state)
            shown, rules = groups(picture), state.rules
            words = [shape.words for shape in picture.flat() if isinstance(shape, Text)]
            assert f"off: {len(state.off)} of {rules.sets}" in words
            if "stock" in shown:
                deals = -(-len(state.stock) // rules.columns)
                assert words_of(shown["stock"]) == [str(deals), "deals left"]
                assert sum(getattr(shape, "role", "") == "back" for shape in shown["stock"].shapes) == deals
                assert f"{len(state.stock)} cards" in shown["stock"].title
            if "troupe" in shown:
                assert state.troupe == sum(getattr(shape, "role", "") == "black" for shape in shown["troupe"].shapes)


def test_the_tower_shows_its_last_trump_and_the_next() -> None:
    state = run(layout("wizards_tower weave=true", a="5t4t3t2t1t0t", b="Kw"), *["a^"] * 5)
    tower = groups(spider.scene(state))["tower"]
    assert tower.title == "the tower, trump 4, takes trump 5 next"
    assert words_of(tower) == ["4", "next", "5", "tower: 5 of 22"]
    state = run(state, "a^", "b>w")
    shown = groups(spider.scene(state))
    assert shown["tower"].title == "the tower, trump 5, takes trump 6 next"
    assert shown["w"].title == "the weave cell, king of wands"
    assert shown["a"].title == "column a, empty"
    full = layout("wizards_tower", tower="21t", off="c d s", a="KwQwNwPwTw9w8w7w6w5w4w3w2wAw")
    assert groups(spider.scene(full))["tower"].title == "the tower, trump 21"


def test_sets_off_are_shown_by_their_suits() -> None:
    state = run(layout("sparrow", a="Ew", b="Sw", c="Ww", d="Nw", e="Db9b8b7b6b5b4b3b2b1b"), "a+b+c+d!", "e!")
    picture = spider.scene(state)
    side = next(shape for shape in picture.shapes if isinstance(shape, Group) and "off: 2 of 18" in words_of(shape))
    assert [shape.role for shape in side.shapes if isinstance(shape, Path)] == ["suit-bamboo", "suit-winds"]
    assert sum(isinstance(shape, Circle) for shape in side.shapes) == 16
    assert "Off: bamboo, winds." in picture.description


# What can move, what happened, what is asked for.


def test_units_are_bracketed_and_what_can_leave_is_outlined() -> None:
    for game in GAMES:
        for state in states(game):
            units = [unit_length(state.faces(place)) for place, column in enumerate(state.columns) if column]
            leaving = {letter for move in state.moves() if move.do in ("set", "tower") for letter in move.columns}
            shown = roles(spider.scene(state))
            assert shown["unit"] == sum(unit > 1 for unit in units)
            assert shown["ready"] == len(leaving)
            plain = roles(spider.scene(state, units=False))
            assert plain["unit"] == plain["ready"] == 0
    state = layout("myrmex", a="CM9MS8MS7SK", b="AM")
    shown = groups(spider.scene(state))
    assert shown["a2"].title == "column a, card 2 of 4, nine of moons and suns, Pact, moves as a unit of 3"
    assert "unit" not in shown["a1"].title
    assert shown["a4"].title == "column a, card 4 of 4, seven of suns and knots, Castle, the end card"


def box_of(picture: Scene, role: str) -> list[Box]:
    return [shape for shape in picture.flat() if isinstance(shape, Box) and shape.role == role]


def covers(outline: Box, group: Group) -> bool:
    """Whether an outline goes round the upper left corner of a card."""
    card = group.shapes[0]
    assert isinstance(card, Box)
    return (
        abs(outline.x + outline.width / 2 - card.x - card.width / 2) < 1
        and outline.y <= card.y <= outline.y + outline.height - 5
    )


def test_what_the_last_move_placed_is_ringed() -> None:
    placed = {"deal": 0, "joker": 2, "set": 1, "tower": 1, "move": 1}
    met = set()
    for game in GAMES:
        line = played(game, 5, 60)
        for number, (state, move) in enumerate(zip(line.states[1:], line.moves, strict=True)):
            if move.do in met and number % 5:
                continue
            picture = spider.scene(state, last=move)
            rings = box_of(picture, "last")
            if move.do == "deal":
                left = len(line.start.stock) - len(state.stock)
                assert len(rings) == (left % state.rules.columns or state.rules.columns)
            else:
                assert len(rings) == placed[move.do]
            if move.do == "move" and move.to != "w":
                shown = groups(picture)
                length = len(state.columns[state.letters.index(move.to)])
                ringed = {name for name, group in shown.items() if covers(rings[0], group)}
                assert ringed == {f"{move.to}{length - number}" for number in range(move.count)}
            met.add(move.do)
            assert f"Last came {move}." in picture.description
    assert met >= {"deal", "move", "joker"}


def test_chosen_cards_and_lit_targets() -> None:
    state = layout("starfish", a="9s8s7s", b="Th", c="", d="2s**Ah")
    picture = spider.scene(state, selected=("a", 2), targets="bc")
    shown = groups(picture)
    assert [name for name, group in shown.items() if "chosen" in group.title] == ["a2", "a3"]
    assert [name for name, group in shown.items() if group.shapes[0].role == "card-chosen"] == ["a2", "a3"]
    assert roles(picture)["target"] == roles(picture)["target-head"] == 2
    assert "Chosen are the last 2 of column a." in picture.description
    joker = groups(spider.scene(state, joker=("a", 1)))
    assert [name for name, group in joker.items() if "chosen" in group.title] == ["a1", "troupe"]
    assert joker["d2"].shapes[0].role == "card-joker"
    taken_up = spider.scene(state, replaceable=[("a", 1), ("a", 2)])
    assert roles(taken_up)["target"] == 2
    assert groups(taken_up)["troupe"].title == "the Troupe, 5 of 6 Jokers, chosen"
    for game, sign, name in (("wizards_tower", "^", "tower"), ("spider", "!", "off")):
        lit = groups(spider.scene(layout(game), targets=sign))[name]
        assert [shape.role for shape in lit.shapes[:2]] == ["plate-may", "target"]
    weave = groups(spider.scene(run(layout("wizards_tower weave=true", a="Kw"), "a>w"), selected=("w", 1)))
    assert weave["w"].title.endswith("chosen")


def test_every_copy_in_sight_of_a_card_is_found() -> None:
    state = deal("spider_open", 1)
    for card in state.rules.deck.cards[::9]:
        picture = spider.scene(state, found=card)
        shown = groups(picture)
        ringed = {name for ring in box_of(picture, "found") for name, group in shown.items() if covers(ring, group)}
        assert ringed == {f"{letter}{place}" for letter, place in state.view().where(card)}
    hidden = deal("spider", 1)
    assert box_of(spider.scene(hidden, found=hidden.columns[0][0]), "found") == []


def test_a_hint_is_shown() -> None:
    for game in GAMES:
        for state in states(game):
            for move in {move.do: move for move in state.moves()}.values():
                picture = spider.scene(state, hint=move)
                shown = roles(picture)
                arrows = move.do in ("move", "joker")
                assert shown["slide"] == shown["slide-head"] == arrows
                outlines = {"move": 1, "joker": 2, "deal": 1, "tower": 2, "set": 1 + len(move.columns)}
                assert shown["hint"] == outlines[move.do]
                assert f"Advised is {move}." in picture.description


# That it can be read.


@cache
def extent(words: str, bold: bool) -> tuple[float, float]:
    """Left and right end of words of size 1 that start at 0."""
    box = TextPath((0, 0), words, 100, prop=FontProperties(family="DejaVu Sans", weight="bold" if bold else "normal"))
    return box.get_extents().x0 / 100, box.get_extents().x1 / 100


def ends(text: Text) -> tuple[float, float]:
    """Where words begin and end in a picture."""
    left, right = (part * text.size for part in extent(text.words, STYLES[text.role].bold))
    shift = {"start": 0, "middle": (left + right) / 2, "end": right}[text.anchor]
    return text.x + left - shift, text.x + right - shift


def check(state: State, large: bool, least: float) -> None:
    """Ranks and suits lie one beside the other in what is in sight of their cards; all words are in the picture."""
    picture = spider.scene(state, large=large)
    shown = groups(picture)
    for text in picture.flat():
        if isinstance(text, Text):
            left, right = ends(text)
            assert 0 <= left <= right <= picture.width, text
            assert 0 <= text.baseline - text.size * CAPITAL <= text.baseline <= picture.height, text
    for letter, column in zip(state.letters, state.view().columns, strict=True):
        cards = [shown[f"{letter}{number}"] for number in range(1, len(column) + 1)]
        tops = [group.shapes[0].y for group in cards]
        assert tops == sorted(tops)
        bottom = max((group.shapes[0].y + group.shapes[0].height for group in cards), default=0)
        assert bottom <= picture.height
        for group, card, (top, end) in zip(cards, column, pairwise([*tops, bottom]), strict=True):
            if card is None:
                continue
            box = group.shapes[0]
            text = next(shape for shape in group.shapes if isinstance(shape, Text))
            assert text.size >= least * (0.5 if card == JOKER else 1), (card, text.size)
            assert top < text.baseline - text.size * CAPITAL < text.baseline < end
            signs = [shape for shape in group.shapes if isinstance(shape, Path)][: len(card.suits)]
            if card != JOKER:
                parts = [ends(text), *(across(sign) for sign in signs)]
            else:
                parts = [*(across(sign) for sign in signs), ends(text)]
            assert box.x + 0.5 < parts[0][0]
            assert parts[-1][1] < box.x + box.width
            assert all(one[1] <= other[0] for one, other in pairwise(parts)), (card, parts)


def across(sign: Path) -> tuple[float, float]:
    """The left and right end of a sign."""
    xs = [x for letter, points in sign.steps for x, _ in points[-1:]]
    return min(xs), max(xs)


@pytest.mark.parametrize("large", [False, True])
@pytest.mark.parametrize("game", GAMES)
def test_rank_and_suits_of_each_card_in_sight_can_be_read(game: str, large: bool) -> None:
    for state in states(game):
        check(state, large, least=12)


@pytest.mark.parametrize("game", ["spider", "starfish", "wizards_tower", "sparrow"])
def test_long_columns_can_be_read(game: str) -> None:
    state = states(game)[-1]
    cards = [card for column in state.columns for card in column if card != JOKER]
    for count, least in ((24, 14), (32, 10.5)):
        one = (*cards[:count],)
        long = replace(state, columns=(one, *[()] * (len(state.columns) - 1)), hidden=(0,) * len(state.columns))
        for large in (False, True):
            check(long, large, least)


def test_of_a_column_longer_than_any_the_last_cards_can_be_read() -> None:
    state = layout("wizards_tower", a="9t8t7t6t", b="Kw")  # all others in one column
    for large in (False, True):
        shown = groups(spider.scene(state, large=large))
        cards = [shown[f"m{number}"] for number in range(1, 74)]
        tops = [card.shapes[0].y for card in cards]
        assert tops == sorted(set(tops))
        sizes = [max((shape.size for shape in card.shapes if isinstance(shape, Text)), default=0) for card in cards]
        assert sizes == sorted(sizes)
        assert sizes[0] == 0
        assert all(size > 8 for size in sizes[-25:])


@pytest.mark.parametrize("game", PRESETS)
def test_large_type_is_larger_at_the_same_size_of_picture(game: str) -> None:
    plain, large = (spider.scene(deal(game, 1), large=large) for large in (False, True))
    assert (plain.width, plain.height) == (large.width, large.height) == (828, 404)
    name = "a4" if game == "myrmex" else "a6"
    small, tall = (
        next(shape for shape in groups(one)[name].shapes if isinstance(shape, Text)) for one in (plain, large)
    )
    assert tall.words == small.words
    assert tall.size >= 1.15 * small.size


def test_all_of_a_made_up_game_lies_in_the_picture() -> None:
    whole = replace(WIZARDS_TOWER, name="all_of_it", dealt=65, open=False, face_down=2, jokers=6, weave=True)
    wide = replace(STARFISH, name="very_wide", columns=22, dealt=110)
    own = Deck("mine", cross("12345678", "xyz", 4))
    mine = Rules("mine", own, columns=5, dealt=40, families=(replace(SUITS, suits="xyz"),), jokers=3)
    for rules in (whole, wide, mine):
        for large in (False, True):
            check(deal(rules, 1), large, least=9)
            picture = spider.scene(deal(rules, 1), large=large)
            for shape in picture.flat():
                if isinstance(shape, Box):
                    assert 0 <= shape.x <= shape.x + shape.width <= picture.width
                    assert 0 <= shape.y <= shape.y + shape.height <= picture.height
    state = deal(mine, 1)
    card = state.columns[0][-1]
    assert words_of(groups(spider.scene(state))[f"a{len(state.columns[0])}"]) == [card.rank, card.suits, card.suits]
    assert pack_of(own).words(card) == f"{card.rank} of {card.suits}"


# Signs and words.


def raster(word: str) -> set[tuple[int, int]]:
    """The squares of 14 by 14 that a sign covers: what is left of it in a narrow strip, in grey."""
    codes = {"M": [1], "L": [2], "C": [4, 4, 4], "Z": [79]}
    points = [point for _, places in SIGNS[word] for point in (places or ((0.0, 0.0),))]
    sign = Outline(points, [code for letter, _ in SIGNS[word] for code in codes[letter]])
    grid = [(column, row) for column in range(14) for row in range(14)]
    inside = sign.contains_points([((column - 6.5) / 12, (row - 6.5) / 12) for column, row in grid])
    return {place for place, is_in in zip(grid, inside, strict=True) if is_in}


def test_no_two_suits_of_a_pack_look_alike_in_grey() -> None:
    for pack in PACKS:
        assert set(pack.suits.values()) <= set(SIGNS)
        for one, other in combinations(pack.suits.values(), 2):
            first, second = raster(one), raster(other)
            dark, pale = sorted(light(STYLES[f"suit-{word}"].fill) + 0.05 for word in (one, other))
            assert len(first ^ second) > 0.3 * len(first | second) or pale > 2 * dark, (one, other)


def test_signs_keep_to_their_square() -> None:
    for word, steps in SIGNS.items():
        xs, ys = zip(*(points[-1] for _, points in steps if points), strict=True)
        assert -0.6 <= min(*xs, *ys) <= max(*xs, *ys) <= 0.6, word


def light(colour: str) -> float:
    """Relative luminance, as the guidelines for contrast have it."""
    parts = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def test_ranks_stand_out_from_every_ground() -> None:
    for pack in PACKS:
        shades = [STYLES[f"suit-{word}"].fill for word in pack.suits.values()]
        assert len(set(shades)) == len(shades)
        for shade in shades:
            assert (light("#FFFFFF") + 0.05) / (light(shade) + 0.05) > 4.5
    for ground in ("card-idle", "card-kin-1", "card-kin-2", "card-chosen"):
        for word in ("trumps", "winds", "flowers", "seasons"):
            assert (light(STYLES[ground].fill) + 0.05) / (light(STYLES[f"suit-{word}"].fill) + 0.05) > 4.5
    assert (light(STYLES["on-joker"].fill) + 0.05) / (light(STYLES["card-joker"].fill) + 0.05) > 4.5


def test_each_card_has_words_of_its_own() -> None:
    for deck in (*(rules.deck for rules in PRESETS.values()), MYRMEX_QUEEN):
        pack = pack_of(deck)
        cards = set(deck.cards)
        assert len({pack.words(card) for card in cards}) == len(cards)
    assert pack_of(MYRMEX_BASE).words(Card("C", "L")) == "crown of leaves, End"
    assert pack_of(MYRMEX_QUEEN).words(Card("T", "SWY")) == "court of suns and waves and wyrms, Island"
    assert pack_of(TAROT).words(Card("N", "c")) == "knight of cups"
    assert pack_of(PRESETS["sparrow"].deck).words(Card("3", "s")) == "season 3"
    assert pack_of(STARFISH.deck).words(JOKER) == "Joker"


def test_tiles_look_like_tiles() -> None:
    def middle(text: str) -> Counter[str]:
        shown = groups(spider.scene(layout("sparrow", a=text)))["a1"]
        return Counter(shape.role for shape in shown.shapes if isinstance(shape, Path))

    for rank in "23456789":
        assert middle(f"{rank}c") == {"suit-coins": 1 + int(rank)}
        assert middle(f"{rank}b") == {"suit-bamboo": 1 + int(rank)}
    assert middle("Dk") == {"suit-characters": 1, "dragon-white": 1}
    assert middle("Db") == {"suit-bamboo": 2}
    kinds = [groups(spider.scene(layout("sparrow", a=text)))["a1"].shapes[1].role for text in ("1c", "Ew", "1f", "1s")]
    assert kinds == ["card-idle", "card-kin-1", "card-kin-2", "card-kin-2"]


# As a picture in a page.


def test_each_card_place_and_pile_is_a_button() -> None:
    for game in GAMES:
        for state in states(game):
            picture = spider.svg(state, interactive=True, last=None)
            assert picture.count('role="button"') == len(groups(spider.scene(state)))
            assert 'data-column="a"' in picture
    picture = spider.svg(layout("starfish", a="9s8s"), interactive=True)
    for name in ("stock", "troupe", "b"):
        assert f'data-cell="{name}" data-column="{name}"' in picture
    assert '<g data-cell="a2" data-column="a" data-card="2" data-shows="8s"' in picture


def test_the_first_shape_of_each_thing_is_its_outline() -> None:
    """What shows where the focus is, is drawn round it."""
    for game in GAMES:
        for group in groups(spider.scene(states(game)[-1])).values():
            assert isinstance(group.shapes[0], Box)


def test_words_for_those_who_cannot_see() -> None:
    state = layout("myrmex", a="9MS8MS7SK", b="CM", c="")
    title, description = spider.describe(state)
    assert title == "Myrmex: 0 of 6 sets off, 7 deals left"
    assert "Column a: nine of moons and suns, Pact, eight of moons and suns, Diplomat, seven of suns" in description
    assert "; the last 3 move as a unit. Column b: crown of moons, Huntress. Column c: empty." in description
    hidden = deal("spider", 1)
    assert "Column a: 5 face down, five of hearts." in spider.describe(hidden)[1]
    assert spider.describe(hidden) == spider.describe(hidden.view())
    for state in states("starfish"):
        cards = re.findall(r"\w+ of (?:clubs|diamonds|hearts|spades|stars|squids)", spider.describe(state)[1])
        assert len(cards) == sum(card != JOKER for column in state.columns for card in column)
    won = layout("chinese_spider", off=" ".join("bbbbccckkkkc"))
    assert spider.describe(won)[0].endswith("everything is off")


def test_notebooks_show_the_picture() -> None:
    state = deal("wizards_tower", 1)
    assert state._repr_svg_() == spider.svg(state)
    assert isinstance(state._repr_svg_(), svg.SVG)
