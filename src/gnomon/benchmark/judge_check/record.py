"""What a check of a judge found, as a file; and the last check of a judge, for the reports of what it judged.

A check belongs to a judge by its name and by the hashes of its prompts: with another prompt it is another judge. Checks are kept
in the user's folder (``GNOMON_DATA_HOME``), one file a judge and set of prompts; a new check takes the place of the old one.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from pathlib import Path

from pydantic import BaseModel, ConfigDict, ValidationError

from gnomon.benchmark.errors import ResultsError
from gnomon.datasets import config_folder
from gnomon.files import write_whole
from gnomon.judge.checks import OrderSwap, SelfAgreement
from gnomon.models import model_name

_FROZEN = ConfigDict(frozen=True, extra="forbid")
_JUDGE = "judge/"


class Against(BaseModel):
    """One criterion's marks beside those of someone else, over the cases that both marked."""

    model_config = _FROZEN

    num_cases: int
    """That the other one marked."""
    num_unread: int
    """Of these, cases that the judge gave nothing readable for; in no other figure."""
    equal_share: float | None
    cohen_kappa: float | None
    """Unweighted; None where one of the two never varies together with the other, or nothing was read."""
    kappa_low: float | None = None
    """Ends of the bootstrap's 95 % interval of kappa over dialogues or problems; None with fewer than two."""
    kappa_high: float | None = None
    krippendorff_alpha: float | None
    """On the ordinal scale."""
    spearman: float | None

    @property
    def is_chance(self) -> bool:
        """Whether chance would give as much: the interval of kappa reaches 0, or the judge never varies."""
        if self.num_cases == self.num_unread:
            return False
        return self.cohen_kappa is None or (self.kappa_low is not None and self.kappa_low <= 0)


class OffsetFigures(BaseModel):
    """What class offsets are worth on folds that they were not fitted on."""

    model_config = _FROZEN

    macro_f1_without: float
    macro_f1_with: float
    num_unread: int
    folds: tuple[tuple[int, tuple[float, ...]], ...]
    """Of each held-out fold its number and the offsets fitted on the others, the lowest label first."""


class CriterionCheck(BaseModel):
    """One criterion or dimension."""

    model_config = _FROZEN

    people: Against | None = None
    """None where the data have no marks of people for it."""
    people_by_domain: Mapping[str, Against] = {}
    other: Against | None = None
    repeats: SelfAgreement | None = None
    consensus: Against | None = None
    """The majority of the repeats beside people's marks."""
    order: OrderSwap | None = None
    offsets: OffsetFigures | None = None


class PairCheck(BaseModel):
    """Two replies side by side, asked in both orders: 1 for the first reply of a pair, -1 for the second, 0 for neither."""

    model_config = _FROZEN

    order: OrderSwap
    first_share: float | None
    """Of the answers that chose one, the share that chose the reply shown first; .5 without a lean."""
    people_share: float | None
    """Of the pairs that people mark differently, the share where both orders chose people's; None without such pairs."""
    num_people: int


