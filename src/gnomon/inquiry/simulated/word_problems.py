"""The offline pair for word problems: a student that lacks one step of the recorded solution, and a teacher that has it.

They stand in for models so that protocol, search and analysis can be tried and tested without any; every name begins with
``simulated-``, and rows say ``simulated``. The course of a dialogue follows from three stated numbers, so that what the analysis
finds can be checked against what was put in:

-   the student's answer is right with chance ``skill`` while the step is missing and ``skill + effect`` once it has it;
-   a question is about the missing step with chance ``focus``, else about another one;
-   a reply is about the step asked for with chance ``clarity``, else about another one.

The student gains the step as soon as a reply or a comment on its attempt is about it. With ``effect`` 0 its skill ignores the
dialogue. After t replies of a clear teacher, the chance of the step is 1 - (1 - focus)^t where the solution has several steps.

This shows that the workbench works. It says nothing about any model or learner.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass

from gnomon.dialogue import Phrasebook
from gnomon.inquiry.errors import InquiryError
from gnomon.inquiry.protocol.players import State
from gnomon.inquiry.protocol.records import Scaffolding
from gnomon.inquiry.simulated.words import hidden, step_meant, steps_of
from gnomon.problem import Problem
from gnomon.tutor import find_leak

FOCUS: Mapping[Scaffolding, float] = {"unscaffolded": 0.25, "scaffolded": 0.45}
"""Chance that a question is about the missing step, where nothing else is said: five questions find it in 76 and 95 %."""
_FARTHEST = 12
"""Most that a wrong answer is away from the right one."""


def check_share(**shares: float) -> None:
    """Check that numbers are from 0 to 1.

    Raises:
        InquiryError: naming the first that is not.
    """
    for name, share in shares.items():
        if not 0 <= share <= 1:
            raise InquiryError(f"expected {name} from 0 to 1, got {share!r}")


@dataclass(frozen=True)
class SimulatedStudent:
    """See the module."""

    problems: Mapping[str, Problem]
    """By id, with recorded solution and whole-numbered answer."""
    scaffolding: Scaffolding = "unscaffolded"
    skill: float = 0.03
    """With the effect of 0.6: of five answers one is right by luck in 14 % of the problems, with the step in 99 %."""
    effect: float = 0.6
    focus: float | None = None
    """None takes `FOCUS` of the scaffolding."""
    seed: int = 0

    def __post_init__(self) -> None:
        check_share(skill=self.skill, effect=self.effect, focus=self._focus)
        check_share(**{"skill + effect": self.skill + self.effect})

    @property
    def is_simulated(self) -> bool:
        """Always."""
        return True

    @property
    def name(self) -> str:
        """``simulated-null`` for one that ignores the dialogue, else ``simulated-learner``; own settings follow."""
        kind = "learner" if self.effect else "null"
        own = "" if self.focus is None else f"-focus-{self.focus:g}"
        return f"simulated-{kind}-{self.skill:g}-{self.effect:g}{own}"

    @property
    def _focus(self) -> float:
        return FOCUS[self.scaffolding] if self.focus is None else self.focus

    async def questions(self, state: State, count: int) -> tuple[str, ...]:
        """Return questions, each about one step."""
        return tuple(self._question(state, index) for index in range(count))

    async def answers(self, state: State, count: int) -> tuple[str, ...]:
        """Return answers, each right with the chance of the state."""
        chance, sha256 = self.chance(state), state.sha256()
        numbers = (self._number(state, chance, self._seeded(sha256, f"answer/{index}")) for index in range(count))
        return tuple(f"Answer: {number}" for number in numbers)

    async def attempt(self, state: State) -> str:
        """Return the recorded solution without the step that is missing, with an answer of its own."""
        problem = self._problem(state)
        gap = self._phrases().pick("missing", self._generator(state, "missing"))
        answer = self._number(state, self.chance(state), self._generator(state, "attempt"))
        missing = None if self.has_step(state) else self.missing_step(problem)
        lines = [gap if index == missing else step for index, step in enumerate(steps_of(problem)[:-1])]
        if missing is not None and missing == len(lines):
            lines.append(gap)
        return "\n".join([*lines, f"Answer: {answer}"])

    def missing_step(self, problem: Problem) -> int:
        """Return the index of the step that the student lacks from the start."""
        return random.Random(f"{self.seed}/missing/{problem.id}").randrange(len(steps_of(problem)))

    def has_step(self, state: State) -> bool:
        """Whether the dialogue has been about the step that was missing."""
        problem = self._problem(state)
        steps, missing = steps_of(problem), self.missing_step(problem)
        return any(step_meant(line.text, steps) == missing for line in state.lines if line.kind in {"reply", "feedback"})

    def chance(self, state: State) -> float:
        """Return the chance that one answer at a state is right."""
        return self.skill + self.effect if self.has_step(state) else self.skill

    def _question(self, state: State, index: int) -> str:
        problem, generator = self._problem(state), self._generator(state, f"question/{index}")
        steps, missing = steps_of(problem), self.missing_step(problem)
        others = [step for step in range(len(steps)) if step != missing]
        target = missing if not others or generator.random() < self._focus else generator.choice(others)
        key = "scaffolded_question" if self.scaffolding == "scaffolded" and missing > 0 else "question"
        known = " ".join(steps[:missing])
        return self._phrases().pick(
            key, generator, step=str(target + 1), part=hidden(steps[target], problem).rstrip("."), known=known
        )

    def _number(self, state: State, chance: float, generator: random.Random) -> int:
        right = round(self._problem(state).answer or 0)
        if generator.random() < chance:
            return right
        return right + generator.choice((-1, 1)) * generator.randint(1, _FARTHEST)

    def _problem(self, state: State) -> Problem:
        return _known(self.problems, state.problem_id)

    def _generator(self, state: State, purpose: str) -> random.Random:
        return self._seeded(state.sha256(), purpose)

    def _seeded(self, sha256: str, purpose: str) -> random.Random:
        return random.Random(f"{self.seed}/{self.name}/{purpose}/{sha256}")

    def _phrases(self) -> Phrasebook:
        return Phrasebook.load(__package__, "simulated.yaml")


@dataclass(frozen=True)
class SimulatedTeacher:
    """Explains one step at a time, with gaps for all numbers that the problem does not state."""

    problems: Mapping[str, Problem]
    clarity: float = 1.0
    seed: int = 0

    def __post_init__(self) -> None:
        check_share(clarity=self.clarity)

    @property
    def is_simulated(self) -> bool:
        """Always."""
        return True

    @property
    def name(self) -> str:
        """``simulated-teacher`` and its clarity."""
        return f"simulated-teacher-{self.clarity:g}"

    async def reply(self, state: State, question: str, rejected: tuple[str, ...] = ()) -> str:
        """Explain the step that the question is about."""
        problem = _known(self.problems, state.problem_id)
        generator = random.Random(f"{self.seed}/{self.name}/reply/{state.sha256()}/{question}/{len(rejected)}")
        steps = steps_of(problem)
        meant = step_meant(_asked(question, steps), steps)
        if meant is None:
            return self._phrases().pick("unclear", generator)
        others = [step for step in range(len(steps)) if step != meant]
        clear = not others or generator.random() < self.clarity
        return self._say("reply", problem, meant if clear else generator.choice(others), generator, rejected)

    async def feedback(self, state: State, attempt: str, verdict: str, rejected: tuple[str, ...] = ()) -> str:
        """Point to the first step that the attempt does not have."""
        problem = _known(self.problems, state.problem_id)
        generator = random.Random(f"{self.seed}/{self.name}/feedback/{state.sha256()}/{verdict}/{len(rejected)}")
        steps = steps_of(problem)
        absent = next((index for index, step in enumerate(steps[:-1]) if step not in attempt), None)
        if absent is None and len(attempt.splitlines()) == len(steps) and steps[:-1]:
            return self._phrases().pick("nothing_missing", generator)
        return self._say("feedback", problem, len(steps) - 1 if absent is None else absent, generator, rejected)

    def _say(self, key: str, problem: Problem, step: int, generator: random.Random, rejected: tuple[str, ...]) -> str:
        part = hidden(steps_of(problem)[step], problem)
        said = self._phrases().pick(key, generator, step=str(step + 1), part=part)
        if rejected or find_leak(said, problem, problem.answer) is not None:
            return self._phrases().pick("careful", generator, step=str(step + 1))
        return said

    def _phrases(self) -> Phrasebook:
        return Phrasebook.load(__package__, "simulated.yaml")


def _asked(question: str, steps: tuple[str, ...]) -> str:
    """Return a question without the steps that the student repeats as known."""
    for step in steps:
        question = question.replace(step, " ") if step else question
    return question


def _known(problems: Mapping[str, Problem], problem_id: str) -> Problem:
    problem = problems.get(problem_id)
    if problem is None:
        raise InquiryError(f"the simulated pair does not know problem {problem_id!r}; make it with the problems of the run")
    return problem
