"""Solve a problem: fit the figure, deduce, build the proof, let the checker check it; abstain rather than guess."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import combinations, islice
from typing import Any, Literal, NamedTuple

from gnomon.figure import angle_between
from gnomon.geometry.auxiliary import MOST_DERIVED, MOST_TRIED, helping_lines
from gnomon.geometry.checker import check_proof
from gnomon.geometry.conflict import conflict_in_words
from gnomon.geometry.construction import Construction, with_construction
from gnomon.geometry.consulting import Disagreement, Told, disagreements, needed, told_for, with_told
from gnomon.geometry.contradiction import ContestedError, Contradiction, attempts, contradiction, preferred
from gnomon.geometry.deduction import deduce
from gnomon.geometry.derivation import Deduction, claim_node
from gnomon.geometry.keeping import resolve_for
from gnomon.geometry.model import InconsistentError, Model, ModelError, fit
from gnomon.geometry.positions import INCIDENCES, MOST_TAKEN, positions, readings, source_of, with_positions
from gnomon.geometry.proof import build_proof, prove
from gnomon.geometry.proof_record import LeftOutRecord, ProofRecord, write_statement
from gnomon.geometry.recording import naming_positions, naming_told, record_of
from gnomon.geometry.resolution import resolve, without
from gnomon.geometry.shortening import shortened
from gnomon.geometry.spelling import spelled_as_in
from gnomon.geometry.step import ClaimProof, Proof, ProofError
from gnomon.geometry.values import is_degrees
from gnomon.problem import Equation, Expression, Fact, FormalDescription, Operation, Problem, quantities_in

WITHHELD = "the checker does not accept the proof that was found"
"""How the reason begins where there is a proof that is not to be trusted."""

NO_PROOF: dict[str, Any] = {"goal": None, "steps": [], "left_out": []}
"""What a row has in place of a proof."""

_MOST_OFF = 45.0
"""Degrees by which an angle may be drawn off its size in a figure from which something is read: half a right angle."""
_MOST_ALONE = 12
"""Facts that the figure shows and that are tried one at a time where they cannot hold together."""
_MOST_TOLD = 2
"""Of the literals that the reader left out, how many a reason names: it is one line."""

Status = Literal["solved", "no_proof", "inconsistent", "timeout", "unreadable"]


@dataclass(frozen=True)
class Solution:
    """What the engine found."""

    problem: Problem
    status: Status
    reason: str
    """Why there is no answer; empty when solved."""
    seconds: float = 0.0
    proof: Proof | None = None
    """Of the value that is asked."""
    claim_proof: ClaimProof | None = None
    """Of the statement that is to be proved."""
    to_goal: Deduction | None = None
    """What follows from the givens as far as the search went: where there is a proof, to its goal."""
    oracle: float | None = None
    """The goal in the numeric model where the givens determine it; never an answer."""
    contradiction: Contradiction | None = None
    """Of a proof in spite of givens that contradict each other."""
    construction: Construction | None = None
    """The helping line that the proof takes."""
    as_shown: tuple[Fact, ...] = ()
    """What the proof takes from the look of the figure since nothing states it; its steps name each."""
    told: Told = field(default_factory=Told)
    """What the proof takes from the problem's text, and the givens that it does without since they contradict that."""

    @cached_property
    def deduction(self) -> Deduction | None:
        """Everything that follows from the givens, also what the proof does not need."""
        if self.to_goal is None or self.to_goal.is_whole:
            return self.to_goal
        everything = replace(deduce(self.to_goal.model, self.believed), rivals=self.to_goal.rivals)
        # The ways of the proof count, which may have been shortened.
        return replace(everything, derived={**everything.derived, **self.to_goal.derived})

    @cached_property
    def posed(self) -> Problem:
        """The problem with the helping line drawn that the proof takes, and what it reads off the figure among the givens."""
        drawn = self.problem if self.construction is None else with_construction(self.problem, self.construction)
        drawn = with_told(drawn, self.told) if self.told else drawn
        return with_positions(drawn, self.as_shown) if self.as_shown else drawn

    @property
    def believed(self) -> FormalDescription:
        """The formal description without what a proof in spite of a contradiction leaves out."""
        formal = self.posed.formal
        assert formal is not None
        return formal if self.contradiction is None else without(formal, self.contradiction.sources)

    @cached_property
    def disagreements(self) -> tuple[Disagreement, ...]:
        """What text and givens say differently; the text is read when this is asked for, or where the givens have no proof."""
        model = None if self.argument is None or self.to_goal is None else self.to_goal.model
        return tuple(disagreements(self.problem, self.told, model))

    @property
    def notes(self) -> tuple[str, ...]:
        """What the author of the problem has to know beside the proof."""
        return (*self._doubts, *(each.note for each in self.disagreements))

    @property
    def _doubts(self) -> tuple[str, ...]:
        read = tuple(f"nothing states {fact.in_notation()}: it is read off the figure" for fact in self.as_shown)
        return read if self.contradiction is None else (self.contradiction.note, *read)

    @property
    def notice(self) -> str:
        """What a learner has to know before the proof, in a plain sentence; empty where nothing is amiss."""
        read = f"Not stated, but shown by the figure: {', '.join(fact.in_notation() for fact in self.as_shown)}."
        told = [each.for_learner for each in self.disagreements if each.for_learner]
        disagreeing = [self.contradiction.for_learner] if self.contradiction else []
        return " ".join([*disagreeing, *([read] if self.as_shown else []), *told])

    @property
    def argument(self) -> Proof | ClaimProof | None:
        """The proof of what was asked, of a value or of a statement; None when the engine abstains."""
        return self.proof or self.claim_proof

    @property
    def answer(self) -> float | None:
        """The proved answer in the unit asked; None when the engine abstains."""
        return self.proof.answer.number if self.proof else None

    def record(self) -> ProofRecord | None:
        """Return the proof as plain data, with all that each step rests on; None without a proof."""
        if self.argument is None or self.to_goal is None:
            return None
        return self.recorded(self.argument, self.to_goal)

    def recorded(self, proof: Proof | ClaimProof, deduction: Deduction) -> ProofRecord:
        """Return a proof of this problem as plain data.

        Args:
            proof: this solution's own, or another of the same goal.
            deduction: where the proof comes from.
        """
        record = record_of(proof, deduction, self.believed.givens)
        shown = tuple(map(write_statement, self.as_shown))
        told = tuple(write_statement(said.content) for said in self.told.taken)
        record = record.model_copy(
            update={
                "construction": self.construction,
                "as_shown": shown,
                "as_told": told,
                "set_aside": tuple(dict.fromkeys(given.source for given in self.told.set_aside)),
            }
        )
        if self.contradiction is None:
            return record
        left_out = tuple(LeftOutRecord(given=each.given.source, misfit=each.misfit) for each in self.contradiction.left_out)
        return record.model_copy(update={"left_out": left_out})

    def as_json(self) -> dict[str, Any]:
        """Return the row that ``gnomon solve --out`` writes."""
        record = self.record()
        written = record.as_json() if record else NO_PROOF
        return {
            "status": self.status,
            "reason": self.reason,
            "answer": self.answer,
            "exact": self.proof.answer.exact if self.proof else None,
            "oracle": self.oracle,
            "seconds": round(self.seconds, 4),
            "notes": list(self.notes),
            **written,
        }


