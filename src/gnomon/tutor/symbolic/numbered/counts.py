"""Ratios of parts, and how many of them there are: ``how many times as long as AB is CD``, ``how many corners``."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence

from gnomon.algebra import constant
from gnomon.problem import Expression, Operation, Quantity, unknowns
from gnomon.tutor.message.question import Question
from gnomon.tutor.symbolic.numbered.cues import AREA, COUNTED, FROM, LENGTHS, OF_ALL, RATIO
from gnomon.tutor.symbolic.numbered.meant import Asked, Meant, Target, number
from gnomon.tutor.symbolic.numbered.named import NamedParts
from gnomon.tutor.symbolic.numbered.reckoning import words
from gnomon.tutor.symbolic.truth import SAME


class CountedParts(NamedParts):
    """Finds ratios and numbers of parts."""

    def ratio(self, asked: Asked) -> Meant | None:
        """How many times as large, by what factor, which part of it."""
        if not RATIO.search(asked.signs):
            return None
        numbers = asked.numbers(asked.told)
        numbers = numbers if len(numbers) == 2 else asked.numbers((*asked.around[-2:], *asked.told))
        parts = self.parts_in(asked.words)
        angles = [part for part in parts if isinstance(part, Quantity) and part.kind == "angle"]
        is_of_triangles = len(angles) == 2 and "angle" not in asked.signs.replace("triangle", "")
        if is_of_triangles or (angles and LENGTHS.search(asked.signs)):
            return self._scaled()  # of triangles by their corners
        if len(parts) < 2:
            parts = list(dict.fromkeys([*parts, *self.parts_in(" ".join(asked.context[-1:])), *self.parts_in(asked.said)]))
        pair: Sequence[Expression] = parts if len(parts) == 2 else numbers if len(numbers) == 2 else ()
        if len(pair) != 2:
            pair = self._compared(asked)
        if AREA.search(asked.words):
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
            r"\b(?:is|are|does|as) (?P<one>(?:the|a|an) [\w ]+?) (?:longer|larger|bigger|greater|as \w+|compare\w*)"
            r" (?:than|as|with|to) (?P<other>(?:the|a|an) [\w ]+?)(?: here| then)?\W*$",
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
        match = COUNTED.match(asked.signs)
        if match is None or re.search(
            r"\b(?:known|given|same|right|acute|obtuse|parallel|longer|marked|need|use|as big)\b", asked.signs
        ):
            return None
        text = " ".join((*asked.context, asked.words))
        if match["noun"].startswith("arc") and (way := FROM.search(text)) is not None:
            return self._steps(way[1], way[2])
        if match["what"] == "equal" or match["noun"].startswith("triangle"):
            return None
        kinds = [count for word, count in words()["counts"].items() if re.search(rf"\b{word}s?\b", text.lower())]
        polygons = self._scene.diagram.polygons
        if len(set(kinds)) > 1 or not OF_ALL.search(f"{match['rest']} {text.lower()}"):
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
        """Find the arcs between neighbouring points that one goes along, the short way."""
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
