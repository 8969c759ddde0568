"""The one parser: numbers, calculations and expressions, by recursive descent over the tokens of `gnomon.algebra.lexer`.

`Parser.compact` reads one number as a school writes it (``57``, ``3/4``, ``2 1/2``, ``5√3``, ``12π``, ``3²``, "fifty-seven"),
`Parser.sum` a calculation ("180 - 62 - 61", "10·cos 30°", "half of 126", "one more than 56"); both read what they can and say
where they stopped. With ``symbolic`` the parser reads school algebra: tokens with a meaning (letters, quantities) are operands,
a multiplication sign may be left out (``3x``, ``2(y - 10)``), multiplication and division go from left to right, and a
calculation without a value, such as the root of a negative number, is kept for whoever evaluates it.

Angles are in degrees. ``2^3^2`` is ``2^(3^2)`` and ``-x^2`` is ``-(x^2)``. Nesting beyond `MAX_DEPTH` is not read; brackets that
failed are remembered, so that the work stays linear in the text.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from enum import Flag, auto
from fractions import Fraction
from typing import NamedTuple

from gnomon.algebra.expression import FUNCTIONS, Expression, Number, Operation, apply
from gnomon.algebra.lexer import Token
from gnomon.algebra.words import NUMBER_WORDS, read_word_number, word_at

MAX_DEPTH = 40
"""Brackets, signs and roots inside one another; eight calls each, well within Python's thousand."""

_TOWER = 10
"""What a power in an exponent counts towards that: nobody writes four storeys, and repetition stays cheap."""


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
    """What was read from tokens."""

    tree: Expression
    value: float
    """nan where a letter or quantity is in it."""
    end: int
    """Index of the token after it."""
    form: Form = Form.WHOLE
    decimals: int = 0
    """Decimals written, of a plain numeral; 0 otherwise."""


_UNIT_WORDS = {
    "degree": "°", "degrees": "°", "deg": "°", "percent": "%", "pct": "%",
    "mm": "mm", "cm": "cm", "dm": "dm", "km": "km", "m": "m", "metre": "m", "metres": "m", "meter": "m", "meters": "m",
    "centimetre": "cm", "centimetres": "cm", "centimeter": "cm", "centimeters": "cm",
    "decimetre": "dm", "decimetres": "dm", "decimeter": "dm", "decimeters": "dm",
    "millimetre": "mm", "millimetres": "mm", "millimeter": "mm", "millimeters": "mm",
    "kilometre": "km", "kilometres": "km", "kilometer": "km", "kilometers": "km",
    "inch": "in", "inches": "in", "ft": "ft", "foot": "ft", "feet": "ft", "yd": "yd", "yard": "yd", "yards": "yd",
    "mile": "mi", "miles": "mi", "unit": "unit", "units": "unit", "dollar": "$", "dollars": "$", "cents": "¢",
    "kg": "kg", "g": "g", "l": "l", "litres": "l", "liters": "l", "hours": "h", "minutes": "min", "seconds": "s",
    "radian": "rad", "radians": "rad", "rad": "rad",
}  # fmt: skip
_POWER_WORDS = {"square": "²", "sq": "²", "squared": "²", "cubic": "³", "cubed": "³"}
_POWERS_AFTER = frozenset({"squared", "cubed"})
"""Those that stand after a unit; before one they are the power of the number, and an "in" after them no inch."""
_UNIT_POWERS = {"2": "²", "3": "³", "²": "²", "³": "³"}
_ADDITIVE = {"+": "+", "-": "-", "plus": "+", "minus": "-"}
_COMPARATIVES = {
    **dict.fromkeys(("more", "greater", "bigger", "larger", "higher"), "+"),
    **dict.fromkeys(("less", "fewer", "smaller", "lower"), "-"),
}
_MULTIPLES = {"twice": Fraction(2), "double": Fraction(2), "thrice": Fraction(3), "triple": Fraction(3)}
"""Words that multiply what follows them without a sign."""
_OF_WORDS = {"sum": "+", "product": "*", "difference": "-", "quotient": "/"}
_FUNCTION_NAMES = {name: name for name in FUNCTIONS if name != "sqrt"} | {"sine": "sin", "cosine": "cos", "tangent": "tan"}
_FRACTION_COMMANDS = {r"\frac", r"\dfrac", r"\tfrac"}
_ROOT_WORDS = {"sqrt", "rt", "root", "radical"}
OPERAND_WORDS = NUMBER_WORDS.union(_ROOT_WORDS, _OF_WORDS, _FUNCTION_NAMES, {"square", "cube", "pi", "a"})
"""Words that a number or calculation can begin with, signs and multiples aside."""
BEGINNINGS = OPERAND_WORDS.union(_MULTIPLES, {"minus", "negative", "half", "the"})
"""Words that a calculation can begin with."""
_SIGNS = {"-", "+", "minus", "negative"}
_CLOSING = {"(": ")", "{": "}", "[": "]"}
_RADICALS = {"√": Fraction(2), "∛": Fraction(3)}
"""Signs of roots with the degree of the root."""


