"""Hostile programs never pass, controls get their verdict, and nothing outside changes; the programs are in ``attacks/``."""

import importlib.util
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from tests.sandbox.attacking import PROBLEM, children, left_behind, run
from tests.sandbox.conftest import suite
from tests.waiting import wait_until

NOBODY = 65534


def _cases():
    """Yield every attack; of each family only some run by default, and none that waits for its end."""
    for family in ("files_and_network", "forgeries", "processes", "time_and_memory"):
        for number, row in enumerate(suite(family)):
            marks = [pytest.mark.slow] if number % 4 or "timeout" in row["verdicts"] else []
            yield pytest.param(row, id=row["id"], marks=marks)


def test_the_suite_is_large_enough():
    assert len(suite()) == len([*_cases()]) >= 30
    assert len(suite("controls")) >= 5


@pytest.mark.parametrize("row", suite("controls"), ids=lambda row: row["id"])
def test_a_control_gets_its_verdict(sandbox, row):
    assert sandbox.check(PROBLEM, row["program"], timeout_seconds=20).verdict in row["verdicts"]


@pytest.mark.parametrize("row", [*_cases()])
def test_an_attack_fails_and_touches_nothing(sandbox, outside, row):
    limit = 2 if "timeout" in row["verdicts"] else 20
    assert sandbox.check(PROBLEM, outside.fill(row["program"]), timeout_seconds=limit).verdict in row["verdicts"]
    assert outside.is_untouched()


@pytest.mark.slow
def test_most_of_the_attacks_that_reach_outside_work_where_nothing_isolates(outside, monkeypatch):
    """The suite itself is checked: an attack that could not work anywhere would prove nothing."""
    monkeypatch.chdir(outside.folder)
    names = {"read_a_secret", "write_a_file", "symbolic_link", "fork", "subprocess", "udp", "tcp", "list_a_folder", "os_system"}
    rows = [row for row in suite("files_and_network", "processes") if row["id"] in names]
    verdicts = {row["id"]: run("none", {row["id"]: outside.fill(row["program"])}, 20)[row["id"]] for row in rows}
    assert verdicts == dict.fromkeys(names, "passed")


HOST = """
import os, signal, sys, threading
from gnomon.sandbox import open_sandbox, read_problem

with open_sandbox(sys.argv[1]) as sandbox:
    threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGKILL)).start()
    sandbox.check(read_problem({"tests": "f()"}), "def f():\\n    while True: pass", timeout_seconds=60)
"""


@pytest.mark.slow
def test_nothing_is_left_of_a_host_that_was_killed_while_a_program_ran(safe_levels):
    def kill_hosts():
        before = children()
        hosts = [subprocess.run([sys.executable, "-c", HOST, level], check=False).returncode for level in safe_levels]
        wait_until(lambda: children() == before)  # the end of its sockets tells the servers, and they have to notice
        return hosts

    codes, left = left_behind(kill_hosts)
    assert codes == [-signal.SIGKILL] * len(safe_levels)
    assert left == []


@pytest.mark.slow
def test_every_safe_level_stops_every_attack_and_leaves_nothing_behind(safe_levels, outside, monkeypatch):
    monkeypatch.setenv("GNOMON_TEST_SECRET", "a secret")
    programs = {row["id"]: outside.fill(row["program"]) for row in suite()}
    for level in safe_levels:
        verdicts, left = left_behind(lambda level=level: run(level, programs, 2))
        assert [name for name, verdict in verdicts.items() if verdict == "passed"] == []
        assert left == []
        assert outside.is_untouched()


@pytest.mark.slow
@pytest.mark.skipif(os.geteuid() != 0 or not shutil.which("setpriv"), reason="only root can become an ordinary user")
def test_every_safe_level_stops_every_attack_of_an_ordinary_user(safe_levels, outside, for_everyone):
    programs = {row["id"]: outside.fill(row["program"]) for row in [*suite(), *suite("controls")]}
    for level in {"bubblewrap", "landlock"} & set(safe_levels):
        result = _as_nobody({"level": level, "programs": programs, "timeout": 3}, _copy_of_the_package(for_everyone))
        passed = {name for name, verdict in result["verdicts"].items() if verdict == "passed"}
        assert passed == {row["id"] for row in suite("controls") if row["verdicts"] == ["passed"]}
        assert result["left"] == []
        assert outside.is_untouched()


def _as_nobody(job, folder):
    command = ["setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups", _interpreter_for_everyone()]
    environment = {"PYTHONPATH": str(folder), "PATH": os.environ["PATH"], "GNOMON_TEST_SECRET": "a secret"}
    done = subprocess.run(
        [*command, str(folder / "attacking.py")],
        input=json.dumps(job),
        capture_output=True,
        text=True,
        env=environment,
        cwd="/",
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def _interpreter_for_everyone():
    """Return an interpreter that an ordinary user may run: the one of the tests may lie in root's home."""
    own = Path(os.path.realpath(sys.executable))
    for path in (own, Path("/usr/bin/python3")):
        script = "import os, sys; sys.exit(sys.version_info < (3, 11) or not os.access(sys.executable, os.X_OK))"
        command = ["setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups", str(path), "-c", script]
        if path.exists() and subprocess.run(command, check=False, cwd="/", capture_output=True).returncode == 0:
            return str(path)
    pytest.skip("needs Python 3.11 or later in a place that an ordinary user may read")


@pytest.fixture
def for_everyone():
    """Return a folder that any user may read: pytest's own lie below folders of one user."""
    with tempfile.TemporaryDirectory(prefix="gnomon-attacks-") as name:
        yield Path(name)


def _copy_of_the_package(folder):
    """Copy what an ordinary user needs to where one may read it."""
    source = Path(importlib.util.find_spec("gnomon").origin).parent
    if not (folder / "gnomon").exists():
        shutil.copytree(source / "sandbox", folder / "gnomon" / "sandbox", ignore=shutil.ignore_patterns("__pycache__"))
        for file in source.glob("*.py"):  # what the package's face imports
            shutil.copy(file, folder / "gnomon")
        shutil.copy(Path(__file__).parent / "attacking.py", folder)
    for path in (folder, *folder.rglob("*")):
        path.chmod(0o755)
    return folder
