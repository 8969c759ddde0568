"""MMTutorBench: a tutor guides through the next step of handwritten work, a judge marks it on six criteria (3.2, 3.3, App. D).

One row is one reply. The raw reply is graded; the three parts that could be read in it are kept, and their lack is counted. The
judge has the problem's own rubric, what it is about, and the reference answers. With a persona it also says whether the reply
adapts to it; with ``baseline`` the same judge gives one score without a rubric, and sees problem, pictures and question whatever
the tutor was shown. For the variant ``ocr`` the texts are the dataset's, or read from the pictures first. BLEU, ROUGE-L and,
where its model is, BERTScore are computed from the rows when a report is made.

Judge: the model in the role ``judge``, or ``none`` to grade by text metrics alone. Tutors are in
`gnomon.benchmark.mmtutorbench.tutors`, later turns in `gnomon.benchmark.mmtutorbench.multiturn`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Literal

from pydantic import Field

from gnomon.benchmark.benchmark import (
    NOT_APPLICABLE,
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
from gnomon.benchmark.mmtutorbench.items import KeyStepTurn, first_turns, pictures, written
from gnomon.benchmark.mmtutorbench.ocr import PROMPT as OCR_PROMPT
from gnomon.benchmark.mmtutorbench.ocr import Ocr
from gnomon.benchmark.mmtutorbench.tutors import Asking, GivenReplies, open_tutoring, plain_name, replies_of
from gnomon.benchmark.results import RunConfig
from gnomon.benchmark.sources import picture_of
from gnomon.datasets import KeyStepItem, Persona, personas
from gnomon.judge import (
    AdaptivityCase,
    AdaptivityJudge,
    Judgement,
    JudgeSettings,
    OverallCase,
    OverallJudge,
    RubricCase,
    RubricJudge,
    RubricMarks,
    SpecificCriterion,
)
from gnomon.metrics import CRITERIA
from gnomon.models import Model, all_of
from gnomon.prompts import load
from gnomon.tutor import KeyStepExchange, KeyStepReply, KeyStepVariant, key_step_variants, read_key_step

VARIANTS = {"zero-shot": "zero_shot", "query": "with_query", "ocr": "ocr", "1-shot": "one_shot", "3-shot": "three_shot"}
"""The five inputs of Figure 3, and the tutor's name of each."""
_NO_JUDGE = "none"


class MMTutorBenchOptions(Options):
    """What may be set beside tutor and judge."""

    variant: Literal["zero-shot", "query", "ocr", "1-shot", "3-shot"] = "zero-shot"
    """What the tutor is shown: pictures, pictures with the student's question, text read from them, or examples first."""
    persona: str | None = None
    """Id of the student profile that the tutor is told of; None for none. Items that name profiles are asked with those alone."""
    baseline: bool = False
    """Let the judge also give one score without a rubric, 0 to 6."""
    scope_rule: bool = True
    """Set scope control to 0 where the judge gives 0 to insight, formulation and execution: the rubric says so."""
    temperature: float | None = Field(default=0.0, ge=0)
    """Of the judge; None leaves it to the server."""
    reverse_criteria: bool = False
    """Show the judge its criteria in the opposite order, for a check of the judge."""
    judge_seed: int | None = None
    """Of the judge; None takes the run's seed. With ``replies:DIR`` another seed repeats the judgement of the same replies."""


