"""Short ways to write down positions and moves of the Spider games in tests."""

from spiralkit.spider import Move, State, layout

__all__ = ["layout", "run", "texts"]


def texts(state: State) -> list[str]:
    return [str(move) for move in state.moves()]


def run(state: State, *moves: str) -> State:
    """The state after the moves."""
    for text in moves:
        state = state.play(Move.parse(text))
    return state
