"""Sums of numbers that a turn asks for, and what a learner who miscalculates makes of them.

The slips are of the kinds that children make and of small size (Ashlock 2010, Error patterns in computation): a ten that is
carried or borrowed wrongly, one too many in counting on, plus and minus mixed up where the numbers are small.
"""

from __future__ import annotations

import random
import re

from gnomon.algebra import Arithmetic, read_arithmetic
from gnomon.dialogue import TutorTurn, sentences_of
from gnomon.student.attention import is_example, without_quotations

_SMALL = 20
"""Below which plus and minus are mixed up, in the head."""
_COUNTED = 15
"""Results up to which are counted on, by ones; larger ones are worked out by tens (as `geometry/misconceptions/slips.yaml`)."""
_TWO = re.compile(r"(\d+) ?([-+−]) ?(\d+)")
"""A sum or difference of two whole numbers."""


def sum_asked(turn: TutorTurn) -> Arithmetic | None:
    """Return the one calculation of numbers that a turn asks for: 10 + 13 of "what is 10 + 13?"; None for none, or several.

    What stands in a quotation, in an example or in no question is not asked for.
    """
    if is_example(turn):
        return None
    questions = [sentence for sentence in sentences_of(without_quotations(turn)) if sentence.endswith("?")]
    found = [one for question in questions for one in read_arithmetic(question) if one.claimed is None]
    return found[0] if len(found) == 1 else None


def miscalculated(asked: Arithmetic, generator: random.Random) -> float:
    """Return a wrong result of a calculation, near the right one; positive where the right one is."""
    value = asked.value
    slips: list[float] = []
    if (two := _TWO.fullmatch(asked.left_text.replace("°", ""))) is not None:
        one, other, is_plus = int(two[1]), int(two[3]), two[2] == "+"
        if max(one, other) < _SMALL:
            slips.append(abs(one - other) if is_plus else one + other)
        if is_plus and one % 10 + other % 10 >= 10:
            slips.append(value - 10)  # the carry is dropped
        if not is_plus and one % 10 < other % 10:
            slips.append(value + 10)  # the borrowed ten is not given back
    slips += [value + 1, value - 1] if value <= _COUNTED else [value + 10, value - 10]
    return generator.choice([slip for slip in slips if slip > 0 and slip != value] or [value + 1])
