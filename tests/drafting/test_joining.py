"""Picture and text joined: written pictures, so that neither OpenCV nor a picture is needed."""

import cmath
import math

import pytest

from gnomon.drafting import DraftError, Question, Sources, draft_of, make_draft
from gnomon.drafting.asking import Asking
from gnomon.problem.words import read_words
from gnomon.reading.drawn_lines import Line
from gnomon.reading.marks import Mark
from gnomon.reading.unnamed import Unnamed
from tests.drafting.pictures import POINTS, label, triangle


def drafted(text, picture=None, answers=None, **options):
    names = sorted(picture.points) if picture else ()
    return draft_of(Sources(text, read_words(text, names), picture), answers, **options)


def test_a_label_and_a_sentence_make_a_proof():
    draft = drafted("In triangle ABC, angle ABC is 60°. What is angle ACB?", triangle(label("50°", "angle:BAC")))
    assert (draft.status, draft.answer, draft.questions) == ("solved", 70, ())
    assert {str(fact.origin) for fact in draft.facts} >= {"the label '50°' on ∠BAC"}
    assert "B D C" in {" ".join(line) for line in draft.problem.question.figure.lines}


def test_a_drawing_not_to_scale_gives_no_sizes():
    draft = drafted("In triangle ABC, angle ABC is 60°. What is angle ACB?", triangle())
    assert (draft.status, draft.answer) == ("unsolved", None)


def test_a_mark_settles_what_the_text_leaves_open():
    square = Mark("right_angle", "angle:BAC", 1, 1.0)
    text = "Triangle ABC is a right triangle. Angle ABC is 35°. What is angle ACB?"
    assert drafted(text, triangle(marks=(square,))).answer == 55
    asked = drafted(text, triangle())
    assert (asked.status, asked.answer, len(asked.questions[0].choices)) == ("asks", None, 2)  # at B there is no right angle
    assert drafted(text, triangle(), {asked.questions[0].id: "the right angle is at A"}).answer == 55


def test_what_contradicts_is_asked_with_both_sources_and_the_wrong_one_is_left_out():
    text = "In triangle ABC, angle BAC is 40° and angle ABC is 60°. What is angle ACB?"
    picture = triangle(label("50°", "angle:BAC"))
    (question,) = drafted(text, picture).questions
    assert question.id == "contradiction"
    assert any("the label '50°' on ∠BAC" in choice for choice in question.choices)
    assert any("the words" in choice for choice in question.choices)
    wrong = next(choice for choice in question.choices if "label" in choice)
    assert drafted(text, picture, {"contradiction": wrong}).answer == 80


def test_a_doubtful_label_is_asked_and_left_out_where_the_proof_does_without():
    text = "In triangle ABC, angle BAC is 50° and angle ABC is 60°. What is angle ACB?"
    picture = triangle(label("7", "line:AB", 0.2))
    assert drafted(text, picture).status == "asks"
    left = drafted(text, picture, leave_unsure=True)
    assert (left.status, left.answer) == ("solved", 70)
    assert any("'7'" in words for words in left.unread)


def test_a_label_beside_the_end_of_a_line_is_asked_about():
    at_the_end = label("7", "line:AB")
    at_the_end = at_the_end._replace(label=at_the_end.label._replace(x=25.0, y=190.0))
    text = "In triangle ABC, angle BAC is 50° and angle ABC is 60°. What is angle ACB?"
    assert [question.id for question in drafted(text, triangle(at_the_end)).questions] == ["label:7@AB"]
    assert drafted(text, triangle(label("7", "line:AB"))).questions == ()


def test_a_doubtful_label_that_the_proof_needs_is_asked_all_the_same():
    picture = triangle(label("50°", "angle:BAC", 0.2))
    text = "In triangle ABC, angle ABC is 60°. What is angle ACB?"
    draft = drafted(text, picture, leave_unsure=True)
    assert (draft.status, draft.answer) == ("asks", None)
    assert drafted(text, picture, {draft.questions[0].id: 1}).answer == 70


