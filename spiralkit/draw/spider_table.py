"""The table of a Spider game: where each card and pile lies in the picture, and how it is drawn there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import ceil

from ..cards import Card
from ..spider import Move, State, View
from ..spider.build import finished, unit_length
from ..spider.moves import CELL
from ..spider.text import tower_cards
from .pips import CURVED, face, pack_of
from .scene import Box, Circle, Group, Point, Shape, Text, arrow, fitted

SIDE = 100.0
"""Width of what lies beside the columns."""
TOP = 21.0
"""Height of the row of letters above the columns."""
WIDEST, GAP, HIGHEST = 88.0, 7.0, 88.0
"""The most that columns are apart, middle to middle, the space between them, and the most that a card is high."""
TYPE, LARGE_TYPE = 20.5, 26.0
"""The most that a rank is high; less where the columns are narrow."""
OF_WIDTH, LARGE_OF_WIDTH = 0.36, 0.46
"""Size of the ranks in parts of the width of a card."""
OF_TYPE, TALLEST, BACK = 1.26, 1.8, 7.0
"""What looks out of a covered card, in parts of the size of its rank: usually, and at most where there is room for
``MORE`` rows than are dealt at first; what looks out of one face down, in pixels."""
MORE = 3
LEAST, LARGE_LEAST = 16.5, 21.0
"""In a long column the end card is made lower before the strips of the others are less than this."""
LONG, LOW = 20, 32.0
"""From how many cards on less looks out of those face down, and the least height of the end card then."""
NARROW, EDGE = 9.0, 1.5
"""Narrower strips cannot be read: rather than that, only the edges of the cards on top look out."""


Where = tuple[str, int]
"""The letter of a column and the place from its top, from 1; ``("w", 1)`` is the weave cell."""


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a card lies, and how much of it is in sight below its upper edge."""

    x: float
    y: float
    width: float
    height: float
    strip: float

    def box(self, role: str) -> Box:
        return Box(self.x, self.y, self.width, self.height, role, CURVED)


def around(spots: Sequence[Spot], role: str, pad: float = 1.0) -> Box:
    """An outline round cards that lie one below the other, so far as they are in sight."""
    first, end = spots[0], spots[-1]
    high = end.y + end.strip - first.y
    return Box(first.x - pad, first.y - pad, first.width + 2 * pad, high + 2 * pad, role, CURVED + pad)


