"""Rewards of a judge that reasons (bea-jh 3.4), as pure functions of text: no torch, constants from the recipe.

Of eight outcomes exactly one applies, and its constant is the reward. The first four are about the form, in this order: neither
rationale nor answer, no answer, an answer that is no label, no rationale. The others are about a well-formed answer: right,
``near`` (Yes and To some extent confused), ``low_neighbours`` (To some extent and No), ``wrong``. An answer is read as it is at
evaluation, by `gnomon.replies.parse_label`: what the judge is rewarded for is what counts later.

The paper gives the order of the constants and reports one variant that failed: a milder penalty for To some extent against No
than for Yes against No. A judge that is unsure then earns most by answering To some extent to everything. It is an option, so
that it can be seen to fail: ``rewards.low_neighbours: -0.3``. With None those two are as wrong as any.

Trainers sum the functions of `reward_functions`, one for each outcome; each is logged under its own name. The sum is never a
default of 0, which would beat every penalty.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Literal, NamedTuple, get_args

from gnomon.judge import LABELS, Label
from gnomon.metrics import Classification, Confusion, classify, confusion
from gnomon.replies import parse_label
from gnomon.training.recipe import Rewards

Outcome = Literal["nothing", "no_answer", "bad_label", "no_rationale", "right", "near", "low_neighbours", "wrong"]
OUTCOMES: tuple[Outcome, ...] = get_args(Outcome)
"""In the order in which they are asked."""
WELL_FORMED: frozenset[Outcome] = frozenset({"right", "near", "low_neighbours", "wrong"})
"""Outcomes of answers with a rationale and one of the three labels."""
_YES, _SOME, _NO = LABELS
_CONFUSED: Mapping[frozenset[Label], Outcome] = {
    frozenset({_YES, _SOME}): "near",
    frozenset({_SOME, _NO}): "low_neighbours",
}


class Reward(NamedTuple):
    """What one completion earns."""

    outcome: Outcome
    value: float


def outcome_of(completion: str, truth: Label) -> Outcome:
    """Return the first outcome that applies to a completion."""
    reading = parse_label(completion)
    has_rationale, has_answer = "missing_rationale" not in reading.flags, "missing_answer" not in reading.flags
    if not has_answer:
        return "no_answer" if has_rationale else "nothing"
    if reading.value is None:
        return "bad_label"
    if not has_rationale:
        return "no_rationale"
    label: Label = reading.value["label"]
    return "right" if label == truth else _CONFUSED.get(frozenset({label, truth}), "wrong")


def worth(outcome: Outcome, rewards: Rewards) -> float:
    """Return the constant of an outcome."""
    setting = rewards.low_neighbours if outcome == "low_neighbours" else getattr(rewards, outcome)
    value: float | None = setting.value
    return rewards.wrong.value if value is None else value


def reward_of(completion: str, truth: Label, rewards: Rewards) -> Reward:
    """Return what a completion earns, and for what.

    Args:
        completion: all that the model wrote.
        truth: the label that people gave.
        rewards: the constants.
    """
    outcome = outcome_of(completion, truth)
    return Reward(outcome, worth(outcome, rewards))


RewardFunction = Callable[..., list[float]]
"""As TRL calls it: ``completions`` and the columns of the rows by name; one number a completion."""


def reward_functions(rewards: Rewards) -> list[RewardFunction]:
    """Return one function for each outcome, named for it; their sum is the reward.

    A function takes ``completions``, texts or lists of chat messages, and ``truth``, the column of the rows; other columns are
    passed over.
    """
    return [_function(outcome, rewards) for outcome in OUTCOMES]


def _function(outcome: Outcome, rewards: Rewards) -> RewardFunction:
    def function(completions: Sequence[object], truth: Sequence[Label], **_: object) -> list[float]:
        found = (reward_of(text_of(each), label, rewards) for each, label in zip(completions, truth, strict=True))
        return [reward.value if reward.outcome == outcome else 0.0 for reward in found]

    function.__name__ = f"reward_{outcome}"
    return function


def text_of(completion: object) -> str:
    """Return the text of a completion: itself, or what its chat messages say; parts that are no text are passed over."""
    if isinstance(completion, str):
        return completion
    if isinstance(completion, Mapping):
        return text_of(completion.get("content", completion.get("text", "")))
    return "".join(text_of(each) for each in completion) if isinstance(completion, Iterable) else ""


class BatchMarks(NamedTuple):
    """What a batch of completions shows beside its reward."""

    confusion: Confusion
    """Labels by truth; the last column counts completions without a label."""
    classification: Classification
    format_rate: float
    """Share of completions with a rationale and one of the three labels."""
    outcomes: Mapping[Outcome, int]
    reward: float
    """Mean."""

    def as_log(self) -> dict[str, float]:
        """Return the figures by name, as trainers log them: counts of the confusion matrix as ``confusion/TRUTH/OUTPUT``."""
        outputs = [*self.confusion.labels, "unread"]
        counts: Any = self.confusion.counts
        matrix = {
            f"confusion/{truth}/{output}": float(counts[row][column])
            for row, truth in enumerate(self.confusion.labels)
            for column, output in enumerate(outputs)
        }
        shares = {f"outcome/{outcome}": float(count) for outcome, count in self.outcomes.items()}
        accuracy = {"label_accuracy": self.classification.accuracy, "label_macro_f1": self.classification.macro_f1}
        return {"reward": self.reward, "format_rate": self.format_rate, **accuracy, **shares, **matrix}


def mark_batch(completions: Sequence[object], truth: Sequence[Label], rewards: Rewards) -> BatchMarks:
    """Mark a batch, to be watched while training: a judge that hedges shows in the matrix before it shows in the reward.

    Args:
        completions: texts or lists of chat messages.
        truth: the label that people gave to each.
        rewards: the constants.

    Raises:
        MetricInputError: for no completions, or another number of labels.
    """
    texts = [text_of(each) for each in completions]
    readings = [parse_label(text) for text in texts]
    labels = [None if reading.value is None else reading.value["label"] for reading in readings]
    matrix, scores = confusion(truth, labels, labels=LABELS), classify(truth, labels, labels=LABELS)
    found = [reward_of(text, each, rewards) for text, each in zip(texts, truth, strict=True)]
    outcomes: dict[Outcome, int] = {outcome: sum(each.outcome == outcome for each in found) for outcome in OUTCOMES}
    format_rate = sum(outcomes[outcome] for outcome in WELL_FORMED) / len(found)
    return BatchMarks(matrix, scores, format_rate, outcomes, sum(each.value for each in found) / len(found))
