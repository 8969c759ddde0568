"""Strokes of a pen over drawn figures: what they become, what is asked, and that the way of drawing does not matter."""

import cmath
import math
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gnomon.drawing import THEME, draw
from gnomon.drawing.layout import layout_figure
from gnomon.figure import Circle, Figure, Highlights, Label, Marks
from gnomon.reading.pen import highlights_of
from tests.every import every

FIGURE = Figure(
    points={"A": (0, 0), "B": (6, 0), "C": (2, 4), "D": (3.5, 0), "E": (8, 4), "F": (12, 4), "G": (9.5, 1)},
    lines=(("A", "D", "B"), ("B", "C"), ("A", "C"), ("C", "D"), ("E", "F"), ("E", "G")),
    labels=(Label(text="35°", element="angle:BAC"), Label(text="12", element="line:EF")),
    marks=Marks(parallel_lines=(("AB", "EF"),)),
)
WHEEL = Figure(
    points={"O": (0, 0), "P": (5, 0), "Q": (0, 5), "R": (-3, -4)},
    lines=(("O", "P"), ("O", "Q"), ("O", "R")),
    circles=(Circle(centre="O", points=("P", "Q", "R")),),
)


class Page:
    """The places of a figure's parts in pixels of its drawing, ``width`` wide."""

    def __init__(self, figure=FIGURE, width=480):
        self.figure, self.width, self.layout = figure, width, layout_figure(figure, width, THEME)
        page = self.layout.page
        self.zoom, self.corner = width / page.width, complex(page.left, page.top)

    def spot(self, name):
        return self.at(self.layout.spots[name])

    def at(self, place):
        return (place - self.corner) * self.zoom

    def text(self, text):
        return next(self.at(placed.box.centre) for placed in self.layout.texts if placed.wanted.text == text)

    def way(self, name):
        """Return the places of points, or of shares between two: ``AB.3`` is three tenths of the way from A to B."""
        if "." in name:
            return self.spot(name[0]) + (self.spot(name[1]) - self.spot(name[0])) * float(name[2:])
        return self.spot(name)

    def trace(self, *names):
        return straight(*map(self.way, names))

    def arc(self, vertex, first, last, radius=26):
        ways = [self.spot(name) - self.spot(vertex) for name in (first, last)]
        start, sweep = cmath.phase(ways[0]), cmath.phase(ways[1] / ways[0])
        return [self.spot(vertex) + cmath.rect(radius, start + sweep * share) for share in np.linspace(0, 1, 15)]

    def read(self, *strokes):
        return highlights_of([points(stroke) for stroke in strokes], self.figure, width_px=self.width)


def points(places):
    return [[place.real, place.imag, 0.5, 10.0 * number] for number, place in enumerate(places)]


def straight(*corners):
    return [a + (b - a) * share for a, b in pairwise(corners) for share in np.linspace(0, 1, 60)]


def ring(centre, across, up=None):
    turns = np.linspace(0.4, 0.4 + math.tau, 30)
    return [centre + complex(across * math.cos(turn), (up or across) * math.sin(turn)) for turn in turns]


def test_a_whole_line_and_a_part_of_it_are_told_apart_by_the_ends():
    page = Page()
    assert page.read(page.trace("A", "B")).highlights == Highlights(lines=("AB",))
    assert page.read(page.trace("A", "D")).highlights == Highlights(lines=("AD",))
    assert page.read(page.trace("B", "D")).highlights == Highlights(lines=("BD",))


def test_an_end_halfway_between_two_points_is_asked_with_both_lines():
    page = Page()
    marked = page.read(page.trace("A", "DB.5"))
    assert not marked.highlights
    [asked] = marked.asked
    assert asked.strokes == (0,)
    assert set(asked.choices) <= {Highlights(lines=("AB",)), Highlights(lines=("AD",))}


def test_sides_are_traced_in_one_stroke_from_a_corner_or_from_the_middle_of_a_side():
    page, sides = Page(), {"line:AB", "line:BC", "line:AC"}
    for names in (("A", "B", "C", "A"), ("AB.4", "B", "C", "A", "AB.4")):
        assert {str(one.element) for one in page.read(page.trace(*names)).found} == sides


def test_a_little_arc_is_the_angle_between_the_rays_that_it_ends_at():
    page = Page()
    assert page.read(page.arc("C", "A", "D")).highlights == Highlights(angles=("ACD",))
    assert page.read(page.arc("C", "A", "B")).highlights == Highlights(angles=("ACB",))


