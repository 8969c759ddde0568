"""MathExplain, first task: the visual keypoints that the explanation of a solution needs (MathExplain 4, 5.1).

The explainer sees picture, text, answer, chapter and section. Its reply is parsed to a list of elements: as it stands where it
is one, by the judging model where it is prose. The judging model matches the list to the reference, one to one, by meaning.
The judge ``exact`` asks no model: a reply must be a list, and elements match where their canonical names are equal.

A reply that ``exact`` cannot read proposes nothing: 0 in all three figures, and counted. What the judging model gives in an
unreadable form is the judge's failing: the row has no marks, and is counted.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

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
from gnomon.benchmark.mathexplain.problems import (
    Explaining,
    context_of,
    items_of,
    open_explaining,
    problem_in,
)
from gnomon.benchmark.results import RunConfig
from gnomon.benchmark.sources import picture_of
from gnomon.datasets import MathExplainItem
from gnomon.figure import VisualKeypoint
from gnomon.judge import (
    ExactKeypointMatcher,
    Judgement,
    JudgeSettings,
    KeypointMatcher,
    KeypointMatches,
    KeypointParser,
    MatchCase,
)
from gnomon.models import Model
from gnomon.prompts import load
from gnomon.replies import parse_keypoints
from gnomon.tutor import KeypointReply, NoProofError

CONTROLS = ("reference", "empty")
EXACT = "exact"
FIGURES = ("precision", "recall", "f1")
Keypoints = tuple[VisualKeypoint, ...]


class MathExplainKeypointsOptions(Options):
    """What may be set beside tutor and judge."""

    temperature: float | None = Field(default=0.0, ge=0)
    """Of the judge; None leaves it to the server: some reasoning models refuse any."""


@dataclass
class _Graded:
    """What a grade is put together from."""

    marks: dict[str, Any] = field(default_factory=dict)
    status: dict[str, str] = field(default_factory=dict)
    reasons: dict[str, str] = field(default_factory=dict)
    error: RowError | None = None

    def add(self, judgement: Judgement[Any]) -> None:
        self.status[judgement.judge] = judgement.status
        if judgement.error:
            self.error = RowError(boundary=judgement.error.boundary, message=judgement.error.message)

    def grade(self) -> Grade:
        return Grade(marks=self.marks, status=self.status, reasons=self.reasons, error=self.error)


class MathExplainKeypoints(Benchmark):
    """The benchmark with its problems, one explainer and one judge.

    Args:
        items: problems to answer.
        explaining: who explains.
        judge: ``exact``, or anything else for a model in the role ``judge``.
        options: see `MathExplainKeypointsOptions`.
        seed: of the judge.
    """

    name = "mathexplain_keypoints"

    def __init__(
        self,
        items: Sequence[Item],
        explaining: Explaining,
        judge: str | None,
        options: MathExplainKeypointsOptions,
        seed: int = 0,
    ) -> None:
        self._items = items
        self._explaining = explaining
        self._is_exact = judge == EXACT
        self._settings = JudgeSettings(temperature=options.temperature, seed=seed)

    @property
    def roles(self) -> tuple[str, ...]:
        """A tutor where a model explains, a judge unless names are compared."""
        return (*(("tutor",) if self._explaining.asks_model else ()), *(() if self._is_exact else ("judge",)))

    @property
    def prompts(self) -> Mapping[str, str]:
        """The explainer's prompt, the parser's and the matcher's, as far as a model is asked."""
        names = ["tutor/keypoints"] if self._explaining.asks_model else []
        names += [] if self._is_exact else ["judge/keypoint_parsing", "judge/keypoint_matching"]
        return {name: load(name).sha256 for name in names}

    def items(self) -> Sequence[Item]:
        """Return one item a problem."""
        return self._items

    def truth(self, item: Item) -> Any:  # noqa: ANN401 - plain JSON
        """Return the reference keypoints."""
        return {"keypoints": _plain(problem_in(item).keypoints)}

    async def answer(self, item: Item, models: Mapping[str, Model]) -> Answer:
        """Let the explainer name keypoints.

        Raises:
            ModelError: when the explainer's model cannot be asked.
        """
        problem = problem_in(item)
        try:
            context = context_of(problem, self._explaining, has_answer=True, has_keypoints=False)
            reply = await self._explaining.explainer(problem, models).identify(context)
        except NotApplicableError as error:
            return not_applicable(str(error))
        except NoProofError:
            return not_applicable("no_proof")
        return self._answer(reply)

    def _answer(self, reply: KeypointReply) -> Answer:
        if reply.reading is None and reply.keypoints is not None:  # no text to parse: the explainer gave the list itself
            return Answer(text=reply.text, value=_plain(reply.keypoints), extra={"is_list_given": True})
        return self._read(reply.text)

    def read(self, item: Item, text: str) -> Answer:
        """Return what a text proposes."""
        del item
        return self._read(text)

    def _read(self, text: str) -> Answer:
        reading = parse_keypoints(text)
        named = [entry for entry in reading.value or () if entry["element"] is not None]
        status = reading.status if self._is_exact else "ok"  # else the parsing model decides
        return Answer(text=text, status=status, value=None if reading.value is None else named, flags=reading.flags)

    async def grade(self, item: Item, answer: Answer, models: Mapping[str, Model]) -> Grade:
        """Parse the reply where need be, match it, and count; an answer that is none gets no marks."""
        graded = _Graded()
        if not answer.applies:
            return graded.grade()
        predicted = await self._predicted(answer, models, graded)
        if predicted is None:
            graded.marks = {} if graded.error else dict.fromkeys(FIGURES)
            return graded.grade()
        case = MatchCase(reference=problem_in(item).keypoints, predicted=predicted)
        matcher = ExactKeypointMatcher() if self._is_exact else KeypointMatcher(models["judge"], self._settings)
        judgement = await matcher.judge(case)
        graded.add(judgement)
        if judgement.value is not None:
            graded.marks = _marks(judgement.value, predicted)
            graded.reasons = {"matches": _matches_in_words(judgement.value)}
        elif not graded.error:
            graded.marks = dict.fromkeys(FIGURES)
        return graded.grade()

    async def _predicted(self, answer: Answer, models: Mapping[str, Model], graded: _Graded) -> Keypoints | None:
        """Return the list that is matched; None where the parsing model failed, which ``graded`` then says."""
        if self._is_exact or answer.extra.get("is_list_given"):
            return _keypoints(answer.value or ())
        parsed = await KeypointParser(models["judge"], self._settings).judge(answer.text)
        graded.add(parsed)
        return parsed.value

    def picture(self, item: Item, row: Row) -> Picture | None:
        """Return the problem's picture; None when it is not there."""
        del row
        return picture_of(*problem_in(item).source.question.images)

    def shown(self) -> Shown:
        """Return the paper's tables and plots beside its figures."""
        from gnomon.benchmark.mathexplain.keypoints_tables import SHOWN

        return SHOWN


