"""Faults of a proof that a teacher would mark, found in what is written: the sentences and the record.

Nothing that the prover says about itself is asked. Numbers are worked out again from the record, roots are looked for again on
floats, names are read out of the sentences. What is counted:

- a system solved in silence: a value from several equations without the way they are combined;
- a ratio through the arc function: the sine of an angle from the angle, which came from a ratio;
- a step without its theorem, or a value with nothing said of where it comes from;
- congruence or similarity without which parts agree and why, or with letters out of order;
- a rounded number behind ``=``;
- a root or a case that the drawing picked without a word.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Any, NamedTuple

from gnomon.algebra import constant, show_number
from gnomon.geometry import rules
from gnomon.geometry.checker.incidence import incidence_of
from gnomon.geometry.checker.reading import bound
from gnomon.geometry.checker.sketch import Sketch
from gnomon.geometry.proof_record import GIVEN_EQUATION, read_statement
from gnomon.problem import (
    Equation,
    Expression,
    ExpressionError,
    Fact,
    Letter,
    Number,
    Problem,
    Quantity,
    evaluate,
    parse_expression,
    substitute,
    unknowns,
)

__all__ = ["FAULTS", "Written", "count_faults", "faults_of"]

Atom = Letter | Quantity

_WORDS = re.compile(r"\b(?:sin|cos|tan|arc|area|of|perimeter|radius|circle|length|diameter|circumference|sector)\b")
_NAMES = re.compile(r"∠?[A-Z][A-Z']*|[a-z]")
_NUMBER = re.compile(r"\d+\.\d+")
_GIVERS = ("The problem ", "The figure ")
"""How a sentence begins that quotes an equation: of the text, or a mark of the figure."""
_OPENINGS = ("From ", "As found, ", *_GIVERS, "Put in", "Adding ", "Subtracting ")
"""How a sentence begins that is not the theorem's clause."""
_SOURCES = ("As the figure shows, ", "As the text says, ")
"""How a sentence begins that says where a premise of the step comes from; the theorem's clause follows it."""
_LARGEST = {"angle": 180.0, "arc": 360.0}
"""In degrees."""
_CLOSE = 1e-9
"""What counts as 0 among a few operations on doubles, relative."""
_AS_ROOTS = 1e-4
"""What counts as one and the same root among those found by bisection, relative."""
_LINKS = {"so", "and", "or", "with", "unrounded", "from", "put", "in", "the", "is", "then"}
"""Words that name no theorem."""


class Written(NamedTuple):
    """A proof as it is written, with the problem."""

    problem: Problem
    goal: Mapping[str, Any]
    steps: Sequence[Mapping[str, Any]]


def faults_of(written: Written) -> dict[str, list[str]]:
    """Return what is found by name of the fault, each with its step; no entry for what is not found."""
    found = {name: list(look(written)) for name, look in FAULTS.items()}
    return {name: places for name, places in found.items() if places}


def count_faults(proofs: Iterable[tuple[str, Written]]) -> dict[str, list[str]]:
    """Return for each fault the places where it is found, as ``312 step 2: ...``; every fault has an entry."""
    places: dict[str, list[str]] = {name: [] for name in FAULTS}
    for name, written in proofs:
        for fault, found in faults_of(written).items():
            places[fault] += [f"{name} {place}" for place in found]
    return places


# the text


def _results(step: Mapping[str, Any]) -> list[str]:
    """Return how each value of a step is stated, in order."""
    shown: list[str] = step["concludes"].split(", ")
    return shown[: len(step["values"])]


def _before_result(step: Mapping[str, Any], place: int) -> str:
    """Return what the text says between the value before and the one at ``place``."""
    text, start = step["text"], 0
    for result in _results(step)[:place]:
        start = max(text.find(result, start) + len(result), start)
    end = text.find(_results(step)[place], start)
    return str(text[start:end] if end >= 0 else text[start:])


def _names(text: str) -> set[str]:
    return {min(name, name[0] + name[:0:-1] if name[0] == "∠" else name[::-1]) for name in _NAMES.findall(_WORDS.sub("", text))}


def _at(index: int, what: str) -> str:
    return f"step {index + 1}: {what}"


# a system solved in silence


def silent_systems(written: Written) -> Iterator[str]:
    """Yield values from several equations whose combination the text does not show."""
    for index, step in enumerate(written.steps):
        for place, value in enumerate(step["values"]):
            equations = value["equations"]
            if len(equations) > 1 and not _shows_combination(_before_result(step, place), _results(step)[place], len(equations)):
                yield _at(index, f"{value['of']} from {len(equations)} equations")


