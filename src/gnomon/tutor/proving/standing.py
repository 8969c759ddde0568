"""Where a learner stands with a proof: which of its steps are established, and what is to be said of the last message.

A step is established when the learner states it with its reason and all that it rests on is established. One that is said
with its reason too early counts as soon as that is so. Statements are judged by the engine: true in this figure, given,
on the way. Left out: ways to the goal by other steps than the prepared proof's; their true statements count as asides.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache
from typing import Any, NamedTuple

from gnomon.dialogue import Dialogue
from gnomon.geometry import ClaimProof, Deduction, Solution, Step
from gnomon.geometry.derivation import Node, claim_node
from gnomon.packaged import packaged_yaml
from gnomon.problem import Equation, Fact
from gnomon.tutor.message.clauses import lines_of_work
from gnomon.tutor.message.message import Message, read_message
from gnomon.tutor.message.moves import Claim, Kind

_ORDERED = {"congruent", "similar"}
"""Relations whose points correspond in the order in which they are written."""

_TALK = {
    Kind.ASKS_WHAT_TO_DO,
    Kind.ASKS_ANSWER,
    Kind.NOT_KNOWING,
    Kind.FEELING,
    Kind.ACKNOWLEDGEMENT,
    Kind.GREETING,
    Kind.EMPTY,
}
"""Moves that are answered by help with the step in play alone."""


class Verdict(StrEnum):
    """What is to be said of a statement or a reason; each has its words in ``phrases.yaml``."""

    ESTABLISHED = "established"
    STATED = "stated"
    """The problem states it."""
    AGAIN = "again"
    FALSE = "false"
    ORDER = "order"
    """True of the same triangles with their corners in another order."""
    NO_REASON = "no_reason"
    OTHER_REASON = "other_reason"
    EARLY = "early"
    """It rests on a step that is not established."""
    ASIDE = "aside"
    """True, and no step of the proof."""
    GOAL_ALONE = "goal_alone"
    CIRCULAR = "circular"
    LOOK = "look"
    MEASURED = "measured"
    SSA = "ssa"
    AAA = "aaa"
    UNREAD = "unread"
    TOO_LONG = "too_long"

    @property
    def is_wrong(self) -> bool:
        """Whether a claim or reason of the learner is wrong."""
        return self in _WRONG


_WRONG = {Verdict.FALSE, Verdict.ORDER, Verdict.CIRCULAR, Verdict.LOOK, Verdict.MEASURED, Verdict.SSA, Verdict.AAA}


class Judged(NamedTuple):
    """A statement of the learner with its verdict."""

    verdict: Verdict
    words: str = ""
    """The learner's own."""
    step: int | None = None
    """Of the proof, where it is one."""


@dataclass
class Standing:
    """What is established, and what the last message came to."""

    established: set[int] = field(default_factory=set)
    """Indices of steps."""
    reasoned: set[int] = field(default_factory=set)
    """Steps said with their reason, established or too early."""
    said: set[Node] = field(default_factory=set)
    """Whatever the learner has stated."""
    open: int | None = None
    """A step that was said without a reason which holds."""
    judged: tuple[Judged, ...] = ()
    """Of the last message."""


