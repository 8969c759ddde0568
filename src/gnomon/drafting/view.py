"""A draft as a page or an editor shows it: plain data in pixels of the picture and in school notation."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields, is_dataclass
from typing import NamedTuple

from gnomon.drafting.asking import Question
from gnomon.drafting.draft import Draft, Status
from gnomon.drafting.facts import DraftFact, in_school_notation
from gnomon.problem.words import Wording
from gnomon.reading import Picture


class Spotted(NamedTuple):
    """A point that was read."""

    name: str
    x: float
    y: float
    is_sure: bool


class Segment(NamedTuple):
    """A drawn segment between two named points."""

    name: str
    x1: float
    y1: float
    x2: float
    y2: float


class Ring(NamedTuple):
    """A drawn circle or arc."""

    centre: str | None
    x: float
    y: float
    radius: float


class Printed(NamedTuple):
    """A printed label."""

    text: str
    x: float
    y: float
    part: str | None
    """Such as ``line:AB``; None where it stands beside nothing that it could measure."""


class Marked(NamedTuple):
    """A mark, such as a tick."""

    kind: str
    part: str


@dataclass(frozen=True, slots=True)
class Overlay:
    """What was read of a picture, in its pixels, rows downwards."""

    points: tuple[Spotted, ...]
    lines: tuple[Segment, ...]
    circles: tuple[Ring, ...]
    labels: tuple[Printed, ...]
    marks: tuple[Marked, ...]


class Stated(NamedTuple):
    """A fact of the draft."""

    fact: str
    """In school notation."""
    literal: str
    """As `gnomon problems new` takes it, too."""
    source: str
    kind: str
    """``label``, ``mark``, ``text``, ``answer``, ``model``, ``size`` or ``written``."""


class Read(NamedTuple):
    """A sentence of the text."""

    words: str
    start: int
    end: int
    status: str
    """``understood``, ``partly`` or ``ignored``."""
    facts: tuple[str, ...]
    """In school notation, what it asks for among them."""
    unread: tuple[str, ...]


class Asked(NamedTuple):
    """A question that is open."""

    id: str
    text: str
    choices: tuple[str, ...]
    """Empty where the answer is free text or a place."""
    rivals: tuple[Stated, ...]
    """Facts that contradict each other, where it is about them."""
    only_adds: bool
    """Whether a proof without an answer holds whatever the answer is."""


class ProofStep(NamedTuple):
    """A line of the proof."""

    text: str
    reason: str


@dataclass(frozen=True, slots=True)
class DraftView:
    """All that a page shows of a draft."""

    status: Status
    reason: str
    goal: str | None
    """In school notation."""
    answer: str | None
    """As a school writes it; None unless solved."""
    overlay: Overlay | None
    sentences: tuple[Read, ...]
    facts: tuple[Stated, ...]
    questions: tuple[Asked, ...]
    unread: tuple[str, ...]
    drawn_in_addition: tuple[str, ...]
    proof: tuple[ProofStep, ...]

    def as_json(self) -> dict[str, object]:
        """Return it as JSON has it: rows of named fields."""
        return {field.name: _plain(getattr(self, field.name)) for field in fields(self)}


def _plain(value: object) -> object:
    if is_dataclass(value):
        return {field.name: _plain(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, tuple):
        named = getattr(value, "_fields", None)
        return [_plain(each) for each in value] if named is None else dict(zip(named, map(_plain, value), strict=True))
    return value


def view_of(draft: Draft) -> DraftView:
    """Return what a page shows of a draft."""
    proof = draft.solution.proof if draft.solution and draft.status == "solved" else None
    return DraftView(
        status=draft.status,
        reason=draft.reason,
        goal=None if draft.goal is None else in_school_notation(draft.goal),
        answer=proof.answer.text if proof else None,
        overlay=None if draft.picture is None else _overlay(draft.picture),
        sentences=tuple(_sentences(draft.wording)) if draft.wording else (),
        facts=tuple(map(_stated, draft.facts)),
        questions=tuple(map(_asked, draft.questions)),
        unread=draft.unread,
        drawn_in_addition=draft.drawn_in_addition,
        proof=tuple(ProofStep(step.text, step.rule_name) for step in proof.steps) if proof else (),
    )


def _overlay(read: Picture) -> Overlay:
    return Overlay(
        points=tuple(Spotted(name, x, y, name not in read.unsure) for name, (x, y) in read.points.items()),
        lines=tuple(Segment(line.name, *read.places[line.start], *read.places[line.end]) for line in read.lines),
        circles=tuple(Ring(circle.centre, *circle.spot, circle.radius) for circle in read.circles),
        labels=tuple(Printed(label.text, label.x, label.y, part) for label, part, _ in read.labels),
        marks=tuple(Marked(mark.kind.replace("_", " "), mark.part) for mark in read.marks),
    )


def _sentences(wording: Wording) -> Iterator[Read]:
    for sentence in wording.sentences:
        yield Read(
            wording.text[slice(*sentence.span)],
            *sentence.span,
            sentence.status,
            tuple(dict.fromkeys(in_school_notation(fact.literal) for fact in (*sentence.facts, *sentence.goals))),
            tuple(wording.text[slice(*span)] for span in sentence.unread),
        )


def _stated(fact: DraftFact) -> Stated:
    return Stated(fact.shown, fact.literal, fact.source, fact.origin.kind)


def _asked(question: Question) -> Asked:
    return Asked(question.id, question.text, question.choices, tuple(map(_stated, question.rivals)), question.only_adds)
