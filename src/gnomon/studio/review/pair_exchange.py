"""Pairs of an arena's dialogues to the review queue, and what people chose back again (`gnomon.benchmark.arena.people`)."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any

from gnomon.benchmark.arena import Marked, PairKey, ShownPair
from gnomon.drawing import draw, to_png
from gnomon.models import Image
from gnomon.problem import ProblemError, load_problem
from gnomon.store import PipelineDecision, PipelineItem, PipelineStage, Store
from gnomon.studio.review.pairs import PairBody, PairParams

_STAGE = "pairs"
_TITLE = "Pairs of an arena"
_FIGURE_WIDTH = 360
"""Pixels of the figure beside the question."""


async def put_pairs(store: Store, key: PairKey, pairs: Sequence[ShownPair], people: int) -> int:
    """Let pairs wait for people, and return how many are new; those that wait already keep what was chosen.

    Args:
        store: of the studio.
        key: of the pairs: the same key is the same stage.
        pairs: in the order in which they are asked.
        people: how many judge each.
    """
    params = PairParams(people=people).model_dump(mode="json")
    stage = PipelineStage(pipeline=_id_of(key), name=_STAGE, title=_TITLE, params=params, seed=key.seed)
    return (await store.pipelines.put(stage, [_row(pair) for pair in pairs])).new


async def chosen_pairs(store: Store, key: PairKey) -> list[Marked]:
    """Return what people chose of the pairs of a key so far, oldest first; none where they never waited in this studio."""
    found: list[Marked] = []
    for stage in await store.pipelines.stages_of(_id_of(key)):
        names = {item.id: item.name for item in await store.pipelines.items(stage.id)}
        found += [_marked(names[each.item_id], each) for each in await store.pipelines.decisions(stage.id)]
    return found


def _id_of(key: PairKey) -> str:
    return hashlib.sha256(key.model_dump_json().encode()).hexdigest()[:32]


def _row(pair: ShownPair) -> PipelineItem:
    body = PairBody(problem=pair.problem, work=pair.work, first=pair.first, second=pair.second)
    return PipelineItem(name=pair.id, body=body.model_dump(mode="json"), pictures=_pictures(pair.problem_id), said=[])


def _pictures(problem: str) -> list[str]:
    try:
        figure = load_problem(problem).question.figure
    except ProblemError:  # of an arena's own file, known by its ids alone
        return []
    if figure is None:
        return []
    picture = to_png(draw(figure, width_px=_FIGURE_WIDTH))
    return [Image(media_type="image/png", data=picture).data_uri()]


def _marked(pair: str, kept: PipelineDecision) -> Marked:
    body: dict[str, Any] = kept.body
    return Marked(pair=pair, by=kept.by, better=body["better"], note=body.get("comment", ""), at=kept.decided.isoformat())
