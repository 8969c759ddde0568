"""The figures of the engine: coverage, precision, acceptance, steps and times, from rows and verdicts.

An answer counts as exact within 1 % or 0.05 of the key, the policy ``textbook``; a problem without an answer counts
against coverage and not against precision.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from benchmarks.engine_checks.problems import KINDS, Key
from benchmarks.engine_checks.running import Check, Row
from benchmarks.reporting import Goal, Share, percentile, share
from gnomon.algebra import equal

__all__ = ["Part", "by_kind", "disagreements", "goals_of", "measure", "part_of_key"]

NO_KEY = ("area", "shaded area", "scale factor")
"""Kinds of goal that the key hardly covers: accepted proofs are counted instead, over all problems."""
_REFUSED = "the checker does not accept"
"""How the reason of a problem begins whose proof was withheld."""
_FAILURES = ("the engine failed", "its worker process")
"""How the reason of a problem begins on which something was raised or a process died."""


class Part(NamedTuple):
    """Results on a part of the key."""

    exact: Share
    """Exact answers of all problems."""
    accepted: Share
    """Exact answers whose proof the checker accepts, of all problems."""
    precision: Share
    """Exact answers of those given."""


def is_exact(row: Row, truth: float) -> bool:
    """Whether a row's answer is that of the key; False without an answer."""
    return row["answer"] is not None and bool(equal(truth, row["answer"], "textbook"))


def part_of_key(rows: Mapping[str, Row], answers: Mapping[str, float], checks: Mapping[str, Check]) -> Part:
    """Count over the problems that have a row and an answer in the key."""
    ids = [problem_id for problem_id in rows if problem_id in answers]
    exact = {problem_id for problem_id in ids if is_exact(rows[problem_id], answers[problem_id])}
    answered = [problem_id for problem_id in ids if rows[problem_id]["answer"] is not None]
    return Part(
        exact=Share(len(exact), len(ids)),
        accepted=share(problem_id in exact and checks[problem_id].accepted for problem_id in ids),
        precision=share(problem_id in exact for problem_id in answered),
    )


def disagreements(rows: Mapping[str, Row], key: Key) -> list[tuple[str, float, float, str]]:
    """Return (id, the engine's answer, the key's, which part of the key) where the two differ."""
    return [
        (problem_id, row["answer"], key.answers[problem_id], "confirmed" if problem_id in key.confirmed else "fit")
        for problem_id, row in rows.items()
        if problem_id in key.answers and row["answer"] is not None and not is_exact(row, key.answers[problem_id])
    ]


def by_kind(rows: Mapping[str, Row], kinds: Mapping[str, str], key: Key, checks: Mapping[str, Check]) -> list[tuple[object, ...]]:
    """Return for each kind of goal: problems, proofs, accepted proofs, exact of the key, precision."""
    table: list[tuple[object, ...]] = []
    for kind in KINDS:
        ids = [problem_id for problem_id in rows if kinds[problem_id] == kind]
        part = part_of_key({problem_id: rows[problem_id] for problem_id in ids}, key.answers, checks)
        proofs = share(rows[problem_id]["status"] == "solved" for problem_id in ids)
        accepted = share(problem_id in checks and checks[problem_id].accepted for problem_id in ids)
        if ids:
            table.append((kind, len(ids), proofs, accepted, part.exact, part.precision))
    return table


