"""Scores of answers: each recipe by the readers and metrics of its benchmark, worked out by hand."""

import json

import pytest

from gnomon.training import DataFiles, Row, TrainingError, make_rows, open_recipe
from gnomon.training.evaluation import Likelihood, likelihood_scores, scores_of
from gnomon.training.rows.dialogues import dialogue_rows
from tests.training.made import dialogue


def judged(*labels, dimension="Actionability"):
    return [Row(f"r{n}", "g", (), columns={"truth": label, "dimension": dimension}) for n, label in enumerate(labels)]


def said(label):
    return f"<think>because</think><answer>{label}</answer>"


def test_a_judge_is_scored_strictly_and_leniently_and_what_is_no_label_is_malformed():
    rows = judged("Yes", "No", "To some extent", "Yes")
    found = scores_of(open_recipe("bea-judge-screen"), rows, [said("Yes"), said("Perhaps"), said("Yes"), "Yes, it is actionable"])
    assert found["label accuracy"] == 1 / 4
    assert found["macro-F1"] == pytest.approx((2 / 4) / 3)  # Yes: one right of two given and two true; the others 0
    assert found["lenient accuracy"] == 2 / 4
    assert found["malformed"] == 2 / 4
    assert found["without a rationale"] == 1 / 4
    assert found["rows"] == 4


def test_several_dimensions_have_a_name_each():
    rows = [*judged("Yes"), *judged("No", dimension="Mistake_Location")]
    found = scores_of(open_recipe("bea-judge-sft"), rows, [said("Yes"), said("Yes")])
    assert (found["Actionability: label accuracy"], found["Mistake_Location: label accuracy"]) == (1, 0)


def test_whether_a_turn_highlights_is_scored_as_prediction():
    rows = [Row(f"r{n}", "g", (), answer) for n, answer in enumerate(("yes", "yes", "no", "no"))]
    found = scores_of(open_recipe("geodial-highlight-prediction"), rows, ["Yes.", "no", "yes", "I am not sure"])
    # An answer that is neither highlights nothing: right here, and counted.
    assert (found["prediction precision"], found["prediction recall"], found["prediction f1"]) == (0.5, 0.5, 0.5)
    assert (found["prediction accuracy"], found["malformed"]) == (0.5, 0.25)


def test_which_lines_a_turn_highlights_is_scored_by_names_whatever_their_order():
    rows = [Row(f"r{n}", "g", (), json.dumps(names)) for n, names in enumerate((["AB"], ["AB", "BC"]))]
    found = scores_of(open_recipe("geodial-highlight-decision"), rows, ['["BA"]', '["BC", "CD"]'])
    assert found["decision f1"] == (1 + 0.5) / 2
    assert scores_of(open_recipe("geodial-highlight-decision"), rows, ["AB", "[]"])["malformed"] == 1


def test_a_tutors_own_turns_score_one_and_other_turns_or_none_less():
    recipe = open_recipe("geodial-tutor", {"rows.shown": ["question", "dialogue"]})
    rows = dialogue_rows([dialogue()], recipe.rows).rows["train"]
    truth = [row.completion or "" for row in rows]
    own = scores_of(recipe, rows, truth)
    names = ("act accuracy", "subact macro-F1", "feedback macro-F1", "lines combined F1", "angles combined F1")
    assert [own[name] for name in names] == [1] * 5
    assert own["malformed"] == 0
    # The turns one place on: the second of three is the only one that highlights lines.
    moved = scores_of(recipe, rows, [*truth[1:], truth[0]])
    assert (moved["act accuracy"], moved["lines combined F1"]) == (0, 0)
    silent = scores_of(recipe, rows, ["I do not know."] * 3)
    assert (silent["act accuracy"], silent["malformed"]) == (0, 1)


def test_the_second_colour_counts_as_highlighted_too():
    recipe = open_recipe("geodial-tutor")
    row = Row("r", "g", (), json.dumps(turn(green=["AB"], brown=["BC"])))
    found = scores_of(recipe, [row], [json.dumps(turn(green=["AB"], brown=[]))])
    assert found["lines combined F1"] == pytest.approx(2 / 3)


def turn(green, brown):
    named = {"act": "SeeFigure", "subact": "AskRelation", "feedback": "negative", "utterance": "Look."}
    return {**named, "highlights": {"lines": green}, "highlights2": {"lines": brown}}


def test_utterances_have_no_highlights_to_score():
    rows = make_rows(open_recipe("geodial-utterance"), DataFiles("sample")).rows["train"][:2]
    found = scores_of(open_recipe("geodial-utterance"), rows, [row.completion or "" for row in rows])
    assert "lines combined F1" not in found
    assert found["feedback accuracy"] == 1


def test_rows_of_a_search_are_scored_by_how_likely_they_are_and_by_no_text():
    with pytest.raises(TrainingError, match="which question was best"):
        scores_of(open_recipe("odqs-dpo"), [Row("r", "g", ())], [""])
    rows = [Row("q1", "g", ()), Row("q2", "g", ()), Row("a", "g", (), columns={"replayed": True})]
    found = {
        "q1": Likelihood(id="q1", chosen=-2, tokens=2, rejected=-1),
        "q2": Likelihood(id="q2", chosen=-3, tokens=1, rejected=-4),
        "a": Likelihood(id="a", chosen=-1, tokens=3, rejected=-2),
    }
    assert likelihood_scores(rows, found) == {"loss": 1, "pair accuracy": 0.5, "pair accuracy, answers": 1, "rows": 3}
    alone = Likelihood(id="q1", chosen=-2, tokens=2, rejected=None)
    assert likelihood_scores(rows[:1], {"q1": alone}) == {"loss": 1, "rows": 1}
