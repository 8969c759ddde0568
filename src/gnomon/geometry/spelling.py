"""The sentences of a proof with one spelling of each part: the problem's own, ``QN`` where it says QN, else the proof's first.

`gnomon.problem.named_as_in` knows which names mean one part however the figure looks. Here the figure helps: an angle and a
ray may be named by any point of their sides. What stays as it is: triangles and polygons whose letters correspond, the first
letter of a ray, and the initials of a theorem, such as SAS.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import pairwise

from gnomon.geometry.derivation import at_points
from gnomon.geometry.diagram import Diagram
from gnomon.geometry.sentences import listed
from gnomon.geometry.step import Proof, Step
from gnomon.problem import Equation, Quantity, named_as_in, parse_equation, quantities_in

_RAY = re.compile(r"\b[Rr]ay ([A-Z])([A-Z])\b")
_ANGLES = re.compile(r"\b[Aa]ngles? ([A-Z]{3})(?: and ([A-Z]{3}))?\b")
_SIGNED = re.compile(r"∠([A-Z]{3})\b")
_INSCRIBED = re.compile(r"\b([A-Z]{3}) is an inscribed angle\b")
_POLYGON = re.compile(r"\b(?:[Tt]riangle|[Qq]uadrilateral|[Tt]rapezoid|[Pp]arallelogram|[Pp]entagon|[Hh]exagon) ([A-Z]{3,6})\b")
_ANGLE_NAME = re.compile(r"(?:∠|\b[Aa]ngles? |\b[Aa]ngles? [A-Z]{3} and )([A-Z]{3})\b")
_NAME = re.compile(r"(?<![A-Za-z])[A-Z]{2,3}(?![A-Za-z'0-9])")
_INITIALS = r"\([A-Z]{2,3}\)"
_MATCHED = r"(?<!∠)(?<!\b[Aa]ngle )(?<!arc )\b[A-Z]{3,8}\b"
"""A name of three points or more, whose letters stand in the order of another name's."""
_MATCHES = {"congruent", "similar"}


def spelled_as_in(problem_text: str, proof: Proof, diagram: Diagram) -> Proof:
    """Return ``proof`` with the names of ``problem_text`` in what its steps say and conclude.

    Args:
        problem_text: the question as the learner reads it.
        proof: as it was built, with canonical names.
        diagram: the figure; its names of angles are those of the givens.
    """
    speller, steps = _Speller(problem_text, diagram), list[Step]()
    for step in proof.steps:
        steps.append(speller.respelled(step))
        speller = replace(speller, said=f"{speller.said} {steps[-1].text}")
    return replace(proof, steps=tuple(steps))


