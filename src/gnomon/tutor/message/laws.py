"""Theorems said in words, by what they say: quantities of some kind and role on both sides of a relation.

"The square of the tangent is the product of the whole secant and its outer part" relates three kinds of quantity; a law
(``laws.yaml``) does so, too. What is said is true where it follows from the law of its kinds, and false where it does not: a
factor that is wrong, or turned round, needs no phrase of its own. The laws are written in the words that learners use and are
read by the same grammar.
"""

from __future__ import annotations

import math
import random
import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache, reduce
from itertools import pairwise, product
from typing import Any, Literal, NamedTuple

from gnomon.algebra import Expression, Letter, Number, Operation, evaluate, unknowns
from gnomon.packaged import packaged_yaml

Form = Literal["equal", "parallel", "perpendicular", "bisects"]
_SIGNS = str.maketrans({"’": "'", "·": "*", "×": "*", "⋅": "*", "−": "-", "–": "-", "÷": "/"})
_MOST_READINGS = 64
"""Of one sentence, where words may mean several kinds; more are hardly meant."""
_SHARES = {"half": Fraction(1, 2), "third": Fraction(1, 3), "quarter": Fraction(1, 4), "two_thirds": Fraction(2, 3),
           "twice": Fraction(2), "triple": Fraction(3)}  # fmt: skip
_FACTORS = frozenset({"2", "3", "4"})
"""Numbers that stand before a quantity without a sign: ``2 pi r``."""
_GENERAL = re.compile(r"\b(?:always|every|each|any|an?|all)\b")
"""Words with which something is said of every figure."""
_NEXT = re.compile(
    r"\s*\b(?:and|but) (?=(?:it|they|that|this|is|are|both|also|its|theyre|they're|it's|bisects?|halves|cuts?"
    r"|as (?:long|big)|half as|twice as|equal|parallel|perpendicular|the same|meets?)\b)",
    re.IGNORECASE,
)
"""Where a second thing is said of the same: ``and it is perpendicular to them``."""


class Stated(NamedTuple):
    """A theorem that a clause states, or its part."""

    text: str
    rules: tuple[str, ...]
    """Those that say so; where it is false, those that say otherwise."""
    holds: bool
    needs_figure: bool = False
    """Whether the figure decides which shape is meant."""
    against: tuple[str, ...] = ()
    """Rules of other shapes of which it is then false."""


class _Said(NamedTuple):
    """One relation between kinds: pairs of sides that are equal, or that lie to each other in some way."""

    form: Form
    pairs: tuple[tuple[Expression, Expression], ...]

    @property
    def letters(self) -> frozenset[Letter]:
        found = (leaf for pair in self.pairs for side in pair for leaf in unknowns(side))
        return frozenset(leaf for leaf in found if isinstance(leaf, Letter))


class Law(NamedTuple):
    """What holds between quantities of some kinds."""

    said: tuple[_Said, ...]
    rules: tuple[str, ...]
    of: re.Pattern[str] | None
    """The shapes whose law it is; None: it needs no shape beside its kinds."""
    is_definition: bool
    """Whether anything else that is said of its left side is false."""


class _Token(NamedTuple):
    sort: str
    """``kind``, or a key of the table's words."""
    text: str
    kinds: tuple[str, ...] = ()
    is_several: bool = False
    is_generic: bool = False
    """Whether the figure decides which of its kinds is meant."""


class _Unread(ValueError):  # noqa: N818  # no error of anybody's
    """Words that are no statement of this grammar."""


def stated(text: str) -> list[Stated]:
    """Return what a clause says of kinds of quantities that some law relates; nothing where it says more, or something else."""
    found: list[Stated] = []
    subject: tuple[_Token, ...] = ()
    others: tuple[_Token, ...] = ()
    for part in _NEXT.split(text):
        lower = " ".join(part.lower().translate(_SIGNS).split()).strip(" .!?,;:")
        tokens = _tokens(lower)
        if tokens is None:
            return []
        tokens = _referred(tokens, subject, others)
        each = _judged(lower, tokens)
        if each is None:
            return []
        found.append(each._replace(text=part.strip()))
        kinds = [token for token in tokens if token.sort == "kind"]
        subject, others = tuple(kinds[:1]), tuple(kinds[1:])
    return found


