"""Measure `gnomon problems vary`: five siblings each of a hundred problems, checked again from the written files.

Half of the problems are of the bank, half of Geometry3K's development forms (without its data: all of the bank), drawn with a
seed among those that the engine solves. Every file is read again by the ordinary reader, each sibling solved afresh, and its
proof compared with the original's: the same rules, each resting on the same ones. Whether a figure is degenerate is computed
here anew from its coordinates. Two controls must fail: siblings held against another problem's proof, and figures with a point
moved beside another.
"""

from __future__ import annotations

import itertools
import math
import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.reporting import Goal, Share, arguments, data_folder, percentile, print_goals, print_table, report_json, share
from gnomon.drawing import draw, to_png, unplaced_texts
from gnomon.figure import Figure
from gnomon.geometry import Proof, check_problem_file, solve
from gnomon.problem import Problem, ProblemError, bank, load_forms, load_problem, read_form
from gnomon.problem.entry_writing import written_entries
from gnomon.variation import VariationError, vary

PROBLEMS = 100
EACH = 5
_LEAST_ANGLE = 12 - 1e-3  # degrees; coordinates have five decimals
_LARGEST_RATIO = 8.0
_NEAREST = 0.04  # of the figure's extent


class Checked(NamedTuple):
    """A sibling, read again."""

    name: str
    is_solved: bool
    has_same_rules: bool
    faults: tuple[str, ...]
    """Of its figure."""
    errors: tuple[str, ...]
    """Of its file."""


def main() -> None:
    """Vary, check, print and write the figures."""
    parser = arguments(__doc__)
    parser.add_argument(
        "--pages", type=Path, metavar="DIR", help="write each sibling's figure as DIR/ID.png and its text as DIR/ID.txt"
    )
    options = parser.parse_args()
    wanted = options.limit or PROBLEMS
    checked: list[Checked] = []
    proofs: list[tuple[Proof, list[Proof]]] = []
    times: list[float] = []
    short: list[tuple[str, int, str]] = []
    refused: list[tuple[str, str]] = []
    crowded: list[bool] = []
    for half in _problems(options.seed):
        done = 0
        for problem in half:
            if done == (wanted + 1) // 2:
                break
            start = time.process_time()
            try:
                found = vary(problem, EACH, options.seed)
            except VariationError as error:
                refused.append((problem.id, str(error)))
                continue
            times += [(time.process_time() - start) / EACH]
            if len(found.siblings) < EACH:
                short.append((problem.id, len(found.siblings), found.reason))
                continue
            done += 1
            original = solve(problem).proof
            assert original is not None
            with tempfile.TemporaryDirectory() as folder:
                file = Path(folder) / "siblings.yaml"
                file.write_text(written_entries(sibling.entry for sibling in found.siblings), "utf-8")
                errors = [remark.message for remark in check_problem_file(file) if remark.severity == "error"]
                read = [load_problem(f"{file}#{sibling.entry.id}") for sibling in found.siblings]
                proofs.append((original, []))
                for each in read:
                    checked.append(_checked(each, original, errors, proofs[-1][1]))
                    figure = each.question.figure
                    assert figure is not None
                    if len(figure.points) > 2:  # two points have nothing to be near by
                        crowded.append(bool(_faults(_crowded(figure))))
                    if options.pages:
                        _write_page(options.pages, each)
    _report(checked, proofs, times, short, refused, crowded, options.json)


def _report(
    checked: Sequence[Checked],
    proofs: Sequence[tuple[Proof, list[Proof]]],
    times: Sequence[float],
    short: Sequence[tuple[str, int, str]],
    refused: Sequence[tuple[str, str]],
    crowded: Sequence[bool],
    out: Path | None,
) -> None:
    others = itertools.pairwise(proofs)
    planted = share(
        _edges(sibling) != _edges(other)
        for (_, siblings), (other, _) in others
        for sibling in siblings
        if _is_another(siblings, other)
    )
    figures = {
        "solved with the same rules": share(one.is_solved and one.has_same_rules for one in checked),
        "none degenerate": share(not one.faults for one in checked),
        "files without errors": share(not one.errors for one in checked),
        "control: siblings of another problem found out": planted,
        "control: a point moved beside another found out": share(crowded),
    }
    goals = [Goal(name, str(got), "all", got.value == 1.0) for name, got in figures.items()]
    asked = len(proofs) + len(short)
    goals.append(Goal("problems with all five siblings", str(Share(len(proofs), asked)), "", None))
    goals.append(Goal("processor seconds a sibling, median", f"{percentile(times, 50) or 0:.2f}", "", None))
    goals.append(Goal("processor seconds a sibling, 90th percentile", f"{percentile(times, 90) or 0:.2f}", "", None))
    print_goals("Problems varied", goals)
    print_table("Not in order", ("sibling", "solved", "same rules", "figure", "file"), [one for one in checked if _is_wrong(one)])
    print_table("Fewer than five", ("problem", "siblings", "why"), short)
    print_table("Not varied, of problems that are solved", ("problem", "why"), refused)
    report_json(out, {"figures": [goal._asdict() for goal in goals], "short": short, "refused": refused})


