"""Explainers: what a model sees in each task, and the baseline from the proof."""

import asyncio
import json

import pytest

from gnomon.figure import VisualKeypoint, keypoint_kind
from gnomon.models import FakeModel, Image
from gnomon.problem import Question, bank
from gnomon.tutor import ExplanationContext, ModelExplainer, NoProofError, SymbolicExplainer

PICTURE = Image(data=b"picture")
KEYPOINT = VisualKeypoint(element="Line AE", description="The segment that joins A and E")
TASK = ExplanationContext(
    Question(text="QUESTION-TEXT", choices=("16", "24")), (PICTURE,), "ANSWER-24", "CHAPTER-3", "SECTION-2", (KEYPOINT,)
)
NO_ANSWER = ExplanationContext(TASK.question, TASK.images, None, TASK.chapter, TASK.section, TASK.keypoints)


def sent(task, *arguments, method="identify"):
    model = FakeModel("[]")
    asyncio.run(getattr(ModelExplainer(model), method)(task, *arguments))
    messages = model.requests[0].messages
    return "\n".join(message.text for message in messages), [image for message in messages for image in message.images]


def test_task_one_gets_all_but_the_keypoints():
    text, images = sent(TASK)
    assert all(part in text for part in ("QUESTION-TEXT", "A. 16", "B. 24", "ANSWER-24", "CHAPTER-3", "SECTION-2"))
    assert "Line AE" not in text
    assert images == [PICTURE]


def test_task_two_gets_the_keypoints_too():
    text, images = sent(TASK, method="explain")
    assert "- Line AE: The segment that joins A and E" in text
    assert "ANSWER-24" in text
    assert images == [PICTURE]


@pytest.mark.parametrize("method", ["identify", "explain"])
def test_without_an_answer_none_is_told(method):
    assert "ANSWER-24" not in sent(NO_ANSWER, method=method)[0]


def test_the_answer_is_taken_from_the_explanation_without_picture_and_answer():
    text, images = sent(TASK, "MY EXPLANATION", method="answer")
    assert "MY EXPLANATION" in text
    assert "B. 24" in text
    assert "ANSWER-24" not in text
    assert images == []


def test_a_list_of_keypoints_is_read():
    text = json.dumps([{"element": "Line AE", "description": "The segment that joins A and E"}])
    reply = asyncio.run(ModelExplainer(FakeModel(text)).identify(TASK))
    assert (reply.text, reply.keypoints) == (text, (KEYPOINT,))


def test_a_keypoint_that_is_not_whole_is_left_out_and_named():
    text = json.dumps([{"element": "Line AE", "description": "The segment that joins A and E"}, {"element": "Line AB"}])
    reply = asyncio.run(ModelExplainer(FakeModel(text)).identify(TASK))
    assert reply.keypoints == (KEYPOINT,)
    assert reply.reading.invalid_fields == ("1.description",)


@pytest.mark.parametrize(("text", "keypoints"), [("[]", ()), ("I would draw the segment AE.", None)])
def test_no_keypoint_is_an_answer_and_prose_is_none(text, keypoints):
    assert asyncio.run(ModelExplainer(FakeModel(text)).identify(TASK)).keypoints == keypoints


def test_the_baseline_names_each_element_of_the_proof_once(hourglass):
    task = ExplanationContext(hourglass.problem.question, problem=hourglass.problem)
    keypoints = asyncio.run(SymbolicExplainer().identify(task)).keypoints
    # two triangles that are similar, then the four sides of the proportion
    assert sorted(point.element for point in keypoints) == [
        "Line CX", "Line GX", "Line LX", "Line XZ", "Region CLX", "Region GXZ",
    ]  # fmt: skip
    assert all(keypoint_kind(point.element) is not None for point in keypoints)
    assert keypoints[0].description == hourglass.proof.steps[0].text


def test_the_baseline_explains_by_the_steps_of_the_proof(hourglass):
    task = ExplanationContext(hourglass.problem.question, problem=hourglass.problem)
    text = asyncio.run(SymbolicExplainer().explain(task)).text
    assert all(step.text in text for step in hourglass.proof.steps)


def test_the_baseline_answers_with_the_option_that_equals_its_value():
    problem = bank()["hourglass-cglxz"]
    question = problem.question.model_copy(update={"choices": ("12", "15", "18")})
    answers = [
        asyncio.run(SymbolicExplainer().answer(ExplanationContext(asked, problem=problem), "")).text
        for asked in (question, problem.question)
    ]
    assert answers == ["B", "15"]


def test_the_baseline_needs_a_formal_description():
    with pytest.raises(NoProofError):
        asyncio.run(SymbolicExplainer().identify(TASK))


def test_an_explanation_without_its_thinking_is_what_was_said():
    reply = asyncio.run(ModelExplainer(FakeModel("<think>24?</think>\nJoin A and E.")).explain(TASK))
    assert (reply.text, reply.said) == ("<think>24?</think>\nJoin A and E.", "Join A and E.")


def test_the_answer_is_not_taken_from_what_was_thought():
    assert "THOUGHT" not in sent(TASK, "<think>THOUGHT</think>MY EXPLANATION", method="answer")[0]
