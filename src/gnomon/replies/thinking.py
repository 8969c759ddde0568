"""Parting what a model thought (``<think>...</think>``) from what it said."""

from __future__ import annotations

import re
from typing import NamedTuple

_TAG = re.compile(r"<\s*+(/?)\s*+think\s*+>", re.IGNORECASE)


class Thinking(NamedTuple):
    """One text in two parts."""

    said: str
    """What stands outside thinking and before an opening that nothing closes."""
    rationales: tuple[str, ...]
    """What each closed block of thinking holds."""
    unclosed: str | None
    """What follows an opening that nothing closes; None where there is none."""
    has_odd_tags: bool
    """Whether a tag has other case or space, or a closing lacks its opening."""


def said_in(text: str) -> str:
    """Return what a raw reply says, without what its model thought; empty where it only thought."""
    return split_thinking(text).said.strip()


def split_thinking(text: str) -> Thinking:
    """Split ``text``.

    A first closing without its opening, which some chat templates keep, ends thinking that begins with the text; any later
    one is passed over.
    """
    said: list[str] = []
    rationales: list[str] = []
    opening: int | None = None
    here = 0
    has_odd_tags = False
    for tag in _TAG.finditer(text):
        is_closing = bool(tag[1])
        has_odd_tags = has_odd_tags or tag.group() not in {"<think>", "</think>"} or (is_closing and opening is None)
        if is_closing and opening is None and rationales:
            said.append(text[here : tag.start()])
        elif is_closing:
            rationales.append(text[opening or 0 : tag.start()])
            said = said if opening is not None else []
        elif opening is None:
            said.append(text[here : tag.start()])
            opening = tag.end()
        if is_closing:
            opening, here = None, tag.end()
    unclosed = None if opening is None else text[opening:]
    return Thinking("".join([*said, "" if opening else text[here:]]), tuple(rationales), unclosed, has_odd_tags)
