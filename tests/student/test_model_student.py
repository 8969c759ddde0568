"""A model as student: what it is shown, and what it never sees."""

import asyncio

import pytest

from gnomon.dialogue import Dialogue, StudentTurn, TurnRecord, TutorTurn
from gnomon.figure import Highlights
from gnomon.geometry import solution_of
from gnomon.models import FakeModel, FakeServer, PicturesRefusedError
from gnomon.problem import bank
from gnomon.session import choose_misconception, simulate
from gnomon.student import ModelStudent, StudentContext, make_attempt
from gnomon.tutor import AddressedModel

PROBLEM = bank()["pythagoras-leg-def"]
"""Its answer is 12, which stands nowhere in the question."""


@pytest.fixture(scope="module")
def solution():
    return solution_of(PROBLEM)


@pytest.fixture(scope="module")
def beliefs(solution):
    idea = choose_misconception(solution, None, 0)
    return make_attempt(PROBLEM, solution.proof, idea, deduction=solution.deduction, seed=0).beliefs


def context(beliefs, *turns):
    dialogue = Dialogue(problem=PROBLEM.id, attempt="13 - 5 = 8, so EF = 8.", turns=turns, misconception="some_idea")
    return StudentContext(PROBLEM.question, dialogue, beliefs)


LOOK = TutorTurn(
    act="SeeFigure",
    subact="SeeHighlight",
    utterance="Which side is the longest here?",
    highlights=Highlights(lines=("DF",)),
    record=TurnRecord(step=0, rung="secret_rung", asked="length(E,F)"),
)


def test_it_sees_question_figure_own_solution_and_conversation_and_nothing_else(beliefs):
    request = ModelStudent(FakeModel("DF?")).request(context(beliefs, LOOK, StudentTurn(utterance="hm"), LOOK))
    text = "\n".join(message.text for message in request.messages)
    assert "Triangle DEF has a right angle at E" in text
    assert "13 - 5 = 8, so EF = 8." in text
    assert "Teacher: Which side is the longest here? [green: segment DF]" in text
    assert len(request.messages[-1].images) == 1
    assert "12" not in request.messages[-1].text  # the system part speaks of students of 12 to 17 years
    assert "secret_rung" not in text
    assert "some_idea" not in text


def test_what_the_tutor_points_at_is_drawn(beliefs):
    def picture(turn):
        return ModelStudent(FakeModel("ok")).request(context(beliefs, turn)).messages[-1].images[0].data

    assert picture(LOOK) != picture(LOOK.model_copy(update={"highlights": Highlights()}))


def test_it_answers_in_one_line_without_its_thinking(beliefs):
    reply = asyncio.run(ModelStudent(FakeModel("<think>EF is 12</think>maybe\nDF " + "x" * 5000)).reply(context(beliefs, LOOK)))
    assert reply.turn.utterance.startswith("maybe DF xx")
    assert len(reply.turn.utterance) <= 1001
    assert reply.beliefs == beliefs


def test_a_whole_conversation_over_http_is_recorded_with_its_student(solution):
    async def talk(server):
        model = AddressedModel(f"pupil@{server.url}", role="student")
        idea = choose_misconception(solution, None, 0)
        try:
            return await simulate(solution, idea, student=ModelStudent(model), most_tutor_turns=4)
        finally:
            await model.aclose()

    with FakeServer(["DF is the longest", "so DE² + EF² = DF²", "EF = 12"]) as server:
        dialogue = asyncio.run(talk(server))
    assert dialogue.student == "model:pupil"
    assert "model:pupil" in dialogue.id
    assert dialogue.outcome == "solved_untold"
    assert all(request.num_images == 1 for request in server.requests)


def test_another_seed_is_another_request_and_none_is_sent_unasked(beliefs):
    asked = [ModelStudent(FakeModel("ok"), seed=seed).request(context(beliefs, LOOK)).seed for seed in (1, 2, None)]
    assert asked == [1, 2, None]


def test_a_model_without_eyes_is_asked_by_text_and_told_of_no_figure(beliefs):
    def answer(request, _):
        if request.messages[-1].images:
            raise PicturesRefusedError("it takes no pictures")
        return "DF?"

    model = FakeModel(answer)
    reply = asyncio.run(ModelStudent(model).reply(context(beliefs, LOOK)))
    assert reply.turn.utterance == "DF?"
    assert "figure is attached" not in model.requests[-1].messages[-1].text
    assert "figure is attached" in model.requests[0].messages[-1].text
