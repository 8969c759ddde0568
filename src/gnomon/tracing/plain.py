"""Traces, groups and distractors as plain data, for ``gnomon diagnose --json``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from gnomon.tracing.derivation import derivation
from gnomon.tracing.distractors import Distractor
from gnomon.tracing.groups import ClassReport, Group, Prediction
from gnomon.tracing.hypotheses import Hypothesis
from gnomon.tracing.trace import Outcome, Trace


def class_as_json(report: ClassReport) -> dict[str, Any]:
    """Return the report of a class: counts by outcome, every learner, every group."""
    spelling = report.solution.problem.question.text
    counts = Counter(each.trace.outcome for each in report.learners)
    return {
        "problem": report.solution.problem.id,
        "answer": report.solution.answer,
        "counts": {outcome.value: counts[outcome] for outcome in Outcome},
        "learners": [{"learner": each.learner, **_trace(each.trace, spelling)} for each in report.learners],
        "groups": [_group(group) for group in report.groups],
    }


def distractors_as_json(found: Iterable[Distractor], spelling: str) -> list[dict[str, Any]]:
    """Return wrong choices with their reasons; ``spelling`` is the question, whose names of parts are used."""
    return [{"choice": each.text, **_hypothesis(each.hypothesis, spelling)} for each in found]


def _trace(trace: Trace, spelling: str) -> dict[str, Any]:
    return {
        "answer": trace.text,
        "number": trace.number,
        "outcome": trace.outcome.value,
        "explanations": [
            {**_hypothesis(each.hypothesis, spelling), "chance": round(each.chance, 4)} for each in trace.explanations
        ],
    }


def _hypothesis(hypothesis: Hypothesis, spelling: str) -> dict[str, Any]:
    return {
        "ideas": list(hypothesis.ids),
        "names": [idea.name for idea in hypothesis.ideas],
        "beliefs": [idea.belief for idea in hypothesis.ideas],
        "value": hypothesis.answer,
        "steps": [
            {
                "step": line.step,
                "work": line.work,
                "idea": line.idea.id if line.idea else None,
                "right": line.right,
                "rule": line.rule,
                "uses": [str(element) for element in line.elements],
            }
            for line in derivation(hypothesis, spelling)
        ],
    }


def _group(group: Group) -> dict[str, Any]:
    return {
        "ideas": [idea.id for idea in group.ideas],
        "learners": [each.learner for each in group.learners],
        "question": {"text": group.question.text, "predictions": _predictions(group.question.predictions)},
        "sibling": group.sibling
        and {
            "problem": group.sibling.problem.id,
            "text": group.sibling.problem.question.text,
            "predictions": _predictions(group.sibling.predictions),
        },
    }


def _predictions(predictions: Iterable[Prediction]) -> list[dict[str, Any]]:
    return [{"ideas": [idea.id for idea in each.ideas], "says": each.says} for each in predictions]
