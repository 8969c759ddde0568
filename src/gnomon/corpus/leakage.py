"""Whether problems of a test are in training, up to similarity, names and numbers (`gnomon.corpus.duplicates`)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from gnomon.corpus.asked import AskedProblem
from gnomon.corpus.duplicates import MATCH_KINDS, KnownProblems, MatchKind


class Leak(NamedTuple):
    """A problem of the test that is in training."""

    test: str
    train: str
    """The problem of the training that is the same in the strongest way."""
    kind: MatchKind
    reason: str


@dataclass(frozen=True)
class Leakage:
    """What of a test is in training."""

    train: int
    """Problems compared with."""
    test: int
    """Problems of the test."""
    leaks: tuple[Leak, ...]

    def counts(self) -> dict[MatchKind, int]:
        """Return how many problems of the test are in training in each way, the strongest first."""
        found = Counter(leak.kind for leak in self.leaks)
        return {kind: found[kind] for kind in MATCH_KINDS if found[kind]}


def find_leaks(train: Iterable[AskedProblem], test: Iterable[AskedProblem]) -> Leakage:
    """Find each problem of the test that is the same as one in training.

    One that is named and worded alike in both is the same, whatever is known of its figure.
    """
    known, by_name = KnownProblems(), set[tuple[str, str]]()
    for problem_id, question in train:
        known.add(problem_id, question)
        by_name.add((problem_id, question.text))
    leaks = []
    asked = list(test)
    for problem_id, question in asked:
        found = known.find(question)
        if found is not None:
            leaks.append(Leak(problem_id, found.id, found.match.kind, found.match.reason))
        elif question.text and (problem_id, question.text) in by_name:
            leaks.append(Leak(problem_id, problem_id, "problem", "the same name and text"))
    return Leakage(len(known), len(asked), tuple(leaks))
