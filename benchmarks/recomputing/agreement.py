"""Two judges, and judges against people, in MMTutorBench: with scipy."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import combinations
from statistics import fmean
from typing import NamedTuple

from benchmarks.recomputing import texts
from benchmarks.recomputing.cells import Figures, Found, Row, Runs, counts, is_answered, marks_of, resampled
from benchmarks.recomputing.keysteps import (
    Line,
    candidate,
    marks_table,
    read_score,
    reference,
    said_by,
    total,
)

__all__ = ["agreement_tables", "people_tables"]

Pair = tuple[float, float]


class _Judge(NamedTuple):
    """What one judge judged."""

    by_reply: dict[tuple[str, str | None, str], Row]
    whole: list[Row]


def agreement_tables(name: str, runs: Runs) -> Figures:
    """Compute marks by judge and the correlations of each two judges with replies in common."""
    judges = _judges(runs)
    found: Figures = {}
    for one, two in combinations(judges, 2):
        shared = [key for key in judges[one].by_reply if key in judges[two].by_reply]
        if shared:
            line = f"{one} and {two}"
            found |= _line(f"{name}.agreement", line, _pair(judges[one], judges[two], shared))
            found |= counts(f"{name}.agreement", line, [*judges[one].whole, *judges[two].whole])
    return {**found, **marks_table(f"{name}.two_judges", _by_judge(judges))} if found else {}


def _judges(runs: Runs) -> dict[str, _Judge]:
    judges: dict[str, _Judge] = {}
    for rows in runs.values():
        names = [marks_of(row)["judge"] for row in rows if marks_of(row).get("judge")]
        if not names:
            continue
        replies = {(row["id"], said_by(row), row["answer"]["text"]): row for row in rows if is_answered(row)}
        tried = [names[0], *(f"{names[0]} ({number})" for number in range(2, 99))]
        free = next(name for name in tried if name not in judges or not judges[name].by_reply.keys() & replies.keys())
        judge = judges.setdefault(free, _Judge({}, []))
        judge.by_reply.update(replies)
        judge.whole.extend(rows)
    return judges


def _by_judge(judges: Mapping[str, _Judge]) -> list[Line]:
    lines: dict[tuple[str, str], list[Row]] = {}
    for name, judge in judges.items():
        for row in judge.whole:
            if (said := said_by(row)) is not None:
                lines.setdefault((said, name), []).append(row)
    by_more = {said for said, name in lines if any(said == other and name != by for other, by in lines)}
    return [Line(f"{said}, by {name}", rows) for (said, name), rows in lines.items() if said in by_more]


def _pair(one: _Judge, two: _Judge, shared: Sequence[tuple[str, str | None, str]]) -> dict[str, Found]:
    both = [(key, total(one.by_reply[key]), total(two.by_reply[key])) for key in shared]
    kept = [(key, first, second) for key, first, second in both if first is not None and second is not None]
    tutors: dict[str | None, list[Pair]] = {}
    for (_, tutor, _), first, second in kept:
        tutors.setdefault(tutor, []).append((first, second))
    means = [(fmean(first for first, _ in pairs), fmean(second for _, second in pairs)) for pairs in tutors.values()]
    clusters = [one.by_reply[key]["cluster"] for key, *_ in kept]
    asked = [{(name, tutor) for name, tutor, _ in judge.by_reply} for judge in (one, two)]
    return {
        "over models": Found(_pearson(means)),
        "over replies": resampled([pair for _, *pair in kept], clusters, _pearson),
        "models": Found(len(tutors)),
        "replies": Found(len(kept)),
        "left out": Found(len(asked[0] & asked[1]) - len(kept)),
    }


def people_tables(runs: Runs) -> Figures:
    """Compute correlations with people's totals, in all and within groups."""
    found: Figures = {}
    for run, rows in runs.items():
        known = [row for row in rows if (row["truth"] or {}).get("human_total") is not None]
        if known:
            for scorer, score in _scorers(known).items():
                found |= _line("mmtutorbench.people", f"{run}: {scorer}", _with_people(known, score))
                found |= counts("mmtutorbench.people", f"{run}: {scorer}", known)
            found |= _by_group(run, known)
    return found


def _by_group(run: str, known: Sequence[Row]) -> Figures:
    found: Figures = {}
    for table, value_of in (("subject", lambda row: row["groups"].get("subject", "none")), ("score", _difficulty)):
        for value in {*map(value_of, known), "all"}:
            rows = [row for row in known if value in ("all", value_of(row))]
            cells = {
                "replies": Found(len(rows)),
                "rubric judge": _with_people(rows, total)["Pearson"],
                "rubric-free judge": _with_people(rows, read_score("overall"))["Pearson"],
            }
            found |= _line(f"mmtutorbench.people_by_{table}", f"{run}: {value}", cells)
            found |= counts(f"mmtutorbench.people_by_{table}", f"{run}: {value}", rows)
    return found


def _difficulty(row: Row) -> str:
    value = row["groups"].get("score", "none")
    return "difficulty up to 2" if value in ("1", "2") else f"difficulty {value}"


def _scorers(rows: Sequence[Row]) -> dict[str, Callable[[Row], float | None]]:
    replies = [row for row in rows if is_answered(row)]
    bert = texts.bert_scores([candidate(row) for row in replies], [reference(row) for row in replies], is_rescaled=False)
    by_id = dict(zip([row["id"] for row in replies], bert, strict=True)) if bert else {}
    return {
        "rubric judge": total,
        "rubric-free judge": read_score("overall"),
        "BLEU": lambda row: texts.sentence_bleu(candidate(row), reference(row), 4) if is_answered(row) else None,
        "ROUGE-L": lambda row: texts.rouge(candidate(row), reference(row)) if is_answered(row) else None,
        "BERTScore": lambda row: by_id.get(row["id"]),
    }


def _with_people(rows: Sequence[Row], score: Callable[[Row], float | None]) -> dict[str, Found]:
    kept = [(row["cluster"], value, row["truth"]["human_total"]) for row in rows if (value := score(row)) is not None]
    clusters, pairs = [cluster for cluster, *_ in kept], [pair for _, *pair in kept]
    return {
        "Spearman": resampled(pairs, clusters, _spearman),
        "Pearson": resampled(pairs, clusters, _pearson),
        "replies": Found(len(kept)),
        "left out": Found(len(rows) - len(kept)),
    }


def _pearson(pairs: Sequence[Sequence[float]]) -> float | None:
    return texts.pearson([first for first, _ in pairs], [second for _, second in pairs])


def _spearman(pairs: Sequence[Sequence[float]]) -> float | None:
    return texts.spearman([first for first, _ in pairs], [second for _, second in pairs])


def _line(table: str, line: str, cells: Mapping[str, Found]) -> Figures:
    return {(table, line, column): cell for column, cell in cells.items()}
