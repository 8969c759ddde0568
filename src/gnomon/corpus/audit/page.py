"""The page of an audit: each key that contradicts a proof, with problem, figure and proof, so that a person can judge it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from markupsafe import Markup

from gnomon.algebra import show_number
from gnomon.corpus.audit.auditing import KINDS, Audit, Finding, FindingKind
from gnomon.figure import Highlights, parse_element
from gnomon.pages import drawn, paragraphs, render
from gnomon.problem import Problem, givens_in_words

_FIGURE_WIDTH = 340
"""In pixels, about the width of its place."""
_SHOWN: tuple[FindingKind, ...] = ("contradicted", "facts_doubted")
_DRAWN = {"proof": "The figure as drawn shows what was proved.", "key": "The figure as drawn shows the key."}


class _FindingView(NamedTuple):
    id: str
    question: tuple[str, ...]
    givens: tuple[str, ...]
    key: str
    proved: str
    steps: tuple[str, ...]
    remarks: tuple[str, ...]
    figure: Markup | None


def audit_page(audit: Audit, problems: Mapping[str, Problem], name: str) -> str:
    """Write what an audit has found as one HTML document.

    Args:
        audit: what was found.
        problems: by id.
        name: of the file.
    """
    sections = [(kind, KINDS[kind], [_view(each, problems[each.id]) for each in audit.of(kind)]) for kind in _SHOWN]
    counts = [(KINDS[kind], count) for kind, count in audit.counts.items()]
    return render("audit.html.jinja", title=f"Keys of {name}", counts=counts, sections=sections)


def _view(finding: Finding, problem: Problem) -> _FindingView:
    assert finding.key is not None
    assert finding.proved is not None
    figure = problem.question.figure
    last: Mapping[str, Any] = finding.steps[-1] if finding.steps else {}
    used = [parse_element(name) for name in last.get("uses", ())]
    return _FindingView(
        id=finding.id,
        question=paragraphs(problem.question.text),
        givens=tuple(givens_in_words(problem.formal)) if problem.formal else (),
        key=finding.key.text,
        proved=f"{finding.exact} ≈ {show_number(finding.proved)}" if finding.exact else show_number(finding.proved),
        steps=tuple(str(step["text"]) for step in finding.steps),
        remarks=(*((_DRAWN[finding.drawn],) if finding.drawn else ()), *finding.notes),
        figure=drawn(figure, Highlights.of(used, figure), None, _FIGURE_WIDTH) if figure else None,
    )
