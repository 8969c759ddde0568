"""Whether a true answer to another tutor's question leads to what is sought, or is true and of no use.

An answer leads on where a proof about as short as the prepared one uses the part that it speaks of (`Ways`). It leads nowhere
once the answer is found, or told; where the tutor says that it asks for fun; and where it only says which part is the largest,
from which no theorem goes on but that of the hypotenuse.
"""

from __future__ import annotations

import re

from gnomon.algebra import ExpressionError, constant
from gnomon.problem import Expression, Letter, Operation, parse_expression, unknowns
from gnomon.tutor.symbolic.judged import Judged, Judgement, Way
from gnomon.tutor.symbolic.scene import Scene
from gnomon.tutor.symbolic.truth import compared

_ASIDE = re.compile(
    r"\b(?:out of (?:interest|curiosity)|by the way|for fun|side question|for the curious|by mistake"
    r"|(?:if|suppose) (?:someone|somebody|anyone|anybody)|just by (?:eye|feel)|just looking)\b",
    re.IGNORECASE,
)
"""By which a tutor says that a question leads off the way."""
_RANKED = re.compile(
    r"\b(?:longest|shortest|biggest|largest|smallest|widest|narrowest|sharpest|greatest"
    r"|(?:longer|shorter|bigger|larger|smaller|wider|narrower|sharper)(?! (?:part|piece|arc|leg|side|one|triangle|angle)\b))\b",
    re.IGNORECASE,
)
_TOLD = re.compile(
    r"(?<![\w.])(?P<name>[a-z]|[A-Z]{2,3})\b(?: is| has| =|=|,| was| comes to)+(?: about| roughly| now)* ?(?P<size>\d+(?:\.\d+)?)"
)


class Leading:
    """Judges where answers lead.

    Args:
        scene: of the problem.
    """

    def __init__(self, scene: Scene) -> None:
        self._scene = scene

    @property
    def _goal(self) -> Expression | None:
        return self._scene.proof.goal if self._scene.proof is not None else None

    def way_of(self, expression: Expression) -> Way:
        """Say where the value of a part leads, or what is worked out of parts or numbers."""
        ways = self._scene.ways
        if ways is None:
            return "goal"
        leaves = list(unknowns(expression))
        known = {*self._scene.given, *ways.values, self._goal}
        if not leaves or not isinstance(expression, Operation):
            return "goal" if all(leaf in known for leaf in leaves) else "none"
        return "goal" if self._is_made(expression) and all(leaf in known or leaf in ways.atoms for leaf in leaves) else "none"

    def _is_made(self, expression: Operation) -> bool:
        """Whether some relation on a way makes what is worked out of two sizes; of a function of one always."""
        sizes = [self._size(each) for each in expression.arguments]
        goal = self._size(self._goal) if self._goal is not None else None
        if expression.symbol not in "+-*/" or len(sizes) != 2 or sizes[0] is None or sizes[1] is None:
            return True
        made = self._size(expression)
        is_sought = goal is not None and made is not None and abs(made - goal) <= 1e-6 * max(1.0, goal)
        ways = self._scene.ways
        return is_sought or (ways is not None and ways.makings.makes(expression.symbol, sizes[0], sizes[1]))

    def _size(self, expression: Expression) -> float | None:
        value = constant(expression)
        if value is not None:
            return value
        try:
            return self._scene.truth(expression)
        except (ExpressionError, ArithmeticError):
            return None

    def placed(self, judged: Judged, turn: str, *, is_found: bool) -> Judged:
        """Return an answer with where it leads, as far as the turn that it answers tells.

        Args:
            judged: the answer.
            turn: of a tutor.
            is_found: whether the learner had given the final answer before.
        """
        is_off = is_found or _ASIDE.search(turn) is not None or self._is_told(turn)
        is_ranked = _RANKED.search(turn) is not None and not self._is_of_hypotenuse()
        found = (self._off(each) if is_off or (is_ranked and _is_short(each)) else each for each in judged.judgements)
        return judged._replace(judgements=tuple(found)) if is_off or is_ranked else judged

    def _off(self, judgement: Judgement) -> Judgement:
        """Return a judgement as one that leads nowhere, where it is not the answer itself."""
        is_answer = judgement.is_answer or (judgement.quantity is not None and judgement.quantity == self._goal)
        return judgement._replace(way="none") if judgement.way == "goal" and not is_answer else judgement

    def _is_told(self, turn: str) -> bool:
        """Whether a turn tells the value of what is sought: ``With x = 45 you can fill in all the corners``."""
        size = self._size(self._goal) if self._goal is not None else None
        if size is None:
            return False
        told = [match for match in _TOLD.finditer(turn) if self._is_goal(match["name"])]
        return any(compared(size, float(match["size"]), parse_expression(match["size"])).is_right for match in told)

    def _is_goal(self, name: str) -> bool:
        goal = self._goal
        if isinstance(goal, Letter):
            return goal.name == name
        named = self._scene.named_in(name) if name.isupper() else []
        return bool(named) and self._scene.canonical(named[0]) == goal

    def _is_of_hypotenuse(self) -> bool:
        """Whether a right triangle is worked with, of which the longest side is the one that matters."""
        ways = self._scene.ways
        return bool(self._scene.right_angles) and ways is not None and any(map(ways.uses, _OF_RIGHT_TRIANGLES))


_OF_RIGHT_TRIANGLES = ("pythagoras", "sine_ratio", "cosine_ratio", "tangent_ratio", "thales", "special_45_hypotenuse")
"""Theorems that tell the hypotenuse from the other sides."""


def _is_short(judgement: Judgement) -> bool:
    """Whether it states nothing by itself: a name, a yes, ``longer``."""
    return judgement.quantity is None and judgement.claim.relation == "short answer"
