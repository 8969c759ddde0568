"""Bad input is normal: one clear line on stderr, nothing on stdout, the right exit code, nothing written."""

import pytest

COMMANDS = [["solve"], ["draw"], ["problems", "show"], ["tutor"]]
FILES = {
    "empty.yaml": b"",
    "only_a_comment.yaml": b"# nothing yet\n",
    "binary.yaml": bytes(range(128, 256)) * 8,
    "malformed.yaml": b"- id: a\n  text: [1,\n",
    "no_problem.yaml": b"just a sentence\n",
    "other_language.yaml": "- id: winkel\n  aufgabe: Wie groß ist der Winkel? Найдите угол.\n".encode(),
    "no_positions.yaml": b"- id: a\n  text: A triangle.\n  figure: {points: {}}\n  facts: []\n  find: LengthOf(Line(A,B))\n",
    "binary.json": bytes(range(128, 256)) * 8,
    "malformed.json": b'{"1": ',
    "list.json": b"[1, 2]",
    "no_positions.json": b'{"1": {"text_logic_forms": ["Find(LengthOf(Line(A,B)))"]}}',
}


@pytest.mark.slow
@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
@pytest.mark.parametrize("name", FILES)
def test_a_file_that_is_no_problem_file_is_refused_in_one_line(gnomon, tmp_path, command, name):
    (tmp_path / name).write_bytes(FILES[name])
    _is_refused(gnomon(*command, tmp_path / name), name)


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
@pytest.mark.parametrize("name", ["folder.yaml", "folder.json"])
def test_a_folder_is_refused_in_one_line(gnomon, tmp_path, command, name):
    (tmp_path / name).mkdir()
    _is_refused(gnomon(*command, tmp_path / name), name)


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
@pytest.mark.parametrize("name", ["absent.yaml", "absent.json", "absent.yaml#a", "absent.json#1"])
def test_a_file_that_is_not_there_is_refused_in_one_line(gnomon, tmp_path, command, name):
    _is_refused(gnomon(*command, tmp_path / name), "absent")


def test_a_file_that_is_not_there_has_no_lines(gnomon, tmp_path):
    assert ", line" not in gnomon("solve", tmp_path / "absent.yaml").stderr


def test_a_folder_is_no_misspelt_id(gnomon, tmp_path):
    _is_refused(gnomon("solve", tmp_path), "is a folder; expected an id of the bank, FILE.yaml or FILE#ID")


@pytest.mark.parametrize("name", ["empty.yaml", "only_a_comment.yaml"])
def test_no_problem_is_made_of_an_empty_file(gnomon, tmp_path, name):
    (tmp_path / name).write_bytes(FILES[name])
    _is_refused(
        gnomon("problems", "new", tmp_path / name, "--out", tmp_path / "out.yaml"), f"{name}' is empty; expected a problem"
    )
    assert not (tmp_path / "out.yaml").exists()


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_an_unknown_id_is_answered_with_near_ones(gnomon, command):
    _is_refused(gnomon(*command, "tangent-distance-otx"), "did you mean tangent-distance-otz")


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_a_file_of_many_problems_asks_which_one(gnomon, write, command):
    _is_refused(gnomon(*command, write({"id": "a"}, {"id": "b"})), "name one as ")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (
            {"find": "Prove(Equals(LengthOf(Line(A,B)),LengthOf(Line(A,C))))"},
            "no proof: AB = AC is not so in the figure",
        ),
        ({"find": "Sorry(A)"}, "no goal"),
        ({"fact": "Equals(MeasureOf(Angle(B,C,A)), 2*x)"}, "no proof: ∠ACB"),
        ({"fact": "Equals(MeasureOf(Angle(C,A,B)), 60)"}, "left out: the figure shows two numbers for ∠BAC"),
    ],
    ids=["prove that", "no goal", "open", "contradicting"],
)
def test_a_problem_that_cannot_be_solved_says_why_in_one_line(gnomon, write, change, message):
    _is_refused(gnomon("solve", write(change)), message)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("points", "message"),
    [
        ("A: [.nan, 0]", "A: expected a plain number"),
        ("A: [.inf, 0]", "A: expected a plain number"),
        ("A: [1.0e+308, 0]", "A: expected a number from -1e+09 to 1e+09"),
        ("A: [0, 0], B: [5.0e-324, 0], C: [0, 5.0e-324]", "all 3 points lie at one place"),
        (", ".join(f"P{number}: [{number}, 0]" for number in range(200)), "expected at most 60 points, got 200"),
    ],
    ids=["nan", "infinite", "huge", "tiny", "many"],
)
def test_a_figure_that_cannot_be_drawn_is_refused_in_one_line(gnomon, tmp_path, points, message):
    file = tmp_path / "own.yaml"
    figure = f"figure: {{points: {{{points}}}}}"
    file.write_text(f"id: own\ntext: Look.\n{figure}\nfacts: []\nfind: LengthOf(Line(A,B))\n")
    for command in COMMANDS:
        _is_refused(gnomon(*command, file), message)
    assert "own.yaml:3: error: " in gnomon("problems", "check", file).stdout


def test_an_id_used_twice_is_refused_by_name(gnomon, write):
    _is_refused(gnomon("solve", f"{write({}, {})}#triangle"), "uses the id 'triangle' twice")


@pytest.mark.parametrize("name", FILES)
def test_no_bad_file_leaves_anything_half_written(gnomon, tmp_path, name):
    (tmp_path / name).write_bytes(FILES[name])
    gnomon("solve", tmp_path / name, "--out", tmp_path / "out.json", "--jobs", 1)
    assert {path.name for path in tmp_path.iterdir()} <= {name, "out.json"}


@pytest.mark.parametrize("name", FILES)
def test_the_check_finds_an_error_in_a_bad_file(gnomon, tmp_path, name):
    (tmp_path / name).write_bytes(FILES[name])
    result = gnomon("problems", "check", tmp_path / name)
    assert result.exit_code == 1
    assert f"{name}:" in result.stdout
    assert ": error: " in result.stdout


def _is_refused(result, expected):
    assert result.exit_code == 1, result.output
    assert result.stdout == ""
    assert result.stderr.startswith("gnomon: error: ")
    assert result.stderr.count("\n") == 1
    assert expected in result.stderr
