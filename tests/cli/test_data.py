"""``gnomon data``."""

import json

import pytest

from gnomon.datasets import registry

GOOD, BAD = '{"question": "q", "answer": "#### 4"}\n', '{"question": "q", "answer": "four"}\n'


@pytest.fixture(autouse=True)
def _home(tmp_path, monkeypatch):
    """No test sees or touches the user's own settings."""
    monkeypatch.setenv("GNOMON_DATA_HOME", str(tmp_path / "settings"))


@pytest.fixture
def copy(tmp_path):
    """Return a file of one good and one bad problem."""
    path = tmp_path / "copy.jsonl"
    path.write_text(GOOD + BAD)
    return path


def test_the_list_names_every_data_set_with_its_state_and_address(gnomon):
    shown = gnomon("data", "list").stdout
    for record in registry().values():
        assert f"{record.name} " in shown
        assert record.where in shown
    assert "gsm8k         sample only" in shown


def test_the_list_speaks_json(gnomon):
    rows = {row["name"]: row for row in json.loads(gnomon("data", "list", "--json").stdout)}
    assert rows["gsm8k"]["published_rows"] == {"train": 7473, "test": 1319}
    assert (rows["gsm8k"]["state"], rows["gsm8k"]["licence"], rows["mathdial"]["state"]) == ("sample only", "MIT", "absent")


def test_adding_a_copy_reports_rows_bad_rows_and_published_counts(gnomon, copy):
    result = gnomon("data", "add", "gsm8k", copy)
    assert result.exit_code == 0
    assert "gsm8k: problems read 1, bad rows 1" in result.stdout
    assert "copy.jsonl, row 2: expected a solution that ends in '#### NUMBER'" in result.stdout
    assert "published: train 7,473, test 1,319; this copy has 2 rows, another number" in result.stdout


def test_an_added_copy_is_in_the_list_with_its_path(gnomon, copy):
    gnomon("data", "add", "gsm8k", copy)
    row = next(row for row in json.loads(gnomon("data", "list", "--json").stdout) if row["name"] == "gsm8k")
    assert (row["state"], row["path"], row["rows"]) == ("added", str(copy), 1)
    copy.unlink()
    assert "its files are gone" in gnomon("data", "list").stdout


def test_adding_speaks_json(gnomon, copy):
    report = json.loads(gnomon("data", "add", "gsm8k", copy, "--json").stdout)
    assert (report["rows_read"], [row["row"] for row in report["bad_rows"]], report["part"]) == (1, [2], None)


def test_many_bad_rows_are_cut_short(gnomon, copy):
    copy.write_text(GOOD + BAD * 30)
    shown = gnomon("data", "add", "gsm8k", copy).stdout
    assert shown.count("copy.jsonl, row") == 10
    assert "and 20 more" in shown


def test_what_was_kept_as_written_is_counted(gnomon, tmp_path):
    path = tmp_path / "m.json"
    row = {"conversation_id": "c", "conversation_history": "Turor: a", "tutor_responses": {}}
    path.write_text(json.dumps([row]))
    assert "kept as written: speaker_misspelt (1)" in gnomon("data", "add", "mrbench", path).stdout


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("gsm9k", "x"), "no data set 'gsm9k'; did you mean gsm8k"),
        (("gsm8k", "no such file"), "expected a file or a folder, found nothing"),
        (("mathdial", "copy"), "expected MathDial rows"),
    ],
)
def test_a_wrong_name_or_file_is_one_line_and_exit_1(gnomon, copy, arguments, told):
    result = gnomon("data", "add", *(copy if argument == "copy" else argument for argument in arguments))
    assert (result.exit_code, result.stdout) == (1, "")
    assert told in result.stderr
    assert result.stderr.count("\n") == 1


def test_a_file_that_may_not_be_read_is_one_line(gnomon, tmp_path):
    folder = tmp_path / "folder.jsonl"
    folder.mkdir()
    result = gnomon("data", "add", "gsm8k", folder)
    assert (result.exit_code, result.stderr.count("\n")) == (1, 1)


def test_the_command_alone_is_a_usage_error(gnomon):
    assert gnomon("data").exit_code == 2


def test_a_card_is_written_into_the_folder_and_never_over_another_unasked(gnomon, tmp_path):
    row = {"question": "What is 1 + 1?", "answer": "Add.\n#### 2"}
    (tmp_path / "train.jsonl").write_text(f"{json.dumps(row)}\n", "utf-8")
    refused = gnomon("data", "card", tmp_path)
    assert (refused.exit_code, "no licence for the whole" in refused.stderr) == (1, True)
    shown = gnomon("data", "card", tmp_path, "--licence", "MIT", "--title", "Sums")
    assert "1 rows of the kind gsm8k, 0 unreadable" in shown.stdout
    assert (tmp_path / "README.md").read_text("utf-8").startswith("---\nlicense: mit\npretty_name: Sums\n")
    assert gnomon("data", "card", tmp_path, "--licence", "MIT").exit_code == 1
    assert gnomon("data", "card", tmp_path, "--licence", "MIT", "--force").exit_code == 0
    assert gnomon("data", "card", tmp_path, "--kind", "poems", "--licence", "MIT", "--force").exit_code == 2
