"""Tutors by their names on the command line."""

import asyncio
import sys

import pytest

from gnomon.models import FakeModel, FakeServer, ModelAddressError
from gnomon.tutor import (
    AddressedModel,
    FocusedTutor,
    ModelExplainer,
    ModelKeyStepTutor,
    ModelTutor,
    SymbolicExplainer,
    SymbolicKeyStepTutor,
    SymbolicTutor,
    TutorSpecError,
    open_explainer,
    open_key_step_tutor,
    open_tutor,
)

ADDRESS = "some-model@http://localhost:9/v1"
OWN = """
import sys
from gnomon.dialogue import TutorTurn
from gnomon.tutor import said_turn

TURN = TutorTurn(act="Generic", subact="Introduce", utterance="My own hello.")

class Own:
    def reply(self, context):
        return TURN

class OwnAsync:
    name = "own-async"
    async def reply(self, context):
        return said_turn(TURN)

class OwnAsyncTurn:
    async def reply(self, context):
        return TURN

class Mute:
    def reply(self, context):
        return "hello"

def not_a_tutor():
    return 7

def needs_a_seed(seed):
    return Own()

def fails():
    raise RuntimeError("no licence\\nfor this")

def leaves():
    sys.exit()
"""


@pytest.fixture
def own(tmp_path, monkeypatch):
    """Write a module with tutors into the current folder."""
    (tmp_path / "my_tutors.py").write_text(OWN, "utf-8")
    (tmp_path / "broken_tutors.py").write_text("1 / 0", "utf-8")
    monkeypatch.chdir(tmp_path)
    yield
    sys.modules.pop("my_tutors", None)


def test_symbolic_is_the_symbolic_tutor():
    assert open_tutor("symbolic", FakeModel, seed=3) == SymbolicTutor(seed=3)


@pytest.mark.parametrize(
    ("spec", "kind", "name"),
    [
        (ADDRESS, ModelTutor, "model:some-model"),
        (f"grounded+{ADDRESS}", ModelTutor, "grounded:some-model"),
        (f"focused+{ADDRESS}", FocusedTutor, "focused:some-model"),
    ],
)
def test_an_address_is_a_tutor_that_asks_its_model(spec, kind, name):
    tutor = open_tutor(spec, AddressedModel)
    assert isinstance(tutor, kind)
    assert tutor.name == name


@pytest.mark.parametrize(
    ("factory", "name"), [("Own", "my_tutors:Own"), ("OwnAsync", "own-async"), ("OwnAsyncTurn", "my_tutors:OwnAsyncTurn")]
)
@pytest.mark.usefixtures("own")
def test_an_own_tutor_is_found_in_the_current_folder_asynchronous_or_not(factory, name, context):
    tutor = open_tutor(f"my_tutors:{factory}", FakeModel)
    reply = asyncio.run(tutor.reply(context))
    assert (tutor.name, reply.turn.utterance) == (name, "My own hello.")
    assert reply.reading.value == reply.turn.turn_json()


@pytest.mark.usefixtures("own")
def test_an_own_tutor_that_gives_no_turn_is_said(context):
    tutor = open_tutor("my_tutors:Mute", FakeModel)
    with pytest.raises(TutorSpecError, match="my_tutors:Mute: expected `reply` to give a TutorTurn, got 'str'"):
        asyncio.run(tutor.reply(context))


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("best", "no tutor 'best': expected `symbolic`"),
        ("no_such_module_here:Own", "no module 'no_such_module_here'"),
        ("my_tutors:Owm", "has no 'Owm'; did you mean Own"),
        ("my_tutors:not_a_tutor", "expected a tutor with `reply`, got 'int'"),
        ("my tutors:Own", "no tutor"),
        ("my_tutors:needs_a_seed", r"expected a factory that takes no arguments \(missing a required argument: 'seed'\)"),
        ("os:system", r"os:system: expected a factory that takes no arguments \(missing a required argument: 'command'\)"),
        ("os:getcwd", "expected a tutor with `reply`, got 'str'"),
        ("my_tutors:fails", "my_tutors:fails: the factory failed: RuntimeError: no licence for this; see docs/tutors.md"),
        ("my_tutors:leaves", "the factory failed: SystemExit; see docs/tutors.md"),
        ("broken_tutors:Own", "importing 'broken_tutors' failed: ZeroDivisionError: division by zero"),
    ],
)
@pytest.mark.usefixtures("own")
def test_what_cannot_be_opened_is_said_in_one_line(spec, message):
    with pytest.raises(TutorSpecError, match=message) as caught:
        open_tutor(spec, AddressedModel)
    assert "\n" not in str(caught.value)


def test_an_address_with_a_key_in_it_is_refused_without_repeating_it():
    with pytest.raises(ModelAddressError) as caught:
        open_tutor("m@https://me:secret@host/v1", AddressedModel)
    assert "secret" not in str(caught.value)


def test_key_step_tutors_and_explainers_open_by_the_same_names():
    assert isinstance(open_key_step_tutor("symbolic", FakeModel), SymbolicKeyStepTutor)
    assert isinstance(open_explainer("symbolic", FakeModel), SymbolicExplainer)
    assert isinstance(open_key_step_tutor(ADDRESS, FakeModel, variant="one_shot"), ModelKeyStepTutor)
    assert isinstance(open_explainer(ADDRESS, FakeModel), ModelExplainer)
    with pytest.raises(TutorSpecError, match="leave it out"):
        open_explainer(f"focused+{ADDRESS}", FakeModel)


def test_a_tutor_talks_to_a_server_with_text_and_picture(context, turn_json):
    async def talk(url):
        model = AddressedModel(url)
        tutor = open_tutor(url, lambda _: model)
        reply = await tutor.reply(context)
        name = tutor.name
        await model.aclose()
        return reply.turn, name

    with FakeServer([turn_json()]) as server:
        turn, name = asyncio.run(talk(server.url))
    assert turn.utterance == "Read your ratio once more. Which sides belong together?"
    assert name == "model:fake-model"  # the server's one model
    assert server.requests[-1].num_images == 1
    assert "Segments LZ and CG cross" in server.requests[-1].prompt
