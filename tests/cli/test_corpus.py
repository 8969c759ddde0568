"""``gnomon corpus``."""

import json

import pytest

from gnomon.datasets import dataset_record


@pytest.fixture
def sample(tmp_path):
    """Return GeoDial's sample with a broken line, a dialogue with consecutive turns and an interleaved batch added."""
    path = dataset_record("geodial").sample_path()
    assert path is not None
    rows = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    twice = rows[0] | {"id": "twice", "turns": [*rows[0]["turns"][:2], *rows[0]["turns"][1:]]}
    mixed = [
        rows[1] | {"id": "mixed", "batch": "x", "turns": rows[1]["turns"] + rows[0]["turns"]},
        rows[2] | {"id": "beside", "batch": "x"},
    ]
    written = tmp_path / "in.jsonl"
    written.write_text("".join(f"{json.dumps(row)}\n" for row in [*rows, twice, *mixed]) + "{broken\n", "utf-8")
    return written


def test_filter_tells_every_decision_and_the_line_that_it_could_not_read(gnomon, sample, tmp_path):
    shown = gnomon("corpus", "filter", sample, "--out", tmp_path / "out")
    assert shown.exit_code == 0
    assert "16 rows: 12 kept, 2 to inspect, 1 dropped, 1 unreadable" in shown.stdout
    assert "in.jsonl, row 16: expected JSON" in shown.stderr
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == [
        "dropped.jsonl", "filter.json", "inspection.jsonl", "kept.jsonl", "to_inspect.jsonl", "unreadable.jsonl",
    ]  # fmt: skip


def test_an_inspected_sheet_goes_back_in(gnomon, sample, tmp_path):
    gnomon("corpus", "filter", sample, "--out", tmp_path / "first")
    sheet = tmp_path / "first" / "inspection.jsonl"
    asked = [json.loads(line) for line in sheet.read_text("utf-8").splitlines()]
    assert [row["id"] for row in asked] == ["mixed", "beside"]
    sheet.write_text("".join(f"{json.dumps(row | {'keep': row['id'] == 'beside'})}\n" for row in asked), "utf-8")
    told = gnomon("corpus", "filter", sample, "--inspected", sheet, "--out", tmp_path / "second", "--json")
    counts = json.loads(told.stdout)
    assert (counts["kept"], counts["to_inspect"], counts["dropped"], counts["reasons"]["found_unclean"]) == (13, 0, 2, 1)


def test_split_prints_the_counts_of_each_part(gnomon, sample, tmp_path):
    shown = gnomon("corpus", "split", sample, "--shares", "0.5,0.25,0.25", "--seed", "3", "--out", tmp_path, "--json")
    parts = json.loads(shown.stdout)["parts"]
    assert sum(part["dialogues"] for part in parts.values()) == 15
    assert [part["problems"] for part in parts.values()] == [6, 3, 3]


@pytest.mark.slow
def test_statistics_come_as_table_json_csv_and_page(gnomon, sample, tmp_path):
    page = tmp_path / "page.html"
    shown = gnomon("corpus", "stats", sample, "--html", page, "--csv", tmp_path / "csv")
    assert "Generic: Introduce" in shown.stdout
    told = json.loads(gnomon("corpus", "stats", sample, "--json").stdout)
    assert told["tables"]["corpus.size"][0]["dialogues"] == 15
    assert told["tables"]["corpus.size"][0]["batches"] == 1
    assert [row["row"] for row in told["unreadable_rows"]] == [16]
    assert page.read_text("utf-8").startswith("<!doctype html>")
    assert (tmp_path / "csv" / "corpus.size.csv").is_file()


@pytest.mark.parametrize(("command", "file"), [("filter", "kept.jsonl"), ("split", "test.jsonl")])
def test_files_that_exist_are_replaced_only_by_force(command, file, gnomon, sample, tmp_path):
    (tmp_path / file).write_text("mine", "utf-8")
    assert gnomon("corpus", command, sample, "--out", tmp_path).exit_code == 1
    assert (tmp_path / file).read_text("utf-8") == "mine"
    assert gnomon("corpus", command, sample, "--out", tmp_path, "--force").exit_code == 0


@pytest.mark.parametrize("command", ["filter", "split"])
def test_what_was_read_is_never_written_over_nor_beside(command, gnomon, sample, tmp_path):
    for name in ("kept.jsonl", "train.jsonl"):
        (tmp_path / name).write_text(sample.read_text("utf-8"), "utf-8")
    for source in (tmp_path, tmp_path / ("kept.jsonl" if command == "filter" else "train.jsonl")):
        refused = gnomon("corpus", command, source, "--out", tmp_path, "--force")
        assert (refused.exit_code, "name another folder" in refused.stderr) == (1, True)


