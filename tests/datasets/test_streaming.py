"""Rows read one at a time are those that are loaded together."""

import gzip
import json

import pytest

from gnomon.datasets import BadRow, WrongFileError, load_gsm8k, load_humaneval, stream_gsm8k, stream_humaneval

ROW = {"question": "How many?", "answer": "Two.\n#### 2"}


def test_a_stream_gives_the_items_of_the_loader(data_folder):
    gsm8k, humaneval = data_folder / "gsm8k" / "test.jsonl", data_folder / "humaneval" / "HumanEval.jsonl.gz"
    assert list(stream_gsm8k(gsm8k)) == list(load_gsm8k(gsm8k))
    assert list(stream_humaneval(humaneval)) == list(load_humaneval(humaneval))


@pytest.mark.parametrize("name", ["rows.jsonl", "rows.jsonl.gz", "rows.json"])
def test_rows_that_cannot_be_read_come_in_their_place(tmp_path, name):
    rows = [ROW, {"question": "No answer"}, ROW]
    text = json.dumps(rows) if name.endswith(".json") else "".join(json.dumps(row) + "\n" for row in rows)
    data = text.encode()
    (tmp_path / name).write_bytes(gzip.compress(data) if name.endswith(".gz") else data)
    found = list(stream_gsm8k(tmp_path / name))
    assert [isinstance(row, BadRow) for row in found] == [False, True, False]
    assert [row.row if isinstance(row, BadRow) else row.id for row in found] == ["rows-1", 2, "rows-3"]


def test_a_file_is_read_as_its_rows_are_taken(tmp_path):
    path = tmp_path / "rows.jsonl"
    path.write_bytes((json.dumps(ROW).encode() + b"\n") * 5000 + b"\xff\n")  # far beyond what is read ahead
    stream = stream_gsm8k(path)
    assert next(stream).answer == 2
    with pytest.raises(WrongFileError, match="expected text in UTF-8"):
        list(stream)
