"""Damage one literal of each problem of the bank and see whether its text notices, and whether the answer stays the right one.

Taken are problems whose text the reader of words reads as a whole, goal included. Damaged by seed are a number, two letters of
a literal, a whole literal that goes, and the goal. Set apart are literals that the text says, where it can notice, and those that
only the figure shows. Controls: the undamaged problems, where nothing may be noticed; and the same damage without a text.
"""

from __future__ import annotations

import argparse
import json
import math
import random
import re
import sys
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from importlib import resources
from itertools import combinations
from pathlib import Path
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.reporting import print_table
from gnomon.geometry import Diagram, Solution, solve
from gnomon.packaged import packaged_yaml
from gnomon.problem import Equation, Expression, Letter, Problem, ProblemError, Quantity, problem_of
from gnomon.problem.statements import Content
from gnomon.problem.telling import telling
from gnomon.problem.words import read_words

KINDS = ("number", "letters", "dropped", "goal")
OUTCOMES = ("right, told", "right, untold", "wrong, told", "wrong, untold", "no answer, told", "no answer, untold")
_NUMBER = re.compile(r"(?<![A-Za-z0-9_.])\d+(?:\.\d+)?")
_POINT = re.compile(r"(?<![A-Za-z])[A-Z][0-9']*(?![A-Za-z(])")
_NO_TEXT = "Look at the figure."


Fact = str | Mapping[str, str]
"""As a file has it."""


class Damaged(NamedTuple):
    """A problem with one thing wrong."""

    kind: str
    change: str
    problem: Problem
    is_said: bool
    """Whether the text says what was damaged."""


def entries() -> Iterator[dict[str, Any]]:
    """Yield the problems of the bank that ask for a value, as written."""
    folder = resources.files("gnomon.problem") / "bank"
    for file in sorted(folder.iterdir(), key=lambda each: each.name):
        if file.name.endswith(".yaml"):
            yield from (dict(entry) for entry in packaged_yaml("gnomon.problem", "bank", file.name) if "find" in entry)


def is_read(problem: Problem) -> bool:
    """Whether every sentence is understood, the goal among them, and nothing is left open."""
    figure = problem.question.figure
    assert figure is not None
    wording = read_words(problem.question.text, sorted(figure.points), lines=figure.lines)
    return wording.is_understood and not wording.questions and bool(telling(problem).asked)


def damages(entry: Mapping[str, Any], problem: Problem, rng: random.Random) -> Iterator[Damaged]:
    """Yield one damage of each kind that the problem allows."""
    said = {_key(each.content, problem) for each in telling(problem).said}
    places = list(range(len(entry["facts"])))
    for kind, ways in (("number", _other_number), ("letters", _other_letters), ("dropped", _dropped)):
        rng.shuffle(places)
        for place in places:
            written = _text(entry["facts"][place])
            changed = ways(written, rng)
            facts = [*entry["facts"]]
            facts[place : place + 1] = [] if changed is None else [_as(entry["facts"][place], changed)]
            made = None if changed == written else _made({**entry, "facts": facts})
            if made is None or _keys(made) == _keys(problem):
                continue
            givens = problem.formal.givens if problem.formal is not None else ()
            contents = [given.content for given in givens if given.source == written.strip()]
            is_said = bool(contents) and all(_key(content, problem) in said for content in contents)
            yield Damaged(kind, f"{written} -> {changed or 'nothing'}", made, is_said)
            break
    yield from _other_goal(entry, problem, rng)


def _other_number(literal: str, rng: random.Random) -> str:
    found = list(_NUMBER.finditer(literal))
    if not found:
        return literal
    match = rng.choice(found)
    number = float(match.group())
    step = max(1, round(number * rng.uniform(0.1, 0.4))) * rng.choice((-1, 1))
    return f"{literal[: match.start()]}{number + step if number + step > 0 else number - step:g}{literal[match.end() :]}"


def _other_letters(literal: str, rng: random.Random) -> str:
    names = list(dict.fromkeys(_POINT.findall(literal)))
    if len(names) < 2:
        return literal
    one, other = rng.sample(names, 2)
    return _POINT.sub(lambda match: {one: other, other: one}.get(match.group(), match.group()), literal)


def _dropped(literal: str, rng: random.Random) -> None:
    del literal, rng


