"""From what a user names to who takes part: models behind a server, or the simulated pair.

``MODEL@URL`` or a URL is a model. ``simulated`` is a simulation of the task's kind, with its settings after a colon:
``simulated:skill=0.05,effect=0.6`` for a student, ``simulated:clarity=0.9`` for a teacher.
"""

from __future__ import annotations

from contextlib import AsyncExitStack
from dataclasses import dataclass
from typing import NamedTuple, Self

from gnomon.inquiry.config import InquiryConfig
from gnomon.inquiry.errors import InquiryError
from gnomon.inquiry.protocol.model_players import ModelStudent, ModelTeacher, derived_seed
from gnomon.inquiry.protocol.players import InquiryStudent, InquiryTeacher, State
from gnomon.inquiry.protocol.tasks import InquiryProblem, InquiryTask
from gnomon.inquiry.simulated.settings import is_simulated, simulated_settings
from gnomon.models import Cache, Ledger, Model, open_model
from gnomon.runs import Pace


class Players(NamedTuple):
    """Who talks about one problem."""

    student: InquiryStudent
    teacher: InquiryTeacher
    peer: InquiryStudent | None
    solver: InquiryStudent
    """The teacher, asked for answers as a student is."""


@dataclass(frozen=True)
class _Knower:
    """A simulated teacher that is asked for answers: it has them."""

    answer: str
    name: str
    is_simulated: bool = True

    async def questions(self, state: State, count: int) -> tuple[str, ...]:
        raise InquiryError(f"{self.name} asks no questions (at {state.problem_id}, {count} wanted)")

    async def answers(self, state: State, count: int) -> tuple[str, ...]:  # noqa: ARG002  # it does not look
        return (f"Answer: {self.answer}",) * count

    async def attempt(self, state: State) -> str:  # noqa: ARG002  # as above
        return f"Answer: {self.answer}"


class Cast:
    """Everyone who takes part in a run; an async context manager that opens their models.

    Args:
        config: names them.
        task: what they talk about.
        cache: of all calls.
        ledger: of all calls.
        pace: where models listen that this run serves, and how many may be asked at once.
    """

    def __init__(self, config: InquiryConfig, task: InquiryTask, cache: Cache, ledger: Ledger, pace: Pace) -> None:
        self._config = config
        self._task = task
        self._pace = pace
        self._opened_with = {"cache": cache, "ledger": ledger, "settings": pace.settings()}
        self._models: dict[tuple[str, str], Model] = {}

    async def __aenter__(self) -> Self:
        config = self._config
        wanted = {("student", config.student), ("peer", config.peer), *(("teacher", teacher) for teacher in config.teachers)}
        async with AsyncExitStack() as stack:  # where one cannot be opened, those before it are closed
            for role, spec in sorted((role, spec) for role, spec in wanted if spec is not None and not is_simulated(spec)):
                asking, address = config.asking.get(role), self._pace.address(spec)
                model = await open_model(address, role=role, asking=asking, **self._opened_with)  # type: ignore[arg-type]  # by name
                self._models[role, spec] = await stack.enter_async_context(model)
            self._stack = stack.pop_all()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._stack.aclose()

    def players(self, item: InquiryProblem, teacher: str) -> Players:
        """Return who talks about a problem.

        Args:
            item: the problem.
            teacher: one of those named.

        Raises:
            InquiryError: when a setting of a simulation is out of its range.
        """
        config = self._config
        if is_simulated(config.student) or is_simulated(teacher):
            return self._with_simulation(item, teacher)
        peer = None if config.peer is None else self._student("peer", config.peer)
        return Players(self._student("student", config.student), self._teacher(teacher), peer, self._solver(item, teacher))

    def _student(self, role: str, spec: str, purpose: str = "") -> ModelStudent:
        config = self._config
        seed = derived_seed(config.seed, purpose) if purpose else config.seed
        return ModelStudent(
            self._models[role, spec],
            self._task.view,
            config.scaffolding,
            seed=seed,
            sampling=config.sampling,
            shows_working=role == "teacher",
        )

    def _teacher(self, spec: str) -> ModelTeacher:
        return ModelTeacher(self._models["teacher", spec], self._task.view, self._config.seed, self._config.sampling)

    def _solver(self, item: InquiryProblem, spec: str) -> InquiryStudent:
        if is_simulated(spec):
            answer = item.problem.exact or f"{item.problem.answer or 0:g}"
            return _Knower(answer, self._simulated_pair(item, spec)[1].name)
        return self._student("teacher", spec, purpose="selection")

    def selecting_student(self, players: Players) -> InquiryStudent:
        """Return the student as a selection asks it: with draws of its own."""
        if players.student.is_simulated:
            return players.student
        return self._student("student", self._config.student, purpose="selection")

    def _with_simulation(self, item: InquiryProblem, teacher: str) -> Players:
        config = self._config
        if config.peer is not None:
            raise InquiryError("a simulation proposes its own questions; leave out --peer")
        simulated = self._simulated_pair(item, teacher)
        return Players(
            simulated[0] if is_simulated(config.student) else self._student("student", config.student),
            simulated[1] if is_simulated(teacher) else self._teacher(teacher),
            None,
            self._solver(item, teacher),
        )

    def _simulated_pair(self, item: InquiryProblem, teacher: str) -> tuple[InquiryStudent, InquiryTeacher]:
        """Return a simulated student and teacher for one problem, whether or not both are used."""
        config = self._config
        problems = {item.id: item.problem}
        learnt = simulated_settings(config.student, config.task, "student")
        if config.task == "gsm8k":
            from gnomon.inquiry.simulated.word_problems import SimulatedStudent, SimulatedTeacher

            taught = simulated_settings(teacher, config.task, "teacher")
            return (
                SimulatedStudent(problems, config.scaffolding, seed=config.seed, **learnt),
                SimulatedTeacher(problems, seed=config.seed, **taught),
            )
        from gnomon.inquiry.simulated.geometry import EngineTeacher, GeometryCases, SimulatedGeometryStudent

        cases = GeometryCases(problems, config.seed)
        engine = EngineTeacher(cases)
        heard = engine if is_simulated(teacher) else None
        return SimulatedGeometryStudent(cases, heard, seed=config.seed, **learnt), engine
