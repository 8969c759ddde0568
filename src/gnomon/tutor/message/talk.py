"""What is said without a claim: questions, pleas, feelings, talk."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from functools import cache

from gnomon.geometry import rules
from gnomon.tutor.message.moves import Kind, Move
from gnomon.tutor.message.statements import rules_named
from gnomon.tutor.message.vocabulary import intent, is_foreign, role, word_list

_PHRASED: tuple[tuple[str, Kind], ...] = (
    ("injection", Kind.INJECTION),
    ("authority", Kind.AUTHORITY),
    ("plea", Kind.ASKS_ANSWER),
    ("confusion", Kind.NOT_KNOWING),
    ("reason", Kind.PLAN),
    ("question", Kind.ASKS_WHAT_TO_DO),
    ("greeting", Kind.GREETING),
    ("agreement", Kind.ACKNOWLEDGEMENT),
    ("method", Kind.PLAN),
)
"""Kinds that phrases tell; the first that fits counts: what a learner may not do, then what they ask, then pleasantries."""
_ASKS_MEANING = re.compile(
    r"\b(?:what(?:'s|s| is| are| was| were)|whats) (?:an? |the |meant by )?(?P<noun>[a-z]+(?: [a-z]+){0,2}?)"
    r"(?: again| mean| called)?\s*\?*$"
    r"|\bwhat (?:does|do) (?!u\b|you\b|it\b|this\b|that\b|they\b)(?:the |an? )?(?P<word>[a-z]+(?: [a-z]+){0,2}?) mean"
    r"|\b(?:define|meaning of|definition of|explain what) (?:an? |the )?(?P<thing>[a-z]+(?: [a-z]+)?)"
)
_QUESTION_WORDS = {
    "show",
    "was",
    "what",
    "whats",
    "what's",
    "how",
    "why",
    "which",
    "where",
    "who",
    "when",
    "can",
    "do",
    "does",
    "should",
}


def talk_of(text: str, lower: str, things: Collection[str]) -> Iterator[Move]:
    """Yield what a message does that claims nothing.

    Args:
        text: the message.
        lower: the same in small letters.
        things: words by which the problem calls anything.
    """
    said = [(name, kind) for name, kind in _PHRASED if intent(name).search(lower)]
    name, kind = next(((name, kind) for name, kind in said if name != "question" or _asks(lower)), ("", None))
    if role("begging").search(lower):
        yield Move(Kind.ASKS_ANSWER, text)
    elif kind in {Kind.AUTHORITY, Kind.ASKS_ANSWER, Kind.NOT_KNOWING}:
        yield Move(kind, text)
    elif name in {"", "question", "agreement", "greeting", "feeling"} and is_foreign(text, things):
        yield Move(Kind.OTHER_LANGUAGE, text)
    elif (meaning := _ASKS_MEANING.search(lower)) is not None:
        yield Move(Kind.ASKS_MEANING, text, about=next(filter(None, meaning.groups())))
    elif kind is not None and name in {"question", "method", "reason"}:
        yield Move(kind, text)
    elif any(True for _ in rules_named(lower)):
        yield Move(Kind.THEOREM, text)
    elif intent("feeling").search(lower):
        yield Move(Kind.FEELING, text)
    else:
        yield Move(kind or _unclassified(lower), text)


def _unclassified(lower: str) -> Kind:
    """Tell a reason in the words of the trade from talk about something else; what may be either is unread."""
    words = set(re.findall(r"[a-z]{3,}", lower))
    spoken_of = len(_geometry_words() & words)
    if spoken_of >= 2:  # one may be an everyday use: "I see your point"
        return Kind.PLAN
    return Kind.OFF_TOPIC if spoken_of == 0 and len(words) >= 3 and not re.search(r"\d", lower) else Kind.UNREAD


@cache
def _geometry_words() -> frozenset[str]:
    """Words of the trade: those of the rules' names, statements and questions, without the commonest."""
    texts = (f"{rule.name} {rule.statement} {rule.recall}" for rule in rules().values())
    words = {word for text in texts for word in re.findall(r"[a-z]{4,}", text.lower())}
    return frozenset(words - word_list("everyday"))


def _asks(lower: str) -> bool:
    """Whether a message is a question, and does not only hold a word that questions begin with."""
    first = re.match(r"[a-z']+", lower)
    return lower.rstrip().endswith("?") or (first is not None and first.group() in _QUESTION_WORDS)
