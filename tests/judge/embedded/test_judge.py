"""The judge that ships with the package: what it says, what weighed, when it abstains, and what its weights weigh."""

import json
import subprocess
import sys
import tomllib
from fnmatch import fnmatch
from importlib import resources
from runpy import run_path

import pytest

from gnomon.benchmark import RunConfig
from gnomon.benchmark.running import run
from gnomon.datasets import BEA_DIMENSIONS
from gnomon.judge import LABELS, PedagogyCase
from gnomon.judge.embedded import EmbeddedJudge, EmptyReplyError, conversation_key
from gnomon.judge.embedded.judge import shipped

HISTORY = (
    "Tutor: A baker bakes 12 trays of 8 rolls and sells 50 rolls. How many are left?\n"
    "Student: 12 x 8 = 86, so 86 - 50 = 36 rolls are left."
)
HELPFUL = "Not quite: look at 12 x 8 again. What do you get when you multiply 10 by 8, and then 2 by 8?"
EMPTY_PRAISE = "Great job! Now, let's move on to the next topic."
WEIGHTS = resources.files("gnomon.judge.embedded") / "weights"
MOST_BYTES = 8_000_000


def judged(reply, **settings):
    return EmbeddedJudge(**settings).judge(PedagogyCase(history=HISTORY, reply=reply))


def test_a_reply_that_takes_up_the_mistake_is_told_from_empty_praise():
    helpful, praise = judged(HELPFUL), judged(EMPTY_PRAISE)
    assert [helpful[name].label for name in BEA_DIMENSIONS] == ["Yes"] * 4
    assert [praise[name].label for name in BEA_DIMENSIONS] == ["No"] * 4


def test_the_words_that_weighed_stand_in_the_reply_and_the_question_makes_it_actionable():
    label = judged(HELPFUL)["Actionability"]
    assert all(each.words in HELPFUL.lower() for each in label.weighed)
    gains = [abs(each.gain) for each in label.weighed]
    assert gains == sorted(gains, reverse=True)
    assert label.weighed[0].words == "?"
    assert label.weighed[0].gain > 0.05
    assert label.weighed[0].words in label.told


def test_probabilities_of_every_dimension_sum_to_one():
    for reply in (HELPFUL, EMPTY_PRAISE, "42", "???", "Ja, das stimmt."):
        for label in judged(reply).values():
            assert sum(label.probabilities.values()) == pytest.approx(1)
            assert list(label.probabilities) == list(LABELS)


def test_it_abstains_where_no_label_is_probable_enough_and_keeps_the_probabilities():
    sure, unsure = judged(HELPFUL), judged(HELPFUL, abstain_below=0.999)
    assert all(label.label is None for label in unsure.values())
    assert {name: label.probabilities for name, label in unsure.items()} == {n: each.probabilities for n, each in sure.items()}
    assert "abstains" in unsure["Actionability"].told


def test_a_reply_without_words_is_an_error_of_one_line():
    with pytest.raises(EmptyReplyError, match=r"^the reply is empty: give the words that the tutor said$"):
        judged("<think>He is wrong.</think>  ")


def test_a_probability_outside_0_to_1_is_refused():
    with pytest.raises(ValueError, match="expected a probability from 0 to 1"):
        EmbeddedJudge(abstain_below=1.5)


def test_what_a_model_thought_aloud_is_not_judged():
    assert judged(f"<think>{EMPTY_PRAISE}</think>{HELPFUL}") == judged(HELPFUL)


def test_the_weights_are_small_and_their_licence_lies_beside_them():
    assert sum(len(file.read_bytes()) for file in WEIGHTS.iterdir()) <= MOST_BYTES
    notice = (WEIGHTS / "NOTICE.md").read_text("utf-8")
    assert "CC BY-SA 4.0" in notice
    assert "UnifyingAITutorEvaluation" in notice


def test_the_wheel_takes_the_weights_along(repository):
    build = tomllib.loads((repository / "pyproject.toml").read_text("utf-8"))["tool"]["hatch"]["build"]["targets"]["wheel"]
    assert build == {"packages": ["src/gnomon"]}  # all that lies in the package and is not ignored
    ignored = (repository / ".gitignore").read_text("utf-8").splitlines()
    for file in (repository / "src/gnomon/judge/embedded/weights").iterdir():
        assert not any(fnmatch(file.name, pattern) for pattern in ignored)


@pytest.mark.slow
def test_judging_loads_no_library_for_learning():
    code = (
        "import sys; from gnomon.judge import PedagogyCase; from gnomon.judge.embedded import EmbeddedJudge;"
        "EmbeddedJudge().judge(PedagogyCase(history='Student: 3', reply='Why?'));"
        "print({'torch', 'sklearn', 'onnxruntime', 'scipy'} & set(sys.modules))"
    )
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert told.stdout.strip() == "set()"


