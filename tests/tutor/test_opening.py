"""Tutors by their names on the command line."""

import asyncio
import sys

import pytest

from gnomon.models import FakeModel, FakeServer, ModelAddressError
from gnomon.tutor import (
    BlockingTutor,
    FocusedTutor,
    ModelExplainer,
    ModelKeyStepTutor,
    ModelTutor,
    SymbolicExplainer,
    SymbolicKeyStepTutor,
    SymbolicTutor,
    TutorSpecError,
    open_async_tutor,
    open_explainer,
    open_key_step_tutor,
    open_tutor,
)

ADDRESS = "some-model@http://localhost:9/v1"
OWN = """
from gnomon.dialogue import TutorTurn
from gnomon.tutor import SymbolicTutor, said_turn

TURN = TutorTurn(act="Generic", subact="Introduce", utterance="My own hello.")

class Own:
    def reply(self, context):
        return TURN

class OwnAsync:
    name = "own-async"
    async def reply(self, context):
        return said_turn(TURN)

def not_a_tutor():
    return 7
"""


@pytest.fixture
def own(tmp_path, monkeypatch):
    """Write a module with tutors into the current folder."""
    (tmp_path / "my_tutors.py").write_text(OWN, "utf-8")
    monkeypatch.chdir(tmp_path)
    yield
    sys.modules.pop("my_tutors", None)


def test_symbolic_is_the_symbolic_tutor():
    assert isinstance(open_tutor("symbolic"), SymbolicTutor)


@pytest.mark.parametrize(
    ("spec", "kind", "name"),
    [
        (ADDRESS, ModelTutor, "model:some-model"),
        (f"grounded+{ADDRESS}", ModelTutor, "grounded:some-model"),
        (f"focused+{ADDRESS}", FocusedTutor, "focused:some-model"),
    ],
)
def test_an_address_is_a_tutor_that_asks_its_model(spec, kind, name):
    tutor = open_tutor(spec)
    assert isinstance(tutor, BlockingTutor)
    assert isinstance(tutor.tutor, kind)
    assert tutor.name == name


@pytest.mark.parametrize("factory", ["Own", "OwnAsync"])
@pytest.mark.usefixtures("own")
def test_an_own_tutor_is_found_in_the_current_folder_waiting_or_not(factory, context):
    tutor = open_tutor(f"my_tutors:{factory}")
    assert tutor.reply(context).utterance == "My own hello."
    if isinstance(tutor, BlockingTutor):
        tutor.close()
    other = open_async_tutor(f"my_tutors:{factory}", FakeModel)
    assert asyncio.run(other.reply(context)).turn.utterance == "My own hello."


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("best", "no tutor 'best': expected `symbolic`"),
        ("no_such_module_here:Own", "no module 'no_such_module_here'"),
        ("my_tutors:Owm", "has no 'Owm'; did you mean Own"),
        ("my_tutors:not_a_tutor", "expected a tutor with `reply`, got 'int'"),
        ("my tutors:Own", "no tutor"),
    ],
)
@pytest.mark.usefixtures("own")
def test_what_cannot_be_opened_is_said_in_one_line(spec, message):
    with pytest.raises(TutorSpecError, match=message) as caught:
        open_tutor(spec)
    assert "\n" not in str(caught.value)


def test_an_address_with_a_key_in_it_is_refused_without_repeating_it():
    with pytest.raises(ModelAddressError) as caught:
        open_tutor("m@https://me:secret@host/v1")
    assert "secret" not in str(caught.value)


def test_key_step_tutors_and_explainers_open_by_the_same_names():
    assert isinstance(open_key_step_tutor("symbolic", FakeModel), SymbolicKeyStepTutor)
    assert isinstance(open_explainer("symbolic", FakeModel), SymbolicExplainer)
    assert isinstance(open_key_step_tutor(ADDRESS, FakeModel, variant="one_shot"), ModelKeyStepTutor)
    assert isinstance(open_explainer(ADDRESS, FakeModel), ModelExplainer)
    with pytest.raises(TutorSpecError, match="leave it out"):
        open_explainer(f"focused+{ADDRESS}", FakeModel)


def test_a_tutor_talks_to_a_server_with_text_and_picture(context, turn_json):
    with FakeServer([turn_json()]) as server:
        tutor = open_tutor(server.url)
        assert isinstance(tutor, BlockingTutor)
        with tutor:
            turn = tutor.reply(context)
            name = tutor.name
    assert turn.utterance == "Read your ratio once more. Which sides belong together?"
    assert name == "model:fake-model"  # the server's one model
    assert server.requests[-1].num_images == 1
    assert "Segments LZ and CG cross" in server.requests[-1].prompt
