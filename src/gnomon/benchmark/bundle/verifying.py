"""Checking a bundle: hashes, then the run made again from its raw replies, row by row and figure by figure.

Nothing that a bundle names is run: no server is asked, no module imported, no program started. Replies of a tutor that is
somebody's code stand as they are, and are read and graded again.
"""

from __future__ import annotations

import hashlib
import json
import math
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pydantic import ValidationError

import gnomon
from gnomon.benchmark.archives import read_archive
from gnomon.benchmark.benchmark import Answer, Row
from gnomon.benchmark.bundle.contents import (
    DATA,
    FIGURES,
    FILE_SETTINGS,
    FILES,
    FORMAT,
    MANIFEST,
    PROMPTS,
    RECORD,
    REPLIES,
    ROWS,
    SUMMARY,
    Manifest,
    figures_of,
    is_opaque,
    public_row,
    sha256_of,
)
from gnomon.benchmark.bundle.remaking import Remade, benchmark_of, prompts_in_use, remake_rows
from gnomon.benchmark.bundle.replies import Replayed, Reply
from gnomon.benchmark.bundle.secrets import Secrets
from gnomon.benchmark.catalogue import dataset_of
from gnomon.benchmark.data import SAMPLE, default_data, fingerprint
from gnomon.benchmark.errors import ResultsError
from gnomon.benchmark.results import RunConfig, RunRecord
from gnomon.files import write_whole
from gnomon.metrics.errors import MetricError
from gnomon.models import Calls, Sample, add_calls
from gnomon.prompts import PromptError, names

_CLOSE = 1e-6
"""Relative: libraries of other versions may add up in another order."""
_LONGEST = 80
"""Characters of a value in a message."""
_MEMBERS = (RECORD, PROMPTS, REPLIES, ROWS, SUMMARY, FIGURES)


@dataclass
class Verification:
    """What the check of a bundle found."""

    problems: list[str] = field(default_factory=list)
    """What differs, one line each; empty where all is as it should be."""
    notes: list[str] = field(default_factory=list)
    """What could not be looked at, or was made by another version."""
    rows: int = 0
    replies: int = 0
    figures: int = 0
    """How many of each were compared."""

    @property
    def is_ok(self) -> bool:
        """Whether nothing differs."""
        return not self.problems


@dataclass(frozen=True)
class _Contents:
    """The members of a bundle, read."""

    manifest: Manifest
    record: RunRecord
    prompts: Mapping[str, str]
    replies: Mapping[str, Reply]
    rows: Sequence[Mapping[str, Any]]
    summary: Mapping[str, Any]
    figures: Mapping[str, Any]
    files: Mapping[str, bytes]


def verify(path: Path, data: str | None = None) -> Verification:
    """Check a bundle.

    Args:
        path: of the zip archive.
        data: path of the data of the run, where they are not in the bundle; None takes the copy that was added.

    Raises:
        ResultsError: when the file is no bundle, or the data are not here: then nothing can be said of it.
        DatasetError: when the data cannot be read.
    """
    if path.is_dir() or not path.exists():
        raise ResultsError(f"{path}: expected a bundle, found {'a folder' if path.is_dir() else 'nothing'}; check the path")
    return verify_members(read_archive(path), data=data, shown=str(path))


def verify_members(members: Mapping[str, bytes], *, data: str | None = None, shown: str = "the bundle") -> Verification:
    """Check the members of a bundle, by name; else as `verify`."""
    contents = _read(members, shown)
    if contents.manifest.format != FORMAT:
        raise ResultsError(f"{shown}: expected a bundle of format {FORMAT}, got {contents.manifest.format}; use a newer gnomon")
    found = Verification(rows=len(contents.rows), replies=len(contents.replies))
    found.problems += _hash_problems(contents.manifest, members)
    found.problems += _prompt_problems(contents)
    if contents.manifest.gnomon != gnomon.__version__:
        found.notes.append(f"made by gnomon {contents.manifest.gnomon}, checked by {gnomon.__version__}")
    known = set(names())
    found.problems += [f"prompt {name}: this gnomon has none of this name" for name in sorted(contents.prompts.keys() - known)]
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        try:
            stack.enter_context(prompts_in_use(contents.prompts, Path(folder) / "prompts"))
        except PromptError as error:
            found.problems.append(f"prompts: {error}")
        config = _config_here(contents, Path(folder), data, shown)
        try:
            remade = benchmark_of(config, [str(row.get("id")) for row in contents.rows])
        except ResultsError as error:
            found.problems.append(f"the run cannot be made again: {error}")
            return found
        _compare(contents, remade, found)
    return found


