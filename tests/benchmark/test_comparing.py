"""Runs are compared over the rows that both have, by the statistic itself, and repeats are taken together."""

import pytest

from gnomon.benchmark import Grade, Row
from gnomon.benchmark.comparing import MOST_ALL_PAIRS, Arm, differences_of, tables_of
from gnomon.benchmark.figures import mark, mean
from gnomon.benchmark.mrbench.tables import SHOWN
from gnomon.metrics import holm, macro_f1_metric, value_of

STRICT = ("Yes", "To some extent", "No")
SCORE = {"score": mean(mark("score"))}
ONE_DIMENSION = {name: measure for name, measure in SHOWN.tested.items() if name.startswith("Actionability")}


def rows_of(scores, **more):
    """Return a row for each score, two to a dialogue."""
    return tuple(
        Row(id=f"r{place}", cluster=f"d{place // 2}", grade=Grade(marks={"score": score}), **more)
        for place, score in enumerate(scores)
    )


def labelled(given, truth):
    marks = [{"Actionability": label} for label in given]
    return tuple(
        Row(id=f"r{place}", cluster=f"d{place // 2}", truth={"Actionability": true}, grade=Grade(marks=each))
        for place, (each, true) in enumerate(zip(marks, truth, strict=True))
    )


def test_the_difference_of_a_macro_f1_is_of_the_statistic_not_of_rows():
    truth = ["Yes", "No", "Yes", "To some extent", "No", "Yes"]
    first, second = ["Yes", "No", "Yes", "No", "No", None], ["Yes"] * 6
    found = differences_of([Arm("a", (labelled(first, truth),)), Arm("b", (labelled(second, truth),))], ONE_DIMENSION)
    scores = [value_of(macro_f1_metric(truth, given, labels=STRICT)) or 0.0 for given in (first, second)]
    assert [each.metric for each in found] == ["Actionability.strict_macro_f1", "Actionability.strict_accuracy"]
    assert found[0].found.value == pytest.approx(scores[0] - scores[1])
    assert (found[0].num_pairs, found[0].found.clusters) == (6, 3)


def test_only_rows_that_both_runs_have_are_paired_and_the_others_are_counted():
    first = rows_of([1.0, 1.0, 0.0, 1.0, 1.0])
    # r1 has no mark, r4 is missing, and there is one that the first has not
    second = rows_of([0.0, None, 0.0, 0.0])
    second += (second[0].model_copy(update={"id": "other"}),)
    (found,) = differences_of([Arm("a", (first,)), Arm("b", (second,))], SCORE)
    assert (found.num_pairs, found.num_unpaired) == (3, 3)
    assert found.found.value == pytest.approx(2 / 3)  # 1, 0, 1 against 0, 0, 0


def test_rows_of_one_id_with_another_truth_are_no_pair():
    arms = [Arm("a", (rows_of([1.0, 0.0], truth="x"),)), Arm("b", (rows_of([1.0, 0.0], truth="y"),))]
    (found,) = differences_of(arms, SCORE)
    assert (found.num_pairs, found.found, found.corrected) == (0, None, None)


def test_all_tests_of_a_report_are_corrected_together():
    arms = [
        Arm(name, (rows_of(scores),)) for name, scores in (("a", [1, 1, 1, 1, 0, 1]), ("b", [0, 0, 1, 0, 0, 0]), ("c", [1] * 6))
    ]
    found = differences_of(arms, SCORE)
    assert [(each.first, each.second) for each in found] == [("a", "b"), ("a", "c"), ("b", "c")]
    assert [each.corrected for each in found] == holm([each.found.exchange_p for each in found])


def test_of_many_runs_each_is_compared_with_the_first():
    arms = [Arm(str(number), (rows_of([float(number), 0.0]),)) for number in range(MOST_ALL_PAIRS + 1)]
    assert [(each.first, each.second) for each in differences_of(arms, SCORE)] == [("0", str(n)) for n in range(1, 6)]


def test_repeats_stand_together_with_mean_and_standard_deviation():
    repeats = tuple(rows_of(scores) for scores in ([1.0, 0.0, 1.0, 1.0], [0.0, 0.0, 1.0, 1.0], [1.0, 0.0, 0.0, 0.0]))
    arms = [Arm("a", repeats), Arm("b", (rows_of([0.0] * 4),))]
    compared, table = tables_of(arms, SCORE)
    (line,) = table.ours
    by_column = dict(zip(table.columns, line.cells, strict=True))
    # Means .75, .5 and .25
    assert (line.name, by_column["repeats"].value) == ("score: a", 3)
    assert by_column["mean"].value == pytest.approx(0.5)
    assert by_column["standard deviation"].value == pytest.approx(0.25)
    assert by_column["mean"].low is not None
    assert [row.cells[5].value for row in compared.ours] == [pytest.approx(0.5)]


def test_a_single_run_has_neither_table():
    assert tables_of([Arm("a", (rows_of([1.0]),))], SCORE) == ()
