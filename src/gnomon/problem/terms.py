"""The syntax of the literal language: ``Equals(LengthOf(Line(A, B)), 3x-7)`` to a tree of terms.

Geometry3K's annotations and our own problem files share it. A slip of the pen (unbalanced brackets, a near misspelling
of a known word) is repaired and said. What a term means is the business of the other readers.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

POLYGONS: dict[str, int] = {
    "Triangle": 3,
    "Quadrilateral": 4,
    "Parallelogram": 4,
    "Rectangle": 4,
    "Rhombus": 4,
    "Square": 4,
    "Kite": 4,
    "Trapezoid": 4,
    "Pentagon": 5,
    "Hexagon": 6,
    "Heptagon": 7,
    "Octagon": 8,
    "Polygon": 0,
    "Shape": 0,
}
"""Words for polygons with their number of vertices; 0 for any."""

MODIFIERS = ("Regular", "Isosceles", "Equilateral", "Right", "Shaded", "Green", "Blue", "Red", "Minor", "Major")
"""Words that stand around an object, as in ``Regular(Hexagon(A,B,C,D,E,F))``."""

_OBJECTS = ("Point", "Line", "Angle", "Arc", "Circle", "Sector", *POLYGONS)
_MEASURES = (
    "LengthOf", "MeasureOf", "AreaOf", "PerimeterOf", "CircumferenceOf", "RadiusOf", "DiameterOf", "HeightOf", "AltitudeOf",
    "BaseOf", "SideOf", "LegOf", "HypotenuseOf", "MedianOf", "ScaleFactorOf", "RatioOf", "SinOf", "CosOf", "TanOf", "SumOf",
    "HalfOf", "SquareOf", "SqrtOf", "Add", "Sub", "Mul", "Div", "Pow",
)  # fmt: skip
_STATEMENTS = (
    "Equals", "Find", "Prove", "Collinear", "SameSide", "OppositeSides", "Inside", "Reflex", "PointLiesOnLine",
    "PointLiesOnCircle", "Perpendicular", "Parallel", "Tangent", "IsDiameterOf", "IsRadiusOf", "IsMidpointOf", "BisectsAngle",
    "IsPerpendicularBisectorOf", "IsMedianOf", "IsAltitudeOf", "IsMidsegmentOf", "IsCentroidOf", "IsIncenterOf",
    "IsOrthocenterOf", "IsChordOf", "IsDiagonalOf", "IsHypotenuseOf", "IsLegOf", "IsBaseOf", "InscribedIn", "CircumscribedTo",
    "Congruent", "Similar", "RightAngle", "IntersectAt", "UseTheorem",
)  # fmt: skip

WORDS: tuple[str, ...] = (*_OBJECTS, *MODIFIERS, *_MEASURES, *_STATEMENTS)
"""Every word of the language."""

_LONGEST = 500
"""Characters of a literal; the longest of Geometry3K's first 2401 problems has 108."""
_MOST_BRACKETS = 60
"""Opening brackets of a literal, as deep as the reader can be made to recurse; those of Geometry3K have at most 10."""
ALGEBRA_FUNCTIONS = {"sqrt", "sin", "cos", "tan"}
"""Functions that algebra inside a literal may use."""
_HEAD = re.compile(r"\s*([A-Za-z_]{3,})\s*\(")
_BARE_ANGLE = re.compile(r"[Aa]ngle\s+(\S.*)")


class UnreadError(ValueError):
    """A literal, or a part of one, that has no reading; the message is the reason."""


class UnsupportedError(UnreadError):
    """A literal that is understood, but asks for what the formal description cannot express."""


class Term(NamedTuple):
    """A word with its arguments; an argument that is no term is kept as its text (a point, a number, algebra)."""

    name: str
    arguments: tuple[Term | str, ...]

    def __str__(self) -> str:
        return f"{self.name}({', '.join(map(str, self.arguments))})"


Arguments = Sequence[Term | str]


