"""Tables that ask how far to trust the marks of MMTutorBench: two judges, people, and metrics on the text (4.5, App. C)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

from gnomon.benchmark.benchmark import Row
from gnomon.benchmark.figures import NO_BERT, bert_model, cell, failed_share, published, share_cell
from gnomon.benchmark.mmtutorbench.rows import (
    MARK_COLUMNS,
    STATE_COLUMNS,
    Line,
    answered,
    is_graded,
    mark_cells,
    mean_cell,
    reference_text,
    reply_text,
    said_by,
    state_cells,
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
from gnomon.pages import Cell, Table, TableRow

_PAPER = "mmtutorbench"
_TEXTS = (
    "Each reply against the reference answer, without the headings of the three parts: sentence BLEU-4 and ROUGE-L F1, 0 to 1, "
    "and BERTScore F1, raw. The paper does not say which BLEU it took. Intervals: percentile bootstrap over problems."
)
_PAIRS = (
    "Two numbers: over models, of the means of each tutor; over replies, of the totals of each reply. Only replies that both "
    "judged readably, and that are the same word for word, are in either; --tutor replies:DIR grades those of an earlier run."
)
_PEOPLE = "Totals of the judge against experts' totals of the same replies. Intervals: percentile bootstrap over problems."
Score = Callable[[Sequence[Row]], list[float | None]]


class _Judged(NamedTuple):
    """One run as a judge's work."""

    judge: str
    rows: Mapping[str, Row]  # by id and words of the reply
    whole: Sequence[Row]


def agreement_tables(name: str, runs: Mapping[str, Sequence[Row]]) -> Iterable[Table]:
    """Return marks by judge, and both correlations of each pair of judges, where the same replies were judged twice."""
    judges = _judges(runs)
    pairs = [pair for pair in combinations(judges, 2) if _shared(judges[pair[0]], judges[pair[1]])]
    if not pairs:
        return
    theirs = published(_PAPER) if name == _PAPER else {"two_judges": (), "agreement": ()}
    yield _by_judge(name, judges, theirs["two_judges"])
    ours = [TableRow(f"{first} and {second}", _pair_cells(judges[first], judges[second])) for first, second in pairs]
    printed = [
        TableRow(
            row["name"],
            (Cell(row["values"][0], digits=2), Cell(None), Cell(row["values"][1]), *[Cell(None)] * 3),
            is_published=True,
        )
        for row in theirs["agreement"]
    ]
    columns = ("Pearson over models", "Pearson over replies", "models", "replies", "left out", "failed")
    yield Table(f"{name}.agreement", "Agreement of two judges", columns, (*ours, *printed), _PAIRS)


def people_tables(runs: Mapping[str, Sequence[Row]]) -> Iterable[Table]:
    """Return correlations with people's totals where the data bring them: in all, by subject, by difficulty."""
    with_people = {run: kept for run, rows in runs.items() if (kept := [row for row in rows if _human(row) is not None])}
    if not with_people:
        return
    note = _PEOPLE + ("" if bert_model() else f" {NO_BERT}")
    ours = [
        TableRow(f"{run}: {scorer}", _correlations(rows, score(rows)))
        for run, rows in with_people.items()
        for scorer, score in _SCORERS.items()
    ]
    figures = published(_PAPER)
    theirs = [
        TableRow(row["name"], (*map(Cell, row["values"]), *[Cell(None)] * 3), is_published=True) for row in figures["people"]
    ]
    columns = ("Spearman", "Pearson", "replies", "left out", "failed")
    yield Table("mmtutorbench.people", "Correlation with experts' totals", columns, (*ours, *theirs), note)
    yield _people_by("subject", "subject", with_people)
    yield _people_by("score", "difficulty", with_people)


