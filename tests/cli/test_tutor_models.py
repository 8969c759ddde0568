"""``gnomon tutor`` and ``gnomon listen`` with models as reader, voice and student."""

import json

import pytest

from gnomon.dialogue import read_dialogues
from gnomon.models import FakeServer, Fault

PROBLEM = "triangle-sum-klm"
MESSAGE = "en tout 180, donc il reste 57 pour KML"
HEARD = json.dumps({"moves": [{"kind": "value", "words": "il reste 57 pour KML", "says": "angle(K,M,L) = 57"}]})


def again(asked, _):
    """Give the planned turn as it is."""
    return json.dumps({"utterance": asked.prompt.split("<turn-")[1].split("\n")[1]})


def test_models_read_speak_and_play_the_student_in_one_conversation(gnomon, tmp_path):
    path = tmp_path / "dialogue.jsonl"
    with FakeServer([HEARD]) as reader, FakeServer(again) as voice, FakeServer(["hm 60?", MESSAGE, "ok"]) as student:
        options = ["--reader", f"r@{reader.url}", "--voice", f"v@{voice.url}", "--student", f"s@{student.url}"]
        result = gnomon("tutor", PROBLEM, *options, "--turns", 4, "--out", path)
        assert reader.num_requests >= 1
        assert student.num_requests >= 2
        assert voice.num_requests >= 2
    assert result.exit_code == 0, result.stderr
    dialogue = next(read_dialogues(path))
    assert (dialogue.tutor, dialogue.student) == ("symbolic+reader:r+voice:v", "model:s")
    assert dialogue.outcome == "solved_untold"
    assert any(turn.record.heard for turn in dialogue.tutor_turns())


def test_a_model_that_talks_without_end_can_be_held_short(gnomon):
    with FakeServer(lambda *_: "and so on " * 200) as student:
        result = gnomon("tutor", PROBLEM, "--student", f"s@{student.url}", "--turns", 2, "--max-tokens", 30)
        assert {request.body["max_tokens"] for request in student.requests} == {30}
    assert result.exit_code == 0, result.stderr


@pytest.mark.slow
def test_without_them_nothing_changes(gnomon, tmp_path):
    talks = []
    for name in ("one", "two"):
        assert gnomon("tutor", PROBLEM, "--turns", 3, "--out", tmp_path / name).exit_code == 0
        talks.append(next(read_dialogues(tmp_path / name)))
    assert (talks[0].tutor, talks[0].student) == ("symbolic", "middle")
    assert [turn.utterance for turn in talks[0].turns] == [turn.utterance for turn in talks[1].turns]


def test_servers_that_refuse_cost_nothing_but_a_line_and_no_key_is_written(gnomon, tmp_path, monkeypatch):
    monkeypatch.setenv("GNOMON_API_KEY", "sk-secret-1")
    path = tmp_path / "dialogue.jsonl"
    with FakeServer(faults=lambda _: Fault(status=401, message="wrong key sk-secret-1")) as server:
        result = gnomon(
            "tutor", PROBLEM, "--reader", f"r@{server.url}", "--voice", f"v@{server.url}", "--turns", 3, "--out", path
        )
    assert result.exit_code == 0, result.stderr
    assert "voice: " in result.stderr
    assert "said in the planned words" in result.stderr
    assert "secret" not in result.stderr + result.stdout + path.read_text("utf-8")


@pytest.mark.parametrize(
    "options",
    [
        ["--reader", "no address"],
        ["--voice", "no address"],
        ["--tutor", "m@http://localhost:9/v1", "--reader", "r@http://localhost:9/v1"],
        ["--me", "--student", "s@http://localhost:9/v1"],
    ],
)
def test_what_cannot_be_is_refused_in_a_line(gnomon, options):
    result = gnomon("tutor", PROBLEM, *options)
    assert result.exit_code != 0
    assert "Traceback" not in result.stderr


def test_listen_takes_a_reader(gnomon, tmp_path):
    rows, out = tmp_path / "rows.jsonl", tmp_path / "out.jsonl"
    rows.write_text(json.dumps({"problem": PROBLEM, "message": MESSAGE}) + "\n", "utf-8")
    with FakeServer([HEARD]) as server:
        result = gnomon("listen", rows, "--reader", f"r@{server.url}", "--out", out)
    assert result.exit_code == 0, result.stderr
    heard = json.loads(out.read_text("utf-8"))
    assert (heard["verdict"], heard["solved"], heard["moves"][0]["words"]) == ("right", True, "il reste 57 pour KML")
