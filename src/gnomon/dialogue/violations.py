"""Which rules of the turn vocabulary a turn breaks (the ``rules`` of ``acts.yaml``)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from gnomon.dialogue.acts import act_of, rules
from gnomon.dialogue.turns import Dialogue, TutorTurn
from gnomon.figure import Figure


class Violation(NamedTuple):
    """One broken rule."""

    rule: str
    """Id of the rule, a key of `gnomon.dialogue.rules`."""
    message: str
    """The rule and what the turn has instead."""


def violations(turn: TutorTurn, dialogue: Dialogue, figure: Figure | None = None) -> list[Violation]:
    """Return the rules that ``turn`` breaks.

    Args:
        turn: the turn, either the next one after ``dialogue`` or one already in it.
        dialogue: the conversation; a turn that is in it is judged at its place, whether it is the last included.
        figure: where given, highlights must name its points; a name with no such point is a violation.
    """
    tutor_turns = dialogue.tutor_turns()
    index = next((i for i, other in enumerate(tutor_turns) if other is turn), len(tutor_turns))
    is_last = index >= len(tutor_turns) - 1
    return [
        Violation(rule, f"{rules()[rule]} {detail}".strip())
        for rule, detail in _broken(turn, is_first=index == 0, is_last=is_last, figure=figure)
    ]


def dialogue_violations(dialogue: Dialogue, figure: Figure | None = None) -> list[tuple[int, Violation]]:
    """Return ``(index of the tutor turn from 0, violation)`` for a whole dialogue."""
    return [(index, found) for index, turn in enumerate(dialogue.tutor_turns()) for found in violations(turn, dialogue, figure)]


def _broken(turn: TutorTurn, *, is_first: bool, is_last: bool, figure: Figure | None) -> Iterator[tuple[str, str]]:
    if act_of(turn.subact) != turn.act:
        yield "subact_belongs_to_act", f"Got {turn.act} with {turn.subact}."
    if turn.subact == "Introduce" and not is_first:
        yield "introduce_only_first", ""
    if turn.subact == "Farewell" and not is_last:
        yield "farewell_only_last", ""
    if is_first and turn.feedback != "none":
        yield "no_feedback_on_first", f"Got {turn.feedback}."
    if turn.act == "SeeFigure" and not turn.highlights and not turn.highlights2:
        yield "see_figure_needs_highlight", ""
    is_two_apart = turn.highlights and turn.highlights2 and turn.highlights != turn.highlights2
    if turn.subact == "AskRelation" and not is_two_apart:
        yield "ask_relation_needs_two", ""
    if turn.subact != "AskRelation" and turn.highlights2:
        yield "second_highlight_only_ask_relation", f"Got it with {turn.subact}."
    if figure is not None:
        yield from (("highlight_in_figure", f"Got {element}.") for element in turn.pointed_at() if not figure.has(element))
    if not turn.utterance.strip():
        yield "utterance_not_empty", ""
