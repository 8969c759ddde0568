"""What the results folder of an inquiry holds beside what every run has: its configuration, and its rows by their kind."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from gnomon import runs
from gnomon.inquiry.config import InquiryConfig
from gnomon.inquiry.protocol.records import InquiryRow, SearchTree
from gnomon.inquiry.search.selection import SelectionRow
from gnomon.prompts import load
from gnomon.runs import ROWS, Record, RunFiles, versions_of

AnyRow = InquiryRow | SearchTree | SelectionRow
InquiryRecord = Record[InquiryConfig]
"""What ``run.json`` holds; its hash of the data is that of the problems' files, and of the selection where one is used."""
_ROW_TYPES: Mapping[str, type[AnyRow]] = {"run": InquiryRow, "search": SearchTree, "select": SelectionRow}
_LIBRARIES = ("openai", "math-verify", "ray")


def record_of(config: InquiryConfig, prompts: Iterable[str], files: Iterable[Path]) -> InquiryRecord:
    """Return the record of a run that begins now.

    Args:
        config: of the run.
        prompts: names of those in use.
        files: that the problems come from.
    """
    digest = hashlib.sha256()
    for path in files:
        with path.open("rb") as stream:
            while chunk := stream.read(1 << 20):  # files of problems may be larger than the memory
                digest.update(chunk)
    hashes = {name: load(name).sha256 for name in prompts}
    return InquiryRecord(config=config, versions=versions_of(_LIBRARIES), prompts=hashes, data_sha256=digest.hexdigest())


def read_inquiry(folder: Path) -> InquiryRecord:
    """Read ``run.json``.

    Raises:
        RunError: when the folder holds no run, or one that cannot be read.
    """
    return runs.read_record(RunFiles.in_folder(folder).record, InquiryRecord)


def read_results(folder: Path) -> Iterator[AnyRow]:
    """Yield the rows of a run: of a finished one in the order of the problems, else as their dialogues ended.

    Raises:
        RunError: when the folder holds no run, or a whole line is no row.
    """
    yield from runs.read_rows(folder / ROWS, _ROW_TYPES[read_inquiry(folder).config.kind])
