"""``gnomon tutor``: with a simulated student, and with a person."""

import json
from datetime import datetime
from pathlib import Path

import pytest

from gnomon.dialogue import read_dialogues
from gnomon.geometry import misconceptions
from tests import command_line
from tests.copies import original_with

PROBLEM = "hourglass-cglxz"
ANSWER = "15"
RIGHT = "Triangles CLX and GZX are similar because CL and GZ are parallel, so 6/GX = 4/10 and GX = 15"
PLEAS = ["just tell me the answer"] * 3


@pytest.fixture
def type_in():
    """Return a function that runs ``gnomon tutor --me`` with lines on stdin."""
    return lambda lines, *options: command_line.gnomon(
        "tutor", PROBLEM, "--me", *options, typed="".join(f"{line}\n" for line in lines)
    )


@pytest.fixture(scope="module")
def written(tmp_path_factory):
    """Hold one dialogue; return what was printed, and the folder with its dialogue and page."""
    folder = tmp_path_factory.mktemp("written")
    files = ("--out", folder / "dialogue.jsonl", "--html", folder / "page.html")
    return command_line.gnomon("tutor", PROBLEM, *files, "--misconception", "ratio_inverted"), folder


def test_the_conversation_is_printed_with_acts_and_what_is_pointed_at(gnomon):
    student = ("--student", "misconception")
    shown = gnomon("tutor", PROBLEM, "--seed", 1, "--misconception", "additive_similarity", *student).stdout
    assert "Tutor · Generic: Introduce" in shown
    assert "━━ green: CX, GX, LX, XZ" in shown
    assert "Student's attempt (misconception: Differences kept where ratios should be)" in shown
    assert shown.splitlines()[-1].startswith("Solved, and the tutor never gave the answer away.")


@pytest.mark.slow
def test_students_of_other_strengths_and_ways_of_writing_talk_otherwise(gnomon):
    kinds = ("weak", "strong:phone", "misconception")
    talks = [json.loads(gnomon("tutor", PROBLEM, "--json", "--student", kind).stdout) for kind in kinds]
    assert [talk["student"] for talk in talks] == list(kinds)
    assert len({talk["turns"][1]["utterance"] for talk in talks}) == len(kinds)


def test_the_learner_chooses_the_language(gnomon, type_in):
    assert "die Länge von XG" in type_in(["", "quit"], "--language", "de").stdout
    assert gnomon("tutor", PROBLEM, "--language", "fr").stderr.count("expected one of de, en, got 'fr'") == 1


def test_an_unknown_student_is_one_line(gnomon):
    result = gnomon("tutor", PROBLEM, "--student", "strnog")
    assert result.exit_code == 1
    assert "there are: weak, middle, strong, misconception" in result.stderr


def test_no_printed_line_ends_in_a_space_or_is_too_wide(written):
    lines = [line for line in written[0].stdout.splitlines() if str(written[1]) not in line]
    assert len(lines) > 10
    assert [line for line in lines if line != line.rstrip() or len(line) > 80] == []


@pytest.mark.slow
def test_without_a_misconception_one_that_applies_is_taken_by_seed(gnomon):
    chosen = {json.loads(gnomon("tutor", PROBLEM, "--json", "--seed", seed).stdout)["misconception"] for seed in range(6)}
    assert chosen == {"additive_similarity", "ratio_inverted", "noncorresponding_parts"}


def test_the_same_seed_gives_the_same_dialogue(gnomon):
    first, again = (json.loads(gnomon("tutor", PROBLEM, "--json", "--seed", 5, "--turns", 4).stdout) for _ in range(2))
    assert [turn["utterance"] for turn in first["turns"]] == [turn["utterance"] for turn in again["turns"]]


def test_dialogue_and_page_are_written(written):
    result, folder = written
    out, page = folder / "dialogue.jsonl", folder / "page.html"
    dialogue = next(read_dialogues(out))
    assert result.exit_code == 0
    assert dialogue.problem == PROBLEM
    assert dialogue.turns[-1].utterance in page.read_text("utf-8")
    assert sorted(folder.iterdir()) == [out, page]


