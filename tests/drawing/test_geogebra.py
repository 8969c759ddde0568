"""GeoGebra files: a construction as GeoGebra saves it becomes a figure, a figure becomes a file that reads back the same."""

import io
import math
import zipfile
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gnomon.drawing import GeoGebraError, read_geogebra, to_geogebra
from gnomon.figure import Figure, Label, Marks
from gnomon.problem import bank
from tests.every import every

HEAD = (
    '<?xml version="1.0" encoding="utf-8"?>\n'
    '<geogebra format="5.0" version="5.2.892.0" app="classic" platform="w" xmlns="" '
    'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">\n'
    '<gui><window width="1280" height="800"/></gui>\n<kernel><decimals val="2"/><angleUnit val="degree"/></kernel>\n'
    '<construction title="" author="" date="">\n'
)
TAIL = "</construction>\n</geogebra>\n"


def point(name, x, y, *, z=1, shown="true", label="true"):
    return (
        f'<element type="point" label="{name}">\n\t<show object="{shown}" label="{label}"/>\n'
        '\t<objColor r="21" g="101" b="192" alpha="0"/>\n\t<layer val="0"/>\n\t<labelMode val="0"/>\n'
        f'\t<coords x="{x}" y="{y}" z="{z}"/>\n\t<pointSize val="5"/>\n\t<pointStyle val="0"/>\n</element>\n'
    )


def command(name, inputs, outputs):
    given = " ".join(f'a{at}="{each}"' for at, each in enumerate(inputs))
    made = " ".join(f'a{at}="{each}"' for at, each in enumerate(outputs))
    return f'<command name="{name}">\n\t<input {given}/>\n\t<output {made}/>\n</command>\n'


def element(kind, name, *, label="false", mode=0, more=""):
    shown = f'<show object="true" label="{label}"/>\n\t<labelMode val="{mode}"/>'
    return f'<element type="{kind}" label="{name}">\n\t{shown}\n\t{more}\n</element>\n'


def packed(construction, name="geogebra.xml", head=HEAD):
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(name, head + construction + TAIL)
        archive.writestr("geogebra_thumbnail.png", b"\x89PNG")
    return content.getvalue()


TRIANGLE = (
    point("A", 0, 0)
    + point("B", 8, 0, z=2)  # homogeneous: (4, 0)
    + point("C", 0, 3)
    + point("M", 2, 0)
    + command("Polygon", ["A", "B", "C"], ["t1", "c", "a", "b"])
    + element("polygon", "t1")
    + element("segment", "c")
    + element("segment", "a", label="true", mode=2)
    + element("segment", "b", label="true", mode=3, more='<caption val="$3x$"/>')
    + command("Segment", ["C", "M"], ["f"])
    + element("segment", "f")
    + command("Angle", ["B", "A", "C"], ["α"])
    + element("angle", "α", label="false", more=f'<value val="{math.pi / 2}"/>')
    + command("Angle", ["C", "B", "A"], ["β"])
    + element("angle", "β", label="true", mode=2, more=f'<value val="{math.radians(36.87)}"/>')
)


def test_a_triangle_with_a_median_its_captions_and_angles_is_read():
    figure, left_out = read_geogebra(packed(TRIANGLE))
    assert left_out == ()
    assert figure.points == {"A": (0, 0), "B": (4, 0), "C": (0, 3), "M": (2, 0)}
    assert {frozenset(line) for line in figure.lines} == {frozenset("AMB"), frozenset("BC"), frozenset("AC"), frozenset("CM")}
    assert ("A", "M", "B") in figure.lines
    assert figure.marks.right_angles == ("BAC",)
    assert set(figure.labels) == {
        Label(text="5", element="line:BC"),
        Label(text="3x", element="line:AC"),
        Label(text="36.87°", element="angle:ABC"),
    }


CIRCLE = (
    point("O", 1, 1)
    + point("A", 3, 1)
    + point("B_1", 1, 3)
    + point("P", 9, 9, shown="false")
    + command("Circle", ["O", "A"], ["c"])
    + element("conic", "c", more='<matrix A0="1" A1="1" A2="-2" A3="0" A4="-1" A5="-1"/>')
    + command("Line", ["A", "B_1"], ["g"])
    + element("line", "g", more='<coords x="-2" y="-2" z="8"/>')
    + '<expression label="text1" exp="&quot;tangent&quot;"/>\n'
    + element("text", "text1", more='<startPoint x="0.5" y="-1" z="1"/>')
    + '<expression label="h" exp="h(x) = x^2"/>\n'
    + element("function", "h")
)


