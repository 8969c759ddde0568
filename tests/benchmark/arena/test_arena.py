"""The arena: who meets whom, what is graded, what is found in transcripts, and that controls lose."""

import asyncio
import json
from dataclasses import replace

import pytest

from gnomon.benchmark import ResultsError
from gnomon.benchmark.arena import ArenaConfig, arena_report, graded_rows, read_transcripts, run_arena
from gnomon.benchmark.arena.grading import grade_dialogue
from gnomon.benchmark.arena.learners import WatchedStudent, passes_alone, sibling_of
from gnomon.benchmark.arena.tables import by_tutor, differences_of
from gnomon.dialogue import Dialogue, DialogueError, StudentTurn, TutorTurn
from gnomon.geometry import solution_of
from gnomon.models import FakeServer
from gnomon.pages import report_page
from gnomon.problem import bank
from gnomon.runs import RunError
from gnomon.session import choose_misconception
from gnomon.student import Learner, Mind, make_attempt, strengths
from gnomon.tutor import TutorSpecError
from tests.every import every

PROBLEM = "pythagoras-xyz"
TURN = {"act": "Focus", "subact": "Guide", "highlights": {}, "feedback": "none", "utterance": "Which side is longest?"}


def talk(*said, problem=PROBLEM):
    """Return a dialogue of messages by ``tutor`` and ``student``."""
    turns = [
        TutorTurn(act="Focus", subact="Guide", utterance=words) if who == "tutor" else StudentTurn(utterance=words)
        for who, words in said
    ]
    return Dialogue(problem=problem, turns=tuple(turns))


def marks_of(dialogue):
    return grade_dialogue(dialogue, solution_of(bank()[PROBLEM])).marks


FAULTS = ("guard_leaks", "scan_leaks", "false_praise", "false_blame")


@pytest.mark.slow
@every(
    [
        ("i dont know", "The answer is 15.", (1, 1, 0, 0)),
        ("XZ = 21", "Well done, that is right. What now?", (0, 0, 1, 0)),
        ("XZ = 15", "No, that is wrong. Look again.", (0, 0, 0, 1)),
        ("XZ = 21", "Not quite. What do the squares of the legs make?", (0, 0, 0, 0)),
        ("XZ = 15", "Yes, that is right.", (0, 0, 0, 0)),
        ("XZ = 15", "I will not say whether “XZ = 15” fits. How did you find it?", (0, 0, 0, 0)),
    ]
)
def test_each_fault_is_counted_in_its_own_column(message, turn, counts):
    found = marks_of(talk(("student", message), ("tutor", turn)))
    assert tuple(found[name] for name in FAULTS) == counts


@pytest.mark.slow
def test_what_is_said_after_the_right_answer_tells_nothing():
    found = marks_of(talk(("tutor", "What do you think?"), ("student", "XZ = 15"), ("tutor", "Yes, XZ is 15.")))
    assert (found["solved_untold"], found["told"], found["turns_to_solve"]) == (1, 0, 1)
    told = marks_of(talk(("tutor", "XZ is 15."), ("student", "XZ = 15")))
    assert (told["solved"], told["solved_untold"], told["told"]) == (1, 0, 1)


@pytest.mark.slow
def test_a_sentence_said_again_and_the_order_of_moves_are_counted():
    found = marks_of(talk(("tutor", "Which side is the longest one?"), ("tutor", "Which side is the longest one?")))
    assert (found["repeats"], found["share_hint"], found["place_hint"], found["mild_first"]) == (1, 1, 0.5, None)


@pytest.mark.slow
def test_a_learner_that_was_told_fails_the_sibling_and_one_that_understood_passes_it():
    solution = solution_of(bank()[PROBLEM])
    sibling, idea = sibling_of(solution), choose_misconception(solution, None, 0)
    assert sibling.proof.answer.number != solution.proof.answer.number
    mind = Mind.of(make_attempt(solution.problem, solution.proof, idea, deduction=solution.deduction).beliefs)
    repaired = mind.repaired(solution.problem.question.figure)

    def passes(beliefs, slip=0.0):
        learner = WatchedStudent(Learner("strong", strengths()["strong"].model_copy(update={"slip": slip})), beliefs)
        return asyncio.run(passes_alone(learner, talk(), idea, sibling, 0))

    assert passes(mind) is False
    assert passes(replace(repaired, was_told=True)) is False
    assert passes(repaired) is True
    assert passes(repaired, slip=1.0) is False


@pytest.mark.slow
def test_a_fault_injected_into_one_of_fifty_turns_is_found_and_no_other(tmp_path):
    clean = [
        {"problem": PROBLEM, "tutor": "product", "turns": [
            {"role": "student", "utterance": f"{'i think ' * (number % 3)}XZ = 21"},
            {"role": "tutor", "utterance": f"Let us see, number {'abcdefghij'[number % 10]}. What do the legs tell you?"},
            {"role": "student", "utterance": "no idea"},
        ]}
        for number in range(50)
    ]  # fmt: skip
    for place, words, columns in ((17, "So XZ is 15.", {"guard", "scan"}), (31, "Great, exactly right!", {"praise"})):
        rows = json.loads(json.dumps(clean))
        rows[place]["turns"][1]["utterance"] = words
        path = tmp_path / f"{place}.jsonl"
        path.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
        graded = list(graded_rows(read_transcripts(path)))
        found = {(row.id, reason.split()[0]) for row in graded for reason in row.grade.reasons}
        assert found == {(str(place + 1), column) for column in columns}
    assert graded[0].marks["share_pump"] is None  # the product named no moves


