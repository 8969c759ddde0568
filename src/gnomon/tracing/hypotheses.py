"""Hypotheses: every answer that a learner may come to with one or two wrong ideas or slips, most likely first.

A hypothesis is a derivation carried out to its end: a way to the goal, what goes wrong on it, and every value that follows. It
goes wrong by a misconception or slip at a step (`gnomon.geometry.misconceptions`), by one misconception wherever it applies,
or at the end, where another number is written down than was asked for (``endings.yaml``). How often pupils have which idea is
not known well enough to be a number here: hypotheses are ordered by how much has to go wrong.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from types import MappingProxyType
from typing import Literal, NamedTuple

from pydantic import BaseModel, ConfigDict

from gnomon.geometry import (
    Misconception,
    Solution,
    Valued,
    WrongMove,
    carry_out,
    changed,
    is_degrees,
    is_noticeable,
    misconceptions,
    printed_values,
    wrong_moves,
)
from gnomon.packaged import packaged_yaml
from gnomon.problem import Letter, Operation, Quantity, evaluate, unknowns
from gnomon.tracing.slips import slip_moves
from gnomon.tracing.ways import Way, ways_to

_SLIP = 1.5
"""A wrong idea costs 1. A slip is not the learner's rule but bad luck, so it comes after every idea, and before two of them."""
_OTHER_WAY = 0.5
"""For leaving the cheapest way: after the same idea on that way, together with the slips."""
_ENDING = 1.1
"""For another number than the one asked for: a little more than a wrong idea at a step, which says more where both fit."""
_FURTHER_BACK = 0.3
"""For an answer that is not the last value before the goal: who stops early stops late more often than at once."""
_NOISE = 1e-6
"""Relative difference up to which two floats are one number."""
_MOST_PAIRS = 1500
"""Pairs of mistakes carried out, those of least cost first: a second or two of one core, for proofs of ten steps."""


