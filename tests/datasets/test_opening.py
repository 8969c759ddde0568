"""The registry, adding a copy, opening it, and our samples."""

import gzip
import json
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from gnomon.datasets import (
    BEA_DIMENSIONS,
    BEA_LABELS,
    DatasetError,
    MissingDatasetError,
    UnknownDatasetError,
    WrongFileError,
    add_dataset,
    added_datasets,
    config_folder,
    dataset_states,
    open_dataset,
    registry,
)
from gnomon.drawing import Raster
from gnomon.figure import keypoint_kind
from gnomon.problem import bank
from tests.every import every

PROBLEM = {"question": "q", "answer": "#### 4"}
SAMPLES = [name for name, record in registry().items() if record.sample]


@pytest.fixture(autouse=True)
def _home(data_home):
    """No test sees or touches the user's own settings."""


def state_of(name):
    return next(state for state in dataset_states() if state.record.name == name)


def samples(name):
    return open_dataset(name, sample=True).items


def test_every_data_set_says_where_it_is_published_and_under_which_licence():
    assert [record.name for record in registry().values() if not (record.where and record.licence and record.files)] == []
    assert all(name == record.name for name, record in registry().items())


def test_an_unknown_name_is_answered_with_near_ones():
    with pytest.raises(UnknownDatasetError, match="did you mean gsm8k"):
        open_dataset("gsm8")


def test_before_anything_is_added_the_sample_is_opened_and_says_so():
    assert (open_dataset("gsm8k").origin, state_of("gsm8k").state, state_of("mathdial").state) == (
        "sample",
        "sample only",
        "absent",
    )


def test_an_added_copy_is_opened_in_place_of_the_sample(write):
    check = add_dataset("gsm8k", write([PROBLEM, {"question": "q"}], "test.jsonl"))
    assert (len(check.loaded), len(check.loaded.bad_rows), check.part) == (1, 1, None)
    opened = open_dataset("gsm8k")
    assert (opened.origin, len(opened), state_of("gsm8k").state) == ("added", 1, "added")
    assert open_dataset("gsm8k", sample=True).origin == "sample"


@pytest.mark.slow
def test_a_copy_with_as_many_rows_as_published_is_recognised(data_folder):
    checks = {name: add_dataset(name, data_folder / path) for name, path in {
        "gsm8k": "gsm8k/test.jsonl", "humaneval": "humaneval", "mathdial": "mathdial",
    }.items()}  # fmt: skip
    assert {name: check.part for name, check in checks.items()} == {"gsm8k": "test", "humaneval": "all", "mathdial": "test"}
    assert checks["humaneval"].checksums == {"HumanEval.jsonl.gz": True}
    assert add_dataset("gsm8k", data_folder / "gsm8k").part == "all"


def test_a_changed_file_fails_its_checksum(write):
    assert add_dataset("gsm8k", write([PROBLEM], "test.jsonl")).checksums == {"test.jsonl": False}


def test_of_a_folder_the_published_files_are_read(write):
    write([PROBLEM], "d/test.jsonl")
    folder = write([PROBLEM], "d/test_socratic.jsonl").parent
    assert len(add_dataset("gsm8k", folder).loaded) == 1


def test_a_folder_in_which_the_one_file_is_not_to_be_told_is_refused(write):
    write([PROBLEM], "d/a.json")
    folder = write([PROBLEM], "d/b.json").parent
    with pytest.raises(WrongFileError, match=r"found a\.json, b\.json; give the path of the one file"):
        add_dataset("mrbench", folder)


def test_a_wrong_file_is_refused_and_not_remembered(write):
    with pytest.raises(WrongFileError, match="expected MathDial rows"):
        add_dataset("mathdial", write([PROBLEM]))
    assert added_datasets() == {}


def test_a_copy_that_is_gone_is_broken_and_the_sample_does_not_stand_in(write):
    path = write([PROBLEM])
    add_dataset("gsm8k", path)
    path.unlink()
    assert (state_of("gsm8k").state, state_of("gsm8k").reason) == ("broken", "its files are gone")
    with pytest.raises(MissingDatasetError, match="is gone; add it again"):
        open_dataset("gsm8k")


def test_a_copy_that_changed_is_read_again(write):
    add_dataset("gsm8k", write([PROBLEM]))
    write([PROBLEM, PROBLEM])
    assert (state_of("gsm8k").rows, state_of("gsm8k").reason) == (2, "its files have changed since they were added")
    write([{"colour": "red"}])
    assert state_of("gsm8k").state == "broken"


def test_a_data_set_without_copy_and_sample_says_what_to_do():
    with pytest.raises(MissingDatasetError, match="gnomon data add mathdial PATH"):
        open_dataset("mathdial")


def test_adding_another_data_set_keeps_the_first(write):
    add_dataset("gsm8k", write([PROBLEM], "a.jsonl"))
    add_dataset("humaneval", Path(registry()["humaneval"].sample_path()))
    assert list(added_datasets()) == ["gsm8k", "humaneval"]


def test_a_damaged_memory_is_one_line(data_home):
    data_home.mkdir()
    (data_home / "datasets.json").write_text("[1]")
    with pytest.raises(DatasetError, match="delete the file"):
        added_datasets()


