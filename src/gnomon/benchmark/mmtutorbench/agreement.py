"""Tables that ask how far to trust the marks of MMTutorBench: two judges, people, and metrics on the text (4.5, App. C)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any, NamedTuple

from gnomon.benchmark.benchmark import Row, Rows, Runs
from gnomon.benchmark.figures import NO_BERT, Estimate, RowColumn, bert_model, by_tutor, counts_of, line, mean_of, number, table
from gnomon.benchmark.mmtutorbench.rows import (
    MARK_COLUMNS,
    answered,
    reference_text,
    reply_text,
    said_by,
    total,
)
from gnomon.metrics import (
    MissingExtraError,
    bert_score,
    judge_agreement,
    pearson_metric,
    rouge_l,
    sentence_bleu,
    spearman_metric,
)
from gnomon.pages import Column, Line, TableSpec, counted

Scores = list[float | None]


def _bert_note(_: Sequence[Line[Any]]) -> str:
    return "" if bert_model() else NO_BERT


# two judges


class _Judged(NamedTuple):
    """One run as a judge's work."""

    rows: Mapping[str, Row]  # by id and words of the reply
    whole: Rows


class _Compared(NamedTuple):
    """What two judges gave the same replies."""

    over_models: float | None
    over_replies: Estimate
    models: int
    replies: int
    left_out: int


def _judges(runs: Runs) -> dict[str, _Judged]:
    """Gather the rows of each judge over its runs; a judge that judged the same replies again has a number behind its name."""
    found: dict[str, dict[str, Row]] = {}
    whole: dict[str, list[Row]] = {}
    for rows in runs.values():
        judge = next((str(row.marks["judge"]) for row in rows if row.marks.get("judge")), None)
        if judge is None:
            continue
        keyed = {key: row for row in rows if (key := _key(row))}
        name, times = judge, 1
        while found.get(name, {}).keys() & keyed.keys():
            times += 1
            name = f"{judge} ({times})"
        found.setdefault(name, {}).update(keyed)
        whole.setdefault(name, []).extend(rows)
    return {name: _Judged(rows, whole[name]) for name, rows in found.items()}


def _key(row: Row) -> str | None:
    """Return what makes two rows the same reply: the item, who said it and how they were asked, and the words."""
    return "\0".join((row.id, str(said_by(row)), row.answer.text)) if row.answer is not None and answered(row) else None


def _pairs(runs: Runs) -> Iterator[Line[_Compared]]:
    """Yield each two judges who judged the same replies."""
    for (one, first), (two, second) in combinations(_judges(runs).items(), 2):
        if keys := [key for key in first.rows if key in second.rows]:
            yield Line(f"{one} and {two}", _compare(first, second, keys), counts_of([*first.whole, *second.whole]))


def _compare(first: _Judged, second: _Judged, keys: Sequence[str]) -> _Compared:
    one, two = ([total(judged.rows[key]) for key in keys] for judged in (first, second))
    found = judge_agreement([str(said_by(first.rows[key])) for key in keys], one, two)
    kept = [(first.rows[key].cluster, a, b) for key, a, b in zip(keys, one, two, strict=True) if a is not None and b is not None]
    replies = Estimate(pearson_metric([a for _, a, _ in kept], [b for *_, b in kept]), [cluster for cluster, *_ in kept])
    asked = [{(row.id, str(said_by(row))) for row in judged.rows.values()} for judged in (first, second)]
    other_words = len(asked[0] & asked[1]) - len(keys)
    return _Compared(found.pearson_over_models, replies, found.models, found.replies, found.left_out + other_words)


def _by_judge(runs: Runs) -> Iterator[Line[Rows]]:
    """Yield what each judge gave the tutors that more than one judged."""
    judges = _judges(runs) if next(_pairs(runs), None) else {}
    asked = [str(said) for judged in judges.values() for said in {said_by(row) for row in judged.whole} if said]
    lines: dict[str, list[Row]] = {}
    for judge, judged in judges.items():
        for row in judged.whole:
            if asked.count(str(said_by(row))) > 1:
                lines.setdefault(f"{said_by(row)}, by {judge}", []).append(row)
    yield from (line(name, rows) for name, rows in sorted(lines.items()))


def agreement_tables(name: str) -> tuple[TableSpec[Runs, Any], ...]:
    """Return marks by judge, and both correlations of each pair of judges, where the same replies were judged twice."""
    return (
        table(f"{name}.two_judges", MARK_COLUMNS, _by_judge),
        table(
            f"{name}.agreement",
            (
                Column("over models", lambda pair: pair.over_models),
                Column("over replies", lambda pair: pair.over_replies),
                counted("models", lambda pair: pair.models),
                counted("replies", lambda pair: pair.replies),
                counted("left out", lambda pair: pair.left_out, better="lower"),
            ),
            _pairs,
        ),
    )


# people


