"""What a finished pipeline leaves: its items with their provenance, and the file of a writer such as a benchmark's."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

from gnomon.corpus.pipeline.counting import status_of
from gnomon.corpus.pipeline.errors import PipelineError
from gnomon.corpus.pipeline.item import Item
from gnomon.files import replacing

ITEMS = "items.jsonl"
"""In the folder of a pipeline: the items, a line each."""
Writer = Callable[[Iterable[Item], Path], Path]
"""Writes items into a pipeline's folder, and returns the file or folder."""


def write_output(folder: Path, writers: Mapping[str, Writer]) -> Path:
    """Write the items of a finished pipeline, and its output where the recipe names a form; return where that is.

    Args:
        folder: of the pipeline.
        writers: by the names that recipes use.

    Raises:
        PipelineError: when the pipeline is not finished.
    """
    status = status_of(folder)
    if not status.is_finished:
        raise PipelineError(f"{folder}: the pipeline is not finished; go on with the command that began it")
    last = status.stages[-1].place
    with replacing(folder / ITEMS) as draft, draft.open("w", encoding="utf-8") as file:
        file.writelines(f"{item.model_dump_json()}\n" for item in last.items())
    return folder / ITEMS if status.recipe.output is None else writers[status.recipe.output](last.items(), folder)