class Ending(BaseModel):
    """A mistake made after the proof: another number is written down than the one asked for."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    id: str
    """Permanent."""
    name: str
    takes: Literal["answer", "found", "given", "letter", "part"]
    """What is written down, see ``endings.yaml``."""
    change: str = "v"
    """What is made of it, as of a slip."""
    kinds: tuple[str, ...] = ()
    """Kinds of goal that it is limited to; empty: any."""
    belief: str
    """What the pupil would say."""
    doubt: str
    """A question that puts the belief to the test."""
    source: str
    """Where the literature describes it."""


@cache
def endings() -> Mapping[str, Ending]:
    """Return every ending by id, in the order of the table."""
    return MappingProxyType({row["id"]: Ending(**row) for row in packaged_yaml(__package__, "endings.yaml")})


class Written(NamedTuple):
    """What an ending writes down."""

    ending: Ending
    atom: Valued | None
    """Whose value it is; None for one made from the answer."""


@dataclass(frozen=True)
class Hypothesis:
    """A wrong derivation, carried out to its end."""

    way: Way
    moves: tuple[WrongMove, ...]
    """Steps gone wrong, in order."""
    written: Written | None
    """What is written down in place of the goal; None: the goal."""
    values: Mapping[Valued, float]
    """Every value, given and found."""
    answer: float
    cost: float
    """How much has to go wrong; 1 is one wrong idea."""

    @property
    def ideas(self) -> tuple[Misconception | Ending, ...]:
        """What is believed, in the order of the steps, each once."""
        of_moves = {move.misconception.id: move.misconception for move in self.moves}
        return (*of_moves.values(), *([self.written.ending] if self.written else []))

    @property
    def ids(self) -> tuple[str, ...]:
        """Ids of the ideas."""
        return tuple(idea.id for idea in self.ideas)


class Hypotheses:
    """All hypotheses about one solved problem.

    Args:
        solution: with a proof.

    Raises:
        ValueError: for a solution without one.
    """

    def __init__(self, solution: Solution) -> None:
        if solution.proof is None or solution.deduction is None:
            raise ValueError(
                f"problem {solution.problem.id} has no proof: {solution.status.replace('_', ' ')}: {solution.reason}"
            )
        self.solution = solution
        self.proof = solution.proof
        self._printed = printed_values(solution.deduction)
        self._untouched = carry_out(self.proof, [], self._printed)

    @cached_property
    def ways(self) -> tuple[Way, ...]:
        """The cheapest way first."""
        return ways_to(self.solution)

    @cached_property
    def single(self) -> tuple[Hypothesis, ...]:
        """One idea or slip; cheapest first."""
        found = [hypothesis for way in self.ways for hypothesis in self._of_one_idea(way)]
        return tuple(_each_once(found))

    @cached_property
    def double(self) -> tuple[Hypothesis, ...]:
        """Two ideas or slips, on the cheapest way; cheapest first. None gives what one of the two gives alone."""
        way = self.ways[0]
        moves = self._moves(way)
        alone = {move: self._carried(way, (move,)) for move in moves}
        pairs = [pair for pair in itertools.combinations(moves, 2) if pair[0].step != pair[1].step]
        pairs = [pair for pair in pairs if pair[0].misconception != pair[1].misconception]
        pairs.sort(key=_cost)
        found = []
        for pair in pairs[:_MOST_PAIRS]:
            both = self._carried(way, tuple(sorted(pair, key=lambda move: move.step)))
            if both is not None and not any(_same(both, alone[move]) for move in pair):
                found.append(both)
        for one in filter(None, alone.values()):
            found += [both for both in self._ended(one) if not _same(both, one) and self._is_spoiled(both)]
        known = {(frozenset(one.ids), round(one.answer, 6)) for one in self.single}
        return tuple(both for both in _each_once(found) if (frozenset(both.ids), round(both.answer, 6)) not in known)

    def all(self) -> Iterator[Hypothesis]:
        """Yield every hypothesis, cheapest first; those of two ideas are worked out when they are reached."""
        yield from self.single
        yield from self.double

    def _of_one_idea(self, way: Way) -> Iterator[Hypothesis]:
        moves = self._moves(way)
        chosen: list[tuple[WrongMove, ...]] = [(move,) for move in moves]
        for _, of_idea in itertools.groupby(moves, key=lambda move: move.misconception.id):
            everywhere = {move.step: move for move in reversed(list(of_idea))}
            if len(everywhere) > 1:
                chosen.append(tuple(everywhere[step] for step in sorted(everywhere)))
        carried = (self._carried(way, each) for each in chosen)
        yield from (hypothesis for hypothesis in carried if hypothesis is not None)
        if way.is_cheapest and self._untouched is not None:
            yield from self._ended(Hypothesis(way, (), None, *self._untouched, cost=0.0))

    def _moves(self, way: Way) -> list[WrongMove]:
        of_ideas = (move for idea in misconceptions().values() for move in wrong_moves(way.proof, way.deduction, idea))
        return [*of_ideas, *slip_moves(way.proof, way.deduction)]

    def _carried(self, way: Way, moves: tuple[WrongMove, ...]) -> Hypothesis | None:
        carried = carry_out(way.proof, moves, self._printed)
        if carried is None or not is_noticeable(self.proof, carried.answer):
            return None
        return Hypothesis(way, moves, None, carried.values, carried.answer, _cost(moves) + (0 if way.is_cheapest else _OTHER_WAY))

    def _ended(self, hypothesis: Hypothesis) -> Iterator[Hypothesis]:
        """Yield a derivation with each wrong ending."""
        for written, value, cost in self._written(hypothesis):
            if value > 0 and is_noticeable(self.proof, value):
                yield Hypothesis(hypothesis.way, hypothesis.moves, written, hypothesis.values, value, hypothesis.cost + cost)

    def _is_spoiled(self, ended: Hypothesis) -> bool:
        """Whether the value that is written down came out wrong, so that both mistakes are needed for it."""
        atom = ended.written.atom if ended.written else None
        if atom is None or self._untouched is None or atom not in self._untouched.values:
            return True
        right = self._untouched.values[atom]
        return abs(ended.values[atom] - right) > _NOISE * max(1.0, abs(right))

    def _written(self, hypothesis: Hypothesis) -> Iterator[tuple[Written, float, float]]:
        goal = self.proof.goal
        taken: set[Valued] = {*unknowns(goal), *([goal] if isinstance(goal, Operation) else [])}
        for ending in endings().values():
            if ending.takes == "answer":
                if self._kind_of_goal() in ending.kinds:
                    yield Written(ending, None), changed(ending.change, hypothesis.answer), _ENDING
                continue
            for place, (atom, value) in enumerate(self._taken(ending, hypothesis)):
                if atom not in taken:
                    taken.add(atom)
                    yield Written(ending, atom), changed(ending.change, value), _ENDING + (_FURTHER_BACK if place else 0)

    def _taken(self, ending: Ending, hypothesis: Hypothesis) -> Iterator[tuple[Valued, float]]:
        """Yield what an ending may write down: the values nearest to the goal first."""
        proof, definitions = hypothesis.way.proof, hypothesis.way.deduction.definitions
        goal, values = set(unknowns(proof.goal)), hypothesis.values
        if ending.takes == "found":
            for step in reversed(proof.steps):
                yield from ((found.atom, values[found.atom]) for found in reversed(step.solved))
        elif ending.takes == "letter":
            inside = [definitions[atom] for atom in goal if isinstance(atom, Quantity) and atom in definitions]
            letters = (leaf for expression in inside for leaf in unknowns(expression) if isinstance(leaf, Letter))
            yield from ((letter, values[letter]) for letter in letters if letter in values)
        elif ending.takes == "part":
            for part, expression in definitions.items():
                leaves = set(unknowns(expression))
                if leaves & goal and leaves <= values.keys() and part not in goal:
                    yield part, evaluate(expression, values.__getitem__)
        elif ending.takes == "given":
            yield from ((atom, value) for atom, value in self._printed.items() if self._may_be_mixed_up(atom))

    def _may_be_mixed_up(self, atom: Valued) -> bool:
        """Whether a given value could pass for the goal's: a length is not answered with an angle."""
        kind = self._kind_of_goal()
        return kind == "letter" or (kind in {"angle", "arc"}) == is_degrees(atom)

    def _kind_of_goal(self) -> str:
        """Return what is asked for: the kind of a quantity, or of the one that a letter stands for.

        ``radius`` is also said of a segment from a centre to its circle, ``letter`` of a letter that is a part of an expression.
        """
        diagram, definitions = self.ways[0].deduction.model.diagram, self.ways[0].deduction.definitions
        goal = next((part for part, expression in definitions.items() if expression == self.proof.goal), self.proof.goal)
        if not isinstance(goal, Quantity):
            return "letter"
        ends = (goal.points, goal.points[::-1])
        is_radius = goal.kind == "length" and any(end in diagram.circles.get(centre, ()) for centre, end in ends)
        return "radius" if is_radius else goal.kind


def _cost(moves: Iterable[WrongMove]) -> float:
    """Return what wrong moves cost: each idea once, however often it is applied."""
    return sum(_SLIP if idea.is_slip else 1.0 for idea in {move.misconception.id: move.misconception for move in moves}.values())


def _each_once(found: Sequence[Hypothesis]) -> Iterator[Hypothesis]:
    """Yield hypotheses, cheapest first, one for each answer that the same ideas lead to."""
    seen: set[tuple[frozenset[str], float]] = set()
    for hypothesis in sorted(found, key=lambda each: (each.cost, len(each.moves))):
        key = (frozenset(hypothesis.ids), round(hypothesis.answer, 6))
        if key not in seen:
            seen.add(key)
            yield hypothesis


def _same(one: Hypothesis, other: Hypothesis | None) -> bool:
    return other is not None and abs(one.answer - other.answer) <= _NOISE * max(1.0, abs(other.answer))
