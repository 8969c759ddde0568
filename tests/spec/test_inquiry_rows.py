"""The rows of ODQS: each is run by its command, with the simulated pair or against a server over HTTP."""

import json

import pytest
from markupsafe import escape

from gnomon.inquiry.analysis.curves import saved_turns
from gnomon.metrics import pass_at_k
from gnomon.models import FakeServer
from tests.command_line import gnomon

PAIR = ["--task", "gsm8k", "--student", "simulated", "--teacher", "simulated", "--limit", "2"]
HENS = {f"A hen lays {eggs} eggs a day. How many in {eggs + 2} days?": eggs * (eggs + 2) for eggs in range(3, 15)}
TEACHER_FAILS = "A hen lays 5 eggs"
STUDENT_KNOWS = "A hen lays 4 eggs"
PROGRAM = {
    "task_id": "square",
    "prompt": 'def square(x):\n    """Return x times x."""\n',
    "entry_point": "square",
    "canonical_solution": "    return x * x\n",
    "test": "def check(candidate):\n    assert candidate(3) == 9\n",
}


def run(*words):
    """Run a command; what it printed."""
    result = gnomon("inquiry", *words)
    assert result.exit_code == 0, result.output
    return result.stdout


def rows_of(folder, name="rows.jsonl"):
    return [json.loads(line) for line in (folder / name).read_text("utf-8").splitlines()]


def play(chat, index):
    """Answer as a teacher that solves all but one problem, and a student that solves one and needs the days for the others."""
    prompt, role = chat.prompt, chat.body["model"]
    if 'the line "Answer: ' in prompt:
        right = next(number for text, number in HENS.items() if text in prompt)
        knows = TEACHER_FAILS not in prompt if role == "teacher" else STUDENT_KNOWS in prompt or "days 1" in prompt
        return f"Answer: {right if knows else right + 1}"
    if role == "student":
        return f"How do I use the days {index + 1}?"
    if "A draft of your reply" in prompt:
        return "Use days 1: eggs for each."
    # What the answer is, said outright for one of the questions.
    leak = next(number for text, number in HENS.items() if text in prompt)
    return f"Use days {index}. It is {leak}." if "days 1?" in prompt else "See the hen."


@pytest.fixture
def hens(tmp_path):
    """Return the words of a command about problems of which 12 are in a file, and the server that is asked."""
    path = tmp_path / "hens.jsonl"
    rows = [{"question": text, "answer": f"It is so.\n#### {number}"} for text, number in HENS.items()]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    with FakeServer(play) as server:
        players = ["--student", f"student@{server.url}", "--teacher", f"teacher@{server.url}"]
        yield ["--task", "gsm8k", "--data", path, *players], server


@pytest.fixture(scope="module")
def dialogues(tmp_path_factory):
    """Hold two dialogues of each kind; their folders."""
    place = tmp_path_factory.mktemp("inquiry")
    run("run", *PAIR, "--out", place / "plain")
    run("run", *PAIR, "--scaffolded", "--assessment", "2", "--out", place / "mid")
    return place / "plain", place / "mid"


def test_q1_a_dialogue_has_five_questions_and_six_evaluations_of_five_samples(dialogues):
    rows = [row for folder in dialogues for row in rows_of(folder)]
    assert len(rows) == 4
    for row in rows:
        assert [exchange["number"] for exchange in row["exchanges"]] == [1, 2, 3, 4, 5]
        assert [evaluation["turn"] for evaluation in row["evaluations"]] == [0, 1, 2, 3, 4, 5]
        assert all(len(evaluation["samples"]) == 5 for evaluation in row["evaluations"])
        assert row["simulated"]


def test_q1_samples_are_answers_alone_at_temperature_0_3_with_at_most_2048_tokens(hens, tmp_path):
    words, server = hens
    run("run", *words, "--limit", "1", "--out", tmp_path / "out")
    samples = [chat for chat in server.requests if 'the line "Answer: ' in chat.prompt]
    assert len(samples) == 6
    for chat in samples:
        assert (chat.body["temperature"], chat.body["n"]) == (0.3, 5)
        assert 2048 in (chat.body.get("max_tokens"), chat.body.get("max_completion_tokens"))
        assert "without working" in chat.prompt
    replies = [chat for chat in server.requests if chat.body["model"] == "teacher"]
    assert len(replies) == 5
    assert all("Never give the final answer" in chat.prompt and "do not say" in chat.prompt for chat in replies)


