"""Verdicts, what crosses between candidate and tests, and the pool of servers."""

import os
import signal
from concurrent.futures import ThreadPoolExecutor

import pytest

from gnomon.sandbox import TestedProblem, open_sandbox, read_problem

VALUES = [
    *(
        "None",
        "True",
        "-3",
        "2**200",
        "1.5",
        "float('inf')",
        "1j",
        "'é\\ud800'",
        "b'a'",
        "bytearray(b'a')",
        "(1, [2, {3}])",
        "[]",
    ),
    *("{1: {'a': (None,)}}", "frozenset([1])", "range(2, 9, 3)", "__import__('fractions').Fraction(1, 3)"),
    *("__import__('decimal').Decimal('0.10')", "__import__('collections').deque([1], 3)"),
    *("__import__('datetime').date(2024, 2, 29)", "__import__('datetime').timedelta(1, 2)"),
]


def _check(sandbox, tests, program, entry_point="f", **limits):
    return sandbox.check(TestedProblem(tests, entry_point), program, **{"timeout_seconds": 20, **limits})


def test_a_result_names_its_level(sandbox):
    result = _check(sandbox, "assert f(1) == 2", "def f(x): return x + 1")
    assert (result.verdict, result.level, result.reason) == ("passed", sandbox.level.name, "")


def test_a_failure_says_which_line_of_the_tests(sandbox):
    result = _check(sandbox, "x = 1\nassert f(x) == 2, 'too small'", "def f(x): return x")
    assert result.verdict == "failed"
    assert result.reason == "AssertionError: too small (line 2 of the tests)"


@pytest.mark.slow
def test_the_hosts_clock_ends_a_run(sandbox):
    result = _check(sandbox, "f()", "def f():\n    while True: pass", timeout_seconds=0.3)
    assert result.verdict == "timeout"


@pytest.mark.slow
def test_a_loop_in_the_tests_ends_too(sandbox):
    assert _check(sandbox, "while True: pass", "def f(): pass", timeout_seconds=0.3).verdict == "timeout"


def test_memory_is_limited(sandbox):
    assert _check(sandbox, "f()", "def f(): return bytearray(2**29)", memory_bytes=2**28).verdict == "memory"


@pytest.mark.parametrize("tests", ["assert f(", "import numpy\nassert f() == 1", "raise SystemExit(0)"])
def test_tests_that_do_not_work_are_an_error_and_not_the_candidates(sandbox, tests):
    assert _check(sandbox, tests, "def f(): return 1").verdict == "error"


def test_a_module_that_the_candidate_lacks_is_its_failure(sandbox):
    result = _check(sandbox, "assert f() == 1", "import numpy\ndef f(): return 1")
    assert result.verdict == "failed"
    assert "numpy" in result.reason


@pytest.mark.parametrize("value", VALUES)
def test_a_value_crosses_both_ways_with_its_type(sandbox, value):
    tests = f"value = {value}\nassert f(value) == value and type(f(value)) is type(value)"
    assert _check(sandbox, tests, "def f(x): return x").verdict == "passed"


def test_one_is_not_true_when_a_test_looks(sandbox):
    assert _check(sandbox, "assert f() is True", "def f(): return 1").verdict == "failed"


def test_a_function_that_works_in_place_changes_the_tests_argument(sandbox):
    tests = "held = [3, 1, 2]\nassert f(held, {}) is None\nassert held == [1, 2, 3]"
    assert _check(sandbox, tests, "def f(x, y): x.sort()").verdict == "passed"


def test_an_argument_stays_as_it_was_when_something_is_returned(sandbox):
    """Else a candidate could empty what a test is going to compare with."""
    assert _check(sandbox, "held = [1]\nassert f(held) == held", "def f(x):\n    x.clear()\n    return []").verdict == "failed"


def test_keyword_arguments_and_state_between_calls_work(sandbox):
    program = "seen = []\ndef f(*, step=1):\n    seen.append(step)\n    return sum(seen)"
    assert _check(sandbox, "assert (f(step=2), f(), f()) == (2, 3, 4)", program).verdict == "passed"


def test_a_test_may_expect_an_exception_of_the_language(sandbox):
    tests = "try:\n    f()\nexcept ValueError as error:\n    assert str(error) == 'no'\nelse:\n    assert False"
    assert _check(sandbox, tests, "def f(): raise ValueError('no')").verdict == "passed"
    assert _check(sandbox, tests, "class E(ValueError): pass\ndef f(): raise E('no')").verdict == "passed"
    assert _check(sandbox, tests, "def f(): raise KeyError('no')").verdict == "failed"


