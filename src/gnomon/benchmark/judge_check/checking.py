"""Checking a judge: it judges the same recorded replies several times, and the figures are made from the rows.

Every pass is a run with a results folder of its own below the check's (``asked``, ``repeat-1``, ``other``, ``pairs``, ...), so
that an interrupted check goes on where it was, and each pass can be read in a report. ``asked`` is the judge as ``gnomon bench
run`` asks it. The repeats have other seeds and a temperature above 0: at 0 a judge agrees with itself for no merit of its own.
Offsets are fitted on the votes of the repeats (of the embedded judge on its probabilities), where the data are dealt into folds.

What the order swap turns: for MRBench two responses side by side, asked in both orders (`gnomon.judge.PairwiseJudge`); for
MMTutorBench the order of the rubric's criteria.
"""

from __future__ import annotations

import datetime as dt
import math
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from pydantic import BaseModel, ConfigDict, Field

from gnomon.benchmark.benchmark import Benchmark, Row, Rows, is_model
from gnomon.benchmark.catalogue import build
from gnomon.benchmark.errors import ResultsError
from gnomon.benchmark.judge_check.pairs import build_pairs
from gnomon.benchmark.judge_check.record import Against, CriterionCheck, JudgeCheck, OffsetFigures, PairCheck
from gnomon.benchmark.results import RunConfig, read_record
from gnomon.benchmark.running import run
from gnomon.files import write_whole
from gnomon.judge import LABELS, criteria, dimensions
from gnomon.judge.checks import check_offsets, compare_orders, self_agreement
from gnomon.judge.embedded import NAME as EMBEDDED
from gnomon.metrics import bootstrap_interval, cohen_kappa_metric, krippendorff_alpha, rubric_total, spearman
from gnomon.models import CallSettings, model_name
from gnomon.runs import Pace, Told

CHECK = "check.json"
"""The file in the check's folder."""
_CLASSES = tuple(reversed(LABELS))
"""The lowest label first, as numbers 0, 1, 2."""
_TOTAL = "total"
_RECORDED = ("recorded", "reference", "replies:")


