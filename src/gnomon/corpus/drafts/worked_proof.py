"""The steps of a proof as a pupil takes them, of a value or of a statement; a helping line is a step of its own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from gnomon.corpus.drafts.worked import WorkedSolution, WorkedStep
from gnomon.figure import Element
from gnomon.geometry import Proof, Solution, Solved, Step, Valued, show_equation
from gnomon.geometry.construction import Construction
from gnomon.geometry.step import Argument
from gnomon.problem import Letter, Quantity, named_as_in, unknowns


def worked_proof(solution: Solution) -> WorkedSolution | None:
    """Return the steps of a solved problem; None where it has no proof."""
    proof, problem = solution.argument, solution.problem
    if proof is None:
        return None
    steps = tuple(_worked(step, proof) for step in proof.steps)
    drawn = () if solution.construction is None else (_helping(solution.construction),)
    return WorkedSolution(
        id=problem.id,
        text=problem.question.text,
        domain="Geometry",
        topic=f"a problem on {problem.topic}" if problem.topic else "a problem with a figure",
        steps=tuple(_named_as_read(step, problem.question.text) for step in (*drawn, *steps)),
        answers=(proof.answer.number,) if isinstance(proof, Proof) else (),
        figure=problem.question.figure,
        source=problem.source,
    )


def _helping(line: Construction) -> WorkedStep:
    name = "".join(line.line)
    return WorkedStep(
        insight=f"One line is missing in the figure: with {name} there are parts that a theorem speaks of.",
        observation=f"{name} is missing in the figure",
        operation=f"{line}.",
        naming=f"{name} as a helping line",
        execution=f"{line}; this can be done in any such figure. {name} is drawn.",
        result=f"{name} is drawn",
        where=f"Look at the points {line.line[0]} and {line.line[1]}."
        if not line.new
        else f"Look at point {line.points[0]}, and at segment {''.join(line.points[1:3])}.",
        known="The figure has everything that the problem states.",
        principle="A line that can be drawn in any such figure may be drawn; what follows with it holds without it.",
        because=f"Nothing is taken for granted of {name} but how it is drawn.",
    )


def _worked(step: Step, proof: Argument) -> WorkedStep:
    clause, known = _clause(step), _known_before(step, proof)
    told = [each.equation for each in _used(step, known)]
    parts = [_in_words(element) for element in step.uses]
    targets = [str(found.atom) for found in step.solved]
    relation = None if step.equation is None else show_equation(step.equation, {})
    operation, naming = f"Use {_quoted(step)}", f"{_quoted(step)} for {_listed(targets or parts)}"
    if targets and relation is not None:
        naming += f", as in {relation}"
        operation += f": write down {relation}"
        if relation != step.concludes:
            operation += f"{', put in what is known' if told else ''} and find {_listed(targets)}"
    else:
        operation += f" for {_listed(parts)}"
    return WorkedStep(
        insight=_sentence(f"{_listed(told)} {'is' if len(told) == 1 else 'are'} known, and {clause}" if told else clause),
        observation=clause,
        operation=f"{operation}.",
        naming=naming,
        execution=_execution(step, known),
        result=step.concludes,
        where=_where(step, parts),
        known=_sentence(f"known here: {_listed(told)}" if told else f"{_listed(parts)}; no number is needed for it yet"),
        principle=step.statement,
        because=_sentence(f"it applies here, since {clause}; other sizes of the same parts would change nothing in that"),
    )


def _named_as_read(step: WorkedStep, text: str) -> WorkedStep:
    """Return a step in which parts are named as the problem's text names them."""
    return WorkedStep(**{name: named_as_in(text, said) for name, said in vars(step).items()})


def _clause(step: Step) -> str:
    """Return what the theorem says at this place."""
    if step.rule is not None and step.instance is not None:
        return step.rule.clause(step.instance.binding)
    if step.combination is not None:
        return step.combination.reason
    return f"the problem itself gives {_equations(step)}"


def _equations(step: Step) -> str:
    shown = [show_equation(equation, {}) for found in step.solved for equation in found.equations]
    return _listed(list(dict.fromkeys(shown)) or [step.concludes])


def _known_before(step: Step, proof: Argument) -> Mapping[Valued, Solved]:
    given = {atom: Solved(atom, value, ()) for atom, value in proof.given_values.items()}
    return given | {found.atom: found for earlier in proof.steps[: step.index] for found in earlier.solved}


def _used(step: Step, known: Mapping[Valued, Solved]) -> list[Solved]:
    """Return what is known of the step's equations, each once."""
    equations = [equation for found in step.solved for equation in found.equations]
    equations += [] if equations or step.equation is None else [step.equation]
    atoms = dict.fromkeys(atom for equation in equations for side in equation for atom in unknowns(side))
    return [known[atom] for atom in atoms if atom in known]


def _execution(step: Step, known: Mapping[Valued, Solved]) -> str:
    """Return the calculation; the sentence of the proof where it takes more than one equation, or none."""
    if len(step.solved) != 1 or len(step.solved[0].equations) != 1:
        return step.text if step.concludes in step.text else f"{step.text} So {step.concludes}."
    texts = {atom: found.value.text for atom, found in known.items()}
    put_in = show_equation(step.solved[0].equations[0], texts, sign="≈" if _holds_about(step, known) else "=")
    found = step.concludes
    return f"{found}." if put_in in found else f"{put_in}, so {found}."


def _holds_about(step: Step, known: Mapping[Valued, Solved]) -> bool:
    """Whether a rounded value stands alone on one side, so that the other is not equal to it."""
    equation = step.solved[0].equations[0]
    return any(side in known and known[side].value.is_rounded for side in equation if isinstance(side, Quantity | Letter))


def _where(step: Step, parts: Sequence[str]) -> str:
    hint = step.rule.hint.format(**step.instance.binding) if step.rule is not None and step.instance is not None else ""
    return hint if hint.endswith(".") else _sentence(f"the parts to look at are {_listed(parts)}")


def _quoted(step: Step) -> str:
    return f"“{step.rule_name}”"


_WORDS = {"line": "segment"}


def _in_words(element: Element) -> str:
    return f"{_WORDS.get(element.kind, element.kind)} {element.name}"


def _listed(words: Sequence[str]) -> str:
    return " and ".join(filter(None, (", ".join(words[:-1]), words[-1]))) if words else ""


def _sentence(clause: str) -> str:
    begun = clause if clause[:2].isupper() or clause.startswith("∠") else f"{clause[:1].upper()}{clause[1:]}"
    return f"{begun.rstrip('.')}."
