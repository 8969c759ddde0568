"""Whether words that a model has put otherwise still say what was planned: quotes, numbers, names, relations, verdict, question.

The check is strict, for the planned words are always there to fall back on. It knows the languages of ``voice.yaml``; in another
one nobody here could tell what the words say, and the planned ones are used.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from typing import Any, Literal, NamedTuple

from gnomon.algebra import read_numbers, split_points
from gnomon.dialogue import Feedback, TutorTurn, sentences_of
from gnomon.packaged import packaged_yaml
from gnomon.problem import Problem
from gnomon.tutor.symbolic.phrasing import LONGEST_TURN

_QUOTED = re.compile(r"“([^”]*)”|\"([^\"]*)\"|„([^“]*)“|«\s*([^»]*?)\s*»")
_NAME = re.compile(r"(?<!\w)[A-Z](?:['′]?[A-Z])+['′]?(?!\w)")
_LETTER = re.compile(r"(?<!\w)[A-Za-z](?!\w)")
_QUESTION = re.compile(r"[?？]")
_ALSO_WORDS = frozenset("AaIiOoYyEeUu")
"""Letters that are words of some language: "a" need be no unknown."""
_BEFORE, _AFTER = 3, 2
"""Words at most from a negator to the word that it turns round: "not at all right", "stimmt noch nicht"."""
_CLAUSE = re.compile(r"[,;:–—]")
_SHORTEST = 3
"""Words from which on a sentence says something of its own; "Genau!" may come before what it stood in."""
_REPEATED = 5
"""Words from which on a sentence is not said twice in a dialogue."""
Polarity = Literal["positive", "negative"]


class Language(NamedTuple):
    """The words of one language by which a verdict is told."""

    common: frozenset[str]
    positive: re.Pattern[str]
    negative: re.Pattern[str]
    negators: re.Pattern[str]
    apart: re.Pattern[str]
    mild: re.Pattern[str]
    relations: dict[str, re.Pattern[str]]


def unfaithful(words: str, turn: TutorTurn, problem: Problem, earlier: Sequence[TutorTurn] = ()) -> str | None:
    """Say what is not as planned in ``words`` for ``turn``; None where they may be said.

    Args:
        words: the model's.
        turn: as planned.
        problem: gives the names of the figure.
        earlier: the tutor's turns so far: no sentence comes twice.
    """
    planned, said = parted(turn.utterance), parted(words)
    spoken, planned_in = language_of(said.text), language_of(planned.text)
    if spoken is None or planned_in is None:
        return "in a language that cannot be checked"
    used = {sentence for each in earlier for sentence in sentences_of(each.utterance)}
    reasons = {
        "empty": not words.strip(),
        f"more than {LONGEST_TURN} words": len(words.split()) > LONGEST_TURN,
        "more sentences": _num_sentences(said.text) > _num_sentences(planned.text),
        "other questions": len(_QUESTION.findall(said.text)) != len(_QUESTION.findall(planned.text)),
        "other quotes": said.quotes != planned.quotes,
        "other numbers": not _same_numbers(said.text, planned.text),
        "other names": names_in(said.text, problem) != names_in(planned.text, problem),
        "other relations": _relations(said.text, spoken) != _relations(planned.text, planned_in),
        "another verdict": not _same_verdict(said.text, spoken, planned.text, planned_in, turn.feedback),
        "a sentence again": any(each in used for each in sentences_of(words) if len(each.split()) >= _REPEATED),
    }
    return next((reason for reason, holds in reasons.items() if holds), None)


def verdicts_in(words: str) -> frozenset[Polarity]:
    """Return the verdicts that the words of a turn give, quotations aside; of words in no one language ("Great!") of any."""
    text = parted(words).text
    language = language_of(text)
    known = _languages().values() if language is None else [language]
    return frozenset(verdict for each in known for verdict in polarities(text, each))


class Parted(NamedTuple):
    """A turn with what it quotes apart."""

    text: str
    """Without what is quoted."""
    quotes: tuple[str, ...]


def parted(words: str) -> Parted:
    """Take the quotations out of words."""
    quotes = (next(filter(None, match.groups()), "") for match in _QUOTED.finditer(words))
    return Parted(_QUOTED.sub(" ", words).replace("’", "'"), tuple(sorted(quote.strip(" .,;:!?") for quote in quotes)))


@cache
def _languages() -> dict[str, Language]:
    table: dict[str, Any] = packaged_yaml(__package__, "voice.yaml")
    return {
        name: Language(
            frozenset(row["common"]),
            _any_of(row["positive"]),
            _any_of(row["negative"]),
            _any_of(row["negators"]),
            _any_of(row["apart"]),
            _any_of(row["mild"]),
            {key: _any_of(spelled) for key, spelled in row["relations"].items()},
        )
        for name, row in table.items()
    }


def _any_of(phrases: Sequence[str]) -> re.Pattern[str]:
    longest_first = sorted(phrases, key=len, reverse=True)
    return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, longest_first))})(?!\w)", re.IGNORECASE)


def language_of(text: str) -> Language | None:
    """Return the language of a text; None where it is none that can be checked."""
    words = re.findall(r"[^\W\d_]+", text.lower())
    counts = {name: sum(word in language.common for word in words) for name, language in _languages().items()}
    best = max(counts, key=lambda name: counts[name])
    # One in eight: a text in a language has far more of its commonest words, one in another language hardly any.
    return _languages()[best] if counts[best] * 8 >= len(words) > 0 else None


def _num_sentences(text: str) -> int:
    return sum(len(sentence.split()) >= _SHORTEST for sentence in sentences_of(text))


def _same_numbers(said: str, planned: str) -> bool:
    """Whether each number that is said was planned, and each that was planned in digits is said; counted things aside."""
    new, old = ([number for number in read_numbers(text) if number.role in {"value", "factor"}] for text in (said, planned))
    values, written = {number.value for number in old}, {number.value for number in old if any(map(str.isdigit, number.text))}
    found = {number.value for number in new}
    return found <= values and written <= found


def names_in(text: str, problem: Problem) -> frozenset[str]:
    """Return the names of parts in a text, each in one order, and the letters of points and unknowns."""
    figure, formal = problem.question.figure, problem.formal
    points = frozenset(figure.points if figure is not None else ())
    known = (points | frozenset(formal.letters if formal is not None else ())) - _ALSO_WORDS
    named = (split_points(match.group()) for match in _NAME.finditer(text))
    parts = {"".join(min(name, name[::-1])) for name in named}
    return frozenset(parts | {match.group() for match in _LETTER.finditer(text) if match.group() in known})


def _relations(text: str, language: Language) -> frozenset[str]:
    return frozenset(key for key, pattern in language.relations.items() if pattern.search(text))


def _same_verdict(said: str, spoken: Language, planned: str, planned_in: Language, feedback: Feedback) -> bool:
    """Whether the words say the verdict of the turn as far as the planned ones do, and no other one."""
    found, old = polarities(said, spoken), polarities(planned, planned_in)
    verdict: set[Polarity] = set() if feedback == "none" else {feedback}
    if not found <= old | verdict:
        return False
    return _says(verdict, found, said, spoken) or not _says(verdict, old, planned, planned_in)


def _says(verdict: set[Polarity], found: set[Polarity], text: str, language: Language) -> bool:
    """Whether a verdict is said in so many words; "let us look from another side" says it in others."""
    return verdict <= found or (verdict == {"negative"} and language.negators.search(text) is not None)


def polarities(text: str, language: Language) -> set[Polarity]:
    """Return the verdicts that a text gives, sentence by sentence."""
    found: set[Polarity] = set()
    for sentence in sentences_of(text):
        plain = language.apart.sub(" ", sentence)
        if language.negative.search(plain):
            found.add("negative")
        for match in language.positive.finditer(plain):
            near = [*_CLAUSE.split(plain[: match.start()])[-1].split()[-_BEFORE:], *plain[match.end() :].split()[:_AFTER]]
            found.add("negative" if language.negators.search(" ".join(near)) else "positive")
    return found
