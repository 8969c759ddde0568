"""Key steps in MMTutorBench's form: question, reference in three parts, criteria with conditions, two follow-up turns.

Brevity and coherence are the same for all items and stand with the judge. A follow-up is Progressive (about the next step),
Exploratory (what to look at, what is known) or Introspective (why the step is right); the three take turns over the items.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, get_args

from gnomon.corpus.drafts.worked import WorkedSolution, WorkedStep
from gnomon.datasets import CriterionId, FollowUp, KeyStepItem, KeyStepReference, RubricCriterion, TurnType
from gnomon.dialogue import Phrasebook
from gnomon.packaged import packaged_yaml

_CRITERIA: tuple[CriterionId, ...] = get_args(CriterionId)
_PAIRS: tuple[tuple[TurnType, TurnType], ...] = tuple(itertools.permutations(get_args(TurnType), 2))
_HARDEST = 5
"""Difficulty of a problem of five steps and more; one of fewer has as many as steps."""


def key_steps_of(worked: WorkedSolution, seed: int = 0) -> Iterator[tuple[KeyStepItem, tuple[str, ...]]]:
    """Yield an item for each step of a solution, with the lines that are on the page before it.

    Args:
        worked: the solution.
        seed: chooses the words of questions and the types of follow-ups.

    Yields:
        Items whose pictures are named and not drawn: ``images/ID.png`` the page, ``images/PROBLEM.png`` the figure, if any.
    """
    printed = () if worked.figure is None else (" ".join(worked.figure.all_labels()),)
    for at, step in enumerate(worked.steps):
        generator = random.Random(f"{seed}/{worked.id}/{at}")
        lines = (worked.text, *(earlier.result for earlier in worked.steps[:at]))
        name = f"{worked.id}-step-{at + 1}"
        reference = _reference(step.insight, step.operation, step.execution)
        item = KeyStepItem(
            id=name,
            domain=worked.domain,
            difficulty=min(len(worked.steps), _HARDEST),
            images=() if worked.figure is None else (f"images/{worked.id}.png",),
            current_image=f"images/{name}.png",
            query=_question("go_on" if at else "begin", generator, worked.steps[at - 1] if at else step),
            task=_words()["task"].format(topic=worked.topic),
            reference=reference,
            criteria=_criteria(_words()["step"], worked, at),
            follow_ups=tuple(_follow_ups(worked, at, generator)),
            personas=("novice_anxious", "advanced_focused"),
            texts=(*printed, "\n".join(lines)),
            extra={"source": worked.id},
        )
        yield item, lines


def _follow_ups(worked: WorkedSolution, at: int, generator: random.Random) -> Iterator[FollowUp]:
    """Yield turns 2 and 3; a turn that moves on is about the next step, and so is what comes after it."""
    kinds = generator.choice(_PAIRS if at + 1 < len(worked.steps) else [pair for pair in _PAIRS if "Progressive" not in pair])
    for turn, kind in enumerate(kinds, 2):
        before = worked.steps[at]
        if kind == "Progressive":
            at += 1
            words = _words()
            step = worked.steps[at]
            reference = _reference(step.insight, step.operation, step.execution)
            task, criteria = words["task"], _criteria(words["step"], worked, at)
        else:
            # What to look at is asked before a step is taken, why it is right behind it: of the last step nothing is left to see.
            rubric = _words()[f"{kind}_rubric"]
            place = min(at + 1, len(worked.steps) - 1) if kind == "Exploratory" else at
            slots = _slots(worked, place)
            reference = _reference(*(text.format(**slots) for text in rubric["reference"]))
            task, criteria = rubric["task"], _criteria(rubric["conditions"], worked, place)
        yield FollowUp(
            turn=turn,
            type=kind,
            query=_question(kind, generator, before),
            task=task.format(topic=worked.topic),
            reference=reference,
            criteria=criteria,
        )


def _question(key: str, generator: random.Random, step: WorkedStep) -> str:
    book = Phrasebook({key: _words()[key]}, "phrases.yaml")
    return book.pick(key, generator, result=step.result)


def _reference(insight: str, operation: str, execution: str) -> KeyStepReference:
    return KeyStepReference(insight_discovery=insight, operation_formulation=operation, operation_execution=execution)


def _criteria(conditions: Mapping[str, Any], worked: WorkedSolution, at: int) -> tuple[RubricCriterion, ...]:
    """Fill the conditions of a kind of turn; ``at_the_end`` has those that are others at the last step."""
    own = conditions["at_the_end"] if at + 1 == len(worked.steps) else {}
    slots = _slots(worked, at)
    found = []
    for name in _CRITERIA:
        good, bad = (text.format(**slots) for text in own.get(name, conditions[name]))
        criterion = _words()["criterion"][name]
        found.append(RubricCriterion(id=name, criterion=criterion, condition_for_1=good, condition_for_0=bad))
    return tuple(found)


def _slots(worked: WorkedSolution, at: int) -> dict[str, str]:
    step = worked.steps[at]
    following = worked.steps[at + 1].result if at + 1 < len(worked.steps) else ""
    return vars(step) | {"next": following, "topic": worked.topic}


@cache
def _words() -> dict[str, Any]:
    words: dict[str, Any] = packaged_yaml(__package__, "phrases.yaml")
    return words
