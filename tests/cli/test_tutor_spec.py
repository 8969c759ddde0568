"""``gnomon tutor --tutor SPEC``: other tutors than the symbolic one."""

import json
import subprocess
import sys

import pytest

from gnomon.dialogue import read_dialogues
from gnomon.models import FakeServer

pytestmark = pytest.mark.slow

PROBLEM = "hourglass-cglxz"
TURN = {
    "act": "Focus",
    "subact": "Guide",
    "highlights": {"lines": ["GZ"], "angles": [], "arcs": [], "labels": []},
    "feedback": "none",
    "utterance": "Which triangles have the same shape?",
}
LEAK = TURN | {"utterance": "GX is 15."}


@pytest.fixture
def told(gnomon, tmp_path):
    """Return a function that runs a lesson with a server's answers; gives the result and the dialogue."""

    def run(*answers, turns=2, options=()):
        path = tmp_path / "dialogue.jsonl"
        with FakeServer([json.dumps(answer) if isinstance(answer, dict) else answer for answer in answers]) as server:
            result = gnomon("tutor", PROBLEM, "--tutor", f"m@{server.url}", "--turns", turns, "--out", path, *options)
        return result, next(read_dialogues(path))

    return run


def test_a_model_tutors_a_simulated_student(told):
    result, dialogue = told(TURN)
    assert result.exit_code == 0, result.stderr
    assert "Which triangles have the same shape?" in result.stdout
    assert dialogue.tutor == "model:m"
    assert dialogue.tutor_turns()[0].highlights.lines == ("GZ",)


def test_it_is_guarded_by_default_and_the_interventions_are_said(told):
    result, dialogue = told(LEAK, turns=1)
    assert "15" not in "".join(turn.utterance for turn in dialogue.tutor_turns())
    assert "guard: 3 drafts stopped, 0 replies not readable as a turn, 1 safe turn in their place" in result.stderr


def test_unreadable_replies_are_counted(told):
    result, _ = told("Well, look at the triangles!")
    assert "0 drafts stopped, 6 replies not readable" in result.stderr


def test_without_the_guard_its_words_come_through_and_the_dialogue_says_so(told):
    result, dialogue = told(LEAK, options=["--no-guard"])
    assert "GX is 15." in result.stdout
    assert dialogue.tutor == "model:m (unguarded)"


def test_an_unreadable_reply_without_the_guard_is_one_line(gnomon):
    with FakeServer(["hm"]) as server:
        result = gnomon("tutor", PROBLEM, "--tutor", f"m@{server.url}", "--no-guard")
    assert result.exit_code == 1
    assert result.stderr.count("\n") == 1
    assert "could not be read as a turn" in result.stderr


@pytest.mark.parametrize(
    "spec",
    [
        "nobody",
        "no_such_module:factory",
        "m@ftp://host",
        "os:system",
        "os:getcwd",
        pytest.param("m@http://127.0.0.1:9/v1", marks=pytest.mark.slow),  # the client tries for ten seconds
    ],
)
def test_a_tutor_that_cannot_be_had_is_one_line(spec, gnomon):
    result = gnomon("tutor", PROBLEM, "--tutor", spec)
    assert result.exit_code == 1
    assert result.stderr.startswith("gnomon: error: ")
    assert result.stderr.count("\n") == 1


def test_a_factory_that_starts_the_debugger_is_one_line_when_that_is_left():
    command = [sys.executable, "-m", "gnomon.cli", "tutor", PROBLEM, "--tutor", "builtins:breakpoint"]
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (1, "gnomon: error: ended by BdbQuit\n")


def test_a_conversation_of_safe_turns_alone_says_that_its_outcome_is_not_the_tutors(told):
    warning = "warning: no turn is model:m's own, all are safe turns of gnomon: the outcome says nothing about it"
    assert warning in told("Well, look at the triangles!")[0].stderr
    assert "warning" not in told(TURN)[0].stderr
