"""Groups of learners: who stands together, and questions whose answers tell explanations apart."""

import pytest

from gnomon.geometry import solution_of
from gnomon.problem import bank
from gnomon.tracing import LearnerAnswer, Outcome, class_as_json, trace_class

APEX = "parallel-apex-bcnvw"
"""Angle VCB = 49°, angle BNC = 68°; NCV = 180 - 68 = 112, asked is BCN = 112 - 49 = 63."""
CLASS = {"Ada": "63", "Ben": "117", "Cleo": "19", "Dan": "19°", "Eva": "57", "Fay": "", "Gus": "161", "Hal": "73"}


def report_of(problem_id, answers, siblings=()):
    return trace_class(solution_of(bank()[problem_id]), [LearnerAnswer(*each) for each in answers.items()], siblings)


@pytest.fixture(scope="module")
def report():
    return report_of(APEX, CLASS)


def test_learners_with_one_explanation_stand_together_the_largest_group_first(report):
    assert [each.learner for each in report.groups[0].learners] == ["Cleo", "Dan"]
    assert {tuple(idea.id for idea in group.ideas) for group in report.groups} == {
        ("cointerior_equal",),
        ("supplement_given",),
        ("angle_parts_added_wrongly",),
        ("arithmetic_slip",),
    }


def test_every_learner_has_an_outcome_and_keeps_the_place(report):
    assert [each.learner for each in report.learners] == list(CLASS)
    assert [each.learner for each in report.of(Outcome.RIGHT)] == ["Ada"]
    assert [each.learner for each in report.of(Outcome.UNEXPLAINED)] == ["Eva"]
    assert [each.learner for each in report.of(Outcome.UNREAD)] == ["Fay"]


def asked(report, idea):
    """Return the question to the group of an idea, with what each explanation would say."""
    question = next(group.question for group in report.groups if group.ideas[0].id == idea)
    return question.text, {tuple(each.id for each in prediction.ideas): prediction.says for prediction in question.predictions}


def test_a_question_asks_for_a_part_that_comes_out_differently(report):
    """117 = 180 - 63, where NCV is right; or 68 + 49 with two ideas at once, where it is 68."""
    text, says = asked(report, "supplement_given")
    assert text == "How did you find ∠NCV, and what did you get for it?"
    assert says == {(): "112°", ("supplement_given",): "112°", ("cointerior_equal", "angle_parts_added_wrongly"): "68°"}


def test_without_a_rival_that_it_tells_apart_a_question_asks_for_a_part_that_comes_out_wrong(report):
    assert asked(report, "cointerior_equal")[1] == {(): "112°", ("cointerior_equal",): "68°"}


def test_where_no_part_comes_out_wrong_the_belief_itself_is_put_to_the_test(report):
    group = next(group for group in report.groups if group.ideas[0].id == "angle_parts_added_wrongly")
    assert (group.question.text, group.question.predictions) == (group.ideas[0].doubt, ())


def test_a_sibling_problem_is_set_where_the_explanations_answer_it_differently():
    """The problem stands in for a sibling of itself: the same steps go wrong, and give what they gave."""
    (group,) = report_of(APEX, {"Hal": "73"}, [solution_of(bank()[APEX])]).groups
    assert group.sibling is not None
    assert [(tuple(idea.id for idea in each.ideas), each.says) for each in group.sibling.predictions][:2] == [
        ((), "63°"),
        (("arithmetic_slip",), "73°"),
    ]


@pytest.mark.slow
def test_a_sibling_is_set_to_see_the_mistake_again_where_it_cannot_tell_explanations_apart():
    """Equal co-interior angles, and alternate angles that add up to 180°, always give the same."""
    sibling = report_of(APEX, {"Cleo": "19"}, [solution_of(bank()[APEX])]).groups[0].sibling
    assert sibling is not None
    assert [each.says for each in sibling.predictions][:3] == ["63°", "19°", "19°"]


@pytest.mark.slow
def test_no_sibling_is_set_whose_proof_has_no_place_for_the_idea():
    assert report_of(APEX, {"Cleo": "19"}, [solution_of(bank()["long-leg-cty"])]).groups[0].sibling is None


def test_the_report_as_plain_data_counts_what_it_lists(report):
    plain = class_as_json(report)
    assert plain["counts"] == {"right": 1, "rounded_early": 0, "explained": 5, "unexplained": 1, "unread": 1}
    assert [each["learner"] for each in plain["learners"]] == list(CLASS)
    cleo = plain["learners"][2]["explanations"][0]
    assert cleo["ideas"] == ["cointerior_equal"]
    assert [step["idea"] for step in cleo["steps"]] == ["cointerior_equal", None]
    assert cleo["steps"][0]["work"].endswith("∠NCV = 68°")
    assert cleo["steps"][1]["work"] == "49° + ∠BCN = 68°, so ∠BCN = 19°"
