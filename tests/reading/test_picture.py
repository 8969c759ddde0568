"""`read_picture`: from a picture to points, lines, circles, labels and marks."""

import math

import numpy as np
import pytest

from gnomon.reading import read_picture
from tests.reading.pictures import NAMES, POINTS, svg

pytest.importorskip("cv2", reason="needs the extra read: OpenCV")
pytest.importorskip("onnxruntime", reason="needs the extra read: ONNX Runtime")

EXTRAS = (
    '<text x="160" y="262" font-size="16" text-anchor="middle">7</text>',  # beside MA, away from its names
    '<text x="84" y="234" font-size="14">62°</text>',
    '<path d="M248 137l8 12m-12 -9l8 12" stroke="black" stroke-width="0"/>',
    '<path d="M285 234v12" stroke="black" stroke-width="1.6"/>',  # a tick on MB
)


@pytest.fixture(scope="module")
def read(drawn):
    return read_picture(drawn(svg(*EXTRAS)))


def test_every_point_is_named_where_it_is(read):
    assert set(read.points) == set(POINTS)
    assert [name for name in POINTS if math.dist(read.points[name], POINTS[name]) > 4] == []


def test_a_chain_gives_its_pieces_and_the_whole(read):
    assert {line.name for line in read.lines} == {"AB", "AC", "AM", "BC", "BM", "CM", "OP"}


def test_a_circle_has_its_named_centre(read):
    (circle,) = read.circles
    assert (circle.centre, round(circle.radius)) == ("O", 80)
    assert circle.share > 0.9


def test_labels_are_bound_to_what_they_measure(read):
    assert {bound.label.text: bound.part for bound in read.labels} == {"7": "line:AM", "62°": "angle:CAM"}


def test_a_tick_is_on_its_piece_of_the_line(read):
    assert ("ticks", "line:BM", 1) in {mark[:3] for mark in read.marks}


@pytest.mark.slow
def test_a_dashed_line_and_a_coloured_one_are_lines(drawn):
    more = (
        '<path d="M60 240L210 110" stroke="none"/>',
        '<path d="M360 240L470 140" stroke="#1565c0" stroke-width="1.6"/>',
        '<path d="M140 50L470 60" stroke="black" stroke-width="1.6" stroke-dasharray="5 5"/>',
    )
    assert {"BO", "CP"} <= {line.name for line in read_picture(drawn(svg(*more), "more.png")).lines}


@pytest.mark.slow
def test_names_from_the_text_decide_between_letters(drawn):
    read = read_picture(drawn(svg(), "told.png"), names=POINTS)
    assert set(read.points) == set(POINTS)


@pytest.mark.slow
def test_a_point_that_only_its_name_marks_is_asked_about(drawn):
    read = read_picture(drawn(svg(names={**NAMES, "K": (258, 146)}), "asked.png"))
    assert "K" in read.unsure
    assert "A" not in read.unsure


@pytest.mark.slow
def test_the_photo_of_a_page_is_made_straight_and_its_points_are_places_in_the_photo(drawn, tmp_path):
    import cv2

    page = cv2.imread(str(drawn(svg(), "page.png")))
    corners = np.array([[0, 0], [580, 0], [580, 300], [0, 300]], np.float32)
    seen = np.array([[70, 60], [740, 40], [700, 420], [90, 380]], np.float32)
    there = cv2.getPerspectiveTransform(corners, seen)
    photo = cv2.warpPerspective(page, there, (800, 480), borderValue=(70, 80, 90))
    shade = np.linspace(1.0, 0.6, 800)[None, :, None]
    cv2.imwrite(str(tmp_path / "photo.png"), (photo * shade).astype(np.uint8))
    read = read_picture(tmp_path / "photo.png")
    for name, (x, y) in POINTS.items():
        u, v, w = there @ [x, y, 1]
        assert math.dist(read.points[name], (u / w, v / w)) < 8


@pytest.mark.slow
def test_the_same_picture_is_read_the_same_each_time(read, drawn):
    assert read_picture(drawn(svg(*EXTRAS))).to_json() == read.to_json()