def unit_at(tokens: Sequence[Token], index: int) -> tuple[str, int]:
    """Return the unit that stands at token ``index`` and the index after it; ("", index) for none.

    Units: °, %, lengths with their squares and cubes ("cm²", "cm^2", "cm2", "sq. cm", "square units"), $ and a few more.
    """
    start = index
    if index >= len(tokens) or tokens[index].kind not in {"sign", "word"}:
        return "", start
    if tokens[index].text == "^":
        braced = _is_sign(tokens, index + 1, "{")
        return ("°", index + 2 + 2 * braced) if _is_sign(tokens, index + 1 + braced, "°") else ("", start)
    if tokens[index].kind == "sign" and tokens[index].text in "°%€£":
        return tokens[index].text, index + 1
    is_braced = _is_sign(tokens, index, "{")
    index += is_braced or (_is_sign(tokens, index, "-") and not any(token.gap for token in tokens[index : index + 2]))  # a hyphen
    before = word_at(tokens, index)
    power = _POWER_WORDS.get(before, "")
    index += bool(power)
    index += before == "sq" and _is_sign(tokens, index, ".")
    word, index = word_at(tokens, index), index + 1
    if not power:
        power, index = _unit_power(tokens, index)
    if is_braced and _is_sign(tokens, index, "}"):
        index += 1
        if not power:
            power, index = _unit_power(tokens, index)  # \text{cm}^2
    ends_text = _is_sign(tokens, index, ".") and index + 1 >= len(tokens)
    if word == "in" and (ends_text or (power and before not in _POWERS_AFTER)):  # else it is the preposition
        return f"in{power}", index
    unit = _UNIT_WORDS.get(word, "")
    return (unit + power, index) if unit else ("", start)


def _unit_power(tokens: Sequence[Token], index: int) -> tuple[str, int]:
    """Return the power that is written after a unit, as in ``cm²``, ``cm^2``, ``cm^{2}``, ``cm2`` and "cm squared"."""
    word = word_at(tokens, index)
    if word in _POWERS_AFTER:
        return _POWER_WORDS[word], index + 1
    if index >= len(tokens) or tokens[index].gap:
        return "", index
    is_raised = tokens[index].text in {"^", "**"}
    is_braced = is_raised and _is_sign(tokens, index + 1, "{") and _is_sign(tokens, index + 3, "}")
    digit = tokens[index + is_raised + is_braced : index + is_raised + is_braced + 1]
    power = _UNIT_POWERS.get(digit[0].text, "") if digit else ""
    return (power, index + is_raised + 1 + 2 * is_braced) if power else ("", index)


def _is_sign(tokens: Sequence[Token], index: int, text: str) -> bool:
    return index < len(tokens) and tokens[index].text == text and tokens[index].kind == "sign"


