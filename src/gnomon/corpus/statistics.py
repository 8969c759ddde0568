"""What is in a corpus of dialogues (GeoDial 4, appendices B and F).

Everything is counted over the dialogues that tell it. A field that a dialogue does not tell is in no figure: `None` is a figure
that nothing tells, `Statistics.recorded` says of each field how many dialogues have it. Formulas that the paper's text has lost
are those of `gnomon.metrics` (quarter of a dialogue, written from scratch).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from statistics import fmean, median
from typing import NamedTuple, get_args

from gnomon.algebra import ElementNameError, split_points
from gnomon.corpus.entries import Entry
from gnomon.datasets import GeoDialTurnNotes
from gnomon.dialogue import Feedback, Outcome, Subact, TutorTurn
from gnomon.figure import Highlights, LabelKind, mark_name
from gnomon.metrics import quarter, written_from_scratch

CUSTOM = "custom"
"""What a turn names as its proposer when no proposal was taken."""
REVERSED_QUESTIONS = frozenset({"Q2", "Q4"})
"""Of the debrief: they were asked from high to low, and are turned round so that higher is better everywhere (GeoDial 4.2.1)."""
TEXT_OR_REST = "text or rest"
"""A label of a diagram without a figure that is neither a point nor a mark."""
RATINGS = range(1, 6)
"""Of the debrief: a Likert scale of five points."""
_UNNAMED = ""


class Lengths(NamedTuple):
    """How long the dialogues are, in whatever is counted."""

    mean: float
    median: float
    least: int
    most: int
    counts: Mapping[int, int]
    """Dialogues by length."""

    @classmethod
    def of(cls, lengths: Sequence[int]) -> Lengths | None:
        """Return None of no dialogue."""
        if not lengths:
            return None
        return cls(fmean(lengths), float(median(lengths)), min(lengths), max(lengths), dict(sorted(Counter(lengths).items())))


@dataclass(frozen=True, slots=True)
class Share:
    """A part of a whole."""

    count: int
    of: int

    @property
    def value(self) -> float | None:
        """From 0 to 1; None of nothing."""
        return self.count / self.of if self.of else None


class Ratings(NamedTuple):
    """Answers to one question of the debrief, from 1 to 5; higher is better."""

    mean: float
    median: float
    counts: Mapping[int, int]
    """Answers by rating, all five."""


class _Said(NamedTuple):
    """A tutor turn in its dialogue."""

    entry: Entry
    place: int
    """From 0, among the tutor's turns."""
    turn: TutorTurn
    note: GeoDialTurnNotes | None

    @property
    def proposer(self) -> str | None:
        """Whose proposal was taken; `CUSTOM` where none was, None where that is not told."""
        chosen = self.note.chosen if self.note else None
        return CUSTOM if chosen is not None and chosen.strip().lower() == CUSTOM else chosen

    @property
    def proposals(self) -> tuple[str, ...]:
        """What had been proposed, as far as it is told."""
        return tuple(self.note.proposals.values()) if self.note else ()