@dataclass(frozen=True)
class _Speller:
    problem_text: str
    diagram: Diagram
    said: str = ""
    """The steps before."""

    def respelled(self, step: Step) -> Step:
        if _matches_letters(step):
            return self._matched(step)
        fixed = re.compile(f"{_RAY.pattern}|{_INITIALS}")
        text = _SIGNED.sub(lambda found: f"∠{self._angle(found[1])}", _ANGLES.sub(self._angles, step.text))
        text = _INSCRIBED.sub(self._inscribed, _RAY.sub(self._ray, text))
        text = self._with_ends(self._with_points(text, step), step)
        said = f"{self.said} {text}"
        return replace(step, text=self._named(text, fixed, said), concludes=self._named(step.concludes, fixed, said))

    def _matched(self, step: Step) -> Step:
        """Spell only the values that a step finds: all other names stand in the order of another name's letters."""
        fixed = re.compile(_MATCHED)
        text = step.text
        for found in step.solved:
            text = text.replace(str(found), self._named(str(found), fixed, self.said))
        return replace(step, text=text, concludes=self._named(step.concludes, fixed, self.said))

    def _named(self, text: str, fixed: re.Pattern[str], said: str) -> str:
        """Spell all but the ``fixed`` parts of a sentence as the problem does, else as what was ``said`` does."""
        return _outside(fixed, text, lambda part: named_as_in(self.problem_text, part, said))

    def _angles(self, found: re.Match[str]) -> str:
        """Name each angle by the sides that the givens name."""
        return _NAME.sub(lambda name: self._angle(name[0]), found[0])

    def _angle(self, name: str) -> str:
        if not set(name) <= set(self.diagram.at):
            return name
        known = self.diagram.name(Quantity.of("angle", *name))
        return "".join(known.points) if isinstance(known, Quantity) else name

    def _inscribed(self, found: re.Match[str]) -> str:
        """Keep the name of an inscribed angle, which has the ends of its arc, and say what its other name comes from."""
        first, vertex, last = tuple(found[1])
        start, _, end = tuple(self._angle(found[1]))
        if self.diagram.ray(vertex, first) != self.diagram.ray(vertex, start):
            start, end = end, start
        said = [f"{new} lies on line {vertex}{old}" for old, new in ((first, start), (last, end)) if old != new]
        return f"{found[0]} ({' and '.join(said)})" if said else found[0]

    def _with_points(self, text: str, step: Step) -> str:
        """Say behind the name of a polygon which points on its sides its angles are named by, where that was not said."""
        polygon = _POLYGON.search(text)
        if polygon is None or step.instance is None:
            return text
        corners = set(polygon[1])
        named = dict.fromkeys(_ANGLE_NAME.findall(text))
        places = dict.fromkeys(place for name in named if name[1] in corners for place in self._on_sides(name, corners))
        new = [f"{point} lies on {side}" for point, side in places if f"{point} lies on {side}" not in f"{self.said} {text}"]
        return f"{text[: polygon.end()]} ({' and '.join(new)}){text[polygon.end() :]}" if new else text

    def _on_sides(self, name: str, corners: set[str]) -> Iterator[tuple[str, str]]:
        """Yield the ends of an angle that are no corners, each with the side that it lies on or prolongs."""
        vertex = name[1]
        rays = {self.diagram.ray(vertex, corner): corner for corner in corners - {vertex}}
        ends = [end for end in (name[0], name[2]) if end in self.diagram.at]
        if not all(self.diagram.ray(vertex, end) in rays for end in ends):
            return  # no angle of the polygon
        for end in ends:
            if end not in corners:
                corner = rays[self.diagram.ray(vertex, end)]
                within, beyond = (corner, end) if self.diagram.is_between(vertex, corner, end) else (end, corner)
                yield within, "".join(sorted((vertex, beyond)))

    def _with_ends(self, text: str, step: Step) -> str:
        """Say first which points lie on one line where a sentence names a side of its angles by several, unless it was said."""
        rule = step.rule
        # Of parallels, right angles and the like the sentence itself says which points lie on their lines.
        if step.instance is None or rule is None or rule.equation is None or rule.premises or _INSCRIBED.search(text):
            return text
        places = self._sides_with_names(parse_equation(rule.equation), step.instance.binding, text)
        new = [place for place in dict.fromkeys(places) if place not in f"{self.said} {text}"]
        if not new:
            return text
        if text.startswith("As "):
            return f"As {', '.join(new)}, {text.removeprefix('As ')}"
        return f"As {listed(new)}, {text[0].lower() if text[1].islower() else text[0]}{text[1:]}"

    def _sides_with_names(self, relation: Equation, binding: dict[str, str], text: str) -> Iterator[str]:
        """Yield why an angle has the name that it has: that E lies on AB, where the text says B and calls DAB DAE."""
        ends: dict[tuple[str, str], set[str]] = {}
        for leaf in (leaf for side in relation for leaf in quantities_in(side) if leaf.kind == "angle"):
            angle = at_points(leaf, binding)
            name = self.diagram.name(angle) if isinstance(angle, Quantity) else angle
            if isinstance(angle, Quantity) and isinstance(name, Quantity):
                vertex = name.points[1]
                for end in {*angle.points, *name.points} - {vertex}:
                    ends.setdefault(self.diagram.ray(vertex, end), set()).add(end)
        said, at = set("".join(_NAME.findall(text))), self.diagram.at
        for (vertex, _), names in ends.items():
            along = sorted(names & said, key=lambda end, start=vertex: math.dist(at[start], at[end]))  # type: ignore[misc]  # default argument binds the loop variable
            if len(along) > 1:
                where = "".join(sorted((vertex, along[-1])))
                yield f"{listed(along[:-1])} {'lies' if len(along) == 2 else 'lie'} on {where}"

    def _ray(self, found: re.Match[str]) -> str:
        """Name a ray by a point by which the problem names it, where it does."""
        vertex, through = found[1], found[2]
        if not {vertex, through} <= set(self.diagram.at):
            return found[0]
        ray = self.diagram.ray(vertex, through)
        named = [end for start, end in self._rays_named() if start == vertex and self.diagram.ray(start, end) == ray]
        return found[0] if not named or through in named else f"{found[0][:-1]}{named[0]}"

    def _rays_named(self) -> list[tuple[str, str]]:
        """Return the rays of the segments and angles that the problem names, as vertex and another point."""
        names = [name for name in _NAME.findall(self.problem_text) if set(name) <= set(self.diagram.at)]
        segments = [pair for name in names if len(name) == 2 for pair in ((name[0], name[1]), (name[1], name[0]))]
        return [*segments, *((name[1], end) for name in names if len(name) == 3 for end in (name[0], name[2]))]


def _outside(fixed: re.Pattern[str], text: str, change: Callable[[str], str]) -> str:
    ends = [0, *(place for found in fixed.finditer(text) for place in found.span()), len(text)]
    parts = [text[start:end] for start, end in pairwise(ends)]
    return "".join(part if place % 2 else change(part) for place, part in enumerate(parts))


def _matches_letters(step: Step) -> bool:
    """Whether the step's theorem is about figures whose letters correspond."""
    rule = step.rule
    statements = (rule.fact or "", *rule.premises) if rule else ()
    return any(statement.partition("(")[0] in _MATCHES for statement in statements)
