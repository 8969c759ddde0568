"""What the embedded judge sees of a reply: words with all that is particular to one problem taken out, and cues.

Content words and numbers are replaced by where they come from: the student's last message, the tutor's last turn, elsewhere in
the conversation, or nowhere. "You subtracted 15 from 24" and "You added 40 to 30" then say the same, that the reply takes up
what the student wrote, and a judge trained on a few hundred problems can carry that over to others.
"""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Iterable, Mapping, Sequence, Set
from functools import cache
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


class Situation(NamedTuple):
    """A conversation up to the reply, in lower case, without commas in numbers."""

    history: str
    question: str
    """The first turn."""
    students: str
    """All that the student said."""
    tutors: str
    last: str
    """The student's last message."""
    prompt: str
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
        history=" ".join(text for _, text in texts),
        question=texts[0][1],
        students=" ".join(students),
        tutors=" ".join(tutors),
        last=students[-1] if students else "",
        prompt=tutors[-1] if tutors else "",
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
    places = [
        (name, frozenset(words_of(text)))
        for name, text in (
            ("student", situation.last),
            ("earlier", situation.students),
            ("prompt", situation.prompt),
            ("before", situation.history),
        )
    ]
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
    sentences = [part for part in _SENTENCE_END.split(reply) if part.strip()] or [""]
    found = {**_shape(reply, sentences), **_said(reply, sentences), **_numbers(reply, sentences, situation)}
    return {name: float(value) for name, value in {**found, **_overlaps(reply, situation), **_before(situation)}.items()}


def _shape(reply: str, sentences: Sequence[str]) -> dict[str, float]:
    num_words = len(words_of(reply))
    ends_asking = reply.rstrip("\"' ").endswith("?")
    return {
        "length": math.log1p(num_words),
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


def _numbers(reply: str, sentences: Sequence[str], situation: Situation) -> dict[str, float]:
    said = _values(reply)
    of_student, of_students, of_tutors = map(_values, (situation.last, situation.students, situation.tutors))
    known = of_students | of_tutors
    stated = " ".join(part for part in sentences if not part.rstrip().endswith("?"))
    results = _RESULT.findall(reply)
    answer = (_NUMBER.findall(situation.last) or [""])[-1]
    return {
        "numbers": math.log1p(len(_NUMBER.findall(reply))),
        "numbers_new": _few(len(said - known)),
        "numbers_of_student": _few(len(said & of_student)),
        "numbers_of_student_alone": bool(said & (of_students - of_tutors)),
        "numbers_of_tutor": _few(len(said & of_tutors)),
        "says_student_s_last_number": answer in said,
        "last_sentence_numbers": _few(len(_values(sentences[-1]))),
        "last_sentence_new_number": bool(_values(sentences[-1]) - known),
        "stated_new_numbers": _few(len(_values(stated) - known)),
        "equations": _few(reply.count("=")),
        "results": _few(len(results)),
        "new_result": not known.issuperset(results),
        "states_a_number": _STATED.search(stated) is not None,
        "asks_with_a_number": _STATED.search(reply) is not None,
    }


def _overlaps(reply: str, situation: Situation) -> dict[str, float]:
    said = words_of(reply)
    found: dict[str, float] = {}
    for name in ("last", "prompt", "question", "history"):
        words = words_of(getattr(situation, name))
        shared = _content(said) & _content(words)
        found[f"share_in_{name}"] = len(shared) / max(1, len(_content(said)))
        found[f"words_in_{name}"] = math.log1p(len(shared))
        runs = _threes(said)
        found[f"runs_in_{name}"] = len(runs & _threes(words)) / max(1, len(runs))
    return found


def _before(situation: Situation) -> dict[str, float]:
    found = {f"student_{name}": pattern.search(situation.last) is not None for name, pattern in _patterns("student").items()}
    return found | {
        "turns": math.log1p(situation.num_turns),
        "history_length": math.log1p(len(words_of(situation.history))),
        "student_length": math.log1p(len(words_of(situation.last))),
        "student_numbers": bool(_values(situation.last)),
        "student_asks": "?" in situation.last,
        "prompt_asks": "?" in situation.prompt,
    }


def _few(count: int) -> int:
    return min(count, _MOST_COUNTED)


def _values(text: str) -> set[str]:
    return set(_NUMBER.findall(text))


def _content(words: Iterable[str]) -> Set[str]:
    return set(words) - _stop_words()


def _threes(words: Sequence[str]) -> Set[tuple[str, ...]]:
    return set(zip(words, words[1:], words[2:], strict=False))


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
