"""Rows in the forms that trainers read, as JSON Lines with the pictures beside.

- ``trl``: the conversational types of TRL's dataset formats: prompt and completion, preference, prompt alone; of a set with
  pictures every content is a list of parts and ``images`` names the files, as its vision datasets want it.
- ``ms-swift``: ``messages`` with the answer last, ``rejected_response`` for pairs, ``<image>`` where a picture stands and
  ``images``; further columns are passed on to reward functions (its page "Custom dataset").
- ``llama-factory``: its OpenAI form (``data/README.md``), with ``dataset_info.json`` that describes each file.

Training rows are written as often as they count in an epoch, so that no trainer needs to know of weights.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Literal, get_args

from gnomon.models import Image, Message
from gnomon.training.errors import TrainingError
from gnomon.training.rows.row import SPLITS, Row, RowSet

RowForm = Literal["trl", "ms-swift", "llama-factory"]
ROW_FORMS: tuple[RowForm, ...] = get_args(RowForm)
_PLACE = "<image>"
"""Where a picture stands in a text, for tools that want a mark; one picture, one mark."""
_MARKS = re.compile(r"<(?=(?:image|video|audio|bbox|ref-object)>)")
"""Begins what those tools take for a mark, also where a student wrote it: a space breaks it."""
_SUFFIXES = {"image/png": ".png", "image/jpeg": ".jpg", "image/webp": ".webp", "image/gif": ".gif"}


def row_files(found: RowSet, form: RowForm, folder: Path) -> dict[Path, str | bytes]:
    """Return the files of a row set by path: ``SPLIT.jsonl`` for each split with rows, pictures, and what the form adds.

    Args:
        found: the rows.
        form: of the trainer.
        folder: where they will lie; ms-swift wants whole paths of pictures.

    Raises:
        TrainingError: for rows without answers in the form of a trainer that needs them.
    """
    splits = {split: found.epoch() if split == "train" else found.rows.get(split, ()) for split in SPLITS}
    if form == "llama-factory" and any(row.completion is None for rows in splits.values() for row in rows):
        raise TrainingError("LLaMA-Factory does not train by rewards: take --form trl or ms-swift")
    with_pictures = any(row.images for rows in splits.values() for row in rows)
    files: dict[Path, str | bytes] = {}
    for split, rows in splits.items():
        if rows:
            lines = (json.dumps(as_written(row, form, folder, with_pictures=with_pictures), ensure_ascii=False) for row in rows)
            files[folder / f"{split}.jsonl"] = "".join(f"{line}\n" for line in lines)
    if form == "llama-factory":
        info = {
            f"gnomon_{split}": _described(split, rows[0], with_pictures=with_pictures) for split, rows in splits.items() if rows
        }
        files[folder / "dataset_info.json"] = json.dumps(info, indent=2) + "\n"
    for image in _pictures(row for rows in splits.values() for row in rows):
        files[folder / picture_name(image)] = image.data
    return files


def picture_name(image: Image) -> str:
    """Return the path of a picture below the folder of its rows."""
    return f"images/{image.sha256}{_SUFFIXES.get(image.media_type, '.png')}"


def as_written(row: Row, form: RowForm, folder: Path, *, with_pictures: bool) -> dict[str, Any]:
    """Return one row in a form.

    Args:
        row: the row.
        form: of the trainer.
        folder: as for `row_files`.
        with_pictures: whether any row of the set has pictures: a column has one type in all rows.
    """
    if form == "trl":
        return as_trl(row, with_pictures=with_pictures)
    messages = [
        {"role": message.role, "content": _PLACE * len(message.images) + _unmarked(message.text)} for message in row.prompt
    ]
    answer = [] if row.completion is None else [_said(row.completion)]
    names = [picture_name(image) for image in row.images]
    if form == "ms-swift":
        pair = {} if row.rejected is None else {"rejected_response": _unmarked(row.rejected)}
        pictures = {"images": [str((folder / name).absolute()) for name in names]} if with_pictures else {}
        return {"messages": [*messages, *answer], **pair, **pictures, "id": row.id, **row.columns}
    pictures = {"images": names} if with_pictures else {}
    if row.rejected is not None:
        return {"messages": messages, "chosen": answer[0], "rejected": _said(row.rejected), **pictures}
    return {"messages": [*messages, *answer], **pictures}


def as_trl(row: Row, *, with_pictures: bool) -> dict[str, Any]:
    """Return one row as TRL reads it; where it comes from stands in further columns."""
    said = {"completion": row.completion} if row.rejected is None else {"chosen": row.completion, "rejected": row.rejected}
    replies = {
        name: [_content(Message(role="assistant", text=text), with_pictures=with_pictures)]
        for name, text in said.items()
        if text is not None
    }
    images = {"images": [picture_name(image) for image in row.images]} if with_pictures else {}
    prompt = [_content(message, with_pictures=with_pictures) for message in row.prompt]
    return {"prompt": prompt, **replies, **images, "id": row.id, "group": row.group, **row.columns}


def _content(message: Message, *, with_pictures: bool) -> dict[str, Any]:
    if not with_pictures:
        return {"role": message.role, "content": message.text}
    parts = [*({"type": "image"} for _ in message.images), {"type": "text", "text": message.text}]
    return {"role": message.role, "content": parts}


def _said(text: str) -> dict[str, str]:
    return {"role": "assistant", "content": _unmarked(text)}


def _unmarked(text: str) -> str:
    return _MARKS.sub("< ", text)


def _described(split: str, row: Row, *, with_pictures: bool) -> dict[str, Any]:
    columns = {"messages": "messages"}
    columns |= {"images": "images"} if with_pictures else {}
    columns |= {"chosen": "chosen", "rejected": "rejected"} if row.rejected is not None else {}
    tags = {
        "role_tag": "role",
        "content_tag": "content",
        "user_tag": "user",
        "assistant_tag": "assistant",
        "system_tag": "system",
    }
    ranking = {"ranking": True} if row.rejected is not None else {}
    return {"file_name": f"{split}.jsonl", "formatting": "sharegpt", **ranking, "columns": columns, "tags": tags}


def _pictures(rows: Iterable[Row]) -> Iterator[Image]:
    seen: set[str] = set()
    for row in rows:
        for image in row.images:
            if image.sha256 not in seen:
                seen.add(image.sha256)
                yield image


def rows_record(found: RowSet, recipe: Mapping[str, Any], data_sha256: Mapping[str, str]) -> dict[str, Any]:
    """Return what ``rows.json`` tells: counts, what was left out and why, the recipe, the hashes of the data."""
    return {
        "rows": {split: len(found.rows.get(split, ())) for split in SPLITS},
        "training_rows_in_an_epoch": len(found.epoch()),
        "left_out": found.reasons(),
        "dropped": [each._asdict() for each in found.dropped],
        "too_long": [each._asdict() for each in found.too_long],
        "data_sha256": dict(data_sha256),
        "recipe": dict(recipe),
    }
