"""Where a point lies, as an answer in words has it: ``in the middle of GK``, ``outside``, ``on the circle``, ``on TD``."""

from __future__ import annotations

import math
import re

from gnomon.problem import Quantity
from gnomon.tutor.symbolic.worded.asking import Asked
from gnomon.tutor.symbolic.worded.things import Figure, Thing

_MIDDLE = re.compile(
    r"(?:exactly |right |just )?(?:(?:at|in|on|is|the|its|it's|a) )*(?:middle|centre|center|mid ?point"
    r"|half ?way(?: point)?|halfways)(?: (?:along|of|between|on|in)(?: (?:it|the line|the side|that))?)?(?:"
    r" ?(?P<on>[A-Z]{2}|[A-Z] and [A-Z]))?",
    re.IGNORECASE,
)
_BY_CIRCLE = re.compile(
    r"(?:(?:it is|its|is|lies|it) )*(?P<how>outside|inside|in|on)(?: of)?(?: (?:it"
    r"|the circle|the edge|the circumference|the centre|the center|the middle))?",
    re.IGNORECASE,
)
_ON = re.compile(r"(?:(?:it is|its|is|lies|it) )*on (?:the )?(?:side |line |segment |chord )?(?P<on>[A-Z]{2})", re.IGNORECASE)
_CLOSE = 1e-3
"""Of the radius, within which a point lies on the circle as drawn."""


class Placing:
    """Reads places.

    Args:
        figure: of the problem.
    """

    def __init__(self, figure: Figure) -> None:
        self._figure = figure

    def judged(self, asked: Asked, text: str) -> bool | None:
        """Return whether the point that is asked about lies where an answer says; None: not sure."""
        point = self._point(asked)
        if point is None:
            return None
        on = re.sub(r"[^A-Z]", "", match["on"].upper()) if (match := _MIDDLE.fullmatch(text)) is not None and match["on"] else ""
        if match is not None:
            return self._is_middle(point, on or self._line(asked, point))
        if (match := _ON.fullmatch(text)) is not None:
            line = self._figure.named(match["on"].upper())
            return None if line is None else point in self._figure.diagram.line(*line.points)
        if (match := _BY_CIRCLE.fullmatch(text)) is not None and re.search(
            r"\bcircle\b|\bcent(?:re|er)\b|\binside\b", f"{asked.question} {asked.before}"
        ):
            if re.search(r"\b(?:centre|center|middle)\b", text):
                return point in self._figure.diagram.circles
            return self._is_by_circle(point, match["how"].lower())
        return None

    def _point(self, asked: Asked) -> str | None:
        if re.search(r"\b(?:corner|vertex) of (?:the|our|this) angle\b", asked.question):
            goal = self._figure.scene.proof.goal if self._figure.scene.proof is not None else None
            named = [thing for _, thing in self._figure.names_in(asked.question) if thing.sort == "angle"]
            of_goal: tuple[str, ...] = goal.points if isinstance(goal, Quantity) and goal.kind == "angle" else ()
            angle = named[0].points if named else of_goal
            return angle[1] if len(angle) == 3 else None
        proof = self._figure.scene.proof
        if (
            re.search(r"\b(?:secants|chords|tangents|lines)\b.*\b(?:meet|cross|intersect)\b", asked.question)
            and proof is not None
        ):
            return proof.goal.points[1] if isinstance(proof.goal, Quantity) and proof.goal.kind == "angle" else None
        things = [thing for _, thing in self._figure.names_in(asked.question)]
        angles = [thing for thing in things if thing.sort == "angle"]
        if len(angles) == 1 and re.search(r"\b(?:corner|vertex)\b", asked.question):
            return angles[0].vertex
        points = [thing.points[0] for thing in things if thing.sort == "point"]
        return points[0] if len(points) == 1 else None

    def _line(self, asked: Asked, point: str) -> str:
        lines = {
            thing.points
            for _, thing in self._figure.names_in(f"{asked.question}")
            if thing.sort == "line" and point not in thing.points
        }
        return "".join(next(iter(lines))) if len(lines) == 1 else ""

    def _is_middle(self, point: str, on: str) -> bool | None:
        facts = [points for points in self._figure.facts_of("midpoint") if points[0] == point]
        line = self._figure.named(on) if on else None
        if line is None or line.sort != "line":
            return True if facts and not on else None
        if any(set(points[1:]) == set(line.points) for points in facts):
            return True
        if point not in self._figure.diagram.line(*line.points):
            return False
        order = self._figure.order(Thing("line", (line.points[0], point)), Thing("line", (point, line.points[1])))
        return None if order is None else order == 0

    def _is_by_circle(self, point: str, how: str) -> bool | None:
        at, circles = self._figure.diagram.at, self._figure.diagram.circles
        if len(circles) != 1:
            return None
        ((centre, on),) = circles.items()
        if point in on:
            return how == "on"
        radius = math.dist(at[centre], at[on[0]])
        apart = math.dist(at[centre], at[point])
        if abs(apart - radius) <= _CLOSE * radius:
            return how == "on"
        return how == ("outside" if apart > radius else "inside") or (how == "in" and apart < radius)
