"""The toy of judging: labels follow from what a reply names, and no single word gives them away on held-out replies."""

from collections import Counter

import pytest

from gnomon.judge import LABELS
from gnomon.replies import parse_label
from gnomon.training.demo.judging import ACTIONS, OBJECTS, PAIRS, form_rows, judged_rows, replies, with_shuffled_truth

REPLIES = replies(600, 0, held_out=False)


def label_by_rule(text):
    """Work the rule out again from the words: an action's object, the object alone, or neither."""
    words = text.replace(",", " ").replace(".", " ").split()
    thing = next((word for word in words if word in OBJECTS), None)
    if thing is None:
        return "No"
    return "Yes" if words[words.index(thing) - 2] in ACTIONS else "To some extent"


def test_labels_follow_from_the_rule():
    assert [label_by_rule(reply.text) for reply in REPLIES] == [reply.label for reply in REPLIES]


def test_every_label_comes_as_often():
    assert set(Counter(reply.label for reply in REPLIES).values()) == {200}


def test_held_out_pairs_of_action_and_object_are_new():
    assert not set(PAIRS[False]) & set(PAIRS[True])
    assert {action for action, _ in PAIRS[True]} == set(ACTIONS)
    assert {thing for _, thing in PAIRS[True]} == set(OBJECTS)


def test_an_action_alone_does_not_give_the_label_away():
    labels = {reply.label for reply in REPLIES if any(action in reply.text for action in ACTIONS)}
    assert labels == {"Yes", "No"}


def test_the_form_is_shown_with_labels_that_say_nothing():
    rows = form_rows(REPLIES, 0)
    said = [parse_label(row.completion).value["label"] for row in rows]
    right = sum(label == reply.label for label, reply in zip(said, REPLIES, strict=True)) / len(said)
    assert right == pytest.approx(1 / len(LABELS), abs=0.06)


def test_shuffled_rewards_say_nothing():
    rows = judged_rows(REPLIES)
    shuffled = with_shuffled_truth(rows, 0)
    same = sum(row.columns == other.columns for row, other in zip(rows, shuffled, strict=True)) / len(rows)
    assert same == pytest.approx(1 / len(LABELS), abs=0.06)
    assert Counter(row.columns["truth"] for row in rows) == Counter(row.columns["truth"] for row in shuffled)
