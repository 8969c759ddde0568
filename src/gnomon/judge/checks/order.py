"""Whether the order in which a judge is shown things changes what it says.

The same cases are judged twice, once in each order, and the answers compared on one scale. A judge that leans to one position
moves in one direction; a judge that is merely noisy moves in both, about equally often. The two are told apart by the sign
test.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import TypeVar

from pydantic import BaseModel, ConfigDict

from gnomon.judge.judgement import Judgement
from gnomon.models import all_of

CaseT = TypeVar("CaseT")
ValueT = TypeVar("ValueT")


class OrderSwap(BaseModel):
    """What swapping the order did."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    num_cases: int
    num_unread: int
    """Cases without a readable answer in both orders; they are in no other figure."""
    num_equal: int
    num_higher_first: int
    """Cases that scored higher in the given order than in the swapped one."""
    num_lower_first: int
    mean_shift: float | None
    """Mean of the score in the given order minus the score in the swapped one; None when nothing could be read."""
    p_value: float
    """Two-sided sign test over the cases that changed; 1 when none did."""

    @property
    def equal_share(self) -> float | None:
        """Share of the readable cases whose score did not change; None when nothing could be read."""
        readable = self.num_cases - self.num_unread
        return self.num_equal / readable if readable else None

    def leans(self, level: float = 0.05) -> bool:
        """Say whether the changes go one way more often than chance would have it.

        Fewer than six changed cases can never show a lean at level .05.
        """
        return self.p_value < level


async def order_swap(
    cases: Sequence[CaseT],
    given: Callable[[CaseT], Awaitable[Judgement[ValueT]]],
    swapped: Callable[[CaseT], Awaitable[Judgement[ValueT]]],
    score: Callable[[ValueT], float | None],
) -> OrderSwap:
    """Judge each case in both orders and compare.

    Args:
        cases: what is judged.
        given: judges a case in its order, such as ``judge.judge``.
        swapped: judges the same case in the other order, such as ``lambda case: judge.judge(case.swapped())``, or the ``judge``
            of a `RubricJudge` with ``reverse_criteria``.
        score: the number that is compared; it must mean the same in both orders. For a preference between A and B: 1 for A, -1
            for B, 0 for neither. None for a value that cannot be compared.
    """

    async def both(case: CaseT) -> list[float | None]:
        judgements = await given(case), await swapped(case)
        return [None if each.value is None else score(each.value) for each in judgements]

    pairs = await all_of(both(case) for case in cases)
    return compare_orders([first for first, _ in pairs], [second for _, second in pairs])


def compare_orders(given: Sequence[float | None], swapped: Sequence[float | None]) -> OrderSwap:
    """Compare the scores of the same cases in two orders; None for a case that could not be read.

    Five higher, one lower, two equal: the two-sided sign test over six changes gives 2 (1 + 6) / 64.

    >>> compare_orders([1, 1, 1, 1, 1, 0, 1, 0], [0, 0, 0, 0, 0, 1, 1, 0]).p_value
    0.21875
    """
    from scipy.stats import binomtest  # here, so that a judge without this check does not load scipy.stats

    shifts = [first - second for first, second in zip(given, swapped, strict=True) if first is not None and second is not None]
    higher, lower = sum(shift > 0 for shift in shifts), sum(shift < 0 for shift in shifts)
    return OrderSwap(
        num_cases=len(given),
        num_unread=len(given) - len(shifts),
        num_equal=len(shifts) - higher - lower,
        num_higher_first=higher,
        num_lower_first=lower,
        mean_shift=sum(shifts) / len(shifts) if shifts else None,
        p_value=float(binomtest(higher, higher + lower).pvalue) if higher + lower else 1.0,
    )
