"""One row of a training, whatever it is trained with: a prompt, what is to be said, where it comes from.

A row holds messages of `gnomon.models`, pictures in memory; `gnomon.training.rows.writing` gives it the forms of trainers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from gnomon.datasets import GeoDialSplit
from gnomon.models import Image, Message

Split = GeoDialSplit
SPLITS: tuple[Split, ...] = ("train", "validation", "test")


@dataclass(frozen=True)
class Row:
    """One row."""

    id: str
    """Unique among the rows of a recipe, the same on every run."""
    group: str
    """What must stay in one split: the problem, or whatever wider group the data have."""
    prompt: tuple[Message, ...]
    completion: str | None = None
    """What is to be said; of a pair the better text. None where completions are drawn and rewarded."""
    rejected: str | None = None
    """The worse text of a pair."""
    columns: Mapping[str, Any] = field(default_factory=dict)
    """Plain JSON beside: the label that rewards need, where a pair comes from."""

    @property
    def images(self) -> tuple[Image, ...]:
        """The pictures, in the order of the prompt."""
        return tuple(image for message in self.prompt for image in message.images)


class Dropped(NamedTuple):
    """A data point that gives no row."""

    id: str
    reason: str
    """A key of `REASONS`."""


REASONS: Mapping[str, str] = {
    "no_split": "in no split, while other dialogues name one",
    "problem_in_two_splits": "the problem is in a split that is held out too",
    "same_problem_held_out": "another problem that is the same, up to names and similarity, is in a split that is held out",
    "no_picture": "the picture that is to be shown is not there",
    "no_words": "the turn has no words",
    "no_written_utterance": "the file of written utterances has no line for the turn",
    "nothing_highlighted": "the turn highlights nothing of the category, and which is only asked where something is",
    "no_label": "nobody gave one of the three labels",
    "no_fold": "the folds file does not have the dialogue",
    "state_differs": "the conversation before the pair cannot be made again from the problems' file",
    "same_samples": "all answers at the state are right, or all wrong",
    "too_many_replayed": "more pairs of answers than the recipe's share",
    "too_long": "longer than the recipe's length",
}
"""Why a data point gives no row."""


class TooLong(NamedTuple):
    """A row that is left out for its length."""

    id: str
    split: Split
    tokens: int


@dataclass(frozen=True)
class RowSet:
    """The rows of a recipe, and what was left out."""

    rows: Mapping[Split, tuple[Row, ...]]
    dropped: tuple[Dropped, ...] = ()
    too_long: tuple[TooLong, ...] = ()
    weights: Mapping[str, int] = field(default_factory=dict)
    """How often a training row stands in an epoch, by id; 1 for those that are not named."""

    def epoch(self) -> tuple[Row, ...]:
        """Return the training rows of one epoch, a weighted one as often as it counts, side by side."""
        return tuple(row for row in self.rows.get("train", ()) for _ in range(self.weights.get(row.id, 1)))

    def reasons(self) -> dict[str, int]:
        """Return how many data points were left out for each reason, in the order of `REASONS`."""
        given = [each.reason for each in self.dropped] + ["too_long"] * len(self.too_long)
        return {reason: given.count(reason) for reason in REASONS if reason in given}


TokenCounter = Callable[[Sequence[Mapping[str, Any]]], int]
"""Counts the tokens of chat messages ``{"role", "content"}``, the template's own included; ``content`` is text."""

CHARACTERS_PER_TOKEN = 4
"""Of English text by the tokenizers of today's models, roughly; formulas and JSON have fewer."""


def rough_tokens(messages: Sequence[Mapping[str, Any]]) -> int:
    """Estimate tokens without a tokenizer: a quarter of the characters, rounded up, and four a message for its marks.

    Example:
        >>> rough_tokens([{"role": "user", "content": "Find angle KML."}])
        8
    """
    marks = 4  # a chat template opens and closes a message and names its role
    return sum(marks - (-len(message["content"]) // CHARACTERS_PER_TOKEN) for message in messages)


def chat(row: Row, reply: str | None) -> list[dict[str, str]]:
    """Return a row as plain chat messages of text, with a reply where there is one."""
    messages = [{"role": message.role, "content": message.text} for message in row.prompt]
    return messages if reply is None else [*messages, {"role": "assistant", "content": reply}]


ImageTokens = Callable[[Image], int]
"""Counts the tokens that a picture becomes; a placeholder of the text is counted in them."""


def no_image_tokens(_: Image) -> int:
    """Count a picture as nothing, where a model's way with pictures is not known."""
    return 0


def tokens_of(row: Row, count: TokenCounter = rough_tokens, image_tokens: ImageTokens = no_image_tokens) -> int:
    """Return the length of a row in tokens; of a pair that of the longer side.

    Args:
        row: to measure.
        count: of the tokenizer.
        image_tokens: of the model's pictures.
    """
    replies = {row.completion, row.completion if row.rejected is None else row.rejected}
    return max(count(chat(row, reply)) for reply in replies) + sum(map(image_tokens, row.images))


def without_long(
    found: RowSet,
    longest: int,
    count: TokenCounter = rough_tokens,
    *,
    image_tokens: ImageTokens = no_image_tokens,
    reserve: int = 0,
) -> RowSet:
    """Leave out and list the rows that are too long; nothing is ever cut.

    Args:
        found: all rows.
        longest: tokens of a row.
        count: of the tokenizer.
        image_tokens: of the model's pictures.
        reserve: tokens of a completion that is yet to be drawn.
    """
    kept: dict[Split, tuple[Row, ...]] = {}
    too_long: list[TooLong] = []
    for split, rows in found.rows.items():
        lengths = [(row, tokens_of(row, count, image_tokens) + reserve) for row in rows]
        kept[split] = tuple(row for row, length in lengths if length <= longest)
        too_long += [TooLong(row.id, split, length) for row, length in lengths if length > longest]
    return RowSet(kept, found.dropped, (*found.too_long, *too_long), found.weights)


def sorted_out(found: Iterable[Row | Dropped], splits: Callable[[Row], Split]) -> RowSet:
    """Part what a source gives into rows by split and what was dropped, in the order given."""
    rows: dict[Split, list[Row]] = {split: [] for split in SPLITS}
    dropped: list[Dropped] = []
    for each in found:
        if isinstance(each, Dropped):
            dropped.append(each)
        else:
            rows[splits(each)].append(each)
    return RowSet({split: tuple(each) for split, each in rows.items()}, tuple(dropped))
