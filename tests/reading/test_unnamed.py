"""Vertices beside which no name is printed: points of the figure all the same, by names that no figure prints."""

import math

import pytest

from gnomon.figure import parse_element
from gnomon.reading import figure_of, read_picture
from tests.reading.pictures import NAMES, POINTS, svg

pytest.importorskip("cv2", reason="needs the extra read: OpenCV")
pytest.importorskip("onnxruntime", reason="needs the extra read: ONNX Runtime")

LABEL = '<text x="168" y="234" font-size="14">62°</text>'  # in angle AMC
TICK = '<path d="M285 234v12" stroke="black" stroke-width="1.6"/>'  # on MB


@pytest.fixture(scope="module")
def read(drawn):
    names = {name: place for name, place in NAMES.items() if name != "M"}
    return read_picture(drawn(svg(LABEL, TICK, names=names), "unnamed.png"))


def test_a_corner_without_a_name_is_a_vertex_with_its_place_and_degree(read):
    ((name, vertex),) = read.unnamed.items()
    assert math.dist(vertex.spot, POINTS["M"]) < 4
    assert (vertex.degree, 0 < vertex.confidence <= 1) == (3, True)
    assert name not in read.points
    parse_element(f"point:{name}")


def test_a_label_and_a_mark_there_keep_their_parts(read):
    (name,) = read.unnamed
    ((label, part, _),) = read.labels
    assert (label.text, part) == ("62°", f"angle:A{name}C")
    assert {f"line:B{name}", f"line:{name}B"} & {mark.part for mark in read.marks}


def test_the_lines_of_the_contract_are_between_names(read):
    found = read.to_json()
    assert set(found["lines"]) == {"AB", "AC", "BC", "OP"}
    (vertex,) = found["unnamed"].values()
    assert set(vertex["joined"]) == {"A", "B", "C"}


def test_in_a_figure_it_is_hidden_and_on_its_lines(read):
    (name,) = read.unnamed
    figure = figure_of(read, 300)
    assert figure.hidden == (name,)
    assert {frozenset(line) for line in figure.lines} >= {frozenset(("A", name, "B")), frozenset(("C", name))}


def test_where_every_vertex_has_a_name_there_is_none(drawn):
    assert read_picture(drawn(svg(LABEL, TICK), "named.png")).unnamed == {}