def _shows_combination(said: str, result: str, number: int) -> bool:
    """Whether a text leads several equations to one in which only what was sought is left."""
    if re.search(r"\b(?:Adding|Subtracting) [^.]*=[^.]*=", said):
        return True
    sentences = [sentence for sentence in said.split(". ") if "=" in sentence or "≈" in sentence]
    last = said.rpartition(": ")[2].partition(", ")[0]  # before the lines of its solution
    left = _names(last) - _names(re.split(" [=≈] ", result)[0])
    return len(sentences) >= number and bool(re.search("[=≈]", last)) and (not left or _cancel(last, left))


def _cancel(equation: str, names: set[str]) -> bool:
    """Whether some unknowns of an equation may have any value: then they cancel."""
    if _WORDS.search(equation):
        return False
    try:
        fails_by = [left - right for left, right in (_sides_at(equation, names, value) for value in (2, 3))]
    except (ExpressionError, ArithmeticError, ValueError):
        return False
    return math.isclose(*fails_by, abs_tol=_CLOSE)


def _sides_at(equation: str, names: set[str], value: int) -> Iterator[float]:
    """Yield the sides of an equation where those ``names`` have a value, and all others 1."""
    numbers = _NAMES.sub(lambda name: f"({value if _names(name[0]) <= names else 1})", equation)
    for side in re.split("[=≈]", re.sub(r"(?<=\d)\(", "*(", numbers)):
        yield _number(side.replace("−", "-").replace("°", "").replace("·", "*"))


# a ratio through the arc function


def ratios_through_angles(written: Written) -> Iterator[str]:
    """Yield the angle of a ratio that is asked for, where a ratio gave it."""
    if not re.search(r"\b(?:sin|cos|tan)\(", written.goal["expression"]):
        return
    angles = {str(atom) for atom in unknowns(parse_expression(written.goal["expression"]))}
    for index, step in enumerate(written.steps):
        for value in step["values"]:
            of = parse_expression(value["of"])
            uses_ratio = any(re.search(r"\b(?:sin|cos|tan)\(", equation) for equation in value["equations"])
            if uses_ratio and str(of) in angles:
                yield _at(index, f"{of} found from its ratio")


# a step without its theorem


def steps_without_theorem(written: Written) -> Iterator[str]:
    """Yield steps that name no theorem, and values of which nothing is said but their size."""
    for index, step in enumerate(written.steps):
        first, *later = _without_source(step["text"]).split(". ")
        if step["rule_id"] == GIVEN_EQUATION:
            if not first.startswith(_GIVERS):
                yield _at(index, "does not say that the problem gives it")
        elif first.startswith(_OPENINGS) or len(_said_words(first)) < 2:
            yield _at(index, "no theorem")
        results = _results(step)
        for sentence in later:
            if not sentence.startswith(_OPENINGS) and "together" not in sentence:
                yield _at(index, f"nothing says where {sentence!r} comes from")
        links = ", so |" if step["rule_id"] == GIVEN_EQUATION else ", so | and |, "
        for one, other in pairwise(results):
            if re.search(f"{re.escape(one)}(?:{links.removesuffix('|')}){re.escape(other)}", step["text"]):
                yield _at(index, f"nothing says where {other} comes from")


def _without_source(text: str) -> str:
    """Return what a step says after the sentence that names a premise as seen in the figure or told by the text."""
    while text.startswith(_SOURCES):
        text = text.partition(". ")[2]
    return text


def _said_words(sentence: str) -> set[str]:
    return {word for word in re.findall(r"\b[a-z]{2,}\b", sentence.lower()) if word not in _LINKS}


# correspondence


def missing_correspondences(written: Written) -> Iterator[str]:
    """Yield steps on congruent or similar triangles that do not say what agrees and why, or whose letters are out of order."""
    orders: dict[frozenset[tuple[str, str]], tuple[str, str]] = {}
    for index, step in enumerate(written.steps):
        text, rule = step["text"], rules().get(step["rule_id"])
        pair = re.search(r"([A-Z][A-Z']{2,}) and ([A-Z][A-Z']{2,}) are (?:congruent|similar)", text)
        if rule is None or not any(word in f"{rule.fact} {rule.premises}" for word in ("congruent(", "similar(")):
            continue
        matched = _matched(step)
        named = (pair[1], pair[2]) if pair else None
        if matched is None:
            continue
        if named is None or frozenset(zip(_points(named[0]), _points(named[1]), strict=False)) not in (
            matched,
            frozenset((second, first) for first, second in matched),
        ):
            yield _at(index, "does not name the triangles in corresponding order")
        elif orders.setdefault(_either_way(matched), named) not in (named, named[::-1]):
            yield _at(index, "names the triangles in another order than before")
        if (rule.fact or "").startswith(("congruent(", "similar(")) and rule.level >= 1:
            yield from (_at(index, what) for what in _unnamed_pairs(step, matched))


