"""A figure laid out as a school book has it: where points, names, labels and marks are, before any pen or font is chosen.

Scenes come from the figures of the bank and of Geometry3K's forms (ids below 2401), mirrored, warped, renamed and with numbers of
their own, so that a layout is no copy. Coordinates are big points (1/72 inch), x to the right, y upwards.
"""

from __future__ import annotations

import hashlib
import math
import random
from collections.abc import Iterator
from itertools import combinations, pairwise
from pathlib import Path
from typing import NamedTuple

from gnomon.figure import Figure
from gnomon.problem import ProblemError, bank, load_forms, read_form

Spot = tuple[float, float]
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_COMMON = "ABCDEFGHKMNOPQRSTXYZ"
MARGIN = 22.0  # big points around the figure: room for a name
_DEVELOPMENT_SHARE = 5  # one layout in so many is kept for development


class Text(NamedTuple):
    """A printed label."""

    text: str
    at: Spot
    """Its middle."""
    part: str
    """What it measures: ``line:AB`` or ``angle:ABC``."""


class Ring(NamedTuple):
    """A drawn circle."""

    centre: str
    radius: float


class Scene(NamedTuple):
    """All that is drawn."""

    size: Spot
    points: dict[str, Spot]
    lines: tuple[tuple[str, ...], ...]
    """Each with its points in order."""
    rings: tuple[Ring, ...]
    names: dict[str, float]
    """By point: the direction, in radians, in which its name is printed."""
    labels: tuple[Text, ...]
    right_angles: tuple[str, ...]
    ticks: tuple[tuple[str, int], ...]
    """Segments with one to three strokes of equal length."""
    arcs: tuple[tuple[str, int], ...]
    """Angles with one or two arcs."""
    arrows: tuple[tuple[str, int], ...]
    """Segments with marks of being parallel."""
    dotted: bool
    """Whether points are drawn as dots."""


def figures(data: Path | None, *, development: bool) -> Iterator[tuple[str, Figure]]:
    """Yield the figures to draw with their ids: one layout in five is for development, the others for training.

    Args:
        data: the folder of public data sets; None draws the bank alone.
        development: which of the two parts.
    """
    for name, problem in bank().items():
        if problem.question.figure and _is_development(name) == development:
            yield name, problem.question.figure
    if data is None:
        return
    for name, row in load_forms(data / "geometry3k" / "forms_0000_2400.json").items():
        if _is_development(name) == development:
            try:
                figure = read_form(name, row).question.figure
            except ProblemError:
                continue
            if figure:
                yield name, figure


def _is_development(name: str) -> bool:
    return hashlib.sha256(name.encode()).digest()[0] % _DEVELOPMENT_SHARE == 0


def lay_out(figure: Figure, rng: random.Random) -> Scene | None:
    """Return a scene of ``figure``; None where its points lie too close together to be named."""
    spots = _warped(figure, rng)
    if not 2 <= len(spots) <= 14 or _closest(spots) < 13:  # big points: a capital is 7 high
        return None
    names = _renamed(list(spots), rng)
    points = {names[old]: spot for old, spot in spots.items()}
    lines = tuple(tuple(names[point] for point in line) for line in figure.lines)
    rings = tuple(
        Ring(names[circle.centre], fact)
        for circle in figure.circles
        if (fact := _radius(circle.points, circle.centre, spots)) is not None
    )
    points, size = _framed(points, rings)
    drawn = _Drawn(points, lines, rings)
    right, ticks, arcs, arrows = _marks(drawn, rng)
    return Scene(
        size,
        points,
        lines,
        rings,
        {name: drawn.free_direction(name, rng) for name in points},
        tuple(_labels(drawn, rng)),
        right,
        ticks,
        arcs,
        arrows,
        rng.random() < 0.4,
    )


def _radius(points: tuple[str, ...], centre: str, spots: dict[str, Spot]) -> float | None:
    distances = [math.dist(spots[centre], spots[point]) for point in points]
    return sum(distances) / len(distances) if distances else None


