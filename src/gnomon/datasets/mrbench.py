"""MRBench: tutor responses to a student's mistake, labelled by people (BEA 2025 shared task; bea-jh 3).

Read are the shared task's format (``tutor_responses``, four dimensions, its test set without labels), version 2 of MRBench
(``anno_llm_responses``, eight dimensions), and a user's own rows with one ``response`` each, as JSON or CSV.
"""

from __future__ import annotations

import difflib
import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from gnomon.datasets.csv_file import is_csv, require_columns
from gnomon.datasets.errors import WrongFileError
from gnomon.datasets.fields import Fields
from gnomon.datasets.loaded import DatasetItem, Loaded
from gnomon.datasets.rows import Source, find_files, load_rows

BEA_LABELS = ("Yes", "To some extent", "No")
BEA_DIMENSIONS = ("Mistake_Identification", "Mistake_Location", "Providing_Guidance", "Actionability")
MRBENCH_LABELS: Mapping[str, tuple[str, ...]] = {
    "Mistake_Identification": BEA_LABELS,
    "Mistake_Location": BEA_LABELS,
    "Revealing_of_the_Answer": ("No", "Yes (and the answer is correct)", "Yes (but the answer is incorrect)"),
    "Providing_Guidance": BEA_LABELS,
    "Actionability": BEA_LABELS,
    "humanlikeness": BEA_LABELS,
    "Coherence": BEA_LABELS,
    "Tutor_Tone": ("Encouraging", "Neutral", "Offensive"),
}
"""The eight dimensions under their published names, with their labels."""


class HistoryTurn(BaseModel):
    """One turn of the conversation before the responses."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    role: Literal["tutor", "student", "other"]
    """``other``: text before the first speaker's name."""
    speaker: str
    """As written; empty for ``other``."""
    text: str


class TutorResponse(BaseModel):
    """What one tutor answered, with the labels people gave it."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    tutor: str
    text: str
    labels: dict[str, str] = Field(default_factory=dict)
    """By dimension, as written; empty in a test set."""


class MRBenchDialogue(DatasetItem):
    """A conversation that ends with a student's mistake, and the responses of several tutors to it."""

    history: str
    """As written."""
    turns: tuple[HistoryTurn, ...]
    """The history by speaker."""
    responses: tuple[TutorResponse, ...]
    source: str = ""
    """``MathDial`` or ``Bridge``; empty when the file does not say."""
    split: str = ""
    topic: str = ""
    solution: str = ""
    """The reference solution; empty when the file has none."""
    fold: int | None = None
    """Cross-validation fold; None without a folds file."""

    def response(self, tutor: str) -> TutorResponse | None:
        """Return the response of a tutor; None when it gave none."""
        return next((response for response in self.responses if response.tutor == tutor), None)


_SPEAKER = re.compile(r"(?:\A|\n)[ \t\u00a0]*([A-Z][A-Za-z]{4,8})[ \u00a0]*:[ \t\u00a0]*")
_ROLES: Mapping[str, Literal["tutor", "student"]] = {"Tutor": "tutor", "Teacher": "tutor", "Student": "student"}
_EDGES = " \t\r\n\u00a0"


def load_mrbench(path: Source, folds: Path | None = None) -> Loaded[MRBenchDialogue]:
    """Read labelled or unlabelled dialogues of either format.

    Args:
        path: a JSON list of dialogues, a CSV file of a user's own rows, or several.
        folds: a file ``{"fold": {conversation id: fold}}``; None leaves the folds out.

    Raises:
        WrongFileError: when no row is such a dialogue, or ``folds`` is no such file.
    """
    fold_of = load_folds(folds) if folds else {}
    for file in find_files(path):
        if is_csv(file):
            require_columns(file, ("history", "conversation_history"), ("response",))
    return load_rows(
        path,
        lambda row: _dialogue(row, fold_of),
        'MRBench dialogues {"conversation_id", "conversation_history", "tutor_responses"}, or rows {"history", "response"}',
    )


def load_folds(path: Path) -> dict[str, int]:
    """Read cross-validation folds by conversation id.

    Raises:
        WrongFileError: when the file holds none.
    """
    try:
        folds = json.loads(path.read_text("utf-8"))["fold"]
        return {str(name): int(fold) for name, fold in folds.items()}
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise WrongFileError(f'{path}: expected folds {{"fold": {{conversation id: number}}}}, got something else') from error


def parse_history(history: str) -> tuple[tuple[HistoryTurn, ...], tuple[str, ...]]:
    """Part a conversation at the speakers' names that begin a line.

    A name one slip away from a known one (``Turor:``) is read as that one.

    Returns:
        The turns, and the names as written that are misspelt.
    """
    turns: list[HistoryTurn] = []
    misspelt: list[str] = []
    start, speaker, known = 0, "", ""
    for found in [*_SPEAKER.finditer(history), None]:
        near = _known_speaker(found[1]) if found else ""
        if found and not near:
            continue
        text = history[start : found.start() if found else None].strip(_EDGES)
        if known or text:
            turns.append(HistoryTurn(role=_ROLES[known] if known else "other", speaker=speaker, text=text))
        if found:
            start, speaker, known = found.end(), found[1], near
            misspelt += [speaker] if speaker != near else []
    return tuple(turns), tuple(misspelt)


def _known_speaker(name: str) -> str:
    # .8 is one letter wrong or two swapped in a name of five: "Turor" has .8, "Susan" .2.
    return next(iter(difflib.get_close_matches(name, _ROLES, n=1, cutoff=0.8)), "")


def _dialogue(row: Fields, fold_of: Mapping[str, int]) -> MRBenchDialogue:
    name, history = row.row_id("conversation_id", "id"), row.text("conversation_history", "history")
    turns, misspelt = parse_history(history)
    for speaker in misspelt:
        row.note("speaker_misspelt", f"read {speaker!r} as {_known_speaker(speaker)!r}")
    if turns and turns[-1].role != "student":
        row.note("history_ends_without_student", f"the last turn is the {turns[-1].role}'s")
    if fold_of and name not in fold_of:
        row.note("fold_missing", f"the folds file has no {name!r}")
    return MRBenchDialogue(
        id=name,
        history=history,
        turns=turns,
        responses=tuple(_responses(row)),
        source=row.text("Data", default=""),
        split=row.text("Split", default=""),
        topic=row.text("Topic", default=""),
        solution=row.text("Ground_Truth_Solution", default=""),
        fold=fold_of.get(name),
        extra=row.rest(),
    )


def _responses(row: Fields) -> Iterator[TutorResponse]:
    if row.any("tutor_responses", "anno_llm_responses") is None and (row.any("response", "history") is not None):
        yield TutorResponse(tutor=row.text("tutor", default="tutor"), text=row.text("response"))
        return
    responses = row.inner("tutor_responses", "anno_llm_responses")
    for tutor in responses.data:
        given = responses.inner(tutor)
        labels = {name: given.inner("annotation").text(name) for name in given.inner("annotation", required=False).data}
        for dimension, label in labels.items():
            if label not in MRBENCH_LABELS.get(dimension, (label,)):
                given.note("label_unknown", f"{dimension} is {label!r}, none of {', '.join(MRBENCH_LABELS[dimension])}")
        yield TutorResponse(tutor=tutor, text=given.text("response"), labels=labels)
