"""What each format makes of a dialogue, and of what others do to its files."""

import csv
import io
import json

import pytest
import yaml

from gnomon.corpus.exchange import FORMATS, Bundle, ExchangeError, bundle_of
from gnomon.drawing import THEME, Raster
from gnomon.figure import Highlights
from tests.corpus.records import hand_made


def read_from(name, path):
    read = FORMATS[name].read
    assert read is not None
    return read(path)


def files_of(name, *records):
    if name == "hf":
        pytest.importorskip("pyarrow", reason="needs the extra bench: pyarrow")
    bundle = bundle_of(records or [hand_made()])
    return dict(FORMATS[name].write(bundle)), bundle


@pytest.fixture
def tasks():
    files, _ = files_of("label-studio")
    return json.loads(files["tasks.json"])


@pytest.fixture
def read_tasks(tmp_path):
    def read(tasks):
        (tmp_path / "tasks.json").write_text(json.dumps(tasks), "utf-8")
        return read_from("label-studio", tmp_path)

    return read


# spreadsheets


def test_no_cell_of_the_table_begins_as_a_formula():
    text = files_of("csv")[0]["turns.csv"]
    rows = list(csv.DictReader(text.removeprefix("\ufeff").splitlines()))
    assert [row["turn"] for row in rows] == ["1", "2", "3", "4"]
    assert rows[1]["utterance"] == "'=2+3 is BC"
    assert not any(cell.startswith(("=", "+", "-", "@")) for row in rows for cell in row.values())


@pytest.mark.parametrize("name", [" =1+1", "\uff1d1+1", "\n@SUM(1)", "'quoted"])
def test_what_a_spreadsheet_would_compute_all_the_same_has_an_apostrophe_and_is_read_as_it_was(name):
    files, _ = files_of("csv", hand_made().model_copy(update={"batch": name}))
    first = next(csv.DictReader(io.StringIO(files["turns.csv"].removeprefix("\ufeff"), newline="")))
    assert first["batch"] == f"'{name}"


def test_a_cell_that_excel_would_cut_is_counted():
    plain = hand_made()
    files, bundle = files_of("csv", plain.model_copy(update={"extra": {"log": "x" * 40_000}}))
    assert bundle.lost["text_too_long"] == 1
    assert "x" * 40_000 in files["turns.csv"]


@pytest.mark.parametrize("text", ["a,b\n1,2\n", "", "\xff"])
def test_a_file_that_is_no_table_of_turns_is_refused_in_one_line(tmp_path, text):
    (tmp_path / "turns.csv").write_bytes(text.encode("latin-1"))
    with pytest.raises(ExchangeError, match=r"turns\.csv: expected a table of turns"):
        read_from("csv", tmp_path)


# Hugging Face


def features_of(fields):
    """Read ``dataset_info.features`` as the documentation of datasets describes it: dtype, list and struct."""

    def kind(field):
        if "struct" in field:
            return features_of(field["struct"])
        if "list" in field:
            inner = field["list"]
            return [kind(inner) if isinstance(inner, dict) else features_of(inner) if isinstance(inner, list) else inner]
        return field["dtype"]

    return {field["name"]: kind(field) for field in fields}


def types_of(kind):
    import pyarrow.types as is_a

    if is_a.is_struct(kind):
        fields = {field.name: types_of(field.type) for field in kind}
        return "image" if fields == {"bytes": "binary", "path": "string"} else fields
    if is_a.is_list(kind):
        return [types_of(kind.value_type)]
    return {"double": "float64"}.get(str(kind), str(kind))


def test_the_card_declares_the_columns_that_the_files_have():
    import io

    parquet = pytest.importorskip("pyarrow.parquet", reason="needs the extra bench: pyarrow")
    files, _ = files_of("hf", hand_made(), hand_made(split="test"))
    header = yaml.safe_load(files["README.md"].split("---\n")[1])
    schema = parquet.read_table(io.BytesIO(files["data/train-00000-of-00001.parquet"])).schema
    assert features_of(header["dataset_info"]["features"]) == {field.name: types_of(field.type) for field in schema}
    named = header["configs"][0]["data_files"]
    assert [each["split"] for each in named] == ["train", "test"]
    assert [each["path"].replace("*", "00000-of-00001") for each in named] == [name for name in files if name.startswith("data")]


@pytest.mark.slow
def test_datasets_loads_the_folder(tmp_path):
    datasets = pytest.importorskip("datasets", reason="needs the extra train: datasets")
    for name, content in files_of("hf", hand_made(), hand_made(split="test"))[0].items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(content.encode() if isinstance(content, str) else content)
    loaded = datasets.load_dataset(str(tmp_path), cache_dir=str(tmp_path / "cache"))
    assert {split: rows.num_rows for split, rows in loaded.items()} == {"train": 1, "test": 1}
    assert loaded["train"][0]["diagram"].size[0] == 480
    pens = loaded["train"][0]["turns"][2]["highlights"]
    assert (pens["brown"]["angles"], pens["green"]["angles"]) == (["ABC"], [])


