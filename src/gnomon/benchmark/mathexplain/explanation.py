"""MathExplain, second task: an explanation of the solution that refers to given keypoints (MathExplain 4, 5.2, 5.3, A.3).

With ``setting=answer`` the explainer is shown the answer. With ``setting=no-answer`` it is not, and is then asked which answer
its own explanation arrives at; that is scored without a judge (`gnomon.benchmark.mathexplain.answers`). The judging model sees
texts only: explanation and reference solution. The judge ``none`` rates nothing: text metrics and answers alone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from pydantic import Field

from gnomon.benchmark.benchmark import (
    Answer,
    Benchmark,
    Grade,
    Item,
    NotApplicableError,
    Options,
    Picture,
    Row,
    RowError,
    Shown,
    is_model,
    not_applicable,
)
from gnomon.benchmark.data import opened
from gnomon.benchmark.errors import ResultsError
from gnomon.benchmark.mathexplain.answers import score_final_answer
from gnomon.benchmark.mathexplain.problems import (
    ExplainedProblem,
    Explaining,
    context_of,
    items_of,
    open_explaining,
    problem_in,
)
from gnomon.benchmark.results import RunConfig
from gnomon.benchmark.sources import picture_of
from gnomon.datasets import MathExplainItem
from gnomon.judge import ExplanationCase, ExplanationJudge, ExplanationRating, Judgement, JudgeSettings
from gnomon.models import Model
from gnomon.prompts import load
from gnomon.tutor import NoProofError

CONTROLS = ("reference", "recorded")
_NO_JUDGE = "none"


class MathExplainExplanationOptions(Options):
    """What may be set beside tutor and judge."""

    setting: Literal["answer", "no-answer"] = "answer"
    """Whether the explainer is shown the answer."""
    temperature: float | None = Field(default=0.0, ge=0)
    """Of the judge; None leaves it to the server: some reasoning models refuse any."""


class MathExplainExplanation(Benchmark):
    """The benchmark with its problems, one explainer and one judge.

    Args:
        items: problems, or recorded explanations.
        explaining: who explains.
        judge: ``none``, or anything else for a model in the role ``judge``.
        options: see `MathExplainExplanationOptions`.
        seed: of the judge.
    """

    name = "mathexplain_explanation"

    def __init__(
        self,
        items: Sequence[Item],
        explaining: Explaining,
        judge: str | None,
        options: MathExplainExplanationOptions,
        seed: int = 0,
    ) -> None:
        self._items = items
        self._explaining = explaining
        self._has_judge = judge != _NO_JUDGE
        self._setting = options.setting
        self._settings = JudgeSettings(temperature=options.temperature, seed=seed)

    @property
    def _asks_answer(self) -> bool:
        return self._setting == "no-answer"

    @property
    def roles(self) -> tuple[str, ...]:
        """A tutor where a model explains, a judge unless there is none."""
        return (*(("tutor",) if self._explaining.asks_model else ()), *(("judge",) if self._has_judge else ()))

    @property
    def prompts(self) -> Mapping[str, str]:
        """The explainer's prompts and the judge's, as far as a model is asked."""
        names = ["tutor/explanation", *(["tutor/answer_from_explanation"] if self._asks_answer else [])]
        names = names if self._explaining.asks_model else []
        names += ["judge/explanation"] if self._has_judge else []
        return {name: load(name).sha256 for name in names}

    def items(self) -> Sequence[Item]:
        """Return one item a problem, or one a recorded explanation."""
        return self._items

    def truth(self, item: Item) -> Any:  # noqa: ANN401 - plain JSON
        """Return solution and answer, the setting, and people's ratings of a recorded explanation."""
        problem = problem_in(item)
        people = [rating.model_dump() for rating in problem.recorded.ratings] if problem.recorded else []
        truth = {
            "solution": problem.solution,
            "answer": problem.answer,
            "choices": list(problem.choices),
            "setting": self._setting,
        }
        return truth | ({"people": people} if people else {})

    async def answer(self, item: Item, models: Mapping[str, Model]) -> Answer:
        """Let the explainer explain, and say what answer it arrives at where it was not shown one.

        Raises:
            ModelError: when the explainer's model cannot be asked.
        """
        try:
            text, final = await self._explain(problem_in(item), models)
        except NotApplicableError as error:
            return not_applicable(str(error))
        except NoProofError:
            return not_applicable("no_proof")
        return _answer(text, {} if final is None else {"final_answer": final})

    def read(self, item: Item, text: str) -> Answer:
        """Return a text as an explanation."""
        del item
        if self._asks_answer:
            raise ResultsError(f"{self.name} reads no replies from a file with setting=no-answer; leave the setting out")
        return _answer(text, {})

    async def _explain(self, problem: ExplainedProblem, models: Mapping[str, Model]) -> tuple[str, str | None]:
        """Return the explanation, and the answer that it arrives at; None where the answer was shown."""
        context = context_of(problem, self._explaining, has_answer=not self._asks_answer, has_keypoints=True)
        explainer = self._explaining.explainer(problem, models)
        explained = await explainer.explain(context)
        if not self._asks_answer:
            return explained.text, None
        return explained.text, (await explainer.answer(context, explained.text)).text

    async def grade(self, item: Item, answer: Answer, models: Mapping[str, Model]) -> Grade:
        """Rate the explanation and score the answer; an answer that is none gets no marks."""
        if not answer.applies:
            return Grade()
        problem = problem_in(item)
        grade = _grade_final(answer, problem)
        if not self._has_judge:
            return grade
        case = ExplanationCase(explanation=answer.text, reference=problem.solution)
        return _with_rating(grade, await ExplanationJudge(models["judge"], self._settings).judge(case))

    def picture(self, item: Item, row: Row) -> Picture | None:
        """Return the problem's picture and the solution's, which shows the keypoints; None when one is not there."""
        del row
        source = problem_in(item).source
        return picture_of(*source.question.images, source.solution_image)

    def shown(self) -> Shown:
        """Return the paper's tables and plots beside its figures."""
        from gnomon.benchmark.mathexplain.explanation_tables import SHOWN

        return SHOWN


