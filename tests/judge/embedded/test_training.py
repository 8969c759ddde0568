"""The embedded judge learns what is there, from nothing that names a tutor, and a second time the same to the digit."""

import json
from dataclasses import replace

import numpy as np
import pytest

pytest.importorskip("sklearn", reason="needs the extra dev: scikit-learn")

from gnomon.judge import dimensions
from gnomon.judge.embedded.weights import Ensemble
from tools.judge import learning
from tools.judge.learning import fit_model, labels_of, read_replies
from tools.judge.train import calibration_error, figures_of, judge_each, reliability

pytestmark = pytest.mark.slow

ASKING = "Look at {n} x 3 again: what do you get?"
PRAISING = "Great job! Let's move on."
VAGUE = "There may be a mistake in {n} x 3."
LABELS = {ASKING: "Yes", PRAISING: "No", VAGUE: "To some extent"}


@pytest.fixture
def folder(tmp_path):
    rows = [
        {
            "conversation_id": f"c{n}",
            "conversation_history": f"Tutor: What is {n} x 3?\nStudent: {n} x 3 = {3 * n + 1}",
            "tutor_responses": {
                f"tutor{place}": {"response": text.format(n=n), "annotation": dict.fromkeys(dimensions(), label)}
                for place, (text, label) in enumerate(LABELS.items())
            },
        }
        for n in range(11, 27)
    ]
    (tmp_path / "mrbench_v3_dev240.json").write_text(json.dumps(rows), "utf-8")
    folds = {row["conversation_id"]: place % 4 for place, row in enumerate(rows)}
    (tmp_path / "folds4.json").write_text(json.dumps({"fold": folds}), "utf-8")
    return tmp_path


@pytest.fixture(autouse=True)
def few_trees(monkeypatch):
    monkeypatch.setattr(learning, "NUM_TREES", 5)


def test_it_learns_what_tells_replies_apart(folder):
    replies = read_replies(folder)
    parts = [([r for r in replies if r.fold], [n for n, r in enumerate(replies) if not r.fold])]
    judged = judge_each(replies, parts, seed=0)
    held_out = parts[0][1]
    assert (judged.labels[held_out] == labels_of(replies)[held_out]).all()


def test_equal_seeds_give_equal_files_and_a_file_gives_back_the_model(folder, tmp_path):
    replies = read_replies(folder)
    first, second = (Ensemble((fit_model(replies, seed=3),), {"key": 0}) for _ in range(2))
    first.save(tmp_path / "a.npz")
    second.save(tmp_path / "b.npz")
    assert (tmp_path / "a.npz").read_bytes() == (tmp_path / "b.npz").read_bytes()
    stored = Ensemble.load(tmp_path / "a.npz")
    seen = [reply.seen for reply in replies]
    was, found = (each.folds[0].log_probabilities(each.folds[0].describe(seen)) for each in (first, stored))
    assert found == pytest.approx(was, abs=0.02)
    assert stored.judging("key") == stored.folds


def test_the_tutors_name_changes_nothing(folder):
    replies = read_replies(folder)
    renamed = [replace(reply, tutor="one") for reply in replies]
    found, again = (fit_model(each, seed=0) for each in (replies, renamed))
    assert (found.mixing == again.mixing).all()
    assert (found.linear.term_weights == again.linear.term_weights).all()


def test_figures_count_a_wrong_label_where_it_is_wrong(folder):
    replies = read_replies(folder)
    judged = judge_each(replies, [], seed=0)
    truth = labels_of(replies)
    judged.labels[:] = truth
    judged.labels[0, 0] = 0  # people say Yes
    figures = figures_of(replies, judged)
    assert figures["macro_f1"][1:] == [1.0, 1.0, 1.0]
    assert figures["confusion"][0][0] == [15, 0, 1]
    assert figures["by_tutor"]["tutor0"]["accuracy"][0] == pytest.approx(15 / 16, abs=1e-4)


def test_the_calibration_error_is_the_gap_between_said_and_true():
    # Label 0 is said with .25 and never true, label 2 with .75 and always: gaps of .25, 0 and .25.
    truth, said = np.array([2, 2]), np.array([[0.25, 0.0, 0.75]] * 2)
    assert calibration_error(reliability(truth, said)) == pytest.approx(0.5 / 3, abs=1e-4)
