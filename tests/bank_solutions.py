"""Solutions of the problem bank, each worked out once a process: many tests start from one."""

from functools import cache

from gnomon.geometry import Solution, solve
from gnomon.problem import bank


@cache
def bank_solution(problem_id: str) -> Solution:
    """Return the solution of a problem of the bank; it is not to be changed."""
    return solve(bank()[problem_id])