def solve(problem: Problem, *, blame: bool = False, last_resorts: bool = True) -> Solution:
    """Solve ``problem`` by its formal description.

    Args:
        problem: what to solve.
        blame: whether to search which givens contradict each other, where they do; it takes many fits, and the reason then
            names those that cannot hold together instead of those that the nearest figure misses most.
        last_resorts: whether to look, where there is no proof otherwise, for one in spite of givens that contradict each other,
            from all but a few equations (`Solution.contradiction`), given where it is clearly the cheapest; before that for one
            by what the problem's text says (`Solution.told`), and at last for one by what the figure shows although nothing
            states it (`Solution.as_shown`).

    Never raises on a problem: the status says ``unreadable`` (no formal description, goal or positions), ``inconsistent``
    (the givens contradict each other) or ``no_proof`` (none was found, or the checker rejects it), each with its reason.
    """
    start = time.perf_counter()
    solution = _solved(problem, blame=blame, resorts=_ALL if last_resorts else _NONE)
    return replace(solution, seconds=time.perf_counter() - start)


class _Resorts(NamedTuple):
    """Where to look for a proof that the givens do not have."""

    text: bool
    in_spite: bool
    figure: bool


_ALL, _NONE = _Resorts(text=True, in_spite=True, figure=True), _Resorts(text=False, in_spite=False, figure=False)
_WITH_TEXT = _Resorts(text=False, in_spite=True, figure=False)
"""Where the text is among the givens already: a proof that takes from the look of the figure too would hang by two threads."""


