"""Every idea of ``docs/architecture.md`` has one module: a second definition of one of them fails here.

For each idea the table below says how a definition of it looks in the code. The proof checker keeps its own copy of what facts
and proofs mean, on purpose: what the prover has wrong is found there.
"""

import ast
import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from functools import cache

import pytest

from tests.every import every
from tests.source import texts, trees

CHECKER = "geometry/checker/"
GROUPED, NO_NUMERALS = "1,728.5", ("ab", ",.,")


Nodes = list[ast.AST]
KINDS = (ast.Call, ast.Dict, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef, ast.Import, ast.ImportFrom)
"""Of nodes that a definition can be seen by; the walk over all others is done once."""


@cache
def modules() -> dict[str, Nodes]:
    return {path: nodes_of(tree) for path, tree in trees().items()}


def nodes_of(tree: ast.Module) -> Nodes:
    return [node for node in ast.walk(tree) if isinstance(node, KINDS)]


def calls(nodes: Iterable[ast.AST]) -> Iterator[tuple[str, ast.Call]]:
    """Yield every call with the dotted name that is called."""
    for node in nodes:
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name | ast.Attribute):
            yield dotted(node.func), node


def dotted(function: ast.expr) -> str:
    """Return ``re.compile`` for such a name, and the last part alone where something else stands before it."""
    if isinstance(function, ast.Attribute):
        return f"{function.value.id}.{function.attr}" if isinstance(function.value, ast.Name) else function.attr
    return function.id if isinstance(function, ast.Name) else ""


# A definition of an idea is seen by ...


def takes_numerals(nodes: Nodes) -> bool:  # a pattern, or a group of one, for a numeral as people write it, 1,728.5, and no word
    for name, call in calls(nodes):
        if name == "re.compile" and call.args and isinstance(call.args[0], ast.Constant):
            parts = re.split(r"\|(?=\(\?P<)", str(call.args[0].value))
            if any(is_numeral_pattern(part) for part in parts):
                return True
    return False


def is_numeral_pattern(pattern: str) -> bool:
    try:
        found = re.compile(pattern, re.VERBOSE if "\n" in pattern else 0)
    except re.error:
        return False
    return bool(found.fullmatch(GROUPED)) and not any(map(found.fullmatch, NO_NUMERALS))


