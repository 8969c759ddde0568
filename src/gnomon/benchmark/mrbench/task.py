"""MRBench: judges grade recorded responses of tutors on four dimensions, and are compared with people's labels (bea-jh 3, 4).

One row is one response; its truth are the people's labels. Judges: a model (`PedagogyJudge`), ``embedded``, the judge that ships
with the package (`gnomon.judge.embedded`; a conversation that its weights have learnt from is judged by the part of them that has
not seen it), or one of two controls that read nothing of the response. ``majority`` gives the most frequent label of the other
folds. ``tutor-name`` knows only who wrote the response: it gives the label under which that tutor is most over-represented in the
other folds, which is what a logistic regression on the name alone, with balanced classes, settles on. A judge that does not beat
it has learnt who wrote, not how well.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, ClassVar

from pydantic import Field

from gnomon.benchmark.benchmark import Answer, Benchmark, Grade, Item, Options, Picture, Row, RowError, Shown, is_model
from gnomon.benchmark.data import opened
from gnomon.benchmark.errors import ResultsError
from gnomon.benchmark.results import RunConfig
from gnomon.datasets import BEA_DIMENSIONS, BEA_LABELS, MRBenchDialogue, load_folds
from gnomon.judge import Dimension, Judgement, JudgeSettings, Label, PedagogyCase, PedagogyJudge, count_votes, dimensions
from gnomon.judge.embedded import NAME as EMBEDDED
from gnomon.judge.embedded import EmbeddedJudge, EmptyReplyError, weights_sha256
from gnomon.models import Model
from gnomon.prompts import load

CONTROLS = ("majority", "tutor-name")
JUDGES = (EMBEDDED, *CONTROLS)
"""That need no model."""
Labels = Mapping[str, str]


class MRBenchOptions(Options):
    """What may be set beside tutor and judge."""

    votes: int = Field(default=1, ge=1)
    """Samples a judgement; with more than one the majority counts, and votes are kept for class offsets. They need a temperature
    above 0, or one that is left to the server."""
    temperature: float | None = Field(default=0.0, ge=0)
    """Of the judge; None leaves it to the server: some reasoning models refuse any."""
    abstain_below: float = Field(default=0.0, ge=0, le=1)
    """The embedded judge gives no label that is less probable; it then counts as a label that could not be read."""
    folds: str = ""
    """Path of a folds file; the controls learn from the other folds. Empty: from all other dialogues."""
    only_fold: int | None = None
    """Of the folds, the one whose responses are graded; None for all."""
    dimensions: tuple[Dimension, ...] = tuple(dimensions())
    """That are judged: a judge that was trained for one is asked for that one."""


@dataclass(frozen=True)
class _Response:
    """What a row grades."""

    history: str
    reply: str
    tutor: str
    labels: Labels


Labeller = Callable[[_Response], str]


class MRBench(Benchmark):
    """The benchmark with its responses and one judge.

    Args:
        dialogues: of the dataset.
        judge: ``embedded``, ``majority``, ``tutor-name``, or anything else for a model in the role ``judge``.
        options: see `MRBenchOptions`.
        seed: of the judge's samples.
    """

    name = "mrbench"
    baselines: ClassVar = {"judge": JUDGES}

    def __init__(self, dialogues: Sequence[MRBenchDialogue], judge: str, options: MRBenchOptions, seed: int = 0) -> None:
        self._items = _items_of(dialogues)
        self._judge = judge
        self._is_control = judge in CONTROLS
        self._options = options
        self._seed = seed
        self._given = _by_fold(self._items, _CONTROLS[judge]) if self._is_control else {}
        if options.only_fold is not None:
            self._items = [item for item in self._items if _fold(item) == str(options.only_fold)]

    @property
    def roles(self) -> tuple[str, ...]:
        """A judge, unless it needs no model."""
        return () if self._judge in JUDGES else ("judge",)

    @property
    def prompts(self) -> Mapping[str, str]:
        """The four dimensions' prompts; of the embedded judge its weights, which decide its labels as prompts do a model's."""
        if self._judge == EMBEDDED:
            return {"judge/embedded": weights_sha256()}
        names = [] if self._is_control else [dimensions()[name].prompt for name in self._options.dimensions]
        return {name: load(name).sha256 for name in names}

    def items(self) -> Sequence[Item]:
        """Return one item a response."""
        return self._items

    def truth(self, item: Item) -> Labels:
        """Return the people's labels by dimension that is judged."""
        return {name: label for name, label in _response(item).labels.items() if name in self._options.dimensions}

    async def answer(self, item: Item, models: Mapping[str, Model]) -> Answer:
        """Return the recorded response."""
        del models
        return Answer(text=_response(item).reply)

    async def grade(self, item: Item, answer: Answer, models: Mapping[str, Model]) -> Grade:
        """Label the response on each dimension."""
        if self._is_control:
            return Grade(marks=dict(self._given[item.id]))
        case = PedagogyCase(history=_response(item).history, reply=answer.text)
        if self._judge == EMBEDDED:
            return _embedded_grade(EmbeddedJudge(self._options.abstain_below), case)
        settings = JudgeSettings(temperature=self._options.temperature, seed=self._seed)
        sampled = await PedagogyJudge(models["judge"], settings, self._options.dimensions).sample(case, self._options.votes)
        votes = {name: count_votes(judgements) for name, judgements in sampled.items()}
        marks: dict[str, Any] = {name: count.majority for name, count in votes.items()}
        if self._options.votes > 1:
            marks["votes"] = {name: list(count.counts) for name, count in votes.items()}
        errors = [judgement.error for judgements in sampled.values() for judgement in judgements if judgement.error]
        return Grade(
            marks=marks,
            status={name: _status(judgements) for name, judgements in sampled.items()},
            reasons={name: told for name, judgements in sampled.items() if (told := _reason(judgements, marks[name]))},
            error=RowError(boundary=errors[0].boundary, message=errors[0].message) if errors else None,
        )

    def picture(self, item: Item, row: Row) -> Picture | None:
        """Return nothing: the dialogues are text."""
        del item, row
        return None

    def shown(self) -> Shown:
        """Return the paper's tables and plots beside its figures."""
        from gnomon.benchmark.mrbench.tables import SHOWN

        return SHOWN