def _compare(contents: _Contents, remade: Remade, found: Verification) -> None:
    """Make the rows again and compare all that follows from them."""
    digest = fingerprint(remade.items)
    if digest != contents.record.data_sha256:
        found.problems.append(f"data: their hash is {digest[:12]}…, the run's {contents.record.data_sha256[:12]}…: other data")
    own = _own_answers(contents, remade, found)
    models = {role: Replayed(role, name, contents.replies) for role, name in contents.manifest.models.items()}
    rows = remake_rows(remade, models, own)
    secrets = Secrets()
    for recorded, row in zip(contents.rows, rows, strict=True):
        again = secrets.json(public_row(row, contents.manifest.data, contents.record.config))
        if row.error is not None and recorded.get("error") is None:
            found.problems.append(f"row {row.id!r}: {row.error.message}")
        elif differs := _difference(_outcome(recorded), _outcome(again)):
            found.problems.append(f"row {recorded.get('id')!r}: {differs}")
    unused = contents.replies.keys() - set().union(*(model.used for model in models.values()), ())
    if unused:
        first = min(unused)
        found.problems.append(f"replies: {len(unused)} belong to nothing that was asked, such as {first[:12]}…")
    _compare_figures(contents, remade, rows, found)


def _compare_figures(contents: _Contents, remade: Remade, rows: Sequence[Row], found: Verification) -> None:
    try:
        again = figures_of(remade.benchmark, rows)
    except (MetricError, ValueError, KeyError, TypeError) as error:  # rows that a stranger has made odd
        found.problems.append(f"figures: cannot be computed from the replies ({error})")
        return
    recorded, made = _flat(contents.figures), _flat(again)
    found.figures = len(recorded)
    for name in sorted(recorded.keys() | made.keys()):
        if not _same(recorded.get(name), made.get(name)):
            found.problems.append(f"figure {name}: {_said(recorded.get(name))} there, {_said(made.get(name))} from the replies")
    spent = add_calls(_calls(row) for row in contents.rows)
    summary = {
        "rows": len(rows),
        "failed": sum(row.get("error") is not None for row in contents.rows),
        **{f"figures.{name}": value for name, value in again["headline"].items()},
        **{f"calls.{role}.{name}": value for role, each in spent.items() for name, value in _flat(each.model_dump()).items()},
    }
    for name, value in summary.items():
        if not _same(there := _summary_value(contents.summary, name), value):
            found.problems.append(f"summary {name}: {_said(there)} there, {_said(value)} from the rows")


def _calls(row: Mapping[str, Any]) -> dict[str, Calls]:
    try:
        return {role: Calls.model_validate(calls) for role, calls in (row.get("calls") or {}).items()}
    except ValidationError:
        return {}


def _summary_value(summary: Mapping[str, Any], name: str) -> Any:  # noqa: ANN401 - plain JSON
    kind, _, rest = name.partition(".")
    if kind == "figures":
        return (summary.get("figures") or {}).get(rest)
    if kind != "calls":
        return summary.get(name)
    role, _, key = rest.partition(".")
    calls: Mapping[str, Any] = next((each for each in summary.get("calls") or [] if each.get("role") == role), {})
    return _flat(calls).get(key)


def _own_answers(contents: _Contents, remade: Remade, found: Verification) -> dict[str, Answer | None]:
    """Return the answers that stand as they are, and notice those that say something else than their text."""
    if not is_opaque(contents.record.config):
        return {}
    found.notes.append("the tutor's replies stand as recorded: they come from a program, or from another run")
    own: dict[str, Answer | None] = {}
    for item, row in zip(remade.items, contents.rows, strict=True):
        answer = None if row.get("answer") is None else Answer.model_validate(row["answer"])
        own[item.id] = answer
        if answer is None or not answer.applies or answer.extra.get("is_list_given"):
            continue
        try:
            reading = remade.benchmark.read(item, answer.text)
        except ResultsError:
            continue
        if reading.status == "ok" and reading.value != answer.value:
            found.problems.append(f"row {item.id!r}: answer.value is not what its text says")
    return own


# reading a bundle