def test_a_circle_takes_its_points_from_where_they_lie_and_what_has_no_place_is_listed():
    figure, left_out = read_geogebra(packed(CIRCLE))
    (circle,) = figure.circles
    assert (circle.centre, set(circle.points)) == ("O", {"A", "B1"})
    assert list(figure.lines) == [("A", "B1")]
    assert list(figure.labels) == [Label(text="tangent", position=(0.5, -1))]
    assert list(figure.points) == ["O", "A", "B1"]  # P is hidden, and nothing drawn needs it
    assert left_out == ("h (function): not made from points",)


def test_a_circle_without_a_centre_gets_a_hidden_one():
    three = command("Circle", ["A", "B", "C"], ["c"])
    matrix = '<matrix A0="2" A1="2" A2="0" A3="0" A4="-4" A5="-3"/>'
    figure, _ = read_geogebra(
        packed(point("A", 0, 0) + point("B", 4, 0) + point("C", 0, 3) + three + element("conic", "c", more=matrix))
    )
    assert list(figure.hidden) == ["O"]
    assert figure.points["O"] == pytest.approx((2, 1.5))
    assert set(figure.circles[0].points) == {"A", "B", "C"}


def test_segments_that_go_on_from_one_another_are_one_line():
    parts = point("A", 0, 0) + point("M", 1, 1) + point("B", 3, 3)
    parts += command("Segment", ["A", "M"], ["f"]) + element("segment", "f")
    parts += command("Segment", ["M", "B"], ["g"]) + element("segment", "g")
    assert read_geogebra(packed(parts)).figure.lines in {(("A", "M", "B"),), (("B", "M", "A"),)}


BOMB = "<!DOCTYPE geogebra [<!ENTITY a 'aaaaaaaaaa'><!ENTITY b '&a;&a;&a;&a;&a;&a;&a;&a;'>]>"
OUTSIDE = '<!DOCTYPE geogebra [<!ENTITY x SYSTEM "file:///etc/passwd">]>'


@every(
    [
        (b"", "expected a GeoGebra file, a zip archive"),
        (b"\x89PNG\r\n", "expected a GeoGebra file, a zip archive"),
        (packed("", name="other.xml"), "holds no geogebra.xml"),
        (packed(""), "no point with a name"),
        (packed(TRIANGLE)[:200], "expected a GeoGebra file, a zip archive"),
        (packed("<element"), "no XML"),
        (packed(TRIANGLE, head=HEAD.replace("<geogebra ", f"{BOMB}<geogebra ")), "declares a document type"),
        (packed(point("&x;", 0, 0), head=HEAD.replace("<geogebra ", f"{OUTSIDE}<geogebra ")), "declares a document type"),
        (packed(" " * 6_000_000), "larger than 5 MB"),
        (packed("".join(point(f"A_{at}", at, 0) for at in range(70))), "more than 60 points"),
        (packed(TRIANGLE + "".join(element("numeric", f"n{at}") for at in range(2001))), "more than 2000 objects"),
        (packed(point("A", "NaN", 0)), "no point with a name"),
    ],
    name=lambda case: case[1],
)
def test_a_file_that_is_none_or_is_hostile_is_one_clear_line(content, said):
    with pytest.raises(GeoGebraError, match=said) as caught:
        read_geogebra(content)
    assert "\n" not in str(caught.value)


def test_an_archive_that_lies_about_its_size_is_read_no_further_than_allowed():
    honest = packed(" " * 6_000_000)
    lying = honest.replace((6_000_000 + len((HEAD + TAIL).encode())).to_bytes(4, "little"), (100).to_bytes(4, "little"))
    assert lying != honest
    with pytest.raises(GeoGebraError):
        read_geogebra(lying)


@every([each for at, each in enumerate(bank().values()) if at % 9 == 0], name=lambda problem: problem.id)
def test_a_figure_written_is_read_back(problem):
    drawn = problem.question.figure
    back, left_out = read_geogebra(to_geogebra(drawn))
    assert left_out == ()
    assert back.points == drawn.points
    # A centre that lies on a drawn line belongs to it: GeoGebra's file says only where it is.
    assert all(any(set(line) <= set(other) for other in back.lines) for line in drawn.lines)
    assert [(each.centre, set(each.points)) for each in back.circles] == [
        (each.centre, set(each.points)) for each in drawn.circles
    ]
    assert set(drawn.marks.right_angles) <= set(back.marks.right_angles)
    assert {label.text for label in drawn.labels} == {label.text for label in back.labels}


def test_a_figure_is_written_the_same_each_time():
    figure = Figure(points={"A": (0, 0), "B": (1, 0)}, lines=(("A", "B"),), marks=Marks())
    assert to_geogebra(figure) == to_geogebra(figure)


@given(
    st.binary(max_size=200)
    | st.integers(0, len(packed(TRIANGLE)) - 1).map(lambda at: packed(TRIANGLE)[:at] + b"?" + packed(TRIANGLE)[at + 1 :])
)
def test_any_bytes_are_read_or_refused_but_never_break(content):
    with suppress(GeoGebraError):
        read_geogebra(content)
