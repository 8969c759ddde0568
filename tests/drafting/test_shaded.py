"""What only the picture shows shaded: an area between named points, or a question."""

import math
import re

import numpy as np
import pytest

from gnomon.drafting.drawn import Settled
from gnomon.drafting.shaded import shaded_area
from gnomon.problem.terms import Term
from gnomon.reading import Circle, Picture, read_shading
from gnomon.reading.drawn_lines import Line
from tests.every import every

cv = pytest.importorskip("cv2", reason="needs the extra read")

SPOTS = {"A": (20.0, 20.0), "B": (20.0, 180.0), "C": (180.0, 180.0), "D": (180.0, 20.0), "E": (100.0, 180.0)}
LINES = tuple(Line(start, end, 1.0) for start, end in ("AB", "BE", "CE", "BC", "CD", "AD", "AC", "AE"))
SQUARE = Term("Square", ("A", "B", "C", "D"))
CIRCLE = Circle("O", (100.0, 100.0), 80.0, 1.0)
GREY, PAPER = (170, 170, 170), (255, 255, 255)


def shown(*filled):
    """Return what is read as shaded of a drawing: areas filled one over the other, ``-`` for paper, then its lines."""
    page = np.full((200, 200, 3), 255, np.uint8)
    for each in filled:
        colour = PAPER if each.startswith("-") else GREY
        corners = [SPOTS.get(name, (100.0, 60.0)) for name in each.removeprefix("-")]
        if each.endswith("O"):
            cv.circle(page, (100, 100), 80, colour, -1)
        else:
            cv.fillPoly(page, [np.array(corners, np.int32)], colour)
    for line in LINES:
        first, last = (tuple(map(int, SPOTS[name])) for name in (line.start, line.end))
        cv.line(page, first, last, (0, 0, 0), 1)
    shading = read_shading(cv.imencode(".png", page)[1].tobytes())
    places = {**SPOTS, "O": CIRCLE.spot}
    seen = Settled(Picture(places, dict.fromkeys(places, 1.0), LINES, (CIRCLE,), (), ()), {})
    return None if shading is None else shaded_area(shading, seen, [SQUARE])


def size(area):
    """Work out an area by coordinates."""
    if area.startswith(("Add", "Sub")):
        one, other = (size(part) for part in re.findall(r"AreaOf\(\w+\([^)]*\)\)", area))
        return one + other if area.startswith("Add") else one - other
    if "Circle" in area:
        return math.pi * CIRCLE.radius**2
    corners = [SPOTS[name] for name in re.findall(r"\b[A-E]\b", area)]
    return abs(sum(x * v - u * y for (x, y), (u, v) in zip(corners, corners[1:] + corners[:1], strict=True))) / 2


@every(
    [
        (["AEC"], 6400),
        (["ABCD"], 25600),
        (["ABE", "ACD"], 19200),
        (["AECD"], 19200),
        (["O"], 6400 * math.pi),
        (["ABCD", "-O"], 25600 - 6400 * math.pi),
    ]
)
def test_the_area_between_points_is_told(filled, wanted):
    area = shown(*filled)
    assert area is not None
    assert size(area) == pytest.approx(wanted)


@every([[], ["AB"], ["AXD"], ["O", "-AEC"]])
def test_what_no_points_bound_is_no_area(filled):
    assert shown(*filled) is None