def test_an_unsure_point_is_asked_and_never_taken_in_silence():
    picture = triangle(label("50°", "angle:BAC"), confidence={"C": 0.3})
    text = "In triangle ABC, angle ABC is 60°. What is angle ACB?"
    draft = drafted(text, picture, leave_unsure=True)
    assert [question.id for question in draft.questions] == ["point:C"]
    assert drafted(text, picture, {"point:C": "yes"}).answer == 70


@pytest.mark.slow
def test_two_statements_of_the_text_that_hold_at_one_vertex_alone_leave_no_doubt():
    picture = triangle(confidence={"D": 0.3})
    cut = picture._replace(lines=tuple(line for line in picture.lines if line.name != "AC"))

    def is_asked(text, picture):
        asked = drafted(f"{text} Angle ABC is 60°. What is angle BAD?", picture).questions
        return "point:D" in {question.id for question in asked}

    assert is_asked("ABC is a triangle.", picture)
    assert is_asked("ABC is a triangle. D is on BC.", cut)  # another place on BC would do as well
    assert is_asked("ABD is a triangle.", picture)  # C ends drawn sides from A and B, too
    assert not is_asked("ABD is a triangle.", cut)
    assert not is_asked("ABD is a triangle. D is on BC.", picture)
    assert is_asked("ABD is a triangle. D is on AB.", cut)


@pytest.mark.slow
def test_a_point_that_only_the_text_names_may_be_shown_where_it_is():
    text = "In triangle ABC, angle ABC is 60° and angle BAC is 50°. K is on AC. What is angle ACB?"
    draft = drafted(text, triangle())
    assert [question.id for question in draft.questions] == ["place:K"]
    assert drafted(text, triangle(), {"place:K": [180, 110]}).answer == 70


def test_what_is_asked_may_be_answered_in_school_notation():
    picture = triangle(label("50°", "angle:BAC"), label("60°", "angle:ABC"))
    text = "In triangle ABC, work out the thing that is wanted."
    assert [question.id for question in drafted(text, picture).questions] == ["goal"]
    assert drafted(text, picture, {"goal": "∠ACB"}).answer == 70


@pytest.mark.slow
def test_what_a_sentence_says_that_was_not_understood_may_be_told_in_school_notation():
    text = "In triangle ABC, angle ABC is 60°. The angles at A are both 25 of them. What is angle ACB?"
    (question,) = drafted(text, triangle()).questions
    assert (question.id, question.choices, question.only_adds) == ("words:39", (), True)
    told = drafted(text, triangle(), {"words:39": "∠BAD = 25; ∠DAC = ∠BAD"})
    assert (told.status, told.answer) == ("solved", 70)
    assert drafted(text, triangle(), {"words:39": "nothing"}).status == "unsolved"
    with pytest.raises(DraftError, match="words:39: expected statements such as AB = AC"):
        drafted(text, triangle(), {"words:39": "they are equal"})


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


def test_a_proved_problem_is_written_to_scale():
    draft = drafted("In triangle ABC, angle ABC is 60°. What is angle ACB?", triangle(label("50°", "angle:BAC")))
    spots = {name: complex(*at) for name, at in draft.data["figure"]["points"].items()}
    turn = (spots["B"] - spots["A"]) / (spots["C"] - spots["A"])
    assert abs(math.degrees(cmath.phase(turn))) == pytest.approx(50)
    assert draft.data["facts"][0] == "∠BAC = 50"


def test_of_a_picture_whose_words_say_nothing_that_is_read_the_goal_is_asked():
    picture = triangle(label("50°", "angle:BAC"), label("60°", "angle:ABC"))
    text = "Which angle of triangle ABC remains, in whole numbers of it?"
    assert "goal" in {question.id for question in drafted(text, picture).questions}
    assert drafted(text, picture, {"goal": "∠ACB"}).answer == 70
    assert drafted("如图，在三角形ABC中，求角C。", picture).status == "refused"


