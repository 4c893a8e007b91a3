"""Pictures of the colour-conversion spiral: what is shown, what is said and hidden, and that nothing is cut off."""

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.text import Text as Words

from spiralkit.conversion import GRID, NEIGHBOURS, Move, Rules, State, colour_of, deal
from spiralkit.draw import conversion as drawing
from spiralkit.draw.scene import STYLES, Box, Group, Text
from spiralkit.lookahead.conversion import play_game, random_policy, sweep


@pytest.fixture(scope="module")
def states() -> list[tuple[State, Move]]:
    """States of several games, one of each kind of next move at least, with the move that comes next."""
    lines = [play_game(seed, policy) for seed in (7, 8, 31) for policy in (random_policy, sweep)]
    found = [pair for line in lines for pair in zip(line.states, line.moves, strict=False)]
    assert {state.due for state, _ in found} >= {"cover", "in", "convert", "top", "swap", "out", "draw", "reshuffle"}
    return found


def groups(state: State, kind: str, **options: object) -> Iterator[tuple[str, Group]]:
    """The things of a kind, a cell or a card, by name."""
    for shape in drawing.scene(state, **options).shapes:
        if isinstance(shape, Group) and shape.data and shape.data[0][0] == kind:
            yield shape.data[0][1], shape


def test_the_square_shows_each_place_with_its_card(states: list[tuple[State, Move]]) -> None:
    for state, _ in states[::7]:
        cells = dict(groups(state, "cell"))
        assert list(cells) == [str(place) for place in range(1, 17)]
        for place in range(1, 17):
            card, group = state.card(place), cells[str(place)]
            box = group.shapes[0]
            assert isinstance(box, Box)
            assert box.role == f"card-{colour_of(card)}"
            words = [shape.words for shape in group.shapes if isinstance(shape, Text)]
            under = len(state.piles[place - 1]) - 1
            assert words == [card.rank, str(place), *([f"+{under}"] if under else [])]
            yours = place in state.yours
            assert dict(group.data)["owner"] == ("me" if yours else "")
            assert any(getattr(shape, "role", "") == "me" for shape in group.shapes) == yours


def test_places_lie_as_the_rules_say() -> None:
    boxes = {place: group.shapes[0] for place, group in groups(deal(1), "cell")}
    across = sorted({box.x for box in boxes.values()})
    down = sorted({box.y for box in boxes.values()})
    for row, places in enumerate(GRID):
        for column, place in enumerate(places):
            box = boxes[str(place)]
            assert (box.x, box.y) == (across[column], down[row])
    assert all(two - one > drawing.CARD for line in (across, down) for one, two in pairwise(line))


def test_red_and_black_cards_differ_in_grey() -> None:
    def grey(colour: str) -> float:
        red, green, blue = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
        return 0.299 * red + 0.587 * green + 0.114 * blue

    assert grey(STYLES["card-red"].fill) - grey(STYLES["card-black"].fill) > 150
    assert grey(STYLES["on-black"].fill) - grey(STYLES["card-black"].fill) > 150
    assert grey(STYLES["card-red"].fill) - grey(STYLES["red"].fill) > 150


def test_the_path_runs_in_when_you_spiral_in_and_out_otherwise() -> None:
    state = deal(7)
    assert drawing.scene(state).shapes[1] == drawing.scene(replace(state, step="out")).shapes[1]
    assert drawing.scene(state).shapes[1] != drawing.scene(replace(state, step="in")).shapes[1]


def test_only_what_may_be_chosen_is_a_button(states: list[tuple[State, Move]]) -> None:
    for state, _ in states[::4]:
        moves = state.moves() if state.choosing else ()
        places = {str(place) for move in moves for place in (move.places if move.do == "swap" else move.places[-1:])}
        cards = {str(card) for move in moves for card in move.cards}
        assert {place for place, group in groups(state, "cell") if group.active} == places
        assert {card for card, group in groups(state, "card") if group.active} == cards
        assert [card for card, _ in groups(state, "card")] == [str(card) for card in state.hand]
        assert drawing.svg(state, interactive=True).count('role="button"') == len(places) + len(cards)


def roles(state: State, **options: object) -> list[str]:
    return [shape.role for shape in drawing.scene(state, **options).flat()]


