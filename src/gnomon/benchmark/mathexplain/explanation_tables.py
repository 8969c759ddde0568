"""What MathExplain's second task shows (MathExplain, Tables 4 to 7)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from gnomon.benchmark.benchmark import Measure, Row, Rows, Runs, Shown
from gnomon.benchmark.figures import Estimate, RowColumn, by_tutor, mark, mean, mean_of, number, plot, runs_with, table, within
from gnomon.benchmark.mathexplain.problems import CRITERIA, KINDS
from gnomon.benchmark.mathexplain.texts import TEXT_METRICS, TextValues, measure_texts
from gnomon.metrics import paired_scores, spearman_metric
from gnomon.pages import Column, Line, counted

_SHORT = {"correctness": "correctness", "fidelity": "fidelity", "visual_referencing": "referencing"}
_FORMATS = {"choice": "MCQA", "short": "SA"}


def _is_no_answer(row: Row) -> bool:
    return bool((row.truth or {}).get("setting") == "no-answer")


def _with_answer(runs: Runs) -> Iterator[Line[Rows]]:
    return by_tutor({run: rows for run, rows in runs.items() if not any(map(_is_no_answer, rows))})


def _people(row: Row) -> Sequence[Mapping[str, Any]]:
    found: Sequence[Mapping[str, Any]] = (row.truth or {}).get("people", ())
    return found


def _people_mean(name: str) -> Callable[[Row], float | None]:
    def value(row: Row) -> float | None:
        given = [rating[name] for rating in _people(row) if rating[name] is not None]
        return sum(given) / len(given) if given else None

    return value


def _agreement(name: str) -> Measure:
    """Measure Spearman's rho of the judge's rating and the raters' mean, over explanations that both rated."""
    people = _people_mean(name)

    def measure(rows: Rows) -> Estimate:
        both = [(row.cluster, row.marks.get(name), people(row)) for row in rows]
        kept = [each for each in both if None not in each]
        pairs = paired_scores([judge for _, judge, _ in kept], [rated for _, _, rated in kept])
        return Estimate(spearman_metric(pairs.first, pairs.second), [cluster for cluster, *_ in kept])

    return measure


def _is_half_rated(row: Row) -> bool:
    return CRITERIA[0] in row.marks and any(row.marks[name] is None for name in CRITERIA)


_JUDGED: tuple[RowColumn, ...] = tuple(Column(f"{_SHORT[name]} (judge)", mean(mark(name))) for name in CRITERIA)
_UNRATED: RowColumn = counted("ratings with a gap", number(_is_half_rated), better="lower")
_ACCURACY: dict[str, Measure] = {
    f"{kind} {short}": within(mean(mark("final_answer")), kind=kind, **({"format": form} if form else {}))
    for kind in KINDS
    for form, short in (*_FORMATS.items(), ("", "overall"))
}


def _unchecked_note(lines: Sequence[Line[Rows]]) -> str:
    """Say how many answers could not be checked because the dataset's own is none of the options."""
    marks = [row.marks for line in lines for row in line.of]
    unchecked = sum("final_answer" in each and each["final_answer"] is None for each in marks)
    return f"Left out: {unchecked} answers to problems whose own answer is none of the options." if unchecked else ""


class _Texts(NamedTuple):
    """The rows of a line that have an explanation, and each text metric of them."""

    rows: Rows
    found: Mapping[str, TextValues]

    def mean(self, name: str) -> Estimate | None:
        """Return the mean of a metric; None where it cannot be had."""
        values = self.found[name].values
        return None if values is None else mean_of(self.rows, values)


def _texts(runs: Runs) -> Iterator[Line[_Texts]]:
    for line in by_tutor(runs):
        kept = [row for row in line.of if row.answer and row.answer.applies]
        texts, references = [row.answer.said for row in kept if row.answer], [row.truth["solution"] for row in kept]
        yield Line(line.name, _Texts(kept, {name: measure_texts(name, texts, references) for name in TEXT_METRICS}), line.counts)


def _text_note(lines: Sequence[Line[_Texts]]) -> str:
    return f"{'. '.join(dict.fromkeys(each.note for line in lines for each in line.of.found.values() if each.note))}."


def _text_mean(name: str) -> Callable[[_Texts], Estimate | None]:
    return lambda texts: texts.mean(name)


SHOWN = Shown(
    headline={name: mean(mark(name)) for name in (*CRITERIA, "answer_right", "final_answer")},
    tables=(
        table(
            "mathexplain_explanation.ratings",
            (
                *_JUDGED,
                *(Column(f"{_SHORT[name]} (people)", mean(_people_mean(name))) for name in CRITERIA),
                Column("answer right (judge)", mean(mark("answer_right")), unit="fraction"),
                _UNRATED,
            ),
            _with_answer,
        ),
        table(
            "mathexplain_explanation.people",
            (
                *(Column(_SHORT[name], _agreement(name)) for name in CRITERIA),
                counted("explanations", number(lambda row: bool(_people(row)))),
                counted("problems", lambda rows: len({row.cluster for row in rows if _people(row)})),
                counted("raters", lambda rows: len({rating["rater"] for row in rows for rating in _people(row)})),
                _UNRATED,
            ),
            runs_with(lambda row: bool(_people(row))),
        ),
        table(
            "mathexplain_explanation.no_answer",
            (
                *(replace(each, unit="points from 1 to 5") for each in _JUDGED),
                *(Column(heading, measure) for heading, measure in _ACCURACY.items()),
                counted("answers not read", number(lambda row: row.marks.get("final_answer_read", "") is None), better="lower"),
                _UNRATED,
            ),
            runs_with(_is_no_answer),
            note=_unchecked_note,
        ),
        table(
            "mathexplain_explanation.texts", (Column(name, _text_mean(name)) for name in TEXT_METRICS), _texts, note=_text_note
        ),
    ),
    plots=(
        plot(
            "mathexplain_explanation.ratings",
            {f"{_SHORT[name]}, {kind}": within(mean(mark(name)), kind=kind) for name in CRITERIA for kind in KINDS},
        ),
        plot(
            "mathexplain_explanation.answers",
            {heading: measure for heading, measure in _ACCURACY.items() if not heading.endswith("overall")},
        ),
    ),
)