def build(config: RunConfig) -> MRBench:
    """Make the benchmark of a configuration.

    Raises:
        ResultsError: for a setting that is none of its.
        DatasetError: when the data cannot be read.
    """
    judge = config.judge or "model"
    if not is_model(config.judge) and judge not in (*JUDGES, "model"):
        raise ResultsError(f"expected --judge as MODEL@URL, a URL, {' or '.join(JUDGES)}, got {config.judge!r}")
    options = MRBenchOptions.checked(config.options)
    if options.abstain_below and judge != EMBEDDED:
        raise ResultsError(f"setting abstain_below: only --judge {EMBEDDED} gives probabilities; leave it out")
    if options.votes > 1 and judge == EMBEDDED:
        raise ResultsError(f"setting votes: the {EMBEDDED} judge says the same each time; leave it out")
    asking = config.asking.get("judge")
    temperature = options.temperature if asking is None or asking.temperature is None else asking.temperature
    if options.votes > 1 and temperature == 0:
        raise ResultsError(
            f"setting votes: {options.votes} samples at temperature 0 are {options.votes} times the same; "
            "add --set temperature=1, or null for the server's own"
        )
    dialogues = opened("mrbench", config.data, MRBenchDialogue)
    if judge in CONTROLS and not any(response.labels for dialogue in dialogues for response in dialogue.responses):
        raise ResultsError(
            f"the control {judge} learns from people's labels, and {config.data} has none; name a model with --judge"
        )
    if options.folds:
        fold_of = load_folds(Path(options.folds))
        dialogues = tuple(dialogue.model_copy(update={"fold": fold_of.get(dialogue.id)}) for dialogue in dialogues)
    if options.only_fold is not None and options.only_fold not in {dialogue.fold for dialogue in dialogues}:
        raise ResultsError(f"setting only_fold: no dialogue is in fold {options.only_fold}; name the folds with --set folds=FILE")
    return MRBench(dialogues, judge, options, config.seed)


