"""Dialogues about one problem side by side, one column a condition, as a page that needs no other file (ODQS App. G)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from gnomon.dialogue import StudentTurn, Turn, TutorTurn
from gnomon.inquiry.analysis.curves import Condition
from gnomon.inquiry.protocol.records import Evaluation, Exchange, InquiryRow
from gnomon.pages import paragraphs, render


@dataclass(frozen=True)
class _Said:
    who: str
    """``tutor`` or ``student``."""
    title: str
    text: tuple[str, ...]
    note: str = ""
    judged: str = ""


@dataclass(frozen=True)
class _Column:
    name: str
    greeting: tuple[_Said, ...]
    stages: tuple[tuple[_Said, ...], ...]
    """What was said before evaluation t, for t from 1."""
    marks: tuple[str, ...]
    """Evaluation t, for t from 0; empty where there is none."""
    error: str


@dataclass(frozen=True)
class _Problem:
    id: str
    text: tuple[str, ...]
    columns: tuple[_Column, ...]


def transcripts_page(
    conditions: Sequence[Condition],
    names: Mapping[Condition, str],
    *,
    texts: Mapping[str, str] | None = None,
    most: int = 10,
    is_simulated: bool = False,
    is_judged: bool = False,
) -> str:
    """Write a page of transcripts.

    Args:
        conditions: the columns, in order.
        names: of the conditions.
        texts: of the problems, by id; None, or a missing one, shows the id alone.
        most: problems shown: those that most conditions have, of these the first by id.
        is_simulated: whether to say that a simulation took part.
        is_judged: whether the embedded judge's labels stand below the tutor's replies, marked as out of its domain.

    Returns:
        The document; texts are escaped.
    """
    counts = Counter(name for condition in conditions for name in {row.problem for row in condition.rows})
    wanted = sorted(counts, key=lambda name: (-counts[name], len(name), name))[:most]
    views = tuple(
        _Problem(
            name, paragraphs(text := (texts or {}).get(name, "")), _columns(conditions, names, name, text if is_judged else None)
        )
        for name in wanted
    )
    return render("tree_transcripts.html.jinja", title="Transcripts", problems=views, is_simulated=is_simulated)


def _row(condition: Condition, problem: str) -> InquiryRow | None:
    return next((row for row in condition.rows if row.problem == problem), None)


def _columns(
    conditions: Sequence[Condition], names: Mapping[Condition, str], problem: str, judged: str | None
) -> tuple[_Column, ...]:
    found = ((condition, _row(condition, problem)) for condition in conditions)
    return tuple(_column(names[condition], row, judged) for condition, row in found if row is not None)


def _column(name: str, row: InquiryRow, judged: str | None) -> _Column:
    """Return one dialogue; where it is to be judged, the problem's text is given."""
    evaluations = {evaluation.turn: evaluation for evaluation in row.evaluations}
    last = max((len(row.exchanges), *evaluations), default=0)
    told = {} if judged is None else _judged(judged, row)
    greeting = (_Said("tutor", "Tutor", paragraphs(row.greeting)), *_assessment(row, 0))
    return _Column(
        name=name,
        greeting=greeting,
        stages=tuple((*_exchange(each, told.get(each.number, "")), *_assessment(row, each.number)) for each in row.exchanges),
        marks=tuple(_mark(evaluations.get(turn)) for turn in range(last + 1)),
        error=f"{row.error.boundary}: {row.error.message}" if row.error else "",
    )


def _judged(problem: str, row: InquiryRow) -> Mapping[int, str]:
    """Return what the embedded judge says of the tutor's replies, by the number of the question."""
    from gnomon.judge.embedded import turns_told  # here: most pages are written without its weights

    turns: list[Turn] = []
    for each in row.exchanges:
        reply = TutorTurn(act="Generic", subact="Continue", utterance=each.reply)  # the judge reads the words alone
        turns += [StudentTurn(utterance=each.question), reply]
    found = turns_told(problem, "", turns)
    return {exchange.number: found.get(2 * place, "") for place, exchange in enumerate(row.exchanges, 1)}


def _exchange(exchange: Exchange, judged: str) -> Iterator[_Said]:
    title = f"Student, question {exchange.number} (turn {exchange.analysis_turn} of the analysis)"
    yield _Said("student", title, paragraphs(exchange.question))
    acted = " The reply was written anew." if exchange.leak_acted else ""
    leak = f"The guard found: {exchange.leak}.{acted}" if exchange.leak is not None else ""
    yield _Said("tutor", "Tutor", paragraphs(exchange.reply), leak, judged)


def _assessment(row: InquiryRow, turn: int) -> Iterator[_Said]:
    found = row.assessment
    if found is not None and found.turn == turn:
        yield _Said("student", "Student, attempt", paragraphs(found.attempt))
        note = f"The guard found: {found.leak}." if found.leak is not None else ""
        yield _Said("tutor", "Tutor, feedback", paragraphs(found.feedback), note)


def _mark(evaluation: Evaluation | None) -> str:
    if evaluation is None:
        return ""
    unread = f", {evaluation.num_unread} unreadable" if evaluation.num_unread else ""
    return f"Evaluation {evaluation.turn}: {evaluation.num_right} of {evaluation.num_samples} right{unread}"
