"""A conversation in the terminal: who speaks, with which act, pointing at what."""

from __future__ import annotations

from rich.text import Text

from gnomon.cli.console import console
from gnomon.cli.showing import number_of
from gnomon.dialogue import Dialogue, StudentTurn, TutorTurn
from gnomon.geometry import misconceptions
from gnomon.pages import OUTCOMES, legend
from gnomon.problem import Problem

_WIDEST = 100
"""Columns; longer lines are hard to read."""
_STYLES = {"tutor": "cyan", "student": "yellow", "green": "green", "brown": "yellow"}
_STROKES = {"green": "━━", "brown": "╍╍"}
"""Drawn beside the names: colour alone does not tell the pens apart."""


class ConversationPrinter:
    """Prints one conversation, part by part.

    Args:
        problem: what it is about.
        notice: what a learner has to know beside the question, as `gnomon.geometry.Solution.notice`; empty for nothing.
        to_stderr: keeps stdout free for JSON.
    """

    def __init__(self, problem: Problem, *, notice: str = "", to_stderr: bool = False) -> None:
        self._problem = problem
        self._notice = notice
        self._console = console(stderr=to_stderr, highlight=False, markup=False, emoji=False, soft_wrap=True)

    def problem(self) -> None:
        """Print the question as a learner sees it."""
        question = self._problem.question
        self._print(Text(self._problem.title or self._problem.id, style="bold"))
        for line in question.text.splitlines():
            self._print(Text(line))
        for letter, choice in question.lettered_choices():
            self._print(Text(f"  {letter}. {choice}"))
        if self._notice:
            self._print(Text(self._notice))
        self.say()

    def attempt(self, dialogue: Dialogue) -> None:
        """Print the work that the student brings, and the misconception behind it."""
        known = misconceptions().get(dialogue.misconception or "")
        behind = f" (misconception: {known.name})" if known else ""
        self._speech(f"Student's attempt{behind}", dialogue.attempt, "student")

    def turn(self, turn: TutorTurn | StudentTurn) -> None:
        """Print one turn."""
        if isinstance(turn, StudentTurn):
            self._speech("Student", turn.utterance, "student")
        else:
            self._speech(f"Tutor · {turn.act}: {turn.subact}", turn.utterance, "tutor", self._pointing(turn))

    def outcome(self, dialogue: Dialogue) -> None:
        """Print how it ended."""
        if dialogue.outcome is None:
            return
        style = "bold red" if dialogue.outcome == "not_solved" else "bold green"
        self._print(Text(f"{OUTCOMES[dialogue.outcome]} ({number_of(len(dialogue.tutor_turns()), 'tutor turn')})", style=style))

    def dialogue(self, dialogue: Dialogue) -> None:
        """Print a whole conversation with its problem."""
        self.problem()
        self.attempt(dialogue)
        for turn in dialogue.turns:
            self.turn(turn)
        self.outcome(dialogue)

    def prompt(self, words: str) -> None:
        """Ask for a line of input."""
        self._console.print(Text(words), end="")

    def say(self, words: str = "") -> None:
        """Print a line of the program's own."""
        self._print(Text(words))

    def _speech(self, who: str, words: str, role: str, pointing: Text | None = None) -> None:
        bar = Text("▌ ", style=_STYLES[role])
        lines = [Text(who, style=f"bold {_STYLES[role]}"), *(Text(line) for line in words.splitlines())]
        for line in [*lines, *([pointing] if pointing else [])]:
            self._print(line, bar)
        self.say()

    def _pointing(self, turn: TutorTurn) -> Text | None:
        parts = [
            Text(f"{_STROKES[line.pen]} {line.pen}: {line.text}", style=_STYLES[line.pen])
            for line in legend(turn, self._problem.question.figure)
        ]
        return Text("   ").join(parts) if parts else None

    def _print(self, line: Text, bar: Text | None = None) -> None:
        before = bar or Text()
        for part in line.wrap(self._console, min(self._console.width, _WIDEST) - len(before)) or [Text()]:
            part.rstrip()
            self._console.print(before + part)
