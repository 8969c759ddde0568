"""The judge that ships with the package: four dimensions of a tutor's reply, offline, in milliseconds, without a language model.

It has learnt from the labels of MRBench (BEA 2025; CC BY-SA 4.0, as the weights are: ``weights/NOTICE.md``), from replies to
mistakes in arithmetic word problems. Elsewhere, on turns about geometry above all, what it says is out of its domain.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from io import BytesIO

import numpy as np
from pydantic import BaseModel, ConfigDict

from gnomon.dialogue import Turn, TutorTurn
from gnomon.judge.embedded.features import Situation, Token, plain, situation_of, tokens_of
from gnomon.judge.embedded.weights import Ensemble, Floats, FoldModel, normalised, seen
from gnomon.judge.pedagogy import PedagogyCase
from gnomon.judge.table import LABELS, Dimension, Label, dimensions
from gnomon.replies import said_in

NAME = "embedded"
OUT_OF_DOMAIN = "out of domain, ranks nothing"
"""How its labels are marked beside turns that are unlike what it has learnt from."""
WEIGHTS = "weights/mrbench.npz"

_LOWEST_FIRST: tuple[Label, ...] = LABELS[::-1]
"""The order of a model's outputs."""
_MOST_TRIED = 3
"""Words tried a dimension: each costs one more look at the reply, and a reader wants the few that matter."""


class Weighed(BaseModel):
    """Words of a reply, and what they did to a label."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    words: str
    gain: float
    """By how much the label's probability is higher with them than without; negative: they speak against it."""


class EmbeddedLabel(BaseModel):
    """What the judge says of one dimension."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    label: Label | None
    """None where it abstains."""
    probabilities: dict[Label, float]
    """Calibrated on replies to problems that it had not seen; they sum to 1."""
    weighed: tuple[Weighed, ...]
    """The words that weighed most for or against the likeliest reading, most first."""

    @property
    def told(self) -> str:
        """One line for people: probabilities and words."""
        chances = ", ".join(f"{label} {chance:.2f}" for label, chance in self.probabilities.items())
        words = ", ".join(f"“{each.words}” {each.gain:+.2f}" for each in self.weighed)
        abstains = "abstains; " if self.label is None else ""
        return f"{abstains}{chances}" + (f"; weighed most: {words}" if words else "")


class EmptyReplyError(ValueError):
    """There is no reply to judge."""


@dataclass(frozen=True)
class EmbeddedJudge:
    """Label a reply on all four dimensions.

    A conversation of MRBench that the weights have learnt from is judged by those of its models alone that have not seen it.
    """

    abstain_below: float = 0.0
    """Gives no label whose probability is less, from 0 to 1."""
    tells_words: bool = True
    """Says which words weighed most, which takes most of its time."""

    def __post_init__(self) -> None:
        if not 0 <= self.abstain_below <= 1:
            raise ValueError(f"expected a probability from 0 to 1 to abstain below, got {self.abstain_below}")

    def judge(self, case: PedagogyCase) -> Mapping[Dimension, EmbeddedLabel]:
        """Label the reply of a case.

        Raises:
            EmptyReplyError: when nothing is said in the reply.
        """
        reply, situation = plain(said_in(case.reply)), situation_of(case.history)
        if not reply:
            raise EmptyReplyError("the reply is empty: give the words that the tutor said")
        models = shipped().judging(conversation_key(case.history))
        (logarithms,), offsets = _judged(models, [reply], situation)
        given = (logarithms + offsets).argmax(axis=1)
        tried = _telling(models, reply, situation, given) if self.tells_words else []
        without = _judged(models, [_without(reply, token) for token in tried], situation)[0] if tried else logarithms[None]
        labels = {}
        for place, name in enumerate(dimensions()):
            chances = np.exp(logarithms[place])
            gains = chances[given[place]] - np.exp(without[:, place, given[place]]) if tried else []
            weighed = [Weighed(words=reply[token.start : token.end], gain=gain) for token, gain in zip(tried, gains, strict=True)]
            labels[name] = EmbeddedLabel(
                label=_LOWEST_FIRST[given[place]] if chances[given[place]] >= self.abstain_below else None,
                probabilities=dict(zip(LABELS, chances[::-1].tolist(), strict=True)),
                weighed=tuple(sorted(weighed, key=lambda each: -abs(each.gain))[:_MOST_TRIED]),
            )
        return labels


def turns_told(question: str, attempt: str, turns: Sequence[Turn]) -> Mapping[int, str]:
    """Say what the judge thinks of the tutor's turns of a dialogue of ours, a line each for people, by their numbers from 1.

    The one form in which its labels stand beside our dialogues, marked as out of its domain. Turns without words, or before
    anything was said by the student, have none.
    """
    judge, found = EmbeddedJudge(tells_words=False), {}
    said = [f"Tutor: {question}", *([f"Student: {attempt}"] if attempt else [])]
    for number, turn in enumerate(turns, 1):
        if isinstance(turn, TutorTurn) and turn.utterance.strip() and len(said) > 1:
            found[number] = _told(judge.judge(PedagogyCase(history="\n".join(said), reply=turn.utterance)))
        said.append(f"{'Tutor' if isinstance(turn, TutorTurn) else 'Student'}: {turn.utterance}")
    return found


def _told(labels: Mapping[Dimension, EmbeddedLabel]) -> str:
    each = (
        f"{dimensions()[name].title} {label.label} {label.probabilities[label.label]:.2f}"
        for name, label in labels.items()
        if label.label
    )
    return f"embedded judge ({OUT_OF_DOMAIN}): {'; '.join(each)}"


@cache
def shipped() -> Ensemble:
    """Return the model that ships with the package."""
    return Ensemble.load(BytesIO(_weights()))


@cache
def weights_sha256() -> str:
    """Return the hash of the weights that ship with the package: equal weights give equal labels."""
    return hashlib.sha256(_weights()).hexdigest()


def _weights() -> bytes:
    return resources.files(__package__).joinpath(WEIGHTS).read_bytes()


def conversation_key(history: str) -> str:
    """Return what a conversation is known again by, whatever its spacing."""
    return hashlib.sha256(" ".join(plain(history).split()).encode()).hexdigest()[:16]


def _judged(models: Sequence[FoldModel], replies: Sequence[str], situation: Situation) -> tuple[Floats, Floats]:
    """Return mean logarithms of probabilities, shape (replies, dimensions, labels), and mean offsets."""
    looked_at = [seen(reply, situation) for reply in replies]
    given = [model.log_probabilities(model.describe(looked_at)) for model in models]
    return normalised(np.mean(given, axis=0)), np.mean([model.offsets for model in models], axis=0)


def _telling(models: Sequence[FoldModel], reply: str, situation: Situation, given: Sequence[int]) -> list[Token]:
    """Return the tokens with the most weight for or against the given labels in the first linear model."""
    tokens = tokens_of(reply, situation, models[0].common)
    weights = models[0].linear.token_weights(tokens).reshape(len(tokens), len(given), len(LABELS))
    found: dict[int, Token] = {}
    for place, label in enumerate(given):
        lead = weights[:, place, label] - weights[:, place].mean(axis=1)
        for number in np.argsort(-np.abs(lead), kind="stable")[:_MOST_TRIED]:
            if tokens[number].end > tokens[number].start:
                found[number] = tokens[number]
    return [found[number] for number in sorted(found)]


def _without(reply: str, token: Token) -> str:
    return f"{reply[: token.start]}{reply[token.end :]}".strip()
