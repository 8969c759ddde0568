"""Visual keypoints: free text to a list, and the matching of two lists, with a model or without (MathExplain 5.1).

The parser asks a model only where the text cannot be read as a list. The matcher asks a model for the same drawing in another
name; its answer is mended by the rules of `gnomon.judge.matching`. The exact matcher compares names alone, without a model.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from gnomon.figure import VisualKeypoint
from gnomon.judge.asking import Material, ModelJudge
from gnomon.judge.judgement import Judgement, Read
from gnomon.judge.matching import (
    KeypointMatches,
    MatchCase,
    ProposedMatch,
    match_by_name,
    mend_matches,
    without_duplicates,
)
from gnomon.judge.reading import read_object, read_reply
from gnomon.models import ResponseSchema, object_schema
from gnomon.prompts import in_one_line
from gnomon.replies import parse_keypoints, said_in

_ENTRY_LEFT_OUT = "entry_left_out"
_MATCH = {"reference": {"type": "string"}, "predicted": {"type": ["string", "null"]}}


@dataclass(frozen=True)
class KeypointParser(ModelJudge[str, tuple[VisualKeypoint, ...]]):
    """Turn an answer about what to draw into keypoints. The case is the answer's text.

    An answer that is a readable list already is taken as it is, and the model is not asked: the judgement names no model then.
    An empty list is a value: nothing was proposed. So is an answer without a word, or with thinking alone: it is flagged
    ``empty``, and the model is not asked, for what it then listed would be its own.
    """

    name: ClassVar[str] = "keypoint_parser"

    async def sample(self, case: str, num_samples: int) -> tuple[Judgement[tuple[VisualKeypoint, ...]], ...]:
        """Read the answer, by a model if need be."""
        if not said_in(case):
            blank: Judgement[tuple[VisualKeypoint, ...]] = Judgement(
                judge=self.name, status="ok", value=(), raw=case, flags=("empty",)
            )
            return (blank,) * num_samples
        read = self.read(case, case)
        if read.value is None or _ENTRY_LEFT_OUT in read.flags:
            return await super().sample(case, num_samples)
        taken: Judgement[tuple[VisualKeypoint, ...]] = Judgement(judge=self.name, raw=case, **dict(read))
        return (taken,) * num_samples

    def material(self, case: str) -> Material:
        """Return the answer, without thinking."""
        return Material("judge/keypoint_parsing", {"answer": said_in(case)})

    def read(self, text: str, case: str) -> Read[tuple[VisualKeypoint, ...]]:  # noqa: ARG002 - the list stands for itself
        """Read a list of keypoints; an entry without an element's name is left out and makes the list partial."""
        reading = parse_keypoints(text)
        read = read_reply(reading, _keypoints)
        is_short = read.value is not None and len(read.value) < len(reading.value)
        return read.model_copy(update={"flags": (*read.flags, _ENTRY_LEFT_OUT)}) if is_short else read


@dataclass(frozen=True)
class KeypointMatcher(ModelJudge[MatchCase, KeypointMatches]):
    """Match proposed elements to reference elements by meaning, one to one. Where a list is empty the model is not asked."""

    reverse_lists: bool = False
    """Show both lists in the opposite order, for the check of order; the result keeps the order of the case."""

    name: ClassVar[str] = "keypoint_matcher"
    schema: ClassVar[ResponseSchema] = ResponseSchema(
        name="keypoint_matches",
        json_schema=object_schema({"matches": {"type": "array", "items": object_schema(_MATCH)}}),
    )

    async def sample(self, case: MatchCase, num_samples: int) -> tuple[Judgement[KeypointMatches], ...]:
        """Match the two lists."""
        if case.reference and case.predicted:
            return await super().sample(case, num_samples)
        return (Judgement(judge=self.name, status="ok", value=match_by_name(case)),) * num_samples

    def material(self, case: MatchCase) -> Material:
        """Return the two lists, duplicates dropped and numbered."""
        reference = self._numbered(case.reference, "R")
        predicted = self._numbered(case.predicted, "P")
        identifiers = ", ".join(line.partition(".")[0] for line in reference)
        texts = {"reference": "\n".join(reference), "predicted": "\n".join(predicted)}
        return Material("judge/keypoint_matching", texts, {"reference_ids": identifiers})

    def read(self, text: str, case: MatchCase) -> Read[KeypointMatches]:
        """Read the matches; a row that is no match is left out and makes the judgement partial."""
        reading = read_object(text)
        rows = (reading.value or {}).get("matches")
        if not isinstance(rows, list):
            return Read(status="unparseable", flags=reading.flags)
        proposed = [_row(row) for row in rows]
        wrong = tuple(f"matches.{place}" for place, row in enumerate(proposed) if row is None)
        value = mend_matches(case, [row for row in proposed if row is not None])
        flags = (*reading.flags, "matches_mended") if value.repairs.total else reading.flags
        status = "partial" if wrong else "ok"
        return Read(status=status, value=value, repaired=reading.repaired, invalid_fields=wrong, flags=flags)

    def _numbered(self, keypoints: Sequence[VisualKeypoint], letter: str) -> list[str]:
        lines = [
            f"{letter}{number}. {in_one_line(keypoint.element)}: {in_one_line(keypoint.description) or '(no description)'}"
            for number, keypoint in enumerate(without_duplicates(keypoints), start=1)
        ]
        return lines[::-1] if self.reverse_lists else lines


class ExactKeypointMatcher:
    """Match elements of equal canonical name, without a model: a baseline, and a lower bound where names are kept."""

    name: ClassVar[str] = "keypoint_matcher_exact"

    async def judge(self, case: MatchCase) -> Judgement[KeypointMatches]:
        """Match the two lists."""
        return Judgement(judge=self.name, status="ok", value=match_by_name(case))


def _keypoints(value: list[Any]) -> tuple[VisualKeypoint, ...]:
    return tuple(
        VisualKeypoint(element=entry["element"], description=entry.get("description") or "")
        for entry in value
        if entry.get("element")
    )


def _row(row: object) -> ProposedMatch | None:
    if not isinstance(row, dict) or not isinstance(row.get("reference"), str):
        return None
    predicted = row.get("predicted")
    if predicted is None or (isinstance(predicted, str) and predicted.strip().lower() in {"null", "none", ""}):
        return ProposedMatch(row["reference"], None)
    return ProposedMatch(row["reference"], predicted) if isinstance(predicted, str) else None
