"""Why unsure judges must not be paid for the middle label: an exact policy gradient on a toy, without torch.

A judge sees one of several cases and answers with a label drawn from a softmax over its scores for that case. What it cannot
see is the truth: of each case it can know only how often each label is right. The gradient of its expected reward is exact:
d E[r] / d score_a = p_a * (r_a - sum_b p_b * r_b), with r_a the mean reward of label a in that case.
bea-jh 3.4 reports that a milder penalty for To some extent against No made judges answer To some extent to most examples.
"""

import numpy as np
import pytest

from gnomon.judge import LABELS
from gnomon.training import open_recipe
from gnomon.training.rewards import reward_of
from tests.every import every

PAPER = open_recipe("bea-judge-grpo").rewards
FAILED = open_recipe("bea-judge-grpo", {"rewards.low_neighbours": -0.3}).rewards
UNSURE = np.array([[0.45, 0.2, 0.35], [0.4, 0.2, 0.4], [0.35, 0.2, 0.45], [0.38, 0.24, 0.38]])
"""Cases (rows) of a judge that cannot tell Yes from No well; To some extent is the rarest truth in every one, as in MRBench."""
SURE = np.array([[0.9, 0.05, 0.05], [0.05, 0.9, 0.05], [0.05, 0.05, 0.9]])
"""Cases of a judge that can see what is right."""
MIDDLE = 1
"""Column of To some extent."""


def reward_table(rewards):
    """Return the reward of each label (row) under each truth (column), from what the judge writes."""
    return np.array(
        [[reward_of(f"<think>x</think><answer>{label}</answer>", truth, rewards).value for truth in LABELS] for label in LABELS]
    )


def trained(beliefs, rewards, steps=2000, rate=0.5):
    """Return the labels' probabilities in each case after gradient ascent from a judge that knows nothing."""
    expected = beliefs @ reward_table(rewards).T  # cases by labels
    scores = np.zeros_like(expected)
    for _ in range(steps):
        chance = softmax(scores)
        scores += rate * chance * (expected - (chance * expected).sum(axis=1, keepdims=True))
    return softmax(scores)


def softmax(scores):
    powers = np.exp(scores - scores.max(axis=1, keepdims=True))
    return powers / powers.sum(axis=1, keepdims=True)


# Belief Yes .4, To some extent .2, No .4, as worked in the notes on the formulas:
# designed: Y .4 + .3 * .2 - .4 = .06; T .3 * .4 + .2 - .4 = -.08; N -.4 - .2 + .4 = -.20
# failed:   Y .06;                      T .12 + .2 - .3 * .4 = .20; N -.4 - .06 + .4 = -.06
@every([(PAPER, [0.06, -0.08, -0.20]), (FAILED, [0.06, 0.20, -0.06])])
def test_the_least_likely_label_earns_most_only_with_the_milder_penalty(rewards, worked):
    assert np.array([[0.4, 0.2, 0.4]]) @ reward_table(rewards).T == pytest.approx(np.array([worked]))


def test_with_the_milder_penalty_an_unsure_judge_collapses_to_the_middle_label():
    assert trained(UNSURE, FAILED)[:, MIDDLE].min() > 0.95  # though that label is right in a fifth of the cases


def test_as_designed_an_unsure_judge_does_not_answer_with_the_middle_label():
    assert trained(UNSURE, PAPER)[:, MIDDLE].max() < 0.05


@every([PAPER, FAILED], name=lambda rewards: str(rewards.low_neighbours.value))
def test_a_judge_that_can_see_what_is_right_learns_it_with_either(rewards):
    """The control: it is the unsureness that the milder penalty exploits, not the table alone."""
    assert np.diag(trained(SURE, rewards)).min() > 0.95


def test_the_gradient_is_that_of_the_expected_reward():
    """Checked against finite differences, so that the collapse is no artefact of a wrong formula."""
    expected = UNSURE @ reward_table(FAILED).T
    scores = np.array([[0.3, -0.1, 0.2]] * len(UNSURE))
    chance, step = softmax(scores), 1e-6
    exact = chance * (expected - (chance * expected).sum(axis=1, keepdims=True))
    for label in range(3):
        moved = scores.copy()
        moved[:, label] += step
        slope = ((softmax(moved) - chance) * expected).sum(axis=1) / step
        assert slope == pytest.approx(exact[:, label], abs=1e-5)
