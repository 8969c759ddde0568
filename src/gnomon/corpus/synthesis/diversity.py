"""How much variety a corpus has: acts, rules, misconceptions, learners, different sentences, all counted as it streams."""

from __future__ import annotations

import hashlib
import math
from collections import Counter
from typing import Any

from gnomon.corpus.synthesis.duplicates import masked
from gnomon.dialogue import sentences_of

_BITS = 1 << 23
"""Of the map behind `Distinct`, one megabyte: a million different texts are counted to within about 0.1 %."""


class Distinct:
    """A count of different texts in constant memory: linear counting (Whang, Vander-Zanden and Taylor 1990, ACM TODS 15)."""

    def __init__(self) -> None:
        self._map = bytearray(_BITS // 8)

    def add(self, text: str) -> None:
        """See a text."""
        place = int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest()) % _BITS
        self._map[place // 8] |= 1 << place % 8

    @property
    def count(self) -> int:
        """Estimate of how many different texts were seen: exact to one for a few hundred."""
        empty = _BITS - int.from_bytes(self._map).bit_count()
        return round(-_BITS * math.log(max(empty, 1) / _BITS))


class Diversity:
    """Counts over dialogues."""

    def __init__(self) -> None:
        self._num_dialogues = 0
        self._turns: Counter[str] = Counter()
        self._counts: dict[str, Counter[str]] = {
            name: Counter()
            for name in ("subacts", "feedback", "rules", "misconceptions", "strengths", "styles", "outcomes", "highlights")
        }
        said = ("tutor_sentences", "learner_sentences")
        put_alike = (f"{name}_but_for_names_and_numbers" for name in said)
        self._distinct = {name: Distinct() for name in ("problems", "attempts", *said, *put_alike)}

    def see(self, row: dict[str, Any]) -> None:
        """Count a dialogue."""
        provenance = row["provenance"]
        self._num_dialogues += 1
        for name in ("misconception", "strength", "style"):
            self._counts[f"{name}s"][provenance[name]] += 1
        self._counts["outcomes"][row.get("outcome", "none")] += 1
        self._distinct["problems"].add(row["problem"]["id"])
        self._distinct["attempts"].add(row["student_solution"])
        for turn in row["turns"]:
            self._see_turn(turn, provenance["proof"])

    def _see_turn(self, turn: dict[str, Any], proof: list[dict[str, Any]]) -> None:
        is_tutor = turn["role"] == "teacher"
        who = "tutor" if is_tutor else "learner"
        self._turns[who] += 1
        for sentence in sentences_of(turn["utterance"]):
            self._distinct[f"{who}_sentences"].add(sentence)
        for sentence in sentences_of(masked(turn["utterance"])):
            self._distinct[f"{who}_sentences_but_for_names_and_numbers"].add(sentence)
        if not is_tutor:
            return
        self._counts["subacts"][turn["subact"]] += 1
        self._counts["feedback"][turn["feedback"]] += 1
        step = turn.get("annotation", {}).get("record", {}).get("step")
        if step is not None:
            self._counts["rules"][proof[step]["rule"]] += 1
        self._counts["highlights"].update(kind for names in turn["highlights"].values() for kind in names)

    def as_json(self) -> dict[str, Any]:
        """Return all counts, the commonest first."""
        return {
            "dialogues": self._num_dialogues,
            "turns": dict(self._turns),
            "distinct": {name: each.count for name, each in self._distinct.items()},
            **{name: dict(counts.most_common()) for name, counts in self._counts.items()},
        }
