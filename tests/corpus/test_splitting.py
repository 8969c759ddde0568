"""No problem, and no figure under other names, is in two parts."""

import json
import random
from collections import Counter

import pytest

from gnomon.corpus import problem_groups, split_entries, split_files
from gnomon.corpus.duplicates import figure_key
from gnomon.datasets import load_geodial
from gnomon.figure import Circle, Figure, Label, Marks
from gnomon.problem import bank
from tests.corpus.conftest import TRIANGLE, row
from tests.every import every

FIGURE = Figure(
    points={"A": (0, 0), "B": (4, 0), "C": (0, 3), "D": (2, 0)},
    lines=(("A", "D", "B"), ("B", "C"), ("C", "A")),
    circles=(Circle(centre="D", points=("A", "B")),),
    labels=(Label(text="35°", element="angle:ABC"),),
    marks=Marks(equal_lines=(("AD", "DB"),), right_angles=("BAC",)),
)


def renamed(figure: Figure, seed: int) -> Figure:
    """Return the figure with other names, its points, lines and circles in another order, mirrored and moved."""
    chance = random.Random(seed)
    old = sorted(figure.points)
    new = dict(zip(old, chance.sample("ABCDEFGHIJKLMNOPQRSTUVWXYZ", len(old)), strict=True))
    name = lambda text: "".join(new.get(letter, letter) for letter in text)  # noqa: E731
    element = lambda text: text and f"{text.split(':')[0]}:{name(text.split(':')[1])}"  # noqa: E731
    groups = lambda found: tuple(tuple(map(name, group)) for group in found)  # noqa: E731
    lines = [tuple(new[point] for point in line)[:: chance.choice((1, -1))] for line in figure.lines]
    return Figure(
        points={new[point]: (7 - x, y + 2) for point, (x, y) in sorted(figure.points.items(), key=lambda _: chance.random())},
        lines=tuple(sorted(lines)),
        circles=tuple(
            Circle(centre=new[c.centre], points=tuple(map(name, c.points)), radius=c.radius) for c in figure.circles[::-1]
        ),
        labels=tuple(Label(text=each.text, element=element(each.element)) for each in figure.labels[::-1]),
        marks=Marks(
            right_angles=tuple(map(name, figure.marks.right_angles)),
            equal_lines=groups(figure.marks.equal_lines),
            equal_angles=groups(figure.marks.equal_angles),
            parallel_lines=groups(figure.marks.parallel_lines),
        ),
    )


@pytest.mark.slow
def test_every_figure_of_the_bank_with_one_letter_names_is_known_under_other_names():
    figures = [problem.question.figure for problem in bank().values() if problem.question.figure]
    plain = [figure for figure in figures if all(len(name) == 1 for name in figure.points)]
    assert len(plain) > 200
    assert [figure for seed, figure in enumerate(plain) if figure_key(renamed(figure, seed)) != figure_key(figure)] == []


OTHERS = {
    "another number": FIGURE.model_copy(update={"labels": (Label(text="36°", element="angle:ABC"),)}),
    "the number elsewhere": FIGURE.model_copy(update={"labels": (Label(text="35°", element="angle:ACB"),)}),
    "a line less": FIGURE.model_copy(update={"lines": FIGURE.lines[:2]}),
    "another order along a line": FIGURE.model_copy(update={"lines": (("D", "A", "B"), ("B", "C"), ("C", "A"))}),
    "no circle": FIGURE.model_copy(update={"circles": ()}),
    "another centre": FIGURE.model_copy(update={"circles": (Circle(centre="A", points=("D", "B")),)}),
    "no marks": FIGURE.model_copy(update={"marks": Marks(right_angles=("BAC",))}),
    "the right angle elsewhere": FIGURE.model_copy(update={"marks": Marks(equal_lines=(("AD", "DB"),), right_angles=("ACB",))}),
}


