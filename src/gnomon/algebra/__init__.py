"""Numbers, calculations and expressions read from text, equality policies, and numbers written as a school writes them."""

from gnomon.algebra.arithmetic import Arithmetic, read_arithmetic
from gnomon.algebra.compiled import Compiled, compiled
from gnomon.algebra.equality import POLICIES, TWO_DECIMALS, Policy, Verdict, compare, equal, is_rounded
from gnomon.algebra.expression import (
    QUANTITY_KINDS,
    Equation,
    Expression,
    ExpressionError,
    Letter,
    Number,
    Operation,
    Quantity,
    QuantityKind,
    constant,
    evaluate,
    quantities_in,
    substitute,
    unknowns,
)
from gnomon.algebra.formatting import show_number
from gnomon.algebra.free import FreeEquality, FreeEqualityError
from gnomon.algebra.lexer import Namer, Token, tokenize
from gnomon.algebra.numbers import NumberKind, NumberRole, ReadNumber, read_number, read_numbers
from gnomon.algebra.parser import unit_at
from gnomon.algebra.points import ElementNameError, in_order, split_points
from gnomon.algebra.reading import bounded, parse_equation, parse_expression, read_algebra, read_tokens, school_letter

__all__ = [
    "POLICIES",
    "QUANTITY_KINDS",
    "TWO_DECIMALS",
    "Arithmetic",
    "Compiled",
    "ElementNameError",
    "Equation",
    "Expression",
    "ExpressionError",
    "FreeEquality",
    "FreeEqualityError",
    "Letter",
    "Namer",
    "Number",
    "NumberKind",
    "NumberRole",
    "Operation",
    "Policy",
    "Quantity",
    "QuantityKind",
    "ReadNumber",
    "Token",
    "Verdict",
    "bounded",
    "compare",
    "compiled",
    "constant",
    "equal",
    "evaluate",
    "in_order",
    "is_rounded",
    "parse_equation",
    "parse_expression",
    "quantities_in",
    "read_algebra",
    "read_arithmetic",
    "read_number",
    "read_numbers",
    "read_tokens",
    "school_letter",
    "show_number",
    "split_points",
    "substitute",
    "tokenize",
    "unit_at",
    "unknowns",
]
