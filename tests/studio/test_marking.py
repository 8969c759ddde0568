"""Parts of a figure by name, and strokes as parts."""

from gnomon.drawing import draw
from gnomon.problem import bank
from gnomon.studio.marking import FIGURE_WIDTH, parts_of
from tests.studio.serving import Running

FIGURE = bank()["inscribed-rst"].question.figure


def test_points_segments_angles_and_arcs_can_be_marked_by_name():
    words = [part.words for part in parts_of(FIGURE)]
    assert {"point Q", "QR", "∠RTS", "∠RQS", "arc RS"} <= set(words)
    assert len(words) == len(set(words))


def test_a_part_has_the_shape_that_the_drawing_gives_it():
    part = next(part for part in parts_of(FIGURE) if part.element == "angle:RTS")
    from gnomon.figure import Highlights

    whole = draw(FIGURE, Highlights(angles=("RTS",)), width_px=FIGURE_WIDTH)
    assert part.shapes["green"] in whole
    assert "#7a3d0a" in part.shapes["brown"]


def test_a_traced_segment_is_read_in_pixels_from_the_upper_left_corner(studio: Running) -> None:
    learner = studio.person("learner")
    way = [(235.3 - 83.6 * step / 20, 35.7 + 282.3 * step / 20, 0.5, 10 * step) for step in range(21)]
    answer = learner.browser.post(
        "/api/figures/read-strokes",
        json={"problem": "inscribed-rst", "strokes": [{"pen": "brown", "points": way}], "width": FIGURE_WIDTH},
        headers={"X-CSRF": learner.csrf},
    )
    assert answer.status_code == 200
    assert [(found["element"], found["pen"]) for found in answer.json()["found"]] == [("line:RT", "brown")]


def test_a_scribble_is_asked_about_and_a_figure_that_is_not_there_is_said(studio: Running) -> None:
    learner = studio.person("learner")
    point = [400, 60, 0.5, 0]
    stroke = {"pen": "green", "points": [point, [430, 62, 0.5, 9], [405, 90, 0.5, 20], [433, 95, 0.5, 30]]}
    for problem, status in (("inscribed-rst", 200), ("nothing", 404)):
        sent = {"problem": problem, "strokes": [stroke], "width": FIGURE_WIDTH}
        answer = learner.browser.post("/api/figures/read-strokes", json=sent, headers={"X-CSRF": learner.csrf})
        assert answer.status_code == status