def _read(members: Mapping[str, bytes], shown: str) -> _Contents:
    if missing := [name for name in (MANIFEST, *_MEMBERS) if name not in members]:
        raise ResultsError(f"{shown}: expected a bundle as gnomon bench bundle makes it, it lacks {', '.join(missing)}")
    try:
        replies = [json.loads(line) for line in _lines(members[REPLIES])]
        return _Contents(
            manifest=Manifest.model_validate_json(members[MANIFEST]),
            record=RunRecord.model_validate_json(members[RECORD]),
            prompts={str(name): str(text) for name, text in json.loads(members[PROMPTS]).items()},
            replies={
                str(line["key"]): Reply(line["role"], Sample(text=line["text"], finish_reason=line["finish_reason"]))
                for line in replies
            },
            rows=[Row.model_validate_json(line).model_dump(mode="json") for line in _lines(members[ROWS])],
            summary=dict(json.loads(members[SUMMARY])),
            figures=dict(json.loads(members[FIGURES])),
            files={name: content for name, content in members.items() if name.startswith((DATA, FILES))},
        )
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        reason = " ".join(str(error).split())[:200]
        raise ResultsError(f"{shown}: a part of the bundle cannot be read ({reason})") from error


def _lines(content: bytes) -> Iterator[str]:
    return (line for line in content.decode().split("\n") if line.strip())


def _hash_problems(manifest: Manifest, members: Mapping[str, bytes]) -> Iterator[str]:
    for name in sorted(manifest.sha256.keys() | members.keys() - {MANIFEST}):
        if name not in members:
            yield f"{name}: is missing"
        elif name not in manifest.sha256:
            yield f"{name}: is none of the bundle's"
        elif sha256_of(members[name]) != manifest.sha256[name]:
            yield f"{name}: has another hash than {MANIFEST} says: it was changed"


def _prompt_problems(contents: _Contents) -> Iterator[str]:
    for name, text in contents.prompts.items():
        if name not in contents.record.prompts:
            yield f"prompt {name}: the run has none of this name"
        elif hashlib.sha256(text.encode()).hexdigest() != contents.record.prompts[name]:
            yield f"prompt {name}: its text has another hash than the run's"
    for name in contents.record.prompts.keys() - contents.prompts.keys():
        if name in names():
            yield f"prompt {name}: its text is missing"


def _config_here(contents: _Contents, folder: Path, data: str | None, shown: str) -> RunConfig:
    """Return the configuration with the places that its files have here."""
    for name, content in contents.files.items():
        place = folder / Path(name).parts[0] / Path(name).name
        place.parent.mkdir(parents=True, exist_ok=True)
        write_whole(place, content)
    config, note = contents.record.config, contents.manifest.data
    options = dict(config.options)
    for name in FILE_SETTINGS:
        if isinstance(given := options.get(name), str) and given:
            options[name] = str(folder / "files" / Path(given).name)
    if note.is_sample:
        source = SAMPLE
    elif note.is_included:
        source = str(folder / "data" / Path(config.data).name)
    else:
        source = data or default_data(dataset_of(config.task))
        if source == SAMPLE:
            raise ResultsError(
                f"{shown}: the data of the run ({note.name}, {config.data}) may not be in it (licence: {note.licence}); add your "
                "copy with gnomon data add, or name it with --data"
            )
    return config.model_copy(update={"data": source, "options": options})


# comparing


def _outcome(row: Mapping[str, Any]) -> dict[str, Any]:
    """Return what of a row follows from the replies; the words of an error do not, for a call that failed cannot fail again."""
    found = {key: value for key, value in _flat(row).items() if not key.startswith("calls.") and key != "calls"}
    return {key: value for key, value in found.items() if key not in {"error.message", "grade.error.message"}}


def _difference(recorded: Mapping[str, Any], again: Mapping[str, Any]) -> str | None:
    for key in sorted(recorded.keys() | again.keys()):
        if not _same(recorded.get(key), again.get(key)):
            return f"{key} is {_said(recorded.get(key))} there, {_said(again.get(key))} from the replies"
    return None


def _flat(value: Any, prefix: str = "") -> dict[str, Any]:  # noqa: ANN401 - plain JSON
    if isinstance(value, list | tuple):
        value = {str(place): each for place, each in enumerate(value)}
    if not isinstance(value, dict) or not value:
        return {prefix: value}
    return {
        key: item
        for name, inner in value.items()
        for key, item in _flat(inner, f"{prefix}.{name}" if prefix else str(name)).items()
    }


def _same(there: Any, here: Any) -> bool:  # noqa: ANN401 - plain JSON
    are_numbers = all(isinstance(each, int | float) and not isinstance(each, bool) for each in (there, here))
    return math.isclose(there, here, rel_tol=_CLOSE, abs_tol=1e-12) if are_numbers else there == here


def _said(value: Any) -> str:  # noqa: ANN401 - plain JSON
    text = "nothing" if value is None else repr(value)
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"
