"""What somebody corrects of a reading: pictures are written by hand, as in the tests of joining."""

from gnomon.drafting import Corrections, Sources, Written, draft_of
from gnomon.figure import Figure
from gnomon.problem.words import read_words
from gnomon.reading.unnamed import Unnamed
from tests.drafting.pictures import POINTS, label, triangle
from tests.every import every

TEXT = "In triangle ABC, angle ABC is 60°. What is angle ACB?"
LABEL = "Equals(MeasureOf(Angle(B, A, C)), 50)"


def corrected(text=TEXT, picture=None, answers=None, **corrections):
    picture = picture or triangle(label("50°", "angle:BAC"))
    sources = Sources(text, read_words(text, sorted(POINTS)), picture)
    return draft_of(sources, answers, corrections=Corrections(**corrections))


def lines_of(draft):
    return {line.name for line in draft.picture.lines}


def test_without_corrections_nothing_changes():
    assert (corrected().status, corrected().answer) == ("solved", 70)


def test_a_point_that_is_moved_is_sure_and_takes_its_lines_along():
    picture = triangle(label("50°", "angle:BAC"), confidence={"D": 0.3})
    assert [question.id for question in corrected(picture=picture).questions] == ["point:D"]
    draft = corrected(picture=picture, moved={"D": (140.0, 200.0)})
    assert (draft.status, draft.picture.points["D"]) == ("solved", (140.0, 200.0))
    assert {"BD", "CD"} <= lines_of(draft)


def test_a_point_that_is_renamed_has_its_lines_and_labels():
    draft = corrected(text=TEXT.replace("C", "K"), renamed={"C": "K"})
    assert draft.answer == 70
    assert "BK" in lines_of(draft)
    assert any(fact.shown == "∠BAK = 50" for fact in draft.facts)


def test_no_point_takes_the_name_of_another():
    assert corrected(renamed={"D": "A"}).picture.points.keys() == POINTS.keys()


def test_a_point_that_is_removed_goes_with_its_lines():
    draft = corrected(removed=["D"])
    assert (draft.answer, "D" in draft.picture.points, "AD" in lines_of(draft)) == (70, False, False)


def test_a_point_that_is_added_at_a_corner_without_a_name_is_that_corner():
    picture = triangle(label("50°", "angle:BAC"))
    nameless = picture.renamed({})._replace(unnamed={"P01": Unnamed((300.0, 40.0), 2, 0.9)})
    draft = corrected(picture=nameless, moved={"E": (306.0, 44.0)})
    assert draft.picture.points["E"] == (300.0, 40.0)
    assert corrected(picture=nameless, moved={"E": (350.0, 90.0)}).picture.points["E"] == (350.0, 90.0)


def test_lines_are_joined_and_parted():
    draft = corrected(joined=[("D", "A"), ("A", "Z")], parted=[("A", "B")], moved={"E": (50.0, 50.0)})
    assert "AB" not in lines_of(draft)
    assert lines_of(draft) <= {"AC", "AD", "BC", "BD", "CD"}
    assert "AE" in lines_of(corrected(joined=[("A", "E")], moved={"E": (50.0, 50.0)}))


def test_a_fact_that_is_dropped_is_not_believed():
    draft = corrected(dropped=[LABEL])
    assert (draft.status, draft.answer) == ("unsolved", None)


def test_a_written_fact_takes_the_place_of_the_one_it_corrects():
    draft = corrected(written=(Written("∠BAC = 40", True, LABEL),))
    assert draft.answer == 80
    assert (draft.facts[0].shown, draft.facts[0].source) == ("∠BAC = 40", "written, in the figure")
    assert draft.data["facts"][0] == "∠BAC = 40"


def test_a_fact_in_no_school_notation_is_left_out_with_the_reason():
    draft = corrected(written=(Written("the angle is nice"),))
    assert draft.answer == 70
    assert any("expected a fact" in words for words in draft.unread)


def test_the_goal_can_be_another():
    assert corrected(goal="∠CAB").answer == 50


def test_answers_to_questions_that_are_no_longer_asked_are_passed_over():
    assert corrected(answers={"point:D": "yes"}).answer == 70


def test_a_figure_of_ones_own_is_taken_with_its_labels():
    figure = Figure(points={"A": (0, 3), "B": (0, 0), "C": (4, 0)}, lines=(("A", "B"), ("B", "C"), ("A", "C")), hidden=("B",))
    facts = tuple(map(Written, ("right angle ABC", "AB = 3", "BC = 4")))
    told = Corrections(written=facts, goal="AC", figure=figure)
    draft = draft_of(Sources("Find AC.", read_words("")), corrections=told)
    assert (draft.answer, draft.data["figure"]["hidden"]) == (5, ("B",))


@every([("AB = BC = CD", 2), ("Triangle(A, B, C)", 1), ("D on BC", 1)])
def test_what_is_written_may_be_several_facts_or_a_literal(fact, number):
    assert len(Corrections(written=(Written(fact),)).facts([])) == number
