"""A proof as one self-contained page to hand out: the problem, then every step with its theorem and a figure of its own.

The page needs no script, no font and no other file, and prints. It shows the answer: it is for teachers, and for learners
who have finished.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import NamedTuple

from markupsafe import Markup

from gnomon.figure import Fact, Highlights
from gnomon.geometry import HELPING_LINE, ClaimProof, Proof, Solution, Step, is_degrees
from gnomon.pages.rendering import drawn, paragraphs, render
from gnomon.pages.words import names_in
from gnomon.problem import Problem, givens_in_words

_FIGURE_WIDTH = 360
"""In pixels, about the width of its place."""
_STEP_FIGURE_WIDTH = 300
"""As above."""
_BEFORE_OPERATOR = re.compile(r" (?=[−+·=≈] )")
"""A line of a formula does not begin with an operator."""


class _Link(NamedTuple):
    """Another step, to be named with what it found."""

    number: int
    concludes: str


class _Row(NamedTuple):
    """A line of a proof in two columns."""

    number: int
    statement: str
    reason: str


@dataclass(frozen=True, slots=True)
class _StepView:
    """What the template shows of one step."""

    number: int
    rule: str
    statement: str
    text: str
    concludes: str
    sources: tuple[_Link, ...]
    """Earlier steps that it rests on."""
    givens: tuple[str, ...]
    """What the problem states and this step uses, in words."""
    figure: Markup | None
    shown: str
    """What is highlighted, in words."""


def proof_page(solution: Solution, *, language: str = "en") -> str:
    """Write a proof as one HTML document.

    Args:
        solution: with a proof.
        language: of the proof, as a BCP 47 tag.

    Returns:
        The document. Texts are escaped, so that no problem can carry markup into it.

    Raises:
        ValueError: for a solution without a proof; the message says why there is none.
    """
    problem, proof = solution.posed, solution.argument
    if proof is None:
        raise ValueError(f"problem {problem.id} has no proof to show: {solution.status.replace('_', ' ')}: {solution.reason}")
    name = problem.id.rpartition("#")[2]
    return render(
        "proof.html.jinja",
        title=problem.title or f"Problem {name}",
        language=language,
        details=_details(problem),
        question=paragraphs(problem.question.text),
        choices=problem.question.choices,
        notice=solution.notice,
        construction=str(solution.construction or ""),
        givens=givens_in_words(problem.formal) if problem.formal else [],
        warnings=problem.formal.warnings if problem.formal else (),
        figure=drawn(solution.problem.question.figure, None, None, _FIGURE_WIDTH),
        steps=[_step(solution, proof, step) for step in proof.steps],
        rows=_rows(solution, proof) if isinstance(proof, ClaimProof) else [],
        answer=_answer(problem, proof),
    )


def _rows(solution: Solution, proof: ClaimProof) -> list[_Row]:
    """Return a proof of a statement in two columns: what is given and used, then what follows, each with its reason."""
    record, formal = solution.record(), solution.posed.formal
    assert record is not None
    assert formal is not None
    cited = list(dict.fromkeys(given.source for given in formal.givens if given.source in record.cited))
    number = {source: place for place, source in enumerate(cited, 1)}
    rows = [_Row(number[source], formal.shown(source), "given") for source in cited if source != HELPING_LINE]
    if solution.construction is not None and HELPING_LINE in number:
        rows.append(_Row(number[HELPING_LINE], str(solution.construction), "helping line"))
    for step in proof.steps:
        parts = (*record.steps[step.index].premises, *record.steps[step.index].values)
        used = [number[source] for part in parts for source in part.givens] + [len(cited) + 1 + at for at in step.sources]
        behind = f" ({', '.join(map(str, sorted(set(used))))})" if used else ""
        rows.append(_Row(len(rows) + 1, _unbroken(step.concludes), f"{step.rule_name}{behind}"))
    return rows


def _details(problem: Problem) -> tuple[str, ...]:
    topic = "" if problem.topic.lower() == problem.chapter.lower() else problem.topic
    return tuple(detail for detail in (problem.chapter, topic) if detail)


def _step(solution: Solution, proof: Proof | ClaimProof, step: Step) -> _StepView:
    figure = solution.posed.question.figure
    highlights = Highlights.of(step.uses, figure)
    return _StepView(
        number=step.index + 1,
        rule=step.rule_name,
        statement=step.statement,
        text=_unbroken(step.text),
        concludes=_unbroken(step.concludes),
        sources=tuple(_Link(source + 1, proof.steps[source].concludes) for source in step.sources),
        givens=tuple(_givens(solution, step)),
        figure=drawn(figure, highlights, None, _STEP_FIGURE_WIDTH),
        shown=", ".join(names_in(highlights, figure)) if figure else "",
    )


def _unbroken(text: str) -> str:
    return _BEFORE_OPERATOR.sub("\N{NO-BREAK SPACE}", text)


def _givens(solution: Solution, step: Step) -> Iterator[str]:
    """Yield in words the givens that a step rests on itself."""
    record, formal = solution.record(), solution.posed.formal
    if record is None or formal is None:
        return
    written = record.steps[step.index]
    cited = {source for citation in (*written.premises, *written.values) for source in citation.givens}
    yield from givens_in_words(replace(formal, givens=tuple(given for given in formal.givens if given.source in cited)))


def _answer(problem: Problem, proof: Proof | ClaimProof) -> str:
    if isinstance(proof, ClaimProof):
        claim = proof.claim
        return _unbroken(claim.in_symbols() if isinstance(claim, Fact) else str(claim))
    value = proof.answer
    unit = "°" if is_degrees(proof.goal) else problem.unit
    return f"{_goal(problem, proof)} {value.sign} {value.text}{value.decimal}{unit if unit == '°' else f' {unit}'}".rstrip()


def _goal(problem: Problem, proof: Proof) -> str:
    goal = problem.formal.goal if problem.formal else None
    return str(goal or proof.goal)
