"""Where a learner stands: what they have shown, their first false claim, the step it belongs to and the idea behind it."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import lru_cache

from gnomon.dialogue import Dialogue, StudentTurn, TutorTurn
from gnomon.geometry import Atom, Deduction, Distorted, Misconception, Proof, distortions_of, misconceptions
from gnomon.problem import Expression, Letter, Problem, Quantity, QuantityKind, unknowns
from gnomon.tutor.message.message import Intent, Message, read_message
from gnomon.tutor.message.moves import Claim
from gnomon.tutor.symbolic.judging import Judge, Judged, Judgement, Truth

_WORD = re.compile(r"[a-z]{4,}")
"""A word that may carry the idea: shorter ones ("the", "is", "are") are in every sentence."""
_KINDS: dict[str, QuantityKind] = {"line": "length", "angle": "angle", "arc": "arc"}
"""What is measured of an element that a turn points at and asks for."""
# Where a sentence may be cut to quote a part of it: at a full stop, a colon, a comma, before "because".
_CLAUSE = re.compile(r"(?<=[.!?:])\s+|,\s+(?:so|and|because)\s+|,\s+|\s+because\s+")
# What comes after the words with which learners introduce a reason, up to the end of the clause.
_REASON = re.compile(
    r"(?:\b(?:because|since)|\b(?:thought|think|believe|assumed|say|idea(?: was| is)?|use) that"
    r"|\breason\b[^.:]*:|\bthis:)\s+([^.!?;]+)",
    re.IGNORECASE,
)
_LONGEST_QUOTE = 14
"""Words of the student that a turn quotes: about a third of its 45, so that the question about them has room."""
_MOST_READ = 4096
"""Messages whose reading is kept for each problem: every turn reads the whole dialogue anew, and learners say the same again."""


@dataclass(frozen=True)
class Error:
    """A false claim."""

    claim: Claim | None
    """None for a rule stated wrongly."""
    step: int
    """Index of the proof step it belongs to."""
    sentence: str
    """The student's words around it."""
    misconception: Misconception | None
    """The wrong idea that explains it; None when none does."""

    @property
    def is_slip(self) -> bool:
        """Whether only the number went wrong, not the idea."""
        return self.misconception is not None and self.misconception.is_slip


@dataclass(frozen=True)
class Diagnosis:
    """Where a learner stands."""

    shown: frozenset[Atom]
    """Letters and quantities whose right value the learner has given."""
    rules_named: frozenset[str]
    """Ids of rules that the learner has named."""
    error: Error | None
    """The first false claim that has not been put right."""
    step: int | None
    """Index of the proof step in play; None when the goal is reached."""
    is_solved: bool
    """Whether the learner has given the right answer."""
    has_work: bool
    """Whether anything beside the bare answer was shown."""
    intents: tuple[Intent, ...]
    """Kind of each message of the learner, in order."""
    last: Judged | None
    """The learner's last message with the judgements on its claims; None before the first."""


