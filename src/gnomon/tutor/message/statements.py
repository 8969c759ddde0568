"""Relations (``AB and CD are parallel``) and theorems (``angles in a triangle add up to 180``) that a clause states.

Theorems are data (``theorems.yaml``): how learners put each in general, rightly and wrongly.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import permutations
from typing import Any, NamedTuple

from gnomon.algebra import Number, Quantity, parse_expression, read_numbers
from gnomon.geometry import rules
from gnomon.packaged import packaged_yaml
from gnomon.problem import Equation, Fact
from gnomon.tutor.message.formula import Item, Names
from gnomon.tutor.message.moves import Claim, Kind, Move
from gnomon.tutor.message.vocabulary import closer_rules

_TWO_LINES = {"parallel", "perpendicular"}
_MATCHED = re.compile(r"\b(?:similar|congruent|identical)\b|≅|(?<=[a-z]) ~ ")
_SAID_MATCHED = re.compile(
    r"\b(?:triangles|they|theyre|they're|these|those|both|it|shapes|figures|quadrilaterals)\b.*\b(?:similar|congruent)\b(?! (?:tri|shape|fig|side|angle))|^\W*(?:similar|congruent)(?: triangles)?\W*$"
)
"""Where it is said of the figure at hand, and not of similar triangles in general."""
_SHAPES = re.compile(r"\b(parallelogram|rectangle|rhombus|square|kite|trapezoid|trapezium)\b")
_RIGHT_TRIANGLE = re.compile(r"\bright[ -]?(?:angled?)?[ -]?triangle|\bright[ -]angled\b")


def relation_of(items: Sequence[Item], names: Names, text: str) -> Move | None:
    """Return the relation that a clause states."""
    lower = text.lower()
    kinds = {item.kind for item in items}
    parts = [item.expression for item in items if isinstance(item.expression, Quantity)]
    segments = [part.points for part in parts if part.kind == "length"]
    corners = [item.points for item in items if len(item.points) > 2]
    singles = [item.points[0] for item in items if len(item.points) == 1]
    found: tuple[str, list[Fact | Equation]] | None = None
    lines = next((kind for kind in _TWO_LINES if kind in kinds), None)
    if lines is not None:
        found = lines, [Fact(lines, (*segments[0], *segments[1]))] if len(segments) == 2 else []
        if len(segments) == 1 or len(segments) > 2:
            found = None
    elif (match := _MATCHED.search(lower)) and (len(corners) != 1) and not segments:
        kind = "similar" if match.group().strip(" ") in {"similar", "~"} else "congruent"
        if len(corners) == 2 and len(corners[0]) == len(corners[1]) <= 4:
            found = kind, [Fact(kind, (*corners[0], *order)) for order in permutations(corners[1])]
        elif (
            not corners and re.search(r"triangle|they|theyre|shapes|both|these|figures|polygon", lower) and "angle " not in lower
        ):
            found = kind, []
    elif _RIGHT_TRIANGLE.search(lower):
        found = "right_triangle", [_right(*order) for corner in corners[:1] if len(corner) == 3 for order in permutations(corner)]
    elif "isosceles" in kinds or "equilateral" in kinds:
        kind = "isosceles" if "isosceles" in kinds else "equilateral"
        found = kind, [Fact(kind, order) for corner in corners[:1] if len(corner) == 3 for order in permutations(corner)]
    elif "midpoint" in kinds and len(singles) == 1 and len(segments) == 1:
        found = "midpoint", [Fact("midpoint", (singles[0], *segments[0]))]
    elif "bisects" in kinds and len(segments) == 1 and len(corners) == 1 and len(corners[0]) == 3:
        found = "angle_bisector", _bisectors(segments[0], corners[0])
    elif (shape := _SHAPES.search(lower)) and len(corners) == 1 and len(corners[0]) == 4 and len(items) <= 3:
        kind = shape.group(1).replace("trapezium", "trapezoid")
        a, b, c, d = corners[0]
        found = kind, [Fact(kind, (a, b, c, d)), *([Fact(kind, (b, c, d, a))] if kind in {"trapezoid", "kite"} else [])]
    elif kinds & {"is_diameter", "is_tangent"} and len(segments) == 1:
        kind = "diameter" if "is_diameter" in kinds else "tangent"
        pair = segments[0]
        found = (
            kind,
            [
                Fact(kind, (*order, centre))
                for centre in names.figure.points
                for order in (pair, pair[::-1])
                if centre not in pair
            ],
        )
    if found is None:
        return None
    return Move(Kind.RELATION, text.strip(), Claim(text.strip(), relation=found[0], relations=tuple(found[1])))


def _right(first: str, vertex: str, last: str) -> Equation:
    return Equation(Quantity.of("angle", first, vertex, last), parse_expression("90"))


def _bisectors(ray: Sequence[str], angle: Sequence[str]) -> list[Fact | Equation]:
    vertex = angle[1]
    if vertex not in ray:
        return []
    inner = ray[0] if ray[1] == vertex else ray[1]
    return [Fact("angle_bisector", (vertex, inner, angle[0], angle[2]))]


class _Stated(NamedTuple):
    rules: tuple[str, ...]
    about: re.Pattern[str]
    unless: re.Pattern[str] | None
    right: tuple[re.Pattern[str], ...]
    wrong: tuple[re.Pattern[str], ...]
    totals: tuple[float, ...]
    is_of_figure: bool
    named: re.Pattern[str] | None
    """What names it for parts of the figure at hand: ``theyre alternate``."""


@cache
def _statements() -> tuple[_Stated, ...]:
    rows: list[dict[str, Any]] = packaged_yaml(__package__, "theorems.yaml")

    def compiled(patterns: Sequence[str]) -> tuple[re.Pattern[str], ...]:
        return tuple(re.compile(pattern) for pattern in patterns)

    return tuple(
        _Stated(
            tuple(row["rules"]),
            re.compile(row["about"]),
            re.compile(row["unless"]) if "unless" in row else None,
            compiled(row.get("right", ())),
            compiled(row.get("wrong", ())),
            tuple(row.get("totals", ())),
            bool(row.get("figure")),
            re.compile(row["named"]) if "named" in row else None,
        )
        for row in rows
    )


_SIGNS = str.maketrans({"’": "'", "·": "*", "×": "*", "⋅": "*", "−": "-", "–": "-", "÷": "/"})
_TOTAL = re.compile(
    r"(?:add(?:s|ed)?(?: up)?(?: to| together)?|sums?(?: up)? (?:to|is|of)|total(?:s|ing)?|makes?|are|is|gives?|equals?|have|has|=|must be)"
    r"\s*(?:up to|to|always|together|all|equal|equals|=|\s)*\s*$"
)


def theorem_of(text: str, items: Sequence[Item]) -> Move | None:
    """Return the theorem that a clause states or names; None where parts of the figure are named, or there is none."""
    lower = " ".join(text.lower().translate(_SIGNS).split()).strip(" .!?")
    if any(isinstance(item.expression, Quantity) or len(item.points) > 1 for item in items):
        return None
    for stated in _statements():
        if stated.about.search(lower) and not (stated.unless and stated.unless.search(lower)):
            holds = _holds(stated, lower)
            if holds is not None:
                claim = Claim(text.strip(), rules=stated.rules, holds=holds, is_of_figure=stated.is_of_figure)
                return Move(Kind.THEOREM, claim.text, claim)
    named = next((stated for stated in _statements() if stated.named is not None and stated.named.search(lower)), None)
    return None if named is None else Move(Kind.THEOREM, text.strip(), Claim(text.strip(), rules=named.rules))


def _holds(stated: _Stated, lower: str) -> bool | None:
    if any(pattern.search(lower) for pattern in stated.wrong):
        return False
    if any(pattern.search(lower) for pattern in stated.right):
        return True
    if not stated.totals:
        return None
    # No rule's total is below 45; "are 2" counts.
    said = [number.value for number in read_numbers(lower) if number.value >= 45 and _TOTAL.search(lower[: number.start])]
    found = any(value in stated.totals for value in said)
    # "The angles are 120" speaks of each; a false total is one that some other theorem has, or that is called a sum.
    is_total = re.search(r"\b(?:add|sum|total|together|make)", lower) is not None or any(value % 90 == 0 for value in said)
    return None if not said or (not found and (stated.is_of_figure or not is_total)) else found


def rules_named(lower: str) -> Iterator[str]:
    """Yield the ids of the rules that a text in lower case names."""
    closer = [row for row in closer_rules() if any(phrase in lower for phrase in row.phrases)]
    meant, crossed_out = {row.rule for row in closer}, {rule for row in closer for rule in row.instead_of}
    yield from (
        rule for rule, pattern in _rule_patterns() if rule in meant or (rule not in crossed_out and pattern.search(lower))
    )


@cache
def _rule_patterns() -> list[tuple[str, re.Pattern[str]]]:
    """One pattern a rule for the words that name it; words of three letters or fewer mean too many things."""
    words = {rule.id: [re.escape(word) for word in rule.keywords if len(word) > 3] for rule in rules().values()}
    return [(rule, re.compile(rf"(?<!\w)(?:{'|'.join(known)})")) for rule, known in words.items() if known]


def is_value(item: Item) -> bool:
    """Whether an item is a plain number."""
    return isinstance(item.expression, Number)
