"""A question with marks in the place of the names and sizes of parts, so that patterns need not know them."""

from __future__ import annotations

import re
from typing import NamedTuple

from gnomon.tutor.symbolic.worded.things import Figure, Thing

SIZE = re.compile(r"(?<![\w.])(\d+(?:\.\d+)?)(?: ?(?:°|degrees?|cm|dm|mm|km|m)\b|°)?(?![\w/²])")


class Marked(NamedTuple):
    """A text with its names and sizes put as marks, in lower case."""

    text: str
    things: tuple[tuple[Thing, ...], ...]
    """What each mark may mean."""
    sizes: dict[int, float]
    """Of the marks that are sizes."""


def marked(figure: Figure, text: str) -> Marked:
    """Put marks for the names and sizes of parts in a text."""
    spans: list[tuple[int, int, tuple[Thing, ...]]] = [(m.start(), m.end(), (thing,)) for m, thing in figure.names_in(text)]
    for match in SIZE.finditer(text):
        stated = figure.stated(float(match[1])) or figure.sized(float(match[1]))
        if stated:
            spans.append((match.start(), match.end(), tuple(stated)))
    right = [Thing("angle", angle.points) for angle in figure.scene.right_angles]
    for match in (
        re.finditer(
            r"\b(?:opposite|across from|opposite from|opposite to|facing|next to) ((?:the|that|its|a|our) right angle\b)",
            text,
            re.IGNORECASE,
        )
        if right
        else ()
    ):
        spans += [(match.start(1), match.end(1), tuple(right))]
    spans.sort()
    out, at = "", 0
    things: list[tuple[Thing, ...]] = []
    sizes: dict[int, float] = {}
    for start, end, meant in spans:
        if (number := re.match(r"\d+(?:\.\d+)?", text[start:end])) is not None:
            sizes[len(things)] = float(number[0])
        out += text[at:start].lower() + f"§{len(things)}"
        things.append(meant)
        at = end
    return Marked(out + text[at:].lower(), tuple(things), sizes)