def _other_goal(entry: Mapping[str, Any], problem: Problem, rng: random.Random) -> Iterator[Damaged]:
    formal, figure = problem.formal, problem.question.figure
    assert formal is not None
    assert formal.goal is not None
    assert figure is not None
    drawn = Diagram(formal, figure.lines, figure.points)
    goal = drawn.canonical(formal.goal.expression)
    others: list[tuple[Expression, str]] = []
    if isinstance(goal, Letter):
        others = [(Letter(name), name) for name in formal.letters if name != goal.name]
    elif isinstance(goal, Quantity) and goal.kind == "length":
        pairs = {tuple(sorted(pair)) for line in drawn.lines for pair in combinations(line, 2)}
        others = [(Quantity.of("length", *pair), f"LengthOf(Line({', '.join(pair)}))") for pair in sorted(pairs)]
    elif isinstance(goal, Quantity) and goal.kind == "angle":
        corners = [(a, b, c) for b, ends in drawn.rays.items() for a, c in combinations(sorted(ends), 2)]
        others = [(Quantity.of("angle", *each), f"MeasureOf(Angle({', '.join(each)}))") for each in sorted(corners)]
    rng.shuffle(others)
    for expression, literal in others:
        made = None if drawn.canonical(expression) == goal else _made({**entry, "find": literal})
        if made is not None and made.formal is not None and made.formal.goal is not None:
            yield Damaged("goal", f"find {entry['find']} -> {literal}", made, is_said=True)
            return


def _text(fact: Fact) -> str:
    return str(fact["text"]) if isinstance(fact, Mapping) else str(fact)


def _as(fact: Fact, text: str) -> Fact:
    return {"text": text} if isinstance(fact, Mapping) else text


def _made(entry: Mapping[str, Any]) -> Problem | None:
    try:
        return problem_of({**entry, "answer": None, "exact": None})
    except ProblemError:
        return None


def _keys(problem: Problem) -> set[object]:
    return {_key(given.content, problem) for given in problem.formal.givens} if problem.formal is not None else set()


def _key(content: Content, problem: Problem) -> object:
    formal, figure = problem.formal, problem.question.figure
    assert formal is not None
    assert figure is not None
    drawn = Diagram(formal, figure.lines, figure.points)
    return frozenset(drawn.canonical_equation(content)) if isinstance(content, Equation) else content.canonical(drawn.line)


def outcome(solution: Solution, right: float) -> str:
    """Say what came of a damaged problem."""
    told = "told" if solution.disagreements else "untold"
    if solution.answer is None:
        return f"no answer, {told}"
    return f"{'right' if math.isclose(solution.answer, right, rel_tol=1e-6) else 'wrong'}, {told}"


def without_text(problem: Problem) -> Problem:
    """Return the problem without its text."""
    return problem.model_copy(update={"question": problem.question.model_copy(update={"text": _NO_TEXT})})


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--limit", type=int, help="only so many problems")
    parser.add_argument("--show", action="store_true", help="print each wrong answer and each false alarm")
    parser.add_argument("--out", type=Path, help="write the rows as JSON lines to this new file")
    options = parser.parse_args()
    if options.out is not None and options.out.exists():
        parser.error(f"{options.out} exists; name another file")
    rows, alarms, num_read, start = [], 0, 0, time.perf_counter()
    all_entries = list(entries())
    for entry in all_entries[: options.limit]:
        problem = problem_of(entry)
        if not is_read(problem):
            continue
        solution = solve(problem)
        num_read += 1
        if solution.disagreements or solution.answer is None:
            alarms += bool(solution.disagreements)
            print(f"undamaged {problem.id}: {solution.status}: {[each.note for each in solution.disagreements]}")
        if solution.answer is not None:
            rows += _rows(entry, problem, solution.answer, random.Random(f"{options.seed}/{problem.id}"), show=options.show)
    if options.out is not None:
        options.out.write_text("".join(f"{json.dumps(row, ensure_ascii=False)}\n" for row in rows), "utf-8")
    print(f"{num_read} of {len(all_entries[: options.limit])} texts read as a whole; {alarms} undamaged with a disagreement")
    for is_said in (True, False):
        _print(rows, is_said=is_said)
    print(f"{time.perf_counter() - start:.0f} s")


def _rows(entry: Mapping[str, Any], problem: Problem, right: float, rng: random.Random, *, show: bool) -> list[dict[str, Any]]:
    rows = []
    for damaged in damages(entry, problem, rng):
        solution = solve(damaged.problem)
        found = outcome(solution, right)
        bare = outcome(solve(without_text(damaged.problem)), right)
        told = [each.note for each in solution.disagreements]
        rows.append({"id": problem.id, **damaged._asdict(), "problem": None, "outcome": found, "bare": bare, "told": told})
        if show and found in {"wrong, untold", "wrong, told"}:
            print(f"{problem.id}: {damaged.kind}: {damaged.change}: {found}: {solution.answer} for {right}: {told}")
    return rows


def _print(rows: Sequence[Mapping[str, Any]], *, is_said: bool) -> None:
    table = []
    for kind in (*KINDS, "all"):
        these = [row for row in rows if row["is_said"] == is_said and kind in {row["kind"], "all"}]
        for name, key in (("with text", "outcome"), ("without", "bare")):
            counts = Counter(row[key] for row in these)
            table.append([kind, name, str(len(these)), *(str(counts[each]) for each in OUTCOMES)])
    where = "literals that the text says" if is_said else "literals that only the figure shows"
    print_table(where, ["damage", "", "problems", *OUTCOMES], table)


if __name__ == "__main__":
    main()
