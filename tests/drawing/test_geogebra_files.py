"""Constructions as teachers save them: GeoGebra's own commands, tags and order, with all that a figure does not need."""

import io
import math
import zipfile

import pytest

from gnomon.drawing import read_geogebra
from gnomon.figure import Label

HEAD = """<?xml version="1.0" encoding="utf-8"?>
<geogebra format="5.0" version="5.2.854.0" app="{app}" platform="w" id="0a1b" xsi:noNamespaceSchemaLocation="ggb.xsd" xmlns=""
 xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" >
<gui><font size="16"/></gui>
<euclidianView><viewNumber viewNo="1"/><size width="900" height="600"/>
 <coordSystem xZero="300" yZero="400" scale="50" yscale="50"/><evSettings axes="true" grid="true" gridIsBold="false"/>
 <axis id="0" show="true" label="" unitLabel="" tickStyle="1" showNumbers="true"/></euclidianView>
<kernel><continuous val="false"/><usePathAndRegionParameters val="true"/><decimals val="{digits}"/><angleUnit val="degree"/>
 <algebraStyle val="3" spreadsheet="0"/><coordStyle val="0"/></kernel>
<tableview min="0" max="0"/><scripting blocked="false" disabled="false"/>
<construction title="{title}" author="" date="">
"""


def saved(*parts, app="geometry", digits=2, title=""):
    """Return the content of a file with the members that GeoGebra packs."""
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("geogebra_defaults2d.xml", "<defaults/>")
        archive.writestr("geogebra_thumbnail.png", b"\x89PNG")
        archive.writestr("geogebra_javascript.js", "function ggbOnInit() {}")
        body = HEAD.format(app=app, digits=digits, title=title) + "".join(parts) + "</construction>\n</geogebra>"
        archive.writestr("geogebra.xml", body)
    return content.getvalue()


def point(name, x, y, *, shown="true", label="true", mode=0, more=""):
    return f"""<element type="point" label="{name}">
\t<show object="{shown}" label="{label}"/>
\t<objColor r="77" g="77" b="255" alpha="0"/>
\t<layer val="0"/>
\t<labelOffset x="-14" y="21"/>
\t<labelMode val="{mode}"/>
\t<animation step="0.1" speed="1" type="1" playing="false"/>
\t{more}
\t<coords x="{x}" y="{y}" z="1"/>
\t<pointSize val="5"/>
\t<pointStyle val="0"/>
</element>
"""


def command(name, inputs, outputs):
    given, made = (
        " ".join(f'a{at}="{each}"' for at, each in enumerate(names.split("; "))) for names in (inputs, outputs)
    )  # as GeoGebra numbers them
    return f'<command name="{name}">\n\t<input {given}/>\n\t<output {made}/>\n</command>\n'


def drawn(kind, name, *, shown="true", label="false", mode=0, more="", decoration=0):
    return f"""<element type="{kind}" label="{name}">
\t<show object="{shown}" label="{label}"/>
\t<objColor r="0" g="0" b="0" alpha="0"/>
\t<layer val="0"/>
\t<labelMode val="{mode}"/>
\t<decoration type="{decoration}"/>
\t<lineStyle thickness="5" type="0" typeHidden="1" opacity="178"/>
\t{more}
</element>
"""


def angle(name, degrees, *, mode=2, label="true", decoration=0, more=""):
    value = f'<value val="{math.radians(degrees)!r}"/><angleStyle val="0"/><arcSize val="30"/>'
    return drawn("angle", name, label=label, mode=mode, decoration=decoration, more=value + more)


def lines_of(figure):
    return {frozenset(line) for line in figure.lines}


def test_an_altitude_by_a_hidden_perpendicular_and_its_right_angle():
    figure, left_out = read_geogebra(
        saved(
            point("A", 0, 0), point("B", 6, 0), point("C", 2, 4),
            command("Polygon", "A; B; C", "t1; c; a; b"),
            drawn("polygon", "t1", more='<coords x="0" y="0" z="1"/>'), *(drawn("segment", name) for name in "cab"),
            command("OrthogonalLine", "C; c", "f"), drawn("line", "f", shown="false", more='<coords x="-6" y="0" z="12"/>'),
            command("Intersect", "f; c", "D"), point("D", 2, 0),
            command("Segment", "C; D", "h"), drawn("segment", "h", label="true", mode=1),
            command("Angle", "C; D; A", "α"), angle("α", 90, more='<emphasizeRightAngle val="true"/>'),
        )
    )  # fmt: skip
    assert left_out == ()
    assert lines_of(figure) == {frozenset("ADB"), frozenset("BC"), frozenset("AC"), frozenset("CD")}
    assert figure.marks.right_angles == ("ADC",)
    assert Label(text="4", element="line:CD") in figure.labels


