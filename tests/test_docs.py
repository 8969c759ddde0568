"""The documents say what is true: dependencies, spec rows, paths and commands that they name exist."""

import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
import typer.cli
import typer.testing

SPEC_ROWS = [f"{area}{row}" for area, rows in zip("BGMQXZ", (4, 13, 7, 5, 5, 12), strict=True) for row in range(1, rows + 1)]
CLI_PAGE = "docs/cli.md"


def test_every_dependency_has_a_line_in_the_dependency_page(repository):
    assert _lower_bounds(repository).keys() - _described(repository).keys() == set()


def test_the_dependency_page_names_nothing_that_is_no_dependency(repository):
    assert _described(repository).keys() - _lower_bounds(repository).keys() == set()


def test_the_dependency_page_explains_the_lower_bounds_in_force(repository):
    described = _described(repository)
    bounds = {name: rf"(?<![\d.]){re.escape(bound)}(?!\d|\.\d)" for name, bound in _lower_bounds(repository).items()}
    assert [name for name, bound in bounds.items() if not re.search(bound, described[name])] == []


def test_every_pinned_version_keeps_its_lower_bound(repository):
    lines = (repository / "constraints.txt").read_text("utf-8").splitlines()
    pins = dict(line.split("==") for line in lines if "==" in line)
    bounds = {name: bound for name, bound in _lower_bounds(repository).items() if name in pins}
    assert [name for name, bound in bounds.items() if _version(pins[name]) < _version(bound)] == []


def test_every_core_dependency_is_pinned(repository):
    pinned = (repository / "constraints.txt").read_text("utf-8")
    core = [re.split(r"[>\[]", entry)[0].lower() for entry in _project(repository)["dependencies"]]
    assert [name for name in core if f"\n{name}==" not in pinned] == []


def test_every_spec_row_has_one_line_in_the_spec_table(repository):
    assert sorted(row[0] for row in _spec_rows(repository)) == sorted(SPEC_ROWS)


def test_every_state_of_the_spec_table_is_done_partly_or_not_yet(repository):
    assert {row[2].split(":")[0] for row in _spec_rows(repository)} <= {"done", "partly", "not yet"}


def test_a_spec_row_tells_how_to_try_it_exactly_when_it_is_built(repository):
    assert [row[0] for row in _spec_rows(repository) if bool(row[3]) != _is_built(row)] == []


def test_every_built_spec_row_has_a_test_named_by_its_id(repository):
    tests = "".join(path.read_text("utf-8") for path in sorted(repository.glob("tests/spec/*.py")))
    tested = {name.upper() for name in re.findall(r"def test_([a-z]\d+)_", tests)}
    assert _built(repository) - tested == set()


def test_every_built_spec_row_has_a_line_in_the_paper_index(repository):
    assert _built(repository) - {row[0] for row in _table_rows(repository / "docs/papers.md")} == set()


def test_every_path_that_the_documents_name_exists(repository):
    named = re.findall(r"`((?:src|tests|docs|benchmarks)/[\w./-]+)`", _documents(repository))
    assert sorted({path for path in named if not (repository / path).exists()}) == []


def test_every_command_that_the_documents_name_exists(repository):
    named = re.findall(r"(?:`|^)gnomon ([a-z]+)", _documents(repository), re.MULTILINE)
    commands = re.findall(r"^## `gnomon ([a-z]+)", _reference_page(), re.MULTILINE)
    assert set(named) - set(commands) == set()


def test_the_command_line_page_is_what_the_commands_say_of_themselves(repository):
    page = repository / CLI_PAGE
    if not page.exists():
        pytest.skip(f"needs {CLI_PAGE}; write it with `make docs`")
    assert page.read_text("utf-8").strip() == _reference_page().strip(), "write it anew with `make docs`"


def _table_rows(page: Path) -> Iterator[list[str]]:
    """Yield the cells of each line of the page's tables, headings left out."""
    headings = {"library", "row"}
    for line in page.read_text("utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if line.startswith("| ") and cells[0] not in headings:
            yield cells


def _described(repository: Path) -> dict[str, str]:
    return {row[0].lower(): " ".join(row[1:]) for row in _table_rows(repository / "docs/dependencies.md")}


def _spec_rows(repository: Path) -> list[list[str]]:
    return list(_table_rows(repository / "docs/spec.md"))


def _is_built(row: list[str]) -> bool:
    return row[2] != "not yet"


def _built(repository: Path) -> set[str]:
    return {row[0] for row in _spec_rows(repository) if _is_built(row)}


def _documents(repository: Path) -> str:
    pages = [*sorted(repository.glob("docs/*.md")), *repository.glob("README.md"), *repository.glob("CHANGELOG.md")]
    return "\n".join(page.read_text("utf-8") for page in pages)


def _project(repository: Path) -> dict:
    return tomllib.loads((repository / "pyproject.toml").read_text("utf-8"))["project"]


def _lower_bounds(repository: Path) -> dict[str, str]:
    """Return the lower bound of every dependency, core and extras, by its name in small letters."""
    project = _project(repository)
    entries = [*project["dependencies"], *(entry for extra in project["optional-dependencies"].values() for entry in extra)]
    return {name.lower(): bound for entry in entries for name, bound in re.findall(r"^([\w-]+)(?:\[\w+\])?>=([\d.]+)", entry)}


def _version(text: str) -> tuple[int, ...]:
    return tuple(int(part) for part in text.split("."))


@cache
def _reference_page() -> str:
    """Return what ``python -m typer gnomon.cli utils docs --name gnomon`` prints."""
    return typer.testing.CliRunner().invoke(typer.cli.app, ["gnomon.cli", "utils", "docs", "--name", "gnomon"]).stdout
