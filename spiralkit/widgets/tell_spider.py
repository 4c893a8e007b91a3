"""The Spider games told in words, and how a stepper tells one: one move at a time."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from ..cards import Card, TextError
from ..draw import spider
from ..draw.cards import RANK_WORDS, SUIT_WORDS
from ..draw.pips import pack_of
from ..draw.scene import Scene
from ..record import SpiderLine
from ..spider import JOKER, Move, Rules, State
from ..spider.build import finished
from ..spider.moves import CELL


class SpiderTeller:
    """Tells a line of a Spider game; *Next choice* shows the move that the line plays next."""

    @property
    def switches(self) -> dict[str, bool]:
        """What can be switched on and off, and what is on at first."""
        return {"Next choice": False}

    def names(self, line: SpiderLine) -> list[str]:
        """The moves in a few words each, the start before them."""
        told = zip(line.states, line.moves, strict=False)
        return ["start", *(f"{number}. {named(state, move)}" for number, (state, move) in enumerate(told, 1))]

    def scene(self, line: SpiderLine, place: int, on: Collection[str], *, large: bool) -> Scene:
        """The picture of a place."""
        return spider.scene(
            line.states[place],
            last=line.moves[place - 1] if place else None,
            hint=line.moves[place] if "Next choice" in on and place < len(line) else None,
            large=large,
        )

    def story(self, line: SpiderLine, place: int, on: Collection[str]) -> list[str]:
        """What happened and what comes, in words, a sentence or two to a line."""
        state = line.states[place]
        told = happened(line.states[place - 1], line.moves[place - 1]) if place else ["The game begins."]
        told.append(status(state))
        if "Next choice" in on:
            told.append(f"Next: {would(state, line.moves[place])}." if place < len(line) else "This is the end.")
        return told


def status(state: State) -> str:
    """How far the game is, and how many moves are legal.

    >>> from spiralkit.spider import deal
    >>> status(deal("starfish", 1))
    '59 legal moves; 0 of 12 sets off; 7 deals left; 6 Jokers in the Troupe.'
    """
    rules, outcome = state.rules, state.outcome
    count = len(state.moves())
    told = [f"{count} legal move{'s' * (count != 1)}" if outcome is None else str(outcome)]
    told.append(f"{len(state.off)} of {rules.sets} sets off")
    if rules.family("tower"):
        told.append(f"{state.tower} trump{'s' * (state.tower != 1)} in the tower")
    if len(rules.deck.cards) > rules.dealt:
        left = -(-len(state.stock) // rules.columns)
        told.append(f"{left or 'no'} deal{'s' * (left != 1)} left")
    if rules.jokers:
        told.append(f"{state.troupe} Joker{'s' * (state.troupe != 1)} in the Troupe")
    words = "; ".join(told)
    return f"{words[0].upper()}{words[1:]}."


def carried(state: State, move: Move) -> tuple[Card, ...]:
    """The cards that a legal move takes from where they lie, none for a deal."""
    places = [state.letters.find(letter) for letter in move.columns]
    match move.do:
        case "deal":
            return ()
        case "move" if move.columns == CELL:
            return (state.cell,) if state.cell else ()
        case "joker":
            return (state.columns[places[0]][move.count - 1],)
        case "set" if len(places) == 1:
            return state.columns[places[0]][-finished(state.faces(places[0])) :]
        case "move":
            return state.columns[places[0]][-move.count :]
    return tuple(state.columns[place][-1] for place in places)


def named(state: State, move: Move) -> str:
    """A legal move, as it is written and in a few words.

    >>> from spiralkit.spider import deal
    >>> [named(deal("myrmex", 1), Move.parse(text)) for text in ("a>e", "deal")]
    ['a>e: 5SW on 6SY', 'deal: one card on each column']
    """
    cards = carried(state, move)
    match move.do:
        case "deal":
            return "deal: one card on each column"
        case "set":
            return f"{move}: {_set(cards)} off"
        case "tower":
            return f"{move}: {cards[0]} to the tower"
        case "joker":
            return f"{move}: {_listed(cards)} {_onto(state, move)}, a Joker for it"
    return f"{move}: {_listed(cards)} {_onto(state, move)}"


def would(state: State, move: Move) -> str:
    """What a legal move would do, as far as it can be seen.

    >>> from spiralkit.spider import deal
    >>> would(deal("spider", 1), Move.parse("a>j"))
    'a>j: 5h on 6h; a card of column a is turned up'
    """
    after = state.play(move)
    told = [named(state, move)]
    told += [f"a card of column {letter} is turned up" for letter, _ in _turned(state, after)]
    if (home := _went_home(state, move, after)) > 0:
        told.append(f"{home} Joker{'s' * (home != 1)} to the Troupe")
    told += [f"column {letter} is empty" for letter in _emptied(state, after)]
    return "; ".join(told)


def happened(before: State, move: Move) -> list[str]:
    """What a move did, a sentence a line.

    >>> from spiralkit.spider import deal
    >>> happened(deal("spider", 1), Move.parse("a>j"))
    ['a>j: 5h goes from column a onto 6h of column j.', '9c is turned up in column a.']
    """
    after = before.play(move)
    cards = carried(before, move)
    where = "the weave cell" if move.columns == CELL else f"column {move.columns}"
    match move.do:
        case "deal":
            dealt = before.stock[: len(before.columns)]
            told = [f"deal: {_listed(dealt)} on columns a to {before.letters[len(dealt) - 1]}."]
        case "set" if len(move.columns) == 1:
            told = [f"{move}: the set {_set(cards)} is off column {move.columns}."]
        case "set":
            told = [f"{move}: the set {_set(cards)} is off columns {', '.join(move.columns)}."]
        case "tower":
            told = [f"{move}: {cards[0]} from {where} is in the tower."]
        case "joker":
            told = [
                f"{move}: a Joker takes the place of {cards[0]} in {where}, which goes {_onto(before, move, True)}."
            ]
        case _:
            goes = "goes" if len(cards) == 1 else "go"
            told = [f"{move}: {_listed(cards)} {goes} from {where} {_onto(before, move, True)}."]
    told += [f"{card} is turned up in column {letter}." for letter, card in _turned(before, after)]
    home = _went_home(before, move, after)
    if home > 0:
        told.append(f"{home} Joker{'s go' if home != 1 else ' goes'} home to the Troupe.")
    return told


def whereabouts(state: State, card: Card) -> str:
    """Where the copies of a card are: those in sight by column and place, the others as far as a player knows.

    >>> from spiralkit.spider import SPIDER, deal
    >>> whereabouts(deal("spider", 1), SPIDER.deck.parse("5h"))
    '5h: column a, card 6 of 6; 1 not visible'
    """
    rules, view = state.rules, state.view()
    if card == JOKER:
        copies, away, where = rules.jokers, state.troupe, "in the Troupe"
    else:
        copies, away, where = rules.deck.cards.count(card), view.unseen.count(card), "not visible"
    places = view.where(card)
    told = [
        "the weave cell"
        if letter == CELL
        else f"column {letter}, card {place} of {len(state.columns[state.letters.index(letter)])}"
        for letter, place in places
    ]
    for count, words in ((away, where), (copies - len(places) - away, "off")):
        if count:
            told.append(words if count == copies else f"{count} {words}")
    return f"{card}: {'; '.join(told)}"


def legend(rules: Rules) -> str:
    """What the letters of suits and ranks mean, the usual ranks aside; nothing for the usual four suits or one's own.

    >>> from spiralkit.spider import WIZARDS_TOWER
    >>> legend(WIZARDS_TOWER)
    'c cups, d discs, s swords, t trumps, w wands, P page, N knight'
    """
    pack = pack_of(rules.deck)
    suits = sorted({suit for card in rules.deck.cards for suit in card.suits})
    ranks = dict.fromkeys(card.rank for card in rules.deck.cards)
    words = {suit: pack.suits[suit] for suit in suits}
    if words.items() <= SUIT_WORDS.items():
        return ""
    own = {rank: pack.ranks[rank] for rank in ranks if rank.isalpha() and rank in pack.ranks}
    words |= {rank: word for rank, word in own.items() if word != RANK_WORDS.get(rank)}
    if pack.tiles:
        words |= {rank: "dragon" for rank in ranks if rank == "D"}
    return ", ".join(f"{letter} {word}" for letter, word in words.items() if letter != word)


def sought(rules: Rules, text: str) -> tuple[Card, ...]:
    """The cards that are meant, each once: one card, all of a rank, or all that words describe.

    >>> from spiralkit.spider import SPIDER
    >>> [" ".join(map(str, sought(SPIDER, text))) for text in ("5H", "K", "king of hearts")]
    ['5h', 'Kc Kd Kh Ks', 'Kh']

    Raises TextError, which says how a card is written.
    """
    if rules.jokers and text.strip().lower() in ("*", str(JOKER), "joker"):
        return (JOKER,)
    try:
        return (rules.deck.parse(text),)
    except TextError:
        pack, cards = pack_of(rules.deck), tuple(dict.fromkeys(rules.deck.cards))
    words = [word.removesuffix("s") for word in re.findall(r"\w+", text.lower()) if word not in ("of", "and", "the")]
    words = ["t" if word == "10" and any(card.rank == "T" for card in cards) else word for word in words]

    def names(card: Card) -> set[str]:
        told = re.findall(r"\w+", pack.words(card).lower())
        return {card.rank.lower(), *(word.removesuffix("s") for word in told)}

    found = tuple(card for card in cards if words and names(card).issuperset(words))
    if not found:
        like = cards[-1]
        raise TextError(f"{text!r} is no card of this game: write it like {like}, {like.rank} or {pack.words(like)}")
    return found


def all_whereabouts(state: State, cards: Collection[Card]) -> str:
    """Where the copies of several cards are that are in sight."""
    places = [f"{card} {letter}{place}" for card in cards for letter, place in state.view().where(card)]
    if not places:
        return "None of them is in sight."
    return f"{len(places)} in sight, by column and place from its top: {', '.join(places)}"


def _onto(state: State, move: Move, full: bool = False) -> str:
    """Where the cards of a move go."""
    if move.to == CELL:
        return "to the weave cell"
    column = state.columns[state.letters.index(move.to)]
    if not column:
        return f"into the empty column {move.to}"
    return f"onto {column[-1]} of column {move.to}" if full else f"on {column[-1]}"


def _set(cards: Sequence[Card]) -> str:
    return _listed(cards) if len(cards) <= len("four") else f"{cards[0]} to {cards[-1]}"


def _listed(cards: Sequence[Card]) -> str:
    return " ".join(map(str, cards))


def _turned(before: State, after: State) -> list[tuple[str, Card]]:
    """The columns in which a card was turned up, and that card."""
    changed = zip(before.letters, after.columns, before.hidden, after.hidden, strict=True)
    return [(letter, column[-1]) for letter, column, then, now in changed if now < then]


def _emptied(before: State, after: State) -> list[str]:
    changed = zip(before.letters, before.columns, after.columns, strict=True)
    return [letter for letter, then, now in changed if then and not now]


def _went_home(before: State, move: Move, after: State) -> int:
    """How many Jokers went home."""
    return after.troupe - before.troupe + (move.do == "joker")
