"""What a tutor is, in four small protocols, one a role, and what each is given.

`Tutor` gives the next turn of a dialogue, `KeyStepTutor` the next step of a piece of work in three parts (MMTutorBench 3.2),
`Explainer` explains a solution with visual keypoints (MathExplain 4), and `Teacher` talks in free text. All are asynchronous:
those that ask a model wait for it, and many sessions share one event loop.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple, Protocol

from gnomon.datasets import Persona
from gnomon.dialogue import Dialogue
from gnomon.figure import VisualKeypoint
from gnomon.geometry import Solution
from gnomon.models import Image
from gnomon.problem import Problem, Question

if TYPE_CHECKING:
    from gnomon.tutor.replied import ExplanationReply, KeypointReply, KeyStepReply, TutorReply


@dataclass(frozen=True)
class TutorContext:
    """Everything a tutor may know."""

    problem: Problem
    dialogue: Dialogue
    """The conversation so far with the student's attempt; its last turn the student's, or none yet."""
    solution: Solution | None = None
    """The engine's solution, where there is one."""
    rejected: tuple[str, ...] = ()
    """Why the guard refused the drafts of this turn so far."""
    may_reveal: bool = False
    """Whether the session's policy allows Revealing now."""
    is_last: bool = False
    """Whether the session ends after this turn."""


class Tutor(Protocol):
    """Gives tutor turns; what could not be read in the reply of a model is said, not guessed."""

    @property
    def name(self) -> str:
        """The tutor's name in dialogues and tables."""
        ...

    async def reply(self, context: TutorContext) -> TutorReply:
        """Return the next turn, with the raw reply it was read in.

        Raises:
            ModelError: when a model cannot be asked.
            NoProofError: by a tutor that reasons on the formal description, where there is no proof.
        """
        ...


class KeyStepExchange(NamedTuple):
    """An earlier turn: what the tutor wrote, and what the student then asked."""

    answer: str
    question: str


@dataclass(frozen=True)
class KeyStepContext:
    """A piece of work that is stuck at a key step."""

    images: tuple[Image, ...] = ()
    """In the order of time; the last one is the current one."""
    texts: tuple[str, ...] = ()
    """What is written in each picture, where pictures are replaced by text."""
    query: str | None = None
    """The student's question at the first turn; None without."""
    earlier: tuple[KeyStepExchange, ...] = ()
    """Turns before this one; with one of them this is turn 2."""
    persona: Persona | None = None
    """Whom the tutor talks to (appendix D)."""
    problem: Problem | None = None
    """With its formal description, for a tutor that reasons on it."""
    attempt: str = ""
    """The work as text, for the same."""


class KeyStepTutor(Protocol):
    """Guides through the next step in three parts: Insight Discovery, Operation Formulation, Operation Execution."""

    @property
    def name(self) -> str:
        """The tutor's name in tables."""
        ...

    async def guide(self, context: KeyStepContext) -> KeyStepReply:
        """Return the answer.

        Raises:
            ModelError: when a model cannot be asked.
            NoProofError: by a tutor that reasons on the formal description, where there is none.
        """
        ...


@dataclass(frozen=True)
class ExplanationContext:
    """A problem to explain."""

    question: Question
    images: tuple[Image, ...] = ()
    answer: str | None = None
    """None in the no-answer setting (MathExplain 5.3)."""
    chapter: str = ""
    section: str = ""
    keypoints: tuple[VisualKeypoint, ...] = ()
    """To refer to in an explanation."""
    problem: Problem | None = None
    """With its formal description, for an explainer that reasons on it."""


class Explainer(Protocol):
    """Explains a solution with visual keypoints."""

    @property
    def name(self) -> str:
        """The explainer's name in tables."""
        ...

    async def identify(self, context: ExplanationContext) -> KeypointReply:
        """Return the keypoints that an explanation needs (task 1)."""
        ...

    async def explain(self, context: ExplanationContext) -> ExplanationReply:
        """Return an explanation that refers to the keypoints given (task 2)."""
        ...

    async def answer(self, context: ExplanationContext, explanation: str) -> ExplanationReply:
        """Return the answer that an explanation of its own arrives at (the no-answer setting)."""
        ...


class Teacher(Protocol):
    """Talks in free text, without acts and highlights."""

    @property
    def name(self) -> str:
        """The teacher's name in tables."""
        ...

    async def say(self, question: Question, lines: Sequence[str]) -> str:
        """Return what the teacher says next.

        Args:
            question: what they talk about.
            lines: the conversation so far, each line with its speaker.
        """
        ...
