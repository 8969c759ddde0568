"""Two people's marks of drawn highlights, and their consensus (GeoDial, appendix J.3).

A drawing gets 1 when all that was asked is drawn right, 0.5 when several were asked and some are, 0 when none is. Marks are kept
in a file of JSON lines, one a mark, as they are given; of two marks of one person for one drawing the later counts.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import NamedTuple

from gnomon.metrics import cohen_kappa

MARKS = (0.0, 0.5, 1.0)
"""None, some, or all of what was asked is drawn right: the paper's three levels."""
CONSENSUS = "consensus"
"""In the place of a reviewer's name, for a mark that both agreed on after talking."""


class ReviewError(ValueError):
    """A mark that is not allowed, or a file of marks that cannot be read; the message is one line."""


class Agreement(NamedTuple):
    """How far two reviewers agree before they talk."""

    first: str
    second: str
    drawings: int
    """Drawings that both have marked."""
    same: int
    """Of these, with equal marks."""
    kappa: float | None
    """Cohen's, with linear weights; None where both used one and the same mark."""


def sampled(ids: Iterable[str], limit: int, seed: int) -> tuple[str, ...]:
    """Return at most ``limit`` of the samples, drawn by seed, in their own order."""
    everything = list(dict.fromkeys(ids))
    chosen = set(everything if len(everything) <= limit else Random(seed).sample(everything, limit))
    return tuple(each for each in everything if each in chosen)


@dataclass
class Reviews:
    """The marks of one set of drawings."""

    path: Path
    """The file of marks; it need not exist yet."""
    asked: Mapping[str, int]
    """How many highlights were asked, by sample."""
    marks: dict[tuple[str, str], float] = field(default_factory=dict)
    """By reviewer and sample."""

    @classmethod
    def open(cls, path: Path, asked: Mapping[str, int]) -> Reviews:
        """Read the marks given so far; those of samples that are not in ``asked`` are passed over.

        Raises:
            ReviewError: for a line that is no mark.
        """
        reviews = cls(path, asked)
        lines = path.read_text("utf-8").splitlines() if path.exists() else []
        for number, line in enumerate(lines, 1):
            try:
                row = json.loads(line)
                reviewer, sample, mark = str(row["reviewer"]), str(row["id"]), float(row["mark"])
            except (ValueError, KeyError, TypeError) as error:
                raise ReviewError(f'{path}:{number}: expected {{"id", "reviewer", "mark"}}, got {line[:60]!r}') from error
            if sample in asked:
                reviews._check(sample, mark)
                reviews.marks[reviewer, sample] = mark
        return reviews

    def add(self, reviewer: str, sample: str, mark: float) -> None:
        """Keep a mark, in the file too.

        Raises:
            ReviewError: for another mark than 1, 0.5 and 0, and for 0.5 where one highlight was asked.
        """
        self._check(sample, mark)
        with self.path.open("a", encoding="utf-8") as file:
            file.write(json.dumps({"id": sample, "reviewer": reviewer, "mark": mark}) + "\n")
        self.marks[reviewer, sample] = mark

    def _check(self, sample: str, mark: float) -> None:
        if mark not in MARKS:
            raise ReviewError(f"expected a mark of 1, 0.5 or 0, got {mark:g}")
        if mark == 0.5 and self.asked[sample] < 2:
            raise ReviewError(f"{sample}: one highlight was asked: it is right (1) or not (0)")

    def open_for(self, reviewer: str) -> list[str]:
        """Return the samples that a reviewer has yet to mark; for the consensus, those on which the two differ."""
        wanted = self.differing() if reviewer == CONSENSUS else list(self.asked)
        return [sample for sample in wanted if (reviewer, sample) not in self.marks]

    def reviewers(self) -> list[str]:
        """Return the names of those who gave marks, in order."""
        return sorted({reviewer for reviewer, _ in self.marks} - {CONSENSUS})

    def differing(self) -> list[str]:
        """Return the samples that reviewers have marked unlike."""
        return [
            sample
            for sample in self.asked
            if len({mark for (reviewer, of), mark in self.marks.items() if of == sample and reviewer != CONSENSUS}) > 1
        ]

    def agreement(self) -> Agreement | None:
        """Return how far the two reviewers agree; None unless there are two, with a sample that both have marked."""
        names = self.reviewers()
        if len(names) != 2:
            return None
        first, second = names
        both = [sample for sample in self.asked if {(first, sample), (second, sample)} <= self.marks.keys()]
        if not both:
            return None
        marks = [[self.marks[name, sample] for sample in both] for name in names]
        same = sum(one == other for one, other in zip(*marks, strict=True))
        kappa = cohen_kappa(marks[0], marks[1], labels=MARKS, weights="linear")
        return Agreement(first, second, len(both), same, kappa)

    def settled(self) -> dict[str, float]:
        """Return the mark of each sample that two reviewers gave alike, or that was settled between them."""
        names = self.reviewers()
        found = {}
        for sample in self.asked:
            given = [self.marks[name, sample] for name in names if (name, sample) in self.marks]
            if (CONSENSUS, sample) in self.marks:
                found[sample] = self.marks[CONSENSUS, sample]
            elif len(given) == 2 and len(set(given)) == 1:
                found[sample] = given[0]
        return found
