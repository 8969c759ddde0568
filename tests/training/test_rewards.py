"""Rewards of a reasoning judge (bea-jh 3.4), worked by hand from notes on the formula."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gnomon.judge import LABELS
from gnomon.metrics import MetricInputError
from gnomon.training import open_recipe
from gnomon.training.rewards import OUTCOMES, WELL_FORMED, mark_batch, outcome_of, reward_functions, reward_of, text_of
from tests.every import every

PAPER = open_recipe("bea-judge-grpo").rewards
FAILED = open_recipe("bea-judge-grpo", {"rewards.low_neighbours": -0.3}).rewards
YES, SOME, NO = LABELS


def answer(label, rationale="Because."):
    return f"<think>{rationale}</think><answer>{label}</answer>"


# Truth To some extent; the example of the formulas: T +1.0, Y +0.3, N -1.0, T without rationale -1.0, "Maybe" -1.5, empty -2.0.
@every(
    [
        (answer(SOME), "right", 1.0),
        (answer(YES), "near", 0.3),
        (answer(NO), "low_neighbours", -1.0),
        (f"<answer>{SOME}</answer>", "no_rationale", -1.0),
        (answer(SOME, ""), "no_rationale", -1.0),
        (answer("Maybe"), "bad_label", -1.5),
        ("<answer>Maybe</answer>", "bad_label", -1.5),
        ("<think>Because.</think>", "no_answer", -1.5),
        ("<think>Because.</think><answer></answer>", "no_answer", -1.5),
        ("", "nothing", -2.0),
        ("To some extent", "nothing", -2.0),
        (f"{answer(SOME)}<answer>{NO}</answer>", "bad_label", -1.5),
    ]
)
def test_the_first_outcome_that_applies_is_rewarded(completion, outcome, value):
    assert reward_of(completion, SOME, PAPER) == (outcome, value)


# Rows: truth; columns: Yes, To some extent, No.
@every(
    [
        (PAPER, [[1.0, 0.3, -1.0], [0.3, 1.0, -1.0], [-1.0, -1.0, 1.0]]),
        (FAILED, [[1.0, 0.3, -1.0], [0.3, 1.0, -0.3], [-1.0, -0.3, 1.0]]),
    ]
)
def test_well_formed_answers_are_rewarded_by_the_table(rewards, table):
    assert [[reward_of(answer(label), truth, rewards).value for label in LABELS] for truth in LABELS] == table


def test_leaving_the_format_never_pays():
    malformed = ["", "<think>x</think>", answer("Maybe"), f"<answer>{YES}</answer>"]
    for rewards, truth in itertools.product((PAPER, FAILED), LABELS):
        worst_label = min(reward_of(answer(label), truth, rewards).value for label in LABELS)
        assert max(reward_of(text, truth, rewards).value for text in malformed) <= worst_label


def test_penalties_are_in_the_papers_order():
    assert PAPER.nothing.value < PAPER.no_answer.value < PAPER.no_rationale.value
    assert PAPER.wrong.value < 0 < PAPER.near.value < PAPER.right.value


@given(st.text() | st.sampled_from([answer(label) for label in LABELS]), st.sampled_from(LABELS))
def test_exactly_one_component_pays_and_the_sum_is_the_reward(completion, truth):
    by_name = {function.__name__: function([completion], truth=[truth], id=["a"]) for function in reward_functions(PAPER)}
    outcome, value = reward_of(completion, truth, PAPER)
    assert [name for name, found in by_name.items() if found != [0.0]] == [f"reward_{outcome}"]
    assert sum(found[0] for found in by_name.values()) == value


def test_components_are_named_for_their_outcome():
    assert [function.__name__ for function in reward_functions(PAPER)] == [f"reward_{outcome}" for outcome in OUTCOMES]


@every(
    [
        "<think>x</think>",
        [{"role": "assistant", "content": "<think>x</think>"}],
        [{"role": "assistant", "content": [{"type": "text", "text": "<think>"}, {"type": "text", "text": "x</think>"}]}],
    ],
    name=repr,
)
def test_a_completion_is_text_or_chat_messages(completion):
    assert text_of(completion) == "<think>x</think>"


def test_a_batch_shows_its_confusion_its_format_and_its_outcomes():
    completions = [answer(YES), answer(YES), answer(SOME), f"<answer>{NO}</answer>", "", answer("Maybe")]
    marks = mark_batch(completions, [YES, SOME, NO, NO, YES, SOME], PAPER)
    # Truth by output; the last column has no label: the empty one (truth Yes) and "Maybe" (truth To some extent).
    assert marks.confusion.counts.tolist() == [[1, 0, 0, 1], [1, 0, 0, 1], [0, 1, 1, 0]]
    assert marks.format_rate == 3 / 6  # the fourth has no rationale, the fifth nothing, the sixth no label
    assert marks.classification.accuracy == 2 / 6  # a label without a rationale is still read
    assert marks.reward == pytest.approx((1.0 + 0.3 - 1.0 - 1.0 - 2.0 - 1.5) / 6)
    log = marks.as_log()
    assert (log["confusion/Yes/unread"], log["outcome/low_neighbours"], log["label_accuracy"]) == (1, 1, 2 / 6)
    assert sum(count for name, count in log.items() if name.startswith("confusion/")) == len(completions)


def test_an_empty_batch_has_no_marks():
    with pytest.raises(MetricInputError):
        mark_batch([], [], PAPER)


def test_form_and_label_outcomes_do_not_overlap():
    assert {outcome_of(answer(label), truth) for label in LABELS for truth in LABELS} == WELL_FORMED