@pytest.mark.parametrize(("option", "is_scaffolded"), [([], False), (["--scaffolded"], True)])
def test_q1_a_scaffolded_student_says_what_is_known_what_is_missing_and_then_asks(hens, tmp_path, option, is_scaffolded):
    words, server = hens
    run("run", *words, "--limit", "1", *option, "--out", tmp_path / "out")
    questions = [chat.prompt for chat in server.requests if "You are a student" in chat.prompt]
    assert len(questions) == 5
    for prompt in questions:
        assert all((word in prompt) is is_scaffolded for word in ("Known:", "Missing:", "Question:"))


@pytest.mark.parametrize("turn", [0, 2, 5])
def test_q1_one_assessment_joins_the_dialogue_at_any_turn_with_its_verdict_in_sight(hens, tmp_path, turn):
    words, server = hens
    run("run", *words, "--limit", "1", "--assessment", turn, "--out", tmp_path / "out")
    (row,) = rows_of(tmp_path / "out")
    assert row["assessment"]["turn"] == turn
    # Before any reply the student is wrong; the teacher's first reply is about the days, which is what it lacks.
    verdict = "not right" if turn == 0 else "right"
    assert row["assessment"]["feedback"].startswith(f"Result of the check: {verdict}.\n")
    told = [chat.prompt for chat in server.requests if 'nothing but the line "Answer: ' in chat.prompt]
    assert sum("Result of the check" in prompt for prompt in told) == 6 - turn


@pytest.mark.slow
def test_q2_problems_are_kept_that_the_teacher_solves_and_the_student_does_not(hens, tmp_path):
    words, server = hens
    run("select", *words, "--training-share", "0.5", "--out", tmp_path / "selected")
    kept = {row["problem"] for row in rows_of(tmp_path / "selected") if row["kept"]}
    left_out = {f"hens-{place}" for place, text in enumerate(HENS, 1) if text.startswith((TEACHER_FAILS, STUDENT_KNOWS))}
    assert kept == {f"hens-{place}" for place in range(1, 13)} - left_out
    counts = json.loads((tmp_path / "selected" / "summary.json").read_text("utf-8"))["selection"]
    assert [counts[name] for name in ("problems", "teacher_solves", "student_does_not")] == [12, 11, 10]
    asked = [chat.prompt for chat in server.requests if chat.body["model"] == "student"]
    assert not any(TEACHER_FAILS in prompt for prompt in asked)
    measured, trained = (
        {row["problem"] for row in rows_of(tmp_path / part)}
        for part in ("measuring", "training")
        if run("run", *words, "--selection", tmp_path / "selected", "--part", part, "--out", tmp_path / part)
    )
    assert measured
    assert trained
    assert not measured & trained
    assert measured | trained == kept


@pytest.mark.slow
def test_q2_programs_are_right_when_they_pass_their_unit_tests(tmp_path):
    (tmp_path / "tasks.jsonl").write_text(json.dumps(PROGRAM) + "\n", "utf-8")

    def write(chat, index):
        if "Reply with one block of Python code" not in chat.prompt:
            return "What is x times x?"
        return f"```python\ndef square(x):\n    return x {'*' if index < 2 else '+'} x\n```"

    with FakeServer(write) as server:
        model = f"model@{server.url}"
        words = ["--task", "humaneval", "--data", tmp_path / "tasks.jsonl", "--student", model, "--teacher", model]
        run("run", *words, "--sandbox", "none", "--out", tmp_path / "out")
    (row,) = rows_of(tmp_path / "out")
    for evaluation in row["evaluations"]:
        assert [sample["is_right"] for sample in evaluation["samples"]] == [True, True, False, False, False]


def test_q3_a_search_goes_on_with_the_best_question_and_writes_rows_only_where_scores_differ(tmp_path):
    folder = tmp_path / "search"
    run("search", *PAIR, "-m", "3", "--out", folder)
    best_of, pairs = [], []
    for tree in rows_of(folder):
        assert len(tree["turns"]) == 5
        for turn in tree["turns"]:
            assert len(turn["candidates"]) == 3
            for each in turn["candidates"]:
                assert each["score"] == pass_at_k(each["num_samples"], each["num_right"], 5)
            best = max(turn["candidates"], key=lambda each: (each["score"], each["num_right"], -each["index"]))
            assert turn["best"] == best["index"]
            worse = {each["question"] for each in turn["candidates"] if each["score"] < best["score"]} - {best["question"]}
            best_of += [best["question"]] if best["score"] else []
            pairs += [(best["question"], other) for other in worse]
    # Both lists hold something, or the comparison below would say nothing.
    assert pairs
    sft = [row["completion"][0]["content"] for row in rows_of(folder, "sft.jsonl")]
    dpo = [(row["chosen"][0]["content"], row["rejected"][0]["content"]) for row in rows_of(folder, "dpo.jsonl")]
    assert sorted(sft) == sorted(best_of)
    assert sorted(set(dpo)) == sorted(set(pairs))


