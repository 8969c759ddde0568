"""The messages that each side is asked with: what a student sees of a state, and what a teacher does.

Problem and diagram open the first message of the user in every request, for pictures are not allowed in a system message
everywhere; roles then alternate, as strict chat templates want it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from gnomon.inquiry.protocol.players import Line, State
from gnomon.models import Message
from gnomon.prompts import FilledPrompt, load

Domain = Literal["math", "coding"]


@dataclass(frozen=True)
class View:
    """How the problems of a task are put to models."""

    domain: Domain
    whole_number: bool = False
    """Whether answers are whole numbers."""

    @property
    def prompt_names(self) -> tuple[str, ...]:
        """The prompts in use."""
        return tuple(
            f"{name}_{self.domain}" for name in ("student/question", "student/answer", "teacher/reply", "teacher/feedback")
        )

    def question(self, state: State, *, scaffolded: bool) -> tuple[Message, ...]:
        """Return what the student is asked the next question with."""
        greeting, *lines = state.lines
        prompt = load(f"student/question_{self.domain}").fill(
            problem=state.question.text, greeting=greeting.text, scaffolded=scaffolded
        )
        return (*_opening(prompt, state), *_turns(lines, mine=True))

    def answer(self, state: State, *, worked: bool = False) -> tuple[Message, ...]:
        """Return what the student is asked for an answer with.

        Args:
            state: the conversation so far.
            worked: whether the working is asked for too, as in an attempt, whose reasoning the teacher comments on (ODQS 3.2);
                a sample of an evaluation is the final answer alone (4.3). A program is its own working.
        """
        values: dict[str, object] = {"problem": state.question.text, "conversation": _transcript(state.lines, "You")}
        if self.domain == "math":
            values |= {"whole_number": self.whole_number, "worked": worked}
        return _opening(load(f"student/answer_{self.domain}").fill(**values), state)

    def reply(self, state: State, question: str, rejected: Sequence[str]) -> tuple[Message, ...]:
        """Return what the teacher is asked for a reply with."""
        prompt = load(f"teacher/reply_{self.domain}").fill(problem=state.question.text, rejected="; ".join(rejected))
        return (*_opening(prompt, state), *_turns([*state.lines, Line("question", question)], mine=False))

    def feedback(self, state: State, attempt: str, verdict: str, rejected: Sequence[str]) -> tuple[Message, ...]:
        """Return what the teacher is asked for a comment with."""
        prompt = load(f"teacher/feedback_{self.domain}").fill(
            problem=state.question.text,
            conversation=_transcript(state.lines, "Student"),
            attempt=attempt,
            verdict=verdict,
            rejected="; ".join(rejected),
        )
        return _opening(prompt, state)


def as_rows(messages: Iterable[Message]) -> tuple[dict[str, Any], ...]:
    """Return messages as plain JSON in the common chat format; a picture is told by its hash.

    A message without pictures has its text as content, one with pictures a list of parts, as TRL's templates for vision models
    want it.
    """
    return tuple({"role": message.role, "content": _content(message)} for message in messages)


def _content(message: Message) -> str | list[dict[str, str]]:
    if not message.images:
        return message.text
    return [*({"type": "image", "sha256": image.sha256} for image in message.images), {"type": "text", "text": message.text}]


def _opening(prompt: FilledPrompt, state: State) -> tuple[Message, ...]:
    return Message(role="system", text=prompt.system), Message(role="user", text=prompt.user, images=state.images)


def _turns(lines: Iterable[Line], *, mine: bool) -> tuple[Message, ...]:
    """Return lines as messages, those of one's own side as the assistant's."""
    return tuple(Message(role="assistant" if line.is_students is mine else "user", text=line.text) for line in lines)


def _transcript(lines: Sequence[Line], student: str) -> str:
    """Return the conversation as text; empty while there is nothing but the greeting."""
    said = [line for line in lines if line.kind != "greeting"]
    return "\n\n".join(f"{student if line.is_students else 'Tutor'}: {line.text}" for line in said)
