"""Problems of files to editors: YAML with one problem or several, GeoGebra files with a figure, problems of the bank."""

from __future__ import annotations

from pydantic import ValidationError

from gnomon.drawing import GeoGebraError, read_geogebra
from gnomon.problem import MalformedFileError
from gnomon.problem.bank import bank_entries, proofs
from gnomon.problem.entry import ProblemEntry, complaints
from gnomon.problem.entry_writing import figure_entry
from gnomon.problem.yaml_source import YamlError, parse_yaml
from gnomon.studio.editor.edit import Edit, edit_of, is_statement

LARGEST_FILE = 2_000_000
"""Bytes: the whole bank has a fifteenth of it, and a GeoGebra file with pictures as much."""
MOST_PROBLEMS = 50
"""Of a file that is opened at once: each becomes an editor."""
_ASKS_A_PROOF = "it asks for a proof, which `gnomon solve` gives; tutors talk about values only: ask for one, such as find: ∠ABC"


def edits_in(content: bytes) -> list[Edit]:
    """Return the editors that a file makes: a GeoGebra file one, YAML one a problem, with its answer as the key.

    Raises:
        MalformedFileError: when it is neither, or a problem is in no order; one line says why.
    """
    if content[:2] == b"PK":  # a GeoGebra file is a zip archive
        return [edit_of_geogebra(content)]
    try:
        entries = _entries(content.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise MalformedFileError("expected a .yaml file with problems or a .ggb file, got a file of another kind") from error
    return [edit.model_copy(update={"key": entry.answer}) for entry, edit in zip(entries, _edits(entries), strict=True)]


def edits_of_yaml(text: str) -> list[Edit]:
    """Return an editor for each problem of a YAML text.

    Raises:
        MalformedFileError: as `edits_in`.
    """
    return _edits(_entries(text))


def _edits(entries: list[ProblemEntry]) -> list[Edit]:
    try:
        return [edit_of(entry) for entry in entries]
    except ValidationError as error:
        raise MalformedFileError(complaints(error)[0].message) from error


def _entries(text: str) -> list[ProblemEntry]:
    try:
        data = parse_yaml(text).data
    except YamlError as error:
        raise MalformedFileError(f"line {error.line}: {error}") from error
    entries = data if isinstance(data, list) else [data]
    if not entries or len(entries) > MOST_PROBLEMS:
        raise MalformedFileError(f"expected from 1 to {MOST_PROBLEMS} problems, got {len(entries)}")
    return [_entry(entry, number) for number, entry in enumerate(entries, 1)]


def edit_of_geogebra(content: bytes) -> Edit:
    """Return an editor with the figure of a GeoGebra file.

    Raises:
        MalformedFileError: as `edits_in`.
    """
    try:
        found = read_geogebra(content)
        return Edit(figure=figure_entry(found.figure))
    except GeoGebraError as error:
        raise MalformedFileError(str(error)) from error
    except ValidationError as error:
        raise MalformedFileError(complaints(error)[0].message) from error


def edit_of_bank(problem_id: str) -> Edit | None:
    """Return an editor with a copy of a problem of the bank; None where there is none.

    Raises:
        MalformedFileError: when it is one of those to prove, which have no editor.
    """
    if problem_id in proofs():
        raise MalformedFileError(f"{problem_id}: {_ASKS_A_PROOF}")
    entry = bank_entries().get(problem_id)
    if entry is None:
        return None
    copy = edit_of(ProblemEntry.model_validate(entry))
    return copy.model_copy(update={"source": copy.source or f"a copy of {problem_id}"})


def _entry(entry: object, number: int) -> ProblemEntry:
    if not isinstance(entry, dict):
        raise MalformedFileError(f"problem {number}: expected keys with values (id, text, figure, facts, find)")
    try:
        # An editor gives its problem an id of its own.
        read = ProblemEntry.model_validate({"id": "new", **entry})
    except ValidationError as error:
        first = complaints(error)[0]
        where = ".".join(map(str, first.path))
        raise MalformedFileError(f"problem {number}: {where}{': ' if where else ''}{first.message}") from error
    if read.prove is not None or is_statement(read.find or ""):
        raise MalformedFileError(f"problem {number}: {_ASKS_A_PROOF}")
    return read