def _embedded_grade(judge: EmbeddedJudge, case: PedagogyCase) -> Grade:
    """Grade with the judge that ships with the package."""
    try:
        given = judge.judge(case)
    except EmptyReplyError as error:
        failed = RowError(boundary="judge", message=str(error))
        return Grade(marks=dict.fromkeys(dimensions()), status=dict.fromkeys(dimensions(), "error"), error=failed)
    return Grade(
        marks={
            **{name: label.label for name, label in given.items()},
            "probabilities": {name: label.probabilities for name, label in given.items()},
        },
        status={name: "abstained" if label.label is None else "ok" for name, label in given.items()},
        reasons={name: label.told for name, label in given.items()},
    )


def _status(judgements: Sequence[Judgement[Label]]) -> str:
    """Return one status for all samples: ``partial`` where some gave a label and others did not."""
    statuses = {judgement.status for judgement in judgements}
    if any(judgement.value is not None for judgement in judgements):
        return "ok" if statuses == {"ok"} else "partial"
    return "unparseable" if "unparseable" in statuses else judgements[0].status


def _reason(judgements: Sequence[Judgement[Label]], majority: Label | None) -> str | None:
    """Return the reason of the first sample that gave the label that counts; where none could be read, the first text."""
    return next((each.told for each in judgements if each.value == majority and each.told), None)


def _items_of(dialogues: Sequence[MRBenchDialogue]) -> list[Item]:
    """Return one item a response; of several under one id, as published data have some, the later ones get a number behind it."""
    seen: Counter[str] = Counter()
    items = []
    for dialogue in dialogues:
        for place in range(len(dialogue.responses)):
            item = _item(dialogue, place)
            seen[item.id] += 1
            items.append(item if seen[item.id] == 1 else replace(item, id=f"{item.id}#{seen[item.id]}"))
    return items


def _item(dialogue: MRBenchDialogue, place: int) -> Item:
    response = dialogue.responses[place]
    labels = {name: response.labels[name] for name in BEA_DIMENSIONS if name in response.labels}
    groups = {"tutor": response.tutor, "source": dialogue.source, "fold": "" if dialogue.fold is None else str(dialogue.fold)}
    return Item(
        id=f"{dialogue.id}/{response.tutor}",
        cluster=dialogue.id,
        text=dialogue.history,
        groups={name: value for name, value in groups.items() if value},
        content=_Response(dialogue.history, response.text, response.tutor, labels),
    )


def _response(item: Item) -> _Response:
    content = item.content
    assert isinstance(content, _Response)
    return content


def _majority(training: Sequence[_Response], dimension: str) -> Labeller:
    """Most frequent label of the training rows; of equal ones the first of Yes, To some extent, No."""
    counts = Counter(row.labels.get(dimension) for row in training)
    most = max(BEA_LABELS, key=lambda name: counts[name])
    return lambda _: most


def _tutor_name(training: Sequence[_Response], dimension: str) -> Labeller:
    """Label under which the response's tutor is most over-represented among the training rows."""
    whole = Counter(row.labels.get(dimension) for row in training)
    of_tutor = Counter((row.tutor, row.labels.get(dimension)) for row in training)

    def label(response: _Response) -> str:
        return max(BEA_LABELS, key=lambda name: of_tutor[response.tutor, name] / whole[name] if whole[name] else 0.0)

    return label


_CONTROLS = {"majority": _majority, "tutor-name": _tutor_name}


def _by_fold(items: Sequence[Item], train: Callable[[Sequence[_Response], str], Labeller]) -> dict[str, Labels]:
    """Label each item by what is learnt from the other folds; from all other dialogues where there are no folds."""
    given: dict[str, Labels] = {}
    for fold in dict.fromkeys(map(_fold, items)):
        training = [_response(item) for item in items if _fold(item) != fold]
        labellers = {name: train(training, name) for name in BEA_DIMENSIONS}
        for item in items:
            if _fold(item) == fold:
                given[item.id] = {name: label(_response(item)) for name, label in labellers.items()}
    return given


def _fold(item: Item) -> str:
    return item.groups.get("fold", item.cluster)