def test_a_conversation_that_was_learnt_from_is_judged_by_the_one_model_that_has_not_seen_it(data_folder):
    rows = json.loads((data_folder / "mrbench" / "mrbench_v3_dev240.json").read_text("utf-8"))
    folds = json.loads((data_folder / "mrbench" / "folds4.json").read_text("utf-8"))["fold"]
    for row in rows:
        key = conversation_key(row["conversation_history"])
        assert shipped().judging(key) == (shipped().folds[folds[row["conversation_id"]]],)
    assert len(shipped().judging(conversation_key(HISTORY))) == len(set(folds.values()))


@pytest.mark.slow
def test_the_benchmark_takes_it_without_a_model_and_keeps_what_weighed(tmp_path):
    rows = run(RunConfig(task="mrbench", judge="embedded", data="sample"), tmp_path / "run").rows
    for row in rows:
        assert all(row.marks[name] in LABELS for name in BEA_DIMENSIONS)
        assert set(row.grade.status.values()) == {"ok"}
        assert "weighed most" in row.grade.reasons["Actionability"]
        assert row.calls == {}


def test_an_abstention_in_the_benchmark_is_no_label_and_says_so(tmp_path):
    config = RunConfig(task="mrbench", judge="embedded", data="sample", limit=2, options={"abstain_below": 1.0})
    (row, _) = run(config, tmp_path / "run").rows
    assert [row.marks[name] for name in BEA_DIMENSIONS] == [None] * 4
    assert set(row.grade.status.values()) == {"abstained"}


@pytest.mark.slow
def test_the_benchmark_gives_the_figures_that_the_page_tells(data_folder, tmp_path):
    told = json.loads((WEIGHTS / "figures.json").read_text("utf-8"))["macro_f1"]
    config = RunConfig(task="mrbench", judge="embedded", data=str(data_folder / "mrbench" / "mrbench_v3_dev240.json"))
    found = run(config, tmp_path / "run").headline
    assert [found[f"{name}.strict_macro_f1"] for name in BEA_DIMENSIONS] == pytest.approx(told, abs=1e-3)


@pytest.mark.slow
def test_turns_of_our_dialogues_are_labelled_on_the_page_and_marked_out_of_domain(gnomon, tmp_path):
    page = tmp_path / "page.html"
    found = gnomon("tutor", "two-isosceles-hlxy", "--html", page, "--judge", "embedded")
    assert found.exit_code == 0
    assert "embedded judge (out of domain, ranks nothing): Mistake identification" in page.read_text("utf-8")


def test_a_judge_of_the_page_that_there_is_not_is_one_line(gnomon, tmp_path):
    found = gnomon("tutor", "two-isosceles-hlxy", "--html", tmp_path / "page.html", "--judge", "other")
    assert found.exit_code == 2
    assert "expected embedded, with --html PAGE, got 'other'" in " ".join(found.stderr.replace("│", " ").split())


def test_the_command_labels_a_file_and_abstains_on_request(gnomon, tmp_path):
    source = tmp_path / "mine.jsonl"
    source.write_text(json.dumps({"history": HISTORY, "response": HELPFUL}) + "\n", "utf-8")
    for options, expected in (((), "Actionability: Yes 1"), (("--abstain-below", "0.999"), "Actionability: no label 1")):
        out = tmp_path / f"labels{len(options)}.json"
        found = gnomon("judge", source, "--judge", "embedded", "--out", out, *options)
        assert expected in found.stdout
        assert out.exists()


def test_only_the_embedded_judge_abstains(gnomon, tmp_path):
    source = tmp_path / "mine.jsonl"
    source.write_text(json.dumps({"history": HISTORY, "response": HELPFUL}) + "\n", "utf-8")
    found = gnomon("judge", source, "--judge", "majority", "--abstain-below", "0.5", "--out", tmp_path / "labels.json")
    assert found.exit_code == 1
    assert "only --judge embedded gives probabilities; leave it out" in found.stderr


def test_the_page_tells_the_figures_of_the_weights(repository):
    page = (repository / "docs" / "judges-embedded.md").read_text("utf-8")
    written = run_path(str(repository / "docs" / "make_embedded.py"))
    assert written["with_figures"](page) == page, "run python docs/make_embedded.py"
    plot = (repository / "docs" / "images" / "embedded-reliability.svg").read_text("utf-8")
    assert written["plot"](written["read"]()["reliability"]) == plot
