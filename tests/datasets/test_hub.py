"""Folders as the Hugging Face libraries write them give the same items as JSON Lines, whatever the data set."""

import hashlib
import json
import resource
import sys
from pathlib import Path
from typing import Any

import pytest

from gnomon.datasets import DatasetItem, WrongFileError, dataset_record, load_gsm8k, load_mmtutorbench, registry, stream_gsm8k
from gnomon.datasets.rows import find_files
from tests.every import every

pa = pytest.importorskip("pyarrow")
parquet = pytest.importorskip("pyarrow.parquet")


@pytest.fixture(autouse=True)
def own_folder(tmp_path, monkeypatch):
    monkeypatch.setenv("GNOMON_DATA_HOME", str(tmp_path / "home"))


def sample_rows(name: str) -> tuple[list[dict[str, Any]], Path]:
    """Return the rows of a sample that its loader reads, with their folder."""
    path = dataset_record(name).sample_path()
    assert path is not None
    text = path.read_text("utf-8")
    rows = json.loads(text) if path.suffix == ".json" else [json.loads(line) for line in text.splitlines()]
    bad = {row.row for row in dataset_record(name).load(path).bad_rows}
    return [row for number, row in enumerate(rows, 1) if number not in bad], path.parent


def with_pictures(value: Any, folder: Path) -> Any:
    """Return a row with its pictures inside, as `datasets.Image` stores them."""
    if isinstance(value, dict):
        return {name: with_pictures(each, folder) for name, each in value.items()}
    if isinstance(value, list):
        return [with_pictures(each, folder) for each in value]
    if isinstance(value, str) and value.endswith(".png") and (folder / value).is_file():
        return {"bytes": (folder / value).read_bytes(), "path": Path(value).name}
    return value


def by_content(value: Any) -> Any:
    """Return what an item holds, with the content of pictures in place of their paths."""
    if isinstance(value, dict):
        return {name: by_content(each) for name, each in value.items()}
    if isinstance(value, list | tuple):
        return [by_content(each) for each in value]
    if isinstance(value, str) and value.endswith(".png") and Path(value).is_file():
        return hashlib.sha256(Path(value).read_bytes()).hexdigest()
    return value


def told(items: Any) -> list[Any]:
    """Return what items hold; ids that are made of the file's name are left out, and a split that only a file's name tells."""
    return [by_content(item.model_dump(exclude={"id", "split"})) for item in items]


def table_of(rows: list[dict[str, Any]]) -> Any:
    """Return a table with the fields of all rows: `Table.from_pylist` takes those of the first."""
    return pa.Table.from_struct_array(pa.array(rows))


def write_shards(rows: list[dict[str, Any]], folder: Path, split: str = "train", shards: int = 1) -> Path:
    (folder / "data").mkdir(parents=True, exist_ok=True)
    for number in range(shards):
        name = f"{split}-{number:05}-of-{shards:05}.parquet"
        parquet.write_table(table_of(rows[number::shards]), folder / "data" / name)
    return folder


SAMPLED = [name for name, record in registry().items() if record.sample]


@every(SAMPLED)
def test_shards_of_the_hub_give_the_items_of_the_sample(name, tmp_path):
    rows, folder = sample_rows(name)
    shards = write_shards([with_pictures(row, folder) for row in rows], tmp_path / name)
    written = tmp_path / f"{name}.jsonl"
    written.write_text("".join(f"{json.dumps(with_absolute(row, folder))}\n" for row in rows), "utf-8")
    record = dataset_record(name)
    from_table, from_lines = record.load(shards), record.load(written)
    assert told(from_table) == told(from_lines)
    assert not from_table.bad_rows


def with_absolute(value: Any, folder: Path) -> Any:
    if isinstance(value, dict):
        return {name: with_absolute(each, folder) for name, each in value.items()}
    if isinstance(value, list):
        return [with_absolute(each, folder) for each in value]
    return str(folder / value) if isinstance(value, str) and value.endswith(".png") and (folder / value).is_file() else value


def problems(count: int, first: int = 0) -> list[dict[str, str]]:
    return [{"question": f"What is {n} + 1?", "answer": f"Add one.\n#### {n + 1}"} for n in range(first, first + count)]


def test_rows_are_numbered_through_the_shards_and_bad_ones_counted(tmp_path):
    rows = [*problems(2), {"question": "No answer"}]
    write_shards(rows, tmp_path)
    parquet.write_table(table_of(problems(2, 7)), tmp_path / "data" / "test-00000-of-00002.parquet")
    parquet.write_table(table_of(problems(2, 9)), tmp_path / "data" / "test-00001-of-00002.parquet")
    loaded = load_gsm8k(tmp_path)
    assert [item.id for item in loaded] == ["test-1", "test-2", "test-3", "test-4", "train-1", "train-2"]
    assert [(row.file, row.row) for row in loaded.bad_rows] == [("train-00000-of-00001.parquet", 3)]
    assert [row for row in stream_gsm8k(tmp_path) if isinstance(row, DatasetItem)] == list(loaded)


