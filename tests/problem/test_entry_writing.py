"""Problems written as files."""

from gnomon.problem.bank import load_entries
from gnomon.problem.entry import ProblemEntry
from gnomon.problem.entry_writing import written_entries

ENTRY = {
    "id": "Y-1",
    "source": "made up: for a test",
    "text": "In triangle NOY, NO = 4. Find OY.",
    "figure": {
        "points": {"N": [0, 0], "O": [4, 0], "Y": [0, 3.5]},
        "lines": ["N O", "O Y", "Y N"],
        "circles": [{"centre": "N", "points": ["O"]}, {"centre": "O", "radius": 1.5}],
        "labels": [{"text": "h", "element": "line:NY"}],
        "hidden": ["Y"],
    },
    "facts": ["Equals(LengthOf(Line(N,O)), 4)", {"text": "Perpendicular(Line(N,O), Line(N,Y))"}],
    "find": "LengthOf(Line(O,Y))",
    "answer": 5.31507291,
    "letters": {"x": 2},
}


def test_a_written_problem_is_read_back_as_it_was(tmp_path):
    entry = ProblemEntry.model_validate(ENTRY)
    file = tmp_path / "own.yaml"
    file.write_text(written_entries([entry, entry]), "utf-8")
    assert [ProblemEntry.model_validate(data) for data in load_entries(file)] == [entry, entry]


def test_points_and_lines_stand_on_one_line_each():
    written = written_entries([ProblemEntry.model_validate(ENTRY)])
    assert "    points: {N: [0, 0], O: [4, 0], Y: [0, 3.5]}\n    lines: [N O, O Y, Y N]\n" in written
