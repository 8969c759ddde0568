"""Pairs that people judge: drawn evenly and blindly, read back, ranked; and what the place does to a model's choice."""

import csv
from collections import Counter
from io import StringIO

import pytest

from gnomon.benchmark import ResultsError, Row
from gnomon.benchmark.arena import Marked, draw_pairs, keep_key, read_key, read_sheet, sheet_of, take_in
from gnomon.benchmark.arena.pairing import Pair, comparisons_of, pair_order, pairs_of
from gnomon.benchmark.arena.people import read_judgements
from gnomon.benchmark.arena.tables import Judged, tables_of
from gnomon.benchmark.benchmark import Grade
from tests.arena import arena_rows
from tests.every import every

TUTORS = ("kind-tutor", "silent-tutor", "third-tutor")


def test_pairs_are_drawn_evenly_over_tutors_and_sides_by_seed():
    rows = arena_rows(TUTORS, num_problems=4)
    drawn = draw_pairs(rows, 9, 0)
    assert drawn == draw_pairs(rows, 9, 0)
    assert drawn.key != draw_pairs(rows, 9, 1).key
    met = Counter(frozenset(name.rpartition("|")[2] for name in pair) for pair in drawn.key.pairs.values())
    assert sorted(met.values()) == [3, 3, 3]
    assert len(drawn.key.pairs) == 9


def test_dialogues_of_the_same_words_are_no_pair():
    one = arena_rows(TUTORS[:1], num_problems=1)[0]
    same = one.model_copy(update={"id": one.id.replace("kind", "other"), "groups": {**one.groups, "tutor": "other-tutor"}})
    with pytest.raises(ResultsError, match="nothing to compare"):
        draw_pairs([one, same], 5, 0)


def test_a_sheet_names_no_tutor_and_comes_back(tmp_path):
    rows = arena_rows(TUTORS)
    drawn = draw_pairs(rows, 6, 0)
    sheet = sheet_of(drawn.shown)
    assert not any(tutor in sheet for tutor in TUTORS)
    filled = list(csv.DictReader(StringIO(sheet)))
    for row, choice in zip(filled, ("1", "second", "0", "", "2", "TIE"), strict=True):
        row["better"] = choice
    path = tmp_path / "ada.csv"
    with path.open("w", newline="", encoding="utf-8") as file:
        table = csv.DictWriter(file, list(filled[0]))
        table.writeheader()
        table.writerows(filled)
    marked = read_sheet(path)
    assert [(each.by, each.better) for each in marked] == [("ada", 1), ("ada", 2), ("ada", 0), ("ada", 2), ("ada", 0)]
    keep_key(tmp_path, drawn.key)
    assert take_in(tmp_path, read_key(tmp_path), rows, marked) == 5
    assert take_in(tmp_path, read_key(tmp_path), rows, marked) == 0
    first = drawn.key.pairs[marked[0].pair][0]
    assert read_judgements(tmp_path)[0].preferred == first.rpartition("|")[2]
    with pytest.raises(ResultsError, match="pairs were drawn --count 6 --seed 0 before"):
        keep_key(tmp_path, draw_pairs(rows, 5, 0).key)
    with pytest.raises(ResultsError, match="there is no pair 'x'"):
        take_in(tmp_path, drawn.key, rows, [Marked(pair="x", by="ada", better=1)])


@every(
    [
        ("pair,better\nabc,3\n", "line 2: expected 1, 2 or 0"),
        ("pair,better\nabc,\n", "nothing is judged yet"),
        ("name,age\nabc,3\n", "expected a sheet with the columns pair and better"),
    ]
)
def test_a_sheet_that_cannot_be_used_is_told(text, message, tmp_path):
    path = tmp_path / "sheet.csv"
    path.write_text(text, "utf-8")
    with pytest.raises(ResultsError, match=message):
        read_sheet(path)


def judged(pair, better, **more):
    groups = {"first": pair.first.groups["tutor"], "second": pair.second.groups["tutor"], **more}
    return Row(id=pair.id, cluster=pair.first.cluster, groups=groups, grade=Grade(marks={"better": better}))


def test_a_model_and_people_are_ranked_apart_and_their_agreement_is_told(tmp_path):
    rows = arena_rows(TUTORS[:2], num_problems=4)
    drawn = draw_pairs(rows, 4, 0)
    better = {name: 1 if "kind" in first else 2 for name, (first, _) in drawn.key.pairs.items()}  # kind-tutor always
    marked = [Marked(pair=name, by="Ada", better=choice) for name, choice in better.items()]
    marked += [Marked(pair=name, by="Ben", better=0 if place == 0 else better[name]) for place, name in enumerate(better)]
    keep_key(tmp_path, drawn.key)
    take_in(tmp_path, drawn.key, rows, marked)
    model = [judged(pair, 2 if "kind" in pair.first.id else 1) for pair in pairs_of(rows)]  # silent-tutor always
    tables = {table.id: table for table in tables_of({}, Judged(model, read_judgements(tmp_path)))}
    assert [row.name for row in tables["arena.ranking"].rows] == ["silent-tutor", "kind-tutor"]
    assert [row.name for row in tables["arena.ranking_people"].rows] == ["kind-tutor", "silent-tutor"]
    alike = {row.name: row.cells[0].value for row in tables["arena.pair_agreement"].rows}
    assert alike == {"Ada and Ben": 0.75, "Ada and the model": 0.0, "Ben and the model": 0.0}


def test_the_place_of_a_dialogue_is_told_and_swapped_answers_are_in_no_ranking():
    first, second, third = arena_rows(TUTORS, num_problems=1)
    answers = [
        judged(Pair(first, second), 1), judged(Pair(second, first), 1, order="swapped"),  # the first shown, twice
        judged(Pair(second, third), 2), judged(Pair(third, second), 1, order="swapped"),  # the same tutor
        judged(Pair(third, first), 0),
    ]  # fmt: skip
    found = pair_order(answers)
    assert (found.order.num_cases, found.order.num_equal, found.first_share) == (2, 1, 0.75)
    assert "the same in 1 of 2 pairs" in found.told()
    assert len(comparisons_of(answers)) == 3
    assert pair_order(answers[-1:]) is None


def test_of_two_tutors_both_orders_are_asked_anyway():
    first, second = arena_rows(TUTORS[:2], num_problems=1)
    found = pair_order([judged(Pair(first, second), 1), judged(Pair(second, first), 2)])
    assert (found.order.num_cases, found.order.num_equal) == (1, 1)