def test_a_card_names_the_files_of_its_configuration(tmp_path):
    for name in ("main", "socratic"):
        write_shards(problems(1 if name == "main" else 3), tmp_path / name)
    main = "- config_name: main\n{}  data_files:\n  - split: train\n    path: main/data/train-*\n"
    card = f"---\nconfigs:\n{main}- config_name: socratic\n"
    (tmp_path / "README.md").write_text(card.format("  default: true\n") + "---\n", "utf-8")
    assert len(load_gsm8k(tmp_path)) == 1
    (tmp_path / "README.md").write_text(card.format("") + "---\n", "utf-8")
    with pytest.raises(WrongFileError, match=r"names the configurations main, socratic; give the path"):
        load_gsm8k(tmp_path)
    (tmp_path / "README.md").write_text("---\n[broken\n---\n", "utf-8")
    assert len(load_gsm8k(tmp_path)) == 4


def test_what_lies_there_in_two_forms_or_is_no_table_is_one_clear_line(tmp_path):
    both = tmp_path / "both"
    both.mkdir()
    parquet.write_table(table_of(problems(1)), both / "train.parquet")
    (both / "train.jsonl").write_text(f"{json.dumps(problems(1)[0])}\n", "utf-8")
    with pytest.raises(WrongFileError, match=r"'train' lies there as a table and as JSON; give the path of one"):
        load_gsm8k(both)
    for ending in ("parquet", "arrow"):
        broken = tmp_path / f"broken.{ending}"
        broken.write_bytes(b"PAR1 and then nothing")
        with pytest.raises(WrongFileError, match=r"expected a table as Parquet or Arrow, got something else"):
            load_gsm8k(broken)


def test_a_picture_without_bytes_keeps_its_path_and_one_with_them_is_written_once(tmp_path):
    rows, folder = sample_rows("mmtutorbench")
    row = with_pictures(rows[0], folder)
    named = {**row, "current_image": {"bytes": None, "path": "lost.png"}}
    write_shards([row, row, named], tmp_path / "set")
    loaded = load_mmtutorbench(tmp_path / "set")
    assert Path(loaded[0].current_image).read_bytes() == (folder / rows[0]["current_image"]).read_bytes()
    assert loaded[0].current_image == loaded[1].current_image
    assert loaded[2].current_image.endswith("lost.png")
    assert "picture_missing" in loaded.note_counts()


@pytest.mark.slow
@every(["geodial", "gsm8k", "mmtutorbench", "mathexplain"])
def test_what_the_library_saves_and_pushes_gives_the_items_of_the_sample(name, tmp_path):
    datasets = pytest.importorskip("datasets")
    rows, folder = sample_rows(name)
    table = table_of([with_pictures(row, folder) for row in rows])
    made = datasets.Dataset(table)
    datasets.DatasetDict({"train": made, "test": made}).save_to_disk(str(tmp_path / name))
    assert {file.suffix for file in find_files(tmp_path / name)} == {".arrow"}
    record = dataset_record(name)
    loaded = record.load(tmp_path / name)
    assert len(loaded) == 2 * len(rows)
    sample = record.sample_path()
    assert sample is not None
    assert told(loaded.items[: len(rows)]) == told(record.load(sample))
    written = tmp_path / f"{name}-one" / "train.parquet"
    written.parent.mkdir()
    made.to_parquet(str(written))
    assert told(record.load(written.parent)) == told(record.load(sample))


@pytest.mark.slow
def test_a_large_table_is_streamed_in_flat_memory(tmp_path):
    """A row group of 20,000 rows of 4 kB; without batches it would take 80 MB and more."""
    rows = [{**row, "answer": f"{'x' * 4000}\n#### 1"} for row in problems(20_000)]
    file = tmp_path / "train.parquet"
    parquet.write_table(table_of(rows), file, row_group_size=2_000, compression="none", use_dictionary=False)
    del rows
    sum(1 for _ in stream_gsm8k(write_shards(problems(10), tmp_path / "small")))  # what is imported counts for neither
    before = peak()
    assert sum(1 for _ in stream_gsm8k(file)) == 20_000
    assert peak() - before < 40


def peak() -> float:
    """Return the most memory that the process has had, in MB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (1024 if sys.platform == "linux" else 1024 * 1024)