class MMTutorBench(Benchmark):
    """The benchmark with its key steps, one tutor and one judge.

    Args:
        items: turns to answer.
        config: names tutor and judge.
        options: see `MMTutorBenchOptions`.
        given: replies of an earlier run; None lets the tutor answer.
    """

    name = "mmtutorbench"

    def __init__(
        self, items: Sequence[Item], config: RunConfig, options: MMTutorBenchOptions, given: GivenReplies | None = None
    ) -> None:
        if len({item.id for item in items}) != len(items):
            raise ResultsError(f"{self.name}: expected an id for each row, some occur twice")
        self._items = items
        self._options = options
        self._persona = _persona(options.persona)
        self._given = given
        asking = Asking(self._variant, self._persona, config.seed)
        self._tutor = open_tutoring("reference" if given else config.tutor, asking)
        if config.ocr is not None and not (options.variant == "ocr" and self._tutor.uses_variant):
            raise ResultsError(
                "--ocr is for a tutor that is shown text in place of pictures; add --set variant=ocr, or leave it out"
            )
        self._ocr = None if config.ocr is None else Ocr(config.ocr, config.seed)
        self._has_judge = config.judge != _NO_JUDGE
        self._judge_seed = config.seed if options.judge_seed is None else options.judge_seed

    @property
    def _variant(self) -> KeyStepVariant:
        return key_step_variants()[VARIANTS[self._options.variant]]

    @property
    def roles(self) -> tuple[str, ...]:
        """A tutor where a model answers, a reader of pictures where a model reads them, a judge unless there is none."""
        asked = (self._tutor.role, self._ocr and self._ocr.role, "judge" if self._has_judge else None)
        return tuple(role for role in asked if role)

    @property
    def prompts(self) -> Mapping[str, str]:
        """The tutor's prompts where a model answers, and those of the judges."""
        names = ["tutor/key_step", "tutor/key_step_follow_up"] if self._tutor.role else []
        names += [OCR_PROMPT] if self._ocr and self._ocr.role else []
        if self._has_judge:
            names += ["judge/rubric", *(["judge/adaptivity"] if self._persona else [])]
            names += ["judge/overall"] if self._options.baseline else []
        return {name: load(name).sha256 for name in names}

    def items(self) -> Sequence[Item]:
        """Return one item a reply."""
        return self._items

    def truth(self, item: Item) -> Any:  # noqa: ANN401 - plain JSON
        """Return the reference answer and, of a recorded reply, what people gave it."""
        turn = turn_in(item)
        people = {} if turn.recorded is None else {"human_total": turn.recorded.human_total}
        return {"reference": written(turn.reference), **people}

    async def answer(self, item: Item, models: Mapping[str, Model]) -> Answer:
        """Let the tutor answer.

        Raises:
            ModelError: when the tutor's model cannot be asked.
        """
        if self._given is not None:
            return self._given.answers.get(item.id) or not_applicable("the run has no such reply", {})
        turn = turn_in(item)
        extra: dict[str, Any] = {"tutor": self._tutor.name(turn, models), "persona": self._options.persona}
        extra |= {"variant": self._options.variant if self._tutor.uses_variant else None}
        try:
            earlier = await self.earlier(turn, models)
            reply = await self.say(turn, earlier, models)
        except NotApplicableError as error:
            return not_applicable(str(error), extra)
        if earlier:
            extra["earlier"] = [list(exchange) for exchange in earlier]
        return _answer(reply, extra)

    def read(self, item: Item, text: str) -> Answer:
        """Return a text as a reply; who gave it is not known."""
        del item
        return _answer(read_key_step(text), {"tutor": "", "persona": self._options.persona, "variant": self._options.variant})

    async def earlier(self, turn: KeyStepTurn, models: Mapping[str, Model]) -> tuple[KeyStepExchange, ...]:
        """Return the turns before this one: none here."""
        del turn, models
        return ()

    async def say(self, turn: KeyStepTurn, earlier: Sequence[KeyStepExchange], models: Mapping[str, Model]) -> KeyStepReply:
        """Return the tutor's reply to one turn; pictures are read to it first where it is to have text in their place.

        Raises:
            ModelError: when the tutor's model or the reader of pictures cannot be asked.
            NotApplicableError: when there is nothing to answer with.
        """
        if self._ocr is not None:
            turn = replace(turn, texts=await self._ocr.texts(turn, models))
        return await self._tutor.reply(turn, earlier, models)

    async def grade(self, item: Item, answer: Answer, models: Mapping[str, Model]) -> Grade:
        """Mark the reply; an answer that is none gets no marks."""
        if not answer.applies:
            return Grade(reasons={"not applicable": answer.extra[NOT_APPLICABLE]})
        if not self._has_judge:
            return Grade()
        settings = JudgeSettings(temperature=self._options.temperature, seed=self._judge_seed)
        turn, model = turn_in(item), models["judge"]
        rubric_judge = RubricJudge(model, settings, self._options.scope_rule, reverse_criteria=self._options.reverse_criteria)
        judging: list[Any] = [rubric_judge.judge(self._rubric_case(turn, answer))]
        if self._persona:
            case = AdaptivityCase(reply=answer.text, persona=_profile(self._persona), question=self._asked(turn))
            judging.append(AdaptivityJudge(model, settings).judge(case))
        unseen = {}
        if self._options.baseline:
            whole = self._overall_case(turn, answer)
            if whole.images or whole.problem:
                judging.append(OverallJudge(model, settings).judge(whole))
            else:  # who sees nothing of the problem grades style: no mark is better than that one
                unseen = {"overall": "not judged: there is neither picture nor text of the problem"}
        rubric, *rest = await all_of(judging)
        return _grade(rubric, rest, unseen)

    def _rubric_case(self, turn: KeyStepTurn, answer: Answer) -> RubricCase:
        return RubricCase(
            reply=answer.text,
            insight=turn.reference.insight_discovery,
            formulation=turn.reference.operation_formulation,
            execution=turn.reference.operation_execution,
            specific={
                each.id: SpecificCriterion(
                    criterion=each.criterion, condition_for_1=each.condition_for_1, condition_for_0=each.condition_for_0
                )
                for each in turn.criteria
            },
            task=turn.task,
            question=self._asked(turn),
            dialogue=self._dialogue(turn, answer),
        )

    def _overall_case(self, turn: KeyStepTurn, answer: Answer) -> OverallCase:
        """Return all that a person would see who grades without a rubric; a picture that is gone is left to the text."""
        try:
            images = pictures(turn)
        except (OSError, ValueError):
            images = ()
        return OverallCase(
            reply=answer.text,
            problem="\n\n".join(turn.texts),
            images=images,
            question=turn.query or "",
            dialogue=self._dialogue(turn, answer),
        )

    def _asked(self, turn: KeyStepTurn) -> str:
        """Return the question that the tutor was shown: the first turn has one only in the variant with queries."""
        return (turn.query or "") if turn.number > 1 or self._variant.query else ""

    def _dialogue(self, turn: KeyStepTurn, answer: Answer) -> str:
        """Return the turns before the last question, with their speakers."""
        lines = [f"Student: {turn.source.query}"] if turn.number > 1 and self._variant.query and turn.source.query else []
        for place, (said, asked) in enumerate(answer.extra.get("earlier", []), 1):
            is_last = place == len(answer.extra["earlier"])
            lines += [f"Tutor: {said}", *([] if is_last else [f"Student: {asked}"])]
        return "\n\n".join(lines)

    def picture(self, item: Item, row: Row) -> Picture | None:
        """Return the pictures of the work; None when they are not there."""
        del row
        return picture_of(*turn_in(item).source.all_images)

    def shown(self) -> Shown:
        """Return the paper's tables and plots beside its figures."""
        from gnomon.benchmark.mmtutorbench.tables import shown

        return shown(self._items)


