"""The parts of a figure whose sizes, ratios or number a question asks for.

By their names ("So PVD has?"), by the corner ("and L, next door?"), by the lines that they lie between, by plain words ("how far
is it straight across?"), or as what was spoken of last ("how long are they?").
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Collection, Sequence

from gnomon.algebra import ExpressionError, constant
from gnomon.problem import Expression, Letter, Operation, Quantity, unknowns
from gnomon.tutor.message.question import Question
from gnomon.tutor.message.reckoned import asks_sum
from gnomon.tutor.symbolic.number_meant import SENTENCE, Asked, Meant, Target, added, number
from gnomon.tutor.symbolic.number_reckoning import PART, points_back, words
from gnomon.tutor.symbolic.scene import Scene
from gnomon.tutor.symbolic.truth import SAME

AskedFor = Callable[[Question], Expression | None]
"""Finds the quantity that a question asks for."""
_PLACES = re.compile(
    r"\b(?:in|of|inside|within|from|on) (?:the )?(?:\w+ ){0,2}(?:triangles?|quadrilateral|parallelogram|rectangle|trapezoid|trapezium|kite|square"
    r"|rhombus|hexagon|pentagon|octagon|figure|circle|polygon|shape|field|floor),? [A-Z]{3,8}\b|\bin [A-Z]{3,8}\b"
    r"|\b(?:along|on|of|share|shares) (?:the )?(?:straight )?(?:lines?|segment|side) [A-Z]{2,4}\b|\bon [A-Z]{2}\b|\bto (?:the )?(?:line|side) [A-Z]{2}\b"
)
"""Where a part lies."""
_NAME = re.compile(r"\b(?P<arc>arcs? )?(?P<name>[A-Z]{1,4})(?:'s)?\b(?P<square> ?(?:²|\^2|squared))?")
_BETWEEN = re.compile(r"\b(?:between|from) (?:the )?(?:sides? |lines? |rays? )?([A-Z]{2}) (?:and|to|past [A-Z]{2} to) (?:the )?([A-Z]{2})\b")
_FROM = re.compile(r"\bfrom ([A-Z]) (?:(?:all |the )?(?:\w+ )?(?:way )?(?:round|around|over)?,? ?)?to ([A-Z])\b")
_ROUND = re.compile(r"\b(?:arcs?|round|around|circle)\b", re.IGNORECASE)
_LONG_WAY = re.compile(r"\b(?:long(?:er)? way|big(?:ger)? (?:arc|part|piece|way)|major|other way|larger arc|rest of the circle|other arc)\b|\b(?:passing|past|via|over|through) [A-Z]\b")
_REFLEX = re.compile(r"\breflex\b|\bnot\b|\b(?:very|really) big\b|\boutside\b|\bother side of\b|\brest of the (?:turn|circle)\b")
_NEXT_TO = re.compile(r"\b(?:next to|beside|neighbou?r of|adjacent to|besides?|supplement of|other than) (?:the )?(?:angle )?(?P<name>[A-Z]{1,3})\b")
_NEIGHBOUR = re.compile(r"\b(?:neighbou?r|next to it|beside it|next door|right beside|adjacent|supplement|other side of the (?:line|vertex|corner))\b")
_SCALED = re.compile(r"\b(?:half|twice|double|third|times|quarter|factor|ratio|fraction|part|percent\w*|share)\b")
_COMPARES = re.compile(r"\b(?:difference|longer|bigger|more|shorter|smaller|larger|wider|further|less) ?(?:than|between)?\b")
_RATIO = re.compile(r"\b(?:compares?|by what|multipl\w+|factor|how many times|times as|ratio|scale|what (?:fraction|part|share|portion|percentage)|which (?:fraction|part|share|portion))\b")
_FUNCTION = re.compile(r"\b(?P<name>sin|cos|tan)(?:ine|e|gent)?\b(?: of)?(?:[^A-Z]*?)\b(?P<of>[A-Z]{1,3})\b")
_ANGLE = re.compile(r"\b(?:angles?|corners?|degrees?|wide|°)|°", re.IGNORECASE)
_LINE = re.compile(r"\b(?:long|length|far|cm|dm|metres?|meters?|side|chord|radius|distance|tall|high)\b", re.IGNORECASE)
_AREA = re.compile(r"\b(?:areas?|perimeter|circumference|volume|surface|around)\b", re.IGNORECASE)
_AT = re.compile(r"\b(?:at|corner|vertex|angle|and|about|in|point) (?P<at>[A-Z])\b(?! ?[=·])|^\W*(?:and |so |then |now )?(?P<lone>[A-Z])\b(?=\W)")
_LEAD = re.compile(
    r"^(?:\W*\b(?:so|and|then|now|ok|okay|well|good|right|yes|but|great|fine|nice|hm+|what about|how about|for fun|just for fun|also|next|in that case)\b[\s,:.!]*)+",
    re.IGNORECASE,
)
_FRAMES = (
    re.compile(r"^(?:how (?:big|long|wide|large|much|many degrees|many (?:cm|m|dm|units?)|tall|high|far)|what|how many \w+) (?:is|are|has|have|would|must|does|do|will|should)? ?(?P<s>.+?)(?: (?:be|have|has|measure|got|come to|then|equal))*$", re.IGNORECASE),
    re.compile(r"^which (?:number|value|size) (?:belongs (?:to|on|at|with|in)|goes (?:with|on|at|to)|is|stands (?:for|at|on)) (?P<s>.+)$", re.IGNORECASE),
    re.compile(r"^(?:what)'?s (?P<s>.+)$", re.IGNORECASE),
    re.compile(r"^(?P<s>.+?),? (?:is|has|measures|equals|comes to|must be|are|have)?,? ?(?:how (?:big|long|wide|large|much|many degrees|far)|what(?: size| length)?)(?: (?:is|are|would|must|does|do) (?:it|that|they|this)(?: be| have)?)?$", re.IGNORECASE),
    re.compile(r"^(?P<s>.+?) (?:is|are|has|have|measures?|equals?|comes to|must be)(?: then)?(?: ?(?:…|\.\.\.))?$", re.IGNORECASE),
    re.compile(r"^(?P<s>(?:the|its|each|one|both|angle|arc|side) .+)$", re.IGNORECASE),
)  # fmt: skip
_KINDS = {
    "arc": ("arc", "arc_length"), "angle": ("angle",), "corner": ("angle",), "side": ("length",), "piece": ("length",),
    "segment": ("length",), "chord": ("length",),
}  # fmt: skip
"""What words for several parts measure."""
_UNITS_OF_AREA = r"square \w+|[ckd]?m²|[ckd]?m\^2"
_LONGEST_SUBJECT = 7
"""Words of a description that is understood as a whole."""
_IN_PLACE = re.compile(r"\b(?:in|of|inside|between|outside) (?:the|this|that|your|each|both) [^,?.]+?(?=[,?.]|$)")
_OUTER = re.compile(r"\b(?:outside|exterior|outer|reflex)\b")
_SUPPOSED = re.compile(r"\b(?:suppose|imagine|say (?:we|you|i|a)|pretend|fill(?:ed)?|complete the|by mistake|picture|draw|extend|join)\b", re.IGNORECASE)
"""Where something else than the problem's figure is spoken of."""
_COUNTED = re.compile(r"^\W*(?:(?:so|and|now|then|ok|well)\W+)*how many (?:of the )?(?:(?P<what>small|little|short|equal) )?(?P<noun>arcs?|sides?|corners?|angles?|vertices|points|triangles)\b(?P<rest>.*)$")
_OF_ALL = re.compile(r"\b(?:all|once|whole|altogether|around|has|have|there|in (?:all|total)|walk|got)\b")


