"""What a student notices in a tutor's turn: whether it speaks of the student's own figure, and of a given line of work."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

from gnomon.dialogue import TutorTurn, sentences_of
from gnomon.figure import Element, ElementNameError, Figure, Highlights, split_points
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
    if is_example(turn):
        return False  # an example comes from another figure and says so
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


def cue(turn: TutorTurn, lines: Sequence[WorkLine], index: int, figure: Figure | None) -> float:
    """Say how much a turn is to the point of one of the student's lines: 1 for its rule, less for its parts, 0 for neither.

    Only highlights and words count, and of the words on rules those that the tutor does not quote from the student. A part
    points at a line the less the more lines use it, and the less the more else is shown with it.
    """
    if turn.subact in _SILENT:
        return 0.0
    line, words = lines[index], without_quotations(turn).lower()
    if line.rule_id is not None and _names_of(line.rule_id).search(words):
        return 1.0
    shown = [_spot(element) for element in turn.pointed_at()]
    named = [frozenset(group) for group in _groups(turn.utterance)]
    spots = [_spots(each, figure) for each in lines]
    users = [sum(spot in each for each in spots) for spot in shown if spot in spots[index]]
    names = [{points for _, points in each} for each in spots]
    users += [sum(points in each for each in names) for points in named if points in names[index]]
    return PARTS_ALONE * sum(1 / count for count in users) / len([*shown, *named]) if users else 0.0


PARTS_ALONE = 0.6
"""What showing the right place is worth beside naming the rule: it says where, not why."""
_Spot = tuple[str, frozenset[str]]
"""Kind and points of a part of the figure."""
_QUOTED = re.compile(r"“[^”]*”")
_EXAMPLE = re.compile(r"\b(?:example|similar (?:problem|figure)|another figure|other numbers)\b", re.IGNORECASE)


def _spot(element: Element) -> _Spot:
    return element.kind, frozenset(element.points)


def _spots(line: WorkLine, figure: Figure | None) -> set[_Spot]:
    return {_spot(element) for element in (*line.elements, *Highlights.of(line.elements, figure).elements())}


def numbers_said(turn: TutorTurn) -> list[float]:
    """Return the numbers that a turn states of its own about this figure: not in a quotation, not in an example."""
    if is_example(turn):
        return []
    return [float(number) for number in _NUMBER.findall(without_quotations(turn))]


def is_example(turn: TutorTurn) -> bool:
    """Whether a turn speaks of an example with other numbers."""
    return _EXAMPLE.search(turn.utterance) is not None


def without_quotations(turn: TutorTurn) -> str:
    """Return the words of a turn but for those that it quotes from the student."""
    return _QUOTED.sub(" ", turn.utterance)


_NUMBER = re.compile(r"\d+(?:\.\d+)?")


def is_meaning_of(turn: TutorTurn, word: str) -> bool:
    """Whether a turn says what a word means: names it in a statement."""
    return any(word in sentence for sentence in sentences_of(turn.utterance) if not sentence.endswith("?"))


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
