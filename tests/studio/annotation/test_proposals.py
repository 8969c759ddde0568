"""Proposals: shuffled by a seed, blind, and one proposer that fails leaves the others."""

import asyncio
from dataclasses import dataclass

import pytest

from gnomon.dialogue import Dialogue, StudentTurn, TutorTurn, subacts
from gnomon.figure import Highlights
from gnomon.models import FakeModel
from gnomon.problem import bank
from gnomon.studio.annotation import (
    Guide,
    ModelProposer,
    PlainProposer,
    ProposalError,
    TutorProposer,
    gather_proposals,
    open_proposers,
)
from gnomon.tutor import SymbolicTutor, TutorContext, TutorSpecError, languages, said_turn
from tests.every import every

PROBLEM = bank()["triangle-sum-klm"]
TALK = Dialogue(problem=PROBLEM.id, attempt="I got 237.", turns=(StudentTurn(utterance="is it 237?"),))
CONTEXT = TutorContext(PROBLEM, TALK)
GUIDE = Guide("AskAngle", "negative", Highlights(angles=("KML",)))


@dataclass
class Says:
    name: str
    text: str = ""
    error: Exception | None = None
    waits: float = 0

    async def propose(self, _context: TutorContext, _guide: Guide) -> str:
        await asyncio.sleep(self.waits)
        if self.error:
            raise self.error
        return self.text or self.name


def gathered(*proposers, seed="a", **settings):
    return asyncio.run(gather_proposals(proposers, CONTEXT, GUIDE, seed=seed, **settings))


THREE = (Says("one"), Says("two"), Says("three"))


def test_the_order_hangs_on_the_seed_and_comes_out_each_way():
    orders = {gathered(*THREE, seed=str(seed)).texts for seed in range(60)}
    assert len(orders) == 6
    assert gathered(*THREE, seed="7") == gathered(*THREE, seed="7")


def test_each_origin_stands_in_each_place_about_as_often():
    first = [gathered(*THREE, seed=str(seed)).texts[0] for seed in range(300)]
    assert all(70 <= first.count(each.name) <= 130 for each in THREE)  # 100 expected, 8.2 the standard deviation


def test_what_is_shown_are_the_words_alone():
    assert set(gathered(Says("gpt", "Look."), Says("claude", "Hm.")).texts) == {"Look.", "Hm."}


@every([ValueError("broken\nin two"), RuntimeError(), ProposalError("it would choose Guide"), KeyError("x")], repr)
def test_one_that_fails_leaves_two(error):
    found = gathered(Says("one"), Says("two", error=error), Says("three"))
    assert set(found.texts) == {"one", "three"}
    assert "two" in found.failed
    assert "\n" not in found.failed["two"]
    assert found.failed["two"]


def test_one_that_is_too_slow_or_empty_or_says_the_same_has_failed_with_its_reason():
    found = gathered(Says("slow", waits=9), Says("empty", " "), Says("a", "Hm."), Says("b", "Hm."), longest_wait=0.02)
    assert found.texts == ("Hm.",)
    assert found.failed["slow"] == "no answer within 0.02 seconds"
    assert found.failed["empty"] == "an empty reply"
    assert found.failed.get("a", found.failed.get("b")) == "the same words as another proposal"


def test_two_of_one_name_are_told_apart_in_the_record():
    assert {each.origin for each in gathered(Says("m", "x"), Says("m", "y")).shown} == {"m", "m#2"}


def test_the_record_says_which_was_taken_and_whether_it_was_edited():
    found = gathered(*THREE)
    place = found.texts.index("two")
    assert [found.recorded(sent, number)[field] for sent, number in (("two", place), ("two!", place), ("Mine.", None))
            for field in ("taken", "chosen")] == ["two", "two", "two", "custom", "custom", "custom"]  # fmt: skip
    with pytest.raises(IndexError, match="from 0 to 2, got 3"):
        found.recorded("two", 3)


# proposers


def said(proposer, guide=GUIDE, context=CONTEXT):
    return asyncio.run(proposer.propose(context, guide))


def test_the_plain_proposer_says_something_of_its_own_for_each_subact_in_each_language():
    for language in languages():
        context = TutorContext(PROBLEM, TALK.model_copy(update={"language": language}))
        for subact in subacts():
            guide = Guide(subact, "positive", Highlights(lines=("KL",)), Highlights(lines=("LM",)))
            first, second = (said(PlainProposer(way), guide, context) for way in (0, 1))
            assert first != second
            assert "{" not in first + second


def test_the_plain_proposer_names_what_is_highlighted_and_begins_with_the_feedback():
    assert said(PlainProposer()) == "Not quite. Look at angle KML. How large is it?"
    assert said(PlainProposer(), Guide("AskAngle")) == "Look at the figure. How large is it?"
    relation = Guide("AskRelation", "none", Highlights(lines=("KL",)), Highlights(lines=("LM",)))
    assert "segment KL, in green, with segment LM, in brown" in said(PlainProposer(), relation)


class Fixed:
    name = "fixed"

    async def reply(self, _context):
        return said_turn(TutorTurn(act="Focus", subact="Guide", utterance="Think of the sum."))


def test_a_tutor_offers_its_words_only_where_it_makes_the_same_move():
    assert said(TutorProposer(Fixed()), Guide("Guide")) == "Think of the sum."
    with pytest.raises(ProposalError, match="it would choose Guide"):
        said(TutorProposer(Fixed()))


def test_a_model_is_told_what_the_teacher_decided_and_its_thoughts_are_not_shown():
    model = FakeModel("<think>hm</think>How large is the angle in green?")
    assert said(ModelProposer(model)) == "How large is the angle in green?"
    asked = model.requests[0].messages[-1]
    assert all(part in asked.text for part in ("SeeFigure, AskAngle", "angle:KML", "is not right yet", "is it 237?"))
    assert "in brown" not in asked.text.partition("What the teacher has decided")[2]
    assert len(asked.images) == 1


def test_specs_open_plain_ones_models_and_tutors():
    found = open_proposers(["plain", "plain", "symbolic", "m@http://host/v1"], lambda address: FakeModel("x", name=address))
    assert [type(each).__name__ for each in found] == ["PlainProposer", "PlainProposer", "TutorProposer", "ModelProposer"]
    assert said(found[0]) != said(found[1])
    with pytest.raises(TutorSpecError):
        open_proposers(["juggler"], FakeModel)


def test_without_any_model_there_are_always_two():
    proposers = [*open_proposers(["plain", "plain"], FakeModel), TutorProposer(SymbolicTutor(0))]
    assert len(gathered(*proposers).texts) >= 2
