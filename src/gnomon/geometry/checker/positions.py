"""What a proof takes from the look of the figure: whether it is drawn so, is not stated anyway, and is said where it is used."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace

from gnomon.figure import Fact
from gnomon.geometry.checker.misfits import FACT_MISFITS, Spot, perpendicular
from gnomon.geometry.checker.verdict import Fault
from gnomon.geometry.proof_record import ProofRecord, StepRecord, read_statement
from gnomon.problem import Given, Problem

_KINDS = frozenset({"collinear", "on_circle", "inscribed", "circumscribed", "perpendicular", "tangent", "parallel", "square"})
_UNCITED = frozenset({"collinear", "on_circle"})
"""Kinds that say where points lie, which no premise cites."""
_MOST = 3
"""Facts that one proof may read off; the corners of a polygon that is drawn with right angles only are one."""
_DRAWN = 0.06
"""Largest misfit in the drawing, in radians or shares: a little more than the 3° (0.052) that a prover may allow."""
_CENTRED = 0.25
"""The same for the centre of a regular polygon, in shares of a radius: one drawn a little off the middle is meant."""
_TOUCHING = 0.15
"""The same for a line from outside that ends at a circle, in radians: the pictures of tangents that are stated are no better."""
_ABOUT = 0.1
"""The same for a polygon about a circle with a named point of it on every side, in shares of the radius."""
_WORDS = "As the figure shows"


def positions_of(record: ProofRecord) -> tuple[Fact, ...]:
    """Return the facts that a proof reads off the figure.

    Raises:
        ExpressionError: for what cannot be read.
        ValueError: for what is no fact.
    """
    found = tuple(map(read_statement, record.as_shown))
    if not all(isinstance(each, Fact) for each in found):
        raise ValueError(f"only facts can be read off the figure: {', '.join(record.as_shown)}")
    return tuple(each for each in found if isinstance(each, Fact))


def with_positions(problem: Problem, facts: tuple[Fact, ...]) -> Problem:
    """Return the problem with the facts among its givens, under the names by which a proof cites them."""
    if problem.formal is None or not facts:
        return problem
    read = tuple(Given(fact, _source(fact)) for fact in facts)
    return problem.model_copy(update={"formal": replace(problem.formal, givens=(*problem.formal.givens, *read))})


def positions_amiss(problem: Problem, record: ProofRecord) -> Iterator[Fault]:
    """Yield what is wrong with what a proof reads off the figure."""
    facts, figure, formal = positions_of(record), problem.question.figure, problem.formal
    if _number_read(facts, problem) > _MOST:
        yield Fault(None, "as shown", f"more than {_MOST} facts are read off the figure")
    for fact in facts:
        if fact.kind not in _KINDS:
            yield Fault(None, "as shown", f"a fact of this kind cannot be read off a figure: {fact}")
        elif figure is None or not set(fact.points) <= set(figure.points):
            yield Fault(None, "as shown", f"the figure lacks a point of {fact}")
        elif formal is not None and fact in formal.facts:
            yield Fault(None, "as shown", f"the problem states it: {fact}")
        elif not _is_drawn(fact, problem):
            yield Fault(None, "as shown", f"it is not drawn so: {fact}")
    named = {name for step in record.steps for name in step.as_shown}
    if named != set(record.as_shown):
        yield Fault(None, "as shown", "what the steps read off the figure is not what the proof says it does")
    for index, step in enumerate(record.steps):
        yield from (Fault(index, "as shown", message) for message in _unsaid(step, facts, record, index))


def _unsaid(step: StepRecord, facts: tuple[Fact, ...], record: ProofRecord, index: int) -> Iterator[str]:
    """Yield what a step uses without saying that only the figure shows it, and what it says without using it."""
    cited = step.cited | (set(record.asked.givens) if index == len(record.steps) - 1 else set())
    for fact, name in zip(facts, record.as_shown, strict=True):
        uses = _source(fact) in cited
        if uses and name not in step.as_shown:
            yield f"it uses {name}, which only the figure shows, as if it were given"
        elif name in step.as_shown and not uses and fact.kind not in _UNCITED:
            yield f"it does not use what it reads off the figure: {name}"
        if name in step.as_shown and not (step.text.startswith(_WORDS) and fact.in_words() in step.text):
            yield f"its sentence does not say that only the figure shows {name}"


def _source(fact: Fact) -> str:
    return f"as the figure shows: {fact.kind}({','.join(fact.points)})"


def _is_drawn(fact: Fact, problem: Problem) -> bool:
    figure, formal = problem.question.figure, problem.formal
    assert figure is not None
    assert formal is not None
    spots = [figure.points[point] for point in fact.points]
    allowed = {"inscribed": _CENTRED, "circumscribed": _ABOUT}.get(fact.kind, _TOUCHING if _ends_outside(fact, spots) else _DRAWN)
    return all(abs(off) <= allowed for off in _misfits(fact, spots, [figure.points[p] for p in _rim(fact, problem)]))


def _number_read(facts: tuple[Fact, ...], problem: Problem) -> int:
    """Return how many facts are read off, all right angles of a polygon whose corners are drawn as right ones together as one."""
    figure, formal = problem.question.figure, problem.formal
    assert figure is not None
    assert formal is not None
    of_one: set[Fact] = set()
    for corners in (each.points for each in formal.quantities if each.kind in {"area", "perimeter"}):
        if len(corners) > 4 and set(corners) <= set(figure.points):
            spots = [figure.points[corner] for corner in corners]
            turns = [perpendicular([spots[i - 1], spots[i], spots[i], spots[(i + 1) % len(spots)]]) for i in range(len(spots))]
            if all(abs(off) <= _DRAWN for turn in turns for off in turn):
                of_one |= {fact for fact in facts if fact.kind == "perpendicular" and set(fact.points) <= set(corners)}
    return len(set(facts) - of_one) + bool(of_one)


def _ends_outside(fact: Fact, spots: list[Spot]) -> bool:
    """Whether a tangent comes from a point that is drawn outside the circle."""
    return fact.kind == "tangent" and math.dist(spots[2], spots[1]) > math.dist(spots[2], spots[0])


def _rim(fact: Fact, problem: Problem) -> list[str]:
    """Return the points that the problem puts on the circle of a fact."""
    assert problem.formal is not None
    assert problem.question.figure is not None
    centre = fact.points[0] if fact.kind == "circumscribed" else fact.points[-1]
    on = [each.points[0] for each in problem.formal.facts if each.kind == "on_circle" and each.points[1] == centre]
    return [point for point in on if point in problem.question.figure.points]


def _misfits(fact: Fact, spots: list[Spot], rim: list[Spot]) -> Iterator[float]:
    if fact.kind == "tangent":
        yield from perpendicular([spots[0], spots[1], spots[0], spots[2]])
    elif fact.kind == "on_circle":
        radius = math.fsum(math.dist(spots[1], spot) for spot in rim) / len(rim) if rim else math.inf
        yield (math.dist(*spots) - radius) / radius if rim else math.inf
    elif fact.kind == "circumscribed":
        yield from _touching(spots, rim)
    else:
        yield from FACT_MISFITS[fact.kind](spots)


def _touching(spots: list[Spot], rim: list[Spot]) -> Iterator[float]:
    """Yield by what share of its radius each side of a polygon is drawn off a circle: its centre comes first."""
    centre, *corners = spots
    radius = math.fsum(math.dist(centre, spot) for spot in rim) / len(rim) if rim else math.inf
    for (ax, ay), (bx, by) in zip(corners, [*corners[1:], corners[0]], strict=True):
        height = abs((bx - ax) * (centre[1] - ay) - (by - ay) * (centre[0] - ax)) / max(math.hypot(bx - ax, by - ay), 1e-9)
        yield (height - radius) / radius if rim else math.inf
