"""The spec rows of corpora, on the way a user would take."""

import csv
import json

import pytest

from gnomon.datasets import dataset_record, load_geodial
from gnomon.models import FakeServer
from gnomon.problem.bank import bank_entries
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


@pytest.mark.slow
def test_g8_statistics_are_table_plots_and_csv(tmp_path):
    result = gnomon("corpus", "stats", "geodial", "--html", tmp_path / "p.html", "--csv", tmp_path / "csv")
    assert result.exit_code == 0, result.output
    assert "Feedback by quarter" in (tmp_path / "p.html").read_text("utf-8")
    with (tmp_path / "csv" / "corpus.subacts.csv").open(encoding="utf-8") as file:
        assert len(list(csv.DictReader(file))) == 16


@pytest.mark.slow
def test_g4_problems_are_sourced_with_a_count_at_every_filter(tmp_path):
    pytest.importorskip("cv2", reason="needs the extra read: OpenCV")
    entries = [dict(bank_entries()["triangle-sum-klm"]), {**bank_entries()["triangle-sum-klm"], "id": "copy"}]
    (tmp_path / "own.yaml").write_text(json.dumps(entries))
    with FakeServer(lambda chat, index: "Answer: 57" if "keeps beside" in chat.prompt or index else "Answer: 1") as server:
        models = [word for role in ("weak", "strong") for word in ("--model", f"{role}=m@{server.url}")]
        command = ["corpus", "run", "geodial-problems", "--set", f"load.own={tmp_path / 'own.yaml'}", *models]
        result = gnomon(*command, "--out", tmp_path / "out")
    assert result.exit_code == 0, result.output
    stages = json.loads(gnomon("corpus", "status", tmp_path / "out", "--json").stdout)["stages"]
    dropped = {stage["name"]: stage["dropped"] for stage in stages if stage["dropped"]}
    assert dropped == {"unique": {"near_duplicate": 1}, "attempts": {"too_easy": 1}}  # one wrong answer of four


@pytest.mark.slow
def test_x2_keypoints_are_drafted_and_wait_for_a_person_with_the_drawing(tmp_path):
    pytest.importorskip("cv2", reason="needs the extra read: OpenCV")
    path = dataset_record("mathexplain").sample_path()
    drafted = json.dumps([{"element": "Line AH", "description": "The height"}, {"element": "Line HA", "description": "Again"}])
    with FakeServer([drafted]) as server:
        models = [word for role in ("drafter", "translator") for word in ("--model", f"{role}=m@{server.url}")]
        command = ["corpus", "run", "mathexplain-keypoints", "--set", f"load.file={path}", *models]
        result = gnomon(*command, "--out", tmp_path / "out")
    assert result.exit_code == 0, result.output
    first = json.loads((tmp_path / "out" / "waiting" / "verify.jsonl").read_text().splitlines()[0])
    assert first["shown"]["left_out"] == ["Line HA: named before"]
    assert (tmp_path / "out" / first["shown"]["drawn"]).is_file()
