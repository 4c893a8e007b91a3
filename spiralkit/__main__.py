"""``python -m spiralkit`` is the ``spiralkit`` command."""

from .cli import main

main()