def test_an_angle_is_named_as_the_figure_names_it():
    page = Page()
    assert page.read(page.arc("A", "B", "C")).highlights == Highlights(angles=("BAC",))  # not DAC, though D is nearer


def test_the_begun_arms_of_an_angle_are_the_angle_and_the_whole_ones_are_lines():
    page = Page()
    assert page.read(page.trace("EF.4", "E", "EG.5")).highlights == Highlights(angles=("FEG",))
    assert page.read(page.trace("F", "E", "G")).highlights == Highlights(lines=("EF", "EG"))


def test_a_wedge_and_a_square_at_a_vertex_are_the_angle():
    page, wheel = Page(), Page(WHEEL)
    corner = page.spot("E")
    arc = page.arc("E", "F", "G", 40)
    assert page.read([*straight(corner, arc[0]), *arc, *straight(arc[-1], corner)]).highlights == Highlights(angles=("FEG",))
    centre = wheel.spot("O")
    assert wheel.read(straight(centre + 20, centre + 20 - 20j, centre - 20j)).highlights == Highlights(angles=("POQ",))


def test_a_part_of_a_circle_is_an_arc_the_larger_one_by_a_third_point():
    page = Page(WHEEL)
    centre, radius = page.spot("O"), abs(page.spot("P") - page.spot("O"))
    start, end = 0.0, cmath.phase(page.spot("R") - centre)
    minor = [centre + cmath.rect(radius, turn) for turn in np.linspace(start, end, 40)]
    major = [centre + cmath.rect(radius, turn) for turn in np.linspace(start, end - math.tau, 60)]
    assert page.read(minor).highlights == Highlights(arcs=("PR",))
    assert page.read(major).highlights == Highlights(arcs=("PQR",))
    assert page.read(ring(centre, radius)).highlights == Highlights(arcs=("RPQ",))


def test_texts_are_circled_underlined_or_scribbled_over():
    page = Page()
    place = page.text("35°")
    label = Highlights(labels=("35°",))
    assert page.read(ring(place, 20, 13)).highlights == label
    assert page.read(straight(place + complex(-12, 9), place + complex(12, 9))).highlights == label
    swings = [place + complex(12 * (-1) ** turn, 2 * turn - 6) for turn in range(7)]
    assert page.read(straight(*swings)).highlights == label


def test_a_point_is_circled_by_its_dot_by_its_name_or_by_both():
    page = Page()
    dot, name = page.spot("F"), page.text("F")
    for stroke in (ring(dot, 9), ring(name, 12), ring((dot + name) / 2, abs(dot - name) / 2 + 10)):
        assert page.read(stroke).highlights == Highlights(labels=("F",))


def test_ticks_across_a_segment_are_one_mark_with_all_its_strokes():
    page = Page()
    middle, across = page.way("AC.5"), cmath.rect(8, cmath.phase(page.spot("C") - page.spot("A")) + math.pi / 2)
    along = across / 8 * -1j
    ticks = [straight(middle + along * off - across, middle + along * off + across) for off in (-4, 4)]
    [found] = page.read(*ticks).found
    assert str(found.element) == "label:equal AC"
    assert found.strokes == (0, 1)


def test_an_arrow_head_on_a_segment_is_a_mark_of_parallels():
    page = Page()
    tip = page.way("BC.5")
    along = (page.spot("C") - page.spot("B")) / abs(page.spot("C") - page.spot("B"))
    barbs = [tip + 13 * along * cmath.rect(1, side * math.radians(140)) for side in (-1, 1)]
    head = Highlights(labels=("parallel BC",))
    assert page.read(straight(barbs[0], tip, barbs[1])).highlights == head
    assert page.read(straight(barbs[0], tip), straight(barbs[1], tip)).highlights == head


def test_a_ring_round_printed_ticks_or_heads_is_that_mark():
    page = Page()
    pieces = [spot for shape in page.layout.shapes if shape.label == "parallel EF" for piece in shape.obstacles for spot in piece]
    centre = page.at(sum(pieces) / len(pieces))
    assert page.read(ring(centre, 14)).highlights == Highlights(labels=("parallel EF",))


def test_a_scribble_over_nothing_and_a_line_between_no_two_points_are_asked_without_choices():
    page = Page()
    away = page.spot("F") + 60j
    swings = straight(*(away + complex(30 * (-1) ** turn, 5 * turn) for turn in range(8)))
    for stroke in (swings, page.trace("AC.2", "BC.7")):
        marked = page.read(stroke)
        assert not marked.highlights
        assert marked.asked[0].choices == ()