class CheckConfig(BaseModel):
    """What is checked, on what."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    judge: str
    """``MODEL@URL``, a URL, or ``embedded``."""
    other: str | None = None
    """Another judge of the same replies; None for none."""
    task: str = "mrbench"
    """``mrbench`` (four dimensions) or ``mmtutorbench`` (six criteria)."""
    tutor: str | None = None
    """Of MMTutorBench, whose replies: ``recorded``, ``reference`` or ``replies:DIR``; None for ``recorded``."""
    data: str = "sample"
    limit: int | None = None
    repeats: int = Field(default=3, ge=0)
    """Passes beside the first; 0 for none, else at least 2 are needed for self-agreement."""
    repeat_temperature: float | None = Field(default=1.0, ge=0)
    seed: int = 0
    asking: dict[str, CallSettings] = Field(default_factory=dict)
    """Of the calls of ``judge`` and ``other``; no temperature: the options have it, and the repeats need their own."""
    options: dict[str, Any] = Field(default_factory=dict)  # plain JSON; checked by the benchmark's own options


class _Kind(NamedTuple):
    """How the rows of one benchmark are read."""

    criteria: tuple[str, ...]
    value: Callable[[Row, str], float | None]
    """What the judge gave, as a number; None where it could not be read."""
    people: Callable[[Row, str], float | None]
    domain: str
    """Group by which figures are broken down."""
    repeated: Callable[[CheckConfig, int], dict[str, Any]]
    """Changes to the configuration of a run that make it a repeat."""


def _of_labels(row: Row, name: str) -> float | None:
    return _place(row.marks.get(name))


def _place(label: object) -> float | None:
    return float(_CLASSES.index(label)) if label in _CLASSES else None


def _of_marks(row: Row, name: str) -> float | None:
    mark = rubric_total({each: row.marks.get(each) for each in criteria()}) if name == _TOTAL else row.marks.get(name)
    return None if mark is None else float(mark)


def _people_of_marks(row: Row, name: str) -> float | None:
    total = row.truth.get("human_total") if isinstance(row.truth, Mapping) and name == _TOTAL else None
    return None if total is None else float(total)


_KINDS: Mapping[str, _Kind] = {
    "mrbench": _Kind(
        tuple(dimensions()),
        _of_labels,
        lambda row, name: _place(row.truth.get(name)) if isinstance(row.truth, Mapping) else None,
        "source",
        lambda config, number: {"seed": config.seed + number, "options": _heated(config)},
    ),
    "mmtutorbench": _Kind(
        (*criteria(), _TOTAL),
        _of_marks,
        _people_of_marks,
        "subject",
        # the seed of the run decides what the tutor is asked: only the judge's changes
        lambda config, number: {"options": _heated(config) | {"judge_seed": config.seed + number}},
    ),
}


def check_judge(config: CheckConfig, folder: Path, pace: Pace, told: Callable[[str], Told]) -> JudgeCheck:
    """Check a judge, or go on with the check; write ``check.json`` into the folder.

    Args:
        config: what is checked.
        folder: for the passes and the file.
        pace: how fast and how dear; what each pass may cost.
        told: gives for the name of a pass what is told how far it is.

    Raises:
        ResultsError: when the configuration does not fit.
        RunError: when the folder holds another check, or all rows of a pass fail.
        DatasetError: when the data cannot be read.
        ModelError: when a server has to be asked for its models, and cannot be.
    """
    kind = _checked(config)
    if config.judge == EMBEDDED:
        config = config.model_copy(update={"repeats": 0})
    base = _base(config)

    def rows_of(name: str, changes: Mapping[str, Any], make: Callable[[RunConfig], Benchmark] = build) -> Rows:
        return run(base.model_copy(update=dict(changes)), folder / name, pace, told(name), make).rows

    asked = rows_of("asked", {})
    repeats = [rows_of(f"repeat-{number}", kind.repeated(config, number)) for number in range(1, config.repeats + 1)]
    options = base.options | {"reverse_criteria": True}
    swapped = rows_of("swapped", {"options": options}) if config.task == "mmtutorbench" else None
    pairs = _pair_passes(config, base, rows_of) if config.task == "mrbench" and is_model(config.judge) else None
    theirs = {"judge": config.other, "options": _others(config), "asking": _as_judge(config, "other")}
    other = rows_of("other", theirs) if config.other else None
    record = read_record(folder / "asked")
    read = _Reading(kind, asked, repeats, swapped, other, config.seed)
    passes = [asked, *repeats, *(each for each in (swapped, other, *(pairs or ())) if each is not None)]
    check = JudgeCheck(
        judge=model_name(config.judge),
        other=config.other and model_name(config.other),
        made=dt.datetime.now(dt.UTC).date().isoformat(),
        task=config.task,
        data=config.data,
        data_sha256=record.data_sha256,
        num_items=len(asked),
        num_failed=sum(row.error is not None for rows in passes for row in rows),
        num_repeats=config.repeats,
        prompts={
            name: digest
            for each in (record, *([read_record(folder / "pairs")] if pairs is not None else []))
            for name, digest in each.prompts.items()
            if name.startswith("judge/")
        },
        criteria={
            name: read.criterion(name) for name in kind.criteria if any(name in row.marks for row in asked) or name == _TOTAL
        },
        pairs=None if pairs is None else _pair_check(*pairs),
        remarks=tuple(_remarks(config, asked, kind)),
    )
    write_whole(folder / CHECK, check.model_dump_json(indent=1) + "\n")
    return check


def _checked(config: CheckConfig) -> _Kind:
    if config.task not in _KINDS:
        raise ResultsError(f"expected --task {' or '.join(_KINDS)}, got {config.task!r}")
    takes_embedded = config.task == "mrbench"
    for judge in (config.judge, config.other):
        if judge is not None and not is_model(judge) and not (takes_embedded and judge == EMBEDDED):
            raise ResultsError(f"expected a judge as MODEL@URL, a URL{' or embedded' if takes_embedded else ''}, got {judge!r}")
    if config.task == "mrbench" and config.tutor is not None:
        raise ResultsError("mrbench grades what is recorded and takes no --tutor; leave it out")
    if config.tutor is not None and not config.tutor.startswith(_RECORDED):
        raise ResultsError(
            f"a check judges replies that are there: expected --tutor recorded, reference or replies:DIR, got {config.tutor!r}"
        )
    return _KINDS[config.task]


def _base(config: CheckConfig) -> RunConfig:
    tutor = (config.tutor or "recorded") if config.task == "mmtutorbench" else None
    return RunConfig(
        task=config.task, tutor=tutor, judge=config.judge, data=config.data,
        limit=config.limit, seed=config.seed, options=config.options,
        asking=_as_judge(config, "judge"),
    )  # fmt: skip


def _as_judge(config: CheckConfig, who: str) -> dict[str, CallSettings]:
    """Return the settings of a judge's calls by its role in a run."""
    return {"judge": config.asking[who]} if who in config.asking else {}