@pytest.mark.parametrize("program", ["import os\ndef f(): os._exit(0)", "def f(): raise SystemExit", "def f(): return object()"])
def test_a_test_that_catches_everything_takes_no_end_for_an_answer(sandbox, program):
    assert _check(sandbox, "try:\n    f()\nexcept BaseException:\n    pass", program).verdict != "passed"


def test_a_helper_of_the_prompt_is_the_trusted_one(sandbox):
    prompt = "def close(a, b):\n    return abs(a - b) < 0.1\n\ndef f(x):\n    '''Half.'''\n"
    problem = read_problem({"prompt": prompt, "test": "def check(g):\n    assert close(g(1), 0.5)", "entry_point": "f"})
    assert sandbox.check(problem, "    return x / 2\n").verdict == "passed"
    assert sandbox.check(problem, "    return 9\ndef close(a, b): return True\n").verdict == "failed"


def test_names_that_the_tests_do_not_define_come_from_the_candidate_or_the_standard_library(sandbox):
    tests = "assert math.isclose(half(LIMIT), 5) and m.pi > 3"
    program = "import math as m\nLIMIT = 10\ndef half(x): return x / 2\nclass math:\n    isclose = lambda *a: True"
    assert _check(sandbox, tests, program, "").verdict == "passed"
    assert _check(sandbox, tests, program.replace("x / 2", "x"), "").verdict == "failed"


def test_the_tests_may_call_it_the_candidate(sandbox):
    assert _check(sandbox, "assert candidate(1) == 2", "def f(x): return x + 1").verdict == "passed"


@pytest.mark.parametrize(
    ("tests", "program"),
    [
        ("assert Stack().size() == 0", "class Stack:\n    def size(self): return 0"),
        ("assert f(Point(1)) == 1", "class Point:\n    def __init__(self, x): self.x = x\ndef f(p): return p.x"),
        ("assert f(lambda x: x) == 1", "def f(g): return g(1)"),
        ("assert next(f()) == 1", "def f(): yield 1"),
    ],
)
def test_what_cannot_cross_is_refused(sandbox, tests, program):
    assert _check(sandbox, tests, program, "f" if "f(" in tests else "").verdict == "not transferable"


def test_verdicts_are_counted(safe_levels):
    with open_sandbox(safe_levels[-1]) as sandbox:
        for program in ("def f(): return 1", "def f(): return 2", "class f: pass", "def f(): return 2"):
            _check(sandbox, "assert f() == 1", program)
        assert sandbox.counts == {"passed": 1, "failed": 2, "not transferable": 1}


@pytest.mark.slow
def test_several_threads_share_a_sandbox(safe_levels):
    with open_sandbox(safe_levels[-1], workers=2) as sandbox, ThreadPoolExecutor(4) as pool:
        programs = [f"def f(): return {number % 3}" for number in range(24)]
        verdicts = list(pool.map(lambda program: _check(sandbox, "assert f() == 1", program).verdict, programs))
    assert verdicts == ["passed" if number % 3 == 1 else "failed" for number in range(24)]


@pytest.mark.slow
def test_a_server_that_was_killed_is_replaced(safe_levels):
    with open_sandbox(safe_levels[-1]) as sandbox:
        for process in _servers(sandbox):
            os.kill(process.pid, signal.SIGKILL)
            process.wait()
        assert _check(sandbox, "assert f() == 1", "def f(): return 1").verdict == "passed"


def _servers(sandbox):
    pair = sandbox._idle[0]
    return [pair._candidates._process, pair._tests._process]


@pytest.mark.slow
def test_a_closed_sandbox_runs_nothing(safe_levels):
    with open_sandbox(safe_levels[-1]) as sandbox:
        servers = _servers(sandbox)
    assert all(process.poll() is not None for process in servers)
    with pytest.raises(ValueError, match="closed"):
        _check(sandbox, "assert f() == 1", "def f(): return 1")


@pytest.mark.parametrize("limits", [{"timeout_seconds": 0}, {"memory_bytes": 1000}])
def test_a_limit_that_nothing_could_run_in_is_refused(sandbox, limits):
    with pytest.raises(ValueError, match="at least"):
        _check(sandbox, "assert f() == 1", "def f(): return 1", **limits)
