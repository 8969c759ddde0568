"""The answer by another shape of the same area, told with its sizes: "as much as a rectangle of 12 cm by 7 cm".

Also the side by the area of a square on it ("a square of area 81, and its side is BK"). It leaves out sizes of the problem's own
figure, which its sentences tell (`gnomon.tutor.guard.told`).
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence

from gnomon.algebra import ReadNumber
from gnomon.tutor.guard import phrases
from gnomon.tutor.guard.protected import Protected, is_near
from gnomon.tutor.guard.turns import Leak, Said, Sentence, numbers_in

_SHAPE = re.compile(
    r"\b(?:an?|the|one|that|this|another)\b (?:\w+ ){0,2}?(?P<shape>rectangle|parallelogram|square|triangle"
    r"|circle|disc|disk|carpet|floor|sheet"
    r"|plot|field|strip|room|card|board|garden|kite|rhombus)\b",
    re.IGNORECASE,
)
_SAME = re.compile(
    r"\b(?:as (?:much|big|large|great)|same (?:area|size|surface|amount|space)|equals?|exactly|just|precisely"
    r"|fill|fills|cover|covers|covering|make|makes|becomes?"
    r"|turns? into|rearrang\w+|pieces|no more|worth|replace\w*|trade\w*|swap\w*|amounts?)\b",
    re.IGNORECASE,
)
"""Says that the two have the same area."""
_DIFFERS = re.compile(
    r"\b(?:not|n't|larger|bigger|smaller|less|more|half|twice|double|third|quarter|too|nothing|than|inside"
    r"|around|surround\w*|enclos\w+|share|bounding|other|would be|were)\b(?! less)(?! more)",
    re.IGNORECASE,
)
_NOT_MORE = re.compile(r"\bno (?:more|less)(?:,? (?:and|or) no (?:less|more))?\b|\bneither more nor less\b", re.IGNORECASE)
_REACH = 70
"""Characters behind a shape that hold its sizes."""
_SQUARE = re.compile(r"\bsquare\b(?! (?:root|met|cent|units?|mill|kilo|deci|dm|cm|m\b|mm|it|both))", re.IGNORECASE)
_AREA = re.compile(r"\b(?:area|surface|covers?|measures?|contains?)\b", re.IGNORECASE)


def shape_leaks(sentences: Sequence[Sentence], protected: Protected, said: Said) -> Iterator[Leak]:
    """Yield shapes of the answer's area, and squares whose side is the answer."""
    value = protected.value
    if value is None or any(is_near(value, other) for other in said.values):
        return
    for sentence in sentences:
        text = sentence.text
        if not numbers_in(text):
            continue
        for match in _SHAPE.finditer(text) if not (sentence.is_question or sentence.following.rstrip().endswith("?")) else ():
            yield from _equal_shapes(text, match, value)
        if not sentence.is_question and (square := _SQUARE.search(text)) and _AREA.search(text):
            yield from _squares(sentence, square, protected, value)


def _equal_shapes(text: str, match: re.Match[str], value: float) -> Iterator[Leak]:
    if not _SAME.search(text) or _DIFFERS.search(_NOT_MORE.sub(" ", text)):
        return
    sizes = [
        n
        for n in numbers_in(text[match.end() : match.end() + _REACH])
        if n.role == "value" and not n.unit.endswith(("²", "³", "°"))
    ]
    if any(is_near(value, area) for area in _areas(match["shape"].lower(), sizes)):
        yield Leak(text[match.start() :], "relation", "a shape of the same area is told with its sizes")


def _areas(shape: str, sizes: Sequence[ReadNumber]) -> Iterator[float]:
    """Yield the areas that a shape of these sizes may have."""
    if shape in {"circle", "disc", "disk"}:
        yield from (math.pi * size.value**2 for size in sizes[:1])
    elif len(sizes) == 1 and shape not in {"triangle", "kite"}:
        yield sizes[0].value ** 2
    elif len(sizes) >= 2:
        product = sizes[0].value * sizes[1].value
        yield product / 2 if shape in {"triangle", "kite", "rhombus"} else product


def _squares(sentence: Sentence, square: re.Match[str], protected: Protected, value: float) -> Iterator[Leak]:
    """Yield the area of a square whose side is what is asked: "the square drawn on the side GL would have an area of 108"."""
    text = f"{sentence.text} {sentence.following}"
    if protected.is_given or sentence.following.rstrip().endswith("?") or phrases.REFUTES.search(sentence.text):
        return
    is_about = any(True for _ in protected.mentions(text)) or protected.kind_is_named(text) or re.search(r"\bside\b", text)
    for number in numbers_in(sentence.text) if is_about else ():
        is_area = number.role == "value" and number.start > square.start() and number.value > 0
        is_new = is_area and not any(is_near(number.value, given) for given in protected.givens)
        if is_new and is_near(value, math.sqrt(number.value)):
            yield Leak(sentence.text, "relation", "it tells the area of a square on what is asked")