def _judged(text: str, tokens: Sequence[_Token]) -> Stated | None:
    """Hold what is said against the laws of the kinds that it speaks of."""
    fitting: dict[str, None] = {}
    broken: dict[str, None] = {}
    needs_figure = any(token.is_generic for token in tokens)
    shapes = _SHAPE.findall(text)
    for said in _readings(tokens):
        is_general = not needs_figure and _GENERAL.search(text) is not None
        if _is_false(said, is_general=is_general):
            return Stated(text, (), holds=False)
        if needs_figure:
            broken.update(dict.fromkeys(_rules_against(said)))
        for law in filter(lambda law: law.of is None or not shapes or any(map(law.of.search, shapes)), laws()):
            for one in law.said:
                holds = _follows(said, one)
                if holds is None and law.is_definition and _is_of(said, one):
                    holds = False
                if holds is not None:
                    needs_figure |= law.of is not None and not shapes
                    (fitting if holds else broken).update(dict.fromkeys(law.rules))
    if not fitting and (not broken or needs_figure):
        return None  # that it is false for some shapes says nothing of the others
    if needs_figure:
        return Stated(text, tuple(fitting), holds=True, needs_figure=True, against=tuple(broken))
    return Stated(text, tuple(fitting or broken), holds=bool(fitting))


_SHAPE = re.compile(
    r"\b(?:triangle|parallelogram|rectangle|square|rhombus|kite|trapez|equilateral|circle|hexagon|pentagon|octagon|sector|isosceles)|30.?60|45.?45"
)


def _follows(said: _Said, law: _Said) -> bool | None:
    """Say whether something follows from a law; None where the law does not speak of these quantities."""
    if said.letters != law.letters:
        return None
    if said.form != "equal" or law.form != "equal":
        directions = {"parallel", "perpendicular"}
        if said.form == law.form:
            return True
        return False if {said.form, law.form} == directions else None
    numbers = [side for pair in said.pairs for side in pair if isinstance(side, Number)]
    of_law = [side for pair in law.pairs for side in pair if isinstance(side, Number)]
    is_value = bool(numbers) and all(isinstance(side, Letter | Number) for pair in said.pairs for side in pair)
    if is_value and not of_law:
        return None  # "alternate angles are 70" says it of one figure
    if is_value and not all(isinstance(side, Letter | Number) for pair in law.pairs for side in pair):
        return None
    if numbers and not is_value and any(side.value == "pi" or side.value % 90 for side in numbers):
        return None  # the sum of two angles may be any number in one figure
    samples = _samples(law)
    return all(_holds(pair, values) for values in samples for pair in said.pairs) if samples else None


def _holds(pair: tuple[Expression, Expression], values: dict[Letter, float]) -> bool:
    try:
        left, right = (evaluate(side, lambda leaf: values[leaf]) for side in pair)  # type: ignore[index]
    except (ArithmeticError, ValueError, KeyError):
        return False
    return abs(left - right) <= 1e-6 * max(1.0, abs(left))


@cache
def _samples(law: _Said) -> tuple[dict[Letter, float], ...]:
    """Return a few figures, as numbers, for which a law holds."""
    chance = random.Random(1)  # any numbers will do, the same each time
    found = []
    for _ in range(3):
        # Below 45 the rest of a sum of 180 stays positive, and so does the other side of a difference of squares.
        letters = sorted(law.letters, key=lambda letter: letter.name)
        sizes = sorted((chance.uniform(20, 44) for _ in letters), reverse=True)  # the first of two is taken for the larger
        values = dict(zip(letters, sizes, strict=True))
        for left, right in reversed(law.pairs):  # each gives its left side, which those before it go on from
            free = next(iter(unknowns(left)), None)
            if not isinstance(free, Letter) or not _solve(left, right, free, values):
                return ()
        found.append(values)
    return tuple(found)


def _solve(left: Expression, right: Expression, free: Letter, values: dict[Letter, float]) -> bool:
    """Give a letter the value that makes both sides equal; the left side grows with it."""
    low, high = 1e-6, 1e6
    for _ in range(80):  # halves the range of twelve digits to double precision
        middle = (low + high) / 2
        values[free] = middle
        try:
            off = evaluate(left, lambda leaf: values[leaf]) - evaluate(right, lambda leaf: values[leaf])  # type: ignore[index]
        except (ArithmeticError, ValueError):
            return False
        low, high = (low, middle) if off > 0 else (middle, high)
    return _holds((left, right), values)


# words


@cache
def _table() -> dict[str, Any]:
    table: dict[str, Any] = packaged_yaml(__package__, "laws.yaml")
    return table


@cache
def _kinds() -> tuple[tuple[str, re.Pattern[str], bool], ...]:
    """Patterns of words for a kind; whether they always speak of several."""
    found = []
    for kind, row in _table()["kinds"].items():
        for is_several, words in ((False, row["words"]), (True, row.get("several", ()))):
            found += [(kind, re.compile(rf"(?:{word.replace('~', '(s)?')})(?!\w)"), is_several) for word in words]
    return tuple(found)


