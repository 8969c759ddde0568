"""A dialogue as the annotation desk records it: what was said, drawn, proposed, taken, answered and reviewed.

Its row is one of GeoDial's form (``docs/datasets.md``), so that everything that reads such rows reads it; what that form has no
field for stands under ``annotation`` in the row and in its tutor turns. Pictures are named by path. Not here: where
records are kept while they grow (``gnomon.store``), and files of other kinds (`gnomon.corpus.exchange`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from pydantic import AwareDatetime, BaseModel, ConfigDict, Field, model_validator

from gnomon.corpus.entries import EXPECTED, files_of, told_by
from gnomon.corpus.statistics import CUSTOM
from gnomon.datasets import DatasetItem, GeoDialSplit, GeoDialTurnNotes, Loaded, read_geodial_row
from gnomon.datasets.fields import Fields
from gnomon.datasets.rows import load_rows
from gnomon.dialogue import Dialogue, StudentTurn, TutorTurn
from gnomon.figure import Highlights
from gnomon.metrics import edit_distance
from gnomon.problem import Problem, Question

_FROZEN = ConfigDict(frozen=True, extra="forbid")
_BESIDE = "annotation"
"""Of a row and of its tutor turns: what GeoDial's form has no field for."""
_OF_DIALOGUE = ("version", "misconception", "tutor", "student", "language", "seed")
"""Of `Dialogue`: what GeoDial's form has no field for."""
_OF_PROBLEM = ("id", "text", "images", "figure", "choices", "answer", "solution")
TELLABLE = frozenset({"highlights", "feedback", "missing", "proposals"})
"""Fields of a tutor turn that a corpus may not have recorded."""
Pen = Literal["green", "brown"]
Row = dict[str, Any]


class Stroke(BaseModel):
    """One stroke of a pen."""

    model_config = _FROZEN

    pen: Pen
    points: tuple[tuple[float, float, float, float], ...]
    """x, y, pressure from 0 to 1, milliseconds; places in pixels of the picture from its upper left corner."""


class PictureSize(BaseModel):
    """The picture that was drawn on."""

    model_config = _FROZEN

    width: int = Field(gt=0)
    """In pixels, as the height."""
    height: int = Field(gt=0)
    sha256: str
    """Of its bytes: whether a stroke lies on the picture that it was drawn on."""


class ReadHighlights(BaseModel):
    """What was read from strokes, before anybody confirmed it."""

    model_config = _FROZEN

    green: Highlights = Field(default_factory=Highlights)
    brown: Highlights = Field(default_factory=Highlights)


class Proposal(BaseModel):
    """One utterance that was offered; the annotator did not see its origin."""

    model_config = _FROZEN

    origin: str
    """Spec of the tutor that made it."""
    text: str


class Consent(BaseModel):
    """What the annotator agreed to."""

    model_config = _FROZEN

    version: str
    """Of the text that was agreed to."""
    at: AwareDatetime
    withdrawn_at: AwareDatetime | None = None
    """From then on the dialogue is in no export."""


class Comment(BaseModel):
    """One remark of a reviewer."""

    model_config = _FROZEN

    text: str
    turn: int | None = Field(default=None, ge=0)
    """Index, from 0, of the turn that it is about; None: the whole dialogue."""


class Review(BaseModel):
    """One reviewer's judgement of a finished dialogue; its state is apart from the annotator's being done."""

    model_config = _FROZEN

    reviewer: str
    """Code."""
    state: Literal["accepted", "changes_asked", "rejected"]
    at: AwareDatetime
    comments: tuple[Comment, ...] = ()


class AnnotatedTurn(BaseModel):
    """What was recorded beside one tutor turn; act, confirmed highlights, feedback and the text sent are the turn's own."""

    model_config = _FROZEN

    picture: PictureSize | None = None
    strokes: tuple[Stroke, ...] = ()
    read: ReadHighlights | None = None
    """As read from the strokes; as confirmed they are in the turn."""
    missing: tuple[str, ...] = ()
    """Highlighted points whose names are not printed."""
    image: str | None = None
    """Path of the picture with the highlights drawn."""
    proposals: tuple[Proposal, ...] = ()
    """In the order shown, one an origin."""
    failed: Mapping[str, str] = Field(default_factory=dict)
    """By origin, why it proposed nothing."""
    taken: str | None = None
    """Origin of the proposal that was picked, whether it was edited or not; `CUSTOM` for none of them, None: not recorded."""
    chosen: str | None = None
    """As GeoDial counts: origin of what was sent as proposed, `CUSTOM` for whatever was edited; None: not recorded."""
    seconds: float | None = Field(default=None, ge=0)
    """Time on task."""
    extra: dict[str, Any] = Field(default_factory=dict)
    """Fields of the row that nobody knows, as written."""

    @model_validator(mode="after")
    def _one_an_origin(self) -> AnnotatedTurn:
        if len({each.origin for each in self.proposals}) < len(self.proposals):
            raise ValueError("expected one proposal an origin; number the tutors of one spec, such as symbolic#2")
        return self

    def distances(self, sent: str) -> dict[str, int]:
        """Return the Levenshtein distance of what was sent to each proposal, by origin in the order shown."""
        return {each.origin: edit_distance(sent, each.text) for each in self.proposals}


