"""``gnomon demo``: what a newcomer sees first."""

import asyncio
import re

import pytest

from gnomon.cli.demo import CHOICES
from gnomon.geometry import applicable, misconceptions, solution_of
from gnomon.problem import bank
from gnomon.session import simulate
from tests.command_line import gnomon


@pytest.fixture(scope="module")
def dialogues():
    """Return the demo's dialogues by problem."""
    found = {}
    for choice in CHOICES:
        solution = solution_of(bank()[choice.problem])
        held = simulate(solution, misconceptions()[choice.misconception], seed=choice.seed)
        found[choice.problem] = asyncio.run(held)
    return found


@pytest.fixture(scope="module")
def shown(tmp_path_factory):
    """Run the demo once; return what it prints, by line, and its folder, which it makes."""
    folder = tmp_path_factory.mktemp("shown") / "new" / "demo"
    result = gnomon("demo", "--out", folder)
    return result.stdout.splitlines(), folder


@pytest.mark.slow
def test_three_conversations_are_printed_and_the_page_comes_last(shown):
    lines, folder = shown
    assert sum(line.startswith("Solved, and the tutor never gave the answer away.") for line in lines) == 3
    assert lines[-1] == str(folder / "index.html")


@pytest.mark.slow
def test_the_page_holds_all_three_and_needs_no_other_file(shown):
    _, folder = shown
    html = (folder / "index.html").read_text("utf-8")
    assert html.count('<article class="conversation"') == html.count('<details class="proof">') == 3
    assert not re.search(r"<(script|link|img|iframe)|url\(|\ssrc=", html)
    assert [path.name for path in folder.iterdir()] == ["index.html"]


@pytest.mark.slow
def test_without_a_folder_the_page_is_in_gnomon_demo(gnomon, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert gnomon("demo").stdout.splitlines()[-1] == "gnomon-demo/index.html"
    assert (tmp_path / "gnomon-demo" / "index.html").exists()


@pytest.mark.slow
def test_an_earlier_page_is_replaced(gnomon, shown):
    page = shown[1] / "index.html"
    first = page.read_bytes()
    page.write_bytes(first + b"\n")
    assert gnomon("demo", "--out", shown[1]).exit_code == 0
    assert page.read_bytes() == first


def test_a_page_of_somebody_else_is_kept(gnomon, tmp_path):
    (tmp_path / "index.html").write_text("mine", "utf-8")
    result = gnomon("demo", "--out", tmp_path)
    assert (result.exit_code, result.stdout, (tmp_path / "index.html").read_text("utf-8")) == (1, "", "mine")
    assert result.stderr.count("\n") == 1


def test_a_file_in_the_place_of_the_folder_is_kept(gnomon, tmp_path):
    (tmp_path / "file").write_text("mine", "utf-8")
    assert gnomon("demo", "--out", tmp_path / "file").exit_code == 1
    assert (tmp_path / "file").read_text("utf-8") == "mine"


def test_the_problems_are_of_different_topics():
    assert len({bank()[choice.problem].topic for choice in CHOICES}) == 3


@pytest.mark.slow
def test_the_misconceptions_are_ideas_that_apply_and_no_slips():
    for choice in CHOICES:
        solution = solution_of(bank()[choice.problem])
        assert solution.proof is not None
        assert solution.deduction is not None
        assert choice.misconception in applicable(solution.proof, solution.deduction)
        assert not misconceptions()[choice.misconception].is_slip


@pytest.mark.slow
def test_every_conversation_takes_at_least_four_tutor_turns(dialogues):
    assert [problem for problem, dialogue in dialogues.items() if len(dialogue.tutor_turns()) < 4] == []


@pytest.mark.slow
def test_some_turn_looks_at_the_figure(dialogues):
    assert any(turn.act == "SeeFigure" for dialogue in dialogues.values() for turn in dialogue.tutor_turns())


@pytest.mark.slow
def test_every_conversation_ends_right_and_untold(dialogues):
    assert {dialogue.outcome for dialogue in dialogues.values()} == {"solved_untold"}
