"""GeoDial: dialogues of human teachers with simulated students about a diagram (GeoDial 2, 3.3, appendices B, D, H).

The data lie on Kaggle and were not to be had; the format read here follows the paper (``docs/datasets.md``). Recorded
turns are kept as written: the rules of the vocabulary that they break are noted, seven brown highlights without a green one
included. Not here: the post-processing of raw strokes (`gnomon.reading`) and of interleaved batches (`gnomon.corpus`).
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from operator import attrgetter
from typing import Any, Literal, Protocol, TypeVar, get_args

from pydantic import BaseModel, ConfigDict, Field

from gnomon.datasets.fields import Fields, RowError
from gnomon.datasets.geodial_table import is_record, row_of_record
from gnomon.datasets.loaded import DatasetItem, Loaded
from gnomon.datasets.rows import Source, load_rows
from gnomon.dialogue import (
    Act,
    Dialogue,
    Feedback,
    Outcome,
    StudentTurn,
    Subact,
    TutorTurn,
    act_of,
    dialogue_violations,
    resolve_subact,
)
from gnomon.figure import Figure, Highlights
from gnomon.problem import Question

GeoDialSplit = Literal["train", "validation", "test"]


class GeoDialTurnNotes(BaseModel):
    """What the data set tells about a tutor turn beside the turn itself."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    missing: tuple[str, ...] = ()
    """Highlighted points whose names are not printed in the diagram (appendix B)."""
    image: str | None = None
    """Path of the diagram with the highlights drawn."""
    proposals: dict[str, str] = Field(default_factory=dict)
    """The utterances that were proposed to the teacher, by model."""
    chosen: str | None = None
    """Model whose proposal was taken, or ``custom``; None when not recorded."""
    extra: dict[str, Any] = Field(default_factory=dict)


class GeoDialItem(DatasetItem):
    """One dialogue with its problem."""

    split: GeoDialSplit | None = None
    """None when the data name no split: see `split_by_problem`."""
    problem_id: str
    question: Question
    """What the student sees: text, diagram (``images``, and ``figure`` where known), choices."""
    answer: str | None = None
    """The official answer, as written."""
    correct_solution: str = ""
    dialogue: Dialogue
    """The turns; the student's own solution is its ``attempt``, how it ended its ``outcome``."""
    turn_notes: tuple[GeoDialTurnNotes, ...] = ()
    """One for each tutor turn, in order."""
    batch: str | None = None
    """Of the dialogues that one annotator held in one go; None where the data name none."""
    teacher: str = ""
    """Code of the annotator."""
    debrief: dict[str, int] = Field(default_factory=dict)
    """Answers 1 to 5 to Q1 to Q4 as given; Q2 and Q4 run from high to low (GeoDial 4.2.1)."""

    @property
    def student_solution(self) -> str:
        """The wrong solution that the student came with."""
        return self.dialogue.attempt

    def contexts(self) -> tuple[tuple[Dialogue, TutorTurn], ...]:
        """Return, for each tutor turn, the dialogue before it and the turn: the data points of GeoDial 5.1."""
        turns = self.dialogue.turns
        return tuple(
            (self.dialogue.model_copy(update={"turns": turns[:place], "outcome": None}), turn)
            for place, turn in enumerate(turns)
            if isinstance(turn, TutorTurn)
        )


class AboutProblem(Protocol):
    """Whatever tells which problem it is about, such as `GeoDialItem`."""

    @property
    def problem_id(self) -> str:
        """Id of the problem."""
        ...


AboutT = TypeVar("AboutT", bound=AboutProblem)
_SPLITS: Mapping[str, GeoDialSplit] = {
    "train": "train", "training": "train",
    "validation": "validation", "valid": "validation", "val": "validation", "dev": "validation",
    "test": "test", "testing": "test",
}  # fmt: skip
_OUTCOMES: Mapping[str, Outcome] = {
    "solved_untold": "solved_untold", "solved without revealing": "solved_untold",
    "solved_told": "solved_told", "solved with much revealing": "solved_told",
    "not_solved": "not_solved", "not solved": "not_solved",
}  # fmt: skip
_FEEDBACK: Mapping[str, Feedback] = {
    "": "none", "none": "none", "neutral": "none",
    "positive": "positive",
    "negative": "negative",
}  # fmt: skip
_PLAIN_ACTS: Mapping[str, Act] = {act.lower(): act for act in get_args(Act)}


