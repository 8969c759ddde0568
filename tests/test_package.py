"""The package as a whole: what an import loads, and which names the rooms export."""

import importlib
import inspect
import pkgutil
import subprocess
import sys
from importlib import metadata, resources
from pathlib import Path
from types import ModuleType

import pytest

import gnomon
from tests.every import every

HEAVY = {"numpy", "openai", "scipy", "sympy", "torch"}
ROOMS = [f"gnomon.{module.name}" for module in pkgutil.iter_modules(gnomon.__path__) if module.ispkg]


@pytest.mark.parametrize("module", ["gnomon", "gnomon.cli"])
def test_an_import_loads_nothing_heavy(module):
    loaded = _modules_after_importing(module)
    assert module in loaded
    assert not loaded & HEAVY


@every(ROOMS)
def test_a_room_exports_every_name_of_its_all(room):
    module = importlib.import_module(room)
    assert [name for name in module.__all__ if not hasattr(module, name)] == []


@every(ROOMS)
def test_a_room_lists_every_public_name_it_holds(room):
    module = importlib.import_module(room)
    assert _public_names(module) - set(module.__all__) == set()


@every(["gnomon", *ROOMS])
def test_all_is_sorted_constants_first_then_classes_then_functions(room):
    names = list(importlib.import_module(room).__all__)
    assert names == sorted(set(names), key=_rank)


def test_nothing_of_ours_is_imported_by_its_name_in_a_text():
    """The import linter does not see such an import; these load what a user names, what may not be installed, or warm up."""
    source = Path(gnomon.__file__).parent
    found = {path.relative_to(source).as_posix() for path in source.rglob("*.py") if "import_module(" in path.read_text("utf-8")}
    assert found == {
        "metrics/bertscore.py",
        "metrics/extras.py",
        "sandbox/guest/testing.py",
        "studio/warming.py",
        "tutor/opening.py",
    }


def test_the_installed_version_is_the_one_in_the_source():
    assert metadata.version("gnomon") == gnomon.__version__


def test_the_package_says_that_it_is_typed():
    assert resources.files(gnomon).joinpath("py.typed").is_file()


def _modules_after_importing(module: str) -> set[str]:
    program = f"import sys, {module}; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    return set(done.stdout.split())


def _public_names(module: ModuleType) -> set[str]:
    """Names of classes and functions of the package that a caller sees in the module."""
    return {
        name
        for name, value in vars(module).items()
        if not name.startswith("_")
        and (inspect.isclass(value) or inspect.isfunction(value))
        and value.__module__.startswith("gnomon.")
    }


def _rank(name: str) -> tuple[int, str]:
    """Return the order that ruff's RUF022 asks for."""
    kind = 0 if name.isupper() and len(name) > 1 else 1 if name[0].isupper() else 2
    return kind, name
