"""What a run would ask and cost, before it is paid for: a few rows are tried with a stand-in that answers nothing useful.

The tokens of an answer are taken at their limit, so that the estimate is on the high side; a benchmark whose next request
depends on an answer may ask for more or less.
"""

from __future__ import annotations

import asyncio
import math
from collections.abc import Mapping, Sequence
from typing import TypedDict

from gnomon.benchmark.benchmark import Benchmark, Item
from gnomon.benchmark.catalogue import build
from gnomon.benchmark.results import RunConfig
from gnomon.benchmark.running import items_of
from gnomon.models import CallSettings, FakeModel, Ledger, Price, Request, model_name

_TRIED = 20  # rows: enough to even out short and long ones, and still an answer at once
# A later request quotes the answer to an earlier one, so its length counts
_WORDS = "A reply of about the length that tutors write, which is two or three sentences of plain words and some numbers. " * 2


class RoleEstimate(TypedDict):
    """Of one role."""

    requests: int
    prompt_tokens: int
    completion_tokens: int
    cost: float | None
    """None where no price is given."""


def estimate_run(config: RunConfig, prices: Mapping[str, Price] | None = None) -> dict[str, RoleEstimate]:
    """Estimate a run from up to 20 of its rows, taken evenly.

    Raises:
        ResultsError: when the configuration does not fit.
        DatasetError: when the data cannot be read.
    """
    benchmark = build(config)
    items = items_of(config, benchmark)
    tried = items[:: max(1, math.ceil(len(items) / _TRIED))]
    requests = asyncio.run(_try(benchmark, tried))
    scale = len(items) / max(len(tried), 1)
    found = {}
    for role, asked in requests.items():
        asking = config.asking.get(role, CallSettings())
        model = model_name(config.models.get(role) or "")
        found[role] = _scaled([asking.over(each) for each in asked], model, prices or {}, scale)
    return found


async def _try(benchmark: Benchmark, items: Sequence[Item]) -> dict[str, list[Request]]:
    stand_ins = {role: FakeModel(_WORDS) for role in benchmark.roles}
    for item in items:
        answer = await benchmark.answer(item, stand_ins)
        await benchmark.grade(item, answer, stand_ins)
    return {role: stand_in.requests for role, stand_in in stand_ins.items()}


def _scaled(requests: Sequence[Request], model: str, prices: Mapping[str, Price], scale: float) -> RoleEstimate:
    found = Ledger(prices).estimate(model, requests)
    return RoleEstimate(
        requests=round(found.requests * scale),
        prompt_tokens=round(found.prompt_tokens * scale),
        completion_tokens=round(found.completion_tokens * scale),
        cost=None if found.cost is None else found.cost * scale,
    )
