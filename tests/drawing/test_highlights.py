"""Highlights on a figure: the four kinds, two pens, what is shifted apart, what cannot be drawn."""

import re

import pytest

from gnomon.drawing import THEME, Raster, draw, undrawable
from gnomon.drawing.layout import layout_figure
from gnomon.figure import Circle, Figure, Highlights, Marks
from gnomon.problem import bank
from tests.drawing.figures import FIGURES, label, lines
from tests.drawing.reading import SVG, highlight_groups, read_svg
from tests.every import every


def description(svg):
    return read_svg(svg).findtext(f"{SVG}desc")


def numbers(path):
    return [float(value) for value in re.findall(r"-?[\d.]+", path)]


def stroke(svg, element):
    return numbers(highlight_groups(svg)[element].find(f"{SVG}path").get("d"))


def test_each_kind_gets_a_group_with_its_name():
    highlights = Highlights(lines=("AB",), angles=("ACB",), arcs=("AB",), labels=("O", "x°"))
    figure = FIGURES["inscribed angle"]
    assert set(highlight_groups(draw(figure, highlights))) == {"line:AB", "angle:ACB", "arc:AB", "label:O", "label:x°"}


def test_the_description_lists_the_highlights_in_order():
    svg = draw(FIGURES["triangle"], Highlights(lines=("BA",), angles=("ABC",), labels=("C", "12")))
    assert description(svg) == (
        "Highlight 1: segment AB, green. Highlight 2: angle ABC, green. "
        "Highlight 3: point C, green. Highlight 4: printed text 12, green."
    )


def test_each_highlight_has_its_words_as_title():
    svg = draw(FIGURES["triangle"], Highlights(lines=("AB",)))
    assert highlight_groups(svg)["line:AB"].findtext(f"{SVG}title") == "Highlight 1: segment AB, green"


def test_a_second_pen_is_dashed_and_brings_numbered_tags():
    svg = draw(FIGURES["triangle"], Highlights(lines=("AB",)), Highlights(lines=("BC",)))
    tags = [node for node in read_svg(svg).iter(f"{SVG}g") if node.get("data-tag-of")]
    assert [node.findtext(f"{SVG}text") for node in tags] == ["1", "2"]
    assert highlight_groups(svg)["line:BC"].find(f"{SVG}path").get("stroke-dasharray")
    assert not highlight_groups(svg)["line:AB"].find(f"{SVG}path").get("stroke-dasharray")


def test_an_angle_of_the_second_pen_is_hatched():
    plain = draw(FIGURES["triangle"], Highlights(angles=("ABC",)))
    hatched = draw(FIGURES["triangle"], None, Highlights(angles=("ABC",)))
    assert len(highlight_groups(hatched)["angle:ABC"]) == len(highlight_groups(plain)["angle:ABC"]) + 1


@every([bank()[name] for name in ("inscribed-rst", "chord-halves-bcmot")], lambda problem: problem.id)
def test_every_tag_is_seen_whole_on_the_page(problem):
    figure = problem.question.figure
    circle = next(circle for circle in figure.circles if len(circle.points) > 1)
    arc = Highlights(arcs=("".join(circle.points[:2]),))
    svg = draw(figure, arc, Highlights(lines=("".join(figure.lines[0][:2]),)))
    left, top, width, height = map(float, read_svg(svg).get("viewBox").split())
    for node in read_svg(svg).iter(f"{SVG}g"):
        if node.get("data-tag-of"):
            disc = node.find(f"{SVG}circle")
            x, y, radius = (float(disc.get(name)) for name in ("cx", "cy", "r"))
            assert left <= x - radius
            assert x + radius <= left + width
            assert top <= y - radius
            assert y + radius <= top + height


def test_one_pen_alone_has_no_tags():
    lines = Highlights(lines=("AB", "BC"))
    assert "data-tag-of" not in draw(FIGURES["triangle"], lines)
    assert "data-tag-of" not in draw(FIGURES["triangle"], None, lines)