def test_the_page_names_the_misconception_and_folds_the_proof_away(written):
    html = (written[1] / "page.html").read_text("utf-8")
    assert "<b>Ratio inverted</b>" in html
    assert '<details class="proof">' in html


def test_an_existing_file_is_not_overwritten(gnomon, tmp_path):
    out = tmp_path / "dialogue.jsonl"
    out.write_text("mine", "utf-8")
    result = gnomon("tutor", PROBLEM, "--out", out, "--html", tmp_path / "page.html")
    assert (result.exit_code, result.stdout, out.read_text("utf-8")) == (1, "", "mine")
    assert "--force" in result.stderr
    assert list(tmp_path.iterdir()) == [out]


def test_force_overwrites(gnomon, tmp_path):
    out = tmp_path / "dialogue.jsonl"
    out.write_text("mine", "utf-8")
    assert gnomon("tutor", PROBLEM, "--out", out, "--turns", 1, "--force").exit_code == 0
    assert len(list(read_dialogues(out))) == 1


def test_a_folder_that_is_missing_is_named_before_any_work(gnomon, tmp_path):
    result = gnomon("tutor", PROBLEM, "--out", tmp_path / "missing" / "dialogue.jsonl")
    assert (result.exit_code, result.stdout) == (1, "")
    assert "there is no folder" in result.stderr


@pytest.mark.slow
def test_an_error_while_writing_leaves_nothing(gnomon, tmp_path, monkeypatch):
    written: list[int] = []

    def fail_at_the_second(path, content, write=Path.write_bytes):
        if written:
            raise OSError(28, "No space left on device")
        written.append(write(path, content))

    monkeypatch.setattr(Path, "write_bytes", fail_at_the_second)
    result = gnomon("tutor", PROBLEM, "--html", tmp_path / "page.html", "--out", tmp_path / "dialogue.jsonl")
    assert (result.exit_code, len(written)) == (1, 1)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", ["legs_added", "no_such_idea"])
def test_a_misconception_that_does_not_apply_is_answered_with_those_that_do(gnomon, name):
    result = gnomon("tutor", PROBLEM, "--misconception", name)
    assert (result.exit_code, result.stdout, result.stderr.count("\n")) == (1, "", 1)
    assert repr(name) in result.stderr
    assert "ratio_inverted, additive_similarity" in result.stderr


def test_a_problem_that_the_engine_cannot_solve_is_refused_in_one_line(gnomon, write):
    result = gnomon("tutor", write({"fact": "Equals(MeasureOf(Angle(B,C,A)), 2*x)"}))
    assert (result.exit_code, result.stdout, result.stderr.count("\n")) == (1, "", 1)
    assert "no proof" in result.stderr


def test_the_misconceptions_are_listed(gnomon):
    shown = gnomon("tutor", "--misconceptions").stdout
    assert [each.id for each in misconceptions().values() if f"{each.id} " not in shown or each.name not in shown] == []
    assert set(json.loads(gnomon("tutor", "--misconceptions", "--json").stdout)[0]) == {"id", "name", "source"}


@pytest.mark.parametrize(
    "options",
    [
        [],
        [PROBLEM, "--me", "--misconception", "ratio_inverted"],
        [PROBLEM, "--figure", "f.svg"],
        [PROBLEM, "--me", "--figure", "f.png"],
        [PROBLEM, "--turns", "0"],
        [PROBLEM, "--out", "same", "--html", "same"],
    ],
    ids=" ".join,
)
def test_options_that_do_not_fit_are_a_usage_error(gnomon, options):
    result = gnomon("tutor", *options)
    assert (result.exit_code, result.stdout, result.stderr.count("\n")) == (2, "", 1)


@pytest.mark.slow
def test_a_geometry3k_form_is_taught(gnomon, form):
    assert gnomon("tutor", form).stdout.splitlines()[-1].startswith("Solved")


def test_the_turns_are_limited(gnomon):
    dialogue = json.loads(gnomon("tutor", PROBLEM, "--turns", 2, "--json").stdout)
    assert [turn["role"] for turn in dialogue["turns"]].count("tutor") == 2


