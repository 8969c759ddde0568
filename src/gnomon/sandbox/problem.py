"""Problems with unit tests, in the forms in which they are published.

=============  ==========================================================================================================
HumanEval      ``{"prompt", "test", "entry_point"}``; ``test`` defines ``check(candidate)``; the solution continues the prompt
OpenCoder      ``{"entry_point", "testcase" or "tests" or "test_list": ["assert ...", ...]}``; the solution is a whole program
plain asserts  ``{"tests": "assert ..."}``; which functions they are about is read from the names they use
=============  ==========================================================================================================

Further keys are ignored. The prompt counts as program text, and as trusted, where it is one that defines the entry point.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import dataclass

from gnomon.sandbox.errors import ProblemFormatError

_TESTS = ("test", "tests", "testcase", "test_list", "asserts")
_EMPTY_BODY = "    pass\n"
_SETUP = ("test_setup_code", "test_imports")


@dataclass(frozen=True, slots=True)
class TestedProblem:
    """A problem as the sandbox needs it."""

    __test__ = False  # pytest would take it for a test class

    tests: str
    """Trusted program text that fails by an exception."""
    entry_point: str = ""
    """The function that the tests are about; empty when only the tests name it."""
    prompt: str = ""
    """Trusted program text before the solution: the head of the function, helpers, imports."""

    @property
    def preamble(self) -> str:
        """The prompt as a program of its own: a head that has no body yet gets an empty one."""
        return self.prompt if _parsed(self.prompt) else f"{self.prompt}{_EMPTY_BODY}"

    def program(self, solution: str) -> str:
        """Return the candidate's whole text: the prompt, which a completion continues, then the solution."""
        return f"{self.prompt}{solution}"


def read_problem(row: Mapping[str, object]) -> TestedProblem:
    """Read a problem of any of the forms.

    Args:
        row: as in the module's table.

    Raises:
        ProblemFormatError: when it has no tests, or a field of another type.
    """
    entry_point = _text(row, "entry_point")
    if entry_point and not entry_point.isidentifier():
        raise ProblemFormatError(f"expected the name of a function in 'entry_point', got {entry_point!r}")
    tests = "\n".join(_texts(row, key) for key in (*_SETUP, *_TESTS) if row.get(key) is not None)
    if not tests.strip():
        raise ProblemFormatError(f"expected tests under one of {', '.join(_TESTS)}, got the keys {sorted(map(str, row))!r}")
    prompt = _text(row, "prompt")
    return TestedProblem(_with_call(tests, entry_point), entry_point, prompt if _is_program(prompt, entry_point) else "")


def _text(row: Mapping[str, object], key: str) -> str:
    value = row.get(key)
    if value is None:
        return ""
    if not isinstance(value, str):
        raise ProblemFormatError(f"expected a text in {key!r}, got {value!r:.80}")
    return value


def _texts(row: Mapping[str, object], key: str) -> str:
    value = row[key]
    if isinstance(value, list) and all(isinstance(part, str) for part in value):
        return "\n".join(value)
    if isinstance(value, str):
        return value
    raise ProblemFormatError(f"expected a text or a list of texts in {key!r}, got {value!r:.80}")


def _with_call(tests: str, entry_point: str) -> str:
    """Add the call of ``check`` where it is defined and nothing calls it."""
    tree = _parsed(tests)
    if tree is None or not entry_point or not _defines(tests, "check"):
        return tests
    called = any(
        isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "check" for node in ast.walk(tree)
    )
    return tests if called else f"{tests.rstrip()}\n\ncheck({entry_point})\n"


def _is_program(prompt: str, entry_point: str) -> bool:
    return _defines(prompt, entry_point) or _defines(f"{prompt}{_EMPTY_BODY}", entry_point)


def _defines(text: str, function: str) -> bool:
    tree = _parsed(text)
    return tree is not None and any(isinstance(node, ast.FunctionDef) and node.name == function for node in tree.body)


def _parsed(text: str) -> ast.Module | None:
    try:
        return ast.parse(text)
    except (SyntaxError, ValueError):
        return None