def chosen_of(sent: str, proposals: Sequence[Proposal], taken: str) -> str:
    """Return what GeoDial notes as chosen: the origin of a proposal sent as it was, `CUSTOM` for anything edited."""
    return taken if any(each.origin == taken and each.text == sent for each in proposals) else CUSTOM


class WholeProblem(BaseModel):
    """A problem as a row holds it."""

    model_config = _FROZEN

    question: Question
    answer: str | None = None
    """As written."""
    solution: str = ""
    extra: dict[str, Any] = Field(default_factory=dict)

    @classmethod
    def of(cls, problem: Problem) -> WholeProblem:
        """Take over what a row has fields for; the formal description stays where the problem is from."""
        number = None if problem.answer is None else f"{problem.answer:.10g}"
        answer = problem.exact or number
        return cls(
            question=problem.question,
            answer=None if answer is None else answer if answer.endswith(problem.unit) else f"{answer}{_after(problem.unit)}",
            solution=problem.solution or "",
        )


def _after(unit: str) -> str:
    """Return a unit as it stands after a number: ``57°``, but ``9 cm``."""
    return unit if unit == "°" else f" {unit}"


class AnnotatedDialogue(DatasetItem):
    """One dialogue with all that was recorded beside it."""

    dialogue: Dialogue
    """Its ``id`` is this one's, its ``problem`` the problem's."""
    problem: WholeProblem | None = None
    """None: the id of the dialogue's problem says which."""
    turns: tuple[AnnotatedTurn, ...]
    """One for each tutor turn, in order."""
    split: GeoDialSplit | None = None
    annotator: str = ""
    """Code; no name."""
    batch: str | None = None
    """Of the dialogues that one annotator held in one go."""
    consent: Consent | None = None
    debrief: dict[str, int] = Field(default_factory=dict)
    """Answers 1 to 5 to Q1 to Q4 as given; Q2 and Q4 run from high to low (GeoDial 4.2.1)."""
    reviews: tuple[Review, ...] = ()
    told: frozenset[str] = frozenset({"highlights", "feedback"})
    """Which of `TELLABLE` were recorded: an empty field is something else than one that nobody recorded."""

    @model_validator(mode="after")
    def _fits(self) -> AnnotatedDialogue:
        said = len(self.dialogue.tutor_turns())
        if len(self.turns) != said:
            raise ValueError(f"expected a record for each of {said} tutor turns, got {len(self.turns)}")
        if self.dialogue.id != self.id:
            raise ValueError(f"expected the dialogue's id to be {self.id!r}, got {self.dialogue.id!r}")
        return self

    @property
    def is_withdrawn(self) -> bool:
        """Whether its annotator has taken the consent back."""
        return self.consent is not None and self.consent.withdrawn_at is not None


def load_annotated(sources: Sequence[str]) -> Loaded[AnnotatedDialogue]:
    """Read dialogues, our own or in GeoDial's form, annotated or not; arguments and errors as for `load_entries_of`."""
    return load_rows(files_of(sources), read_annotated, EXPECTED)


def read_annotated(row: Fields) -> AnnotatedDialogue:
    """Read one row.

    Raises:
        RowError: for a row that is no dialogue.
        ValidationError: for a field of another type.
    """
    if isinstance(row.data.get("problem"), Mapping):
        return _of_geodial(row)
    dialogue = Dialogue.model_validate(row.data)
    named = dialogue.model_copy(update={"id": dialogue.id or row.row_id("id")})
    return AnnotatedDialogue(id=named.id or "", dialogue=named, turns=tuple(AnnotatedTurn() for _ in named.tutor_turns()))


def _of_geodial(row: Fields) -> AnnotatedDialogue:
    item = read_geodial_row(row, {})
    extra = dict(item.extra)
    beside = _beside(extra, row)
    recorded = [_recorded(notes, row) for notes in item.turn_notes]
    records = iter([record for _, record in recorded])
    turns = [_with_record(turn, next(records)) if isinstance(turn, TutorTurn) else turn for turn in item.dialogue.turns]
    more = item.dialogue.model_dump() | dict(beside.pop("dialogue", {})) | {"id": item.id, "turns": turns}
    return AnnotatedDialogue(
        id=item.id,
        dialogue=Dialogue.model_validate(more),
        problem=WholeProblem(
            question=item.question, answer=item.answer, solution=item.correct_solution, extra=extra.pop("problem", {})
        ),
        turns=tuple(turn for turn, _ in recorded),
        split=item.split,
        annotator=item.teacher,
        batch=item.batch,
        debrief=item.debrief,
        **({"told": told_by(row.data) & TELLABLE} if recorded else {}),
        extra=extra,
        **beside,
    )


