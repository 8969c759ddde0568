"""Choosing a level by running it."""

import dataclasses
import os
import sys
import tempfile
import textwrap
from pathlib import Path

import pytest

from gnomon.sandbox import LevelError, NoLevelError, UnknownLevelError, open_sandbox, opening, probe_levels, read_problem
from gnomon.sandbox.levels import LEVELS, NONE, find_level, safe_levels
from gnomon.sandbox.pair import Pair

FAKE_CONTAINERS = """
#!{python}
# Starts the command of `docker run` here, with its volumes as links: it isolates nothing.
import os, sys, tempfile
words = sys.argv[1:]
root = tempfile.mkdtemp(dir={folder!r})
for place, word in enumerate(words):
    if word == "--volume":
        source, target = words[place + 1].split(":")[:2]
        os.makedirs(os.path.dirname(root + target), exist_ok=True)
        os.symlink(source, root + target)
    if word.startswith("python:"):
        command = [part.replace("/gnomon-sandbox", root + "/gnomon-sandbox") for part in words[place + 1:]]
        os.execv(sys.executable, [sys.executable, *command])
"""


@pytest.mark.slow
def test_every_level_is_probed_and_none_is_not_among_them():
    rows = probe_levels()
    assert [row.level for row in rows] == ["bubblewrap", "landlock", "docker", "podman"]
    assert {row.state for row in rows} <= {"safe", "unsafe", "untested"}
    assert all(bool(row.fix) == (row.state != "safe") for row in rows)


@pytest.mark.slow
def test_a_level_that_isolates_nothing_is_found_unsafe():
    """The attempts of the probe work where they can, so that their failure elsewhere means something."""
    pair = Pair(find_level(NONE))
    try:
        row = opening._attack(dataclasses.replace(find_level(NONE), name="pretended"), pair)
    finally:
        pair.close()
    assert row.state == "unsafe"
    for attempt in (
        "read a file",
        "write a file",
        "make a link",
        "fork",
        "start a program",
        "open a socket",
        "signal its parent",
    ):
        assert attempt in row.detail


def test_none_comes_only_by_its_name_and_is_on_the_result():
    with open_sandbox("none") as sandbox:
        assert sandbox.check(read_problem({"tests": "assert f() == 1"}), "def f(): return 1", timeout_seconds=20).level == "none"
    assert NONE not in {level.name for level in safe_levels()}


def _broken(level, text):
    return dataclasses.replace(level, command=lambda *_: [sys.executable, "-c", f"import sys; sys.exit({text!r})"])


def test_where_no_level_works_each_is_named_with_its_error_and_its_fix(monkeypatch):
    broken = [_broken(level, f"{level.name} is broken") for level in safe_levels()[:2]]
    monkeypatch.setattr(opening, "safe_levels", lambda: tuple(broken))
    with pytest.raises(NoLevelError) as caught:
        open_sandbox()
    for level in broken:
        assert f"{level.name}: untested, {level.name} is broken. Fix: {level.fix}" in str(caught.value)


@pytest.mark.slow
def test_the_next_level_is_taken_where_the_first_does_not_start(monkeypatch, safe_levels):
    working = find_level(safe_levels[-1])
    monkeypatch.setattr(opening, "safe_levels", lambda: (_broken(LEVELS[0], "no"), working))
    with open_sandbox() as sandbox:
        assert sandbox.level is working


def test_a_level_that_was_asked_for_is_not_replaced_by_another(monkeypatch):
    monkeypatch.setenv("PATH", "")
    with pytest.raises(LevelError, match=r"docker: untested, there is no program 'docker' on the PATH\. Fix: start the daemon"):
        open_sandbox("docker")


def test_an_unknown_level_is_refused_with_the_known_ones():
    with pytest.raises(UnknownLevelError, match="bubblewrap, landlock, docker, podman, none, got 'jail'"):
        open_sandbox("jail")


def test_elsewhere_than_on_linux_no_level_is_tried(monkeypatch):
    monkeypatch.setattr(sys, "platform", "darwin")
    assert {(row.state, row.fix) for row in probe_levels()} == {("untested", "use Linux")}


@pytest.fixture
def short_folder():
    """Return a folder with a short path: that of a socket has 107 characters at most."""
    with tempfile.TemporaryDirectory(prefix="g-") as name:
        yield Path(name)


@pytest.mark.slow
def test_a_container_that_lets_files_through_is_unsafe(short_folder, monkeypatch, safe_levels):
    """The server reaches the host over its folder, and the kernel's filters alone are not all that is probed."""
    del safe_levels  # without them its server does not start either
    program = short_folder / "docker"
    program.write_text(textwrap.dedent(FAKE_CONTAINERS).lstrip().format(python=sys.executable, folder=str(short_folder)))
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{short_folder}:{os.environ['PATH']}")
    row, pair = opening._probe(find_level("docker"))
    if pair is not None:
        pair.close()
    assert row.state == "safe" if "landlock" in row.detail else "read a file" in row.detail, row.detail