def is_supposed(turn: str) -> bool:
    """Whether a turn speaks of another figure than the problem's."""
    return _SUPPOSED.search(turn) is not None


def asks_otherwise(turn: str) -> bool:
    """Whether a turn asks by what factor, or what to do: then a number alone is no size."""
    last = SENTENCE.split(turn)[-1].lower()
    if re.search(r"\b(?:those|these|they|them|both|the other|the rest|together|altogether|each of)\b", last) and not PART.search(SENTENCE.split(turn)[-1]):
        return True
    return _RATIO.search(turn.lower()) is not None or re.search(words()["no_number"], turn.lower()) is not None


class FigureParts:
    """Finds the parts that a question for a number is about.

    Args:
        scene: of the problem.
        asked_for: finds the quantity of a question by its words.
    """

    def __init__(self, scene: Scene, asked_for: AskedFor) -> None:
        self._scene = scene
        self._asked_for = asked_for

    def meant(self, asked: Asked) -> Meant | None:
        """Return the parts of a question, by their names or their descriptions; None where there are none."""
        readers = (self.counted, self.ratio, self.function, self.shared, self.pieces, self.each, self.givens, self.named, self.related, self.spoken_of, self.described)
        return next((found for reader in readers if (found := reader(asked)) is not None), None)

    # names

    def parts_in(self, text: str) -> list[Expression]:
        """Return the parts that a text names, each once; of squares the squares. Single letters are none here."""
        text = _PLACES.sub(" ", text)
        found: dict[Expression, None] = {}
        for first, second in _BETWEEN.findall(text):
            if (common := set(first) & set(second)) and len(common) == 1:
                vertex = common.pop()
                ends = [(set(side) - {vertex}).pop() for side in (first, second)]
                found[self._scene.canonical(Quantity.of("angle", ends[0], vertex, ends[1]))] = None
        text = _BETWEEN.sub(" ", text)
        is_of_arcs = re.search(r"\barcs\b", text) is not None
        for match in _NAME.finditer(text):
            part = self._part(match["name"], is_arc=match["arc"] is not None or is_of_arcs)
            if part is not None:
                found[Operation("^", (part, number(2))) if match["square"] else part] = None
        return list(found)

    def _part(self, name: str, *, is_arc: bool) -> Expression | None:
        points = self._scene.diagram.at
        if len(name) not in {2, 3} or not set(name) <= set(points) or len(set(name)) < len(name):
            return None
        if is_arc and len(name) == 2:
            return self._scene.canonical(Quantity.of("arc", *name))
        return self._scene.canonical(Quantity.of("length" if len(name) == 2 else "angle", *name))

    def size(self, part: Expression) -> float | None:
        """Return the true size; None where the givens do not fix it."""
        try:
            return self._scene.truth(part)
        except (ExpressionError, ArithmeticError):
            return None

    def _target(self, part: Expression) -> Target | None:
        if self.size(part) is None:
            return None
        return Target(part, part if isinstance(part, Quantity | Letter) else None)

    def named(self, asked: Asked) -> Meant | None:
        """The one part that a question names, or several together."""
        text = asked.words
        if _AREA.search(text) or _FUNCTION.search(text):
            return None
        if (next_to := _NEXT_TO.search(text)) is not None:
            return self._rest_of(self.parts_in(next_to["name"]))
        parts = self.parts_in(text)
        if not parts:
            return self._at_corner(asked)
        if len(parts) > 1:
            return self._of_several(parts, asked.signs)
        target = self._target(parts[0])
        if target is not None and re.search(r"\b(?:not|outside(?: of)?|besides) [A-Z]{3}\b", text) and re.search(r"\bturn|circle\b", asked.signs):
            return Meant((Target(Operation("-", (number(360), parts[0]))),), is_sure=True)
        if target is None or _SCALED.search(asked.signs) or _COMPARES.search(asked.signs):
            return None
        if _REFLEX.search(asked.signs):
            around = Target(Operation("-", (number(360), parts[0])))
            return Meant((around, target)) if "not" not in asked.signs.split() else Meant((around,), is_sure=True)
        if _LONG_WAY.search(text) and isinstance(parts[0], Quantity) and parts[0].kind == "arc":
            return Meant((Target(Operation("-", (number(360), parts[0]))),), is_sure=True)
        return Meant((target,), is_sure=self._is_plain_of(asked, parts[0]))

    def _is_plain_of(self, asked: Asked, part: Expression) -> bool:
        """Whether a question is for the size of a part, and not for something else of it."""
        if isinstance(part, Quantity) and part.kind == "length" and re.search(r"\bangles?\b|\barc\b|\bdegrees\b", asked.signs):
            return False
        if isinstance(part, Quantity) and part.kind == "arc" and self._scene.proof is not None:
            goal = self._scene.proof.goal
            is_length = isinstance(goal, Quantity) and goal.kind == "arc_length"
            if is_length and not re.search(r"°|degrees", asked.signs):
                return False
        return not asks_sum(asked.signs.replace("sum for", "")) and re.search(r"\b(?:each|both|other)\b", asked.signs) is None

    def _rest_of(self, parts: Sequence[Expression]) -> Meant | None:
        if len(parts) != 1 or not isinstance(parts[0], Quantity) or self.size(parts[0]) is None or parts[0].kind != "angle":
            return None
        return Meant((Target(Operation("-", (number(180), parts[0]))),))

    def _of_several(self, parts: Sequence[Expression], signs: str) -> Meant | None:
        targets = [target for part in parts if (target := self._target(part)) is not None]
        kinds = {part.kind if isinstance(part, Quantity) else "" for part in parts}
        if len(kinds) > 1 or _RATIO.search(signs):
            return None
        if asks_sum(signs):
            whole = added(parts)
            return Meant((Target(whole),), is_sure=len(parts) == 2) if self.size(whole) is not None else None
        if len(targets) < len(parts):
            return None
        if len(parts) == 2 and _COMPARES.search(signs) and re.match(r"\W*(?:\w+\W+){0,2}?(?:how much|by how much|what)", signs):
            sizes = [self.size(part) or 0.0 for part in parts]
            order = parts if sizes[0] >= sizes[1] else parts[::-1]
            return Meant((Target(Operation("-", tuple(order))),), is_sure=True)
        if _COMPARES.search(signs) or _SCALED.search(signs):
            return None
        return Meant((), is_sure=False, each_of=tuple(targets))

    # corners and pairs of points

    def _at_corner(self, asked: Asked) -> Meant | None:
        text = _PLACES.sub(" ", asked.words)
        around = " ".join((*asked.context, asked.said))
        way = _FROM.search(text)
        if way is not None:
            return self._from(way, text)
        match = _AT.search(text)
        if match is None:
            return None
        point = match["at"] or match["lone"]
        singles = {name for name in re.findall(r"(?<![A-Za-z'])[A-Z](?![A-Za-z'])", text) if name in self._scene.diagram.at}
        goal = self._scene.proof.goal if self._scene.proof is not None else None
        is_of_angles = _ANGLE.search(text) or _ANGLE.search(around) or (isinstance(goal, Quantity) and goal.kind == "angle")
        if (together := self._around(text, singles)) is not None:
            return together
        if point not in singles or not is_of_angles or _LINE.search(text) or _SCALED.search(asked.signs) or _COMPARES.search(asked.signs):
            return None
        found = [self._angle_at(each, asked) for each in sorted(singles)]
        targets = [Target(part, part) for part in found if part is not None]  # type: ignore[arg-type]
        if len(targets) != len(singles):
            return None
        if len(targets) == 1 and (inner := self._reflex(targets[0], asked)) is not None:
            return inner
        if len(targets) > 1:
            whole = added([each.expression for each in targets])
            return Meant((Target(whole),), is_sure=True) if asks_sum(asked.signs) else Meant((), each_of=tuple(targets))
        if re.search(r"\b(?:outside|exterior|outer)\b", asked.signs):
            return Meant((Target(Operation("-", (number(180), targets[0].expression))),), is_sure=True)
        if re.search(r"\b(?:reflex|central|centre|center)\b", asked.signs):
            return None
        return Meant((targets[0],), is_sure=_IN_PLACE.search(text) is None)

    def _reflex(self, target: Target, asked: Asked) -> Meant | None:
        """An angle of more than 180° at a corner, or one that may be it."""
        around = Target(Operation("-", (number(360), target.expression)))
        if "reflex" in asked.signs:
            return Meant((around,), is_sure=True)
        is_inside = re.search(r"\b(?:inside|interior|inner)\b", asked.signs) is not None
        corners = max(map(len, self._scene.diagram.polygons), default=0)
        is_triangle = corners == 3 or (corners == 0 and bool(self._scene.diagram.triangles))
        return Meant((target, around)) if is_inside and not is_triangle else None

    def _around(self, text: str, singles: Collection[str]) -> Meant | None:
        """All the angles at a point of a line: ``the three angles at P``."""
        match = re.search(r"\b(?:2|3|two|three|all the) angles\b.*\bat ([A-Z])\b", text)
        if match is None or set(singles) != {match[1]} or not asks_sum(text):
            return None
        on = [line for line in self._scene.diagram.lines if match[1] in line[1:-1]]
        return Meant((Target(number(180)),), is_sure=True) if on and len(self._scene.diagram.circles) == 0 else None

    def _angle_at(self, point: str, asked: Asked) -> Expression | None:
        """Return the angle at a corner: of the triangle that is spoken of, else of the only polygon with it."""
        text = " ".join((*asked.context[-1:], asked.words))
        named = [name for name in re.findall(r"\b[A-Z]{3,8}\b", text) if point in name and set(name) <= set(self._scene.diagram.at)]
        corners = [name for name in named if self._is_polygon(name)]
        if not corners:
            place = _IN_PLACE.search(asked.words)
            asked_for = self._asked_for(Question("size", "", f"the angle at {point} {place[0] if place is not None else ''}".strip()))
            return asked_for if asked_for is not None and self.size(asked_for) is not None else None
        around = corners[-1]
        at = around.index(point)
        angle = self._scene.canonical(Quantity.of("angle", around[at - 1], point, around[(at + 1) % len(around)]))
        return angle if self.size(angle) is not None else None

    def _is_polygon(self, name: str) -> bool:
        polygons = (*self._scene.diagram.polygons, *self._scene.diagram.triangles)
        return any(set(name) == set(polygon) for polygon in polygons)

    def _from(self, way: re.Match[str], text: str) -> Meant | None:
        points = set(self._scene.diagram.at)
        if not {way[1], way[2]} <= points:
            return None
        if not _ROUND.search(text):
            part: Expression = self._scene.canonical(Quantity.of("length", way[1], way[2]))
            target = self._target(part)
            return None if target is None or _SCALED.search(text.lower()) else Meant((target,), is_sure=bool(_LINE.search(text)))
        part = self._scene.canonical(Quantity.of("arc", way[1], way[2]))
        target = self._target(part)
        if target is None:
            return None
        around = Target(Operation("-", (number(360), part)))
        is_long = _LONG_WAY.search(text) is not None
        return Meant((around,) if is_long else (target, around), is_sure=True)

    # what is told of others

    def function(self, asked: Asked) -> Meant | None:
        """Sine, cosine or tangent of an angle of the figure, the function perhaps named before."""
        text = asked.words
        match = _FUNCTION.search(text)
        name = match["name"] if match is not None else None
        of = match["of"] if match is not None else None
        if name is None:
            before = re.search(r"\b(sin|cos|tan)(?:e|ine|gent)?\b", " ".join((*asked.context, asked.said)).lower())
            back = re.search(r"\b(?:it|that|the other)\b.*\bat ([A-Z])\b", text)
            if before is None or back is None:
                return None
            name, of = before[1], back[1]
        part = self._part(of or "", is_arc=False) if len(of or "") == 3 else self._angle_at(of or "", asked)
        if not isinstance(part, Quantity) or part.kind != "angle":
            return None
        expression = Operation(name.lower(), (part,))
        return Meant((Target(expression),), is_sure=True) if self.size(expression) is not None else None

    def related(self, asked: Asked) -> Meant | None:
        """What is told by the value before it: its neighbour on the line, what is left of the turn."""
        if self.parts_in(asked.words) or not _NEIGHBOUR.search(asked.signs):
            return None
        numbers = asked.numbers(asked.told) or asked.numbers(asked.around) or asked.numbers(asked.student)
        if len(numbers) != 1 or _LINE.search(asked.words):
            return None
        rest = Operation("-", (number(180), numbers[0]))
        return Meant((Target(rest),), is_sure=self._scene.is_number(constant(rest) or 0.0))

    def spoken_of(self, asked: Asked) -> Meant | None:
        """The parts that the sentence before named: ``How long are they?``."""
        back = re.match(
            r"^\W*(?:(?:so|and|now|then|well)\W+)*(?:how (?:big|large|long|wide|many degrees|much|far)|what(?:'s| is| are| does| do)?(?: the(?:ir)? (?:size|length)s?)?)"
            r"(?: (?:is|are|was|would|must|does|do|will|has|have|each of))?,?(?: (?:it|they|that|this|both|each|them|these|of them|the (?:2|two)))*(?: (?:be|have|measure|each|then|make|together|altogether|add up to|in total|roughly|about|come to|exactly|then))*\W*$",
            asked.signs.replace(",", ""),
        ) or points_back(asked.words)
        if not back:
            return None
        texts = [*reversed(asked.context), asked.said]
        parts = next((found for text in texts if text and (found := self.parts_in(text))), [])
        is_several = re.search(r"\b(?:they|both|each|them|these)\b", asked.signs) is not None
        if len(parts) > 1:
            return self._of_several(parts, asked.signs) if is_several else None
        if not parts and asked.context:
            return self._from_before(asked)
        target = self._target(parts[0]) if parts and not is_several else None
        if target is None or asked.told or any(each.other is not None for each in asked.around) or _SUPPOSED.search(" ".join(asked.context)):
            return None
        return Meant((target,), is_sure=_SCALED.search(asked.context[-1].lower() if asked.context else "") is None and len(parts) == 1)

    def _from_before(self, asked: Asked) -> Meant | None:
        last = asked.context[-1]
        way = _FROM.search(last)
        return None if way is None else self._from(way, last)

    def shared(self, asked: Asked) -> Meant | None:
        """The side that two triangles have in common."""
        if not re.search(r"\b(?:side|line)\b.*\b(?:both|2) triangles (?:share|have in common|need)\b|\bcommon side\b", asked.signs):
            return None
        triangles = {frozenset(each) for each in self._scene.diagram.triangles}
        common = {one & other for one in triangles for other in triangles if len(one & other) == 2}
        if len(common) != 1:
            return None
        target = self._target(self._scene.canonical(Quantity.of("length", *sorted(common.pop()))))
        return None if target is None else Meant((target,), is_sure=True)

    def pieces(self, asked: Asked) -> Meant | None:
        """The two pieces into which a point cuts a segment: ``Z cuts chord EH into two pieces. What are they?``."""
        text = " ".join((*asked.context[-1:], asked.words))
        match = re.search(r"\b([A-Z]) (?:cuts|divides|splits|halves)\b.*?\b([A-Z]{2})\b", text)
        is_asked = re.search(r"\b(?:they|pieces|parts|halves)\b", asked.signs) is not None
        if match is None or not is_asked or match[1] in match[2] or not {match[1], *match[2]} <= set(self._scene.diagram.at):
            return None
        parts = [self._scene.canonical(Quantity.of("length", match[1], end)) for end in match[2]]
        return self._of_several(parts, asked.signs)

    def each(self, asked: Asked) -> Meant | None:
        """Each of the parts that the problem gives with letters: ``How long is each of the arcs?``."""
        match = re.search(r"\b(?:each|both|all) (?:of the |the )?(?:\d )?(arcs?|angles?|sides?|pieces?|segments?|chords?)\b", asked.signs)
        if match is None or _RATIO.search(asked.signs) or asks_sum(asked.signs):
            return None
        kinds = _KINDS.get(match[1].rstrip("s"), ())
        defined = [part for part in self._scene.deduction.definitions if isinstance(part, Quantity) and part.kind in kinds]
        targets = [target for part in defined if (target := self._target(part)) is not None]
        return Meant((), each_of=tuple(targets)) if len(targets) > 1 and len(targets) == len(defined) else None

    def givens(self, asked: Asked) -> Meant | None:
        """What the given sizes of a kind make together: ``the two sides that you know, what do they add up to``."""
        text = " ".join((*(each.lower() for each in asked.context[-1:]), asked.signs))
        match = re.search(r"\b(?:2|two|three|3|the) (?:known |given )?(?:of the )?(angles|sides|arcs|corners)\b.*", text)
        if match is None or not asks_sum(asked.signs) or not re.search(r"\b(?:known|given|know|got|have)\b", text):
            return None
        kinds = _KINDS.get(match[1].removesuffix("s"), ())
        found = [part for part in sorted(self._scene.given, key=str) if isinstance(part, Quantity) and part.kind in kinds]
        count = 3 if re.search(r"\b(?:three|3)\b", match[0]) else 2
        if len(found) != count or self.parts_in(asked.words) or asked.numbers(asked.around):
            return None
        return Meant((Target(added(found)),), is_sure=True)

    # ratios and numbers of parts

    def ratio(self, asked: Asked) -> Meant | None:
        """How many times as large, by what factor, which part of it."""
        if not _RATIO.search(asked.signs):
            return None
        numbers = asked.numbers(asked.told)
        numbers = numbers if len(numbers) == 2 else asked.numbers((*asked.around[-2:], *asked.told))
        parts = self.parts_in(asked.words)
        if len(parts) < 2:
            parts = list(dict.fromkeys([*parts, *self.parts_in(" ".join(asked.context[-1:])), *self.parts_in(asked.said)]))
        pair: Sequence[Expression] = parts if len(parts) == 2 else numbers if len(numbers) == 2 else ()
        if len(pair) != 2:
            pair = self._compared(asked)
        if _AREA.search(asked.words):
            return None
        if len(pair) != 2:
            return self._scaled()
        ratios = [Operation("/", (pair[0], pair[1])), Operation("/", (pair[1], pair[0]))]
        sizes = [self.size(each) if any(unknowns(each)) else constant(each) for each in ratios]
        if sizes[0] is None or sizes[1] is None:
            return None
        is_part = re.search(r"\b(?:fraction|part|share|portion|percentage)\b", asked.signs) is not None
        wanted = [each for each, size in zip(ratios, sizes, strict=True) if (size is not None and size <= 1 + SAME) is is_part]
        any_of = tuple(Target(each) for each in (wanted if is_part and wanted else ratios))
        return Meant(any_of, is_sure=True, is_ratio=True)

    def _compared(self, asked: Asked) -> Sequence[Expression]:
        """Return the two described parts of ``by which factor is the hypotenuse longer than a leg``."""
        match = re.search(
            r"\b(?:is|are|does|as) (?P<one>(?:the|a|an) [\w ]+?) (?:longer|larger|bigger|greater|as \w+|compare\w*) (?:than|as|with|to) (?P<other>(?:the|a|an) [\w ]+?)(?: here| then)?\W*$",
            asked.words,
        )
        if match is None or re.search(r"\btriangle\b", match[0]):
            return ()
        found = [self._asked_for(Question("size", "", re.sub(r"^an? ", "the ", each))) for each in (match["one"], match["other"])]
        return [part for part in found if part is not None and self.size(part) is not None]

    def _scaled(self) -> Meant | None:
        """Return the ratios of given lengths, one of which figures that are similar have."""
        given = [part for part in sorted(self._scene.given, key=str) if isinstance(part, Quantity) and part.kind == "length"]
        ratios = [Operation("/", (one, other)) for one in given for other in given if one != other]
        return Meant(tuple(map(Target, ratios)), is_ratio=True) if 2 <= len(given) <= 4 else None

    def counted(self, asked: Asked) -> Meant | None:
        """How many sides, corners or arcs there are."""
        if (of_kind := self._counted_of_kind(asked)) is not None:
            return of_kind
        match = _COUNTED.match(asked.signs)
        if match is None or re.search(r"\b(?:known|given|same|right|acute|obtuse|parallel|longer|marked|need|use|as big)\b", asked.signs):
            return None
        text = " ".join((*asked.context, asked.words))
        if match["noun"].startswith("arc") and (way := _FROM.search(text)) is not None:
            return self._steps(way[1], way[2])
        if match["what"] == "equal" or match["noun"].startswith("triangle"):
            return None
        kinds = [count for word, count in words()["counts"].items() if re.search(rf"\b{word}s?\b", text.lower())]
        polygons = self._scene.diagram.polygons
        if len(set(kinds)) > 1 or not _OF_ALL.search(f"{match['rest']} {text.lower()}"):
            return None
        if not kinds and match["noun"].startswith("arc"):
            return None
        count = kinds[0] if kinds else max(map(len, polygons), default=0)
        return Meant((Target(number(count)),), is_sure=bool(kinds)) if count > 2 else None

    def _counted_of_kind(self, asked: Asked) -> Meant | None:
        """How many acute, right or obtuse angles, or equal sides or angles, the only polygon has."""
        match = re.search(r"\bhow many (acute|obtuse|right|equal) (angles|sides|corners)\b", asked.signs)
        polygons = self._scene.diagram.polygons or list(self._scene.diagram.triangles)
        if match is None or len(polygons) != 1 or re.search(r"\b(?:at|in) [A-Z]\b", asked.words):
            return None
        around = (*polygons[0], *polygons[0])
        length, kind = (2, "length") if match[2] == "sides" else (3, "angle")
        parts = [self._scene.canonical(Quantity.of(kind, *around[at : at + length])) for at in range(len(polygons[0]))]  # type: ignore[arg-type]
        sizes = [self.size(part) for part in parts]
        known = [size for size in sizes if size is not None]
        if match[1] == "equal":
            same = [sum(self._are_equal(one, other) for other in parts) for one in parts]
            return Meant((Target(number(max(same))),)) if max(same) > 1 else None
        if len(known) < len(parts) or kind == "length":
            return None
        low, high = {"acute": (0, 90 - SAME), "right": (90 - SAME, 90 + SAME), "obtuse": (90 + SAME, 180)}[match[1]]
        return Meant((Target(number(sum(low <= size <= high for size in known))),), is_sure=True)

    def _are_equal(self, one: Expression, other: Expression) -> bool:
        ratio = 1.0 if one == other else self.size(Operation("/", (one, other)))
        return ratio is not None and abs(ratio - 1) <= SAME

    def _steps(self, first: str, last: str) -> Meant | None:
        """The arcs between neighbouring points that one goes along, the short way."""
        circle = next(((c, on) for c, on in self._scene.diagram.circles.items() if {first, last} <= set(on)), None)
        if circle is None:
            return None
        centre = self._scene.diagram.at.get(circle[0])
        if centre is None:
            return None
        at = self._scene.diagram.at
        order = sorted(circle[1], key=lambda name: math.atan2(at[name][1] - centre[1], at[name][0] - centre[0]))
        steps = abs(order.index(first) - order.index(last))
        return Meant((Target(number(min(steps, len(order) - steps))),), is_sure=True)

    # descriptions

    def described(self, asked: Asked) -> Meant | None:
        """The part that plain words describe."""
        if self.parts_in(asked.words) or _SUPPOSED.search(" ".join((*asked.context, asked.words))) or _OUTER.search(asked.signs):
            return None
        if _RATIO.search(asked.signs):
            return None
        if (twice := self._of_both(asked)) is not None:
            return twice
        for subject in self._subjects(asked.words):
            part = self._asked_for(Question("size", "", subject))
            is_of_kind = not isinstance(part, Quantity) or (
                not (part.kind == "angle" and _LINE.search(asked.words)) and not (part.kind == "length" and _ANGLE.search(asked.words))
            )
            if part is not None and isinstance(part, Operation) and re.search(r"\bheight|altitude\b", subject) and self.size(part) is not None:
                return Meant((Target(part),))
            if part is not None and is_of_kind and self.size(part) is not None and isinstance(part, Quantity | Letter):
                is_sure = len(subject.split()) <= _LONGEST_SUBJECT and not _SCALED.search(asked.signs) and not asks_sum(asked.signs)
                return Meant((Target(part, part),), is_sure=is_sure and not _COMPARES.search(asked.signs))
        return None

    def _of_both(self, asked: Asked) -> Meant | None:
        """Two parts that are equal by their name, together: the base angles."""
        if (whole := self._of_outline(asked)) is not None:
            return whole
        match = re.search(r"\b(?:both|2|the) (?:equal )?(base angles|legs|radii|equal sides)\b.*\b(?:together|altogether|in total)\b", asked.signs)
        if match is None:
            return self._of_area(asked)
        names = {"base angles": "the base angle", "radii": "the radius", "legs": "the leg", "equal sides": "the leg"}
        part = self._asked_for(Question("size", "", names[match[1]]))
        if part is None or self.size(part) is None:
            return None
        return Meant((Target(Operation("*", (number(2), part))),), is_sure=match[1] != "legs")

    def _of_outline(self, asked: Asked) -> Meant | None:
        """Area or perimeter of the figure where another quantity is sought: right where it fits, else of something smaller."""
        polygon = max((*self._scene.diagram.polygons, *self._scene.diagram.triangles), key=len, default=None)
        goal = self._scene.proof.goal if self._scene.proof is not None else None
        if polygon is None or self._scene.diagram.circles:
            return None
        text = " ".join((*(each.lower() for each in asked.context[-1:]), asked.signs))
        around = list(zip(polygon, (*polygon[1:], polygon[0]), strict=True))
        if re.search(rf"\bareas?\b|{_UNITS_OF_AREA}", asked.signs) and not (isinstance(goal, Quantity) and goal.kind == "area"):
            whole: Expression = self._scene.canonical(Quantity.of("area", *polygon))
        elif re.search(r"\bperimeter\b|\b(?:once|way|all|walk\w*) (?:all the way )?(?:a)?round\b", text):
            whole = added([self._scene.canonical(Quantity.of("length", *pair)) for pair in around])
        else:
            return None
        return Meant((Target(whole, whole if isinstance(whole, Quantity) else None),)) if self.size(whole) is not None else None

    def _of_area(self, asked: Asked) -> Meant | None:
        """The area that is sought, by its unit: ``how many square metres has the floor?``."""
        goal = self._scene.proof.goal if self._scene.proof is not None else None
        is_area = isinstance(goal, Quantity) and goal.kind in {"area", "circle_area", "sector_area"}
        if not is_area or not isinstance(goal, Quantity) or self.size(goal) is None:
            return None
        text = re.sub(r"\b(?:the|whole|floor|stage|plot|figure|shape|field|room|garden)\b", "", asked.signs)
        match = re.match(r"^\W*(?:(?:so|and|now|then)\W+)*how many square \w+(?: is| has| are there| does)?(?: it)?(?: have)?(?: in (?:all|total)| then| altogether)*\W*$", text)
        return None if match is None else Meant((Target(goal, goal),), is_sure=not asked.told)

    def _subjects(self, question: str) -> list[str]:
        """Return what a question may be about, as the reader of statements knows it."""
        bare = _LEAD.sub("", question.strip()).strip(" ?!.…")
        bare = re.sub(r",? (?:with (?:the )?(?:π|pi)\b.*|in (?:cm|dm|m|degrees)|exactly|then|now|here|please|roughly|about|do you think)$", "", bare, flags=re.IGNORECASE)
        found: list[str] = []
        for frame in _FRAMES:
            if (match := frame.match(bare)) is not None:
                found.append(match["s"].strip(" ,"))
        found = [*found, bare]
        found += [piece.strip() for subject in found for piece in subject.split(",") if len(piece.split()) > 1]
        has_circle = bool(self._scene.diagram.circles)
        plain: list[str] = []
        for subject in dict.fromkeys(found):
            put = subject
            for pattern, name in words()["named"]:
                if "circumference" in name and not has_circle:
                    continue
                put = re.sub(pattern, name, put, flags=re.IGNORECASE)
            plain += [put] if put == subject else [put, subject]
        return [each for each in dict.fromkeys(plain) if each and len(each.split()) < 2 * _LONGEST_SUBJECT]
