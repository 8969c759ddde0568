"""The step in play: which step of the proof, or of the learner's own route, a claim belongs to and what is to be done next."""

from __future__ import annotations

from gnomon.figure import Element
from gnomon.geometry import Atom, Deduction, Proof, Step
from gnomon.problem import Expression, Fact, Letter, Problem, Quantity, unknowns
from gnomon.tutor.message.moves import Claim
from gnomon.tutor.symbolic.diagnosed import Error, Stage
from gnomon.tutor.symbolic.route import Router, key_of
from gnomon.tutor.symbolic.scene import Scene

_PLAIN = 0.4
"""Level of rules up to which a step is not asked for: a radius is as long as every other, a trapezoid has parallel sides."""


class Steps:
    """See the module.

    Args:
        problem: the problem.
        proof: the prepared proof.
        deduction: everything that follows from the givens.
        scene: of the problem.
    """

    def __init__(self, problem: Problem, proof: Proof, deduction: Deduction, scene: Scene) -> None:
        self._proof = proof
        self._scene = scene
        self._router = Router(problem, proof, deduction)
        self._step_of = {found.atom: step.index for step in proof.steps for found in step.solved}
        self._keys = {key_of(step): step.index for step in proof.steps}

    def locate(self, claim: Claim, shown: frozenset[Atom]) -> int:
        """Return the index of the step that a claim belongs to."""
        atoms = [self._scene.canonical(atom) for side in claim.sides for atom in unknowns(side)]
        solved = [
            self._step_of[atom]
            for atom in atoms
            if isinstance(atom, Letter | Quantity) and atom in self._step_of and atom not in shown
        ]
        if solved:
            return min(solved)
        # A claim about nothing that a step solves: the step whose equation shares most of its atoms, the first of equals.
        overlaps = [(sum(atom in _atoms_of(step.equation) for atom in atoms), -step.index) for step in self._proof.steps]
        best = max(overlaps, default=(0, 0))
        return -best[1] if best[0] else self._first_open(shown, frozenset())

    def _first_open(self, shown: frozenset[Atom], named: frozenset[str], proof: Proof | None = None) -> int:
        """Return the index of the first step whose result the learner has not shown; the last one when all are."""
        # Backwards: a step that states a relation only (no value to show) counts as done once a later one is.
        done_later = False
        open_steps = []
        proof = proof or self._proof
        for step in reversed(proof.steps):
            is_done = any(found.atom in shown for found in step.solved) if step.solved else done_later or step.rule_id in named
            done_later = done_later or is_done
            is_done = is_done or _is_plain(step, proof)
            if not is_done and not (done_later and not step.solved):
                open_steps.append(step.index)
        return min(open_steps, default=len(proof.steps) - 1)

    def in_play(
        self,
        established: frozenset[Atom | Fact],
        named: frozenset[str],
        equations: list[tuple[Expression, ...]],
        error: Error | None,
    ) -> Step:
        """Return the step to work on: that of an error, one that the learner has all but done, else the first open one."""
        route = self._router.proof(established)
        if error is not None:
            atoms = (
                {self._scene.canonical(atom) for side in error.claim.sides for atom in unknowns(side)} if error.claim else set()
            )
            own = (step for step in route.steps if route is not self._proof and any(f.atom in atoms for f in step.solved))
            return next(own, self._proof.steps[error.step])
        shown = frozenset(thing for thing in established if not isinstance(thing, Fact))
        undone = (step for step in reversed(route.steps) if not any(found.atom in shown for found in step.solved))
        all_but_done = (step for step in undone if self.stage_of(step, equations, named) is Stage.NUMBERS)
        return next(all_but_done, route.steps[self._first_open(shown, named, route)])

    def index_of(self, step: Step) -> int | None:
        """Return the index of a step in the prepared proof; None where it stands on another route only."""
        return self._keys.get(key_of(step))

    def stage_of(self, step: Step, equations: list[tuple[Expression, ...]], named: frozenset[str]) -> Stage:
        """Say how far a learner has come with a step who has named these rules and stated these equations, all right."""
        sought = {found.atom for found in step.solved}
        stated = [step.equation, *(equation for found in step.solved for equation in found.equations)]
        atoms = sought.union(*(_atoms_of(equation) for equation in stated))
        reached = Stage.RULE if step.rule_id in named else Stage.NOTHING
        for sides in equations:
            leaves = {self._scene.canonical(leaf) for side in sides for leaf in unknowns(side)}
            if leaves and leaves <= sought:
                reached = max(reached, Stage.NUMBERS)
            elif len(leaves) > 1 and leaves <= atoms:
                reached = max(reached, Stage.RELATION)
            # "PB = PV" says with the parts what the problem gives in letters.
            parts = {Element.measured_by(leaf) for side in sides for leaf in unknowns(side) if isinstance(leaf, Quantity)}
            if len(parts) > 1 and parts <= {*step.uses}:
                reached = max(reached, Stage.RELATION)
        return reached


def _is_plain(step: Step, proof: Proof) -> bool:
    """Whether a step says only what everybody sees, such as that OB is a radius, on the way to something else."""
    return step.rule is not None and step.rule.level <= _PLAIN and step is not proof.steps[-1]


def _atoms_of(equation: object) -> set[Atom]:
    return {leaf for side in equation for leaf in unknowns(side)} if isinstance(equation, tuple) else set()
