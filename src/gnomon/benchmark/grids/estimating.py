"""What a grid would ask and cost at most: its runs added up by role and model; those that are finished count apart."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from gnomon.benchmark.benchmark import is_model
from gnomon.benchmark.estimating import estimate_run
from gnomon.benchmark.grids.grid import Grid
from gnomon.benchmark.grids.plan import Chosen, PlannedRun, plan
from gnomon.benchmark.results import RunConfig
from gnomon.inquiry import InquiryConfig
from gnomon.inquiry.estimating import inquiry_requests
from gnomon.models import Ledger, Price, model_name
from gnomon.runs import SUMMARY


class Asked(NamedTuple):
    """What one role asks one model."""

    requests: int
    prompt_tokens: int
    completion_tokens: int
    cost: float | None
    """None where no price is given."""


class GridEstimate(NamedTuple):
    """What a grid would ask."""

    runs: int
    """That can be made."""
    finished: int
    """Of those, already in the folder: not asked again, and not in the figures."""
    missing: Mapping[str, str]
    """Why runs cannot be made, by their names."""
    asked: Mapping[tuple[str, str], Asked]
    """By role and model."""

    @property
    def cost(self) -> float | None:
        """In all; None where a price is missing."""
        costs = [each.cost for each in self.asked.values()]
        return None if None in costs else sum(cost for cost in costs if cost is not None)


def estimate_grid(grid: Grid, chosen: Chosen, out: Path, prices: Mapping[str, Price] | None = None) -> GridEstimate:
    """Estimate what the runs of a grid that are not finished would ask, on the high side. Nothing is asked or written.

    What judges of an inquiry's questions would be asked is not in it.

    Raises:
        ResultsError: as `gnomon.benchmark.grids.plan`, and when a configuration does not fit.
        DatasetError: when the data cannot be read.
    """
    runs = plan(grid, chosen, out)
    can_be_made = [each for each in runs if each.config is not None]
    left = [each for each in can_be_made if not (each.folder / SUMMARY).exists()]
    asked: dict[tuple[str, str], Asked] = {}
    for each in left:
        for key, more in _asked_by(each, runs, prices or {}):
            asked[key] = _sum(asked[key], more) if key in asked else more
    missing = {each.name: each.missing for each in runs if each.config is None}
    return GridEstimate(len(can_be_made), len(can_be_made) - len(left), missing, asked)


def _asked_by(
    each: PlannedRun, runs: tuple[PlannedRun, ...], prices: Mapping[str, Price]
) -> Iterator[tuple[tuple[str, str], Asked]]:
    config = each.config
    if isinstance(config, InquiryConfig):
        yield from _asked_by_inquiry(config, prices)
        return
    assert config is not None
    models = config.models
    if config.tutor and config.tutor.startswith("replies:"):  # replies of a run that may not be there yet: only the judge asks
        first = next(other.config for other in runs if str(other.folder.resolve()) == config.tutor.removeprefix("replies:"))
        assert isinstance(first, RunConfig)
        config = config.model_copy(update={"tutor": first.tutor})
        models = {**models, "tutor": None}
    for role, found in estimate_run(config, prices).items():
        spec = models.get(role)
        if spec is not None and is_model(spec):
            yield (role, model_name(spec)), Asked(**found)


def _asked_by_inquiry(config: InquiryConfig, prices: Mapping[str, Price]) -> Iterator[tuple[tuple[str, str], Asked]]:
    requests, scale = inquiry_requests(config.model_copy(update={"selection": None, "part": None}))
    for (role, model), asked in requests.items():
        found = Ledger(prices).estimate(model, asked)
        prompt, completion = round(scale * found.prompt_tokens), round(scale * found.completion_tokens)
        cost = None if found.cost is None else scale * found.cost
        yield (role, model), Asked(round(scale * found.requests), prompt, completion, cost)


def _sum(one: Asked, other: Asked) -> Asked:
    cost = None if one.cost is None or other.cost is None else one.cost + other.cost
    prompt = one.prompt_tokens + other.prompt_tokens
    return Asked(one.requests + other.requests, prompt, one.completion_tokens + other.completion_tokens, cost)
