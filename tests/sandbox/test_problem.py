"""Forms of problems with tests."""

import pytest

from gnomon.sandbox import ProblemFormatError, TestedProblem, read_problem
from tests.every import every

PROMPT = "from typing import List\n\ndef f(x: List[int]) -> int:\n    '''Add.'''\n"


def test_humaneval_gets_the_call_of_its_check():
    problem = read_problem(
        {"task_id": "HumanEval/0", "prompt": PROMPT, "test": "def check(g):\n    assert g(1)\n", "entry_point": "f"}
    )
    assert problem.tests == "def check(g):\n    assert g(1)\n\ncheck(f)\n"
    assert problem.program("    return x\n") == f"{PROMPT}    return x\n"


def test_a_check_that_is_called_already_is_left_alone():
    tests = "def check(g):\n    assert g(1)\n\ncheck(f)"
    assert read_problem({"prompt": PROMPT, "tests": tests, "entry_point": "f"}).tests == tests


@pytest.mark.parametrize("key", ["testcase", "tests", "test_list"])
def test_a_list_of_asserts_is_one_program(key):
    problem = read_problem({"entry_point": "f", key: ["assert f(1) == 2", "assert f(2) == 3"]})
    assert problem == TestedProblem("assert f(1) == 2\nassert f(2) == 3", "f")


def test_a_setup_comes_before_the_tests():
    row = {"test_setup_code": "import math", "test_imports": ["import re"], "test_list": ["assert f() == math.pi"]}
    assert read_problem(row).tests == "import math\nimport re\nassert f() == math.pi"


def test_a_head_without_a_docstring_is_continued_too():
    problem = read_problem({"prompt": "def f(x):\n", "tests": "assert f(1)", "entry_point": "f"})
    assert problem.program("    return x\n") == "def f(x):\n    return x\n"
    compile(problem.preamble, "prompt", "exec")


def test_a_prompt_in_words_is_no_program_text():
    problem = read_problem({"prompt": "Write a function f.", "tests": "assert f(1)", "entry_point": "f"})
    assert problem.program("def f(x): return x") == "def f(x): return x"


def test_a_whole_program_may_follow_the_prompt():
    problem = read_problem({"prompt": PROMPT, "test": "assert f([1]) == 1", "entry_point": "f"})
    compile(problem.program("def f(x):\n    return sum(x)\n"), "program", "exec")


@every(
    [
        {},
        {"entry_point": "f"},
        {"tests": []},
        {"tests": "  "},
        {"tests": 3},
        {"tests": [1]},
        {"tests": "f()", "entry_point": "f()"},
        {"tests": "f()", "prompt": 3},
    ]
)
def test_what_cannot_be_read_is_refused(row):
    with pytest.raises(ProblemFormatError, match="expected"):
        read_problem(row)
