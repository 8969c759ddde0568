"""The program as a user starts it: exit codes, one-line errors, and how much its help loads."""

import os
import signal
import subprocess
import sys
import time

import pytest

from gnomon.cli import errors
from tests.every import every

RUN = [sys.executable, "-c", "import sys; sys.argv[0] = 'gnomon'; from gnomon.cli import main; main()"]


def test_help_names_the_commands(gnomon):
    result = gnomon("--help")
    assert result.exit_code == 0
    assert [name for name in ("demo", "tutor", "solve", "draw", "problems") if name not in result.stdout] == []


@pytest.mark.slow
def test_help_loads_no_library_but_typer():
    program = "import sys, gnomon.cli\ntry: gnomon.cli.app(['--help'])\nfinally: print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    loaded = set(done.stdout.split())
    assert loaded & {"numpy", "pydantic", "rich.console", "scipy", "sympy", "yaml", "gnomon.problem", "gnomon.geometry"} == set()


def test_no_command_is_a_usage_error_that_shows_the_help(gnomon):
    result = gnomon()
    assert (result.exit_code, result.stdout) == (2, "")
    assert "Commands:" in result.stderr


def test_an_unknown_command_suggests_a_near_one(gnomon):
    result = gnomon("solv", "x")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == "gnomon: error: No such command 'solv'. Did you mean 'solve'? (see `gnomon --help`)\n"


def test_an_unknown_option_suggests_a_near_one(gnomon):
    result = gnomon("solve", "--explan", "x")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "--explain" in result.stderr
    assert result.stderr.count("\n") == 1


def test_an_interruption_is_one_line_and_130(gnomon, monkeypatch):
    def interrupt(_):
        raise KeyboardInterrupt

    monkeypatch.setattr("gnomon.problem.load_problem", interrupt)
    result = gnomon("solve", "x")
    assert (result.exit_code, result.stderr) == (130, "gnomon: error: interrupted\n")


def test_a_mistake_of_ours_keeps_its_traceback(gnomon, monkeypatch):
    def fail(_):
        raise ZeroDivisionError

    monkeypatch.setattr("gnomon.problem.load_problem", fail)
    assert isinstance(gnomon("solve", "x").exception, ZeroDivisionError)


@every(errors._EXPECTED.items())
def test_every_expected_error_is_where_it_is_looked_for(module, name):
    assert issubclass(getattr(pytest.importorskip(module), name), Exception)


@pytest.mark.slow
def test_a_reader_that_goes_away_gets_no_traceback():
    command = " ".join(f'"{part}"' for part in RUN) + " problems --json | head -n 1"
    done = subprocess.run(["sh", "-c", command], capture_output=True, text=True, check=True)  # noqa: S607  # any shell will do
    assert (done.stdout, done.stderr) == ("[\n", "")


@pytest.mark.slow
def test_a_terminal_without_the_signs_of_geometry_gets_no_traceback():
    environment = {**os.environ, "PYTHONIOENCODING": "cp1252"}
    command = [*RUN, "problems", "show", "triangle-sum-klm"]
    done = subprocess.run(command, capture_output=True, encoding="cp1252", check=False, env=environment)
    assert (done.returncode, done.stderr) == (0, "")
    assert "?LKM = 52" in done.stdout


@pytest.mark.slow
def test_the_program_leaves_with_the_code_of_the_command():
    done = subprocess.run([*RUN, "problems", "show", "nothing-like-it"], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (1, "")
    assert "Traceback" not in done.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX signals")
@pytest.mark.slow
def test_an_interrupted_run_over_a_file_keeps_its_rows_and_leaves_no_process(write, tmp_path):
    out = tmp_path / "out.json"
    file = write(*({"id": f"t{number}"} for number in range(400)))
    command = [*RUN, "solve", file, "--out", out, "--jobs", "1"]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, start_new_session=True)
    partial = tmp_path / "out.json.partial.jsonl"
    while not (partial.exists() and partial.stat().st_size):
        time.sleep(0.05)
    os.killpg(process.pid, signal.SIGINT)
    said = process.communicate()[1]
    assert said == "what is done is kept; the same command goes on from there\ngnomon: error: interrupted\n"
    assert process.returncode == 130
    assert partial.exists()
    assert not out.exists()
