"""The right answer counts in whatever dress it comes; a number beside it, or another one of the figure, never does."""

from collections.abc import Iterator

import pytest

from gnomon.geometry import solution_of
from gnomon.problem import Letter, Quantity, bank
from gnomon.tutor import Diagnostician, reader_of
from gnomon.tutor.symbolic.scene import length_unit

pytestmark = pytest.mark.slow

_AREAS = {"area", "circle_area", "sector_area"}


class _Goal:
    """What a problem asks for, as learners would write it."""

    def __init__(self, reader: Diagnostician) -> None:
        goal, answer = reader.proof.goal, reader.proof.answer
        self.value, self.exact = answer.number, answer.text
        self.kind = goal.kind if isinstance(goal, Quantity) else "letter"
        is_named = isinstance(goal, Quantity) and goal.kind in {"angle", "length"}
        self.name = goal.name if isinstance(goal, Letter) else "".join(goal.points) if is_named else ""
        base = length_unit(reader.problem)
        units = {"angle": "°", "arc": "°", "letter": ""}
        self.unit = units.get(self.kind, base + ("²" if self.kind in _AREAS and base else ""))

    def dresses(self) -> Iterator[str]:
        """Yield the answer as a note, a sentence, an equation; with its unit, in another unit, in exact forms."""
        number = _decimal(self.value)
        yield from (number, f"its {number}", f"the answer is {number}", f"{number}{self.unit}", f"i get {number}{self.unit}!")
        yield from (f"so it must be {number} {self.unit}".strip(), self.exact, f"the answer is {self.exact}")
        if self.name:
            yield from (f"{self.name} = {number}", f"{self.name} is {number}{self.unit}", f"{self.name} = {self.exact}")
        if self.kind == "length" and self.unit == "m":
            yield f"{self.name} = {self.value * 100:.6g} cm"
        if self.kind == "angle":
            yield f"{number} degrees"
        if abs(self.value**2 - round(self.value**2)) < 1e-6:
            yield f"the answer is √{round(self.value**2)}"

    def others(self, reader: Diagnostician) -> Iterator[str]:
        """Yield statements of wrong numbers: near the answer, twice and half of it, and what else stands in the figure."""
        scene = reader.judge.scene
        parts = (scene.truth(part) for several in scene.parts.values() for part in several)
        near = (self.value + 1, self.value - 1, self.value * 1.1, self.value * 2, self.value / 2)
        for value in {round(value, 6) for value in (*near, *parts) if value is not None and value > 0.1}:
            # Nearer than that it is a rounded answer.
            if abs(value - self.value) > max(0.6, 0.03 * self.value):
                yield from (f"the answer is {_decimal(value)}", f"{_decimal(value)}{self.unit}")
                yield from [f"{self.name} = {_decimal(value)}"] if self.name else []


def _decimal(value: float) -> str:
    return f"{value:.0f}" if abs(value - round(value)) < 1e-9 else f"{value:.2f}"


def _check(names: list[str]) -> None:
    missed, credited = [], []
    for name in names:
        problem = bank()[name]
        reader = reader_of(problem, solution_of(problem))
        if reader is None:
            continue
        goal = _Goal(reader)
        missed += [f"{name}: {text}" for text in goal.dresses() if not reader.read(text, None).solved]
        credited += [f"{name}: {text}" for text in goal.others(reader) if reader.read(text, None).solved]
    assert (missed, credited) == ([], [])


def test_the_answer_of_every_problem_counts_in_every_dress_and_no_other_number_does() -> None:
    _check(list(bank()))
