"""A person at the keyboard in the student's place, and how a conversation that stops early keeps what was said."""

from __future__ import annotations

import contextlib
import io
import sys
import uuid
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from gnomon.cli.chosen_tutor import ChosenTutor
from gnomon.cli.conversation import ConversationPrinter
from gnomon.cli.writing import write_at_once
from gnomon.dialogue import Dialogue, StudentTurn, TutorTurn
from gnomon.drawing import draw
from gnomon.models import ModelError
from gnomon.problem import givens_in_words
from gnomon.session import Session, UnreadableReplyError, ended
from gnomon.tutor import TutorSpecError

_FAREWELLS = {"quit", "exit"}


class LeftConversation(NamedTuple):
    """A conversation with how it was left."""

    dialogue: Dialogue
    is_interrupted: bool
    """Whether someone pressed Ctrl-C."""
    error: ModelError | UnreadableReplyError | TutorSpecError | None = None
    """Why the tutor could not go on."""


class Left(NamedTuple):
    """How a conversation ended before its time; neither where it came to its end."""

    is_interrupted: bool = False
    error: ModelError | UnreadableReplyError | TutorSpecError | None = None


def how_left(talk: Callable[[], object]) -> Left:
    """Hold a conversation that keeps what is said as it goes; Ctrl-C and a tutor that cannot go on end it early."""
    try:
        talk()
    except KeyboardInterrupt:
        return Left(is_interrupted=True)
    except (ModelError, UnreadableReplyError, TutorSpecError) as error:
        return Left(error=error)
    return Left()


@dataclass
class PersonAtKeyboard:
    """Talks with whoever types on stdin.

    Args:
        session: the problem, whose solution has a proof, and the tutor.
        shown: prints the conversation.
        chosen: the tutor with its name and its event loop.
        figure: an SVG file, drawn anew at every turn with what the tutor points at; None for none.
    """

    session: Session
    shown: ConversationPrinter
    chosen: ChosenTutor
    figure: Path | None = None

    def talk(self, seed: int, language: str | None = None) -> LeftConversation:
        """Hold one conversation; quitting, the end of the input and Ctrl-C end it early."""
        solution = self.session.solution
        self._dialogue = Dialogue(
            id=uuid.uuid4().hex,
            problem=solution.problem.id,
            tutor=self.chosen.name,
            student="person",
            language=language,
            seed=seed,
        )
        _prepare_input()
        is_interrupted, failure = how_left(self._talk)
        if is_interrupted or failure:
            self.shown.say()
        dialogue = ended(self._dialogue, solution)
        self.shown.outcome(dialogue)
        return LeftConversation(dialogue, is_interrupted, failure)

    def _talk(self) -> None:
        """Take steps until one side leaves; the input is read between them, outside the event loop, where Ctrl-C ends it."""
        self._greet()
        attempt = self._read("Your solution so far (empty line to start without one): ")
        self._dialogue = self._dialogue.model_copy(update={"attempt": attempt or ""})
        if attempt and not sys.stdin.isatty():
            self.shown.attempt(self._dialogue)
        while len(self._dialogue.tutor_turns()) < self.session.most_tutor_turns:
            turn = self.chosen.runner.run(self.session.step(self._dialogue))
            self._hear(turn)
            answer = None if turn.subact == "Farewell" else self._respond()
            if answer is None:
                return
            self._hear(answer)

    def _greet(self) -> None:
        problem = self.session.solution.problem
        self.shown.problem()
        if problem.formal is not None:
            self.shown.say(f"Given: {'; '.join(givens_in_words(problem.formal))}.")
        if problem.question.figure is not None:
            self.shown.say(
                f"The figure is in {self.figure}." if self.figure else "To see the figure, start with --figure FILE.svg."
            )
        self.shown.say("Write what you think, in your own words; 'quit' ends the conversation.")
        self.shown.say()
        self._draw(None)

    def _hear(self, turn: TutorTurn | StudentTurn) -> None:
        self._dialogue = self._dialogue.with_turn(turn, at=datetime.now(UTC))  # kept before anything can fail
        if isinstance(turn, TutorTurn):
            self._draw(turn)
            self.shown.turn(turn)
        elif sys.stdin.isatty():  # then it stands there as it was typed
            self.shown.say()
        else:
            self.shown.turn(turn)

    def _draw(self, turn: TutorTurn | None) -> None:
        figure = self.session.solution.problem.question.figure
        if figure is None or self.figure is None:
            return
        svg = draw(figure, turn.highlights if turn else None, turn.highlights2 if turn else None)
        write_at_once({self.figure: svg})

    def _respond(self) -> StudentTurn | None:
        while True:
            line = self._read("You: ")
            if line is None or line.lower() in _FAREWELLS:
                return None
            if line:
                return StudentTurn(utterance=line)

    def _read(self, prompt: str) -> str | None:
        """Return the next line without outer spaces; None at the end of the input."""
        if sys.stdin.isatty():
            self.shown.prompt(prompt)
        else:
            self.shown.say(prompt.rstrip())
        try:
            return input().strip()
        except EOFError:
            self.shown.say()
            return None


def _prepare_input() -> None:
    """Give `input` arrow keys where the system has them, and let bytes that are no text through as question marks."""
    with contextlib.suppress(ImportError):
        import readline  # noqa: F401  # importing it is what does it
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")