class JudgeCheck(BaseModel):
    """The file of a check."""

    model_config = _FROZEN

    judge: str
    """The model's name, or ``embedded``."""
    other: str | None
    made: str
    """Date, as YYYY-MM-DD."""
    task: str
    data: str
    data_sha256: str
    num_items: int
    num_failed: int
    """Rows of all passes that a server gave no answer for."""
    num_repeats: int
    prompts: Mapping[str, str]
    """Hashes by name of the prompts that its marks come from."""
    criteria: Mapping[str, CriterionCheck]
    pairs: PairCheck | None = None
    remarks: tuple[str, ...] = ()
    """What was not checked, and why."""

    def findings(self) -> tuple[str, ...]:
        """Say in one line each what speaks against the judge; empty where nothing was found."""
        return tuple(self._findings())

    def _findings(self) -> Iterator[str]:
        if self.pairs is not None and self.pairs.order.leans():
            share = self.pairs.first_share or 0.0
            place = "first" if share > 0.5 else "second"
            found = f"{share if place == 'first' else 1 - share:.0%} of its choices"
            yield f"order: it leans to the reply shown {place} ({found}, sign test p {self.pairs.order.p_value:.2g})"
        for name, found_of in self.criteria.items():
            if found_of.order is not None and found_of.order.leans():
                yield f"order: {name} changes with the order of the criteria (sign test p {found_of.order.p_value:.2g})"
            for who, against in (("people", found_of.people), (self.other or "", found_of.other)):
                if against is not None and against.is_chance:
                    kappa = _shown(against.cohen_kappa)
                    yield f"agreement: {name} is not shown to agree with {who} beyond chance (kappa {kappa})"

    def summary(self) -> str:
        """Return one sentence for a report."""
        kappas = [f"{name} {_shown(each.people.cohen_kappa)}" for name, each in self.criteria.items() if each.people]
        told = [f"checked {self.made} on {self.num_items} items of {self.task}"]
        told += [f"kappa with people: {', '.join(kappas)}"] if kappas else ["no marks of people to compare with"]
        equal = [f"{name} {_shown(each.repeats.all_equal_share)}" for name, each in self.criteria.items() if each.repeats]
        told += [f"equal in {self.num_repeats} repeats: {', '.join(equal)}"] if equal else []
        if self.pairs is not None:
            told.append(f"of pairs the same choice in both orders {_shown(self.pairs.order.equal_share)}")
            if self.pairs.num_people:
                told.append(f"people's choice in both orders {_shown(self.pairs.people_share)} of {self.pairs.num_people}")
        return "; ".join([*told, *self.findings()])


def read_check(path: Path) -> JudgeCheck:
    """Read the file of a check.

    Raises:
        ResultsError: when it cannot be read, or is something else.
    """
    try:
        return JudgeCheck.model_validate_json(path.read_text("utf-8"))
    except (OSError, ValidationError, ValueError) as error:
        reason = str(error).splitlines()[0]
        raise ResultsError(f"{path}: expected the file of a judge's check ({reason}); make it anew with check-judge") from error


def keep_check(check: JudgeCheck) -> Path:
    """Keep a check as the last one of its judge and prompts; return the file written."""
    folder = _folder()
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{_key(check.judge, check.prompts)}.json"
    write_whole(path, check.model_dump_json(indent=1) + "\n")
    return path


def last_check(judge: str, prompts: Mapping[str, str]) -> JudgeCheck | None:
    """Return the last check of a judge that was made with the very prompts of a run.

    Args:
        judge: as a run names it: ``MODEL@URL`` or a name.
        prompts: hashes of the run; those of judges count. A check that covers them all, and more, is taken too.

    Returns:
        The latest of those that fit; None when there is none. A file that cannot be read is passed over.
    """
    wanted = {name: digest for name, digest in prompts.items() if name.startswith(_JUDGE)}
    found = []
    for path in sorted(_folder().glob("*.json")) if wanted else ():
        try:
            check = read_check(path)
        except ResultsError:
            continue
        if check.judge == model_name(judge) and wanted.items() <= dict(check.prompts).items():
            found.append(check)
    return max(found, key=lambda check: check.made, default=None)


def check_note(judge: str, prompts: Mapping[str, str]) -> str:
    """Say for a report what the last check of a judge found, or that there is none and how one is made; as `last_check`."""
    check = last_check(judge, prompts)
    if check is None:
        command = f"gnomon bench check-judge --judge {judge} --out DIR"
        return f"There is no check of the judge {model_name(judge)} with these prompts; make one with {command}"
    return f"The judge {model_name(judge)}: {check.summary()}."


def _folder() -> Path:
    return config_folder() / "judge-checks"


def _key(judge: str, prompts: Mapping[str, str]) -> str:
    return hashlib.sha256(json.dumps([judge, sorted(prompts.items())]).encode()).hexdigest()[:24]


def _shown(value: float | None) -> str:
    return "-" if value is None else f"{value:.2f}"