def test_a_folder_without_dialogues_is_refused_in_one_line(tmp_path):
    pytest.importorskip("pyarrow", reason="needs the extra bench: pyarrow")
    with pytest.raises(ExchangeError, match="expected Parquet files with dialogues, found none"):
        read_from("hf", tmp_path)
    (tmp_path / "x.parquet").write_bytes(b"PAR1")
    with pytest.raises(ExchangeError, match=r"x\.parquet: expected a Parquet file that gnomon wrote"):
        read_from("hf", tmp_path)


# pictures


def test_a_picture_is_drawn_for_each_turn_that_points_and_the_list_says_what_it_shows():
    files, bundle = files_of("png")
    assert list(files) == ["d-1/003.png", "pictures.csv"]
    assert Raster.read(files["d-1/003.png"]).width == 480
    (row,) = csv.DictReader(files["pictures.csv"].splitlines())
    assert (row["green"], row["brown"], row["not drawn"]) == ("line:AB, label:nowhere", "angle:ABC", "label:nowhere")
    assert bundle.lost["not_drawn"] == 1


def test_a_highlight_without_a_figure_is_counted():
    plain = hand_made()
    question = plain.problem.question.model_copy(update={"figure": None})
    _, bundle = files_of("png", plain.model_copy(update={"problem": plain.problem.model_copy(update={"question": question})}))
    assert bundle.lost["no_figure"] == 1


def test_names_of_folders_are_plain_and_each_is_one_dialogues():
    odd = hand_made(id="../a/ü", dialogue=hand_made().dialogue.model_copy(update={"id": "../a/ü"}))
    assert [name for name in files_of("png", odd, odd)[0] if name.endswith("png")] == ["a/003.png", "a.2/003.png"]


# Label Studio


def test_a_task_has_the_picture_choices_polygons_and_ink_of_a_turn(tasks):
    assert len(tasks) == 2
    results = tasks[1]["annotations"][0]["result"]
    assert {result["from_name"]: result["value"]["choices"] for result in results if result["type"] == "choices"} == {
        "act": ["SeeFigure"], "subact": ["AskRelation"], "feedback": ["positive"],
    }  # fmt: skip
    polygons = [result for result in results if result["type"] == "polygonlabels"]
    assert [(each["meta"]["text"], each["value"]["polygonlabels"]) for each in polygons] == [
        (["line:AB"], ["green"]),
        (["angle:ABC"], ["brown"]),
    ]
    assert all(0 <= part <= 100 for each in polygons for point in each["value"]["points"] for part in point)
    (brush,) = [result for result in results if result["type"] == "brushlabels"]
    assert (brush["original_width"], brush["value"]["format"], brush["value"]["brushlabels"]) == (480, "rle", ["green"])
    assert tasks[1]["data"]["image"].startswith("data:image/png;base64,")


def test_the_configuration_names_what_the_results_name(tasks):
    from xml.etree import ElementTree as ET

    config = ET.fromstring(files_of("label-studio")[0]["label_config.xml"])
    controls = {element.get("name"): element for element in config.iter() if element.get("toName")}
    for result in tasks[1]["annotations"][0]["result"]:
        control = controls[result["from_name"]]
        assert (control.get("toName"), control.tag.lower()) == (result["to_name"], result["type"])
        allowed = {child.get("value") for child in control}
        assert set(result["value"].get(result["type"], ())) <= allowed
    assert {f"${name}" for name in tasks[1]["data"]} >= {each.get("value") for each in config if each.tag in {"Image", "Text"}}


def test_each_polygon_lies_where_the_drawing_has_the_highlight(tasks):
    cv2 = pytest.importorskip("cv2", reason="needs the extra read: OpenCV")
    import numpy as np

    drawn = cv2.imdecode(np.frombuffer(files_of("png")[0]["d-1/003.png"], dtype=np.uint8), cv2.IMREAD_COLOR)
    height, width = drawn.shape[:2]
    for result in tasks[1]["annotations"][0]["result"]:
        if result["type"] == "polygonlabels":
            corners = np.array(result["value"]["points"]) / 100 * [width, height]
            mask = cv2.fillPoly(np.zeros((height, width), dtype=np.uint8), [corners.round().astype(np.int32)], 1) > 0
            pen = next(pen for pen in THEME.pens if pen.name == result["value"]["polygonlabels"][0])
            colour = np.array([int(pen.colour[place : place + 2], 16) for place in (5, 3, 1)])
            inked = np.abs(drawn.astype(int) - 255 + (255 - colour) * THEME.highlight_opacity).sum(axis=2) < 40
            assert inked[mask].mean() > max(0.1, 20 * inked[~mask].mean())  # of a wedge, outline and hatching have this colour


