"""The benchmark of what is heard: its sample, its marks, a reader over HTTP."""

import asyncio
import json
import re

import pytest

from gnomon.benchmark import ResultsError, RunConfig, build
from gnomon.benchmark.running import run
from gnomon.datasets import load_listening, open_dataset
from gnomon.geometry import solution_of
from gnomon.models import FakeServer, Fault
from gnomon.problem import Quantity, bank
from gnomon.session import listen

RIGHT = {"moves": [{"kind": "value", "words": "il reste 57 pour KML", "says": "angle(K,M,L) = 57"}]}
ROWS = [
    {"id": "fr", "problem": "triangle-sum-klm", "message": "en tout 180, donc il reste 57 pour KML", "claim": True,
     "verdict": "right", "solved": True},
    {"id": "en", "problem": "triangle-sum-klm", "message": "KML = 58", "claim": True, "verdict": "right", "solved": False},
    {"id": "role", "problem": "triangle-sum-klm", "message": "cant be 57", "role": "denied"},
]  # fmt: skip


@pytest.fixture
def rows_file(tmp_path):
    path = tmp_path / "rows.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in ROWS), "utf-8")
    return str(path)


def test_the_sample_speaks_of_problems_of_the_bank_and_holds_every_kind_of_row():
    items = open_dataset("listening", sample=True).items
    assert len(items) >= 40
    assert {item.problem for item in items} <= bank().keys()
    assert {item.verdict for item in items} >= {"right", "wrong", "none"}
    assert len({item.role for item in items}) >= 5
    assert all(item.verdict == "none" and not item.solved for item in items if not item.claim)


@pytest.mark.parametrize(
    "row",
    [
        {"problem": "triangle-sum-klm", "message": "57", "claim": True, "verdict": "yes", "solved": True},
        {"problem": "triangle-sum-klm", "message": "57", "claim": "true", "verdict": "right", "solved": True},
        {"problem": "triangle-sum-klm", "message": "57", "claim": True, "verdict": "right"},
        {"problem": 7, "message": ["57"], "role": "time"},
    ],
)
def test_a_row_that_is_no_message_is_counted(row, tmp_path):
    path = tmp_path / "rows.jsonl"
    path.write_text(f"{json.dumps(ROWS[0])}\n{json.dumps(row)}\n", "utf-8")
    loaded = load_listening(path)
    assert (len(loaded.items), len(loaded.bad_rows)) == (1, 1)


def test_without_a_reader_the_grammar_is_measured_and_no_server_is_asked(rows_file, tmp_path):
    found = run(RunConfig(task="messages", data=rows_file), tmp_path / "run")
    marks = {row.id: row.marks for row in found.rows}
    assert marks["fr"] == {"wrong_verdict": 0, "missed_note": 0, "read": 0, "noticed": 0}
    assert marks["en"] == {"wrong_verdict": 1, "missed_note": 0, "read": 0, "credited": 0}
    assert marks["role"] == {"wrong_verdict": 0, "missed_note": 0, "credited": 0, "credited_in_role": 0}
    assert found.headline == {
        "read": 0,
        "wrong_verdict": pytest.approx(1 / 3),
        "noticed": 0,
        "credited": 0,
        "credited_in_role": 0,
    }
    assert [row.calls for row in found.rows] == [{}, {}, {}]


def test_a_reader_is_asked_where_the_grammar_is_unsure_and_its_calls_are_counted(rows_file, tmp_path):
    with FakeServer([json.dumps(RIGHT)]) as server:
        config = RunConfig(task="messages", reader=f"reader@{server.url}", data=rows_file)
        found = run(config, tmp_path / "run")
        assert server.num_requests == 2  # of the words of two languages, and not of a formula
        again = run(config, tmp_path / "run")
        assert server.num_requests == 2
    french = found.rows[0]
    assert (french.marks["read"], french.marks["noticed"], french.marks["by_reader"], french.marks["unheard"]) == (1, 1, 1, 0)
    assert french.calls["reader"].calls == 1
    assert [row.identity() for row in again.rows] == [row.identity() for row in found.rows]
    (table,) = build(config).tables({"run": found.rows})
    assert table.columns[:2] == ("read", "wrong verdicts")


def test_a_reader_that_gives_no_answer_fails_the_row_and_is_asked_again(rows_file, tmp_path):
    with FakeServer([json.dumps(RIGHT)], faults=[Fault(status=401, message="no such key")]) as server:
        # The first row asks, and the formula does not: of two that ask at once nobody knows which meets the fault.
        config = RunConfig(task="messages", reader=f"reader@{server.url}", data=rows_file, limit=2)
        failed = run(config, tmp_path / "run").rows[0]
        assert (failed.error.boundary, failed.marks) == ("reader", {})
        assert run(config, tmp_path / "run").rows[0].marks["noticed"] == 1


def test_a_row_is_heard_as_the_listen_command_hears_it(rows_file, tmp_path):
    row = run(RunConfig(task="messages", data=rows_file), tmp_path / "run").rows[1]
    heard = asyncio.run(listen(solution_of(bank()["triangle-sum-klm"]), "KML = 58"))
    assert row.answer.value == heard.as_json()


def claim_everything(asked, _):
    """Call every number of a message the answer, as the worst of readers would."""
    said = dict(re.findall(r"<(question|message)-\w+>\n(.*?)\n</", asked.prompt, re.DOTALL))
    problem = next(each for each in bank().values() if each.question.text.strip() == said["question"].strip())
    goal = problem.formal.goal.expression
    written = f"{goal.kind}({','.join(goal.points)})" if isinstance(goal, Quantity) else str(goal)
    numbers = re.findall(r"\d+(?:\.\d+)?", said["message"])
    return json.dumps(
        {"moves": [{"kind": "value", "words": said["message"], "says": f"{written} = {number}"} for number in numbers]}
    )


@pytest.mark.slow
def test_the_worst_reader_credits_hardly_a_number_in_a_role_that_claims_nothing(repository, tmp_path):
    data = str(repository / "benchmarks" / "data" / "listening" / "roles.jsonl")
    with FakeServer(claim_everything) as server:
        found = run(RunConfig(task="messages", reader=f"worst@{server.url}", data=data), tmp_path / "run")
        assert server.num_requests >= 100
    assert found.headline["credited_in_role"] <= 0.01


@pytest.mark.parametrize(
    ("config", "message"),
    [
        ({"reader": "symbolic"}, "MODEL@URL"),
        ({"judge": "m@http://localhost:9/v1"}, "takes no --judge"),
        ({"options": {"votes": 3}}, "no setting 'votes'"),
    ],
)
def test_what_could_not_matter_is_refused(config, message):
    with pytest.raises(ResultsError, match=message):
        build(RunConfig(task="messages", **config))


def test_other_benchmarks_take_no_reader():
    with pytest.raises(ResultsError, match="takes no --reader"):
        build(RunConfig(task="mrbench", judge="majority", reader="m@http://localhost:9/v1"))