def defines(*names: str) -> Callable[[Nodes], bool]:  # a class or function of one of these names, private or not
    kinds = (ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    return lambda nodes: any(isinstance(node, kinds) and node.name.lstrip("_") in names for node in nodes)


def imports(library: str) -> Callable[[Nodes], bool]:
    def found(nodes: Nodes) -> bool:
        for node in nodes:
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            if any(name.split(".")[0] == library for name in names):
                return True
        return False

    return found


def keyed_by(*words: str) -> Callable[[Nodes], bool]:  # a dictionary with three of these as keys, a table of what they mean
    return lambda nodes: any(
        len({key.value for key in node.keys if isinstance(key, ast.Constant)} & set(words)) >= 3
        for node in nodes
        if isinstance(node, ast.Dict)
    )


def asks_for_a_turn(nodes: Nodes) -> bool:  # a context with the end of a session; those of benchmarks are of single turns
    return any(name == "TutorContext" and any(word.arg == "is_last" for word in call.keywords) for name, call in calls(nodes))


def keeps_solutions(nodes: Nodes) -> bool:  # a function that solves and whose results a decorator keeps, or the class
    kept = (
        node
        for node in nodes
        if isinstance(node, ast.FunctionDef) and any("cache" in ast.unparse(decorator) for decorator in node.decorator_list)
    )
    return defines("SolutionCache")(nodes) or any(name == "solve" for node in kept for name, _ in calls(ast.walk(node)))


def reads_yaml(nodes: Nodes) -> bool:
    return any(name in {"yaml.load", "yaml.safe_load"} for name, _ in calls(nodes))


def solves_least_squares(nodes: Nodes) -> bool:
    kept = (node for node in nodes if isinstance(node, ast.ImportFrom) and node.module == "scipy.optimize")
    return any(alias.name == "least_squares" for node in kept for alias in node.names)


IDEAS: dict[str, tuple[Callable[[Nodes], bool], set[str]]] = {
    # The scan for leaks reads numbers with code of its own, so that it sees what the guard does not.
    "numerals and tokens": (takes_numerals, {"algebra/lexer.py"}),
    "expressions: the tree": (defines("Operation", "Quantity", "Letter"), {"algebra/expression.py"}),
    "expressions: the parser": (defines("Parser"), {"algebra/parser.py"}),
    "equality of answers": (defines("is_rounded", "Policy"), {"algebra/equality.py"}),
    "meaning of a fact": (keyed_by("parallel", "midpoint", "rhombus", "tangent", "centroid", "square"), {"figure/facts.py"}),
    "when a fact holds": (
        defines("isosceles_trapezoid", "rhombus", "sides_touching"),
        {"figure/fact_residuals.py"},
    ),
    "measuring a quantity": (defines("angle_between", "signed_area", "sweep"), {"figure/measuring.py"}),
    # Points that a picture leaves without a place, a figure that has none, and the fit of the whole figure.
    "placing points": (
        solves_least_squares,
        {"problem/placement.py", "geometry/layout/search.py", "geometry/model.py", "geometry/own_points.py"},
    ),
    "results folder": (defines("RunFiles", "claimed"), {"runs/claiming.py"}),
    "what differs": (defines("Record", "differing_key"), {"runs/record.py"}),
    "log of rows": (defines("RowLog"), {"runs/row_log.py"}),
    "pace and progress": (defines("Pace", "Progress"), {"runs/pace.py"}),
    "one pass, resume, stop": (defines("run_jobs", "FailureWatch"), {"runs/working.py"}),
    "metering": (defines("Calls", "metered"), {"models/calls.py"}),
    "streaming of jobs": (defines("stream_results"), {"runs/streaming.py"}),
    "Ray": (imports("ray"), {"runs/ray_cluster.py"}),
    "Inspect": (
        imports("inspect_ai"),
        {f"benchmark/inspect/{name}.py" for name in ("models", "registry", "sandbox", "task")},
    ),
    "one step": (asks_for_a_turn, {"session/step.py"}),
    "guard around a tutor": (defines("GuardedTutor"), {"session/guarding.py"}),
    "draft, refuse, draft again": (defines("first_safe"), {"tutor/guard/redrafting.py"}),
    "what gives an answer away": (defines("GuardResult", "StepScope"), {"tutor/guard/guard.py"}),
    "cache of solutions": (keeps_solutions, {"geometry/solutions.py"}),
    # Tables of the package; files of strangers, with their lines; a user's prices.
    "YAML": (reads_yaml, {"packaged.py", "problem/yaml_source.py", "models/ledger.py"}),
    "writing whole files": (defines("replacing", "write_whole"), {"files.py"}),
}


def places(idea: str) -> set[str]:
    shows, _ = IDEAS[idea]
    return {path for path, nodes in modules().items() if shows(nodes)}


@pytest.mark.slow
@every(IDEAS)
def test_an_idea_has_one_module(idea):
    assert {path for path in places(idea) if not path.startswith(CHECKER)} == IDEAS[idea][1]


@every(
    [
        ("numerals and tokens", r're.compile(r"\d+(?:[.,]\d+)*")'),
        ("meaning of a fact", '{"parallel": 1, "midpoint": 2, "rhombus": 3}'),
        ("log of rows", "class _RowLog: ..."),
        ("metering", "class Calls: ..."),
        ("Ray", "def f():\n    import ray"),
        ("one step", "TutorContext(problem, dialogue, solution, is_last=False)"),
        ("cache of solutions", "@lru_cache\ndef known(problem):\n    return solve(problem)"),
        ("YAML", "yaml.safe_load(text)"),
        ("placing points", "from scipy.optimize import least_squares"),
    ]
)
def test_a_second_definition_is_seen(idea, code):
    shows, _ = IDEAS[idea]
    assert shows(nodes_of(ast.parse(code)))
    assert not shows(nodes_of(ast.parse("class Other:\n    def words(self):\n        return re.compile('[a-z]+')")))


def test_the_page_names_every_idea_with_its_module(repository):
    page = (repository / "docs" / "architecture.md").read_text("utf-8")
    rows = dict(re.findall(r"^\| ([^|]+?) \| (`[^|]+) \|", page, re.MULTILINE))
    assert {idea: set(re.findall(r"`([\w/]+\.py)`", rows.get(idea, ""))) for idea in IDEAS} == {
        idea: where for idea, (_, where) in IDEAS.items()
    }


@pytest.mark.slow
def test_no_function_is_written_twice():
    """Bodies of some length that differ in names and texts alone; methods of one interface are short and may be alike."""
    alike = defaultdict(list)
    for path, nodes in modules().items():
        for node in nodes:
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and not path.startswith(CHECKER):
                body = [one for one in node.body if not (isinstance(one, ast.Expr) and isinstance(one.value, ast.Constant))]
                kinds = tuple(type(inner) for one in body for inner in ast.walk(one))
                if len(kinds) >= SHORTEST:
                    alike[kinds].append((f"{path}:{node.name}", body))
    found = defaultdict(list)
    for functions in alike.values():  # of the same kinds of nodes: worth a closer look
        for place, body in functions if len(functions) > 1 else []:
            found[_shape(body)].append(place)
    assert [places for places in found.values() if len(places) > 1] == []


SHORTEST = 45
"""Nodes of the syntax tree, about four lines: below that an honest loop looks like another."""


def _shape(body: list[ast.stmt]) -> str:
    """Write a body with names by the order of their first use, and without its texts."""
    names: dict[str, str] = {}
    copy = ast.parse(ast.unparse(ast.Module(body, [])))
    for node in ast.walk(copy):
        if isinstance(node, ast.Name):
            node.id = names.setdefault(node.id, f"name{len(names)}")
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            node.value = ""
    return ast.dump(copy)


@pytest.mark.slow
def test_every_constant_with_a_number_says_why():
    """A comment beside it or above it, or a docstring below it; tables of words say themselves what they are."""
    assert [place for path in texts() for place in unexplained(path)] == []


def unexplained(path: str) -> Iterator[str]:
    lines, body = texts()[path].splitlines(), trees()[path].body
    for node, following in zip(body, [*body[1:], None], strict=True):
        name = node.targets[0] if isinstance(node, ast.Assign) else node.target if isinstance(node, ast.AnnAssign) else None
        if not isinstance(node, ast.Assign | ast.AnnAssign) or not isinstance(name, ast.Name) or not is_numeric(node.value):
            continue
        has_docstring = isinstance(following, ast.Expr) and isinstance(following.value, ast.Constant)
        around = (lines[node.lineno - 2].lstrip()[:1], lines[node.lineno - 1], lines[(node.end_lineno or node.lineno) - 1])
        if not has_docstring and not any("#" in line for line in around):
            yield f"{path}:{node.lineno}: {name.id}"


def is_numeric(value: ast.expr | None) -> bool:
    """Whether an expression holds a number and no code of its own."""
    inner = list(ast.walk(value)) if value is not None else []
    has_code = any(
        isinstance(node, ast.Lambda) or (isinstance(node, ast.Call) and ast.unparse(node.func) not in PLAIN) for node in inner
    )
    numbers = (node.value for node in inner if isinstance(node, ast.Constant))
    return not has_code and any(isinstance(number, int | float) and not isinstance(number, bool) for number in numbers)


PLAIN = {"frozenset", "Fraction"}
"""Calls that only make a value."""
