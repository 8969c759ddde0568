"""What of a message is left unread: a statement at its end on which nothing that was read depends.

"LC = LM and the whole angle at S doubles" is read as "LC = LM"; without its second half it would be read the same, so nobody has
understood that half, and what is true of the first one does not stand for the whole.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from gnomon.algebra import read_numbers

_REASON = ("because", "bc", "cuz", "cos", "coz", "cause", "since", "as")
_JOINING = (
    "and",
    "but",
    "n",
    "&",
    "while",
    "whereas",
    "so",
    "then",
    "therefore",
    "thus",
    "that means",
    "which means",
    "also",
    "plus",
)
_CUT = re.compile(rf"(?<=[\s,])(?:{'|'.join((*_JOINING, *_REASON))})(?=\s)|[.!?;]+(?=\s|$)|\n+|,(?=\s)|[–—]|->|=>", re.IGNORECASE)
"""What stands between two statements."""
_JOINT_BEHIND = re.compile(rf"(?:(?<![\w'])(?:{'|'.join((*_JOINING, *_REASON))})\s*|[,;]\s*)+$", re.IGNORECASE)
"""A connecting word that nothing follows any more."""
_REASON_BEHIND = re.compile(rf"\b(?:{'|'.join((*_REASON, 'weil', 'denn'))})(?: of)?\W*$", re.IGNORECASE)
_SAYS = re.compile(
    r"\b(?:is|are|r|was|were|has|have|gets?|becomes?|equals|makes?|gives?|doubles?|halves|stays?|adds?|splits?|cuts?|bisects?"
    r"|meets?|touch(?:es)?|must be|should be|they'?re|it'?s|that'?s)\b|="
)
"""Verbs of statements about a figure."""
_OF_FIGURE = re.compile(
    r"\b(?:angles?|sides?|arcs?|chords?|lines?|legs?|heights?|altitudes?|medians?|radius|radii|diameters?|triangles?|circles?"
    r"|squares?|rectangles?|quadrilaterals?|polygons?|hexagons?|pentagons?|corners?|diagonals?|area|perimeter|circumference"
    r"|bases?|hypotenuse|hyp|parts?|bits?|pieces?|halves|tangents?|secants?|sum|total|ratio|factor|ones?|others?|all|both"
    r"|everything|each|every|whole|top|bottom|left|middle)\b|\b[A-Z]{1,4}\b"
)
"""Words for what a statement about a figure speaks of."""
CLAIMING = re.compile(
    r"\b(?:equals?|same|alike|half|halves|halved|twice|doubles?|doubled|triples?|times|sum|sums|adds?|total|average|mean|product|ratio"
    r"|difference|factor|scaled?|bigger|larger|smaller|longer|shorter|biggest|largest|smallest|longest|shortest"
    r"|as (?:long|big|large|tall)"
    r"|similar|congruent|identical|parallel|perpendicular|right[- ]?angled?|right angles?|isosceles|equilateral"
    r"|regular|bisects?|cuts?|splits?"
    r"|squares?d?|rectangles?|rhombus|kites?|trapez\w+|parallelograms?|diameters?|radius|radii|tangents?|hypotenuse|complementary"
    r"|supplementary|too|also|both|all|each|every|always|never|not|n't|isnt|arent|dont|doesnt|no|but|except|only|middle|midpoint|stays?)\b|="
)
"""Words of statements that may be false whatever the parts are, and of denials."""
_PLACES = re.compile(
    r"\b(?:across|opposite|opp|next to|beside|between|above|below|under|over|on|at|in|inside|outside|behind"
    r"|around|where|from|facing)\b"
)
"""Words for where something is."""
_LEFT_OVER = re.compile(
    r"^\W*(?:thats |that's |its |it's )?what(?:'?s| is) (?:left|missing)(?: over)?(?: (?:of|from|to|till"
    r"|until))?(?: the)?(?: \d+°?| it)?\W*$"
)
"""Where a value comes from: ``whats left of 180``."""
_NO_STATEMENT = re.compile(
    r"^\W*(?:i|we|you|u|lets|let's|let|need|now|first|next|have to|dont|what|how|why|which|where|is|are|can|could|do|does"
    r"|should|if|when|my|im|i'm|that|thats|that's|this|they|they're|theyre)\b",
    re.IGNORECASE,
)
"""Beginnings of what is planned, asked or said of the learner, of names for the last result, and of what tells why."""


class _Part(NamedTuple):
    start: int
    end: int
    joint: str
    """What stands before it, in small letters."""


def leads_in_reason(before: str) -> bool:
    """Whether what stands before some words ends in one that leads in a reason, such as "because"."""
    return _REASON_BEHIND.search(before) is not None


def unread_end(text: str, read: Callable[[str], Sequence[object]]) -> str:
    """Return the last statement of a message if it is not read; empty where it is, or where there is none.

    Args:
        text: the message.
        read: gives what a text claims.
    """
    parts = list(_parts(text))
    for before, part in zip(parts[-2::-1], parts[:0:-1], strict=True):
        said = text[part.start : part.end]
        is_of_figure = _OF_FIGURE.search(said) is not None
        has_number = any(number.role == "value" for number in read_numbers(said))  # "two sides" only counts
        if not is_of_figure and not has_number:
            continue  # "lol"
        # What is only told as a reason is told in many ways, and may be told in several parts.
        is_reason = not has_number and (part.joint in _REASON or before.joint in _REASON)
        is_asked = text[part.end : part.end + 1] == "?"
        says = has_number or _SAYS.search(said) is not None
        # "straight across from the one they give": where something is, or why it is spoken of.
        is_place = not has_number and _PLACES.search(said.lower()) is not None and CLAIMING.search(said.lower()) is None
        is_place = is_place or _LEFT_OVER.match(said.lower()) is not None
        if not is_of_figure or is_reason or is_asked or not says or is_place or _NO_STATEMENT.match(said):
            return ""
        rest = f"{_JOINT_BEHIND.sub('', text[: part.start])} {text[part.end :]}".strip()
        return said.strip() if read(rest) == read(text) else ""
    return ""


def _parts(text: str) -> Iterator[_Part]:
    start, joint = 0, ""
    for match in _CUT.finditer(text):
        if text[start : match.start()].strip():
            yield _Part(start, match.start(), joint)
        start, joint = match.end(), match.group().strip().lower()
    if text[start:].strip():
        yield _Part(start, len(text), joint)