@dataclass(frozen=True)
class Statistics:
    """Figures of a corpus, each computed when it is asked for."""

    entries: Sequence[Entry] = field(repr=False)

    # size

    @property
    def dialogues(self) -> int:
        """How many dialogues."""
        return len(self.entries)

    @property
    def problems(self) -> int:
        """How many problems they are about."""
        return len({entry.problem_id for entry in self.entries})

    @property
    def batches(self) -> int | None:
        """How many batches are named; None where no dialogue names one."""
        return len({entry.batch for entry in self.entries} - {None}) or None

    @property
    def teachers(self) -> int | None:
        """How many teachers, or tutors, are named; None where no dialogue names one."""
        return len({entry.teacher for entry in self.entries} - {_UNNAMED}) or None

    @property
    def student_messages(self) -> int:
        """How many messages of students."""
        return sum(len(entry.dialogue.student_turns()) for entry in self.entries)

    @property
    def utterances(self) -> int:
        """How many utterances of the tutor."""
        return len(self._said)

    def recorded(self) -> dict[str, Share]:
        """Return in how many dialogues each field is told that may be missing."""
        tells: Mapping[str, Callable[[Entry], bool]] = {
            "batch": lambda entry: entry.batch is not None,
            "teacher or tutor": lambda entry: entry.teacher != _UNNAMED,
            "outcome": lambda entry: entry.dialogue.outcome is not None,
            "highlights": lambda entry: "highlights" in entry.told,
            "points not printed": lambda entry: "missing" in entry.told,
            "feedback": lambda entry: "feedback" in entry.told,
            "proposals": lambda entry: "proposals" in entry.told,
            "proposal taken": lambda entry: "chosen" in entry.told,
            "debrief": lambda entry: bool(entry.debrief),
        }
        return {name: Share(sum(map(told, self.entries)), self.dialogues) for name, told in tells.items()}

    # lengths

    def tutor_utterances(self) -> Lengths | None:
        """Return how many utterances the tutor has in a dialogue."""
        return Lengths.of([len(entry.dialogue.tutor_turns()) for entry in self.entries])

    def highlighted_per_dialogue(self) -> Lengths | None:
        """Return how many highlighted diagrams a dialogue has, over those that tell highlights."""
        return Lengths.of([sum(map(_is_highlighted, entry.dialogue.tutor_turns())) for entry in self._telling("highlights")])

    def highlighted_utterances(self) -> Share:
        """Return how many of the tutor's utterances come with a highlighted diagram."""
        return Share(len(self._highlighted), len(self._saying("highlights")))

    # how dialogues end

    def outcomes(self) -> dict[Outcome, Share]:
        """Return how dialogues ended, over those that tell it."""
        told = Counter(entry.dialogue.outcome for entry in self.entries if entry.dialogue.outcome is not None)
        return {outcome: Share(told[outcome], told.total()) for outcome in get_args(Outcome)}

    # acts and feedback

    def subacts(self) -> dict[Subact, Share]:
        """Return how often each subact was taken."""
        return _subact_shares(self._said)

    def first_subacts(self) -> dict[Subact, Share]:
        """Return the subacts of the tutor's first utterances."""
        return _subact_shares(said for said in self._said if said.place == 0)

    def last_subacts(self) -> dict[Subact, Share]:
        """Return the subacts of the tutor's last utterances."""
        return _subact_shares(said for said in self._said if said.place == len(said.entry.dialogue.tutor_turns()) - 1)

    def feedback(self) -> dict[Feedback, Share]:
        """Return how often each kind of feedback was chosen, over all utterances of dialogues that tell it."""
        return _feedback_shares(self._saying("feedback"))

    def feedback_by_quarter(self) -> dict[int, dict[Feedback, Share]]:
        """Return feedback in each quarter of the dialogues; first utterances, which take none, are left out."""
        quarters: dict[int, list[_Said]] = {number: [] for number in range(1, 5)}
        for said in self._saying("feedback"):
            found = quarter(said.place + 1, len(said.entry.dialogue.tutor_turns()))
            if found is not None:
                quarters[found].append(said)
        return {number: _feedback_shares(part) for number, part in quarters.items()}

    # proposals

    def proposers(self) -> dict[str, Share]:
        """Return whose proposals were taken, `CUSTOM` last, over utterances that tell it; empty where none does."""
        taken = Counter(name for said in self._said if (name := said.proposer) is not None)
        names = sorted(taken, key=lambda name: (name == CUSTOM, -taken[name], name))
        return {name: Share(taken[name], taken.total()) for name in names}

    def from_scratch(self) -> Share:
        """Return how many utterances were written from scratch, of those taken from no proposal whose proposals are told."""
        own = [(said.turn.utterance, said.proposals) for said in self._said if said.proposer == CUSTOM and said.proposals]
        return Share(sum(written_from_scratch(*each).is_from_scratch is True for each in own), len(own))

    # debrief

    def debrief(self) -> dict[str, Ratings]:
        """Return the ratings of each question that was answered, in the order of their names, all with higher as better.

        An answer that is none from 1 to 5 is left out, and counted by `answers_off_scale`.
        """
        answers: dict[str, list[int]] = {}
        for question, answer in self._answers():
            if answer in RATINGS:
                answers.setdefault(question, []).append(RATINGS[-answer] if question in REVERSED_QUESTIONS else answer)
        return {question: _ratings(found) for question, found in sorted(answers.items())}

    def answers_off_scale(self) -> int:
        """Count answers of the debrief that are none from 1 to 5."""
        return sum(answer not in RATINGS for _, answer in self._answers())

    # highlights

    def with_brown(self) -> Share:
        """Return how many highlighted diagrams have something in brown."""
        return self._of_highlighted(lambda said: bool(said.turn.highlights2))

    def brown_alone(self) -> Share:
        """Return how many highlighted diagrams have brown without green, against the instructions."""
        return self._of_highlighted(lambda said: bool(said.turn.highlights2) and not said.turn.highlights)

    def with_missing_points(self) -> Share | None:
        """Return how many highlighted diagrams use points whose names are not printed; None where no dialogue tells any."""
        if not any("missing" in entry.told for entry in self.entries):
            return None
        return self._of_highlighted(lambda said: bool(said.note and said.note.missing))

    def diagrams_by_category(self) -> dict[str, Share]:
        """Return how many highlighted diagrams have lines, angles, arcs and labels; one may have several."""
        found = Counter(kind for said in self._highlighted for kind in _categories() if _names(said.turn, kind))
        return {kind: Share(found[kind], len(self._highlighted)) for kind in _categories()}

    def elements_by_category(self) -> dict[str, Share]:
        """Return how many elements were highlighted of each category; one in both colours counts twice."""
        counts = {kind: sum(len(_names(said.turn, kind)) for said in self._highlighted) for kind in _categories()}
        return {kind: Share(count, sum(counts.values())) for kind, count in counts.items()}

    def label_types(self) -> dict[str, Share]:
        """Return what highlighted labels are, over all labels: each `LabelKind`, and `TEXT_OR_REST`.

        Only a figure tells printed texts from what is neither; of a diagram that is a picture alone, a point and a mark are
        told by their names.
        """
        found = Counter(_label_kind(said.entry, name) for said in self._highlighted for name in _names(said.turn, "labels"))
        return {kind: Share(found[kind], found.total()) for kind in (*get_args(LabelKind), TEXT_OR_REST)}

    # parts of the corpus

    @cached_property
    def _said(self) -> tuple[_Said, ...]:
        return tuple(said for entry in self.entries for said in _turns(entry))

    @cached_property
    def _highlighted(self) -> tuple[_Said, ...]:
        return tuple(said for said in self._saying("highlights") if _is_highlighted(said.turn))

    def _telling(self, name: str) -> list[Entry]:
        return [entry for entry in self.entries if name in entry.told]

    def _saying(self, name: str) -> list[_Said]:
        return [said for said in self._said if name in said.entry.told]

    def _of_highlighted(self, is_so: Callable[[_Said], bool]) -> Share:
        return Share(sum(map(is_so, self._highlighted)), len(self._highlighted))

    def _answers(self) -> Iterator[tuple[str, int]]:
        return (answer for entry in self.entries for answer in entry.debrief.items())


