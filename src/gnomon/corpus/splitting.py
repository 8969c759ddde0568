"""Parting a corpus so that no problem, and no figure under other names, is in two parts.

GeoDial names no rule for its split; this one is ours. Dialogues about one problem stay together, and so do problems that are the
same up to similarity (`gnomon.corpus.duplicates`) or whose figures are the same but for the names of their points: a model
that has seen the one has seen the other's drawing.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from gnomon.corpus.duplicates import KnownProblems, figure_key
from gnomon.corpus.entries import Entry
from gnomon.datasets import GeoDialSplit, split_by_problem
from gnomon.problem import Question


@dataclass(frozen=True)
class Parts:
    """A corpus in three parts."""

    entries: Mapping[GeoDialSplit, tuple[Entry, ...]]
    groups: Mapping[str, str]
    """By problem, the first of the problems that stay together with it, itself included."""

    def counts(self) -> dict[GeoDialSplit, dict[str, int]]:
        """Return dialogues, problems and groups of problems of each part."""
        return {
            name: {
                "dialogues": len(part),
                "problems": len({entry.problem_id for entry in part}),
                "groups": len({self.groups[entry.problem_id] for entry in part}),
            }
            for name, part in self.entries.items()
        }

    def joined(self) -> dict[str, tuple[str, ...]]:
        """Return the problems that stay together although they are several, by the first of them."""
        found: dict[str, list[str]] = defaultdict(list)
        for problem, first in self.groups.items():
            found[first].append(problem)
        return {first: tuple(problems) for first, problems in found.items() if len(problems) > 1}


def split_entries(entries: Sequence[Entry], shares: Sequence[float] = (0.8, 0.1, 0.1), seed: int = 0) -> Parts:
    """Part dialogues into training, validation and test.

    Args:
        entries: the dialogues; a split that they name is passed over.
        shares: of the groups of problems, for the three parts; they sum to 1.
        seed: of the order in which the groups are dealt out.

    Raises:
        ValueError: for shares that are not three numbers from 0 to 1 with the sum 1.
    """
    groups = problem_groups(entries)
    return Parts(split_by_problem(entries, shares, seed, group_of=lambda entry: groups[entry.problem_id]), groups)


def problem_groups(entries: Iterable[Entry]) -> dict[str, str]:
    """Return for each problem the first, by name, of all that are joined to it.

    Problems are joined when they are the same up to similarity, and when their figures are drawn and labelled alike, whatever
    the coordinates: that joins a few which differ, and costs nothing but freedom. A problem that is not known stands alone.
    """
    questions: dict[str, set[Question]] = defaultdict(set)
    for entry in entries:  # a corpus may hold several figures of one problem: each joins it to others
        questions[entry.problem_id].update([entry.question] if entry.question else [])
    group = {problem: problem for problem in sorted(questions)}
    known, first_with = KnownProblems(), dict[str, str]()
    for problem in group:
        for question in sorted(questions[problem], key=Question.model_dump_json):
            if question.figure is not None:
                _join(group, first_with.setdefault(figure_key(question.figure), problem), problem)
            for found in known.matches(question):
                _join(group, found.id, problem)
            known.add(problem, question)
    return {problem: _first(group, problem) for problem in group}


def _first(group: Mapping[str, str], problem: str) -> str:
    while group[problem] != problem:
        problem = group[problem]
    return problem


def _join(group: dict[str, str], one: str, other: str) -> None:
    first, second = sorted((_first(group, one), _first(group, other)))
    group[second] = first
