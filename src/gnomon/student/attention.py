"""What a student notices in a tutor's turn: whether it speaks of the student's own figure, and of a given line of work."""

from __future__ import annotations

import re
from functools import cache

from gnomon.dialogue import TutorTurn
from gnomon.figure import ElementNameError, Figure, Highlights, split_points
from gnomon.geometry import rules
from gnomon.student.beliefs import WorkLine

# Two letters name a segment, up to six a polygon; one letter alone may be a word ("A") or the unknown.
_NAMES = re.compile(r"\b(?:[A-Z][0-9']?){2,6}\b")
_ACRONYMS = {"SSS", "SAS", "ASA", "AAS", "HL", "AA", "OK"}
"""Words that look like names of elements."""
_SILENT = {"Introduce", "Farewell", "Continue"}
"""Subacts that carry no mathematics, whatever their words."""


def is_about_another_figure(turn: TutorTurn, figure: Figure | None) -> bool:
    """Whether a turn points at, or names, parts that the student's figure does not have."""
    points = set(figure.points) if figure else set()
    pointed = [element for element in turn.pointed_at() if figure is None or not figure.has(element)]
    return bool(pointed) or any(not set(group) <= points for group in _groups(turn.utterance))


def addresses(turn: TutorTurn, line: WorkLine, figure: Figure | None) -> bool:
    """Whether a turn speaks of a line's rule or of its elements: in its highlights or its words."""
    if turn.subact in _SILENT:
        return False
    if set(turn.pointed_at()) & set(Highlights.of(line.elements, figure).elements()):
        return True
    if line.rule_id is not None and _names_of(line.rule_id).search(turn.utterance.lower()):
        return True
    named = {frozenset(group) for group in _groups(turn.utterance)}
    return any(frozenset(element.points) in named for element in line.elements)


def _groups(text: str) -> list[tuple[str, ...]]:
    groups = []
    for match in _NAMES.finditer(text):
        if match.group() not in _ACRONYMS:
            try:
                groups.append(split_points(match.group()))
            except ElementNameError:
                continue
    return groups


@cache
def _names_of(rule_id: str) -> re.Pattern[str]:
    rule = rules()[rule_id]
    words = "|".join(re.escape(word) for word in (rule.name.lower(), *rule.keywords))
    return re.compile(rf"(?<!\w)(?:{words})")
