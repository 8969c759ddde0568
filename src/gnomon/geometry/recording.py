"""Write down a proof with all that it rests on: for each premise and value the givens and the earlier steps."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction

from gnomon.geometry.derivation import Deduction, Known, Node, claim_node
from gnomon.geometry.positions import source_of
from gnomon.geometry.probing import Atom
from gnomon.geometry.proof_record import (
    Citation,
    ClaimRecord,
    GoalRecord,
    PremiseRecord,
    ProofRecord,
    Statement,
    StepRecord,
    ValueRecord,
    read_statement,
    write_expression,
    write_statement,
)
from gnomon.geometry.sentences import listed
from gnomon.geometry.step import ClaimProof, Proof, Step
from gnomon.geometry.values import Solved, Value
from gnomon.problem import Equation, Expression, Fact, Given, Number, Quantity, quantities_in
from gnomon.problem.telling import Said


def record_of(proof: Proof | ClaimProof, deduction: Deduction, givens: Iterable[Given]) -> ProofRecord:
    """Return the record of a proof.

    Args:
        proof: built from ``deduction``.
        deduction: says what each premise and value was derived from.
        givens: those of the problem.
    """
    return _Recorder(proof, deduction, givens).record()


def naming_positions(proof: Proof, record: ProofRecord, facts: Iterable[Fact]) -> Proof:
    """Return a proof whose steps say what they take from the look of the figure.

    Args:
        proof: whose steps do not say it yet.
        record: of ``proof``.
        facts: read off the figure. Each is named by the steps that cite it; one that only puts points on a line or circle, which
            nothing cites, by the first step that speaks of most of its points.
    """
    shown: dict[int, list[Fact]] = {}
    for fact in facts:
        for index in _citing(record, source_of(fact)) or [_speaking_most(proof.steps, fact)]:
            shown.setdefault(index, []).append(fact)
    return replace(proof, steps=tuple(_naming(step, shown.get(step.index, [])) for step in proof.steps))


def _citing(record: ProofRecord, source: str) -> list[int]:
    """Return the indices of the steps that cite a source."""
    return [index for index, step in enumerate(record.steps) if source in step.cited]


def _speaking_most(steps: Sequence[Step], fact: Fact) -> int:
    """Return the index of the first step that speaks of most of the points of a fact."""
    spoken = [len({*fact.points} & _points(step)) for step in steps]
    return spoken.index(max(spoken))


def _naming(step: Step, facts: Sequence[Fact]) -> Step:
    if not facts:
        return step
    said = listed([fact.in_words() for fact in facts])
    return replace(step, text=f"As the figure shows, {said}. {step.text}", as_shown=tuple(facts))


def naming_told(steps: Sequence[Step], record: ProofRecord, said: Iterable[Said]) -> tuple[Step, ...]:
    """Return steps that say what they take from the problem's text.

    Args:
        steps: of a proof, that do not say it yet.
        record: of that proof.
        said: by the text; each is named by the steps that cite it, the last one where only what was asked does. What only puts
            points on a line or circle, which nothing cites, is named by the first step that speaks of most of its points.
    """
    told: dict[int, list[Said]] = {}
    for each in said:
        cited = _citing(record, each.source)
        if not cited and each.source in record.asked.givens:
            cited = [len(steps) - 1]
        if not cited and isinstance(each.content, Fact):
            cited = [_speaking_most(steps, each.content)]
        for index in cited:
            told.setdefault(index, []).append(each)
    return tuple(_naming_told(step, told.get(step.index, [])) for step in steps)


def _naming_told(step: Step, said: Sequence[Said]) -> Step:
    if not said:
        return step
    words = listed([each.in_words for each in said])
    text = f"As the text says, {words}. {step.text}"
    return replace(step, text=text, as_told=tuple(each.content for each in said))


def _points(step: Step) -> set[str]:
    named = {point for element in step.uses for point in element.points}
    return named | (set(step.instance.points) if step.instance else set())


class _Recorder:
    def __init__(self, proof: Proof | ClaimProof, deduction: Deduction, givens: Iterable[Given]) -> None:
        self.proof = proof
        self.deduction = deduction
        self.diagram = deduction.model.diagram
        self.step_of: dict[Node, int] = {}
        for step in proof.steps:
            self.step_of |= {Known(found.atom): step.index for found in step.solved}
            if step.instance is not None:
                self.step_of[step.instance.conclusion] = step.index
            elif step.combined is not None:
                self.step_of[step.combined] = step.index
        self.definition_sources = self._definition_sources(givens)

    def record(self) -> ProofRecord:
        steps = tuple(self._step(step) for step in self.proof.steps)
        if isinstance(self.proof, ClaimProof):
            return ProofRecord(claim=self._claim(self.proof.claim), steps=steps)
        return ProofRecord(goal=self._goal(self.proof), steps=steps)

    def _goal(self, proof: Proof) -> GoalRecord:
        relation = self.deduction.relation_of(proof.goal) if not self.deduction.knows(proof.goal) else None
        nodes: list[Node] = [*self.deduction.needed_for(relation.right if relation else proof.goal)]
        cited = self._citation([*nodes, *([relation] if relation else [])])
        return GoalRecord(
            expression=write_expression(proof.goal), value=_write_value(proof.answer), givens=cited.givens, steps=cited.steps
        )

    def _claim(self, claim: Statement) -> ClaimRecord:
        cited = self._citation([claim_node(self.deduction.model, claim)])
        return ClaimRecord(statement=write_statement(claim), givens=cited.givens, steps=cited.steps)

    def _definition_sources(self, givens: Iterable[Given]) -> dict[Quantity, str]:
        """Return the source of the equation that defines each defined quantity."""
        sources: dict[Quantity, str] = {}
        for given in givens:
            if isinstance(given.content, Equation):
                left, right = self.diagram.canonical_equation(given.content)
                for quantity, expression in ((left, right), (right, left)):
                    if isinstance(quantity, Quantity) and self.deduction.definitions.get(quantity) == expression:
                        sources.setdefault(quantity, given.source)
        return sources

    def _step(self, step: Step) -> StepRecord:
        return StepRecord(
            text=step.text,
            rule=step.rule_name,
            rule_id=step.rule_id,
            uses=tuple(str(element) for element in step.uses),
            **{"from": step.sources},
            concludes=step.concludes,
            binding=step.instance.binding if step.instance else {},
            premises=tuple(self._premises(step)),
            relation=self._relation(step),
            values=tuple(self._value(found, step.index) for found in step.solved),
            as_shown=tuple(map(write_statement, step.as_shown)),
            as_told=tuple(map(write_statement, step.as_told)),
        )

    def _relation(self, step: Step) -> str | None:
        if step.instance is not None:
            return write_statement(step.instance.conclusion)
        return write_statement(step.combined) if step.combined is not None else None

    def _premises(self, step: Step) -> Iterator[PremiseRecord]:
        """Yield every premise of the rule; one that says nothing at this place (``AB = AB``) cites nothing."""
        for text in step.instance.rule.premises if step.instance else ():
            statement = self._bound(text, step.instance.binding if step.instance else {})
            cited = self._citation([statement] if statement in self.deduction.derived else [])
            yield PremiseRecord(statement=write_statement(statement), givens=cited.givens, steps=cited.steps)
        for part, _ in step.combination.parts if step.combination else ():
            cited = self._citation([part if isinstance(part, Equation) else Known(part)])
            statement = part if isinstance(part, Equation) else Equation(part, self._value_of(part))
            yield PremiseRecord(statement=write_statement(statement), givens=cited.givens, steps=cited.steps)

    def _value_of(self, atom: Atom) -> Expression:
        value = self.proof.values()[atom]
        return value.form if value.form is not None else Number(Fraction(value.number))

    def _bound(self, text: str, binding: dict[str, str]) -> Statement:
        names = re.compile(rf"\b(?:{'|'.join(binding)})\b")
        statement = read_statement(names.sub(lambda found: binding[found[0]], text))
        if isinstance(statement, Equation):
            return self.diagram.canonical_equation(statement)
        return statement.canonical(self.diagram.line)

    def _value(self, found: Solved, index: int) -> ValueRecord:
        derivation = self.deduction.derived[Known(found.atom)]
        equations = [source for source in derivation.inputs if isinstance(source, Equation)]
        cited = self._citation([Known(found.atom)], inside=index)
        return ValueRecord(
            of=write_expression(found.atom),
            value=_write_value(found.value),
            equations=tuple(write_statement(equation) for equation in equations),
            givens=cited.givens,
            steps=cited.steps,
        )

    def _citation(self, nodes: Iterable[Node], inside: int | None = None) -> Citation:
        """Return the givens and steps that nodes rest on; of the nodes of the step ``inside``, those of its other nodes."""
        givens: dict[str, None] = {}
        steps: set[int] = set()
        seen: set[Node] = set()

        def follow(node: Node, *, is_first: bool) -> None:
            if node in seen:
                return
            seen.add(node)
            step = self.step_of.get(node)
            if step is not None and not (is_first and step == inside):
                steps.add(step)
                return
            derivation = self.deduction.derived[node]
            if derivation.given is not None:
                givens[derivation.given.source] = None
            for source in derivation.inputs:
                if derivation.expanded and isinstance(source, Equation):
                    givens.update((name, None) for name in self._defined(source))
                follow(source, is_first=False)
            if derivation.expanded and isinstance(node, Equation):
                givens.update((name, None) for name in self._defined(node))

        for node in nodes:
            follow(node, is_first=True)
        return Citation(givens=tuple(givens), steps=tuple(sorted(steps - {inside})))

    def _defined(self, equation: Equation) -> Iterator[str]:
        for side in equation:
            yield from (self.definition_sources[leaf] for leaf in quantities_in(side) if leaf in self.definition_sources)


def _write_value(value: Value) -> str:
    return write_expression(value.form) if value.form is not None else repr(value.number)
