"""Simulated learners beside logs: what is read, what is compared, blind marks, and what a page may then say."""

import csv
import json
from io import StringIO

import pytest

from gnomon.benchmark import ResultsError
from gnomon.benchmark.arena.reporting import report_of_rows
from gnomon.benchmark.arena.validation import Blind, Compared, Logged, Validation, read_validation
from gnomon.benchmark.arena.validation.blind import Mark, SheetKey, blind_figures, draw_sheet, read_marks
from gnomon.benchmark.arena.validation.comparing import compare, spreads_of
from gnomon.benchmark.arena.validation.features import LogMarks, MessageMarks, calculations_in, marks_of
from gnomon.benchmark.arena.validation.logs import Log, read_logs
from gnomon.benchmark.arena.validation.reporting import validation_report
from gnomon.benchmark.arena.validation.running import Asked, validate_learners
from gnomon.dialogue import Dialogue, StudentTurn, TutorTurn
from gnomon.geometry import solution_of
from gnomon.problem import Problem, Question, bank
from tests.every import every

PROBLEM = "pythagoras-xyz"
MATHDIAL = {
    "qid": 1, "scenario": 1, "question": "How many spoons?", "ground_truth": "10", "student_incorrect_solution": "4",
    "conversation": "Teacher: (probing)How?|EOM|Ann: 12 - 3 = 9 spoons|EOM|Teacher: (telling)No.|EOM|Ann: 12 + 3 = 14",
    "self-correctness": "No",
}  # fmt: skip


def talk(*said, problem=PROBLEM, student="person"):
    turns = []
    for text in said:
        turns += [TutorTurn(act="Focus", subact="Guide", utterance="And now?"), StudentTurn(utterance=text)]
    return Dialogue(problem=problem, attempt="XZ = 21", turns=tuple(turns), student=student)


def log(*said, name="1"):
    problem = bank()[PROBLEM]
    return Log(name, problem, solution_of(problem), talk(*said), "person")


def plain(name, *said):
    return Log(name, Problem(id="p", question=Question(text="How many?")), None, talk(*said, problem="p"), "person")


@every(
    [
        ("12 - 3 = 9", [True]),
        ("so 12 x $1.50 = $19", [False]),
        ("1,200 + 240 = 1,440 and x = 4", [True]),
        ("a = 5, b = 6", []),
    ]
)
def test_calculations_that_are_written_are_checked(text, found):
    assert list(calculations_in(text)) == found


def test_logs_tell_who_the_learners_are(tmp_path):
    path = tmp_path / "logs.jsonl"
    path.write_text(json.dumps(MATHDIAL) + "\n", "utf-8")
    (one,) = logs = read_logs(path)
    assert (logs.source, one.who, one.solution, one.is_solved) == ("mathdial", "model", None, False)
    marks = marks_of(one)
    assert [message.sums for message in marks.messages] == [(True,), (False,)]
    students = ("person", "learner-7", "weak", "model@http://x/v1", "")
    path.write_text("".join(talk("21", problem="none", student=each).model_dump_json() + "\n" for each in students), "utf-8")
    assert [(each.who, each.person) for each in read_logs(path)] == [
        ("person", ""), ("person", "learner-7"), ("simulated", ""), ("model", ""), ("unknown", ""),
    ]  # fmt: skip
    assert len(read_logs(path, 2)) == 2
    assert read_logs(path, unnamed_are_people=True)[-1].who == "person"
    path.write_text(talk().model_dump_json() + "\n", "utf-8")
    with pytest.raises(ResultsError, match="no conversation in which a learner says something"):
        read_logs(path)


@pytest.mark.slow
def test_the_engine_says_of_formal_problems_what_is_right_and_what_kind_errors_are():
    marks = marks_of(log("XZ = 21", "XZ = 21", "i give up", "9^2 + 12^2 = 225 so XZ = 15"))
    assert [message.verdict for message in marks.messages] == ["wrong", "wrong", "none", "right"]
    assert [message.repeats for message in marks.messages] == [False, True, False, False]
    assert [message.gives_up for message in marks.messages] == [False, False, True, False]
    assert marks.messages[0].errors == ("idea",)  # the legs added
    assert (marks.is_solved, marks.solved_at) == (True, 4)


