"""Read the texts of problems by the grammar of words, and hold what was read against the figure: how much, and how much is wrong.

``bank``: the texts of the problem bank against its facts. ``strangers``: ``data/words.jsonl``, texts by people who have not seen
the grammar, with their facts and figures true to scale. ``math_figures``: real texts without points, printed for a reader to
judge. Whether a fact holds, follows from others, or a goal is the one asked is worked out by numbers (``words_checks``), not by
the grammar.
"""

from __future__ import annotations

import argparse
import json
import math
import re
import statistics
import sys
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.reporting import data_folder, print_table, share
from benchmarks.words_checks.holding import Content, Place, follows, holds, same_value
from benchmarks.words_checks.school import SchoolError, literal_of_school
from gnomon.algebra import Equation, Expression, Quantity, constant
from gnomon.figure import Fact, Figure, Measured, dimension
from gnomon.packaged import packaged_yaml
from gnomon.problem import bank, read_literals
from gnomon.problem.words import Wording, read_words

STRANGERS = Path(__file__).parent / "data" / "words.jsonl"


class Text(NamedTuple):
    """A text with the truth about it."""

    id: str
    text: str
    place: Place | None
    """None where there are no points."""
    figure: Figure | None
    drawn: tuple[Content, ...] = ()
    """What the figure says without the text."""
    truth: tuple[tuple[str, tuple[Content, ...]], ...] = ()
    """The facts as written, with what they say."""
    goal: Expression | None = None
    names: tuple[str, ...] = ()
    """Points that the figure shows, where there is one."""


class Row(NamedTuple):
    """What came of one text."""

    id: str
    text: str
    read: str
    """``fully``, ``partly`` or ``ignored``."""
    wrong: tuple[str, ...]
    missing: tuple[str, ...]
    goal: str
    """``right``, ``wrong``, ``missing``, or empty where none is known."""
    questions: int
    unread: tuple[str, ...]
    unchecked: tuple[str, ...]
    """Facts that could not be measured."""


@cache
def _bank_letters() -> dict[str, dict[str, float]]:
    from importlib import resources

    folder = resources.files("gnomon.problem") / "bank"
    entries = [
        entry
        for file in folder.iterdir()
        if file.name.endswith(".yaml")
        for entry in packaged_yaml("gnomon.problem", "bank", file.name)
    ]
    return {entry["id"]: entry.get("letters") or {} for entry in entries}


def bank_texts() -> Iterator[Text]:
    """Yield the texts of the bank."""
    for problem in bank().values():
        figure, formal = problem.question.figure, problem.formal
        assert figure is not None
        assert formal is not None
        bare = Figure(points=figure.points, lines=figure.lines, circles=figure.circles)
        drawn = tuple(given.content for given in read_literals((), bare).description.givens)
        circles = {circle.centre: circle.points for circle in bare.circles}
        place = Place(bare.points, _bank_letters()[problem.id], circles)
        stated = [given for given in formal.givens if given.content not in drawn]
        letters = dict(place.letters)
        if formal.goal and formal.goal.source.isalpha() and problem.answer is not None:
            letters[formal.goal.source] = problem.answer
        place = Place(bare.points, letters, circles, _unit(bare, [given.content for given in stated]))
        truth = tuple((given.source, (given.content,)) for given in stated)
        yield Text(problem.id, problem.question.text, place, bare, drawn, truth, formal.goal.expression if formal.goal else None)


def _unit(figure: Figure, stated: Sequence[Content]) -> float:
    measured = Measured.of(figure)
    found = []
    for content in stated:
        if isinstance(content, Equation):
            for side, other in (content, content[::-1]):
                value = constant(other)
                if isinstance(side, Quantity) and dimension(side.kind) and value:
                    found.append((measured.value(side) / float(value)) ** (1 / dimension(side.kind)))
    return statistics.median(found) if found else 1.0


def strangers_texts(path: Path = STRANGERS) -> Iterator[Text]:
    """Yield the texts of strangers."""
    for line in path.read_text("utf-8").splitlines():
        row: dict[str, Any] = json.loads(line)
        points = {name: (float(x), float(y)) for name, (x, y) in row["points"].items()}
        literals = [(fact, _literals(fact)) for fact in row["facts"]]
        circles: dict[str, set[str]] = {}
        for _, parts in literals:
            for part in parts:
                if part.startswith("PointLiesOnCircle("):
                    point, centre = part.removeprefix("PointLiesOnCircle(").removesuffix("))").split(", Circle(")
                    circles.setdefault(centre, set()).add(point)
        place = Place(
            points, {k: float(v) for k, v in (row.get("letters") or {}).items()}, {c: sorted(on) for c, on in circles.items()}
        )
        plain = Place(points, place.letters, {})
        truth = tuple((fact, tuple(c for part in parts for c in plain.contents(part))) for fact, parts in literals)
        goals = literal_of_school(row["goal"], goal=True)
        goal = read_literals((), place.figure(), goals[0]).description.goal if goals else None
        yield Text(row["id"], row["text"], place, plain.figure(), (), truth, goal.expression if goal else None)


