"""Progress and similarity of students' questions."""

import asyncio

import pytest

from gnomon.judge import ProgressCase, ProgressJudge, SimilarityCase, SimilarityJudge
from gnomon.models import FakeModel


def progress(text, domain="math"):
    case = ProgressCase(problem="2x = 6", solution="x = 6/2 = 3", message="Is x half of 6?", domain=domain)
    return asyncio.run(ProgressJudge(FakeModel(text)).judge(case))


def similarity(text):
    case = SimilarityCase(problem="2x = 6", first="Do I divide?", second="Is it 6/2?")
    return asyncio.run(SimilarityJudge(FakeModel(text)).judge(case))


def test_progress_with_reasoning_is_taken_as_given():
    judgement = progress('{"justification": "Right step.", "reasoning_present": true, "progress": 0.62}')
    assert (judgement.status, judgement.value.progress, judgement.rationale) == ("ok", 0.62, "Right step.")


def test_progress_without_reasoning_is_capped_and_flagged():
    judgement = progress('{"justification": "Bare answer.", "reasoning_present": false, "progress": 1.0}')
    assert (judgement.value.progress, judgement.value.given, judgement.flags) == (0.25, 1.0, ("capped",))


def test_low_progress_without_reasoning_needs_no_cap():
    judgement = progress('{"justification": "", "reasoning_present": false, "progress": 0.1}')
    assert (judgement.value.progress, judgement.flags) == (0.1, ())


def test_progress_of_a_judge_that_does_not_say_whether_there_is_reasoning_is_partial():
    judgement = progress('{"justification": "", "progress": 0.9}')
    assert (judgement.status, judgement.value.progress, judgement.invalid_fields) == ("partial", 0.9, ("reasoning_present",))


@pytest.mark.parametrize("number", ["1.2", "-0.1", '"half"', "null", "true"])
def test_progress_outside_its_range_is_no_score(number):
    judgement = progress(f'{{"justification": "Odd.", "reasoning_present": true, "progress": {number}}}')
    assert (judgement.status, judgement.value, judgement.rationale) == ("unparseable", None, "Odd.")


def test_progress_has_a_prompt_for_each_domain():
    assert progress("", "math").prompt == "judge/progress_math"
    assert progress("", "coding").prompt == "judge/progress_coding"


def test_the_progress_prompt_names_the_cap_of_the_table():
    case = ProgressCase(problem="p", solution="s", message="m")
    assert "at or below 0.25" in " ".join(ProgressJudge(FakeModel("")).request(case).messages[0].text.split())


@pytest.mark.parametrize("value", [0, 0.25, 0.5, 0.75, 1.0])
def test_similarity_is_one_of_five_values(value):
    assert similarity(f'{{"justification": "", "similarity": {value}}}').value == value


@pytest.mark.parametrize("value", ["0.6", "2", "null", '"same"'])
def test_similarity_between_the_five_is_no_value(value):
    judgement = similarity(f'{{"justification": "", "similarity": {value}}}')
    assert (judgement.status, judgement.value, judgement.invalid_fields) == ("unparseable", None, ("similarity",))


def test_the_similarity_prompts_say_lower_when_torn():
    for domain in ("math", "coding"):
        request = SimilarityJudge(FakeModel("")).request(SimilarityCase(problem="p", first="a", second="b", domain=domain))
        assert "torn between two, choose the lower" in " ".join(request.messages[0].text.split())


def test_a_swapped_pair_shows_the_messages_in_the_other_order():
    case = SimilarityCase(problem="p", first="alpha", second="beta")
    text = SimilarityJudge(FakeModel("")).request(case.swapped()).messages[-1].text
    assert text.index("beta") < text.index("alpha")
