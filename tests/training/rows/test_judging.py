"""Rows of the judge: one a response and dimension, folds whole, and nothing of who wrote it."""

import pytest

from gnomon.datasets import MRBenchDialogue, TutorResponse, parse_history
from gnomon.training import TrainingError, open_recipe
from gnomon.training.rows.judging import judge_rows
from tests.every import every


def dialogue(name, opening="What is 2 + 3?", fold=None, **labels):
    history = f"Tutor: {opening}\nStudent: 6"
    given = labels or {"Actionability": "Yes", "Mistake_Location": "No"}
    responses = (TutorResponse(tutor="Gemini", text="Count again.", labels=given), TutorResponse(tutor="Sonnet", text="It is 5."))
    return MRBenchDialogue(id=name, history=history, turns=parse_history(history)[0], responses=responses, fold=fold)


FOUR = [dialogue(f"d{fold}", fold=fold) for fold in range(4)]


def rows_of(name, dialogues, **changes):
    return judge_rows(dialogues, open_recipe(name, {f"rows.{key}": value for key, value in changes.items()}).rows)


def test_the_label_is_the_answer_without_a_rationale():
    (row, _) = rows_of("bea-judge-sft", FOUR).rows["train"]
    assert (row.id, row.completion) == ("d2/Gemini/Actionability", "<answer>Yes</answer>")
    assert row.columns == {"truth": "Yes", "dimension": "Actionability"}


def test_for_rewards_the_label_stands_beside_and_the_prompt_asks_for_a_rationale():
    (row, _) = rows_of("bea-judge-grpo", FOUR).rows["train"]
    assert (row.completion, row.columns["truth"]) == (None, "Yes")
    assert "<think>" in row.prompt[0].text


def test_nobody_learns_who_wrote_a_response():
    for row in rows_of("bea-judge-sft", FOUR, dimensions=["Actionability", "Mistake_Location"]).rows["train"]:
        assert not any(name in message.text for message in row.prompt for name in ("Gemini", "Sonnet"))
        assert "tutor" not in row.columns


def test_folds_are_held_out_whole():
    found = rows_of("bea-judge-sft", FOUR, validation_fold=3, test_fold=2)
    assert {split: [row.id[:2] for row in rows] for split, rows in found.rows.items()} == {
        "train": ["d0", "d1"], "validation": ["d3"], "test": ["d2"],
    }  # fmt: skip


def test_what_gives_no_row_says_why():
    odd = [dialogue("e", fold=0, Actionability="Maybe"), dialogue("f")]
    found = rows_of("bea-judge-sft", [*FOUR, *odd])
    assert found.reasons() == {"no_label": 4 + 2 + 1, "no_fold": 1}  # nobody labelled what Sonnet wrote


def test_without_folds_dialogues_that_open_alike_stay_together():
    names = ["What is 2 + 3?", "what  is 2 + 3?", "And 4 + 5?", "And 6 + 7?", "And 8 + 9?"]
    found = rows_of("bea-judge-sft", [dialogue(f"d{place}", opening) for place, opening in enumerate(names)])
    folds = {row.id[:2]: row.group for rows in found.rows.values() for row in rows}
    assert folds["d0"] == folds["d1"]
    assert len(set(folds.values())) == 4


@every([{"validation_fold": 0}, {"test_fold": 9}])
def test_a_fold_that_is_not_there_or_is_held_out_twice_is_refused(changes):
    with pytest.raises(TrainingError, match=r"expected two of the folds \[0, 1, 2, 3\]"):
        rows_of("bea-judge-sft", FOUR, **changes)


def test_too_few_problems_cannot_be_parted():
    with pytest.raises(TrainingError, match="at least 4 problems"):
        rows_of("bea-judge-sft", [dialogue("d0"), dialogue("d1")])
