"""Whether a turn takes up what was said: the learner's last message against the answer to it, from words and the engine alone.

A message may **offer** something to take up:

=============  =====================================================================================================
number         a value in it, or one that a calculation in it comes to
part           a part of the figure or an unknown that it names or claims something of (``WP``, ``x``)
theorem        a theorem that it names
word           a word of four letters or more that is neither common (``relevance.yaml``) nor in the problem's text
verdict        claims that the engine finds right, rounded or wrong, all of them
question       what a word means, where something is, what to do, whether something is so, or the answer
unease         not knowing, or a feeling
=============  =====================================================================================================

The turn **takes it up** where at least one of these is answered in its words: the same number (within the scan's rounding), the
same part, theorem or word; the verdict of the engine; of a question the word in a statement, a part of the figure, something to
do, a verdict or that the answer is withheld; of unease a word of comfort. Acknowledging a false claim as right takes it up too:
that is false praise, and counted there. What the turn highlights, and the tutor's own notes, are not looked at: a transcript of
any product is read the same way. A message that offers nothing ("ok", signs, another language) is left out.

**Chance.** The same turn is set against every other message of the same learner in the dialogue that offers something; the mean
of that is what the turn takes up by chance, for it speaks of the same problem, names the same parts, and blames where most is
wrong. ``relevance`` is taken up less taken up by chance, from -1 to 1. A tutor that says the same at every turn has exactly 0,
and one that does not listen has 0 on average, however well its turns fit the problem. A tutor that listens does not reach 1, for
learners say the same twice.

What is left out: how well the point is taken up, and what is answered only in the sense and with other words.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from functools import cache
from typing import Any, Literal, NamedTuple

from gnomon.algebra import split_points
from gnomon.benchmark.arena.scan.leaks import is_same
from gnomon.benchmark.arena.scan.values import stated
from gnomon.dialogue import sentences_of
from gnomon.packaged import packaged_yaml
from gnomon.problem import Letter, Problem, Quantity, unknowns
from gnomon.tutor import Message
from gnomon.tutor.message.moves import Kind, Move
from gnomon.tutor.message.statements import rules_named

Verdict = Literal["positive", "negative"]
Question = Literal["meaning", "place", "start", "whether", "answer"]
_NAME = re.compile(r"(?<!\w)[A-Z](?:['′]?[A-Z])+['′]?(?!\w)")
_WORD = re.compile(r"[^\W\d_]{4,}")
_STEM = 5
"""Letters by which two words are one: ``multiply`` and ``multiplied``, ``exterior`` and ``external``."""
_ASKS: dict[Kind, Question] = {
    Kind.ASKS_MEANING: "meaning",
    Kind.ASKS_WHAT_TO_DO: "start",
    Kind.ASKS_ANSWER: "answer",
    Kind.DOUBT: "whether",
}
_UNEASY = frozenset({Kind.NOT_KNOWING, Kind.FEELING})


class Offered(NamedTuple):
    """What a message offers to take up."""

    numbers: tuple[float, ...] = ()
    parts: frozenset[str] = frozenset()
    """Names of parts by their points in order of the alphabet, and unknowns."""
    theorems: frozenset[str] = frozenset()
    words: frozenset[str] = frozenset()
    """Stems."""
    verdict: Verdict | None = None
    """Of the engine."""
    questions: frozenset[Question] = frozenset()
    about: frozenset[str] = frozenset()
    """Stems of the words whose meaning is asked."""
    is_uneasy: bool = False

    @property
    def is_nothing(self) -> bool:
        """Whether there is nothing to take up."""
        return not any(self)


class Answered(NamedTuple):
    """What the words of a turn say."""

    numbers: tuple[float, ...] = ()
    parts: frozenset[str] = frozenset()
    theorems: frozenset[str] = frozenset()
    words: frozenset[str] = frozenset()
    stated: frozenset[str] = frozenset()
    """Stems of all words in sentences that are no question."""
    verdict: Verdict | None = None
    comforts: bool = False
    withholds: bool = False
    starts: bool = False


class Vocabulary(NamedTuple):
    """What a problem calls its parts, and which words are its own."""

    points: frozenset[str]
    letters: frozenset[str]
    own: frozenset[str]
    """Stems of the words of its text."""

    @classmethod
    def of(cls, problem: Problem) -> Vocabulary:
        """Return the vocabulary of a problem; without a figure it has no points."""
        figure, formal = problem.question.figure, problem.formal
        points = frozenset(figure.points if figure is not None else ())
        letters = frozenset(formal.letters if formal is not None else ()) - points
        return cls(points, letters, frozenset(map(_stem, _WORD.findall(problem.question.text))))


def offered(message: Message, verdict: Verdict | None, known: Vocabulary) -> Offered:
    """Return what a message offers.

    Args:
        message: as read.
        verdict: the engine's on its claims; None where it gives none, or both.
        known: of the problem.
    """
    text = message.text
    claimed = (claim for move in message.moves for claim in ([move.claim] if move.claim is not None else []))
    named = {_part(each) for claim in claimed for side in claim.sides for each in unknowns(side)} - {""}
    return Offered(
        numbers=tuple(found.value for found in stated(text) if not found.is_word),
        parts=_parts(text, known) | {name for name in named if name in known.letters or set(name) <= known.points},
        theorems=frozenset(message.rules),
        words=_content(text, known),
        verdict=verdict,
        questions=frozenset(_questions(message.moves, text)),
        about=frozenset(_stem(word) for move in message.moves for word in _WORD.findall(move.about)),
        is_uneasy=any(move.kind in _UNEASY for move in message.moves) or _phrases("uneasy").search(_plain(text)) is not None,
    )


def answered(text: str, verdict: Verdict | None, known: Vocabulary) -> Answered:
    """Return what a turn says.

    Args:
        text: its words.
        verdict: the one that feedback and words give; None for none, or both.
        known: of the problem.
    """
    plain = _plain(text)
    statements = " ".join(sentence for sentence in sentences_of(text) if not sentence.rstrip("”\"' ").endswith("?"))
    return Answered(
        numbers=tuple(found.value for found in stated(text) if not found.is_word),
        parts=_parts(text, known),
        theorems=frozenset(rules_named(plain)),
        words=_content(text, known),
        stated=frozenset(map(_stem, _WORD.findall(statements))),
        verdict=verdict,
        comforts=_phrases("comforts").search(plain) is not None,
        withholds=_phrases("withholds").search(plain) is not None,
        starts=_phrases("starts").search(plain) is not None,
    )


def taken_up(message: Offered, turn: Answered) -> tuple[str, ...]:
    """Return what of a message a turn takes up, by kind (see the module); empty where it passes over it."""
    found = {
        "number": any(is_same(one, other) for one in message.numbers for other in turn.numbers),
        "part": bool(message.parts & turn.parts),
        "theorem": bool(message.theorems & turn.theorems),
        "word": bool(message.words & turn.words),
        "verdict": message.verdict is not None and message.verdict == turn.verdict,
        "question": any(_is_answered(question, message, turn) for question in message.questions),
        "unease": message.is_uneasy and turn.comforts,
    }
    return tuple(name for name, holds in found.items() if holds)


def relevance_marks(pairs: Sequence[tuple[Offered, Answered]]) -> dict[str, float | None]:
    """Return the marks of a dialogue.

    Args:
        pairs: each message with the turn right after it.

    Returns:
        ``taken_up`` and ``taken_up_by_chance``, shares from 0 to 1 of the answers to messages that offer something, and
        ``relevance``, their difference. Chance and difference are None with fewer than two such messages, the share with none.
    """
    kept = [(said, turn) for said, turn in pairs if not said.is_nothing]
    if not kept:
        return {"taken_up": None, "taken_up_by_chance": None, "relevance": None}
    table = [[float(bool(taken_up(said, turn))) for said, _ in kept] for _, turn in kept]
    share = sum(row[place] for place, row in enumerate(table)) / len(kept)
    if len(kept) == 1:
        return {"taken_up": share, "taken_up_by_chance": None, "relevance": None}
    others = sum(sum(row) - row[place] for place, row in enumerate(table)) / (len(kept) * (len(kept) - 1))
    return {"taken_up": share, "taken_up_by_chance": others, "relevance": share - others}


def _is_answered(question: Question, message: Offered, turn: Answered) -> bool:
    match question:
        case "meaning":
            return bool(message.about & turn.stated)
        case "place":
            return bool(turn.parts)
        case "start":
            return turn.starts
        case "answer":
            return turn.withholds
        case "whether":
            return turn.withholds or (message.verdict is None and turn.verdict is not None)


def _questions(moves: Iterable[Move], text: str) -> Iterable[Question]:
    kinds = [_ASKS[move.kind] for move in moves if move.kind in _ASKS]
    yield from kinds
    if "meaning" not in kinds and text.rstrip().endswith("?") and _phrases("places").search(_plain(text)):
        yield "place"


def _part(named: Quantity | Letter) -> str:
    return "".join(sorted(named.points)) if isinstance(named, Quantity) else named.name


def _parts(text: str, known: Vocabulary) -> frozenset[str]:
    names = (split_points(match.group()) for match in _NAME.finditer(text))
    parts = {"".join(sorted(points)) for points in names if set(points) <= known.points}
    return frozenset(parts | {letter for letter in known.letters if re.search(rf"(?<![^\W\d_]){re.escape(letter)}(?!\w)", text)})


def _content(text: str, known: Vocabulary) -> frozenset[str]:
    words = (word.lower() for word in _WORD.findall(text) if not _is_name(word, known.points))
    return frozenset(stem for word in words if word not in _common() and (stem := _stem(word)) not in known.own)


def _is_name(word: str, points: Collection[str]) -> bool:
    return word.isupper() and set(word) <= set(points)


def _stem(word: str) -> str:
    return word.lower()[:_STEM]


def _plain(text: str) -> str:
    return text.lower().replace("’", "'")


@cache
def _table() -> dict[str, list[Any]]:
    table: dict[str, list[Any]] = packaged_yaml(__package__, "relevance.yaml")
    return table


@cache
def _common() -> frozenset[str]:
    return frozenset(map(str, _table()["common"]))


@cache
def _phrases(name: str) -> re.Pattern[str]:
    longest_first = sorted(map(str, _table()[name]), key=len, reverse=True)
    return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, longest_first))})(?!\w)")
