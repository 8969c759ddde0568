"""CSV files as spreadsheets write them, read by column; what is none is refused in one line."""

import pytest

from gnomon.datasets import load_mrbench
from gnomon.datasets.csv_file import csv_columns, csv_rows
from gnomon.datasets.errors import WrongFileError

ROWS = [("1", 'Tutor: 7 x 8?\nStudent: 54; "I think"', "What is 7 x 7, and one more 7?"), ("2", "Tutor: é?", "No.")]


def quoted(separator, end="\n"):
    head = separator.join(("ID", "Conversation History", "Response"))
    return head + end + end.join(separator.join(f'"{cell.replace(chr(34), chr(34) * 2)}"' for cell in row) for row in ROWS)


@pytest.mark.parametrize(
    "data",
    [
        quoted(",").encode(),
        quoted(";", "\r\n").encode("utf-8-sig"),
        quoted("\t").encode("utf-16"),
        quoted(";").encode("cp1252"),
        ("sep=;\r\n" + quoted(";")).encode(),
        (quoted(",") + "\n,,\n\n").encode(),
    ],
    ids=["commas", "Excel's semicolons", "Unicode text", "Windows-1252", "sep=", "empty lines"],
)
def test_whatever_a_spreadsheet_writes_gives_the_same_rows(tmp_path, data):
    (tmp_path / "a.csv").write_bytes(data)
    found = [tuple(row[name] for name in ("id", "conversation_history", "response")) for _, row in csv_rows(tmp_path / "a.csv")]
    assert found == ROWS


def test_what_is_no_utf8_is_said(tmp_path, caplog):
    (tmp_path / "a.csv").write_bytes(quoted(",").encode("cp1252"))
    list(csv_rows(tmp_path / "a.csv"))
    assert "read as Windows-1252" in caplog.text


def test_rows_of_responses_are_dialogues_with_what_the_other_columns_say_kept(tmp_path):
    path = tmp_path / "own.csv"
    path.write_text("response,history,tutor,id,grade\nLook again.,Student: 54,A,x,7\nLook.,Student: 54,B,x,\n")
    first, second = load_mrbench(path)
    assert (first.id, first.history, first.responses[0].tutor, first.responses[0].text) == (
        "x",
        "Student: 54",
        "A",
        "Look again.",
    )
    assert (first.extra, second.extra) == ({"grade": "7"}, {})


def test_a_row_without_a_response_is_counted_and_the_rest_is_read(tmp_path):
    path = tmp_path / "own.csv"
    path.write_text("history,response\nStudent: 54,Look.\nStudent: 55,\n")
    loaded = load_mrbench(path)
    assert (len(loaded), len(loaded.bad_rows), loaded.bad_rows[0].row) == (1, 1, 2)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "is empty"),
        (b"\x89PNG\r\n\x1a\n\0\0\0\r", "got other bytes"),
        (b"id,text\n1,x\n", "lacks history and response and has 'id, text'"),
        (b"history;answer\n1;x\n", "lacks response and has 'history, answer'"),
        (b"history,response,Response\na,b,c\n", "column 'response' is there twice"),
        (b",\nhistory,response\n", "with the names of the columns, found none"),
        (b'history,response\n"a,b\n', "line 2: cannot be read as CSV"),
    ],
)
def test_a_wrong_file_is_refused_in_one_line(tmp_path, data, message):
    (tmp_path / "a.csv").write_bytes(data)
    with pytest.raises(WrongFileError, match=message) as error:
        load_mrbench(tmp_path / "a.csv")
    assert "\n" not in str(error.value)


def test_columns_are_named_in_small_letters_without_spaces(tmp_path):
    (tmp_path / "a.tsv").write_text("Conversation  ID\tRESPONSE\n")
    assert csv_columns(tmp_path / "a.tsv") == ("conversation_id", "response")