def _warped(figure: Figure, rng: random.Random) -> dict[str, Spot]:
    """Return the points mirrored, turned, scaled to a page's width and, without circles, sheared."""
    turn = math.radians(rng.choice([0, 0, 0, 90, 180, rng.uniform(-25, 25)]))
    flip = rng.choice([1, -1])
    shear, stretch = (0.0, 1.0) if figure.circles else (rng.uniform(-0.2, 0.2), rng.uniform(0.8, 1.25))
    c, s = math.cos(turn), math.sin(turn)
    turned = {}
    for name, (x, y) in figure.points.items():
        across, up = flip * x + shear * y, stretch * y
        turned[name] = (c * across - s * up, s * across + c * up)
    xs, ys = zip(*turned.values(), strict=True)
    reach = max(max(xs) - min(xs), max(ys) - min(ys), 1e-9)
    scale = rng.uniform(110, 200) / reach
    return {name: (scale * x, scale * y) for name, (x, y) in turned.items()}


def _closest(spots: dict[str, Spot]) -> float:
    return min(math.dist(one, other) for one, other in combinations(spots.values(), 2))


def _renamed(old: list[str], rng: random.Random) -> dict[str, str]:
    pool = _COMMON if rng.random() < 0.7 and len(old) <= len(_COMMON) else _LETTERS
    new = rng.sample(pool, len(old))
    if rng.random() < 0.08:  # images and numbered points
        mark = rng.choice(["'", "1"])
        new[-1] = new[0] + mark
    return dict(zip(old, new, strict=True))


def _framed(points: dict[str, Spot], rings: tuple[Ring, ...]) -> tuple[dict[str, Spot], Spot]:
    boxes = [(x, y, x, y) for x, y in points.values()]
    for ring in rings:
        x, y = points[ring.centre]
        boxes.append((x - ring.radius, y - ring.radius, x + ring.radius, y + ring.radius))
    left, bottom = min(box[0] for box in boxes) - MARGIN, min(box[1] for box in boxes) - MARGIN
    right, top = max(box[2] for box in boxes) + MARGIN, max(box[3] for box in boxes) + MARGIN
    return {name: (x - left, y - bottom) for name, (x, y) in points.items()}, (right - left, top - bottom)


class _Drawn(NamedTuple):
    """The strokes, and what follows from them."""

    points: dict[str, Spot]
    lines: tuple[tuple[str, ...], ...]
    rings: tuple[Ring, ...]

    def rays(self, name: str) -> list[float]:
        """Return the directions of the strokes that leave a point."""
        found = []
        x, y = self.points[name]
        for line in self.lines:
            if name in line:
                at = line.index(name)
                found += [self.direction(name, other) for other in (*line[max(0, at - 1) : at], *line[at + 1 : at + 2])]
        for ring in self.rings:
            cx, cy = self.points[ring.centre]
            if ring.centre != name and abs(math.dist((x, y), (cx, cy)) - ring.radius) < 2:
                outwards = math.atan2(y - cy, x - cx)
                found += [outwards + math.pi / 2, outwards - math.pi / 2]
        return found

    def direction(self, start: str, end: str) -> float:
        (x0, y0), (x1, y1) = self.points[start], self.points[end]
        return math.atan2(y1 - y0, x1 - x0)

    def free_direction(self, name: str, rng: random.Random) -> float:
        """Return where a name is printed: in the widest gap between strokes, mostly as a compass has it."""
        gaps = widest_gaps(self.rays(name))
        middle, width = gaps[0] if len(gaps) == 1 or rng.random() < 0.85 or gaps[1][1] < math.pi / 2 else gaps[1]
        compass = round(middle / (math.pi / 4)) * (math.pi / 4)
        off = abs((compass - middle + math.pi) % (2 * math.pi) - math.pi)
        if rng.random() < 0.6 and off < width / 2 - 0.6:
            return compass
        return middle + rng.uniform(-0.15, 0.15) * width

    def segments(self) -> list[tuple[str, str]]:
        return [pair for line in self.lines for pair in pairwise(line)]

    def corners(self) -> list[tuple[str, str, str]]:
        """Return angles between neighbouring strokes at each point, below a straight one."""
        found = []
        for name in self.points:
            ends = [end for one in self.segments() if name in one for end in one if end != name]
            ends.sort(key=lambda end: self.direction(name, end))
            for one, other in zip(ends, [*ends[1:], *ends[:1]], strict=True):
                turn = (self.direction(name, other) - self.direction(name, one)) % (2 * math.pi)
                if 0.3 < turn < math.pi - 0.1:
                    found.append((one, name, other))
        return found


