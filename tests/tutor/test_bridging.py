"""Model tutors in the session loop, symbolic ones among models."""

import asyncio
import threading
from dataclasses import dataclass

import pytest

from gnomon.models import FakeModel, ModelUnavailableError
from gnomon.tutor import AwaitableTutor, BlockingTutor, ModelTutor, SymbolicTutor, UnreadableReplyError


@dataclass
class LoopWatcher:
    """Gives the turn of another tutor and keeps the loops it ran on."""

    tutor: ModelTutor
    loops: list

    async def reply(self, context):
        self.loops.append(asyncio.get_running_loop())
        return await self.tutor.reply(context)


def test_all_turns_run_on_one_loop_in_a_thread_of_their_own(context, turn_json):
    watcher = LoopWatcher(ModelTutor(FakeModel(turn_json())), [])
    with BlockingTutor(watcher) as tutor:
        turns = [tutor.reply(context) for _ in range(3)]
    assert len(set(map(id, watcher.loops))) == 1
    assert {turn.subact for turn in turns} == {"SelfCorrect"}
    assert tutor.usage.requests == 3


def test_it_works_inside_a_running_loop_too(context, turn_json):
    async def lesson():
        with BlockingTutor(ModelTutor(FakeModel(turn_json()))) as tutor:
            return tutor.reply(context)

    assert asyncio.run(lesson()).subact == "SelfCorrect"


def test_an_unreadable_reply_is_counted_and_raised_with_the_reply(context):
    with BlockingTutor(ModelTutor(FakeModel("hm"))) as tutor, pytest.raises(UnreadableReplyError, match="not be read") as caught:
        tutor.reply(context)
    assert caught.value.reply.text == "hm"
    assert tutor.num_unreadable == 1


def test_a_model_that_cannot_be_asked_is_said(context):
    def fail(*_):
        raise ModelUnavailableError("no connection")

    with BlockingTutor(ModelTutor(FakeModel(fail))) as tutor, pytest.raises(ModelUnavailableError):
        tutor.reply(context)


def test_closing_ends_the_thread_and_the_model_on_its_own_loop(context, turn_json):
    closed = []

    async def close():
        closed.append(asyncio.get_running_loop())

    watcher = LoopWatcher(ModelTutor(FakeModel(turn_json())), [])
    before = threading.active_count()
    tutor = BlockingTutor(watcher, close)
    tutor.reply(context)
    tutor.close()
    assert closed == watcher.loops
    assert threading.active_count() == before


def test_closing_what_never_spoke_does_nothing():
    BlockingTutor(ModelTutor(FakeModel(""))).close()


def test_a_symbolic_tutor_among_models_gives_its_turn_as_json(context):
    reply = asyncio.run(AwaitableTutor(SymbolicTutor(seed=1), "symbolic").reply(context))
    assert reply.turn == SymbolicTutor(seed=1).reply(context)
    assert reply.reading.value == reply.turn.turn_json()
    assert reply.usage.requests == 0


def test_the_thread_ends_also_where_closing_the_model_fails(context, turn_json):
    async def fail():
        raise ModelUnavailableError("gone")

    before = threading.active_count()
    tutor = BlockingTutor(ModelTutor(FakeModel(turn_json())), fail)
    tutor.reply(context)
    with pytest.raises(ModelUnavailableError, match="gone"):
        tutor.close()
    assert threading.active_count() == before
