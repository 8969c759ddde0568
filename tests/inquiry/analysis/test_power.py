"""The paired test finds a student of known effect, and stays quiet about one whose skill ignores the dialogue."""

import asyncio
from functools import cache

import numpy as np
import pytest

from gnomon.datasets import load_gsm8k
from gnomon.inquiry import InquiryProblem, ProtocolSettings, State, WordProblemInquiry, hold_dialogue
from gnomon.inquiry.analysis.curves import Resampling, compare, curve_of, gain_of
from gnomon.inquiry.protocol.players import Line
from gnomon.inquiry.protocol.protocol import Inquiry
from gnomon.inquiry.simulated.word_problems import FOCUS, SimulatedStudent, SimulatedTeacher
from gnomon.inquiry.simulated.words import steps_of
from gnomon.problem import Problem, Question
from tests.inquiry.made_rows import rows

pytestmark = pytest.mark.slow

LEVEL = 0.05
NULL_RUNS = 200
MOST_FIRING = 0.07
TASK = WordProblemInquiry()


def word_problem(number):
    """Return a problem whose solution has three steps that share no word."""
    a, b = number + 2, number % 7 + 3
    solution = f"Apples: {a} * 3 = {a * 3}\nPears: {b} * 5 = {b * 5}\nTogether, fruit: {a * 3} + {b * 5} = {a * 3 + b * 5}"
    text = f"{a} boxes hold 3 apples each and {b} boxes 5 pears each. How many fruits?"
    return Problem(id=f"p{number}", question=Question(text=text), answer=float(a * 3 + b * 5), solution=solution)


def p_of(found):
    """Return the p value of a difference; there has to be one."""
    assert found is not None
    assert found.p_value is not None
    return found.p_value


PROBLEMS = {problem.id: problem for problem in map(word_problem, range(40))}


def dialogues(problems, scaffolding, seed=0, **student):
    who = SimulatedStudent(problems, scaffolding, seed=seed, **student)
    teacher, settings = SimulatedTeacher(problems, seed=seed), ProtocolSettings(scaffolding=scaffolding, seed=seed)
    jobs = [Inquiry(InquiryProblem(name, problem), TASK, who, teacher, settings) for name, problem in problems.items()]
    return [asyncio.run(hold_dialogue(job)) for job in jobs]


@cache
def learned(scaffolding):
    return dialogues(PROBLEMS, scaffolding, skill=0.03, effect=0.6)


def test_a_student_of_known_effect_is_detected():
    plain, scaffolded = (learned(how) for how in FOCUS)
    assert p_of(gain_of(plain)) < 0.01
    found = compare(scaffolded, plain).mean
    assert found is not None
    assert (found.value or 0) > 0
    assert p_of(found) < LEVEL


def test_its_curve_is_the_one_that_its_numbers_give():
    # Missing step: known after t replies with chance 1 - .75^t. An evaluation is passed with 1 - .97^5 = .141 without the step
    # and 1 - .37^5 = .993 with it. Three deviations of 40 problems: 3 sqrt(.25/40) = .24.
    found = curve_of(learned("unscaffolded")).values
    known = [1 - 0.75**turn for turn in range(6)]
    expected = [share * (1 - 0.37**5) + (1 - share) * (1 - 0.97**5) for share in known]
    assert found == pytest.approx(expected, abs=0.24)


def test_a_student_whose_skill_ignores_the_dialogue_gives_flat_curves():
    found = gain_of(dialogues(PROBLEMS, "scaffolded", skill=0.15, effect=0))
    assert found is not None
    assert (found.low or 0) < 0 < (found.high or 0)


def drawn(generator, num_problems, chance, **setting):
    """Return rows of a null student without their words: the same chance at every state."""
    return rows(generator.binomial(5, chance, size=(num_problems, 6)).tolist(), **setting)


def test_the_test_of_the_gain_stays_quiet_in_200_null_runs():
    fired = 0
    for seed in range(NULL_RUNS):
        found = gain_of(drawn(np.random.default_rng(seed), 50, 0.1), Resampling(seed=seed))
        fired += p_of(found) <= LEVEL
    assert fired <= MOST_FIRING * NULL_RUNS


@pytest.mark.parametrize("chance", [0.05, 0.2])
def test_the_paired_test_between_conditions_stays_quiet_in_200_null_runs(chance):
    fired = 0
    for seed in range(NULL_RUNS):
        generator = np.random.default_rng(seed)
        first, second = (drawn(generator, 100, chance, scaffolding=how) for how in FOCUS)
        fired += p_of(compare(first, second, how=Resampling(seed=seed)).mean) <= LEVEL
    assert fired <= MOST_FIRING * NULL_RUNS


def null_counts(problem, scaffolding, seed):
    """Return right answers of the simulated null student by turn, in a dialogue in which every step is explained to it."""
    student = SimulatedStudent({problem.id: problem}, scaffolding, skill=0.15, effect=0, seed=seed)
    state, counts = State(problem.id, problem.question), []
    for turn in range(6):
        answers = asyncio.run(student.answers(state, 5))
        counts.append(answers.count(f"Answer: {round(problem.answer)}"))
        step = steps_of(problem)[turn % len(steps_of(problem))]
        state = state.with_lines(Line("question", f"{scaffolding} {turn}"), Line("reply", step))
    return counts


def test_the_simulated_null_student_makes_both_tests_fire_in_at_most_7_percent_of_200_runs():
    fired, grown = 0, 0
    for seed in range(NULL_RUNS):
        second, first = (
            rows([null_counts(problem, how, seed) for problem in PROBLEMS.values()], scaffolding=how) for how in FOCUS
        )
        fired += p_of(compare(first, second, how=Resampling(seed=seed)).mean) <= LEVEL
        grown += p_of(gain_of(first, Resampling(seed=seed))) <= LEVEL
    assert max(fired, grown) <= MOST_FIRING * NULL_RUNS


def test_known_effect_is_detected_on_the_published_problems(data_folder):
    items = list(load_gsm8k(data_folder / "gsm8k" / "train.jsonl"))[:100]
    problems = {item.id: item.problem() for item in items}
    plain, scaffolded = (dialogues(problems, how, skill=0.03, effect=0.6) for how in FOCUS)
    assert p_of(compare(scaffolded, plain).mean) < LEVEL
    assert sum(exchange.leak is not None for row in (*plain, *scaffolded) for exchange in row.exchanges) == 0