class Diagnostician:
    """Reads dialogues about one problem.

    Args:
        problem: the problem.
        proof: its proof.
        deduction: everything that follows from its givens.
    """

    def __init__(self, problem: Problem, proof: Proof, deduction: Deduction) -> None:
        self.problem = problem
        self.proof = proof
        self.judge = Judge(deduction, proof)
        self._distortions: list[Distorted] | None = None
        self._deduction = deduction
        self._judged = lru_cache(_MOST_READ)(self._judge)
        self._step_of = {found.atom: step.index for step in proof.steps for found in step.solved}

    @property
    def distortions(self) -> list[Distorted]:
        """Every way in which a known misconception can spoil the proof."""
        if self._distortions is None:
            self._distortions = [way for m in misconceptions().values() for way in distortions_of(self.proof, self._deduction, m)]
        return self._distortions

    def diagnose(self, dialogue: Dialogue) -> Diagnosis:
        """Read the attempt and every message of the student so far."""
        state = _State(self)
        for line in dialogue.attempt.splitlines():
            state.read(line, asked=None, is_written_work=True)
        state.start_talking()
        asked: Expression | None = None
        for turn in dialogue.turns:
            if isinstance(turn, TutorTurn):
                asked = self._asked_by(turn)
            elif isinstance(turn, StudentTurn):
                state.read(turn.utterance, asked)
        return state.diagnosis()

    def read(self, text: str, asked: Expression | None, *, is_written_work: bool = False) -> Judged:
        """Read one message and judge its claims. Remembered by text."""
        return self._judged(text, asked, is_written_work)

    def _judge(self, text: str, asked: Expression | None, is_written_work: bool) -> Judged:  # noqa: FBT001  # a key of the cache
        return self.judge.judge(read_message(text, self.problem, asked, is_written_work=is_written_work))

    def locate(self, claim: Claim, shown: frozenset[Atom]) -> int:
        """Return the index of the step that a claim belongs to."""
        atoms = [self.judge.canonical(atom) for side in claim.sides for atom in unknowns(side)]
        solved = [
            self._step_of[atom]
            for atom in atoms
            if isinstance(atom, Letter | Quantity) and atom in self._step_of and atom not in shown
        ]
        if solved:
            return min(solved)
        # A claim about nothing that a step solves: the step whose equation shares most of its atoms, the first of equals.
        overlaps = [(sum(atom in _atoms_of(step.equation) for atom in atoms), -step.index) for step in self.proof.steps]
        best = max(overlaps, default=(0, 0))
        return -best[1] if best[0] else self.first_open(shown, frozenset())

    def first_open(self, shown: frozenset[Atom], named: frozenset[str]) -> int:
        """Return the index of the first step whose result the learner has not shown; the last one when all are."""
        # Backwards: a step that states a relation only (no value to show) counts as done once a later one is.
        done_later = False
        open_steps = []
        for step in reversed(self.proof.steps):
            is_done = any(found.atom in shown for found in step.solved) if step.solved else done_later or step.rule_id in named
            done_later = done_later or is_done
            if not is_done and not (done_later and not step.solved):
                open_steps.append(step.index)
        return min(open_steps, default=len(self.proof.steps) - 1)

    def name_misconception(self, claim: Claim | None, step: int, sentence: str) -> Misconception | None:
        """Return the misconception whose distorted proof says what the claim says at ``step``."""
        words = set(_WORD.findall(sentence.lower()))
        fitting = [
            (len(words & set(_WORD.findall(way.misconception.belief.lower()))), -order, way.misconception)
            for order, way in enumerate(self.distortions)
            if way.step == step and (claim is None or self.judge.holds_at(claim, way.values))
        ]
        best = max(fitting, key=lambda row: row[:2], default=None)
        # A claim that fits names the idea by its value; without one it takes two words in common, one may be chance.
        return best[2] if best is not None and (claim is not None or best[0] > 1) else None

    def _asked_by(self, turn: TutorTurn) -> Expression | None:
        """Return the quantity that a turn asks for: a bare number that answers it is a claim about that."""
        if turn.subact not in {"AskLength", "AskAngle"}:
            return None
        pointed = (element for element in turn.highlights.elements() if element.kind in _KINDS)
        return next((Quantity.of(_KINDS[element.kind], *element.points) for element in pointed), None)