def load_geodial(path: Source) -> Loaded[GeoDialItem]:
    """Read GeoDial's dialogues; the format is in ``docs/datasets.md``.

    Broken rules of the vocabulary are noted by their names in ``acts.yaml``; names read by an alias, consecutive turns of one
    side, brown highlights alone (``brown_without_green``) and a problem in two splits (``problem_in_two_splits``) are noted
    too. A row is bad when a tutor turn has no known subact.

    Args:
        path: a JSONL or JSON file, a folder of such files, or what ``gnomon corpus export --to hf`` wrote; a file named
            ``train``, ``validation`` or ``test`` gives its rows that split.

    Raises:
        WrongFileError: when no row is such a dialogue.
    """
    split_of: dict[str, GeoDialSplit] = {}
    return load_rows(
        path, lambda row: read_geodial_row(row, split_of), 'GeoDial dialogues {"problem", "student_solution", "turns"}'
    )


def split_by_problem(
    items: Iterable[AboutT],
    shares: Sequence[float] = (0.8, 0.1, 0.1),
    seed: int = 0,
    *,
    group_of: Callable[[AboutT], str] = attrgetter("problem_id"),
) -> dict[GeoDialSplit, tuple[AboutT, ...]]:
    """Part dialogues into training, validation and test so that no problem is in two of them (ours; GeoDial names no rule).

    Args:
        items: the dialogues, in any order; a split they name is passed over.
        shares: of the problems, for the three splits; they sum to 1.
        seed: of the order in which the problems are dealt out.
        group_of: what stays together in one split; the problem unless something wider is named, such as all problems of a figure.

    Returns:
        The dialogues of each split in the order given. The shares are met to within one problem (or group).

    Raises:
        ValueError: for shares that are not three numbers from 0 to 1 with the sum 1.
    """
    if len(shares) != 3 or min(shares) < 0 or abs(sum(shares) - 1) > 1e-9:  # float noise: .7 + .2 + .1 is not 1
        raise ValueError(f"expected three shares with the sum 1, got {tuple(shares)!r}")
    dialogues = list(items)
    problems = sorted(set(map(group_of, dialogues)))
    random.Random(seed).shuffle(problems)
    ends = [round(len(problems) * sum(shares[: place + 1])) for place in range(3)]
    parts = (set(problems[: ends[0]]), set(problems[ends[0] : ends[1]]), set(problems[ends[1] :]))
    return {
        split: tuple(item for item in dialogues if group_of(item) in part)
        for split, part in zip(get_args(GeoDialSplit), parts, strict=True)
    }


def read_geodial_row(row: Fields, split_of: dict[str, GeoDialSplit]) -> GeoDialItem:
    """Read one row, as `load_geodial` does.

    Args:
        row: what is written.
        split_of: splits of the problems seen before; the row's own is added.

    Raises:
        RowError: for a row that is no such dialogue.
    """
    row = _row_of_table(row)
    problem = row.inner("problem")
    problem_id = problem.text("id")
    question = _question(problem)
    turns = [_turn(each) for each in row.inner_rows("turns", "dialog", "conversation")]
    dialogue = Dialogue(
        problem=problem_id,
        attempt=row.text("student_solution", default=""),
        turns=tuple(turn for turn, _ in turns),
        outcome=_outcome(row),
    )
    _note_what_is_odd(dialogue, question.figure, row)
    return GeoDialItem(
        id=row.row_id("id"),
        split=_split(row, problem_id, split_of),
        problem_id=problem_id,
        question=question,
        answer=problem.optional_text("answer"),
        correct_solution=problem.text("solution", default=""),
        dialogue=dialogue,
        turn_notes=tuple(notes for _, notes in turns if notes is not None),
        batch=row.optional_text("batch"),
        teacher=row.text("teacher", "annotator", default=""),
        debrief=_debrief(row.inner("debrief", required=False)),
        extra=row.rest() | ({"problem": more} if (more := problem.rest()) else {}),
    )


def _row_of_table(row: Fields) -> Fields:
    """Return the row of a record of our own tables; any other as it is."""
    if not is_record(row.data):
        return row
    try:
        return replace(row, data=row_of_record(row.data))
    except (KeyError, TypeError, AttributeError, ValueError) as error:
        raise RowError(f"expected a record as `gnomon corpus export --to hf` writes it, got another ({error!r:.60})") from error


def _question(problem: Fields) -> Question:
    figure = problem.any("figure")
    return Question(
        text=problem.text("text", "question"),
        figure=None if figure is None else Figure.model_validate(figure),
        images=problem.pictures("images", "image"),
        choices=problem.texts("choices"),
    )


