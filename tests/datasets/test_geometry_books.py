"""Geometry3K and PGPS9K in their published forms; every row here is written by us."""

import json
from typing import Any

import pytest

from gnomon.datasets import WrongFileError, load_geometry3k, load_pgps9k
from gnomon.problem import ProblemError

FORM = {
    "diagram_logic_form": ["Equals(LengthOf(Line(A, B)), 5)", "PointLiesOnLine(D, Line(A, B))"],
    "text_logic_form": ["Find(LengthOf(Line(A, D)))"],
    "line_instances": ["AB", "BC", "CA"],
    "point_positions": {"A": [0, 0], "B": [10, 0], "C": [3, 7], "D": [4, 0]},
}
DATA = {
    "id": 7,
    "problem_text": "Find AD.",
    "choices": ["1", "2", "3", "4"],
    "answer": "B",
    "problem_type_goal": ["Length"],
    "problem_type_graph": ["Triangle"],
    "source": "ours",
}


@pytest.fixture
def published(tmp_path):
    """Return Geometry3K's folder: a folder a problem, one of them without its form."""
    folders: dict[str, dict[str, Any]] = {"7": {"data": DATA, "logic_form": FORM}, "8": {"data": DATA | {"id": 8}}}
    for name, files in folders.items():
        (tmp_path / "train" / name).mkdir(parents=True)
        for file, content in files.items():
            (tmp_path / "train" / name / f"{file}.json").write_text(json.dumps(content, indent=1), "utf-8")
    (tmp_path / "train" / "7" / "img_diagram.png").write_bytes(b"a picture")
    return tmp_path


def test_the_published_folder_of_geometry3k_is_read(published):
    loaded = load_geometry3k(published)
    [item] = loaded
    assert (item.id, item.question.text, item.answer, item.goal_types) == ("7", "Find AD.", "2", ("Length",))
    assert item.extra == {"source": "ours"}
    problem = item.problem()
    assert problem.question.figure is not None
    assert set(problem.question.figure.points) == set("ABCD")
    assert problem.question.choices == ("1", "2", "3", "4")
    assert problem.question.images[0].endswith("img_diagram.png")
    assert [row.reason for row in loaded.bad_rows] == ["expected logic_form.json beside data.json in '8', found none"]


def test_a_forms_file_of_geometry3k_is_read(tmp_path):
    form = {"diagram_logic_forms": FORM["diagram_logic_form"], "point_positions": FORM["point_positions"], "answer": 2}
    (tmp_path / "forms.json").write_text(json.dumps({"12": form, "13": form | {"point_positions": {}}, "14": {"a": 1}}), "utf-8")
    loaded = load_geometry3k(tmp_path / "forms.json")
    assert [(item.id, item.answer) for item in loaded] == [("12", "2"), ("13", "2")]
    assert loaded[0].problem().question.figure is not None
    with pytest.raises(ProblemError, match="no point has a position"):
        loaded[1].problem()
    assert [row.row for row in loaded.bad_rows] == [3]


CLAUSES = {
    "diagram": "img_1.png",
    "text": "Find $x$.",
    "parsing_stru_seqs": ["line A B C", "\\odot O lieson A B"],
    "parsing_sem_seqs": ["A B = 5"],
    "expression": "Get N0",
    "answer": "5.00",
    "choices": ["4", "5", "6", "7"],
    "type": "Circle",
    "book": "ours",
    "page": 3,
}


def test_pgps9k_is_read_as_its_readme_describes_it(tmp_path):
    (tmp_path / "Diagram").mkdir()
    (tmp_path / "Diagram" / "img_1.png").write_bytes(b"a picture")
    rows = {"prob_1": CLAUSES, "prob_2": CLAUSES | {"diagram": "img_2.png"}, "prob_3": {"text": "no diagram"}}
    (tmp_path / "train.json").write_text(json.dumps(rows, indent=1), "utf-8")
    loaded = load_pgps9k(tmp_path)
    assert [item.id for item in loaded] == ["prob_1", "prob_2"]
    assert loaded[0].structure == ("line A B C", "\\odot O lieson A B")
    assert loaded[0].question.images == (str(tmp_path / "Diagram" / "img_1.png"),)
    assert (loaded[0].problem().exact, loaded[0].problem().source) == ("5.00", "ours, page 3")
    assert loaded.note_counts() == {"picture_missing": 1}
    assert len(loaded.bad_rows) == 1
    (tmp_path / "other.json").write_text("[1, 2]", "utf-8")
    with pytest.raises(WrongFileError, match="PGPS9K problems"):
        load_pgps9k(tmp_path / "other.json")
