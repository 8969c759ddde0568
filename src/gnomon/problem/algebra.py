r"""School algebra to `Expression`: ``3x - 7``, ``2\sqrt{3}``, ``\frac{10}{3}x + 4``, ``5^2``, ``2(y-10)``, ``52°``.

Multiplication may be left out, LaTeX and typographic signs are read. Numbers in running text are the business of
``gnomon.algebra``.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction

from gnomon.problem.expressions import Expression, Letter, Number, Operation
from gnomon.problem.terms import UnreadError, closing_bracket

TermReader = Callable[[str], Expression]

_TOKEN = re.compile(
    r"(?P<number>\d+(?:\.\d+)?|\.\d+)|(?P<command>\\[A-Za-z]+|√|π)|(?P<word>[A-Za-z]{3,}(?=\s*\())|(?P<letter>[A-Za-zα-ωθ])"
    r"|(?P<sign>[-+*/^(){}|])|(?P<space>\s+)"
)
_REPLACEMENTS = {
    "−": "-", "–": "-", "·": "*", "×": "*", "⋅": "*", "÷": "/", "**": "^", "²": "^2", "³": "^3", "°": "", "º": "",
    r"\left": "", r"\right": "", r"\cdot": "*", r"\times": "*", r"^{\circ}": "", r"^\circ": "", r"\circ": "", r"\degree": "",
    r"\dfrac": r"\frac", r"\tfrac": r"\frac", "$": "", "--": "-", "pi ": r"\pi ",
}  # fmt: skip
_LONGEST = 200  # characters; a longer text is no school algebra


def read_algebra(text: str, read_term: TermReader | None = None) -> Expression:
    """Read a number or an algebraic expression.

    Args:
        text: what is written.
        read_term: reads a word of the literal language with its brackets, such as ``LengthOf(Line(A, B))``, inside the
            algebra; None refuses such words.

    Raises:
        UnreadError: when it is not algebra.
    """
    if len(text) > _LONGEST:
        raise UnreadError(f"expected a short expression, got {len(text)} characters")
    plain = text
    for old, new in _REPLACEMENTS.items():
        plain = plain.replace(old, new)
    parser = _Parser(plain, text, read_term)
    return parser.whole()


class _Parser:
    """Recursive descent over the tokens of one text."""

    def __init__(self, plain: str, shown: str, read_term: TermReader | None) -> None:
        self._plain, self._shown, self._read_term = plain, shown, read_term
        self._position = 0
        self._kind, self._token = "", ""
        self._advance()

    def whole(self) -> Expression:
        result = self._sum()
        if self._kind:
            raise self._error()
        return result

    def _error(self) -> UnreadError:
        at = f" at {self._token!r}" if self._token else ""
        return UnreadError(f"cannot read the expression {self._shown!r}{at}")

    def _advance(self) -> None:
        match = _TOKEN.match(self._plain, self._position)
        while match and match.lastgroup == "space":
            match = _TOKEN.match(self._plain, match.end())
        if match is None:
            self._token = self._plain[self._position :].strip()
            if self._token:
                raise self._error()
            self._kind = ""
            return
        self._kind, self._token, self._position = str(match.lastgroup), match.group(), match.end()

    def _take(self, sign: str) -> bool:
        if self._token != sign or not self._kind:
            return False
        self._advance()
        return True

    def _expect(self, sign: str) -> None:
        if not self._take(sign):
            raise self._error()

    def _sum(self) -> Expression:
        result = self._product()
        while self._kind and self._token in {"+", "-"}:
            sign = self._token
            self._advance()
            result = Operation(sign, (result, self._product()))
        return result

    def _product(self) -> Expression:
        if self._take("-"):
            return _negative(self._product())
        self._take("+")
        result = self._power()
        while self._kind and self._token not in {"+", "-", ")", "}", "|"}:
            sign = self._token
            if sign in {"*", "/"}:
                self._advance()
                factor = self._factor_with_sign()
            elif self._kind == "number":
                raise self._error()  # a number after a letter, as in 5mny44, is a slip
            else:
                sign, factor = "*", self._power()
            result = Operation(sign, (result, factor))
        return result

    def _factor_with_sign(self) -> Expression:
        return _negative(self._power()) if self._take("-") else self._power()

    def _power(self) -> Expression:
        base = self._atom()
        if not self._take("^"):
            return base
        return Operation("^", (base, self._group() if self._token == "{" else self._factor_with_sign()))

    def _group(self) -> Expression:
        self._expect("{")
        result = self._sum()
        self._expect("}")
        return result

    def _atom(self) -> Expression:
        kind, token = self._kind, self._token
        if kind == "word":
            return self._word()
        if kind == "sign" and token in "({":
            self._advance()
            result = self._sum()
            self._expect({"(": ")", "{": "}"}[token])
            return result
        if kind not in {"number", "letter", "command"}:
            raise self._error()
        self._advance()
        if kind == "number":
            return Number(Fraction(token))
        return Letter(token) if kind == "letter" else self._command(token)

    def _command(self, command: str) -> Expression:
        if command in {"\\pi", "π"}:
            return Number("pi")
        if command == "\\frac":
            return Operation("/", (self._group(), self._group()))
        if command in {"\\sqrt", "√"}:
            return Operation("sqrt", (self._group() if self._token == "{" else self._atom(),))
        if command in {"\\sin", "\\cos", "\\tan"}:
            return Operation(command[1:], (self._atom(),))
        raise UnreadError(f"cannot read the command {command!r} in {self._shown!r}")

    def _word(self) -> Expression:
        word = self._token
        if word in {"sqrt", "sin", "cos", "tan"}:
            self._advance()
            return Operation(word, (self._atom(),))
        start = self._plain.index("(", self._position)
        end = closing_bracket(self._plain, start)
        if self._read_term is None or end < 0:
            raise self._error()
        result = self._read_term(word + self._plain[start : end + 1])
        self._position = end + 1
        self._advance()
        return result


def _negative(expression: Expression) -> Expression:
    if isinstance(expression, Number) and expression.value != "pi":
        return Number(-Fraction(expression.value))
    if isinstance(expression, Operation) and expression.symbol == "*" and isinstance(expression.arguments[0], Number):
        return Operation("*", (_negative(expression.arguments[0]), expression.arguments[1]))
    return Operation("neg", (expression,))
