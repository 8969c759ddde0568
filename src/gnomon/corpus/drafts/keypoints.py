"""Keypoints in MathExplain's form: what the proof adds to the picture, step by step.

A helping line comes first. A step adds the lines that it needs and the figure does not have, marks of what it concludes (equal,
parallel, right), and the sizes that it finds. What has no name in the grammar of elements, such as an arc, adds nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from gnomon.figure import Element, Fact, Figure, VisualKeypoint, canonical_keypoint, parse_element
from gnomon.geometry import Solved, Step
from gnomon.geometry.construction import Construction
from gnomon.geometry.proof_record import read_statement
from gnomon.geometry.step import Argument
from gnomon.problem import Quantity

_EQUAL = {"length": "Equal length mark", "angle": "Equal angle mark"}
_RIGHT = 90.0
"""Degrees; such an angle gets a square and no number."""


def keypoints_of(proof: Argument, figure: Figure, line: Construction | None = None) -> tuple[VisualKeypoint, ...]:
    """Return the keypoints of a proof in the order of its steps, no element twice; none where it adds nothing.

    Args:
        proof: of a value or a statement.
        figure: of the problem, with the helping line in it where the proof takes one.
        line: that line.
    """
    drafter = _Drafter(figure)
    return (*(() if line is None else drafter.kept(_helping(line))), *drafter.keypoints(proof))


def _helping(line: Construction) -> Iterator[tuple[str, str]]:
    """Yield a helping line, and the point that it makes, so that the description says where it is."""
    name, first = "".join(line.line), line.points[0]
    along, side = "".join(line.points[1:3]), "".join(line.points[3:])
    if line.kind == "join":
        yield f"Line {name}", f"Segment {name} is drawn as a helping line"
    elif line.kind == "altitude":
        yield f"Point {line.new}", f"Foot of the perpendicular from {first} to {along}"
        yield f"Line {name}", f"The altitude from {first} to {along}"
    else:
        yield (
            f"Point {line.new}",
            f"Where the line through {first} parallel to {along} meets {side}" if side else "On the parallel",
        )
        yield f"Line {name}", f"The parallel to {along} through {first}"


class _Drafter:
    def __init__(self, figure: Figure) -> None:
        self._figure = figure
        self._marks: Counter[str] = Counter()
        self._printed = {_parsed(label.element) for label in figure.labels if label.element}
        self._named: set[str] = set()

    def keypoints(self, proof: Argument) -> Iterator[VisualKeypoint]:
        for step in proof.steps:
            yield from self.kept(self._of(step))

    def kept(self, drafts: Iterable[tuple[str, str]]) -> Iterator[VisualKeypoint]:
        """Yield what was not named before."""
        for element, description in drafts:
            name = canonical_keypoint(element)
            if name not in self._named:
                self._named.add(name)
                yield VisualKeypoint(element=element, description=description)

    def _of(self, step: Step) -> Iterator[tuple[str, str]]:
        for element in step.uses:
            if element.kind == "line" and not self._figure.is_drawn(*element.points[:2]):
                yield f"Line {element.name}", f"Segment {element.name} is drawn: {step.rule_name.lower()}"
        if not step.solved:
            yield from self._marked(step)
        for found in step.solved:
            yield from self._sized(found, step)

    def _marked(self, step: Step) -> Iterator[tuple[str, str]]:
        """Yield the mark of a relation or a fact."""
        match step.equation:
            case (Quantity(kind="length" | "angle" as kind) as one, Quantity(kind=other_kind) as other) if kind == other_kind:
                words = [f"{'angle ' if kind == 'angle' else ''}{''.join(each.points)}" for each in (one, other)]
                yield self._numbered(_EQUAL[kind]), f"Shows that {words[0]} and {words[1]} are equal: {step.rule_name.lower()}"
        fact = _fact_of(step)
        if fact is not None and fact.kind in {"parallel", "perpendicular"}:
            first, second = "".join(fact.points[:2]), "".join(fact.points[2:])
            mark = "Parallel mark" if fact.kind == "parallel" else "Right angle mark"
            yield self._numbered(mark), f"Shows that {first} is {fact.kind} to {second}"

    def _sized(self, found: Solved, step: Step) -> Iterator[tuple[str, str]]:
        if not isinstance(found.atom, Quantity):
            return
        element, name = Element.measured_by(found.atom), "".join(found.atom.points)
        if element in self._printed:
            return
        why = step.rule_name.lower()
        if found.atom.kind == "angle" and abs(found.value.number - _RIGHT) < 1e-9:
            yield self._numbered("Right angle mark"), f"Shows that angle {name} is a right angle: {why}"
        elif found.atom.kind == "angle":
            yield f"Angle {name}", f"{step.rule_name}: labelled {found.value.text}°"
        elif found.atom.kind == "length":
            yield self._numbered("Length label"), f"{step.rule_name}: segment {name} has the length {found.value.text}"
        elif found.atom.kind == "area":
            yield f"Region {name}", f"{element.kind.capitalize()} {name} with the area {found.value.text}: {why}"

    def _numbered(self, mark: str) -> str:
        self._marks[mark] += 1
        return f"{mark} {self._marks[mark]}"


def _parsed(element: str) -> Element:
    kind, points = parse_element(element)
    return Element.of(kind, *points)


def _fact_of(step: Step) -> Fact | None:
    """Return the fact that a step concludes; None for a relation."""
    if step.rule is None or step.instance is None or step.rule.fact is None:
        return None
    stated = read_statement(step.rule.fact)
    if not isinstance(stated, Fact):
        return None
    return Fact(stated.kind, tuple(step.instance.binding[name] for name in stated.points))
