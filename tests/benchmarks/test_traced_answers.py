"""The benchmark of traced answers: its own working is right, its numbers are what they say, its files are read."""

import json
import random

import pytest

from benchmarks.traced_answers import Row, _choices, _found, _judged, measure, random_numbers, written
from benchmarks.wrong_working import Mistake, Working, tables, wrong_answers
from gnomon.geometry import misconceptions, solution_of
from gnomon.problem import bank
from gnomon.tracing import Tracer

APEX = "parallel-apex-bcnvw"
"""Angle VCB = 49°, angle BNC = 68°; NCV = 180 - 68 = 112, asked is BCN = 112 - 49 = 63."""


@pytest.fixture(scope="module")
def working():
    return Working(solution_of(bank()[APEX]))


def test_the_working_of_a_mistake_is_that_done_by_hand(working):
    by_idea = {mistake.idea: mistake for mistake in working.mistakes()}
    equal, whole, slip = by_idea["cointerior_equal"], by_idea["angle_parts_added_wrongly"], by_idea["arithmetic_slip"]
    assert working.answer(equal) == pytest.approx(68 - 49)
    assert working.answer(whole) == pytest.approx(112 + 49)
    assert working.answer(equal, whole) == pytest.approx(68 + 49)
    assert working.answer(equal, slip) == pytest.approx(68 - 49 + 10)


def test_work_that_changes_nothing_or_breaks_down_gives_no_answer(working):
    assert working.answer() is None
    assert working.answer(Mistake("any", 0, "angle(N,C,V) = angle(Q,Q,Q)")) is None


def test_the_tables_are_all_read():
    assert {row["id"] for row in tables()} == set(misconceptions())


@pytest.mark.slow
def test_drawn_mistakes_are_at_different_steps_and_come_from_the_seed():
    def draw():
        return wrong_answers(solution_of(bank()[APEX]), 2, random.Random(3))

    mistakes, answer = draw()
    assert len({mistake.step for mistake in mistakes}) == len({mistake.idea for mistake in mistakes}) == 2
    assert ([mistake.idea for mistake in mistakes], answer) == ([mistake.idea for mistake in draw()[0]], draw()[1])


@pytest.mark.parametrize(("right", "digits", "decimals"), [(63.0, 2, 0), (8.66025, 1, 2), (7.5, 1, 1), (120.0, 3, 0)])
def test_random_numbers_have_the_form_of_the_right_one_and_lie_near_it(right, digits, decimals):
    numbers = list(random_numbers(right, random.Random(1)))
    assert len(numbers) == 20
    assert all(0.3 * right - 1 <= float(number) <= 3 * right + 1 and float(number) != right for number in numbers)
    assert {(len(number.partition(".")[0]), len(number.partition(".")[2])) for number in numbers} == {(digits, decimals)}


def test_a_value_is_written_with_two_decimals_at_most():
    assert [written(value) for value in (63.0, 8.66025, 7.5)] == ["63", "8.66", "7.5"]


def test_an_answer_is_first_tied_listed_or_something_else():
    trace = Tracer(solution_of(bank()[APEX])).trace("19")
    named = tuple(tuple(sorted(each.hypothesis.ids)) for each in trace.explanations)
    assert _found(trace, named[0], named) == "first"
    assert _found(trace, named[1], named) == "listed"
    assert _found(trace, ("arithmetic_slip",), named) == "other"


@pytest.mark.slow
def test_published_choices_and_judged_answers_are_read_from_files(tmp_path, data_folder):
    choices = tmp_path / "choices.json"
    choices.write_text(json.dumps({"2": {"choices": ["1", "2.5", "no number", "4"]}}), "utf-8")
    judged = tmp_path / "judged.yaml"
    judged.write_text(f'- {{problem: {APEX}, answer: "112", ideas: [stopped_early], says: the angle before it}}\n', "utf-8")
    rows = [*_choices(choices, 0), *_judged(judged, 0)] if (data_folder / "geometry3k").exists() else [*_judged(judged, 0)]
    assert rows[-1].found == "first"
    assert measure(rows)["judged: first"].value == 1
    assert {row.kind for row in rows} <= {"choice", "random", "judged"}


def test_a_choice_that_is_right_is_not_counted_as_wrong():
    right = Row("p", "bank", "choice", 63, "63", (), is_slip=False, found="right", named=())
    wrong = right._replace(answer="57", found="unexplained")
    assert measure([right, wrong])["choices: explained"].total == 1
