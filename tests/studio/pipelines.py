"""A small pipeline at whose second stage people decide, for tests of the review queue."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

from gnomon.corpus.pipeline import Item, Params, PersonStage, Pipeline, Provenance, SourceStage, checked_recipe
from gnomon.drawing import draw, to_png
from gnomon.figure import Highlights
from gnomon.problem import bank

PICTURE = "picture.png"
ASKED = {
    "ask": "Is this a good question?",
    "show": ["source"],
    "pictures": ["picture"],
    "edit": ["text", "rubric"],
    "reasons": {"easy": "It is too easy."},
}


class Own(Params):
    file: Path


def load(params: Own) -> Iterator[Item]:
    for number, text in enumerate(json.loads(params.file.read_text()), 1):
        rubric = [{"id": "Insight", "criterion": "Line one.\nLine two."}]
        data = {"text": text, "rubric": rubric, "source": "a book", "picture": str(params.file.parent / PICTURE)}
        yield Item(id=f"lesson/{number}", data=data, provenance=Provenance(source="made up"))


STAGES = {"own": SourceStage("own", Own, load, lambda params: [params.file]), "person": PersonStage()}


def made_pipeline(
    folder: Path, texts: tuple[str, ...] = ("How large?", "Why?"), blind_share: float = 0.0, name: str = "out"
) -> Pipeline:
    """Make a pipeline in a folder of the folder, and run it up to where people decide."""
    figure = bank()["triangle-sum-klm"].question.figure
    assert figure is not None
    (folder / PICTURE).write_bytes(to_png(draw(figure, Highlights(angles=("KML",)))))
    (folder / "own.json").write_text(json.dumps(texts))
    stages = [
        {"name": "load", "stage": "own", "params": {"file": str(folder / "own.json")}},
        {"name": "look", "stage": "person", "params": {**ASKED, "blind_share": blind_share}},
    ]
    recipe = checked_recipe({"name": "own", "title": "Own questions", "stages": stages}, "own.yaml", STAGES)
    made = Pipeline(recipe, STAGES, folder / name)
    made.run()
    return made