def text_table(name: str, lines: Iterable[Line]) -> Table:
    """Return how close the replies come to the reference answers word by word."""
    rows = []
    for line in lines:
        replies = [row for row in line.rows if answered(row)]
        cells = [mean_cell(replies, score(replies)) for score in (_bleu, _rouge, _bert)]
        share = share_cell(len(replies), len(line.rows))
        rows.append(TableRow(line.name, (*cells, share, failed_share(line.rows))))
    note = _TEXTS + ("" if bert_model() else f" {NO_BERT}")
    columns = ("BLEU", "ROUGE-L", "BERTScore", "answered", "failed")
    return Table(f"{name}.texts", "Replies against the reference answers as texts", columns, tuple(rows), note)


def _judges(runs: Mapping[str, Sequence[Row]]) -> dict[str, _Judged]:
    """Gather the rows of each judge over its runs; a judge that judged the same replies again has a number behind its name."""
    found: dict[str, dict[str, Row]] = {}
    whole: dict[str, list[Row]] = {}
    for rows in runs.values():
        judge = next((str(row.marks["judge"]) for row in rows if row.marks.get("judge")), None)
        if judge is None:
            continue
        keyed = {key: row for row in rows if (key := _key(row))}
        name, number = judge, 1
        while found.get(name, {}).keys() & keyed.keys():
            number += 1
            name = f"{judge} ({number})"
        found.setdefault(name, {}).update(keyed)
        whole.setdefault(name, []).extend(rows)
    return {name: _Judged(name, rows, whole[name]) for name, rows in found.items()}


def _key(row: Row) -> str | None:
    """Return what makes two rows the same reply: the item, who said it and how they were asked, and the words."""
    if row.answer is None or not answered(row):
        return None
    return "\0".join((row.id, str(said_by(row)), row.answer.text))


def _shared(first: _Judged, second: _Judged) -> list[str]:
    return [key for key in first.rows if key in second.rows]


def _pair_cells(first: _Judged, second: _Judged) -> tuple[Cell, ...]:
    keys = _shared(first, second)
    scores = [[total(judged.rows[key]) for key in keys] for judged in (first, second)]
    found = judge_agreement([str(said_by(first.rows[key])) for key in keys], *scores)
    kept = [(key, a, b) for key, a, b in zip(keys, *scores, strict=True) if a is not None and b is not None]
    replies = cell(
        pearson_metric([a for _, a, _ in kept], [b for _, _, b in kept]), [first.rows[key].cluster for key, _, _ in kept]
    )
    asked = [{(row.id, str(said_by(row))) for row in judged.rows.values()} for judged in (first, second)]
    other_words = len(asked[0] & asked[1]) - len(keys)
    whole = [*first.whole, *second.whole]
    return (
        Cell(found.pearson_over_models),
        replies,
        Cell(found.models),
        Cell(found.replies),
        Cell(found.left_out + other_words),
        failed_share(whole),
    )


def _by_judge(name: str, judges: Mapping[str, _Judged], theirs: Iterable[Mapping[str, object]]) -> Table:
    lines: dict[str, list[Row]] = {}
    asked = [str(said) for judged in judges.values() for said in {said_by(row) for row in judged.whole} if said]
    twice = {said for said in asked if asked.count(said) > 1}
    for judge, judged in judges.items():
        for row in judged.whole:
            if str(said_by(row)) in twice:
                lines.setdefault(f"{said_by(row)}, by {judge}", []).append(row)
    ours = [TableRow(line, (*mark_cells(rows), *state_cells(rows))) for line, rows in sorted(lines.items())]
    printed = [
        TableRow(
            str(row["name"]),
            (*(Cell(value, digits=2) for value in _floats(row)), *[Cell(None)] * len(STATE_COLUMNS)),
            is_published=True,
        )
        for row in theirs
    ]
    return Table(f"{name}.two_judges", "Marks by two judges", (*MARK_COLUMNS, *STATE_COLUMNS), (*ours, *printed), _PAIRS)


def _floats(row: Mapping[str, object]) -> list[float]:
    values = row["values"]
    assert isinstance(values, list)
    return values


