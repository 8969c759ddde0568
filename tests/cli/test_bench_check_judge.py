"""``gnomon bench check-judge`` on the command line."""

import json

import pytest


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("GNOMON_DATA_HOME", str(tmp_path / "home"))


@pytest.mark.slow
def test_a_check_is_printed_kept_and_gone_on_with(gnomon, tmp_path):
    command = ("bench", "check-judge", "--judge", "embedded", "--limit", 2, "--data", "sample", "--out", tmp_path / "check")
    result = gnomon(*command, "--json")
    assert result.exit_code == 0, result.stderr
    assert json.loads(result.stdout) == json.loads((tmp_path / "check" / "check.json").read_text())
    assert len(list((tmp_path / "home" / "judge-checks").iterdir())) == 1
    assert "the embedded judge says the same each time" in result.stderr
    assert "Actionability, people: equal" in gnomon(*command).stdout


def test_a_name_that_is_no_judge_is_refused_in_one_line(gnomon, tmp_path):
    result = gnomon("bench", "check-judge", "--judge", "majority", "--out", tmp_path / "check")
    assert (result.exit_code, result.stderr.count("\n")) == (1, 1)
    assert "expected a judge as MODEL@URL, a URL or embedded, got 'majority'" in result.stderr