def test_the_settings_lie_where_the_variables_say(monkeypatch, tmp_path):
    monkeypatch.delenv("GNOMON_DATA_HOME")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    assert config_folder() == tmp_path / "gnomon"
    monkeypatch.delenv("XDG_CONFIG_HOME")
    assert config_folder() == Path("~/.config/gnomon").expanduser()


@every(SAMPLES)
def test_a_sample_has_no_bad_row(name):
    opened = open_dataset(name, sample=True)
    assert opened.loaded.bad_rows == ()
    assert len(opened) >= {"mrbench": 8, "humaneval": 6}.get(name, 12)


def test_the_geodial_sample_has_all_splits_figures_of_the_bank_and_imperfect_rows():
    opened = open_dataset("geodial", sample=True)
    assert {item.split for item in opened} == {"train", "validation", "test"}
    assert [item.id for item in opened if item.problem_id not in bank() or item.question.figure is None] == []
    assert opened.loaded.note_counts() == {
        "subact_alias": 2, "ask_relation_needs_two": 1, "brown_without_green": 1, "no_feedback_on_first": 1,
    }  # fmt: skip
    assert Counter(item.dialogue.outcome for item in opened) == {"solved_untold": 11, "not_solved": 1}


def test_the_key_step_sample_spans_domains_difficulties_turn_types_and_profiles():
    items = samples("mmtutorbench")
    assert {item.domain_group for item in items} == {"Algebra", "Geometry", "Advanced"}
    assert {item.difficulty for item in items} == {1, 2, 3, 4, 5}
    assert {turn.type for item in items for turn in item.follow_ups} == {"Progressive", "Exploratory", "Introspective"}
    assert {turn.turn for item in items for turn in item.follow_ups} == {2, 3}
    assert {persona for item in items for persona in item.personas} == {"novice_anxious", "advanced_focused"}
    assert {item.query is None for item in items} == {True, False}
    assert [item.id for item in items if len(item.texts) != len(item.all_images)] == []


def test_the_keypoint_sample_spans_kinds_formats_and_the_grammar():
    items = samples("mathexplain")
    assert {(item.kind, item.answer_format) for item in items} == {
        (kind, form) for kind in ("geometry", "graph") for form in ("choice", "short")
    }
    kinds = {keypoint_kind(keypoint.element) for item in items for keypoint in item.keypoints}
    assert kinds == {"point", "line", "angle", "region", "symbol"}
    assert [item.id for item in items if item.question.choices and item.answer not in item.question.choices] == []
    assert len({item.topic for item in items}) > len({item.topic.section for item in items})  # one name in two chapters


def test_the_pictures_of_the_samples_are_there_and_readable():
    pictures = [path for item in samples("geodial") for path in item.question.images]
    pictures += [path for item in samples("mmtutorbench") for path in item.all_images]
    pictures += [path for item in samples("mathexplain") for path in (*item.question.images, item.solution_image)]
    assert len(pictures) >= 50
    assert {Raster.read(path).mime for path in pictures} == {"image/png"}


def test_the_solutions_picture_differs_from_the_problems():
    same = [
        item.id
        for item in samples("mathexplain")
        if Path(item.solution_image).read_bytes() == Path(item.question.images[0]).read_bytes()
    ]
    assert same == []


def test_the_labelled_sample_has_every_label_in_every_dimension():
    labels = [response.labels for dialogue in samples("mrbench") for response in dialogue.responses]
    assert len(labels) == 24
    for dimension in BEA_DIMENSIONS:
        assert {label[dimension] for label in labels} == set(BEA_LABELS)


def test_the_sample_word_problems_add_up():
    for problem in samples("gsm8k"):
        steps = re.findall(r"<<([\d+*/-]+)=(-?\d+)>>", problem.solution)
        assert [step for step, result in steps if eval(step) != int(result)] == []  # noqa: S307  # digits and signs only
        assert int(steps[-1][1]) == problem.answer


@every(range(6))
def test_the_sample_tasks_are_solved_by_their_solutions_and_not_by_nothing(place):
    task = samples("humaneval")[place]
    exec(task.program(task.solution), {})  # noqa: S102  # our own sample
    with pytest.raises((AssertionError, NameError)):
        exec(task.program("    return None\n" if task.style == "check" else "pass\n"), {})  # noqa: S102  # as above


def test_the_samples_are_small():
    folder = registry()["gsm8k"].sample_path().parent
    assert sum(file.stat().st_size for file in folder.rglob("*") if file.is_file()) < 700_000


def test_a_sample_is_read_through_the_same_door_as_a_copy(tmp_path):
    rows = registry()["gsm8k"].sample_path().read_bytes()
    path = tmp_path / "own.jsonl.gz"
    path.write_bytes(gzip.compress(rows))
    add_dataset("gsm8k", path)
    assert [item.answer for item in open_dataset("gsm8k")] == [item.answer for item in samples("gsm8k")]


@pytest.mark.slow
def test_the_script_writes_the_key_steps_and_keypoints_that_are_shipped(repository, tmp_path):
    program = "benchmarks/dataset_samples.py"
    subprocess.run([sys.executable, program, "--out", str(tmp_path)], cwd=repository, check=True, capture_output=True)
    shipped = registry()["gsm8k"].sample_path().parent
    for name in ("mmtutorbench", "mathexplain"):
        made = [json.loads(line) for line in (tmp_path / name / "items.jsonl").read_text("utf-8").splitlines()]
        assert made == [json.loads(line) for line in (shipped / name / "items.jsonl").read_text("utf-8").splitlines()]
