"""Rows as the tables that TRL reads, and the lengths of rows by a learner's own tokens."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from typing import Any

import datasets
from PIL import Image as PillowImage

from gnomon.models import Image
from gnomon.training.errors import TrainingError
from gnomon.training.rows import ImageTokens, Row, RowSet, TokenCounter
from gnomon.training.rows.writing import as_trl
from gnomon.training.trainer.learner import Learner


def table_of(rows: Sequence[Row], *, with_pictures: bool, with_columns: bool) -> Any:  # noqa: ANN401  # datasets is read as untyped
    """Return rows as a table of conversational prompts with what is to be said.

    Args:
        rows: at least one.
        with_pictures: whether any row of the set has pictures: a column has one type in all rows.
        with_columns: whether the further columns of rows go along, as reward functions need them.
    """
    told = ("prompt", "completion", "chosen", "rejected")
    lines: list[dict[str, Any]] = []
    for row in rows:
        whole = as_trl(row, with_pictures=with_pictures)
        line = whole if with_columns else {key: value for key, value in whole.items() if key in told}
        if with_pictures:
            line |= {"images": [{"bytes": image.data, "path": None} for image in row.images]}
        lines.append(line)
    table = datasets.Dataset.from_list(lines)
    return table.cast_column("images", datasets.List(datasets.Image())) if with_pictures else table


def epoch_table(found: RowSet, *, with_columns: bool) -> Any:  # noqa: ANN401  # as above
    """Return the training rows of one epoch: every row once in memory, a weighted one named as often as it counts.

    Raises:
        TrainingError: when there is none.
    """
    rows = found.rows.get("train", ())
    if not rows:
        raise TrainingError("no row is left to train on; `gnomon train rows` tells why each was left out")
    table = table_of(rows, with_pictures=has_pictures(found), with_columns=with_columns)
    return table.select([place for place, row in enumerate(rows) for _ in range(found.weights.get(row.id, 1))])


def has_pictures(found: RowSet) -> bool:
    """Return whether any row has a picture."""
    return any(row.images for rows in found.rows.values() for row in rows)


def token_counter(learner: Learner) -> TokenCounter:
    """Return a counter of chat messages by the learner's own tokenizer and template."""

    def count(messages: Sequence[Mapping[str, Any]]) -> int:
        said = messages if not learner.sees_pictures else [{**each, "content": _part(each["content"])} for each in messages]
        text = learner.processor.apply_chat_template(said, tokenize=False)
        return len(learner.tokenizer(text, add_special_tokens=False)["input_ids"])

    return count


def _part(text: str) -> list[dict[str, str]]:
    return [{"type": "text", "text": text}]


def image_counter(learner: Learner) -> ImageTokens:
    """Return a counter of the tokens that a picture becomes, by the learner's own processor; each picture is processed once."""
    known: dict[str, int] = {}

    def count(image: Image) -> int:
        if not learner.sees_pictures:
            return 0
        if image.sha256 not in known:
            text = learner.processor.image_token
            known[image.sha256] = len(learner.processor(images=[pillow(image)], text=[text])["input_ids"][0])
        return known[image.sha256]

    return count


def pillow(image: Image) -> Any:  # noqa: ANN401  # as transformers wants it
    """Return a picture in colours, decoded."""
    return PillowImage.open(io.BytesIO(image.data)).convert("RGB")