def _human(row: Row) -> float | None:
    value = row.truth.get("human_total") if isinstance(row.truth, dict) else None
    return None if value is None else float(value)


def _correlations(rows: Sequence[Row], scores: Sequence[float | None]) -> tuple[Cell, ...]:
    """Return Spearman and Pearson with people, how many replies are in them, how many are not, and the failed share."""
    kept = [(row, score) for row, score in zip(rows, scores, strict=True) if score is not None]
    return (
        _correlation(kept, spearman_metric),
        _correlation(kept, pearson_metric),
        Cell(len(kept)),
        Cell(len(rows) - len(kept)),
        failed_share(rows),
    )


def _correlation(kept: Sequence[tuple[Row, float]], metric: Callable[[Sequence[float], Sequence[float]], object]) -> Cell:
    people = [human for row, _ in kept if (human := _human(row)) is not None]
    return cell(metric([score for _, score in kept], people), [row.cluster for row, _ in kept])  # type: ignore[arg-type]  # both are


def _people_by(group: str, title: str, runs: Mapping[str, Sequence[Row]]) -> Table:
    """Return Pearson of both judges with people within groups (Tables 8 and 9)."""
    ours = []
    for run, rows in runs.items():
        values = sorted({_group(row, group) for row in rows})
        for value in (*values, "all"):
            inside = [row for row in rows if value in ("all", _group(row, group))]
            pearsons = [_correlations(inside, score(inside))[1] for score in (_rubric, _overall)]
            ours.append(TableRow(f"{run}: {value}", (Cell(len(inside)), *pearsons, failed_share(inside))))
    figures = published(_PAPER)[f"people_by_{group}"]
    theirs = [TableRow(row["name"], (*map(Cell, row["values"]), Cell(None)), is_published=True) for row in figures]
    columns = ("replies", "rubric judge", "rubric-free judge", "failed")
    return Table(
        f"mmtutorbench.people_by_{group}", f"Pearson with experts' totals by {title}", columns, (*ours, *theirs), _PEOPLE
    )


def _group(row: Row, group: str) -> str:
    value = row.groups.get(group, "none")
    if group != "score":
        return value
    return "difficulty up to 2" if value in {"1", "2"} else f"difficulty {value}"


def _rubric(rows: Sequence[Row]) -> list[float | None]:
    return [total(row) if is_graded(row) else None for row in rows]


def _overall(rows: Sequence[Row]) -> list[float | None]:
    return [row.marks.get("overall") for row in rows]


def _bleu(rows: Sequence[Row]) -> list[float | None]:
    return _texts(rows, lambda said, wanted: sentence_bleu(said, wanted, max_order=4).values)


def _rouge(rows: Sequence[Row]) -> list[float | None]:
    return _texts(rows, lambda said, wanted: rouge_l(said, wanted).values)


def _bert(rows: Sequence[Row]) -> list[float | None]:
    model = bert_model()
    if model is None:
        return [None] * len(rows)
    return _texts(rows, lambda said, wanted: bert_score(said, wanted, is_rescaled=False, model=model).values)


def _texts(rows: Sequence[Row], score: Callable[[Sequence[str], Sequence[str]], Sequence[float]]) -> list[float | None]:
    """Score replies against references; rows without a reply, or all of them where the library is not installed, have none."""
    kept = [index for index, row in enumerate(rows) if answered(row)]
    scores: list[float | None] = [None] * len(rows)
    if not kept:
        return scores
    try:
        values = score([reply_text(rows[index]) for index in kept], [reference_text(rows[index]) for index in kept])
    except MissingExtraError:
        return scores
    for index, value in zip(kept, values, strict=True):
        scores[index] = value
    return scores


_SCORERS: Mapping[str, Score] = {
    "rubric judge": _rubric,
    "rubric-free judge": _overall,
    "BLEU": _bleu,
    "ROUGE-L": _rouge,
    "BERTScore": _bert,
}
