"""Copies of a problem under other names, turned, mirrored and scaled are found; others by the same rule are not."""

import cmath
import random
import re
from collections.abc import Collection, Iterable
from functools import cache

import pytest

from gnomon.corpus.duplicates import KnownProblems, compare_questions
from gnomon.figure import Circle, Figure, Label, Marks
from gnomon.problem import Question, bank
from gnomon.variation import VariationError, vary
from tests.every import every

NAME = re.compile(r"(?<![A-Za-z])[A-Z]+(?![a-z])")
NUMBER = re.compile(r"(?<![\w.])\d+(?:\.\d+)?(?![\d.]*(?:\d|°|[a-z]|π))")


def planted(question: Question, seed: int, *, factor: int = 1) -> Question:
    """Return a problem renamed, turned, mirrored by half the seeds, and scaled; printed lengths too where ``factor`` is not 1.

    Nothing of `gnomon.corpus.duplicates` is used here: the copy is made by hand, name by name and number by number.
    """
    figure, chance = question.figure, random.Random(seed)
    assert figure is not None
    new = dict(zip(sorted(figure.points), chance.sample("ABCDEFGHJKLMNPQRSTUVWXYZ", len(figure.points)), strict=True))
    turn = cmath.rect(chance.uniform(0.2, 5), chance.uniform(0, 6))

    def moved(x: float, y: float) -> tuple[float, float]:
        place = turn * complex(x, y if seed % 2 else -y) + complex(3, -8)
        return place.real, place.imag

    def name(text: str) -> str:
        return "".join(new.get(letter, letter) for letter in text)

    def said(text: str) -> str:
        renamed = NAME.sub(lambda found: name(found[0]) if set(found[0]) <= set(new) else found[0], text)
        return renamed if factor == 1 else NUMBER.sub(lambda found: f"{float(found[0]) * factor:g}", renamed)

    def element(written: str) -> str:
        kind, _, points = written.partition(":")
        return f"{kind}:{name(points)[:: chance.choice((1, -1))]}"

    groups = lambda found: tuple(tuple(map(name, group)) for group in found)  # noqa: E731
    marks = figure.marks
    copy = Figure(
        points={new[point]: moved(*place) for point, place in sorted(figure.points.items(), key=lambda _: chance.random())},
        lines=tuple(tuple(map(name, line))[:: chance.choice((1, -1))] for line in reversed(figure.lines)),
        circles=tuple(
            Circle(
                centre=name(circle.centre),
                points=tuple(map(name, circle.points)),
                radius=None if circle.radius is None else circle.radius * abs(turn),
            )
            for circle in figure.circles
        ),
        labels=tuple(
            Label(
                text=label.text if (label.element or "").startswith(("angle", "arc")) else said(label.text),
                element=element(label.element) if label.element else None,
            )
            for label in reversed(figure.labels)
        ),
        marks=Marks(
            right_angles=tuple(map(name, marks.right_angles)),
            equal_lines=groups(marks.equal_lines),
            equal_angles=groups(marks.equal_angles),
            parallel_lines=groups(marks.parallel_lines),
        ),
    )
    return Question(text=said(question.text), figure=copy)


@cache
def drawn() -> dict[str, Question]:
    """Return the problems of the bank with a figure whose points have names of one letter."""
    questions = {name: problem.question for name, problem in bank().items()}
    return {
        name: each for name, each in questions.items() if each.figure and all(len(point) == 1 for point in each.figure.points)
    }


def known_of(names: Iterable[str]) -> KnownProblems:
    known = KnownProblems()
    for name in names:
        known.add(name, drawn()[name])
    return known


def not_found(names: Collection[str], factor: int = 1) -> list[str]:
    known, questions = known_of(names), drawn()
    found = {name: known.find(planted(questions[name], seed, factor=factor)) for seed, name in enumerate(names)}
    return [name for name, match in found.items() if match is None or (match.id, match.kind) != (name, "problem")]


def with_two_lengths() -> list[str]:
    """Return the problems in whose figures two lengths or more are printed: one alone could be scaled to any other."""
    lengths = {name: [label.text for label in each.figure.labels if "°" not in label.text] for name, each in drawn().items()}
    return sorted(name for name, texts in lengths.items() if sum(text.replace(".", "").isdigit() for text in texts) > 1)


def test_a_planted_copy_is_found_as_the_same_problem():
    assert not_found(sorted(drawn())[::70]) == []


@pytest.mark.slow
def test_every_planted_copy_of_the_bank_is_found_and_no_two_of_its_problems_are_the_same():
    assert len(drawn()) > 200
    assert not_found(sorted(drawn())) == []
    assert len(with_two_lengths()) > 50
    assert not_found(with_two_lengths(), factor=3) == []
    known = KnownProblems()
    pairs = []
    for name, question in drawn().items():
        pairs += [(found.id, name) for found in known.matches(question)]
        known.add(name, question)
    assert pairs == []