class Parser:
    """A reader of numbers and calculations in one list of tokens.

    Args:
        tokens: of `gnomon.algebra.lexer.tokenize`.
        symbolic: whether to read school algebra; see the module.
    """

    def __init__(self, tokens: Sequence[Token], *, symbolic: bool = False) -> None:
        self.tokens = tokens
        self.symbolic = symbolic
        # A name is no operator even where it is spelled like one, as the letter x is.
        self._texts = ["" if token.meaning is not None else token.text for token in tokens]
        self._dead: set[int] = set()

    def compact(self, start: int, depth: int = 0) -> Parsed | None:
        """Read one number as a school writes it, without a sign; None when none begins at token ``start``."""
        left = self._power(start, depth)
        while left is not None and not self.symbolic:
            index = left.end
            if self._is_tight_slash(index) and Form.FRACTION not in left.form:
                right = self._power(index + 1, depth + 1)
                joined = self._made("/", left, right, Form.FRACTION)
            elif self._multiplies(index):
                joined = self._made("*", left, self._power(index, depth + 1))
            else:
                return left
            if joined is None:
                return left
            left = joined
        return left

    def sum(self, start: int, depth: int = 0) -> Parsed | None:
        """Read a calculation, or one number; None when none begins at token ``start``. Units inside are passed over."""
        left = self._product(start, depth)
        while left is not None:
            operator = self._text(left.end)
            if operator in _ADDITIVE:
                joined = self._made(_ADDITIVE[operator], left, self._product(left.end + 1, depth), Form.SUM)
            elif operator in _COMPARATIVES and self._text(left.end + 1) == "than":
                # "Three less than ten" is 10 - 3: the sides change places.
                joined = self._made(_COMPARATIVES[operator], self._product(left.end + 2, depth), left, Form.SUM)
            else:
                return left
            if joined is None:
                return left
            left = joined
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

    def _made(self, symbol: str, left: Parsed | None, right: Parsed | None, form: Form = Form.WHOLE) -> Parsed | None:
        """Join two operands; None where one is missing or the result has no value (and nobody will evaluate it later)."""
        if left is None or right is None:
            return None
        try:
            value = apply(symbol, left.value, right.value)
        except OverflowError:
            return None  # nobody means such a number, and exact algebra would work on it for ever
        except (ArithmeticError, ValueError):
            value = math.nan
        if math.isinf(value) or (math.isnan(value) and not self.symbolic):
            return None
        return Parsed(Operation(symbol, (left.tree, right.tree)), value, max(left.end, right.end), left.form | right.form | form)

    def _product(self, start: int, depth: int) -> Parsed | None:
        if self.symbolic and self._text(start) == "-" and depth < MAX_DEPTH:
            inner = self._product(start + 1, depth + 1)  # the sign of -2x is that of the whole product
            return None if inner is None else _negative(inner)
        left = self._unary(start, depth)
        while left is not None:
            operation = self._operator(left)
            if operation is None:
                return left
            symbol, index, form = operation
            is_written = index > left.end or not self.symbolic
            right = self._unary(index, depth) if is_written else self._power(index, depth)
            joined = self._made(symbol, left, right, form)
            if joined is None:
                return left
            left = joined._replace(end=unit_at(self.tokens, joined.end)[1])
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
            case "(" | "{" | "[" if self.symbolic or not self.tokens[index].gap:
                return "*", index, Form.PRODUCT
        is_factor = self.symbolic and (self._multiplies(index) or self._is_name(index) or self._text(index) in _FRACTION_COMMANDS)
        if is_factor or self._text(index).lstrip("\\") in _FUNCTION_NAMES:
            return "*", index, Form.PRODUCT
        return None

    def _unary(self, start: int, depth: int) -> Parsed | None:
        if depth > MAX_DEPTH:
            return None
        index, is_negative, factor = start, False, None
        while self._text(index) in _SIGNS and index - start < 3:  # "minus -(-5)" is written; a longer row is a rule of dashes
            is_negative ^= self._text(index) != "+"
            index += 1
        if self._text(index) in _MULTIPLES:
            factor, index = _MULTIPLES[self._text(index)], index + 1
        elif self._text(index) == "half" and self._begins_operand(index + 1):
            factor, index = Fraction(1, 2), index + 1
        index += self._text(index) == "the" and self._text(index + 1) in {"square", "cube", *_OF_WORDS}
        operand = self.compact(index, depth + 1)
        if operand is None or self._is_glued(operand.end):
            return None
        unit, end = unit_at(self.tokens, operand.end)
        found: Parsed | None = operand._replace(end=end)
        if unit == "%":
            found = operand._replace(end=end, form=operand.form | Form.FRACTION)
            if self._text(end) == "of":
                found = self._made("/", found, _number(Fraction(100), end))
        if factor is not None:
            found = self._made("*", _number(factor, index), found, Form.PRODUCT)
        return None if found is None else _negative(found) if is_negative else found

    def _power(self, start: int, depth: int) -> Parsed | None:
        base = self._atom(start, depth)
        exponent = self._exponent(base.end, depth) if base else None
        return base if exponent is None else self._made("^", base, exponent, Form.POWER)

    def _exponent(self, index: int, depth: int) -> Parsed | None:
        text = self._text(index)
        if index < len(self.tokens) and self.tokens[index].kind == "superscript" and not self._is_cube_root(index):
            return _number(self.tokens[index].exact, index + 1)
        if text in {"squared", "cubed"}:
            return _number(Fraction(2 if text == "squared" else 3), index + 1)
        if text == "to" and self._text(index + 1) == "the" and self._text(index + 2) == "power":
            return self._atom(index + 3 + (self._text(index + 3) == "of"), depth + 1)
        if text not in {"^", "**"} or depth > MAX_DEPTH:
            return None
        is_negative = self._text(index + 1) == "-"
        exponent = self._power(index + 1 + is_negative, depth + _TOWER)
        return _negative(exponent) if exponent and is_negative else exponent

    def _atom(self, index: int, depth: int) -> Parsed | None:
        if depth > MAX_DEPTH or not 0 <= index < len(self.tokens) or index in self._dead:
            return None
        found = self._atom_of(self.tokens[index], index, depth)
        if found is None:
            self._dead.add(index)
        return found

    def _atom_of(self, token: Token, index: int, depth: int) -> Parsed | None:
        if token.meaning is not None:
            return Parsed(token.meaning, math.nan, index + 1)
        if token.text == "π":
            return Parsed(Number("pi"), math.pi, index + 1, Form.PI)
        if token.text in _RADICALS:
            return self._root(index + 1, depth, _number(_RADICALS[token.text], index))
        match token.kind:
            case "number":
                return self._numeral(index)
            case "fraction_character":
                return _number(token.exact, index + 1, Form.FRACTION)
            case "superscript" if self._is_cube_root(index):
                return self._root(index + 2, depth, _number(token.exact, index))
            case "command":
                return self._command(index, depth)
            case "word":
                return self._worded(index, depth)
            case _:
                return self._bracket(index, depth)

    def _numeral(self, index: int) -> Parsed:
        token, following = self.tokens[index], self.tokens[index + 1 : index + 4]
        exact = token.exact
        whole = Parsed(Number(exact), token.value, index + 1, Form.DECIMAL if token.decimals else Form.WHOLE, token.decimals)
        if token.decimals or not following:
            return whole
        part, end = Fraction(0), index + 1
        if following[0].kind == "fraction_character":
            part, end = following[0].exact, index + 2
        elif following[0].text in _FRACTION_COMMANDS:
            read = self._command(index + 1, 1)
            match read.tree if read else None:
                case Operation("/", (Number(Fraction() as top), Number(Fraction() as bottom))) if bottom and read:
                    part, end = top / bottom, read.end
        elif len(following) == 3 and following[0].gap and self._is_tight_slash(index + 2):
            above, below = following[0], following[2]
            if above.kind == below.kind == "number" and below.value:
                part, end = above.exact / below.exact, index + 4
        return _number(exact + part, end, Form.FRACTION | Form.MIXED) if 0 < part < 1 else whole

    def _command(self, index: int, depth: int) -> Parsed | None:
        name = self.tokens[index].text
        if name in _FRACTION_COMMANDS:
            return self._latex_fraction(index, depth)
        if name == r"\sqrt":
            degree = self._bracket(index + 1, depth + 1) if self._text(index + 1) == "[" else _number(Fraction(2), index + 1)
            return None if degree is None else self._root(degree.end, depth, degree)
        return self._function(index, depth) if name[1:] in _FUNCTION_NAMES else None

    def _latex_fraction(self, index: int, depth: int) -> Parsed | None:
        following = self.tokens[index + 1] if index + 1 < len(self.tokens) else None
        if following is not None and following.kind == "number" and len(following.text) == 2 and following.text.isdigit():
            above: Parsed | None = _number(Fraction(int(following.text[0])), index + 2)  # \frac34
            below: Parsed | None = _number(Fraction(int(following.text[1])), index + 2)
        else:
            above = self._atom(index + 1, depth + 1)
            below = self._atom(above.end, depth + 1) if above else None
        return self._made("/", above, below, Form.FRACTION)

    def _worded(self, index: int, depth: int) -> Parsed | None:
        word, following = self.tokens[index].text, self._text(index + 1)
        if word not in OPERAND_WORDS:
            return None
        if word in _ROOT_WORDS:
            return self._root(index + 1 + (following == "of"), depth, _number(Fraction(2), index))
        if word in {"square", "cube"} and following == "root":
            degree = _number(Fraction(2 if word == "square" else 3), index)
            return self._root(index + 2 + (self._text(index + 2) == "of"), depth, degree)
        if word == "square" and following == "of":
            return self._made("^", self._atom(index + 2, depth + 1), _number(Fraction(2), index), Form.POWER)
        if word in _OF_WORDS and following == "of":
            return self._of_two(index + 2, depth, word)
        if word in _FUNCTION_NAMES:
            return self._function(index, depth)
        if word == "pi":
            return Parsed(Number("pi"), math.pi, index + 1, Form.PI)
        number = read_word_number(self.tokens, index)
        if number is None:
            return None
        form = Form.WORDS | (Form.FRACTION if number.is_fraction else Form.DECIMAL if number.decimals else Form.WHOLE)
        return _number(number.value, number.end, form)._replace(decimals=number.decimals)

    def _of_two(self, start: int, depth: int, word: str) -> Parsed | None:
        first = self._unary(start, depth + 1)
        if first is None or self._text(first.end) != "and":
            return None
        second = self._unary(first.end + 1, depth + 1)
        found = self._made(_OF_WORDS[word], first, second, Form.SUM)
        return _negative(found) if found and word == "difference" and found.value < 0 else found

    def _root(self, index: int, depth: int, degree: Parsed) -> Parsed | None:
        radicand = self._atom(index, depth + 1)
        if radicand is None:
            return None
        if degree.value != 2:
            if not (degree.value > 0 and (self.symbolic or radicand.value >= 0)):
                return None
            inverse = self._made("/", _number(Fraction(1), index), degree)
            return self._made("^", radicand, inverse and inverse._replace(end=index), Form.ROOT)
        return self._applied("sqrt", radicand, Form.ROOT)

    def _applied(self, name: str, argument: Parsed, form: Form) -> Parsed | None:
        """Return a function of ``argument``; as `_made`."""
        try:
            value = apply(name, argument.value)
        except ValueError:
            value = math.nan
        if math.isnan(value) and not self.symbolic:
            return None
        return Parsed(Operation(name, (argument.tree,)), value, argument.end, argument.form | form)

    def _function(self, index: int, depth: int) -> Parsed | None:
        name = _FUNCTION_NAMES[self.tokens[index].text.lstrip("\\")]
        index += 1
        if self._text(index) == "⁻¹":
            name, index = f"arc{name}", index + 1
        elif [self._text(index + k) for k in range(5)] == ["^", "{", "-", "1", "}"]:
            name, index = f"arc{name}", index + 5
        if self.symbolic and name.startswith("arc"):
            return None  # no room does algebra with them
        index += self._text(index) == "of"
        # What follows a bracket, as in cos(60)/2 and sin(30)², is not the function's.
        read = self._atom if self.symbolic or self._text(index) in _CLOSING else self.compact
        argument = read(index, depth + 1)
        if argument is None:
            return None
        return self._applied(name, argument._replace(end=unit_at(self.tokens, argument.end)[1]), Form.FUNCTION)

    def _bracket(self, index: int, depth: int) -> Parsed | None:
        closing = _CLOSING.get(self._text(index))
        inner = self.sum(index + 1, depth + 1) if closing else None
        return inner._replace(end=inner.end + 1) if inner and self._text(inner.end) == closing else None

    def _text(self, index: int) -> str:
        return self._texts[index] if index < len(self._texts) else ""

    def _is_name(self, index: int) -> bool:
        return index < len(self.tokens) and self.tokens[index].meaning is not None

    def _is_cube_root(self, index: int) -> bool:
        return self._text(index + 1) == "√" and not self.tokens[index + 1].gap and (index == 0 or self.tokens[index].gap)

    def _is_tight_slash(self, index: int) -> bool:
        if self._text(index) != "/" or index + 1 >= len(self.tokens):
            return False
        return not (self.tokens[index].gap or self.tokens[index + 1].gap)

    def _multiplies(self, index: int) -> bool:
        """Whether the token multiplies what stands before it without a sign: √, π, a root in words."""
        text = self._text(index)
        if text in {*_RADICALS, *_ROOT_WORDS, "π", "pi", r"\sqrt"}:
            return True
        return text in {"square", "cube"} and self._text(index + 1) == "root"

    def _is_times_letter(self, index: int) -> bool:
        after = self.tokens[index + 1] if index + 1 < len(self.tokens) else None
        return after is not None and after.kind == "number" and after.gap == self.tokens[index].gap

    def _begins_operand(self, index: int) -> bool:
        if index >= len(self.tokens):
            return False
        token = self.tokens[index]
        return token.kind == "number" or token.meaning is not None or token.text in {"√", "("}

    def _is_glued(self, index: int) -> bool:
        """Whether a letter that is no unit stands right after the number, as in ``2x``."""
        if index >= len(self.tokens) or self.tokens[index].kind != "word" or self.tokens[index].gap:
            return False
        if self.symbolic or self.tokens[index].text in _FUNCTION_NAMES:
            return False
        return not (unit_at(self.tokens, index)[0] or self._is_times_letter(index))


