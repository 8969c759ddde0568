"""Turns of a model before and after training, side by side and blind, for two people to mark (GeoDial, appendix M).

A sample is a turn of the held-out dialogues with what both models wrote there. Which of them stands on the left is drawn for each
sample and is told in the key alone, not on the page.
"""

from __future__ import annotations

import csv
import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from io import StringIO
from pathlib import Path
from random import Random
from typing import Any, Literal, NamedTuple

from markupsafe import Markup
from pydantic import BaseModel, ConfigDict

from gnomon.benchmark import read_record
from gnomon.benchmark.data import opened
from gnomon.benchmark.geodial.points import Point, point_of, points_of
from gnomon.benchmark.results import read_rows
from gnomon.benchmark.sources import picture_of
from gnomon.datasets import GeoDialItem, GeoDialSplit
from gnomon.dialogue import TutorTurn
from gnomon.figure import Highlights
from gnomon.judge import sampled
from gnomon.pages import LegendLine, drawn, names_in, paragraphs, render
from gnomon.replies import parse_turn
from gnomon.training.errors import TrainingError

Place = Literal["left", "right"]
_WIDTH = 320
"""Pixels of a figure, about the width of its column."""
_PAGE_ID = 12
"""Letters of the hash by which marks know their page: they must not be counted of other samples."""


class Answers(NamedTuple):
    """What two models wrote to the turns of one split."""

    data: str
    split: GeoDialSplit
    base: Mapping[str, str]
    """By id of the turn."""
    tuned: Mapping[str, str]


class Key(BaseModel):
    """Which side is whose; kept away from those who mark."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    page: str
    """Id of the page."""
    tuned: dict[str, Place]
    """Where the trained model's turn stands, by sample."""
    dialogues: dict[str, str]
    """Of each sample."""


def answers_of_training(folder: Path, split: GeoDialSplit) -> Answers:
    """Read what a training's model said before and after.

    Raises:
        TrainingError: when the folder holds no training of turns, or one that was not scored.
    """
    try:
        record, rows = (json.loads((folder / name).read_text("utf-8")) for name in ("run.json", "rows.json"))
        data, kind = record["config"]["data"], rows["recipe"]["rows"]["kind"]
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise TrainingError(f"{folder}: expected what `gnomon train geodial-tutor` left, or two runs of the benchmark") from error
    if kind not in {"turn", "utterance"}:
        raise TrainingError(f"{folder}: its rows are no turns ({kind}); train geodial-tutor or geodial-utterance")
    before, after = (folder / "answers" / f"{split}-{stage}.jsonl" for stage in ("before", "after"))
    if not before.is_file() or not after.is_file():
        raise TrainingError(f"{folder}: has no answers to {split} rows; train without --no-scores, or choose another --split")
    return Answers(data, split, _said(before), _said(after))


def _said(path: Path) -> dict[str, str]:
    rows = map(json.loads, path.read_text("utf-8").splitlines())
    return {row["id"].rpartition("#")[0]: row["text"] for row in rows}


def answers_of_runs(base: Path, tuned: Path) -> Answers:
    """Read what two models said in runs of the benchmark GeoDial.

    Raises:
        TrainingError: when they are not runs of one split of one file.
        RunError: when a run is not finished.
    """
    configs = [read_record(folder).config for folder in (base, tuned)]
    where = {(config.task, config.data, config.options.get("split", "test")) for config in configs}
    if len(where) > 1 or configs[0].task != "geodial":
        raise TrainingError(f"{base} and {tuned}: expected two runs of geodial on one split of the same data")
    texts = [{row.id: row.answer.text for row in read_rows(folder) if row.answer} for folder in (base, tuned)]
    return Answers(configs[0].data, configs[0].options.get("split", "test"), *texts)


@dataclass(frozen=True)
class _Turn:
    """One side as the page shows it."""

    paragraphs: tuple[str, ...]
    caption: str
    is_read: bool
    figure: Markup | None
    legend: tuple[LegendLine, ...]


@dataclass(frozen=True)
class _Sample:
    """One sample as the page shows it."""

    id: str
    question: tuple[str, ...]
    solution: tuple[str, ...]
    attempt: tuple[str, ...]
    talk: tuple[tuple[str, tuple[str, ...]], ...]
    """Who spoke, and what."""
    pictures: tuple[str, ...]
    """``data:`` URIs, where there is no figure to draw on."""
    left: _Turn
    right: _Turn
    teacher: _Turn


