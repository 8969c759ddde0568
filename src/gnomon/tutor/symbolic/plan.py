"""What to do next: the rung of the escalation ladder, and the parts of the figure to point at.

The ladder is data (``ladder.yaml``). A message that only pleads, claims authority or guesses is no try: it can change the
question, but only real tries lead to the rungs that tell something, so it cannot buy the answer.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import islice
from typing import Any, NamedTuple

from gnomon.dialogue import Dialogue, StudentTurn, Subact, TutorTurn
from gnomon.figure import Element, Figure, Highlights, sides
from gnomon.geometry import Proof, Step
from gnomon.packaged import packaged_yaml
from gnomon.problem import Quantity
from gnomon.tutor.message.message import Intent
from gnomon.tutor.symbolic.diagnosis import Diagnosis

NO_TRY: frozenset[Intent] = frozenset(
    {"plea", "authority", "guess", "injection", "greeting", "agreement", "empty", "unread", "other_language", "offtopic"}
)
"""Messages that do not lead to a telling rung."""
TRIES_BEFORE_TELLING = 4
"""Real tries at a step that a learner makes before the tutor tells anything about it."""
_TELLING = {"ExplainConcept", "Revealing"}
"""Subacts that say what the learner could still find."""
_MOST_ELEMENTS = 4
"""Highlights of both colours: a triangle and a part of it. With more, the eye is led nowhere."""


class Rung(NamedTuple):
    """One move of the ladder."""

    rung: str
    subact: str
    """A subact, or ``AskValue``: AskLength or AskAngle by the part asked for."""
    points: str
    say: str
    needs: str = ""


class Plan(NamedTuple):
    """A rung with what it points at."""

    rung: Rung
    subact: Subact
    highlights: Highlights
    highlights2: Highlights | None
    elements: tuple[Element, ...]
    """What the highlights show, as elements of the step."""


@cache
def ladder(mode: str) -> tuple[Rung, ...]:
    """Return the rungs for a step: ``error`` when it went wrong, ``slip`` when only its number did, ``open`` when it is to do."""
    table: dict[str, list[dict[str, Any]]] = packaged_yaml(__package__, "ladder.yaml")
    return tuple(Rung(**row) for row in table[mode])


def next_rung(diagnosis: Diagnosis, dialogue: Dialogue, proof: Proof, *, may_reveal: bool, skip: int = 0) -> Rung:
    """Return the rung to take: the lowest one on this step's ladder that was taken least often.

    Args:
        diagnosis: where the learner stands; its step must not be None.
        dialogue: earlier turns with their records, which say what has been tried.
        proof: the proof the step belongs to.
        may_reveal: whether the last rung may be taken.
        skip: how many rungs to pass over, after the guard refused a draft.
    """
    assert diagnosis.step is not None
    error = diagnosis.error
    mode = "open" if error is None else "slip" if error.is_slip else "error"
    step = proof.steps[diagnosis.step]
    usable = [rung for rung in ladder(mode) if _is_usable(rung, step, diagnosis) and (may_reveal or rung.rung != "reveal")]
    taken = _taken(dialogue, diagnosis)
    if sum(intent not in NO_TRY for _, intent in taken) < TRIES_BEFORE_TELLING:
        usable = [rung for rung in usable if rung.subact not in _TELLING]
    counts = {rung.rung: sum(name == rung.rung for name, _ in taken) for rung in usable}
    if usable[-1].rung == "reveal" and all(counts[rung.rung] for rung in usable[:-1]):  # all else was tried
        return usable[-1]
    return sorted(usable, key=lambda rung: counts[rung.rung])[min(skip, len(usable) - 1)]


def points_of(rung: Rung, step: Step, figure: Figure | None) -> Plan:
    """Choose what a rung points at, among the parts of the step in play only."""
    parts = list(step.uses)
    sought, first = _sought(step), _few(parts[:1], figure)
    by_name = {
        "relation": first,
        "unknown": [sought] if sought is not None and sought in parts else first,
        "known": first,
        "step": _few(parts, figure),
    }
    chosen, brown = by_name.get(rung.points, []), parts[1:2] if rung.points == "relation" else []
    subact = rung.subact
    if subact == "AskValue":
        subact = "AskAngle" if chosen and chosen[0].kind == "angle" else "AskLength"
    green = Highlights.of(chosen, figure)
    return Plan(rung, subact, green, Highlights.of(brown, figure) if brown else None, (*chosen, *brown))  # type: ignore[arg-type]  # the table holds subacts


def _few(parts: Sequence[Element], figure: Figure | None) -> list[Element]:
    few: list[Element] = []
    for part in parts:
        if len(Highlights.of([*few, part], figure)) > _MOST_ELEMENTS:
            break
        few.append(part)
    return few or _sides_of(parts[0]) if parts else []


def _sides_of(part: Element) -> list[Element]:
    """Return as many sides of a polygon as the eye takes in."""
    return [Element.of("line", *ends) for ends in islice(sides(part.points), _MOST_ELEMENTS)]


def _sought(step: Step) -> Element | None:
    atom = step.solved[0].atom if step.solved else None
    return Element.measured_by(atom) if isinstance(atom, Quantity) else None


def _is_usable(rung: Rung, step: Step, diagnosis: Diagnosis) -> bool:
    if rung.needs == "two":
        return len(step.uses) >= 2 and step.uses[0] != step.uses[1] and len(Highlights.of(step.uses[:2])) <= _MOST_ELEMENTS
    if rung.needs == "known":
        return len(step.uses) >= 2 and any(part != _sought(step) and part.kind in {"line", "angle", "arc"} for part in step.uses)
    if rung.needs == "misconception":
        return diagnosis.error is not None and diagnosis.error.misconception is not None
    return step.rule is not None or rung.say not in {"recall", "guide", "concept", "concept_here"}


def _taken(dialogue: Dialogue, diagnosis: Diagnosis) -> list[tuple[str, Intent]]:
    """Return the rungs already taken on this step, each with the kind of message that answered it."""
    pairs = zip(_answered(dialogue), diagnosis.intents, strict=False)
    records = [(turn.record, intent) for turn, intent in pairs]
    return [(record.rung, intent) for record, intent in records if record and record.rung and record.step == diagnosis.step]


def _answered(dialogue: Dialogue) -> Iterator[TutorTurn]:
    """Yield the tutor turn before each student turn."""
    for turn, answer in zip(dialogue.turns, dialogue.turns[1:], strict=False):
        if isinstance(turn, TutorTurn) and isinstance(answer, StudentTurn):
            yield turn
