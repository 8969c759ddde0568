"""``gnomon prompts`` and ``--prompts``."""

import pytest

from gnomon.prompts import load, names, packaged
from gnomon.prompts.replacing import VARIABLE


@pytest.fixture(autouse=True)
def ours_again(monkeypatch):
    """Take our prompts before and after each test."""
    monkeypatch.setenv(VARIABLE, "")
    load.cache_clear()
    yield
    load.cache_clear()


def test_prompts_are_listed_shown_copied_and_compared(gnomon, tmp_path):
    assert [line.split()[0] for line in gnomon("prompts", "list").stdout.splitlines()] == list(names())
    shown = gnomon("prompts", "show", "judge/overall").stdout
    assert shown.startswith(packaged("judge/overall").text.rstrip())
    assert packaged("judge/overall").sha256 in shown
    folder = tmp_path / "own"
    gnomon("prompts", "copy", str(folder), "--only", "judge/overall,judge/rubric")
    path = folder / "judge" / "overall.md"
    path.write_text(path.read_text("utf-8").replace("# user", "# user\nBe brief."), "utf-8")
    differing = gnomon("prompts", "diff", str(folder)).stdout
    assert "+Be brief." in differing
    assert "1 of 2 differ" in differing
    assert "Be brief." in gnomon("--prompts", str(folder), "prompts", "show", "judge/overall").stdout


def test_own_prompts_that_are_none_stop_a_run_before_it_begins(gnomon, tmp_path):
    (tmp_path / "judge").mkdir()
    (tmp_path / "judge" / "none.md").write_text("# user", "utf-8")
    result = gnomon("bench", "run", "mrbench", "--out", str(tmp_path / "out"), "--prompts", str(tmp_path))
    assert result.exit_code != 0
    assert "no prompt is called 'judge/none'" in result.stderr
    assert not (tmp_path / "out").exists()