def _points(name: str) -> list[str]:
    return re.findall(r"[A-Z]'*", name)


def _either_way(matched: frozenset[tuple[str, str]]) -> frozenset[tuple[str, str]]:
    return min(matched, frozenset((second, first) for first, second in matched), key=sorted)


def _matched(step: Mapping[str, Any]) -> frozenset[tuple[str, str]] | None:
    """Return which point goes with which, by the fact in the record."""
    statements = [*(premise["statement"] for premise in step["premises"]), step["relation"] or ""]
    for text in statements:
        if text.startswith(("congruent(", "similar(")):
            fact = read_statement(text)
            assert isinstance(fact, Fact)
            half = len(fact.points) // 2
            return frozenset(zip(fact.points[:half], fact.points[half:], strict=True))
    return None


def _unnamed_pairs(step: Mapping[str, Any], matched: frozenset[tuple[str, str]]) -> Iterator[str]:
    """Yield what should be said: each premise as an equality with its reason in brackets, or two angles of parallel lines."""
    rule, text = rules()[step["rule_id"]], step["text"]
    equations = [premise for premise in rule.premises if "=" in premise]
    reasoned = re.findall(r"([^\s(,]+) = ([^\s(,]+) \(([^()]*\S)\)", text)
    if not equations:
        pairs = re.findall(r"∠([A-Z']+) = ∠([A-Z']+)", text)
        if sum(_corresponds(one, other, matched) for one, other in pairs) < 2 or "parallel" not in text:
            yield "does not name two equal angles"
        return
    if len(reasoned) < len(equations):
        yield f"names {len(reasoned)} of {len(equations)} pairs with a reason"
    for left, right, _ in reasoned:
        for one, other in zip(re.findall(r"[A-Z][A-Z']+", left), re.findall(r"[A-Z][A-Z']+", right), strict=False):
            if "/" not in left and not _corresponds(one, other, matched):
                yield f"{left} = {right} does not fit the order of the letters"


def _corresponds(one: str, other: str, matched: frozenset[tuple[str, str]]) -> bool:
    """Whether the letters of two names go together, in order; a common angle may be named by other points of its sides."""
    pairs = list(zip(_points(one), _points(other), strict=False))
    both = matched | {(second, first) for first, second in matched}
    return all(pair in both for pair in pairs)


# rounded numbers


def rounded_as_exact(written: Written) -> Iterator[str]:
    """Yield rounded numbers that stand behind or before ``=``."""
    rounded: set[str] = set()
    values = [value for step in written.steps for value in step["values"]]
    given = " ".join(
        source for part in [*values, *(p for s in written.steps for p in s["premises"])] for source in part["givens"]
    )
    for value in [*values, written.goal]:
        number = _number(value["value"])
        if not math.isclose(number * 1000, round(number * 1000), abs_tol=1e-6):
            rounded.add(show_number(abs(number)))
    rounded -= set(_NUMBER.findall(given))
    for index, step in enumerate(written.steps):
        for text in {step["text"], step["concludes"]}:
            yield from (_at(index, f"{clause.strip()!r}") for clause in _clauses(text) if _is_shown_exact(clause, rounded))


def _clauses(text: str) -> list[str]:
    return re.split(r", |: |; |\. |\.$| so | or | and |\(", text)


def _is_shown_exact(clause: str, rounded: set[str]) -> bool:
    parts = re.split(r"([=≈])", clause)
    return any(
        "=" in parts[max(place - 1, 0) : place + 2 : 2]
        for place in range(0, len(parts), 2)
        if rounded & set(_NUMBER.findall(parts[place]))
    )


def _number(text: str) -> float:
    return evaluate(parse_expression(text), lambda _: math.nan)


# roots and cases


