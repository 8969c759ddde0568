"""Measure the proof checker: whether it accepts the proofs as they are and catches them when they are damaged.

Every answered problem of the bank, and with ``--limit N`` the first N of Geometry3K that have a key, is solved and its proof
checked, as are the bank's problems once more with a value beside that contradicts them, and once more without a fact that their
figures show. Then proofs are drawn with a seed and damaged in one place, 200 times in each of seven ways: a premise dropped, the
rule swapped, a value put in that is true but not derived, a cycle, a wrong element, a given used that the proof leaves out, a
premise that only the figure shows claimed as given. A damage counts as caught when the checker rejects
the proof. What is left over is printed: a damage may happen to leave a sound proof.
"""

from __future__ import annotations

import json
import random
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.reporting import Goal, Share, arguments, data_folder, percentile, print_goals, print_table, report_json, share
from gnomon.figure import Element
from gnomon.geometry import rules, solve
from gnomon.geometry.checker import check_proof
from gnomon.geometry.positions import POSITION_KINDS
from gnomon.geometry.proof_record import ProofRecord, StepRecord, ValueRecord
from gnomon.geometry.solve import WITHHELD
from gnomon.problem import Equation, Fact, Given, Number, Problem, ProblemError, bank, load_forms, read_form, unknowns

DAMAGES = 200
_WANTED = 0.95


class Case(NamedTuple):
    """A proof to check."""

    problem: Problem
    record: ProofRecord
    is_right: bool | None
    """Whether the answer is the key's; None without a key."""


class Refusal(NamedTuple):
    """A proof that the checker does not accept; `solve` has already withheld it."""

    problem: str
    is_right: bool | None
    """As in `Case`; of a proof that was withheld, whether the model has the key's value."""
    fault: str


Damage = Callable[[ProofRecord, random.Random], "ProofRecord | None"]


def main() -> None:
    """Check the proofs as they are and damaged; print and write the figures."""
    options = arguments(__doc__).parse_args()
    generator = random.Random(options.seed)
    refused: list[Refusal] = []
    cases = list(_cases(options.limit or 0, refused))
    times = []
    for case in cases:
        start = time.perf_counter()
        report = check_proof(case.problem, case.record)
        times.append(time.perf_counter() - start)
        if not report.accepted:
            refused.append(Refusal(case.problem.id, case.is_right, str(report.faults[0])))
    names = {refusal.problem for refusal in refused}
    sound = [case for case in cases if case.problem.id not in names]
    wrongly = sum(refusal.is_right is not False for refusal in refused)
    right = sum(case.is_right is not False for case in sound)
    accepted = Share(right, right + wrongly)
    goals = [Goal("accepted, of proofs of right answers", str(accepted), "all", accepted.value == 1.0)]
    missed: list[tuple[str, str, str]] = []
    for name, damage in DAMAGE.items():
        caught = []
        for problem, damaged, what in _damaged(sound, damage, generator):
            caught.append(not check_proof(problem, damaged).accepted)
            if not caught[-1]:
                missed.append((name, problem.id, what))
        got = share(caught)
        goals.append(Goal(f"caught: {name}", str(got), "at least 95 %", (got.value or 0) >= _WANTED))
    goals.append(Goal("seconds a proof, median", f"{percentile(times, 50) or 0:.3f}", "", None))
    goals.append(Goal("seconds a proof, 90th percentile", f"{percentile(times, 90) or 0:.3f}", "", None))
    print_goals("Proof checker", goals)
    print_table("Proofs not accepted", ("problem", "right", "first fault"), refused)
    print_table("Damage not caught", ("damage", "problem", "what was done"), missed)
    report_json(options.json, {"figures": [goal._asdict() for goal in goals], "refused": refused, "missed": missed})


def _cases(limit: int, refused: list[Refusal]) -> Iterator[Case]:
    """Yield the proofs that there are; those that `solve` withholds are added to ``refused``."""
    in_order = list(bank().values())
    contradicted = [problem for each in in_order if (problem := contradicted_by_a_value(each)) is not None]
    unstated = [problem for each in in_order if (problem := without_a_position(each)) is not None]
    posed = [*in_order, *contradicted, *unstated]
    for problem, key in [*((problem, problem.answer) for problem in posed), *_geometry3k(limit)]:
        solution = solve(problem)
        record = solution.record()
        if record is not None and solution.answer is not None:
            yield Case(problem, record, _is_right(solution.answer, key))
        elif solution.reason.startswith(WITHHELD):
            fault = solution.reason.removeprefix(f"{WITHHELD}: ")
            refused.append(Refusal(problem.id, _is_right(solution.oracle, key), fault))


