"""Plain words for the words of the trade: ``the two long lines inside a rectangle`` are its diagonals.

The table (``lexicon.yaml``) knows nouns (edge, corner, line across), relations (match, twins, split in two, a full turn) and
where the shape is spoken of. What comes of it is read by the grammars of `laws` and ``theorems.yaml``, which say what holds.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Literal

from gnomon.packaged import packaged_yaml
from gnomon.tutor.message.rewriting import Rewritten


def canonical(text: str) -> str:
    """Return what a clause says of kinds of parts in the words of the trade, in lower case."""
    lower = " ".join(text.lower().replace("’", "'").split()).strip(" .!?,;:")
    for said, meant in _table("canonical"):
        lower = said.sub(lambda match, meant=meant: match.expand(meant), lower)  # type: ignore[misc]  # a default argument
    return " ".join(lower.split())


def put_plainly(written: Rewritten) -> None:
    """Put sizes behind what they are of, and parts for the pronouns of two that were named."""
    for said, meant in _table("rephrased"):
        written.sub(said, meant)


@cache
def _table(name: Literal["canonical", "rephrased"]) -> tuple[tuple[re.Pattern[str], str], ...]:
    table = packaged_yaml(__package__, "lexicon.yaml")
    return tuple((re.compile(said.replace("{shape}", table["shapes"])), meant) for said, meant in table[name])
