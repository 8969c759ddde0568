"""What the embedded judge sees of a reply: words with all that is particular to one problem taken out, and cues.

Content words and numbers are replaced by where they come from: the student's last message, the tutor's last turn, elsewhere in
the conversation, or nowhere. "You subtracted 15 from 24" and "You added 40 to 30" then say the same, that the reply takes up
what the student wrote, and a judge trained on a few hundred problems can carry that over to others.
"""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any, NamedTuple

from gnomon.datasets import parse_history
from gnomon.packaged import packaged_yaml

_TOKEN = re.compile(r"[a-z]+(?:'[a-z]+)?|\d+(?:\.\d+)?|[?!=+*/,;:.\-]")
_WORD = re.compile(r"[a-z]+(?:'[a-z]+)?|\d+(?:\.\d+)?")
_NUMBER = re.compile(r"\d+(?:\.\d+)?")
_GROUPING = re.compile(r"(?<=\d),(?=\d{3}\b)")
_SENTENCE_END = re.compile(r"(?<=[.!?;])\s+")
_CLAUSE_END = re.compile(r"[,;-]")
_RESULT = re.compile(r"=\s*\$?\s*(\d+(?:\.\d+)?)")
_STATED = re.compile(r"\b(?:is|get|be|equals|are|have|makes)\s+\$?\d")

_MOST_COUNTED = 3
"""Counts above say nothing more."""
_LONGEST_TERM = 3
"""Words in a row."""


class Token(NamedTuple):
    """One token of a reply."""

    symbol: str
    """A common word or sign as it stands; else ``<number:student>`` and the like, neighbours of one kind drawn together."""
    start: int
    end: int
    """Where it stands in the plain reply."""


@dataclass(frozen=True)
class Text:
    """A plain text with what is asked of it again and again."""

    text: str

    @cached_property
    def words(self) -> Sequence[str]:
        """Its words and numbers."""
        return words_of(self.text)

    @cached_property
    def known(self) -> frozenset[str]:
        """Its different words and numbers."""
        return frozenset(self.words)

    @cached_property
    def content(self) -> frozenset[str]:
        """Those that say what it is about."""
        return self.known - _stop_words()

    @cached_property
    def threes(self) -> frozenset[tuple[str, ...]]:
        """Its words in runs of three."""
        return frozenset(zip(self.words, self.words[1:], self.words[2:], strict=False))

    @cached_property
    def numbers(self) -> frozenset[str]:
        """Its different numbers."""
        return frozenset(_NUMBER.findall(self.text))


@dataclass(frozen=True)
class Situation:
    """A conversation up to the reply."""

    history: Text
    question: Text
    """The first turn."""
    students: Text
    """All that the student said."""
    tutors: Text
    last: Text
    """The student's last message."""
    prompt: Text
    """The tutor's last turn; empty where there is none."""
    num_turns: int


def plain(text: str) -> str:
    """Return ``text`` in lower case, without commas in numbers, with simple apostrophes and spaces."""
    return _GROUPING.sub("", text.lower().replace("\u00a0", " ").replace("’", "'")).strip()


def situation_of(history: str) -> Situation:
    """Part a conversation by its speakers; one without speakers' names is the student's."""
    turns, _ = parse_history(history)
    texts = [(turn.role, plain(turn.text)) for turn in turns] or [("student", plain(history))]
    students = [text for role, text in texts if role != "tutor"]
    tutors = [text for role, text in texts if role == "tutor"]
    return Situation(
        history=Text(" ".join(text for _, text in texts)),
        question=Text(texts[0][1]),
        students=Text(" ".join(students)),
        tutors=Text(" ".join(tutors)),
        last=Text(students[-1] if students else ""),
        prompt=Text(tutors[-1] if tutors else ""),
        num_turns=len(texts),
    )


def words_of(text: str) -> list[str]:
    """Return the words and numbers of a plain text."""
    return _WORD.findall(text)


def tokens_of(reply: str, situation: Situation, common: Collection[str]) -> list[Token]:
    """Return the tokens of a plain reply between marks of its beginning and end.

    Args:
        reply: as `plain` gives it.
        situation: what was said before.
        common: words that are about no problem; all others are replaced by where they come from.
    """
    places = (
        ("student", situation.last.known),
        ("earlier", situation.students.known),
        ("prompt", situation.prompt.known),
        ("before", situation.history.known),
    )
    tokens = [Token("<begin>", 0, 0)]
    for match in _TOKEN.finditer(reply):
        symbol = word = match.group()
        if word[0].isdigit() or (word[0].isalpha() and word not in common):
            place = next((name for name, known in places if word in known), "new")
            symbol = f"<{'number' if word[0].isdigit() else 'word'}:{place}>"
            if tokens[-1].symbol == symbol:
                tokens[-1] = Token(symbol, tokens[-1].start, match.end())
                continue
        tokens.append(Token(symbol, match.start(), match.end()))
    return [*tokens, Token("<end>", len(reply), len(reply))]


