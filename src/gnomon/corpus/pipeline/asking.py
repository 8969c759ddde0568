"""Asking the models of a stage: a prompt filled with fenced material, samples of each model, once more where need be."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gnomon.corpus.pipeline.item import Item
from gnomon.corpus.pipeline.recipe import Asking
from gnomon.corpus.pipeline.stage import Context, Dropped, ModelStage, Params, Reply, Result, Unreadable
from gnomon.judge import Material, prepared
from gnomon.models import Model
from gnomon.prompts import Prompt


class ModelAsker:
    """A stage's models, ready to be asked.

    Args:
        stage: the stage.
        params: of the stage.
        asking: how they are asked.
        prompt: ours, or the recipe's own.
        models: by role.
    """

    def __init__(
        self, stage: ModelStage[Any], params: Params, asking: Asking, prompt: Prompt, models: Mapping[str, Model]
    ) -> None:
        self._stage = stage
        self._params = params
        self._asking = asking
        self._prompt = prompt
        self._models = models

    async def result(self, item: Item, context: Context) -> tuple[Result, bool]:
        """Return what becomes of an item, and whether a model was asked.

        Raises:
            ModelError: when no answer could be had.
        """
        material = self._stage.ask(item, self._params, context)
        if not isinstance(material, Material):
            return material, False
        unreadable = Unreadable("")
        for attempt in range(self._asking.tries):
            replies = await self._replies(material, context.seed + attempt)
            result = self._stage.read(item, replies, self._params)
            if not isinstance(result, Unreadable):
                return result, True
            unreadable = result
        return Dropped(unreadable.reason, unreadable.detail), True

    async def _replies(self, material: Material, seed: int) -> list[Reply]:
        """Ask each model; another seed is another question, for a cache too."""
        settings = self._asking.model_copy(update={"seed": (self._asking.seed or 0) + seed})
        asked = prepared(self._prompt, material, settings, num_samples=self._asking.num_samples, schema=self._stage.schema)
        replies = []
        for model in self._models.values():
            response = await model.respond(asked.request)
            replies += [Reply(model.name, sample.text) for sample in response.samples]
        return replies
