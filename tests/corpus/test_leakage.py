"""Problems of a test that are in training are found, whatever the form of either."""

import json

import pytest

from gnomon.corpus import AskedProblem, asked_in, asked_of, find_leaks
from gnomon.datasets import dataset_record, registry
from gnomon.problem import Question
from tests.corpus.conftest import row
from tests.every import every


def test_a_problem_that_is_in_training_under_another_name_is_a_leak(write):
    figure = {
        "points": {"P": [0, 0], "Q": [0, 8], "R": [-6, 0]},
        "lines": [["P", "Q"], ["Q", "R"], ["R", "P"]],
        "labels": [{"text": "8", "element": "line:PQ"}],
    }
    renamed = json.loads(json.dumps(figure).translate(str.maketrans("PQR", "ABC")))
    train = asked_in(str(write([row("a", problem="p", figure=figure), row("b", problem="p", figure=figure)], "train.jsonl")))
    assert len(train.problems) == 1
    test = asked_in(str(write([row("c", problem="q", figure=renamed), row("d", problem="r", figure=None)], "test.jsonl")))
    found = find_leaks(train.problems, test.problems)
    assert (found.train, found.test, found.counts()) == (1, 2, {"problem": 1})
    assert [(leak.test, leak.train) for leak in found.leaks] == [("q", "p")]


def test_one_name_and_text_is_a_leak_though_no_picture_is_there():
    same = Question(text="Find x.", images=("lost.png",))
    found = find_leaks([AskedProblem("p1", same)], [AskedProblem("p1", same), AskedProblem("p2", same)])
    assert [(leak.test, leak.reason) for leak in found.leaks] == [("p1", "the same name and text")]


@every([name for name, record in registry().items() if record.sample])
def test_every_data_set_tells_its_problems(name):
    loaded = dataset_record(name).load(dataset_record(name).sample_path())
    told = [asked_of(item) for item in loaded]
    assert all(problem_id for problem_id, _ in told)
    assert any(question is not None for _, question in told)


def test_the_problems_of_problem_files_and_of_the_bank_are_read(tmp_path):
    written = tmp_path / "own.yaml"
    written.write_text("- {id: mine, text: Find x.}\n- {id: broken, text: [}\n", "utf-8")
    with pytest.raises(ValueError, match=r"own\.yaml"):
        asked_in(str(written))
    assert len(asked_in("bank").problems) > 200