def is_literal(text: str) -> bool:
    """Whether a text begins as a literal does, with a word in capitals and a bracket; school notation does not."""
    head = _HEAD.match(text)
    return head is not None and head.group(1)[0].isupper()


class Literal(NamedTuple):
    """A parsed literal."""

    term: Term | str
    """Text without any word of the language stays text: the ``x`` of ``find: x``."""
    repairs: tuple[str, ...] = ()
    """What had to be mended, one phrase each."""


def parse_literal(text: str) -> Literal:
    """Read one literal.

    Raises:
        UnreadError: for an unknown word, with near ones, and for a text that is too long or nests too deeply.
    """
    if len(text) > _LONGEST or text.count("(") > _MOST_BRACKETS:
        raise UnreadError(f"expected a literal of at most {_LONGEST} characters and {_MOST_BRACKETS} brackets")
    repairs: list[str] = []
    mended = _balance(text.strip(), repairs)
    return Literal(_parse(mended, repairs), tuple(repairs))


def terms_in(text: str) -> Iterator[Term]:
    """Yield the term of a literal and all terms inside it; nothing where it cannot be read."""
    try:
        waiting: list[Term | str] = [parse_literal(text).term]
    except UnreadError:
        return
    while waiting:
        term = waiting.pop()
        if isinstance(term, Term):
            yield term
            waiting += term.arguments


def closing_bracket(text: str, start: int) -> int:
    """Index of the bracket that closes the one at ``start``; -1 when nothing does."""
    depth = 0
    for index in range(start, len(text)):
        depth += {"(": 1, ")": -1}.get(text[index], 0)
        if depth == 0:
            return index
    return -1


def _balance(text: str, repairs: list[str]) -> str:
    head = _HEAD.match(text)
    missing = text.count("(") - text.count(")")
    if missing > 0:
        repairs.append(f"added {missing} closing bracket(s)")
        return text + ")" * missing
    if not head or missing == 0:
        return text
    end = closing_bracket(text, head.end() - 1)
    if text[end + 1 :].strip():
        repairs.append(f"left out {text[end + 1 :].strip()!r} after the closing bracket")
    return text[: end + 1]


def _parse(text: str, repairs: list[str]) -> Term | str:
    text = text.strip()
    head = _HEAD.match(text)
    if not head or head.group(1) in ALGEBRA_FUNCTIONS:
        bare = _BARE_ANGLE.fullmatch(text)
        return Term("Angle", (bare.group(1).strip(),)) if bare else text
    end = closing_bracket(text, head.end() - 1)
    rest = text[end + 1 :].strip()
    if rest and rest[0] in "+-*/^−·":
        return text  # algebra that begins with a quantity
    if rest:
        repairs.append(f"left out {rest!r} after the closing bracket")
    inner = text[head.end() : end]
    return Term(_known_word(head.group(1), repairs), tuple(_parse(part, repairs) for part in _split(inner)))


def _split(text: str) -> list[str]:
    """Split at the commas outside every bracket; empty text gives no parts."""
    parts, depth, start = [], 0, 0
    for index, character in enumerate(text):
        depth += {"(": 1, "{": 1, ")": -1, "}": -1}.get(character, 0)
        if character == "," and depth == 0:
            parts.append(text[start:index])
            start = index + 1
    parts.append(text[start:])
    return [part for part in parts if part.strip()]


def _known_word(word: str, repairs: list[str]) -> str:
    if word in WORDS:
        return word
    by_lower = {known.lower(): known for known in WORDS}
    if word.lower() in by_lower:
        return by_lower[word.lower()]
    # What is nearly the word (a letter or two off) is read as it; what only resembles one is asked about.
    near = difflib.get_close_matches(word.lower(), by_lower)
    if near and difflib.SequenceMatcher(None, word.lower(), near[0]).ratio() >= 0.8:
        repairs.append(f"read {word!r} as {by_lower[near[0]]!r}")
        return by_lower[near[0]]
    hint = f"; did you mean {', '.join(by_lower[name] for name in near)}?" if near else ""
    raise UnreadError(f"unknown word {word!r}{hint}")
