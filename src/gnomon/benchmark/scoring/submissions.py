"""A submission of the BEA 2025 shared task, scored against people's labels (bea-jh 3.1), and where its figures would stand.

A response of the gold data that the submission leaves out, gives no label, one outside the three, or two that differ, is wrong in
every figure of the dimension, and counted. A dimension that the submission never labels has no figures. What the gold data do not
have is counted, and in no figure.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from gnomon.benchmark.benchmark import Answer, Grade, Measure, Row
from gnomon.benchmark.data import opened
from gnomon.benchmark.errors import ResultsError
from gnomon.benchmark.figures import Estimate
from gnomon.benchmark.mrbench.tables import lenient, strict
from gnomon.benchmark.scoring.boards import Boards, Place, board_as_json, mrbench_boards, place_on
from gnomon.benchmark.scoring.submission_file import GivenLabels, Submission, read_submission
from gnomon.datasets import BEA_DIMENSIONS, BEA_LABELS, MRBenchDialogue
from gnomon.judge import Dimension, dimensions
from gnomon.metrics import Interval, accuracy_metric, macro_f1_metric

FIGURES: Mapping[str, Callable[[Dimension], Measure]] = {
    "strict_macro_f1": lambda name: strict(name, macro_f1_metric),
    "strict_accuracy": lambda name: strict(name, accuracy_metric),
    "lenient_macro_f1": lambda name: lenient(name, macro_f1_metric),
    "lenient_accuracy": lambda name: lenient(name, accuracy_metric),
}
"""The shared task's four figures; the first is its main one."""
_MOST_EXAMPLES = 3
"""Of each count, to find them by; a line of a terminal holds no more."""
_MISSING, _NO_LABEL, _ILLEGAL, _CONTRADICTING = "missing", "no label", "no legal label", "contradicting"


@dataclass(frozen=True)
class ScoredDimension:
    """One dimension of a submission."""

    rows: int
    """Responses with a true label: what the figures are over."""
    counts: Mapping[str, int]
    """Of these, those that are wrong for want of a label: ``missing``, ``no label``, ``no legal label``, ``contradicting``."""
    figures: Mapping[str, Interval | None]
    """By `FIGURES`, with intervals over dialogues; empty where the submission never labels the dimension."""
    places: Mapping[str, Place | None]
    """Where each would stand on the published board."""


@dataclass(frozen=True)
class ScoredSubmission:
    """What a submission comes to."""

    gold: str
    """``sample`` or the path of the labelled data."""
    responses: int
    """Of the gold data that have a label."""
    dialogues: int
    counts: Mapping[str, int]
    """Of responses: ``missing``, ``unknown``, ``repeated``, ``other_text``; ``unread`` are entries of the file."""
    examples: Mapping[str, Sequence[str]]
    """A few of each count, to find them by."""
    dimensions: Mapping[str, ScoredDimension]
    boards: Boards

    @property
    def note(self) -> str:
        """What a reader must know of the places."""
        boards = self.boards
        return (
            f"The boards of the {boards.task} were made on its {boards.split}, and only single rows of them are published "
            f"({boards.date.isoformat()}). The figures here are of other responses unless the gold data are that split: "
            "a place says where such a figure would stand, and is no rank."
        )

    def as_json(self) -> dict[str, Any]:
        """Return all of it as plain JSON; a figure as value, low and high."""
        return {
            "benchmark": "mrbench",
            "gold": self.gold,
            "responses": self.responses,
            "dialogues": self.dialogues,
            "counts": dict(self.counts),
            "examples": {name: list(each) for name, each in self.examples.items()},
            "dimensions": {name: _dimension_as_json(name, each, self.boards) for name, each in self.dimensions.items()},
            "note": self.note,
        }


def score_submission(path: Path, gold: str) -> ScoredSubmission:
    """Score a submission.

    Args:
        path: of the submission; see `read_submission`.
        gold: ``sample`` or the path of labelled data.

    Raises:
        ResultsError: when the file is no submission, none of its responses is in the gold data, or these have no labels.
        DatasetError: when the gold data cannot be read.
    """
    submission = read_submission(path)
    dialogues = opened("mrbench", gold, MRBenchDialogue)
    found: dict[tuple[str, str], list[GivenLabels]] = defaultdict(list)
    for given in submission.given:
        found[given.dialogue, given.tutor].append(given)
    several = Counter((dialogue.id, response.tutor) for dialogue in dialogues for response in dialogue.responses)
    rows = [row for dialogue in dialogues for row in _rows(dialogue, found, several)]
    if not rows:
        raise ResultsError(
            f"{gold}: expected responses with people's labels to score against, found none; name others with --gold"
        )
    known = {(row.cluster, row.groups["tutor"]) for row in rows}
    if not known & found.keys():
        first = submission.given[0]
        raise ResultsError(
            f"{path}: none of its {len(found)} responses is in the gold data, such as conversation {first.dialogue!r}, tutor "
            f"{first.tutor!r}; name the data that it is about with --gold"
        )
    counts, examples = _counts(submission, rows, found)
    named = {name for given in submission.given if (given.dialogue, given.tutor) in known for name in given.labels}
    boards = mrbench_boards()
    return ScoredSubmission(
        gold=gold,
        responses=len(rows),
        dialogues=len({row.cluster for row in rows}),
        counts=counts,
        examples=examples,
        dimensions={name: _scored(name, rows, boards, is_given=name in named) for name in dimensions()},
        boards=boards,
    )


