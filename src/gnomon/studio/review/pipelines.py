"""Items of corpus pipelines in the review queue: from a pipeline's folder into the store, and what was decided back again.

What comes back is read like any sheet (`gnomon.corpus.pipeline.sheets`), from a file in the pipeline's own folder. While it is
read the stage takes no decision, so that none is made that is not read.
"""

from __future__ import annotations

import uuid
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from gnomon.corpus.pipeline import Context, Decision, Item, PersonParams, Pipeline, Question, Waiting, questions
from gnomon.corpus.pipeline.pictures import pictures_of
from gnomon.files import write_whole
from gnomon.store import PipelineDecision, PipelineItem, PipelineStage, Store

_FOLDER = "studio"
"""In a pipeline's folder: its id, and by stage what was read back."""


class Exchanged(NamedTuple):
    """What went to and fro."""

    taken: int
    """New decisions."""
    waiting: Waiting | None
    """The stage whose items are in the studio now; None where none waits."""
    new: int = 0
    """Items that were not there before."""
    changed: int = 0
    """Items that were there with other content; what was decided about them is gone."""


async def exchange(pipeline: Pipeline, store: Store, decisions: Sequence[Path] = ()) -> Exchanged:
    """Take in what was decided in the studio, and let it have what waits now.

    Args:
        pipeline: in its folder.
        store: of the studio.
        decisions: files of decisions that are taken in with them.

    Raises:
        PipelineError: when decisions do not fit; the studio goes on as before.
        RunError: when the rows of a stage cannot be read.
    """
    kept, stages = store.pipelines, await store.pipelines.stages_of(_id_of(pipeline.folder))
    open_ = [stage for stage in stages if stage.closed is None]
    for stage in open_:
        await kept.close(stage.id)
    try:
        said = [await _written(store, stage, pipeline.folder) for stage in stages]
        taken, waiting = pipeline.decide([*said, *decisions])
    except BaseException:
        for stage in open_:
            await kept.close(stage.id, reopens=True)
        raise
    if waiting is None or not waiting.questions:
        return Exchanged(taken, None)
    recipe, spec = pipeline.recipe, waiting.place.spec
    asked = PipelineStage(
        pipeline=_id_of(pipeline.folder), name=spec.name, title=recipe.title, params=dict(spec.params), seed=recipe.seed
    )
    context = Context(pipeline.folder, recipe.seed)
    put = await kept.put(asked, [_row(each, PersonParams.model_validate(spec.params), context) for each in waiting.questions])
    return Exchanged(taken, waiting, put.new, put.changed)


def questions_of(stage: PipelineStage, items: Sequence[PipelineItem], decisions: Sequence[PipelineDecision]) -> list[Question]:
    """Return items with what was said about them, in the pipeline's folder and in the studio."""
    by_item: defaultdict[str, list[Decision]] = defaultdict(list)
    names = {item.id: item.name for item in items}
    for each in decisions:
        if each.item_id in names:
            by_item[names[each.item_id]].append(_decision(stage, names[each.item_id], each))
    said = [decision for item in items for decision in (*map(Decision.model_validate, item.said), *by_item[item.name])]
    asked = [Item.model_validate(item.body) for item in items]
    return questions(asked, said, PersonParams.model_validate(stage.params), stage.seed)


def may_decide(question: Question, person: str) -> bool:
    """Whether somebody decides about an item: it waits for them, or they alone have spoken and change their mind."""
    return question.waits_for(person) or (question.settling is None and {each.by for each in question.said} == {person})


def _id_of(folder: Path) -> str:
    path = folder / _FOLDER / "id"
    if not path.exists():
        path.parent.mkdir(exist_ok=True)
        write_whole(path, f"{uuid.uuid4().hex}\n")
    return path.read_text("utf-8").strip()


def _row(question: Question, params: PersonParams, context: Context) -> PipelineItem:
    return PipelineItem(
        name=question.item.id,
        body=question.item.model_dump(mode="json"),
        pictures=list(pictures_of(question.item, context, params.pictures)),
        said=[each.model_dump(mode="json") for each in question.said],
    )


def _decision(stage: PipelineStage, item: str, kept: PipelineDecision) -> Decision:
    return Decision.model_validate({**kept.body, "stage": stage.name, "id": item, "by": kept.by, "at": kept.decided})


async def _written(store: Store, stage: PipelineStage, folder: Path) -> Path:
    """Write the decisions of a stage, oldest first, and return the file."""
    items = {item.id: item for item in await store.pipelines.items(stage.id)}
    said = [_decision(stage, items[each.item_id].name, each) for each in await store.pipelines.decisions(stage.id)]
    path = folder / _FOLDER / f"{stage.name}.jsonl"
    write_whole(path, "".join(f"{each.model_dump_json()}\n" for each in said))
    return path
