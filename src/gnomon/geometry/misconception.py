"""Misconceptions: wrong versions of rules that pupils hold, and what a proof becomes when one is believed.

The tables in ``misconceptions/`` hold them as data. `distort` runs a proof with the wrong relation at one step and
recomputes what follows on floats, as a pupil with that belief would; `recompute` does so with any number of wrong steps.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import NamedTuple

from pydantic import BaseModel, ConfigDict, model_validator

from gnomon.algebra import constant
from gnomon.geometry.derivation import Deduction, at_points, expand
from gnomon.geometry.probing import Valued, atoms_of
from gnomon.geometry.rule import load_table, rules
from gnomon.geometry.solving import UnsolvableError, solve_all_on_floats, value_at
from gnomon.geometry.step import Proof, Step
from gnomon.problem import Equation, Letter, Operation, Quantity, evaluate, parse_equation, parse_expression, unknowns

_FROZEN = ConfigDict(frozen=True, extra="forbid")
_NONE = "none"
"""The table of rules without a misconception."""
_NOTICEABLE = 0.02
"""Relative change of the answer below which a mistake would pass for rounding."""


class Distortion(BaseModel):
    """A wrong relation in the place of one rule's."""

    model_config = _FROZEN

    rule: str
    equation: str
    """In the letters of the rule's pattern."""
    when: str | None = None
    """Only where the step looks for this quantity."""


class Misconception(BaseModel):
    """One wrong idea."""

    model_config = _FROZEN

    id: str
    """Permanent."""
    name: str
    distortions: tuple[Distortion, ...] = ()
    """For a wrong rule."""
    change: str | None = None
    """For a slip: the written value from the right one, ``v``."""
    kinds: tuple[str, ...] = ()
    """Kinds of quantity a slip is limited to; empty: any."""
    at_least: float = 0.0
    """Least right value a slip is made on."""
    below: float = float("inf")
    """Right value from which on a slip is not made."""
    last_resort: bool = False
    """Whether a slip is made on any value, however small or only read off, where a proof leaves no place for another."""
    belief: str
    """What the pupil would say."""
    doubt: str
    """A question that puts the belief to the test."""
    source: str
    """Where the literature describes it."""

    @model_validator(mode="after")
    def _is_complete(self) -> Misconception:
        if bool(self.distortions) == bool(self.change):
            raise ValueError(f"misconception {self.id}: give one of distortions and change")
        unknown = [distortion.rule for distortion in self.distortions if distortion.rule not in rules()]
        if unknown:
            raise ValueError(f"misconception {self.id}: unknown rule {unknown[0]!r}")
        return self

    @property
    def is_slip(self) -> bool:
        """Whether the rule is right and only the number is wrong."""
        return self.change is not None


class WrongMove(NamedTuple):
    """One step of a proof gone wrong; nothing says yet what becomes of the answer."""

    misconception: Misconception
    step: int
    """Index of the step."""
    relation: Equation | None
    """Solved there in place of the theorem's; None for a slip, which spoils the value that the theorem gives."""


@dataclass(frozen=True)
class Distorted:
    """A proof as someone with a misconception would carry it out."""

    misconception: Misconception
    step: int
    """Index of the step that goes wrong."""
    relation: Equation | None
    """The wrong relation there; None for a slip."""
    values: Mapping[Valued, float]
    """Every value, given and found, from that step on wrong."""


@cache
def misconceptions() -> Mapping[str, Misconception]:
    """Return every misconception by id, in the order of the tables; the slips come last."""
    tables = load_table("misconceptions")
    rows = [Misconception(**row) for name, table in tables.items() if name != _NONE for row in table]
    index = {row.id: row for row in rows}
    if len(index) != len(rows):
        raise ValueError("two misconceptions share an id")
    return MappingProxyType(index)


@cache
def rules_without_misconception() -> Mapping[str, str]:
    """Return, by the rule's id, why no misconception distorts it; every other rule has at least one."""
    rows = load_table("misconceptions")[_NONE]
    return MappingProxyType({rule: str(row["reason"]) for row in rows for rule in row["rules"]})


def distort(proof: Proof, deduction: Deduction, misconception: Misconception) -> Distorted | None:
    """Carry out ``proof`` with ``misconception`` at the first step where it changes the answer.

    Returns:
        None when it applies to no step, gives no positive value, or leaves the answer within 2 %.
    """
    return next(distortions_of(proof, deduction, misconception), None)


def distortions_of(proof: Proof, deduction: Deduction, misconception: Misconception) -> Iterator[Distorted]:
    """Yield every way in which ``misconception`` can spoil ``proof``, step by step."""
    slips = [other for other in misconceptions().values() if other.is_slip] if misconception.last_resort else []
    yield from _ways(proof, deduction, misconception)
    if slips and not any(True for slip in slips for _ in _ways(proof, deduction, slip)):
        yield from _ways(proof, deduction, misconception, anywhere=True)


def wrong_moves(proof: Proof, deduction: Deduction, misconception: Misconception) -> Iterator[WrongMove]:
    """Yield every step of ``proof`` that ``misconception`` applies to, with each relation it puts there."""
    for step in proof.steps:
        yield from (WrongMove(misconception, step.index, relation) for relation in _relations(step, deduction, misconception))


def _ways(proof: Proof, deduction: Deduction, misconception: Misconception, *, anywhere: bool = False) -> Iterator[Distorted]:
    printed = printed_values(deduction)
    moves = wrong_moves(proof, deduction, misconception)
    if anywhere:
        moves = (WrongMove(misconception, step.index, None) for step in proof.steps if step.solved)
    for move in moves:
        carried = carry_out(proof, [move], printed)
        if carried is not None and is_noticeable(proof, carried.answer):
            yield Distorted(misconception, move.step, move.relation, carried.values)