class _State:
    def __init__(self, reader: Diagnostician) -> None:
        self.reader = reader
        self.shown: set[Atom] = set()
        self.named: set[str] = set()
        self.error: Error | None = None
        self.is_solved = False
        self.work = 0
        self.last: Judged | None = None
        self.intents: list[Intent] = []

    def read(self, text: str, asked: Expression | None, *, is_written_work: bool = False) -> None:
        judged = self.reader.read(text, asked, is_written_work=is_written_work)
        message = judged.message
        self.named |= set(message.rules)
        self.work += sum(1 for claim in message.claims if not claim.is_bare) + len(message.rules)
        for judgement in judged.judgements:
            if judgement.truth.is_right:
                self._credit(judgement)
            elif judgement.truth is Truth.WRONG and judgement.claim.rules:
                self._note_rule(message)
            elif judgement.truth is Truth.WRONG:
                self._blame(judgement, text)
        if self.error is not None and not self.error.is_slip and (reason := _stated_reason(text)) is not None:
            self.error = replace(self.error, sentence=reason)
        self.last = judged
        self.intents.append(message.intent)

    def start_talking(self) -> None:
        """Forget which line of the attempt came last: the conversation begins."""
        self.last, self.intents = None, []

    def _credit(self, judgement: Judgement) -> None:
        atom = judgement.quantity
        if isinstance(atom, Letter | Quantity):
            self.shown.add(atom)
            if self.error is not None and any(found.atom == atom for found in self.reader.proof.steps[self.error.step].solved):
                self.error = None
        if judgement.is_answer:
            self.is_solved = True
            self.error = None

    def _blame(self, judgement: Judgement, text: str) -> None:
        claim = judgement.claim
        step = self.reader.locate(claim, frozenset(self.shown))
        if isinstance(judgement.quantity, Letter | Quantity):
            self.shown.discard(judgement.quantity)
        if judgement.is_answer:
            self.is_solved = False
        if self.error is None or step < self.error.step:
            idea = self.reader.name_misconception(claim, step, text)
            # A slip is in the numbers, so the formula is quoted; a wrong idea is in the words.
            in_words = idea is not None and not idea.is_slip
            self.error = Error(claim, step, _sentence_around(text, claim, in_words=in_words), idea)
        elif step == self.error.step and self.error.misconception is None:
            idea = self.reader.name_misconception(claim, step, text)
            self.error = replace(self.error, misconception=idea)

    def _note_rule(self, message: Message) -> None:
        step = next((s.index for s in self.reader.proof.steps if s.rule_id in message.rules), None)
        if self.error is None and step is not None and not self.is_solved:
            idea = self.reader.name_misconception(None, step, message.text)
            self.error = Error(None, step, message.text, idea)

    def diagnosis(self) -> Diagnosis:
        shown, named = frozenset(self.shown), frozenset(self.named)
        step: int | None = None
        if not self.is_solved:
            step = self.error.step if self.error is not None else self.reader.first_open(shown, named)
        return Diagnosis(shown, named, self.error, step, self.is_solved, self.work > 0, tuple(self.intents), self.last)


def _atoms_of(equation: object) -> set[Atom]:
    return {leaf for side in equation for leaf in unknowns(side)} if isinstance(equation, tuple) else set()


def _sentence_around(text: str, claim: Claim, *, in_words: bool) -> str:
    """Return the student's words around a claim, short enough to quote; ``in_words``: rather a clause than a formula."""
    clauses = [clause.strip(" .,;:") for clause in _CLAUSE.split(text.strip()) if clause.strip(" .,;:")]
    whole = text.strip(" .,;:")
    # With fewer than three words that carry meaning a clause is a formula and its verb.
    worded = [clause for clause in clauses if in_words and len(_WORD.findall(clause.lower())) >= 3]
    with_claim = [clause for clause in clauses if claim.text in clause]
    fitting = [words for words in (whole, *worded, *with_claim, claim.text) if len(words.split()) <= _LONGEST_QUOTE]
    return fitting[0] if fitting else " ".join(claim.text.split()[:_LONGEST_QUOTE]) + "…"


def _stated_reason(text: str) -> str | None:
    """Return what the student gives as a reason (``because ...``, ``I thought that ...``), when it is short enough to quote."""
    for match in _REASON.finditer(text):
        reason = match.group(1).strip(" .,;:")
        if 3 <= len(reason.split()) <= _LONGEST_QUOTE:  # "because of that" says nothing that could be quoted
            return reason
    return None