def measure(
    rows: Mapping[str, Row], kinds: Mapping[str, str], key: Key, checks: Mapping[str, Check], peak_mib: float | None
) -> dict[str, Any]:
    """Return every figure of a run.

    Args:
        rows: by id.
        kinds: kind of goal by id.
        key: known answers.
        checks: verdict of the checker by id, of every solved problem.
        peak_mib: the most memory that one process used; None where nothing was solved now.
    """
    confirmed = {problem_id: key.answers[problem_id] for problem_id in key.confirmed if problem_id in key.answers}
    exact = [row for problem_id, row in rows.items() if problem_id in key.answers and is_exact(row, key.answers[problem_id])]
    unkeyed = [problem_id for problem_id in rows if kinds[problem_id] in NO_KEY]
    in_spite = {problem_id: row for problem_id, row in rows.items() if row["notes"]}
    without = {problem_id: {**row, "answer": None} if row["notes"] else row for problem_id, row in rows.items()}
    unproved = {name: row["oracle"] for name, row in rows.items() if row["answer"] is None and name in key.answers}
    withheld = {name: value for name, value in unproved.items() if value is not None}
    return {
        "problems": len(rows),
        "statuses": dict(Counter(row["status"] for row in rows.values()).most_common()),
        "failures": [(name, row["reason"]) for name, row in rows.items() if row["reason"].startswith(_FAILURES)],
        "whole": part_of_key(rows, key.answers, checks),
        "confirmed": part_of_key(rows, confirmed, checks),
        "in_spite": part_of_key(in_spite, key.answers, checks),
        "in_spite_proofs": Share(len(in_spite), len(rows)),
        "without_in_spite": part_of_key(without, key.answers, checks),
        "by_kind": by_kind(rows, kinds, key, checks),
        "unkeyed": share(problem_id in checks and checks[problem_id].accepted for problem_id in unkeyed),
        "accepted": share(check.accepted for check in checks.values()),
        "rejected": [(problem_id, check.fault) for problem_id, check in checks.items() if not check.accepted],
        "refused": [(name, row["reason"].partition(": ")[2]) for name, row in rows.items() if row["reason"].startswith(_REFUSED)],
        "disagreements": disagreements(rows, key),
        "withheld": share(bool(equal(key.answers[name], value, "textbook")) for name, value in withheld.items()),
        "steps": _spread([len(row["steps"]) for row in exact], 50, 90, 100),
        "steps_of_all": _spread([len(row["steps"]) for row in rows.values() if row["steps"]], 50, 90, 100),
        "seconds": _spread([row["seconds"] for row in rows.values()], 50, 90, 100),
        "peak_mib": peak_mib,
        "rules": Counter(step["rule_id"] for row in rows.values() for step in row["steps"]).most_common(),
    }


def _spread(values: Sequence[float], *percents: int) -> dict[str, float | None]:
    return {f"p{percent}": percentile(values, percent) for percent in percents}


def goals_of(found: Mapping[str, Any], fifteen: Part | None) -> Iterable[Goal]:
    """Put the figures beside what they should be."""
    whole, confirmed, accepted = found["whole"], found["confirmed"], found["accepted"]
    statuses = ", ".join(f"{status.replace('_', ' ')} {count}" for status, count in found["statuses"].items())
    yield Goal("problems, by status", statuses, "", None)
    yield Goal("failures of the program", str(len(found["failures"])), "0", not found["failures"])
    yield _at_least("exact with an accepted proof, whole key", whole.accepted, 80)
    yield _at_least("  confirmed part", confirmed.accepted, 75)
    yield Goal("  exact, accepted or not: whole, confirmed", f"{whole.exact}, {confirmed.exact}", "", None)
    yield _at_least("precision, whole key", whole.precision, 96.5)
    yield _at_least("  confirmed part", confirmed.precision, 98)
    yield Goal("proofs in spite of a contradiction, of all problems", str(found["in_spite_proofs"]), "", None)
    yield Goal("  precision of these, whole key", str(found["in_spite"].precision), "", None)
    without = found["without_in_spite"]
    yield Goal("  without these: exact with an accepted proof, precision", f"{without.accepted}, {without.precision}", "", None)
    yield Goal("proofs that the checker accepts", str(accepted), "all", accepted.count == accepted.total)
    yield Goal("proofs withheld, since the engine's own check rejects them", str(len(found["refused"])), "", None)
    for fault, places in found.get("faults", {}).items():
        yield Goal(f"faults of proofs: {fault}", str(len(places)), "0", not places)
    yield Goal("area, shaded, scale: accepted proofs", str(found["unkeyed"]), "reported", None)
    if fifteen is not None:
        yield Goal("worked examples right with an accepted proof", str(fifteen.accepted), "all", fifteen.accepted.value == 1)
    yield Goal("no proof, but the model has the key's value", str(found["withheld"]), "", None)
    yield from _goals_of_size(found)


def _at_least(name: str, of: Share, percent: float) -> Goal:
    return Goal(name, str(of), f"at least {percent:g} %", None if of.value is None else 100 * of.value >= percent)


def _goals_of_size(found: Mapping[str, Any]) -> Iterable[Goal]:
    steps, seconds, memory = found["steps"], found["seconds"], found["peak_mib"]
    is_short = steps["p50"] is not None and steps["p50"] <= 6 and steps["p90"] <= 12
    is_fast = seconds["p50"] is not None and seconds["p50"] <= 0.5 and seconds["p90"] <= 3
    yield Goal("steps of exact proofs: median, p90, most", _listed(steps), "at most 6, 12", is_short)
    yield Goal("  of all proofs", _listed(found["steps_of_all"]), "", None)
    yield Goal("seconds a problem: median, p90, most", _listed(seconds), "at most 0.5, 3", is_fast)
    yield Goal("most memory of one process", f"{memory:.0f} MiB" if memory else "not measured", "", None)


def _listed(spread: Mapping[str, float | None]) -> str:
    return ", ".join("none" if value is None else f"{value:.3g}" for value in spread.values())
