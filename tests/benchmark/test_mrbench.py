"""Recorded responses are graded by a judge or a control, and scored against people's labels."""

import asyncio

import pytest

from gnomon.benchmark import Answer, Grade, ResultsError, Row, RunConfig, build
from gnomon.benchmark.running import run
from gnomon.datasets import BEA_DIMENSIONS, BEA_LABELS
from gnomon.models import FakeModel
from gnomon.models.fake_service import FakeServer


def rows_of(tmp_path, **config):
    return run(RunConfig(task="mrbench", **config), tmp_path / "run").rows


def test_each_response_is_a_row_with_its_labels_as_truth(tmp_path, judge):
    rows = rows_of(tmp_path, judge=judge)
    assert len(rows) == len(build(RunConfig(task="mrbench", judge=judge)).items())
    assert all(set(row.truth) == set(BEA_DIMENSIONS) for row in rows)
    assert len({row.id for row in rows}) == len(rows)


@pytest.mark.slow
def test_a_label_that_cannot_be_read_is_none_and_counted(tmp_path, judge):
    rows = rows_of(tmp_path, judge=judge)
    unread = [row for row in rows for name in BEA_DIMENSIONS if row.marks[name] is None]
    assert unread
    assert all("unparseable" in row.grade.status.values() for row in unread)
    told = [row.grade.reasons[name] for row in rows for name in BEA_DIMENSIONS if row.marks[name] is None]
    assert all("could not be read: I would say that it is fine." in reason for reason in told)


def test_the_judge_never_learns_who_wrote_the_response(tmp_path):
    with FakeServer(["<think>a</think><answer>Yes</answer>"]) as server:
        rows = rows_of(tmp_path, judge=f"fake-model@{server.url}", limit=3)
        prompts = [chat.prompt for chat in server.requests]
    assert not any(row.groups["tutor"] in prompt for row in rows for prompt in prompts)


def test_several_votes_come_in_one_request_and_their_majority_counts(tmp_path, judge):
    rows = rows_of(tmp_path, judge=judge, limit=2, options={"votes": 5, "temperature": 1.0})
    for row in rows:
        assert all(sum(row.marks["votes"][name]) <= 5 for name in BEA_DIMENSIONS)
        assert row.calls["judge"].usage.requests == len(BEA_DIMENSIONS)


def test_the_majority_control_gives_the_most_frequent_label_of_the_other_dialogues(tmp_path):
    rows = rows_of(tmp_path, judge="majority")
    for row in rows:
        for name in BEA_DIMENSIONS:
            others = [other.truth[name] for other in rows if other.cluster != row.cluster]
            assert others.count(row.marks[name]) == max(map(others.count, BEA_LABELS))


def voted(name, fold, truth, votes):
    """Return a row of one response with the same label and votes in all dimensions."""
    marks = {"votes": dict.fromkeys(BEA_DIMENSIONS, votes)}
    truths = dict.fromkeys(BEA_DIMENSIONS, truth)
    return Row(id=name, cluster=name, groups={"fold": fold}, truth=truths, answer=Answer(text=""), grade=Grade(marks=marks))


def offsets(rows):
    tables = build(RunConfig(task="mrbench", judge="majority")).tables({"run": rows})
    return next((table for table in tables if table.id == "mrbench.offsets"), None)


def test_offsets_are_fitted_on_the_other_folds_and_stand_beside_the_plain_votes():
    # Votes for Yes, To some extent, No. The judge votes 3 : 2 for Yes where people say No, and 5 : 0 where they say Yes.
    cases = {"Yes": [5, 0, 0], "To some extent": [0, 5, 0], "No": [3, 0, 2]}
    rows = [voted(f"{label}{fold}{n}", fold, label, votes) for fold in "01" for n in range(3) for label, votes in cases.items()]
    table = offsets(rows)
    found = dict(zip(table.columns, (cell.value for cell in table.rows[0].cells), strict=True))
    # Without: Yes has 6 right of 12 given and 6 true, F1 2/3; To some extent 1; No 0. With offsets all are right.
    assert [found[column] for column in table.columns[:2]] == pytest.approx([(2 / 3 + 1) / 3, 1.0])
    assert (found["rows"], found["no vote"]) == (18, 0.0)