def _turns(entry: Entry) -> Iterator[_Said]:
    turns = entry.dialogue.tutor_turns()
    notes: Sequence[GeoDialTurnNotes | None] = entry.notes or [None] * len(turns)
    for place, (turn, note) in enumerate(zip(turns, notes, strict=True)):
        yield _Said(entry, place, turn, note)


def _is_highlighted(turn: TutorTurn) -> bool:
    return bool(turn.highlights or turn.highlights2)


def _categories() -> Iterable[str]:
    return Highlights.model_fields


def _names(turn: TutorTurn, category: str) -> tuple[str, ...]:
    """Return what both colours name of a category."""
    return tuple(name for colour in (turn.highlights, turn.highlights2) if colour for name in getattr(colour, category))


def _subact_shares(said: Iterable[_Said]) -> dict[Subact, Share]:
    taken = Counter(each.turn.subact for each in said)
    return {subact: Share(taken[subact], taken.total()) for subact in get_args(Subact)}


def _feedback_shares(said: Iterable[_Said]) -> dict[Feedback, Share]:
    chosen = Counter(each.turn.feedback for each in said)
    return {kind: Share(chosen[kind], chosen.total()) for kind in get_args(Feedback)}


def _ratings(answers: Sequence[int]) -> Ratings:
    counts = Counter(answers)
    return Ratings(fmean(answers), float(median(answers)), {rating: counts[rating] for rating in RATINGS})


def _label_kind(entry: Entry, name: str) -> str:
    figure = entry.question.figure if entry.question else None
    if figure is not None:
        return figure.label_kind(name)
    mark = mark_name(name)
    if mark is not None and mark.kind != "right":
        return mark.kind
    return "point" if _is_point(name) else TEXT_OR_REST


def _is_point(name: str) -> bool:
    """Whether a label is one capital letter with its digits and primes; a small one is a printed letter, such as x."""
    try:
        return name[:1].isupper() and len(split_points(name)) == 1
    except ElementNameError:
        return False
