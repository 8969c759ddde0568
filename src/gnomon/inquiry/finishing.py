"""What is written when a run is over: the summary of all its rows, and the training rows of a search."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from gnomon.files import replacing
from gnomon.inquiry.config import InquiryKind
from gnomon.inquiry.folder import read_results
from gnomon.inquiry.protocol.records import InquiryRow, RoleCalls, SearchTree
from gnomon.inquiry.search.preferences import PreferenceCounts, training_rows
from gnomon.inquiry.search.selection import SelectionRow, count_selection


def finish(folder: Path, kind: InquiryKind) -> dict[str, Any]:
    """Count all rows of a folder, write the training rows of a search, and return the counts."""
    counts = Counter({"rows": 0, "failed": 0})
    calls: dict[str, RoleCalls] = {}
    for row in read_results(folder):
        _count(counts, row)
        for role, more in row.calls.items():
            calls[role] = calls.get(role, RoleCalls()) + more
    summary: dict[str, Any] = {**counts, "calls": {role: each.model_dump() for role, each in sorted(calls.items())}}
    if kind == "search":
        return {**summary, "training_rows": write_training_rows(folder).model_dump()}
    if kind == "select":
        rows = (row for row in read_results(folder) if isinstance(row, SelectionRow))
        return {**summary, "selection": count_selection(rows).model_dump()}
    return summary


def write_training_rows(folder: Path, *, keep_unsolved: bool = False) -> PreferenceCounts:
    """Write ``sft.jsonl`` and ``dpo.jsonl`` from the trees of a folder, in the order of the trees' ids.

    Args:
        folder: of a search, finished or not.
        keep_unsolved: as for `training_rows`.
    """
    counts = PreferenceCounts()
    with ExitStack() as stack:
        drafts = {kind: stack.enter_context(replacing(folder / f"{kind}.jsonl")) for kind in ("sft", "dpo")}
        files = {kind: stack.enter_context(draft.open("w", encoding="utf-8")) for kind, draft in drafts.items()}
        for row in training_rows(_trees_in_order(folder), counts, keep_unsolved=keep_unsolved):
            files[row.kind].write(json.dumps(row.as_trl(), ensure_ascii=False) + "\n")
    return counts


def _count(counts: Counter[str], row: InquiryRow | SearchTree | SelectionRow) -> None:
    counts["rows"] += 1
    counts["failed"] += row.error is not None
    if isinstance(row, InquiryRow):
        counts["unread"] += sum(evaluation.num_unread for evaluation in row.evaluations)
        counts["leaks"] += sum(exchange.leak is not None for exchange in row.exchanges)
        counts["leaks_acted"] += sum(exchange.leak_acted for exchange in row.exchanges)
    elif isinstance(row, SearchTree):
        counts["samples_drawn"] += row.calls_made
        counts["samples_saved"] += row.calls_saved


def _trees_in_order(folder: Path) -> Iterator[SearchTree]:
    """Yield trees by id, one in memory at a time: dialogues end in any order, training rows should not depend on it."""
    path = folder / "rows.jsonl"
    places: list[tuple[str, int]] = []
    offset = 0
    with path.open("rb") as lines:
        for line in lines:
            if line.endswith(b"\n"):
                places.append((json.loads(line)["id"], offset))
            offset += len(line)
        for _, place in sorted(places):
            lines.seek(place)
            yield SearchTree.model_validate_json(lines.readline())
