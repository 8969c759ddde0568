"""Which givens not to believe: labels of the figure that cannot stand where a literal puts them, or contradict each other.

What is left out here would make the whole problem unreadable or contradictory. Each is noted; where two are equally likely
to be the wrong one, both are left out, and the engine abstains if it needs them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from gnomon.algebra import Equation, Letter, Quantity, constant, quantities_in
from gnomon.figure import Fact, UnmeasurableError, measured_at
from gnomon.problem.objects import ObjectReader
from gnomon.problem.statements import FormalDescription, Given

_ROUNDING = 0.05
"""Of the larger: numbers for one quantity that differ by less may be one number rounded, which is no matter of reading."""


def undoubted(reader: ObjectReader, givens: Sequence[Given]) -> Iterator[Given]:
    """Yield the givens to believe; a note says of each other why it is left out."""
    circles = FormalDescription(tuple(givens), None).circles
    named = {frozenset(pair) for given in givens if isinstance(given.content, Fact) for pair in given.content.segments()}
    taken = {quantity for given in givens for quantity in _quantities(given)}
    mended = [_at_drawn_corner(reader, given, named, taken) for given in givens]
    stated = _stated_numbers(mended)
    for given in mended:
        reader.about_given(given)
        if doubt := _unmeasurable(given, circles):
            reader.note("unread", f"left out: {doubt}")
        elif doubt := _misplaced(reader, given, named) or _contradicted(given, stated):
            reader.note("dropped", f"left out: {doubt}")
        else:
            yield given


def _quantities(given: Given) -> list[Quantity]:
    return [] if isinstance(given.content, Fact) else [q for side in given.content for q in quantities_in(side)]


def _unmeasurable(given: Given, circles: dict[str, tuple[str, ...]]) -> str:
    """Return what is missing where a literal speaks of a circle that nothing is said to lie on."""
    try:
        for quantity in _quantities(given):
            measured_at(quantity, circles)
    except UnmeasurableError as error:
        return str(error)
    return ""


def _misplaced(reader: ObjectReader, given: Given, named: set[frozenset[str]]) -> str:
    """Return why a label of the figure cannot be where its literal says it is; empty when nothing speaks against it."""
    if given.in_text:
        return ""
    figure = reader.drawn.figure
    for quantity in _quantities(given):
        points = quantity.points
        on = [set(circle.points) for circle in figure.circles if set(points) <= set(circle.points)]
        is_either = len(points) == 2 and bool(on) and all(len(others) == 2 for others in on)
        content = given.content
        if quantity.kind == "arc" and is_either and isinstance(content, Equation) and any(isinstance(s, Letter) for s in content):
            return f"the figure does not say which of the two arcs {''.join(points)} is meant"
        if quantity.kind == "angle" and reader.drawn.is_known(points) and _has_one_side(reader, points, named):
            return f"the figure does not show both sides of angle {''.join(points)}"
    return ""


def _at_drawn_corner(reader: ObjectReader, given: Given, named: set[frozenset[str]], taken: set[Quantity]) -> Given:
    """Read an angle whose one side is not drawn at the one corner of its three points that is drawn and has no measure yet."""
    if given.in_text or not isinstance(given.content, Equation):
        return given
    for side, other in (given.content, given.content[::-1]):
        if not isinstance(side, Quantity) or side.kind != "angle" or not reader.drawn.is_known(side.points):
            continue
        first, vertex, last = side.points
        turned = [Quantity.of("angle", vertex, first, last), Quantity.of("angle", first, last, vertex)]
        shown = [angle for angle in turned if _sides_shown(reader, angle.points, named) == 2]
        if _has_one_side(reader, side.points, named) and len(shown) == 1 and not taken.intersection(shown):
            reader.about_given(given)
            reader.seen(f"the angle with the sides of {''.join(shown[0].points)} is meant, as {side} shows one side only")
            return replace(given, content=Equation(shown[0], other))
    return given


def _has_one_side(reader: ObjectReader, points: Sequence[str], named: set[frozenset[str]]) -> bool:
    """Whether just one side of an angle is drawn, or named by a fact as a line."""
    is_centre = points[1] in {circle.centre for circle in reader.drawn.figure.circles}
    return _sides_shown(reader, points, named) == 1 and not is_centre


def _sides_shown(reader: ObjectReader, points: Sequence[str], named: set[frozenset[str]]) -> int:
    first, vertex, last = points
    return sum(reader.drawn.figure.is_drawn(vertex, end) or frozenset((vertex, end)) in named for end in (first, last))


def _number(given: Given) -> tuple[Quantity, float] | None:
    """Return quantity and value of a given that states just that."""
    if isinstance(given.content, Equation):
        for side, other in (given.content, given.content[::-1]):
            value = constant(other)
            if isinstance(side, Quantity) and value is not None:
                return side, value
    return None


def _stated_numbers(givens: Sequence[Given]) -> dict[Quantity, list[tuple[float, bool]]]:
    """Return the values that are stated of each quantity, and whether the text states them."""
    stated: dict[Quantity, list[tuple[float, bool]]] = {}
    for given in givens:
        if (found := _number(given)) is not None:
            stated.setdefault(found[0], []).append((found[1], given.in_text))
    return stated


def _contradicted(given: Given, stated: dict[Quantity, list[tuple[float, bool]]]) -> str:
    """Return why a number that the figure shows is not believed: no size of anything, or another number stands there too."""
    found = _number(given)
    if found is None or given.in_text:
        return ""
    quantity, value = found
    if value <= 0:
        return f"{quantity} cannot be {value:g}"
    differs: dict[bool, list[bool]] = {True: [], False: []}
    for other, in_text in stated[quantity]:
        differs[in_text].append(abs(other - value) > _ROUNDING * max(other, value))
    if differs[True]:
        return f"the text gives {quantity} another value than the figure" if all(differs[True]) else ""
    return f"the figure shows two numbers for {quantity}" if any(differs[False]) else ""
