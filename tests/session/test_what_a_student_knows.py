"""No type that a student is given can carry the solution."""

import dataclasses
import inspect
import typing
from collections.abc import Iterator
from dataclasses import dataclass

import pydantic
import pytest

from gnomon.geometry import Deduction, Proof, Solution
from gnomon.problem import Problem
from gnomon.student import Attempt, StudentContext, StudentReply
from gnomon.tutor import TutorContext

SOLUTION_TYPES = {Problem, Proof, Solution, Deduction}


@dataclass
class Hidden:
    """A proof three levels down."""

    pairs: dict[str, tuple["Proof | None", ...]]


@dataclass
class Control:
    """Looks harmless."""

    hidden: list[Hidden] | None


def types_in(annotation: object, seen: set[object]) -> Iterator[type]:
    """Yield every class that a value of ``annotation`` can hold, fields of records included."""
    if isinstance(annotation, typing.TypeAliasType if hasattr(typing, "TypeAliasType") else ()):
        annotation = annotation.__value__
    for part in typing.get_args(annotation):
        if not isinstance(part, str):
            yield from types_in(part, seen)
    if not inspect.isclass(annotation) or annotation in seen:
        return
    seen.add(annotation)
    yield annotation
    for field in fields_of(annotation):
        yield from types_in(field, seen)
    for subclass in annotation.__subclasses__() if annotation.__module__.startswith("gnomon") else ():
        yield from types_in(subclass, seen)


def fields_of(record: type) -> list[object]:
    if issubclass(record, pydantic.BaseModel):
        return [field.annotation for field in record.model_fields.values()]
    is_record = dataclasses.is_dataclass(record) or hasattr(record, "_fields")
    return list(typing.get_type_hints(record).values()) if is_record else []


def classes_in(annotation: object) -> set[type]:
    return set(types_in(annotation, set()))


@pytest.mark.parametrize("given", [StudentContext, StudentReply, Attempt])
def test_what_a_student_is_given_can_hold_no_solution(given):
    assert classes_in(given) & SOLUTION_TYPES == set()


@pytest.mark.parametrize("control", [Control, TutorContext])
def test_the_walk_finds_a_solution_where_there_is_one(control):
    assert classes_in(control) & SOLUTION_TYPES != set()


def test_the_walk_reaches_the_beliefs_and_the_turns():
    names = {found.__name__ for found in classes_in(StudentContext)}
    assert {"Question", "Figure", "Dialogue", "TutorTurn", "Highlights", "Beliefs", "WorkLine", "Quantity"} <= names


def test_nothing_a_student_is_given_may_be_of_any_type():
    assert classes_in(StudentContext) & {object, typing.Any} == set()