def build(config: RunConfig) -> MathExplainKeypoints:
    """Make the benchmark of a configuration.

    Raises:
        ResultsError: for a setting, a tutor or a judge that is none of its.
        DatasetError: when the data cannot be read.
    """
    options = MathExplainKeypointsOptions.checked(config.options)
    if config.judge not in (None, EXACT) and not is_model(config.judge):
        raise ResultsError(f"expected --judge as MODEL@URL, a URL or {EXACT}, got {config.judge!r}")
    explaining = open_explaining(config.tutor, CONTROLS, config.seed)
    items = items_of(opened("mathexplain", config.data, MathExplainItem))
    return MathExplainKeypoints(items, explaining, config.judge, options, config.seed)


def _plain(keypoints: Sequence[VisualKeypoint]) -> list[dict[str, str]]:
    return [keypoint.model_dump() for keypoint in keypoints]


def _keypoints(entries: Sequence[Mapping[str, str | None]]) -> Keypoints:
    return tuple(VisualKeypoint(element=entry["element"] or "", description=entry.get("description") or "") for entry in entries)


def _marks(found: KeypointMatches, predicted: Keypoints) -> dict[str, Any]:
    counts = found.counts
    return {
        "precision": counts.precision,
        "recall": counts.recall,
        "f1": counts.f1,
        "matching": {
            "proposed": _plain(predicted),
            "predicted": counts.predicted,
            "reference": counts.reference,
            "matched": counts.matched,
            "pairs": [list(pair) for pair in _pairs(found)],
            "repairs": found.repairs.model_dump(),
        },
    }


def _pairs(found: KeypointMatches) -> list[tuple[str, str | None]]:
    places = zip(found.reference, found.matches, strict=True)
    return [(element, None if place is None else found.predicted[place]) for element, place in places]


def _matches_in_words(found: KeypointMatches) -> str:
    lines = [f"{element}: {match or 'no match'}" for element, match in _pairs(found)]
    return "; ".join(lines) or "no reference element"
