"""What a bundle holds, member by member, and how much of the data may be in it.

==================  ====================================================================================
``bundle.json``     format, who made it, models by role, the data's licence, hashes of all other members
``run.json``        configuration, versions, hashes of prompts and data; no folders of this machine
``prompts.json``    the whole text of each prompt, by name
``replies.jsonl``   raw replies of tutor, judge and other models, each with the first row that asked for it
``rows.jsonl``      the rows, in the items' order
``summary.json``    as the run wrote it
``figures.json``    headline figures, and every table of the report with its intervals
``data/``           the data, where their licence lets them be passed on
``files/``          files that a setting names, such as folds
==================  ====================================================================================

Of data that may not be passed on rows keep ids and hashes in place of text and truth, and of replies that are the data's own.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict

from gnomon.benchmark.benchmark import Benchmark, Row
from gnomon.benchmark.catalogue import dataset_of
from gnomon.benchmark.data import SAMPLE
from gnomon.benchmark.results import RunConfig
from gnomon.datasets import dataset_record
from gnomon.pages import Table

FORMAT = 1
"""Raised when a bundle means something else."""
MANIFEST, RECORD, PROMPTS, REPLIES, ROWS, SUMMARY, FIGURES = (
    "bundle.json",
    "run.json",
    "prompts.json",
    "replies.jsonl",
    "rows.jsonl",
    "summary.json",
    "figures.json",
)
DATA, FILES = "data/", "files/"
FILE_SETTINGS = ("folds", "problems")
"""Settings of benchmarks that name a file, which comes along."""
_OPEN = ("CC BY", "MIT", "as gnomon")
"""How licences begin under which data may be passed on, with their attribution."""
_OWN_WORDS = ("reference", "recorded", "random-turn", "majority")
"""Tutors whose replies are the data's own words."""
_MODEL = re.compile(r"(?!grounded\+|focused\+)(?:.+@)?https?://[^@]*", re.DOTALL)
"""The address of a model; of a pipeline around one, its opening might import what a stranger names."""
_TEXT_SUFFIXES = (".json", ".jsonl", ".json.gz", ".jsonl.gz", ".csv")


class DataNote(BaseModel):
    """What a bundle says of its data."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str
    licence: str
    publisher: str
    is_sample: bool
    """Whether they are the small sample that comes with gnomon."""
    is_open: bool
    """Whether texts and truth are in the rows."""
    is_included: bool
    """Whether the data are in the bundle."""


class Manifest(BaseModel):
    """``bundle.json``."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    format: int
    gnomon: str
    """The version that made it."""
    models: dict[str, str]
    """Names by role."""
    data: DataNote
    sha256: dict[str, str]
    """Of every other member, by name."""


def note_of(config: RunConfig) -> DataNote:
    """Say what may be passed on of a run's data."""
    record = dataset_record(dataset_of(config.task))
    is_sample = config.data == SAMPLE
    is_open = is_sample or record.licence.startswith(_OPEN)
    path = Path(config.data)
    is_included = is_open and not is_sample and path.is_file() and path.name.endswith(_TEXT_SUFFIXES)
    return DataNote(
        name=record.name,
        licence=record.licence,
        publisher=record.publisher,
        is_sample=is_sample,
        is_open=is_open,
        is_included=is_included,
    )


def public_row(row: Row, note: DataNote, config: RunConfig) -> dict[str, Any]:
    """Return a row as the bundle holds it, with what its calls cost."""
    found = row.model_dump(mode="json")
    if note.is_open:
        return found
    found["text"] = ""
    found["truth"] = hidden(found["truth"])
    answer = found["answer"]
    if answer is not None:
        if (config.tutor or "").startswith(_OWN_WORDS):
            answer["text"], answer["value"] = hidden(answer["text"])["sha256"], hidden(answer["value"])
        if "earlier" in answer["extra"]:  # the student's questions are the data's
            answer["extra"]["earlier"] = hidden(answer["extra"]["earlier"])
    return found


def hidden(value: Any) -> dict[str, str]:  # noqa: ANN401 - plain JSON
    """Return the hash of a value in its place."""
    return {"sha256": hashlib.sha256(json.dumps(value, sort_keys=True, ensure_ascii=False).encode()).hexdigest()}


def is_opaque(config: RunConfig) -> bool:
    """Say whether the tutor's replies cannot be had from replies of models: a user's code, another run, a program that reads.

    Checking a bundle runs nothing that it names, so such replies stand as they are.
    """
    tutor = config.tutor or ""
    return (":" in tutor and not _MODEL.fullmatch(tutor)) or (config.ocr or "").startswith("command:")


def figures_of(benchmark: Benchmark, rows: Sequence[Row]) -> dict[str, Any]:
    """Return headline figures and tables of rows; BERTScore is left out, for its model is not everywhere."""
    tables = benchmark.tables({"run": rows})
    return {"headline": dict(benchmark.headline(rows)), "tables": {table.id: _table(table) for table in tables if table.ours}}


def _table(table: Table) -> list[dict[str, Any]]:
    kept = [place for place, name in enumerate(table.columns) if "bert" not in name.lower()]
    return [
        {
            "name": row.name,
            **{table.columns[place]: [row.cells[place].value, row.cells[place].low, row.cells[place].high] for place in kept},
        }
        for row in table.ours
    ]


def lines_of(rows: Iterable[Mapping[str, Any]]) -> bytes:
    """Return rows as JSON Lines."""
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows).encode()


def text_of(value: Any) -> bytes:  # noqa: ANN401 - plain JSON
    """Return plain JSON as text."""
    return (json.dumps(value, ensure_ascii=False, indent=1) + "\n").encode()


def sha256_of(content: bytes) -> str:
    """Return the hash of a member."""
    return hashlib.sha256(content).hexdigest()
