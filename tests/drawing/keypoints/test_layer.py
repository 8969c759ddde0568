"""The layer of keypoints over a figure or a picture."""

from xml.etree import ElementTree as ET

import pytest

from gnomon.drawing import Raster, draw_keypoints, resolve_keypoints, to_png
from gnomon.figure import Figure, VisualKeypoint

SVG = "{http://www.w3.org/2000/svg}"
FIGURE = Figure(points={"A": (60, 240), "B": (360, 240), "C": (140, 50)}, lines=(("A", "B"), ("B", "C"), ("C", "A")))
KEYPOINTS = [
    VisualKeypoint(element=element, description=description)
    for element, description in [
        ("Dotted line CH", "perpendicular from C to AB"),
        ("Right angle mark 1", "angle CHB"),
        ("Region S_1", "triangle AHC"),
        ("Point Q", "the reflection of C across line AB"),
    ]
]
STEPS = resolve_keypoints(FIGURE, KEYPOINTS).steps


def groups(svg):
    return {node.get("data-element"): node for node in ET.fromstring(svg).iter(f"{SVG}g") if node.get("data-step")}


def test_each_step_is_a_group_with_its_description_as_title():
    drawn = groups(draw_keypoints(FIGURE, STEPS))
    assert list(drawn) == [keypoint.element for keypoint in KEYPOINTS]
    assert drawn["Right angle mark 1"].find(f"{SVG}title").text == "Right angle mark 1: angle CHB"


def test_steps_come_one_after_the_other_and_nothing_moves():
    pages = [draw_keypoints(FIGURE, STEPS, up_to=number) for number in range(5)]
    assert [len(groups(page)) for page in pages] == [0, 1, 2, 3, 4]
    assert len({ET.fromstring(page).get("viewBox") for page in pages}) == 1
    first = [ET.tostring(groups(page)["Dotted line CH"]) for page in pages[1:]]
    assert len(set(first)) == 1


def test_a_dotted_line_is_dashed_and_a_point_outside_widens_the_drawing():
    svg = draw_keypoints(FIGURE, STEPS)
    assert groups(svg)["Dotted line CH"].find(f"{SVG}path").get("stroke-dasharray")
    left, top, width, height = map(float, ET.fromstring(svg).get("viewBox").split())
    dot = groups(svg)["Point Q"].find(f"{SVG}circle")
    assert left < float(dot.get("cx")) < left + width
    assert top < float(dot.get("cy")) < top + height


def test_on_a_picture_the_layer_lies_over_it_in_its_pixels():
    picture = Raster.read(to_png('<svg xmlns="http://www.w3.org/2000/svg" width="480" height="300"/>'))
    svg = draw_keypoints(FIGURE, STEPS[:1], background=picture)
    assert "data:image/png" in svg
    # C is at (140, 50) with y upwards, 250 rows below the top; H has the same column.
    assert groups(svg)["Dotted line CH"].find(f"{SVG}path").get("d") == "M140 250 L140 60"


def test_a_step_that_is_not_there_is_refused():
    with pytest.raises(ValueError, match="from 0 to 4"):
        draw_keypoints(FIGURE, STEPS, up_to=5)