def contradicted_by_a_value(problem: Problem) -> Problem | None:
    """Return a problem with one value more, 3 % beside what follows and of no use for the proof; None where there is none."""
    solution = solve(problem)
    record, formal = solution.record(), problem.formal
    if record is None or formal is None or solution.proof is None or solution.deduction is None:
        return None
    used = {*solution.proof.values(), *unknowns(solution.proof.goal)}
    spare = [atom for atom in solution.deduction.known_quantities if atom not in used and atom.kind in {"length", "angle"}]
    if not spare:
        return None
    wrong = Fraction(round(1.03 * solution.deduction.model.value(spare[0]), 2)).limit_denominator(100)
    given = Given(Equation(spare[0], Number(wrong)), f"{spare[0]} = {float(wrong)}")
    return problem.model_copy(
        update={"id": f"{problem.id}-contradicted", "formal": replace(formal, givens=(*formal.givens, given))}
    )


def without_a_position(problem: Problem) -> Problem | None:
    """Return a problem without the first fact of a kind that a figure shows; None where it states no such fact."""
    formal = problem.formal
    if formal is None:
        return None
    stated = (given for given in formal.givens if isinstance(given.content, Fact) and given.content.kind in POSITION_KINDS)
    shown = next(stated, None)
    if shown is None:
        return None
    fewer = replace(formal, givens=tuple(given for given in formal.givens if given is not shown))
    return problem.model_copy(update={"id": f"{problem.id}-unstated", "formal": fewer})


def _is_right(answer: float | None, key: float | None) -> bool | None:
    return None if answer is None or key is None else abs(answer - key) <= max(0.05, 0.01 * abs(key))


def _geometry3k(limit: int) -> Iterator[tuple[Problem, float]]:
    folder = data_folder() / "geometry3k"
    if not limit or not folder.is_dir():
        return
    forms = load_forms(folder / "forms_0000_2400.json")
    key = json.loads((folder / "answers_train.json").read_text("utf-8"))
    for name in list(key)[:limit]:
        try:
            yield read_form(name, forms[name]), key[name]
        except ProblemError:
            continue


def _damaged(cases: Sequence[Case], damage: Damage, generator: random.Random) -> Iterator[tuple[Problem, ProofRecord, str]]:
    done = 0
    if damage is use_left_out:
        fitting = [case for case in cases if case.record.left_out]
    else:
        fitting = [case for case in cases if damage is not claim_as_given or case.record.as_shown]
    while fitting and done < DAMAGES:
        case = generator.choice(fitting)
        damaged = damage(case.record, generator)
        if damaged is not None and damaged != case.record:
            done += 1
            yield case.problem, damaged, _difference(case.record, damaged)


def _difference(before: ProofRecord, after: ProofRecord) -> str:
    for index, (old, new) in enumerate(zip(before.steps, after.steps, strict=True)):
        for name in StepRecord.model_fields:
            if getattr(old, name) != getattr(new, name):
                return f"step {index}, {name}: {getattr(old, name)} -> {getattr(new, name)}"[:300]
    return ""


def _with_step(record: ProofRecord, index: int, **changes: object) -> ProofRecord:
    steps = list(record.steps)
    steps[index] = steps[index].model_copy(update=changes)
    return record.model_copy(update={"steps": tuple(steps)})


def drop_premise(record: ProofRecord, generator: random.Random) -> ProofRecord | None:
    """Take out a premise, or one given or step that a premise or value cites."""
    index = generator.randrange(len(record.steps))
    step = record.steps[index]
    ways: list[dict[str, object]] = []
    for field in ("premises", "values"):
        parts = getattr(step, field)
        for place, part in enumerate(parts):
            if field == "premises":
                ways.append({field: parts[:place] + parts[place + 1 :]})
            for given in part.givens:
                fewer = part.model_copy(update={"givens": tuple(other for other in part.givens if other != given)})
                ways.append({field: (*parts[:place], fewer, *parts[place + 1 :])})
    ways += [_without(step, source) for source in step.sources]
    return _with_step(record, index, **generator.choice(ways)) if ways else None


def _without(step: StepRecord, source: int) -> dict[str, object]:
    """Take an earlier step out of everything that a step cites."""
    fewer: dict[str, object] = {"sources": tuple(other for other in step.sources if other != source)}
    for field in ("premises", "values"):
        fewer[field] = tuple(
            part.model_copy(update={"steps": tuple(other for other in part.steps if other != source)})
            for part in getattr(step, field)
        )
    return fewer


