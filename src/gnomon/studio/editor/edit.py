"""The state of an editor: all that a teacher put in or corrected, as the page holds it and drafts keep it."""

from __future__ import annotations

import re
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from gnomon.drafting import Answer, Corrections, Written
from gnomon.figure import Circle, Figure, Label
from gnomon.problem.entry import FigureEntry, ProblemEntry
from gnomon.studio.fields import Clean, Line

_MOST = 200
"""Entries of a list: the largest figure has 200 lines, and no problem as many facts."""
_FAR = 1e5
"""Pixels: beyond any picture that is taken."""

EditId = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{32}$")]
Name = Annotated[str, StringConstraints(pattern=r"^[A-Z][0-9'′]*$", max_length=6)]
"""Of a point."""
Statement = Annotated[str, StringConstraints(strip_whitespace=True, max_length=300), Clean]
"""A fact, a goal, an answer: the longest of the bank has 90 letters."""
Key = Annotated[str, StringConstraints(max_length=400), Clean]
"""Id of a question, or a literal: both may quote a label."""
Pixel = Annotated[float, Field(ge=-_FAR, le=_FAR, allow_inf_nan=False)]
Place = Annotated[list[Pixel], Field(min_length=2, max_length=2)]
Pair = Annotated[list[Name], Field(min_length=2, max_length=2)]
_SAYING = re.compile(r"[=∥⊥≅∼]|\bProve\s*\(")
"""Signs that say something of two parts, in school notation; the call that wants it proved, in the language of the files."""


class OwnFact(BaseModel):
    """A fact that the teacher wrote."""

    model_config = ConfigDict(strict=True, extra="forbid")

    fact: Statement
    is_drawn: bool = False
    """Whether the figure shows it; else only the text says it."""
    instead: Key | None = None
    """Literal of the fact that was read and whose place it takes."""


class Edit(BaseModel):
    """The state of an editor."""

    model_config = ConfigDict(strict=True, extra="forbid")

    title: Line = ""
    chapter: Line = ""
    topic: Line = ""
    level: Literal["", "middle", "high"] = ""
    source: Line = ""
    text: Annotated[str, StringConstraints(max_length=20_000), Clean] = ""
    """What learners read; longer than a problem may be, so that whoever reads it can say so."""
    unit: Annotated[Line, StringConstraints(max_length=10)] | None = None
    """Of the answer; None: degrees for angles, else none."""
    key: Annotated[float, Field(allow_inf_nan=False)] | None = None
    """The answer by the teacher's key, compared with the proved one."""
    is_read: bool = True
    """Whether facts are read from picture and text; a problem that was opened has its own."""
    picture: Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$")] | None = None
    answers: dict[Key, Statement | Place] = Field(default_factory=dict, max_length=_MOST)
    """By id of the question."""
    renamed: dict[Name, Name] = Field(default_factory=dict, max_length=_MOST)
    moved: dict[Name, Place] = Field(default_factory=dict, max_length=_MOST)
    """Places in pixels of the picture."""
    removed: list[Name] = Field(default_factory=list, max_length=_MOST)
    joined: list[Pair] = Field(default_factory=list, max_length=_MOST)
    parted: list[Pair] = Field(default_factory=list, max_length=_MOST)
    dropped: list[Key] = Field(default_factory=list, max_length=_MOST)
    written: list[OwnFact] = Field(default_factory=list, max_length=_MOST)
    goal: Statement | None = None
    figure: FigureEntry | None = None
    """With coordinates; None: read from the picture, or laid out from the facts."""

    @property
    def given_answers(self) -> dict[str, Answer]:
        """The answers that are not empty."""
        return {name: answer for name, answer in self.answers.items() if answer}

    @property
    def corrections(self) -> Corrections:
        """What is other than it was read."""
        return Corrections(
            renamed=self.renamed,
            moved={name: (x, y) for name, (x, y) in self.moved.items()},
            removed=self.removed,
            joined=[(start, end) for start, end in self.joined],
            parted=[(start, end) for start, end in self.parted],
            dropped=self.dropped,
            written=tuple(Written(own.fact, own.is_drawn, own.instead) for own in self.written if own.fact),
            goal=self.goal or None,
            figure=None if self.figure is None else _figure(self.figure),
        )

    @property
    def about(self) -> dict[str, Any]:
        """What an entry of a file says of the problem besides text, figure and facts."""
        told = {name: getattr(self, name) for name in ("source", "title", "chapter", "topic", "level")}
        return told if self.unit is None else {**told, "unit": self.unit}

    @property
    def name(self) -> str:
        """What it is called in lists."""
        return self.title or " ".join(self.text.split())[:60] or "No title yet"


def _figure(drawn: FigureEntry) -> Figure:
    """Return a figure with coordinates; a line or circle of a point that is gone goes with it."""
    points = drawn.points
    return Figure(
        points=points,
        lines=tuple(line for line in (tuple(name for name in line if name in points) for line in drawn.lines) if len(line) > 1),
        circles=tuple(
            Circle(**{**circle.model_dump(), "points": tuple(name for name in circle.points if name in points)})
            for circle in drawn.circles
            if circle.centre in points
        ),
        labels=tuple(Label(**label.model_dump()) for label in drawn.labels),
        hidden=tuple(name for name in drawn.hidden if name in points),
    )


def is_statement(goal: str) -> bool:
    """Whether what is asked for is no value but says something that is to be proved (``AB = CD``, ``Prove(...)``)."""
    return _SAYING.search(goal) is not None


def edit_of(entry: ProblemEntry) -> Edit:
    """Return the state in which a problem of a file is opened: nothing is read, all is as it is written there but the answer.

    The answer is the proved one; who changes a number would have the old one to correct.
    """
    return Edit(
        title=entry.title,
        chapter=entry.chapter,
        topic=entry.topic,
        level=entry.level,  # type: ignore[arg-type]  # of an entry one of the three
        source=entry.source,
        text=entry.text,
        unit=entry.unit,
        is_read=False,
        written=[OwnFact(fact=literal.text, is_drawn=not literal.in_text) for literal in entry.literals],
        goal=entry.find,
        figure=entry.figure,
    )