def test_q3_a_peer_proposes_the_questions_that_the_student_is_helped_by(hens, tmp_path):
    words, server = hens
    run("search", *words, "--limit", "1", "-m", "2", "--peer", f"peer@{server.url}", "--out", tmp_path / "out")
    asked = [chat.body["model"] for chat in server.requests if "You are a student" in chat.prompt]
    assert asked == ["peer"] * 5


@pytest.mark.parametrize("protocol", ["paper", "guarded"])
def test_q3_the_paper_protocol_records_a_leak_and_the_guarded_one_acts_on_it(hens, tmp_path, protocol):
    words, _ = hens
    run("run", *words, "--limit", "1", "--protocol", protocol, "--out", tmp_path / "out")
    (row,) = rows_of(tmp_path / "out")
    for exchange in row["exchanges"]:
        assert exchange["leak"] is not None
        assert exchange["leak_acted"] is (protocol == "guarded")
        assert ("It is 15" in exchange["reply"]) is (protocol == "paper")


def test_q5_pass_at_k_by_turn_differences_with_their_test_and_turns_saved_follow_from_the_rows(dialogues):
    tables = json.loads(run("analyse", *dialogues, "--json", "--resamples", "50"))
    for folder, mine in zip(dialogues, tables["inquiry.pass"], strict=False):
        rows = rows_of(folder)
        for turn in range(6):
            right = [sum(each["is_right"] is True for each in row["evaluations"][turn]["samples"]) for row in rows]
            assert mine[str(turn)][0] == pytest.approx(sum(pass_at_k(5, number, 5) for number in right) / len(rows))
    tested = [row for row in tables["inquiry.differences"] if not row["published"]]
    assert {row["turns"] for row in tested} == {"5, 0"}
    assert all(0 < row["p"] <= 1 for row in tested)
    # Table 3 of the paper: Self-ODQS is at pre-assessment's last value after 3 turns, two earlier.
    pre, own = (0.322, 0.512, 0.806, 0.925, 0.950, 0.955), (0.348, 0.706, 0.944, 0.967, 0.962, 0.962)
    found = saved_turns(pre, own)
    assert (found.level, found.turn, found.saved_turns, found.before_last_turns) == (0.955, 3, 2, 2)
    # Table 5: the reference, mid-assessment, is at its last value at turn 2 too, which the paper's measure does not see.
    mid, own = (0.135, 0.514, 0.677, 0.686, 0.679, 0.677), (0.139, 0.544, 0.679, 0.688, 0.679, 0.673)
    found = saved_turns(mid, own)
    assert (found.saved_turns, found.before_last_turns) == (0, 3)


def test_q5_a_report_shows_curves_beside_published_ones_and_transcripts_side_by_side(dialogues, tmp_path):
    page = tmp_path / "report.html"
    run("report", *dialogues, "--html", page, "--resamples", "50")
    text = page.read_text("utf-8")
    assert '<span class="mark">published</span>' in text
    assert "0.955" in text
    transcripts = (tmp_path / "report-transcripts.html").read_text("utf-8")
    for folder in dialogues:
        assert str(escape(rows_of(folder)[0]["exchanges"][0]["question"])) in transcripts


@pytest.mark.slow
def test_q5_judges_score_progress_and_likeness_of_the_questions(dialogues, tmp_path):
    with FakeServer(lambda *_: '{"reasoning": "It is about the same part.", "score": 0.5}') as server:
        judge = ["--judge", f"judge@{server.url}", "--judgements", tmp_path / "marks.jsonl"]
        run("analyse", *dialogues, *judge, "--json", "--resamples", "50")
    kinds = [mark["kind"] for mark in rows_of(tmp_path, "marks.jsonl")]
    assert {"progress", "similarity"} <= set(kinds)