@cache
def _generic() -> tuple[tuple[tuple[str, ...], re.Pattern[str]], ...]:
    """Patterns of words for parts of any shape, with the kinds that they may mean."""
    return tuple((tuple(kinds), re.compile(word.replace("~", "s"))) for word, kinds in _table()["generic"].items())


@cache
def _words() -> tuple[tuple[str, re.Pattern[str]], ...]:
    """Patterns of the words between kinds; a word ends where it ends."""
    return tuple((sort, re.compile(rf"(?:{word})(?![a-z])")) for sort, word in _table()["words"].items())


def _tokens(text: str) -> list[_Token] | None:
    """Cut a text into kinds and the words between them; None where a word is neither. Longer words win."""
    found: list[_Token] = []
    shapes = _SHAPE.findall(text)
    at = 0
    while at < len(text):
        if text[at] in " ,":
            at += 1
            continue
        kinds = [(kind, match, is_several) for kind, pattern, is_several in _kinds() if (match := pattern.match(text, at))]
        words = [(sort, match) for sort, pattern in _words() if (match := pattern.match(text, at))]
        longest = max((match.end() for _, match, _ in kinds), default=at)
        word = max(words, key=lambda row: row[1].end(), default=None)
        if longest > at and (word is None or longest >= word[1].end()):
            meant = [row for row in kinds if row[1].end() == longest]
            generic = [kind for kinds, pattern in _generic() if pattern.fullmatch(text[at:longest]) for kind in kinds]
            is_several = any(several or any(match.groups()) for _, match, several in meant)
            is_open = bool(generic) and not shapes
            generic = [kind for kind in generic if not shapes or any(shape in kind for shape in shapes)]
            named = tuple(dict.fromkeys([*(kind for kind, _, _ in meant), *generic]))
            found.append(_Token("kind", text[at:longest], named, is_several, is_open))
            at = longest
        elif word is not None and word[1].end() > at:
            if word[0] not in {"filler", "unit"}:
                found.append(_Token(word[0], word[1].group()))
            at = word[1].end()
        else:
            return None
    return found


def _referred(tokens: Sequence[_Token], subject: Sequence[_Token], others: Sequence[_Token]) -> list[_Token]:
    """Put what was spoken of before for the pronouns of a second statement, and its subject where it has none."""
    found: list[_Token] = []
    for token in tokens:
        if token.sort == "pronoun":
            found += [*(subject if not found else others)]
        else:
            found.append(token)
    if subject and found and found[-1].sort in _SHARES:
        found += others  # "and half as long"
    if subject and found and found[0].sort in _SHARES:
        return [*subject, _Token("equals", ""), *found]
    has_subject = bool(found) and found[0].sort not in _PREDICATES
    return found if has_subject else [*subject, *found]


_PREDICATES = frozenset(
    {"equals", "add_up", "bisects", "meets", "perpendicular", "parallel", "same", "supplementary", "each_other"}
)


def _readings(tokens: Sequence[_Token]) -> Iterator[_Said]:
    """Yield what a sentence may say, for each kind that its words may mean."""
    options = [token.kinds or ("",) for token in tokens]
    if not any(token.kinds for token in tokens) or math.prod(map(len, options)) > _MOST_READINGS:
        return
    for chosen in product(*options):
        meant = [token._replace(kinds=(kind,) if kind else ()) for token, kind in zip(tokens, chosen, strict=True)]
        try:
            yield _Reader(meant).sentence()
        except _Unread:
            continue


class _Group(NamedTuple):
    """Several quantities that are spoken of together."""

    parts: tuple[Expression, ...]


_Side = Expression | _Group


