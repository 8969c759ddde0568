"""Sibling problems: other names, other numbers, the figure turned or mirrored, and a proof of the same shape.

`vary` draws numbers that leave what the proof finds as simple as it was (`gnomon.variation.replay`), fits the figure to them,
letters and turns it, rewrites the text, and lets the engine solve the result from nothing but its own text, facts and figure. A
sibling counts only where its proof is accepted and has the shape of the original's, its answer is as simple, its file is in
order, and its figure reads well. It leaves out: other stories, other questions about the same figure, other theorems.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace

from gnomon.algebra import Equation, Expression, Letter, Quantity, unknowns
from gnomon.drawing import unplaced_texts
from gnomon.figure import Figure, Marks, Spot
from gnomon.geometry import InconsistentError, Model, ModelError, Proof, Solution, fit, is_degrees, solve
from gnomon.problem import FormalDescription, Given, Problem, annotated, question_text, read_literals
from gnomon.problem.check import check_source
from gnomon.problem.entry import CircleEntry, FactEntry, FigureEntry, LabelEntry, ProblemEntry, problem_of
from gnomon.problem.entry_writing import written_entries
from gnomon.problem.statements import Content
from gnomon.problem.yaml_source import parse_yaml
from gnomon.variation.errors import VariationError
from gnomon.variation.naming import new_names
from gnomon.variation.numbers import (
    Slot,
    Values,
    drawn_value,
    has_coincidence,
    is_fixed,
    nearest_value,
    reaching,
    slot_of,
    slots_of,
    with_values,
)
from gnomon.variation.posing import flaw, keeps_order, posed
from gnomon.variation.proof_shape import proof_shape
from gnomon.variation.replay import Replay, as_simple, special_angles
from gnomon.variation.rewriting import Rewriting, kept_names, require_tied

_TRIES = 60
"""Sets of numbers tried in a row for one more sibling: where one in sixty does not do, there are hardly more."""
_SAME_ANSWERS = 15
"""Tries in a row after which an answer that was there already has to do: some questions have one answer whatever is given."""
_POSES = 8
"""Turns of a figure tried before its labels are said to find no place."""


@dataclass(frozen=True)
class Sibling:
    """A problem like another one."""

    entry: ProblemEntry
    """As a file holds it."""
    solution: Solution

    @property
    def problem(self) -> Problem:
        """As it is read from a file."""
        return self.solution.problem


@dataclass(frozen=True)
class Variations:
    """What was found."""

    siblings: tuple[Sibling, ...]
    refused: Counter[str]
    """Why sets of numbers were no siblings, with how many each."""

    @property
    def reason(self) -> str:
        """Why there are not more, the commonest reasons first."""
        return ", ".join(f"{why} ({count} times)" for why, count in self.refused.most_common(3))


class _RefusedError(Exception):
    """A set of numbers that makes no sibling; the message is the reason."""


def vary(problem: Problem, count: int = 5, seed: int = 0) -> Variations:
    """Make sibling problems.

    Args:
        problem: with a figure, and a proof that the engine finds.
        count: how many siblings are wanted.
        seed: one seed, one result.

    Returns:
        Up to ``count`` siblings, no two with the same numbers, and none with the original's.

    Raises:
        VariationError: when the problem has no proof or no number that could change, or its text cannot be rewritten.
    """
    family = _Family(problem, seed)
    refused: Counter[str] = Counter()
    number, since_last = 0, 0
    while len(family.siblings) < count and since_last < _TRIES:
        generator = random.Random(f"{seed} {number}")
        number, since_last = number + 1, since_last + 1
        try:
            family.add(generator, any_answer=since_last > _SAME_ANSWERS)
            since_last = 0
        except _RefusedError as refusal:
            refused[str(refusal)] += 1
    return Variations(tuple(family.siblings), refused)


class _Family:
    """A problem with its siblings, and what they share."""

    def __init__(self, problem: Problem, seed: int) -> None:
        self.problem, self.seed = problem, seed
        self.has_own_text = problem.formal is not None and problem.question.text != question_text(problem.formal)
        if problem.formal is not None and self.has_own_text:
            require_tied(problem.question.text, problem.formal)
        # Givens that contradict each other would do so in every sibling.
        solution = solve(problem, last_resorts=False)
        if solution.proof is None or problem.formal is None or problem.question.figure is None:
            raise VariationError(f"problem {problem.id} has no proof to vary: {solution.reason}")
        self.proof: Proof = solution.proof
        self.formal: FormalDescription = problem.formal
        self.shape = proof_shape(self.proof)
        self.figure = _undecorated(problem.question.figure, self.formal)
        if any(circle.radius is not None for circle in self.figure.circles):
            raise VariationError(f"problem {problem.id}: a circle has a size but no named point; name a point on it")
        if loose := _loose_points(self.figure):
            raise VariationError(
                f"problem {problem.id}: nothing is drawn through point {loose[0]}; draw a line or circle through it"
            )
        slots = slots_of(self.formal)
        special = special_angles(solution)
        self.fixed = {slot: slot.expression for slot in slots if is_fixed(slot, special)}
        self.slots = [slot for slot in slots if slot not in self.fixed]
        if not self.slots:
            raise VariationError(f"problem {problem.id} has no number that could change and leave its proof the same")
        self.replay = Replay(solution, slots)
        self.siblings: list[Sibling] = []
        self.seen = {tuple(str(slot.expression) for slot in slots)}
        self.answers = {_six_digits(self.proof.answer.number)}

    def add(self, generator: random.Random, *, any_answer: bool) -> None:
        """Try to make one more sibling; one answer for several could be copied, and is taken only where ``any_answer`` says so.

        Raises:
            _RefusedError: when the numbers that were drawn make none.
        """
        values = self.numbers(generator)
        key = tuple(map(str, values.values()))
        if key in self.seen:
            raise _RefusedError("the same numbers again")
        answer = _six_digits(self.replay.answer(values))
        if answer in self.answers and not any_answer:
            raise _RefusedError("the same answer again")
        self.siblings.append(self.sibling(values, len(self.siblings) + 1, generator))
        self.seen.add(key)
        self.answers.add(answer)

    def numbers(self, generator: random.Random) -> dict[Slot, Expression]:
        """Draw what stands in every slot."""
        values = self.replay.drawn(self.fixed, generator)
        if values is None:
            raise _RefusedError("no numbers found that leave every step as simple")
        values = self._with_unused(values, generator)
        if has_coincidence(values):
            raise _RefusedError("two numbers equal by chance")
        return {slot: values[slot] for slot in slots_of(self.formal)}

    def sibling(self, values: Values, number: int, generator: random.Random) -> Sibling:
        """Make the sibling of some numbers."""
        model = self._fitted(with_values(self.formal, values))
        at = model.diagram.at
        if not keeps_order(at, self.figure.lines):
            raise _RefusedError("points of a line in another order")
        if why := flaw(self.figure.model_copy(update={"points": at})):
            raise _RefusedError(why)
        entry, problem = self._legible(at, values, number, generator)
        solution = solve(problem, last_resorts=False)
        if solution.proof is None:
            raise _RefusedError(f"no proof ({solution.status})")
        if proof_shape(solution.proof) != self.shape:
            raise _RefusedError("a proof of another shape")
        found = solution.proof.answer
        if not as_simple(found.number, self.proof.answer):
            raise _RefusedError("an answer less simple")
        letters = {name: float(f"{value:.9g}") for name, value in model.letters.items()}
        answered = entry.model_copy(update={"answer": float(f"{found.number:.9g}"), "exact": found.exact, "letters": letters})
        self._require_in_order(answered)
        return Sibling(answered, replace(solution, problem=problem_of(answered.model_dump())))

    def _with_unused(self, values: dict[Slot, Expression], generator: random.Random) -> dict[Slot, Expression]:
        """Add numbers that the proof does not use: those that the figure settles by measuring it, others near what it shows."""
        unused = [slot for slot in self.slots if slot not in values]
        for slot in unused:
            others = [given for given in self.formal.givens if slot_of(given) not in unused or slot_of(given) in values]
            stated = [given.content for given in self.formal.givens if slot_of(given) == slot]
            model = self._fitted(with_values(_with_givens(self.formal, others), values))
            values = {**values, slot: self._measured(slot, stated, model, generator)}
        return values

    def _measured(self, slot: Slot, stated: Iterable[object], model: Model, generator: random.Random) -> Expression:
        for equation in stated:
            assert isinstance(equation, Equation)
            side = next(side for side in equation if side != slot.expression)
            if letters := set(unknowns(slot.expression)):
                drawn = drawn_value(slot, generator)
                if not all(
                    isinstance(leaf, Letter) and leaf.name in model.letters and model.is_determined(leaf) for leaf in letters
                ):
                    return drawn
                found = reaching(drawn, model.value(side), model.value)
                if found is None:
                    raise _RefusedError("a further given number that would not be simple")
                return found
            is_settled = model.is_determined(model.diagram.canonical(side))
            # What the figure leaves free may be about as large as it is drawn.
            size = model.value(side) * (1.0 if is_settled else generator.uniform(0.7, 1.6))
            found = nearest_value(slot, size, exactly=is_settled)
            if found is None:
                raise _RefusedError("a further given number that would not be simple")
            return found
        raise AssertionError("every slot is some given's")

    def _fitted(self, description: FormalDescription) -> Model:
        try:
            return fit(self.problem.model_copy(update={"formal": description}))
        except InconsistentError:
            raise _RefusedError("numbers that no such figure has") from None
        except ModelError as error:
            raise _RefusedError(str(error)) from None

    def _legible(
        self, at: dict[str, Spot], values: Values, number: int, generator: random.Random
    ) -> tuple[ProblemEntry, Problem]:
        """Letter and turn the figure until all its labels find a place."""
        text = self.problem.question.text
        names = new_names(self.figure, text, kept_names(text, list(self.figure.points)), generator)
        rewriting = Rewriting(names, values)
        for _ in range(_POSES):
            points = {names[name]: spot for name, spot in posed(at, self.figure, text, generator).items()}
            entry = self._entry(points, rewriting, number)
            problem = problem_of(entry.model_dump())
            assert problem.formal is not None
            if not self.has_own_text:
                entry = entry.model_copy(update={"text": question_text(problem.formal)})
                problem = problem_of(entry.model_dump())
            self._require_alike(problem, values)
            if problem.question.figure is not None and not unplaced_texts(problem.question.figure):
                return entry, problem
        raise _RefusedError("labels without a place")

    def _entry(self, points: dict[str, tuple[float, float]], rewriting: Rewriting, number: int) -> ProblemEntry:
        text, facts, find = self._rewritten(rewriting)
        names = rewriting.names
        drawn = self.figure
        figure = FigureEntry(
            points=points,
            lines=tuple(tuple(names[point] for point in line) for line in drawn.lines),
            circles=tuple(
                CircleEntry(centre=names[circle.centre], points=tuple(names[point] for point in circle.points))
                for circle in drawn.circles
            ),
            labels=tuple(
                LabelEntry(
                    text=rewriting.text(label.text),
                    element=None if label.element is None else rewriting.element(label.element),
                )
                for label in drawn.labels
            ),
            hidden=tuple(names[point] for point in drawn.hidden),
        )
        problem = self.problem
        name = re.sub(r"[^A-Za-z0-9_.-]+", "-", problem.id.rpartition("#")[2]).strip("-_.") or "problem"
        goal = self.proof.goal
        return ProblemEntry(
            id=f"{name}-s{self.seed}-{number}",
            source=f"varied from {problem.id}, seed {self.seed}",
            title=rewriting.text(problem.title),
            chapter=problem.chapter,
            topic=problem.topic,
            level=problem.level,
            text=text,
            figure=figure,
            facts=facts,
            find=find,
            unit=problem.unit or ("°" if is_degrees(goal) else ""),
        )

    def _rewritten(self, rewriting: Rewriting) -> tuple[str, tuple[str | FactEntry, ...], str]:
        """Return text, facts and goal in other names and numbers."""
        goal = self.formal.goal
        assert goal is not None
        drawn = set(read_literals((), self.figure).description.givens)
        stated: dict[tuple[str, bool], list[Content | Expression]] = {}
        for given in self.formal.givens:
            if given not in drawn and given.source != goal.source:
                stated.setdefault((given.source, given.in_text), []).append(given.content)
        written = [(rewriting.literal(source, contents), in_text) for (source, in_text), contents in stated.items()]
        facts = tuple(FactEntry(text=literal) if in_text else literal for literal, in_text in written)
        text = self.problem.question.text
        return rewriting.text(text) if self.has_own_text else text, facts, rewriting.literal(goal.source, [goal.expression])

    def _require_alike(self, problem: Problem, values: Values) -> None:
        """Refuse a sibling whose literals are read as something else than the original's."""
        assert problem.formal is not None
        if _outline(problem.formal) != _outline(with_values(self.formal, values)):
            raise _RefusedError("literals that are read otherwise for other points")

    def _require_in_order(self, entry: ProblemEntry) -> None:
        errors = [finding for finding in check_source(parse_yaml(written_entries([entry]))) if finding.severity == "error"]
        if errors:
            raise _RefusedError(f"a file not in order: {errors[0].message}")