def test_answers_that_answer_nothing_are_refused():
    text = "In triangle ABC, angle BAC is 50° and angle ABC is 60°. What is angle ACB?"
    with pytest.raises(DraftError, match="no question 'point:Q' was asked"):
        drafted(text, triangle(), {"point:Q": 1})
    with pytest.raises(DraftError, match="expected a number from 1 to 2"):
        drafted(text, triangle(confidence={"C": 0.3}), {"point:C": 3})


def test_equal_marks_and_parallel_arrows_are_facts():
    ticks = (Mark("ticks", "line:AB", 1, 1.0), Mark("ticks", "line:AC", 1, 1.0))
    draft = drafted("Angle ABC is 52°. What is angle ACB?", triangle(marks=ticks))
    assert draft.answer == 52


def test_an_arc_below_a_label_says_nothing_of_other_arcs():
    arcs = (Mark("arcs", "angle:ABC", 1, 1.0), Mark("arcs", "angle:ACB", 1, 1.0))
    draft = drafted("What is angle ACB?", triangle(label("52°", "angle:ABC"), marks=arcs))
    assert (draft.status, draft.answer) == ("unsolved", None)


def test_a_text_alone_gets_a_figure_laid_out():
    draft = make_draft("In triangle ABC, angle BAC is 50° and angle ABC is 60°. What is angle ACB?")
    assert (draft.status, draft.answer) == ("solved", 70)


def test_a_text_in_which_nothing_is_read_is_refused():
    assert make_draft("如图,求角的度数。").status == "refused"
    assert make_draft("Anna buys three apples and a pear.").status == "refused"


def test_a_picture_with_one_point_is_no_figure():
    alone = triangle()._replace(points={"A": (100.0, 20.0)}, confidence={"A": 1.0}, lines=())
    draft = drafted("AB = 5. Find AB.", alone)
    assert (draft.status, draft.answer) in {("refused", None), ("asks", None)}
    assert drafted("Find the area of the circle.", alone).answer is None


def test_a_picture_that_is_none_is_refused_in_one_line(tmp_path):
    pytest.importorskip("cv2", reason="needs the extra read: OpenCV")
    (tmp_path / "f.png").write_bytes(b"nothing")
    draft = make_draft("Find angle ABC.", tmp_path / "f.png")
    assert (draft.status, "\n" in draft.reason) == ("refused", False)


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


def test_a_digit_that_counts_nothing_is_no_choice():
    with pytest.raises(DraftError, match="expected a number from 1 to 2"):
        Asking({"corner": "²"}).choice(Question("corner", "Where?", ("at A", "at B")))


def test_each_question_about_the_same_words_has_its_own_id():
    asked = drafted("Triangle ABD and triangle ACD are isosceles. Find AB.", triangle()).questions
    assert [question.id for question in asked] == ["text:0:1", "text:0:2"]


@pytest.mark.slow
def test_the_largest_angle_is_the_largest_of_those_proved():
    text = "In triangle ABC, angle BAC is 50° and angle ABC is 100°. Find the {} angle of triangle ABC."
    assert drafted(text.format("largest"), triangle()).answer == 100
    assert drafted(text.format("smallest"), triangle()).answer == 30


@pytest.mark.slow
def test_a_letter_that_may_measure_another_part_is_believed_nowhere():
    doubtful = label("x", "line:AC", 0.2)
    text = "In triangle ABC, angle BAC is 50° and angle ABC is 60°. What is angle ACB?"
    draft = drafted(text, triangle(label("x", "line:AB"), doubtful))
    assert [question.id for question in draft.questions] == ["label:x@AB", "label:x@AC"]
    assert [question.id for question in drafted(text, triangle(label("x", "line:AB"))).questions] == []
