"""Writing problems in the YAML form of own files, laid out as the bank is: what `gnomon.problem.entry` reads."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import yaml

from gnomon.figure import Figure
from gnomon.problem.entry import AUTO, CircleEntry, FigureEntry, LabelEntry, ProblemEntry


def written_entries(entries: Iterable[ProblemEntry]) -> str:
    """Return the text of a problem file; keys that hold nothing are left out, but ``exact`` and ``unit``, which say so."""
    shown = [yaml.dump([_plain(entry)], Dumper=_Layout, sort_keys=False, allow_unicode=True, width=10**6) for entry in entries]
    return "\n".join(shown)


def figure_entry(figure: Figure) -> FigureEntry:
    """Return a figure as a file holds it, its coordinates with five decimals."""
    return FigureEntry(
        points={name: (round(x, 5), round(y, 5)) for name, (x, y) in figure.points.items()},
        lines=figure.lines,
        circles=tuple(CircleEntry(**circle.model_dump()) for circle in figure.circles),
        labels=tuple(LabelEntry(**label.model_dump()) for label in figure.labels),
        hidden=figure.hidden,
    )


class _Row(list[Any]):
    """A list on one line."""


class _Pairs(dict[str, Any]):
    """A mapping on one line."""


class _Layout(yaml.SafeDumper):
    """Long lists of parts one to a line, their parts on one line."""

    def increase_indent(self, flow: bool = False, indentless: bool = False) -> None:  # noqa: ARG002, FBT001, FBT002  # PyYAML's
        """Indent lists below their key, as the bank does, where PyYAML would not."""
        super().increase_indent(flow, indentless=False)


_Layout.add_representer(_Row, lambda dumper, row: dumper.represent_sequence("tag:yaml.org,2002:seq", row, flow_style=True))
_Layout.add_representer(
    _Pairs, lambda dumper, data: dumper.represent_mapping("tag:yaml.org,2002:map", data.items(), flow_style=True)
)


def _figure(drawn: FigureEntry) -> dict[str, Any]:
    figure = {
        "points": _Pairs({name: _Row(map(_short, at)) for name, at in drawn.points.items()}),
        "lines": _Row(" ".join(line) for line in drawn.lines),
        "circles": _Row(_part(circle.model_dump(exclude_none=True)) for circle in drawn.circles),
        "labels": _Row(_part(label.model_dump(exclude_none=True)) for label in drawn.labels),
        "hidden": _Row(drawn.hidden),
    }
    return {key: value for key, value in figure.items() if value or key in {"lines", "circles"}}


def _plain(entry: ProblemEntry) -> dict[str, Any]:
    data = {
        **{key: getattr(entry, key) for key in ("id", "source", "title", "chapter", "topic", "level", "text")},
        "figure": AUTO if entry.figure is None else _figure(entry.figure),
        "facts": [fact if isinstance(fact, str) else {"text": fact.text} for fact in entry.facts],
        "find": entry.find,
        "prove": entry.prove,
        "answer": None if entry.answer is None else _short(entry.answer),
        "exact": entry.exact,
        "unit": entry.unit,
        "letters": _Pairs({name: _short(value) for name, value in entry.letters.items()}),
    }
    wanted = {"exact", "unit"} if entry.prove is None else set()  # written though empty: of a value one says that there is none
    return {key: value for key, value in data.items() if value not in ("", None, {}) or key in wanted}


def _part(data: dict[str, Any]) -> _Pairs:
    return _Pairs({key: _Row(value) if isinstance(value, tuple) else value for key, value in data.items()})


def _short(value: float) -> float | int:
    """Return a whole number as one: a school writes 6, not 6.0."""
    return int(value) if value == int(value) else value
