"""Ten pictures with texts, drawn by us, become ten problems that the tutor teaches to the end."""

import asyncio
import json
from pathlib import Path

import pytest

from gnomon.geometry import solve
from gnomon.problem import load_problem
from gnomon.session import choose_misconception, outcome_of, simulate
from tests.command_line import gnomon
from tests.every import read_cases

pytestmark = pytest.mark.slow

FOLDER = Path(__file__).parents[2] / "docs" / "images" / "drafting"
EXAMPLES = read_cases(FOLDER / "problems.yaml")


@pytest.mark.parametrize("row", EXAMPLES, ids=lambda row: row["id"])
def test_a_picture_with_its_text_becomes_a_problem_that_a_learner_solves_with_the_tutor(row, tmp_path, monkeypatch):
    pytest.importorskip("cv2", reason="needs the extra read: OpenCV")
    monkeypatch.chdir(tmp_path)  # the file is in the problem's id, and the student is drawn by it
    out, answers = Path("p.yaml"), Path("a.json")
    answers.write_text(json.dumps(row.get("answers", {})), encoding="utf-8")
    picture = next(FOLDER.glob(f"{row['id']}.[jp][pn]g"))
    options = ("--picture", picture, "--text", row["text"], "--answers", answers, "--id", row["id"], "--yes", "--out", out)
    made = gnomon("problems", "new", *options)
    assert (made.exit_code, "proved in" in made.stderr) == (0, True), made.stderr
    assert "0 errors" in gnomon("problems", "check", out).stderr
    problem = load_problem(str(out))
    assert problem.answer == pytest.approx(row["answer"])
    solution = solve(problem)
    talk = asyncio.run(simulate(solution, choose_misconception(solution, None, 0)))
    assert outcome_of(talk, solution) == "solved_untold"
