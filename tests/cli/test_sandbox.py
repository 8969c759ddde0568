"""``gnomon sandbox``."""

import json

import pytest

PROBLEM = {"prompt": "def f(x):\n", "test": "def check(g):\n    assert g(1) == 2\n", "entry_point": "f"}


@pytest.fixture
def files(tmp_path):
    problem, solution = tmp_path / "problem.json", tmp_path / "solution.py"
    problem.write_text(json.dumps(PROBLEM))
    solution.write_text("    return x + 1\n")
    return problem, solution


def test_a_check_ends_with_a_line_of_json(gnomon, files):
    result = gnomon("sandbox", "check", *map(str, files), "--sandbox", "none", "--timeout", "20", "--json")
    assert result.exit_code == 0
    last = json.loads(result.stdout.splitlines()[-1])
    assert (last["verdict"], last["level"]) == ("passed", "none")


def test_a_check_in_words_says_that_nothing_isolated_it(gnomon, files):
    files[1].write_text("    return x\n")
    result = gnomon("sandbox", "check", *map(str, files), "--sandbox", "none", "--timeout", "20")
    assert result.exit_code == 0
    assert result.stdout.startswith("failed (nothing isolated it, ")


def test_tests_that_do_not_work_give_exit_code_1(gnomon, files):
    files[0].write_text(json.dumps(PROBLEM | {"test": "assert"}))
    result = gnomon("sandbox", "check", *map(str, files), "--sandbox", "none", "--json")
    assert result.exit_code == 1
    assert json.loads(result.stdout)["verdict"] == "error"


@pytest.mark.parametrize("text", ["[]", "{", '{"entry_point": "f"}'])
def test_a_file_that_holds_no_problem_is_refused_in_one_line(gnomon, files, text):
    files[0].write_text(text)
    result = gnomon("sandbox", "check", *map(str, files), "--sandbox", "none")
    assert result.exit_code == 1
    assert "expected" in result.stderr or "JSON object" in result.stderr
    assert result.stderr.count("\n") == 1


def test_an_unknown_level_is_refused(gnomon, files):
    result = gnomon("sandbox", "check", *map(str, files), "--sandbox", "jail")
    assert result.exit_code == 1
    assert "bubblewrap, landlock" in result.stderr


@pytest.mark.slow
def test_a_probe_names_every_level(gnomon):
    result = gnomon("sandbox", "probe", "--json")
    probed = json.loads(result.stdout)
    assert [row["level"] for row in probed["levels"]] == ["bubblewrap", "landlock", "docker", "podman"]
    safe = [row["level"] for row in probed["levels"] if row["state"] == "safe"]
    assert probed["chosen"] == (safe[0] if safe else None)
    assert result.exit_code == (0 if safe else 1)
