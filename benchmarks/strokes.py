"""Hand-drawn strokes over figures of the bank: how many become the right highlight, how many are asked, how many are wrong.

The hand below knows where things are drawn and nothing of how strokes are read: it draws with two pens (a stylus and a mouse,
which differ in tremble, sway and how often they report), several styles for each kind of highlight, too far or too short, with
rounded corners, slow at ends and corners. Sizes are pixels of a drawing 480 wide. The truth is the element that was to be drawn;
an angle is right by any points of its arms. As controls, scribbles without meaning and strokes for another figure are read.
"""

from __future__ import annotations

import cmath
import math
import random
import re
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.reporting import Goal, Share, arguments, percentile, print_goals, print_table, report_json, share
from gnomon.drawing import THEME, draw
from gnomon.drawing.layout import Layout, layout_figure
from gnomon.figure import Element, Figure, angle_between, mark_name
from gnomon.problem import bank
from gnomon.reading.pen import Marked, highlights_of

WIDTH = 480
"""Of the drawings, in pixels."""
Path2 = NDArray[np.complex128]
Stroke = list[tuple[float, float, float, float]]


class Pen(NamedTuple):
    """What a hand does with a device; lengths in pixels."""

    name: str
    tremble: float
    """Standard deviation of each report."""
    sway: float
    """Of slow waves across the way."""
    drift: float
    """Of the whole stroke beside what it follows."""
    rate: float
    """Reports a second."""


PENS = (Pen("stylus", 0.4, 1.2, 1.5, 120), Pen("mouse", 0.9, 2.2, 2.5, 60))


class Meant(NamedTuple):
    """Strokes with what they should become."""

    kind: str
    style: str
    truth: frozenset[Element]
    strokes: tuple[Stroke, ...]


class Sheet:
    """A drawn figure with the places of its parts, in pixels of the drawing."""

    def __init__(self, figure: Figure) -> None:
        """Lay the figure out as `draw` does; the corner of the page is read from the drawing itself."""
        self.figure = figure
        self.layout: Layout = layout_figure(figure, WIDTH, THEME)
        view = re.search(r'viewBox="(\S+) (\S+) (\S+) (\S+)"', draw(figure, width_px=WIDTH))
        assert view is not None
        self._corner, self._zoom = complex(float(view[1]), float(view[2])), WIDTH / float(view[3])
        self.spots = {name: self.at(spot) for name, spot in self.layout.spots.items()}

    def at(self, spot: complex) -> complex:
        """Return a place of the layout in pixels of the drawing."""
        return (spot - self._corner) * self._zoom

    def arms(self, vertex: str) -> list[tuple[str, ...]]:
        """Return the drawn ways from a point, each as its points, the nearest first."""
        found = []
        for line in self.figure.lines:
            if vertex in line:
                place = line.index(vertex)
                found += [way for way in (line[:place][::-1], line[place + 1 :]) if way]
        return found


