"""Items of a pipeline are decided in the review queue, and come back as a filled sheet does."""

import csv
import io
import json
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from gnomon.corpus.pipeline import Pipeline, PipelineError, status_of
from gnomon.models import Image
from gnomon.studio.review.pipelines import exchange
from tests.studio.pipelines import PICTURE, made_pipeline
from tests.studio.serving import Person, Running

Make = Callable[..., Pipeline]


@pytest.fixture
def pipeline(tmp_path: Path) -> Make:
    """Return a function that makes a pipeline at whose second stage people decide, and runs it up to there."""
    return partial(made_pipeline, tmp_path)


class Queue:
    """What waits of a pipeline in the studio."""

    def __init__(self, studio: Running, made: Pipeline) -> None:
        self.studio, self.pipeline = studio, made
        self.bring()
        (self.stage, *_) = studio.do(studio.store.pipelines.stages())
        self.path = f"/review/pipelines/{self.stage.id}"
        self.items = [f"{self.path}/items/{each.id}" for each in studio.do(studio.store.pipelines.items(self.stage.id))]

    def bring(self) -> Any:
        return self.studio.do(exchange(self.pipeline, self.studio.store))

    def reviewer(self, name: str) -> Person:
        return self.studio.person("reviewer", name)


@pytest.fixture
def queue(studio: Running, pipeline: Make) -> Callable[..., Queue]:
    return lambda **options: Queue(studio, pipeline(**options))


def test_an_item_is_shown_with_its_picture_texts_and_choices(queue: Callable[..., Queue]) -> None:
    there = queue()
    ada = there.reviewer("Ada")
    assert "Is this a good question?" in ada.get("/review/pipelines").text
    assert "Decide the next of 2" in ada.get(there.path).text
    page = ada.get(there.items[0]).text
    for text in (
        Image.read(there.pipeline.folder.parent / PICTURE).data_uri(),
        "lesson/1",
        "How large?",
        "Insight",
        "a book",
        "too easy",
    ):
        assert text in page


def test_decisions_come_back_exactly_as_a_filled_sheet(queue: Callable[..., Queue], pipeline: Make) -> None:
    there = queue()
    ada = there.reviewer("Ada")
    unchanged = {"edit:rubric.0.criterion": "Line one.\r\nLine two."}
    mended = {"verdict": "keep", "comment": "=better", "edit:text": "How large is x?", **unchanged}
    assert ada.post(there.items[0], mended).headers["location"] == there.items[1]
    assert ada.post(there.items[1], {"verdict": "drop", "reason": "easy"}).headers["location"] == there.path
    assert there.bring()[:2] == (2, None)
    at = [each.decided.isoformat() for each in there.studio.do(there.studio.store.pipelines.decisions(there.stage.id))]
    other = pipeline(name="by-sheet")
    rows = list(csv.DictReader(io.StringIO((other.folder / "waiting" / "look.csv").read_text("utf-8-sig"))))
    rows[0] |= {"verdict": "keep", "comment": "'=better", "by": "Ada", "at": at[0], "edit: text": "How large is x?"}
    rows[1] |= {"verdict": "drop", "reason": "easy", "by": "Ada", "at": at[1]}
    with (other.folder / "filled.csv").open("w", newline="") as file:
        writer = csv.DictWriter(file, list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)
    assert there.pipeline.run() is None
    assert other.run([other.folder / "filled.csv"]) is None
    written = [(each.folder / "02-look" / "rows.jsonl").read_text() for each in (there.pipeline, other)]
    assert written[0] == written[1]
    assert '"changed":["text"]' in written[0].replace(" ", "")


def test_two_see_nothing_of_each_other_and_a_third_settles_what_differs(queue: Callable[..., Queue]) -> None:
    there = queue(texts=("How large?",), blind_share=1.0)
    (item,) = there.items
    ada, bob, cleo = (there.reviewer(name) for name in ("Ada", "Bob", "Cleo"))
    ada.post(item, {"verdict": "drop", "reason": "easy", "comment": "a secret"})
    assert "a secret" not in bob.get(item).text
    assert bob.post(item, {"verdict": "keep", "settles": "true"}).status_code == 409  # nothing differs yet
    assert bob.post(item, {"verdict": "keep", "edit:text": "How large is it?"}).status_code == 303
    assert "How large is it?" not in ada.get(item).text
    assert "a secret" not in bob.get(item).text
    for person in (ada, bob):
        assert person.post(item, {"verdict": "keep"}).status_code == 409
    shown = cleo.get(item).text
    assert "Ada: drop · easy · a secret" in shown
    assert "Bob: keep · text: How large is it?" in shown
    assert "0 of 1 decided alike" in cleo.get(there.path).text
    assert cleo.post(item, {"verdict": "keep"}).status_code == 409  # it would have to settle
    assert cleo.post(item, {"verdict": "keep", "settles": "true"}).status_code == 303
    assert there.bring().taken == 3
    assert there.pipeline.run() is None
    look = status_of(there.pipeline.folder).stages[1].counts
    agreed = look.agreement()
    assert agreed is not None
    assert (look.kept, agreed.people, agreed.same, agreed.kappa) == (1, ("Ada", "Bob"), 0, 0.0)


def test_a_mind_may_be_changed_until_somebody_else_has_spoken_or_it_is_read(queue: Callable[..., Queue]) -> None:
    there = queue(texts=("How large?",))
    (item,) = there.items
    ada, bob = there.reviewer("Ada"), there.reviewer("Bob")
    assert ada.post(item, {"verdict": "drop", "reason": "easy"}).status_code == 303
    assert bob.post(item, {"verdict": "keep"}).status_code == 409
    assert ada.post(item, {"verdict": "keep"}).status_code == 303
    assert there.bring().taken == 1
    assert ada.post(item, {"verdict": "drop", "reason": "easy"}).status_code == 409
    assert "You have decided this one." in ada.get(item).text


def test_a_drop_needs_one_of_the_reasons(queue: Callable[..., Queue]) -> None:
    there = queue()
    ada = there.reviewer("Ada")
    refused = ada.post(there.items[0], {"verdict": "drop"})
    assert refused.status_code == 422
    assert "expected a reason among easy" in refused.text


def test_what_was_decided_in_a_sheet_counts_in_the_studio_too(queue: Callable[..., Queue], tmp_path: Path) -> None:
    there = queue(texts=("How large?",), blind_share=1.0)
    said = {"stage": "look", "id": "lesson/1", "by": "Ada", "verdict": "keep"}
    (tmp_path / "ada.jsonl").write_text(json.dumps(said))
    there.pipeline.decide([tmp_path / "ada.jsonl"])
    there.bring()
    (item,) = there.items
    ada, bob = there.reviewer("Ada"), there.reviewer("Bob")
    assert "Decide again" in ada.get(item).text
    assert bob.post(item, {"verdict": "keep"}).status_code == 303
    assert there.bring()[:2] == (1, None)
    assert there.pipeline.run() is None


def test_decisions_that_do_not_fit_leave_the_studio_open(queue: Callable[..., Queue], tmp_path: Path) -> None:
    there = queue()
    wrong = tmp_path / "wrong.jsonl"
    wrong.write_text(json.dumps({"stage": "look", "id": "lesson/9", "by": "Ada", "verdict": "keep"}))
    with pytest.raises(PipelineError, match="no item"):
        there.studio.do(exchange(there.pipeline, there.studio.store, [wrong]))
    assert there.reviewer("Ada").post(there.items[0], {"verdict": "keep"}).status_code == 303
