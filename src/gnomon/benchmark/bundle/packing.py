"""Making a bundle of a finished run (`gnomon.benchmark.bundle.contents`); the same run gives the same bytes.

A bundle is checked before anybody gets it: what would not verify is refused, with the reason.
"""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import gnomon
from gnomon.benchmark.archives import archive_bytes
from gnomon.benchmark.benchmark import is_model
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
    DataNote,
    Manifest,
    figures_of,
    is_opaque,
    lines_of,
    note_of,
    public_row,
    sha256_of,
    text_of,
)
from gnomon.benchmark.bundle.remaking import benchmark_of, prompts_in_use, remake_rows
from gnomon.benchmark.bundle.replies import CachedModel
from gnomon.benchmark.bundle.secrets import Secrets
from gnomon.benchmark.bundle.verifying import verify_members
from gnomon.benchmark.errors import ResultsError
from gnomon.benchmark.results import RunConfig, RunRecord, read_record, read_rows
from gnomon.benchmark.running import PROMPTS as PROMPTS_FILE
from gnomon.models import Cache, ModelAddressError, model_name
from gnomon.prompts import PromptError, load
from gnomon.runs import CACHE, RunFiles

_MOST_FILE_BYTES = 100_000_000
"""Of the data, or of a file that a setting names: more is no bundle to send to anybody."""


class Packed(NamedTuple):
    """A bundle."""

    content: bytes
    """The zip archive."""
    data: DataNote
    rows: int
    replies: int


def pack(folder: Path, environment: Mapping[str, str] = os.environ) -> Packed:
    """Make a bundle of a run.

    Args:
        folder: of the results.
        environment: whose keys are not to be in the bundle.

    Raises:
        ResultsError: when the run cannot be made again from its replies: the message names the row or the figure.
        RunError: when the folder holds no finished run.
        DatasetError: when the data of the run are gone.
    """
    _refuse_arena(folder)
    record = read_record(folder)
    rows = tuple(read_rows(folder))
    note = note_of(record.config)
    summary = json.loads((folder / SUMMARY).read_bytes())
    secrets = Secrets.of_environment(environment)
    try:
        prompts = _prompts(folder, record)
        with tempfile.TemporaryDirectory() as place, prompts_in_use(prompts, Path(place) / "prompts"):
            remade = benchmark_of(record.config, [row.id for row in rows])
            replies = _Replies(_models(record.config, remade.benchmark.roles, summary, folder))
            own = {row.id: row.answer for row in rows} if is_opaque(record.config) else {}
            remake_rows(remade, replies.models, own, replies.seen)
    except PromptError as error:
        raise ResultsError(f"{folder}: the run's prompts cannot be used ({error})") from error
    members = {
        RECORD: text_of(_public_record(record, secrets)),
        PROMPTS: text_of(secrets.json(prompts)),
        REPLIES: lines_of(map(secrets.json, replies.lines)),
        ROWS: lines_of(secrets.json(public_row(row, note, record.config)) for row in rows),
        SUMMARY: text_of(secrets.json(summary)),
        FIGURES: text_of(secrets.json(figures_of(remade.benchmark, rows))),
        **{name: _without_keys(content, secrets) for name, content in _files(record.config, note).items()},
    }
    names = {role: secrets.setting(model.name) for role, model in replies.models.items()}
    members[MANIFEST] = _manifest(members, names, note)
    _require_verified(folder, members, record.config.data)
    return Packed(archive_bytes(members), note, len(rows), len(replies.lines))


def _manifest(members: Mapping[str, bytes], models: Mapping[str, str], note: DataNote) -> bytes:
    hashes = {name: sha256_of(content) for name, content in sorted(members.items())}
    found = Manifest(format=FORMAT, gnomon=gnomon.__version__, models=dict(models), data=note, sha256=hashes)
    return text_of(found.model_dump(mode="json"))


