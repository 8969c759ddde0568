"""Rules of the turn vocabulary (GeoDial 2.2, appendix D), written down again, and what a turn points at and says."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from gnomon.benchmark.arena.scan.proofs import Proof, canonical

__all__ = ["broken_rules", "elements", "outside_step", "quotes", "repeated", "sentences", "tutor_turns"]

_SUBACTS = {
    "Generic": {"Introduce", "Farewell", "Continue"},
    "SeeFigure": {"AskLength", "AskAngle", "AskRelation", "SeeHighlight"},
    "Focus": {"SeekStrategy", "Guide", "Calculate", "PullBack"},
    "Probing": {"SelfCorrect", "AskForExplanation", "SeekKnowledge"},
    "Telling": {"ExplainConcept", "Revealing"},
}
_KINDS = {"lines": "line", "angles": "angle", "arcs": "arc", "labels": "label"}
_QUOTE = re.compile(r"“([^”]*)”")
_LONG = 5
"""Words from which on a sentence that comes again is a repetition; "Hello!" and "Not yet." are none."""
_POINT = re.compile(r"[A-Za-z][0-9]*['′]*")
_NAME = re.compile(r"(?<![A-Za-z])(?:[A-Z][0-9]*['′]*)+(?![a-z])")


def tutor_turns(dialogue: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return the tutor's turns in order."""
    return [turn for turn in dialogue["turns"] if turn["role"] == "tutor"]


def elements(highlights: Mapping[str, Sequence[str]] | None) -> list[tuple[str, str]]:
    """Return kind and canonical name of everything that is highlighted."""
    return [canonical(_KINDS[key], name) for key, names in (highlights or {}).items() for name in names]


def broken_rules(dialogue: Mapping[str, Any]) -> Iterator[tuple[int, str]]:
    """Yield the number of the tutor's turn and the rule that it breaks."""
    turns = tutor_turns(dialogue)
    for index, turn in enumerate(turns):
        for rule in _broken(turn, is_first=index == 0, is_last=index == len(turns) - 1):
            yield index, rule


def _broken(turn: Mapping[str, Any], *, is_first: bool, is_last: bool) -> Iterator[str]:
    green, brown = elements(turn.get("highlights")), elements(turn.get("highlights2"))
    subact = turn["subact"]
    if subact not in _SUBACTS.get(turn["act"], set()):
        yield "the subact is none of its act"
    if subact == "Introduce" and not is_first:
        yield "Introduce is not first"
    if subact == "Farewell" and not is_last:
        yield "Farewell is not last"
    if is_first and turn.get("feedback", "none") != "none":
        yield "feedback on the first utterance"
    if turn["act"] == "SeeFigure" and not green and not brown:
        yield "SeeFigure without a highlight"
    if subact == "AskRelation" and (not green or not brown or set(green) == set(brown)):
        yield "AskRelation without two apart"
    if subact != "AskRelation" and brown:
        yield "brown outside AskRelation"
    if not turn["utterance"].strip():
        yield "an empty utterance"


def outside_step(turn: Mapping[str, Any], proof: Proof) -> list[str]:
    """Return what a turn highlights, in either colour, that the proof step in play does not use.

    A triangle or polygon counts as its sides, a circle as its centre's label and the arcs through its points. Without a step
    in play everything highlighted is outside; on the learner's own route, whose steps stand in no proof here, nothing is. A turn
    that tells what a word means shows it: there only what its words do not name is outside, where a circle is shown by its arcs.
    """
    record = turn.get("record") or {}
    step = record.get("step")
    if record.get("rung") == "meaning":
        named = [set(_POINT.findall(name)) for name in _NAME.findall(turn["utterance"])]
        has_circle = re.search(r"\bcircle\b", turn["utterance"]) is not None
        shown = [*elements(turn.get("highlights")), *elements(turn.get("highlights2"))]
        strange = ((kind, name) for kind, name in shown if not any(set(_POINT.findall(name)) <= points for points in named))
        return [f"{kind}:{name}" for kind, name in strange if not (has_circle and kind == "arc")]
    if step is None and record.get("aim") is not None:
        return []
    used = proof.steps[step].elements if step is not None and step < len(proof.steps) else frozenset()
    shown = [*elements(turn.get("highlights")), *elements(turn.get("highlights2"))]
    return [f"{kind}:{name}" for kind, name in shown if (kind, name) not in used and not _is_arc_of_circle(kind, name, used)]


def _is_arc_of_circle(kind: str, name: str, used: frozenset[tuple[str, str]]) -> bool:
    points = _POINT.findall(name)
    return kind == "arc" and all(("arc of", point) in used for point in points)


def sentences(utterance: str) -> list[str]:
    """Return the sentences of a turn, lower case; a quotation stays whole."""
    whole = _QUOTE.sub(lambda match: re.sub(r"([.!?…])\s", r"\1_", match.group()), utterance)
    return [part.strip().lower() for part in re.split(r"(?<=[.!?…])\s+", whole) if part.strip()]


def repeated(dialogue: Mapping[str, Any], role: str) -> list[str]:
    """Return the sentences of five words or more that one side says again in a dialogue, once for each time."""
    seen: set[str] = set()
    again = []
    for turn in dialogue["turns"]:
        if turn["role"] == role:
            said = [sentence for sentence in sentences(turn["utterance"]) if len(sentence.split()) >= _LONG]
            again += [sentence for sentence in said if sentence in seen]
            seen |= set(said)
    return again


def quotes(dialogue: Mapping[str, Any]) -> list[tuple[str, bool]]:
    """Return what the tutor puts in quotation marks, and whether the student wrote it before in these words."""
    written = dialogue.get("attempt", "")
    found = []
    for turn in dialogue["turns"]:
        if turn["role"] == "student":
            written += "\n" + turn["utterance"]
            continue
        # “angle ABC is …” with a gap to fill is an example of how to write, no quotation.
        quoted = (match.group(1) for match in _QUOTE.finditer(turn["utterance"]) if not match.group(1).endswith(" …"))
        found += [(words, words.strip(" .…").lower() in written.lower()) for words in quoted]
    return found
