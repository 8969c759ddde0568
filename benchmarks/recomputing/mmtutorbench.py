"""MMTutorBench with scipy, sacrebleu and rouge-score; the table of the corpus from the data's file."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

from benchmarks.recomputing.agreement import agreement_tables, people_tables
from benchmarks.recomputing.cells import Figures, Found, Row, Runs, counts, marks_of, mean
from benchmarks.recomputing.keysteps import (
    Line,
    gaps,
    group,
    lines_of,
    marks_table,
    persona_table,
    texts_table,
    total,
    weighted,
    zeros_table,
)

__all__ = ["figures"]

NAME = "mmtutorbench"
DOMAINS = ("Algebra", "Geometry", "Advanced")
LEVELS = ("Easy", "Medium", "Hard")
VARIANTS = ("zero-shot", "query", "ocr", "1-shot", "3-shot")
_PARTS = {"Insight": "insight_discovery", "OpForm.": "operation_formulation", "OpExec.": "operation_execution"}


def figures(runs: Runs, data: Path) -> Figures:
    """Return every figure of the report by table, line and column."""
    lines = lines_of(runs)
    return {
        **marks_table(f"{NAME}.main", lines),
        **_weighted(lines),
        **_by_group("domain", DOMAINS, lines),
        **_by_group("difficulty", LEVELS, lines),
        **_variants(runs),
        **persona_table(f"{NAME}.persona", lines),
        **zeros_table(f"{NAME}.zeros", lines),
        **agreement_tables(NAME, runs),
        **people_tables(runs),
        **texts_table(f"{NAME}.texts", lines),
        **_corpus(data),
    }


def _weighted(lines: Iterable[Line]) -> Figures:
    found: Figures = {}
    for name, rows in lines:
        found[f"{NAME}.weighted", name, "Tot."] = mean(rows, total)
        found[f"{NAME}.weighted", name, "weighted"] = mean(rows, weighted)
        found[f"{NAME}.weighted", name, "marks with a gap"] = gaps(rows)
        found |= counts(f"{NAME}.weighted", name, rows)
    return found


def _by_group(kind: str, values: Iterable[str], lines: Iterable[Line]) -> Figures:
    found: Figures = {}
    for name, rows in lines:
        for value in values:
            inside = group(rows, kind, value)
            found[f"{NAME}.{kind}", name, value] = mean(inside, total)
            found[f"{NAME}.{kind}", name, f"graded, {value}"] = Found(sum(total(row) is not None for row in inside))
        found[f"{NAME}.{kind}", name, "marks with a gap"] = gaps(rows)
        found |= counts(f"{NAME}.{kind}", name, rows)
    return found


def _variants(runs: Runs) -> Figures:
    tutors: dict[str, dict[str, list[Row]]] = {}
    for rows in runs.values():
        told = next((row["answer"]["extra"] for row in rows if row["answer"] and row["answer"]["extra"].get("variant")), None)
        if told is not None:
            judge = next((marks_of(row)["judge"] for row in rows if "judge" in marks_of(row)), None)
            name = ", ".join(part for part in (told["tutor"], told["persona"], judge) if part)
            tutors.setdefault(name, {}).setdefault(told["variant"], list(rows))
    found: Figures = {}
    for name, by_variant in tutors.items():
        rows = [row for part in by_variant.values() for row in part]
        for variant in VARIANTS:
            cell = mean(by_variant.get(variant, []), total)
            found[f"{NAME}.variants", name, variant] = found[f"plot {NAME}.variants", name, variant] = cell
        found[f"{NAME}.variants", name, "marks with a gap"] = gaps(rows)
        found |= counts(f"{NAME}.variants", name, rows)
    return found


def _corpus(data: Path) -> Figures:
    path = data / "items.jsonl" if data.is_dir() else data
    items = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    pictures = [len(item["images"]) + 1 for item in items]
    words = {f"words of {part}": sum(len(item["reference"][key].split()) for item in items) for part, key in _PARTS.items()}
    domains = [item["domain"] if item["domain"] in DOMAINS[:2] else DOMAINS[2] for item in items]
    levels = [LEVELS[max(0, min(item["difficulty"], 4) - 2)] for item in items]
    cells: dict[str, float] = {
        "problems": len(items),
        "pictures": sum(pictures),
        "with 1 picture": pictures.count(1),
        "with 2": pictures.count(2),
        "with 3 or more": sum(number > 2 for number in pictures),  # three or more
        **words,
        "words of references": sum(words.values()),
        **{domain: domains.count(domain) / len(items) for domain in DOMAINS},
        **{level: levels.count(level) / len(items) for level in LEVELS},
    }
    return {(f"{NAME}.corpus", "these data", column): Found(value) for column, value in cells.items()}
