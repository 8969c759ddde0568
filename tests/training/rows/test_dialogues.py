"""Rows from recorded dialogues: what stands in them, what can be left out of them, and that no problem is in two splits."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gnomon.dialogue import StudentTurn
from gnomon.training import open_recipe
from gnomon.training.rows.dialogues import dialogue_rows
from gnomon.training.rows.row import SPLITS
from gnomon.tutor import ContextParts, TutorContext, turn_request
from gnomon.tutor.model.highlight_answers import read_names, read_yes_no
from tests.every import every
from tests.training.made import LOOK, PROBE, TURNS, dialogue, sample_dialogues

PREDICTION, DECISION = "geodial-highlight-prediction", "geodial-highlight-decision"


def rows_of(name, *dialogues, written=None, **changes):
    settings = open_recipe(name, {f"rows.{key}": value for key, value in changes.items()}).rows
    return dialogue_rows(dialogues or (dialogue(),), settings, written)


def prompt(row):
    return "\n".join(message.text for message in row.prompt)


def test_every_tutor_turn_is_a_row_with_the_turn_as_its_answer():
    opening, look, probe = rows_of("geodial-tutor").rows["train"]
    assert (opening.id, look.id, probe.id, look.group) == ("d/1", "d/2", "d/3", "isosceles")
    assert list(json.loads(look.completion)) == ["act", "subact", "highlights", "highlights2", "feedback", "utterance"]
    assert json.loads(look.completion) == LOOK.turn_json()


def test_a_row_is_asked_as_the_benchmark_asks():
    found = rows_of("geodial-tutor", *sample_dialogues())
    point = next(each for each in sample_dialogues() if each.split == "train")
    before, _ = point.contexts()[1]
    row = next(row for row in found.rows["train"] if row.id == f"{point.id}/2")
    from gnomon.benchmark.geodial.points import point_of, points_of  # the benchmark's own way to its contexts

    item = next(item for item in points_of(sample_dialogues(), "train", None) if item.id == row.id)
    assert row.prompt == turn_request(TutorContext(point_of(item).problem, before), ContextParts()).messages


def test_the_words_of_a_row_come_from_the_turns_before_it_alone():
    opening, look, probe = map(prompt, rows_of("geodial-tutor").rows["train"])
    assert "I added the sides." not in opening
    assert LOOK.utterance not in look
    assert LOOK.utterance in probe
    assert PROBE.utterance not in probe


# Each part of the context by words that only it brings; the picture is the only image.
PARTS = {
    "question": "AB = AC. Find",
    "correct_solution": "base angles are equal",
    "student_solution": "AB + AC = 4",
    "dialogue": "I added the sides.",
    "highlights": "green: segment AB",
}


@pytest.mark.slow
@every(PARTS)
def test_each_part_of_the_context_can_be_left_out_alone(part):
    shown = [*(each for each in PARTS if each != part), "diagram"]
    without = prompt(rows_of("geodial-tutor", shown=shown).rows["train"][2])
    everything = prompt(rows_of("geodial-tutor").rows["train"][2])
    absent = {each for each, words in PARTS.items() if words not in without}
    assert all(words in everything for words in PARTS.values())
    assert absent == ({"dialogue", "highlights"} if part == "dialogue" else {part})  # what turns point at goes with them


def test_the_diagram_is_a_picture_that_all_rows_of_a_problem_share():
    rows = rows_of("geodial-tutor").rows["train"]
    assert len({id(image) for row in rows for image in row.images}) == 1
    assert not any(row.images for row in rows_of("geodial-tutor", shown=["question", "dialogue"]).rows["train"])


def test_the_utterance_model_is_given_the_move_and_never_the_highlights_of_its_turn():
    look = rows_of("geodial-utterance").rows["train"][1]
    assert json.loads(look.completion) == {
        "act": "SeeFigure", "subact": "AskRelation", "feedback": "negative", "utterance": LOOK.utterance,
    }  # fmt: skip
    assert "`SeeFigure`, `AskRelation`" in prompt(look)
    assert "segment AB" not in prompt(look)


# Green and brown are one set: the turn that looks highlights AB and AC, and the angle ABC.
@every([("lines", ["no", "yes", "no"], ["AB", "AC"]), ("angles", ["no", "yes", "no"], ["ABC"])])
def test_prediction_says_whether_and_decision_says_what(category, answers, names):
    prediction = rows_of(PREDICTION, category=category, utterance="truth").rows["train"]
    decision = rows_of(DECISION, category=category, utterance="truth")
    assert [row.completion for row in prediction] == answers
    assert [json.loads(row.completion) for row in decision.rows["train"]] == [names]
    assert decision.reasons() == {"nothing_highlighted": 2}


def test_the_focused_answers_are_read_back_by_the_tutor_that_asks_them():
    assert [read_yes_no(row.completion) for row in rows_of(PREDICTION, utterance="truth").rows["train"]] == [False, True, False]
    assert read_names(rows_of(DECISION, utterance="truth").rows["train"][0].completion) == ("AB", "AC")


WRITTEN = {"d/1": "Hi there.", "d/2": None}


@every(
    [
        ("truth", {"d/1": "Words: Hello, what", "d/2": "Words: How are the green", "d/3": "Words: Look at"}),
        ("none", {"d/1": None, "d/2": None, "d/3": None}),
        # A reply that was no turn leaves the question without words, as at run time; a turn nobody wrote for gives no row.
        ("model", {"d/1": "Words: Hi there.", "d/2": None}),
    ]
)
def test_the_words_of_a_turn_come_from_truth_a_model_or_nowhere(source, words):
    found = rows_of(PREDICTION, utterance=source, written=WRITTEN)
    assert {row.id for row in found.rows["train"]} == set(words)
    for row in found.rows["train"]:
        assert ("Words:" in prompt(row)) == (words[row.id] is not None)
        assert (words[row.id] or "") in prompt(row)
    assert found.reasons() == ({"no_written_utterance": 1} if source == "model" else {})


def test_words_of_a_model_are_asked_for_where_no_file_has_them():
    with pytest.raises(ValueError, match="name the file of written utterances"):
        rows_of(PREDICTION)


@every([(1, 3), (3, 5), (2, 4)])
def test_positives_count_as_often_as_their_weight_in_an_epoch_and_negatives_once(weight, rows):
    found = rows_of(PREDICTION, utterance="truth", positive_weight=weight)
    assert len(found.epoch()) == rows  # of three rows one says yes
    assert [row.id for row in found.epoch()] == ["d/1", *["d/2"] * weight, "d/3"]


def test_held_out_rows_are_never_weighted():
    found = rows_of(PREDICTION, dialogue("t", "p", "train"), dialogue("v", "q", "validation"), utterance="truth")
    assert len(found.rows["validation"]) == 3
    assert set(found.weights) == {"t/2"}


def test_a_problem_in_two_splits_stays_in_the_one_that_is_held_out_longest():
    found = rows_of(
        "geodial-tutor",
        dialogue("a", "shared", "train"),
        dialogue("b", "shared", "validation"),
        dialogue("c", "shared", "test"),
        dialogue("d", "own", "train"),
        dialogue("e", "free", None),
    )
    assert {split: sorted({row.id[0] for row in rows}) for split, rows in found.rows.items()} == {
        "train": ["d"], "validation": [], "test": ["c"],
    }  # fmt: skip
    assert [(each.id, each.reason) for each in found.dropped] == [
        ("a", "problem_in_two_splits"), ("b", "problem_in_two_splits"), ("e", "no_split"),
    ]  # fmt: skip


def test_a_problem_that_is_held_out_under_another_name_gives_no_row_to_train_on():
    same = dialogue("a", "isosceles").question
    renamed = same.model_copy(update={"text": same.text.translate(str.maketrans("ABC", "XYZ")), "figure": None})
    held_out = same.model_copy(update={"figure": None})
    found = rows_of(
        "geodial-tutor",
        dialogue("a", "own", "train", question=renamed),
        dialogue("b", "own too", "train"),
        dialogue("c", "held out", "test", question=held_out),
    )
    assert [(each.id, each.reason) for each in found.dropped] == [("a", "same_problem_held_out")]
    assert {row.id[0] for row in found.rows["train"]} == {"b"}


def test_a_turn_without_words_and_one_without_its_picture_give_no_row(tmp_path):
    silent = (TURNS[0].model_copy(update={"utterance": "  "}), StudentTurn(utterance="?"), PROBE)
    lost = dialogue("e", "q").question.model_copy(update={"images": (str(tmp_path / "lost.png"),)})
    found = rows_of("geodial-tutor", dialogue(turns=silent), dialogue("e", "q", question=lost))
    assert found.reasons() == {"no_picture": 3, "no_words": 1}
    assert [row.id for row in found.rows["train"]] == ["d/2"]


SPLIT = st.sampled_from([*SPLITS, None])


@given(st.lists(st.tuples(st.sampled_from("pqr"), SPLIT), min_size=1, max_size=8))
def test_no_problem_is_in_two_splits_and_every_turn_is_a_row_or_has_its_reason(drawn):
    dialogues = [dialogue(f"d{number}", problem, split) for number, (problem, split) in enumerate(drawn)]
    found = rows_of(PREDICTION, *dialogues, utterance="none", shown=["question", "dialogue"])
    seen: dict[str, str] = {}
    for split, rows in found.rows.items():
        for row in rows:
            assert seen.setdefault(row.group, split) == split
    # A dialogue that is left out is listed once, for all its turns.
    assert 3 * (len(dialogues) - len(found.dropped)) == sum(map(len, found.rows.values()))
    assert found == rows_of(PREDICTION, *dialogues, utterance="none", shown=["question", "dialogue"])
