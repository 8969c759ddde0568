"""Measure how often the false step of a generated attempt is located, and the idea behind it named.

For every pair of a bank problem and a misconception that applies, and each of three seeds, `make_attempt` writes an attempt
with one step wrong; `Diagnostician` reads it. Located: the error's step is the injected one. Named: the misconception is the
injected one too, or one that distorts the same step into the same values, which no reader of the numbers could tell apart;
exactly the same one is counted apart. Controls: always blaming the last step, or the first. Right attempts must show no error.
"""

from __future__ import annotations

import argparse
import multiprocessing
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.reporting import Goal, Share, arguments, print_goals, print_table, report_json, share
from gnomon.dialogue import Dialogue
from gnomon.geometry import Deduction, Proof, applicable, misconceptions, solve
from gnomon.problem import bank
from gnomon.student import make_attempt
from gnomon.tutor import Diagnostician

SEEDS = 3
_SAME = 1e-6


class Case(NamedTuple):
    """One attempt and what was made of it."""

    problem: str
    misconception: str
    is_slip: bool
    seed: int
    steps: int
    injected: int
    found: int | None
    """Step that was blamed; None when no error was found."""
    named: str | None
    is_same_idea: bool
    """Whether the idea named spoils the injected step into the same values as the injected one."""
    attempt: str

    @property
    def is_located(self) -> bool:
        """Whether the injected step was blamed."""
        return self.found == self.injected

    @property
    def is_named(self) -> bool:
        """Whether the idea was named, or one that gives the same work."""
        return self.is_located and (self.named == self.misconception or self.is_same_idea)

    @property
    def is_named_exactly(self) -> bool:
        """Whether the very misconception was named."""
        return self.is_located and self.named == self.misconception


class RightAttempt(NamedTuple):
    """A right attempt, and what was wrongly blamed in it."""

    problem: str
    form: str
    blamed: str | None
    """The sentence that was called false; None for no error, as it should be."""
    is_solved: bool


class Found(NamedTuple):
    """What came of one problem."""

    cases: list[Case]
    right: list[RightAttempt]


def examine(task: tuple[str, int]) -> Found:
    """Diagnose every attempt at one problem."""
    problem_id, seed = task
    solution = solve(bank()[problem_id])
    if solution.proof is None or solution.deduction is None:
        return Found([], [])
    reader = Diagnostician(solution.problem, solution.proof, solution.deduction)
    names = applicable(solution.proof, solution.deduction)
    cases = [_case(reader, solution.deduction, name, seed + number) for name in names for number in range(SEEDS)]
    return Found(cases, [_right(reader, form, text) for form, text in right_attempts(solution.proof).items()])


def _case(reader: Diagnostician, deduction: Deduction, name: str, seed: int) -> Case:
    misconception = misconceptions()[name]
    attempt = make_attempt(reader.problem, reader.proof, misconception, deduction=deduction, seed=seed)
    error = reader.diagnose(Dialogue(problem=reader.problem.id, attempt=attempt.text)).error
    named = error.misconception.id if error and error.misconception else None
    is_same = any(
        way.misconception.id == named and way.step == attempt.wrong_step and _are_same(way.values, attempt.beliefs.values)
        for way in reader.judge.ideas.distortions
    )
    found = error.step if error else None
    return Case(
        reader.problem.id,
        name,
        misconception.is_slip,
        seed,
        len(reader.proof.steps),
        attempt.wrong_step,
        found,
        named,
        is_same,
        attempt.text,
    )


def _are_same(values: Mapping[Any, float], others: Mapping[Any, float]) -> bool:
    return all(atom in others and abs(value - others[atom]) <= _SAME * max(1.0, abs(value)) for atom, value in values.items())


def right_attempts(proof: Proof) -> dict[str, str]:
    """Return right attempts: what the steps conclude, the steps in full, and the bare answer."""
    return {
        "conclusions": "\n".join(step.concludes for step in proof.steps),
        "full steps": "\n".join(step.text for step in proof.steps),
        "last step only": proof.steps[-1].text,
    }


def _right(reader: Diagnostician, form: str, text: str) -> RightAttempt:
    found = reader.diagnose(Dialogue(problem=reader.problem.id, attempt=text))
    return RightAttempt(reader.problem.id, form, found.error.sentence if found.error else None, found.is_solved)


def examine_all(*, seed: int, limit: int | None, jobs: int) -> Found:
    """Diagnose the attempts at all problems."""
    tasks = [(problem_id, seed) for problem_id in list(bank())[:limit]]
    if jobs <= 1:
        found = [examine(task) for task in tasks]
    else:
        with multiprocessing.get_context("spawn").Pool(jobs) as workers:
            found = workers.map(examine, tasks, chunksize=4)
    return Found([case for one in found for case in one.cases], [right for one in found for right in one.right])


