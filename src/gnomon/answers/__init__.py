"""Numbers and calculations read from text, named equality policies, and numbers written as a school writes them."""

from gnomon.answers.arithmetic import Arithmetic, read_arithmetic
from gnomon.answers.equality import POLICIES, Policy, Verdict, compare, equal, is_rounded
from gnomon.answers.formatting import show_number
from gnomon.answers.free import FreeEquality, FreeEqualityError
from gnomon.answers.numbers import NumberKind, NumberRole, ReadNumber, read_number, read_numbers

__all__ = [
    "POLICIES",
    "Arithmetic",
    "FreeEquality",
    "FreeEqualityError",
    "NumberKind",
    "NumberRole",
    "Policy",
    "ReadNumber",
    "Verdict",
    "compare",
    "equal",
    "is_rounded",
    "read_arithmetic",
    "read_number",
    "read_numbers",
    "show_number",
]
