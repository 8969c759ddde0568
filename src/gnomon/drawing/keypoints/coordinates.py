"""Coordinates and curves of a graph: read by `gnomon.algebra`, placed by the figure's axes."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from gnomon.algebra import Expression, ExpressionError, Operation, evaluate, read_algebra, unknowns
from gnomon.drawing.keypoints.parts import UndrawableError
from gnomon.figure import Axes

_SAMPLES = 240
"""Steps of a curve across the page: two pixels at 480."""
_TRIGONOMETRY = frozenset({"sin", "cos", "tan"})


class Window(NamedTuple):
    """The part of the plane that is shown, in units of the axes."""

    left: float
    bottom: float
    right: float
    top: float


class Curve(NamedTuple):
    """``y = expression of x`` or ``x = expression of y``."""

    of: str
    """The letter that runs, ``x`` or ``y``."""
    expression: Expression
    written: str

    def value(self, at: float) -> float | None:
        """Return the other coordinate; None where the curve is not defined."""
        try:
            value = evaluate(self.expression, lambda _: at)
        except (ArithmeticError, ValueError):
            return None
        return value if math.isfinite(value) else None


def need_axes(axes: Axes | None) -> Axes:
    """Return the axes.

    Raises:
        UndrawableError: where the figure has none.
    """
    if axes is None:
        raise UndrawableError("the figure has no axes with numbers that tell where coordinates are")
    return axes


def place_of(coordinates: tuple[str, ...], axes: Axes | None) -> complex:
    """Return where a pair of coordinates is.

    Raises:
        UndrawableError: without axes, for three coordinates, and where one of them is no number.
    """
    if len(coordinates) != 2:
        raise UndrawableError("a figure in the plane has no third coordinate")
    x, y = (_number(text) for text in coordinates)
    return complex(*need_axes(axes).place(x, y))


def _number(text: str) -> float:
    value = _read(text)
    if any(True for _ in unknowns(value)):
        raise UndrawableError(f"the coordinate {text} is no number")
    try:
        return evaluate(value, lambda _: math.nan)
    except (ArithmeticError, ValueError) as error:
        raise UndrawableError(f"the coordinate {text} has no value") from error


def _read(text: str) -> Expression:
    plain = text.strip().replace("−", "-").replace("²", "^2").replace("³", "^3")
    try:
        return read_algebra(plain)
    except ExpressionError as error:
        raise UndrawableError(f"{text} is not readable") from error


def curve(text: str) -> Curve:
    """Read ``y=x^2-1``, ``x=3`` or an axis (``x-axis``).

    Raises:
        UndrawableError: for anything else, and for a further letter or an angle's function, whose unit is not told.
    """
    if text.lower().replace("-", "") in {"xaxis", "yaxis"}:
        return Curve("x" if text[0].lower() == "x" else "y", _read("0"), f"the {text}")
    left, _, right = (side.strip() for side in text.partition("="))
    of = {"y": "x", "x": "y"}.get(left.lower())
    if of is None or not right:
        raise UndrawableError(f"expected an equation such as y = 2x + 1, got {text}")
    expression = _read(right)
    others = sorted({str(letter) for letter in unknowns(expression)} - {of})
    if others:
        raise UndrawableError(f"{text} has the letter {others[0]}, whose value is not known")
    if _has_trigonometry(expression):
        raise UndrawableError(f"{text}: whether its angles are degrees or radians is not told")
    shown = str(expression).replace("^2", "²").replace("^3", "³")
    return Curve(of, expression, f"{left.lower()} = {shown}")


def _has_trigonometry(expression: Expression) -> bool:
    return isinstance(expression, Operation) and (
        expression.symbol in _TRIGONOMETRY or any(map(_has_trigonometry, expression.arguments))
    )


def runs(drawn: Curve, window: Window, axes: Axes) -> Iterator[tuple[complex, ...]]:
    """Yield the pieces of a curve inside the window, as polylines of the figure."""
    low, high = (window.left, window.right) if drawn.of == "x" else (window.bottom, window.top)
    floor, ceiling = (window.bottom, window.top) if drawn.of == "x" else (window.left, window.right)
    piece: list[complex] = []
    for step in range(_SAMPLES + 1):
        at = low + (high - low) * step / _SAMPLES
        value = drawn.value(at)
        if value is None or not floor <= value <= ceiling:
            if len(piece) > 1:
                yield tuple(piece)
            piece = []
        else:
            piece.append(complex(*axes.place(*((at, value) if drawn.of == "x" else (value, at)))))
    if len(piece) > 1:
        yield tuple(piece)


def between(
    first: Curve, second: Curve, window: Window, axes: Axes, bounds: tuple[float, float] | None
) -> list[tuple[complex, ...]]:
    """Return the outlines of the regions between two curves.

    Args:
        first: a curve of x.
        second: another.
        window: what is shown.
        axes: of the figure.
        bounds: from which x to which; None: the regions that the curves enclose, from crossing to crossing.

    Raises:
        UndrawableError: where a curve runs in y, is not defined or leaves the window in between, and where nothing is enclosed.
    """
    if first.of != "x" or second.of != "x":
        raise UndrawableError("a region is drawn between curves y = ... only")
    spans = [bounds] if bounds else _enclosed(first, second, window)
    if not spans:
        raise UndrawableError(f"{first.written} and {second.written} enclose no region in the picture")
    return [_band(first, second, span, window, axes) for span in spans]


def _enclosed(first: Curve, second: Curve, window: Window) -> list[tuple[float, float]]:
    """Return the spans between neighbouring crossings, found by sign and halved to a pixel's fraction."""
    crossings: list[float] = []
    previous: tuple[float, float] | None = None
    for step in range(_SAMPLES + 1):
        at = window.left + (window.right - window.left) * step / _SAMPLES
        gap = _gap(first, second, at)
        if gap is None:
            previous = None
            continue
        if gap == 0:
            crossings.append(at)
        elif previous and previous[1] * gap < 0:
            crossings.append(_crossing(first, second, previous[0], at))
        previous = (at, gap)
    return [*pairwise(crossings)]


def _gap(first: Curve, second: Curve, at: float) -> float | None:
    upper, lower = first.value(at), second.value(at)
    return None if upper is None or lower is None else upper - lower


def _crossing(first: Curve, second: Curve, low: float, high: float) -> float:
    sign = _gap(first, second, low) or 0.0
    for _ in range(30):  # halvings: a billionth of a step
        middle = (low + high) / 2
        gap = _gap(first, second, middle)
        if gap is not None and gap * sign > 0:
            low = middle
        else:
            high = middle
    return (low + high) / 2


def _band(first: Curve, second: Curve, span: tuple[float, float], window: Window, axes: Axes) -> tuple[complex, ...]:
    xs = [span[0] + (span[1] - span[0]) * step / _SAMPLES for step in range(_SAMPLES + 1)]
    sides = []
    for drawn in (first, second):
        values = [drawn.value(x) for x in xs]
        if any(value is None or not window.bottom <= value <= window.top for value in values):
            raise UndrawableError(f"{drawn.written} leaves the picture between x = {span[0]:g} and x = {span[1]:g}")
        sides.append([complex(*axes.place(x, value)) for x, value in zip(xs, values, strict=True) if value is not None])
    return (*sides[0], *reversed(sides[1]))