@pytest.mark.parametrize("shares", ["0.5,0.5", "1,1,1", "a,b,c", "nan,0.5,0.5"])
def test_shares_that_are_none_are_refused(shares, gnomon, sample, tmp_path):
    refused = gnomon("corpus", "split", sample, "--shares", shares, "--out", tmp_path / "out")
    assert refused.exit_code == 2
    assert "--shares" in refused.stderr
    assert not (tmp_path / "out").exists()


def test_a_path_that_is_not_there_is_one_line(gnomon, tmp_path):
    refused = gnomon("corpus", "stats", tmp_path / "none.jsonl")
    assert refused.exit_code == 1
    assert len(refused.stderr.splitlines()) == 1


@pytest.mark.slow
@pytest.mark.parametrize("name", ["geodial", "csv", "label-studio"])
def test_what_is_exported_is_imported_with_its_pictures(name, gnomon, tmp_path):
    there, back, again = tmp_path / "there", tmp_path / "back", tmp_path / "again"
    shown = gnomon("corpus", "export", "geodial", "--to", name, "--out", there)
    assert (shown.exit_code, shown.stdout.split(" in ")[0]) == (0, "12 dialogues, 12 pictures")
    assert gnomon("corpus", "import", there, "--from", name, "--out", back).exit_code == 0
    gnomon("corpus", "export", back, "--to", "geodial", "--out", again)
    gnomon("corpus", "export", "geodial", "--to", "geodial", "--out", tmp_path / "plain")
    assert (again / "dialogues.jsonl").read_bytes() == (tmp_path / "plain" / "dialogues.jsonl").read_bytes()
    assert len(list((again / "pictures").iterdir())) == 12


@pytest.mark.slow
def test_an_export_counts_what_it_lost_and_leaves_a_folder_alone_that_is_not_empty(gnomon, sample, tmp_path):
    told = json.loads(gnomon("corpus", "export", sample, "--to", "png", "--out", tmp_path / "png", "--json").stdout)
    assert (told["dialogues"], told["lost"]["unreadable"]) == (15, 1)
    again = gnomon("corpus", "export", sample, "--to", "png", "--out", tmp_path / "png")
    assert (again.exit_code, "is not empty" in again.stderr) == (1, True)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            ["export", "geodial", "--to", "xls"],
            "expected one of geodial, hf, csv, mathdial, mrbench, bridge, png",
        ),
        (["import", "x", "--from", "png"], "png holds pictures and no dialogues"),
    ],
)
def test_a_format_that_is_not_there_is_one_line(arguments, message, gnomon, tmp_path):
    shown = gnomon("corpus", *arguments, "--out", tmp_path)
    assert shown.exit_code == 2
    assert message in " ".join(shown.stderr.split())


@pytest.mark.slow
def test_a_corpus_over_a_file_without_problems_is_refused_in_one_line(gnomon, tmp_path):
    (tmp_path / "bad.yaml").write_text("- {id: x, text: nothing}\n", "utf-8")
    words = ("--dialogues", "3", "--problems", tmp_path / "bad.yaml", "--out", tmp_path / "out")
    shown = gnomon("corpus", "synthesise", *words)
    assert shown.exit_code == 1
    assert "expected problems, none could be read" in shown.stderr
    assert not (tmp_path / "out").exists()


@pytest.mark.slow
def test_drafts_that_break_a_rule_are_counted_and_a_file_is_not_replaced(gnomon, tmp_path):
    words = ("corpus", "draft", "mathexplain", "--limit", "12", "--out", tmp_path / "items.jsonl")
    shown = json.loads(gnomon(*words, "--json").stdout)
    assert shown["items"] + sum(shown["left_out"].values()) == 12
    assert gnomon(*words).exit_code == 1
    assert gnomon(*words, "--force").exit_code == 0


def test_leakage_names_what_is_in_training_and_fails(gnomon, tmp_path):
    first = {"question": "Ann has 3 red apples and buys 4 green ones from Ben. How many does she have?", "answer": "7\n#### 7"}
    second = {"question": "A ship carries 12 crates of 5 kg each. How heavy are they?", "answer": "60\n#### 60"}
    for name, rows in {
        "train": [first],
        "test": [first | {"question": first["question"].replace("Ann", "Mia")}],
        "free": [second],
    }.items():
        (tmp_path / f"{name}.jsonl").write_text("".join(f"{json.dumps(row)}\n" for row in rows), "utf-8")
    train, test, free = (f"gsm8k:{tmp_path / name}.jsonl" for name in ("train", "test", "free"))
    shown = gnomon("corpus", "leakage", train, test)
    assert (shown.exit_code, "test-1: the same text as train-1" in shown.stdout) == (1, True)
    told = json.loads(gnomon("corpus", "leakage", train, test, "--json").stdout)
    assert told["kinds"] == {"text": 1}
    assert gnomon("corpus", "leakage", train, free).exit_code == 0