class _Reader:
    """Reads one sentence of tokens whose kinds are settled."""

    def __init__(self, tokens: Sequence[_Token]) -> None:
        self.tokens = tokens
        self.at = 0
        self.spoken: dict[str, int] = {}
        """How many of each kind were spoken of one by one."""

    def _sort(self) -> str:
        """Return the sort of the next token; empty at the end."""
        return self.tokens[self.at].sort if self.at < len(self.tokens) else ""

    def _take(self, *sorts: str) -> bool:
        if self._sort() not in sorts:
            return False
        self.at += 1
        return True

    def sentence(self) -> _Said:
        left = self._side()
        said = self._said_of(left)
        if self._sort():
            raise _Unread
        return said

    def _said_of(self, left: _Side) -> _Said:
        sort = self._sort()
        if sort == "equals":
            return self._equation(left)
        self.at += 1
        match sort:
            case "parallel" | "perpendicular":
                return self._lies(left, sort)
            case "bisects" | "meets":
                return self._cuts(left, sort)
            case "supplementary" | "complementary":
                return _Said("equal", ((_total(left), _number(180 if sort == "supplementary" else 90)),))
            case "add_up":
                self._take("together")
                return _Said("equal", ((_total(left), self._one(self._side())),))
            case "same":
                is_end = not self._sort()
                return self._all_equal(left) if is_end else _Said("equal", ((self._one(left), self._one(self._side())),))
        raise _Unread

    def _lies(self, left: _Side, direction: Literal["parallel", "perpendicular"]) -> _Said:
        if not self._sort() and all(str(part).split(" ")[0].endswith("angle") for part in _parts(left)):
            return _Said("equal", tuple((part, _number(90)) for part in _parts(left)))  # "are right angles"
        return _Said(direction, (self._two(left),))

    def _cuts(self, left: _Side, verb: str) -> _Said:
        pair = self._two(left)
        if self._take("in_half") or verb == "bisects":
            return _Said("bisects", (pair,))
        if self._take("perpendicular"):
            return _Said("perpendicular", (pair,))
        raise _Unread

    def _equation(self, left: _Side) -> _Said:
        self._take("equals")
        if self._sort() in {"parallel", "perpendicular", "supplementary", "complementary"}:
            return self._said_of(left)
        if self._take("same") and not self._sort():
            return self._all_equal(left)
        self._take("all")
        if self._sort() == "same":
            return self._said_of(left)
        right = self._side()
        if isinstance(left, _Group):
            value = self._one(right)
            return _Said("equal", tuple((part, value) for part in left.parts))
        return _Said("equal", ((left, self._one(right)),))

    def _all_equal(self, left: _Side) -> _Said:
        if not isinstance(left, _Group):
            raise _Unread
        return _Said("equal", tuple(pairwise(left.parts)))

    def _two(self, left: _Side) -> tuple[Expression, Expression]:
        """Return two quantities that lie to each other in some way: subject and object, or the two of a group."""
        if isinstance(left, _Group) and (self._take("each_other") or self._sort() in {"", "in_half"}):
            one, other, *_ = left.parts
            return one, other
        right = self._side()
        return self._first(left), self._first(right)

    @staticmethod
    def _first(side: _Side) -> Expression:
        return side.parts[0] if isinstance(side, _Group) else side

    @staticmethod
    def _one(side: _Side) -> Expression:
        if isinstance(side, _Group):
            raise _Unread
        return side

    # expressions

    def _side(self) -> _Side:
        left = self._term()
        while self._sort() in {"plus", "minus", "and"}:
            word = self._sort()
            if word == "and":
                self.at += 1
                left = _Group((*_parts(left), *_parts(self._term())))
                continue
            self.at += 1
            left = Operation("+" if word == "plus" else "-", (_whole(left), _whole(self._term())))
        if isinstance(left, _Group) and self._take("together"):
            left = _total(left)
        return self._behind(left)

    def _behind(self, side: _Side) -> _Side:
        while True:
            if self._take("halved"):
                side = Operation("/", (_whole(side), _number(2)))
            elif self._take("over"):
                side = Operation("/", (_whole(side), _whole(self._factor())))
            else:
                return side

    def _term(self) -> _Side:
        left = self._factor()
        while self._sort() in {"times", "over", "halved"}:
            is_times = self._take("times")
            left = Operation("*", (_whole(left), _whole(self._factor()))) if is_times else self._behind(left)
        return left

    def _factor(self) -> _Side:
        sort = self._sort()
        if not sort:
            raise _Unread
        token = self.tokens[self.at]
        self.at += 1
        match sort:
            case "kind":
                meant = self._squared(self._kind(token))
                return _total(meant) if isinstance(meant, _Group) and self._take("together") else meant
            case "all" | "count":
                return self._factor()
            case "number" | "pi":
                return self._numbered(token)
            case "squares":
                return self._each(self._factor(), lambda part: Operation("^", (part, _number(2))))
            case "root":
                return Operation("sqrt", (_whole(self._factor()),))
        return self._worked(sort)

    def _worked(self, how: str) -> _Side:
        """Read what stands behind ``half of`` and ``the sum of``."""
        if how in _SHARES:
            self._take("times")
            return Operation("*", (_number(_SHARES[how]), _whole(self._term())))
        parts = _parts(self._list()) if how in {"sum", "product", "average", "difference"} else ()
        if len(parts) < 2:
            raise _Unread
        return _combined(how, parts)

    def _numbered(self, token: _Token) -> _Side:
        """Read a number, or pi, with what it multiplies."""
        if token.sort == "pi":
            is_factor = self._take("times") or self._sort() == "kind"
            return Operation("*", (Number("pi"), _whole(self._factor()))) if is_factor else Number("pi")
        if self._sort() == "kind" and self.tokens[self.at].is_several:
            return self._factor()  # "the 2 far away ones"
        number = _number(Fraction(token.text))
        if self._sort() not in {"kind", "pi"}:
            return number
        if token.text not in _FACTORS:
            raise _Unread
        return Operation("*", (number, _whole(self._term())))

    def _list(self) -> _Side:
        """Read what a sum or product is of."""
        left = self._factor()
        while self._take("and"):
            left = _Group((*_parts(left), *_parts(self._factor())))
        return left

    def _squared(self, side: _Side) -> _Side:
        if not self._take("squared"):
            return side
        return self._each(side, lambda part: Operation("^", (part, _number(2))))

    @staticmethod
    def _each(side: _Side, of: Any) -> _Side:  # noqa: ANN401  # a function of one part
        return _Group(tuple(map(of, side.parts))) if isinstance(side, _Group) else of(side)

    def _kind(self, token: _Token) -> _Side:
        """Return the quantity that words name: the next of its kind where there are several."""
        (kind,) = token.kinds
        count = _count(kind)
        if token.is_several:
            self.spoken[kind] = count
            return _Group(tuple(Letter(f"{kind} {index + 1}") for index in range(count)))
        index = self.spoken.get(kind, 0)
        self.spoken[kind] = min(index + 1, count - 1)
        return Letter(f"{kind} {index + 1}")