def build(config: RunConfig) -> MMTutorBench:
    """Make the benchmark of a configuration.

    Raises:
        ResultsError: for a setting or a tutor that is none of its.
        DatasetError: when the data cannot be read.
    """
    options = MMTutorBenchOptions.checked(config.options)
    given = replies_of(config.tutor, "mmtutorbench")
    options_of(config, options, given)
    is_recorded = config.tutor == "recorded" or (given is not None and given.is_recorded)
    items = first_turns(turns_with_persona(opened("mmtutorbench", config.data, KeyStepItem), options), recorded=is_recorded)
    if not items:
        raise ResultsError("no row to answer: the data bring no recorded replies, or no item for this persona")
    return MMTutorBench(items, config, options, given)


def options_of(config: RunConfig, options: MMTutorBenchOptions, given: GivenReplies | None) -> None:
    """Refuse a judge or persona that is none, and replies of a run that was asked in another way.

    Raises:
        ResultsError: with what was expected.
    """
    if config.judge not in (None, _NO_JUDGE) and not is_model(config.judge):
        raise ResultsError(f"expected --judge as MODEL@URL, a URL or {_NO_JUDGE}, got {config.judge!r}")
    _persona(options.persona)
    if given is None:
        return
    then = type(options).checked(given.options)
    for key in sorted(type(options).model_fields.keys() - MMTutorBenchOptions.model_fields.keys() | {"variant", "persona"}):
        if getattr(then, key) != getattr(options, key):
            raise ResultsError(
                f"the replies were given with {key}={getattr(then, key)}, got {getattr(options, key)}; set it likewise"
            )


def turns_with_persona(sources: Sequence[KeyStepItem], options: MMTutorBenchOptions) -> list[KeyStepItem]:
    """Return the items that are asked with the persona: those that name it, and those that name none."""
    return [source for source in sources if options.persona is None or options.persona in (source.personas or (options.persona,))]


def turn_in(item: Item) -> KeyStepTurn:
    """Return what an item asks."""
    content = item.content
    assert isinstance(content, KeyStepTurn)
    return content


def _persona(name: str | None) -> Persona | None:
    if name is None:
        return None
    if name not in personas():
        raise ResultsError(f"no persona {name!r}; there are {', '.join(personas())}")
    return personas()[name]


def _profile(persona: Persona) -> str:
    """Return what the tutor was told of the student."""
    told = ("proficiency", "state", "goal", "tone", "granularity", "strategy")
    return "\n".join(f"- {key.capitalize()}: {getattr(persona, key)}" for key in told)


def _answer(reply: KeyStepReply, extra: dict[str, Any]) -> Answer:
    missing = reply.missing
    return Answer(
        text=reply.text,
        # The words themselves are graded: without its three headings a reply is read in part, and unreadable only when empty.
        status="ok" if not missing else "partial" if reply.said.strip() else "unparseable",
        value={"insight": reply.insight, "formulation": reply.formulation, "execution": reply.execution},
        flags=tuple(f"missing_{name}" for name in missing),
        extra=extra,
    )


def _grade(rubric: Judgement[RubricMarks], others: Sequence[Judgement[int]], reasons: Mapping[str, str]) -> Grade:
    """Put the judgements into one grade; a mark whose call failed is left out, one that cannot be read is None."""
    judgements: list[Judgement[Any]] = [rubric, *others]
    marks: dict[str, Any] = {}
    if rubric.status != "error":
        read = rubric.value or RubricMarks()
        marks |= {name: getattr(read, name) for name in CRITERIA}
    marks |= {each.judge: each.value for each in others if each.status != "error"}
    flags = [flag for each in judgements for flag in each.flags]
    marks |= {"judge": plain_name(rubric.model or "")} | ({"judge_flags": flags} if flags else {})
    failed = next((each.error for each in judgements if each.error), None)
    return Grade(
        marks=marks,
        status={each.judge: each.status for each in judgements},
        reasons={**reasons, **{each.judge: each.told for each in judgements if each.told}},
        error=RowError(boundary=failed.boundary, message=failed.message) if failed else None,
    )
