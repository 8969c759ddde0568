"""An independent look at a proof: what is wrong with it, in words. It imports none of the code that builds proofs."""

import math
import re
from collections.abc import Iterator

from gnomon.figure import Figure
from gnomon.problem import Quantity, evaluate

CLOSE = 1e-6
ROUNDED = 0.006
"""Half of the last decimal that is written, and a little."""


def complaints(proof, figure: Figure | None, model) -> list[str]:
    """Return every fault of a proof; empty for a sound one."""
    return [*_graph(proof), *_figure(proof, figure), *_numbers(proof, model), *_words(proof)]


def _graph(proof) -> Iterator[str]:
    if [step.index for step in proof.steps] != list(range(len(proof.steps))):
        yield "the steps are not numbered in order"
    for step in proof.steps:
        if any(source >= step.index for source in step.sources):
            yield f"step {step.index} rests on a step that is not before it"
    needed, waiting = set(), [len(proof.steps) - 1]
    while waiting:
        index = waiting.pop()
        needed.add(index)
        waiting += [source for source in proof.steps[index].sources if source not in needed]
    yield from (f"step {step.index} is not needed" for step in proof.steps if step.index not in needed)


def _figure(proof, figure: Figure | None) -> Iterator[str]:
    assert figure is not None
    for step in proof.steps:
        if not step.uses:
            yield f"step {step.index} points at nothing"
        yield from (
            f"step {step.index} points at {element}, which is not in the figure"
            for element in step.uses
            if not figure.has(element)
        )
        if not step.rule_name or step.rule_name[0] != step.rule_name[0].upper():
            yield f"step {step.index} names no theorem"


def _numbers(proof, model) -> Iterator[str]:
    values = {atom: value.number for atom, value in proof.values().items()}
    for atom, value in values.items():
        true = model.value(atom)
        if not math.isclose(value, true, rel_tol=1e-4):
            yield f"{atom} is {true:.6g} in the figure, {value:.6g} in the proof"
    for step in proof.steps:
        for equation in (step.equation, *(equation for found in step.solved for equation in found.equations)):
            if equation is not None and not _holds(equation, model):
                yield f"step {step.index}: {equation} is false in the figure"
    for atom, value in proof.values().items():
        if _read(value.text) is not None and abs(_read(value.text) - value.number) > ROUNDED:
            yield f"{atom} is written {value.text} and is {value.number:.6g}"
    known = evaluate(proof.goal, lambda leaf: values.get(leaf, model.value(leaf)))
    if not math.isclose(known, proof.answer.number, rel_tol=1e-6):
        yield f"the answer {proof.answer.number:.6g} is not the goal's value {known:.6g}"


def _holds(equation, model) -> bool:
    left, right = (evaluate(side, model.value) for side in equation)
    return math.isclose(left, right, rel_tol=1e-4, abs_tol=CLOSE)


def _read(text: str) -> float | None:
    plain = text.replace("−", "-")
    return float(plain) if re.fullmatch(r"-?\d+(\.\d+)?", plain) else None


def _words(proof) -> Iterator[str]:
    if proof.answer.text not in proof.steps[-1].text:
        yield f"the last step does not state the answer {proof.answer.text}: {proof.steps[-1].text!r}"
    for step in proof.steps:
        text = step.text
        if "  " in text or text != text.strip() or re.search(r"[{}]|\bNone\b|::", text):
            yield f"step {step.index} is not well written: {text!r}"
        if text[0] != text[0].upper() or not text.endswith(".") or text.endswith(".."):
            yield f"step {step.index} is no sentence: {text!r}"
        if not step.concludes:
            yield f"step {step.index} concludes nothing"
        names = "".join(point for quantity in _quantities(step) for point in quantity.points)
        if step.solved and names and not any(name in text for name in names):
            yield f"step {step.index} speaks of none of its points: {text!r}"


def _quantities(step) -> Iterator[Quantity]:
    yield from (found.atom for found in step.solved if isinstance(found.atom, Quantity))
