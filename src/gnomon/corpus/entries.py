"""Reading a corpus: dialogues of our own JSON Lines and of GeoDial's published form, side by side, each row kept as written.

Nothing is filled in: what a row does not tell is None, or not in `Entry.told`, so that statistics can say what they rest on.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from pydantic import Field

from gnomon.datasets import DatasetItem, GeoDialItem, GeoDialTurnNotes, Loaded, open_dataset, read_geodial_row
from gnomon.datasets.fields import Fields
from gnomon.datasets.rows import load_rows
from gnomon.dialogue import Dialogue
from gnomon.problem import ProblemError, Question, load_problem

EXPECTED = 'dialogues, our own {"problem": ID, "turns"} or GeoDial\'s {"problem": {...}, "turns"}'
_NAMES_OF_TURNS = ("turns", "dialog", "conversation")
_NAMES_OF_CHOSEN = ("chosen", "proposer")
_TUTORS = frozenset({"teacher", "tutor"})


class Entry(DatasetItem):
    """One dialogue of a corpus with what was recorded beside it."""

    file: str
    """Name of the file, without its folder."""
    row: int
    """Line of a JSONL file, or place in a JSON list, from 1."""
    folder: Path
    """Of the file; pictures that the row names are relative to it."""
    written: Mapping[str, Any] = Field(repr=False)
    """The row itself, which `gnomon.corpus.writing` writes again."""
    dialogue: Dialogue
    problem_id: str
    question: Question | None
    """None: the dialogue names a problem that is not to be found."""
    has_own_problem: bool
    """Whether the row holds its problem, as GeoDial's do, instead of a reference."""
    batch: str | None = None
    teacher: str = ""
    """Code of the annotator, or the tutor of a dialogue of ours; empty where none is told."""
    notes: tuple[GeoDialTurnNotes, ...] = ()
    """One for each tutor turn, in order; none at all in dialogues of ours."""
    debrief: Mapping[str, int] = Field(default_factory=dict)
    told: frozenset[str] = frozenset()
    """Which fields of tutor turns the row has: ``highlights``, ``feedback``, ``missing``, ``proposals``, ``chosen``."""

    @property
    def place(self) -> str:
        """File and row, for messages."""
        return f"{self.file}, row {self.row}"


def load_entries_of(sources: Sequence[str]) -> Loaded[Entry]:
    """Read dialogues.

    Args:
        sources: files or folders of JSON Lines or JSON lists, plain or gzipped; ``geodial`` is the copy that was added, or our
            sample.

    Returns:
        The dialogues; rows that could not be read are its ``bad_rows``, with file and line.

    Raises:
        WrongFileError: when no row is a dialogue.
        MissingDatasetError: when the copy that was added is gone.
        OSError: when a file cannot be read.
    """
    questions: dict[str, Question | None] = {}
    return load_rows(files_of(sources), lambda row: _entry(row, questions), EXPECTED)


def files_of(sources: Sequence[str]) -> list[Path]:
    """Return what sources name: files and folders; ``geodial`` stands for the files of the copy that was added, or our sample.

    Raises:
        MissingDatasetError: when the copy that was added is gone.
    """
    return [path for source in sources for path in _paths(source)]


def _paths(source: str) -> Iterable[Path]:
    path = Path(source)
    if path.exists() or source != "geodial":
        return [path]
    opened = open_dataset(source)
    return opened.record.data_files(opened.loaded.path)


def _entry(row: Fields, questions: dict[str, Question | None]) -> Entry:
    if isinstance(row.data.get("problem"), Mapping):
        return _of_geodial(row, read_geodial_row(row, {}))
    dialogue = Dialogue.model_validate(row.data)
    if dialogue.problem not in questions:
        questions[dialogue.problem] = _question(dialogue.problem)
    return Entry(
        id=dialogue.id or row.row_id("id"),
        file=row.file,
        row=row.number,
        folder=row.folder,
        written=row.data,
        dialogue=dialogue,
        problem_id=dialogue.problem,
        question=questions[dialogue.problem],
        has_own_problem=False,
        teacher=dialogue.tutor,
        told=told_by(row.data),
    )


def _of_geodial(row: Fields, item: GeoDialItem) -> Entry:
    return Entry(
        id=item.id,
        file=row.file,
        row=row.number,
        folder=row.folder,
        written=row.data,
        dialogue=item.dialogue,
        problem_id=item.problem_id,
        question=item.question,
        has_own_problem=True,
        batch=item.batch,
        teacher=item.teacher,
        notes=item.turn_notes,
        debrief=item.debrief,
        told=told_by(row.data),
        extra=item.extra,
    )


def _question(reference: str) -> Question | None:
    try:
        return load_problem(reference).question
    except (ProblemError, OSError):
        return None


def told_by(row: Mapping[str, Any]) -> frozenset[str]:
    """Say which fields some tutor turn has: one that none has was not recorded, which is something else than empty."""
    turns = [turn for turn in written_turns(row) if str(turn.get("role", turn.get("speaker", ""))).strip().lower() in _TUTORS]
    names = {name for turn in turns for name, value in turn.items() if value is not None}
    colours = [turn.get("highlights") or {} for turn in turns]
    inside = [colour for each in colours for colour in (each, each.get("green") or {}, each.get("brown") or {})]
    found = names & {"highlights", "feedback", "proposals", "missing"}
    found |= {"missing"} if any("missing" in each for each in inside) else set()
    found |= {"chosen"} if names & set(_NAMES_OF_CHOSEN) else set()
    return frozenset(found)


def written_turns(row: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return the turns of a row that was read, as written."""
    return next((row[name] for name in _NAMES_OF_TURNS if row.get(name) is not None), [])