def silent_choices(written: Written) -> Iterator[str]:
    """Yield values beside which another root would do as well, where the text does not name it and say why it was left."""
    at = _Numbers(written)
    for index, step in enumerate(written.steps):
        for place, value in enumerate(step["values"]):
            of = parse_expression(value["of"])
            number = _number(value["value"])
            if isinstance(of, Letter | Quantity):
                other = at.other_root(of, number, [read_statement(text) for text in value["equations"]], _angles_of_place(step))
                if other is not None and not _names_root(_before_result(step, place) + step["text"], other):
                    yield _at(index, f"{value['of']} = {number:.6g} or {other:.6g}")
                at.known[of] = number


def _angles_of_place(step: Mapping[str, Any]) -> dict[Quantity, float | None]:
    """Return the angles of a step's theorem, with the size of those that must have one, such as a right angle."""
    rule = rules().get(step["rule_id"])
    texts = (rule.equation or "", *rule.premises) if rule else ()
    equations = [each for text in texts if "=" in text and isinstance(each := bound(text, step["binding"]), Equation)]
    return {
        leaf: constant(equation.right) if equation.left == leaf else None
        for equation in equations
        for leaf in _atoms(equation)
        if isinstance(leaf, Quantity) and leaf.kind == "angle"
    }


def _names_root(text: str, root: float) -> bool:
    """Whether a text says that there is a second root and why it is not taken."""
    if " or " not in text or not re.search(r"figure|would make|cannot be", text):
        return False
    for shown in re.findall(r"[=≈] (−?[^=≈;,]+?)°?(?= or |[;,]| ≈)", text):
        try:
            number = _number(shown.replace("−", "-"))
        except (ExpressionError, ArithmeticError, ValueError):
            continue
        if abs(number - root) <= 0.0051 + 1e-6 * abs(root):  # two decimals
            return True
    return False


class _Numbers:
    """The numbers of a proof, read from the problem and the record, to look for roots with."""

    def __init__(self, written: Written) -> None:
        description, figure = written.problem.formal, written.problem.question.figure
        assert description is not None
        assert figure is not None
        self.sketch = Sketch(incidence_of(description, figure), figure.points)
        self.known: dict[Atom, float] = {}
        self.definitions: dict[Quantity, Expression] = {}
        citing = [each for step in written.steps for each in (*step["premises"], *step["values"])]
        cited = {source for each in citing for source in each["givens"]}
        # Of two labels of one part that disagree the proof believes the one that it cites.
        for given in sorted(description.givens, key=lambda given: given.source not in cited):
            if isinstance(given.content, Equation):
                left, right = self.sketch.canonical_equation(given.content)
                self._note(left, right)
                self._note(right, left)

    def _note(self, atom: Expression, other: Expression) -> None:
        leaves = list(unknowns(other))
        if isinstance(atom, Letter | Quantity) and not leaves:
            self.known.setdefault(atom, evaluate(other, lambda _: math.nan))
        elif isinstance(atom, Quantity) and all(isinstance(leaf, Letter) for leaf in leaves):
            self.definitions.setdefault(atom, other)

    def other_root(
        self, of: Atom, number: float, statements: Sequence[Equation | Fact], angles: Mapping[Quantity, float | None]
    ) -> float | None:
        """Return another value that the equations and the shape of the figure allow; None when there is none.

        Args:
            of: what has the value ``number``.
            number: the root that was taken.
            statements: what it was found from.
            angles: those that the theorem speaks of at this place, with their values where it asks for one.
        """
        equations = [self.sketch.canonical_equation(each) for each in statements if isinstance(each, Equation)]
        for defined in (False, True):
            filled = [self._filled(equation, of, defined=defined) for equation in equations]
            for root in _roots(filled, of, number):
                is_mirrored = math.isclose(root, -number, rel_tol=_AS_ROOTS)
                if self._is_allowed({**self.known, **_left_over(filled, of, root)[1]}, of, angles, is_mirrored=is_mirrored):
                    return root
        return None

    def _filled(self, equation: Equation, of: Atom, *, defined: bool) -> Equation:
        def put(leaf: Atom) -> Expression:
            if leaf != of and leaf in self.known:
                return Number(Fraction(self.known[leaf]))
            if leaf != of and defined and isinstance(leaf, Quantity) and leaf in self.definitions:
                return substitute(self.definitions[leaf], put)
            return leaf

        return Equation(*(substitute(side, put) for side in equation))

    def _is_allowed(
        self, sizes: Mapping[Atom, float], of: Atom, angles: Mapping[Quantity, float | None], *, is_mirrored: bool
    ) -> bool:
        """Whether lengths are positive, angles below 180 and room for those of one triangle.

        That 2x − 9 would be negative a pupil has to say, and that the length x would be, but for the root of a square
        (``is_mirrored``), of x² = 25 nobody asks for −5, and for angles, whose sines come again with every turn.
        """
        hanging = [part for part, each in self.definitions.items() if of in set(unknowns(each)) <= set(sizes)]
        parts = {part: evaluate(self.definitions[part], sizes.__getitem__) for part in hanging}
        plain = {part for part in parts if self.definitions[part] == of and (is_mirrored or part.kind in _LARGEST)}
        sizes = {**{part: size for part, size in parts.items() if part in plain or size > 0}, **sizes}
        if any(isinstance(atom, Quantity) and not 0 < size < _LARGEST.get(atom.kind, math.inf) for atom, size in sizes.items()):
            return False
        named = {self.sketch.canonical(angle): size for angle, size in angles.items()}
        is_triangle = bool({of, *hanging} & set(named)) and len({frozenset(angle.points) for angle in angles}) == 1
        total = sum(size or sizes.get(angle, 0.0) for angle, size in named.items() if isinstance(angle, Quantity))
        return not is_triangle or total < 180