class Hand:
    """Draws ways with a pen, as people do."""

    def __init__(self, rng: np.random.Generator, pen: Pen) -> None:
        """Take a pen."""
        self.rng, self.pen = rng, pen

    def normal(self, spread: float) -> float:
        """Return a normal number."""
        return float(self.rng.normal(0, spread))

    def straight(self, *corners: complex, spare: float = 0.025) -> Path2:
        """Return the way from corner to corner; both ends are missed by a share of their side and some pixels."""
        ends = list(corners)
        for end, before in ((0, 1), (-1, -2)):
            side = corners[end] - corners[before]
            ends[end] += side / max(abs(side), 1) * (self.normal(2) + self.normal(spare) * abs(side))
        return np.concatenate([np.linspace(a, b, max(int(abs(b - a) * 2), 24)) for a, b in pairwise(ends)])

    def curve(self, centre: complex, radius: float, start: float, sweep: float, flat: float = 1.0) -> Path2:
        """Return the way along a circle, or an ellipse ``flat`` times as high as wide."""
        turn = np.exp(1j * (start + np.linspace(0, sweep, max(int(abs(sweep) * radius * 2), 24))))
        return np.asarray(centre + radius * (turn.real + 1j * flat * turn.imag), np.complex128)

    def draw(self, way: Path2) -> Stroke:
        """Draw along a way: round its corners, sway, drift, tremble, report in time."""
        spacing = max(float(np.abs(np.diff(way)).mean()), 1e-6)
        total = spacing * len(way)
        width = min(self.rng.uniform(1, 5), total / 25) / spacing  # of the rounding: less on what is small
        kernel = np.exp(-(np.arange(-int(3 * width) - 1, int(3 * width) + 2) ** 2) / (2 * max(width, 0.1) ** 2))
        padded = np.concatenate((np.repeat(way[0], len(kernel) // 2), way, np.repeat(way[-1], len(kernel) // 2)))
        smooth = np.convolve(padded, kernel / kernel.sum(), "valid")
        small = min(1.0, total / 120)  # nobody sways by three pixels on a tick of ten
        along = np.linspace(0, total, len(smooth))
        sway = sum(
            self.normal(self.pen.sway * small / 1.4) * np.exp(1j * self.rng.uniform(0, math.tau))
            * np.sin(math.tau * along / self.rng.uniform(60, 240) + self.rng.uniform(0, math.tau))
            for _ in range(2)
        )  # fmt: skip
        drift = complex(self.normal(self.pen.drift * small), self.normal(self.pen.drift * small))
        drawn = smooth + sway + drift
        # Slow at both ends and where the way bends: time is spent in proportion to one over the speed.
        bend = np.abs(np.angle(np.append(np.diff(smooth)[1:], 1) * np.append(np.diff(smooth)[:-1], 1).conj()))
        bend = np.convolve(np.append(bend, 0)[: len(smooth)], np.ones(9) / 9, "same")
        ends = np.minimum(along, along[::-1]) / max(total, 1)
        speed = self.rng.uniform(250, 700) * (0.3 + 0.7 * np.minimum(ends * 6, 1)) / (1 + 4 * bend)
        clock = np.cumsum(spacing / speed)
        ticks = np.append(np.arange(clock[0], clock[-1], 1 / self.pen.rate), clock[-1])
        x, y = np.interp(ticks, clock, drawn.real), np.interp(ticks, clock, drawn.imag)
        noise = self.rng.normal(0, self.pen.tremble, (2, len(ticks)))
        press = 0.5 + 0.2 * np.sin(ticks)
        return [tuple(map(float, row)) for row in zip(x + noise[0], y + noise[1], press, ticks * 1000, strict=True)]  # type: ignore[misc]  # four numbers each

    def broken(self, way: Path2) -> tuple[Stroke, Stroke]:
        """Draw a way in two strokes, lifting the pen somewhere in its middle."""
        cut = int(len(way) * self.rng.uniform(0.3, 0.7))
        return self.draw(way[:cut]), self.draw(way[cut + int(self.rng.uniform(0, 3)) :])


Drawer = Callable[[Sheet, Hand, random.Random], Meant | None]


def whole_line(sheet: Sheet, hand: Hand, pick: random.Random) -> Meant | None:
    """Draw a segment from end to end, or a part of a line with more points."""
    pairs = [
        (line, i, j) for line in sheet.figure.lines for i in range(len(line)) for j in range(i + 1, len(line))
        if abs(sheet.spots[line[i]] - sheet.spots[line[j]]) > 40
    ]  # fmt: skip
    if not pairs:
        return None
    line, i, j = pick.choice(pairs)
    start, end = (sheet.spots[name] for name in pick.sample([line[i], line[j]], 2))
    style = pick.choice(["once", "once", "to and fro", "broken", "zigzag"])
    if style == "once":
        strokes: tuple[Stroke, ...] = (hand.draw(hand.straight(start, end)),)
    elif style == "to and fro":
        strokes = (hand.draw(hand.straight(start, end, start, *([end] if pick.random() < 0.5 else []))),)
    elif style == "broken":
        strokes = hand.broken(hand.straight(start, end))
    else:
        way = hand.straight(start, end)
        along = (end - start) / abs(end - start)
        swings = np.sin(np.linspace(0, abs(end - start) / pick.uniform(3, 6), len(way)))
        strokes = (hand.draw(way + 1j * along * swings * pick.uniform(4, 8)),)
    kind = "part of a line" if j - i < len(line) - 1 else "line"
    return Meant(kind, style, frozenset({Element.of("line", line[i], line[j])}), strokes)


def several_sides(sheet: Sheet, hand: Hand, pick: random.Random) -> Meant | None:
    """Draw a triangle in one stroke, from a corner or from the middle of a side."""
    figure, spots = sheet.figure, sheet.spots
    triangles = [
        (a, b, c) for a in figure.points for b in figure.points for c in figure.points
        if a < b < c and all(figure.is_drawn(*pair) for pair in ((a, b), (b, c), (c, a)))
        and min(abs(spots[p] - spots[q]) for p, q in ((a, b), (b, c), (c, a))) > 50
        and min(angle_between(*(figure.points[p] for p in way)) for way in ((a, b, c), (b, c, a), (c, a, b))) > 15
    ]  # fmt: skip
    if not triangles:
        return None
    names = list(pick.choice(triangles))
    pick.shuffle(names)
    a, b, c = (spots[name] for name in names)
    truth = frozenset(Element.of("line", p, q) for p, q in zip(names, [*names[1:], names[0]], strict=True))
    style = pick.choice(["from a corner", "from a side", "broken", "three strokes"])
    middle = a + (b - a) * pick.uniform(0.3, 0.7)
    if style == "three strokes":
        return Meant("sides", style, truth, tuple(hand.draw(hand.straight(*pair)) for pair in ((a, b), (b, c), (c, a))))
    way = hand.straight(middle, b, c, a, middle) if style == "from a side" else hand.straight(a, b, c, a)
    return Meant("sides", style, truth, hand.broken(way) if style == "broken" else (hand.draw(way),))


def arc(sheet: Sheet, hand: Hand, pick: random.Random) -> Meant | None:
    """Draw a part of a circle between two named points."""
    circles = [circle for circle in sheet.figure.circles if len(circle.points) >= 2]
    if not circles:
        return None
    circle = pick.choice(circles)
    centre, radius = sheet.spots[circle.centre], sheet.figure.radius(circle) * sheet.layout.frame.scale
    first, last = pick.sample(circle.points, 2)
    seen = {name: cmath.phase(sheet.spots[name] - centre) for name in circle.points}
    start, sweep = seen[first], (seen[last] - seen[first]) % math.tau
    if sweep * radius < 30:
        return None
    if sweep < math.radians(176):
        names: tuple[frozenset[str], ...] = (frozenset({first, last}),)
    else:
        on_it = [name for name in circle.points if 0.01 < (seen[name] - start) % math.tau < sweep - 0.01]
        if not on_it:
            return None
        names = tuple(frozenset({first, name, last}) for name in on_it)
    off = [hand.normal(2) / radius + hand.normal(0.025) * sweep for _ in range(2)]
    way = hand.curve(centre, radius * (1 + hand.normal(0.01)), start + off[0], sweep - off[0] + off[1])
    style = pick.choice(["once", "once", "backwards", "broken"])
    way = way[::-1] if style == "backwards" else way
    truth = frozenset(Element("arc", tuple(sorted(one))) for one in names)
    return Meant("arc", style, truth, hand.broken(way) if style == "broken" else (hand.draw(way),))


def angle(sheet: Sheet, hand: Hand, pick: random.Random) -> Meant | None:
    """Draw an angle: little arcs, its arms begun, a square in a right angle, a wedge."""
    vertex = pick.choice(list(sheet.figure.points))
    arms = sheet.arms(vertex)
    if len(arms) < 2:
        return None
    one, other = pick.sample(arms, 2)
    corner = sheet.spots[vertex]
    ways = [sheet.spots[arm[-1]] - corner for arm in (one, other)]
    start = math.atan2(ways[0].imag, ways[0].real)
    sweep = math.remainder(math.atan2(ways[1].imag, ways[1].real) - start, math.tau)
    reach = min(map(abs, ways))
    if not math.radians(15) < abs(sweep) < math.radians(165) or reach < 45:
        return None
    radius = min(pick.uniform(20, 45), 0.4 * reach) * (1.4 if abs(sweep) < math.radians(35) else 1)
    is_right = abs(abs(sweep) - math.pi / 2) < math.radians(2)
    style = pick.choice(["arc", "arc", "two arcs", "arms", "wedge", "broken", *(["square"] * 3 if is_right else [])])
    spare = [hand.normal(2) / radius + hand.normal(0.05) * sweep for _ in range(2)]
    ring = hand.curve(corner, radius, start + spare[0], sweep - spare[0] + spare[1])
    units = [way / abs(way) for way in ways]
    if style == "two arcs":
        strokes: tuple[Stroke, ...] = (hand.draw(ring), hand.draw(corner + (ring - corner) * 1.25))
    elif style == "arms":
        lengths = [abs(way) * pick.uniform(0.3, 0.6) for way in ways]
        strokes = (hand.draw(hand.straight(corner + units[0] * lengths[0], corner, corner + units[1] * lengths[1])),)
    elif style == "wedge":
        strokes = (hand.draw(np.concatenate((hand.straight(corner, ring[0]), ring, hand.straight(ring[-1], corner)))),)
    elif style == "square":
        size = 0.7 * radius
        strokes = (
            hand.draw(hand.straight(corner + units[0] * size, corner + (units[0] + units[1]) * size, corner + units[1] * size)),
        )
    else:
        strokes = hand.broken(ring) if style == "broken" else (hand.draw(ring),)
    return Meant("angle", style, frozenset({Element.of("angle", one[0], vertex, other[0])}), strokes)


def ring_round(hand: Hand, pick: random.Random, centre: complex, width: float, height: float) -> Path2:
    """Return the way round a box with some room, begun anywhere, not quite closed or closed twice."""
    across, up = width / 2 * 1.2 + pick.uniform(3, 9), height / 2 * 1.2 + pick.uniform(3, 9)
    sweep = pick.choice([-1, 1]) * math.tau * pick.uniform(0.9, 1.25)
    off = complex(hand.normal(2), hand.normal(2))
    return hand.curve(centre + off, across, pick.uniform(0, math.tau), sweep, up / across)


def text(sheet: Sheet, hand: Hand, pick: random.Random) -> Meant | None:
    """Circle, underline or scribble over a printed text."""
    texts = [placed for placed in sheet.layout.texts if not placed.wanted.is_name]
    if not texts:
        return None
    placed = pick.choice(texts)
    box, centre = placed.box, sheet.at(placed.box.centre)
    style = pick.choice(["ring", "ring", "underline", "scribble", "broken ring"])
    truth = frozenset({Element.of("label", placed.wanted.text)})
    if style == "underline":
        half, low = box.width / 2, centre.imag + box.height / 2 + pick.uniform(1, 5)
        left, right = (complex(centre.real + side * half + hand.normal(3), low + hand.normal(1)) for side in (-1, 1))
        return Meant("text", style, truth, (hand.draw(hand.straight(left, right)),))
    if style == "scribble":
        turns = pick.randint(4, 7)
        corners = [
            centre + complex((i % 2 - 0.5) * box.width * pick.uniform(0.8, 1.2), (i / turns - 0.5) * box.height * 0.9)
            for i in range(turns + 1)
        ]
        return Meant("text", style, truth, (hand.draw(hand.straight(*corners)),))
    way = ring_round(hand, pick, centre, box.width, box.height)
    return Meant("text", style, truth, hand.broken(way) if style == "broken ring" else (hand.draw(way),))


def point(sheet: Sheet, hand: Hand, pick: random.Random) -> Meant | None:
    """Draw a ring for a point: round its dot, its name, or both."""
    names = [placed for placed in sheet.layout.texts if placed.wanted.is_name]
    if not names:
        return None
    placed = pick.choice(names)
    name, box = placed.wanted.text, placed.box
    style = pick.choice(["dot", "name", "both"])
    spot, middle = sheet.spots[name], sheet.at(box.centre)
    if style == "dot":
        way = ring_round(hand, pick, spot, 5, 5)
    elif style == "name":
        way = ring_round(hand, pick, middle, box.width, box.height)
    else:
        way = ring_round(hand, pick, (spot + middle) / 2, abs((spot - middle).real) + 12, abs((spot - middle).imag) + 14)
    return Meant("point", style, frozenset({Element.of("label", name)}), (hand.draw(way),))


def signs(sheet: Sheet, hand: Hand, pick: random.Random) -> Meant | None:
    """Draw ticks or arrow heads on a segment, or a ring round printed ones."""
    sides = [(a, b) for line in sheet.figure.lines for a, b in pairwise(line)]
    sides = [(a, b) for a, b in sides if abs(sheet.spots[a] - sheet.spots[b]) > 70]
    printed = [label for label in sheet.figure.marks.labels() if (mark := mark_name(label)) and mark.element.kind == "line"]
    if printed and pick.random() < 0.3:
        label = pick.choice(printed)
        spots = [spot for shape in sheet.layout.shapes if shape.label == label for piece in shape.obstacles for spot in piece]
        places = [sheet.at(spot) for spot in spots if isinstance(spot, complex)]
        xs, ys = [spot.real for spot in places], [spot.imag for spot in places]
        centre = complex(max(xs) + min(xs), max(ys) + min(ys)) / 2
        ring = ring_round(hand, pick, centre, max(xs) - min(xs), max(ys) - min(ys))
        return Meant("mark", "ring", frozenset({Element.of("label", label)}), (hand.draw(ring),))
    if not sides:
        return None
    a, b = pick.choice(sides)
    start, end = sheet.spots[a], sheet.spots[b]
    along = (end - start) / abs(end - start)
    middle = start + (end - start) * pick.uniform(0.42, 0.58)
    style = pick.choice(["ticks", "ticks", "head", "head of two strokes"])
    if style == "ticks":
        half = along * np.exp(1j * (math.pi / 2 + hand.normal(0.15))) * pick.uniform(6, 10)
        count = pick.choice([1, 1, 2, 3])
        feet = [middle + along * (i - (count - 1) / 2) * 7 + along * 1j * hand.normal(1) for i in range(count)]
        strokes = tuple(hand.draw(hand.straight(foot - half, foot + half)) for foot in feet)
        return Meant("mark", style, frozenset({Element.of("label", f"equal {a}{b}")}), strokes)
    size, open_ = pick.uniform(8, 15), math.radians(pick.uniform(28, 50))
    way = pick.choice([-1, 1]) * along
    barbs = [middle - way * size * np.exp(1j * side * open_) for side in (-1, 1)]
    truth = frozenset({Element.of("label", f"parallel {a}{b}")})
    if style == "head":
        return Meant("mark", style, truth, (hand.draw(hand.straight(barbs[0], middle, barbs[1])),))
    return Meant("mark", style, truth, tuple(hand.draw(hand.straight(barb, middle)) for barb in barbs))


KINDS: tuple[Drawer, ...] = (whole_line, whole_line, several_sides, arc, angle, angle, text, point, signs)


def nonsense(hand: Hand, pick: random.Random) -> Stroke:
    """Return a scribble that means nothing: a tangle, a spiral, a wave or a bent line somewhere."""
    centre = complex(pick.uniform(60, 420), pick.uniform(60, 320))
    style = pick.choice(["tangle", "spiral", "wave", "bend"])
    if style == "tangle":
        return hand.draw(hand.straight(*(centre + complex(hand.normal(60), hand.normal(60)) for _ in range(pick.randint(5, 9)))))
    turn = np.linspace(0, pick.uniform(4, 8) * math.pi, 400)
    if style == "spiral":
        return hand.draw(np.asarray(centre + pick.uniform(2, 5) * turn * np.exp(1j * turn), np.complex128))
    if style == "wave":
        along = np.exp(1j * pick.uniform(0, math.tau))
        return hand.draw(np.asarray(centre + along * (turn * 8 + 1j * 25 * np.sin(turn)), np.complex128))
    corners = [complex(pick.uniform(30, 450), pick.uniform(30, 330)) for _ in range(3)]
    return hand.draw(hand.straight(*corners))


def judged(meant: Meant, marked: Marked, sheet: Sheet) -> str:
    """Return ``right``, ``asked`` or ``wrong``; asked is what gives nothing wrong beside its question."""
    got = {_plain(one.element, sheet) for one in marked.found}
    truth = {_plain(element, sheet) for element in meant.truth}
    if meant.kind == "arc":  # a large arc may be named by any point on it
        is_right, is_part = len(got) == 1 and got <= truth, got <= truth
    else:
        is_right, is_part = got == truth, got <= truth
    if is_right and not marked.asked:
        return "right"
    return "asked" if is_part and marked.asked else "wrong"


def _plain(element: Element, sheet: Sheet) -> Element:
    if element.kind == "angle":
        first, vertex, last = element.points
        nearest = [next((arm[0] for arm in sheet.arms(vertex) if name in arm), name) for name in (first, last)]
        return Element.of("angle", nearest[0], vertex, nearest[1])
    return Element("arc", tuple(sorted(element.points))) if element.kind == "arc" else element


def drawn(count: int, seed: int) -> Iterator[tuple[Sheet, Meant, str]]:
    """Yield strokes over figures of the bank, kind by kind in turn, with the pen's name."""
    pick, rng = random.Random(seed), np.random.default_rng(seed)
    figures = [problem.question.figure for problem in bank().values() if problem.question.figure]
    made = 0
    while made < count:
        sheet, pen = Sheet(pick.choice(figures)), pick.choice(PENS)
        meant = KINDS[made % len(KINDS)](sheet, Hand(rng, pen), pick)
        if meant is not None:
            made += 1
            yield sheet, meant, pen.name


def main(argv: Sequence[str] | None = None) -> int:
    """Print shares by kind and the controls; 0 where all goals are met."""
    parser = arguments(__doc__)
    parser.add_argument("--show", action="store_true", help="list what was asked or wrong")
    options = parser.parse_args(argv)
    count = options.limit or 900
    samples = list(drawn(count, options.seed))
    verdicts: dict[str, Counter[str]] = defaultdict(Counter)
    everything: list[str] = []
    offered: list[bool] = []
    times = []
    for number, (sheet, meant, pen) in enumerate(samples):
        begun = time.process_time()
        marked = highlights_of(meant.strokes, sheet.figure, width_px=WIDTH)
        times.append((time.process_time() - begun) / len(meant.strokes))
        verdict = judged(meant, marked, sheet)
        everything.append(verdict)
        for key in (meant.kind, f"{meant.kind}: {meant.style}", f"pen: {pen}"):
            verdicts[key][verdict] += 1
        if verdict == "asked":
            choices = [element for asked in marked.asked for choice in asked.choices for element in choice.elements()]
            offered.append({_plain(e, sheet) for e in meant.truth} <= {_plain(e, sheet) for e in choices} | {
                _plain(one.element, sheet) for one in marked.found})  # fmt: skip
        if options.show and verdict != "right":
            print(number, verdict, meant.kind, meant.style, pen, sorted(map(str, meant.truth)),
                  [(str(one.element), round(one.confidence, 2)) for one in marked.found],
                  [[sorted(map(str, choice.elements())) for choice in asked.choices] for asked in marked.asked])  # fmt: skip
    pick, rng = random.Random(options.seed + 1), np.random.default_rng(options.seed + 1)
    sheets = [sheet for sheet, _, _ in samples]
    sense = [
        bool(highlights_of([nonsense(Hand(rng, pick.choice(PENS)), pick)], pick.choice(sheets).figure, width_px=WIDTH).found)
        for _ in range(count // 3)
    ]
    strange = [
        bool(highlights_of(meant.strokes, other.figure, width_px=WIDTH).found)
        for (sheet, meant, _), other in zip(samples[: count // 3], pick.sample(sheets, count // 3), strict=True)
        if other.figure != sheet.figure
    ]
    rows = [
        (key, *(found[name] for name in ("right", "asked", "wrong")), Share(found["right"], found.total()))
        for key, found in sorted(verdicts.items())
    ]  # fmt: skip
    right, wrong = share(v == "right" for v in everything), share(v == "wrong" for v in everything)
    read, fits = share(sense), share(strange)
    slow = 1000 * (percentile(times, 95) or 0)
    print_goals(
        f"{len(samples)} hand-drawn highlights over figures of the bank",
        [
            Goal("right", str(right), "at least 95 %", (right.value or 0) >= 0.95),
            Goal("wrong", str(wrong), "", None),
            Goal("asked with the truth among the choices", str(share(offered)), "", None),
            Goal("scribbles without meaning that become highlights", str(read), "at most 3 %", (read.value or 0) <= 0.03),
            Goal("strokes of another figure that fit", str(fits), "at most 10 %", (fits.value or 0) <= 0.10),
            Goal("processor time a stroke, 95th percentile", f"{slow:.1f} ms", "at most 20 ms", slow <= 20),
        ],
    )
    print_table("By kind, style and pen", ("", "right", "asked", "wrong", "share right"), rows)
    figures: dict[str, Any] = {
        "right": right.as_json(),
        "wrong": wrong.as_json(),
        "scribbles": read.as_json(),
        "strange": fits.as_json(),
    }
    report_json(options.json, {**figures, "kinds": {key: dict(found) for key, found in verdicts.items()}, "ms_95": slow})
    return 0 if (right.value or 0) >= 0.95 and (read.value or 0) <= 0.03 and (fits.value or 0) <= 0.10 else 1


if __name__ == "__main__":
    raise SystemExit(main())