def made(name, words, **more):
    message = MessageMarks(words, frozenset({"claim"}), "claim", False, False, True, (), None, ())
    return LogMarks(name, tuple(message._replace(words=each, **more) for each in words), None, None)


def test_learners_that_write_less_are_told_and_those_that_do_not_are_not():
    logs = [made(str(number), [20 + number % 3, 25]) for number in range(30)]
    short = [made(f"s{number}", [4, 5 + number % 2]) for number in range(30)]
    found = {(each.learner, each.figure): each for each in compare(logs, {"weak": short, "same": logs}, 0, 999)}
    assert found["weak", "words a message"].differs
    assert found["weak", "words a message"].value == pytest.approx(4.75 - 23)
    assert found["weak", "KS distance of words a message"].value == 1
    assert not any(each.differs for each in found.values() if each.learner == "same")
    assert ("weak", "messages right") not in found  # no engine, no verdict
    assert [(each.who, each.middle) for each in spreads_of(logs, {"weak": short}) if each.figure == "words a message"] == [
        ("logs", 23.5),
        ("weak", 4.5),
    ]


def test_a_sheet_tells_nothing_of_where_a_row_comes_from_and_its_marks_are_read(tmp_path):
    real = [plain(f"real-{number}", f"it is {number}", "=1+1") for number in range(5)]
    played = {"weak": [plain(f"weak-{number}", f"is it {number}") for number in range(5)]}
    sheet = draw_sheet(real, played, 3, 0)
    assert sheet == draw_sheet(real, played, 3, 0)
    assert sorted(sheet.key.is_real.values()) == [False] * 3 + [True] * 3
    assert not any(word in sheet.csv for word in ("weak", "real-", "And now?"))
    rows = list(csv.DictReader(StringIO(sheet.csv)))
    rows[0] |= {"mark": "Real", "sure": "3"}
    path = tmp_path / "ada.csv"
    with path.open("w", newline="", encoding="utf-8") as file:
        table = csv.DictWriter(file, list(rows[0]))
        table.writeheader()
        table.writerows(rows)
    assert read_marks(path, sheet.key) == [Mark(rows[0]["id"], "ada", True, 3)]
    with pytest.raises(ResultsError, match="there is no row"):
        read_marks(path, SheetKey(seed=0, is_real={}, dialogues={}))
    path.write_text(f"id,mark\n{rows[0]['id']},maybe\n", "utf-8")
    with pytest.raises(ResultsError, match="line 2: expected real or simulated"):
        read_marks(path, sheet.key)


def test_blind_marks_by_hand():
    key = SheetKey(seed=0, is_real={"a": True, "b": True, "c": False, "d": False}, dialogues={})
    ada = [Mark("a", "Ada", True, 3), Mark("b", "Ada", False, 1), Mark("c", "Ada", False, 2), Mark("d", "Ada", False, 3)]
    ben = [Mark("a", "Ben", True, 2), Mark("b", "Ben", True, 2), Mark("c", "Ben", True, 1), Mark("d", "Ben", False, 2)]
    found = blind_figures([*ada, *ben], key, 0)
    assert (found.markers, found.accuracy, found.num_real) == ({"Ada": 0.75, "Ben": 0.75}, 0.75, 4)
    # Alike on a and d of four; by chance (1 x 3 + 3 x 1) / 16 = 3/8: (1/2 - 3/8) / (1 - 3/8).
    assert found.kappa == pytest.approx(0.2)
    # Real 3, -1, 2, 2 against simulated -2, -3, 1, -2: of 16 pairs only -1 against 1 is lost.
    assert found.auc == pytest.approx(15 / 16)
    assert (found.low or 1) <= found.accuracy <= (found.high or 0)
    assert blind_figures(ada, key, 0).alpha is None