class Table:
    """A view with a spot for each of its cards."""

    def __init__(self, view: View, large: bool, width: float, height: float) -> None:
        self.view, self.state, self.large, self.height = view, view.known, large, height
        self.rules = self.state.rules
        self.pack = pack_of(self.rules.deck)
        room, count = width - SIDE, len(self.state.columns)
        self.pitch = min(WIDEST, (room - 6) / count)
        self.gap = min(GAP, self.pitch * 0.11)
        self.card_width = wide = self.pitch - self.gap
        self.card_height = min(HIGHEST, 1.36 * wide)
        self.type = min(*((LARGE_TYPE, LARGE_OF_WIDTH * wide) if large else (TYPE, OF_WIDTH * wide)))
        self.left = (room - self.pitch * count + self.gap) / 2
        rows = ceil(self.rules.dealt / count) + MORE
        self.strip = max(OF_TYPE * self.type, min(TALLEST * self.type, (height - TOP - 5 - self.card_height) / rows))
        self.side = width - SIDE + 6
        self.spots: dict[Where, Spot] = {}
        for place in range(count):
            self._lay(place)
        self._lay_beside()

    def _lay(self, place: int) -> None:
        """The spots of the cards of a column; of an empty one the spot for a first card."""
        letter, length, hidden = self.state.letters[place], len(self.state.columns[place]), self.state.hidden[place]
        open_above = max(length - 1 - hidden, 0)
        back = BACK if length <= LONG else BACK / 2
        free = self.height - TOP - 5 - back * hidden
        strip = self.strip
        high = min(self.card_height, max(LOW, free - min(strip, LARGE_LEAST if self.large else LEAST) * open_above))
        edges = max(0, ceil((NARROW * open_above - (free - high)) / (NARROW - EDGE)))
        if open_above:
            strip = min(strip, (free - high - EDGE * edges) / (open_above - edges))
        x, y = self.left + self.pitch * place, TOP
        for number in range(1, max(length, 1) + 1):
            covered = back if number <= hidden else EDGE if number <= hidden + edges else strip
            seen = covered if number < length else high
            self.spots[letter, number] = Spot(x, y, self.card_width, high, seen)
            y += seen

    def _lay_beside(self) -> None:
        """The spots of what lies beside the columns, from above: sets off, stock, tower, weave cell, Troupe."""
        rules, x, wide = self.rules, self.side, SIDE - 12
        spots = {"off": (x, wide, _rows(rules.sets))}
        if len(rules.deck.cards) > rules.dealt:
            spots["stock"] = x + 4, 46.0, 58.0
        if rules.family("tower"):
            spots["tower"] = x, 42.0, 56.0
        if rules.weave:
            spots[CELL] = x + 14, 49.0, 64.0
        if rules.jokers:
            spots["troupe"] = x, wide, _rows(rules.jokers)
        caption, y = 21.0, 36.0
        over = y + sum(high + caption + 8 for _, _, high in spots.values()) - self.height
        piles = [name for name in spots if name not in ("off", "troupe")]
        for name, (at, across, high) in spots.items():
            high -= max(over, 0.0) / len(piles) if name in piles else 0.0
            self.spots[name, 1] = Spot(at, y + caption, across, high, high)
            y += high + caption + 8
        if "tower" in spots:
            self.spots["next", 1] = replace(self.spots["tower", 1], x=x + 46)

    def chosen(self, selected: tuple[str, int] | None, joker: Where | None) -> set[Where]:
        """Where the cards lie that are chosen."""
        found = {joker} if joker else set()
        if selected:
            letter, count = selected
            found |= {(letter, self.length(letter) - number) for number in range(count)}
        return found

    def length(self, letter: str) -> int:
        """How many cards lie in a column; 1 for the weave cell."""
        return 1 if letter == CELL else len(self.state.columns[self.state.letters.index(letter)])

    def ends(self, letter: str, count: int = 1) -> list[Spot]:
        """The spots of the last cards of a column; of an empty one, or the weave cell, its one spot."""
        length = max(self.length(letter), 1)
        return [self.spots[letter, number] for number in range(max(length - count, 0) + 1, length + 1)]

    # The columns.

    def heads(self, targets: str) -> Group:
        """The letters above the columns; those of ``targets`` stand out."""
        shapes: list[Shape] = []
        for letter in self.state.letters:
            x, lit = self.spots[letter, 1].x + self.card_width / 2, letter in targets
            if lit:
                shapes.append(Box(x - 13, 1.5, 26, 17, "target-head", CURVED))
            shapes.append(Text(x, 10, letter, 17 if self.large else 14.5, "on-target" if lit else "label"))
        return Group(tuple(shapes))

    def column(self, letter: str, chosen: set[Where], lit: bool) -> list[Shape]:
        """The cards of a column, or the place for one."""
        place = self.state.letters.index(letter)
        cards = self.view.columns[place]
        if not cards:
            boxes = self._empty(self.spots[letter, 1], lit)
            return [Group(boxes, (("cell", letter), ("column", letter)), f"column {letter}, empty")]
        unit = unit_length(self.state.faces(place))
        shapes: list[Shape] = []
        for number, card in enumerate(cards, 1):
            where = letter, number
            title = f"column {letter}, card {number} of {len(cards)}, {self.words(card)}"
            behind = len(cards) + 1 - number
            if 1 < behind <= unit:
                title += f", moves as a unit of {behind}"
            title += ", the end card" * (behind == 1) + ", chosen" * (where in chosen)
            data = [("cell", f"{letter}{number}"), ("column", letter), ("card", str(number))]
            if card:
                data.append(("shows", str(card)))
            shapes.append(Group(self.face(card, self.spots[where], where in chosen, behind == 1), tuple(data), title))
        if lit:
            shapes.append(Group((around(self.ends(letter), "target", 0),)))
        return shapes

    def _empty(self, spot: Spot, lit: bool) -> tuple[Shape, ...]:
        """A place without a card."""
        return (spot.box("plate-may"), around([spot], "target", 0)) if lit else (spot.box("card-none"),)

    def words(self, card: Card | None) -> str:
        """A card in words."""
        return self.pack.words(card) if card else "face down"

    def face(self, card: Card | None, spot: Spot, chosen: bool, whole: bool = True) -> tuple[Shape, ...]:
        """A card as it lies there; the ground tells families from each other."""
        if card is None:
            return (spot.box("back"),)
        family = self.rules.faces[card].family
        kin = self.rules.families.index(family) % 3 if family else None
        look = "card-chosen" if chosen else "card-joker" if kin is None else f"card-kin-{kin}" if kin else "card-idle"
        if spot.strip <= EDGE:
            return (spot.box(look),)
        return face(self.pack, card, spot.box(look), self.type, spot.strip, whole=whole)

    def brackets(self) -> Iterator[Shape]:
        """Units of two cards and more at their left, and an outline round what can leave."""
        for place, letter in enumerate(self.state.letters):
            faces = self.state.faces(place)
            unit = unit_length(faces) if faces else 0
            if unit > 1:
                spots = self.ends(letter, unit)
                wide, up = self.gap * 0.62, spots[0].y + 2
                down = spots[-1].y + spots[-1].strip - 2
                yield Box(spots[0].x - (self.gap + wide) / 2, up, wide, down - up, "unit", wide / 2)
        leaving = {
            letter: self._leaves(move)
            for move in self.state.moves()
            if move.do in ("set", "tower")
            for letter in move.columns
        }
        for letter, count in leaving.items():
            yield around(self.ends(letter, count), "ready")

    def _leaves(self, move: Move) -> int:
        """How many cards of each of its columns leave by a move."""
        if move.do == "tower" or len(move.columns) > 1:
            return 1
        return finished(self.state.faces(self.state.letters.index(move.columns)))

    # What is beside the columns.

    @property
    def size(self) -> float:
        """Size of type beside the columns."""
        return 15.5 if self.large else 14.0

    def caption(self, name: str, words: str) -> Text:
        """Words above something beside the columns."""
        size = fitted(words, self.size, 1.13 * SIDE)  # ``fitted`` is on the safe side by more than that
        return Text(self.side, self.spots[name, 1].y - 10, words, size, "words", "start")

    def beside(self, chosen: set[Where], targets: str, joker: bool) -> list[Shape]:
        """The game's name, sets off, stock, tower, weave cell and Troupe."""
        rules, off = self.rules, self.state.off
        shapes: list[Shape] = []
        for row, name in enumerate(rules.title.split(" ", 1)):
            size = fitted(name, self.size + 1, SIDE, bold=True)
            shapes.append(Text(self.side, 10 + 17 * row, name, size, "words-strong", "start"))
        sets = [*self._field("off", "!" in targets), self.caption("off", f"off: {len(off)} of {rules.sets}")]
        for number, (x, y) in enumerate(self._dots("off", rules.sets)):
            if number < len(off):
                sets += self.pack.sign(off[number][0], x, y, 18)
            else:
                sets.append(Circle(x, y, 7.5, "card-none"))
        data = ("cell", "off"), ("column", "off")
        found: list[Shape] = [Group(tuple(shapes)), Group(tuple(sets), data, f"{len(off)} of {rules.sets} sets off")]
        found += [self._stock()] if ("stock", 1) in self.spots else []
        found += [self._tower("^" in targets)] if ("tower", 1) in self.spots else []
        found += [self._cell((CELL, 1) in chosen, CELL in targets)] if rules.weave else []
        found += [self._troupe(joker)] if rules.jokers else []
        return found

    def _field(self, name: str, lit: bool) -> tuple[Shape, ...]:
        """The ground on which several things lie, to be clicked between them too."""
        spot = self.spots[name, 1]
        box = Box(spot.x - 3, spot.y - 1, SIDE - 6, spot.height + 4, "plate-may" if lit else "paper", CURVED)
        return (box, replace(box, role="target")) if lit else (box,)

    def _dots(self, name: str, count: int) -> list[Point]:
        """So many places, four to a row."""
        spot = self.spots[name, 1]
        return [(spot.x + 10.5 + 21 * (number % 4), spot.y + 10 + 21 * (number // 4)) for number in range(count)]

    def _stock(self) -> Group:
        """The stock: a back for each deal that is left."""
        spot, deals = self.spots["stock", 1], deals_left(self.state)
        shapes: list[Shape] = []
        if not deals:
            shapes.append(spot.box("card-none"))
        for depth in range(deals - 1, -1, -1):
            x = spot.x + min(4, 40 / deals) * depth
            shapes.append(Box(x, spot.y, spot.width, spot.height, "back", CURVED))
        shapes.append(Text(spot.x + spot.width / 2, spot.y + spot.height / 2, str(deals), 25, "words-strong"))
        shapes.append(self.caption("stock", "deals left"))
        title = f"stock, {counted(deals, 'deal')} left, {counted(len(self.state.stock), 'card')}"
        return Group(tuple(shapes), (("cell", "stock"), ("column", "stock")), title)

    def _tower(self, lit: bool) -> Group:
        """The last trump in the tower, and the one that it takes next."""
        cards, taken = tower_cards(self.rules), self.state.tower
        last, then = self.spots["tower", 1], self.spots["next", 1]
        shapes: list[Shape] = [*self._field("tower", lit)]
        shapes += self.face(cards[taken - 1], last, False) if taken else [last.box("card-none")]
        title = f"the tower, {self.words(cards[taken - 1]) if taken else 'empty'}"
        if taken < len(cards):
            shapes.append(then.box("card-none"))
            shapes.append(Text(then.x + 21, then.y + then.height * 0.27, "next", 13, "words"))
            shapes.append(Text(then.x + 21, then.y + then.height * 0.65, cards[taken].rank, 20, "words-strong"))
            title += f", takes {self.words(cards[taken])} next"
        shapes.append(self.caption("tower", f"tower: {taken} of {len(cards)}"))
        return Group(tuple(shapes), (("cell", "tower"), ("column", "tower")), title)

    def _cell(self, chosen: bool, lit: bool) -> Group:
        """The weave cell."""
        spot, card = self.spots[CELL, 1], self.state.cell
        shapes: list[Shape] = [*self.face(card, spot, chosen)] if card else [*self._empty(spot, lit)]
        shapes.append(self.caption(CELL, "weave cell: w"))
        title = f"the weave cell, {self.words(card) if card else 'empty'}" + ", chosen" * chosen
        return Group(tuple(shapes), (("cell", CELL), ("column", CELL), ("card", "1")), title)

    def _troupe(self, chosen: bool) -> Group:
        """The Jokers in the Troupe; those in the columns have left a gap."""
        spot, here, count = self.spots["troupe", 1], self.state.troupe, self.rules.jokers
        look = "card-chosen" if chosen else "card-idle"
        shapes: list[Shape] = [Box(spot.x - 3, spot.y - 3, spot.width + 4, spot.height + 4, look, CURVED)]
        for number, (x, y) in enumerate(self._dots("troupe", count)):
            if number < here:
                shapes += self.pack.joker(x, y, 17)
            else:
                shapes.append(Circle(x, y, 7.5, "card-none"))
        shapes.append(self.caption("troupe", f"Troupe: {here}"))
        data = ("cell", "troupe"), ("column", "troupe")
        title = f"the Troupe, {here} of {counted(count, 'Joker')}" + ", chosen" * chosen
        return Group(tuple(shapes), data, title)

    # What happened, and what is advised.

    def placed(self, move: Move) -> list[list[Spot]]:
        """Where the cards are that a move placed, as they lie after it."""
        match move.do:
            case "move":
                return [self.ends(move.to, move.count)]
            case "joker":
                return [[self.spots[move.columns, move.count]], self.ends(move.to)]
            case "deal":
                columns, dealt = len(self.state.columns), len(self.rules.deck.cards) - self.rules.dealt
                short = 0 if self.state.stock else dealt % columns
                return [self.ends(letter) for letter in self.state.letters[: short or columns]]
            case "tower":
                return [[self.spots["tower", 1]]]
        return [[self.spots["off", 1]]]

    def shown(self, hint: Move) -> Iterator[Shape]:
        """A move that could be played: what it is about is outlined, an arrow leads to where a card or unit goes."""
        beside = {"deal": "stock", "set": "off", "tower": "tower", "joker": "troupe"}
        if hint.do in beside:
            yield around([self.spots[beside[hint.do], 1]], "hint", 2)
        if hint.do in ("set", "tower"):
            for letter in hint.columns:
                yield around(self.ends(letter, self._leaves(hint)), "hint", 2)
        elif hint.do != "deal":
            joker = hint.do == "joker"
            spots = [self.spots[hint.columns, hint.count]] if joker else self.ends(hint.columns, hint.count)
            yield around(spots, "hint")
            start, end = _grip(spots[0], 0.5), _grip(self.ends(hint.to)[0], 0.65)
            yield from arrow(start, end, bend=0.12 if end[0] < start[0] else -0.12)  # downwards, off the ranks


def _grip(spot: Spot, down: float) -> Point:
    """Where an arrow begins or ends: in what is in sight of a card, beside rank and suits."""
    return spot.x + spot.width * 0.72, spot.y + spot.strip * down


def _rows(count: int) -> float:
    """The height of so many signs, four to a row."""
    return 21.0 * -(-count // 4)


def deals_left(state: State) -> int:
    """How many deals the stock holds."""
    return -(-len(state.stock) // len(state.columns))


def counted(count: int, word: str) -> str:
    return f"{count} {word}{'s' * (count != 1)}"