def _solved(problem: Problem, *, blame: bool, resorts: _Resorts) -> Solution:
    description = problem.formal
    if description is None:
        return Solution(problem, "unreadable", "the problem has no formal description; add facts: and find:")
    if description.claim is not None:
        found = _claim_solved(problem, description)
        is_open = found.status in {"inconsistent", "no_proof"} and resorts.text
        return (_by_text(problem) or _with_disagreements(found)) if is_open else found
    if description.goal is None:
        return Solution(problem, "unreadable", "; ".join(description.warnings) or "the problem asks for nothing; add find:")
    goal = description.goal.expression
    try:
        model = fit(problem)
    except InconsistentError as error:
        return _solved_out_of_contradiction(problem, goal, str(error), blame=blame, resorts=resorts)
    except ModelError as error:
        return Solution(problem, "unreadable", str(error))
    deduction = deduce(model, description, to_goal=True)
    deduction = shortened(deduction, deduction.needed_for(model.diagram.canonical(goal)))
    try:
        proof = build_proof(deduction, goal)
    except ProofError as error:
        if resorts.text and (by_text := _by_text(problem)) is not None:
            return by_text
        in_spite = _solved_in_spite(problem, description, goal) if resorts.in_spite and model.is_flattened else None
        if in_spite is not None and in_spite.status == "solved":
            return in_spite
        reason = "; ".join([str(error), *description.left_out[:_MOST_TOLD]])
        withheld = Solution(problem, "no_proof", reason, to_goal=deduction, oracle=_oracle(model, problem))
        found = (_as_shown(problem, goal) if resorts.figure else None) or withheld
        return _with_disagreements(found) if resorts.text else found
    found = _checked(problem, proof, deduction)
    is_open = found.status != "solved" and resorts.text
    return (_by_text(problem) or _with_disagreements(found)) if is_open else found


def _solved_out_of_contradiction(problem: Problem, goal: Expression, error: str, *, blame: bool, resorts: _Resorts) -> Solution:
    """Solve a problem whose givens contradict each other: as its text decides, else by the cheapest proof that avoids it."""
    assert problem.formal is not None
    found = _by_text(problem) if resorts.text else None
    if found is None and resorts.in_spite:
        found = _solved_in_spite(problem, problem.formal, goal)
    if found is not None and found.status == "solved":
        return found
    told = conflict_in_words(problem) if blame else f"{error}."
    unsolved = Solution(problem, "inconsistent", told if found is None else f"{told} {found.reason}")
    return _with_disagreements(unsolved) if resorts.text else unsolved


def _by_text(problem: Problem) -> Solution | None:
    """Solve a problem whose givens have no proof by what its text says beside them; None where that does not help."""
    told = told_for(problem)
    while told:
        found = _solved(with_told(problem, told), blame=False, resorts=_WITH_TEXT)
        record = found.record()
        if found.status != "solved" or record is None:
            return None
        fewer = needed(problem, told.citing(record.cited))
        if fewer == told:
            accepted = _accepted(_naming_the_text(found, record, problem, told))
            return accepted if accepted.status == "solved" else None
        told = fewer
    return None


def _naming_the_text(found: Solution, record: ProofRecord, problem: Problem, told: Told) -> Solution:
    """Return a solution of a problem with its text among the givens as one of the problem as written."""
    argument = found.argument
    assert argument is not None
    steps = naming_told(argument.steps, record, told.taken)
    proof = None if found.proof is None else replace(found.proof, steps=steps)
    claim_proof = None if found.claim_proof is None else replace(found.claim_proof, steps=steps)
    return replace(found, problem=problem, told=told, proof=proof, claim_proof=claim_proof)


def _with_disagreements(unsolved: Solution) -> Solution:
    """Return a solution whose reason, where it has no proof, ends with what text and givens say differently."""
    if unsolved.status == "solved":
        return unsolved
    told = [each.note for each in unsolved.disagreements[:_MOST_TOLD]]
    return replace(unsolved, reason="; ".join([unsolved.reason.removesuffix("."), *told])) if told else unsolved


def _as_shown(problem: Problem, goal: Expression) -> Solution | None:
    """Solve a problem by what its figure shows although nothing states it; None where that does not help either."""
    shown = positions(problem)
    together = _that_hold(problem, shown) if len(shown) > 1 else []
    for tried in ([together] if len(together) > 1 else []) + [[fact] for fact in shown[:_MOST_ALONE]]:
        found = _with_positions(problem, goal, tried)
        accepted = _with_fewest(found, goal) if found is not None else None
        if accepted is not None:
            return accepted
    return None


