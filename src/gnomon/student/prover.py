"""A simulated learner of proofs: knows the steps with their reasons, and holds one false idea about proving at one of them.

It writes its steps in order, some without a reason, and says what it was led to or hits on; its false idea it gives up with the
chance ``repair`` on a turn that says no, asks for a theorem or states one, else ``alone``. The chances are those of
`gnomon.student.strength`; everything depends on the seed alone. Such learners show that the parts of a tutor fit, not how people
fare with it. English only.
"""

from __future__ import annotations

import random
import re
from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import NamedTuple

from pydantic import BaseModel, ConfigDict

from gnomon.dialogue import Dialogue, StudentTurn
from gnomon.geometry import ClaimProof, Step
from gnomon.packaged import packaged_yaml
from gnomon.problem import Fact
from gnomon.student.strength import strengths

_LED = 0.9
"""Chance to know the next step when a turn is to its point, whatever the strength; as `gnomon.student.learner`."""
_LEADING = {"SeekKnowledge", "Guide", "ExplainConcept", "Revealing"}
_STUCK = ("I don't know.", "No idea.", "What should I do?", "I am stuck.")
_TRIANGLE = re.compile(r"△(\w)(\w)(\w)(?=[^△]*$)")


class ProvingIdea(BaseModel):
    """A false idea about proving, as ``proving.yaml`` holds it."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str
    source: str
    """A publication, or the place of the idea in school."""
    says: tuple[str, ...]
    of: tuple[str, ...] = ()
    """Relations that a step has to conclude; none: any."""
    not_last: bool = False
    """Whether it needs a step before the last."""
    not_alone: bool = False
    """Whether the proof needs a second step."""

    def fits(self, step: Step, last: int) -> bool:
        """Whether a learner can hold it at a step of a proof whose last step is ``last``."""
        concluded = step.instance.conclusion if step.instance is not None else None
        kind = concluded.kind if isinstance(concluded, Fact) else ""
        return (
            (not self.of or kind in self.of) and not (self.not_last and step.index == last) and not (self.not_alone and not last)
        )


class ProvingIdeaError(ValueError):
    """An idea that is unknown or fits no step; the message lists those that do."""


@cache
def proving_ideas() -> Mapping[str, ProvingIdea]:
    """Return the false ideas about proving by id."""
    return MappingProxyType({key: ProvingIdea(**row) for key, row in packaged_yaml(__package__, "proving.yaml").items()})


def ideas_of(proof: ClaimProof) -> tuple[str, ...]:
    """Return the ids of the false ideas that fit some step of a proof."""
    last = len(proof.steps) - 1
    return tuple(key for key, idea in proving_ideas().items() if any(idea.fits(step, last) for step in proof.steps))


class _Line(NamedTuple):
    claim: str
    reason: str


class Prover:
    """See the module; one learner serves one conversation.

    Args:
        proof: what it would write without its false idea.
        strength: name of a strength.
        idea: id of a false idea that fits; None: one by seed.
        seed: of everything.

    Raises:
        ProvingIdeaError: for an idea that does not fit.
    """

    def __init__(self, proof: ClaimProof, strength: str = "middle", idea: str | None = None, seed: int = 0) -> None:
        self.name, self.chances = strength, strengths()[strength]
        fitting = ideas_of(proof)
        self._generator = random.Random(f"{seed}/{strength}/{proof.claim}/{len(proof.steps)}")
        self.idea = idea or self._generator.choice(fitting)
        if self.idea not in fitting:
            raise ProvingIdeaError(f"misconception {self.idea!r} fits no step of this proof; these do: {', '.join(fitting)}")
        held, last = proving_ideas()[self.idea], len(proof.steps) - 1
        self._wrong = self._generator.choice([step.index for step in proof.steps if held.fits(step, last)])
        self._lines = [_Line(_claim(step), _reason(step)) for step in proof.steps]
        self._at = 0
        self._is_repaired = False
        self._said_whole = False

    async def __call__(self, dialogue: Dialogue) -> StudentTurn:
        """Answer the last tutor turn."""
        turn = dialogue.tutor_turns()[-1]
        if turn.feedback == "positive" and self._said_whole:
            self._at = min(self._at + 1, len(self._lines) - 1)
        self._said_whole = False
        line, draw = self._lines[self._at], self._generator.random
        if self._at == self._wrong and not self._is_repaired:
            is_to_the_point = turn.feedback == "negative" or turn.subact in {*_LEADING, "SelfCorrect"}
            self._is_repaired = draw() < (self.chances.repair if is_to_the_point else self.chances.alone)
            if not self._is_repaired:
                return StudentTurn(utterance=self._mistaken(line))
        if turn.subact == "AskForExplanation":
            self._said_whole = True
            return StudentTurn(utterance=f"{line.claim} because {line.reason}")
        if draw() >= (_LED if turn.subact in _LEADING else self.chances.initiative):
            return StudentTurn(utterance=self._generator.choice(_STUCK))
        self._said_whole = True
        if draw() < self.chances.half:
            return StudentTurn(utterance=line.claim)
        return StudentTurn(utterance=f"{line.claim} because {line.reason}")

    def _mistaken(self, line: _Line) -> str:
        swapped = _TRIANGLE.sub(r"△\2\3\1", line.claim)
        says = self._generator.choice(proving_ideas()[self.idea].says)
        return says.format(claim=line.claim, goal=self._lines[-1].claim, swapped=swapped, reason=line.reason)


def _claim(step: Step) -> str:
    return step.concludes.rpartition(", ")[2]


def _reason(step: Step) -> str:
    if step.rule is None:
        return "it follows from what we have"
    return f"of this theorem: {step.rule.name}"
