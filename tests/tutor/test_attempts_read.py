"""Lines of made attempts: what is right in them is never called wrong."""

from collections.abc import Iterator, Sequence

import pytest

from gnomon.geometry import applicable, misconceptions, solution_of
from gnomon.problem import bank
from gnomon.student import make_attempt
from gnomon.tutor import reader_of

_MOST_IDEAS = 3
"""Misconceptions tried for each problem: the lines before the wrong one repeat themselves soon."""


def _called_wrong(names: Sequence[str]) -> Iterator[tuple[str, str, bool]]:
    """Yield the lines with a claim that is called wrong: the problem, the line, whether it is the one made wrong."""
    for name in names:
        problem, solution = bank()[name], solution_of(bank()[name])
        reader = reader_of(problem, solution) if solution.proof is not None else None
        if reader is None or solution.proof is None:
            continue
        seen: set[str] = set()
        for idea in list(applicable(solution.proof, solution.deduction))[:_MOST_IDEAS]:
            attempt = make_attempt(problem, solution.proof, misconceptions()[idea], deduction=solution.deduction, seed=0)
            for at, line in enumerate(attempt.lines[: attempt.wrong_step + 1]):
                if line in seen:
                    continue
                seen.add(line)
                judgements = reader.taken(reader.read(line, None, is_written_work=True))
                if any(judgement.truth.value == "wrong" for judgement in judgements):
                    yield name, line, at == attempt.wrong_step


def _check(names: Sequence[str]) -> None:
    found = list(_called_wrong(names))
    assert [(name, line) for name, line, is_made_wrong in found if not is_made_wrong] == []
    assert any(is_made_wrong for _, _, is_made_wrong in found)  # the control: it is not that nothing is ever wrong


@pytest.mark.slow
def test_no_right_line_of_an_attempt_at_any_problem_is_called_wrong() -> None:
    _check(list(bank()))