class CarriedOut(NamedTuple):
    """A proof carried out with steps gone wrong."""

    values: Mapping[Valued, float]
    """Every value, given and found."""
    answer: float


def carry_out(proof: Proof, moves: Iterable[WrongMove], printed: Mapping[Valued, float]) -> CarriedOut | None:
    """Carry out ``proof`` with ``moves``, at most one a step.

    Args:
        proof: what to carry out.
        moves: what goes wrong.
        printed: further values that the problem states, see `printed_values`.

    Returns:
        None where no pupil gets to an answer in this way: some step has no solution, or a value is negative or beyond a turn.
    """
    try:
        values = recompute(proof, {move.step: move for move in moves}, printed)
        answer = value_at(proof.goal, values)
    except (UnsolvableError, ArithmeticError, ValueError, KeyError):
        return None
    return CarriedOut(values, answer) if _are_plausible(values) else None


def is_noticeable(proof: Proof, answer: float) -> bool:
    """Whether a wrong answer differs from the right one by more than rounding."""
    return abs(answer - proof.answer.number) > _NOTICEABLE * max(abs(proof.answer.number), 1e-9)


def applicable(proof: Proof, deduction: Deduction) -> dict[str, Distorted]:
    """Return, by id, the misconceptions that spoil ``proof``, in the order of the tables."""
    found = {name: distort(proof, deduction, misconception) for name, misconception in misconceptions().items()}
    return {name: distorted for name, distorted in found.items() if distorted is not None}


def printed_values(deduction: Deduction) -> dict[Valued, float]:
    """Return the values that the problem states outright, whether the proof needs them or not."""
    stated: dict[Valued, float] = {}
    for node, derivation in deduction.derived.items():
        if derivation.kind == "given" and isinstance(node, Equation):
            for atom, side in (node, node[::-1]):
                if isinstance(atom, Letter | Quantity) and (number := constant(side)) is not None:
                    stated[atom] = number
    return stated


def recompute(proof: Proof, wrong: Mapping[int, WrongMove], printed: Mapping[Valued, float]) -> dict[Valued, float]:
    """Carry out a proof on floats with some steps wrong.

    Args:
        proof: what to carry out.
        wrong: what goes wrong, by the index of the step.
        printed: further values that the problem states, see `printed_values`.

    Raises:
        UnsolvableError: when some step has no positive solution any more.
    """
    values = {**printed, **{atom: value.number for atom, value in proof.given_values.items()}}
    for step in proof.steps:
        for position, found in enumerate(step.solved):
            move = wrong.get(step.index) if position == 0 else None
            equations: tuple[Equation, ...] = (move.relation,) if move and move.relation is not None else found.equations
            values[found.atom] = solve_all_on_floats(equations, found.atom, values, found.value.number)
            if move and move.misconception.change is not None:
                values[found.atom] = changed(move.misconception.change, values[found.atom])
    return values


def changed(change: str, value: float) -> float:
    """Return what a slip makes of a value: ``change`` is an expression in ``v``."""
    return evaluate(parse_expression(change), lambda _: value)


def _relations(step: Step, deduction: Deduction, misconception: Misconception) -> Iterator[Equation | None]:
    if not step.solved:
        return
    if misconception.is_slip:
        if _can_slip(step, misconception):
            yield None
    elif step.instance is not None and len(step.solved[0].equations) == 1:
        for distortion in misconception.distortions:
            relation = _bound(distortion, step, deduction) if distortion.rule == step.instance.rule.id else None
            if relation is not None:
                yield relation


def _can_slip(step: Step, misconception: Misconception) -> bool:
    """Whether there is something to calculate, of the kind and size that the slip is made on."""
    found = step.solved[0]
    kind = found.atom.kind if isinstance(found.atom, Quantity) else "letter"
    is_read_off = step.rule is not None and sum(_mentions(equation) for equation in found.equations) < 2
    fits_size = misconception.at_least <= found.value.number < misconception.below
    return fits_size and not is_read_off and (not misconception.kinds or kind in misconception.kinds)


def _bound(distortion: Distortion, step: Step, deduction: Deduction) -> Equation | None:
    assert step.instance is not None
    binding = step.instance.binding
    diagram = deduction.model.diagram

    atom = step.solved[0].atom
    if distortion.when is not None:
        wanted = diagram.canonical(at_points(parse_expression(distortion.when), binding))
        if wanted != atom and not (isinstance(atom, Letter) and _defines(deduction, wanted, atom)):
            return None
    relation = diagram.canonical_equation(Equation(*(at_points(side, binding) for side in parse_equation(distortion.equation))))
    known = {*atoms_of(step.solved[0].equations[0]), *deduction.known_quantities}
    named = atoms_of(relation)
    if isinstance(atom, Operation):  # the ratio that is asked for: the wrong relation must state it
        return relation if atom in tuple(relation) else None
    if isinstance(atom, Quantity) and atom in named and known.issuperset(named):
        return relation
    expanded = expand(relation, deduction.definitions)
    return expanded if atom in atoms_of(expanded) else None


def _mentions(equation: Equation) -> int:
    return sum(1 for side in equation for _ in unknowns(side))


def _defines(deduction: Deduction, wanted: object, letter: Letter) -> bool:
    expression = deduction.definitions.get(wanted) if isinstance(wanted, Quantity) else None
    return expression is not None and letter in set(unknowns(expression))


def _are_plausible(values: Mapping[Valued, float]) -> bool:
    """Whether a pupil could write these down: nothing negative, no angle of a full turn or more."""
    turns = [value for atom, value in values.items() if isinstance(atom, Quantity) and atom.kind in {"angle", "arc"}]
    return all(value > 0 for value in values.values()) and all(value < 360 for value in turns)
