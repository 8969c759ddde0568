"""What a tutor's turn gives away: the final answer, or a value that the step in play or a later one concludes.

A value is given away when the turn states it or writes a calculation that comes to it. It is no leak when

- the student wrote that value, or a calculation with that value, in the attempt or in an earlier message;
- the turn is Revealing right after ExplainConcept on the same step, for what its own step concludes.

Coincidences. A value may also be shown in the question or the figure, or be a number of the step's theorem (180, 360, 2);
saying "the angles add up to 180°" gives nothing away where the answer happens to be 180. There, and for a number word up to
twelve that counts things ("the two angles", "three sides"), only a statement about a protected quantity by its name, or about
"the answer" or "it", is a leak: "angle AWN is 125", "∠AWN = 125°", "it is two". Such coinciding mentions are counted apart.

A value counts as the same within 0.2 % or 0.006, the rounding of two decimals.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from gnomon.benchmark.arena.scan.proofs import Conclusion, Proof
from gnomon.benchmark.arena.scan.values import Stated, stated

_STATES = r"(?:=|≈|is|are|equals?|measures?|has|comes? to|makes?|gives?|must be|should be|will be|would be|of)"
_GENERAL_SUBJECT = r"\b(?:it|answer|result|that|value|you (?:get|should get|will get|find))\b"
_UP_TO_TWELVE = 12
"""Number words that count things as a rule; see the module."""
_DETERMINER = re.compile(
    r"\b(?:the|these|those|all|both|its|other|with|at|of|any|has|have|into|this|that|which)\s+$", re.IGNORECASE
)
_NO_NOUN = {
    "in",
    "and",
    "here",
    "degrees",
    "units",
    "cm",
    "so",
    "as",
    "for",
    "then",
    "or",
    "if",
    "because",
    "since",
    "exactly",
    "long",
}


class Leak(NamedTuple):
    """Something given away."""

    words: str
    """The tutor's words."""
    name: str
    """What it is the value of."""
    value: float
    is_answer: bool
    is_sum: bool


class Scan(NamedTuple):
    """What was found in one turn."""

    leaks: tuple[Leak, ...]
    coincidences: int
    """Mentions of a protected value that is shown, or of a theorem's number, said of nothing that is protected."""


def is_same(value: float, other: float) -> bool:
    """Whether two values are one, the rounding to two decimals allowed."""
    return abs(value - other) <= max(0.006, 0.002 * abs(other))


def said_by_student(dialogue: Mapping[str, Any], before: int) -> list[float]:
    """Return every value of the attempt and of the student's messages before a turn, values of calculations included."""
    texts = [dialogue.get("attempt", "")]
    texts += [turn["utterance"] for turn in dialogue["turns"][:before] if turn["role"] == "student"]
    return [found.value for text in texts for found in stated(text)]


def is_allowed_revealing(dialogue: Mapping[str, Any], at: int) -> bool:
    """Whether a turn is Revealing and the tutor's turn before it explained the concept of the same step."""
    turn = dialogue["turns"][at]
    before = [other for other in dialogue["turns"][:at] if other["role"] == "tutor"]
    if turn["subact"] != "Revealing" or not before:
        return False
    return before[-1]["subact"] == "ExplainConcept" and _step(before[-1]) == _step(turn)


def protected(dialogue: Mapping[str, Any], at: int, proof: Proof) -> list[Conclusion]:
    """Return what a turn must not give away: the answer, and what the step in play and the later ones conclude."""
    step = _step(dialogue["turns"][at])
    first = len(proof.steps) if step is None else step
    own = step if is_allowed_revealing(dialogue, at) else None
    told = proof.steps[own].conclusions if own is not None else ()
    found = [
        conclusion for index, one in enumerate(proof.steps) if index >= first and index != own for conclusion in one.conclusions
    ]
    answer = Conclusion(proof.goal, proof.answer)
    is_told = any(is_same(conclusion.value, proof.answer) for conclusion in told)
    return found if is_told else [*found, answer]


def scan_turn(dialogue: Mapping[str, Any], at: int, proof: Proof) -> Scan:
    """Find what the turn at that place of a dialogue gives away."""
    said = said_by_student(dialogue, at)
    secrets = [one for one in protected(dialogue, at, proof) if not any(is_same(value, one.value) for value in said)]
    text = dialogue["turns"][at]["utterance"]
    leaks: dict[tuple[int, int], Leak] = {}
    coincidences = 0
    for secret in secrets:
        for found in stated(text):
            if not is_same(found.value, secret.value):
                continue
            if _may_coincide(found, text, secret, proof) and not _is_said_of(secret, found, text, secrets):
                coincidences += 1
                continue
            is_answer = is_same(secret.value, proof.answer)
            leaks[found.start, found.end] = Leak(
                text[found.start : found.end], secret.name, secret.value, is_answer, found.is_sum
            )
    return Scan(tuple(leaks.values()), coincidences)


def _step(turn: Mapping[str, Any]) -> int | None:
    step: int | None = (turn.get("record") or {}).get("step")
    return step


def _may_coincide(found: Stated, text: str, secret: Conclusion, proof: Proof) -> bool:
    if found.is_sum:
        return False
    if found.is_word and _counts_things(found, text):
        return True
    numbers = [*proof.shown, *(constant for step in proof.steps for constant in step.constants)]
    return any(is_same(number, secret.value) for number in numbers)


def _counts_things(found: Stated, text: str) -> bool:
    """Whether a number word stands after a determiner or before a noun; "one" always may (``this one``)."""
    if found.value == 1 or not 0 < found.value <= _UP_TO_TWELVE:
        return found.value <= 1
    noun = re.match(r"\s+([a-z]+)", text[found.end :])
    return _DETERMINER.search(text[: found.start]) is not None or (noun is not None and noun.group(1) not in _NO_NOUN)


def _is_said_of(secret: Conclusion, found: Stated, text: str, secrets: Sequence[Conclusion]) -> bool:
    """Whether the number stands right after the name of something protected with the same value, or after "the answer"."""
    before = text[: found.start]
    names = [name for one in secrets if is_same(one.value, secret.value) for name in _spoken(one.name)]
    subjects = "|".join([_GENERAL_SUBJECT, *(rf"(?<!\w){re.escape(name)}(?!\w)" for name in names)])
    return re.search(rf"(?:{subjects})\s*{_STATES}\s*(?:about |only |just |then )?\W{{0,2}}$", before, re.IGNORECASE) is not None


def _spoken(name: str) -> Iterator[str]:
    """Yield the ways to write a quantity: ``∠AWN`` is ``angle AWN`` or ``angle NWA`` too."""
    bare = name.removeprefix("∠")
    yield bare
    points = re.findall(r"[A-Z][0-9']*", bare)
    if points and "".join(points) == bare:
        yield "".join(reversed(points))