def validation(**changes):
    logged = Logged(
        file="logs.jsonl", sha256="0", source="dialogues", num_dialogues=45, num_messages=300, num_formal=45,
        num_of={"person": 45}, num_people=20,
    )  # fmt: skip
    lines = [
        Compared(learner=who, figure="words a message", sort="mean", logs=8, simulated=5, value=-3, low=-4, high=-2,
                 p_value=p, corrected=p)
        for who, p in (("strong", 0.5), ("weak", 0.01))
    ]  # fmt: skip
    blind = Blind(
        markers={"Ada": 0.6, "Ben": 0.55}, num_marks=80, num_real=40, accuracy=0.575, low=0.5, high=0.65, balanced=0.575,
        d_prime=0.38, auc=0.6, kappa=0.3, alpha=0.3,
    )  # fmt: skip
    whole = Validation(
        made="2026-11-27", version="1", learners=("strong", "weak"), num_simulated=80, same_problems=True, seed=0, logs=logged,
        compared=tuple(lines), spreads=(), blind=blind,
    )  # fmt: skip
    return whole.model_copy(update=changes)


def logged(**changes):
    return {"logs": validation().logs.model_copy(update=changes)}


def test_a_page_says_what_was_compared_and_never_that_learners_are_valid():
    note = validation().note(("strong", "weak"))
    assert "not validated" not in note
    assert "validated" not in note
    for words in ("45 dialogues of people, 20 of them", "2026-11-27", "they differ in words a message (weak)", "2 people", "57%"):
        assert words in note


@every(
    [
        ({"blind": None}, "nobody has told real from simulated"),
        (
            {"blind": validation().blind.model_copy(update={"num_marks": 12})},
            "marks of real or simulated: 12, expected at least 40",
        ),
        (logged(num_of={"model": 45}), "the learners of the logs are no people"),
        (logged(num_of={"person": 20, "simulated": 25}), "dialogues of people: 20, expected at least 30"),
        (logged(num_people=None), "people: unknown, expected at least 10"),
        ({"same_problems": False}, "other problems than those of the logs"),
    ]
)
def test_what_a_validation_lacks_keeps_the_sentence(changes, lack):
    note = validation(**changes).note(("weak",))
    assert note.startswith("Learners are simulated: not validated on people.")
    assert lack in note


def test_a_learner_that_was_not_compared_keeps_the_sentence(tmp_path):
    assert "middle was not compared" in validation().note(("weak", "middle"))
    path = tmp_path / "validation.json"
    path.write_text("{}", "utf-8")
    with pytest.raises(ResultsError, match=r"expected the validation\.json"):
        read_validation(path)
    assert [table.id for table in validation_report(validation()).tables] == [
        "validation.differences", "validation.sizes", "validation.marks",
    ]  # fmt: skip
    assert "Nothing on this page was validated" in report_of_rows([]).notes[0]


@pytest.mark.slow
def test_learners_are_taught_on_the_problems_of_the_logs_and_the_same_command_adds_marks(tmp_path):
    path = tmp_path / "logs.jsonl"
    path.write_text("".join(talk("XZ = 21", f"XZ = {15 + n}").model_dump_json() + "\n" for n in range(3)), "utf-8")
    asked = Asked(path, ("strong",), dialogues=2, people=3)
    found = validate_learners(asked, tmp_path / "out", per_side=2)
    assert found.validation.same_problems
    assert found.validation.num_simulated == 2
    assert found.validation.logs.num_people == 3
    assert {each.figure for each in found.validation.compared} >= {"messages wrong", "messages to the right answer"}
    rows = list(csv.DictReader(StringIO(found.sheet.csv)))
    marks = tmp_path / "ada.csv"
    marks.write_text("id,mark\n" + "".join(f"{row['id']},real\n" for row in rows), "utf-8")
    assert validate_learners(asked, tmp_path / "out", marks=[marks]).validation.blind.accuracy == 0.5
    assert validate_learners(asked, tmp_path / "out").validation.blind.accuracy == 0.5  # kept
    with pytest.raises(ResultsError, match="another folder"):
        validate_learners(asked._replace(seed=1), tmp_path / "out")
