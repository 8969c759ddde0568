"""A person at the keyboard in the student's place; what was said is kept whenever they stop.

Loaded only by ``gnomon tutor --me``.
"""

from __future__ import annotations

import contextlib
import io
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from gnomon.cli.conversation import ConversationPrinter
from gnomon.cli.writing import write_at_once
from gnomon.dialogue import Dialogue, StudentTurn, TutorTurn
from gnomon.drawing import draw
from gnomon.geometry import Solution
from gnomon.models import ModelError
from gnomon.problem import givens_in_words
from gnomon.session import outcome_of, run_session
from gnomon.tutor import Tutor, UnreadableReplyError

_FAREWELLS = {"quit", "exit"}


class LeftConversation(NamedTuple):
    """A conversation with how the person left it."""

    dialogue: Dialogue
    is_interrupted: bool
    """Whether they pressed Ctrl-C."""
    error: ModelError | UnreadableReplyError | None = None
    """Why the tutor could not go on."""


@dataclass
class PersonAtKeyboard:
    """Talks with whoever types on stdin.

    Args:
        solution: of the problem, with a proof.
        shown: prints the conversation.
        tutor: gives the tutor's turns.
        tutor_name: as the dialogue records it.
        figure: an SVG file, drawn anew at every turn with what the tutor points at; None for none.
    """

    solution: Solution
    shown: ConversationPrinter
    tutor: Tutor
    tutor_name: str
    figure: Path | None = None
    _said: list[TutorTurn | StudentTurn] = field(default_factory=list)

    def talk(self, *, seed: int, most_tutor_turns: int) -> LeftConversation:
        """Hold one conversation; quitting, the end of the input and Ctrl-C end it early."""
        problem = self.solution.problem
        dialogue = Dialogue(problem=problem.id, tutor=self.tutor_name, student="person", seed=seed)
        is_interrupted, failure = False, None
        _prepare_input()
        try:
            self._greet()
            attempt = self._read("Your solution so far (empty line to start without one): ")
            dialogue = dialogue.model_copy(update={"attempt": attempt or ""})
            dialogue = run_session(
                dialogue, problem, self.solution, self.tutor, self._respond, most_tutor_turns=most_tutor_turns, on_turn=self._hear
            )
        except (KeyboardInterrupt, ModelError, UnreadableReplyError) as error:
            is_interrupted = isinstance(error, KeyboardInterrupt)
            failure = error if isinstance(error, ModelError | UnreadableReplyError) else None
            dialogue = dialogue.model_copy(update={"turns": tuple(self._said)})
            dialogue = dialogue.model_copy(update={"outcome": outcome_of(dialogue, problem, self.solution)})
            self.shown.say()
        self.shown.outcome(dialogue)
        return LeftConversation(dialogue, is_interrupted, failure)

    def _greet(self) -> None:
        problem = self.solution.problem
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
        self._said.append(turn)
        if isinstance(turn, TutorTurn):
            self._draw(turn)
            self.shown.turn(turn)
        elif sys.stdin.isatty():  # then it stands there as it was typed
            self.shown.say()
        else:
            self.shown.turn(turn)

    def _draw(self, turn: TutorTurn | None) -> None:
        figure = self.solution.problem.question.figure
        if figure is None or self.figure is None:
            return
        svg = draw(figure, turn.highlights if turn else None, turn.highlights2 if turn else None)
        write_at_once({self.figure: svg})

    def _respond(self, _: Dialogue) -> StudentTurn | None:
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