def _heated(config: CheckConfig) -> dict[str, Any]:
    return config.options | {"temperature": config.repeat_temperature}


def _others(config: CheckConfig) -> dict[str, Any]:
    """Leave out what is said of a judge of another kind."""
    unfit = {"abstain_below"} if is_model(config.other) else {"votes", "temperature"}
    return {name: value for name, value in config.options.items() if name not in unfit}


def _pair_passes(config: CheckConfig, base: RunConfig, rows_of: Callable[..., Rows]) -> tuple[Rows, Rows] | None:
    """Run both orders; None where the limit leaves no two responses of one dialogue."""
    given = {key: value for key, value in config.options.items() if key == "temperature"}
    if not build_pairs(base.model_copy(update={"options": given})).items():
        return None
    return (
        rows_of("pairs", {"task": "mrbench.pairs", "options": given}, build_pairs),
        rows_of("pairs-swapped", {"task": "mrbench.pairs", "options": given | {"swapped": True}}, build_pairs),
    )


class _Reading(NamedTuple):
    """The rows of all passes."""

    kind: _Kind
    asked: Rows
    repeats: Sequence[Rows]
    swapped: Rows | None
    other: Rows | None
    seed: int

    def criterion(self, name: str) -> CriterionCheck:
        """Make the figures of one criterion."""
        given = self._values(self.asked, name)
        people = [self.kind.people(row, name) for row in self.asked]
        has_people = any(mark is not None for mark in people)
        repeats = [self._values(rows, name) for rows in self.repeats]
        return CriterionCheck(
            people=self._against(given, people) if has_people else None,
            people_by_domain=self._by_domain(given, people) if has_people else {},
            other=None if self.other is None else self._against(given, self._values(self.other, name)),
            repeats=self_agreement(list(zip(*repeats, strict=True))) if len(repeats) > 1 else None,
            consensus=self._against(_majorities(repeats), people) if has_people and len(repeats) > 1 else None,
            order=None if self.swapped is None else compare_orders(given, self._values(self.swapped, name)),
            offsets=self._offsets(name, people) if has_people else None,
        )

    def _values(self, rows: Rows, name: str) -> list[float | None]:
        return [self.kind.value(row, name) for row in rows]

    def _against(
        self, given: Sequence[float | None], theirs: Sequence[float | None], kept: Callable[[Row], bool] = lambda _: True
    ) -> Against:
        cases = [case for case in zip(given, theirs, self.asked, strict=True) if case[1] is not None and kept(case[2])]
        return _compared([(a, b, row.cluster) for a, b, row in cases if a is not None and b is not None], len(cases), self.seed)

    def _by_domain(self, given: Sequence[float | None], people: Sequence[float | None]) -> dict[str, Against]:
        domains = sorted({row.groups[self.kind.domain] for row in self.asked if self.kind.domain in row.groups})
        of_domain = {
            domain: self._against(given, people, lambda row, domain=domain: row.groups.get(self.kind.domain) == domain)  # type: ignore[misc]
            for domain in domains
        }
        return of_domain if len(domains) > 1 else {}

    def _offsets(self, name: str, people: Sequence[float | None]) -> OffsetFigures | None:
        """Fit on the folds of the data; None without folds, or where there are neither votes nor probabilities."""
        if name not in dimensions():
            return None
        scored = [
            (self._shares(place, name), mark, row) for place, (mark, row) in enumerate(zip(people, self.asked, strict=True))
        ]
        kept = [(shares, int(mark), row.groups["fold"]) for shares, mark, row in scored
                if shares is not None and mark is not None and "fold" in row.groups]  # fmt: skip
        folds = {fold: number for number, fold in enumerate(sorted({fold for *_, fold in kept}))}
        if len(folds) < 2:
            return None
        found = check_offsets([shares for shares, *_ in kept], [mark for _, mark, _ in kept], [folds[fold] for *_, fold in kept])
        offsets = tuple((each.fold, each.offsets) for each in found.folds)
        return OffsetFigures(
            macro_f1_without=found.macro_f1_without, macro_f1_with=found.macro_f1_with, num_unread=found.num_unread, folds=offsets
        )

    def _shares(self, place: int, name: str) -> list[float] | None:
        """Return a score a label, the lowest first; NaN where nothing was read, None where the pass gives no scores."""
        probabilities = self.asked[place].marks.get("probabilities", {}).get(name)
        if probabilities is not None:
            return [float(probabilities[label]) for label in _CLASSES]
        if len(self.repeats) < 2:
            return None
        votes = [vote for rows in self.repeats if (vote := self.kind.value(rows[place], name)) is not None]
        return [votes.count(number) / len(votes) if votes else math.nan for number in range(len(_CLASSES))]


