"""What is written when a run is over: the summary of all its rows, and the training rows of a search."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from gnomon.files import replacing
from gnomon.inquiry.config import InquiryKind
from gnomon.inquiry.counting import counts_of
from gnomon.inquiry.folder import read_results
from gnomon.inquiry.protocol.records import InquiryRow, SearchTree
from gnomon.inquiry.search.preferences import PreferenceCounts, training_rows
from gnomon.inquiry.search.selection import SelectionRow, count_selection
from gnomon.models import Calls, add_calls
from gnomon.pages import Counts
from gnomon.runs import ROWS, read_lines, row_places


def finish(folder: Path, kind: InquiryKind) -> tuple[dict[str, Any], Counts]:
    """Count all rows of a folder, write the training rows of a search, and return the summary and what is in no figure."""
    whole = Counts(0)
    counts = Counter({"rows": 0, "failed": 0})
    calls: dict[str, Calls] = {}
    for row in read_results(folder):
        _count(counts, row)
        whole = Counts(*map(sum, zip(whole, counts_of([row]), strict=True)))  # one row in memory at a time
        calls = add_calls([calls, row.calls])
    counts["unreadable"] = whole.unreadable
    summary: dict[str, Any] = {**counts, "calls": {role: each.model_dump() for role, each in sorted(calls.items())}}
    if kind == "search":
        summary["training_rows"] = write_training_rows(folder).model_dump()
    if kind == "select":
        rows = (row for row in read_results(folder) if isinstance(row, SelectionRow))
        summary["selection"] = count_selection(rows).model_dump()
    return summary, whole


def write_training_rows(folder: Path, *, keep_unsolved: bool = False) -> PreferenceCounts:
    """Write ``sft.jsonl`` and ``dpo.jsonl`` from the trees of a folder, in the order of the trees' ids.

    Args:
        folder: of a search, finished or not.
        keep_unsolved: as for `training_rows`.
    """
    counts = PreferenceCounts()
    with (
        replacing(folder / "sft.jsonl") as sft_draft,
        replacing(folder / "dpo.jsonl") as dpo_draft,
        sft_draft.open("w", encoding="utf-8") as sft,
        dpo_draft.open("w", encoding="utf-8") as dpo,
    ):
        files = {"sft": sft, "dpo": dpo}
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
    """Yield trees by id, one in memory at a time: training rows do not depend on the order in which dialogues ended."""
    path = folder / ROWS
    places = row_places(path)
    yield from map(SearchTree.model_validate_json, read_lines(path, (places[tree_id] for tree_id in sorted(places))))