def _six_digits(value: float) -> float:
    return float(f"{value:.6g}")


def _with_givens(description: FormalDescription, givens: Iterable[Given]) -> FormalDescription:
    return replace(description, givens=tuple(givens))


def _loose_points(figure: Figure) -> list[str]:
    """Return the named points that lie on no line and no circle and are no centre: what moves with them cannot be seen."""
    on = {point for line in figure.lines for point in line}
    on |= {point for circle in figure.circles for point in (circle.centre, *circle.points)}
    return [point for point in figure.points if point not in on and point not in figure.hidden]


def _outline(description: FormalDescription) -> Counter[str]:
    """Return how often each kind of fact, each number and each equation between quantities is given, whatever the points."""
    names = []
    for given in description.givens:
        slot = slot_of(given)
        if isinstance(given.content, Equation):
            names.append(str(slot.expression) if slot else " = ".join(sorted(_kinds(side) for side in given.content)))
        else:
            names.append(given.content.kind)
    return Counter(names)


def _kinds(expression: Expression) -> str:
    return " ".join(leaf.kind if isinstance(leaf, Quantity) else leaf.name for leaf in unknowns(expression))


def _undecorated(figure: Figure, description: FormalDescription) -> Figure:
    """Return the figure without the labels and marks that its facts give it."""
    bare = figure.model_copy(update={"labels": (), "marks": Marks()})
    given = annotated(bare, description).labels
    own = tuple(label.model_copy(update={"position": None}) for label in figure.labels if label not in given)
    return bare.model_copy(update={"labels": own})