class _Replies:
    """Replies in the order of the rows that asked for them first."""

    def __init__(self, models: Mapping[str, CachedModel]) -> None:
        self.models = models
        self._known: set[str] = set()
        self.lines: list[dict[str, Any]] = []

    def seen(self, row_id: str) -> None:
        """Take the replies that a row has asked for."""
        found = {key: reply for model in self.models.values() for key, reply in model.found.items() if key not in self._known}
        self.lines += [found[key].as_json(key, row_id) for key in sorted(found, key=lambda key: (found[key].role, key))]
        self._known |= found.keys()


def _models(config: RunConfig, roles: Sequence[str], summary: Mapping[str, Any], folder: Path) -> dict[str, CachedModel]:
    named = {call["role"]: call["model"] for call in summary.get("calls", []) if call.get("model")}
    cache = Cache(folder / CACHE)
    models = {}
    for role in roles:
        spec = config.models.get(role)
        if spec is None or not is_model(spec):  # an opaque tutor's role: nobody is asked
            continue
        own = model_name(spec)
        try:
            models[role] = CachedModel(role, own if own != spec else named.get(role, own), spec, cache)
        except ModelAddressError as error:
            raise ResultsError(
                f"{folder}: the {role} was served by the run itself, under an address that is not kept, so that its replies "
                "cannot be told apart; serve it with gnomon serve and name its URL"
            ) from error
    return models


def _public_record(record: RunRecord, secrets: Secrets) -> dict[str, Any]:
    """Return a record without keys and folders of this machine."""
    found = secrets.settings(record.model_dump(mode="json"))
    config = found["config"]
    config["data"] = Path(record.config.data).name
    for name in FILE_SETTINGS:
        if config["options"].get(name):
            config["options"][name] = Path(record.config.options[name]).name
    for role, spec in record.config.models.items():
        scheme, colon, path = (spec or "").partition(":")
        if scheme == "replies" and colon:
            config[role] = f"replies:{Path(path).name}"
    return dict(found)


def _prompts(folder: Path, record: RunRecord) -> dict[str, str]:
    """Return the texts of a run's prompts: those that it kept, else ours where they are the same."""
    path = folder / PROMPTS_FILE
    try:
        kept = dict(json.loads(path.read_bytes())) if path.exists() else {}
    except (ValueError, TypeError) as error:
        raise PromptError(f"{path.name} is damaged: {error}") from error
    for name, digest in record.prompts.items():
        try:
            if name not in kept and load(name).sha256 == digest:
                kept[name] = load(name).text
        except PromptError:
            continue  # no prompt: the weights of the embedded judge
    return kept


def _files(config: RunConfig, note: DataNote) -> dict[str, bytes]:
    wanted = {f"{DATA}{Path(config.data).name}": Path(config.data)} if note.is_included else {}
    for name in FILE_SETTINGS:
        if given := config.options.get(name):
            wanted[f"{FILES}{Path(given).name}"] = Path(given)
    for path in wanted.values():
        if path.stat().st_size > _MOST_FILE_BYTES:
            raise ResultsError(f"{path}: is larger than {_MOST_FILE_BYTES // 1_000_000} MB, which no bundle takes")
    return {name: path.read_bytes() for name, path in wanted.items()}


def _without_keys(content: bytes, secrets: Secrets) -> bytes:
    try:
        return secrets.text(content.decode()).encode()
    except UnicodeDecodeError:  # packed, or text of another encoding
        return content


def _require_verified(folder: Path, members: Mapping[str, bytes], data: str) -> None:
    found = verify_members(members, data=data)
    if found.problems:
        more = f", and {len(found.problems) - 1} more" if len(found.problems) > 1 else ""
        raise ResultsError(f"{folder}: the run does not follow from its replies: {found.problems[0]}{more}")


def _refuse_arena(folder: Path) -> None:
    """Say of an arena that it is none of a benchmark: its dialogues come from code and servers that no cache holds whole."""
    try:
        config = json.loads(RunFiles.in_folder(folder).record.read_bytes())["config"]
        is_arena = "learners" in config
    except (OSError, ValueError, KeyError, TypeError):
        return
    if is_arena:
        raise ResultsError(f"{folder}: holds an arena; bundles are made of runs of gnomon bench run")
