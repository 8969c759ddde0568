"""Figures laid out from facts alone: every problem of the bank with its coordinates thrown away.

The facts of each problem, its drawn lines and circles are written in school notation and laid out anew; on which side a point
lies is said where the layout asks, from the bank's figure. Whether every fact holds at the new coordinates is measured by the
ruler of the tests, which imports nothing of the package; as a control it must see a point that is moved. The engine has to prove
the bank's answer, and no text may stand on a line, no points crowd.
"""

from __future__ import annotations

import re
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.reporting import Goal, arguments, percentile, print_goals, print_table, report_json, share
from gnomon.algebra import equal
from gnomon.drawing import draw, to_png, unplaced_texts
from gnomon.figure import split_points
from gnomon.geometry import solve
from gnomon.geometry.layout import OpenLayoutError
from gnomon.problem import Problem, ProblemError, bank, problem_of
from gnomon.problem.drawn import DrawnFigure
from tests.problem import bank_coordinates as ruler

_MOST_QUESTIONS = 4
"""Sides that one problem is asked about; the bank's need two at most."""


_MOVED = 0.05
"""Of the figure's size, along and up: far more than drawing or rounding makes."""


class Judged(NamedTuple):
    """One problem laid out."""

    name: str
    asked: int
    """How often it was asked on which side points lie."""
    fault: str
    """Why the answer is not the bank's; empty where it is."""
    seconds: float
    """Of the processor, for the layout with all questions."""
    untrue: tuple[str, ...] = ()
    """Facts that do not hold."""
    crowded: tuple[str, ...] = ()
    """Places and texts without room."""
    svg: str = ""
    is_seen: bool = False
    """Whether the ruler sees it when some point is moved."""

    @property
    def is_wrong(self) -> bool:
        """Whether anything is not in order."""
        return bool(self.fault or self.untrue or self.crowded)


_POLYGON = re.compile(r"([Qq]uadrilateral|[Pp]entagon|[Hh]exagon|[Hh]eptagon|[Oo]ctagon) ([A-Z]{4,8})\b")


def without_coordinates(problem: Problem, said: Sequence[str] = ()) -> dict[str, Any]:
    """Return the entry of a problem with its facts in school notation and ``figure: auto``.

    A polygon that the text names is named, and a corner over 180° is said, as the texts do: a polygon is taken to have none.
    """
    figure, formal = problem.question.figure, problem.formal
    assert figure is not None
    assert formal is not None
    assert formal.goal is not None
    drawn = [f"segment {''.join(line)}" for line in figure.lines if len(line) == 2]
    around = DrawnFigure(figure)
    boundary = around.outer_boundary()
    dents = around.dents(boundary) if len(boundary) > 3 else ()
    drawn += [" ".join(named) for named in _POLYGON.findall(problem.question.text)]
    drawn += [f"{''.join(boundary)} with a reflex angle at {dent}" for dent in dents]
    facts = [given.shown for given in formal.givens]
    return {
        "id": problem.id,
        "text": problem.question.text,
        "figure": "auto",
        "facts": [*drawn, *facts, *said],
        "find": str(formal.goal),
        "answer": problem.answer,
        "exact": problem.exact,
        "unit": problem.unit,
    }


def judged(problem: Problem, entry: dict[str, Any]) -> Judged:
    """Lay a problem out, answering what is asked from the figure of the bank, and look at the result."""
    start = time.process_time()
    said: list[str] = []
    while True:
        try:
            laid = problem_of(without_coordinates(problem, said))
            break
        except ProblemError as error:
            if not isinstance(error, OpenLayoutError) or len(said) == _MOST_QUESTIONS:
                return Judged(problem.id, len(said), f"not laid out: {error}", time.process_time() - start)
            said.append(next((choice for choice in error.choices if is_true(choice, problem)), error.choices[0]))
    seconds = time.process_time() - start
    figure = laid.question.figure
    assert figure is not None
    points = {name: list(at) for name, at in figure.points.items()}
    drawn = _with_points(entry, points)
    by = _MOVED * max(max(values) - min(values) for values in zip(*points.values(), strict=True))
    moved = (_with_points(entry, points | {name: [x + by, y + by]}) for name, (x, y) in points.items())
    solution = solve(laid)
    is_right = solution.answer is not None and equal(solution.answer, problem.answer, "textbook") is True
    return Judged(
        problem.id,
        len(said),
        "" if is_right else f"{solution.status}: {solution.answer} for {problem.answer}; {solution.reason}",
        seconds,
        tuple(ruler.wrong_facts(drawn)),
        (*ruler.crowded_places(drawn), *unplaced_texts(figure)),
        draw(figure),
        is_seen=any(map(ruler.wrong_facts, moved)),
    )


def _with_points(entry: dict[str, Any], points: dict[str, list[float]]) -> dict[str, Any]:
    return entry | {"figure": entry["figure"] | {"points": points}}


def is_true(choice: str, problem: Problem) -> bool:
    """Whether ``C and D on the same side of AB`` is true of the figure that the bank draws."""
    points, _, line = choice.partition(" on ")
    first, second = points.split(" and ")
    a, b = split_points(line.rpartition(" ")[2])
    assert problem.question.figure is not None
    at = {name: complex(*spot) for name, spot in problem.question.figure.points.items()}
    sides = [((at[b] - at[a]).conjugate() * (at[point] - at[a])).imag for point in (first, second)]
    return (sides[0] * sides[1] > 0) == ("same side" in choice)


def main() -> None:
    """Print the figures; with ``--pictures DIR`` draw every problem."""
    parser = arguments(__doc__)
    parser.add_argument("--pictures", type=Path, metavar="DIR", help="draw every problem into this folder")
    options = parser.parse_args()
    entries = {entry["id"]: entry for entries in ruler.read_bank().values() for entry in entries}
    problems = list(bank().values())[: options.limit]
    found = [judged(problem, entries[problem.id]) for problem in problems]
    laid = [one for one in found if one.svg]
    times = [one.seconds for one in found]
    figures = {
        "laid out": share(bool(one.svg) for one in found),
        "every fact holds at the points drawn, by a ruler of its own": share(not one.untrue for one in laid),
        "the engine proves the bank's answer": share(not one.fault for one in found),
        "nothing crowded, every text has a free place": share(not one.crowded for one in laid),
        "control: some point moved is seen by the ruler": share(one.is_seen for one in laid),
    }
    goals = [Goal(name, str(got), "all", got.value == 1.0) for name, got in figures.items()]
    goals.append(Goal("without a question", str(share(not one.asked for one in found)), "", None))
    goals.append(Goal("processor seconds, median", f"{percentile(times, 50) or 0:.2f}", "", None))
    goals.append(Goal("processor seconds, 90th percentile", f"{percentile(times, 90) or 0:.2f}", "", None))
    print_goals("Figures laid out from facts alone", goals)
    wrong = [(one.name, one.asked, one.fault, *map(", ".join, (one.untrue, one.crowded))) for one in found if one.is_wrong]
    print_table("Not in order", ("problem", "asked", "fault", "untrue", "crowded"), wrong)
    rows = {one.name: one._asdict() | {"svg": None} for one in found}
    report_json(options.json, {"figures": {goal.name: goal.got for goal in goals}, "problems": rows})
    if options.pictures:
        options.pictures.mkdir(parents=True, exist_ok=True)
        for one in laid:
            (options.pictures / f"{one.name}.png").write_bytes(to_png(one.svg))


if __name__ == "__main__":
    main()