def test_a_regular_polygon_by_two_points_and_a_number_with_all_its_angles():
    corners = [(math.cos(math.radians(72 * at)), math.sin(math.radians(72 * at))) for at in range(5)]
    names = "ABCDE"
    figure, left_out = read_geogebra(
        saved(
            point("A", *corners[0]), point("B", *corners[1]),
            command("Polygon", "A; B; 5", "poly1; f; g; h; i; j; C; D; E"),
            drawn("polygon", "poly1"), *(drawn("segment", name, decoration=1) for name in "fghij"),
            *(point(name, *corner) for name, corner in list(zip(names, corners, strict=True))[2:]),
            command("Angle", "poly1", "α; β; γ; δ; ε"), *(angle(name, 108) for name in "αβγδε"),
        )
    )  # fmt: skip
    assert left_out == ()
    assert lines_of(figure) == {frozenset(pair) for pair in ("AB", "BC", "CD", "DE", "AE")}
    assert {label.element for label in figure.labels} == {"angle:ABC", "angle:BCD", "angle:CDE", "angle:AED", "angle:BAE"}
    assert {label.text for label in figure.labels} == {"108°"}
    assert [set(map(frozenset, group)) for group in figure.marks.equal_lines] == [lines_of(figure)]


def test_tangents_from_a_point_are_lines_through_the_points_where_they_touch():
    touch = [(0.5, math.sqrt(0.75)), (0.5, -math.sqrt(0.75))]
    figure, left_out = read_geogebra(
        saved(
            point("O", 0, 0),
            command("Circle", "O; 1", "c"),
            drawn("conic", "c", more='<eigenvectors x0="1" y0="0" z0="1.0" x1="0" y1="1" z1="1.0"/>'
                  '<matrix A0="1" A1="1" A2="-1" A3="0" A4="0" A5="0"/><eqnStyle style="specific"/>'),
            point("P", 2, 0),
            command("Tangent", "P; c", "f; g"),
            *(drawn("line", name, more=f'<coords x="{x}" y="{y}" z="-1"/>') for name, (x, y) in zip("fg", touch, strict=True)),
            command("Intersect", "c; f", "S"), point("S", *touch[0]),
            command("Intersect", "c; g; 1", "T_{1}"), point("T_{1}", *touch[1]),
            command("Segment", "O; S", "r"), drawn("segment", "r"),
            app="classic",
        )
    )  # fmt: skip
    assert left_out == ()
    assert lines_of(figure) == {frozenset("PS"), frozenset({"P", "T1"}), frozenset("OS")}
    (circle,) = figure.circles
    assert (circle.centre, set(circle.points)) == ("O", {"S", "T1"})