@cache
def _count(kind: str) -> int:
    """Return how many quantities of a kind one speaks of together."""
    count: int = _table()["kinds"][kind].get("count", 2)
    return count


def _number(value: int | Fraction) -> Number:
    return Number(Fraction(value))


def _parts(side: _Side) -> tuple[Expression, ...]:
    return side.parts if isinstance(side, _Group) else (side,)


def _whole(side: _Side) -> Expression:
    """Return a side that is one quantity."""
    if isinstance(side, _Group):
        raise _Unread
    return side


def _total(side: _Side) -> Expression:
    """Return the sum of several quantities."""
    return _combined("sum", _parts(side))


def _combined(how: str, parts: Sequence[Expression]) -> Expression:
    symbol = {"product": "*", "difference": "-"}.get(how, "+")
    whole = reduce(lambda left, right: Operation(symbol, (left, right)), parts)
    return Operation("/", (whole, _number(len(parts)))) if how == "average" else whole


@cache
def laws() -> tuple[Law, ...]:
    """Return the laws of the table.

    Raises:
        ValueError: when a sentence of the table is none of this grammar.
    """
    return tuple(
        Law(_read(row["says"]), tuple(row["rules"]), re.compile(row["of"]) if "of" in row else None, "defines" in row)
        for row in _table()["laws"]
    )


@cache
def _sayings(name: Literal["never", "open"]) -> frozenset[_Said]:
    """Return what holds nowhere, or in some figures only."""
    return frozenset(said for sentence in _table()[name] for said in _read(sentence))


def _is_false(said: _Said, *, is_general: bool) -> bool:
    """Whether something holds nowhere, or, said in general, not everywhere."""
    false = (*_sayings("never"), *(_sayings("open") if is_general else ()))
    return any(_follows(said, each) for each in false)


def _rules_against(said: _Said) -> tuple[str, ...]:
    """Return the rules of figures in which something does not hold in general; empty where nobody takes it for a law.

    "The diagonals are perpendicular" is no more true where the figure is a rectangle than of all rectangles.
    """
    if not any(_follows(said, each) for each in _sayings("open")):
        return ()
    return tuple(rule for law in laws() for each in law.said if each.letters == said.letters for rule in law.rules)


@cache
def _defining() -> frozenset[Letter]:
    """Return the quantities that definitions speak of."""
    return frozenset(letter for law in laws() if law.is_definition for said in law.said for letter in said.letters)


def _is_of(said: _Said, law: _Said) -> bool:
    """Whether something is said of what a law defines, in the terms of definitions."""
    is_related = len(said.letters) > 1 and said.letters <= _defining()
    return is_related and said.form == law.form and said.pairs[0][0] == law.pairs[0][0]


def _read(sentence: str) -> tuple[_Said, ...]:
    """Read a sentence of the table.

    Raises:
        ValueError: when it is none of the grammar.
    """
    said = tuple(dict.fromkeys(_readings(_tokens(sentence) or ())))
    if not said:
        raise ValueError(f"laws.yaml: {sentence!r} says nothing")
    return said
