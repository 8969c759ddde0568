"""A pipeline small enough to count by hand: numbers, doubled, asked about, decided by people."""

from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from gnomon.corpus.pipeline import (
    BatchStage,
    CodeStage,
    Dropped,
    Item,
    ModelStage,
    Params,
    PersonStage,
    Pipeline,
    Provenance,
    SourceStage,
    Unread,
    Unreadable,
    checked_recipe,
)
from gnomon.judge import Material
from gnomon.models import FakeServer


class Numbers(Params):
    file: Path


class Least(Params):
    at_least: int = 0


def load(params: Numbers) -> Iterator[Item | Unread]:
    for number, line in enumerate(params.file.read_text().split(), 1):
        if line.lstrip("-").isdigit():
            yield Item(id=f"n{number}", data={"value": int(line), "text": "a word"}, provenance=Provenance(source="numbers"))
        else:
            yield Unread(f"n{number}", "no_number", f"got {line!r}")


def large(item: Item, params: Least, _at: object) -> Item | Dropped:
    return item if item.data["value"] >= params.at_least else Dropped("too_small")


def fragile(item: Item, params: Numbers, _at: object) -> Item:
    assert params.file.exists() or item.data["value"] != 8, "the file is gone"
    return item


def halves(item: Item, _params: Params, _at: object) -> list[Item]:
    return [item.part(side, side=side) for side in ("left", "right")]


def unique(items: Iterable[Item], _params: Params, _at: object) -> Iterator[Item | Dropped]:
    seen: set[int] = set()
    for item in items:
        yield Dropped("seen") if item.data["value"] in seen else item
        seen.add(item.data["value"])


def said(item: Item, replies: list, _params: Params) -> Item | Dropped | Unreadable:
    words = [reply.text for reply in replies]
    if "?" in words:
        return Unreadable("a question mark")
    return Dropped("refused") if "no" in words else item.changed(said=words)


STAGES = {
    "numbers": SourceStage("numbers of a file", Numbers, load, lambda params: [params.file]),
    "large": CodeStage("only large ones", Least, large),
    "fragile": CodeStage("breaks at 8 while a file is missing", Numbers, fragile),
    "halves": CodeStage("two of each", Params, halves),
    "unique": BatchStage("each once", Params, unique),
    "say": ModelStage(
        "a model says something",
        Params,
        "judge/keypoint_parsing",
        lambda item, _params, _at: Material("", {"answer": str(item.data["value"])}),
        said,
    ),
    "person": PersonStage(),
}
PERSON = {"ask": "Is it a number?", "show": ["value"], "edit": ["text"], "reasons": {"odd": "It is odd."}, "blind_share": 0.5}


@pytest.fixture
def server() -> Iterator[FakeServer]:
    """Return a model that refuses 7."""
    with FakeServer(lambda chat, _: "no" if "\n7\n" in chat.prompt else "yes") as running:
        yield running


@pytest.fixture
def registry() -> dict:
    return STAGES


@pytest.fixture
def numbers(tmp_path) -> Path:
    path = tmp_path / "numbers.txt"
    path.write_text("3 5 x 5 7 8 9")
    return path


@pytest.fixture
def recipe(numbers, server) -> dict:
    """Return a recipe with every kind of stage, as a file would hold it."""
    return {
        "name": "counting",
        "title": "Numbers",
        "models": {"speaker": f"fake-model@{server.url}"},
        "stages": [
            {"name": "load", "stage": "numbers", "params": {"file": str(numbers)}},
            {"name": "large", "stage": "large", "params": {"at_least": 4}},
            {"name": "unique", "stage": "unique"},
            {"name": "say", "stage": "say", "models": ["speaker"]},
            {"name": "look", "stage": "person", "params": PERSON},
            {"name": "halves", "stage": "halves"},
        ],
    }


@pytest.fixture
def pipeline(recipe, tmp_path):
    """Return a function that makes the pipeline, with parts of the recipe replaced."""

    def make(folder: str = "out", **changes: object) -> Pipeline:
        checked = checked_recipe({**recipe, **changes}, "recipe.yaml", STAGES)
        return Pipeline(checked, STAGES, tmp_path / folder)

    return make
