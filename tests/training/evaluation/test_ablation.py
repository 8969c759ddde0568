"""Arms and tables of an ablation, without torch."""

import pytest

from gnomon.metrics import CONTEXT_PARTS
from gnomon.training import DataFiles, RowSet, TrainingError, make_rows, open_recipe
from gnomon.training.evaluation import ablation_lines, arms_of, context_fits, dialogues_of, first_dialogues
from gnomon.training.rows.dialogues import dialogue_rows
from tests.training.made import dialogue

TUTOR = open_recipe("geodial-tutor", {"rows.shown": ["question", "dialogue", "highlights"]})


def test_sizes_go_up_in_steps_to_all_and_the_model_as_it_was_is_asked_once():
    arms = arms_of(TUTOR, 500, step=200, with_contexts=False)
    assert [(arm.name, arm.dialogues, arm.scores_before) for arm in arms] == [
        ("size-200", 200, True),
        ("size-400", 400, False),
        ("size-500", 500, False),
    ]
    assert [arm.dialogues for arm in arms_of(TUTOR, 400, step=200, with_contexts=False)] == [200, 400]
    assert [arm.name for arm in arms_of(TUTOR, 1000, step=600, with_contexts=False)] == ["size-0600", "size-1000"]


def test_contexts_are_sixteen_and_leave_the_conversation_as_it_is():
    arms = arms_of(TUTOR, 5, step=None, with_contexts=True)
    assert len({arm.name for arm in arms}) == 16
    assert arms[0].changes == {"rows.shown": [*CONTEXT_PARTS, "dialogue", "highlights"]}
    assert arms[-1].changes == {"rows.shown": ["dialogue", "highlights"]}


def test_what_cannot_be_varied_is_refused():
    with pytest.raises(TrainingError, match="--sizes, --contexts or both"):
        arms_of(TUTOR, 5, step=None, with_contexts=False)
    with pytest.raises(TrainingError, match="bea-judge-sft: --contexts"):
        arms_of(open_recipe("bea-judge-sft"), 5, step=None, with_contexts=True)


def test_smaller_sets_lie_in_larger_ones_and_held_out_rows_stay():
    found = dialogue_rows([*(dialogue(f"d{n}", f"p{n}") for n in range(6)), dialogue("v", "v", "validation")], TUTOR.rows)
    names = dialogues_of(TUTOR, found)
    assert sorted(names) == [f"d{n}" for n in range(6)]
    sets = [{row.id for row in first_dialogues(TUTOR, found, count).rows["train"]} for count in (2, 4, 6)]
    assert [len(ids) for ids in sets] == [6, 12, 18]  # three turns each, whole dialogues
    assert sets[0] < sets[1] < sets[2] == {row.id for row in found.rows["train"]}
    assert first_dialogues(TUTOR, found, 1).rows["validation"] == found.rows["validation"]


def test_a_judges_rows_are_taken_by_whole_dialogues():
    recipe = open_recipe("bea-judge-sft", {"rows.dimensions": ["Actionability", "Mistake_Location"]})
    found = make_rows(recipe, DataFiles("sample"))
    names = dialogues_of(recipe, found)
    kept = first_dialogues(recipe, found, 1).rows["train"]
    expected = [row for row in found.rows["train"] if row.id.startswith(f"{names[0]}/")]
    assert 0 < len(kept) < len(found.rows["train"])
    assert list(kept) == expected


def scored(arms, value):
    return {arm: {"test": {"before": {"F1": 0.1, "rows": 4}, "after": {"F1": value(arm), "rows": 4}}} for arm in arms}


def test_the_fit_finds_what_each_part_was_worth_and_a_score_that_no_part_moves_has_no_r_squared():
    worth = dict(zip(CONTEXT_PARTS, (0.1, 0.2, 0.0, -0.05), strict=True))
    arms = arms_of(TUTOR, 5, step=None, with_contexts=True)
    found = scored(arms, lambda arm: 0.3 + sum(worth[part] for part in CONTEXT_PARTS if getattr(arm.parts, part)))
    after, before = (context_fits(found, "test", stage) for stage in ("after", "before"))
    assert after["F1"].coefficients == pytest.approx(worth)
    assert after["F1"].constant == pytest.approx(0.3)
    assert before["F1"].r_squared is None
    assert set(after) == {"F1"}  # counts are not fitted


def table_lines(page):
    return [line for line in page.splitlines() if line.startswith("| ") and not line.startswith("| :")]


def test_the_page_has_both_tables_by_split_and_a_line_without_training():
    sizes = arms_of(TUTOR, 4, step=2, with_contexts=False)
    found = scored(sizes, lambda arm: arm.dialogues / 10)
    found[sizes[1]]["test"].pop("before")
    page = "\n".join(ablation_lines(TUTOR, found))
    lines = [[cell.strip() for cell in line.split("|")[1:-1]] for line in table_lines(page)]
    assert lines == [["dialogues", "F1", "rows"], ["0", "0.100", "4"], ["2", "0.200", "4"], ["4", "0.400", "4"]]
    whole = "\n".join(ablation_lines(TUTOR, scored(arms_of(TUTOR, 4, step=None, with_contexts=True), lambda _: 0.5)))
    assert "What is shown, with training, test" in whole
    assert "What is shown, without training, test" in whole
    assert "standard error" in whole


def test_no_training_rows_come_from_no_dialogue():
    assert dialogues_of(TUTOR, RowSet({})) == []
