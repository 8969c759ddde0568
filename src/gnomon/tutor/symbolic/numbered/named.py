"""The parts that a question for a number names: by their letters, by a corner, by the lines that they lie between.

``So PVD has?``, ``and L, next door?``, ``the angle between UG and US``, ``from P round to U``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from gnomon.algebra import ExpressionError
from gnomon.problem import Expression, Letter, Operation, Quantity
from gnomon.tutor.message.question import Question
from gnomon.tutor.message.reckoned import asks_sum
from gnomon.tutor.symbolic.numbered.cues import (
    ANGLE,
    AREA,
    AT,
    BETWEEN,
    COMPARES,
    FROM,
    FUNCTION,
    IN_PLACE,
    LINE,
    LONG_WAY,
    MAKES_WITH,
    NAME,
    NEXT_TO,
    PLACES,
    RATIO,
    REFLEX,
    ROUND,
    SCALED,
)
from gnomon.tutor.symbolic.numbered.meant import Asked, Meant, Target, added, number
from gnomon.tutor.symbolic.scene import Scene

AskedFor = Callable[[Question], Expression | None]
"""Finds the quantity that a question asks for."""


class NamedParts:
    """Finds parts by their names.

    Args:
        scene: of the problem.
        asked_for: finds the quantity of a question by its words.
    """

    def __init__(self, scene: Scene, asked_for: AskedFor) -> None:
        self._scene = scene
        self._asked_for = asked_for

    def parts_in(self, text: str) -> list[Expression]:
        """Return the parts that a text names, each once; of squares the squares. Single letters are none here."""
        text = PLACES.sub(" ", text)
        found: dict[Expression, None] = {}
        for first, second in (*BETWEEN.findall(text), *MAKES_WITH.findall(text)):
            if (angle := self._scene.angle_of_lines(first, second)) is not None:
                found[angle] = None
        text = MAKES_WITH.sub(" ", BETWEEN.sub(" ", text))
        is_of_arcs = re.search(r"\barcs\b", text) is not None
        for match in NAME.finditer(text):
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
        """Find the one part that a question names, or several together."""
        text = asked.words
        if AREA.search(text) or FUNCTION.search(text):
            return None
        if (next_to := NEXT_TO.search(text)) is not None:
            return self._rest_of(self.parts_in(next_to["name"]))
        parts = self.parts_in(text)
        if not parts:
            return self._at_corner(asked)
        if len(parts) > 1:
            return self._of_several(parts, asked.signs)
        target = self._target(parts[0])
        if (
            target is not None
            and re.search(r"\b(?:not|outside(?: of)?|besides) [A-Z]{3}\b", text)
            and re.search(r"\bturn|circle\b", asked.signs)
        ):
            return Meant((Target(Operation("-", (number(360), parts[0]))),), is_sure=True)
        if target is None or SCALED.search(asked.signs) or COMPARES.search(asked.signs):
            return None
        if REFLEX.search(asked.signs):
            around = Target(Operation("-", (number(360), parts[0])))
            return Meant((around, target)) if "not" not in asked.signs.split() else Meant((around,), is_sure=True)
        if LONG_WAY.search(text) and isinstance(parts[0], Quantity) and parts[0].kind == "arc":
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
        if len(kinds) > 1 or RATIO.search(signs):
            return None
        if asks_sum(signs):
            whole = added(parts)
            return Meant((Target(whole),), is_sure=len(parts) == 2) if self.size(whole) is not None else None
        if len(targets) < len(parts):
            return None
        if len(parts) == 2 and COMPARES.search(signs) and re.match(r"\W*(?:\w+\W+){0,2}?(?:how much|by how much|what)", signs):
            sizes = [self.size(part) or 0.0 for part in parts]
            order = parts if sizes[0] >= sizes[1] else parts[::-1]
            return Meant((Target(Operation("-", tuple(order))),), is_sure=True)
        if COMPARES.search(signs) or SCALED.search(signs):
            return None
        return Meant((), is_sure=False, each_of=tuple(targets))

    # corners and pairs of points

    def _at_corner(self, asked: Asked) -> Meant | None:
        text = PLACES.sub(" ", asked.words)
        around = " ".join((*asked.context, asked.said))
        way = FROM.search(text)
        if way is not None:
            return self._from(way, text)
        match = AT.search(text)
        if match is None:
            return None
        point = match["at"] or match["lone"]
        singles = {name for name in re.findall(r"(?<![A-Za-z'])[A-Z](?![A-Za-z'])", text) if name in self._scene.diagram.at}
        goal = self._scene.proof.goal if self._scene.proof is not None else None
        is_of_angles = ANGLE.search(text) or ANGLE.search(around) or (isinstance(goal, Quantity) and goal.kind == "angle")
        if (
            point not in singles
            or not is_of_angles
            or LINE.search(text)
            or SCALED.search(asked.signs)
            or COMPARES.search(asked.signs)
        ):
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
        return Meant((targets[0],), is_sure=IN_PLACE.search(text) is None)

    def _reflex(self, target: Target, asked: Asked) -> Meant | None:
        """Find an angle of more than 180° at a corner, or one that may be it."""
        around = Target(Operation("-", (number(360), target.expression)))
        if "reflex" in asked.signs:
            return Meant((around,), is_sure=True)
        is_inside = re.search(r"\b(?:inside|interior|inner)\b", asked.signs) is not None
        corners = max(map(len, self._scene.diagram.polygons), default=0)
        is_triangle = corners == 3 or (corners == 0 and bool(self._scene.diagram.triangles))
        return Meant((target, around)) if is_inside and not is_triangle else None

    def _angle_at(self, point: str, asked: Asked) -> Expression | None:
        """Return the angle at a corner: of the triangle that is spoken of, else of the only polygon with it."""
        text = " ".join((*asked.context[-1:], asked.words))
        named = [
            name for name in re.findall(r"\b[A-Z]{3,8}\b", text) if point in name and set(name) <= set(self._scene.diagram.at)
        ]
        corners = [name for name in named if self._is_polygon(name)]
        if not corners:
            place = IN_PLACE.search(asked.words)
            asked_for = self._asked_for(
                Question("size", "", f"the angle at {point} {place[0] if place is not None else ''}".strip())
            )
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
        if not ROUND.search(text):
            part: Expression = self._scene.canonical(Quantity.of("length", way[1], way[2]))
            target = self._target(part)
            return None if target is None or SCALED.search(text.lower()) else Meant((target,), is_sure=bool(LINE.search(text)))
        part = self._scene.canonical(Quantity.of("arc", way[1], way[2]))
        target = self._target(part)
        if target is None:
            return None
        around = Target(Operation("-", (number(360), part)))
        is_long = LONG_WAY.search(text) is not None
        return Meant((around,) if is_long else (target, around), is_sure=True)

    # what is told of others

    def function(self, asked: Asked) -> Meant | None:
        """Sine, cosine or tangent of an angle of the figure, the function perhaps named before."""
        text = asked.words
        match = FUNCTION.search(text)
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