@every(OTHERS.values())
def test_a_figure_that_differs_in_what_is_drawn_has_another_key(other):
    assert figure_key(other) != figure_key(FIGURE)


def test_few_problems_of_the_bank_share_a_figure():
    counts = Counter(figure_key(problem.question.figure) for problem in bank().values() if problem.question.figure)
    assert max(counts.values()) <= 2  # such as radius from circumference and radius from area, of one circle


def turned(names: str) -> dict:
    """Return the triangle under other names."""
    new = dict(zip("ABC", names, strict=True))
    points = {new[name]: place for name, place in TRIANGLE["points"].items()}
    return {"points": points, "lines": [[new[point] for point in line] for line in TRIANGLE["lines"]]}


def test_problems_are_joined_through_a_third(load):
    dots = [{"points": {name: [0, 0]}} for name in "XY"]
    joining = row("c", problem="p1", figure=dots[0])  # a second figure of the first problem
    entries = load(row("a"), row("b", problem="p2", figure=turned("QRS")), joining, row("d", problem="p4", figure=dots[1]))
    assert problem_groups(entries) == {"p1": "p1", "p2": "p1", "p4": "p1"}
    late = load(row("a", figure=dots[0]), row("b", problem="p2"), row("c", problem="p3"), row("d", problem="p3", figure=dots[1]))
    assert problem_groups(late) == {"p1": "p1", "p2": "p1", "p3": "p1"}


def test_pictures_join_problems_only_when_they_are_the_same(load, tmp_path):
    for name, content in {"a": b"1", "b": b"1", "c": b"2"}.items():
        (tmp_path / f"{name}.png").write_bytes(content)
    rows = [row(name, problem=name, figure=None) for name in "abcd"]
    for each in rows[:3]:
        each["problem"]["image"] = f"{each['id']}.png"
    assert problem_groups(load(*rows)) == {"a": "a", "b": "a", "c": "c", "d": "d"}


@pytest.fixture
def many(load):
    """Return three dialogues about each of twenty problems, every two of which have the same figure under other names."""
    rows = []
    for number in range(60):
        labels = {"labels": [{"text": f"{number % 20 // 2}°", "element": None}]}
        figure = turned("ABC" if number % 2 else "XYZ") | labels
        rows.append(row(f"d{number}", problem=f"p{number % 20:02}", figure=figure, split="test"))
    return load(*rows)


def test_every_dialogue_is_in_one_part_and_no_problem_and_no_figure_in_two(many):
    parts = split_entries(many, (0.6, 0.2, 0.2), seed=5)
    assert sorted(entry.id for part in parts.entries.values() for entry in part) == sorted(entry.id for entry in many)
    for of in (lambda entry: entry.problem_id, lambda entry: figure_key(entry.question.figure)):
        held = [{of(entry) for entry in part} for part in parts.entries.values()]
        assert sum(map(len, held)) == len(set.union(*held))
    assert parts.counts() == {
        "train": {"dialogues": 36, "problems": 12, "groups": 6},
        "validation": {"dialogues": 12, "problems": 4, "groups": 2},
        "test": {"dialogues": 12, "problems": 4, "groups": 2},
    }
    assert len(parts.joined()) == 10


@pytest.mark.slow
def test_one_seed_gives_one_split_and_another_another(many):
    def dealt(seed):
        return [[entry.id for entry in part] for part in split_entries(many, seed=seed).entries.values()]

    assert dealt(1) == dealt(1)
    assert dealt(1) != dealt(2)


@pytest.mark.slow
def test_written_parts_name_their_own_split_and_load_again(many, tmp_path):
    files = split_files(split_entries(many), tmp_path)
    for path, text in files.items():
        path.write_text(text, "utf-8")
        assert {json.loads(line)["split"] for line in text.splitlines()} == {path.stem}
    loaded = load_geodial(list(files))
    assert len(loaded) == len(many)
    assert "problem_in_two_splits" not in loaded.note_counts()
