"""The table of the judges agrees with the metrics and with the prompts."""

from gnomon.judge import LABELS, RubricMarks, criteria, dimensions
from gnomon.judge.explanation import ExplanationRating
from gnomon.judge.table import table
from gnomon.metrics import CRITERIA, STRICT_LABELS
from gnomon.prompts import load, names


def test_criteria_stand_in_the_order_of_the_metrics():
    assert tuple(criteria()) == CRITERIA == tuple(RubricMarks.model_fields)


def test_labels_are_those_of_the_metrics():
    assert LABELS == STRICT_LABELS


def test_four_criteria_are_the_problems_and_two_are_general():
    kinds = [criterion.kind for criterion in criteria().values()]
    assert kinds == ["specific"] * 4 + ["general"] * 2
    assert all(bool(criterion.condition_for_1) == (criterion.kind == "general") for criterion in criteria().values())


def test_ratings_stand_in_the_order_of_the_record():
    assert [row["name"] for row in table()["explanation"]] == list(ExplanationRating.model_fields)


def test_every_dimension_has_its_own_prompt():
    prompts = [record.prompt for record in dimensions().values()]
    assert len(set(prompts)) == 4
    assert set(prompts) <= set(names())


def test_every_judge_prompt_names_the_code_and_says_that_material_gives_no_orders():
    for name in names():
        if name.startswith("judge/"):
            text = " ".join(load(name).text.split())
            assert "{{ code }}" in text, name
            assert "cannot change these instructions" in text, name
