"""Marks of two people are read from the page's file or the sheet, and told as shares, ties and agreement."""

import json

import pytest

from gnomon.training import TrainingError
from gnomon.training.evaluation.preferences import Preferences, read_marks
from gnomon.training.evaluation.side_by_side import Key
from tests.every import every

NAMES = [f"d{number // 2}/{number}" for number in range(8)]
KEY = Key(
    page="p",
    tuned={name: "left" if place % 2 else "right" for place, name in enumerate(NAMES)},
    dialogues={name: name.partition("/")[0] for name in NAMES},
)


def chosen(*preferred):
    """Return the sides of those whose turn was preferred: t for tuned, b for base, = for a tie, a space for no mark."""
    other = {"left": "right", "right": "left"}
    sides = {"t": lambda place: place, "b": lambda place: other[place], "=": lambda _: "tie", " ": lambda _: ""}
    return {name: sides[who](KEY.tuned[name]) for name, who in zip(NAMES, *preferred, strict=True)}


def saved(tmp_path, reviewer, preferred, **changes):
    path = tmp_path / f"{reviewer}.json"
    marks = {name: {"choice": choice, "note": ""} for name, choice in chosen(preferred).items()}
    path.write_text(json.dumps({"page": "p", "reviewer": reviewer, "marks": marks} | changes))
    return read_marks(path, KEY)


def values(table):
    return {row.name: [cell.value for cell in row.cells] for row in table.rows}


def test_shares_ties_and_agreement_are_counted_by_whose_turn_it_was_and_not_by_its_side(tmp_path):
    found = Preferences(KEY, (saved(tmp_path, "Ann", "ttttbb=="), saved(tmp_path, "Ben", "tttbbb= ")))
    # Ann: 4 of 8 tuned, 2 base, 2 ties. Ben: 3 of 7, 3, 1. Left is chosen at odd places for tuned, at even ones for base.
    assert values(found.table()) == {
        "Ann": pytest.approx([4 / 8, 2 / 8, 2 / 8, 4 / 6, 3 / 6, 8]),
        "Ben": pytest.approx([3 / 7, 3 / 7, 1 / 7, 3 / 6, 2 / 6, 7]),
        "all marks": pytest.approx([7 / 15, 5 / 15, 3 / 15, 7 / 12, 5 / 12, 15]),
    }
    # Both marked seven, six of them alike. By chance: (4*3 + 2*3 + 1*1) / 49 = 19/49; kappa = (6/7 - 19/49) / (30/49) = 23/30.
    ((alike, kappa, _, samples),) = values(found.agreement()).values()
    assert (alike, kappa, samples) == (pytest.approx(6 / 7), pytest.approx(23 / 30), 7)
    assert found.differing() == [NAMES[3]]


def test_a_sheet_that_was_filled_in_counts_as_the_file_of_the_page(tmp_path):
    path = tmp_path / "Cem.csv"
    lines = [f"p,{name},{choice.upper()}," for name, choice in chosen("tttbbb= ").items()]
    path.write_text("\n".join(["page,id,choice,note", *lines]) + "\n", "utf-8-sig")
    found = read_marks(path, KEY)
    assert found.reviewer == "Cem"
    assert found.choices == saved(tmp_path, "Ben", "tttbbb= ").choices


def test_one_person_alone_has_shares_and_no_agreement(tmp_path):
    found = Preferences(KEY, (saved(tmp_path, "Ann", "tttttttt"),))
    assert list(values(found.table())) == ["Ann"]
    assert found.agreement() is None
    assert found.differing() == []


@every(
    [
        ({"page": "q"}, "of another page"),
        ({"marks": {"x": {"choice": "left"}}}, "no sample 'x'"),
        ({"marks": {NAMES[0]: {"choice": "both"}}}, "expected left, right, tie"),
        ({"marks": {}}, "nothing is marked yet"),
        ({"marks": 3}, "expected the file that the page saved"),
    ]
)
def test_marks_that_cannot_be_counted_are_refused_in_a_line(changes, message, tmp_path):
    with pytest.raises(TrainingError, match=message):
        saved(tmp_path, "Ann", "tttttttt", **changes)


def test_two_files_of_one_person_are_not_two_people(tmp_path):
    with pytest.raises(TrainingError, match="both files are by Ann"):
        Preferences(KEY, (saved(tmp_path, "Ann", "tttttttt"),) * 2)
