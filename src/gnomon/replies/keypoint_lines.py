"""Reading keypoints from lines of free text: ``1. Line AB: connects A and B``, ``- **Point C**: ...``."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from gnomon.figure import keypoint_kind

_MARKED = re.compile(r"\s*+(?:[0-9]{1,3}[.)]|[-*•+])\s++(\S.*)", re.DOTALL)
_EMPHASIS = "*` \t"


class KeypointLine(NamedTuple):
    """One item of a list, as written."""

    element: str
    description: str | None
    """None where the line has none."""


def keypoint_lines(text: str) -> list[KeypointLine]:
    """Return the items of every list in ``text`` that names an element of the grammar.

    A list is a run of lines that begin with a number or a bullet; blank lines and indented lines without a mark do not end
    it, and are left out. A line of it counts where it has a colon or is the name of an element. A list in which no name is
    in the grammar is prose (the steps of a solution), unless it is all of the text.
    """
    blocks = list(_blocks(text))
    named = [block for block in blocks if any(_is_known(line) for line in block)]
    chosen = blocks if len(blocks) == 1 else named
    return [line for block in chosen for line in block]


def _blocks(text: str) -> Iterator[list[KeypointLine]]:
    """Yield the runs of marked lines; other text before or after one makes a run of its own, which is empty."""
    block: list[KeypointLine] = []
    for line in text.splitlines():
        marked = _MARKED.fullmatch(line)
        if marked is not None:
            block.extend(_item(marked[1]))
        elif line.strip() and not line[0].isspace():
            yield block
            block = []
    yield block


def _item(text: str) -> Iterator[KeypointLine]:
    element, colon, description = text.partition(":")
    line = KeypointLine(element.strip(_EMPHASIS), description.strip().lstrip(_EMPHASIS) or None)
    if colon or _is_known(line):
        yield line


def _is_known(line: KeypointLine) -> bool:
    return keypoint_kind(line.element) is not None
