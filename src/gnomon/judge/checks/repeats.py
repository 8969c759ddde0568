"""Does a judge agree with itself? The same cases judged again with other seeds."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Hashable, Sequence
from itertools import combinations
from typing import TypeVar, cast

from pydantic import BaseModel, ConfigDict

from gnomon.judge.judgement import Judgement
from gnomon.metrics import cohen_kappa, fleiss_kappa
from gnomon.models import all_of

CaseT = TypeVar("CaseT")
ValueT = TypeVar("ValueT")


class SelfAgreement(BaseModel):
    """How often the repeats of one judge say the same."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    num_cases: int
    num_repeats: int
    num_unread_answers: int
    """Of all cases times repeats."""
    num_incomplete: int
    """Cases with at least one unreadable repeat; they are in no other figure."""
    all_equal_share: float | None
    """Share of the complete cases whose repeats are all equal; None when there is none."""
    pair_equal_share: float | None
    """Mean share of equal pairs of repeats; None when there is no complete case."""
    cohen_kappa: float | None
    """For two repeats; None otherwise, and where chance agreement is 1."""
    fleiss_kappa: float | None
    """For any number of repeats; None where chance agreement is 1."""


async def repeat(
    cases: Sequence[CaseT],
    judge: Callable[[CaseT, int], Awaitable[Judgement[ValueT]]],
    seeds: Sequence[int],
    key: Callable[[ValueT], Hashable] | None = None,
) -> SelfAgreement:
    """Judge each case once a seed and compare.

    Args:
        cases: what is judged.
        judge: judges a case with a seed, such as ``lambda case, seed: judge.seeded(seed).judge(case)``. A judge at temperature
            0, or one whose server ignores seeds, agrees with itself for no merit of its own.
        seeds: at least two, all different.
        key: the part of a value that is compared, such as one criterion's mark; None for the whole value, which must be
            hashable then.

    Raises:
        ValueError: for fewer than two seeds, or a repeated one.
    """
    if len(seeds) < 2 or len(set(seeds)) < len(seeds):
        raise ValueError(f"expected at least two different seeds, got {list(seeds)!r}")

    async def row(case: CaseT) -> list[Hashable | None]:
        judgements = await all_of(_awaited(judge(case, seed)) for seed in seeds)
        values = [judgement.value for judgement in judgements]
        return [None if value is None else key(value) if key is not None else cast("Hashable", value) for value in values]

    return self_agreement(await all_of(row(case) for case in cases))


def self_agreement(answers: Sequence[Sequence[Hashable | None]]) -> SelfAgreement:
    """Compare the repeats of each case; None for one that could not be read.

    Two of three cases have equal repeats. Chance: first column A, A, B, second A, B, B, so (2 x 1 + 1 x 2)/9 = 4/9, and kappa is
    (2/3 - 4/9)/(5/9) = .4.

    >>> found = self_agreement([["A", "A"], ["A", "B"], ["B", "B"]])
    >>> round(found.all_equal_share, 3), round(found.cohen_kappa, 3), round(found.fleiss_kappa, 3)
    (0.667, 0.4, 0.333)

    Raises:
        ValueError: when cases differ in the number of repeats.
    """
    lengths = {len(row) for row in answers}
    if len(lengths) > 1:
        raise ValueError(f"expected the same number of repeats for each case, got {sorted(lengths)}")
    num_repeats = next(iter(lengths), 0)
    complete = [[answer for answer in row if answer is not None] for row in answers if None not in row]
    return SelfAgreement(
        num_cases=len(answers),
        num_repeats=num_repeats,
        num_unread_answers=sum(answer is None for row in answers for answer in row),
        num_incomplete=len(answers) - len(complete),
        **_compared(complete, num_repeats),
    )


def _compared(rows: Sequence[Sequence[Hashable]], num_repeats: int) -> dict[str, float | None]:
    if not rows or num_repeats < 2:
        return dict.fromkeys(("all_equal_share", "pair_equal_share", "cohen_kappa", "fleiss_kappa"))
    numbers = {answer: number for number, answer in enumerate(dict.fromkeys(answer for row in rows for answer in row))}
    table = [[numbers[answer] for answer in row] for row in rows]
    equal_pairs = [sum(a == b for a, b in combinations(row, 2)) for row in table]
    first, second = [row[0] for row in table], [row[1] for row in table]
    return {
        "all_equal_share": sum(len(set(row)) == 1 for row in table) / len(table),
        "pair_equal_share": sum(equal_pairs) / (len(table) * num_repeats * (num_repeats - 1) / 2),
        "cohen_kappa": cohen_kappa(first, second, labels=list(numbers.values())) if num_repeats == 2 else None,
        "fleiss_kappa": fleiss_kappa([[row.count(number) for number in numbers.values()] for row in table]),
    }


async def _awaited(answer: Awaitable[ValueT]) -> ValueT:
    return await answer
