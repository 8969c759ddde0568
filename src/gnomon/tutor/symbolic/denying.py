"""Judging what a learner denies of parts: ``HY and HX are not equal``, ``AB isn't parallel to CD``, ``they are not similar``.

Right is a denial of what the givens exclude, wrong one of what holds; what they leave open is not judged. A value that is denied
("not 57") is never judged: who denies one number after another would search for the answer.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import combinations, permutations, product

from gnomon.algebra import ExpressionError
from gnomon.problem import Expression, Fact, Letter, Operation, Quantity
from gnomon.tutor.message.clauses import affirmed
from gnomon.tutor.message.message import Message
from gnomon.tutor.message.moves import Claim, Kind, has_unknowns
from gnomon.tutor.symbolic.judged import Judgement
from gnomon.tutor.symbolic.relations import Relations
from gnomon.tutor.symbolic.scene import Scene
from gnomon.tutor.symbolic.truth import SAME, Truth

_HEDGED = re.compile(
    r"\b(?:necessarily|looks?|seems?|kno?w\w*|sure|maybe|say|says|unbedingt|vielleicht|weiß|weiss|sicher|scheint|sieht|sehen)\b"
)
"""Denies nothing: that nobody knows, or that it does not look so."""
_MATCHING = frozenset({"similar", "congruent"})
_OF_ONE = frozenset({"isosceles", "equilateral"})
"""Relations of a triangle, which is not named where a figure has one."""
_LOOSE = frozenset({"angle_bisector", *_MATCHING})
"""Relations that are excluded by sizes only, whatever the drawing shows."""
_SIDES = ((0, 1), (1, 2), (0, 2))
"""Of a triangle, by its corners."""
_COMPARED = frozenset({"greater", "corresponds", "opens", "opposite"})


class Denying:
    """Judges denials in one problem.

    Args:
        scene: of the problem.
        relations: that hold in the figure.
    """

    def __init__(self, scene: Scene, relations: Relations) -> None:
        self._scene = scene
        self._relations = relations

    def of(self, message: Message) -> Iterator[Judgement]:
        """Yield the judgements on what a message denies, as far as the givens settle it."""
        for move in message.moves:
            if move.kind is not Kind.DENIAL or move.claim is None:
                continue
            # "Z is not on the circle", "cant be longer than": by an ear.
            is_of_parts = len(move.claim.sides) == 2 and all(map(has_unknowns, move.claim.sides))
            is_told = move.claim.relation in _COMPARED or bool(move.claim.relations) or is_of_parts
            is_heard = not move.claim.names and is_told and _HEDGED.search(move.claim.plain.lower()) is None
            if not is_heard and affirmed(move.claim.plain) is None:
                continue
            holds = self._holds(move.claim)
            if holds is not None:
                yield Judgement(move, move.claim, Truth.WRONG if holds else Truth.RIGHT)

    def _holds(self, claim: Claim) -> bool | None:
        """Return whether what is denied holds; None where the givens leave it open, or it is a value."""
        if claim.relation:
            return self._holds_relation(claim)
        if len(claim.sides) != 2 or not all(map(has_unknowns, claim.sides)) or claim.worked is not None:
            return None
        meant = {name.letter: [each.expression for each in self._scene.meanings(name)] for name in claim.names}
        if any(name.sort not in {"vertex", "part"} for name in claim.names):
            return None
        options = [meant.get(side, [side]) if isinstance(side, Letter) else [side] for side in claim.sides]
        found = {self._are_equal(*pair) for pair in product(*options)}
        return found.pop() if len(found) == 1 else None

    def _are_equal(self, one: Expression, other: Expression) -> bool | None:
        """Return whether two sizes are equal; None where the givens do not fix even their ratio."""
        left, right = self._scene.truth(one), self._scene.truth(other)
        if left is not None and right is not None:
            return abs(left - right) <= SAME * max(1.0, abs(left))
        try:
            ratio = self._scene.truth(Operation("/", (one, other)))
        except ExpressionError:
            return None
        return None if ratio is None else abs(ratio - 1) <= SAME

    def _holds_relation(self, claim: Claim) -> bool | None:
        if not claim.relations and claim.relation in _MATCHING | _OF_ONE:
            claim = claim._replace(relations=tuple(self._of_figure(claim.relation)))
        if not claim.relations and claim.relation not in _COMPARED:
            return None
        truth = self._relations.truth_of(claim)
        if truth is Truth.RIGHT:
            return True
        loose = [fact for fact in claim.relations if isinstance(fact, Fact) and fact.kind in _LOOSE]
        is_excluded = all(map(self._is_excluded, loose)) if loose else truth is Truth.WRONG
        return False if is_excluded else None

    def _of_figure(self, kind: str) -> Iterator[Fact]:
        """Yield what is said of the triangles of a figure that has just so many as it takes."""
        triangles = [tuple(each) for each in self._scene.diagram.triangles]
        if kind in _OF_ONE and len(triangles) == 1:
            yield from (Fact(kind, order) for order in permutations(triangles[0]))
        for one, other in combinations(triangles, 2) if kind in _MATCHING and len(triangles) == 2 else ():
            yield from (Fact(kind, (*one, *order)) for order in permutations(other))

    def _is_excluded(self, fact: Fact) -> bool:
        """Whether sizes that the givens fix exclude a relation of two triangles."""
        half = len(fact.points) // 2
        if fact.kind not in _MATCHING or half != 3:
            return False
        angles = [self._angles(fact.points[:half]), self._angles(fact.points[half:])]
        sides = [self._sides(fact.points[:half]), self._sides(fact.points[half:])]
        return _differ(*angles) or (fact.kind == "congruent" and (_differ(*sides) or self._is_scaled(fact)))

    def _is_scaled(self, fact: Fact) -> bool:
        """Whether two triangles are similar, and not of one size."""
        corners = [{*fact.points[:3]}, {*fact.points[3:]}]
        derived = (node for node in self._scene.deduction.derived if isinstance(node, Fact) and node.kind == "similar")
        for node in derived:
            one, other = node.points[:3], node.points[3:]
            if len(node.points) == len(fact.points) and [{*one}, {*other}] in (corners, corners[::-1]):
                pairs = ((Quantity.of("length", one[i], one[j]), Quantity.of("length", other[i], other[j])) for i, j in _SIDES)
                if any(self._are_equal(*pair) is False for pair in pairs):
                    return True
        return False

    def _angles(self, corners: tuple[str, ...]) -> list[float] | None:
        a, b, c = corners
        sizes = [self._scene.truth(Quantity.of("angle", *each)) for each in ((a, b, c), (b, c, a), (c, a, b))]
        known = [size for size in sizes if size is not None]
        if len(known) == len(sizes) - 1:
            known.append(180.0 - sum(known))
        return sorted(known) if len(known) == len(sizes) else None

    def _sides(self, corners: tuple[str, ...]) -> list[float] | None:
        sizes = [self._scene.truth(Quantity.of("length", *pair)) for pair in combinations(corners, 2)]
        known = [size for size in sizes if size is not None]
        return sorted(known) if len(known) == len(sizes) else None


def _differ(one: list[float] | None, other: list[float] | None) -> bool:
    """Whether two lists of sizes, all of them known, are not the same."""
    return one is not None and other is not None and any(abs(a - b) > SAME * a for a, b in zip(one, other, strict=True))