class SideBySide(NamedTuple):
    """What is handed out, and what is kept."""

    page: str
    """HTML without other files."""
    sheet: str
    """The same marks as CSV, for those who do not use the page."""
    key: Key


def side_by_side(answers: Answers, count: int, seed: int) -> SideBySide:
    """Draw samples and sides, and write the page.

    Args:
        answers: of both models.
        count: of samples, 100 in the paper; all where there are fewer.
        seed: of samples and sides.

    Raises:
        TrainingError: when the data have changed, or both models have no turn in common.
    """
    items = points_of(opened("geodial", answers.data, GeoDialItem), answers.split, None)
    points = {item.id: (item.cluster, point_of(item)) for item in items}
    shared = [name for name in answers.base if name in answers.tuned]
    if not shared or any(name not in points for name in shared):
        raise TrainingError(f"{answers.data}: expected the turns that both models have answered; have the data changed?")
    chosen = sampled(shared, count, seed)
    tuned: dict[str, Place] = {name: Random(f"{seed}/{name}").choice(("left", "right")) for name in chosen}
    samples = [_sample(name, points[name][1], answers, is_left=tuned[name] == "left") for name in chosen]
    told = json.dumps([[name, answers.base[name], answers.tuned[name], tuned[name]] for name in chosen])
    page_id = hashlib.sha256(told.encode()).hexdigest()[:_PAGE_ID]
    page = render("side_by_side.html.jinja", title="Which turn is better?", page_id=page_id, samples=samples)
    return SideBySide(
        page, _sheet(page_id, chosen), Key(page=page_id, tuned=tuned, dialogues={name: points[name][0] for name in chosen})
    )


def _sheet(page_id: str, names: Iterable[str]) -> str:
    written = StringIO()
    writer = csv.writer(written, lineterminator="\n")
    writer.writerow(("page", "id", "choice", "note"))
    writer.writerows((page_id, name, "", "") for name in names)
    return written.getvalue()


def _sample(name: str, point: Point, answers: Answers, *, is_left: bool) -> _Sample:
    sides = [_written(texts[name], point) for texts in (answers.tuned, answers.base)]
    left, right = sides if is_left else reversed(sides)
    problem, dialogue = point.problem, point.dialogue
    picture = None if problem.question.figure else picture_of(*problem.question.images)
    return _Sample(
        id=name,
        question=paragraphs(problem.question.text),
        solution=paragraphs(problem.solution or ""),
        attempt=paragraphs(dialogue.attempt),
        talk=tuple(
            ("Tutor", (*paragraphs(turn.utterance), *_pointed(turn, point)))
            if isinstance(turn, TutorTurn)
            else ("Student", paragraphs(turn.utterance))
            for turn in dialogue.turns
        ),
        pictures=picture.images if picture else (),
        left=left,
        right=right,
        teacher=_written(json.dumps(point.turn.turn_json()), point),
    )


def _written(text: str, point: Point) -> _Turn:
    """Return a side; what is no turn is shown as it was written."""
    turn: Mapping[str, Any] = parse_turn(text).value or {}
    words = turn.get("utterance")
    green, brown = (Highlights.model_validate(turn.get(colour) or {}) for colour in ("highlights", "highlights2"))
    figure = point.problem.question.figure
    named = ((pen, _names(highlights, point)) for pen, highlights in (("green", green), ("brown", brown)))
    moves = [str(turn[part]) for part in ("act", "subact") if turn.get(part)]
    feedback = turn.get("feedback")
    return _Turn(
        paragraphs=paragraphs(words if words is not None else text),
        caption=": ".join(moves) + (f" · {feedback} feedback" if feedback in {"positive", "negative"} else ""),
        is_read=words is not None,
        figure=drawn(figure, green, brown, _WIDTH),
        legend=tuple(LegendLine(pen, ", ".join(names)) for pen, names in named if names),
    )


def _pointed(turn: TutorTurn, point: Point) -> Sequence[str]:
    """Return what a turn of the talk pointed at, in words: one figure a turn would hide the two that are compared."""
    found = (
        (pen, _names(highlights, point))
        for pen, highlights in (("green", turn.highlights), ("brown", turn.highlights2))
        if highlights
    )
    told = [f"{pen}: {', '.join(names)}" for pen, names in found if names]
    return [f"({'; '.join(told)})"] if told else []


def _names(highlights: Highlights, point: Point) -> Sequence[str]:
    """Return what is pointed at: on a figure what it has, on a picture what was named."""
    figure = point.problem.question.figure
    return names_in(highlights, figure) if figure else [str(element) for element in highlights.elements()]