def test_captions_latex_ticks_and_arrows_are_what_a_worksheet_shows():
    figure, _ = read_geogebra(
        saved(
            point("A", 0, 0, mode=3, more='<caption val="K"/>'), point("B", 4, 0, mode=3, more='<caption val="L"/>'),
            point("C", 5, 3, label="false"), point("Punkt", 1, 3, mode=3, more='<caption val="$N$"/>'),
            command("Segment", "A; B", "f"),
            drawn("segment", "f", label="true", mode=3, more='<caption val="2x+1"/>', decoration=4),
            command("Segment", "Punkt; C", "g"), drawn("segment", "g", decoration=4),
            command("Segment", "A; Punkt", "h"), drawn("segment", "h", decoration=2),
            command("Segment", "B; C", "i"), drawn("segment", "i", decoration=2),
            command("Angle", "B; A; Punkt", "α"),
            angle("α", math.degrees(math.atan2(3, 1)), mode=3, decoration=1, more=r'<caption val="$52^{\circ}$"/>'),
            command("Angle", "Punkt; C; B", "β"), angle("β", math.degrees(math.atan2(3, 1)), mode=0, decoration=1),
            '<expression label="text1" exp="&quot;\\sqrt{3}&quot;"/>\n'
            + drawn("text", "text1", more='<isLaTeX val="true"/><startPoint x="2" y="3.4" z="1"/>'),
            title="Arbeitsblatt 3",
        )
    )  # fmt: skip
    assert set(figure.points) == {"K", "L", "C", "N"}
    assert figure.hidden == ("C",)
    assert set(figure.labels) == {
        Label(text="2x+1", element="line:KL"),
        Label(text="52°", element="angle:LKN"),
        Label(text="β", element="angle:LCN"),
        Label(text="√3", position=(2, 3.4)),
    }
    assert figure.marks.parallel_lines == (("KL", "NC"),)
    assert figure.marks.equal_lines == ((), ("KN", "LC"))
    assert figure.marks.equal_angles == ((), ("LKN", "LCN"))


def test_an_angle_between_segments_is_at_their_common_end_and_a_reflex_one_is_left_out():
    sides = (
        point("A", 0, 0), point("B", 4, 0), point("C", 0, 4),
        command("Segment", "A; B", "f"), drawn("segment", "f"),
        command("Segment", "A; C", "g"), drawn("segment", "g"),
    )  # fmt: skip
    figure, left_out = read_geogebra(saved(*sides, command("Angle", "f; g", "α"), angle("α", 90)))
    assert (figure.marks.right_angles, left_out) == (("BAC",), ())
    unmarked = angle("α", 90, more='<emphasizeRightAngle val="false"/>')
    assert read_geogebra(saved(*sides, command("Angle", "f; g", "α"), unmarked)).figure.marks.right_angles == ()
    figure, left_out = read_geogebra(saved(*sides, command("Angle", "C; A; B", "α"), angle("α", 270)))
    assert (figure.marks.right_angles, figure.labels, left_out) == ((), (), ("α (Angle)",))


def test_midpoints_parallels_fixed_lengths_sliders_and_hidden_helpers():
    figure, left_out = read_geogebra(
        saved(
            '<expression label="n" exp="3"/>\n',
            drawn("numeric", "n", shown="true", label="true", more='<value val="3"/><slider min="1" max="9"/>'),
            point("A", 0, 0), command("Segment", "A; 6", "f; B"), drawn("segment", "f", label="true", mode=2), point("B", 6, 0),
            command("Midpoint", "A; B", "M"), point("M", 3, 0),
            point("C", 1, 2),
            command("Line", "C; f", "g"), drawn("line", "g", more='<coords x="0" y="6" z="-12"/>'),
            command("Point", "g", "D"), point("D", 5, 2),
            command("Ray", "A; C", "h"), drawn("ray", "h", shown="false"),
            command("LineBisector", "A; B", "k"), drawn("line", "k", shown="false", more='<coords x="6" y="0" z="-18"/>'),
            point("H", 8, 8, shown="false"),
            command("Semicircle", "A; B", "d"),
            drawn("conicpart", "d", more='<matrix A0="1" A1="1" A2="0" A3="0" A4="-3" A5="0"/>'),
            digits=0,
        )
    )  # fmt: skip
    assert lines_of(figure) == {frozenset("AMB"), frozenset("CD")}
    assert figure.labels == (Label(text="6", element="line:AB"),)
    assert set(figure.points) == set("ABMCD")
    assert left_out == ("d (Semicircle)", "n (numeric): not made from points")


@pytest.mark.parametrize(("digits", "shown"), [(0, "1°"), (1, "1.2°"), (3, "1.234°"), (15, "1.23425°")])
def test_values_have_the_decimals_that_the_file_shows(digits, shown):
    way = 1.23425
    ends = point("A", 0, 0), point("B", 1, 0), point("C", math.cos(math.radians(way)), math.sin(math.radians(way)))
    figure, _ = read_geogebra(saved(*ends, command("Angle", "B; A; C", "α"), angle("α", way), digits=digits))
    (label,) = figure.labels
    assert label.text.startswith(shown[:-1])
    assert digits == 15 or label.text == shown