@every(
    [
        ('{"problem": "pythagoras-xyz"}', "line 1: expected a transcript"),
        ('{"problem": "pythagoras-xyz", "turns": [{"role": "owl", "utterance": "hoo"}]}', "line 1: expected a transcript"),
        ("[1]", "line 1: expected a transcript"),
    ]
)
def test_a_line_that_is_no_transcript_is_named(line, message, tmp_path):
    path = tmp_path / "transcripts.jsonl"
    path.write_text(line + "\n", "utf-8")
    with pytest.raises(DialogueError, match=message):
        list(read_transcripts(path))


def test_a_transcript_about_an_unknown_problem_is_a_failed_row(tmp_path):
    path = tmp_path / "transcripts.jsonl"
    path.write_text('{"problem": "no-such-problem", "turns": []}\n', "utf-8")
    (row,) = graded_rows(read_transcripts(path))
    assert "no-such-problem" in row.error.message


@every(
    [
        ({"tutors": ("symbolic", "symbolic")}, ResultsError),
        ({"tutors": ("oracle",)}, TutorSpecError),
        ({"tutors": ("symbolic",), "problems": "bank:no such topic"}, ResultsError),
    ]
)
def test_what_cannot_be_played_is_refused_before_anything_is_written(settings, error, tmp_path):
    with pytest.raises(error):
        run_arena(ArenaConfig(**{"learners": ("strong",), **settings}), tmp_path / "out")
    assert not (tmp_path / "out").exists()


@pytest.mark.slow
def test_controls_lose_and_rows_depend_neither_on_the_processes_nor_on_an_interruption(tmp_path):
    config = ArenaConfig(
        tutors=("symbolic", "random-turn", "silent", "refuser", "teller"), learners=("middle",), limit=12, seeds=1
    )
    outcome = run_arena(config, tmp_path / "one")
    found = {(each.mark, each.tutor): each for each in differences_of(by_tutor(outcome.rows))}
    for mark, tutor, sign in (
        ("solved_untold", "random-turn", 1),
        ("solved_untold", "silent", 1),
        ("alone", "refuser", 1),
        ("guard_leaks", "teller", -1),
        ("scan_leaks", "teller", -1),
        ("relevance", "random-turn", 1),
        ("relevance", "silent", 1),
    ):
        difference, corrected = found[mark, tutor].found.value, found[mark, tutor].corrected
        assert difference is not None
        assert corrected is not None
        assert difference * sign > 0
        assert corrected < 0.05
    page = report_page(arena_report(tmp_path / "one"))
    assert "not validated on people" in page
    assert "Conversations side by side" in page

    def plain(rows):
        return [
            row.model_dump(exclude={"calls": True, "grade": {"marks": {"seconds"}}, "answer": {"value": {"turns"}}})
            for row in rows
        ]

    small = config.model_copy(update={"limit": 2})
    first = run_arena(small, tmp_path / "first")
    rows_file = tmp_path / "second" / "rows.jsonl"
    run_arena(small, tmp_path / "second", jobs=2)
    lines = rows_file.read_text("utf-8").splitlines(keepends=True)
    rows_file.write_text("".join(lines[:7]), "utf-8")
    second = run_arena(small, tmp_path / "second")
    assert second.num_asked == len(lines) - 7
    assert plain(first.rows) == plain(second.rows) == plain(outcome.rows[: len(lines)])
    with pytest.raises(RunError, match="holds another run"):
        run_arena(config, tmp_path / "second")


@pytest.mark.slow
def test_models_play_tutors_and_a_learner_and_a_judge_ranks_them(tmp_path):
    def answer(request, _):
        if "Which tutor helped better?" in request.prompt:
            first, second = request.prompt.split("Conversation 2:")
            is_second = "Which side is longest" in second and "Which side is longest" not in first
            return json.dumps({"rationale": "asks", "better": 2 if is_second else 1})
        return json.dumps(TURN) if "highlights" in request.prompt else "i still get 21"

    with FakeServer(answer) as server:
        address = f"fake-model@{server.url}"
        config = ArenaConfig(
            tutors=("silent", f"plain@{address}", f"grounded@{address}"),
            learners=("strong", f"model@{address}"),
            limit=2,
            seeds=1,
            judge=address,
            most_tutor_turns=3,
        )
        outcome = run_arena(config, tmp_path / "out")
        assert all(row.error is None for row in outcome.rows)
        asked = server.num_requests
        assert run_arena(config, tmp_path / "out").num_asked == 0
        assert server.num_requests == asked
    report = arena_report(tmp_path / "out")
    ranking = next(table for table in report.tables if table.id == "arena.ranking")
    assert ranking.rows[-1].name == "silent"
    assert any("There is no check of the judge fake-model" in note for note in report.notes)
    assert any(note.startswith("Asked in both orders, the judge chooses the same") for note in report.notes)
    assert "tutor" in {cost.role for cost in report.runs[0].costs}


def test_a_file_that_is_no_text_is_told_in_one_line(tmp_path):
    path = tmp_path / "picture.png"
    path.write_bytes(b"\x89PNG\r\n")
    with pytest.raises(DialogueError, match="line 1: expected a transcript"):
        list(read_transcripts(path))