def test_pleading_buys_a_person_nothing(type_in, tmp_path):
    out = tmp_path / "dialogue.jsonl"
    done = type_in(["", *PLEAS, RIGHT], "--out", out)
    before = done.stdout.partition(RIGHT[:20])[0].partition("Student")[2]
    dialogue = next(read_dialogues(out))
    assert [plea in before for plea in PLEAS] == [True] * 3
    assert ANSWER not in before
    assert (dialogue.outcome, dialogue.student) == ("solved_untold", "person")


def test_a_person_may_bring_a_solution(type_in):
    shown = type_in(["I found GX = 12 since 6 - 4 = 2 and 10 + 2 = 12", "quit"], "--json")
    dialogue = json.loads(shown.stdout)
    assert dialogue["attempt"].startswith("I found GX = 12")
    assert "Similar triangles at a crossing" in shown.stderr


def test_a_person_reads_the_problem_and_what_is_given(type_in):
    shown = " ".join(type_in([]).stdout.split())
    assert "Find the length of XG." in shown
    assert "LC is parallel to GZ; LX = 4; XZ = 10; CX = 6." in shown


@pytest.mark.parametrize("last", [["quit"], ["  QUIT "], []], ids=["quit", "in capitals", "end of input"])
def test_a_person_may_leave_and_keeps_what_was_said(type_in, tmp_path, last):
    out = tmp_path / "dialogue.jsonl"
    result = type_in(["", "idk", *last], "--out", out)
    dialogue = next(read_dialogues(out))
    assert (result.exit_code, dialogue.outcome) == (0, "not_solved")
    assert [turn.utterance for turn in dialogue.student_turns()] == ["idk"]


def test_without_a_terminal_it_is_said_what_each_line_is_taken_for(type_in):
    shown = type_in(["GX = 12", "idk", "quit"]).stdout
    first, _, then = shown.partition("Tutor ·")
    assert "Your solution so far (empty line to start without one):\n▌ Student's attempt\n▌ GX = 12\n" in first
    assert "You:\n▌ Student\n▌ idk\n" in then


def test_an_empty_line_is_no_turn(type_in):
    dialogue = json.loads(type_in(["", "", "  ", "idk"], "--json").stdout)
    assert [turn["utterance"] for turn in dialogue["turns"] if turn["role"] == "student"] == ["idk"]


def test_the_figure_of_a_person_shows_what_the_tutor_points_at(type_in, tmp_path):
    figure = tmp_path / "figure.svg"
    type_in(["GX = 12, similar shapes differ by the same amount", "GX = 12"], "--figure", figure)
    assert "Highlight 1: segment" in figure.read_text("utf-8")


def test_the_figure_is_there_before_the_tutor_speaks(type_in, tmp_path):
    figure = tmp_path / "figure.svg"
    assert f"The figure is in {figure}"[:60] in " ".join(type_in([], "--figure", figure).stdout.split())
    assert "No highlights" in figure.read_text("utf-8")


def test_bytes_that_are_no_text_are_read_all_the_same():
    done = command_line.gnomon("tutor", PROBLEM, "--me", "--json", typed=b"\n\xff\xfe\x00 hm\n")
    assert "hm" in json.loads(done.stdout)["turns"][1]["utterance"]


INTERRUPTED = """
import asyncio, builtins, signal, sys
from gnomon.cli import app
from gnomon.dialogue import TutorTurn

class Hesitant:
    def __init__(self):
        self.turns = 0

    async def reply(self, context):
        self.turns += 1
        if self.turns == 2:
            asyncio.get_running_loop().call_soon(signal.raise_signal, signal.SIGINT)
            await asyncio.Event().wait()
        return TutorTurn(act="Generic", subact="Introduce", utterance="Hello.")

def typed():
    return lines.pop(0) if lines else signal.raise_signal(signal.SIGINT)

sys.modules["hesitant"] = sys.modules["__main__"]
lines = ["", "idk"]
builtins.input = typed
app()
"""
"""A program that presses Ctrl-C itself: where the third line is read, or while its own tutor waits before the second turn."""