def _turn(row: Fields) -> tuple[TutorTurn | StudentTurn, GeoDialTurnNotes | None]:
    role = row.text("role", "speaker").strip().lower()
    if role == "student":
        return StudentTurn(utterance=row.text("utterance", "text"), at=_time(row)), None
    if role not in {"teacher", "tutor"}:
        raise row.error("'teacher' or 'student'", ("role",), role)
    subact = _subact(row)
    green, brown, missing = _highlights(row)
    turn = TutorTurn(
        act=_act(row, subact),
        subact=subact,
        highlights=green,
        highlights2=brown or None,
        feedback=_feedback(row),
        utterance=row.text("utterance", "text"),
        at=_time(row),
    )
    proposals = row.inner("proposals", required=False)
    notes = GeoDialTurnNotes(
        missing=(*missing, *row.texts("missing")),
        image=row.picture("image", "highlighted_image"),
        proposals={model: proposals.text(model) for model in proposals.data},
        chosen=row.optional_text("chosen", "proposer"),
        extra=row.rest(),
    )
    return turn, notes


def _time(row: Fields) -> datetime | None:
    written = row.optional_text("at")
    try:
        found = None if written is None else datetime.fromisoformat(written)
    except ValueError:
        found = None
    if written is not None and (found is None or found.tzinfo is None):
        row.note("time_unread", f"{written!r} is no time with a time zone, such as 2026-01-31T09:30:00Z")
        return None
    return found


def _subact(row: Fields) -> Subact:
    written = row.text("subact")
    name = written.rpartition(":")[2].strip()  # the paper writes "Probing: SelfCorrect" too
    found = resolve_subact(name) or resolve_subact(name.replace(" ", "").replace("_", ""))
    if found is None:
        raise row.error("a subact of the vocabulary", ("subact",), written)
    if found != written:
        row.note("subact_alias", f"read {written!r} as {found}")
    return found


def _act(row: Fields, subact: Subact) -> Act:
    written = row.optional_text("act")
    if written is None:
        row.note("act_from_subact", f"no act is written; {subact} belongs to {act_of(subact)}")
        return act_of(subact)
    found = _PLAIN_ACTS.get(written.replace(" ", "").replace("_", "").lower())
    if found is None:
        raise row.error("an act of the vocabulary", ("act",), written)
    return found


def _feedback(row: Fields) -> Feedback:
    written = row.text("feedback", default="")
    found = _FEEDBACK.get(written.strip().lower())
    if found is None:
        raise row.error("'positive', 'negative' or 'none'", ("feedback",), written)
    return found


def _highlights(row: Fields) -> tuple[Highlights, Highlights, tuple[str, ...]]:
    """Return green, brown and the points marked as missing."""
    both = row.inner("highlights", required=False)
    coloured = "green" in both.data or "brown" in both.data
    green = both.inner("green", required=False) if coloured else both
    brown = both.inner("brown", required=False) if coloured else row.inner("highlights2", required=False)
    missing = (*(both.texts("missing") if coloured else ()), *green.texts("missing"), *brown.texts("missing"))
    return _one_colour(green), _one_colour(brown), missing


def _one_colour(row: Fields) -> Highlights:
    names = {kind: row.texts(kind) for kind in Highlights.model_fields}
    row.any("missing", "green", "brown")
    if row.rest():
        row.note("highlight_kind_unknown", f"left out {', '.join(row.rest())}")
    return Highlights(**names)


def _outcome(row: Fields) -> Outcome | None:
    written = row.optional_text("outcome")
    found = _OUTCOMES.get((written or "").strip().lower())
    if written and found is None:
        row.note("outcome_unknown", f"{written!r} is none of {', '.join(_OUTCOMES)}")
    return found


def _split(row: Fields, problem_id: str, split_of: dict[str, GeoDialSplit]) -> GeoDialSplit | None:
    written = row.optional_text("split")
    split = _SPLITS.get((row.stem if written is None else written).strip().lower())
    if written and split is None:
        row.note("split_unknown", f"{written!r} is none of {', '.join(_SPLITS)}")
    if split and split_of.setdefault(problem_id, split) != split:
        row.note("problem_in_two_splits", f"{problem_id!r} is in {split_of[problem_id]} and in {split}")
    return split


def _debrief(row: Fields) -> dict[str, int]:
    return {question.upper(): row.integer(question) for question in row.data}


def _note_what_is_odd(dialogue: Dialogue, figure: Figure | None, row: Fields) -> None:
    for index, found in dialogue_violations(dialogue, figure):
        row.note(found.rule, f"tutor turn {index}: {found.message}")
    for index, turn in enumerate(dialogue.tutor_turns()):
        if turn.highlights2 and not turn.highlights:
            row.note("brown_without_green", f"tutor turn {index}: kept as brown alone")
    roles = [turn.role for turn in dialogue.turns]
    for index, (before, after) in enumerate(itertools.pairwise(roles), 1):
        if before == after:
            row.note("consecutive_turns", f"turn {index} is the {after}'s again")
    if not dialogue.turns:
        raise row.error("at least one turn", ("turns",), None)