def terms_of(tokens: Sequence[Token]) -> list[tuple[str, int, int]]:
    """Return each run of one to three tokens, with where it begins and ends among them."""
    symbols = [token.symbol for token in tokens]
    return [
        (" ".join(symbols[start : start + length]), start, start + length)
        for length in range(1, _LONGEST_TERM + 1)
        for start in range(len(symbols) - length + 1)
    ]


def cues_of(reply: str, situation: Situation) -> dict[str, float]:
    """Return the cues of a plain reply by name, always the same names in the same order."""
    said = Text(reply)
    sentences = [part for part in _SENTENCE_END.split(reply) if part.strip()] or [""]
    found = {**_shape(said, sentences), **_said(reply, sentences), **_numbers(said, sentences, situation)}
    return {name: float(value) for name, value in {**found, **_overlaps(said, situation), **_before(situation)}.items()}


def _shape(said: Text, sentences: Sequence[str]) -> dict[str, float]:
    reply = said.text
    ends_asking = reply.rstrip("\"' ").endswith("?")
    return {
        "length": math.log1p(len(said.words)),
        "sentences": math.log1p(len(sentences)),
        "last_length": math.log1p(len(words_of(sentences[-1]))),
        "questions": _few(reply.count("?")),
        "ends_asking": ends_asking,
        "asks_before_the_end": "?" in reply and not ends_asking,
        "exclamations": _few(reply.count("!")),
        "exclaims_first": "!" in sentences[0],
        "quotes": '"' in reply,
        "breaks": "\n" in reply,
        "colon": ":" in reply,
    }


def _said(reply: str, sentences: Sequence[str]) -> dict[str, float]:
    found: dict[str, float] = {}
    for name, pattern in _patterns("anywhere").items():
        found[name] = _few(len(pattern.findall(reply)))
        found[f"{name}_first"] = pattern.search(sentences[0]) is not None
        found[f"{name}_last"] = pattern.search(sentences[-1]) is not None
    openings = {word for clause in _CLAUSE_END.split(sentences[-1]) for word in words_of(clause)[:1]}
    return found | {f"last_opens_{word}": any(each.startswith(word) for each in openings) for word in _cues()["clause_openings"]}


def _numbers(said: Text, sentences: Sequence[str], situation: Situation) -> dict[str, float]:
    of_student, of_students, of_tutors = situation.last.numbers, situation.students.numbers, situation.tutors.numbers
    known = of_students | of_tutors
    stated = Text(" ".join(part for part in sentences if not part.rstrip().endswith("?")))
    last_sentence = Text(sentences[-1])
    results = _RESULT.findall(said.text)
    answer = (_NUMBER.findall(situation.last.text) or [""])[-1]
    return {
        "numbers": math.log1p(len(_NUMBER.findall(said.text))),
        "numbers_new": _few(len(said.numbers - known)),
        "numbers_of_student": _few(len(said.numbers & of_student)),
        "numbers_of_student_alone": bool(said.numbers & (of_students - of_tutors)),
        "numbers_of_tutor": _few(len(said.numbers & of_tutors)),
        "says_student_s_last_number": answer in said.numbers,
        "last_sentence_numbers": _few(len(last_sentence.numbers)),
        "last_sentence_new_number": bool(last_sentence.numbers - known),
        "stated_new_numbers": _few(len(stated.numbers - known)),
        "equations": _few(said.text.count("=")),
        "results": _few(len(results)),
        "new_result": not known.issuperset(results),
        "states_a_number": _STATED.search(stated.text) is not None,
        "names_a_number": _STATED.search(said.text) is not None,
    }


def _overlaps(said: Text, situation: Situation) -> dict[str, float]:
    found: dict[str, float] = {}
    for name in ("last", "prompt", "question", "history"):
        other: Text = getattr(situation, name)
        shared = said.content & other.content
        found[f"share_in_{name}"] = len(shared) / max(1, len(said.content))
        found[f"words_in_{name}"] = math.log1p(len(shared))
        found[f"runs_in_{name}"] = len(said.threes & other.threes) / max(1, len(said.threes))
    return found


def _before(situation: Situation) -> dict[str, float]:
    last = situation.last
    found = {f"student_{name}": pattern.search(last.text) is not None for name, pattern in _patterns("student").items()}
    return found | {
        "turns": math.log1p(situation.num_turns),
        "history_length": math.log1p(len(situation.history.words)),
        "student_length": math.log1p(len(last.words)),
        "student_numbers": bool(last.numbers),
        "student_asks": "?" in last.text,
        "prompt_asks": "?" in situation.prompt.text,
    }


def _few(count: int) -> int:
    return min(count, _MOST_COUNTED)


@cache
def _cues() -> Mapping[str, Any]:
    cues: dict[str, Any] = packaged_yaml(__package__, "cues.yaml")
    return cues


@cache
def _patterns(group: str) -> Mapping[str, re.Pattern[str]]:
    return {name: re.compile(pattern) for name, pattern in _cues()[group].items()}


@cache
def _stop_words() -> frozenset[str]:
    return frozenset(_cues()["stop_words"].split())
