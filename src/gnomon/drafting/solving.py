"""A draft solved: what its facts leave open or contradict is asked about, and with the answer it is solved again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from gnomon.drafting.asking import Asking, Question
from gnomon.drafting.draft import Draft
from gnomon.drafting.facts import DraftFact, Origin
from gnomon.drafting.fitting import conflicting, two_numbers
from gnomon.drafting.helping import solved_with_a_line
from gnomon.drafting.writing import file_fields, problem_with
from gnomon.figure import Figure
from gnomon.geometry import Solution, solve
from gnomon.geometry.layout import OpenLayoutError
from gnomon.problem import FormalDescription, ProblemError


@dataclass(frozen=True)
class Solving:
    """The solving of one problem, with the facts of one draft or another."""

    data: Mapping[str, Any]
    """The problem as a file holds it, without facts."""
    own: Figure | None
    """The figure that somebody placed."""
    asking: Asking

    def solved(self, draft: Draft) -> Draft:
        """Return a draft with its solution, or with the reason why there is none."""
        try:
            problem = problem_with(self.data, draft.facts)
        except OpenLayoutError as error:
            return self._sided(draft, error)
        except ProblemError as error:
            # Who reads the reason knows which problem it is of.
            return replace(draft, reason=str(error).removeprefix(f"problem {self.data['id']}: "))
        formal = problem.formal
        assert formal is not None
        draft = replace(draft, problem=problem, unread=(*draft.unread, *formal.left_out))
        if formal.goal is None:
            return replace(draft, reason="; ".join(formal.warnings) or "nothing that can be computed is asked")
        rivals = two_numbers(problem, draft.facts)
        solution = None if rivals else solve(problem, last_resorts=False)
        if solution is not None and solution.status != "inconsistent":
            return self._written(draft, solution)
        wrong = self._wrong(formal, rivals or conflicting(problem, draft.facts))
        if wrong is None:
            return replace(draft, solution=solution, reason=solution.reason if solution else "two numbers for one part")
        return self.solved(replace(draft, facts=tuple(fact for fact in draft.facts if fact != wrong)))

    def _sided(self, draft: Draft, error: OpenLayoutError) -> Draft:
        """Ask on which side a point lies, and solve with the answer."""
        chosen = self.asking.choice(Question(f"side:{error.choices[0]}", f"{error.told}. Which is meant?", error.choices))
        if chosen is None:
            return replace(draft, reason=str(error))
        added = DraftFact(error.choices[chosen], Origin("answer", ""))
        return self.solved(replace(draft, facts=(*draft.facts, added)))

    def _wrong(self, formal: FormalDescription, rivals: Sequence[DraftFact]) -> DraftFact | None:
        """Ask which of the facts that contradict each other is wrong; None as long as nobody says."""
        if len(rivals) < 2:
            self.asking.free(Question("contradiction", "Picture and text contradict each other, and no single fact is to blame."))
            return None
        words = tuple(f"{formal.shown(fact.literal)} ({fact.source})" for fact in rivals)
        text = "These contradict each other. Which one is wrong?"
        chosen = self.asking.choice(Question("contradiction", text, words, rivals=tuple(rivals)))
        return None if chosen is None else rivals[chosen]

    def _written(self, draft: Draft, solution: Solution) -> Draft:
        """Return a draft as a file holds it, with a line that helps where there is no proof without."""
        problem = draft.problem
        assert problem is not None
        helped = solved_with_a_line(problem, solution) if solution.status == "no_proof" else None
        if helped is not None:
            solution, line = helped
            problem = solution.problem
            draft = replace(draft, problem=problem, drawn_in_addition=line)
        fields = file_fields(self.data, draft.facts, problem, solution, self.own)
        if fields is None:
            return replace(draft, reason="the facts hold only where all points fall together; check the sizes")
        return replace(draft, solution=solution, reason=solution.reason, data=fields)
