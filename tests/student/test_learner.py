"""The simulated learner: what it learns from, what it does on its own, and how it writes."""

import asyncio
import re
from dataclasses import replace
from random import Random

import pytest

from gnomon.dialogue import Dialogue, StudentTurn, TutorTurn, subacts
from gnomon.geometry import applicable, misconceptions, solution_of
from gnomon.packaged import packaged_yaml
from gnomon.problem import bank
from gnomon.student import (
    Learner,
    Mind,
    MisconceptionStudent,
    StudentContext,
    UnknownStudentError,
    cue,
    make_attempt,
    named_student,
    strengths,
    styles,
)
from tests.every import every

CALM = strengths()["middle"].model_copy(update=dict.fromkeys(("alone", "slip", "relapse", "half", "stray", "route"), 0.0))
"""A learner to whom nothing happens but what a test is about."""
HINT = "What do the angles of a triangle add up to?"


def _attempt(problem="triangle-sum-klm", idea="angle_sum_360"):
    solution = solution_of(bank()[problem])
    return make_attempt(solution.problem, solution.proof, misconceptions()[idea], deduction=solution.deduction)


ATTEMPT = _attempt()


def _turn(subact="Guide", utterance=HINT, feedback="none", **highlights):
    return TutorTurn(act=subacts()[subact].act, subact=subact, utterance=utterance, feedback=feedback, highlights=highlights)


def _reply(turn, beliefs=ATTEMPT.beliefs, seed=0, said="237", style="careful", problem="triangle-sum-klm", **chances):
    """Answer a turn that is not the first one."""
    dialogue = Dialogue(problem="p", attempt=ATTEMPT.text).with_turn(_turn("Introduce", "Hello!"))
    dialogue = dialogue.with_turn(StudentTurn(utterance=said)).with_turn(turn)
    learner = Learner("test", CALM.model_copy(update=chances), style, seed)
    return asyncio.run(learner.reply(StudentContext(bank()[problem].question, dialogue, beliefs)))


def _share(turn, beliefs=ATTEMPT.beliefs, tries=200, is_so=lambda reply: reply.beliefs.is_repaired, **more):
    return sum(is_so(_reply(turn, beliefs, seed, **more)) for seed in range(tries)) / tries


def _repaired(attempt=ATTEMPT, written=1):
    return replace(Mind.of(attempt.beliefs).repaired(bank()["triangle-sum-klm"].question.figure), rewritten=written)


@pytest.mark.slow
def test_a_turn_about_the_rule_repairs_as_often_as_the_strength_says():
    """0.35 of 200 tries: three standard deviations are 0.1."""
    assert _share(_turn(), repair=0.35) == pytest.approx(0.35, abs=0.1)
    assert _share(_turn(utterance="Nice weather today."), repair=1.0) == 0.0


def test_what_the_tutor_notes_for_itself_changes_nothing():
    noted = _turn(utterance="Look again.").model_copy(
        update={"record": {"step": 0, "rung": "reveal", "aim": "triangle_angle_sum"}}
    )
    assert _share(noted, tries=20, repair=1.0) == 0.0


def test_a_quotation_of_the_learner_names_no_rule():
    line = ATTEMPT.beliefs.lines
    assert cue(_turn(utterance="You wrote “the angles of a triangle add up to 360°”."), line, 0, None) == 0.0
    assert cue(_turn(), line, 0, None) == 1.0


def test_a_part_that_two_lines_use_points_at_each_of_them_half():
    attempt = _attempt("parallel-apex-bcnvw", "cointerior_equal")
    shown = _turn(utterance="Look here.", angles=("NCV",))
    both = [cue(shown, attempt.beliefs.lines, index, bank()["parallel-apex-bcnvw"].question.figure) for index in (0, 1)]
    assert both[0] == both[1] == pytest.approx(0.3)


def test_a_number_that_a_turn_tells_is_taken_over_but_not_one_of_an_example():
    assert _reply(_turn(utterance="It is 57°."), repair=0.0).beliefs.is_repaired
    assert not _reply(_turn(utterance="An example from another figure: angle XYZ is 57°."), repair=0.0).beliefs.is_repaired


@pytest.mark.slow
def test_a_new_idea_that_was_confirmed_stays_and_one_that_is_denied_goes_oftener():
    back = {"beliefs": _repaired(), "is_so": lambda reply: not reply.beliefs.is_repaired, "relapse": 0.2, "said": "ok"}
    assert _share(_turn(feedback="positive"), **back) == 0.0
    assert _share(_turn(), **back) == pytest.approx(0.2, abs=0.09)
    assert _share(_turn(feedback="negative"), **back) == pytest.approx(0.6, abs=0.11)
    assert _share(_turn(), **(back | {"said": "its 57"})) == pytest.approx(0.6, abs=0.11)


def test_a_relapse_brings_the_old_answer_back_and_says_so():
    reply = _reply(_turn(feedback="negative"), _repaired(), relapse=1.0)
    assert reply.beliefs.answer() == pytest.approx(237)
    assert "237" in reply.turn.utterance


