"""The focused pipeline: words first, then for lines and angles apart yes or no, then which."""

import asyncio

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gnomon.dialogue import TutorTurn
from gnomon.models import FakeModel, ModelUnavailableError
from gnomon.tutor import ContextParts, FocusedTutor, Move, move_of
from gnomon.tutor.model.focused import decision_request, prediction_request
from gnomon.tutor.model.highlight_answers import read_names, read_yes_no
from tests.every import every

WORDS = '{"act": "Probing", "subact": "SelfCorrect", "feedback": "negative", "utterance": "Which sides of the triangles match?"}'


def tutor(*, lines="no", angles="no", which='["ZG"]', **settings):
    """Return a focused tutor of scripted models, each its own."""
    return FocusedTutor(
        FakeModel(WORDS),
        prediction={"lines": FakeModel(lines), "angles": FakeModel(angles)},
        decision={"lines": FakeModel(which), "angles": FakeModel(which)},
        **settings,
    )


def test_words_come_first_and_their_model_sees_and_gives_no_highlights(context):
    pipeline = tutor()
    turn = asyncio.run(pipeline.reply(context)).turn
    assert turn.utterance == "Which sides of the triangles match?"
    assert not turn.highlights
    assert '"highlights"' not in pipeline.model.requests[0].messages[0].text


def test_highlights_that_the_utterance_model_gives_unasked_are_dropped(context, turn_json):
    pipeline = tutor()
    pipeline.model = FakeModel(turn_json())
    assert not asyncio.run(pipeline.reply(context)).turn.highlights


def test_which_is_asked_only_after_a_yes(context):
    pipeline = tutor(lines="Yes.", angles="no", which='["ZG", "GZ", "CL"]')
    turn = asyncio.run(pipeline.reply(context)).turn
    assert (turn.highlights.lines, turn.highlights.angles) == (("GZ", "CL"), ())
    assert [len(pipeline.decision[category].requests) for category in ("lines", "angles")] == [1, 0]


def test_the_which_model_is_told_to_name_at_least_one(context):
    request = decision_request(context, ContextParts(), Move("Focus", "Guide", None), "angles")
    assert "at least one" in request.messages[0].text


@pytest.mark.parametrize(
    ("lines", "which", "flag"), [("perhaps", "[]", "lines_prediction_unread"), ("yes", "[]", "lines_decision_unread")]
)
def test_an_answer_that_cannot_be_read_leaves_the_category_empty_and_says_so(lines, which, flag, context):
    reply = asyncio.run(tutor(lines=lines, which=which).reply(context))
    assert reply.turn.highlights.lines == ()
    assert reply.flags == (flag,)


@pytest.mark.parametrize(("source", "is_told"), [("model", True), ("none", False)])
def test_the_highlight_models_get_the_words_only_by_their_source(source, is_told, context):
    pipeline = tutor(utterance_source=source)
    asyncio.run(pipeline.reply(context))
    text = pipeline.prediction["lines"].requests[0].messages[-1].text
    assert ("Which sides of the triangles match?" in text) == is_told
    assert "SelfCorrect" in text


def test_recorded_words_cannot_be_had_by_a_tutor_at_work():
    with pytest.raises(ValueError, match="no recorded words"):
        tutor(utterance_source="truth")


def test_a_move_takes_act_and_subact_from_the_record_and_words_from_its_source():
    truth = TutorTurn(act="Focus", subact="Guide", utterance="true words")
    written = TutorTurn(act="Probing", subact="SelfCorrect", utterance="own words")
    assert [move_of(truth, source, written) for source in ("truth", "model", "none")] == [
        Move("Focus", "Guide", "true words"),
        Move("Focus", "Guide", "own words"),
        Move("Focus", "Guide", None),
    ]


def test_unreadable_words_of_the_model_are_no_words():
    assert move_of(TutorTurn(act="Focus", subact="Guide", utterance="true"), "model", None).utterance is None


def test_words_that_cannot_be_read_are_no_turn_and_nothing_more_is_asked(context):
    pipeline = tutor()
    pipeline.model = FakeModel("What now?")
    assert asyncio.run(pipeline.reply(context)).turn is None
    assert pipeline.prediction["lines"].requests == []


def test_the_calls_of_all_models_are_counted(context):
    assert asyncio.run(tutor(lines="yes", angles="yes").reply(context)).usage.requests == 5


def test_the_first_failure_is_raised_as_it_is_and_ends_the_other_question(context):
    ended = []

    class Waiting(FakeModel):
        async def respond(self, request):
            try:
                await asyncio.Event().wait()
            finally:
                ended.append(request)

    def fail(*_):
        raise ModelUnavailableError("no connection")

    pipeline = tutor()
    pipeline.prediction = {"lines": Waiting(""), "angles": FakeModel(fail)}

    async def reply():
        with pytest.raises(ModelUnavailableError, match="no connection"):
            await pipeline.reply(context)
        return len(ended)  # now, for the end of the event loop cancels everything

    assert asyncio.run(reply()) == 1


def test_parts_left_out_are_left_out_of_every_question(context):
    parts = ContextParts(diagram=False, correct_solution=False)
    move = Move("Focus", "Guide", "Look.")
    requests = [make(context, parts, move, "lines") for make in (prediction_request, decision_request)]
    assert all(not message.images and "15" not in message.text for request in requests for message in request.messages)


@every([
        ("yes", True), ("No.", False), (" **Yes** ", True), ('"no"', False), ("```\nyes\n```", True), ("YES!", True),
        ("<think>No? It points at AB.</think>yes", True), ("no</think>\n**Yes**", True), ("<think>yes", None),
        ("", None), ("yes and no", None), ("yes, because", None), ("not", None), ("The answer is yes", None), ("1", None),
    ])  # fmt: skip
def test_only_a_bare_yes_or_no_is_an_answer(text, answer):
    assert read_yes_no(text) is answer


@every([
        ('["AB"]', ("AB",)), ('```json\n["AB", "BC", "AB"]\n```', ("AB", "BC")), ('[" AB ", ""]', ("AB",)),
        ("[]", None), ('[""]', None), ("AB", None), ('{"lines": ["AB"]}', None), ("[1]", None), ('["AB"', None), ("", None),
        ('<think>["CD"]?</think>\n["AB"]', ("AB",)), ('<think>["CD"]', None),
    ])  # fmt: skip
def test_only_a_list_with_a_name_is_a_decision(text, names):
    assert read_names(text) == names


@given(st.text())
def test_no_text_raises(text):
    assert read_yes_no(text) in {True, False, None}
    assert read_names(text) is None or read_names(text)
