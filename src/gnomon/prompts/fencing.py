"""Material put between tags that it cannot close, so that a text in a prompt stays a text.

A graded reply, or what a student writes, may hold anything: orders to the model, marks for itself, a turn of somebody else, the
end of the prompt as its writer imagines it. Each text is put between ``<name-CODE>`` and ``</name-CODE>``. The code is a hash of
all texts that are fenced together, so it is the same on every run and the cache keeps working, yet nobody who writes one of the
texts can know it; and a code that occurs in a text is not used.

Marks by which chat servers end a message (``<|im_end|>``) are broken by a space and counted. This does not stop a model from
being persuaded by what it reads: the prompts say what the tags mean, and the checks of a judge show whether it listens.
"""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Mapping
from functools import cache
from itertools import count
from typing import NamedTuple

from gnomon.packaged import packaged_yaml

_CODE_LENGTH = 8  # hex digits: 4 billion codes, too many to be hit by a text that guesses


class Fenced(NamedTuple):
    """The texts that were fenced together, each between its tags."""

    code: str
    """What every tag ends in: eight hexadecimal digits that occur in none of the texts."""
    blocks: Mapping[str, str]
    """The fenced texts by name; an empty text stays empty, without tags."""
    num_control_tokens: int
    """How many marks of chat servers were broken."""


def fence(texts: Mapping[str, str]) -> Fenced:
    """Put each text between tags named for it.

    Args:
        texts: by name; a name is a word of lower-case letters, digits and underscores.

    Raises:
        ValueError: for a name that is no such word.
    """
    if wrong := [name for name in texts if not re.fullmatch(r"[a-z][a-z0-9_]*", name)]:
        raise ValueError(f"a block's name is lower-case letters, digits and underscores, got {wrong[0]!r}")
    code = _code(texts)
    num_broken = 0
    blocks = {}
    for name, text in texts.items():
        safe, broken = _control_tokens().subn(lambda match: f"{match[0][0]} {match[0][1:]}", text)
        num_broken += broken
        blocks[name] = f"<{name}-{code}>\n{safe.strip()}\n</{name}-{code}>" if safe.strip() else ""
    return Fenced(code, blocks, num_broken)


def in_one_line(text: str, longest: int | None = None) -> str:
    """Return the text in one line, all its white space single spaces.

    Args:
        text: any; an empty one stays empty.
        longest: what is longer is cut there and ends in an ellipsis; None cuts nothing.
    """
    line = " ".join(text.split())
    return line if longest is None or len(line) <= longest else f"{line[:longest].rstrip()}…"


def _code(texts: Mapping[str, str]) -> str:
    squeezed = [_squeeze(text) for text in texts.values()]
    seed = "\0".join(f"{name}\0{text}" for name, text in texts.items()).encode("utf-8", "surrogatepass")
    codes = (hashlib.sha256(seed + attempt.to_bytes(8)).hexdigest()[:_CODE_LENGTH] for attempt in count())
    return next(code for code in codes if not any(code in text for text in squeezed))


def _squeeze(text: str) -> str:
    """Drop what a reader may overlook: case, width, spaces, invisible and other marks."""
    return "".join(character for character in unicodedata.normalize("NFKC", text).casefold() if character.isalnum())


@cache
def _control_tokens() -> re.Pattern[str]:
    tokens = packaged_yaml(__package__, "control_tokens.yaml")
    return re.compile("|".join(re.escape(token) for token in tokens), re.IGNORECASE)