def measure(found: Found) -> dict[str, Any]:
    """Return every figure, as `Share` and plain values."""
    ideas = [case for case in found.cases if not case.is_slip]
    longer = [case for case in found.cases if case.steps > 1]
    return {
        "attempts": len(found.cases),
        "located": share(case.is_located for case in found.cases),
        "located_without_slips": share(case.is_located for case in ideas),
        "located_in_longer_proofs": share(case.is_located for case in longer),
        "last_step_control": share(case.injected == case.steps - 1 for case in found.cases),
        "last_step_control_in_longer_proofs": share(case.injected == case.steps - 1 for case in longer),
        "first_step_control": share(case.injected == 0 for case in found.cases),
        "named": share(case.is_named for case in found.cases),
        "named_without_slips": share(case.is_named for case in ideas),
        "named_exactly": share(case.is_named_exactly for case in found.cases),
        "named_exactly_without_slips": share(case.is_named_exactly for case in ideas),
        "false_alarms": share(right.blamed is not None for right in found.right),
        "right_seen_as_solved": share(right.is_solved for right in found.right),
        "by_misconception": by_misconception(found.cases),
        "not_located": [case._asdict() for case in found.cases if not case.is_located],
        "not_named": [case._asdict() for case in found.cases if case.is_located and not case.is_named],
        "blamed_though_right": [right._asdict() for right in found.right if right.blamed is not None],
        "right_not_seen_as_solved": [right._asdict() for right in found.right if not right.is_solved],
    }


def by_misconception(cases: Iterable[Case]) -> list[tuple[str, Share, Share, str]]:
    """Return each misconception with its share located and named, and what else was named, the weakest first."""
    groups: dict[str, list[Case]] = defaultdict(list)
    for case in cases:
        groups[case.misconception].append(case)
    rows = []
    for name, group in groups.items():
        others = Counter(case.named or "none" for case in group if not case.is_named_exactly)
        listed = ", ".join(f"{other} {count}" for other, count in others.most_common(4))
        rows.append((name, share(case.is_located for case in group), share(case.is_named for case in group), listed))
    return sorted(rows, key=lambda row: ((row[1].value or 0.0) + (row[2].value or 0.0), row[0]))


def print_report(figures: Mapping[str, Any]) -> None:
    """Print the figures, then the failures."""
    located, named, alarms = figures["located"], figures["named"], figures["false_alarms"]
    goals = [
        Goal("attempts", str(figures["attempts"]), "", None),
        Goal("error located", str(located), "at least 95 %", (located.value or 0) >= 0.95),
        Goal("  misconceptions without slips", str(figures["located_without_slips"]), "", None),
        Goal("  proofs of more than one step", str(figures["located_in_longer_proofs"]), "", None),
        Goal("  control: always the last step", str(figures["last_step_control"]), "", None),
        Goal("    proofs of more than one step", str(figures["last_step_control_in_longer_proofs"]), "", None),
        Goal("  control: always the first step", str(figures["first_step_control"]), "", None),
        Goal("misconception named", str(named), "at least 80 %", (named.value or 0) >= 0.80),
        Goal("  misconceptions without slips", str(figures["named_without_slips"]), "", None),
        Goal("  exactly, no other of the same values", str(figures["named_exactly"]), "", None),
        Goal("    misconceptions without slips", str(figures["named_exactly_without_slips"]), "", None),
        Goal("right attempts called wrong", str(alarms), "0", alarms.count == 0),
        Goal("right attempts seen as solved", str(figures["right_seen_as_solved"]), "", None),
    ]
    print_goals("Finding the error in generated attempts", goals)
    print_table(
        "By misconception, the weakest first", ("misconception", "located", "named", "named instead"), figures["by_misconception"]
    )
    _print_cases("Not located", figures["not_located"])
    _print_cases("Located, not named", figures["not_named"])
    columns = ("problem", "form", "blamed")
    print_table("Right attempts called wrong", columns, [[row[key] for key in columns] for row in figures["blamed_though_right"]])
    unsolved = [[row[key] for key in columns[:2]] for row in figures["right_not_seen_as_solved"]]
    print_table("Right attempts not seen as solved", columns[:2], unsolved)


def _print_cases(title: str, cases: Sequence[Mapping[str, Any]], most: int = 60) -> None:
    seen: dict[tuple[str, str, int, int | None, str | None], tuple[int, str]] = {}
    for case in cases:
        key = (case["problem"], case["misconception"], case["injected"], case["found"], case["named"])
        count, text = seen.get(key, (0, case["attempt"].replace("\n", " | ")))
        seen[key] = count + 1, text
    rows = [(*key, count, text[:140]) for key, (count, text) in list(seen.items())[:most]]
    shown = f"{title} ({len(cases)} attempts)"
    print_table(shown, ("problem", "misconception", "injected", "found", "named", "seeds", "attempt"), rows)


def as_plain(figures: Mapping[str, Any]) -> dict[str, Any]:
    """Turn every `Share` into plain JSON."""
    return {key: _plain(value) for key, value in figures.items()}


def _plain(value: Any) -> Any:  # noqa: ANN401  # any JSON-like value
    if isinstance(value, Share):
        return value.as_json()
    return [_plain(item) for item in value] if isinstance(value, list | tuple) else value


def _parsed() -> argparse.Namespace:
    return arguments(__doc__).parse_args()


def main() -> int:
    """Run."""
    options = _parsed()
    figures = measure(examine_all(seed=options.seed, limit=options.limit, jobs=options.jobs))
    print_report(figures)
    report_json(options.json, as_plain(figures))
    return 0


if __name__ == "__main__":
    sys.exit(main())