class _Scored(NamedTuple):
    """Rows that people scored too, and what someone else gave them."""

    rows: Rows
    scores: Scores

    def correlation(self, metric: Callable[[Sequence[float], Sequence[float]], Any]) -> Estimate:
        """Return the correlation with people, over the rows that have a score."""
        kept = [(row, score) for row, score in zip(self.rows, self.scores, strict=True) if score is not None]
        people = [human for row, _ in kept if (human := _human(row)) is not None]
        return Estimate(metric([score for _, score in kept], people), [row.cluster for row, _ in kept])


def _human(row: Row) -> float | None:
    value = row.truth.get("human_total") if isinstance(row.truth, dict) else None
    return None if value is None else float(value)


def _with_people(runs: Runs) -> dict[str, list[Row]]:
    return {run: kept for run, rows in runs.items() if (kept := [row for row in rows if _human(row) is not None])}


def _by_scorer(runs: Runs) -> Iterator[Line[_Scored]]:
    for run, rows in _with_people(runs).items():
        for scorer, score in _SCORERS.items():
            yield Line(f"{run}: {scorer}", _Scored(rows, score(rows)), counts_of(rows))


def _by_people_group(value_of: Callable[[Row], str]) -> Callable[[Runs], Iterator[Line[Rows]]]:
    def lines(runs: Runs) -> Iterator[Line[Rows]]:
        for run, rows in _with_people(runs).items():
            for value in (*sorted(set(map(value_of, rows))), "all"):
                yield line(f"{run}: {value}", [row for row in rows if value in ("all", value_of(row))])

    return lines


def _difficulty(row: Row) -> str:
    value = row.groups.get("score", "none")
    # Table 9 puts the few items of difficulty 1 and 2 together.
    return "difficulty up to 2" if value in {"1", "2"} else f"difficulty {value}"


# scores of replies


def _rubric(rows: Rows) -> Scores:
    return [total(row) for row in rows]


def _overall(rows: Rows) -> Scores:
    return [row.marks.get("overall") for row in rows]


def _bert(said: Sequence[str], wanted: Sequence[str]) -> Sequence[float | None]:
    model = bert_model()
    return [None] * len(said) if model is None else bert_score(said, wanted, is_rescaled=False, model=model).values


def _texts(score: Callable[[Sequence[str], Sequence[str]], Sequence[float | None]]) -> Callable[[Rows], Scores]:
    """Score replies against references; rows without a reply, or all of them where the library is not installed, have none."""

    def scores(rows: Rows) -> Scores:
        kept = [row for row in rows if answered(row)]
        try:
            found = iter(score(list(map(reply_text, kept)), list(map(reference_text, kept))) if kept else ())
        except MissingExtraError:
            return [None] * len(rows)
        return [next(found) if answered(row) else None for row in rows]

    return scores


_TEXT_SCORERS: Mapping[str, Callable[[Rows], Scores]] = {
    # Up to 4 words, as BLEU is usually given (Papineni et al. 2002)
    "BLEU": _texts(lambda said, wanted: sentence_bleu(said, wanted, max_order=4).values),
    "ROUGE-L": _texts(lambda said, wanted: rouge_l(said, wanted).values),
    "BERTScore": _texts(_bert),
}
_SCORERS: Mapping[str, Callable[[Rows], Scores]] = {"rubric judge": _rubric, "rubric-free judge": _overall, **_TEXT_SCORERS}
_BY_GROUP: tuple[RowColumn, ...] = (
    counted("replies", len),
    Column("rubric judge", lambda rows: _Scored(rows, _rubric(rows)).correlation(pearson_metric)),
    Column("rubric-free judge", lambda rows: _Scored(rows, _overall(rows)).correlation(pearson_metric)),
)
PEOPLE_TABLES = (
    table(
        "mmtutorbench.people",
        (
            Column("Spearman", lambda scored: scored.correlation(spearman_metric)),
            Column("Pearson", lambda scored: scored.correlation(pearson_metric)),
            counted("replies", lambda scored: len(scored.rows) - scored.scores.count(None)),
            counted("left out", lambda scored: scored.scores.count(None), better="lower"),
        ),
        _by_scorer,
        note=_bert_note,
    ),
    table("mmtutorbench.people_by_subject", _BY_GROUP, _by_people_group(lambda row: row.groups.get("subject", "none"))),
    table("mmtutorbench.people_by_score", _BY_GROUP, _by_people_group(_difficulty)),
)
"""Correlations with people's totals where the data bring them: in all, by subject, by difficulty (Tables 6, 8 and 9)."""


def _mean_of(score: Callable[[Rows], Scores]) -> Callable[[Rows], Estimate]:
    return lambda rows: mean_of(rows, score(rows))


def text_table(name: str) -> TableSpec[Runs, Rows]:
    """Return how close the replies come to the reference answers word by word."""
    columns = [Column(title, _mean_of(score)) for title, score in _TEXT_SCORERS.items()]
    answers = counted("answered", number(answered), better="higher")
    return table(f"{name}.texts", (*columns, answers), by_tutor, note=_bert_note)