def _literals(fact: str) -> list[str]:
    """Read a statement of the truth; what no literal says, such as sides and orders, asks nothing."""
    try:
        return literal_of_school(fact)
    except SchoolError:
        return []


def judged(text: Text) -> Row:
    """Read one text and hold it against its figure."""
    wording = read_words(text.text, text.names)
    read = "fully" if wording.is_understood else "partly"
    if not wording.facts and not wording.goals:
        read = "ignored"
    if text.place is None or text.figure is None:
        return Row(text.id, text.text, read, (), (), "", len(wording.questions), wording.unread, ())
    place = _with_centres(text.place, wording)
    figure = text.figure if not wording.invented else Place(place.points, place.letters, {}).figure()
    wrong, unchecked, known = [], [], list(text.drawn)
    for literal in wording.facts:
        is_placed = set(wording.invented) <= set(place.points)
        # Some literals, such as arc lengths, are read with the circles drawn only.
        contents = (place.contents(literal, figure) or place.contents(literal)) if is_placed else []
        verdicts = [holds(place, content) for content in contents]
        known += [content for content, verdict in zip(contents, verdicts, strict=True) if verdict]
        if False in verdicts:
            wrong.append(literal)
        elif None in verdicts:
            unchecked.append(literal)
    missing = [said for said, contents in text.truth if not all(_follows(place, content, known) for content in contents)]
    goal = _goal(text, place, figure, wording)
    is_full = read == "fully" and not missing and goal in {"right", ""} and not wrong
    return Row(
        text.id,
        text.text,
        "fully" if is_full else read if read == "ignored" else "partly",
        tuple(wrong),
        tuple(missing),
        goal,
        len(wording.questions),
        wording.unread,
        tuple(unchecked),
    )


def _follows(place: Place, content: Content, known: Sequence[Content]) -> bool:
    if any(content == other for other in known):
        return True
    try:
        return follows(place, content, known)
    except (ArithmeticError, ValueError, KeyError):
        return False


def _goal(text: Text, place: Place, figure: Figure, wording: Wording) -> str:
    if text.goal is None:
        return ""
    if not wording.goals:
        return "missing"
    # As with facts, some goals, such as the length of an arc, are read with the circles drawn only.
    figures = (figure, place.figure())
    read = [read_literals((), drawn, goal).description.goal for goal in wording.goals for drawn in figures]
    straight = [c for _, contents in text.truth for c in contents if isinstance(c, Fact) and c.straight()]
    # What the reading says of points without a name is what they are.
    named = [fact for fact in wording.facts if set(re.findall(r"[A-Z]\w*", fact)) & set(wording.invented)]
    made = (
        [content for fact in named for content in place.contents(fact, figure)]
        if set(wording.invented) <= set(place.points)
        else []
    )
    return (
        "right"
        if any(goal is not None and _is_same(place, goal.expression, text.goal, [*straight, *made]) for goal in read)
        else "wrong"
    )


def _is_same(place: Place, one: Expression, other: Expression, known: Sequence[Content]) -> bool:
    """Whether two goals agree, also where points on one line are the only reason: angle APC is angle BPD."""
    equal = Equation(one, other)
    return same_value(place, one, other) or (holds(place, equal) is True and follows(place, equal, known))


def _with_centres(place: Place, wording: Wording) -> Place:
    """Give points that the text does not name their places.

    A centre is as far from each of three points that are said to be on the circle, or the middle of a diameter; a foot and a
    midpoint follow from their line.
    """
    points = dict(place.points)
    for centre in wording.invented:
        if centre in points:
            continue
        if (spot := _on_line(centre, wording.facts, points)) is not None:
            points[centre] = spot
            continue
        on = [
            fact.split("(")[1].split(",")[0]
            for fact in wording.facts
            if fact.startswith("PointLiesOnCircle(") and f"Circle({centre})" in fact
        ]
        on += [
            p.strip()
            for fact in wording.facts
            if fact.startswith("InscribedIn(")
            for p in fact.split("(")[2].split(")")[0].split(",")
        ]
        spots = [points[p] for p in dict.fromkeys(on) if p in points][:3]
        found = _circumcentre(*spots) if len(spots) == 3 else None
        if found:
            points[centre] = found
    return Place(points, place.letters, place.circles, place.unit)