def _compared(pairs: Sequence[tuple[float, float, str]], num_cases: int, seed: int) -> Against:
    given, theirs = [a for a, *_ in pairs], [b for _, b, _ in pairs]
    unread = num_cases - len(pairs)
    if not pairs:
        return Against(
            num_cases=num_cases, num_unread=unread, equal_share=None, cohen_kappa=None, krippendorff_alpha=None, spearman=None
        )
    kappa = bootstrap_interval(
        cohen_kappa_metric(given, theirs, labels=sorted({*given, *theirs})),
        clusters=[cluster for *_, cluster in pairs],
        seed=seed,
    )
    return Against(
        num_cases=num_cases,
        num_unread=unread,
        equal_share=sum(a == b for a, b, _ in pairs) / len(pairs),
        cohen_kappa=kappa.value,
        kappa_low=kappa.low,
        kappa_high=kappa.high,
        krippendorff_alpha=krippendorff_alpha([[a, b] for a, b, _ in pairs], scale="ordinal"),
        spearman=spearman(given, theirs),
    )


def _majorities(repeats: Sequence[Sequence[float | None]]) -> list[float | None]:
    """Return the commonest answer of each case; of equal ones the lowest, None where none was read."""
    found: list[float | None] = []
    for answers in zip(*repeats, strict=True):
        read = [answer for answer in answers if answer is not None]
        found.append(max(sorted(set(read)), key=read.count) if read else None)
    return found


def _pair_check(given: Rows, swapped: Rows) -> PairCheck:
    first = [row.marks.get("preferred") for row in given]
    second = [row.marks.get("preferred") for row in swapped]
    # in the swapped order a preference for the pair's second response is one for what was shown first
    shown_first = [value == 1 for value in first if value] + [value == -1 for value in second if value]
    people = [row.truth["preferred"] for row in given]
    differ = [case for case in zip(first, second, people, strict=True) if case[2]]
    return PairCheck(
        order=compare_orders(first, second),
        first_share=sum(shown_first) / len(shown_first) if shown_first else None,
        people_share=sum(a == b == truth for a, b, truth in differ) / len(differ) if differ else None,
        num_people=len(differ),
    )


def _remarks(config: CheckConfig, asked: Rows, kind: _Kind) -> list[str]:
    found = []
    if not any(kind.people(row, name) is not None for row in asked for name in kind.criteria):
        found.append("the data have no marks of people: agreement with people was not checked")
    elif not any("fold" in row.groups for row in asked) and config.task == "mrbench":
        found.append("the data have no folds: offsets were not fitted; name a file with --set folds=FILE")
    if config.judge == EMBEDDED:
        found.append("the embedded judge says the same each time and sees one reply at a time: no repeats, no order")
    elif config.repeats < 2:
        found.append("fewer than two repeats: self-agreement was not checked")
    if config.other is None:
        found.append("no other judge was named")
    return found
