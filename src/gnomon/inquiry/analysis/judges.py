"""Progress and similarity of a student's questions, as a judging model sees them (ODQS 6.1, F.3, F.4).

Judgements are kept as rows of their own beside the dialogues: the report reads them and asks nobody. A judgement that could not
be read has no value, is in no mean, and is counted.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Literal, NamedTuple

from pydantic import BaseModel, ConfigDict, TypeAdapter, ValidationError

from gnomon.files import write_whole
from gnomon.inquiry.analysis.curves import USUAL, Condition, Resampling, dialogue_key
from gnomon.inquiry.errors import InquiryError
from gnomon.inquiry.protocol.records import NUM_QUESTIONS, InquiryRow
from gnomon.judge import JudgeSettings, ProgressCase, ProgressJudge, SimilarityCase, SimilarityJudge
from gnomon.metrics import Interval, bootstrap_interval, mean_metric
from gnomon.models import all_of

_FROZEN = ConfigDict(frozen=True, extra="forbid")
_QUESTIONS = tuple(range(1, NUM_QUESTIONS + 1))


class JudgedProblem(NamedTuple):
    """What a judge is told of a problem."""

    text: str
    solution: str


class _Judged(BaseModel):
    """Who judged, and how it was asked."""

    model_config = _FROZEN

    judge: str
    """The judging model."""
    asked: JudgeSettings | None = None
    """Temperature, tokens and the like; None in files of versions that did not keep them."""
    prompt_sha256: str | None = None
    """Of the prompt that was used."""


class ProgressMark(_Judged):
    """How far one question has come."""

    kind: Literal["progress"] = "progress"
    dialogue: str
    problem: str
    number: int
    """i of question q(i): turn i - 1 of the paper's analysis."""
    value: float | None
    """From 0 to 1; None where the judge's answer could not be read, or did not come."""
    status: str


class SimilarityMark(_Judged):
    """How alike a question of one dialogue and a question of another are."""

    kind: Literal["similarity"] = "similarity"
    problem: str
    first: str
    """A dialogue."""
    first_number: int
    second: str
    second_number: int
    value: float | None
    """0, .25, .5, .75 or 1; None as for progress."""
    status: str


Mark = ProgressMark | SimilarityMark
_MARK: TypeAdapter[Mark] = TypeAdapter(Mark)


async def judge_progress(
    rows: Sequence[InquiryRow], judge: ProgressJudge, problems: Mapping[str, JudgedProblem]
) -> tuple[ProgressMark, ...]:
    """Have every question judged for the progress that it shows.

    Args:
        rows: dialogues.
        judge: asks the judging model.
        problems: by id, with their recorded solutions.

    Raises:
        InquiryError: when a dialogue is about a problem that is not among them.
    """
    cases = [
        (row, exchange.number, _progress_case(row, exchange.question, _known(row, problems)))
        for row in rows
        for exchange in row.exchanges
    ]
    judgements = await all_of(judge.judge(case) for _, _, case in cases)
    return tuple(
        ProgressMark(
            judge=judge.model.name,
            asked=judge.settings,
            prompt_sha256=found.prompt_sha256,
            dialogue=dialogue_key(row),
            problem=row.problem,
            number=number,
            value=None if found.value is None else found.value.progress,
            status=found.status,
        )
        for (row, number, _), found in zip(cases, judgements, strict=True)
    )


def _known(row: InquiryRow, problems: Mapping[str, JudgedProblem]) -> JudgedProblem:
    if row.problem not in problems:
        raise InquiryError(
            f"expected problem {row.problem!r} among the data, got {len(problems)} others; give the run's own data"
        )
    return problems[row.problem]


def _domain(row: InquiryRow) -> Literal["math", "coding"]:
    return "coding" if row.task == "humaneval" else "math"


def _progress_case(row: InquiryRow, question: str, problem: JudgedProblem) -> ProgressCase:
    return ProgressCase(problem=problem.text, solution=problem.solution, message=question, domain=_domain(row))


