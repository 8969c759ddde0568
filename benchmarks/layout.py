"""Figures laid out from facts alone: every problem of the bank with its coordinates thrown away.

For each problem its facts, its drawn lines and its circles are written in school notation and laid out anew. Measured are: how
many are laid out, whether every fact of the original file holds at the new coordinates (by the ruler of the tests, which imports
nothing of the package), whether the engine proves the same answer, and what a teacher would not print: texts on lines, points
near each other or near a line, flat angles, crossings without a name.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import gnomon
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


_POLYGON = re.compile(r"(quadrilateral|pentagon|hexagon|heptagon|octagon) ([A-Z]{4,8})\b", re.IGNORECASE)


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


def judged(problem: Problem, entry: dict[str, Any]) -> dict[str, Any]:
    """Lay a problem out and say what is wrong with the result; ``complaints`` is empty for one in order."""
    start = time.process_time()
    said: list[str] = []
    while True:
        try:
            laid = problem_of(without_coordinates(problem, said))
            break
        except OpenLayoutError as error:
            if len(said) == _MOST_QUESTIONS:
                return {"id": problem.id, "status": "not laid out", "reason": str(error), "asked": said}
            said.append(next((choice for choice in error.choices if is_true(choice, problem)), error.choices[0]))
        except ProblemError as error:
            return {"id": problem.id, "status": "not laid out", "reason": str(error), "asked": said}
    seconds = time.process_time() - start
    figure = laid.question.figure
    assert figure is not None
    moved = entry | {"figure": entry["figure"] | {"points": {name: list(at) for name, at in figure.points.items()}}}
    solution = solve(laid)
    right = solution.answer is not None and equal(solution.answer, problem.answer, "textbook") is True
    complaints = ruler.wrong_facts(moved)
    return {
        "id": problem.id,
        "asked": said,
        "status": "right" if right else solution.status if solution.answer is None else "other answer",
        "reason": solution.reason or (None if right else f"{solution.answer} for {problem.answer}"),
        "untrue": complaints,
        "crowded": ruler.crowded_places(moved),
        "on_lines": unplaced_texts(figure),
        "seconds": seconds,
        "svg": draw(figure),
    }


def is_true(choice: str, problem: Problem) -> bool:
    """Whether ``C and D on the same side of AB`` is true of the figure that the bank draws."""
    points, _, line = choice.partition(" on ")
    first, second = points.split(" and ")
    a, b = split_points(line.rpartition(" ")[2])
    assert problem.question.figure is not None
    at = {name: complex(*spot) for name, spot in problem.question.figure.points.items()}
    sides = [((at[b] - at[a]).conjugate() * (at[point] - at[a])).imag for point in (first, second)]
    return (sides[0] * sides[1] > 0) == ("same side" in choice)


def rows() -> Iterator[dict[str, Any]]:
    """Judge every problem of the bank."""
    entries = {entry["id"]: entry for entries in ruler.read_bank().values() for entry in entries}
    for problem in bank().values():
        yield judged(problem, entries[problem.id])


def main() -> None:
    """Print the figures; with ``--out DIR`` write rows and pictures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, help="folder for rows.json and a picture of every problem")
    options = parser.parse_args()
    found = list(rows())
    counts = Counter(row["status"] for row in found)
    laid = [row for row in found if "svg" in row]
    asked = Counter(len(row["asked"]) for row in found)
    lines = [f"{len(found)} problems: " + ", ".join(f"{count} {status}" for status, count in counts.most_common())]
    lines.append(
        f"laid out {len(laid)}; a fact does not hold in {sum(bool(row['untrue']) for row in laid)}, "
        f"crowded {sum(bool(row['crowded']) for row in laid)}, texts on lines {sum(bool(row['on_lines']) for row in laid)}"
    )
    lines.append(
        "asked on which side points lie: " + ", ".join(f"{count} problems {n} times" for n, count in sorted(asked.items()))
    )
    seconds = sorted(row["seconds"] for row in laid)
    lines.append(f"seconds of processor time: median {seconds[len(seconds) // 2]:.2f}, longest {seconds[-1]:.2f}")
    for row in found:
        faults = {key: row[key] for key in ("reason", "asked", "untrue", "crowded", "on_lines") if row.get(key)}
        if set(faults) - {"asked"}:
            lines.append(f"{row['id']}: {row['status']}: {json.dumps(faults, ensure_ascii=False)}")
    sys.stdout.write("\n".join([f"gnomon {gnomon.__version__}", *lines, ""]))
    if options.out:
        options.out.mkdir(parents=True, exist_ok=True)
        for row in laid:
            (options.out / f"{row['id']}.png").write_bytes(to_png(row.pop("svg")))
        (options.out / "rows.json").write_text(json.dumps(found, ensure_ascii=False, indent=1), "utf-8")


if __name__ == "__main__":
    main()
