"""How a conversation ended, read from the student's words alone: the value last stated for what was asked, and how it came."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from typing import Any

from gnomon.benchmark.arena.scan.proofs import Proof
from gnomon.benchmark.arena.scan.values import stated

__all__ = ["ends_right", "is_told", "last_stated", "outcome"]

_ANSWER = (
    r"\b(?:answer(?:\s+(?:is|must be|=))?:?|i am done:|it is|its|would be|it stays|comes always|final \w+"
    r"|no wait|i get|i got|i said|i came to|i have|says|still|back to)"
)
"""Words before a value that is meant for what was asked, as learners write them."""
_BARE = r"(?:^|\n|[.!?]\s+|(?<=\d)\s)=?\s*(?=[\d.,/√π]+\s*(?:°|deg)?[.!?]*$)"
"""Before a number that is a sentence of its own at the end of a message, or comes after another one: it answers the question."""


_RATIOS = {"sin", "cos", "tan"}
_NO_TERM = r"(?<![/*·])(?<![/*·+−-] )(?<![/*·+−-]angle )(?<![/*·+−-] angle )"
"""Before a name that is no term of an equation: 180 is not the angle of ``64 + 2·angle FEN = 180``."""
_OF_RATIO = re.compile(r"\b(?:sin|cos|tan)\s*(?:∠|angle)?\s*$", re.IGNORECASE)
"""Before the name of an angle whose sine, cosine or tangent is meant."""


def last_stated(dialogue: Mapping[str, Any], proof: Proof) -> float | None:
    """Return the value that the student stated last for the goal: after its name, as "the answer" or alone; None for never."""
    names = "|".join(map(_names, [proof.goal, *_same_as(proof)]))
    is_ratio = proof.goal.partition(" ")[0] in _RATIOS
    pattern = re.compile(rf"(?:(?:{names})\s*(?:=|≈|is\b)|{_ANSWER})\s*|{_BARE}", re.IGNORECASE)
    for turn in reversed(dialogue["turns"]):
        if turn["role"] == "student":
            for match in reversed(list(pattern.finditer(turn["utterance"]))):
                value = _value_at(turn["utterance"], match.end())
                if value is not None and (is_ratio or not _OF_RATIO.search(turn["utterance"][: match.start()])):
                    return value
    return None


def ends_right(dialogue: Mapping[str, Any], proof: Proof) -> bool:
    """Whether the student's last stated value is the answer; it may be rounded to two decimals."""
    value = last_stated(dialogue, proof)
    return value is not None and abs(value - proof.answer) <= 0.005 + 1e-6 * max(1.0, abs(proof.answer))


def is_told(dialogue: Mapping[str, Any]) -> bool:
    """Whether any turn of the tutor is Revealing."""
    return any(turn["role"] == "tutor" and turn["subact"] == "Revealing" for turn in dialogue["turns"])


def outcome(dialogue: Mapping[str, Any], proof: Proof, most_turns: int = 20) -> str:
    """Return ``solved_untold``, ``solved_told`` or ``not_solved``, as the session writes it."""
    turns = sum(turn["role"] == "tutor" for turn in dialogue["turns"])
    if turns > most_turns or not ends_right(dialogue, proof):
        return "not_solved"
    return "solved_told" if is_told(dialogue) else "solved_untold"


def _names(goal: str) -> str:
    """Return a pattern of the ways in which learners name what is asked: ``∠KML`` also as angle KML, LMK, angle M."""
    ratio, _, angle = goal.partition(" ")
    if ratio in _RATIOS:
        return rf"{ratio}\s*\(?{_names(angle)}\)?"
    points = _POINT.findall(goal.removeprefix("∠"))
    if goal.startswith("∠") and len(points) == _ANGLE_POINTS:
        there, back = (re.escape("".join(order)) for order in (points, points[::-1]))
        return rf"{_NO_TERM}(?:(?:∠|\bangle )?(?:{there}|{back})|(?:∠|\bangle ){re.escape(points[1])})"
    return rf"(?<![A-Za-z]){_NO_TERM}{re.escape(goal)}"


def _same_as(proof: Proof) -> list[str]:
    """Return other names of what is asked: a segment that ends at the centre of a circle is also its radius."""
    points = _POINT.findall(proof.goal)
    named = {found.name for step in proof.steps for found in step.conclusions if math.isclose(found.value, proof.answer)}
    return sorted(named & {f"radius of circle {point}" for point in points}) if "".join(points) == proof.goal else []


_POINT = re.compile(r"[A-Z][0-9]*['′]*")
_ANGLE_POINTS = 3


def _value_at(text: str, at: int) -> float | None:
    """Return the longest value that begins at a place: of ``180 − 123 = 57`` the last; a calculation alone states none.

    ``5·√3``, ``12π`` and ``8/17`` are values, ``2π·6`` and ``14/7`` are calculations.
    """
    here = [found for found in stated(text[at:]) if found.start == 0]
    if not here:
        return None
    longest = max(here, key=lambda found: found.end)
    if chained := re.match(r"[^\S\n]*(?:=|≈)[^\S\n]*", text[at + longest.end :]):
        return _value_at(text, at + longest.end + chained.end())
    return None if longest.is_sum and not _is_finished(text[at : at + longest.end]) else longest.value


def _is_finished(calculation: str) -> bool:
    """Whether nothing is left to work out: one number beside roots and π, or a fraction in lowest terms."""
    if fraction := re.fullmatch(r"(\d+)\s*/\s*(\d+)", calculation.strip()):
        return math.gcd(*map(int, fraction.groups())) == 1
    plain = re.sub(r"(?:√|sqrt)\s*\(?\s*\d+", "", calculation)
    return len(re.findall(r"\d+(?:[.,]\d+)?", plain)) <= 1
