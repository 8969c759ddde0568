"""Reading a learner's message: what it claims about the figure, and what kind of message it is.

Claims are read in ``claims``; here the kind of message is told, from phrases kept as data. Whether a claim is true is asked
of ``verdict``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Literal, NamedTuple

from gnomon.algebra import read_numbers
from gnomon.geometry import rules
from gnomon.problem import Expression, Problem
from gnomon.tutor.message.claims import ClaimReader
from gnomon.tutor.message.formula import Meaning
from gnomon.tutor.message.moves import CLAIMING, Claim, Kind, Move
from gnomon.tutor.message.vocabulary import closer_rules, intents, is_foreign, word_list

Intent = Literal[
    "claim",
    "rule",
    "reason",
    "method",
    "confusion",
    "plea",
    "authority",
    "guess",
    "question",
    "greeting",
    "agreement",
    "injection",
    "other_language",
    "offtopic",
    "empty",
    "unread",
]
_ORDER: tuple[Intent, ...] = (
    "injection",
    "authority",
    "plea",
    "confusion",
    "reason",
    "question",
    "agreement",
    "greeting",
    "method",
)
"""Kinds that phrases tell; the first that fits counts: what a learner may not do, then what they ask, then pleasantries."""


class Message(NamedTuple):
    """What a message says."""

    text: str
    moves: tuple[Move, ...]
    """What the learner does with it, in order; at least one."""
    rules: tuple[str, ...]
    """Ids of rules that it names."""
    intent: Intent
    rule_total: float | None = None
    """What it says that the things of the rule add up to, such as 180."""
    says_equal: bool = False
    """Whether it says that the things of the rule are equal."""

    @property
    def claims(self) -> tuple[Claim, ...]:
        """What it claims, in the order said."""
        return tuple(move.claim for move in self.moves if move.kind in CLAIMING and move.claim is not None)


def _moves(text: str, claims: Sequence[Claim], named: tuple[str, ...], intent: Intent) -> tuple[Move, ...]:
    claimed = tuple(Move(_kind_of(claim), claim.text, claim) for claim in claims)
    if intent == "claim" and claimed:
        return claimed
    kind = _KIND_OF_INTENT[intent]
    return (*claimed, Move(kind, text, Claim(text, rules=named) if kind is Kind.THEOREM else None))


def _kind_of(claim: Claim) -> Kind:
    return Kind.EQUATION if claim.atom is None else Kind.VALUE


_KIND_OF_INTENT: dict[Intent, Kind] = {
    "claim": Kind.DENIAL,
    "rule": Kind.THEOREM,
    "reason": Kind.PLAN,
    "method": Kind.PLAN,
    "confusion": Kind.NOT_KNOWING,
    "plea": Kind.ASKS_ANSWER,
    "authority": Kind.AUTHORITY,
    "guess": Kind.GUESS,
    "question": Kind.ASKS_WHAT_TO_DO,
    "greeting": Kind.GREETING,
    "agreement": Kind.ACKNOWLEDGEMENT,
    "injection": Kind.INJECTION,
    "other_language": Kind.OTHER_LANGUAGE,
    "offtopic": Kind.OFF_TOPIC,
    "empty": Kind.EMPTY,
    "unread": Kind.UNREAD,
}


def read_message(text: str, problem: Problem, asked: Expression | None = None, *, is_written_work: bool = False) -> Message:
    """Read a learner's message about ``problem``.

    Args:
        text: the message, any text.
        problem: gives the figure's names and the unknown letters.
        asked: what the tutor asked for last; a bare value is its value. None: the goal.
        is_written_work: whether it is a line of a solution rather than a reply.

    Returns:
        The claims, the rules named and the kind of message; kind ``unread`` when nothing is understood.
    """
    reader = ClaimReader(Meaning(problem, asked), is_written_work=is_written_work)
    claims = tuple(claim for claim in reader.claims(text) if not (claim.is_tentative and _asks(text.lower())))
    named = tuple(_rules_named(text))
    total = _total_named(text) if named else None
    says_equal = bool(named) and re.search(r"\b(?:equal|the same|same size)\b", text.lower()) is not None
    intent = _intent(text, claims, named, reader)
    return Message(text, _moves(text, claims, named, intent), named, intent, total, says_equal)


_TOTAL = re.compile(r"(?:add(?:s|ed)? up to|sum to|total|makes?|are|is|gives?)\s+(?:always\s+|together\s+)?(?=\S)", re.IGNORECASE)


def _total_named(text: str) -> float | None:
    # No rule's total is below 10; "are 2" counts.
    numbers = {number.start: number.value for number in read_numbers(text) if number.kind == "integer" and number.value >= 10}
    return next((numbers[match.end()] for match in _TOTAL.finditer(text) if match.end() in numbers), None)


def _rules_named(text: str) -> Iterator[str]:
    lower = text.lower()
    closer = [row for row in closer_rules() if any(phrase in lower for phrase in row.phrases)]
    meant, crossed_out = {row.rule for row in closer}, {rule for row in closer for rule in row.instead_of}
    return (rule for rule, pattern in _rule_patterns() if rule in meant or (rule not in crossed_out and pattern.search(lower)))


@cache
def _rule_patterns() -> list[tuple[str, re.Pattern[str]]]:
    """One pattern a rule for the words that name it; words of three letters or fewer mean too many things."""
    words = {rule.id: [re.escape(word) for word in rule.keywords if len(word) > 3] for rule in rules().values()}
    return [(rule, re.compile(rf"(?<!\w)(?:{'|'.join(known)})")) for rule, known in words.items() if known]


def _intent(text: str, claims: Sequence[Claim], named: Sequence[str], reader: ClaimReader) -> Intent:
    lower = text.lower().replace("’", "'")
    said = [kind for kind in _ORDER if _intent_patterns()[kind].search(lower)]
    spoken = next((kind for kind in said if kind != "question" or _asks(lower)), None)
    is_guess = len(reader.values_listed) > 1 or (reader.has_denial and re.search(r"\bor\b", lower) is not None)
    reasons: tuple[tuple[bool, Intent], ...] = (
        (not any(character.isalnum() for character in text), "empty"),
        (spoken == "injection", "injection"),
        (any(not claim.is_tentative for claim in claims), "claim"),
        (is_guess, "guess"),
        (spoken in {"authority", "plea", "confusion"}, spoken or "unread"),
        (spoken in {None, "question"} and is_foreign(text), "other_language"),
        (reader.has_denial, "claim"),
        (spoken in {"question", "method", "reason"}, spoken or "unread"),
        (bool(named), "rule"),
    )
    found = next((intent for holds, intent in reasons if holds), spoken)
    return found or _unclassified(lower)


def _unclassified(lower: str) -> Intent:
    """Tell a reason in the words of the trade from talk about something else; what may be either is unread."""
    words = set(re.findall(r"[a-z]{3,}", lower))
    spoken_of = len(_geometry_words() & words)
    if spoken_of >= 2:  # one may be an everyday use: "I see your point"
        return "reason"
    return "offtopic" if spoken_of == 0 and len(words) >= 3 and not re.search(r"\d", lower) else "unread"


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


_QUESTION_WORDS = {"what", "whats", "what's", "how", "why", "which", "where", "who", "when", "can", "do", "does", "should"}


@cache
def _intent_patterns() -> dict[str, re.Pattern[str]]:
    return {kind: re.compile("|".join(_as_pattern(phrase) for phrase in phrases)) for kind, phrases in intents().items()}


def _as_pattern(phrase: str) -> str:
    """Match a phrase as whole words where it begins with a Latin letter or digit, else anywhere; … is a gap in a sentence."""
    if "…" in phrase:
        first, _, then = phrase.partition(" … ")
        return rf"(?<![a-z]){re.escape(first)}(?![a-z])[^.?!]*(?<![a-z]){re.escape(then)}"
    is_word = phrase[0].isalnum() and phrase[0].isascii()
    return rf"(?<![a-z]){re.escape(phrase)}(?![a-z])" if is_word else re.escape(phrase)
