"""A card says what is in a folder, from where, and what of one split is in another; without a licence there is none."""

import hashlib
import json
from typing import Any

import pytest
import yaml

from gnomon.corpus.card import CardError, card_of, card_text, tables_of
from gnomon.corpus.card.counting import _lengths, tokens
from gnomon.datasets import DatasetError, dataset_record
from tests.corpus.conftest import TRIANGLE, row


@pytest.fixture
def folder(write, tmp_path):
    """Return a folder whose test holds a training problem under another name, with a picture and a line that is none."""
    other = {"points": {"A": [0, 0], "B": [4, 0], "C": [0, 9]}, "lines": TRIANGLE["lines"]}
    renamed = json.loads(json.dumps(TRIANGLE).translate(str.maketrans("ABC", "QRS")))
    told: dict[str, Any] = {"licence": "CC-BY-4.0", "provenance": {"model": "m-1", "seed": 4}}
    write([row("a", **told), row("b", problem="p2", figure=other, **told)], "set/train.jsonl")
    write([row("c", problem="p3", figure=renamed, **told), "{broken"], "set/test.jsonl")
    (tmp_path / "set" / "pictures").mkdir()
    (tmp_path / "set" / "pictures" / "a.png").write_bytes(b"picture")
    return tmp_path / "set"


def front(text: str) -> dict[str, Any]:
    return dict(yaml.safe_load(text.split("---")[1]))


def test_a_card_tells_splits_licence_origins_hashes_and_leaks(folder):
    card = card_of(folder)
    assert (card.kind, card.licence, card.rows, card.bad_rows, card.num_pictures) == ("dialogues", "CC-BY-4.0", 3, 1, 1)
    assert dict(card.problems) == {"train": 2, "test": 1}
    assert dict(card.shared) == {("train", "test"): 1}
    assert card.hashes["train.jsonl"] == hashlib.sha256((folder / "train.jsonl").read_bytes()).hexdigest()
    assert dict(card.origins["model"]) == {"m-1": 3}
    text = card_text(card, title="Own | dialogues")
    head = front(text)
    assert (head["license"], head["pretty_name"], head["size_categories"]) == ("cc-by-4.0", "Own | dialogues", ["n<1K"])
    assert head["configs"][0]["data_files"] == [
        {"split": "train", "path": ["train.jsonl"]},
        {"split": "test", "path": ["test.jsonl"]},
    ]
    assert "- of test in train: 1" in text
    assert "| train | 2 | 2 | 1 |" in text
    assert "| seed | 4 | 3 |" in text


def test_no_card_is_written_without_a_licence_unless_that_is_said(write, tmp_path):
    write([row("a", licence="MIT"), row("b", licence="GPL-3.0")], "mixed/train.jsonl")
    write([row("a", licence="MIT"), row("b")], "half/train.jsonl")
    for name in ("mixed", "half"):
        with pytest.raises(CardError, match="no licence for the whole"):
            card_of(tmp_path / name)
    assert card_of(tmp_path / "mixed", licence="MIT").licence == "MIT"
    text = card_text(card_of(tmp_path / "half", has_licence=False), title="Half")
    assert "No licence is granted" in text
    assert (front(text)["license"], front(text)["license_name"]) == ("other", "none")
    with pytest.raises(DatasetError, match="give the folder"):
        card_of(tmp_path / "nothing")


def test_markup_and_bars_of_strangers_stay_in_their_cells(write, tmp_path):
    write([row("a", source="<script>|\n# x")], "train.jsonl")
    text = card_text(card_of(tmp_path, licence="MIT"), title="x")
    assert "| source | &lt;script>\\| # x | 1 |" in text


def test_the_figures_of_key_steps_and_keypoints_are_those_counted_by_hand():
    """From the rows of the samples as JSON, without their loaders."""
    for name in ("mmtutorbench", "mathexplain"):
        path = dataset_record(name).sample_path()
        assert path is not None
        rows = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
        loaded = dataset_record(name).load(path)
        assert len(loaded) == len(rows)
        [table] = tables_of(list(loaded))
        told = {name: value for name, value in table.rows}  # noqa: C416  # two columns
        if name == "mmtutorbench":
            assert told["images"] == str(sum(len(each.get("images", [])) + 1 for each in rows))
            words = [len(each["reference"]["insight_discovery"].split()) for each in rows]
            assert told["words of a reference, insight discovery: mean / most / least"] == (
                f"{sum(words) / len(words):.1f} / {max(words)} / {min(words)}"
            )
        else:
            assert told["keypoints"] == str(sum(len(each["keypoints"]) for each in rows))
            geometry = sum(each["kind"] == "geometry" for each in rows)
            assert told["geometry"] == f"{geometry} ({100 * geometry / len(rows):.1f} %)"


@pytest.mark.slow
def test_the_hub_library_loads_a_folder_by_its_card(folder, tmp_path):
    datasets = pytest.importorskip("datasets")
    # The library takes the names of points for columns, so its splits must have the same ones.
    (folder / "test.jsonl").write_text((folder / "train.jsonl").read_text("utf-8"), "utf-8")
    (folder / "README.md").write_text(card_text(card_of(folder), title="Own"), "utf-8")
    loaded = datasets.load_dataset(str(folder), cache_dir=str(tmp_path / "cache"))
    assert {split: len(rows) for split, rows in loaded.items()} == {"train": 2, "test": 2}


def test_lengths_are_told_in_words_and_in_tokens():
    assert tokens("AB = 4.5 cm.") == ["AB", "=", "4", ".", "5", "cm", "."]
    rows = dict(_lengths("of a problem", ["AB = 4.5 cm.", "x"]))
    assert rows["words of a problem: mean / most / least"] == "2.5 / 4 / 1"
    assert rows["tokens of a problem: all / unique"] == "8 / 7"
