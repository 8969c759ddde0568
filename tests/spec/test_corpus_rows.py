"""The spec rows of corpora, on the way a user would take."""

import csv
import json

from gnomon.datasets import dataset_record, load_geodial
from tests.command_line import gnomon


def test_g7_dialogues_are_filtered_and_split_and_nothing_is_lost(tmp_path):
    path = dataset_record("geodial").sample_path()
    assert path is not None
    lines = path.read_text("utf-8").splitlines()
    twice = json.loads(lines[0])
    twice["turns"].append(twice["turns"][-1])
    source = tmp_path / "d.jsonl"
    source.write_text("\n".join([*lines, json.dumps(twice), "no json"]), "utf-8")
    result = gnomon("corpus", "filter", source, "--out", tmp_path / "f")
    assert "14 rows: 12 kept, 0 to inspect, 1 dropped, 1 unreadable" in result.stdout
    assert gnomon("corpus", "split", tmp_path / "f" / "kept.jsonl", "--out", tmp_path / "s").exit_code == 0
    parts = [{item.problem_id for item in load_geodial(file)} for file in sorted((tmp_path / "s").glob("*.jsonl"))]
    assert (len(parts), sum(map(len, parts)), len(set.union(*parts))) == (3, 12, 12)


def test_g8_statistics_are_table_plots_and_csv(tmp_path):
    result = gnomon("corpus", "stats", "geodial", "--html", tmp_path / "p.html", "--csv", tmp_path / "csv")
    assert result.exit_code == 0, result.output
    assert "Feedback by quarter" in (tmp_path / "p.html").read_text("utf-8")
    with (tmp_path / "csv" / "corpus.subacts.csv").open(encoding="utf-8") as file:
        assert len(list(csv.DictReader(file))) == 16