def test_without_votes_or_with_one_fold_there_is_no_table_of_offsets():
    alone = [voted(str(n), "0", "Yes", [1, 0, 0]) for n in range(3)]
    assert offsets(alone) is None
    assert offsets([row.model_copy(update={"grade": Grade(marks={})}) for row in alone]) is None


def test_votes_come_at_least_once_and_not_at_temperature_0():
    with pytest.raises(ResultsError, match="setting votes"):
        build(RunConfig(task="mrbench", options={"votes": 0}))
    with pytest.raises(ResultsError, match="5 samples at temperature 0 are 5 times the same"):
        build(RunConfig(task="mrbench", options={"votes": 5}))


def graded(*replies):
    benchmark = build(RunConfig(task="mrbench", options={"votes": len(replies), "temperature": None}))
    judge = FakeModel(lambda _, index: replies[index])
    return asyncio.run(benchmark.grade(benchmark.items()[0], Answer(text="What next?"), {"judge": judge})), judge


def test_with_votes_the_reason_is_of_the_label_that_counts_and_the_status_of_all_samples():
    said = ("none of these", "<think>first</think><answer>No</answer>", *["<think>yes</think><answer>Yes</answer>"] * 2)
    grade, judge = graded(*said)
    assert {grade.marks[name] for name in BEA_DIMENSIONS} == {"Yes"}
    assert set(grade.reasons.values()) == {"yes"}
    assert set(grade.status.values()) == {"partial"}
    assert {request.temperature for request in judge.requests} == {None}
    unread, _ = graded("none of these", "nor here")
    assert set(unread.status.values()) == {"unparseable"}


@pytest.mark.slow
def test_the_majority_scores_what_is_published_for_the_development_set(data_folder):
    # Strict macro-F1 of a constant label: F1 of that label over three. Its published values: .292, .256, .241, .230.
    path = data_folder / "mrbench" / "mrbench_v3_dev240.json"
    benchmark = build(RunConfig(task="mrbench", judge="majority", data=str(path)))
    items = benchmark.items()
    marks = [asyncio.run(benchmark.grade(item, Answer(text=""), {})).marks for item in items]
    found = []
    for name in BEA_DIMENSIONS:
        (label,) = {mark[name] for mark in marks}
        share = sum(benchmark.truth(item)[name] == label for item in items) / len(items)
        found.append(2 * share / (1 + share) / 3)
    assert found == pytest.approx([0.292, 0.256, 0.241, 0.230], abs=0.002)
    assert len(items) == 1981


def test_a_tutor_or_an_unknown_judge_is_refused_in_one_line():
    with pytest.raises(ResultsError, match="takes no --tutor"):
        build(RunConfig(task="mrbench", tutor="symbolic"))
    with pytest.raises(ResultsError, match="majority or tutor-name"):
        build(RunConfig(task="mrbench", judge="nobody"))


def test_one_fold_and_one_dimension_can_be_graded_alone_and_a_fold_that_is_not_there_is_refused():
    whole = build(RunConfig(task="mrbench", judge="majority", options={"dimensions": ["Actionability"]}))
    assert {tuple(whole.truth(item)) for item in whole.items()} <= {("Actionability",), ()}
    asked = build(RunConfig(task="mrbench", judge="m@http://h/v1", options={"dimensions": ["Actionability"]}))
    assert [name for name in asked.prompts if "action" not in name] == []
    with pytest.raises(ResultsError, match="no dialogue is in fold 7"):
        build(RunConfig(task="mrbench", judge="majority", options={"only_fold": 7}))


def test_an_unknown_setting_names_those_there_are():
    known = "abstain_below, dimensions, folds, only_fold, temperature, votes"
    with pytest.raises(ResultsError, match=f"no setting 'vote': did you mean votes\\? there are {known}"):
        build(RunConfig(task="mrbench", judge="majority", options={"vote": 3}))


def test_a_control_that_learns_from_labels_refuses_a_file_without_any(tmp_path):
    path = tmp_path / "mine.jsonl"
    path.write_text('{"history": "Student: 2 + 2 = 5", "response": "Count again."}\n')
    with pytest.raises(ResultsError, match="has none"):
        build(RunConfig(task="mrbench", judge="majority", data=str(path)))