async def judge_similarity(
    first: Condition, second: Condition, judge: SimilarityJudge, problems: Mapping[str, JudgedProblem]
) -> tuple[SimilarityMark, ...]:
    """Have each question of one condition compared with each question of another about the same problem with the same seed.

    Args:
        first: the rows of the heat map: the method that may ask earlier.
        second: its columns.
        judge: asks the judging model.
        problems: by id.

    Raises:
        InquiryError: as `judge_progress`.
    """
    others = {(row.problem, row.seed): row for row in second.rows}
    pairs = [(row, others[row.problem, row.seed]) for row in first.rows if (row.problem, row.seed) in others]
    places = [(one, a, two, b) for one, two in pairs for a in one.exchanges for b in two.exchanges]
    cases = [
        SimilarityCase(problem=_known(one, problems).text, first=a.question, second=b.question, domain=_domain(one))
        for one, a, _, b in places
    ]
    judgements = await all_of(judge.judge(case) for case in cases)
    return tuple(
        SimilarityMark(
            judge=judge.model.name,
            asked=judge.settings,
            prompt_sha256=found.prompt_sha256,
            problem=one.problem,
            first=dialogue_key(one),
            first_number=a.number,
            second=dialogue_key(two),
            second_number=b.number,
            value=found.value,
            status=found.status,
        )
        for (one, a, two, b), found in zip(places, judgements, strict=True)
    )


def progress_curve(
    condition: Condition,
    marks: Iterable[Mark],
    how: Resampling = USUAL,
) -> tuple[Interval | None, ...]:
    """Return the mean progress at questions 1 to 5, turns 0 to 4 of the paper's analysis (Figure 5).

    Returns:
        By question, with the interval over problems; None where no question was judged.
    """
    dialogues = _keys(condition)
    own = [mark for mark in marks if isinstance(mark, ProgressMark) and mark.dialogue in dialogues]
    return tuple(_mean([mark for mark in own if mark.number == number], how) for number in _QUESTIONS)


def heat_map(
    first: Condition,
    second: Condition,
    marks: Iterable[Mark],
    how: Resampling = USUAL,
) -> tuple[tuple[Interval | None, ...], ...]:
    """Return the mean similarity of question i of the first condition with question j of the second (Figure 6).

    Returns:
        Five lines of five: [i - 1][j - 1]; None where no pair was judged.
    """
    ones, twos = _keys(first), _keys(second)
    own = [mark for mark in marks if isinstance(mark, SimilarityMark) and mark.first in ones and mark.second in twos]
    return tuple(
        tuple(_mean([mark for mark in own if (mark.first_number, mark.second_number) == (i, j)], how) for j in _QUESTIONS)
        for i in _QUESTIONS
    )


def judged_pairs(conditions: Sequence[Condition], marks: Iterable[Mark]) -> tuple[tuple[Condition, Condition], ...]:
    """Return the pairs of conditions whose questions were compared, in the order of the marks."""
    of_key = {key: condition for condition in conditions for key in _keys(condition)}
    places = ((mark.first, mark.second) for mark in marks if isinstance(mark, SimilarityMark))
    pairs = ((of_key[first], of_key[second]) for first, second in places if first in of_key and second in of_key)
    return tuple(dict.fromkeys(pairs))


def _keys(condition: Condition) -> set[str]:
    """Return the keys of dialogues; the chosen dialogues of a search are not judged, and their keys would be those of others."""
    return set() if condition.setting.search else {dialogue_key(row) for row in condition.rows}


def _mean(marks: Sequence[Mark], how: Resampling) -> Interval | None:
    if all(mark.value is None for mark in marks):
        return None
    return bootstrap_interval(
        mean_metric([mark.value for mark in marks]),
        clusters=[mark.problem for mark in marks],
        seed=how.seed,
        resamples=how.resamples,
    )


def write_marks(marks: Iterable[Mark], path: Path) -> None:
    """Write judgements as JSON lines, at once."""
    lines = [json.dumps(mark.model_dump(mode="json"), ensure_ascii=False) + "\n" for mark in marks]
    write_whole(path, "".join(lines))


def read_marks(path: Path) -> tuple[Mark, ...]:
    """Read judgements.

    Raises:
        InquiryError: when a line is none.
        OSError: when the file cannot be read.
    """
    marks = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        try:
            marks.append(_MARK.validate_json(line))
        except ValidationError as error:
            raise InquiryError(f"{path}, line {number}: expected a judgement ({str(error).splitlines()[0]})") from error
    return tuple(marks)
