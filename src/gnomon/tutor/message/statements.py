"""Relations (``AB and CD are parallel``) and theorems (``angles in a triangle add up to 180``) that a clause states.

Theorems are data (``theorems.yaml``): how learners put each in general, rightly and wrongly.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations, pairwise, permutations
from typing import Any, NamedTuple

from gnomon.algebra import Expression, Letter, Number, Operation, Quantity, parse_expression, read_numbers
from gnomon.geometry import rules
from gnomon.packaged import packaged_yaml
from gnomon.problem import Equation, Fact, unknowns
from gnomon.tutor.message.comparing import comparison_of
from gnomon.tutor.message.formula import Item, Names
from gnomon.tutor.message.laws import Stated, stated
from gnomon.tutor.message.lexicon import canonical
from gnomon.tutor.message.lying import lying_of
from gnomon.tutor.message.moves import Claim, Kind, Move
from gnomon.tutor.message.pieces import BOTH_HALVED, EACH_OTHER, HALVES_AT, factor_of, rectangle_of, share_of, split_of
from gnomon.tutor.message.properties import property_of
from gnomon.tutor.message.together import is_said_together, they_equal, together_of
from gnomon.tutor.message.vocabulary import closer_rules

_MATCHED = re.compile(r"\b(?:similar|congruent|identical|mirror images?)\b|≅|(?<=[a-z]) ~ ")
_SAID_MATCHED = re.compile(
    r"\b(?:triangles|triangle and|they|theyre|they're|these|those|both|it|shapes|figures|quadrilaterals)\b.*"
    r"\b(?:similar|congruent|mirror images?)\b(?! (?:tri|shape|fig|side|angle))|^\W*(?:similar|congruent)(?: triangles)?\W*$"
)
"""Where it is said of the figure at hand, and not of similar triangles in general."""
_SHAPES = re.compile(r"\b(parallelogram|rectangle|rhombus|square|kite|trapezoid|trapezium)\b")
_RIGHT_AT = re.compile(r"\b(?:right angles?|90(?: ?°| degrees)?|right[ -]angled) (?:at|in|by) (?:point |corner )?([a-z])\b")
"""Where a triangle is said to have its right angle."""
_RIGHT_TRIANGLE = re.compile(r"(?<!\btwo )(?<!\b2 )\bright[ -]?(?:angled?)?[ -]?triangle|\bright[ -]angled\b")


_GENERAL = re.compile(
    r"\b(?:always|every|any|never)\b|\b(?:of|in) an?\b|\b(?:with|have|has) (?:the )?(?:equal|same|two|three|right)\b"
    r"|^\W*(?:an?|two) \w+.*\b(?:is|are|has|have)\b"
)
"""Words that say something of figures in general."""
_LONGEST_VAGUE = 9
"""Words; a longer clause that names no part says more than its relation."""
_LEG = re.compile(
    r"(?<=[a-z]{2} )(?:is |= ?|as |must be |would be |and )?(?:the |my |our )?"
    r"(opp(?:osite)?|adj(?:acent)?|hyp(?:otenuse)?)(?: side| leg| one)?"
    r"(?! ?(?:angle|of|to|/|over|sides|parallel)|\w)"
)
"""A side that is named by how it lies to the angle."""
_OF_CIRCLES = re.compile(r"\b(?:radi|tangent|chord|diameter|median|altitude|height|bisector|midsegment)")
"""Parts that a relation is a theorem of."""
_OPENS = re.compile(
    r"\b(?:looks?|opens?|stands?|faces?|sits?|see[sn]?) (?:at|to|towards?|on|over|up at)\b|\b(?:subtends?|intercepts?)\b"
)
"""What an angle in a circle does with its arc."""
_PAIRED = re.compile(
    r"\b(?:goes|go|belongs?|fits?|matched|pairs?|lines up) (?:with|to)\b|\bcorresponds? (?:to|with)\b|\bmatch(?:es)?\b"
    r"|\bbelong together\b|\bare (?:the )?(?:corresponding|matching|partner) sides\b|\bcorrespond\W*$"
)
"""What a side of a similar or congruent figure does with its partner."""
_AT_RIGHT_ANGLE = re.compile(
    r"\b(?:stands?|meets?|hits?|goes|is|are|cross(?:es)?|cuts?|lies|drops)\b[^=]*"
    r"\b(?:at|in|on|under) (?:an? )?(?:right angles?|90\b)"
)
"""What two lines do that are perpendicular."""
_HALVES = re.compile(r"\b(?:bisect|halve)|\b(?:cut|split|divide)s?\b.*\bin(?:to)? (?:half|two|2|halves)\b")
"""Where a line is said to cut something in half."""
_PASSIVE = re.compile(r"\b(?:is|are|gets?|was|being) (?:\w+ )?(?:bisected|halved|cut|split|divided)\b")
"""Where something is said to be cut, and not to cut."""
_MOST_CROSSING = 2
"""Segments of which one is said to cut the other in half."""
_IS_RADIUS = re.compile(r"\b(?:is|are|being|both|all) (?:an? |the |another |also |both |all |just )*radi(?:us|i|uses)\b")
"""Where segments are said to be radii."""
_THE_CHORD = re.compile(r"\b(?:the|that|this) chord\b")
_THROUGH_CENTRE = re.compile(
    r"\b(?:goes|passes|runs|go) (?:right |exactly |straight )?through (?:the )?(?:centre|center|middle|o)\b"
)
"""Where a chord is said to be a diameter."""
_ALL_SIDES = re.compile(
    r"\ball (?:the |three |four |3 |4 |its |of the )*sides (?:are |must be |r )?(?:also )?(?:the )?(?:equal|same)\b"
)
_ALL_EQUAL = {3: "equilateral", 4: "rhombus"}
"""A figure of so many points whose sides are all equal."""
_Related = tuple[str, list[Fact | Equation]]
"""A kind of relation with what it may say."""


def relations_of(items: Sequence[Item], names: Names, text: str) -> list[Move]:
    """Return the relations that a clause states; where they are said of several pairs (``AB ∥ CD ∥ EF``), one of each."""
    items = [_whole(item) for item in items]
    centres = tuple(circle.centre for circle in names.figure.circles)
    said = _Said(text.lower(), {item.kind for item in items}, items, tuple(names.figure.points), centres)
    labels = _LEG.findall(said.lower)
    is_label = any(not label.startswith("hyp") for label in labels) and not any(item.is_number for item in items)
    if is_label and said.segments:
        return [Move(Kind.RELATION, text.strip(), claim) for claim in _legs(said, names, labels, text.strip())]
    if (lying := lying_of(text, names.problem)) is not None:
        return [lying]
    if (alone := _alone(said, names)) is not None:
        return [Move(Kind.RELATION, text.strip(), alone._replace(text=text.strip()))]
    told = _told_of_pieces(said)
    is_ratio = isinstance(names.goal, Operation)  # "its 12/13" is no share of a circle where a cosine is sought
    if told is not None and not (is_ratio and told.relation == "share"):
        return [Move(Kind.RELATION, text.strip(), told._replace(text=text.strip()))]
    if not said.segments and not said.corners and (area := rectangle_of(said.lower)) is not None:
        return [Move(Kind.WORKING, text.strip(), Claim(text.strip(), (area,)))]
    for read in (_lines, _matched, _of_triangle, _of_points, _of_circle, _of_shape):
        found = read(said)
        is_vague = any(not relations for _, relations in found)
        if is_vague and (_goes_on(items) or _GENERAL.search(said.lower) or len(said.lower.split()) > _LONGEST_VAGUE):
            break
        if found:
            return [
                Move(Kind.RELATION, text.strip(), Claim(text.strip(), relation=kind, relations=tuple(r))) for kind, r in found
            ]
    of_all = None if said.segments or said.corners else property_of(said.lower)
    return [] if of_all is None else [Move(Kind.RELATION, text.strip(), of_all._replace(text=text.strip()))]


def _alone(said: _Said, names: Names) -> Claim | None:
    """Return what is said of parts by how large they are, or where they lie to each other."""
    if (greater := comparison_of(said.lower, said.items, names)) is not None:
        return greater
    if (grouped := together_of(said.lower, said.items)) is not None:
        is_total = grouped.relation in {"sum", "difference"} and grouped.sides[1] == Number(Fraction(1))
        if is_total and isinstance(grouped.sides[0], Number):
            names.results.append(grouped.sides[0])  # "and half of it is the angle"
        return grouped
    if not names.pair and (equal := they_equal(said.lower)) is not None:
        return equal
    sides = _opened(said) or _paired(said)
    is_open = len(sides) < 2 or _OPENS.search(said.lower) is not None
    return Claim("", sides, relation="opens" if is_open else "corresponds") if sides else None


_RELATING = frozenset(
    {"parallel", "perpendicular", "isosceles", "equilateral", "midpoint", "bisects", "is_diameter", "is_tangent", "similar"}
)
"""Kinds of word that state a relation."""
_ALONE = frozenset({"parallel", "perpendicular", "bisects", "similar"})
"""Those of them that need no verb."""


def joins_relation(items: Sequence[Item]) -> Item | None:
    """Return the ``and`` between a relation and another statement: ``EW ⟂ HS and HW = WS``."""
    for index, item in enumerate(items):
        sides = items[:index], items[index + 1 :]
        kinds = [{each.kind for each in side} for side in sides]
        speaks = [any(each.expression is not None or each.points or each.kind == "triangle" for each in side) for side in sides]
        stating = [_is_stated_of_parts(side) for side in sides]
        if item.kind == "and" and all(speaks) and all(stating):
            return item  # "LW faces the 48 and DW faces the 58"
        if item.kind == "and" and all(speaks) and (stating[0] or stating[1]) and "equals" in kinds[stating.index(True) - 1]:
            return item
        if item.kind == "and" and all(speaks) and all("equals" in found or found & _ALONE for found in kinds):
            return item if any(found & _RELATING for found in kinds) else None
    return None


def _is_stated_of_parts(items: Sequence[Item]) -> bool:
    """Whether something is said to be cut into equal parts, or to belong to a part."""
    text = " ".join(item.text.lower() for item in items)
    return _HALVES.search(text) is not None or _PAIRED.search(text) is not None or is_said_together(text)


def _goes_on(items: Sequence[Item]) -> bool:
    """Whether something is joined to a relation: ``parallel to both bases and as long``."""
    kinds = [item.kind for item in items]
    return any("and" in kinds[index:] for index, kind in enumerate(kinds) if kind in _RELATING)


def _whole(item: Item) -> Item:
    """Return the part that a line is said to cut: ``angle GUS`` in ``UT cuts angle GUS in half``."""
    match item.expression:
        case Operation("/", (Quantity() as whole, _)) if item.text.endswith("in half"):
            return item._replace(expression=whole, points=whole.points)
    return item


class _Said(NamedTuple):
    """A clause, as far as relations are read from it."""

    lower: str
    kinds: set[str]
    items: Sequence[Item]
    points: tuple[str, ...]
    centres: tuple[str, ...]

    @property
    def segments(self) -> list[tuple[str, ...]]:
        """The ends of the segments that are named."""
        found = [item.expression for item in self.items]
        arcs = {item.expression for item in self.items if len(item.points) == 2}  # written without "arc": KU
        return [part.points for part in found if isinstance(part, Quantity) and (part.kind == "length" or part in arcs)]

    @property
    def corners(self) -> list[tuple[str, ...]]:
        """Names of three points and more."""
        return [item.points for item in self.items if len(item.points) > 2]


def _told_of_pieces(said: _Said) -> Claim | None:
    """Return what is said of the pieces of something, or of a share."""
    if (split := split_of(said.lower, said.items)) is not None:
        whole = () if split.whole is None else (split.whole,)
        return Claim("", (*whole, *split.sizes), relation="splits_angle" if split.is_angle else "splits")
    if (share := share_of(said.lower, said.items)) is not None:
        arc, degrees = share
        return Claim("", (degrees,) if arc is None else (arc, degrees), relation="share")
    if (factor := factor_of(said.lower, said.items)) is not None:
        number, is_larger = factor
        return Claim("", (number,), relation={None: "factor", True: "factor_larger", False: "factor_smaller"}[is_larger])
    if (at := HALVES_AT.search(said.lower)) is not None and at["at"].upper() in said.points:
        return Claim("", (Letter(at["at"].upper()),), relation="halves_at")
    is_both = EACH_OTHER.search(said.lower) or BOTH_HALVED.search(said.lower)
    return Claim("", relation="halves_both") if is_both and not said.segments else None


def _legs(said: _Said, names: Names, labels: Sequence[str], text: str) -> list[Claim]:
    """Return what is said of the sides of a right triangle as they lie to its angle: ``KN is the opposite, DK the adjacent``."""
    legs = _legs_of(names)
    segments = said.segments
    if len(segments) != len(labels):
        return [Claim(text, relation="leg")]
    meant = [legs.get(label[:3]) for label in labels]
    return [
        Claim(text, relation="leg", relations=() if leg is None else (Equation(Quantity.of("length", *segment), leg),))
        for segment, leg in zip(segments, meant, strict=True)
    ]


def _legs_of(names: Names) -> dict[str, Quantity]:
    """Return the sides as they lie to the one angle that a problem speaks of; empty where there are more or no right one."""
    formal = names.problem.formal
    sides = [*(formal.expressions if formal is not None else ()), *([names.goal] if names.goal is not None else [])]
    angles = {leaf.points for side in sides for leaf in unknowns(side) if isinstance(leaf, Quantity) and leaf.kind == "angle"}
    facts = [{*fact.points[:2]} & {*fact.points[2:]} for fact in (formal.facts if formal else ()) if fact.kind == "perpendicular"]
    if len(angles) != 1 or len(facts) != 1 or len(facts[0]) != 1:
        return {}
    (first, vertex, last), (right,) = angles.pop(), facts[0]
    if right not in {first, last}:
        return {}
    other = last if right == first else first
    ends = {"opp": (right, other), "adj": (vertex, right), "hyp": (vertex, other)}
    return {label: Quantity.of("length", *pair) for label, pair in ends.items()}


def _opened(said: _Said) -> tuple[Expression, ...]:
    """Return the arc that an angle is said to open towards, behind the angle where it is named."""
    match = _OPENS.search(said.lower)
    ends = [item for item in said.items if match is not None and item.start >= match.end() and len(item.points) == 2]
    if match is None or len(ends) != 1 or any(item.is_number for item in said.items):
        return ()
    angles = [item.expression for item in said.items if item.end <= match.start() and len(item.points) == 3]
    return (*(angle for angle in angles[:1] if angle is not None), Quantity.of("arc", *ends[0].points))


def _paired(said: _Said) -> tuple[Expression, ...]:
    """Return two sides that are said to belong together."""
    named = said.segments
    if _PAIRED.search(said.lower) is None or len(named) != 2 or any(item.is_number for item in said.items):
        return ()
    return tuple(Quantity.of("length", *ends) for ends in named)


def _lines(said: _Said) -> list[_Related]:
    kind = next((kind for kind in ("parallel", "perpendicular") if kind in said.kinds), None)
    if kind is None and len(said.segments) == 2 and _AT_RIGHT_ANGLE.search(said.lower):
        kind = "perpendicular"
    if not said.segments and not said.kinds & {"equals", "subject"} and not said.lower.lstrip().startswith(("parallel", "perp")):
        return []  # "with parallel lines"
    if not said.segments and _OF_CIRCLES.search(said.lower):
        return []  # what holds of a radius and a tangent is a theorem
    if kind is None or len(said.segments) == 1 or (len(said.segments) > 2 and "equals" in said.kinds and "and" in said.kinds):
        return []
    return [(kind, [Fact(kind, (*one, *other))]) for one, other in pairwise(said.segments)] or [(kind, [])]


def _matched(said: _Said) -> list[_Related]:
    match = _MATCHED.search(said.lower)
    if match is None or said.segments:
        return []
    kind = "similar" if match.group().strip() in {"similar", "~"} else "congruent"
    if len(said.corners) == 2 and len(said.corners[0]) == len(said.corners[1]) <= 4:
        # Learners seldom mind which corner belongs to which.
        return [(kind, [Fact(kind, (*said.corners[0], *order)) for order in permutations(said.corners[1])])]
    return [(kind, [])] if not said.corners and _SAID_MATCHED.search(said.lower) else []


def _of_triangle(said: _Said) -> list[_Related]:
    right = _RIGHT_AT.search(said.lower)
    if right is not None and len(said.corners) == 1 and len(said.corners[0]) == 3 and right[1].upper() in said.corners[0]:
        first, last = (corner for corner in said.corners[0] if corner != right[1].upper())
        return [("right_triangle", [_right(first, right[1].upper(), last)])]
    orders = [order for corner in said.corners[:1] if len(corner) == 3 for order in permutations(corner)]
    if _RIGHT_TRIANGLE.search(said.lower):
        return [("right_triangle", [_right(*order) for order in orders])]
    if not orders and len(said.points) in _ALL_EQUAL and _ALL_SIDES.search(said.lower):
        kind = _ALL_EQUAL[len(said.points)]
        return [(kind, [Fact(kind, order) for order in permutations(said.points)])]
    kind = next((kind for kind in ("isosceles", "equilateral") if kind in said.kinds), "")
    return [(kind, [Fact(kind, order) for order in orders])] if kind else []


def _of_points(said: _Said) -> list[_Related]:
    singles = [item.points[0] for item in said.items if len(item.points) == 1]
    is_way = re.search(r"\b(?:from|to|through)\b", said.lower) is not None  # "a line from O to the middle of GL"
    if "midpoint" in said.kinds and len(singles) == 1 and len(said.segments) < 2 and not is_way:
        rest = [point for point in said.points if point not in singles]
        wholes = said.segments or list(combinations(rest, 2))  # "V is the midpoint"
        return [("midpoint", [Fact("midpoint", (singles[0], *pair)) for pair in wholes])]
    if not _HALVES.search(said.lower) or not said.segments:
        return []
    if len(said.segments) == 1 and len(said.corners) == 1 and len(said.corners[0]) == 3:
        return [("angle_bisector", _bisectors(said.segments[0], said.corners[0]))]
    vertices = [point for item in said.items if isinstance(item.expression, Letter) for point in said.points if _at(item, point)]
    # "GV bisects the angle at G and cuts HR in the ratio of the sides": the first one is the bisector.
    is_ray = len(said.segments) == 1 or vertices[:1] in ([end] for end in said.segments[0])
    if len(vertices) == 1 and is_ray and "angle" in said.lower:
        others = (pair for pair in combinations(said.points, 2) if not {*pair} & {*said.segments[0]})
        angles = [_bisectors(said.segments[0], (one, vertices[0], other)) for one, other in others]
        return [("angle_bisector", [each for several in angles for each in several])]
    if len(said.segments) == 1 and not said.corners and not singles and "angle" in said.lower:
        ends = said.segments[0]  # "GV cuts the angle in two same parts"
        corners = ((one, vertex, other) for vertex in ends for one, other in combinations(said.points, 2))
        return [
            ("angle_bisector", [each for corner in corners if len({*corner, *ends}) == 4 for each in _bisectors(ends, corner)])
        ]
    if len(said.segments) == 1 and not said.corners and _THE_CHORD.search(said.lower):
        ends = said.segments[0]
        if singles:  # "Z bisects the chord KU"
            return [("midpoint", [Fact("midpoint", (singles[0], *ends))])] if len(singles) == 1 and not is_way else []
        pairs = list(combinations([point for point in said.points if point not in ends], 2))
        return [("midpoint", [Fact("midpoint", (point, *pair)) for point in ends for pair in pairs])]
    halved = _halved(said)
    return [("midpoint", [Fact("midpoint", (point, *halved)) for point in said.points if point not in halved])] if halved else []


def _halved(said: _Said) -> tuple[str, ...]:
    """Return the ends of the segment that is cut in half: ``GV halves HR``, ``the bisector cuts HR in half``."""
    verb = _HALVES.search(said.lower)
    # A pronoun stands for a part, too, and is no name.
    named = [item for item in said.items if item.points in said.segments and item.text.upper().startswith("".join(item.points))]
    if verb is None or said.corners or len(named) > _MOST_CROSSING:
        return ()
    is_passive = _PASSIVE.search(said.lower) is not None
    behind = [item.points for item in named if (item.end <= verb.start() if is_passive else item.start >= verb.start())]
    return behind[0] if len(behind) == 1 else ()


def _at(item: Item, point: str) -> bool:
    """Whether words name an angle by its vertex."""
    return re.search(rf"\b{point.lower()}\b", item.text.lower().removeprefix("a ")) is not None


def _of_circle(said: _Said) -> list[_Related]:
    if _IS_RADIUS.search(said.lower) and said.segments and said.centres and not any(item.is_number for item in said.items):
        radii = [Quantity.of("radius", centre) for centre in said.centres]
        return [("radius", [Equation(Quantity.of("length", *ends), each) for each in radii]) for ends in said.segments]
    kind = next((kind for kind in ("diameter", "tangent") if f"is_{kind}" in said.kinds), None)
    kind = "diameter" if _THROUGH_CENTRE.search(said.lower) else kind
    if kind == "diameter" and len(said.segments) == 1 and (from_centre := set(said.segments[0]) & set(said.centres)):
        (centre, *_) = from_centre  # what begins at the centre is a radius
        return [(kind, [Equation(Quantity.of("length", *said.segments[0]), Quantity.of("diameter", centre))])]
    if kind is None or len(said.segments) != 1:
        return []
    ends = said.segments[0]
    centres = [point for point in said.points if point not in ends]
    return [(kind, [Fact(kind, (*order, centre)) for centre in centres for order in (ends, ends[::-1])])]


def _of_shape(said: _Said) -> list[_Related]:
    shape = _SHAPES.search(said.lower)
    # More words say something else of it.
    if shape is None or len(said.corners) != 1 or len(said.corners[0]) != 4 or len(said.items) - ("and" in said.kinds) > 3:
        return []
    kind = shape.group(1).replace("trapezium", "trapezoid")
    a, b, c, d = said.corners[0]
    return [(kind, [Fact(kind, (a, b, c, d)), *([Fact(kind, (b, c, d, a))] if kind in {"trapezoid", "kite"} else [])])]


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
    unnamed: re.Pattern[str] | None
    """Words with which something else is said: ``vertical angles are supplementary``."""

    def names(self, lower: str) -> bool:
        """Whether a clause in lower case names the theorem and says no more."""
        is_named = self.named is not None and self.named.search(lower) is not None
        return is_named and not (self.unnamed is not None and self.unnamed.search(lower))


@cache
def _table() -> dict[str, Any]:
    table: dict[str, Any] = packaged_yaml(__package__, "theorems.yaml")
    return table


@cache
def _same_words() -> tuple[tuple[re.Pattern[str], str], ...]:
    return tuple((re.compile(said), meant) for said, meant in _table()["same"].items())


@cache
def _statements() -> tuple[_Stated, ...]:
    rows: list[dict[str, Any]] = _table()["theorems"]

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
            re.compile(row["unnamed"]) if "unnamed" in row else None,
        )
        for row in rows
    )


_SIGNS = str.maketrans({"’": "'", "·": "*", "×": "*", "⋅": "*", "−": "-", "–": "-", "÷": "/"})
_ITS_SHAPE = re.compile(
    r"(?:so |and |then |because )?(?:its|it's|it is|this is|that's|thats|that is) an? "
    r"(?:rhomb|square|rectangle|kite|parallelo|trapez)"
)
"""Where the figure at hand is said to be of a shape, and nothing is said of the shape in general."""
_RELATES = re.compile(r"\b(?:half|twice|double|bigger|smaller|larger|different|longer|shorter|times|not|isnt|arent|no)\b")
"""Words that say more of what a theorem is named after than it does."""
_TOTAL = re.compile(
    r"(?:add(?:s|ed)?(?: up)?(?: to| together)?|sums?(?: up)? (?:to|is|of)|angles of"
    r"|total(?:s|ing)?|makes?|are|is|gives?|equals?|have|has"
    r"|comes? to|(?:has|have|needs?) to be|should be|gotta be"
    r"|=|must be)\s*(?:up to|to|always|together|all|equal|equals|=|\s)*\s*$"
)


_ONE_OF = re.compile(r"(?: ?°)?(?: and|,) \d")
"""Behind a number that is one of several sizes: ``the triangle has 90 and 35``."""


def theorems_of(text: str, items: Sequence[Item]) -> list[Move]:
    """Return the theorems that a clause states, or the one that it names; none where parts of the figure are named."""
    # Beside "quadrilateral UQYG" something may be said of all quadrilaterals.
    if any(isinstance(item.expression, Quantity) or len(item.points) in {2, 3} for item in items):
        return []
    if together_of(text.lower(), items) is not None:
        return []  # "80 is the average of the arcs" is said of this figure
    said = stated(text)
    plain = canonical(text) if not said else text
    said = said or [each._replace(text=text.strip()) for each in stated(plain)]
    has_corner = any(item.points for item in items)
    if said:
        return [Move(Kind.THEOREM, each.text, _theorem(each, is_shared=len(said) > 1)) for each in said]
    phrased = _phrased(text) or _phrased(plain)
    phrased = phrased and Move(Kind.THEOREM, text.strip(), phrased.claim and phrased.claim._replace(text=text.strip()))
    is_of_corners = has_corner and phrased is not None and phrased.claim is not None and phrased.claim.holds is False
    return [] if phrased is None or is_of_corners else [phrased]  # "D and N add up to 180" is no false theorem


def _theorem(said: Stated, *, is_shared: bool) -> Claim:
    is_of_figure = said.needs_figure
    return Claim(
        said.text, rules=said.rules, holds=said.holds, against=said.against, is_shared=is_shared, is_of_figure=is_of_figure
    )


def _phrased(text: str) -> Move | None:
    """Return the theorem that a clause states or names by a phrase of its own."""
    lower = " ".join(text.lower().translate(_SIGNS).split()).strip(" .!?")
    for said, meant in _same_words():
        lower = said.sub(meant, lower)
    is_of_it = _ITS_SHAPE.match(lower) is not None
    for row in _statements():
        if is_of_it and not row.is_of_figure:
            continue
        if row.about.search(lower) and not (row.unless and row.unless.search(lower)):
            holds = _holds(row, lower)
            if holds is not None:
                claim = Claim(text.strip(), rules=row.rules, holds=holds, is_of_figure=row.is_of_figure)
                return Move(Kind.THEOREM, claim.text, claim)
    if re.search(r"(?<![a-z])\d", lower):
        return None  # "both base angles are 70" says more than a name
    if _RELATES.search(lower):
        return None
    named = next((row for row in _statements() if row.names(lower)), None)
    return None if named is None else Move(Kind.THEOREM, text.strip(), Claim(text.strip(), rules=named.rules))


def _holds(stated: _Stated, lower: str) -> bool | None:
    if any(pattern.search(lower) for pattern in stated.wrong):
        return False
    if any(pattern.search(lower) for pattern in stated.right):
        return True
    if not stated.totals:
        return None
    # No rule's total is below 45; "are 2" counts.
    said = [
        number.value
        for number in read_numbers(lower)
        if number.value >= 45 and _TOTAL.search(lower[: number.start]) and not _ONE_OF.match(lower, number.end)
    ]
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
