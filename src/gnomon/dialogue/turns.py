"""Turns and dialogues: who said what, pointing where; one dialogue is one line of JSON.

Types check shape only. Whether a turn keeps the rules of the vocabulary is asked of `gnomon.dialogue.violations`, so that
recorded data and model output can be kept as they are.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from datetime import datetime
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import AwareDatetime, BaseModel, ConfigDict, Field, ValidationError

from gnomon.dialogue.acts import Act, Feedback, Subact
from gnomon.figure import Element, Highlights
from gnomon.files import write_whole

_FROZEN = ConfigDict(frozen=True, extra="forbid")
Outcome = Literal["solved_untold", "solved_told", "not_solved"]


class DialogueError(ValueError):
    """A line of a dialogue file that cannot be read; the message names file and line."""


class HeardMove(BaseModel):
    """One thing that a learner does with a message, as a model heard it; see `gnomon.tutor.message.resolving`."""

    model_config = _FROZEN

    kind: str
    words: str
    """The learner's own."""
    says: str = ""
    """What is claimed, in the formal language, such as ``angle(A,B,C) = 40``; empty where nothing is."""


class TurnRecord(BaseModel):
    """What a session notes beside a tutor turn, for benchmarks and reports; never shown to the student."""

    model_config = _FROZEN

    step: int | None = None
    """Index (from 0) of the proof step in play; None when no step is."""
    rung: str | None = None
    """What the turn did, such as ``hint`` or ``farewell``."""
    aim: str | None = None
    """The step in play by its theorem and place, also where it stands in no prepared proof."""
    asked: str | None = None
    """The quantity or letter that the turn asks for, as ``parse_expression`` reads it: a bare number answers this."""
    signs: tuple[str, ...] = ()
    """Of help that is not used: ``hint_abuse``, ``guess_cycling``, ``unproductive_persistence``."""
    guard: tuple[str, ...] = ()
    """Leaks that the guard stopped, one reason each."""
    unread: tuple[str, ...] = ()
    """Replies of a model that were no turn, one reason each."""
    heard: tuple[HeardMove, ...] = ()
    """How a model read the message before this turn, where the grammar was unsure; none: the grammar's reading counts."""
    unheard: tuple[str, ...] = ()
    """What of a model's reading does not count, one reason each."""
    planned: str | None = None
    """The words as planned, where a model has put them otherwise."""
    unvoiced: tuple[str, ...] = ()
    """Why a model's words were not used, and the planned ones were."""
    seconds: float | None = None
    """Time the tutor needed for the turn."""

    @property
    def is_planned(self) -> bool:
        """Whether gnomon's own tutor planned the turn, and notes what it asks for."""
        return self.rung is not None or self.asked is not None


class TutorTurn(BaseModel):
    """One turn of a tutor (GeoDial 5.1): act, subact, highlights, feedback, utterance, in this order."""

    model_config = _FROZEN

    role: Literal["tutor"] = "tutor"
    act: Act
    subact: Subact
    highlights: Highlights = Field(default_factory=Highlights)
    """The green highlights."""
    highlights2: Highlights | None = None
    """The brown highlights of AskRelation."""
    feedback: Feedback = "none"
    utterance: str
    at: AwareDatetime | None = None
    """When it was said; None in simulations, whose dialogues depend on the seed alone, and where it is not known."""
    record: TurnRecord | None = None

    def pointed_at(self) -> Iterator[Element]:
        """Yield the elements that the turn highlights, green before brown; a name that is not well formed is left out."""
        yield from self.highlights.elements()
        yield from (self.highlights2 or Highlights()).elements()

    def turn_json(self) -> dict[str, Any]:
        """Return the turn alone, without role, time and record, as models read and write it."""
        return self.model_dump(mode="json", exclude={"role", "at", "record"}, exclude_none=True)


class StudentTurn(BaseModel):
    """One message of a student."""

    model_config = _FROZEN

    role: Literal["student"] = "student"
    utterance: str
    at: AwareDatetime | None = None
    """As of a tutor turn."""


Turn = Annotated[TutorTurn | StudentTurn, Field(discriminator="role")]


class Dialogue(BaseModel):
    """A conversation about one problem."""

    model_config = _FROZEN

    id: str | None = None
    """Of a simulation made of what it depends on, of a conversation with a person drawn at random; None in recorded data."""
    version: int = Field(default=0, ge=0)
    """How often it was changed: one more with every turn. Who stores dialogues refuses one that is older than what is stored."""
    problem: str
    """Id of the problem, or ``FILE#ID``."""
    attempt: str = ""
    """The student's own solution, as written before the conversation."""
    turns: tuple[Turn, ...] = ()
    outcome: Outcome | None = None
    misconception: str | None = None
    """Id of the misconception behind the attempt, when the student is simulated."""
    tutor: str = ""
    student: str = ""
    language: str | None = None
    """That of the tutor's words, as a code such as ``en``; None: the learner's, English where unclear."""
    seed: int | None = None

    def tutor_turns(self) -> tuple[TutorTurn, ...]:
        """Return the tutor's turns in order."""
        return tuple(turn for turn in self.turns if isinstance(turn, TutorTurn))

    def student_turns(self) -> tuple[StudentTurn, ...]:
        """Return the student's turns in order."""
        return tuple(turn for turn in self.turns if isinstance(turn, StudentTurn))

    def with_turn(self, turn: TutorTurn | StudentTurn, *, at: datetime | None = None) -> Dialogue:
        """Return the dialogue, one version on, with one more turn, said ``at`` that time.

        Raises:
            ValueError: for a time without a time zone, which no file could be read with.
        """
        if at is not None and at.tzinfo is None:
            raise ValueError(f"expected a time with a time zone, got {at!r}")
        said = turn if at is None else turn.model_copy(update={"at": at})
        return self.model_copy(update={"turns": (*self.turns, said), "version": self.version + 1})

    def for_student(self) -> Dialogue:
        """Return what a student may see: no records of turns, and no misconception, which the student does not know to have."""
        turns = tuple(turn.model_copy(update={"record": None}) if isinstance(turn, TutorTurn) else turn for turn in self.turns)
        return self.model_copy(update={"turns": turns, "misconception": None})


def read_dialogues(path: Path) -> Iterator[Dialogue]:
    """Yield the dialogues of a JSONL file; blank lines are skipped.

    Raises:
        DialogueError: at the first line that is not a dialogue, with its number.
        OSError: when the file cannot be read.
    """
    with path.open(encoding="utf-8") as lines:
        for number, line in enumerate(lines, 1):
            if not line.strip():
                continue
            try:
                yield Dialogue.model_validate(json.loads(line))
            except (ValueError, ValidationError) as error:
                reason = str(error).splitlines()[0]
                raise DialogueError(
                    f"{path}, line {number}: expected one dialogue as JSON, got {line.strip()[:60]!r} ({reason})"
                ) from error


def write_dialogues(path: Path, dialogues: Iterable[Dialogue]) -> None:
    """Write one dialogue a line, UTF-8; an existing file is replaced."""
    write_whole(path, dialogue_lines(dialogues))


def dialogue_lines(dialogues: Iterable[Dialogue]) -> str:
    """Return what `write_dialogues` writes."""
    rows = (dialogue.model_dump(mode="json", exclude_none=True) for dialogue in dialogues)
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