def _recorded(notes: GeoDialTurnNotes, row: Fields) -> tuple[AnnotatedTurn, object]:
    """Return what was recorded beside a turn, and the session's record of it as written."""
    extra = dict(notes.extra)
    beside = _beside(extra, row)
    beside.pop("distances", None)  # they follow from the texts
    record, shown = beside.pop("record", None), list(beside.pop("shown", ()))
    order = sorted(notes.proposals, key=lambda origin: shown.index(origin) if origin in shown else len(shown))
    turn = AnnotatedTurn(
        missing=notes.missing,
        image=notes.image,
        proposals=tuple(Proposal(origin=origin, text=notes.proposals[origin]) for origin in order),
        chosen=notes.chosen,
        extra=extra,
        **beside,
    )
    return turn, record


def _beside(extra: dict[str, Any], row: Fields) -> dict[str, Any]:
    """Take what stands under `_BESIDE` out of the fields that are left."""
    beside = extra.pop(_BESIDE, {})
    if not isinstance(beside, Mapping):
        raise row.error("a mapping", (_BESIDE,), beside)
    return dict(beside)


def _with_record(turn: TutorTurn, record: object) -> dict[str, Any]:
    return turn.model_dump() | {"record": record}


# writing


def row_of(record: AnnotatedDialogue) -> Row:
    """Return the row that `read_annotated` reads as the same record.

    What is empty is left out, so an empty second highlight comes back as none.

    Raises:
        ValueError: when the problem is known by its id alone.
    """
    if record.problem is None:
        raise ValueError(f"dialogue {record.id!r}: expected its whole problem, got the id {record.dialogue.problem!r}")
    noted = iter(record.turns)
    turns = [
        _tutor_row(turn, next(noted), record.told) if isinstance(turn, TutorTurn) else _student_row(turn)
        for turn in record.dialogue.turns
    ]
    of_dialogue = record.dialogue.model_dump(mode="json", include=set(_OF_DIALOGUE), exclude_defaults=True)
    beside = record.model_dump(mode="json", include={"consent", "reviews"}, exclude_defaults=True)
    beside |= {"dialogue": of_dialogue} if of_dialogue else {}
    return {
        "id": record.id,
        **_filled({"split": record.split}),
        "problem": _problem_row(record.dialogue.problem, record.problem),
        "student_solution": record.dialogue.attempt,
        "turns": turns,
        **_filled({"outcome": record.dialogue.outcome, "batch": record.batch}),
        **{name: value for name, value in (("teacher", record.annotator), ("debrief", record.debrief)) if value},
        **_annotation(beside),
        **record.extra,
    }


def _problem_row(reference: str, problem: WholeProblem) -> Row:
    question = problem.question
    figure = None if question.figure is None else question.figure.model_dump(mode="json", exclude_defaults=True)
    written = {"images": list(question.images), "choices": list(question.choices), "solution": problem.solution}
    return {
        "id": reference,
        "text": question.text,
        **_filled({"figure": figure, "answer": problem.answer}),
        **{name: value for name, value in written.items() if value},
        **problem.extra,
    }


def _student_row(turn: StudentTurn) -> Row:
    return {"role": "student", "utterance": turn.utterance, **_time(turn)}


def _tutor_row(turn: TutorTurn, noted: AnnotatedTurn, told: frozenset[str]) -> Row:
    colours = {"green": _names(turn.highlights), "brown": _names(turn.highlights2 or Highlights())}
    tellable: Row = {
        "highlights": {pen: names for pen, names in colours.items() if names},
        "feedback": turn.feedback,
        "missing": list(noted.missing),
        "proposals": {each.origin: each.text for each in noted.proposals},
    }
    beside = noted.model_dump(
        mode="json", include={"picture", "strokes", "read", "failed", "taken", "seconds"}, exclude_defaults=True
    )
    if noted.proposals:
        beside |= {"shown": [each.origin for each in noted.proposals], "distances": noted.distances(turn.utterance)}
    if turn.record is not None:
        beside["record"] = turn.record.model_dump(mode="json", exclude_defaults=True)
    return {
        "role": "teacher",
        "act": turn.act,
        "subact": turn.subact,
        **{name: value for name, value in tellable.items() if name in told or (value and value != "none")},
        "utterance": turn.utterance,
        **_time(turn),
        **_filled({"image": noted.image, "chosen": noted.chosen}),
        **_annotation(beside),
        **noted.extra,
    }


def _names(highlights: Highlights) -> Row:
    return highlights.model_dump(mode="json", exclude_defaults=True)


def _time(turn: TutorTurn | StudentTurn) -> Row:
    return {} if turn.at is None else {"at": turn.at.isoformat()}


def _filled(fields: Row) -> Row:
    return {name: value for name, value in fields.items() if value is not None}


def _annotation(beside: Row) -> Row:
    return {_BESIDE: beside} if beside else {}
