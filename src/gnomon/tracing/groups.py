"""Answers of a class, grouped by what explains them, with one question for each group that tells its explanations apart.

The question is worked out: a part of the figure whose size comes out differently under the explanations of the group, with what
a learner would say under each; where no part of this problem tells them apart, it is the question that the misconception's table
asks. Beside it stands a sibling problem, with the wrong answers to it: to see whether they come again.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from gnomon.algebra import show_number
from gnomon.geometry import Misconception, Solution, Valued, is_degrees
from gnomon.problem import Problem, named_as_in, unknowns
from gnomon.tracing.answer_sheet import LearnerAnswer
from gnomon.tracing.hypotheses import Ending, Hypotheses, Hypothesis
from gnomon.tracing.trace import Explanation, Outcome, Trace, Tracer

_APART = 0.02
"""Relative difference from which two predicted numbers are told apart whatever is rounded."""


class Prediction(NamedTuple):
    """What a learner says who thinks so."""

    ideas: tuple[Misconception | Ending, ...]
    """Empty for the right answer."""
    says: str


class SeparatingQuestion(NamedTuple):
    """A question about this problem."""

    text: str
    predictions: tuple[Prediction, ...]
    """The right one first; empty for a question that is not worked out but asked for the belief itself."""


class SiblingQuestion(NamedTuple):
    """Another problem of the same proof, with what each explanation answers to it."""

    problem: Problem
    predictions: tuple[Prediction, ...]


class Traced(NamedTuple):
    """A learner with the trace of the answer."""

    learner: str
    trace: Trace


@dataclass(frozen=True)
class Group:
    """Learners whose answers have the same first explanation."""

    ideas: tuple[Misconception | Ending, ...]
    learners: tuple[Traced, ...]
    explanations: tuple[Explanation, ...]
    """Of its most frequent answer, most likely first."""
    question: SeparatingQuestion
    sibling: SiblingQuestion | None
    """The one that tells most of them apart; None where no problem was given to which the first gives a wrong answer."""


@dataclass(frozen=True)
class ClassReport:
    """What the answers of a class say."""

    solution: Solution
    learners: tuple[Traced, ...]
    """In the order of the file."""
    groups: tuple[Group, ...]
    """Largest first."""

    def of(self, outcome: Outcome) -> tuple[Traced, ...]:
        """Return the learners with an outcome."""
        return tuple(each for each in self.learners if each.trace.outcome is outcome)


def trace_class(solution: Solution, answers: Iterable[LearnerAnswer], siblings: Sequence[Solution] = ()) -> ClassReport:
    """Trace the answers of a class to one problem.

    Args:
        solution: of the problem, with a proof.
        answers: of the learners.
        siblings: solved problems of the same proof, to ask next; those without a proof are passed over.

    Raises:
        ValueError: for a solution without a proof.
    """
    tracer = Tracer(solution)
    by_text: dict[str, Trace] = {}
    learners = []
    for learner, answer in answers:
        if answer not in by_text:
            by_text[answer] = tracer.trace(answer)
        learners.append(Traced(learner, by_text[answer]))
    others = [Hypotheses(sibling) for sibling in siblings if sibling.proof is not None]
    grouped: dict[frozenset[str], list[Traced]] = defaultdict(list)
    for each in learners:
        if each.trace.outcome is Outcome.EXPLAINED:
            grouped[frozenset(each.trace.explanations[0].hypothesis.ids)].append(each)
    groups = sorted((_group(members, tracer, others) for members in grouped.values()), key=lambda group: -len(group.learners))
    return ClassReport(solution, tuple(learners), tuple(groups))


def _group(members: Sequence[Traced], tracer: Tracer, siblings: Sequence[Hypotheses]) -> Group:
    counts: dict[str, int] = defaultdict(int)
    for member in members:
        counts[member.trace.text] += 1
    typical = max(members, key=lambda member: counts[member.trace.text]).trace
    hypotheses = [explanation.hypothesis for explanation in typical.explanations]
    return Group(
        typical.ideas,
        tuple(members),
        typical.explanations,
        _question(hypotheses, tracer) or SeparatingQuestion(hypotheses[0].ideas[0].doubt, ()),
        _sibling_question(hypotheses, siblings),
    )


def _question(hypotheses: Sequence[Hypothesis], tracer: Tracer) -> SeparatingQuestion | None:
    """Ask for the part whose size tells the first explanation from most of the others, then from the right one; None for none."""
    first, *rivals = hypotheses
    asked = set(unknowns(tracer.hypotheses.proof.goal))
    right = {atom: value.number for atom, value in tracer.hypotheses.proof.values().items()}
    parts = [found.atom for step in tracer.hypotheses.proof.steps for found in step.solved if found.atom not in asked]
    told = {part: [_tells(part, first.values, other) for other in (right, *(rival.values for rival in rivals))] for part in parts}
    best = max(parts, key=lambda part: (sum(told[part][1:]), told[part][0]), default=None)
    if best is None or not any(told[best]):
        return None
    known = [hypothesis for hypothesis in hypotheses if best in hypothesis.values]
    predictions = [Prediction((), _size(best, right[best]))]
    predictions += [Prediction(hypothesis.ideas, _size(best, hypothesis.values[best])) for hypothesis in known]
    name = named_as_in(tracer.question.text, str(best))
    return SeparatingQuestion(f"How did you find {name}, and what did you get for it?", tuple(predictions))


def _tells(part: Valued, values: Mapping[Valued, float], others: Mapping[Valued, float]) -> bool:
    return part in values and part in others and _are_apart(values[part], others[part])


def _sibling_question(hypotheses: Sequence[Hypothesis], siblings: Sequence[Hypotheses]) -> SiblingQuestion | None:
    """Return the sibling that tells the first explanation from most others; None where it would give the right answer to each."""
    best: tuple[int, SiblingQuestion] | None = None
    for sibling in siblings:
        answers = [(hypothesis, _there(hypothesis, sibling)) for hypothesis in hypotheses]
        found = [(hypothesis, there.answer) for hypothesis, there in answers if there is not None]
        if not found or found[0][0] is not hypotheses[0]:
            continue
        told = sum(_are_apart(found[0][1], answer) for _, answer in found[1:])
        if best is None or told > best[0]:
            goal, problem = sibling.proof.goal, sibling.solution.problem
            predictions = [Prediction((), _size(goal, sibling.proof.answer.number))]
            predictions += [Prediction(hypothesis.ideas, _size(goal, answer)) for hypothesis, answer in found]
            best = told, SiblingQuestion(problem, tuple(predictions))
    return best[1] if best else None


def _there(hypothesis: Hypothesis, sibling: Hypotheses) -> Hypothesis | None:
    """Return what goes wrong in the same way at the same steps of a sibling problem; None where nothing does."""

    def place(each: Hypothesis) -> tuple[object, ...]:
        return each.ids, tuple(move.step for move in each.moves), each.way.is_cheapest

    among = sibling.single if len(hypothesis.ids) == 1 else sibling.double
    return next((each for each in among if place(each) == place(hypothesis)), None)


def _are_apart(one: float, other: float) -> bool:
    return abs(one - other) > _APART * max(abs(one), abs(other))


def _size(of: object, value: float) -> str:
    return f"{show_number(value)}{'°' if is_degrees(of) else ''}"
