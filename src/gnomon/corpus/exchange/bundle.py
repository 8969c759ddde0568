"""What all formats of exchange have in common: rows of GeoDial's form with the pictures that they name.

Every format is a function of a bundle and back; whoever wants records reads the rows (`gnomon.corpus.annotated`).
"""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from gnomon.corpus.annotated import AnnotatedDialogue, Row, WholeProblem, read_annotated, row_of
from gnomon.datasets.fields import Fields, RowError
from gnomon.problem import ProblemError, load_problem

PICTURES = "pictures"
"""Folder of pictures beside the rows."""
_OWN_NAME = re.compile(rf"{PICTURES}/(?!\.)[^/\\]+")
"""Of a picture in a bundle: files of strangers name no place outside the folder that is read or written."""
_ENDINGS = frozenset({".png", ".jpg", ".jpeg", ".gif", ".webp", ".svg", ".bmp", ".tif", ".tiff"})
"""Of files that a row may bring along: rows of strangers are not to carry off anything else of this machine."""
_DIGITS = 16
"""Of a picture's SHA-256 in its name: two of a million pictures share them once in 10^7 corpora."""
Content = str | bytes
Files = Iterator[tuple[str, Content]]
"""Names below the folder of an export, with what they hold; what all others need to make sense comes last."""


class ExchangeError(ValueError):
    """A corpus that cannot be written or read in a format; the message is one line."""


@dataclass(frozen=True)
class Bundle:
    """A corpus on its way."""

    rows: tuple[Row, ...]
    """As `row_of` writes them; pictures are named ``pictures/NAME``."""
    pictures: Mapping[str, Path | bytes] = field(default_factory=dict, repr=False)
    """By name. A row may name pictures that are not there."""
    lost: Counter[str] = field(default_factory=Counter)
    """What did not come along, counted by `LOSSES`."""

    def __post_init__(self) -> None:
        odd = next((name for name in self.pictures if not _OWN_NAME.fullmatch(name)), None)
        if odd is not None:
            raise ExchangeError(f"expected pictures named {PICTURES}/NAME, got {odd!r}")

    def picture(self, name: str) -> bytes | None:
        """Return a picture's bytes; None where it is not there."""
        found = self.pictures.get(name)
        return found.read_bytes() if isinstance(found, Path) else found

    def picture_files(self) -> Files:
        """Yield the pictures as files."""
        for name in self.pictures:
            yield name, self.picture(name) or b""

    def records(self) -> tuple[AnnotatedDialogue, ...]:
        """Return the dialogues; pictures keep their names.

        Raises:
            ExchangeError: when a row is no dialogue any more, as somebody may have made it in another program.
        """
        return tuple(map(_record, self.rows, range(1, len(self.rows) + 1)))


def _record(row: Row, number: int) -> AnnotatedDialogue:
    try:
        return read_annotated(Fields(row, Path(), number=number, file="bundle"))
    except (RowError, ValidationError) as error:
        reason = "; ".join(each["msg"] for each in error.errors()) if isinstance(error, ValidationError) else str(error)
        raise ExchangeError(f"dialogue {row.get('id')!r} cannot be read: {reason}") from error


LOSSES: Mapping[str, str] = {
    "consent_withdrawn": "dialogues whose annotator has withdrawn the consent: they are in no export",
    "picture_missing": "pictures that are named and are not there: their names are kept",
    "text_too_long": "cells of more than 32,767 characters: gnomon reads them, Excel cuts them",
    "not_drawn": "highlighted names that cannot be drawn on the figure",
    "no_figure": "turns with highlights whose problem has no figure with coordinates",
    "no_picture": "turns without any picture to show",
    "new_polygon": "polygons that somebody drew in Label Studio: nothing says which element they mean",
    "further_annotation": "annotations after the first of a Label Studio task",
    "task_missing": "dialogues of which a Label Studio task is gone: they are left out",
    "unreadable": "rows that could not be read",
    "subact_not_told": "tutor turns whose subact is not told: a table sets the broadest one, and the turn keeps its `move`",
    "problem_in_opening": "dialogues that state no problem of their own: their topic or opening stands for it",
    "responses_beside": "responses of tutors: kept beside the conversation, not as its turns",
    "other_speaker": "pieces of a conversation by neither side: they are kept in its history alone",
    "no_turn": "dialogues without a turn: they are left out",
    "no_response": "dialogues in which no tutor answers anything: they are left out",
    "after_response": "turns after the tutor's last one, which is the response",
    "act_without_move": "turns whose act MathDial has no move for, such as SeeFigure: they have none",
    "subact_dropped": "tutor turns whose subact the form has no field for",
    "highlights_dropped": "turns with highlights, which the form has no field for",
    "feedback_dropped": "turns with feedback, which the form has no field for",
    "picture_dropped": "figures and pictures, which the form has no field for",
}
"""What may be lost on the way, by the name that it is counted under."""


def bundle_of(records: Iterable[AnnotatedDialogue]) -> Bundle:
    """Collect dialogues with whole problems and their pictures, named by content.

    Raises:
        ExchangeError: when a problem is known by its id alone and is not to be found.
    """
    lost: Counter[str] = Counter()
    pictures: dict[str, Path | bytes] = {}
    names: dict[str, str] = {}

    def named(path: str) -> str:
        if path not in names:
            names[path] = _name(Path(path))
            if _is_picture(Path(path)):
                pictures[names[path]] = Path(path)
            else:
                lost["picture_missing"] += 1
        return names[path]

    rows = []
    for record in records:
        if record.is_withdrawn:
            lost["consent_withdrawn"] += 1
        else:
            rows.append(renamed(row_of(_whole(record)), named))
    return Bundle(tuple(rows), pictures, lost)


def _whole(record: AnnotatedDialogue) -> AnnotatedDialogue:
    if record.problem is not None:
        return record
    reference = record.dialogue.problem
    try:
        return record.model_copy(update={"problem": WholeProblem.of(load_problem(reference))})
    except (ProblemError, OSError) as error:
        raise ExchangeError(
            f"dialogue {record.id!r}: its problem {reference!r} is not to be found ({error}); run where its file lies"
        ) from error


def _name(path: Path) -> str:
    return picture_name(path.read_bytes(), path.suffix) if _is_picture(path) else f"{PICTURES}/{path.name}"


def _is_picture(path: Path) -> bool:
    return path.suffix.lower() in _ENDINGS and path.is_file()


def picture_name(data: bytes, ending: str) -> str:
    """Return the name of a picture with such content and ending."""
    return f"{PICTURES}/{hashlib.sha256(data).hexdigest()[:_DIGITS]}{ending.lower()}"


def renamed(row: Row, name: Callable[[str], str]) -> Row:
    """Return a row with its pictures under other names: those of the problem and of each turn."""
    problem: dict[str, Any] = dict(row["problem"])
    if "images" in problem:
        problem["images"] = [name(each) for each in problem["images"]]
    turns = [each | {"image": name(each["image"])} if "image" in each else each for each in row["turns"]]
    return row | {"problem": problem, "turns": turns}


def pictures_beside(rows: Iterable[Row], folder: Path) -> dict[str, Path | bytes]:
    """Return the pictures that rows name and that lie in a folder."""
    found: dict[str, Path | bytes] = {}

    def note(name: str) -> str:
        if _OWN_NAME.fullmatch(name) and _is_picture(folder / name):
            found[name] = folder / name
        return name

    for row in rows:
        renamed(row, note)
    return found