def test_a_slip_is_carried_on_and_mended_when_its_line_is_doubted():
    attempt = _attempt("parallel-apex-bcnvw", "cointerior_equal")
    figure = bank()["parallel-apex-bcnvw"].question.figure
    mind = Mind.of(attempt.beliefs).repaired(figure).slip("v + 10")
    assert mind.answer() == pytest.approx(63 + 10)
    reply = _reply(_turn(utterance="No.", feedback="negative"), mind, problem="parallel-apex-bcnvw", mend=1.0, initiative=1.0)
    assert reply.beliefs.slipped is None
    assert reply.beliefs.answer() == pytest.approx(63)


def test_a_slip_that_later_lines_cannot_bear_does_not_happen():
    attempt = _attempt("parallel-apex-bcnvw", "cointerior_equal")
    mind = Mind.of(attempt.beliefs).repaired(bank()["parallel-apex-bcnvw"].question.figure)
    assert mind.slip("v - 100") is mind


def test_a_line_may_come_without_its_result_which_the_next_message_gives():
    first = _reply(_turn(), _repaired(written=0), half=1.0, initiative=1.0, style="terse")
    assert first.turn.utterance in {"180-52-71", "52+71+kml=180"}
    second = _reply(_turn(utterance="And?"), first.beliefs, style="terse")
    assert "57" in second.turn.utterance


def test_what_another_rule_gives_is_brought_up_and_true():
    attempt = _attempt("rectangle-diagonal-wavy", next(iter(_ideas("rectangle-diagonal-wavy"))))
    assert attempt.beliefs.asides
    reply = _reply(_turn(utterance="Hm."), attempt.beliefs, problem="rectangle-diagonal-wavy", route=1.0)
    assert reply.beliefs.asides_said == 1
    assert "90" in reply.turn.utterance


def _ideas(problem):
    solution = solution_of(bank()[problem])
    return applicable(solution.proof, solution.deduction)


@pytest.mark.slow
def test_some_messages_are_beside_the_matter():
    said = {_reply(_turn(), seed=seed, stray=1.0, repair=0.0, style="phone").turn.utterance for seed in range(40)}
    assert "" in said
    assert len(said) > 8


def test_a_word_that_was_asked_for_and_explained_addresses_its_rule():
    mind = replace(Mind.of(ATTEMPT.beliefs), word="triangle")
    reply = _reply(_turn(utterance="A triangle has three corners."), mind, repair=1.0)
    assert reply.beliefs.is_repaired
    assert reply.beliefs.word == ""


@every(styles())
def test_every_style_says_everything_with_the_result_alone(style):
    for key in ("aha", "oops", "line", "result_only", "fact", "aside"):
        assert "57" in styles()[style].say(key, Random(1), result="∠KML = 57°", value="57°", name="∠KML")


@every(subacts(), one_in=3)
def test_every_kind_of_turn_gets_an_answer_without_gaps(subact):
    for strength in strengths():
        for style in styles():
            student = named_student(f"{strength}:{style}", 1)
            dialogue = Dialogue(problem="p").with_turn(_turn(subact, "Please look at angle KML.", angles=("KML",)))
            context = StudentContext(bank()["triangle-sum-klm"].question, dialogue, ATTEMPT.beliefs)
            assert "{" not in asyncio.run(student.reply(context)).turn.utterance


def test_the_same_seed_answers_alike_and_another_one_otherwise():
    said = [asyncio.run(_first(seed)).turn.utterance for seed in (1, 1, 2, 3, 4)]
    assert said[0] == said[1]
    assert len(set(said)) > 2


async def _first(seed):
    dialogue = Dialogue(problem="p").with_turn(_turn("Introduce", "Hello!"))
    context = StudentContext(bank()["triangle-sum-klm"].question, dialogue, ATTEMPT.beliefs)
    return await named_student("weak", seed).reply(context)


def test_no_sentence_of_the_learner_is_one_of_the_tutor():
    tutors = _sentences(*(text for texts in _tutor_phrases() for text in texts))
    table = packaged_yaml("gnomon.student", "styles.yaml")
    own = [table["common"], *(row["phrases"] for name, row in table.items() if name not in {"terms", "common"})]
    learners = _sentences(*(text for phrases in own for texts in phrases.values() for text in texts))
    assert len(tutors) > 100
    assert learners & tutors == set()


def _tutor_phrases():
    return packaged_yaml("gnomon.tutor.symbolic", "words", "en", "phrases.yaml").values()


def _sentences(*texts):
    """Sentences of three words or more, without slots and signs."""
    parts = (" ".join(re.findall(r"[a-z]+", re.sub(r"\{\w+\}", "", part.lower()))) for text in texts for part in text.split(". "))
    return {part for part in parts if len(part.split()) > 2}


def test_names_of_students_are_read_and_unknown_ones_refused():
    assert named_student("strong:phone").name == "strong:phone"
    assert isinstance(named_student("misconception"), MisconceptionStudent)
    for name, told in (("strnog", "weak, middle, strong, misconception"), ("weak:loud", "careful")):
        with pytest.raises(UnknownStudentError, match=told):
            named_student(name)