def widest_gaps(directions: list[float]) -> list[tuple[float, float]]:
    """Return middle and width of the gaps between directions, widest first; the whole turn without any."""
    if not directions:
        return [(math.pi / 4, 2 * math.pi)]
    ordered = sorted(direction % (2 * math.pi) for direction in directions)
    pairs = zip(ordered, [*ordered[1:], ordered[0] + 2 * math.pi], strict=True)
    return sorted((((low + high) / 2, high - low) for low, high in pairs), key=lambda gap: -gap[1])


def _labels(drawn: _Drawn, rng: random.Random) -> Iterator[Text]:
    """Yield numbers and expressions beside some segments and in some angles, away from one another."""
    taken = list(drawn.points.values())
    share = rng.choice([0.0, 0.25, 0.4])
    for start, end in drawn.segments():
        (x0, y0), (x1, y1) = drawn.points[start], drawn.points[end]
        length = math.dist((x0, y0), (x1, y1))
        if rng.random() > share or length < 35:
            continue
        side, off = rng.choice([1, -1]), rng.uniform(7, 9.5)
        text = _measure(rng, is_angle=False)
        nx, ny = -(y1 - y0) / length, (x1 - x0) / length
        off += abs(nx) * 2.2 * max(0, len(text) - 1)  # a wide text beside an upright line
        at = ((x0 + x1) / 2 + side * off * nx, (y0 + y1) / 2 + side * off * ny)
        if _is_free(at, taken):
            taken.append(at)
            yield Text(text, at, f"line:{start}|{end}")
    for one, name, other in drawn.corners():
        low, high = drawn.direction(name, one), drawn.direction(name, other)
        turn = (high - low) % (2 * math.pi)
        text = _measure(rng, is_angle=True)
        reach = max(15.0, (5 + 2 * len(text)) / math.tan(min(turn / 2, 1.2)) + 4)
        if rng.random() > share * 0.6 or reach > 40:
            continue
        x, y = drawn.points[name]
        at = (x + reach * math.cos(low + turn / 2), y + reach * math.sin(low + turn / 2))
        if _is_free(at, taken):
            taken.append(at)
            yield Text(text, at, f"angle:{one}|{name}|{other}")


def _is_free(at: Spot, taken: list[Spot]) -> bool:
    return all(math.dist(at, other) > 17 for other in taken)


def _measure(rng: random.Random, *, is_angle: bool) -> str:
    letter = rng.choice("xxxyyzabnkt")
    number = str(rng.randint(10, 150) if is_angle else rng.randint(2, 60))
    forms = [number, number, number, letter]
    if is_angle:
        forms += [f"{rng.randint(2, 9)}{letter}", f"({rng.randint(2, 9)}{letter} + {rng.randint(1, 30)})"]
        return rng.choice(forms) + ("°" if rng.random() < 0.85 else "")
    root = f"{rng.choice(['', 2, 3, 5])}√{rng.choice([2, 3, 5, 7, 10])}"
    forms += [
        f"{number}.{rng.randint(1, 9)}",
        root,
        f"{rng.randint(2, 9)}{letter}",
        f"{rng.randint(2, 5)}{letter} − {rng.randint(1, 9)}",
    ]
    return rng.choice(forms)


def _marks(
    drawn: _Drawn, rng: random.Random
) -> tuple[tuple[str, ...], tuple[tuple[str, int], ...], tuple[tuple[str, int], ...], tuple[tuple[str, int], ...]]:
    right, arcs = [], []
    for one, name, other in drawn.corners():
        turn = (drawn.direction(name, other) - drawn.direction(name, one)) % (2 * math.pi)
        if abs(turn - math.pi / 2) < 0.02 and rng.random() < 0.6:
            right.append(f"{one}|{name}|{other}")
        elif rng.random() < 0.12:
            arcs.append((f"{one}|{name}|{other}", rng.choice([1, 1, 2])))
    long = [f"{one}|{other}" for one, other in drawn.segments() if math.dist(drawn.points[one], drawn.points[other]) > 25]
    ticks = [(pair, rng.choice([1, 1, 2, 3])) for pair in long if rng.random() < 0.1]
    arrows = [(pair, rng.choice([1, 2])) for pair in long if rng.random() < 0.04]
    return tuple(right), tuple(ticks), tuple(arcs), tuple(arrows)
