"""Evaluate a number or a calculation that begins at a token: a recursive descent over `gnomon.algebra.lexer` tokens.

Two entries: `Parser.compact` reads one number as a school writes it (``57``, ``3/4``, ``2 1/2``, ``5√3``, ``12π``, ``3²``,
"fifty-seven"), `Parser.sum` a calculation ("180 - 62 - 61", "10·cos 30°", "half of 126", "one more than 56"). Angles are
in degrees. It leaves out letters: an expression with an unknown is not a number. Nesting beyond `MAX_DEPTH` is not read;
brackets that failed are remembered, so that the work stays linear in the text.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from enum import Flag, auto
from typing import NamedTuple

from gnomon.algebra.lexer import Token
from gnomon.algebra.words import read_word_number

MAX_DEPTH = 16


class Form(Flag):
    """What an expression is made of."""

    WHOLE = 0
    DECIMAL = auto()
    FRACTION = auto()
    MIXED = auto()
    ROOT = auto()
    POWER = auto()
    PI = auto()
    SUM = auto()
    PRODUCT = auto()
    QUOTIENT = auto()
    FUNCTION = auto()
    WORDS = auto()
    CALCULATION = SUM | PRODUCT | QUOTIENT | FUNCTION


class Parsed(NamedTuple):
    """A value read from tokens."""

    value: float
    end: int
    """Index of the token after it."""
    form: Form = Form.WHOLE
    decimals: int = 0
    """Decimals written, of a plain numeral; 0 otherwise."""


_UNIT_WORDS = {
    "degree": "°", "degrees": "°", "deg": "°", "percent": "%", "pct": "%",
    "mm": "mm", "cm": "cm", "km": "km", "m": "m", "metre": "m", "metres": "m", "meter": "m", "meters": "m",
    "centimetre": "cm", "centimetres": "cm", "centimeter": "cm", "centimeters": "cm",
    "millimetre": "mm", "millimetres": "mm", "millimeter": "mm", "millimeters": "mm",
    "kilometre": "km", "kilometres": "km", "kilometer": "km", "kilometers": "km",
    "inch": "in", "inches": "in", "ft": "ft", "foot": "ft", "feet": "ft", "yd": "yd", "yard": "yd", "yards": "yd",
    "mile": "mi", "miles": "mi", "unit": "unit", "units": "unit", "dollar": "$", "dollars": "$", "cents": "¢",
    "kg": "kg", "g": "g", "l": "l", "litres": "l", "liters": "l", "hours": "h", "minutes": "min", "seconds": "s",
    "radian": "rad", "radians": "rad", "rad": "rad",
}  # fmt: skip
_POWER_WORDS = {"square": "²", "sq": "²", "squared": "²", "cubic": "³", "cubed": "³"}
_ADDITIVE = {"+": 1.0, "-": -1.0, "plus": 1.0, "minus": -1.0}
_COMPARATIVES = {
    **dict.fromkeys(("more", "greater", "bigger", "larger", "higher"), 1.0),
    **dict.fromkeys(("less", "fewer", "smaller", "lower"), -1.0),
}
_MULTIPLES = {"twice": 2.0, "double": 2.0, "thrice": 3.0, "triple": 3.0}
_OF_WORDS: dict[str, Callable[[float, float], float]] = {
    "sum": lambda a, b: a + b,
    "product": lambda a, b: a * b,
    "difference": lambda a, b: abs(a - b),
    "quotient": lambda a, b: a / b,
}
_FUNCTIONS: dict[str, Callable[[float], float]] = {
    "sin": lambda x: math.sin(math.radians(x)),
    "cos": lambda x: math.cos(math.radians(x)),
    "tan": lambda x: math.tan(math.radians(x)),
    "arcsin": lambda x: math.degrees(math.asin(x)),
    "arccos": lambda x: math.degrees(math.acos(x)),
    "arctan": lambda x: math.degrees(math.atan(x)),
}
_FUNCTION_NAMES = {name: name for name in _FUNCTIONS} | {"sine": "sin", "cosine": "cos", "tangent": "tan"}
_CLOSING = {"(": ")", "{": "}", "[": "]"}
_RADICALS = {"√": 2, "∛": 3}


def unit_at(tokens: Sequence[Token], index: int) -> tuple[str, int]:
    """Return the unit that stands at token ``index`` and the index after it; ("", index) for none.

    Units: °, %, lengths with their squares and cubes ("cm²", "sq cm", "square units"), $ and a few more.
    """
    start = index
    if _is_sign(tokens, index, "^") and _is_sign(tokens, index + 1, "°"):
        return "°", index + 2
    if _is_sign(tokens, index, "^") and _is_sign(tokens, index + 1, "{") and _is_sign(tokens, index + 2, "°"):
        return "°", index + 4
    if index < len(tokens) and tokens[index].kind == "sign" and tokens[index].text in "°%€£":
        return tokens[index].text, index + 1
    index += _is_sign(tokens, index, "{") or _is_sign(tokens, index, "-")
    power = _POWER_WORDS.get(_word(tokens, index), "")
    index += bool(power)
    unit = _UNIT_WORDS.get(_word(tokens, index), "")
    if not unit and not (_word(tokens, index) == "in" and _is_sign(tokens, index + 1, ".") and index + 2 >= len(tokens)):
        return "", start
    index += 1
    if not power:
        power, index = _unit_power(tokens, index)
    return (unit or "in") + power, index + (_is_sign(tokens, index, "}") and _is_sign(tokens, start, "{"))


def _unit_power(tokens: Sequence[Token], index: int) -> tuple[str, int]:
    if index < len(tokens) and not tokens[index].gap:
        if tokens[index].kind == "superscript" and tokens[index].text in "²³":
            return tokens[index].text, index + 1
        if _is_sign(tokens, index, "^") and index + 1 < len(tokens) and tokens[index + 1].text in {"2", "3"}:
            return {"2": "²", "3": "³"}[tokens[index + 1].text], index + 2
    word = _word(tokens, index)
    return (_POWER_WORDS[word], index + 1) if word in {"squared", "cubed"} else ("", index)


def _is_sign(tokens: Sequence[Token], index: int, text: str) -> bool:
    return index < len(tokens) and tokens[index].text == text and tokens[index].kind == "sign"


def _word(tokens: Sequence[Token], index: int) -> str:
    return tokens[index].text if 0 <= index < len(tokens) and tokens[index].kind == "word" else ""


class Parser:
    """A reader of numbers and calculations in one list of tokens."""

    def __init__(self, tokens: Sequence[Token]) -> None:
        """Read from ``tokens``."""
        self.tokens = tokens
        self._dead: set[int] = set()

    def compact(self, start: int, depth: int = 0) -> Parsed | None:
        """Read one number as a school writes it, without a sign; None when none begins at token ``start``."""
        left = self._power(start, depth)
        while left is not None:
            index = left.end
            if self._is_tight_slash(index):
                right = self._power(index + 1, depth + 1)
                if right is None or Form.FRACTION in left.form or right.value == 0:
                    return left
                left = Parsed(left.value / right.value, right.end, left.form | right.form | Form.FRACTION)
            elif self._multiplies(index):
                right = self._power(index, depth + 1)
                if right is None or not math.isfinite(left.value * right.value):
                    return left
                left = Parsed(left.value * right.value, right.end, left.form | right.form)
            else:
                return left
        return None

    def sum(self, start: int, depth: int = 0) -> Parsed | None:
        """Read a calculation, or one number; None when none begins at token ``start``. Units inside are passed over."""
        left = self._product(start, depth)
        while left is not None:
            index = left.end
            operator = self._text(index)
            if operator in _ADDITIVE:
                right, sign = self._product(index + 1, depth + 1), _ADDITIVE[operator]
                value = left.value + sign * right.value if right else 0.0
            elif operator in _COMPARATIVES and self._text(index + 1) == "than":
                right, sign = self._product(index + 2, depth + 1), _COMPARATIVES[operator]
                value = right.value + sign * left.value if right else 0.0
            else:
                return left
            if right is None:
                return left
            left = Parsed(value, right.end, left.form | right.form | Form.SUM)
        return None

    def signed_start(self, index: int) -> bool:
        """Whether the minus (sign or word) at ``index`` is a sign and no subtraction."""
        before = self.tokens[index - 1] if index else None
        if before is None:
            return True
        if before.kind == "word" and not self.tokens[index].gap and self.tokens[index].kind == "sign":
            return False  # a hyphen
        operand_like = before.kind in {"number", "superscript", "fraction_character"} or before.text in {")", "°", "}", "π", "%"}
        is_name = before.kind == "word" and (len(before.raw) == 1 or (before.raw.isupper() and len(before.raw) <= 4))
        return not operand_like and not is_name

    def _product(self, start: int, depth: int) -> Parsed | None:
        left = self._unary(start, depth)
        while left is not None:
            operation = self._operator(left)
            if operation is None:
                return left
            symbol, index, form = operation
            right = self._unary(index, depth + 1)
            if right is None or (symbol == "/" and right.value == 0):
                return left
            value = left.value / right.value if symbol == "/" else left.value * right.value
            if not math.isfinite(value):
                return left
            left = Parsed(value, right.end, left.form | right.form | form)
        return None

    def _operator(self, left: Parsed) -> tuple[str, int, Form] | None:
        """Return the multiplication or division after ``left``, where its right side begins, and its form."""
        index = left.end
        match self._text(index):
            case "*" | "times":
                return "*", index + 1, Form.PRODUCT
            case "/" | "over":
                return "/", index + 1, Form.QUOTIENT
            case "multiplied" | "divided" if self._text(index + 1) == "by":
                return "/" if self._text(index) == "divided" else "*", index + 2, Form.QUOTIENT
            case "x" if self._is_times_letter(index):
                return "*", index + 1, Form.PRODUCT
            case "of" if Form.FRACTION in left.form:
                return "*", index + 1, Form.PRODUCT
            case "(" | "{" | "[" if index < len(self.tokens) and not self.tokens[index].gap:
                return "*", index, Form.PRODUCT
        if self._text(index).lstrip("\\") in _FUNCTION_NAMES:
            return "*", index, Form.PRODUCT
        return None

    def _unary(self, start: int, depth: int) -> Parsed | None:
        if depth > MAX_DEPTH:
            return None
        index, sign, factor = start, 1.0, 1.0
        form = Form.WHOLE
        while self._text(index) in {"-", "+", "minus", "negative"} and index - start < 3:
            sign = sign if self._text(index) == "+" else -sign
            index += 1
        if self._text(index) in _MULTIPLES:
            factor, form, index = _MULTIPLES[self._text(index)], Form.PRODUCT, index + 1
        elif self._text(index) == "half" and self._begins_operand(index + 1):
            factor, form, index = 0.5, Form.PRODUCT, index + 1
        index += self._text(index) == "the" and self._text(index + 1) in {"square", "cube", *_OF_WORDS}
        operand = self.compact(index, depth + 1)
        if operand is None or self._is_glued(operand.end):
            return None
        unit, end = unit_at(self.tokens, operand.end)
        value = operand.value / 100 if unit == "%" and self._text(end) == "of" else operand.value
        percent = Form.FRACTION if unit == "%" else Form.WHOLE
        return Parsed(sign * factor * value, end, operand.form | form | percent, operand.decimals)

    def _power(self, start: int, depth: int) -> Parsed | None:
        base = self._atom(start, depth)
        exponent = self._exponent(base.end, depth) if base else None
        if base is None or exponent is None:
            return base
        try:
            value = base.value**exponent.value
        except (ArithmeticError, ValueError):
            return None
        if isinstance(value, complex) or not math.isfinite(value) or self._text(exponent.end) in {"^", "**"}:
            return None
        return Parsed(value, exponent.end, base.form | exponent.form | Form.POWER)

    def _exponent(self, index: int, depth: int) -> Parsed | None:
        text = self._text(index)
        if index < len(self.tokens) and self.tokens[index].kind == "superscript" and not self._is_cube_root(index):
            return Parsed(self.tokens[index].value, index + 1)
        if text in {"squared", "cubed"}:
            return Parsed(2.0 if text == "squared" else 3.0, index + 1)
        if text == "to" and self._text(index + 1) == "the" and self._text(index + 2) == "power":
            return self._atom(index + 3 + (self._text(index + 3) == "of"), depth + 1)
        if text not in {"^", "**"} or depth > MAX_DEPTH:
            return None
        sign = -1.0 if self._text(index + 1) == "-" else 1.0
        exponent = self._atom(index + 1 + (sign < 0), depth + 1)
        return None if exponent is None else exponent._replace(value=sign * exponent.value)

    def _atom(self, index: int, depth: int) -> Parsed | None:
        if depth > MAX_DEPTH or not 0 <= index < len(self.tokens):
            return None
        token = self.tokens[index]
        match token.kind:
            case "number":
                return self._numeral(index)
            case "fraction_character":
                return Parsed(token.value, index + 1, Form.FRACTION)
            case "superscript" if self._is_cube_root(index):
                return self._root(index + 2, depth, token.value)
            case "command":
                return self._command(index, depth)
            case "word":
                return self._worded(index, depth)
        if token.text == "π":
            return Parsed(math.pi, index + 1, Form.PI)
        if token.text in _RADICALS:
            return self._root(index + 1, depth, _RADICALS[token.text])
        return self._bracket(index, depth) if token.text in _CLOSING else None

    def _numeral(self, index: int) -> Parsed:
        token, following = self.tokens[index], self.tokens[index + 1 : index + 4]
        whole = Parsed(token.value, index + 1, Form.DECIMAL if token.decimals else Form.WHOLE, token.decimals)
        if token.decimals or not following:
            return whole
        mixed = Form.FRACTION | Form.MIXED
        if following[0].kind == "fraction_character":
            return Parsed(token.value + following[0].value, index + 2, mixed)
        if following[0].text in {r"\frac", r"\dfrac", r"\tfrac"}:
            part = self._command(index + 1, 1)
            return Parsed(token.value + part.value, part.end, mixed) if part and 0 < part.value < 1 else whole
        numbers = len(following) == 3 and following[0].kind == following[2].kind == "number"
        if numbers and self._is_tight_slash(index + 2) and following[0].gap and 0 < following[0].value < following[2].value:
            return Parsed(token.value + following[0].value / following[2].value, index + 4, mixed)
        return whole

    def _command(self, index: int, depth: int) -> Parsed | None:
        name = self.tokens[index].text
        if name in {r"\frac", r"\dfrac", r"\tfrac"}:
            return self._latex_fraction(index, depth)
        if name == r"\sqrt":
            if self._text(index + 1) == "[":
                degree = self._bracket(index + 1, depth + 1)
                return None if degree is None else self._root(degree.end, depth, degree.value)
            return self._root(index + 1, depth, 2)
        return self._function(index, depth) if name[1:] in _FUNCTION_NAMES else None

    def _latex_fraction(self, index: int, depth: int) -> Parsed | None:
        following = self.tokens[index + 1] if index + 1 < len(self.tokens) else None
        if following is not None and following.kind == "number" and len(following.text) == 2 and following.text.isdigit():
            top, bottom, end = float(following.text[0]), float(following.text[1]), index + 2
            return Parsed(top / bottom, end, Form.FRACTION) if bottom else None
        above = self._atom(index + 1, depth + 1)
        below = self._atom(above.end, depth + 1) if above else None
        if above is None or below is None or below.value == 0:
            return None
        return Parsed(above.value / below.value, below.end, above.form | below.form | Form.FRACTION)

    def _worded(self, index: int, depth: int) -> Parsed | None:
        word, following = self.tokens[index].text, self._text(index + 1)
        if word in {"sqrt", "rt", "root", "radical"}:
            return self._root(index + 1 + (following == "of"), depth, 2)
        if word in {"square", "cube"} and following == "root":
            return self._root(index + 2 + (self._text(index + 2) == "of"), depth, 2 if word == "square" else 3)
        if word == "square" and following == "of":
            base = self._atom(index + 2, depth + 1)
            is_small = base is not None and abs(base.value) < 1e100
            return Parsed(base.value**2, base.end, base.form | Form.POWER) if base and is_small else None
        if word in _OF_WORDS and following == "of":
            return self._of_two(index + 2, depth, _OF_WORDS[word])
        if word in _FUNCTION_NAMES:
            return self._function(index, depth)
        if word == "pi":
            return Parsed(math.pi, index + 1, Form.PI)
        number = read_word_number(self.tokens, index)
        if number is None:
            return None
        form = Form.WORDS | (Form.FRACTION if number.is_fraction else Form.DECIMAL if number.decimals else Form.WHOLE)
        return Parsed(number.value, number.end, form, number.decimals)

    def _of_two(self, start: int, depth: int, operation: Callable[[float, float], float]) -> Parsed | None:
        first = self._unary(start, depth + 1)
        if first is None or self._text(first.end) != "and":
            return None
        second = self._unary(first.end + 1, depth + 1)
        if second is None or second.value == 0:
            return None
        return Parsed(operation(first.value, second.value), second.end, first.form | second.form | Form.SUM)

    def _root(self, index: int, depth: int, degree: float) -> Parsed | None:
        radicand = self._atom(index, depth + 1)
        if radicand is None or radicand.value < 0 or degree <= 0:
            return None
        return Parsed(radicand.value ** (1 / degree), radicand.end, radicand.form | Form.ROOT)

    def _function(self, index: int, depth: int) -> Parsed | None:
        name = _FUNCTION_NAMES[self.tokens[index].text.lstrip("\\")]
        index += 1
        if self._text(index) == "⁻¹":
            name, index = f"arc{name}", index + 1
        elif [self._text(index + k) for k in range(5)] == ["^", "{", "-", "1", "}"]:
            name, index = f"arc{name}", index + 5
        index += self._text(index) == "of"
        argument = self.compact(index, depth + 1)
        if argument is None:
            return None
        try:
            value = _FUNCTIONS[name](argument.value)
        except ValueError:
            return None
        return Parsed(value, unit_at(self.tokens, argument.end)[1], argument.form | Form.FUNCTION)

    def _bracket(self, index: int, depth: int) -> Parsed | None:
        if index in self._dead or self._text(index) not in _CLOSING:
            return None
        inner = self.sum(index + 1, depth + 1)
        if inner is None or self._text(inner.end) != _CLOSING[self._text(index)]:
            self._dead.add(index)
            return None
        return inner._replace(end=inner.end + 1)

    def _text(self, index: int) -> str:
        return self.tokens[index].text if 0 <= index < len(self.tokens) else ""

    def _is_cube_root(self, index: int) -> bool:
        return self._text(index + 1) == "√" and not self.tokens[index + 1].gap and (index == 0 or self.tokens[index].gap)

    def _is_tight_slash(self, index: int) -> bool:
        if self._text(index) != "/" or index + 1 >= len(self.tokens):
            return False
        return not (self.tokens[index].gap or self.tokens[index + 1].gap)

    def _multiplies(self, index: int) -> bool:
        """Whether the token multiplies what stands before it without a sign: √, π, a root in words."""
        text = self._text(index)
        if text in {"√", "∛", "π", "pi", r"\sqrt", "sqrt", "root", "radical", "rt"}:
            return True
        return text in {"square", "cube"} and self._text(index + 1) == "root"

    def _is_times_letter(self, index: int) -> bool:
        after = self.tokens[index + 1] if index + 1 < len(self.tokens) else None
        return after is not None and after.kind == "number" and after.gap == self.tokens[index].gap

    def _begins_operand(self, index: int) -> bool:
        return index < len(self.tokens) and (self.tokens[index].kind == "number" or self.tokens[index].text in {"√", "("})

    def _is_glued(self, index: int) -> bool:
        """Whether a letter that is no unit stands right after the number, as in ``2x``."""
        if index >= len(self.tokens) or self.tokens[index].kind != "word" or self.tokens[index].gap:
            return False
        return not (unit_at(self.tokens, index)[0] or self._is_times_letter(index))