def _rows(
    dialogue: MRBenchDialogue,
    found: Mapping[tuple[str, str], Sequence[GivenLabels]],
    several: Mapping[tuple[str, str], int],
) -> list[Row]:
    """Return the labelled responses of a dialogue as rows whose marks are what the submission says.

    Of several responses that the data have under one name, as published data do, each has the labels that stand beside its text.
    """
    rows = []
    for response in dialogue.responses:
        truth = {name: label for name in BEA_DIMENSIONS if (label := response.labels.get(name)) in BEA_LABELS}
        if not truth:
            continue
        given = found.get((dialogue.id, response.tutor), ())
        if several[dialogue.id, response.tutor] > 1:
            given = [each for each in given if each.text is not None and each.text.split() == response.text.split()]
        labels = {name: _label(given, name) for name in truth}
        rows.append(
            Row(
                id=f"{dialogue.id}/{response.tutor}",
                cluster=dialogue.id,
                groups={"tutor": response.tutor},
                truth=truth,
                answer=Answer(text=response.text),
                grade=Grade(
                    marks={name: label for name, (label, _) in labels.items()},
                    status={name: status for name, (_, status) in labels.items()},
                ),
            )
        )
    return rows


def _label(given: Sequence[GivenLabels], dimension: str) -> tuple[str | None, str]:
    """Return the label of a response and how it was given; a label that cannot count is None."""
    if not given:
        return None, _MISSING
    labels = [each.labels.get(dimension) for each in given]
    if any(label != labels[0] for label in labels):
        return None, _CONTRADICTING
    if labels[0] is None:
        return None, _NO_LABEL
    return (labels[0], "ok") if labels[0] in BEA_LABELS else (None, _ILLEGAL)


def _counts(
    submission: Submission, rows: Sequence[Row], found: Mapping[tuple[str, str], Sequence[GivenLabels]]
) -> tuple[dict[str, int], dict[str, list[str]]]:
    by_key: dict[tuple[str, str], list[Row]] = defaultdict(list)
    for row in rows:
        by_key[row.cluster, row.groups["tutor"]].append(row)
    places = {
        "missing": ["/".join(key) for key in by_key if key not in found],
        "unknown": ["/".join(key) for key in found if key not in by_key],
        "repeated": ["/".join(key) for key, given in found.items() if len(given) > max(1, len(by_key.get(key, ())))],
        "other_text": ["/".join(key) for key, given in found.items() if key in by_key and _differs(by_key[key], given)],
        "unread": list(submission.unread),
        "illegal": sorted({f"{label!r}" for given in submission.given for label in _illegal(given)}),
    }
    counts = {name: len(each) for name, each in places.items() if name != "illegal"}
    return counts, {name: each[:_MOST_EXAMPLES] for name, each in places.items() if each}


def _differs(rows: Sequence[Row], given: Sequence[GivenLabels]) -> bool:
    """Say whether a submission repeats another text than the gold data have: then it may be about another version of them."""
    texts = [row.answer.text.split() for row in rows if row.answer]
    return any(each.text is not None and each.text.split() not in texts for each in given)


def _illegal(given: GivenLabels) -> list[object]:
    return [given.labels[name] for name in BEA_DIMENSIONS if given.labels.get(name) not in (None, *BEA_LABELS)]


def _scored(name: Dimension, rows: Sequence[Row], boards: Boards, *, is_given: bool) -> ScoredDimension:
    kept = [row for row in rows if name in row.truth]
    statuses = Counter(row.grade.status[name] for row in kept if row.grade)
    counts = {status: statuses[status] for status in (_MISSING, _NO_LABEL, _ILLEGAL, _CONTRADICTING)}
    if not is_given or not kept:
        return ScoredDimension(len(kept), counts, {}, {})
    figures = {figure: _interval(measured(name)(kept)) for figure, measured in FIGURES.items()}
    places = {
        figure: place_on(boards.boards[name], figure, interval.value) if interval and interval.value is not None else None
        for figure, interval in figures.items()
    }
    return ScoredDimension(len(kept), counts, figures, places)


def _interval(measured: object) -> Interval | None:
    return measured.interval() if isinstance(measured, Estimate) else None


def _dimension_as_json(name: str, scored: ScoredDimension, boards: Boards) -> dict[str, Any]:
    return {
        "rows": scored.rows,
        "counts": dict(scored.counts),
        "figures": {
            figure: None if each is None else {"value": each.value, "low": each.low, "high": each.high}
            for figure, each in scored.figures.items()
        },
        "places": {figure: None if each is None else each.model_dump() for figure, each in scored.places.items()},
        "board": board_as_json(boards, name),
    }
