"""Numbers and calculations read from text, named equality policies, and numbers written as a school writes them."""

from gnomon.algebra.arithmetic import Arithmetic, read_arithmetic
from gnomon.algebra.equality import POLICIES, Policy, Verdict, compare, equal, is_rounded
from gnomon.algebra.formatting import show_number
from gnomon.algebra.free import FreeEquality, FreeEqualityError
from gnomon.algebra.numbers import NumberKind, NumberRole, ReadNumber, read_number, read_numbers

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
