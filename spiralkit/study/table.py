"""Tables of results: rows under named columns, with how, on which deals and when they were made; kept as CSV."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from html import escape
from io import StringIO
from os import PathLike
from pathlib import Path

from ..cards import TextError
from ..files import replace_file

Cell = str | int | float | None
Row = Mapping[str, Cell]

PLACES = 6
"""Decimal places that are kept."""


@dataclass(frozen=True)
class Table:
    """Results: ``rows`` that have the same columns, and ``notes`` (the command, the seeds, the date).

    >>> table = Table("wins", ({"player": "greedy", "games": 8, "share": 0.25},), {"seeds": "1 to 8"})
    >>> print(table.csv(), end="")
    # table: wins
    # seeds: 1 to 8
    player,games,share
    greedy,8,0.25
    >>> Table.parse(table.csv()) == table
    True
    """

    name: str
    rows: tuple[Row, ...]
    notes: Mapping[str, str] = field(default_factory=dict)

    @property
    def columns(self) -> tuple[str, ...]:
        """The names of the columns."""
        return tuple(self.rows[0]) if self.rows else ()

    def where(self, **cells: Cell) -> list[Row]:
        """The rows that have these cells."""
        return [row for row in self.rows if all(row[name] == cell for name, cell in cells.items())]

    def csv(self) -> str:
        """As text: the notes in lines that begin with ``#``, the names of the columns, the rows."""
        text = StringIO()
        for name, note in {"table": self.name, **self.notes}.items():
            text.write(f"# {name}: {note}\n")
        writer = csv.DictWriter(text, self.columns, lineterminator="\n")
        writer.writeheader()
        writer.writerows(self.rows)
        return text.getvalue()

    @classmethod
    def parse(cls, text: str) -> Table:
        """A table from its text; raises TextError if it is none."""
        lines = text.splitlines()
        notes = dict(line[2:].split(": ", 1) for line in lines if line.startswith("# ") and ": " in line)
        rows = []
        for number, read in enumerate(csv.DictReader(line for line in lines if not line.startswith("#")), 1):
            if None in read or None in read.values():
                raise TextError(f"row {number} of the table has not as many cells as there are columns")
            rows.append({name: _cell(cell) for name, cell in read.items()})
        if "table" not in notes:
            raise TextError("no table: a line '# table: NAME' is missing")
        return cls(notes.pop("table"), tuple(rows), notes)

    @classmethod
    def load(cls, path: str | PathLike[str]) -> Table:
        """A table from a file; raises OSError or TextError."""
        return cls.parse(Path(path).read_text(encoding="utf-8"))

    def save(self, path: str | PathLike[str]) -> None:
        """Write the file whole; raises OSError."""
        replace_file(path, self.csv())

    def __str__(self) -> str:
        texts = [self.columns, *(tuple(map(_text, row.values())) for row in self.rows)]
        widths = [max(map(len, column)) for column in zip(*texts, strict=True)]
        right = [not isinstance(cell, str) for cell in self.rows[0].values()] if self.rows else []
        return "\n".join(
            "  ".join(
                text.rjust(width) if to_right else text.ljust(width)
                for text, width, to_right in zip(line, widths, right, strict=True)
            ).rstrip()
            for line in texts
        )

    def _repr_html_(self) -> str:
        head = "".join(f"<th>{escape(name)}</th>" for name in self.columns)
        body = "".join(
            "<tr>" + "".join(f"<td>{escape(_text(cell))}</td>" for cell in row.values()) + "</tr>" for row in self.rows
        )
        notes = escape("; ".join(f"{name}: {note}" for name, note in self.notes.items()))
        return f"<table><caption>{notes}</caption><tr>{head}</tr>{body}</table>"


def table(name: str, rows: Iterable[Row]) -> Table:
    """A table of these rows, their numbers rounded to ``PLACES``."""
    return Table(
        name,
        tuple(
            {key: round(cell, PLACES) if isinstance(cell, float) else cell for key, cell in row.items()} for row in rows
        ),
    )


def _text(cell: Cell) -> str:
    if isinstance(cell, float):
        return f"{cell:.{PLACES}f}".rstrip("0").rstrip(".") or "0"
    return "" if cell is None else str(cell)


def _cell(text: str) -> Cell:
    """A number where it is written as one."""
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return text or None