def swap_rule(record: ProofRecord, generator: random.Random) -> ProofRecord | None:
    """Name another theorem with as many points, at the same points."""
    index = generator.randrange(len(record.steps))
    step = record.steps[index]
    if step.rule_id not in rules():  # an equation of the problem, or relations put together
        return None
    own = rules()[step.rule_id]
    others = [rule for rule in rules().values() if rule.id != own.id and len(rule.variables) == len(own.variables)]
    if not others:
        return None
    other = generator.choice(others)
    binding = {new: step.binding[old] for new, old in zip(other.variables, own.variables, strict=True)}
    return _with_step(record, index, rule_id=other.id, rule=other.name, binding=binding)


def underived_value(record: ProofRecord, generator: random.Random) -> ProofRecord | None:
    """Let a step also state the true value that a step finds which it does not cite."""
    index = generator.randrange(len(record.steps))
    step = record.steps[index]
    near = {index, *step.sources}
    strange = [
        (value, other.concludes) for place, other in enumerate(record.steps) if place not in near for value in other.values
    ]
    own = {value.of for place in near for value in record.steps[place].values}
    strange = [(value, said) for value, said in strange if value.of not in own]
    if not strange or not step.values:
        return None
    value, said = generator.choice(strange)
    model = step.values[0]
    added = ValueRecord(of=value.of, value=value.value, equations=model.equations, givens=model.givens, steps=model.steps)
    return _with_step(record, index, values=(*step.values, added), concludes=f"{step.concludes}, {said}")


def make_cycle(record: ProofRecord, generator: random.Random) -> ProofRecord | None:
    """Let a premise or value cite its own step or a later one that needs it."""
    index = generator.randrange(len(record.steps))
    step = record.steps[index]
    later = generator.choice([index, *_dependents(record, index)])
    for field in ("premises", "values"):
        parts = getattr(step, field)
        if parts:
            first = parts[0].model_copy(update={"steps": (*parts[0].steps, later)})
            return _with_step(record, index, sources=(*step.sources, later), **{field: (first, *parts[1:])})
    return _with_step(record, index, sources=(*step.sources, later))


def _dependents(record: ProofRecord, index: int) -> list[int]:
    found = {index}
    for place in range(index + 1, len(record.steps)):
        if found & set(record.steps[place].sources):
            found.add(place)
    return sorted(found - {index})


def wrong_element(record: ProofRecord, generator: random.Random) -> ProofRecord | None:
    """Point at another part of the figure in place of one, of the same kind where the proof has one."""
    index = generator.randrange(len(record.steps))
    step = record.steps[index]
    others = sorted({name for other in record.steps for name in other.uses} - set(step.uses))
    points = sorted({point for name in others for point in name.partition(":")[2] if point.isalpha()})
    if generator.random() < 0.5 and len(points) > 1:
        others = [str(Element.of("line", *generator.sample(points, 2)))]
    others = [name for name in others if name not in step.uses]
    if not others:
        return None
    place = generator.randrange(len(step.uses))
    return _with_step(record, index, uses=(*step.uses[:place], generator.choice(others), *step.uses[place + 1 :]))


def use_left_out(record: ProofRecord, generator: random.Random) -> ProofRecord | None:
    """Let a premise or value cite a given that the proof leaves out; in half of the cases say no more that it is left out."""
    index = generator.randrange(len(record.steps))
    step = record.steps[index]
    places = [(field, place) for field in ("premises", "values") for place in range(len(getattr(step, field)))]
    if not places:
        return None
    gone = generator.choice(record.left_out)
    field, place = generator.choice(places)
    parts = list(getattr(step, field))
    parts[place] = parts[place].model_copy(update={"givens": (*parts[place].givens, gone.given)})
    damaged = _with_step(record, index, **{field: tuple(parts)})
    if generator.random() < 0.5:
        return damaged
    return damaged.model_copy(update={"left_out": tuple(each for each in record.left_out if each != gone)})


def claim_as_given(record: ProofRecord, generator: random.Random) -> ProofRecord | None:
    """Let a step take what only the figure shows as if it were given; in half of the cases the proof hides it, too."""
    index = generator.choice([index for index, step in enumerate(record.steps) if step.as_shown])
    step = record.steps[index]
    damaged = _with_step(record, index, as_shown=(), text=step.text.partition(". ")[2])
    if generator.random() < 0.5:
        return damaged
    return damaged.model_copy(update={"as_shown": tuple(each for each in record.as_shown if each not in step.as_shown)})


DAMAGE: dict[str, Damage] = {
    "premise dropped": drop_premise,
    "rule swapped": swap_rule,
    "true but underived value": underived_value,
    "cycle": make_cycle,
    "wrong element": wrong_element,
    "a left-out given used": use_left_out,
    "shown by the figure, claimed as given": claim_as_given,
}


if __name__ == "__main__":
    main()
