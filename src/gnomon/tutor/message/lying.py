"""How a side lies to an angle: "LG is adjacent to the 68", "GW is across from L", "it is next to angle GLW"."""

from __future__ import annotations

import re

from gnomon.algebra import constant
from gnomon.problem import Equation, Letter, Problem, Quantity
from gnomon.tutor.message.moves import Claim, Kind, Move

_LIES = re.compile(
    r"^\W*(?:(?:so|and|but|because|bc|cause|since|then|the|side|segment|line|leg) )*(?P<side>[A-Z]{2}) (?:is|lies|sits) "
    r"(?:right |directly |exactly |the side |the leg |the one )*"
    r"(?:(?P<adjacent>adj[ae]c[ei]nt|adj)|(?P<opposite>opposite|opp|across|facing)|next|beside) (?:to |from |of )?"
    r"(?:the )?(?:angle |corner )?(?P<angle>[A-Z]{3}|[A-Z]|\d+(?:\.\d+)?)(?:°| degrees?)?(?: (?:angle|one|corner))?"
    r"(?=\W*$|,| and | so )"
)
"""A side, where it lies, and an angle by its name, its corner or its size."""


def lying_of(text: str, problem: Problem) -> Move | None:
    """Return what a clause says of where a side lies to an angle; None where it says nothing of the kind.

    "Next to" is true of both sides of an angle, and claims nothing that could be false.
    """
    match = _LIES.match(text)
    corner = None if match is None else _corner(match["angle"], problem)
    if match is None or corner is None:
        return None
    words = text.strip()
    if not match["adjacent"] and not match["opposite"]:
        return Move(Kind.PLAN, words)
    points = (corner, *match["side"])
    return Move(
        Kind.RELATION, words, Claim(words, tuple(map(Letter, points)), relation="opposite" if match["opposite"] else "adjacent")
    )


def _corner(angle: str, problem: Problem) -> str | None:
    """Return the corner of an angle; None for a size that no angle or more than one is given."""
    if angle.isalpha():
        return angle if len(angle) == 1 else angle[1]
    given = [each.content for each in problem.formal.givens] if problem.formal is not None else []
    corners = {
        each.left.points[1]
        for each in given
        if isinstance(each, Equation)
        and isinstance(each.left, Quantity)
        and each.left.kind == "angle"
        and constant(each.right) == float(angle)
    }
    return corners.pop() if len(corners) == 1 else None
