"""MathExplain's second task with scipy, sacrebleu, rouge-score and nltk."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from statistics import fmean

from benchmarks.recomputing import texts
from benchmarks.recomputing.cells import Figures, Found, Row, Runs, counts, is_answered, marks_of, mean, resampled

__all__ = ["figures"]

NAME = "mathexplain_explanation"
CRITERIA = {"correctness": "correctness", "fidelity": "fidelity", "visual_referencing": "referencing"}
KINDS = ("geometry", "graph")
FORMS = {"MCQA": "choice", "SA": "short"}
_SCORES: dict[str, Callable[[str, str], float | None]] = {
    "BLEU-2": lambda text, reference: texts.sentence_bleu(text, reference, 2),
    "BLEU-4": lambda text, reference: texts.sentence_bleu(text, reference, 4),
    "ROUGE-L": texts.rouge,
    "METEOR": texts.meteor,
}


def figures(runs: Runs, data: Path) -> Figures:
    """Return every figure of the report by table, line and column."""
    del data
    found: Figures = {}
    for run, rows in runs.items():
        is_hidden = any(row["truth"]["setting"] == "no-answer" for row in rows if row["truth"])
        if is_hidden:
            found |= _no_answer(run, rows)
        for line, inside in _by_tutor(run, rows):
            found |= {} if is_hidden else _ratings(line, inside)
            found |= _texts(line, inside)
        if any(_people(row) for row in rows):
            found |= _agreement(run, rows)
        found |= _plots(run, rows)
    return found


def _by_tutor(run: str, rows: Sequence[Row]) -> Iterator[tuple[str, list[Row]]]:
    tutors: dict[str, list[Row]] = {}
    for row in rows:
        tutor = row["groups"].get("tutor")
        tutors.setdefault(f"{tutor}, {run}" if tutor else run, []).append(row)
    yield from tutors.items()


def _mark(name: str) -> Callable[[Row], float | None]:
    return lambda row: marks_of(row).get(name)


def _inside(rows: Sequence[Row], kind: str, form: str | None = None) -> list[Row]:
    groups = [(row, row["groups"]["kind"], row["groups"]["format"]) for row in rows]
    return [row for row, its_kind, its_form in groups if its_kind == kind and form in (None, its_form)]


def _people(row: Row) -> Sequence[dict[str, float | None]]:
    people: Sequence[dict[str, float | None]] = (row["truth"] or {}).get("people") or ()
    return people


def _people_mean(row: Row, name: str) -> float | None:
    given = [float(value) for rating in _people(row) if (value := rating[name]) is not None]
    return fmean(given) if given else None


def _beside(table: str, line: str, rows: Sequence[Row]) -> Figures:
    judged = [[marks[name] for name in CRITERIA] for row in rows if "correctness" in (marks := marks_of(row))]
    return counts(table, line, rows) | {(table, line, "ratings with a gap"): Found(sum(None in marks for marks in judged))}


def _ratings(line: str, rows: Sequence[Row]) -> Figures:
    table = f"{NAME}.ratings"
    found = _beside(table, line, rows) | {(table, line, "answer right (judge)"): mean(rows, _mark("answer_right"))}
    for name, column in CRITERIA.items():
        found[table, line, f"{column} (judge)"] = mean(rows, _mark(name))
        found[table, line, f"{column} (people)"] = mean(rows, lambda row, name=name: _people_mean(row, name))  # type: ignore[misc]
    return found


def _agreement(run: str, rows: Sequence[Row]) -> Figures:
    table = f"{NAME}.people"
    known = [row for row in rows if _people(row)]
    found = _beside(table, run, rows)
    for name, column in CRITERIA.items():
        both = [(row["cluster"], marks_of(row).get(name), _people_mean(row, name)) for row in known]
        kept = [(cluster, judge, people) for cluster, judge, people in both if judge is not None and people is not None]
        pairs = [pair for _, *pair in kept]
        found[table, run, column] = resampled(pairs, [cluster for cluster, *_ in kept], _spearman)
    found[table, run, "explanations"] = Found(len(known))
    found[table, run, "problems"] = Found(len({row["cluster"] for row in known}))
    found[table, run, "raters"] = Found(len({rating["rater"] for row in known for rating in _people(row)}))
    return found


def _spearman(pairs: Sequence[Sequence[float]]) -> float | None:
    return texts.spearman([judge for judge, _ in pairs], [people for _, people in pairs])


def _no_answer(run: str, rows: Sequence[Row]) -> Figures:
    table = f"{NAME}.no_answer"
    found = _beside(table, run, rows)
    for name, column in CRITERIA.items():
        found[table, run, f"{column} (judge)"] = mean(rows, _mark(name))
    for kind in KINDS:
        for column, form in (*FORMS.items(), ("overall", None)):
            found[table, run, f"{kind} {column}"] = mean(_inside(rows, kind, form), _mark("final_answer"))
    asked = [row for row in rows if row["grade"] and "final_answer" in row["grade"]["status"]]
    unread = sum(row["grade"]["status"]["final_answer"] == "unparseable" for row in asked)
    found[table, run, "answers not read"] = Found(unread)
    return found


def _texts(line: str, rows: Sequence[Row]) -> Figures:
    table = f"{NAME}.texts"
    kept = [row for row in rows if is_answered(row)]
    pairs = [(row["answer"]["text"], row["truth"]["solution"]) for row in kept]
    found = counts(table, line, rows)
    columns = {name: [score(*pair) for pair in pairs] for name, score in _SCORES.items()}
    columns["BERTScore"] = [*(texts.bert_scores(*map(list, zip(*pairs, strict=True)), is_rescaled=False) or ())] if pairs else []
    for name, values in columns.items():
        by_id = dict(zip([row["id"] for row in kept], values or [None] * len(kept), strict=True))
        found[table, line, name] = mean(kept, lambda row, by_id=by_id: by_id[row["id"]])  # type: ignore[misc]
    return found


def _plots(run: str, rows: Sequence[Row]) -> Figures:
    found: Figures = {}
    for kind in KINDS:
        for name, column in CRITERIA.items():
            found[f"plot {NAME}.ratings", run, f"{column}, {kind}"] = mean(_inside(rows, kind), _mark(name))
        for column, form in FORMS.items():
            found[f"plot {NAME}.answers", run, f"{kind} {column}"] = mean(_inside(rows, kind, form), _mark("final_answer"))
    return found
