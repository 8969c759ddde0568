"""Moves: what a learner does with a message, each in the learner's own words, and the claims among them.

A claim says something that is true or false: a value, an equation, a relation, a theorem, a calculation. Of what it speaks
may be open ("its 12", a letter of the learner's own): then it carries every meaning that the problem offers, the likeliest
first. Whether it is true is asked of `gnomon.tutor.symbolic.judging`.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import IntEnum, StrEnum
from fractions import Fraction
from math import gcd
from typing import Literal, NamedTuple

from gnomon.algebra import constant
from gnomon.geometry import Atom
from gnomon.problem import Equation, Expression, Fact, Letter, Number, Operation, Quantity, QuantityKind, unknowns


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
    TOO_LONG = "too_long"
    """Nothing of it is read: what half a message says may not be what the whole one says."""


AT_ODDS = "at odds"
"""What an unread move is about that two readers read otherwise."""
LEAVING = "leaving"
"""What a greeting is about with which somebody goes."""
EXAMPLE = "example"
"""What somebody asks for who wants one worked out with other numbers."""
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


class Description(NamedTuple):
    """Words that stand for a part of the figure without being its name: ``it``, ``angle C``, ``the bottom side``, ``x``."""

    letter: Letter
    """What stands for it in the claim."""
    sort: Literal["asked", "answer", "own", "vertex", "part", "number", "unknown"]
    """``asked``: it, a lone value; ``answer``: the answer; ``own``: a letter of the learner's own; ``vertex``: an angle by its
    vertex; ``part``: a part by its kind; ``number``: a ratio, a sum and the like; ``unknown``: words that are not read."""
    kinds: tuple[QuantityKind, ...] = ()
    """What it measures; none: anything."""
    word: str = ""
    """Of a part: a key of ``words.yaml``, such as ``hypotenuse``."""
    place: str = ""
    """Where it lies, such as ``bottom``."""
    points: tuple[str, ...] = ()
    """Named with it, such as the vertex."""
    meanings: tuple[Meaning, ...] = ()
    """What was asked for, and the goal, where it may be one of them."""


def has_unknowns(expression: Expression) -> bool:
    """Whether a quantity or letter stands in an expression; without one it is a calculation with numbers."""
    return next(iter(unknowns(expression)), None) is not None


def is_final(expression: Expression) -> bool:
    """Whether it is written as a result: a number, a fraction, a root, a multiple of π or of a root."""
    match expression:
        case Number() | Operation("sqrt" | "neg", (Number(),)) | Operation("/", (Number(), Operation("sqrt", (Number(),)))):
            return True
        case Operation("/", (Number(Fraction() as above), Number(Fraction() as below))):
            # 48/4, 52/8 and 5/0.707 are calculations, 15/17 and 8/10 are shares.
            is_share = above < below or gcd(above.numerator, below.numerator) == 1
            return above.denominator == below.denominator == 1 and below != 0 and bool(above % below) and is_share
        case Operation("/", (above, Number())):
            return _is_irrational(above)
        case Operation("+" | "-", (Number(Fraction()), rest) | (rest, Number(Fraction()))):
            return not isinstance(rest, Number) and _is_irrational(rest)  # 1 + 4√3
        case Operation("*", (Number() | Operation("/", (Number(), Number())), factor)):
            return _is_irrational(factor)
    return _is_irrational(expression)


def _is_irrational(expression: Expression) -> bool:
    """Whether it is a root, π, a multiple of one or the product of both."""
    match expression:
        case Number("pi") | Operation("sqrt", (Number(),)):
            return True
        case Operation("*", (Number(), factor)) | Operation("*", (factor, Number("pi"))):
            return _is_irrational(factor)
        case Operation("*", (Operation("sqrt", (Number(),)), Number())):
            return True  # √2 · 7
    return False


def numbers_of(expression: Expression) -> Iterator[float]:
    """Yield the numbers in a calculation."""
    if isinstance(expression, Operation):
        for argument in expression.arguments:
            yield from numbers_of(argument)
    elif (value := constant(expression)) is not None:
        yield value


class Group(NamedTuple):
    """Several parts of a kind that are spoken of together: ``the arcs``, ``the two i know``."""

    kinds: tuple[QuantityKind, ...] = ()
    """None: any."""
    number: int = 0
    """How many there are; 0 where it is not said."""
    is_known: bool = False
    """Whether they are said to be given."""


class Claim(NamedTuple):
    """Something that a learner says is so: an equation, a calculation, a relation or a theorem."""

    text: str
    """As written."""
    sides: tuple[Expression, ...] = ()
    """Two of an equation, one of a calculation without its result, none of a relation or a theorem."""
    names: tuple[Description, ...] = ()
    """What stands in the sides as a letter and has no one meaning yet."""
    worked: Expression | None = None
    """The calculation that stands before the value in a chain: ``180 - 123`` in ``KML = 180 - 123 = 57``."""
    shown: tuple[Expression, ...] = ()
    """Calculations that stand before it in the message: a rounded value may be carried from them."""
    unit: str = ""
    """Written after the value, such as ``cm²``."""
    relation: str = ""
    """Kind of a relation, such as ``parallel``."""
    relations: tuple[Fact | Equation, ...] = ()
    """What it may say, such as ``parallel(A, B, C, D)``; none where the words name no part: then any of the figure's."""
    group: Group | None = None
    """The parts that a relation is said of together."""
    rules: tuple[str, ...] = ()
    """Ids of the theorems that a theorem names."""
    holds: bool | None = None
    """Of a theorem stated in general: whether it is one. None: it is only named."""
    against: tuple[str, ...] = ()
    """Of a theorem that holds of one shape and not of others: ids of the theorems of these; the figure decides."""
    is_shared: bool = False
    """Whether a theorem is one of several things that a sentence says of one subject."""
    is_of_figure: bool = False
    """Whether a theorem is said of the figure at hand, and not in general."""
    is_reason: bool = False
    """Whether a relation or theorem is given as the reason of another claim."""
    is_further: bool = False
    """Whether words such as ``too`` say that another part has the value as well."""
    is_of_each: bool = False
    """Whether it is said of each of the parts that its words may mean."""
    made: tuple[Fact | Equation, ...] = ()
    """What makes the points of the learner's own that it speaks of: ``midpoint(D, A, B)``."""
    saying: str = ""
    """Id of what is said of all figures (``sayings.yaml``), where it is one of these."""
    read: str = ""
    """The text in the form that the reader knows, in English; empty where it is the learner's own."""

    @property
    def plain(self) -> str:
        """The text in English: what patterns are searched in."""
        return self.read or self.text

    @property
    def said(self) -> tuple[object, ...]:
        """What it says, whatever its words are."""
        return self.sides, self.relation, self.relations, self.rules, self.holds, self.made, self.saying

    @property
    def stated_as(self) -> Kind:
        """The kind of move that would state it."""
        if self.saying:
            return Kind.THEOREM
        if self.relation:
            return Kind.RELATION
        return Kind.WORKING if len(self.sides) == 1 else Kind.EQUATION

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

    @property
    def is_of_asked(self) -> bool:
        """Whether it is said of nothing but "it": of what is asked for."""
        return any(name.sort == "asked" for name in self.names)

    @property
    def is_bare(self) -> bool:
        """Whether it is a value alone, without a word of what it is the value of."""
        return any(name.sort == "asked" and not name.word for name in self.names)


class Move(NamedTuple):
    """One thing that a learner does with a message."""

    kind: Kind
    words: str
    """The learner's own."""
    claim: Claim | None = None
    """Of a claiming move; of a denial or doubt what is denied or asked about, where it could be read."""
    about: str = ""
    """The word whose meaning is asked; of some other kinds `AT_ODDS`, `LEAVING` or `EXAMPLE`."""