def _that_hold(problem: Problem, shown: Sequence[Fact]) -> Sequence[Fact]:
    """Return all of what the figure shows where a figure holds it, else what can be taken up one by one."""
    if _is_a_figure(problem, shown):
        return shown
    held: list[Fact] = []
    for fact in shown[:_MOST_ALONE]:
        if _is_a_figure(problem, [*held, fact]):
            held.append(fact)
    return held


def _is_a_figure(problem: Problem, facts: Sequence[Fact]) -> bool:
    try:
        fit(with_positions(problem, facts))
    except ModelError:
        return False
    return True


def _with_fewest(found: Solution, goal: Expression) -> Solution | None:
    """Leave out what the proof can do without; None where it takes too much."""
    # A square says more than its right angles: it is done without first.
    for fact in sorted(found.as_shown, key=lambda each: each.kind != "square"):
        fewer = [other for other in found.as_shown if other != fact]
        found = (_with_positions(found.problem, goal, fewer) or found) if fact in found.as_shown else found
    proof = found.proof
    assert proof is not None
    is_read_off = is_degrees(goal) and proof.answer.number == 90  # the angle itself, or its neighbour
    is_deduced = any(step.rule is not None for step in proof.steps)
    record = found.record()
    assert record is not None
    is_doubtful = is_read_off or not is_deduced or _passes_by(found.problem, goal, record) or _is_drawn_unlike(found)
    if readings(found.as_shown, found.problem) > MOST_TAKEN or not found.as_shown or is_doubtful:
        return None
    accepted = _accepted(replace(found, proof=naming_positions(proof, record, found.as_shown)))
    return accepted if accepted.status == "solved" else None


def _is_drawn_unlike(found: Solution) -> bool:
    """Whether an angle that the problem speaks of is drawn so far from its size that such a figure shows nothing."""
    formal, figure, deduction = found.problem.formal, found.problem.question.figure, found.to_goal
    assert formal is not None
    assert figure is not None
    assert deduction is not None
    for angle in (quantity for quantity in formal.quantities if quantity.kind == "angle"):
        a, b, c = (figure.points[point] for point in angle.points)
        if abs(angle_between(a, b, c) - deduction.model.value(angle)) > _MOST_OFF:
            return True
    return False


def _passes_by(problem: Problem, goal: Expression, record: ProofRecord) -> bool:
    """Whether a number of the problem was not read, or a length has no part in an area or perimeter: its figure is another."""
    formal = problem.formal
    assert formal is not None
    if any(" = " in left for left in formal.left_out):
        return True
    is_ratio = isinstance(goal, Operation) and goal.symbol == "/"  # which the size of the figure does not change
    if is_ratio or not any(quantity.kind in {"area", "perimeter"} for quantity in quantities_in(goal)):
        return False
    idle = [given.content for given in formal.givens if given.source not in record.cited]
    sides = [side for content in idle if isinstance(content, Equation) for side in content]
    return any(quantity.kind == "length" for side in sides for quantity in quantities_in(side))


def _with_positions(problem: Problem, goal: Expression, facts: Sequence[Fact]) -> Solution | None:
    """Prove the goal by facts read off the figure; the solution has those that the proof cites or that make the figure."""
    posed = with_positions(problem, facts)
    assert posed.formal is not None
    try:
        model = fit(posed)
        deduction = deduce(model, posed.formal, to_goal=True)
        deduction = shortened(deduction, deduction.needed_for(model.diagram.canonical(goal)))
        proof = build_proof(deduction, goal)
    except (ModelError, ProofError):
        return None
    cited = record_of(proof, deduction, posed.formal.givens).cited
    used = tuple(fact for fact in facts if fact.kind in INCIDENCES or source_of(fact) in cited)
    if len(used) < len(facts):
        return _with_positions(problem, goal, used)
    spelled = spelled_as_in(problem.question.text, proof, model.diagram)
    return Solution(problem, "solved", "", proof=spelled, to_goal=deduction, oracle=_oracle(model, problem), as_shown=used)


def _claim_solved(problem: Problem, description: FormalDescription) -> Solution:
    """Prove a statement, with a helping line where it takes one; of givens that contradict each other nothing is proved."""
    try:
        model = fit(problem)
    except InconsistentError as error:
        return Solution(problem, "inconsistent", f"{error}.")
    except ModelError as error:
        return Solution(problem, "unreadable", str(error))
    found = _claim_proved(problem, model)
    if found.claim_proof is None and _is_true(model, description):
        return _proved_with_a_line(problem, model) or found
    return found


