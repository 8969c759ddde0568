"""``gnomon bench``: what is listed, and what is refused before anything is read or written."""

import json

import pytest

MODEL = "m@http://127.0.0.1:9/v1"


def test_the_list_tells_benchmarks_of_tutors_from_those_of_judges(gnomon):
    lines = gnomon("bench", "list").stdout.splitlines()
    judges = lines.index("Benchmarks of judges")
    assert lines[0] == "Benchmarks of tutors"
    assert [line.split()[:2] for line in lines[judges + 1 :]] == [["mrbench", "--judge"]]
    assert ["mmtutorbench", "--tutor", "--judge"] in [line.split()[:3] for line in lines[:judges]]


def test_the_list_as_json_says_what_each_grades_and_takes(gnomon):
    rows = json.loads(gnomon("bench", "list", "--json").stdout)
    assert (rows["mrbench"]["grades"], rows["mrbench"]["options"]) == ("judge", ["judge"])
    assert rows["geodial"]["options"] == ["tutor"]
    assert all(row["description"] for row in rows.values())


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["geodial", "--tutor", "symbolic", "--judge", MODEL], "geodial compares with what the teacher did and takes no --judge"),
        (["mrbench", "--tutor", "symbolic", "--judge", "majority"], "mrbench grades recorded responses and takes no --tutor"),
        (["geodal", "--tutor", "symbolic"], "did you mean geodial?"),
        (["geodial", "--tutor", "symbolic", "--set", "gard=false"], "no setting 'gard': did you mean guard?"),
    ],
)
def test_what_does_not_fit_is_refused_before_anything_is_read_or_written(gnomon, tmp_path, arguments, message):
    result = gnomon("bench", "run", *arguments, "--out", tmp_path / "out", "--data", tmp_path / "not-read")
    assert result.exit_code == 1
    assert message in result.stderr
    assert list(tmp_path.iterdir()) == []