def _number(value: Fraction, end: int, form: Form = Form.WHOLE) -> Parsed:
    return Parsed(Number(value), float(value), end, form)


def _negative(parsed: Parsed) -> Parsed:
    """Turn the sign, that of the leading number where there is one: -5x is (-5)x."""
    return parsed._replace(tree=_turned(parsed.tree), value=-parsed.value)


def _turned(tree: Expression) -> Expression:
    match tree:
        case Number(Fraction() as value):
            return Number(-value)
        case Operation("*", (Number() as factor, rest)):
            return Operation("*", (_turned(factor), rest))
        case _:
            return Operation("neg", (tree,))


_KNOWN_WORDS = frozenset(
    {
        *_ADDITIVE,
        *_MULTIPLES,
        *_FUNCTION_NAMES,
        *_ROOT_WORDS,
        *_UNIT_WORDS,
        *_POWER_WORDS,
        *NUMBER_WORDS,
        "pi",
        "times",
        "over",
        "half",
    }
)


def is_known_word(word: str) -> bool:
    """Whether the parser reads ``word`` by itself as a number, an operation or a unit; shorter than three letters only pi."""
    return word in _KNOWN_WORDS and (len(word) > 2 or word == "pi")


def is_unit_word(word: str) -> bool:
    """Whether ``word``, of two letters or more, is one that `unit_at` reads; single letters are unknowns as often as units."""
    return len(word) > 1 and (word == "in" or word in _UNIT_WORDS or word in _POWER_WORDS)
