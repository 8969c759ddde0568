"""Points of a picture that are doubtful or without a name are asked about, or get a free letter."""

import pytest

from gnomon.reading.drawn_lines import Line
from gnomon.reading.unnamed import Unnamed
from tests.drafting.drafts import drafted
from tests.drafting.pictures import POINTS, label, triangle


def test_an_unsure_point_is_asked_and_never_taken_in_silence():
    picture = triangle(label("50°", "angle:BAC"), confidence={"C": 0.3})
    text = "In triangle ABC, angle ABC is 60°. What is angle ACB?"
    draft = drafted(text, picture, leave_unsure=True)
    assert [question.id for question in draft.questions] == ["point:C"]
    assert drafted(text, picture, {"point:C": "yes"}).answer == 70


@pytest.mark.slow
def test_a_point_that_only_the_text_names_may_be_shown_where_it_is():
    text = "In triangle ABC, angle ABC is 60° and angle BAC is 50°. K is on AC. What is angle ACB?"
    draft = drafted(text, triangle())
    assert [question.id for question in draft.questions] == ["place:K"]
    assert drafted(text, triangle(), {"place:K": [180, 110]}).answer == 70


def test_a_place_that_is_told_near_a_vertex_without_a_name_is_that_vertex():
    picture = triangle(label("50°", "angle:BAC"))
    lines = tuple(line._replace(end="P01") if line.end == "C" else line for line in picture.lines)
    points = {name: spot for name, spot in POINTS.items() if name != "C"}
    nameless = picture._replace(
        points=points,
        confidence=dict.fromkeys(points, 1.0),
        lines=lines,
        labels=(),
        unnamed={"P01": Unnamed(POINTS["C"], 3, 0.9)},
    )
    text = "In triangle ABC, angle ABC is 60° and angle BAC is 50°. What is angle ACB?"
    assert [question.id for question in drafted(text, nameless).questions] == ["place:C"]
    draft = drafted(text, nameless, {"place:C": "255, 195"})
    assert (draft.status, draft.answer) == ("solved", 70)
    assert {"A C", "B D C"} <= {" ".join(line) for line in draft.problem.question.figure.lines}


def test_a_label_at_a_corner_without_a_name_is_a_fact_of_a_point_that_is_not_printed():
    picture = triangle(label("104°", "angle:AP01B"), label("35°", "angle:ABC"))
    spot = picture.points["D"]
    points = {name: place for name, place in picture.points.items() if name != "D"}
    ends = {"D": "P01"}
    lines = tuple(Line(ends.get(line.start, line.start), ends.get(line.end, line.end), 1.0) for line in picture.lines)
    picture = picture._replace(points=points, lines=lines, unnamed={"P01": Unnamed(spot, 3, 0.9)})
    draft = drafted("In triangle ABC, what is angle BAP?", picture)  # the text has a P of its own
    assert [question.id for question in draft.questions] == ["place:P"]
    draft = drafted("In triangle ABC, angle BCA = 40°. What is angle BAC?", picture)
    assert (draft.answer, draft.problem.question.figure.hidden) == (105, ("P",))
    assert "Equals(MeasureOf(Angle(A, P, B)), 104)" in {fact.literal for fact in draft.facts}
