"""A vision model that says which letter names which numbered vertex."""

import asyncio
import json
import math

import pytest

from gnomon.models import FakeModel
from gnomon.reading import match_points, read_picture
from gnomon.reading.picture import start_reading
from tests.reading.pictures import NAMES, POINTS, svg

pytest.importorskip("cv2", reason="needs the extra read: OpenCV")
pytest.importorskip("onnxruntime", reason="needs the extra read: ONNX Runtime")

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def picture(drawn):
    return drawn(svg())


@pytest.fixture(scope="module")
def read(picture):
    return read_picture(picture)


@pytest.fixture(scope="module")
def numbers(picture):
    """Return the number that each point has on the numbered picture, by its place alone."""
    spots = start_reading(picture).vertices()
    return {name: 1 + min(range(len(spots)), key=lambda at: math.dist(spots[at], POINTS[name])) for name in POINTS}


def matched(picture, answer, names=None):
    model = FakeModel(json.dumps({"points": [{"name": name, "number": number} for name, number in answer]}))
    return asyncio.run(match_points(picture, model, names)), model


def test_the_model_sees_the_picture_and_the_numbered_one(picture, numbers):
    _, model = matched(picture, numbers.items(), ["A", "B"])
    (request,) = model.requests
    plain, overlay = request.messages[-1].images
    assert plain.data == picture.read_bytes() != overlay.data
    assert "names the points A, B" in request.messages[-1].text


def test_where_both_agree_a_point_is_sure(picture, numbers):
    found, _ = matched(picture, numbers.items())
    assert found.picture.unsure == ()
    assert (found.by_model, found.differing, found.unused) == ((), (), ())


def test_where_they_differ_a_point_is_unsure_and_said(picture, read, numbers):
    swapped = {**numbers, "A": numbers["B"], "B": numbers["A"]}
    found, _ = matched(picture, swapped.items())
    assert set(found.differing) == set(found.picture.unsure) == {"A", "B"}
    assert found.picture.points == read.points


def test_a_name_that_only_the_model_gives_is_taken_and_said(drawn):
    without_m = drawn(svg(names={name: place for name, place in NAMES.items() if name != "M"}), "without.png")
    spots = start_reading(without_m).vertices()
    number = 1 + min(range(len(spots)), key=lambda at: math.dist(spots[at], POINTS["M"]))
    found, _ = matched(without_m, [("M", number)])
    assert found.by_model == ("M",)
    assert found.picture.points["M"] == pytest.approx(POINTS["M"], abs=4)
    assert set(found.picture.points) == set(POINTS)  # the rest by the reader's own letters


@pytest.mark.parametrize("answer", ["", "A is 1.", '{"points": 3}', '{"matches": []}'])
def test_an_answer_that_cannot_be_read_leaves_the_readers_names(picture, read, answer):
    found = asyncio.run(match_points(picture, FakeModel(answer)))
    assert found.picture.points == read.points
    assert len(found.unused) == 1


def test_numbers_and_names_that_are_none_are_not_used(picture, numbers):
    found, _ = matched(picture, [("A", 99), ("angle", 1), ("B", numbers["B"]), ("B", 1), ("Q", numbers["B"])])
    assert len(found.unused) == 4
    assert set(found.picture.points) == set(POINTS)
