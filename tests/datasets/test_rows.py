"""Files of rows: what is read, what is counted, what is refused."""

import gzip
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gnomon.datasets import BadRow, DatasetItem, WrongFileError
from gnomon.datasets.fields import Fields
from gnomon.datasets.rows import load_rows


class Item(DatasetItem):
    size: int


def read(row: Fields) -> Item:
    return Item(id=row.row_id("id"), size=row.integer("size"), extra=row.rest())


def load(path):
    return load_rows(path, read, 'rows {"size"}')


@pytest.mark.parametrize("name", ["a.jsonl", "a.json"])
def test_lines_and_a_list_give_the_same_items(write, name):
    loaded = load(write([{"size": 3}, {"size": "4"}], name))
    assert [(item.id, item.size) for item in loaded] == [("a-1", 3), ("a-2", 4)]


def test_a_gzipped_file_is_read_as_a_plain_one(tmp_path):
    path = tmp_path / "a.jsonl.gz"
    path.write_bytes(gzip.compress(b'{"size": 3}\n\n{"size": 4}\n'))
    assert [item.id for item in load(path)] == ["a-1", "a-3"]


def test_a_folder_is_read_file_by_file_in_the_order_of_names(write):
    write([{"size": 2}], "d/b.jsonl")
    path = write([{"size": 1}], "d/a.jsonl").parent
    (path / "readme.md").write_text("no data")
    assert [item.size for item in load(path)] == [1, 2]


def test_a_bad_row_is_counted_with_its_number_its_reason_and_itself(write):
    loaded = load(write([{"size": 3}, {"size": "big"}, {"id": "x", "size": 5}]))
    assert [item.size for item in loaded] == [3, 5]
    assert loaded.rows == 3
    reason = "expected a whole number under 'size', got 'big'"
    assert loaded.bad_rows == (BadRow("rows.jsonl", 2, reason, '{"size": "big"}'),)
    assert str(loaded.bad_rows[0]) == f"rows.jsonl, row 2: {reason}"


@pytest.mark.parametrize(
    "line",
    [
        "not json",
        "[1]",
        "3",
        '{"size": null}',
        '{"size": true}',
        '{"size": 1e999}',
        "{",
        "[" * 5000,
        '{"size": 1, "text": "\\ud800"}',
    ],
)
def test_a_line_that_is_no_row_does_not_stop_the_others(tmp_path, line):
    path = tmp_path / "a.jsonl"
    path.write_text(f'{{"size": 1}}\n{line}\n{{"size": 2}}\n')
    loaded = load(path)
    assert ([item.size for item in loaded], [row.row for row in loaded.bad_rows]) == ([1, 2], [2])


def test_one_mapping_over_several_lines_is_one_row(tmp_path):
    path = tmp_path / "a.json"
    path.write_text(json.dumps({"size": 7, "unit": "cm"}, indent=1))
    loaded = load(path)
    assert [(item.size, item.extra) for item in loaded] == [(7, {"unit": "cm"})]


def test_fields_that_nobody_asked_for_are_kept(write):
    assert load(write([{"size": 1, "colour": "red"}]))[0].extra == {"colour": "red"}


def test_an_id_used_twice_is_noted_and_both_rows_stay(write):
    loaded = load(write([{"id": "a", "size": 1}, {"size": 2}, {"id": "a", "size": 3}]))
    assert len(loaded) == 3
    assert [(note.rule, note.row) for note in loaded.notes] == [("id_repeated", 3)]
    assert loaded.note_counts() == {"id_repeated": 1}


def test_a_line_separator_inside_a_text_does_not_end_the_row(tmp_path):
    path = tmp_path / "a.jsonl"
    path.write_text('{"size": 1, "text": "a\u2028b"}\n', "utf-8")
    assert load(path)[0].extra == {"text": "a\u2028b"}


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"\x89PNG\r\n\x1a\n\xff", "expected text in UTF-8"),
        (b"\x1f\x8b\x08broken", "expected text in UTF-8"),
        (b"[1, 2", "expected a JSON list"),
        (b"", 'expected rows {"size"}, found no such row in 0'),
        (b"[]", 'expected rows {"size"}, found no such row in 0'),
        (b'{"colour": "red"}\n', "row 1: expected a whole number under 'size', got nothing"),
    ],
)
def test_a_wrong_file_is_refused_in_one_line(tmp_path, content, told):
    path = tmp_path / "a.jsonl"
    path.write_bytes(content)
    with pytest.raises(WrongFileError) as refused:
        load(path)
    assert told in str(refused.value)
    assert "\n" not in str(refused.value)


def test_a_path_that_is_not_there_and_a_folder_without_data_are_refused(tmp_path):
    with pytest.raises(WrongFileError, match="found nothing; check the path"):
        load(tmp_path / "none.jsonl")
    with pytest.raises(WrongFileError, match="found none in this folder"):
        load(tmp_path)


@given(
    st.lists(st.one_of(st.integers(-9, 9), st.text(max_size=5), st.none(), st.dictionaries(st.text(max_size=4), st.integers())))
)
def test_every_row_is_an_item_or_a_bad_row(tmp_path_factory, sizes):
    path = tmp_path_factory.mktemp("rows") / "a.jsonl"
    rows = [{"size": 0}, *({"size": size} for size in sizes)]
    path.write_text("".join(f"{json.dumps(row)}\n" for row in rows))
    loaded = load(path)
    assert sorted([*(row.row for row in loaded.bad_rows), *(int(item.id[2:]) for item in loaded)]) == list(
        range(1, len(rows) + 1)
    )


def test_a_loaded_sequence_is_sliced_and_indexed(write):
    loaded = load(write([{"size": size} for size in range(4)]))
    assert ([item.size for item in loaded[1:3]], loaded[-1].size) == ([1, 2], 3)
