"""Every library that the package imports is declared, in the core or in the extra of the rooms that use it, and explained."""

import ast
import re
import sys
import tomllib
from collections.abc import Iterator
from typing import NamedTuple

import pytest

from tests.source import texts, trees

DISTRIBUTIONS = {
    "argon2": "argon2-cffi",
    "PIL": "pillow",
    "cv2": "opencv-python-headless",
    "huggingface_hub": "huggingface-hub",
    "resvg_py": "resvg-py",
    "yaml": "PyYAML",
}
"""Of modules whose distribution has another name."""
EXTRA_OF = {
    "benchmark": "bench",
    "corpus/exchange/hugging_face.py": "bench",
    "corpus/video/decoding.py": "video",
    "datasets/hub.py": "bench",
    "metrics": "bench",
    "metrics/bertscore.py": "bertscore",
    "pages/plots.py": "bench",
    "algebra/free.py": "bench",
    "algebra/free_worker.py": "bench",
    "reading": "read",
    "serving": "studio",
    "cli/serve.py": "studio",
    "cli/studio.py": "studio",
    "store": "studio",
    "studio": "studio",
    "runs/ray_cluster.py": "scale",
    "training": "train",
}
"""The extra that a room, or a module of a room of the core, may use besides the core."""
NEVER_INSTALLED = {"bitsandbytes", "deepspeed", "vllm"}
"""Used by libraries of ours where somebody has them: they want a GPU, and each its own torch. We ask whether they are there."""
LOADERS = {"import_module", "require", "find_spec"}
"""Functions of ours and of Python that import by name."""


class Import(NamedTuple):
    place: str
    module: str
    at_import: bool
    """Whether importing the module that holds it runs it."""


def imports() -> Iterator[Import]:
    for path, tree in trees().items():
        # Expressions are searched only where a loader is named: a walk over all of them takes seconds.
        has_loader = any(loader in texts()[path] for loader in LOADERS)
        for node, later in _statements(tree.body, later=False):
            within = [node, *_expressions(node)] if has_loader else [node]
            for name in (name for each in within for name in _imported(each)):
                module = name.partition(".")[0]
                if module not in sys.stdlib_module_names and module != "gnomon":
                    yield Import(path, module, not later)


_LATER = (ast.FunctionDef, ast.AsyncFunctionDef, ast.If)  # an `if` at the top is TYPE_CHECKING or __main__


def _statements(body: list[ast.stmt], *, later: bool) -> Iterator[tuple[ast.stmt, bool]]:
    """Yield all statements, each with whether an import of the module passes it by."""
    for node in body:
        inner = [child for name in ("body", "orelse", "finalbody", "handlers") for child in getattr(node, name, [])]
        yield from _statements(inner, later=later or isinstance(node, _LATER))
        yield node, later


def _expressions(statement: ast.stmt) -> Iterator[ast.AST]:
    """Yield what stands in a statement, without the statements inside it."""
    for part in ast.iter_child_nodes(statement):
        if not isinstance(part, ast.stmt | ast.ExceptHandler | ast.match_case):
            yield from ast.walk(part)


def _imported(node: ast.AST) -> list[str]:
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    if isinstance(node, ast.ImportFrom):
        return [node.module] if node.module and not node.level else []
    if isinstance(node, ast.Call) and node.args and isinstance(name := node.args[0], ast.Constant):
        function = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        module = str(name.value)
        return [module] if function in LOADERS and re.fullmatch(r"[a-z]\w*(\.\w+)*", module) else []
    return []


def normal(name: str) -> str:
    """Return a distribution's name as indexes compare it (PEP 503), without version and extras."""
    return re.sub(r"[-_.]+", "-", re.split(r"[\[<>=!~; ]", name)[0]).lower()


@pytest.fixture(scope="module")
def declared(repository) -> dict[str, set[str]]:
    project = tomllib.loads((repository / "pyproject.toml").read_text("utf-8"))["project"]
    groups = {"core": project["dependencies"], **project["optional-dependencies"]}
    return {group: {normal(name) for name in names} for group, names in groups.items()}


@pytest.fixture(scope="module")
def found() -> list[Import]:
    return list(imports())


def distribution(module: str) -> str:
    return normal(DISTRIBUTIONS.get(module, module))


def extra_of(place: str) -> str | None:
    return EXTRA_OF.get(place) or EXTRA_OF.get(place.partition("/")[0])


@pytest.mark.slow
def test_every_import_is_of_a_declared_library(found, declared):
    allowed = lambda place: declared["core"] | declared.get(extra_of(place) or "core", set())  # noqa: E731  # named for the line below
    undeclared = [each for each in found if distribution(each.module) not in allowed(each.place)]
    assert [each for each in undeclared if each.at_import or each.module not in NEVER_INSTALLED] == []


@pytest.mark.slow
def test_a_module_of_the_core_loads_no_library_of_an_extra_when_it_is_imported(found, declared):
    serving = ("serving/endpoint.py", "serving/http.py", "serving/trained.py")
    others = ("benchmark/", *serving, "store/", "studio/", "training/demo/", "training/trainer/")
    core = [each for each in found if each.at_import and not each.place.startswith(others)]
    assert [each for each in core if distribution(each.module) not in declared["core"]] == []


@pytest.mark.slow
def test_every_library_of_the_core_is_imported(found, declared):
    assert declared["core"] - {distribution(each.module) for each in found} == set()


def test_every_declared_library_is_explained_and_no_other(repository, declared):
    page = (repository / "docs" / "dependencies.md").read_text("utf-8")
    rows = {normal(match) for match in re.findall(r"^\| ([\w.-]+) \|", page, re.MULTILINE)} - {"library"}
    assert rows == set().union(*declared.values())


def test_every_library_that_the_tests_run_with_has_its_version_pinned(repository, declared):
    pinned = {normal(line) for line in (repository / "constraints.txt").read_text("utf-8").splitlines() if line[:1].isalpha()}
    assert (declared["core"] | declared["bench"] | declared["dev"]) - pinned == set()
