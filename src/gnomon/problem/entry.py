"""The YAML form of a problem, and its reading to a `Problem`; ``docs/problem-format.md`` describes it."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Annotated, NamedTuple, TypeVar

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    FiniteFloat,
    ValidationError,
    ValidationInfo,
    field_validator,
    model_validator,
)

from gnomon.figure import Circle, ElementNameError, Figure, Label, split_points
from gnomon.layouts import laid_out
from gnomon.problem.annotate import annotated
from gnomon.problem.arrangement import arrangement_of
from gnomon.problem.errors import MalformedFileError, near_names
from gnomon.problem.limits import FARTHEST, SMALLEST_EXTENT, require_extent, require_few
from gnomon.problem.literals import Reading, SourceLiteral, read_literals
from gnomon.problem.problem import Problem, Question

AUTO = "auto"
"""What stands for a figure that is laid out from the facts."""
_STRICT = ConfigDict(frozen=True, extra="forbid", coerce_numbers_to_str=True)
_Coordinate = Annotated[float, Field(ge=-FARTHEST, le=FARTHEST, allow_inf_nan=False)]
_Position = tuple[_Coordinate, _Coordinate]
_Parts = TypeVar("_Parts", bound=Collection[object])


class CircleEntry(BaseModel):
    """A drawn circle."""

    model_config = _STRICT

    centre: str
    points: tuple[str, ...] = ()
    radius: Annotated[_Coordinate, Field(gt=0)] | None = None

    @field_validator("radius")
    @classmethod
    def _of_a_size(cls, radius: float | None) -> float | None:
        if radius is not None and radius < SMALLEST_EXTENT:
            raise ValueError(f"too small to draw: expected at least {SMALLEST_EXTENT:g}, got {radius:g}")
        return radius


class LabelEntry(BaseModel):
    """An extra printed text."""

    model_config = _STRICT

    text: str
    element: str | None = None
    position: _Position | None = None


class FigureEntry(BaseModel):
    """What is drawn."""

    model_config = _STRICT

    points: dict[str, _Position] = Field(min_length=1)
    lines: tuple[tuple[str, ...], ...] = ()
    circles: tuple[CircleEntry, ...] = ()
    labels: tuple[LabelEntry, ...] = ()
    hidden: tuple[str, ...] = ()

    @field_validator("points")
    @classmethod
    def _names(cls, points: dict[str, _Position]) -> dict[str, _Position]:
        for name in points:
            if len(_points(name)) != 1:
                raise ValueError(f"expected one point name such as A, A' or P1, got {name!r}")
        require_extent(points)
        return points

    @field_validator("points", "lines", "circles", "labels")
    @classmethod
    def _few(cls, parts: _Parts, info: ValidationInfo) -> _Parts:
        require_few(str(info.field_name), parts)
        return parts

    @field_validator("lines", mode="before")
    @classmethod
    def _split_lines(cls, lines: object) -> object:
        if not isinstance(lines, list):
            return lines
        return [_line(line) for line in lines]


class FactEntry(BaseModel):
    """A literal that only the text says."""

    model_config = _STRICT

    text: str


class ProblemEntry(BaseModel):
    """One problem as written."""

    model_config = _STRICT

    id: str = Field(min_length=1, pattern=r"^[A-Za-z0-9][A-Za-z0-9_.-]*$")
    source: str = ""
    """Where the problem comes from, in words."""
    title: str = ""
    chapter: str = ""
    topic: str = ""
    level: str = Field("", pattern=r"^(middle|high|)$")
    text: str = Field(min_length=1)
    figure: FigureEntry | None
    """None for ``auto``: it is laid out from the facts."""
    facts: tuple[str | FactEntry, ...]
    find: str | None = None
    """The value that is asked; None where something is to be proved."""
    prove: str | None = None
    """The statement to prove."""
    answer: FiniteFloat | None = None
    exact: str | None = None
    unit: str = ""
    letters: dict[str, FiniteFloat] = Field(default_factory=dict)
    """Values of the letters in the solution, for the check of the coordinates only."""

    @field_validator("figure", mode="before")
    @classmethod
    def _or_auto(cls, figure: object) -> object:
        if figure is None or (isinstance(figure, str) and figure.strip() != AUTO):
            raise ValueError(
                f"expected points, lines and circles, or {AUTO} for a figure laid out from the facts, got {figure!r}"
            )
        return None if isinstance(figure, str) else figure

    @field_validator("facts", mode="before")
    @classmethod
    def _with_colons(cls, facts: object) -> object:
        """Take ``- circle O: A, B, C``, which YAML reads as a key with a value, as the text it is."""
        return [_joined(fact) for fact in facts] if isinstance(facts, list) else facts

    @model_validator(mode="after")
    def _asks_one_thing(self) -> ProblemEntry:
        if (self.find is None) == (self.prove is None):
            raise ValueError("expected either find: (a value) or prove: (a statement)")
        if self.prove is not None and (self.answer is not None or self.exact is not None):
            raise ValueError("what is to be proved has no answer; leave out answer and exact")
        return self

    @property
    def asked(self) -> tuple[str, str]:
        """The key that says what is asked, with its text."""
        return ("find", self.find) if self.find is not None else ("prove", self.prove or "")

    @property
    def literals(self) -> tuple[SourceLiteral, ...]:
        """The facts as literals; ``text: ...`` and ``{text: ...}`` are what only the text says."""
        return tuple(_literal(fact) for fact in self.facts)


class Complaint(NamedTuple):
    """What is wrong with an entry, where."""

    path: tuple[str | int, ...]
    message: str
    is_key: bool = False
    """Whether the last part of the path is an unknown key."""


def problem_of(data: object, problem_id: str | None = None) -> Problem:
    """Make the problem of one parsed entry.

    Args:
        data: what the YAML holds.
        problem_id: id of the problem; None for the entry's own.

    Raises:
        MalformedFileError: with the first complaint.
    """
    try:
        entry = ProblemEntry.model_validate(data)
        figure, reading = read_entry(entry)
    except ValidationError as error:
        first = complaints(error)[0]
        where = ".".join(map(str, first.path))
        name = data.get("id") if isinstance(data, Mapping) else None
        subject = f"problem {problem_id or name or '?'}: {where}{': ' if where else ''}"
        raise MalformedFileError(f"{subject}{first.message}; `gnomon problems check FILE` lists all") from error
    return Problem(
        id=problem_id or entry.id,
        question=Question(text=entry.text.strip(), figure=annotated(figure, reading.description)),
        source=entry.source,
        title=entry.title,
        chapter=entry.chapter,
        topic=entry.topic,
        level=entry.level,
        formal=reading.description,
        answer=entry.answer,
        exact=entry.exact,
        unit=entry.unit,
    )


def read_entry(entry: ProblemEntry) -> tuple[Figure, Reading]:
    """Figure and formal description of an entry.

    Raises:
        pydantic.ValidationError: when a line or circle names a point without coordinates.
        ProblemError: when no figure can be laid out from the facts; one line says why.
    """
    drawn = entry.figure
    if drawn is None:
        try:
            wanted = arrangement_of(entry.literals, entry.find, prove=entry.prove)
        except ValueError as error:
            raise MalformedFileError(f"problem {entry.id}: {error}") from error
        # What a figure would settle nothing settles here: a figure laid out without it would show something else.
        unread = next((note.message for note in wanted.notes if note.kind in {"unread", "unsupported"}), None)
        if unread is not None:
            raise MalformedFileError(f"problem {entry.id}: {unread}")
        figure = laid_out(wanted)
        return figure, read_literals(entry.literals, figure, entry.find, prove=entry.prove)
    figure = Figure(
        points=drawn.points,
        lines=drawn.lines,
        circles=tuple(Circle(**circle.model_dump()) for circle in drawn.circles),
        labels=tuple(Label(**label.model_dump()) for label in drawn.labels),
        hidden=drawn.hidden,
    )
    return figure, read_literals(entry.literals, figure, entry.find, prove=entry.prove)


def complaints(error: ValidationError) -> list[Complaint]:
    """Say in plain words what pydantic found, each with its path."""
    found: list[Complaint] = []
    for problem in error.errors():
        path = tuple(step for step in problem["loc"] if step not in {"str", "FactEntry"})
        complaint = _complaint(path, problem["type"], str(problem["msg"]), problem.get("input"))
        if all(other.path != complaint.path for other in found):
            found.append(complaint)
    return found


def _complaint(path: tuple[str | int, ...], kind: str, message: str, got: object) -> Complaint:
    if kind == "extra_forbidden":
        key = str(path[-1])
        known = _KNOWN_KEYS.get(tuple(step for step in path[:-1] if isinstance(step, str)), ())
        near = near_names(key, known)
        hint = f"did you mean {near}?" if near else f"known keys: {', '.join(known)}"
        return Complaint(path, f"unknown key {key!r}; {hint}", is_key=True)
    if kind == "missing":
        return Complaint(path[:-1], f"missing key {path[-1]!r}")
    where = f"{path[-1]}: " if path and isinstance(path[-1], str) else ""
    if kind == "value_error":
        return Complaint(path, where + message.removeprefix("Value error, "))
    if where == "" and len(path) > 1 and isinstance(path[-2], str):  # a number of a pair: which pair it is
        where = f"{path[-2]}: "
    expected = _EXPECTED.get(kind, f"{message[:1].lower()}{message[1:]}")
    if kind == "string_pattern_mismatch":
        expected = "expected middle or high" if path[-1] == "level" else "expected letters, digits, '-', '_' and '.' only"
    return Complaint(path, f"{where}{expected}, got {str(got)[:60]!r}")


_EXPECTED: dict[str, str] = {
    "string_type": "expected text",
    "string_too_short": "expected some text",
    "float_type": "expected a number",
    "float_parsing": "expected a number",
    "finite_number": "expected a plain number",
    "greater_than": "expected a number above 0",
    "greater_than_equal": f"expected a number from {-FARTHEST:g} to {FARTHEST:g}",
    "less_than_equal": f"expected a number from {-FARTHEST:g} to {FARTHEST:g}",
    "too_long": "expected two numbers [x, y]",
    "tuple_type": "expected a list in [ ]",
    "dict_type": "expected names with values, such as {A: [0, 0]}",
    "model_type": "expected keys with values",
    "model_attributes_type": "expected keys with values",
}
"""Plain words for what pydantic finds, by its type of error."""


_KNOWN_KEYS: dict[tuple[str, ...], tuple[str, ...]] = {
    (): tuple(ProblemEntry.model_fields),
    ("figure",): tuple(FigureEntry.model_fields),
    ("figure", "circles"): tuple(CircleEntry.model_fields),
    ("figure", "labels"): tuple(LabelEntry.model_fields),
    ("facts",): tuple(FactEntry.model_fields),
}


def _literal(fact: str | FactEntry) -> SourceLiteral:
    if isinstance(fact, FactEntry):
        return SourceLiteral(fact.text, in_text=True)
    head, colon, rest = fact.partition(":")
    if colon and head.strip() == "text":
        return SourceLiteral(rest.strip(), in_text=True)
    return SourceLiteral(fact)


def _joined(fact: object) -> object:
    if isinstance(fact, dict) and len(fact) == 1:
        ((key, value),) = fact.items()
        if str(key).split(" ")[0] in {"circle", "⊙"} and isinstance(value, str):
            return f"{key}: {value}"
    return fact


def _points(name: str) -> tuple[str, ...]:
    try:
        return split_points(name)
    except ElementNameError as error:
        raise ValueError(str(error)) from error


def _line(line: object) -> object:
    if isinstance(line, bool):
        message = f"YAML reads NO, ON and YES as true or false; write the points apart, such as 'N O', got {line}"
        raise ValueError(message)  # noqa: TRY004  # pydantic wants it
    if not isinstance(line, str):
        return line
    points = _points(line)
    if len(points) < 2 or len(set(points)) != len(points):
        raise ValueError(f"expected two or more different points in order, such as 'A D B', got {line!r}")
    return points
