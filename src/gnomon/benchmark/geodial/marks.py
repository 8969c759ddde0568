"""Marks of a turn against the teacher's: labels, words, and for each category the true names beside those given (GeoDial 5.1).

A reply that cannot be read gives no label, no words and no highlights; what can be read of a reply in part counts.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from gnomon.benchmark.benchmark import NOT_APPLICABLE, Answer, Grade
from gnomon.benchmark.geodial.points import CATEGORIES
from gnomon.figure import Highlights

LABELS = ("act", "subact", "feedback")


def grade_of(truth: Mapping[str, Any], answer: Answer) -> Grade:
    """Compare an answer with the truth.

    Marks: ``act``, ``subact``, ``feedback`` and ``utterance`` as given, None where unreadable, with ``act_right`` and so on as
    0 or 1; and for each category asked a record of ``true`` and ``given`` names, ``says`` (the yes or no of the focused
    setting; None in the one-call setting) and ``is_read`` (in one call, whether either colour could be read). ``lines_f1`` and
    so on are the row's f of what counts as highlighted, for rows where either side highlights. The focused setting gives act
    and subact, so it has no marks of them.
    """
    if not answer.applies:
        return Grade(reasons={"not applicable": answer.extra[NOT_APPLICABLE]})
    found = _focused(truth, answer.value) if answer.extra.get("setting") == "focused" else _turn(truth, answer.value)
    marks = {category: record for category, record in found.items() if category in CATEGORIES}
    scores = {f"{category}_f1": f1 for category, record in marks.items() if (f1 := _row_f1(record)) is not None}
    reasons = {category: _told(record) for category, record in marks.items() if set(record["true"]) != set(_counted(record))}
    return Grade(marks={**found, **scores}, reasons=reasons)


def given_highlights(answer: Answer) -> tuple[Highlights, Highlights | None]:
    """Return what an answer highlights, green and brown; empty where nothing could be read."""
    value = answer.value or {}
    if answer.extra.get("setting") == "focused":
        asked = {category: value[category] for category in CATEGORIES if category in value}
        return Highlights(**{name: each["names"] for name, each in asked.items() if each["says"] and each["names"]}), None
    green, brown = (_highlights(value.get(key)) for key in ("highlights", "highlights2"))
    return green, brown or None


def _turn(truth: Mapping[str, Any], value: Mapping[str, Any] | None) -> dict[str, Any]:
    read = value or {}
    green, brown = (read.get(key) or {} for key in ("highlights", "highlights2"))
    records = {}
    for category in CATEGORIES:
        read_names = [names for colour in (green, brown) if (names := colour.get(category)) is not None]
        given = list(dict.fromkeys(name for names in read_names for name in names))
        records[category] = _record(truth, category, given, says=None, is_read=bool(read_names))
    return {**_labels(truth, value), **records}


def _focused(truth: Mapping[str, Any], value: Mapping[str, Any]) -> dict[str, Any]:
    records = {}
    for category in CATEGORIES:
        if category in value:
            asked = value[category]
            was_decided = bool(truth[category])
            is_read = asked["says"] is not None and (asked["names"] is not None or not was_decided)
            records[category] = _record(truth, category, asked["names"] or [], says=bool(asked["says"]), is_read=is_read)
    if "turn" not in value:
        return records
    # Act and subact were given with the request: to count them as hits would be to measure the prompt.
    labels = _labels(truth, value["turn"])
    return {name: mark for name, mark in labels.items() if not name.startswith(("act", "subact"))} | records


def _labels(truth: Mapping[str, Any], value: Mapping[str, Any] | None) -> dict[str, Any]:
    given = {name: (value or {}).get(name) for name in (*LABELS, "utterance")}
    return {**given, **{f"{name}_right": int(given[name] == truth[name]) for name in LABELS}}


def _record(truth: Mapping[str, Any], category: str, given: list[str], *, says: bool | None, is_read: bool) -> dict[str, Any]:
    return {"true": truth[category], "given": given, "says": says, "is_read": is_read}


def _counted(record: Mapping[str, Any]) -> Sequence[str]:
    return () if record["says"] is False else record["given"]


def _row_f1(record: Mapping[str, Any]) -> float | None:
    """Return 2|T and E|/(|T|+|E|); None where both are empty."""
    true, given = set(record["true"]), set(_counted(record))
    return 2 * len(true & given) / (len(true) + len(given)) if true or given else None


def _told(record: Mapping[str, Any]) -> str:
    given = ", ".join(_counted(record)) or ("nothing" if record["is_read"] else "nothing readable")
    return f"highlights {given}; the teacher {', '.join(record['true']) or 'nothing'}"


def _highlights(value: Mapping[str, Any] | None) -> Highlights:
    return Highlights(**{category: (value or {}).get(category) or () for category in CATEGORIES})