def _is_wrong(one: Checked) -> bool:
    return bool(one.faults or one.errors) or not (one.is_solved and one.has_same_rules)


def _is_another(siblings: Sequence[Proof], other: Proof) -> bool:
    """Whether another problem's proof really has other rules: two of one chapter may share theirs."""
    return bool(siblings) and Counter(step.rule_id for step in siblings[0].steps) != Counter(step.rule_id for step in other.steps)


def _problems(seed: int) -> Iterator[Iterator[Problem]]:
    """Yield two halves, each drawn in an order of its own."""
    own = list(bank().values())
    random.Random(seed).shuffle(own)
    forms = data_folder() / "geometry3k" / "forms_0000_2400.json"
    if not forms.is_file():
        yield iter(own[: len(own) // 2])
        yield iter(own[len(own) // 2 :])
        return
    yield iter(own)
    yield _solved_forms(forms, seed)


def _solved_forms(file: Path, seed: int) -> Iterator[Problem]:
    forms = load_forms(file)
    names = list(forms)
    random.Random(seed).shuffle(names)
    for name in names:
        try:
            problem = read_form(name, forms[name])
        except ProblemError:
            continue
        if solve(problem, last_resorts=False).proof is not None:
            yield problem


def _checked(problem: Problem, original: Proof, errors: Sequence[str], proofs: list[Proof]) -> Checked:
    proof = solve(problem).proof
    name = problem.id.rpartition("#")[2]
    if proof is None:
        return Checked(name, is_solved=False, has_same_rules=False, faults=(), errors=tuple(errors))
    proofs.append(proof)
    figure = problem.question.figure
    assert figure is not None
    same = _edges(proof) == _edges(original)
    return Checked(name, is_solved=True, has_same_rules=same, faults=tuple(_faults(figure)), errors=tuple(errors))


def _edges(proof: Proof) -> Counter[tuple[str, ...]]:
    """Return each step by its rule, with the rules that it rests on and those that these rest on."""
    steps = proof.steps

    def below(index: int, depth: int) -> str:
        rests = sorted(below(source, depth - 1) for source in steps[index].sources) if depth else []
        return f"{steps[index].rule_id}({','.join(rests)})"

    return Counter((step.rule_id, below(step.index, 2)) for step in steps)


def _faults(figure: Figure) -> list[str]:
    points = {name: complex(*at) for name, at in figure.points.items()}
    extent = max(abs(a - b) for a, b in itertools.combinations(points.values(), 2))
    drawn = [abs(points[a] - points[b]) for line in figure.lines for a, b in itertools.pairwise(line)]
    found = [
        f"{a} and {b} almost at one place"
        for a, b in itertools.combinations(points, 2)
        if abs(points[a] - points[b]) < _NEAREST * extent
    ]
    if drawn and max(drawn) > _LARGEST_RATIO * min(drawn):
        found.append(f"sides in a ratio of {max(drawn) / min(drawn):.1f}")
    found += [f"an angle of {angle:.1f}° at {vertex}" for vertex, angle in _angles(figure, points) if angle < _LEAST_ANGLE]
    found += [f"no place for {text}" for text in unplaced_texts(figure)]
    return found


def _angles(figure: Figure, points: Mapping[str, complex]) -> Iterator[tuple[str, float]]:
    """Yield the angles between the drawn lines through each point, those of one straight line apart."""
    for vertex, at in points.items():
        through = [line for line in figure.lines if vertex in line]
        for first, second in itertools.combinations(through, 2):
            for a, b in itertools.product(first, second):
                if vertex not in (a, b) and a not in second and b not in first:
                    turn = math.degrees(abs(math.atan2(*_cross_and_dot(points[a] - at, points[b] - at))))
                    yield vertex, turn


def _cross_and_dot(a: complex, b: complex) -> tuple[float, float]:
    product = a.conjugate() * b
    return product.imag, product.real


def _crowded(figure: Figure) -> Figure:
    """Return the figure with its second point moved to a hundredth of the way from the first."""
    (x, y), (u, v), *_ = figure.points.values()
    second = list(figure.points)[1]
    return figure.model_copy(update={"points": {**figure.points, second: (x + (u - x) / 100, y + (v - y) / 100)}})


def _write_page(folder: Path, problem: Problem) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    name = problem.id.rpartition("#")[2]
    assert problem.question.figure is not None
    (folder / f"{name}.png").write_bytes(to_png(draw(problem.question.figure)))
    answer = problem.exact or f"{problem.answer:g}"
    unit = problem.unit if problem.unit == "°" else f" {problem.unit}"
    (folder / f"{name}.txt").write_text(f"{problem.question.text}\nAnswer: {answer}{unit}\n", "utf-8")


if __name__ == "__main__":
    main()
