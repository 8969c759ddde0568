"""Reading a learner's message: what it claims about the figure, and what kind of message it is.

A claim is an equation between expressions: ``∠ABC = 40``, ``AB² + BC² = AC²``, ``180 − 52 − 71 = 57``. Nothing is guessed:
denied, doubted and alternative values are no claims, and a message without a readable claim has none. Whether a claim is
true is asked of ``gnomon.tutor.verdict``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from typing import Literal, NamedTuple

from gnomon.figure import Figure
from gnomon.geometry import Atom, rules
from gnomon.problem import Expression, ExpressionError, Letter, Number, Operation, Problem, Quantity, unknowns
from gnomon.tutor.lexer import Token, intents, is_foreign, tokenize

__all__ = ["Claim", "Intent", "Message", "read_message"]

Intent = Literal[
    "claim", "rule", "reason", "method", "confusion", "plea", "authority", "guess", "question", "greeting", "agreement", "injection", "other_language",
    "empty", "unread",
]
_ORDER: tuple[Intent, ...] = ("injection", "authority", "plea", "confusion", "question", "agreement", "greeting", "reason", "method")


class Claim(NamedTuple):
    """One equation that a learner states."""

    left: Expression
    right: Expression
    text: str
    """As written."""
    is_bare: bool = False
    """A lone value, read as the value of what was asked."""

    @property
    def atom(self) -> Atom | None:
        """The one quantity or letter that the claim gives a value; None for other equations."""
        for side, other in ((self.left, self.right), (self.right, self.left)):
            if isinstance(side, Quantity | Letter) and not any(True for _ in unknowns(other)):
                return side
        return None

    @property
    def is_arithmetic(self) -> bool:
        """Whether it speaks of numbers only."""
        return not any(True for side in (self.left, self.right) for _ in unknowns(side))


class Message(NamedTuple):
    """What a message says."""

    text: str
    claims: tuple[Claim, ...]
    """In the order said."""
    rules: tuple[str, ...]
    """Ids of rules that it names."""
    intent: Intent
    rule_total: float | None = None
    """What it says that the things of the rule add up to, such as 180."""


class _Unreadable(ValueError):
    """Tokens that are no expression."""


def read_message(text: str, problem: Problem, asked: Expression | None = None) -> Message:
    """Read a learner's message about ``problem``.

    Args:
        text: the message, any text.
        problem: gives the figure's names and the unknown letters.
        asked: what the tutor asked for last; a bare value is its value. None: the goal.

    Returns:
        The claims, the rules named and the kind of message; kind ``unread`` when nothing is understood.
    """
    reader = _Reader(problem, asked)
    claims = tuple(reader.claims(text))
    named = tuple(_rules_named(text))
    total = _total_named(text) if named and not claims else None
    return Message(text, claims, named, _intent(text, claims, named, reader), total)


class _Reader:
    def __init__(self, problem: Problem, asked: Expression | None) -> None:
        self.figure = problem.question.figure or Figure(points={})
        goal = problem.formal.goal.expression if problem.formal and problem.formal.goal else None
        self.asked = asked if asked is not None else goal
        self.goal = goal
        sides = [side for e in problem.formal.equations for side in e] if problem.formal else []
        self.letters = {leaf.name for side in [*sides, *([goal] if goal else [])] for leaf in unknowns(side) if isinstance(leaf, Letter)}
        self.hypotenuse = _hypotenuse(problem)
        self.values_listed = 0
        self.has_denial = False

    def claims(self, text: str) -> list[Claim]:
        """Return the claims of a message, in order."""
        tokens = tokenize(text, self.figure.points, self.letters)
        found = [claim for clause in clauses(tokens) for claim in self._clause_claims(clause, text)]
        return self._settled(found, has_correction=any(token.kind == "correction" for token in tokens))

    def _clause_claims(self, clause: Clause, text: str) -> Iterator[Claim]:
        if clause.is_denied:
            self.has_denial = self.has_denial or any(token.kind == "number" for token in clause.tokens)
            return
        run = clause.tokens
        source = text[run[0].start : run[-1].end]
        paired = self._paired(run, source)
        if paired is not None:
            yield paired
            return
        parts = _split(run, "equals")
        sides = [self._side(part) if part else None for part in parts]
        if len(sides) > 1 and parts[0] and parts[0][0].kind == "subject" and sides[1] is not None and any(True for _ in unknowns(sides[1])):
            sides = sides[1:]  # "it should be AB + BC = AC" speaks of a line of work, not of a value
        yield from self._chain_claims(sides, source, clause)

    def _chain_claims(self, sides: Sequence[Expression | None], source: str, clause: Clause) -> Iterator[Claim]:
        first = sides[0]
        if len(sides) == 1 and isinstance(first, Number):
            self.values_listed += 1
            if self.asked is not None and clause.stands_alone:
                yield Claim(self.asked, first, source, is_bare=True)
        atom = first if isinstance(first, Quantity | Letter) else None
        if atom is not None and clause.starts_with_subject and not clause.ends_clean:
            return
        for left, right in zip(sides, sides[1:], strict=False):
            if left is None or right is None or (isinstance(left, Number) and "=" not in source):
                continue
            if atom is not None and left is not atom and not isinstance(right, Quantity | Letter):
                yield Claim(atom, right, source)
            else:
                yield Claim(left, right, source)

    def _paired(self, run: Sequence[Token], source: str) -> Claim | None:
        """Read ``AB and CD are the same`` and ``ABC and CBD add up to 180``."""
        kinds = [token.kind for token in run if token.kind not in {"skipped", "of"}]
        if "and" not in kinds:
            return None
        at = next(i for i, token in enumerate(run) if token.kind == "and")
        rest = next((i for i in range(at + 1, len(run)) if run[i].kind in {"equals", "same", "add_up"}), None)
        if rest is None:
            return None
        left, right = self._side(run[:at]), self._side(run[at + 1 : rest])
        if not isinstance(left, Quantity) or not isinstance(right, Quantity):
            return None
        tail = [token for token in run[rest:] if token.kind not in {"equals", "skipped", "of", "length", "angle"}]
        says_equal = any(token.kind == "same" or "equal" in token.text.lower() for token in run[rest:])
        if says_equal and all(token.kind == "same" for token in tail):
            return Claim(left, right, source)
        if tail and tail[0].kind == "add_up":
            total = self._side(tail[1:])
            return Claim(Operation("+", (left, right)), total, source) if isinstance(total, Number) else None
        return None

    def _settled(self, claims: list[Claim], *, has_correction: bool) -> list[Claim]:
        """Of several values for one thing keep the last when the learner corrects it, else none: that is a guess."""
        values: dict[Atom, list[Claim]] = {}
        for claim in claims:
            if claim.atom is not None:
                values.setdefault(claim.atom, []).append(claim)
        dropped = set()
        for several in values.values():
            shown = {_rough_value(claim) for claim in several if _rough_value(claim) is not None}
            if len(shown) > 1 and len({claim.text for claim in several}) > 1:
                self.values_listed += 0 if has_correction else len(several)
                dropped |= set(several[:-1] if has_correction else several)
        return [claim for claim in claims if claim not in dropped]

    def _side(self, tokens: Sequence[Token]) -> Expression | None:
        try:
            parser = _Parser(self, [token for token in tokens if token.kind != "skipped"])
            expression = parser.sum()
        except (_Unreadable, ExpressionError, RecursionError, OverflowError):
            return None
        return expression if parser.is_done else None

    def named(self, kind: str, points: Sequence[str]) -> Expression:
        """Return the quantity of a name."""
        if kind == "angle" and len(points) == 1:
            return _angle_at(points[0], self.figure)
        if kind in {"area", "perimeter"} and len(points) >= 3:
            return Quantity.of("area" if kind == "area" else "perimeter", *points)
        if kind in {"area", "circumference", "radius", "diameter"} and len(points) == 1:
            return Quantity.of({"area": "circle_area"}.get(kind, kind), *points)  # type: ignore[arg-type]  # one of the circle's kinds
        if kind == "arc":
            return Quantity.of("arc", *points)
        if len(points) == 2:
            return Quantity.of("length", *points)
        if len(points) == 3 and kind != "triangle":
            return Quantity.of("angle", *points)
        raise _Unreadable(kind)

    def unnamed(self, kind: str) -> Expression:
        """Return what ``the area`` or ``the hypotenuse`` must mean here."""
        if kind == "hypotenuse" and self.hypotenuse is not None:
            return self.hypotenuse
        for candidate in (self.asked, self.goal):
            if isinstance(candidate, Quantity) and candidate.kind in _UNNAMED.get(kind, ()):
                return candidate
        raise _Unreadable(kind)


_UNNAMED: dict[str, tuple[str, ...]] = {
    "area": ("area", "circle_area", "sector_area"),
    "perimeter": ("perimeter",),
    "circumference": ("circumference",),
    "radius": ("radius",),
    "diameter": ("diameter",),
    "angle": ("angle",),
    "length": ("length",),
    "arc": ("arc",),
}
_FUNCTIONS = {"sine": "sin", "cosine": "cos", "tangent": "tan", "root": "sqrt"}
_FORMULA = {"number", "name", "letter", "(", ")", "equals", "subject", "plus", "minus", "times", "divided", "squared", "half", "twice", "of",
  "skipped", "hypotenuse", "and", "same", "add_up", *_FUNCTIONS, *_UNNAMED}  # fmt: skip


class _Parser:
    """Recursive descent over tokens: sums, products, powers, functions, names."""

    def __init__(self, reader: _Reader, tokens: Sequence[Token]) -> None:
        self.reader = reader
        self.tokens = tokens
        self.at = 0

    @property
    def is_done(self) -> bool:
        return self.at >= len(self.tokens)

    def _peek(self) -> str:
        return "" if self.is_done else self.tokens[self.at].kind

    def _take(self) -> Token:
        if self.is_done:
            raise _Unreadable("end")
        self.at += 1
        return self.tokens[self.at - 1]

    def sum(self) -> Expression:
        result = self._product()
        while self._peek() in {"plus", "minus"}:
            symbol = "+" if self._take().kind == "plus" else "-"
            result = Operation(symbol, (result, self._product()))
        return result

    def _product(self) -> Expression:
        result = self._power()
        while True:
            kind = self._peek()
            if kind in {"times", "divided"}:
                self._take()
                result = Operation("*" if kind == "times" else "/", (result, self._power()))
            elif kind in {"letter", "root", "(", "sine", "cosine", "tangent"} and isinstance(result, Number):
                result = Operation("*", (result, self._power()))
            else:
                return result

    def _power(self) -> Expression:
        base = self._unit()
        while self._peek() == "squared":
            self._take()
            base = Operation("^", (base, Number(Fraction(2))))
        return base

    def _unit(self) -> Expression:
        token = self._take()
        kind = token.kind
        if kind == "number" and token.value is not None:
            return Number(Fraction(str(token.value)) if abs(token.value) < 1e15 else Fraction(token.value))
        if kind == "minus":
            return Operation("neg", (self._power(),))
        if kind == "letter":
            return Letter(token.text)
        if kind == "(":
            inner = self.sum()
            if self._peek() == ")":
                self._take()
            return inner
        if kind in {"half", "twice"}:
            self._skip_of()
            factor = Number(Fraction(1, 2) if kind == "half" else Fraction(2))
            return Operation("*", (factor, self._power()))
        if kind in _FUNCTIONS:
            self._skip_of()
            return Operation(_FUNCTIONS[kind], (self._unit(),))
        return self._quantity(token)

    def _quantity(self, token: Token) -> Expression:
        if token.kind == "name":
            return self.reader.named("", token.points)
        if token.kind == "subject":
            if self.reader.asked is None:
                raise _Unreadable("subject")
            return self.reader.asked
        if token.kind == "of":
            return self._unit()
        if token.kind not in _UNNAMED and token.kind != "hypotenuse":
            raise _Unreadable(token.text)
        self._skip_of()
        if self._peek() in {"angle", "arc", "length"} and token.kind in {"angle", "length"}:
            return self._unit()
        if self._peek() == "triangle":
            self._take()
        if self._peek() == "name":
            return self.reader.named(token.kind, self._take().points)
        return self.reader.unnamed(token.kind)

    def _skip_of(self) -> None:
        while self._peek() == "of":
            self._take()


class Clause(NamedTuple):
    """A stretch of formula tokens with what stands around it."""

    tokens: list[Token]
    is_denied: bool
    """Said to be not so, or one of several alternatives."""
    stands_alone: bool
    """Whether nothing but hedging stands beside it up to the next stop."""
    starts_with_subject: bool
    """Whether it begins with a word such as ``it``."""
    ends_clean: bool
    """Whether no unknown word follows before the next stop."""


def clauses(tokens: Sequence[Token]) -> Iterator[Clause]:
    """Yield the formula stretches between stops; one that begins with ``=`` belongs to an unknown subject and is left out."""
    sentence: list[Token] = []
    for token in [*tokens, Token("break", "", 0, 0)]:
        if token.kind != "break":
            sentence.append(token)
            continue
        yield from _clauses_of(sentence)
        sentence = []


def _clauses_of(sentence: Sequence[Token]) -> Iterator[Clause]:
    pieces = [part for piece in _pieces(sentence) for part in _unpaired(piece)]
    has_alternative = any(token.kind == "alternative" for token in sentence)
    for i, piece in enumerate(pieces):
        if piece[0].kind not in _FORMULA:
            continue
        run = _trimmed(piece)
        before = pieces[i - 1] if i else []
        after = pieces[i + 1] if i + 1 < len(pieces) else []
        outside = [token for other in (*pieces[:i], *pieces[i + 1 :]) for token in other]
        if not run or (run[0].kind == "equals" and _has_subject(before)):
            continue
        run = run[1:] if run[0].kind == "equals" else run
        yield Clause(
            _with_equals(run),
            is_denied=_denies(before) or (has_alternative and any(token.kind == "number" for token in run)),
            stands_alone=all(token.kind in {"hedge", "correction", "skipped"} for token in outside),
            starts_with_subject=run[0].kind == "subject",
            ends_clean=not after or after[0].kind in {"hedge", "correction"},
        )


def _pieces(sentence: Sequence[Token]) -> Iterator[list[Token]]:
    """Cut a sentence into alternating stretches of formula and other tokens."""
    piece: list[Token] = []
    for token in sentence:
        is_formula = token.kind in _FORMULA
        if piece and (is_formula != (piece[0].kind in _FORMULA) or (is_formula and _starts_anew(piece, token))):
            yield piece
            piece = []
        if is_formula and piece and piece[-1].kind == "name" and token.kind == "number" and len(piece[-1].points) > 1:
            piece.append(Token("equals", "", token.start, token.start))
        piece.append(token)
    if piece:
        yield piece


def _unpaired(piece: list[Token]) -> list[list[Token]]:
    """Cut at an ``and`` that joins two statements rather than two names."""
    for i, token in enumerate(piece):
        if token.kind == "and" and not _joins_names(piece, i):
            return [part for part in (piece[:i], *_unpaired(piece[i + 1 :])) if part]
    return [piece]


def _joins_names(piece: Sequence[Token], at: int) -> bool:
    following = next((token for token in piece[at + 1 :] if token.kind not in {"angle", "length", "of"}), None)
    before = piece[:at]
    return bool(before) and before[-1].kind == "name" and following is not None and following.kind == "name" and all(
        token.kind != "equals" for token in before
    )


def _has_subject(before: Sequence[Token]) -> bool:
    return bool(before) and before[-1].kind in {"other", "and"}


def _denies(before: Sequence[Token]) -> bool:
    at = max((i for i, token in enumerate(before) if token.kind == "negation"), default=None)
    return at is not None and sum(token.kind == "other" for token in before[at + 1 :]) <= 0 and len(before) - at <= 2


def _starts_anew(run: Sequence[Token], token: Token) -> bool:
    """Whether a token cannot go on the run: two values side by side are two statements."""
    meaningful = [t for t in run if t.kind not in {"skipped", "of"}]
    if not meaningful:
        return False
    last = meaningful[-1]
    if last.kind == "name" and len(last.points) > 1 and token.kind == "number" and all(t.kind != "equals" for t in meaningful):
        return False
    values = {"number", "name", "letter", ")"}
    return last.kind in values and (
        token.kind in {"number", "name", "subject", "hypotenuse"} or (token.kind in _UNNAMED and last.kind != "number")
    )


_LOOSE = {"skipped", "of", "times", "divided", "plus", "and", "same", "add_up"}


def _trimmed(run: Sequence[Token]) -> list[Token]:
    start, end = 0, len(run)
    while start < end and run[start].kind in _LOOSE | {")"}:
        start += 1
    if not any(token.kind == "and" for token in run[start:end]):
        while end > start and run[end - 1].kind in _LOOSE | {"equals", "minus", "("}:
            end -= 1
    return list(run[start:end])


def _with_equals(chain: list[Token]) -> list[Token]:
    """Read ``I got 57`` as ``it = 57`` and ``I got x = 57`` as ``x = 57``."""
    if len(chain) > 1 and chain[0].kind == "subject" and chain[1].kind in {"name", "letter", "hypotenuse", *_UNNAMED}:
        return chain[1:]
    if len(chain) > 1 and chain[0].kind == "subject" and all(token.kind != "equals" for token in chain[:2]):
        return [chain[0], Token("equals", "", chain[0].end, chain[0].end), *chain[1:]]
    return chain


def _rough_value(claim: Claim) -> int | None:
    side = claim.right if claim.left == claim.atom else claim.left
    return round(float(side.value)) if isinstance(side, Number) and side.value != "pi" else None


def _split(run: Sequence[Token], kind: str) -> list[list[Token]]:
    parts: list[list[Token]] = [[]]
    for token in run:
        if token.kind == kind:
            parts.append([])
        else:
            parts[-1].append(token)
    return parts


def _angle_at(vertex: str, figure: Figure) -> Expression:
    ends = set()
    for line in figure.lines:
        if vertex in line:
            at = line.index(vertex)
            ends |= {line[i] for i in (at - 1, at + 1) if 0 <= i < len(line)}
    if len(ends) != 2:
        raise _Unreadable(f"angle {vertex} is not the only one at its vertex")
    first, last = sorted(ends)
    return Quantity.of("angle", first, vertex, last)


def _hypotenuse(problem: Problem) -> Expression | None:
    """Return the side opposite the one right angle that the problem states, if there is just one such triangle."""
    figure, found = problem.question.figure, set()
    for mark in figure.marks.right_angles if figure else ():
        first, _, last = re.findall(r"[A-Za-z][0-9']*", mark)
        if figure is not None and figure.is_drawn(first, last):
            found.add(Quantity.of("length", first, last))
    return found.pop() if len(found) == 1 else None


_TOTAL = re.compile(r"(?:add(?:s|ed)? up to|sum to|total|makes?|are|is|gives?)\s+(?:always\s+|together\s+)?(\d{2,3})\s*(?:°|deg|$|[.,!?]|\s)", re.IGNORECASE)


def _total_named(text: str) -> float | None:
    match = _TOTAL.search(text)
    return float(match.group(1)) if match else None


def _rules_named(text: str) -> Iterator[str]:
    lower = text.lower()
    for rule in rules().values():
        if any(len(word) > 3 and re.search(rf"(?<!\w){re.escape(word)}", lower) for word in rule.keywords):
            yield rule.id


def _intent(text: str, claims: Sequence[Claim], named: Sequence[str], reader: _Reader) -> Intent:
    lower = text.lower().replace("’", "'")
    if not any(character.isalnum() for character in text):
        return "empty"
    spoken = next((kind for kind in _ORDER if any(_says(lower, phrase) for phrase in intents()[kind])), None)
    if spoken == "injection":
        return "injection"
    if claims:
        return "claim"
    if reader.values_listed > 1 or (reader.has_denial and re.search(r"\bor\b", lower)):
        return "guess"
    if spoken in {"authority", "plea", "confusion"}:
        return spoken
    if is_foreign(text):
        return "other_language"
    if reader.has_denial:
        return "claim"
    if spoken in {"question", "method", "reason"}:
        return spoken
    if named:
        return "rule"
    return spoken or ("reason" if len(_geometry_words() & set(re.findall(r"[a-z]{4,}", lower))) >= 2 else "unread")


@cache
def _geometry_words() -> frozenset[str]:
    """Words of the trade: those of the rules' names, statements and questions, without the commonest."""
    texts = (f"{rule.name} {rule.statement} {rule.recall}" for rule in rules().values())
    words = {word for text in texts for word in re.findall(r"[a-z]{4,}", text.lower())}
    return frozenset(words - _EVERYDAY)


_EVERYDAY = frozenset("what with that true does have many much then than from they their this when which about like same find called call make makes made".split())


def _says(lower: str, phrase: str) -> bool:
    if not phrase[0].isalnum() or not phrase[0].isascii():
        return phrase in lower
    return re.search(rf"(?<![a-z]){re.escape(phrase)}(?![a-z])", lower) is not None
