"""Solutions are found once a problem, beside the event loop, and not kept without end."""

import asyncio
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from gnomon.geometry import SolutionCache, solutions, solve, solved
from gnomon.problem import Problem, Question, bank, proofs


@pytest.fixture
def calls(monkeypatch):
    """Return the threads that solved, with the problem's id."""
    seen = []

    def watched(problem):
        seen.append((problem.id, threading.current_thread()))
        return solve(problem)

    monkeypatch.setattr(solutions, "solve", watched)
    return seen


def problem(name, text="How many?"):
    return Problem(id=name, question=Question(text=text))


def test_a_problem_is_solved_once_also_as_an_equal_copy(calls):
    cache = SolutionCache()
    assert cache.solution(problem("a")) is cache.solution(problem("a"))
    assert len(calls) == 1


def test_another_problem_under_the_same_id_is_solved_anew(calls):
    cache = SolutionCache()
    assert cache.solution(problem("a", "Other?")).problem != cache.solution(problem("a")).problem
    assert len(calls) == 2


def test_of_too_many_the_one_asked_for_longest_ago_is_dropped(calls):
    cache = SolutionCache(most=2)
    for name in "abaca":  # a is asked for again, so c drops b
        cache.solution(problem(name))
    cache.solution(problem("b"))
    assert [name for name, _ in calls] == ["a", "b", "c", "b"]
    assert len(cache) == 2


def test_the_whole_bank_is_kept_with_room_for_more():
    assert len(bank()) + len(proofs()) < 0.8 * solutions._MOST


def test_threads_that_ask_at_once_share_one_solution(calls):
    cache, start = SolutionCache(), threading.Barrier(4)

    def ask(_):
        start.wait()
        return cache.solution(problem("a"))

    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(ask, range(4)))
    assert len({id(each) for each in found}) == len(calls) == 1


def test_the_event_loop_does_not_solve_itself(calls, monkeypatch):
    monkeypatch.setattr(solutions, "_CACHE", SolutionCache())
    asyncio.run(solved(problem("a")))
    assert calls[0][1] is not threading.main_thread()
