"""The check itself: every step of a proof against the rule it names and the givens and steps it cites.

It trusts nothing but the rules' records: premises, consequences, places and values are worked out anew, on its own code.
No number of the placement counts as proved; it says where things lie, and that no conclusion is false there.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace

from gnomon.figure import Element, ElementNameError, Figure, parse_element
from gnomon.geometry.checker.conditions import failing_conditions
from gnomon.geometry.checker.consequence import Pool
from gnomon.geometry.checker.elements import canonical_element, element_exists, elements_of_rule, elements_of_statement
from gnomon.geometry.checker.facts import same_fact, spelled_out
from gnomon.geometry.checker.incidence import incidence_of
from gnomon.geometry.checker.misfits import FACT_MISFITS
from gnomon.geometry.checker.positions import positions_amiss, positions_of, with_positions
from gnomon.geometry.checker.reading import Statement, bound, read_number, read_valued
from gnomon.geometry.checker.realisation import Realisation, realise
from gnomon.geometry.checker.shown import shown_value
from gnomon.geometry.checker.sketch import Sketch
from gnomon.geometry.checker.told import told_amiss, with_told
from gnomon.geometry.checker.verdict import CheckReport, Fault, FaultKind
from gnomon.geometry.construction import with_construction
from gnomon.geometry.proof_record import (
    COMBINED_EQUATIONS,
    GIVEN_EQUATION,
    Citation,
    ClaimRecord,
    GoalRecord,
    ProofRecord,
    StepRecord,
    ValueRecord,
    read_statement,
)
from gnomon.geometry.rule import Rule, rules
from gnomon.problem import (
    Equation,
    Expression,
    ExpressionError,
    Fact,
    FormalDescription,
    Given,
    Goal,
    Letter,
    Problem,
    Quantity,
    evaluate,
    parse_expression,
    unknowns,
)

_CLOSE = 1e-9
"""Relative; for values computed from what is cited, which carry the noise of a few operations on doubles."""
_CLOSE_IN_FIGURE = 1e-4
"""For values against the realisation, whose misfits of up to `EXACT` may grow a hundredfold in a quantity of several points."""
_MOST_LEFT_OUT = 2
"""Equations that a proof may do without where givens contradict each other, beside those that nearly hold: of a problem with more
at fault little is sure."""
_NEARLY = 0.05
"""Share of its sides, or radians, by which an equation may fail that nearly holds: labels are rounded to about so much."""
_MOST = {"angle": 180.0, "arc": 360.0}
"""Largest value of a quantity that has one, in degrees."""


def check_proof(problem: Problem, record: ProofRecord) -> CheckReport:
    """Check a proof of what ``problem`` asks: of a value, or of a statement.

    Accepts it only when every step applies its rule at a place that fits, has all its premises among what it cites, finds
    values that follow from what it cites, points at parts of the figure that it speaks of, needs each step it cites, is
    needed for the last step, and the last step carries what was asked. Never raises on a bad record.
    """
    whole = problem
    amiss, problem = _as_posed(problem, record)
    if amiss:
        return CheckReport(amiss)
    description, figure = problem.formal, problem.question.figure
    if description is None or (description.goal or description.claim) is None or figure is None:
        return CheckReport((Fault(None, "form", "the problem has no figure, no formal description or no goal to check against"),))
    if (description.goal is None) != (record.goal is None):
        asked, proved = ("statement", "value") if description.goal is None else ("value", "statement")
        return CheckReport((Fault(None, "goal", f"a proof of a {asked} was asked for, this is one of a {proved}"),))
    try:
        set_aside = [given for given in whole.formal.givens if given.source in record.set_aside] if whole.formal else []
        return CheckReport(tuple(_Check(description, figure, record, set_aside).faults()))
    except (ExpressionError, ElementNameError) as error:
        return CheckReport((Fault(None, "form", str(error)),))
    except KeyError as error:
        return CheckReport((Fault(None, "figure", f"the givens name something that the figure lacks: {error}"),))


def _as_posed(problem: Problem, record: ProofRecord) -> tuple[tuple[Fault, ...], Problem]:
    """Return the problem with the helping line and what the proof takes from text and figure, after what is wrong with that."""
    if record.construction is not None:
        try:
            problem = with_construction(problem, record.construction)
        except ValueError as error:
            return (Fault(None, "figure", f"the helping line cannot be drawn: {error}"),), problem
    try:
        amiss = tuple(told_amiss(problem, record))
        problem = with_told(problem, record)
    except ValueError as error:
        return (Fault(None, "as told", str(error)),), problem
    if amiss:
        return amiss, problem
    try:
        amiss = tuple(positions_amiss(problem, record))
        return amiss, with_positions(problem, positions_of(record))
    except (ExpressionError, ValueError) as error:
        return (Fault(None, "as shown", str(error)),), problem


class _Check:
    def __init__(
        self, description: FormalDescription, figure: Figure, record: ProofRecord, set_aside: Sequence[Given] = ()
    ) -> None:
        self.record, self.set_aside = record, set_aside
        asked = description.goal or description.claim
        assert asked is not None
        self.asked: Statement = (
            Equation(asked.expression, asked.expression) if isinstance(asked, Goal) else asked.content
        )  # of a value only its elements count
        self.description, self.figure = description, figure
        self.rest = _without(description, {each.given for each in record.left_out})
        self.realisation: Realisation = realise(self.rest, figure, incidence_of(self.rest, figure))
        self.sketch = self.realisation.sketch
        self.givens: dict[str, list[Statement]] = {}
        for given in self.rest.givens:
            said = [given.content] if isinstance(given.content, Equation) else spelled_out(given.content, self.sketch)
            self.givens.setdefault(given.source, []).extend(said)

    def faults(self) -> Iterator[Fault]:
        gaps = list(self._left_out())
        yield from gaps
        if gaps:
            return
        if not self.realisation.is_exact:
            yield Fault(None, "figure", f"no placement of the points satisfies the givens (misfit {self.realisation.misfit:.1g})")
            return
        if not self.record.steps:
            yield Fault(None, "goal", "the proof has no step")
            return
        order = list(self._order())
        yield from order
        if any(fault.kind != "citation" for fault in order):
            return
        for index, step in enumerate(self.record.steps):
            try:
                yield from (Fault(index, kind, message) for kind, message in self._step(index, step))
            except (ExpressionError, ElementNameError, KeyError, ValueError, ArithmeticError) as error:
                yield Fault(index, "form", f"cannot be read: {error}")
        yield from self._goal(self.record.goal) if self.record.goal is not None else self._claim()
        yield from self._needless_gaps()

    # what is left out

    def _left_out(self) -> Iterator[Fault]:
        """Yield what may not be left out: facts, what the proof uses, more than a few equations that do not even nearly hold."""
        sources = [each.given for each in self.record.left_out]
        contents = {source: [given.content for given in self.description.givens if given.source == source] for source in sources}
        for source, said in contents.items():
            if not said or any(isinstance(content, Fact) for content in said):
                yield Fault(None, "left out", f"only equations of the problem may be left out: {source}")
            elif source in self.record.cited:
                yield Fault(None, "left out", f"it uses what it leaves out: {source}")
        wrong = [source for source, said in contents.items() for content in said if not self._nearly_holds(content)]
        if len(contents) < len(sources) or len(wrong) > _MOST_LEFT_OUT:
            yield Fault(None, "left out", f"it leaves out more than {_MOST_LEFT_OUT} equations: {', '.join(sources)}")

    def _nearly_holds(self, content: Fact | Equation) -> bool:
        """Whether an equation is off by no more than rounding where the others hold."""
        if isinstance(content, Fact):
            return False
        try:
            left, right = (evaluate(side, self.realisation.value) for side in self.sketch.canonical_equation(content))
        except (ArithmeticError, KeyError, ValueError):
            return False
        angles = all(isinstance(leaf, Letter) or leaf.kind in _MOST for side in content for leaf in unknowns(side))
        return abs(left - right) <= _NEARLY * (math.degrees(1.0) if angles else max(abs(left), abs(right)))

    def _needless_gaps(self) -> Iterator[Fault]:
        """Yield what is left out although the others hold with it put back."""
        sources = {each.given for each in self.record.left_out}
        for source in sorted(sources):
            fuller = _without(self.description, sources - {source})
            placed = realise(fuller, self.figure, incidence_of(fuller, self.figure), as_drawn=True)
            if placed.is_exact and placed.is_as_drawn:
                yield Fault(None, "left out", f"the others hold with it too, so it need not be left out: {source}")

        for source in sorted(set(self.record.set_aside)):
            back = tuple(given for given in self.set_aside if given.source == source)
            fuller = replace(self.rest, givens=(*self.rest.givens, *back))
            placed = realise(fuller, self.figure, incidence_of(fuller, self.figure), as_drawn=True)
            if placed.is_exact and placed.is_as_drawn:
                yield Fault(None, "as told", f"the text holds with it too, so it need not be set aside: {source}")

    # the order of the steps

    def _order(self) -> Iterator[Fault]:
        steps = self.record.steps
        for index, step in enumerate(steps):
            for source in sorted({*step.sources, *(source for part in (*step.premises, *step.values) for source in part.steps)}):
                if not 0 <= source < index:
                    yield Fault(index, "cycle", f"rests on step {source + 1}, which does not come before it")
        cited = self.record.asked.steps
        if not all(0 <= source < len(steps) for source in cited):
            yield Fault(None, "goal", f"what was asked cites {_steps(cited)} of {len(steps)}")
        needed, waiting = set(), [len(steps) - 1]
        while waiting:
            index = waiting.pop()
            if index not in needed:
                needed.add(index)
                waiting += [source for source in steps[index].sources if 0 <= source < len(steps)]
        yield from (Fault(i, "citation", "no later step needs it") for i in range(len(steps)) if i not in needed)

    def _parts(self, index: int) -> Sequence[Citation]:
        """Return all of a step that cites something; the last one carries what was asked."""
        step = self.record.steps[index]
        asked = [self.record.asked] if index == len(self.record.steps) - 1 else []
        return [*step.premises, *step.values, *asked]

    # one step

    def _step(self, index: int, step: StepRecord) -> Iterator[tuple[FaultKind, str]]:
        cited = {source for part in self._parts(index) for source in part.steps} - {index}
        if cited != set(step.sources):
            yield "citation", f"says it rests on {_steps(step.sources)}, its premises and values cite {_steps(cited)}"
        unknown = {source for part in self._parts(index) for source in part.givens} - set(self.givens)
        if unknown:
            yield "citation", f"cites what the problem does not state: {', '.join(sorted(unknown))}"
            return
        if step.rule_id == GIVEN_EQUATION:
            if step.binding or step.premises or step.relation is not None:
                yield "rule", "an equation of the problem needs no theorem, premises or relation"
        elif step.rule_id == COMBINED_EQUATIONS:
            yield from self._combination(step)
        elif step.rule_id not in rules():
            yield "rule", f"there is no rule {step.rule_id!r}"
            return
        else:
            yield from self._rule(step, rules()[step.rule_id])
        missing = list(self._missing(index, without=None))
        yield from missing
        yield from self._in_figure(step)
        yield from self._elements(step)
        if not missing:
            yield from self._needless(index, step)

    def _rule(self, step: StepRecord, rule: Rule) -> Iterator[tuple[FaultKind, str]]:
        if set(step.binding) != set(rule.variables) or not set(step.binding.values()) <= set(self.sketch.at):
            yield "rule", f"{rule.id} needs points of the figure for {', '.join(rule.variables)}, got {step.binding}"
            return
        if step.rule != rule.name:
            yield "rule", f"{rule.id} is called {rule.name!r}, not {step.rule!r}"
        stated = bound(rule.equation or rule.fact or "", step.binding)
        if step.relation is None or not self._same(stated, read_statement(step.relation)):
            yield "rule", f"{rule.id} concludes {_show(stated)} here, the step says {step.relation}"
        wanted = [bound(text, step.binding) for text in rule.premises]
        found = [read_statement(premise.statement) for premise in step.premises]
        if len(wanted) != len(found) or not all(self._same(*pair) for pair in zip(wanted, found, strict=True)):
            yield "premise", f"{rule.id} needs {', '.join(map(_show, wanted)) or 'nothing'}; the step gives {step_premises(step)}"
        pattern, points = rule.pattern.split()[0], tuple(step.binding[name] for name in rule.variables)
        for condition in failing_conditions(pattern, points, self.sketch):
            yield "place", f"{rule.id} does not apply here: {condition} fails"
        for pair in rule.needs_lines:
            ends = [step.binding[name] for name in pair.split()]
            if self.sketch.incidence.line(*ends) is None:
                yield "place", f"{rule.id} needs the line {''.join(ends)}, which is not drawn"

    def _combination(self, step: StepRecord) -> Iterator[tuple[FaultKind, str]]:
        """Yield what is wrong with a relation that is added or multiplied from others: all of them, and nothing else."""
        if step.binding or step.relation is None:
            yield "rule", "a combination of relations needs its relation and no points"
            return
        parts = [read_statement(premise.statement) for premise in step.premises]
        if not self._combine(step.relation, parts):
            yield "premise", f"{step.relation} is no combination of {step_premises(step)}"
            return
        for place, premise in enumerate(step.premises):
            if self._combine(step.relation, [*parts[:place], *parts[place + 1 :]]):
                yield "premise", f"{step.relation} follows without {premise.statement}"

    def _combine(self, relation: str, parts: Sequence[Statement]) -> bool:
        pool = Pool(self.sketch)
        for part in parts:
            pool.add(part)
        return pool.is_combination(read_statement(relation))

    def _same(self, one: Statement, other: Statement) -> bool:
        if isinstance(one, Fact) or isinstance(other, Fact):
            return isinstance(one, Fact) and isinstance(other, Fact) and same_fact(one, other, self.sketch)
        left, right = self.sketch.canonical_equation(one), self.sketch.canonical_equation(other)
        return tuple(left) in (tuple(right), tuple(right[::-1]))

    # what follows

    def _missing(self, index: int, without: int | None) -> Iterator[tuple[FaultKind, str]]:
        """Yield what does not follow from what it cites; ``without``: a step that may not be used."""
        step = self.record.steps[index]
        for premise in step.premises:
            if not self._pool(premise, without).follows(read_statement(premise.statement)):
                yield "premise", f"{premise.statement} does not follow from {_cited(premise)}"
        found: list[ValueRecord] = []
        for value in step.values:
            fault = self._value_fault(step, value, found, without)
            if fault:
                yield "value", fault
            found.append(value)
        if index == len(self.record.steps) - 1:
            asked = self.record.asked
            said = f"{asked.expression} = {asked.value}" if isinstance(asked, GoalRecord) else asked.statement
            if not self._follows(asked, without):
                yield "goal", f"{said} does not follow from {_cited(asked)}"

    def _value_fault(self, step: StepRecord, value: ValueRecord, before: Sequence[ValueRecord], without: int | None) -> str:
        pool = self._pool(value, without)
        if step.relation is not None:
            pool.add(read_statement(step.relation))
        for earlier in before:
            pool.add_value(read_valued(earlier.of), read_number(earlier.value))
        equations = [read_statement(text) for text in value.equations]
        for equation in equations:
            if isinstance(equation, Fact) or not pool.follows(equation):
                return f"{_show(equation)} does not follow from what {value.of} cites: {_cited(value)}"
        used = [equation for equation in equations if isinstance(equation, Equation)]
        if pool.value_follows(read_valued(value.of), read_number(value.value), used):
            return ""
        return (
            f"{value.of} = {value.value} does not follow from {', '.join(value.equations) or 'no equation'} with {_cited(value)}"
        )

    def _pool(self, cited: Citation, without: int | None) -> Pool:
        pool = Pool(self.sketch)
        for source in cited.givens:
            for statement in self.givens.get(source, ()):
                pool.add(statement)
        for index in cited.steps:
            if index == without:
                continue
            step = self.record.steps[index]
            if step.relation is not None:
                pool.add(read_statement(step.relation))
            for value in step.values:
                pool.add_value(read_valued(value.of), read_number(value.value))
        return pool

    def _needless(self, index: int, step: StepRecord) -> Iterator[tuple[FaultKind, str]]:
        for source in step.sources:
            if not any(True for _ in self._missing(index, without=source)):
                yield "citation", f"does not need step {source + 1}"

    # numbers and elements

    def _in_figure(self, step: StepRecord) -> Iterator[tuple[FaultKind, str]]:
        """Yield what cannot be true: lengths below 0, angles over 180, statements that are false in the placement."""
        for value in step.values:
            atom, number = read_valued(value.of), read_number(value.value)
            if isinstance(atom, Quantity) and not 0 < number <= _MOST.get(atom.kind, math.inf) * (1 + _CLOSE):
                yield "value", f"{value.of} cannot be {value.value}"
            drawn = evaluate(atom, self.realisation.value)
            if not math.isclose(number, drawn, rel_tol=_CLOSE_IN_FIGURE, abs_tol=_CLOSE_IN_FIGURE):
                yield "value", f"{value.of} is {drawn:.6g} in the figure, not {value.value}"
            yield from self._is_shown(step, atom, number)
        relation = read_statement(step.relation) if step.relation is not None else None
        if isinstance(relation, Equation) and not self._holds(relation):
            yield "place", f"{step.relation} is false in the figure"

    def _holds(self, statement: Statement) -> bool:
        """Whether a statement is true in the placement."""
        if isinstance(statement, Equation):
            left, right = (evaluate(side, self.realisation.value) for side in statement)
            return math.isclose(left, right, rel_tol=_CLOSE_IN_FIGURE, abs_tol=_CLOSE_IN_FIGURE)
        misfits = FACT_MISFITS.get(statement.kind)
        spots = [self.sketch.at[point] for point in statement.points]
        return misfits is None or all(abs(off) <= _CLOSE_IN_FIGURE for off in misfits(spots))

    def _is_shown(self, step: StepRecord, expression: Expression, number: float) -> Iterator[tuple[FaultKind, str]]:
        shown = shown_value(str(expression), step.concludes)
        if shown is None or not shown.fits(number):
            yield "form", f"what it concludes does not state {expression} as {number:.6g}: {step.concludes!r}"

    def _elements(self, step: StepRecord) -> Iterator[tuple[FaultKind, str]]:
        allowed = {canonical_element(element, self.sketch) for element in self._elements_allowed(step)}
        if not step.uses:
            yield "element", "points at no part of the figure"
        if len({parse_element(name) for name in step.uses}) < len(step.uses):
            yield "element", f"points twice at one part of the figure: {', '.join(step.uses)}"
        for name in step.uses:
            element = parse_element(name)
            if not element_exists(element, self.sketch):
                yield "element", f"{name} is not in the figure"
            elif canonical_element(element, self.sketch) not in allowed:
                yield "element", f"{name} has no part in this step"

    def _elements_allowed(self, step: StepRecord) -> Iterator[Element]:
        rule = rules().get(step.rule_id)
        if rule is not None and rule.elements:
            yield from elements_of_rule(rule, step.binding)
            return
        if step.relation is not None:
            yield from elements_of_statement(read_statement(step.relation))
            return
        for value in (*step.values, self.record.asked):
            for text in value.equations if isinstance(value, ValueRecord) else ():
                yield from elements_of_statement(read_statement(text))
            for source in value.givens:
                yield from (element for said in self.givens.get(source, ()) for element in elements_of_statement(said))
        yield from elements_of_statement(self.asked)

    # what was asked

    def _follows(self, asked: GoalRecord | ClaimRecord, without: int | None) -> bool:
        pool = self._pool(asked, without)
        if isinstance(asked, ClaimRecord):
            return any(map(pool.follows, _meanings(read_statement(asked.statement), self.sketch)))
        value = pool.evaluate(parse_expression(asked.expression))
        return value is not None and math.isclose(value, read_number(asked.value), rel_tol=_CLOSE)

    def _claim(self) -> Iterator[Fault]:
        claim, last = self.record.asked, len(self.record.steps) - 1
        assert isinstance(claim, ClaimRecord)
        proved = read_statement(claim.statement)
        if not self._same(self.asked, proved):
            yield Fault(None, "goal", f"a proof of {_show(self.asked)} was asked for, this is one of {claim.statement}")
        if last not in claim.steps:
            yield Fault(last, "goal", "the last step does not carry what was to be proved")
        if not self._holds(proved):
            yield Fault(None, "goal", f"{claim.statement} is false in the figure")

    def _goal(self, goal: GoalRecord) -> Iterator[Fault]:
        last = len(self.record.steps) - 1
        assert isinstance(self.asked, Equation)
        asked, answered = (self.sketch.canonical(each) for each in (self.asked.left, parse_expression(goal.expression)))
        if asked != answered:
            yield Fault(None, "goal", f"asked for {asked}, proved {answered}")
        if last not in goal.steps and (goal.steps or last):
            yield Fault(last, "goal", "the last step does not carry the goal's value")
        shown = self._is_shown(self.record.steps[last], parse_expression(goal.expression), read_number(goal.value))
        yield from (Fault(last, kind, message) for kind, message in shown)


def _meanings(claim: Statement, sketch: Sketch) -> list[Statement]:
    """Return a claim, or what says no less: of perpendicular lines a right angle where they cross."""
    if isinstance(claim, Fact) and claim.kind == "perpendicular":
        return [claim, *(said for said in spelled_out(claim, sketch) if isinstance(said, Equation))]
    return [claim]


def _without(description: FormalDescription, sources: Collection[str]) -> FormalDescription:
    return replace(description, givens=tuple(given for given in description.givens if given.source not in sources))


def step_premises(step: StepRecord) -> str:
    """Return the premises of a step in one line."""
    return ", ".join(premise.statement for premise in step.premises) or "nothing"


def _show(statement: Statement) -> str:
    return str(statement)


def _cited(cited: Citation) -> str:
    parts = [*cited.givens, *(f"step {index + 1}" for index in cited.steps)]
    return ", ".join(parts) or "nothing"


def _steps(indices: Iterable[int]) -> str:
    numbers = ", ".join(str(index + 1) for index in sorted(indices))
    return f"steps {numbers}" if numbers else "no step"