def test_two_readings_as_good_of_strokes_that_touch_are_asked():
    page = Page()
    marked = page.read(page.trace("A", "D"), page.trace("D", "B"))
    assert {Highlights(lines=("AB",)), Highlights(lines=("AD", "BD"))} <= set(marked.asked[0].choices)
    assert marked.asked[0].strokes == (0, 1)


def test_no_strokes_and_strokes_without_places_mean_nothing():
    page = Page()
    for marked in (page.read(), page.read([])):
        assert (marked.found, marked.asked) == ((), ())


@every([[[1.0]], [[math.nan, 2.0]], ["ab"]])
def test_what_is_no_place_is_refused(stroke):
    with pytest.raises(ValueError, match=r"expected strokes|not a finite number"):
        highlights_of([stroke], FIGURE)


def test_a_figure_without_lines_or_points_is_read_too():
    assert highlights_of([points(straight(10, 100))], Figure(points={})).found == ()
    lone = Page(Figure(points={"A": (0, 0)}))
    assert lone.read(ring(lone.spot("A"), 9)).highlights == Highlights(labels=("A",))


def test_places_are_those_of_the_svg_also_where_its_page_is_moved():
    figure = FIGURE.model_copy(update={"labels": (Label(text="a very long printed text that hangs over", position=(0, 5)),)})
    page = Page(figure, 300)
    left, top, width, _ = map(float, draw(figure, width_px=300).partition('viewBox="')[2].partition('"')[0].split())
    assert (left, top, width) != (0, 0, 300)  # else this tests nothing
    assert page.spot("A") == pytest.approx((page.layout.spots["A"] - complex(left, top)) * 300 / width, abs=0.02)
    assert page.read(page.trace("A", "D")).highlights == Highlights(lines=("AD",))


PAGE = Page()
STROKES = {
    "a line": (PAGE.trace("A", "B"), Highlights(lines=("AB",))),
    "a part": (PAGE.trace("A", "D"), Highlights(lines=("AD",))),
    "sides": (PAGE.trace("A", "C", "D"), Highlights(lines=("AC", "CD"))),
    "an arc of an angle": (PAGE.arc("E", "F", "G", 40), Highlights(angles=("FEG",))),
    "a ring": (ring(PAGE.text("12"), 20, 14), Highlights(labels=("12",))),
}
each_stroke = pytest.mark.parametrize("kind", STROKES)


@each_stroke
@settings(max_examples=8, deadline=None)
@given(shift=st.builds(cmath.rect, st.floats(0, 3), st.floats(-math.pi, math.pi)))
def test_a_stroke_a_little_aside_is_the_same(kind, shift):
    stroke, meant = STROKES[kind]
    assert PAGE.read([place + shift for place in stroke]).highlights == meant


@each_stroke
def test_the_direction_of_drawing_does_not_matter(kind):
    stroke, meant = STROKES[kind]
    assert sorted(PAGE.read(stroke[::-1]).highlights.elements()) == sorted(meant.elements())


@pytest.mark.slow
@each_stroke
@settings(max_examples=8, deadline=None)
@given(share=st.floats(0.3, 0.45))
def test_a_stroke_broken_in_two_is_the_same(kind, share):
    stroke, meant = STROKES[kind]
    cut = int(share * len(stroke))
    assert sorted(PAGE.read(stroke[:cut], stroke[cut:]).highlights.elements()) == sorted(meant.elements())


@every([300, 700, 1200])
def test_the_size_of_the_drawing_does_not_matter_to_lines_and_angles(width):
    page = Page(width=width)
    assert page.read(page.trace("A", "D")).highlights == Highlights(lines=("AD",))
    assert page.read(page.trace("A", "B", "C", "A")).highlights == Highlights(lines=("AB", "AC", "BC"))
    assert page.read(page.arc("C", "A", "D", 0.08 * width)).highlights == Highlights(angles=("ACD",))


@every([0.01, 100])
def test_the_unit_of_the_figure_does_not_matter(unit):
    scaled = {name: (unit * x + 7 * unit, unit * y - 3 * unit) for name, (x, y) in FIGURE.points.items()}
    page = Page(FIGURE.model_copy(update={"points": scaled}))
    for stroke, meant in STROKES.values():
        assert sorted(page.read(stroke).highlights.elements()) == sorted(meant.elements())


def test_the_trembling_of_a_hand_changes_nothing():
    rng = np.random.default_rng(0)
    for stroke, meant in STROKES.values():
        shaken = [place + complex(*rng.normal(0, 0.8, 2)) for place in stroke]
        assert sorted(PAGE.read(shaken).highlights.elements()) == sorted(meant.elements())
