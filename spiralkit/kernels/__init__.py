"""The hot loops: one source, ``loops.py``, that runs plain and, where numba is there, compiled.

So do ``spiralling.py``, the loops of the colour-conversion spiral, and ``beam.py``, those of the Spider games:
``fast_spiralling`` and ``fast_beam`` give them.

The loops work on ints and on tables of ints. They know the board and the cards only by the
tables they are handed, and import nothing else of the package.

The source is loaded twice: as ``kernels.loops``, plain, by any import, and as
``kernels.compiled`` when ``fast`` asks for it. Both give the same answers and the same counts.
Loading numba takes a good part of a second, and compiling some seconds more the first time, so
a single question is answered by ``ready()``, which never waits, and whoever has much to do calls
``fast()`` first (in another thread, if something is to go on meanwhile). The environment
variable ``SPIRALKIT_PLAIN`` (any value but the empty one) keeps everything plain.

>>> from spiralkit import board
>>> near, sides, _ = loops.tables(board.NEAR, board.SIDES, [])
>>> [loops.within(0, 0, cells, near, sides) for cells in (9, 10)]
[False, True]
"""

from __future__ import annotations

import importlib.util
import os
import sys
from pathlib import Path
from threading import Lock
from typing import Any

from . import beam, loops, spiralling

_NAME = f"{__name__}.compiled"
_lock = Lock()
_ready: Any = loops


def ready() -> Any:
    """The compiled loops if ``fast`` has made them ready, else the plain ones."""
    return _ready


def compiles() -> bool:
    """Whether ``fast`` has compiled loops to give; it is only looked up, nothing is loaded."""
    wanted = not os.environ.get("SPIRALKIT_PLAIN")
    return wanted and all(map(importlib.util.find_spec, ("numpy", "numba")))


def fast() -> Any:
    """The compiled loops, made ready now if need be; the plain ones where numba is missing or not wanted."""
    global _ready
    if os.environ.get("SPIRALKIT_PLAIN"):
        return loops
    with _lock:
        if _ready is loops:
            try:
                from . import bits_numba  # noqa: F401
            except ImportError:
                return loops
            module = _load()
            module.warm()
            _ready = module
    return _ready


def fast_spiralling() -> Any:
    """The compiled loops of the colour-conversion spiral, each compiled when it is first called, or the plain ones."""
    return _fast(spiralling)


def fast_beam() -> Any:
    """The compiled loops of the Spider games, each compiled when it is first called, or the plain ones."""
    return _fast(beam)


def _fast(plain: Any) -> Any:
    if os.environ.get("SPIRALKIT_PLAIN"):
        return plain
    name = f"{plain.__name__}_compiled"
    with _lock:
        try:
            from . import bits_numba  # noqa: F401
        except ImportError:
            return plain
        return sys.modules.get(name) or _load(name, f"{plain.__name__.split('.')[-1]}.py")


def _load(name: str = _NAME, file: str = "loops.py") -> Any:
    spec = importlib.util.spec_from_file_location(name, Path(__file__).with_name(file))
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module  # what numba reads from its cache looks for the module by name
    spec.loader.exec_module(module)
    return module
