"""Reading a submission of the BEA 2025 shared task: a JSON list of dialogues with labels, as it is or alone in a zip archive.

A label stands for what it says, letter by letter: ``yes`` is none. An object with a key twice keeps both, for the same response
may stand there with two labels.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from gnomon.benchmark.archives import read_archive
from gnomon.benchmark.errors import ResultsError

EXPECTED = 'a list of dialogues {"conversation_id", "tutor_responses": {TUTOR: {"response", "annotation": {DIMENSION: LABEL}}}}'
_MOST_BYTES = 200_000_000
"""Of a file: a hundred times the development set."""


class GivenLabels(NamedTuple):
    """What a submission says of one response."""

    dialogue: str
    tutor: str
    text: str | None
    """The response, where the submission repeats it."""
    labels: Mapping[str, Any]
    """By dimension, as written."""


class Submission(NamedTuple):
    """A submission as read."""

    given: tuple[GivenLabels, ...]
    """In the file's order; a response may be there more than once."""
    unread: tuple[str, ...]
    """Why entries could not be read, one line each."""


def read_submission(path: Path) -> Submission:
    """Read a submission.

    Raises:
        ResultsError: when the file is no such list, or nothing in it can be read; the message is one line.
        OSError: when it cannot be read.
    """
    whole = _json_of(path)
    if not isinstance(whole, list):
        raise ResultsError(f"{path}: expected {EXPECTED}, got {_kind(whole)}")
    given: list[GivenLabels] = []
    unread: list[str] = []
    for number, dialogue in enumerate(whole, 1):
        for each in _responses(f"entry {number}", dialogue):
            if isinstance(each, str):
                unread.append(each)
            else:
                given.append(each)
    if not given:
        reason = f"; {unread[0]}" if unread else ""
        raise ResultsError(f"{path}: expected {EXPECTED}, found no such response in {len(whole)} entries{reason}")
    return Submission(tuple(given), tuple(unread))


class _Object(dict[str, Any]):
    """A JSON object that remembers keys that stand in it twice."""

    def __init__(self, pairs: list[tuple[str, Any]]) -> None:
        super().__init__(pairs)
        self.pairs = pairs


def text_of(path: Path) -> str:
    """Return the text of a file, or of the one file in a zip archive.

    Raises:
        ResultsError: when it is empty, too large, no text in UTF-8, or an archive of several files.
        OSError: when it cannot be read.
    """
    if path.is_dir() or not path.exists():
        raise ResultsError(f"{path}: expected a file, found {'a folder' if path.is_dir() else 'nothing'}; check the path")
    if path.stat().st_size > _MOST_BYTES:
        raise ResultsError(f"{path}: expected at most {_MOST_BYTES // 1_000_000} MB, it has more")
    data = path.read_bytes()
    if data.startswith(b"PK"):
        members = read_archive(path, most_bytes=_MOST_BYTES)
        if len(members) != 1:
            raise ResultsError(f"{path}: expected one file in the archive, it has {len(members)}: {', '.join(members) or 'none'}")
        (data,) = members.values()
    if not data.strip():
        raise ResultsError(f"{path}: is empty")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise ResultsError(f"{path}: expected text in UTF-8, got other bytes ({error})") from error


def _json_of(path: Path) -> Any:  # noqa: ANN401 - whatever JSON holds
    text = text_of(path)
    try:
        return json.loads(text, object_pairs_hook=_Object)
    except (ValueError, RecursionError) as error:
        raise ResultsError(f"{path}: expected {EXPECTED}, got text that is no JSON ({error})") from error


def _responses(where: str, dialogue: Any) -> Iterator[GivenLabels | str]:  # noqa: ANN401 - unread JSON
    """Yield what an entry says of each response, or why that cannot be read."""
    if not isinstance(dialogue, _Object):
        yield f"{where}: expected an object, got {_kind(dialogue)}"
        return
    name, responses = dialogue.get("conversation_id"), dialogue.get("tutor_responses")
    if not isinstance(name, str | int) or isinstance(name, bool) or not isinstance(responses, _Object):
        yield f"{where}: expected a conversation_id and an object of tutor_responses"
        return
    for tutor, response in responses.pairs:
        labels = response.get("annotation") if isinstance(response, _Object) else None
        if not isinstance(labels, _Object):
            yield f"{where}, {tutor!r}: expected an object with an annotation"
            continue
        text = response.get("response")
        yield GivenLabels(str(name), tutor, text if isinstance(text, str) else None, dict(labels))


def _kind(value: Any) -> str:  # noqa: ANN401 - whatever JSON holds
    kinds = {dict: "an object", _Object: "an object", list: "a list", str: "a text", bool: "a truth value", type(None): "null"}
    return kinds.get(type(value), "a number")
