"""A class's final answers as one self-contained page for the teacher: groups of learners by the idea that explains their answers.

Each group has the wrong work beside the right steps, a figure for every step that goes wrong, and one question that tells its
explanations apart. The page needs no script, no font and no other file, and prints. It shows the answer.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from markupsafe import Markup

from gnomon.algebra import show_number
from gnomon.figure import Figure, Highlights
from gnomon.geometry import is_degrees
from gnomon.pages.rendering import drawn, paragraphs, render
from gnomon.pages.words import names_in
from gnomon.tracing import ClassReport, Explanation, Group, Line, Outcome, Prediction, SiblingQuestion, Traced, derivation

_FIGURE_WIDTH = 360
"""In pixels, about the width of its place."""
_LINE_FIGURE_WIDTH = 240
"""As above."""
_CERTAIN = 0.01
"""Chance below which a share is not worth a number."""


class _LineView(NamedTuple):
    """One step as the learner may have done it, beside the right one."""

    work: str
    belief: str
    """Empty where nothing goes wrong."""
    rule: str
    right: str
    figure: Markup | None
    """Only of a step that goes wrong."""
    shown: str
    """What is highlighted, in words."""


class _Rival(NamedTuple):
    """Another explanation."""

    name: str
    beliefs: tuple[str, ...]


class _Says(NamedTuple):
    """What somebody says who thinks so."""

    who: str
    says: str


class _SiblingView(NamedTuple):
    """Another problem to set."""

    question: tuple[str, ...]
    figure: Markup | None
    predictions: tuple[_Says, ...]


@dataclass(frozen=True, slots=True)
class _GroupView:
    """What the template shows of one group."""

    number: int
    name: str
    beliefs: tuple[str, ...]
    learners: tuple[tuple[str, str], ...]
    """Name and answer."""
    answer: str
    """What the lines lead to."""
    chance: str
    lines: tuple[_LineView, ...]
    rivals: tuple[_Rival, ...]
    question: str
    predictions: tuple[_Says, ...]
    sibling: _SiblingView | None


@dataclass(frozen=True, slots=True)
class ClassView:
    """What is shown of a class's answers, by ``diagnosis-body.html.jinja``."""

    title: str
    question: tuple[str, ...]
    figure: Markup | None
    answer: str
    counts: tuple[tuple[str, int], ...]
    """Of each outcome, in words."""
    groups: tuple[_GroupView, ...]
    lists: tuple[tuple[str, tuple[tuple[str, str], ...]], ...]
    """Learners with their answers, of each outcome that makes no group."""


def diagnosis_page(report: ClassReport, *, language: str = "en") -> str:
    """Write the report of a class as one HTML document.

    Args:
        report: of the class.
        language: of the problem, as a BCP 47 tag.

    Returns:
        The document. Texts are escaped, so that neither a problem nor a learner's name can carry markup into it.
    """
    return render("diagnosis.html.jinja", view=class_view(report), language=language)


def class_view(report: ClassReport) -> ClassView:
    """Return what is shown of a class's answers."""
    problem = report.solution.problem
    figure = problem.question.figure
    proof = report.solution.proof
    assert proof is not None, "a class is traced on a proof"
    unit = "°" if is_degrees(proof.goal) else f" {problem.unit}".rstrip()
    return ClassView(
        title=problem.title or f"Problem {problem.id.rpartition('#')[2]}",
        question=paragraphs(problem.question.text),
        figure=drawn(figure, None, None, _FIGURE_WIDTH),
        answer=f"{proof.answer.text}{proof.answer.decimal}{unit}",
        counts=tuple((_OUTCOMES[outcome], len(report.of(outcome))) for outcome in Outcome),
        groups=tuple(_group(number, group, report) for number, group in enumerate(report.groups, 1)),
        lists=tuple(
            (_OUTCOMES[outcome], _answers(report.of(outcome))) for outcome in Outcome if outcome is not Outcome.EXPLAINED
        ),
    )


_OUTCOMES = {
    Outcome.RIGHT: "right",
    Outcome.ROUNDED_EARLY: "right, but rounded early",
    Outcome.EXPLAINED: "traced to a wrong idea or slip",
    Outcome.UNEXPLAINED: "wrong, and not explained",
    Outcome.UNREAD: "could not be read",
}


def _group(number: int, group: Group, report: ClassReport) -> _GroupView:
    first, *others = group.explanations
    spelling = report.solution.problem.question.text
    figure = report.solution.problem.question.figure
    return _GroupView(
        number=number,
        name=_named(first),
        beliefs=tuple(idea.belief for idea in group.ideas),
        learners=_answers(group.learners),
        answer=show_number(first.hypothesis.answer),
        chance="less than 1\N{NO-BREAK SPACE}%" if first.chance < _CERTAIN else f"{100 * first.chance:.0f}\N{NO-BREAK SPACE}%",
        lines=tuple(_line(line, figure) for line in derivation(first.hypothesis, spelling)),
        rivals=tuple(_Rival(_named(other), tuple(idea.belief for idea in other.hypothesis.ideas)) for other in others),
        question=group.question.text,
        predictions=_predictions(group.question.predictions),
        sibling=_sibling(group.sibling) if group.sibling else None,
    )


def _named(explanation: Explanation) -> str:
    return " + ".join(idea.name for idea in explanation.hypothesis.ideas)


def _answers(learners: Iterable[Traced]) -> tuple[tuple[str, str], ...]:
    return tuple((each.learner, each.trace.text) for each in learners)


def _line(line: Line, figure: Figure | None) -> _LineView:
    highlights = Highlights.of(line.elements, figure)
    return _LineView(
        work=line.work,
        belief=line.idea.belief if line.idea else "",
        rule=line.rule,
        right=line.right,
        figure=drawn(figure, None, highlights, _LINE_FIGURE_WIDTH) if line.idea else None,
        shown=", ".join(names_in(highlights, figure)) if figure else "",
    )


def _predictions(predictions: Iterable[Prediction]) -> tuple[_Says, ...]:
    return tuple(_Says(" + ".join(idea.name for idea in each.ideas) or "right", each.says) for each in predictions)


def _sibling(sibling: SiblingQuestion) -> _SiblingView:
    question = sibling.problem.question
    figure = drawn(question.figure, None, None, _FIGURE_WIDTH)
    return _SiblingView(paragraphs(question.text), figure, _predictions(sibling.predictions))
