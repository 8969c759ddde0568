"""What is read of a learner's messages, the same of people and of those who play them.

By the reader of messages, of any problem: length, kinds of message, whether it says the same again, gives up, holds a number,
and whether the calculations written in it come out. By the engine, where the problem is formal and solved: the verdict, the
kind of each error, when the right answer was given. What the reader does not understand counts as ``unread``, not as nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

from gnomon.benchmark.arena.scan.leaks import is_same
from gnomon.benchmark.arena.scan.values import read_value
from gnomon.benchmark.arena.validation.logs import Log
from gnomon.tutor import Judged, Judgement, Message, Truth, read_message, reader_of
from gnomon.tutor.message.moves import Kind

MessageKind = Literal["claim", "plan", "guess", "question", "plea", "loss", "agreement", "elsewhere", "unread"]
ErrorKind = Literal["idea", "slip", "unexplained"]
KINDS: tuple[MessageKind, ...] = ("claim", "plan", "guess", "question", "plea", "loss", "agreement", "elsewhere", "unread")
ERRORS: tuple[ErrorKind, ...] = ("idea", "slip", "unexplained")
_KIND_OF: dict[Kind, MessageKind] = {
    **dict.fromkeys((Kind.VALUE, Kind.EQUATION, Kind.RELATION, Kind.THEOREM, Kind.WORKING, Kind.DENIAL), "claim"),
    Kind.PLAN: "plan",
    Kind.GUESS: "guess",
    **dict.fromkeys((Kind.DOUBT, Kind.ASKS_MEANING, Kind.ASKS_WHAT_TO_DO), "question"),
    **dict.fromkeys((Kind.ASKS_ANSWER, Kind.AUTHORITY, Kind.INJECTION), "plea"),
    **dict.fromkeys((Kind.NOT_KNOWING, Kind.FEELING), "loss"),
    **dict.fromkeys((Kind.ACKNOWLEDGEMENT, Kind.GREETING), "agreement"),
    **dict.fromkeys((Kind.OFF_TOPIC, Kind.OTHER_LANGUAGE), "elsewhere"),
    **dict.fromkeys((Kind.UNREAD, Kind.EMPTY, Kind.TOO_LONG), "unread"),
}
_GIVES_UP = re.compile(
    r"\b(?:giv(?:e|ing) up|i quit|forget it|im done|i'm done|cant be bothered|can't be bothered|whatever|idc|i dont care"
    r"|i don't care|geb(?:e)? auf|keine lust|egal)\b"
)
_CALCULATION = re.compile(r"((?:[\d.,()%$£€\s]|[+*/×·÷−–-]|\bx\b)*\d)\s*=\s*[$£€]?\s*(\d[\d,]*(?:\.\d+)?)", re.IGNORECASE)
_OPERATOR = re.compile(r"\d[\s)%]*[+*/×·÷−–x-][\s($£€]*\d", re.IGNORECASE)
_SIGNS = str.maketrans({"x": "×", "X": "×", "$": " ", "£": " ", "€": " ", "−": "-", "–": "-"})
_THOUSANDS = re.compile(r"(?<=\d),(?=\d{3}(?!\d))")


class MessageMarks(NamedTuple):
    """What is read of one message."""

    words: int
    kinds: frozenset[MessageKind]
    main: MessageKind
    """Of its first move."""
    repeats: bool
    """Whether it says what the learner has said before: the same words, or the same claims."""
    gives_up: bool
    has_number: bool
    sums: tuple[bool, ...]
    """Of each calculation written with its result, whether it comes out."""
    verdict: str | None
    """The engine's; None where the problem is not formal."""
    errors: tuple[ErrorKind, ...]
    """Of each claim that the engine finds wrong: a wrong idea that would say the same, a slip, or neither."""


class LogMarks(NamedTuple):
    """What is read of one conversation."""

    id: str
    messages: tuple[MessageMarks, ...]
    is_solved: bool | None
    """None where nobody can tell."""
    solved_at: int | None
    """Number of the first message with the right answer, from 1, of dialogues that end with it; None where nobody can tell."""


def marks_of(log: Log) -> LogMarks:
    """Read the learner's messages of a conversation."""
    texts = [turn.utterance for turn in log.dialogue.student_turns()]
    reader = reader_of(log.problem, log.solution) if log.solution is not None else None
    if reader is None:
        messages = [read_message(text, log.problem) for text in texts]
        marks = [_marks(message, None, messages[:place]) for place, message in enumerate(messages)]
        return LogMarks(log.id, tuple(marks), log.is_solved, None)
    diagnosis = reader.diagnose(log.dialogue)
    judged = [exchange.judged for exchange in diagnosis.exchanges]
    messages = [each.message for each in judged]
    marks = [_marks(each.message, each, messages[:place]) for place, each in enumerate(judged)]
    solved_at = next((number for number, each in enumerate(judged, 1) if each.solved), None)
    return LogMarks(log.id, tuple(marks), diagnosis.is_solved, solved_at if diagnosis.is_solved else None)


def _marks(message: Message, judged: Judged | None, before: Sequence[Message]) -> MessageMarks:
    kinds = [_KIND_OF[move.kind] for move in message.moves]
    claims = [claim.said for claim in message.claims]
    is_again = any(_plain(each.text) == _plain(message.text) for each in before)
    is_claimed_again = bool(claims) and any([claim.said for claim in each.claims] == claims for each in before)
    wrong = [each for each in judged.judgements if each.truth is Truth.WRONG] if judged is not None else []
    return MessageMarks(
        words=len(message.text.split()),
        kinds=frozenset(kinds),
        main=kinds[0],
        repeats=is_again or is_claimed_again,
        gives_up=_GIVES_UP.search(message.text.lower().replace("’", "'")) is not None,
        has_number=any(map(str.isdigit, message.text)),
        sums=tuple(calculations_in(message.text)),
        verdict=None if judged is None else judged.verdict,
        errors=tuple(map(_error_kind, wrong)),
    )


def calculations_in(text: str) -> Iterator[bool]:
    """Yield for each calculation that a text writes with its result whether it comes out, within the scan's rounding.

    >>> list(calculations_in("12 - 3 = 9. So 12 × $1.50 = $19, and x = 4"))
    [True, False]
    """
    for match in _CALCULATION.finditer(text):
        left, right = (_THOUSANDS.sub("", part) for part in match.groups())
        if not _OPERATOR.search(left):
            continue
        value = read_value(left.translate(_SIGNS).strip(" .,"))
        if value is not None:
            yield is_same(value, float(right.replace(",", "")))


def _error_kind(judgement: Judgement) -> ErrorKind:
    idea = judgement.misconception
    return "unexplained" if idea is None else "slip" if idea.is_slip else "idea"


def _plain(text: str) -> str:
    return " ".join(re.findall(r"\w+", text.lower()))
