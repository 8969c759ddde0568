"""GeoDial with scikit-learn, sacrebleu and numpy; highlights by plain loops over names."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from sklearn.linear_model import LinearRegression
from sklearn.metrics import accuracy_score, f1_score, precision_score, r2_score, recall_score

from benchmarks.recomputing import texts
from benchmarks.recomputing.cells import Figures, Found, Row, Runs, counts, is_answered, resampled, share
from benchmarks.recomputing.labels import accuracy, macro_f1

__all__ = ["figures"]

LABELS = ("act", "subact", "feedback")
KINDS = {"lines": "Line", "angles": "Angle", "arcs": "Arc", "labels": "Label"}
PARTS = ("question", "diagram", "correct_solution", "student_solution")
_UNREAD = "unreadable"
_HEADED = ("P", "R", "F1")
_IN_FULL = len(PARTS) + 1  # coefficients and the constant


class Turn(NamedTuple):
    """One turn in one category."""

    true: frozenset[str]
    given: frozenset[str]
    is_yes: bool
    """Whether it highlights."""
    is_read: bool
    is_focused: bool
    cluster: str


def figures(runs: Runs, data: Path) -> Figures:
    """Return every figure of the report by table, run and column."""
    del data
    found: Figures = {}
    for run, rows in runs.items():
        labels = {name: _labels(rows, name) for name in LABELS}
        bleu, highlights = _bleu(rows), {kind: _highlights(rows, kind) for kind in KINDS}
        found |= _turn_tables(run, rows, labels, highlights) | {("geodial.turn", run, "BLEU"): bleu}
        for kind in KINDS:
            found |= _category(run, rows, kind, highlights[kind])
        found |= _one_call_and_outcomes(run, rows, highlights) | _guarded(run, rows)
        found |= _by_part(run, rows)
        found |= {("plot geodial.subacts", run, name): cell for name, cell in _subacts(_read_labels(rows, "subact")).items()}
    first = next(iter(runs.values()))
    truth = [row["truth"]["subact"] for row in first if row["truth"]]
    found |= {("plot geodial.subacts", "people (first run's turns)", name): cell for name, cell in _subacts(truth).items()}
    return found | _ablation(runs, found)


# what was asked and what came


def _asked(row: Row) -> bool:
    return is_answered(row) and row["grade"] is not None


def _is_focused(row: Row) -> bool:
    return bool(row["answer"]["extra"].get("setting") == "focused")


def _turn_of(row: Row) -> Mapping[str, Any] | None:
    """Return the turn that was given; None where none was asked for."""
    value = row["answer"]["value"]
    if _is_focused(row):
        return (value["turn"] or {}) if "turn" in value else None
    return value or {}


def _pairs(rows: Sequence[Row], name: str) -> tuple[list[tuple[str, str | None]], list[str]]:
    """Return truth and what was given of each turn that was asked for, and its dialogue."""
    asked = [(row, turn) for row in rows if _asked(row) and (turn := _turn_of(row)) is not None]
    if name in {"act", "subact"}:  # the focused setting gives both
        asked = [(row, turn) for row, turn in asked if not _is_focused(row)]
    return [(row["truth"][name], turn.get(name)) for row, turn in asked], [row["cluster"] for row, _ in asked]


def _read_labels(rows: Sequence[Row], name: str) -> list[str]:
    return [given for _, given in _pairs(rows, name)[0] if given]


def _in_percent(found: Found) -> Found:
    times = None if found.resampled is None else [100 * value for value in found.resampled]
    return Found(None if found.value is None else 100 * float(found.value), times)


def _labels(rows: Sequence[Row], name: str) -> Found:
    pairs, clusters = _pairs(rows, name)
    return _in_percent(macro_f1([(true, given or _UNREAD) for true, given in pairs], clusters))


def _bleu(rows: Sequence[Row]) -> Found:
    pairs, clusters = _pairs(rows, "utterance")
    return resampled([(given or "", true) for true, given in pairs], clusters, texts.corpus_bleu)


def _bert(rows: Sequence[Row]) -> Found:
    pairs, clusters = _pairs(rows, "utterance")
    scores = texts.bert_scores([given or "" for _, given in pairs], [true for true, _ in pairs], is_rescaled=True)
    return _in_percent(resampled(scores or [], clusters if scores else [], lambda drawn: sum(drawn) / len(drawn)))


def _subacts(chosen: Sequence[str]) -> dict[str, Found]:
    from gnomon.dialogue import subacts

    counts = Counter(chosen)
    return {name: share(100 * counts[name], len(chosen)) for name in subacts()}


# highlights


def _turns(rows: Sequence[Row], kind: str) -> list[Turn]:
    found = []
    for row in rows:
        if not _asked(row) or (_is_focused(row) and kind not in row["answer"]["value"]):
            continue
        true = frozenset(row["truth"][kind])
        if _is_focused(row):
            said = row["answer"]["value"][kind]
            is_read = said["says"] is not None and (said["names"] is not None or not true)
            found.append(
                Turn(true, frozenset(said["names"] or ()), said["says"] is True, is_read, is_focused=True, cluster=row["cluster"])
            )
            continue
        colours = [(row["answer"]["value"] or {}).get(key) or {} for key in ("highlights", "highlights2")]
        given = frozenset(name for colour in colours for name in colour.get(kind) or ())
        is_read = any(colour.get(kind) is not None for colour in colours)
        found.append(Turn(true, given, bool(given), is_read, is_focused=False, cluster=row["cluster"]))
    return found


def _highlights(rows: Sequence[Row], kind: str) -> dict[str, Found]:
    """Return every figure of a category, in percent; nothing where it was not asked for."""
    turns = _turns(rows, kind)
    if not turns:
        return {}
    computed = dict(_FIGURES)
    if not any(turn.is_focused for turn in turns):
        computed = {name: compute for name, compute in computed.items() if not name.startswith("Decision, independent")}
    clusters = [turn.cluster for turn in turns]
    found = {name: _in_percent(_resampled(turns, clusters, name, compute)) for name, compute in computed.items()}
    return found | {"not read": share(100 * sum(not turn.is_read for turn in turns), len(turns))}


def _resampled(turns: list[Turn], clusters: list[str], name: str, compute: Callable[[list[Turn]], float]) -> Found:
    whether = name.removeprefix("Prediction ")
    return resampled(turns, clusters, compute) if whether == name else resampled(turns, clusters, _prediction(whether), compute)


def _prediction(name: str) -> Callable[[list[Turn]], float]:
    """Return what scores Prediction with scikit-learn."""
    score = _SCORES[name]
    return lambda turns: float(score([bool(turn.true) for turn in turns], [turn.is_yes for turn in turns]))


def _counted_prediction(name: str) -> Callable[[list[Turn]], float]:
    """Return what counts the same, quicker for resamples."""

    def compute(turns: list[Turn]) -> float:
        both = sum(bool(turn.true) and turn.is_yes for turn in turns)
        positives, yes = sum(bool(turn.true) for turn in turns), sum(turn.is_yes for turn in turns)
        agreed = len(turns) - positives - yes + 2 * both
        fractions = {
            "accuracy": (agreed, len(turns)),
            "P": (both, yes),
            "R": (both, positives),
            "F1": (2 * both, positives + yes),
        }
        above, below = fractions[name]
        return above / below if below else 0.0

    return compute


def _counted(turn: Turn) -> frozenset[str]:
    return turn.given if turn.is_yes else frozenset()


def _overlap(true: frozenset[str], given: frozenset[str]) -> tuple[float, float, float]:
    """Return p, r and f of one turn."""
    shared = sum(name in true for name in given)
    return (shared / len(given), shared / len(true), 2 * shared / (len(true) + len(given))) if shared else (0.0, 0.0, 0.0)


def _decision(place: int, counted: Callable[[Turn], frozenset[str]]) -> Callable[[list[Turn]], float]:
    def compute(turns: list[Turn]) -> float:
        values = [_overlap(turn.true, counted(turn))[place] for turn in turns if turn.true]
        return sum(values) / len(values) if values else 0.0

    return compute


def _combined(name: str) -> Callable[[list[Turn]], float]:
    def compute(turns: list[Turn]) -> float:
        gained = sum(_overlap(turn.true, _counted(turn))[2] for turn in turns)
        positives, given = sum(bool(turn.true) for turn in turns), sum(turn.is_yes for turn in turns)
        precision, recall = (gained / number if number else 0.0 for number in (given, positives))
        both = 2 * precision * recall / (precision + recall) if precision + recall else 0.0
        return {"P": precision, "R": recall, "F1": both}[name]

    return compute


def _outcome(name: str) -> Callable[[list[Turn]], float]:
    def told(turn: Turn) -> str:
        if not turn.is_yes:
            return "leave"
        return "hit" if turn.true & turn.given else "miss"

    def compute(turns: list[Turn]) -> float:
        outcomes = [told(turn) for turn in turns if turn.true]
        return outcomes.count(name) / len(outcomes) if outcomes else 0.0

    return compute


_SCORES: dict[str, Callable[..., float]] = {
    "accuracy": accuracy_score,
    "P": partial(precision_score, zero_division=0),
    "R": partial(recall_score, zero_division=0),
    "F1": partial(f1_score, zero_division=0),
}
_FIGURES: dict[str, Callable[[list[Turn]], float]] = {
    **{f"Prediction {name}": _counted_prediction(name) for name in ("accuracy", *_HEADED)},
    **{f"Decision, independent {name}": _decision(place, lambda turn: turn.given) for place, name in enumerate(_HEADED)},
    **{f"Decision {name}": _decision(place, _counted) for place, name in enumerate(_HEADED)},
    **{f"Combined {name}": _combined(name) for name in _HEADED},
    **{name: _outcome(name) for name in ("miss", "leave", "hit")},
}


# the tables


def _line(table: str, run: str, cells: Mapping[str, Found]) -> Figures:
    return {(table, run, column): cell for column, cell in cells.items()}


def _turn_tables(
    run: str, rows: Sequence[Row], labels: Mapping[str, Found], highlights: Mapping[str, Mapping[str, Found]]
) -> Figures:
    whole = {f"{name} macro-F1": cell for name, cell in labels.items()} | {"BERTScore": _bert(rows)}
    whether: dict[str, Found] = {}
    combined = {}
    for kind, title in KINDS.items():
        if highlights[kind]:
            whole[f"{title} Decision F1"] = highlights[kind]["Decision F1"]
            whether |= {f"{title} {name}": highlights[kind][f"Prediction {name}"] for name in ("accuracy", "F1")}
            combined[title] = highlights[kind]["Combined F1"]
    tables = {
        "geodial.turn": whole,
        "geodial.prediction": whether,
        "plot geodial.labels": labels,
        "plot geodial.combined": combined,
    }
    found = {key: cell for name, cells in tables.items() for key, cell in _line(name, run, cells).items()}
    return found | counts("geodial.turn", run, rows) | counts("geodial.prediction", run, rows)


def _category(run: str, rows: Sequence[Row], kind: str, cells: Mapping[str, Found]) -> Figures:
    outcomes = ("miss", "leave", "hit")
    table = f"geodial.{kind}"
    shown = {name: cell for name, cell in cells.items() if name not in outcomes}
    return _line(table, run, shown) | counts(table, run, rows)


def _one_call_and_outcomes(run: str, rows: Sequence[Row], highlights: Mapping[str, Mapping[str, Found]]) -> Figures:
    outcomes = {
        f"{title} {name}": highlights[kind][name]
        for kind, title in KINDS.items()
        for name in ("miss", "leave", "hit", "not read")
        if highlights[kind]
    }
    found = _line("geodial.outcomes", run, outcomes) | counts("geodial.outcomes", run, rows)
    plotted = [f"{KINDS[kind]} {name}" for kind in ("lines", "angles") for name in ("miss", "leave") if highlights[kind]]
    found |= _line("plot geodial.outcomes", run, {name: outcomes[name] for name in plotted})
    if any(_asked(row) and _is_focused(row) for row in rows):
        return found
    places = [(kind, KINDS[kind], name) for kind in ("lines", "angles") for name in _HEADED if highlights[kind]]
    one_call = {f"{title} {name}": highlights[kind][f"Prediction {name}"] for kind, title, name in places}
    return found | _line("geodial.one_call", run, one_call) | counts("geodial.one_call", run, rows)


def _by_part(run: str, rows: Sequence[Row]) -> Figures:
    subacts = dict.fromkeys(row["truth"]["subact"] for row in rows if row["truth"])
    quarters = dict.fromkeys(row["groups"]["quarter"] for row in rows if "quarter" in row["groups"])
    found: Figures = {}
    for name in subacts:
        part = [row for row in rows if row["truth"] and row["truth"]["subact"] == name]
        right = {f"{label} right": _right(part, label) for label in LABELS}
        found |= _part("geodial.by_subact", f"{run}, {name}", part, right)
    for quarter in quarters:
        part = [row for row in rows if row["groups"].get("quarter") == quarter]
        scores = {f"{label} macro-F1": _labels(part, label) for label in LABELS}
        found |= _part("geodial.by_quarter", f"{run}, quarter {quarter}", part, scores)
    return found


def _part(table: str, name: str, rows: Sequence[Row], labels: Mapping[str, Found]) -> Figures:
    combined = {f"{KINDS[kind]} Combined F1": _highlights(rows, kind).get("Combined F1", Found(None)) for kind in KINDS}
    cells = {"turns": Found(len(rows)), **labels, **combined, "BLEU": _bleu(rows)}
    return _line(table, name, cells) | counts(table, name, rows)


def _right(rows: Sequence[Row], name: str) -> Found:
    pairs, clusters = _pairs(rows, name)
    return _in_percent(accuracy([(true, given or _UNREAD) for true, given in pairs], clusters))


def _guarded(run: str, rows: Sequence[Row]) -> Figures:
    guards = [row["answer"]["extra"]["guard"] for row in rows if row["answer"] and "guard" in row["answer"]["extra"]]
    if not guards:
        return {}
    stopped, unread = (sum(len(guard[name]) for guard in guards) for name in ("stopped", "unread"))
    cells = {
        "turns": Found(len(guards)),
        "turns with an intervention": Found(sum(len(guard["stopped"] + guard["unread"]) > 0 for guard in guards)),
        "leaks stopped": Found(stopped),
        "drafts that were no turn": Found(unread),
        "safe turns": Found(sum(guard["is_safe_turn"] for guard in guards)),
    }
    return _line("geodial.guard", run, cells) | counts("geodial.guard", run, rows)


# what the tutor is shown


def _ablation(runs: Runs, found: Figures) -> Figures:
    outcomes = (*(f"{label} macro-F1" for label in LABELS), "BLEU")
    cells: Figures = {}
    tutors: dict[str, list[tuple[tuple[int, ...], dict[str, Found]]]] = {}
    for run, rows in runs.items():
        told: Mapping[str, Any] = next((row["answer"]["extra"] for row in rows if row["answer"]), {})
        if told.get("setting") == "turn":
            parts = told["parts"].split("+")
            shown = tuple(int(part in parts) for part in PARTS)
            values = {name: found["geodial.turn", run, name] for name in outcomes}
            tutors.setdefault(_tutor(told), []).append((shown, values))
            said = {
                part.replace("_", " "): Found("yes" if is_shown else "no") for part, is_shown in zip(PARTS, shown, strict=True)
            }
            cells |= _line("geodial.context", run, said | values) | counts("geodial.context", run, rows)
    if len({shown for kept in tutors.values() for shown, _ in kept}) < 2:  # two ways of asking
        return {}
    for tutor, kept in tutors.items():
        for name in outcomes:
            cells |= _line("geodial.regression", f"{tutor}: {name.removesuffix(' macro-F1')}", _fit(kept, name))
    return cells


def _tutor(told: Mapping[str, Any]) -> str:
    notes = f"notes={told['notes']}" if told["notes"] != "none" else ""
    return ", ".join(part for part in (told["tutor"], notes, "guarded" if "guard" in told else "") if part)


def _fit(kept: Iterable[tuple[tuple[int, ...], dict[str, Found]]], name: str) -> dict[str, Found]:
    rows = [(shown, cells[name].value) for shown, cells in kept if cells[name].value is not None]
    shown, values = np.array([shown for shown, _ in rows], dtype=float), np.array([value for _, value in rows], dtype=float)
    if not rows or np.linalg.matrix_rank(np.column_stack([np.ones(len(rows)), shown])) < _IN_FULL:
        return {}
    model = LinearRegression().fit(shown, values)
    explained = r2_score(values, model.predict(shown)) if np.ptp(values) else None
    return {
        **{part.replace("_", " "): Found(float(value)) for part, value in zip(PARTS, model.coef_, strict=True)},
        "constant": Found(float(model.intercept_)),
        "R squared": Found(None if explained is None else 100 * float(explained)),
        "combinations": Found(len({tuple(row) for row in shown.tolist()})),
    }
