"""Solved problems of the bank with their tracers, each made once."""

from functools import cache

import pytest

from gnomon.geometry import solution_of
from gnomon.problem import bank
from gnomon.tracing import Tracer


@cache
def _tracer(problem_id):
    return Tracer(solution_of(bank()[problem_id]))


@pytest.fixture
def tracer():
    """Return a function from the id of a bank problem to its tracer."""
    return _tracer


@pytest.fixture
def solution():
    """Return a function from the id of a bank problem to its solution."""
    return lambda problem_id: solution_of(bank()[problem_id])
