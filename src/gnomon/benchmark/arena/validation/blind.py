"""Blind marks: people read what a learner said and say whether it was a real one or a simulated one.

A sheet has the learner's messages alone, without the tutor's, who would tell them apart, and without a name; as many of real
learners as of simulated ones, shuffled. Where each comes from stands in a key of its own.
"""

from __future__ import annotations

import csv
import hashlib
import random
from collections.abc import Hashable, Mapping, Sequence
from io import StringIO
from pathlib import Path
from typing import NamedTuple

from pydantic import BaseModel, ConfigDict, ValidationError

from gnomon.benchmark.arena.filled_sheets import filled_rows
from gnomon.benchmark.arena.validation.logs import Log
from gnomon.benchmark.arena.validation.record import Blind
from gnomon.benchmark.errors import ResultsError
from gnomon.metrics import bootstrap_interval, cohen_kappa, detection, krippendorff_alpha, mean_metric
from gnomon.metrics.resampling import IntArray, RowMetric

COLUMNS = ("id", "problem", "work", "learner_said", "mark", "sure")
"""``mark``: real or simulated; ``sure``: 1 a guess, 2 rather, 3 sure, may stay empty."""
_MOST_MESSAGES = 8
"""Of one dialogue in a sheet: what is read in a minute."""
_ID = 10
"""Characters of a row's hash."""
_MARKS = {"real": True, "r": True, "human": True, "simulated": False, "s": False, "sim": False}
_SURE = {"": 2, "1": 1, "2": 2, "3": 3}
"""Who says nothing is as sure as most are."""
_FORMULA_SIGNS = ("=", "+", "-", "@")


class SheetKey(BaseModel):
    """Where each row of a sheet comes from; kept away from those who mark."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    seed: int
    is_real: dict[str, bool]
    """By row."""
    dialogues: dict[str, str]
    """Id of the dialogue, by row."""


class Sheet(NamedTuple):
    """What is handed out, and what is kept."""

    csv: str
    key: SheetKey


class Mark(NamedTuple):
    """One mark."""

    row: str
    marker: str
    is_real: bool
    """As said."""
    sure: int
    """From 1 to 3."""


def draw_sheet(logs: Sequence[Log], simulated: Mapping[str, Sequence[Log]], per_side: int, seed: int) -> Sheet:
    """Draw a sheet: real and simulated learners in equal number, the simulated ones evenly over the learners.

    Args:
        logs: the real ones.
        simulated: by learner.
        per_side: dialogues of each side at most.
        seed: of what is drawn and the order.
    """
    generator = random.Random(f"sheet/{seed}")
    real = generator.sample(list(logs), len(logs))
    decks = [generator.sample(list(theirs), len(theirs)) for theirs in simulated.values()]
    played = [log for dealt in zip(*decks, strict=False) for log in dealt]
    count = min(per_side, len(real), len(played))
    rows = [*((log, True) for log in real[:count]), *((log, False) for log in played[:count])]
    generator.shuffle(rows)
    names = [hashlib.sha256(f"{seed}/{is_real}/{log.id}".encode()).hexdigest()[:_ID] for log, is_real in rows]
    written = StringIO(newline="")
    table = csv.writer(written)
    table.writerow(COLUMNS)
    for name, (log, _) in zip(names, rows, strict=True):
        said = [turn.utterance for turn in log.dialogue.student_turns()][:_MOST_MESSAGES]
        told = (name, log.problem.question.text, log.dialogue.attempt, "\n".join(f"- {text}" for text in said), "", "")
        table.writerow(f"'{text}" if text.startswith(_FORMULA_SIGNS) else text for text in told)
    key = SheetKey(
        seed=seed,
        is_real={name: is_real for name, (_, is_real) in zip(names, rows, strict=True)},
        dialogues={name: log.id for name, (log, _) in zip(names, rows, strict=True)},
    )
    return Sheet(written.getvalue(), key)


def read_sheet_key(path: Path) -> SheetKey:
    """Read a key.

    Raises:
        ResultsError: when there is none.
    """
    try:
        return SheetKey.model_validate_json(path.read_bytes())
    except (OSError, ValidationError) as error:
        raise ResultsError(f"{path}: expected the key of a sheet; write a sheet with --sheet first") from error


def read_marks(path: Path, key: SheetKey) -> list[Mark]:
    """Read a filled sheet; its marker is called by the file's name. Rows without a mark are passed over.

    Raises:
        ResultsError: for what is no such sheet, a row of another one, or a mark that is none.
    """
    found = []
    for number, row in enumerate(filled_rows(path, ("id", "mark")), 2):
        said, sure = (row["mark"] or "").strip().lower(), (row.get("sure") or "").strip()
        if not said:
            continue
        if row["id"] not in key.is_real:
            raise ResultsError(f"{path}, line {number}: there is no row {row['id']!r} in the sheet of this key")
        if said not in _MARKS or sure not in _SURE:
            raise ResultsError(f"{path}, line {number}: expected real or simulated, and 1 to 3 in sure; got {said!r}, {sure!r}")
        found.append(Mark(row["id"], path.stem, _MARKS[said], _SURE[sure]))
    if not found:
        raise ResultsError(f"{path}: nothing is marked yet")
    return found


def blind_figures(marks: Sequence[Mark], key: SheetKey, seed: int) -> Blind:
    """Return how well marks tell real from simulated.

    Args:
        marks: of all markers, at least one.
        key: of their sheet.
        seed: of the intervals, over the rows of the sheet.
    """
    truth = [key.is_real[mark.row] for mark in marks]
    said = [mark.is_real for mark in marks]
    scores = [float(mark.sure if mark.is_real else -mark.sure) for mark in marks]
    found = detection(truth, said, scores)
    clusters: list[Hashable] = [mark.row for mark in marks]
    right = [float(one == other) for one, other in zip(truth, said, strict=True)]
    interval = bootstrap_interval(mean_metric(right), clusters=clusters, seed=seed)

    def area_of(rows: IntArray) -> float | None:
        return detection([truth[row] for row in rows], [said[row] for row in rows], [scores[row] for row in rows]).auc

    area = bootstrap_interval(RowMetric(len(marks), area_of), clusters=clusters, seed=seed)
    markers = list(dict.fromkeys(mark.marker for mark in marks))
    by_marker = {name: [one for one, mark in zip(right, marks, strict=True) if mark.marker == name] for name in markers}
    assert found.accuracy is not None  # there is a mark
    return Blind(
        markers={name: sum(each) / len(each) for name, each in by_marker.items()},
        num_marks=len(marks),
        num_real=sum(truth),
        accuracy=found.accuracy,
        low=interval.low,
        high=interval.high,
        balanced=found.balanced,
        d_prime=found.d_prime,
        auc=found.auc,
        auc_low=area.low,
        auc_high=area.high,
        **_agreement(marks, markers),
    )


def _agreement(marks: Sequence[Mark], markers: Sequence[str]) -> dict[str, float | None]:
    if len(markers) < 2:
        return {"kappa": None, "alpha": None}
    by_row: dict[str, dict[str, int]] = {}
    for mark in marks:
        by_row.setdefault(mark.row, {})[mark.marker] = int(mark.is_real)
    alpha = krippendorff_alpha([[row.get(name) for name in markers] for row in by_row.values()], scale="nominal")
    kappa = None
    if len(markers) == 2:
        both = [[row[name] for name in markers] for row in by_row.values() if len(row) == 2]
        kappa = cohen_kappa([one for one, _ in both], [other for _, other in both], labels=(0, 1))
    return {"kappa": kappa, "alpha": alpha}
