"""The log of rows outlives a kill: what is cut off or damaged is asked anew, and nothing else."""

import os

import pytest

from gnomon.runs import RowLog, RunError, as_line, read_lines, row_places


@pytest.fixture
def path(tmp_path):
    """Return the path of a log with the rows a, b and c."""
    with RowLog(tmp_path / "rows.jsonl") as log:
        for name in "abc":
            log.append(name, as_line({"id": name, "text": f"of {name}"}))
    return tmp_path / "rows.jsonl"


def finished(path):
    with RowLog(path) as log:
        return [name for name in "abc" if log.is_finished(name)]


@pytest.mark.parametrize("cut", [1, 5, 20])
def test_a_line_that_was_cut_off_is_dropped_and_the_next_one_is_whole(path, cut):
    path.write_bytes(path.read_bytes()[:-cut])
    assert finished(path) == ["a", "b"]
    with RowLog(path) as log:
        log.append("c", as_line({"id": "c"}))
    assert list(row_places(path)) == ["a", "b", "c"]


def test_a_damaged_line_is_a_row_to_be_asked_anew(path):
    a, b, c = path.read_text().splitlines(keepends=True)
    path.write_text(a + b.replace('"text"', "") + c)
    assert finished(path) == ["a", "c"]


def test_of_several_lines_of_one_row_the_last_counts(path):
    with RowLog(path) as log:
        log.append("a", as_line({"id": "a", "text": "again"}))
    places = row_places(path)
    lines = list(read_lines(path, places.values()))
    assert [b"again" in line for line in lines] == [True, False, False]


def test_putting_in_order_leaves_one_line_a_row(path):
    with RowLog(path) as log:
        log.append("a", as_line({"id": "a", "text": "again"}))
        log.put_in_order(["c", "a", "b"])
        assert [line[:10] for line in log.lines(["a"])] == [b'{"id": "a"']
    assert list(row_places(path)) == ["c", "a", "b"]
    assert path.read_text().count("\n") == 3


def test_a_file_in_order_is_not_written_anew(path):
    before = path.stat().st_ino
    with RowLog(path) as log:
        log.put_in_order(["a", "b", "c"])
    assert path.stat().st_ino == before


def test_rows_can_be_read_while_the_run_goes_on(path):
    with RowLog(path) as log:
        log.append("d", as_line({"id": "d"}))
        assert list(row_places(path)) == ["a", "b", "c", "d"]


def test_a_whole_line_that_is_no_row_is_told_by_its_place(path):
    path.write_text("[1]\n")
    with pytest.raises(RunError, match="expected a row at byte 0"):
        row_places(path)


def test_a_full_disk_is_told(path, monkeypatch):
    with RowLog(path) as log:
        monkeypatch.setattr(os, "write", lambda *_: 3)
        with pytest.raises(OSError, match="No space left"):
            log.append("d", as_line({"id": "d"}))
