"""A walk through the tree of a position: where one is, what may be seen there, and what is said of it.

With a question the verdicts of a node's moves are hidden until they are revealed one by one; what is hidden is in
none of the words and boards that are given here.
"""

from __future__ import annotations

from .. import board
from ..draw.tree import Small
from ..game import MoveError
from ..lookahead.attrition import spoken
from ..lookahead.claims import cards_of, name_of
from ..spiral import Move, Placement
from .nodes import Node, Start
from .verdicts import MARKS

MOST_NAMED = 3
"""So many moves on the way are named over the board; where there are more they are counted."""

Told = tuple[str, str]
"""A verdict or nothing, and words."""


class Walk:
    """The tree below a start, the node that one has come to, and whether it is a question.

    >>> from spiralkit.widgets.nodes import parse
    >>> walk = Walk(parse("7 ?"))
    >>> walk.vote("bd")
    >>> walk.story()[0][-19:]
    'So far 1 has voted.'
    """

    def __init__(self, start: Start) -> None:
        self.start = start
        self.question = start.question
        self.path: tuple[Move, ...] = ()
        self._nodes: dict[tuple[Move, ...], Node] = {(): Node.root(start.state)}
        for move in start.path:
            self.choose(move)

    @property
    def node(self) -> Node:
        """The node that one has come to."""
        return self._nodes[self.path]

    @property
    def not_looked_at(self) -> list[Node]:
        """The nodes from the start to this one that have still to be looked at."""
        nodes = (self._nodes[self.path[:depth]] for depth in range(len(self.path) + 1))
        return [node for node in nodes if node.answer is None and node.state.outcome is None]

    @property
    def text(self) -> str:
        """The position at the start, the moves to this node, and ``?`` if it is a question."""
        return str(Start(self.start.line, self.start.place, self.path, self.question))

    def choose(self, move: Move | str) -> None:
        """Go to the node that a move leads to; raises MoveError if it cannot be played, TextError if it is none."""
        move = self.move(move)
        key = (*self.path, move)
        if key not in self._nodes:
            self._nodes[key] = self.node.next(move)
        self.path = key

    def go(self, depth: int) -> None:
        """Go back to the node so many moves below the start; raises IndexError if there is no such on the way."""
        if not 0 <= depth <= len(self.path):
            raise IndexError(f"the way has the nodes 0 to {len(self.path)}, not {depth}")
        self.path = self.path[:depth]

    def move(self, move: Move | str) -> Move:
        """One of the node's moves; raises MoveError if it cannot be played, TextError if it is none."""
        move = Move.parse(move) if isinstance(move, str) else move
        if self.node.end:
            raise MoveError(f"{move} cannot be played: the branch ends here")
        self.node.state.placement(move)  # says why not
        return move

    # Question and answer.

    @property
    def hidden(self) -> bool:
        """Whether something of this node is still to be revealed."""
        return self.question and len(self.node.shown) < len(self.node.moves)

    @property
    def asked(self) -> Node:
        """The node that is asked about; raises MoveError if there is no question."""
        if not self.question:
            raise MoveError("this is no question: press Question first")
        return self.node

    def ask(self, question: bool) -> None:
        """Make a question of the tree, with no votes yet and nothing revealed; or show all verdicts."""
        self.question = question
        for node in self._nodes.values():
            node.forget_votes()

    def vote(self, move: Move | str, count: int = 1) -> None:
        """Count votes for a move, fewer with a negative count; raises MoveError if it cannot be played."""
        move, cast = self.move(move), self.asked.cast
        cast.extend([move] * count)
        for _ in range(min(-count, cast.count(move))):
            cast.remove(move)

    def take_back(self) -> None:
        """Take the last vote back; raises MoveError if there is none."""
        if not self.asked.cast:
            raise MoveError("there is no vote to take back")
        self.asked.cast.pop()

    def reveal(self, move: Move | str) -> None:
        """Let verdict and reason of a move be seen; this ends the vote. Raises MoveError if it cannot be played."""
        move, node = self.move(move), self.asked
        node.voting = False
        node.shown = [*(one for one in node.shown if one != move), move]

    def seen(self, node: Node, move: Move) -> str:
        """The verdict of a move as far as it may be seen: ``win``, ``loss``, ``open``, or ``hidden``."""
        return "hidden" if self.question and move not in node.shown else node.verdict(move) or "hidden"

    # Small boards.

    def way(self) -> list[Small]:
        """The nodes from the start to this one, with the verdicts that may be seen, and the pieces that led to each."""
        found = []
        for depth in range(len(self.path) + 1):
            path = self.path[:depth]
            node = self._nodes[path]
            if path:
                seen = self.seen(self._nodes[path[:-1]], path[-1])
                head = marked(seen, str(path[-1]))
                title = f"node {depth}, after {', '.join(map(str, path))}{f', {seen}' * (seen != 'hidden')}"
            else:
                seen = node.answer.look.verdict if node.answer and not self.question else "hidden"
                head, title = marked(seen, "start"), "the start of the tree"
            edge = tuple(map(_short, node.pieces))
            masks = node.state.mine, node.state.hers, _mask(node.pieces)
            found.append(Small(f"node {depth}", *masks, head, seen, edge=edge, title=title))
        return found

    def ahead(self) -> list[Small]:
        """What each move leads to; where its verdict is not to be seen, no more than your piece."""
        return [self._ahead(move) for move in self.node.moves]

    def _ahead(self, move: Move) -> Small:
        node, name = self.node, f"move {move}"
        mine = node.state.placement(move)
        lines = [cards_of(mine), f"to {name_of(mine.cell)}"]
        count = node.votes[move]
        votes = f"{count} vote{'s' * (count != 1)}"
        seen = self.seen(node, move)
        if seen == "hidden":
            cell = 1 << mine.cell
            masks = node.state.mine | cell, node.state.hers, cell
            head = f"{move}: {votes}" if self.question else str(move)
            return Small(name, *masks, head, seen, tuple(lines), title=f"{head}, {told(mine)}")
        after = node.next(move)
        if value := node.values.get(move):
            lines += [f"{100 * value.share:.1f} %", f"{100 * value.low:.1f}–{100 * value.high:.1f}"]
        if self.question:
            lines.append(votes)
        if after.state.outcome is not None:
            lines.append("you win" if after.state.outcome.winner == "me" else "she wins")
        elif after.state.deal_due:
            lines.append("redeal")
        masks = after.state.mine, after.state.hers, _mask(after.pieces)
        edge = tuple(map(_short, after.pieces[1:]))
        hers = f"; she must take {', '.join(edge)}" if edge else ""
        title = f"{move}, {seen}, {told(mine)}{hers}"
        return Small(name, *masks, marked(seen, f"{move} {seen}"), seen, tuple(lines), edge, title)

    # Words.

    @property
    def headline(self) -> str:
        """Where one is, and what is to be done there."""
        state = self.node.state
        words = "a redeal comes" if state.deal_due else state.status()
        if self.path:
            many = len(self.path) > MOST_NAMED
            where = f"{len(self.path)} turns on" if many else f"after {', '.join(map(str, self.path))}"
            words = f"{where}: {words}"
        return words[0].upper() + words[1:]

    def story(self) -> list[str]:
        """Why the move that led here is what it is, and how things stand here; nothing of what is hidden."""
        return [words for _, words in self.told()]

    def told(self) -> list[Told]:
        """The story, each line with the verdict that it tells of, if any."""
        node = self.node
        lines: list[Told] = []
        if self.question and node.shown:
            lines = self._why(node, node.shown[-1])
        elif self.path:
            lines = self._why(self._nodes[self.path[:-1]], self.path[-1])
            if self.hidden:  # the reason tells how it goes on, which is what is asked now
                lines = [(seen, words.partition(". ")[0] + ".") for seen, words in lines]
        if self.hidden:
            many = sum(node.votes.values())
            vote = "Which move is best? Press a move for each vote, then Close vote. So far"
            voting = f"{vote} {many} ha{'s' if many == 1 else 've'} voted."
            return [*lines, ("", voting if node.voting else f"Press a move to reveal it. {self._class()}")]
        if node.state.outcome is not None:
            return [*lines, ("", node.end)]
        if node.answer is None:
            return [*lines, ("", "Not looked at yet.")]
        whole = node.answer.look.verdict
        if node.end:
            value = f" Good play from here wins {node.due}." if node.due else ""
            return [*lines, (whole, f"{node.end}{value}")]
        more = self._class() if self.question else self._values()
        return [*lines, (whole, f"{node.answer.verdict} {more}".strip())]

    def _why(self, node: Node, move: Move) -> list[Told]:
        """Verdict, value and reason of a move, if they may be seen."""
        seen = self.seen(node, move)
        if seen == "hidden" or node.answer is None:
            return []
        value = node.value(move)
        return [(seen, f"{move}, {seen}{f', {value}' if value else ''}. {node.answer.reasons[move]}")]

    def _values(self) -> str:
        """Which of the values that have been measured is best."""
        values = self.node.values
        if not values:
            return ""
        best = max(values, key=lambda move: values[move].share)
        so_far = "" if self.node.done == 1 else f", so far ({len(values)} measured)"
        return f"Best value{so_far}: {best} {values[best]}."

    def _class(self) -> str:
        """How the class has voted."""
        votes = self.node.votes
        if not any(votes.values()):
            return "Nobody has voted."
        most = max(votes.values())
        moves = [str(move) for move in self.node.moves if votes.get(move) == most]
        return f"The class: {spoken(moves)}, {most} of {sum(votes.values())} votes{' each' * (len(moves) > 1)}."


def marked(seen: str, words: str) -> str:
    """The words after the mark of a verdict, if it may be seen."""
    return words if seen == "hidden" else f"{MARKS[seen][0]} {words}"  # type: ignore[index]


def told(piece: Placement) -> str:
    """``9s+Qc to 9T``: the cards, the lower first, and where the piece goes."""
    return f"{cards_of(piece)} to {name_of(piece.cell)}"


def _short(piece: Placement) -> str:
    """``Ks+Jh JQ``: the cards as they lie, and where the piece goes."""
    return f"{piece.cards[0]}+{piece.cards[1]} {name_of(piece.cell).removeprefix('the ')}"


def _mask(pieces: tuple[Placement, ...]) -> int:
    return board.mask_of(piece.cell for piece in pieces)
