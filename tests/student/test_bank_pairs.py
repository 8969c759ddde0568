"""The problem bank and the misconceptions fit together: enough pairs, and no misconception without problems."""

from collections import Counter

import pytest

from gnomon.geometry import applicable, misconceptions, solution_of
from gnomon.problem import bank

pytestmark = pytest.mark.slow


def test_every_misconception_applies_to_three_problems_and_there_are_four_hundred_pairs():
    counts: Counter[str] = Counter()
    for problem in bank().values():
        solution = solution_of(problem)
        assert solution.answer == pytest.approx(problem.answer, rel=0.01), problem.id
        counts.update(list(applicable(solution.proof, solution.deduction)))
    assert {name: counts[name] for name in misconceptions() if counts[name] < 3} == {}
    assert sum(counts[name] for name, idea in misconceptions().items() if not idea.is_slip) >= 400
