"""Sandbox 2: run the trusted tests with a proxy in the candidate's place, and say the verdict.

The tests see: what the problem's prompt defines (a right helper, an import), the standard library's modules that they name
without importing, and proxies of the candidate's functions. They are refused where they name a class of the candidate.
"""

from __future__ import annotations

import ast
import builtins
import importlib
import sys

from .channel import Channel
from .proxy import Candidate, Refusal, Said
from .values import Value, unpack


def judge(tests: str, prompt: str, entry_point: str, channel: Channel) -> Said:
    """Run the tests.

    Args:
        tests: program text that fails by an exception.
        prompt: trusted program text that comes before, or empty.
        entry_point: the function that the tests are about; empty when they only name it.
        channel: to the candidate.
    """
    candidate = Candidate(channel)
    try:
        program = _compile(tests)
        candidate.wait_until_loaded()
        namespace = _namespace(tests, prompt, entry_point, candidate)
        exec(program, namespace)  # noqa: S102  # the tests are trusted
    except BaseException as error:  # noqa: BLE001  # every way out of the tests is a verdict
        return _verdict_of(error, candidate)
    return candidate.refused.said if candidate.refused else Said("passed", "")


def _compile(tests: str) -> Value:
    try:
        return compile(tests, "tests", "exec")
    except (SyntaxError, ValueError) as error:
        raise Refusal("error", f"the tests are no program: {error}") from None


def _verdict_of(error: BaseException, candidate: Candidate) -> Said:
    if isinstance(error, MemoryError) or candidate.ran_out_of_memory:
        return Said("memory", "the memory limit was reached")
    if isinstance(error, Refusal):
        return error.said
    if candidate.refused:
        return candidate.refused.said
    if not isinstance(error, Exception):
        return Said("error", f"the tests left by {type(error).__name__}")
    if isinstance(error, ImportError) and error is not candidate.raised:
        return Said("error", f"the tests need what the sandbox has not: {error}")
    where = _line(error)
    return Said("failed", f"{type(error).__name__}: {error!s:.1000}{f' (line {where} of the tests)' if where else ''}")


def _line(error: Exception) -> int | None:
    """Return the last line of the tests on the way to the exception."""
    found, trace = None, error.__traceback__
    while trace:
        found = trace.tb_lineno if trace.tb_frame.f_code.co_filename == "tests" else found
        trace = trace.tb_next
    return found


def _namespace(tests: str, prompt: str, entry_point: str, candidate: Candidate) -> dict[str, Value]:
    namespace: dict[str, Value] = {"__name__": "tests"}
    exec(compile(prompt, "prompt", "exec"), namespace)  # noqa: S102  # the prompt is trusted
    unknown = sorted((_free_names(tests) - {*namespace, *vars(builtins)}) | ({entry_point} - {""}))
    modules = {name for name in unknown if name in sys.stdlib_module_names and name != entry_point}
    namespace |= {name: importlib.import_module(name) for name in modules}
    namespace |= _from_candidate([name for name in unknown if name not in modules], entry_point, candidate)
    return namespace


def _free_names(tests: str) -> set[str]:
    """Return the names that the tests read and nowhere bind."""
    nodes = list(ast.walk(ast.parse(tests)))
    read = {node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)}
    stored = {node.id for node in nodes if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load)}
    defined = {node.name for node in nodes if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)}
    caught = {node.name for node in nodes if isinstance(node, ast.ExceptHandler) and node.name}
    imported = {node.asname or node.name.partition(".")[0] for node in nodes if isinstance(node, ast.alias)}
    arguments = {node.arg for node in nodes if isinstance(node, ast.arg)}
    return read - stored - defined - caught - imported - arguments


def _from_candidate(names: list[str], entry_point: str, candidate: Candidate) -> dict[str, Value]:
    described = candidate.describe(names) if names else {}
    found = {}
    for name in names:
        kind = described[name].get("kind")
        if kind == "function":
            found[name] = candidate.function(name)
        elif kind == "class":
            raise Refusal("not transferable", f"the tests need the class {name!r} of the candidate")
        elif kind == "module":
            found[name] = _module(f"{described[name].get('name')}", name)
        elif kind == "value" and name != entry_point:
            found[name] = _value(described[name], name)
        elif name == "candidate" and entry_point:  # HumanEval's word for it, used here without its ``check``
            found[name] = candidate.function(entry_point)
        elif name == entry_point:
            raise Refusal("failed", f"the candidate defines no function {name!r}")
    return found


def _module(module: str, name: str) -> Value:
    if module.partition(".")[0] not in sys.stdlib_module_names:
        raise Refusal("not transferable", f"the tests need the candidate's module {name!r}")
    return importlib.import_module(module)


def _value(described: dict[str, Value], name: str) -> Value:
    if "value" not in described:
        raise Refusal("not transferable", f"the tests need {name!r} of the candidate: {described.get('stays')!s:.200}")
    return unpack(described["value"])
