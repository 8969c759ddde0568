"""What a clause leaves to be understood: "it", "the circle", "angle B", or a slot that its words leave empty."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from gnomon.problem.terms import Term, parse_literal
from gnomon.problem.words.context import Ambiguous, Context
from gnomon.problem.words.relations import UnknownError
from gnomon.problem.words.value import KINDS, Value, Values, measured, value_of

_KNOWN: Mapping[str, Callable[[Context], Value]] = {
    "hypotenuse": Context.hypotenuse,
    "equal_sided": Context.equal_sided,
    "sector": Context.sector,
    "shaded": Context.shaded_area,
    "centers": Context.centers,
    "first_polygon": lambda context: context.of_two_polygons(0),
    "second_polygon": lambda context: context.of_two_polygons(1),
    "apex": Context.apex,
    "arc_said": Context.arc,
    "last_point": Context.last_point,
    "way": Context.way,
    "here": Context.here,
    "outer": Context.outer_point,
    "common_center": Context.common_center,
    "first_circle": lambda context: context.of_two_circles(0),
    "second_circle": lambda context: context.of_two_circles(1),
    "other_circle": Context.other_circle,
    "largest": lambda context: context.of_ratio(max),
    "smallest": lambda context: context.of_ratio(min),
    "larger_circle": lambda context: context.circle_by_size(is_larger=True),
    "smaller_circle": lambda context: context.circle_by_size(is_larger=False),
    "sized_side": lambda context: context.sized_side(-2),
    "last_sized_side": lambda context: context.sized_side(-1),
    "third_side": Context.third_side,
    "long_side": Context.long_side,
    "other_diagonal": Context.other_diagonal,
    "remaining_angle": Context.remaining_angle,
    "former": lambda context: context.of_pair(0),
    "latter": lambda context: context.of_pair(1),
}
"""Names in templates of what the text has named."""
_SEVERAL: Mapping[str, Callable[[Context], Values]] = {
    "parallels": Context.parallels,
    "slant_sides": Context.slant_sides,
    "drawn_triangles": Context.drawn_triangles,
    "spoken": Context.two_spoken,
    "two_lines": Context.two_lines,
}
"""The same for what is several."""
_CORNERS = {"triangle": 3, "quadrilateral": 4, "pentagon": 5, "hexagon": 6, "octagon": 8}
"""Corners of what "the triangle" and its like stand for."""


class Understanding:
    """What is understood in one clause, with the choices made so far."""

    def __init__(self, context: Context, picks: Iterable[Value]) -> None:
        self._context = context
        self._picks = iter(picks)
        self.about: Values = ()
        """The point or line that the clause goes on about without naming it."""
        self.sizes: list[Value] = []
        """Sizes that the clause has spoken of."""
        self._known: dict[str, Values] = {}
        """What absent slots have stood for."""

    def slot(self, kind: str) -> Values:
        """Return what an absent slot of a kind stands for."""
        if self._context.is_broken:
            raise UnknownError("the words before it were not read")
        subject = self._subject(kind)
        only = subject[0] if len(subject) == 1 else None
        if kind in {"point", "line"}:  # "lies on AF and is 40 m nearer" goes on about the same point
            self.about = subject
        if kind == "whole":
            return subject if only and only.kind in {"polygon", "circle", "sector"} else (self._context.last(),)
        if kind in _KNOWN or kind in _SEVERAL:
            return self._of_text(kind)
        if kind == "them" and len(subject) > 1:
            return subject
        if kind in {"it", "point", "line", "angle", "arc", "measure", "expression"}:
            if not subject or (kind in {"point", "line", "angle", "arc"} and any(value.kind != kind for value in subject)):
                raise UnknownError("the sentence before is about nothing that fits")
            return subject
        if kind == "circle":
            return subject if only and only.kind == "circle" else (self._settled(self._context.circle),)
        corners = _CORNERS.get(kind)
        if only and only.kind == "polygon" and corners in {None, len(only.points)}:
            return subject
        return (self._settled(lambda: self._context.polygon(corners)),)

    def _of_text(self, kind: str) -> Values:
        """Return what the text has named; what is open is one thing in all facts of a clause."""
        if kind not in self._known:
            found = _SEVERAL[kind](self._context) if kind in _SEVERAL else (self._settled(lambda: _KNOWN[kind](self._context)),)
            self._known[kind] = found
        return self._known[kind]

    def _subject(self, kind: str) -> Values:
        """Return what the last clause was about, as far as it can stand in a slot of a kind."""
        subject = self._context.subject
        if kind in {"line", "angle", "arc", "them"}:
            subject = tuple(map(measured, subject))
        if kind == "line" and any(value.kind != "line" for value in subject) and len(self._context.spoken) == 1:
            return self._context.spoken  # "K is at the end of the string HK, which is 50 m long"
        return subject

    def _settled(self, find: Callable[[], Value]) -> Value:
        """Return what is found, or the choice made where several are."""
        try:
            return find()
        except Ambiguous:
            pick = next(self._picks, None)
            if pick is None:
                raise
            return pick

    def that_of(self, value: Value) -> Value:
        """Return the size of a thing that the last clause was about: "and that of circle Q is 5"."""
        (said,) = (*self.sizes[-1:], *self._context.subject[:1], value)[:1]
        term = parse_literal(said.text).term if said.kind == "quantity" else ""
        if not isinstance(term, Term) or not isinstance(term.arguments[0], Term) or KINDS[term.arguments[0].name] != value.kind:
            raise UnknownError("the sentence before is about no size")
        return value_of(f"{term.name}({value.text})")

    def angle_at(self, vertex: str) -> Value:
        """Return the one angle at a point."""
        return self._settled(lambda: self._context.angle(vertex))
