"""What a learner's lines show: right or wrong, and the wrong idea behind them, as the tutor's own reader finds it.

An idea belongs to the line with which it comes up: by a claim that it explains, or by the error that the reader blames from
this line on. Nothing is said of problems without a proof.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator
from typing import NamedTuple

from gnomon.dialogue import Dialogue, StudentTurn, TutorTurn
from gnomon.geometry import Misconception, Solution, solved
from gnomon.store import Kept
from gnomon.studio.studio import Studio
from gnomon.tutor import Diagnosis, Diagnostician, Error, Judged, Judgement, Truth, reader_of

_MOST = 4096
"""Readings kept: a school's year; one is small and takes some milliseconds to make anew."""
_AS_CALCULATION = "right as a calculation"
"""Of a line whose numbers are right and whose idea is not."""
_VERDICTS = {"right": "right", "rounded": "right, rounded", "wrong": "wrong", "mixed": "partly right", "none": ""}


class LineRead(NamedTuple):
    """A line of a learner."""

    number: int | None
    """Of its turn; None: in the attempt."""
    text: str
    verdict: str
    """As the tutor's reader gives it (`gnomon.tutor.Judged`)."""
    ideas: tuple[Misconception, ...]

    @property
    def in_words(self) -> str:
        """The verdict, as teachers read it; empty where nothing can be said."""
        return _AS_CALCULATION if self.ideas and self.is_right else _VERDICTS[self.verdict]

    @property
    def is_right(self) -> bool:
        """Whether all that it claims holds."""
        return self.verdict in {"right", "rounded"}


class Reading(NamedTuple):
    """A dialogue, read line by line."""

    attempt: tuple[LineRead, ...] = ()
    turns: tuple[LineRead, ...] = ()
    """Of the learner only."""
    is_read: bool = True
    """False where there is no proof to read by."""

    @property
    def lines(self) -> tuple[LineRead, ...]:
        """All lines, in order."""
        return (*self.attempt, *self.turns)


_KEPT: OrderedDict[str, tuple[int, Reading]] = OrderedDict()
"""By conversation, with the number of its turns."""


def is_read(kept: Kept) -> bool:
    """Say whether a conversation was read as it stands."""
    known = _KEPT.get(kept.row.id)
    return known is not None and known[0] == len(kept.turns)


async def reading_of(studio: Studio, kept: Kept) -> Reading:
    """Return what the lines of a conversation show, kept as long as nothing more is said."""
    if is_read(kept):
        return _KEPT[kept.row.id][1]
    problem = await studio.problem(kept.row.problem)
    solution = await solved(problem) if problem else None
    reading = await studio.tutors.do(_read(kept.dialogue(), solution)) if solution else Reading(is_read=False)
    _KEPT[kept.row.id] = len(kept.turns), reading
    if len(_KEPT) > _MOST:
        _KEPT.popitem(last=False)
    return reading


async def _read(dialogue: Dialogue, solution: Solution) -> Reading:
    reader = reader_of(solution.problem, solution)
    if reader is None:
        return Reading(is_read=False)
    return Reading(tuple(_attempt_lines(reader, dialogue)), tuple(_turn_lines(reader, dialogue)))


def _attempt_lines(reader: Diagnostician, dialogue: Dialogue) -> Iterator[LineRead]:
    lines = dialogue.attempt.splitlines()
    before: Error | None = None
    for count, line in enumerate(lines, 1):
        if not line.strip():
            continue
        error = reader.diagnose(Dialogue(problem=dialogue.problem, attempt="\n".join(lines[:count]))).error
        judged = reader.read(line, None, is_written_work=True)
        yield LineRead(None, line, judged.verdict, _ideas(judged, before, error))
        before = error


def _turn_lines(reader: Diagnostician, dialogue: Dialogue) -> Iterator[LineRead]:
    def up_to(count: int) -> Diagnosis:
        return reader.diagnose(dialogue.model_copy(update={"turns": dialogue.turns[:count]}))

    before = up_to(0).error
    for number, turn in enumerate(dialogue.turns):
        if not isinstance(turn, StudentTurn):
            continue
        # With the tutor's turn that answers it, which notes what a model heard in the line.
        is_answered = any(isinstance(each, TutorTurn) for each in dialogue.turns[number + 1 : number + 2])
        found = up_to(number + 1 + is_answered)
        if found.last is not None:
            yield LineRead(number, turn.utterance, found.last.verdict, _ideas(found.last, before, found.error))
        before = found.error


def _ideas(judged: Judged, before: Error | None, error: Error | None) -> tuple[Misconception, ...]:
    """Return the ideas of a line, each once: of its wrong claims, and of the error that was not blamed before it."""
    found = [each.misconception for each in judged.judgements if each.truth is Truth.WRONG or _is_idle(each)]
    if error is not None and (before is None or error.misconception != before.misconception):
        found.append(error.misconception)
    return tuple({idea.id: idea for idea in found if idea is not None}.values())


def _is_idle(judgement: Judgement) -> bool:
    """Whether it is a right sum that leads nowhere, where an idea would write it: 360 − 52 − 71 = 237."""
    return judgement.way == "none" and judgement.misconception is not None and not judgement.misconception.is_slip
