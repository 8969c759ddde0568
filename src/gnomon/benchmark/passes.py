"""What the calls of a run cost over all its passes: a run and each time it was resumed.

``calls.jsonl`` gets one line a graded row as it comes, and one with the ledger at the end of a pass. A pass that was killed has
no such end; its graded rows stand for it, and only what was under way is not counted.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from pydantic import BaseModel, ConfigDict, ValidationError

from gnomon.benchmark.benchmark import Calls, Row
from gnomon.models import LedgerRow


class RoleCalls(NamedTuple):
    """What one role used in a run."""

    role: str
    model: str | None
    """None where no pass came to an end."""
    calls: Calls


class _Line(BaseModel):
    """One line: of a graded row, or of the end of a pass."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    number: int
    """Of the pass, from 1."""
    id: str | None = None
    """The row's id; None at the end of a pass."""
    calls: dict[str, Calls] = {}
    """By role: of the row, or of the whole pass, calls that failed among them."""
    models: dict[str, str] = {}
    """Names by role, at the end of a pass."""


class Passes:
    """The file of a results folder, open for a new pass.

    Args:
        path: where it is, or is to be. A line that a kill has cut short is left out.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        text = path.read_text(encoding="utf-8") if path.exists() else ""
        self._lines = list(_read(text))
        self._has_cut_line = bool(text) and not text.endswith("\n")
        self.number = 1 + max((line.number for line in self._lines), default=0)

    def add(self, row: Row) -> None:
        """Keep what a graded row cost in this pass."""
        self._write(_Line(number=self.number, id=row.id, calls=row.calls))

    def end(self, ledger: Sequence[LedgerRow]) -> None:
        """Keep what this pass cost in all."""
        # A role has one model.
        calls = {row.role: Calls(usage=row.usage, seconds=row.total_seconds, num_cached=row.cached) for row in ledger}
        self._write(_Line(number=self.number, calls=calls, models={row.role: row.model for row in ledger}))

    def whole(self, rows: Iterable[Row]) -> tuple[Row, ...]:
        """Return rows with what they cost in all passes."""
        by_id: dict[str, list[Mapping[str, Calls]]] = {}
        for line in self._lines:
            if line.id is not None:
                by_id.setdefault(line.id, []).append(line.calls)
        return tuple(row.model_copy(update={"calls": _added(by_id.get(row.id, ()))}) for row in rows)

    def roles(self) -> list[RoleCalls]:
        """Return what each role used in all passes."""
        ends = {line.number: line for line in self._lines if line.id is None}
        counted = [line for line in self._lines if line.id is None or line.number not in ends]
        models = {role: model for line in ends.values() for role, model in line.models.items()}
        return [RoleCalls(role, models.get(role), calls) for role, calls in _added(line.calls for line in counted).items()]

    def _write(self, line: _Line) -> None:
        self._lines.append(line)
        start = "\n" if self._has_cut_line else ""
        self._has_cut_line = False
        with self._path.open("a", encoding="utf-8") as file:
            file.write(start + json.dumps(line.model_dump(mode="json", exclude_defaults=True), ensure_ascii=False) + "\n")


def _read(text: str) -> Iterator[_Line]:
    for line in text.splitlines():
        try:
            yield _Line.model_validate_json(line)
        except ValidationError:
            continue


def _added(parts: Iterable[Mapping[str, Calls]]) -> dict[str, Calls]:
    found: dict[str, Calls] = {}
    for part in parts:
        for role, calls in part.items():
            found[role] = found.get(role, Calls()) + calls
    return found
