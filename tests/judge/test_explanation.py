"""Explanations are rated by text against text."""

import asyncio

import pytest

from gnomon.judge import ExplanationCase, ExplanationJudge, ExplanationRating
from gnomon.models import FakeModel

REASONS = "Correct apart from one slip.\nIt follows the reference."


def judged(text, case):
    return asyncio.run(ExplanationJudge(FakeModel(text)).judge(case))


def test_four_ratings_and_the_reasons_are_read(explanation_case):
    judgement = judged(f"{REASONS}\nRating: [[4, 5, 3, 1]]", explanation_case)
    assert judgement.value == ExplanationRating(correctness=4, fidelity=5, visual_referencing=3, answer_right=1)
    assert (judgement.status, judgement.rationale) == ("ok", REASONS)


def test_reasons_that_were_only_thought_are_kept(explanation_case):
    assert judged("<think>One slip.</think>\n**Rating:** [[4, 5, 3, 1]]", explanation_case).rationale == "One slip."


def test_a_rating_out_of_range_is_none_and_the_rest_stays(explanation_case):
    judgement = judged("Rating: [[4, 7, 3, 1]]", explanation_case)
    assert (judgement.status, judgement.value.fidelity, judgement.value.correctness) == ("partial", None, 4)
    assert judgement.invalid_fields == ("fidelity",)


@pytest.mark.parametrize("text", ["Very good.", "", "Rating: 4, 5, 3, 1"])
def test_an_answer_without_a_rating_is_no_score(explanation_case, text):
    judgement = judged(text, explanation_case)
    assert (judgement.status, judgement.value) == ("unparseable", None)


def test_a_failed_call_is_no_score(explanation_case, broken_model):
    judgement = asyncio.run(ExplanationJudge(broken_model).judge(explanation_case))
    assert (judgement.status, judgement.error.boundary) == ("error", "judge/explanation")


def test_the_judge_gets_texts_and_no_picture(explanation_case):
    request = ExplanationJudge(FakeModel("")).request(explanation_case)
    assert all(not message.images for message in request.messages)
    assert "image" not in " ".join(ExplanationCase.model_fields)
    assert explanation_case.reference in request.messages[-1].text
    assert explanation_case.explanation in request.messages[-1].text


def test_the_problem_appears_only_where_given(explanation_case):
    judge = ExplanationJudge(FakeModel(""))
    assert "<problem-" not in judge.request(explanation_case).messages[-1].text
    asked = explanation_case.model_copy(update={"problem": "Find angle ABD."})
    assert "Find angle ABD." in judge.request(asked).messages[-1].text


def test_the_form_of_the_answer_is_asked_for_by_the_letter(explanation_case):
    system = ExplanationJudge(FakeModel("")).request(explanation_case).messages[0].text
    assert "\nRating: [[x, y, z, w]]\n" in system


def test_the_judge_is_shown_what_was_said_and_not_what_was_thought(explanation_case):
    thoughtful = explanation_case.model_copy(update={"explanation": f"<think>Hm, 42?</think>{explanation_case.explanation}"})
    judge = ExplanationJudge(FakeModel(""))
    assert judge.request(thoughtful) == judge.request(explanation_case)
