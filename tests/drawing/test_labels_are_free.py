"""No label on a line: checked against the strokes themselves, sampled point by point, not by the code that places labels."""

import cmath
import math
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gnomon.drawing import THEME, unplaced_texts
from gnomon.drawing.layout import Layout, layout_figure
from gnomon.drawing.plane import Box, Ring, Segment
from gnomon.figure import Figure, Label
from tests.drawing.figures import FIGURES
from tests.every import every


def stroke_points(layout: Layout) -> Iterator[complex]:
    """Points about a pixel apart along every stroke."""
    for shape in layout.shapes:
        for obstacle in shape.obstacles:
            if isinstance(obstacle, Segment):
                steps = max(2, int(abs(obstacle.end - obstacle.start)))
                yield from (obstacle.start + (obstacle.end - obstacle.start) * step / steps for step in range(steps + 1))
            elif isinstance(obstacle, Ring):
                steps = int(math.tau * obstacle.radius)
                yield from (obstacle.centre + cmath.rect(obstacle.radius, math.tau * step / steps) for step in range(steps))
    yield from layout.dots


def covered(layout: Layout) -> set[str]:
    """Texts with a stroke or another text in their box."""
    boxes = [(placed.wanted.text, placed.box) for placed in layout.texts]
    points = list(stroke_points(layout))
    on_stroke = {text for text, box in boxes if any(is_in(box, point) for point in points)}
    on_text = {text for text, box in boxes for other, second in boxes if box is not second and overlaps(box, second)}
    return on_stroke | on_text


def is_in(box: Box, point: complex) -> bool:
    return box.left < point.real < box.right and box.top < point.imag < box.bottom


def overlaps(first: Box, second: Box) -> bool:
    return first.left < second.right and second.left < first.right and first.top < second.bottom and second.top < first.bottom


@every(FIGURES)
def test_no_text_of_a_textbook_figure_covers_a_stroke_or_a_text(name):
    assert covered(layout_figure(FIGURES[name], 480, THEME)) == set()


@pytest.mark.parametrize("width", [300, 480, 800])
def test_a_small_drawing_keeps_its_labels_free(width):
    assert covered(layout_figure(FIGURES["triangle"], width, THEME)) == set()


@st.composite
def labelled_triangles(draw):
    """Triangles whose angles are all at least 20 degrees, with three lengths and three angle sizes."""
    first = draw(st.integers(20, 140))
    second = draw(st.integers(20, 160 - first))
    turned = math.radians(draw(st.integers(0, 359)))
    side = math.sin(math.radians(180 - first - second))
    apex = cmath.rect(math.sin(math.radians(second)) / side, math.radians(first))
    places = [z * cmath.rect(10, turned) for z in (0j, 1 + 0j, apex)]
    elements = ("line:AB", "line:BC", "line:AC", "angle:BAC", "angle:ABC", "angle:ACB")
    texts = ("12", "2x + 1", "7.5", f"{first}°", f"{second}°", "y°")
    return Figure(
        points={name: (z.real, z.imag) for name, z in zip("ABC", places, strict=True)},
        lines=(("A", "B"), ("B", "C"), ("C", "A")),
        labels=tuple(Label(text=text, element=element) for text, element in zip(texts, elements, strict=True)),
    )


# Each example lays a whole figure out and samples all its strokes: a third of the usual number covers the
# turns and widths of angles, and the thorough profile tries its own third.
FEWER = settings(max_examples=settings.default.max_examples // 3)


@FEWER
@given(labelled_triangles())
def test_every_label_of_a_triangle_finds_a_free_place(figure):
    assert covered(layout_figure(figure, 480, THEME)) == set()


@FEWER
@given(st.lists(st.tuples(st.integers(0, 12), st.integers(0, 12)), min_size=3, max_size=7, unique=True))
def test_what_is_said_to_be_free_is_free(places):
    """Any points, joined all round: there may be no room, but then the text is reported."""
    names = "ABCDEFG"[: len(places)]
    figure = Figure(
        points=dict(zip(names, places, strict=True)),
        lines=tuple(zip(names, names[1:] + names[:1], strict=True)),
        labels=(Label(text="3x − 7", element="line:AB"), Label(text="62°", element="angle:ABC")),
    )
    assert covered(layout_figure(figure, 480, THEME)) <= set(unplaced_texts(figure))