@pytest.mark.parametrize(("first", "second"), [("AB", "AD"), ("AD", "DB")])
def test_segments_on_one_line_are_shifted_apart(first, second):
    svg = draw(FIGURES["similar triangles"], Highlights(lines=(first,)), Highlights(lines=(second,)))
    one, other = (highlight_groups(svg)[f"line:{''.join(sorted(name))}"].find(f"{SVG}path") for name in (first, second))
    ax, ay, bx, by = numbers(one.get("d"))
    cx, cy = numbers(other.get("d"))[:2]
    apart = abs((bx - ax) * (cy - ay) - (by - ay) * (cx - ax)) / ((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5
    assert apart > float(one.get("stroke-width"))


def test_a_lone_segment_lies_on_its_line():
    alone = stroke(draw(FIGURES["triangle"], Highlights(lines=("AB",))), "line:AB")
    crossed = stroke(draw(FIGURES["triangle"], Highlights(lines=("AB", "BC"))), "line:AB")
    assert alone == crossed


def test_angles_at_one_vertex_differ_in_radius():
    svg = draw(FIGURES["isosceles"], Highlights(angles=("BAD", "BAC")))
    radii = {
        re.search(r"A([\d.]+) ", highlight_groups(svg)[name].find(f"{SVG}path").get("d"))[1]
        for name in ("angle:BAD", "angle:BAC")
    }
    assert len(radii) == 2


def arc_flags(name):
    figure = Figure(
        points={"O": (0, 0), "A": (1, 0), "B": (0, 1), "C": (-1, 0)}, circles=(Circle(centre="O", points=("A", "B", "C")),)
    )
    svg = draw(figure, Highlights(arcs=(name,)))
    (group,) = highlight_groups(svg).values()
    path = group.find(f"{SVG}path").get("d")
    return re.search(r"0 ([01]) ([01]) ", path).groups()


def test_an_arc_of_two_points_is_the_minor_arc():
    assert arc_flags("AB") == ("0", "0")  # a quarter turn upwards on the page: small, anticlockwise


def test_an_arc_of_three_points_runs_through_the_middle_one():
    assert arc_flags("ACB") == ("1", "1")  # the long way round: large, clockwise


def test_what_the_figure_does_not_have_is_listed_and_passed_over():
    highlights = Highlights(lines=("AX", "AB"), angles=("A?",), arcs=("AB",), labels=("77", "A"))
    assert undrawable(FIGURES["triangle"], highlights) == ["line:AX", "angle:A?", "arc:AB", "label:77"]
    assert set(highlight_groups(draw(FIGURES["triangle"], highlights))) == {"line:AB", "label:A"}


def test_coinciding_points_cannot_be_highlighted():
    figure = Figure(points={"A": (0, 0), "B": (0, 0), "C": (1, 1)}, lines=lines("ABC"))
    assert undrawable(figure, Highlights(lines=("AB", "AC"), angles=("ABC",))) == ["line:AB", "angle:ABC"]


def test_a_printed_text_that_appears_twice_is_circled_twice():
    figure = Figure(
        points={"A": (0, 0), "B": (4, 0), "C": (0, 3)},
        lines=lines("AB AC"),
        labels=(label("5", "line:AB"), label("5", "line:AC")),
    )
    assert len(highlight_groups(draw(figure, Highlights(labels=("5",))))["label:5"].findall(f"{SVG}ellipse")) == 2


def test_highlights_move_no_label():
    marked = draw(FIGURES["crowded"], Highlights(lines=("AB",), arcs=("CD",)), Highlights(labels=("O",)))
    plain = draw(FIGURES["crowded"])
    printed = re.compile(r'<g data-layer="texts".*?</g>')
    assert printed.search(plain)[0] == printed.search(marked)[0]


def test_drawings_carry_no_ids_that_could_collide_on_a_page():
    svg = draw(FIGURES["crowded"], Highlights(angles=("BAD",)), Highlights(angles=("ADE",)))
    assert not re.search(r"\sid=|url\(#", svg)


MARKED = {
    "parallel AB": ("transversal", ["AB"], "parallel"),
    "equal AE": ("parallelogram", ["AE"], "equal"),
    "equal ABC": ("isosceles", ["B"], "equal"),
    "right ADC": ("isosceles", ["D"], "rest"),
}


@pytest.mark.parametrize("name", MARKED)
def test_a_mark_is_ringed_where_it_is_drawn(name):
    figure_name, near, kind = MARKED[name]
    figure = FIGURES[figure_name]
    svg = draw(figure, Highlights(labels=(name,)))
    ring = highlight_groups(svg)[f"label:{name}"].find(f"{SVG}ellipse")
    centre = complex(float(ring.get("cx")), float(ring.get("cy")))
    frame = layout_figure(figure, 480, THEME).frame
    spots = [frame.place(figure.points[point]) for point in near[0]]
    distance = abs(centre - sum(spots) / len(spots))
    assert distance < (0.3 * abs(spots[1] - spots[0]) if len(spots) == 2 else 40)
    assert figure.label_kind(name) == kind
    assert f"Highlight 1: mark {name}, green." in description(svg)


def test_a_label_that_is_nowhere_in_the_figure_is_kept_and_not_drawn():
    odd = Highlights(labels=("the whole figure", "parallel AC", "equal BA"))
    assert undrawable(FIGURES["triangle"], odd) == ["label:the whole figure", "label:parallel AC", "label:equal AB"]
    assert highlight_groups(draw(FIGURES["triangle"], odd)) == {}
    assert FIGURES["triangle"].label_kind("the whole figure") == "rest"


def test_a_mark_is_ringed_on_a_picture_too():
    figure = Figure(points={"A": (10, 10), "B": (90, 10)}, lines=(("A", "B"),), marks=Marks(equal_lines=(("AB",),)))
    svg = draw(figure, Highlights(labels=("equal BA",)), background=Raster(b"", "image/png", 100, 20))
    ring = highlight_groups(svg)["label:equal AB"].find(f"{SVG}ellipse")
    assert float(ring.get("cx")) == pytest.approx(480 / 2, abs=1)
