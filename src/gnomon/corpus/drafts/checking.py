"""What is wrong with a draft, by rule: before a person looks at it, and of what a person or a model has changed."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache

from gnomon.algebra import equal, read_numbers
from gnomon.corpus.drafts.worked import WorkedSolution
from gnomon.datasets import KeyStepItem, KeyStepReference
from gnomon.drawing import resolve_keypoints
from gnomon.figure import Figure, VisualKeypoint, canonical_keypoint, keypoint_kind
from gnomon.geometry import rules
from gnomon.packaged import packaged_yaml
from gnomon.tutor.guard.guard import check

_TELLS = frozenset({"value", "given", "option", "elimination", "digits", "word"})
"""Rules of the answer guard that find the answer itself. A reference works a step out, which the others stop: a calculation, and
a value that lies one step before the answer."""


def named_operation(text: str) -> str | None:
    """Return the first words of a text that name an operation or a theorem; None where none do."""
    found = _operations().search(text)
    return found.group() if found else None


def key_step_flaws(item: KeyStepItem, worked: WorkedSolution, at: int) -> Iterator[str]:
    """Yield what is wrong with a key step.

    Args:
        item: the draft, or what became of it.
        worked: the solution.
        at: index of the step that it is about.
    """
    asked = [("question", item.query or "", at - 1)]
    on_page = at
    for follow_up in item.follow_ups:
        asked.append((f"question of turn {follow_up.turn}", follow_up.query, on_page))
        on_page += follow_up.type == "Progressive"
    last = len(worked.steps) - 1
    for name, text, found in asked:
        own = _without_page(text, worked, found + 1)
        if operation := named_operation(own):
            yield f"the {name} names an operation: {operation!r}"
        if found < last and (words := _told(own, worked, found + 1) or _mentioned(own, worked, found + 1)):
            yield f"the {name} tells the final answer: {words!r}"
    if at < last and (words := _told(_without_page(_joined(item.reference), worked, at), worked, at)):
        yield f"the reference tells the final answer: {words!r}"
    for criterion in item.criteria:
        if criterion.condition_for_1 == criterion.condition_for_0:
            yield f"{criterion.id}: one condition for 1 and for 0"
    result = worked.steps[at].result
    if result not in item.reference.operation_execution:
        yield f"the reference does not show {result!r}"


def keypoint_flaws(keypoints: Sequence[VisualKeypoint], figure: Figure) -> Iterator[str]:
    """Yield what is wrong with a list of keypoints: names outside the grammar, named twice, not to be drawn on the figure."""
    seen: set[str] = set()
    for keypoint in keypoints:
        name = canonical_keypoint(keypoint.element)
        if keypoint_kind(keypoint.element) is None:
            yield f"{keypoint.element}: no point, line, angle, region or symbol"
        if name in seen:
            yield f"{keypoint.element}: named twice"
        seen.add(name)
    yield from map(str, resolve_keypoints(figure, keypoints).undrawn)


def _told(text: str, worked: WorkedSolution, on_page: int) -> str | None:
    """Return the words that tell a final answer; numbers of the problem and of the results on the page are given."""
    page = _page(worked, on_page)
    for answer in worked.answers:
        leak = check(text, page, answer).leak
        if leak is not None and leak.rule in _TELLS and not leak.past_step:
            return leak.words
    return None


def _mentioned(text: str, worked: WorkedSolution, on_page: int) -> str | None:
    """Return a number that equals a final answer and is not on the page; a tutor may ask about one, a student gives it away."""
    known = [found.value for found in read_numbers(_page(worked, on_page))]
    for found in read_numbers(text):
        if any(equal(found.value, answer, "learner") for answer in worked.answers) and found.value not in known:
            return text[found.start : found.end]
    return None


def _page(worked: WorkedSolution, on_page: int) -> str:
    return "\n".join((worked.text, *(step.result for step in worked.steps[:on_page])))


def _joined(reference: KeyStepReference) -> str:
    return f"{reference.insight_discovery} {reference.operation_formulation} {reference.operation_execution}"


def _without_page(text: str, worked: WorkedSolution, on_page: int) -> str:
    """Return a text without the results that it quotes from the page: they name nothing, and tell nothing new."""
    for step in worked.steps[:on_page]:
        text = re.sub(re.escape(step.result), "it", text, flags=re.IGNORECASE)  # a sentence may begin with it
    return text


@cache
def _operations() -> re.Pattern[str]:
    words: list[str] = packaged_yaml(__package__, "operations.yaml")
    theorems = {re.escape(name.lower()) for rule in rules().values() for name in (rule.name, *rule.keywords)}
    longest_first = sorted(theorems, key=lambda name: (-len(name), name))
    return re.compile(rf"(?i)\b(?:{'|'.join(words)})\w*|\b(?:{'|'.join(longest_first)})\b")
