"""What a check finds in judges that are known to be good, biased or random, each behind a real server."""

import json

import pytest

from gnomon.benchmark import ResultsError, RunConfig
from gnomon.benchmark.judge_check import CheckConfig, check_judge, keep_check, last_check, read_check
from gnomon.benchmark.reporting import report_of
from gnomon.benchmark.running import run
from gnomon.models import FakeServer
from gnomon.runs import Pace
from tests.benchmark.judge_check.judges import DIMENSIONS, LABELS, always_first, good, random


def checked(folder, answers, data, **settings):
    with FakeServer(answers, keep_requests=False) as server:
        judges = {"judge": f"first@{server.url}"}
        if settings.pop("with_other", False):
            judges["other"] = f"second@{server.url}"
        config = CheckConfig(**judges, data=str(data), **settings)
        return check_judge(config, folder, Pace(), lambda _: lambda _: None)


@pytest.mark.slow
def test_a_good_judge_is_found_nothing_against(tmp_path, labelled):
    check = checked(tmp_path / "c", good, labelled, repeats=2, limit=12)
    assert check.findings() == ()
    assert list(check.criteria) == list(DIMENSIONS)
    assert all(each.people.cohen_kappa == pytest.approx(1) for each in check.criteria.values())
    assert all(each.people.spearman == pytest.approx(1) for each in check.criteria.values())
    assert all(each.repeats.all_equal_share == 1 for each in check.criteria.values())
    assert (check.pairs.order.equal_share, check.pairs.first_share, check.pairs.people_share) == (1, 0.5, 1)
    assert "judge/pairwise" in check.prompts  # a check of pairs is one for the arena's judge
    assert "of pairs the same choice in both orders 1.00" in check.summary()


@pytest.mark.slow
def test_a_judge_that_always_prefers_the_first_is_found_by_the_order_swap(tmp_path, labelled):
    check = checked(tmp_path / "c", always_first, labelled, repeats=0)
    # 24 pairs, each preferred in its own order and not in the other: two-sided sign test 2 / 2^24
    assert (check.pairs.order.num_higher_first, check.pairs.first_share, check.pairs.people_share) == (24, 1, 0)
    assert check.pairs.order.p_value == pytest.approx(2 / 2**24)
    assert [found.split(" (")[0] for found in check.findings()] == ["order: it leans to the reply shown first"]


@pytest.mark.slow
def test_a_random_judge_is_found_by_agreement_and_by_its_repeats(tmp_path, labelled):
    check = checked(tmp_path / "c", random, labelled, repeats=2, with_other=True)
    found = [line for line in check.findings() if line.startswith("agreement")]
    assert {line.split()[1] for line in found if "with people" in line} == set(DIMENSIONS)
    for each in check.criteria.values():
        assert abs(each.people.cohen_kappa) < 0.35
        assert each.repeats.all_equal_share < 0.6
        # the same model by another name says the same to the same request
        assert each.other.equal_share == 1


@pytest.mark.slow
def test_a_judge_that_never_varies_agrees_by_chance(tmp_path, labelled):
    check = checked(tmp_path / "c", ["<think>x</think><answer>Yes</answer>"], labelled, repeats=0, limit=6)
    assert all(each.people.is_chance for each in check.criteria.values())
    # pairs come unreadable: they are counted, and speak neither for nor against the judge
    assert (check.pairs.order.num_unread, check.pairs.first_share) == (3, None)


@pytest.mark.slow
def test_a_limit_that_leaves_no_pair_of_responses_loses_the_pairs_alone(tmp_path, labelled):
    check = checked(tmp_path / "c", ["<think>x</think><answer>Yes</answer>"], labelled, repeats=0, limit=1)
    assert (check.num_items, check.pairs) == (1, None)


