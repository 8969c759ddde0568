"""Pairs of an arena's dialogues are judged in the review room without anybody's name, and come back into the ranking."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from gnomon.benchmark import Row
from gnomon.benchmark.arena import DrawnPairs, draw_pairs, keep_key, take_in
from gnomon.benchmark.arena.people import read_judgements
from gnomon.studio.review.pair_exchange import chosen_pairs, put_pairs
from tests.arena import arena_rows
from tests.studio.serving import Running

TUTORS = ("kind-tutor", "silent-tutor", "third-tutor")


class Waiting:
    """Pairs that wait in a studio."""

    def __init__(self, studio: Running, rows: list[Row], drawn: DrawnPairs) -> None:
        self.studio, self.rows, self.drawn = studio, rows, drawn
        assert self.put() == len(drawn.shown)
        stages = studio.do(studio.store.pipelines.stages())
        self.stage = next(each for each in stages if each.seed == drawn.key.seed and each.name == "pairs")
        items = studio.do(studio.store.pipelines.items(self.stage.id))
        self.pages = [f"/review/pairs/{self.stage.id}/items/{each.id}" for each in items]

    def put(self) -> int:
        return self.studio.do(put_pairs(self.studio.store, self.drawn.key, self.drawn.shown, 2))

    def chosen(self) -> list:
        return self.studio.do(chosen_pairs(self.studio.store, self.drawn.key))


@pytest.fixture
def waiting(studio: Running) -> Callable[[int], Waiting]:
    rows = arena_rows(TUTORS, num_problems=1)
    return lambda seed: Waiting(studio, rows, draw_pairs(rows, 3, seed))


def test_a_pair_is_shown_side_by_side_and_nothing_in_the_source_names_a_tutor(waiting: Callable[[int], Waiting]) -> None:
    there = waiting(901)
    ada = there.studio.person("reviewer", "Ada")
    assert "Judge the next of 3" in ada.get("/review/pairs").text
    page = ada.get(there.pages[0]).text
    first = there.drawn.shown[0]
    assert first.first[0][1] in page
    assert first.second[0][1] in page
    assert "data:image/png" in page
    assert not re.search("|".join((*TUTORS, "symbolic", r"\|\d\|")), page)
    assert there.stage.id not in ada.get("/review/pipelines").text
    assert ada.get(f"/review/pipelines/{there.stage.id}").status_code == 404


def test_two_people_choose_without_each_other_and_the_arena_takes_it_in(
    waiting: Callable[[int], Waiting], tmp_path: Path
) -> None:
    there = waiting(902)
    ada, ben, eve = (there.studio.person("reviewer", name) for name in ("Ada", "Ben", "Eve"))
    assert ada.post(there.pages[0], {"better": "1", "comment": "listens"}).headers["location"] == there.pages[1]
    assert "listens" not in ben.get(there.pages[0]).text
    assert ben.post(there.pages[0], {"better": "2"}).status_code == 303
    assert ben.post(there.pages[0], {"better": "0"}).status_code == 303  # a change of mind
    assert eve.post(there.pages[0], {"better": "1"}).status_code == 409  # two have judged
    assert ada.post(there.pages[1], {"better": "3"}).status_code == 422
    assert ada.post(f"{there.pages[1]}x", {"better": "1"}).status_code == 404
    chosen = there.chosen()
    assert sorted((each.by.split(" (")[0], each.better, each.note) for each in chosen) == [("Ada", 1, "listens"), ("Ben", 0, "")]
    keep_key(tmp_path, there.drawn.key)
    assert take_in(tmp_path, there.drawn.key, there.rows, chosen) == 2
    assert {each.preferred for each in read_judgements(tmp_path)} == {"", read_judgements(tmp_path)[0].first}
    assert there.put() == 0  # what was chosen stays
    assert len(there.chosen()) == 2
