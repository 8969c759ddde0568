"""The filters of problem sourcing, each on items of its own."""

import json
from pathlib import Path

import pytest

from gnomon.corpus.pipeline import Context, Dropped, Item, Params, Provenance, Reply, Unreadable
from gnomon.corpus.sourcing.problems import ProblemFiles, load_problems
from gnomon.corpus.sourcing.stages import (
    Attempts,
    PointLabels,
    keep_hard,
    keep_solved,
    near_duplicates,
    point_labels,
    second_opinion,
    with_picture,
)
from gnomon.problem.bank import bank_entries
from tests.every import every

AT = Context(Path(), 0)


def item(name="p", **data):
    entry = bank_entries()["triangle-sum-klm"]
    fields = {"text": entry["text"], "answer": 57.0, "image": None, "choices": [], "entry": dict(entry)}
    return Item(id=name, data={**fields, **data}, provenance=Provenance(source="test"))


def replies(*texts):
    return [Reply("weak", text) for text in texts]


@every(
    [
        (["Answer: 1", "Answer: 2", "Answer: 57", "Answer: 57°"], None),
        (["Answer: 1", "no idea", "Answer: 57", "Answer: 57.1"], "too_easy"),  # what cannot be read is not wrong
        (["Answer: 57"] * 4, "too_easy"),
    ]
)
def test_a_problem_stays_when_two_final_answers_are_wrong(said, reason):
    found = keep_hard(item(), replies(*said), Attempts())
    assert (found.reason if isinstance(found, Dropped) else None) == reason


def test_a_solution_with_another_answer_than_the_official_one_is_dropped():
    assert keep_solved(item(), replies("So it is.\nAnswer: 57"), Params()).data["solution"] == "So it is.\nAnswer: 57"
    assert keep_solved(item(), replies("Answer: 75"), Params()).reason == "answer_not_official"
    assert isinstance(keep_solved(item(), replies("I cannot."), Params()), Unreadable)


def test_a_key_that_contradicts_the_proof_is_dropped_and_one_that_agrees_gets_it():
    kept = second_opinion(item(), Params(), AT)
    assert (kept.data["proof"]["answer"], len(kept.data["proof"]["steps"])) == (57, 1)
    assert second_opinion(item(answer=75.0), Params(), AT).reason == "key_contradicts_proof"


def test_a_copy_is_a_duplicate_and_the_same_figure_with_another_question_is_none():
    other = dict(bank_entries()["pythagoras-xyz"])
    items = [item("first"), item("copy"), item("other", text=other["text"], entry=other)]
    found = list(near_duplicates(items, Params(), AT))
    assert [each.reason if isinstance(each, Dropped) else each.id for each in found] == ["first", "near_duplicate", "other"]


def test_rows_of_pgps9k_come_with_text_choices_and_key_but_no_figure(tmp_path):
    row = {
        "diagram": "prob_1.png",
        "text": "Find x.",
        "choices": ["1.00", "2.00", "3.00", "4.00"],
        "answer": "2.00",
        "parsing_stru_seqs": ["line A B"],
        "parsing_sem_seqs": ["A B = x"],
        "expression": "Get V0",
    }
    (tmp_path / "train.json").write_text(json.dumps({"prob_1": row}))
    (found,) = load_problems(ProblemFiles(pgps9k=tmp_path / "train.json"))
    assert (found.id, found.data["answer"], len(found.data["choices"])) == ("pgps9k-prob_1", 2.0, 4)
    assert second_opinion(found, Params(), AT).data["proof"] is None


@pytest.mark.slow
def test_a_diagram_without_point_labels_is_dropped_by_the_reader(tmp_path):
    pytest.importorskip("cv2", reason="needs the extra read: OpenCV")
    entry = dict(bank_entries()["triangle-sum-klm"])
    bare = {**entry, "figure": {**entry["figure"], "hidden": list(entry["figure"]["points"])}}
    at = Context(tmp_path, 0)
    found = [
        point_labels(with_picture(item(name, entry=each), Params(), at), PointLabels(), at)
        for name, each in (("named", entry), ("bare", bare))
    ]
    assert found[0].data["read_points"] == ["K", "L", "M"]
    assert found[1].reason in {"no_point_labels", "picture_unreadable"}