def siblings(name):
    """Return three siblings of a problem of the bank; none where it has no number that could change, like a pentagon's arcs."""
    try:
        return vary(bank()[name], count=3, seed=5).siblings
    except VariationError:
        return ()


@pytest.mark.slow
def test_other_numbers_by_the_same_rule_are_not_the_same_problem():
    """Varied problems are asked in the same words of figures drawn alike; one with all lengths times three is similar indeed."""
    varied = [each.problem.question for name in sorted(drawn())[::20] for each in siblings(name)]
    assert len(varied) > 30
    known = known_of(drawn())
    found = [match for question in varied if (match := known.find(question))]
    assert [each for each in found if each.match.factor == 1] == []
    assert len(found) < 3


TRIANGLE = Figure(
    points={"A": (0, 0), "B": (4, 0), "C": (1, 3)},
    lines=(("A", "B"), ("B", "C"), ("C", "A")),
    labels=(Label(text="72°", element="angle:BAC"), Label(text="x + 5", element="line:AB"), Label(text="9", element="line:BC")),
)
ASKED = Question(text="Find the length of AC.", figure=TRIANGLE)


def other(text: str = ASKED.text, **changed: object) -> Question:
    return Question(text=text, figure=TRIANGLE.model_copy(update=changed))


def labelled(*texts: str) -> tuple[Label, ...]:
    return tuple(label.model_copy(update={"text": text}) for label, text in zip(TRIANGLE.labels, texts, strict=True))


@every(
    [
        (other(labels=labelled("72°", "y + 5", "9")), "problem"),  # another letter
        (other(text="Find the length of CA."), "problem"),  # read backwards
        (other(points={"A": (0, 0), "B": (9, 0), "C": (1, 3)}), "problem"),  # out of proportion, as the numbers say the shape
        (other(text="Find the area of triangle ABC."), "figure"),
        (other(text="Find the length of AB."), "figure"),
        (other(labels=labelled("72°", "x + 5", "8")), None),
        (other(labels=labelled("71°", "x + 5", "9")), None),
        (other(labels=labelled("9", "x + 5", "72°")), None),
        (other(lines=TRIANGLE.lines[:2]), None),
        (other(labels=TRIANGLE.labels[:2], text="Find the area of triangle ABC."), None),  # too little is the same
    ]
)
def test_figures_with_printed_numbers_are_compared_by_them_and_the_question(question, kind):
    found = compare_questions(ASKED, question)
    assert (found.kind if found else None) == kind


PENTAGON = Figure(
    points={"A": (0, 0), "B": (4, 0), "C": (5, 3), "D": (1, 5), "E": (-2, 2)},
    lines=(("A", "B"), ("B", "C"), ("C", "D"), ("D", "E"), ("E", "A")),
    labels=(Label(text="7", element="line:AB"),),
)


def test_one_shape_with_another_number_is_the_same_drawing_only_where_it_is_no_regular_one():
    def kind(points: dict[str, tuple[float, float]]) -> str | None:
        one = PENTAGON.model_copy(update={"points": points})
        with_nine = one.model_copy(update={"labels": (Label(text="9", element="line:AB"),)})
        found = compare_questions(Question(text="Find x.", figure=one), Question(text="Find y.", figure=with_nine))
        return found.kind if found else None

    regular = {
        name: (z.real, z.imag) for name, z in zip("ABCDE", (cmath.rect(1, cmath.tau * k / 5) for k in range(5)), strict=True)
    }
    assert kind(PENTAGON.points) == "numbers"
    assert kind(regular) is None


WORDS = "Anna bought 3 apples for 2 dollars each and gave 4 of them to her friend Ben. How much did Anna pay for the apples?"


@every(
    [
        (WORDS.replace("Anna", "Mia").replace("Ben", "Tom"), "text"),
        (WORDS.replace("3", "5").replace("4", "2"), "wording"),
        (WORDS.replace("Ben", "Anna"), None),  # another person
        (WORDS.replace("apples", "pears"), None),
        ("How much?", None),
    ]
)
def test_word_problems_are_compared_up_to_names_and_numbers(text, kind):
    found = compare_questions(Question(text=WORDS), Question(text=text))
    assert (found.kind if found else None) == kind


def test_a_short_text_stands_for_its_problem_only_without_a_figure():
    short = "Find the value of x."
    assert compare_questions(Question(text=short), Question(text=short, figure=PENTAGON)) is None
    assert compare_questions(Question(text="Solve 2x = 8."), Question(text="Solve 2y = 8.")) is not None
    assert compare_questions(Question(text="Solve 2x = 8."), Question(text="Solve 2x = 10.")) is None


def test_pictures_are_the_same_to_the_byte(tmp_path):
    for name, content in {"a": b"1", "b": b"1", "c": b"2"}.items():
        (tmp_path / name).write_bytes(content)
    a, b, c = (Question(text="Find x.", images=(str(tmp_path / name),)) for name in "abc")
    found = compare_questions(a, b)
    assert found is not None
    assert found.kind == "picture"
    assert compare_questions(a, c) is None