def _on_line(name: str, facts: Sequence[str], points: dict[str, tuple[float, float]]) -> tuple[float, float] | None:
    """Return where the foot of a perpendicular, a midpoint, or the centre on a diameter lies."""
    for fact in facts:
        foot = re.fullmatch(rf"Perpendicular\(Line\((\w+), {name}\), Line\((\w+), (\w+)\)\)", fact)
        middle = re.fullmatch(rf"IsMidpointOf\(Point\({name}\), Line\((\w+), (\w+)\)\)", fact) or re.fullmatch(
            rf"IsDiameterOf\(Line\((\w+), (\w+)\), Circle\({name}\)\)", fact
        )
        names = foot.groups() if foot else middle.groups() if middle else ()
        if not names or not set(names) <= set(points):
            continue
        (ax, ay), (bx, by) = (points[end] for end in names[-2:])
        px, py = points[names[0]] if foot else ((ax + bx) / 2, (ay + by) / 2)
        along = ((px - ax) * (bx - ax) + (py - ay) * (by - ay)) / ((bx - ax) ** 2 + (by - ay) ** 2)
        return ax + along * (bx - ax), ay + along * (by - ay)
    return None


def _circumcentre(a: tuple[float, float], b: tuple[float, float], c: tuple[float, float]) -> tuple[float, float] | None:
    d = 2 * (a[0] * (b[1] - c[1]) + b[0] * (c[1] - a[1]) + c[0] * (a[1] - b[1]))
    if math.isclose(d, 0, abs_tol=1e-12):
        return None
    squares = [x * x + y * y for x, y in (a, b, c)]
    return (
        (squares[0] * (b[1] - c[1]) + squares[1] * (c[1] - a[1]) + squares[2] * (a[1] - b[1])) / d,
        (squares[0] * (c[0] - b[0]) + squares[1] * (a[0] - c[0]) + squares[2] * (b[0] - a[0])) / d,
    )


def math_figures_texts() -> Iterator[Text]:
    """Yield the texts of ``math_figures`` with the names printed in their figures; they have no points."""
    rows = json.loads((data_folder() / "math_figures" / "problems.json").read_text("utf-8"))
    for name, row in rows.items():
        yield Text(name, row["text"], None, None, names=tuple(row["points"]))


SETS = {"bank": bank_texts, "strangers": strangers_texts, "math_figures": math_figures_texts}


def main() -> None:
    """Print the table of one set, or of all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--set", choices=[*SETS, "all"], default="all")
    parser.add_argument("--limit", type=int)
    parser.add_argument("--show", action="store_true", help="print every text that is not fully read")
    arguments_read = parser.parse_args()
    for name in SETS if arguments_read.set == "all" else [arguments_read.set]:
        rows = [judged(text) for text in list(SETS[name]())[: arguments_read.limit]]
        _print(name, rows, show=arguments_read.show)


def _print(name: str, rows: Sequence[Row], *, show: bool) -> None:
    if show:
        for row in rows:
            if row.read != "fully" or row.wrong:
                print(f"{row.id}: {row.text}")
                for what, values in (
                    ("wrong", row.wrong),
                    ("missing", row.missing),
                    ("unread", row.unread),
                    ("unchecked", row.unchecked),
                ):
                    if values:
                        print(f"   {what}: {'; '.join(values)}")
                if row.goal not in {"", "right"}:
                    print(f"   goal {row.goal}")
    shares = {
        "fully read": [row.read == "fully" for row in rows],
        "partly": [row.read == "partly" for row in rows],
        "nothing read": [row.read == "ignored" for row in rows],
        "with a wrong fact": [bool(row.wrong) for row in rows],
        "with a fact not measured": [bool(row.unchecked) for row in rows],
        "goal right": [row.goal == "right" for row in rows if row.goal],
        "asks": [row.questions > 0 for row in rows],
        "with unread words": [bool(row.unread) for row in rows],
    }
    print_table(f"{name}: {len(rows)} texts", ["", "share"], [[what, str(share(values))] for what, values in shares.items()])


if __name__ == "__main__":
    main()