def test_active_place_and_targets_are_marked(states: list[tuple[State, Move]]) -> None:
    seen = set()
    for state, _ in states:
        arrows, plates = roles(state).count("slide"), roles(state).count("plate-may")
        playable = len({move.cards[0] for move in state.moves()}) if state.due in ("cover", "convert") else 0
        if state.due == "convert":
            targets = state.targets(state.place)
            seen.add(len(targets))
            assert arrows == len(targets)
            assert plates == len(targets) + playable
            assert roles(state, targets=False).count("slide") == 0
        else:
            assert (arrows, plates) == (0, playable)
        assert roles(state).count("plate-active") == bool(state.place)
    assert len(seen) >= 2


def test_what_a_conversion_would_reach(states: list[tuple[State, Move]]) -> None:
    found = 0
    for state, move in states:
        if state.due not in ("cover", "convert"):
            continue
        card, place = move.cards[0], move.places[-1]
        then = drawing.reach(state, place, card)
        assert set(then) <= set(NEIGHBOURS[place])
        assert roles(state, card=card, places=(place,)).count("reach") == len(then)
        if not then:
            continue
        found += 1
        after = state.play(move)
        assert after.targets(place) == then  # so it is, as long as nothing else changes
        assert after.to_come(place)
        words = "→" + ",".join(map(str, then))
        for options in ({"card": card}, {"places": (place,)}):
            assert words in [shape.words for shape in drawing.scene(state, **options).flat() if isinstance(shape, Text)]
    assert found > 5


def test_the_last_move_is_ringed(states: list[tuple[State, Move]]) -> None:
    rings = {"cover": 1, "convert": 1, "top": 1, "swap": 2, "draw": 1}
    for state, move in states:
        assert roles(state.play(move), last=(move,)).count("last") == rings.get(move.do, 0), move


def test_the_order_of_the_deck_is_not_shown(states: list[tuple[State, Move]]) -> None:
    for state, _ in states[::5]:
        turned = replace(state, deck=state.deck[::-1])
        assert drawing.svg(turned) == drawing.svg(state)


def test_words_for_those_who_cannot_see(states: list[tuple[State, Move]]) -> None:
    for state, move in states[::5]:
        picture = drawing.scene(state, last=(move,))
        assert picture.title == f"Colour-conversion spiral: {state.status()}"
        assert f"You are {state.colour}, cycle {state.cycle}." in picture.description
        named = re.findall(r"\b\d+ \w+ of \w+", picture.description.split("Your hand")[0])
        assert len(named) == 16
        assert ("is active and converts" in picture.description) == (state.due == "convert")
    assert '<svg xmlns="http://www.w3.org/2000/svg"' in deal(7)._repr_svg_()
    assert "<title>place 1, three of clubs, yours, can be chosen</title>" in deal(7)._repr_svg_()


def test_points(states: list[tuple[State, Move]]) -> None:
    """A win scores at most what is said, all along the way to it."""
    assert deal(7).at_best == 20
    won = 0
    for seed in range(40):
        line = play_game(seed, sweep, Rules(ace="wrap"))
        best = [state.at_best for state in line.states]
        assert best == sorted(best, reverse=True)
        if line.state.outcome.winner == "me":
            won += 1
            assert line.state.outcome.points == line.state.at_best
            assert f"points: {line.state.outcome.points}" in drawing.svg(line.state)
    assert won
    assert any("points: none left" in drawing.svg(state) for state, _ in states)


@pytest.mark.parametrize("large", [False, True])
def test_no_words_are_cut_off_or_lie_on_others(states: list[tuple[State, Move]], large: bool) -> None:
    shown = {state.due: state for state, _ in states}
    ends = [play_game(seed, sweep).state for seed in (7, 8, 31)]
    for state in (*shown.values(), *ends):
        figure = drawing.figure(state, large=large)
        canvas = FigureCanvasAgg(figure)
        canvas.draw()
        renderer = canvas.get_renderer()
        boxes = [words.get_window_extent(renderer) for words in figure.findobj(Words) if words.get_text()]
        assert len(boxes) > 35
        for number, box in enumerate(boxes):
            assert 0 <= box.x0 <= box.x1 <= drawing.WIDTH
            assert 0 <= box.y0 <= box.y1 <= drawing.HEIGHT
            for other in boxes[:number]:
                assert not box.padded(-2).overlaps(other.padded(-2))