@pytest.fixture(scope="module")
def original(tmp_path_factory):
    """Return a process whose copies talk at once."""
    with original_with("gnomon.cli.tutor", "gnomon.session", folder=tmp_path_factory.mktemp("printed"), prepared=WARM) as started:
        yield started


WARM = f"from gnomon.geometry import solution_of; from gnomon.problem import bank; solution_of(bank()[{PROBLEM!r}])"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("spec", "roles"),
    [
        ("symbolic", ["tutor", "student", "tutor"]),
        pytest.param("hesitant:Hesitant", ["tutor", "student"], marks=pytest.mark.slow),
    ],
)
def test_an_interrupted_person_keeps_what_was_said(spec, roles, original, tmp_path):
    out = tmp_path / "dialogue.jsonl"
    done = original.run("tutor", PROBLEM, "--me", "--tutor", spec, "--out", out, program=INTERRUPTED)
    assert done.returncode == 130
    assert done.output.endswith("gnomon: error: interrupted\n")
    assert [turn.role for turn in next(read_dialogues(out)).turns] == roles


@pytest.mark.slow
def test_an_interrupted_tutor_of_a_simulated_student_keeps_what_was_said(original, tmp_path):
    out, page = tmp_path / "dialogue.jsonl", tmp_path / "page.html"
    done = original.run("tutor", PROBLEM, "--tutor", "hesitant:Hesitant", "--out", out, "--html", page, program=INTERRUPTED)
    assert done.returncode == 130
    assert done.output.endswith("gnomon: error: interrupted\n")
    assert [turn.role for turn in next(read_dialogues(out)).turns] == ["tutor", "student"]
    assert "Hello." in page.read_text("utf-8")


@pytest.mark.slow
def test_a_tutor_that_fails_a_simulated_student_keeps_what_was_said(gnomon, tmp_path, monkeypatch):
    (tmp_path / "mute_with_a_student.py").write_text(MUTE, "utf-8")
    monkeypatch.chdir(tmp_path)
    out = tmp_path / "dialogue.jsonl"
    result = gnomon("tutor", PROBLEM, "--tutor", "mute_with_a_student:Mute", "--out", out)
    assert (result.exit_code, "expected `reply` to give a TutorTurn" in result.stderr) == (1, True)
    assert [turn.role for turn in next(read_dialogues(out)).turns] == ["tutor", "student"]


@pytest.mark.slow
def test_a_person_has_a_dialogue_of_its_own_with_the_times_of_its_turns(type_in):
    first, second = (json.loads(type_in(["", "idk", "quit"], "--json").stdout) for _ in range(2))
    assert first["id"] != second["id"]
    assert first["version"] == len(first["turns"]) == 3
    times = [datetime.fromisoformat(turn["at"]) for turn in first["turns"]]
    assert times == sorted(times)


@pytest.mark.slow
def test_a_simulated_dialogue_has_an_id_by_its_seed_and_no_times(gnomon):
    shown = json.loads(gnomon("tutor", PROBLEM, "--json", "--seed", 1, "--misconception", "additive_similarity").stdout)
    assert shown["id"] == f"{PROBLEM}/additive_similarity/symbolic/middle/1"
    assert not any("at" in turn for turn in shown["turns"])


def test_an_own_tutor_that_gives_no_turn_is_one_line_and_a_person_keeps_what_was_said(type_in, tmp_path, monkeypatch):
    (tmp_path / "mute_after_one.py").write_text(MUTE, "utf-8")
    monkeypatch.chdir(tmp_path)
    out = tmp_path / "dialogue.jsonl"
    result = type_in(["", "idk"], "--tutor", "mute_after_one:Mute", "--out", out)
    assert result.exit_code == 1
    assert "gnomon: error: mute_after_one:Mute: expected `reply` to give a TutorTurn, got 'NoneType'" in result.stderr
    assert [turn.role for turn in next(read_dialogues(out)).turns] == ["tutor", "student"]


MUTE = """
from gnomon.dialogue import TutorTurn

class Mute:
    said = False

    def reply(self, context):
        if not self.said:
            self.said = True
            return TutorTurn(act="Generic", subact="Introduce", utterance="Hello.")
"""