def _answer(text: str, extra: dict[str, Any]) -> Answer:
    return Answer(text=text, flags=() if text.strip() else ("empty",), extra=extra)


def build(config: RunConfig) -> MathExplainExplanation:
    """Make the benchmark of a configuration.

    Raises:
        ResultsError: for a setting, a tutor or a judge that is none of its, and where the data bring no recorded explanation.
        DatasetError: when the data cannot be read.
    """
    options = MathExplainExplanationOptions.checked(config.options)
    if config.judge not in (None, _NO_JUDGE) and not is_model(config.judge):
        raise ResultsError(f"expected --judge as MODEL@URL, a URL or {_NO_JUDGE}, got {config.judge!r}")
    is_recorded = config.tutor == "recorded"
    if is_recorded and options.setting == "no-answer":
        raise ResultsError("recorded explanations cannot be asked for an answer; leave out setting=no-answer")
    explaining = open_explaining(config.tutor, CONTROLS, config.seed)
    items = items_of(opened("mathexplain", config.data, MathExplainItem), recorded=is_recorded)
    if not items:
        raise ResultsError("no row to grade: the data bring no recorded explanations (a field replies); name another --tutor")
    return MathExplainExplanation(items, explaining, config.judge, options, config.seed)


def _grade_final(answer: Answer, problem: ExplainedProblem) -> Grade:
    if "final_answer" not in answer.extra:
        return Grade()
    found = score_final_answer(answer.extra["final_answer"], problem.answer, problem.choices)
    return Grade(
        marks={"final_answer": None if found.is_right is None else int(found.is_right), "final_answer_read": found.read},
        status={"final_answer": "unparseable" if found.read is None else "ok"},
    )


def _with_rating(grade: Grade, judgement: Judgement[ExplanationRating]) -> Grade:
    """Add a rating; one that cannot be read is None, one whose call failed is left out."""
    status = {**grade.status, judgement.judge: judgement.status}
    if judgement.error:
        error = RowError(boundary=judgement.error.boundary, message=judgement.error.message)
        return grade.model_copy(update={"status": status, "error": error})
    rating = judgement.value or ExplanationRating()
    reasons = {judgement.judge: judgement.told} if judgement.told else {}
    return grade.model_copy(update={"marks": {**rating.model_dump(), **grade.marks}, "status": status, "reasons": reasons})