def test_what_is_changed_in_label_studio_wins(tasks, read_tasks):
    results = tasks[1]["annotations"][0]["result"]
    by_name = {result["from_name"]: result["value"] for result in results}
    by_name["subact"]["choices"] = ["SeeHighlight"]
    by_name["said"]["text"] = ["How are they related?", "Look here."]
    results.remove(next(result for result in results if result.get("meta", {}).get("text") == ["angle:ABC"]))
    next(result for result in results if result.get("meta"))["value"]["polygonlabels"] = ["brown"]
    (read,) = read_tasks(tasks).records()
    turn = read.dialogue.tutor_turns()[1]
    assert (turn.subact, turn.utterance) == ("SeeHighlight", "Look here.")
    assert (read.turns[1].chosen, read.turns[1].taken) == ("custom", "b")
    assert (turn.highlights, turn.highlights2) == (Highlights(labels=("nowhere",)), Highlights(lines=("AB",)))


def test_tasks_may_come_in_any_order_and_a_dialogue_of_which_one_is_gone_is_left_out_and_counted(tasks, read_tasks):
    assert read_tasks(tasks[::-1]).records() == (hand_made(),)
    bundle = read_tasks(tasks[1:])
    assert (bundle.rows, bundle.lost["task_missing"]) == ((), 1)


def test_polygons_without_a_name_and_further_annotations_are_counted(tasks, read_tasks):
    new = {"from_name": "highlight", "type": "polygonlabels", "value": {"polygonlabels": ["green"], "points": []}}
    tasks[1]["annotations"][0]["result"].append(new)
    tasks[1]["annotations"].append({"result": []})
    bundle = read_tasks(tasks)
    assert (bundle.lost["new_polygon"], bundle.lost["further_annotation"]) == (1, 1)
    assert bundle.records() == (hand_made(),)


def test_tasks_of_somebody_else_are_refused_in_one_line(tmp_path):
    (tmp_path / "tasks.json").write_text('[{"data": {"image": "x.png"}}]', "utf-8")
    with pytest.raises(ExchangeError, match="expected Label Studio tasks that gnomon wrote"):
        read_from("label-studio", tmp_path)


# strangers' files


def test_a_row_carries_nothing_off_but_pictures(tmp_path):
    (tmp_path / "secret.txt").write_text("key", "utf-8")
    plain = hand_made()
    named = plain.turns[1].model_copy(update={"image": str(tmp_path / "secret.txt")})
    _, bundle = files_of("geodial", plain.model_copy(update={"turns": (plain.turns[0], named)}))
    assert (bundle.pictures, bundle.lost["picture_missing"]) == ({}, 1)


@pytest.mark.parametrize("name", ["../out.png", "pictures/../../out.png", "pictures/.x.png"])
def test_no_file_names_a_place_outside_its_folder(tmp_path, tasks, name):
    inside = tmp_path / "inside"
    inside.mkdir()
    (tmp_path / "out.png").write_bytes(b"x")
    tasks[1]["data"]["gnomon"]["turns"][1]["image"] = name
    (inside / "tasks.json").write_text(json.dumps(tasks), "utf-8")
    assert read_from("label-studio", inside).pictures == {}
    with pytest.raises(ExchangeError, match="expected pictures named pictures/NAME"):
        Bundle((), {name: b"x"})


def test_a_picture_of_a_parquet_file_is_named_by_its_content(tmp_path):
    pyarrow = pytest.importorskip("pyarrow", reason="needs the extra bench: pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet", reason="needs the extra bench: pyarrow")
    (tmp_path / "a.png").write_bytes(b"x")
    plain = hand_made()
    named = plain.turns[1].model_copy(update={"image": str(tmp_path / "a.png")})
    files, _ = files_of("hf", plain.model_copy(update={"turns": (plain.turns[0], named)}))
    (tmp_path / "odd.parquet").write_bytes(files["data/train-00000-of-00001.parquet"])
    table = parquet.read_table(tmp_path / "odd.parquet").to_pylist()
    table[0]["turns"][2]["image"]["path"] = "../../a.png"
    parquet.write_table(pyarrow.Table.from_pylist(table), tmp_path / "odd.parquet")
    assert list(read_from("hf", tmp_path / "odd.parquet").pictures) == ["pictures/2d711642b726b044.png"]  # SHA-256 of x


def test_a_row_that_is_no_dialogue_any_more_is_one_line(tasks, read_tasks):
    tasks[1]["annotations"][0]["result"][1]["value"]["choices"] = ["Juggle"]
    with pytest.raises(ExchangeError, match="dialogue 'd-1' cannot be read: expected a subact of the vocabulary"):
        read_tasks(tasks).records()
