"""Moves: what a learner does with a message, each in the learner's own words, and the claims among them.

A claim says something that is true or false: a value, an equation, a relation, a theorem, a calculation. Of what it speaks
may be open ("its 12", a letter of the learner's own): then it carries every meaning that the problem offers, the likeliest
first. Whether it is true is asked of `gnomon.tutor.symbolic.judging`.
"""

from __future__ import annotations

from enum import IntEnum, StrEnum
from typing import NamedTuple

from gnomon.geometry import Atom
from gnomon.problem import Expression, Fact, Letter, Quantity, unknowns


class Kind(StrEnum):
    """Kinds of move."""

    VALUE = "value"
    """Gives something a value: ``ABC = 40``, ``57``, ``the bottom one is 8``."""
    EQUATION = "equation"
    """States another equation: ``AB² + BC² = AC²``, ``180 - 52 = 128``."""
    RELATION = "relation"
    """States a relation: ``AB and CD are parallel``."""
    THEOREM = "theorem"
    """Names or states a theorem."""
    WORKING = "working"
    """A calculation without its result: ``180-52-71``."""
    PLAN = "plan"
    """Says what they will do or did, or why, without anything to check."""
    DENIAL = "denial"
    """Says what something is not: ``not 57``, ``57 is too big``."""
    GUESS = "guess"
    """Offers several values and settles on none, or a range."""
    DOUBT = "doubt"
    """Asks whether a claim is so."""
    ASKS_MEANING = "asks_meaning"
    ASKS_WHAT_TO_DO = "asks_what_to_do"
    ASKS_ANSWER = "asks_answer"
    AUTHORITY = "authority"
    INJECTION = "injection"
    NOT_KNOWING = "not_knowing"
    FEELING = "feeling"
    ACKNOWLEDGEMENT = "acknowledgement"
    GREETING = "greeting"
    OFF_TOPIC = "off_topic"
    OTHER_LANGUAGE = "other_language"
    UNREAD = "unread"
    EMPTY = "empty"


CLAIMING = frozenset({Kind.VALUE, Kind.EQUATION, Kind.RELATION, Kind.THEOREM, Kind.WORKING})
"""Moves that say what is true or false; in all others a number, or a claim asked about, is nobody's claim."""


class Fit(IntEnum):
    """How well the words fit a meaning; less is better."""

    NAMED = 0
    """They name it."""
    EXPECTED = 1
    """It is what was asked for."""
    POSSIBLE = 2
    """Nothing speaks against it."""


class Meaning(NamedTuple):
    """What a name may stand for."""

    expression: Expression
    fit: Fit


def has_unknowns(expression: Expression) -> bool:
    """Whether a quantity or letter stands in an expression; without one it is a calculation with numbers."""
    return next(iter(unknowns(expression)), None) is not None


class Claim(NamedTuple):
    """Something that a learner says is so: an equation, a calculation, a relation or a theorem."""

    text: str
    """As written."""
    sides: tuple[Expression, ...] = ()
    """Two of an equation, one of a calculation without its result, none of a relation or a theorem."""
    relation: Fact | None = None
    """Such as ``parallel(A, B, C, D)``."""
    rules: tuple[str, ...] = ()
    """Ids of the theorems that a theorem names."""
    unit: str = ""
    """Written after the value, such as ``cm²``."""
    is_bare: bool = False
    """A lone value, read as the value of what was asked."""
    alternative: Expression | None = None
    """What else ``it`` or a lone value may stand for: the goal, where something else was asked; read so only if that fits."""
    is_tentative: bool = False
    """Said of something the reader does not know (``the tree is 7.8``): read as what was asked if it fits, else not at all."""

    @property
    def atom(self) -> Atom | None:
        """The one quantity or letter that an equation gives a value; None for all else."""
        for side, other in (self.sides, self.sides[::-1]) if len(self.sides) == 2 else ():
            if isinstance(side, Quantity | Letter) and not has_unknowns(other):
                return side
        return None

    @property
    def is_arithmetic(self) -> bool:
        """Whether it speaks of numbers only."""
        return bool(self.sides) and not any(map(has_unknowns, self.sides))


class Move(NamedTuple):
    """One thing that a learner does with a message."""

    kind: Kind
    words: str
    """The learner's own."""
    claim: Claim | None = None
    """Of a claiming move; of a denial or doubt what is denied or asked about, where it could be read."""
    about: str = ""
    """The word whose meaning is asked."""
