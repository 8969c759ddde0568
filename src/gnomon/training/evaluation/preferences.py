"""What two people preferred of the turns of `side_by_side`: shares with intervals, ties, how far they agree."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from io import StringIO
from pathlib import Path
from typing import Literal, NamedTuple

from gnomon.benchmark.figures import Estimate
from gnomon.metrics import cohen_kappa_metric, mean_metric
from gnomon.pages import Column, Line, Table, TableSpec, counted
from gnomon.training.errors import TrainingError
from gnomon.training.evaluation.side_by_side import Key

Choice = Literal["left", "right", "tie"]
Preferred = Literal["base", "tie", "tuned"]
CHOICES: tuple[Choice, ...] = ("left", "right", "tie")
_ORDERED: tuple[Preferred, ...] = ("base", "tie", "tuned")
"""From one end to the other: a tie differs less from either than they do from one another."""


@dataclass(frozen=True)
class Marks:
    """What one person chose."""

    reviewer: str
    choices: Mapping[str, Choice]
    """By sample; those without a mark are missing."""
    notes: Mapping[str, str]


def read_marks(path: Path, key: Key) -> Marks:
    """Read the file that the page saved, or the filled-in sheet; a sheet's reviewer is called by its file's name.

    Raises:
        TrainingError: for another page's marks, a sample that is not on it, a choice that is none, or no mark at all.
    """
    try:
        text = path.read_text("utf-8-sig")  # spreadsheets put a mark before the text
        reviewer, rows = _sheet(path, text) if path.suffix.lower() == ".csv" else _saved(text)
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise TrainingError(f"{path}: expected the file that the page saved, or the sheet filled in ({error})") from error
    choices: dict[str, Choice] = {}
    for row in rows:
        if row.page != key.page:
            raise TrainingError(f"{path}: its marks are of another page ({row.page}), this one is {key.page}")
        if row.sample not in key.tuned:
            raise TrainingError(f"{path}: there is no sample {row.sample!r} on this page")
        if not row.choice:
            continue
        known = next((each for each in CHOICES if each == row.choice.strip().lower()), None)
        if known is None:
            raise TrainingError(f"{path}: {row.sample}: expected {', '.join(CHOICES)}, got {row.choice!r}")
        choices[row.sample] = known
    if not choices:
        raise TrainingError(f"{path}: nothing is marked yet")
    return Marks(reviewer, choices, {row.sample: row.note for row in rows if row.note.strip()})


class _Row(NamedTuple):
    page: str
    sample: str
    choice: str
    note: str


def _saved(text: str) -> tuple[str, list[_Row]]:
    saved = json.loads(text)
    marks = saved["marks"].items()
    rows = [_Row(str(saved["page"]), name, str(mark["choice"] or ""), str(mark.get("note") or "")) for name, mark in marks]
    return str(saved["reviewer"]).strip() or "unnamed", rows


def _sheet(path: Path, text: str) -> tuple[str, list[_Row]]:
    rows = csv.DictReader(StringIO(text))
    return path.stem, [_Row(row["page"], row["id"], row["choice"] or "", row["note"] or "") for row in rows]


@dataclass(frozen=True)
class Preferences:
    """The marks of one page."""

    key: Key
    marks: tuple[Marks, ...]

    def __post_init__(self) -> None:
        names = [each.reviewer for each in self.marks]
        if len(set(names)) < len(names):
            raise TrainingError(f"both files are by {names[0]}: two people mark, each under a name of their own")

    def preferred(self, marks: Marks) -> dict[str, Preferred]:
        """Return whose turn a person preferred, by sample."""
        return {name: _preferred(choice, self.key.tuned[name]) for name, choice in marks.choices.items()}

    def differing(self) -> list[str]:
        """Return the samples on which two people differ, to be talked about."""
        both = self._shared()
        return [name for name, found in both.items() if len(set(found)) > 1]

    def table(self) -> Table:
        """Return the shares: a line a person, and one of all their marks."""
        table = _SHARES.fill(self)
        assert table is not None
        return table

    def agreement(self) -> Table | None:
        """Return how far two people agree; None unless there are two, with a sample that both have marked."""
        return _AGREEMENT.fill(self)

    def _shared(self) -> dict[str, tuple[Preferred, ...]]:
        if len(self.marks) < 2:
            return {}
        found = [self.preferred(each) for each in self.marks]
        return {name: tuple(each[name] for each in found) for name in self.key.tuned if all(name in each for each in found)}

    def lines(self) -> Iterator[Line[_Marked]]:
        """Yield the lines of the shares."""
        every: list[tuple[str, Choice, Preferred]] = []
        for marks in self.marks:
            own = [(name, choice, _preferred(choice, self.key.tuned[name])) for name, choice in marks.choices.items()]
            every += own
            yield Line(marks.reviewer, _Marked(own, self.key))
        if len(self.marks) > 1:
            yield Line("all marks", _Marked(every, self.key))

    def pairs(self) -> Iterator[Line[_Pairs]]:
        """Yield the line of the agreement."""
        if shared := self._shared():
            names = " and ".join(each.reviewer for each in self.marks)
            yield Line(names, _Pairs([*shared.values()], [self.key.dialogues[name] for name in shared]))


def _preferred(choice: Choice, tuned: str) -> Preferred:
    return "tie" if choice == "tie" else "tuned" if choice == tuned else "base"


@dataclass(frozen=True)
class _Marked:
    marks: Sequence[tuple[str, Choice, Preferred]]
    key: Key

    def share(self, of: Sequence[bool | None]) -> Estimate | None:
        """Return a share over marks with its interval over dialogues; None of nothing."""
        kept = [
            (float(value), self.key.dialogues[name])
            for value, (name, _, _) in zip(of, self.marks, strict=True)
            if value is not None
        ]
        return Estimate(mean_metric([value for value, _ in kept]), [dialogue for _, dialogue in kept]) if kept else None


@dataclass(frozen=True)
class _Pairs:
    values: Sequence[tuple[Preferred, ...]]
    dialogues: Sequence[str]


def _share_of(preferred: Preferred, of: _Marked) -> Estimate | None:
    return of.share([found == preferred for _, _, found in of.marks])


def _decided(of: _Marked) -> Estimate | None:
    return of.share([None if found == "tie" else found == "tuned" for _, _, found in of.marks])


def _left(of: _Marked) -> Estimate | None:
    return of.share([None if choice == "tie" else choice == "left" for _, choice, _ in of.marks])


def _alike(of: _Pairs) -> Estimate:
    return Estimate(mean_metric([float(len(set(pair)) == 1) for pair in of.values]), of.dialogues)


def _kappa(of: _Pairs, *, is_weighted: bool) -> Estimate:
    first, second = zip(*(pair[:2] for pair in of.values), strict=True)
    return Estimate(cohen_kappa_metric(first, second, labels=_ORDERED, weights="linear" if is_weighted else None), of.dialogues)


_SHARES: TableSpec[Preferences, _Marked] = TableSpec(
    "training.preferences",
    "Whose turn was preferred",
    "fraction",
    (
        Column("tuned", partial(_share_of, "tuned")),
        Column("base", partial(_share_of, "base"), better="lower"),
        Column("tie", partial(_share_of, "tie"), better=""),
        Column("tuned, ties aside", _decided),
        Column("left, ties aside", _left, better=""),
        counted("marks", lambda of: len(of.marks)),
    ),
    Preferences.lines,
    note="Intervals: percentile bootstrap over dialogues. Sides were drawn by chance and hidden: the share of the left side is a "
    "control, and far from a half where somebody looked at the place alone.",
)
_AGREEMENT: TableSpec[Preferences, _Pairs] = TableSpec(
    "training.agreement",
    "How far the two agree",
    "fraction",
    (
        Column("alike", _alike),
        Column("kappa", partial(_kappa, is_weighted=False)),
        Column("weighted kappa", partial(_kappa, is_weighted=True)),
        counted("samples", lambda of: len(of.values)),
    ),
    Preferences.pairs,
    note="Before they talk; over base, tie, tuned. Cohen's kappa, and with linear weights; none where both used one and the same "
    "mark throughout. Intervals: percentile bootstrap over dialogues.",
)