def _proved_with_a_line(problem: Problem, model: Model) -> Solution | None:
    """Prove a statement with the first helping line that does it; None without one, or where as much as may be was derived."""
    derived = 0
    for line, posed in islice(_posed_with_lines(problem, model), MOST_TRIED):
        tried = _with_line(problem, line, posed)
        if tried is not None and tried.claim_proof is not None:
            return tried
        derived += len(tried.to_goal.derived) if tried is not None and tried.to_goal is not None else 0
        if derived >= MOST_DERIVED:
            return None
    return None


def _posed_with_lines(problem: Problem, model: Model) -> Iterator[tuple[Construction, Problem]]:
    """Yield the helping lines that can be drawn, each with the problem in which it is."""
    for line in helping_lines(model.diagram):
        with suppress(ValueError):
            yield line, with_construction(problem, line)


def _is_true(model: Model, description: FormalDescription) -> bool:
    return description.claim is not None and model.shows(description.claim.content)


def _with_line(problem: Problem, line: Construction, posed: Problem) -> Solution | None:
    """Look for a proof of a statement with a helping line; None where the line makes no figure."""
    try:
        model = fit(posed)
    except ModelError:
        return None
    if _have_met(model):  # a foot that falls on a drawn point: what is said of an angle between the two means nothing
        return None
    return _claim_proved(problem, model, line, posed)


def _have_met(model: Model) -> bool:
    """Whether two points of a fitted figure lie in one place."""
    places = list(model.diagram.at.values())
    between = [math.dist(one, other) for one, other in combinations(places, 2)]
    return min(between) < _MET * max(between)


_MET = 1e-4
"""Of a figure's size: below it two points are one, above it a fit (`TOLERANCE` 1e-6) still gives the direction between them."""


def _claim_proved(problem: Problem, model: Model, line: Construction | None = None, posed: Problem | None = None) -> Solution:
    description = (posed or problem).formal
    assert description is not None
    assert description.claim is not None
    deduction = shortened(deduce(model, description, to_goal=True), [claim_node(model, description.claim.content)])
    try:
        proof = prove(deduction, description)
    except ProofError as error:
        reason = "; ".join([str(error), *description.left_out[:_MOST_TOLD]])
        return Solution(problem, "no_proof", reason, to_goal=deduction)
    return _accepted(Solution(problem, "solved", "", claim_proof=proof, to_goal=deduction, construction=line))


def _solved_in_spite(problem: Problem, description: FormalDescription, goal: Expression) -> Solution:
    """Solve a problem whose givens contradict each other; the reason says why no proof is given."""
    resolution = resolve(problem)
    try:
        found = attempts(description, goal, resolution)
        if not found:
            wider = resolve_for(problem, goal, resolution)
            resolution, found = (wider, attempts(description, goal, wider)) if wider.ways else (resolution, found)
        best = preferred(found, resolution)
    except ContestedError as error:
        return Solution(problem, "inconsistent", str(error))
    assert best.proof is not None
    used = record_of(best.proof, best.deduction, without(description, best.way.sources).givens).cited
    return _checked(problem, best.proof, best.deduction, contradiction(description, resolution, best.way, used))


def _checked(problem: Problem, proof: Proof, deduction: Deduction, found: Contradiction | None = None) -> Solution:
    """Return the solution, its proof in the names that the text uses, if the checker accepts it."""
    model = deduction.model
    oracle = _oracle(model, problem)
    spelled = spelled_as_in(problem.question.text, proof, model.diagram)
    return _accepted(Solution(problem, "solved", "", proof=spelled, to_goal=deduction, oracle=oracle, contradiction=found))


def _accepted(solution: Solution) -> Solution:
    """Return a solution if the checker accepts its proof; else one that withholds it."""
    record = solution.record()
    assert record is not None
    faults = check_proof(solution.problem, record).faults
    if not faults:
        return solution
    reason = f"{WITHHELD}: {faults[0]}"
    return Solution(solution.problem, "no_proof", reason, to_goal=solution.to_goal, oracle=solution.oracle)


def _oracle(model: Model, problem: Problem) -> float | None:
    goal = problem.formal.goal if problem.formal else None
    if goal is None:
        return None
    expression = model.diagram.canonical(goal.expression)
    try:
        value = model.value(expression)
        return value if math.isfinite(value) and model.is_determined(expression) else None
    except (ArithmeticError, KeyError, ValueError):
        return None
