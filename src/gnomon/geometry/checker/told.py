"""What a proof takes from the problem's text: whether the text says it, no given does, and the steps that use it say so.

The text is read by the reader of words, which the prover reads it by too; all else is worked out anew.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from gnomon.figure import Fact
from gnomon.geometry.checker.verdict import Fault
from gnomon.geometry.proof_record import ProofRecord, StepRecord, write_statement
from gnomon.problem import Given, Problem
from gnomon.problem.telling import Said, telling

_WORDS = "As the text says, "
_UNCITED = frozenset({"collinear", "on_circle"})
"""Kinds that say where points lie, which no premise cites."""


def told_of(problem: Problem, record: ProofRecord) -> tuple[Said, ...]:
    """Return the statements that a proof takes from the text, as the text says them.

    Raises:
        ValueError: for what the text does not say for sure.
    """
    if not (record.as_told or record.set_aside):
        return ()
    said = {write_statement(each.content): each for each in telling(problem).said}
    unsaid = [name for name in record.as_told if name not in said]
    if unsaid:
        raise ValueError(f"the text does not say for sure: {', '.join(unsaid)}")
    return tuple(said[name] for name in record.as_told)


def with_told(problem: Problem, record: ProofRecord) -> Problem:
    """Return the problem with those statements among its givens, and without what the proof sets aside.

    Raises:
        ValueError: as `told_of`.
    """
    told = told_of(problem, record)
    if problem.formal is None or not (told or record.set_aside):
        return problem
    kept = [given for given in problem.formal.givens if given.source not in record.set_aside]
    read = [Given(each.content, each.source, in_text=True) for each in told]
    return problem.model_copy(update={"formal": replace(problem.formal, givens=(*kept, *read))})


def told_amiss(problem: Problem, record: ProofRecord) -> Iterator[Fault]:
    """Yield what is wrong with what a proof takes from the text and sets aside for its sake.

    Raises:
        ValueError: as `told_of`.
    """
    told = told_of(problem, record)
    named = {name for step in record.steps for name in step.as_told}
    if named != set(record.as_told):
        yield Fault(None, "as told", "what the steps take from the text is not what the proof says it does")
    givens = problem.formal.givens if problem.formal is not None else ()
    for each in told:
        if any(given.content == each.content for given in givens):
            yield Fault(None, "as told", f"the problem states it: {each.shown}")
    for index, step in enumerate(record.steps):
        yield from (Fault(index, "as told", message) for message in _unsaid(step, told, record, index))
    yield from _set_aside(problem, record)


def _set_aside(problem: Problem, record: ProofRecord) -> Iterator[Fault]:
    """Yield what may not be set aside: what the text says itself, and what is no given."""
    given = {each.source: each.content for each in (problem.formal.givens if problem.formal is not None else ())}
    said = [each.content for each in telling(problem).said] if record.set_aside else []
    for source in record.set_aside:
        if source not in given:
            yield Fault(None, "as told", f"the problem does not state what is set aside: {source}")
        elif given[source] in said:
            yield Fault(None, "as told", f"the text says what is set aside: {source}")


def _unsaid(step: StepRecord, told: tuple[Said, ...], record: ProofRecord, index: int) -> Iterator[str]:
    """Yield what a step uses without saying that only the text says it, and what it names without using it."""
    cited = step.cited | (set(record.asked.givens) if index == len(record.steps) - 1 else set())
    for each, name in zip(told, record.as_told, strict=True):
        uses, names = each.source in cited, name in step.as_told
        if uses and not names:
            yield f"it uses {name}, which only the text says, as if it were given"
        elif names and not uses and not (isinstance(each.content, Fact) and each.content.kind in _UNCITED):
            yield f"it does not use what it takes from the text: {name}"
        if names and not (step.text.startswith(_WORDS) and each.in_words in step.text):
            yield f"its sentence does not say that it takes {name} from the text"