class ProofReader:
    """Reads dialogues about one problem with a statement to prove.

    Args:
        solution: with a ``claim_proof``.
    """

    def __init__(self, solution: Solution) -> None:
        assert solution.claim_proof is not None
        assert solution.to_goal is not None
        self.problem = solution.posed
        self.proof: ClaimProof = solution.claim_proof
        self.deduction: Deduction = solution.to_goal
        self.nodes: tuple[Node | None, ...] = tuple(map(self._node_of_step, self.proof.steps))
        self._readings: dict[str, Message] = {}

    def stand(self, dialogue: Dialogue) -> Standing:
        """Say where the learner of a dialogue stands."""
        standing = Standing()
        for text in (*lines_of_work(dialogue.attempt), *(turn.utterance for turn in dialogue.student_turns())):
            standing.judged = tuple(self._judge(text, standing))
        return standing

    def is_proved(self, standing: Standing) -> bool:
        """Whether the last step is established."""
        return len(self.proof.steps) - 1 in standing.established

    def next_step(self, standing: Standing) -> Step | None:
        """Return the first step that can be shown now; None when all is proved."""
        left = [step for step in self.proof.steps if step.index not in standing.established]
        return next((step for step in left if set(step.sources) <= standing.established), None)

    def leak(self, utterance: str, standing: Standing, told: int | None = None) -> str | None:
        """Return a step that an utterance states although the learner has not, in the proof's words; None where it does not.

        Args:
            utterance: without what it quotes of the learner.
            standing: of the learner.
            told: a step that may be told.
        """
        stated = {node for claim in self._claims(utterance) for node in self._nodes_of(claim)}
        if (spelled := self._spelled(utterance)) is not None and (node := self.nodes[spelled]) is not None:
            stated.add(node)
        kept = set(range(len(self.nodes) - 1)) - standing.established - {told}  # the goal is printed in the task
        return next((self.proof.steps[at].concludes for at in sorted(kept) if self.nodes[at] in stated - standing.said), None)

    def _judge(self, text: str, standing: Standing) -> Iterator[Judged]:
        claims, message = self._claims(text), self._read(text)
        if message.moves[0].kind is Kind.TOO_LONG:
            yield Judged(Verdict.TOO_LONG)
            return
        fallacy = next((Verdict(name) for name in _fallacies() if self._commits(name, text, claims)), None)
        stated = [(claim, self._nodes_of(claim)) for claim in claims]
        if fallacy is not None:
            standing.said |= {node for _, nodes in stated for node in nodes}
            yield Judged(fallacy, text)
            return
        goal = self.nodes[-1]
        is_goal = [goal in nodes for _, nodes in stated]
        reasons = [claim.is_reason for claim, _ in stated]
        if any(at and by for at, by in zip(is_goal, reasons, strict=True)) and len(self.nodes) - 1 not in standing.established:
            yield Judged(Verdict.CIRCULAR, text)
            return
        # What is given as a reason comes first: what it is the reason of rests on it.
        for claim, nodes in sorted(stated, key=lambda one: not one[0].is_reason):
            yield self._judged(claim, nodes, text, standing)
        spelled = self._spelled(text) if not stated else None
        if spelled is not None:
            node = self.nodes[spelled]
            standing.said |= set() if node is None else {node}
            yield Judged(self._step_said(spelled, text, standing), self.proof.steps[spelled].concludes, spelled)
            return
        is_talk = all(move.kind in _TALK for move in message.moves)
        if not stated and (not is_talk or self._names_open(text, standing)):
            yield self._reason_alone(text, message, standing)

    def _judged(self, claim: Claim, nodes: tuple[Node, ...], text: str, standing: Standing) -> Judged:
        words, model = claim.text.strip(), self.deduction.model
        contents = contents_of(claim)
        true = [node for node, content in zip(nodes, contents, strict=True) if model.shows(content)]
        if not true:
            return Judged(Verdict.FALSE, words)
        if claim.relation in _ORDERED and nodes[0] not in true:
            return Judged(Verdict.ORDER, words)
        # Of a relation with an order only what is written first is said; of others whatever is true.
        meant = {nodes[0]} if claim.relation in _ORDERED else set(true)
        standing.said |= meant
        at = next((index for index, node in enumerate(self.nodes) if node in meant), None)
        if at is None:
            is_given = any(one in self.deduction.derived and self.deduction.derived[one].kind == "given" for one in meant)
            return Judged(Verdict.STATED if is_given else Verdict.ASIDE, words)
        return Judged(self._step_said(at, text, standing), words, at)

    def _step_said(self, at: int, text: str, standing: Standing) -> Verdict:
        if at in standing.established:
            return Verdict.AGAIN
        step = self.proof.steps[at]
        is_ready = set(step.sources) <= standing.established
        has_reason = self._is_reason(step, text)
        if has_reason:
            standing.reasoned.add(at)
            standing.open = None if standing.open == at else standing.open
            self._settle(standing)
            if at in standing.established:
                return Verdict.ESTABLISHED
            return Verdict.EARLY
        if not is_ready:
            return Verdict.GOAL_ALONE if at == len(self.proof.steps) - 1 else Verdict.EARLY
        standing.open = at
        return Verdict.OTHER_REASON if _BECAUSE.search(text) else Verdict.NO_REASON

    def _reason_alone(self, text: str, message: Message, standing: Standing) -> Judged:
        """Judge a message that states nothing: a reason for what was said before, or nothing that is read."""
        if standing.open is None:
            return Judged(Verdict.UNREAD, text)
        at = standing.open
        if self._is_reason(self.proof.steps[at], text):
            standing.open = None
            standing.reasoned.add(at)
            self._settle(standing)
            return Judged(Verdict.ESTABLISHED, self.proof.steps[at].concludes, at)
        return Judged(Verdict.OTHER_REASON if message.rules else Verdict.UNREAD, self.proof.steps[at].concludes, at)

    def _spelled(self, text: str) -> int | None:
        """Return the step that a text states in the proof's own words, for relations that the grammar does not read."""
        words = text.lower()
        facts = (at for at, node in enumerate(self.nodes) if isinstance(node, Fact))
        return next((at for at in facts if self.proof.steps[at].concludes.lower() in words), None)

    def _names_open(self, text: str, standing: Standing) -> bool:
        return standing.open is not None and self._is_reason(self.proof.steps[standing.open], text)

    def _settle(self, standing: Standing) -> None:
        """Establish what was said with its reason and rests on nothing open any more; steps are in order."""
        for at in sorted(standing.reasoned):
            if set(self.proof.steps[at].sources) <= standing.established:
                standing.established.add(at)

    def _is_reason(self, step: Step, text: str) -> bool:
        """Whether words name what a step rests on; a combination of what is shown needs no name."""
        if step.rule is None:
            return True
        words, claimed = text.lower(), step.concludes.lower()
        # "OSPT is a kite" names the theorem "Kite" by what it claims, which is no reason.
        patterns = (rf"(?<!\w){re.escape(each.lower())}" for each in (step.rule.name, *step.rule.keywords))
        return any(len(re.findall(each, words)) > len(re.findall(each, claimed)) for each in patterns)

    def _commits(self, name: str, text: str, claims: tuple[Claim, ...]) -> bool:
        fallacy = _fallacies()[name]
        if re.search(fallacy["pattern"], text, re.IGNORECASE) is None:
            return False
        if any(step.rule_id in fallacy.get("of", ()) for step in self.proof.steps):
            return False
        return "claims" not in fallacy or any(claim.relation in fallacy["claims"] for claim in claims)

    def _read(self, text: str) -> Message:
        if text not in self._readings:
            self._readings[text] = read_message(text, self.problem)
        return self._readings[text]

    def _claims(self, text: str) -> tuple[Claim, ...]:
        moves = self._read(text).moves
        return tuple(move.claim for move in moves if move.claim is not None and contents_of(move.claim))

    def _nodes_of(self, claim: Claim) -> tuple[Node, ...]:
        return tuple(self._node(content) for content in contents_of(claim))

    def _node(self, content: Fact | Equation) -> Node:
        try:
            return claim_node(self.deduction.model, content)
        except (KeyError, ValueError):  # it speaks of parts that the figure lacks
            return content

    def _node_of_step(self, step: Step) -> Node | None:
        if step.index == len(self.proof.steps) - 1:
            return self._node(self.proof.claim)
        content = step.combined or (step.instance.conclusion if step.instance is not None else step.equation)
        return None if content is None else self._node(content)


def contents_of(claim: Claim) -> tuple[Fact | Equation, ...]:
    """Return what a claim may say of the figure, as written first; none of a theorem, a calculation or a word without a name."""
    if claim.relation:
        return claim.relations
    is_named = len(claim.sides) == 2 and not claim.names and not claim.is_arithmetic
    return (Equation(*claim.sides),) if is_named else ()


_BECAUSE = re.compile(r"\b(?:because|since|by|as|bc|cos)\b|\(", re.IGNORECASE)


@cache
def _fallacies() -> Mapping[str, Any]:
    fallacies: dict[str, Any] = packaged_yaml(__package__, "fallacies.yaml")
    return fallacies