@pytest.mark.slow
def test_offsets_are_fitted_on_the_folds_that_were_given(tmp_path, labelled):
    folds = tmp_path / "folds.json"
    folds.write_text(json.dumps({"fold": {f"d{number}": number % 2 for number in range(24)}}))
    options = {"folds": str(folds), "dimensions": ["Actionability"]}
    shifted = {"Yes": "To some extent", "To some extent": "No", "No": "No"}

    def strict(chat, sample):
        text = good(chat, sample)
        return next((text.replace(f">{label}<", f">{shifted[label]}<") for label in LABELS if f">{label}<" in text), text)

    check = checked(tmp_path / "c", strict, labelled, repeats=2, options=options)
    offsets = check.criteria["Actionability"].offsets
    assert [fold for fold, _ in offsets.folds] == [0, 1]
    # no vote ever tells Yes from the rest: an offset can move it up a label and lose another, not win all three
    assert offsets.macro_f1_without < offsets.macro_f1_with + 1e-9 < 1
    assert list(check.criteria) == ["Actionability"]


@pytest.mark.slow
def test_the_embedded_judge_is_checked_without_a_server(tmp_path, labelled):
    config = CheckConfig(judge="embedded", data=str(labelled))
    check = check_judge(config, tmp_path / "c", Pace(), lambda _: lambda _: None)
    assert (check.num_repeats, check.pairs) == (0, None)
    assert all(each.people.num_cases == 48 for each in check.criteria.values())
    assert read_check(tmp_path / "c" / "check.json") == check


@pytest.mark.slow
def test_a_report_tells_of_the_last_check_of_its_judge_or_that_there_is_none(tmp_path, labelled):
    run(RunConfig(task="mrbench", judge="embedded", data=str(labelled), limit=2), tmp_path / "run")
    assert any("no check of the judge embedded" in note for note in report_of([tmp_path / "run"]).notes)
    config = CheckConfig(judge="embedded", data=str(labelled), limit=6)
    keep_check(check_judge(config, tmp_path / "c", Pace(), lambda _: lambda _: None))
    (note,) = [note for note in report_of([tmp_path / "run"]).notes if "judge embedded" in note]
    assert "kappa with people: Mistake_Identification" in note
    assert "checked 20" in note


@pytest.mark.slow
def test_a_check_with_other_prompts_is_not_of_this_judge(tmp_path, labelled):
    config = CheckConfig(judge="embedded", data=str(labelled), limit=4)
    check = check_judge(config, tmp_path / "c", Pace(), lambda _: lambda _: None)
    keep_check(check)
    assert last_check("embedded", check.prompts) == check
    assert last_check("embedded", dict.fromkeys(check.prompts, "other")) is None
    assert last_check("another", check.prompts) is None


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"judge": "majority"}, "expected a judge as MODEL@URL, a URL or embedded, got 'majority'"),
        ({"judge": "embedded", "task": "geodial"}, "expected --task mrbench or mmtutorbench"),
        ({"judge": "embedded", "task": "mmtutorbench"}, "expected a judge as MODEL@URL, a URL, got 'embedded'"),
        ({"judge": "m@http://localhost:1/v1", "task": "mmtutorbench", "tutor": "x@http://y/v1"}, "judges replies that are there"),
    ],
)
def test_what_does_not_fit_is_refused_in_one_line(tmp_path, settings, message):
    with pytest.raises(ResultsError, match="expected") as caught:
        check_judge(CheckConfig(**settings), tmp_path / "c", Pace(), lambda _: lambda _: None)
    assert message in str(caught.value)
    assert not (tmp_path / "c").exists()


@pytest.mark.slow
def test_the_rubric_of_mmtutorbench_is_asked_in_both_orders(tmp_path):
    def by_place(chat, sample):
        del sample
        is_turned = chat.prompt.find("- coherence:") < chat.prompt.find("- brevity:")
        marks = dict.fromkeys(("insight_discovery", "operation_formulation", "operation_execution", "solution_scope_control"), 1)
        return json.dumps({"rationale": "By place.", **marks, "brevity": int(not is_turned), "coherence": 1})

    check = checked(tmp_path / "c", by_place, "sample", task="mmtutorbench", tutor="reference", repeats=0)
    order = check.criteria["brevity"].order
    assert order.num_higher_first == order.num_cases > 5
    assert [line for line in check.findings() if line.startswith("order: brevity")]
    assert check.criteria["coherence"].order.equal_share == 1