def _atoms(equation: Equation) -> set[Atom]:
    return {leaf for side in equation for leaf in unknowns(side)}


def _left_over(equations: Sequence[Equation], of: Atom, value: float) -> tuple[float, dict[Atom, float]]:
    """Put a value in, settle the other unknowns one after another, and return by how much the last equation fails."""
    sizes, waiting = {of: value}, list(equations)
    while len(waiting) > 1:
        settled = next(((each, found) for each in waiting if (found := _settled(each, sizes))), None)
        if settled is None:
            return math.nan, sizes
        waiting.remove(settled[0])
        sizes |= settled[1]
    return _fails_by(waiting[0], sizes), sizes


def _settled(equation: Equation, sizes: Mapping[Atom, float]) -> dict[Atom, float]:
    """Return the one unknown of an equation that is linear in it, with its value; empty for any other equation."""
    free = _atoms(equation) - set(sizes)
    if len(free) != 1:
        return {}
    (atom,) = free
    at = [_fails_by(equation, {**sizes, atom: value}) for value in (1.0, 2.0, 4.0)]
    is_line = abs(at[2] - at[1] - 2 * (at[1] - at[0])) < _CLOSE * (1 + abs(at[0]))  # False with nan
    return {atom: 1.0 - at[0] / (at[1] - at[0])} if is_line and at[1] != at[0] else {}


def _fails_by(equation: Equation, sizes: Mapping[Atom, float]) -> float:
    try:
        return evaluate(equation.left, sizes.__getitem__) - evaluate(equation.right, sizes.__getitem__)
    except (KeyError, ArithmeticError, ValueError):
        return math.nan


def _roots(equations: Sequence[Equation], of: Atom, number: float) -> Iterator[float]:
    """Yield the values other than ``number`` at which the equations hold, found by their change of sign."""
    top = _LARGEST.get(of.kind) if isinstance(of, Quantity) else None
    size = abs(number) or 1.0
    # Off the round numbers, which may be roots: angles in half degrees; else finely up to four times the value, then coarsely
    # up to fifty times.
    grid = [0.25 + i / 2 for i in range(int(2 * top))] if top else [size * (i + 0.37) / 97 for i in range(4 * 97)]
    grid += [] if top else [size * (4 + i / 3) for i in range(138)]
    if isinstance(of, Letter):
        grid = [*(-value for value in reversed(grid)), *grid]
    left = [_left_over(equations, of, value)[0] for value in grid]
    for low, high, f_low, f_high in zip(grid, grid[1:], left, left[1:], strict=False):
        if f_low * f_high < 0:  # False with nan
            root = _bisected(lambda value: _left_over(equations, of, value)[0], low, high)
            is_root = abs(_left_over(equations, of, root)[0]) < min(abs(f_low), abs(f_high))  # False at a pole
            if is_root and not math.isclose(root, number, rel_tol=_AS_ROOTS):
                yield root


def _bisected(function: Callable[[float], float], low: float, high: float) -> float:
    below = function(low) < 0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if (function(middle) < 0) == below else (low, middle)
    return (low + high) / 2


FAULTS: dict[str, Callable[[Written], Iterator[str]]] = {
    "system solved in silence": silent_systems,
    "ratio through the arc function": ratios_through_angles,
    "step without theorem": steps_without_theorem,
    "correspondence missing": missing_correspondences,
    "rounded shown as exact": rounded_as_exact,
    "root or case without a word": silent_choices,
}
