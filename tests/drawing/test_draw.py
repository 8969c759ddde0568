"""What a drawing shows, and what it says to those who cannot see it."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gnomon.drawing import THEME, draw, handles
from gnomon.drawing.layout import layout_figure
from gnomon.figure import Circle, Figure, Label, Marks
from gnomon.problem import bank
from tests.drawing.figures import FIGURES, label, lines
from tests.drawing.reading import SVG, layer, read_svg, texts
from tests.every import every


def marks(**groups):
    points = {"A": (0, 0), "B": (6, 0), "C": (0, 6), "D": (6, 6)}
    return layer(draw(Figure(points=points, lines=lines("AB AC CD BD"), marks=Marks(**groups))), "mark")


@every(FIGURES)
def test_every_figure_is_well_formed_and_says_that_nothing_is_highlighted(name):
    root = read_svg(draw(FIGURES[name]))
    assert root.get("role") == "img"
    assert root.findtext(f"{SVG}desc") == "No highlights."


def test_upwards_in_the_figure_is_upwards_on_the_page():
    places = texts(draw(FIGURES["triangle"]))
    assert places["C"][1] < places["A"][1]


def test_a_hidden_point_has_no_name_and_no_dot():
    svg = draw(Figure(points={"A": (0, 0), "B": (1, 0)}, lines=lines("AB"), hidden=("B",)))
    assert set(texts(svg)) == {"A"}
    assert len(layer(svg, "points")) == 1


def test_a_right_angle_gets_a_square():
    assert len(marks(right_angles=("BAC",))) == 1


def test_a_right_angle_with_a_label_gets_no_arc():
    figure = Figure(
        points={"A": (0, 0), "B": (6, 0), "C": (0, 6)},
        lines=lines("AB AC"),
        marks=Marks(right_angles=("BAC",)),
        labels=(label("90°", "angle:CAB"),),
    )
    assert len(layer(draw(figure), "mark")) == 1


def test_the_second_group_of_equal_lines_gets_two_ticks():
    assert len(marks(equal_lines=(("AB",), ("AC", "BD")))) == 1 + 2 + 2


def test_the_second_group_of_equal_angles_gets_two_arcs():
    assert len(marks(equal_angles=(("BAC",), ("ABD",)))) == 1 + 2


def test_arrow_heads_of_parallel_lines_point_the_same_way():
    paths = [node.get("d") for node in marks(parallel_lines=(("AB", "DC"),))]
    tips = [[float(pair.split()[0]) for pair in path[1:].split(" L")] for path in paths]
    assert all(tip > first and tip > last for first, tip, last in tips)


def dots(figure):
    """Return the position of every point on the page."""
    circles = layer(draw(figure), "points")
    return {name: complex(float(dot.get("cx")), float(dot.get("cy"))) for name, dot in zip(figure.points, circles, strict=True)}


def marked_places(figure):
    """Return where ticks, and the tips of arrow heads, are on the page."""
    strokes = [node.get("d")[1:].split(" L") for node in layer(draw(figure), "mark") if "L" in node.get("d")]
    corners = [[complex(*map(float, pair.split())) for pair in stroke] for stroke in strokes]
    return [stroke[1] if len(stroke) == 3 else sum(stroke) / 2 for stroke in corners]


def shares(figure, first, last):
    """Return how far the marks of level lines are on the way from a point to another."""
    places = dots(figure)
    run = (places[last] - places[first]).real
    return [(place - places[first]).real / run for place in marked_places(figure)]


@pytest.mark.parametrize(
    ("points", "share"),
    [({}, 1 / 2), ({"C": (4, 5)}, 1 / 4), ({"C": (2, 5), "D": (4, 5)}, 3 / 4), ({"C": (2, 5)}, 1 / 2)],
    ids=["free", "in the middle", "longest stretch", "elsewhere"],
)
def test_arrow_heads_of_a_group_keep_off_a_point_in_the_middle(points, share):
    figure = Figure(
        points={"B": (0, 0), "N": (8, 0), "V": (0, 5), "W": (8, 5), **points},
        lines=(("B", "N"), ("V", *points, "W")),
        marks=Marks(parallel_lines=(("WV", "BN"),)),
    )
    assert shares(figure, "B", "N") == pytest.approx([share] * 2, abs=0.02)


def test_ticks_of_a_group_keep_off_every_point_of_their_line():
    figure = Figure(
        points={"A": (0, 0), "B": (10, 0), "M": (5, 0), "P": (3.8, 0), "C": (0, 4), "D": (10, 4)},
        lines=(("A", "P", "M", "B"), ("C", "D")),
        marks=Marks(equal_lines=(("AB", "CD"),)),
    )
    assert shares(figure, "A", "B") == pytest.approx([0.75, 0.75], abs=0.01)


def test_every_parallel_line_of_a_problem_shows_its_mark():
    """Under the dot of C, the arrow head of VW was not seen."""
    figure = bank()["parallel-apex-bcnvw"].question.figure
    assert min(abs(place - dot) for place in marked_places(figure) for dot in dots(figure).values()) > 10


def test_a_mark_that_names_no_part_of_the_figure_is_passed_over():
    assert len(marks(right_angles=("XYZ", "?"), equal_lines=(("AX", "A"),))) == 0


def test_a_length_of_a_segment_with_points_within_gets_a_dimension_line():
    assert len(layer(draw(FIGURES["altitude"]), "thin")) == 3


def test_the_dimension_line_of_a_diameter_stands_outside_the_circle_and_is_led_to():
    figure = bank()["circle-area-dgt"].question.figure
    layout = layout_figure(figure, 480, THEME)
    ends = layout.spots["D"], layout.spots["T"]
    centre, radius = sum(ends) / 2, abs(ends[0] - ends[1]) / 2
    thin = [shape.obstacles[0] for shape in layout.shapes if shape.kind == "thin"]
    assert len(thin) == 5  # the line, its two end strokes, and what leads to it from each end
    assert all(abs((each.start + each.end) / 2 - centre) > radius for each in thin)
    assert {each.start for each in thin if each.start in ends} == set(ends)


def test_an_arc_label_stands_outside_its_circle():
    figure = Figure(
        points={"O": (0, 0), "A": (3, 0), "B": (0, 3)},
        circles=(Circle(centre="O", points=("A", "B")),),
        labels=(label("80°", "arc:AB"),),
    )
    places = texts(draw(figure))
    assert places["80°"][0] > places["B"][0]
    assert places["80°"][1] < places["A"][1]


def test_a_label_with_a_position_stands_there():
    figure = Figure(points={"A": (0, 0), "B": (10, 0), "C": (0, 10)}, labels=(Label(text="here", position=(5, 5)),))
    places = texts(draw(figure))
    assert abs(places["here"][0] - 240) < 1


def test_a_label_of_nothing_is_still_printed():
    figure = Figure(points={"A": (0, 0), "B": (1, 0)}, lines=lines("AB"), labels=(label("a ∥ b"), label("7", "line:XY")))
    assert {"a ∥ b", "7"} <= set(texts(draw(figure)))


def test_the_accessible_name_lists_the_points_and_no_label():
    assert "Figure with points A, B, C. No highlights." in draw(FIGURES["triangle"])
    assert 'aria-label="Figure with points A, B, C. No highlights."' in draw(FIGURES["triangle"])


@pytest.mark.parametrize("points", [{}, {"A": (3, 3)}, {"A": (0, 0), "B": (0, 0)}, {"A": (1e9, 0), "B": (1e9 + 1, 0)}])
def test_degenerate_figures_are_drawn(points):
    read_svg(draw(Figure(points=points)))


def test_a_position_that_is_no_number_is_named():
    with pytest.raises(ValueError, match="finite coordinates for point B"):
        draw(Figure(points={"A": (0, 0), "B": (float("nan"), 1)}))


def test_a_width_without_room_is_refused():
    with pytest.raises(ValueError, match="at least 100 pixels, got 20"):
        draw(FIGURES["triangle"], width_px=20)


def test_a_notebook_shows_a_figure():
    assert FIGURES["triangle"]._repr_svg_() == draw(FIGURES["triangle"])


@given(st.text(max_size=20))
@settings(max_examples=15)
def test_any_text_of_a_label_stays_text(content):
    svg = draw(Figure(points={"A": (0, 0), "B": (1, 0)}, labels=(Label(text=content, element="line:AB"),)), title=content)
    assert len(layer(svg, "texts")) == 3


@every(FIGURES)
def test_handles_are_where_the_points_are_drawn(name):
    figure = FIGURES[name]
    on_page = handles(figure)
    shown = [on_page.spots[each] for each in figure.points if each not in figure.hidden]
    drawn = [(float(dot.get("cx")), float(dot.get("cy"))) for dot in layer(draw(figure), "points")]
    assert drawn == [pytest.approx(spot, abs=0.01) for spot in shown]
    for (x, y), each in zip(shown, (figure.points[each] for each in figure.points if each not in figure.hidden), strict=True):
        first = next(iter(figure.points))
        over, up = each[0] - figure.points[first][0], each[1] - figure.points[first][1]
        start = on_page.spots[first]
        assert (x - start[0], start[1] - y) == pytest.approx((over * on_page.scale, up * on_page.scale), abs=1e-6)
