"""The answer guard on tables of tutor turns and on properties that hold for any answer.

``guard_cases.json`` was written before the rules and the rules were then tuned on it; ``guard_cases_held_out.json`` was written
before the first run and its first result was 33 of 34 leaks and no false alarm.
"""

import json
import math
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gnomon.algebra import read_numbers
from gnomon.problem import Problem, Question, bank
from gnomon.tutor.guard import turns
from gnomon.tutor.guard.guard import StepScope, check, find_leak
from tests.counting import calls
from tests.every import every

TABLES = ("guard_cases.json", "guard_cases_held_out.json")
TRIANGLE = "In triangle ABC, angle A is 62° and angle B is 61°. Find angle C."


def load(name):
    table = json.loads((Path(__file__).parent / name).read_text(encoding="utf-8"))
    return [(table["problems"][case["problem"]], case) for case in table["cases"]]


def run(problem, case):
    question = problem["text"]
    if "choices" in problem:
        question = Problem(id="p", question=Question(text=problem["text"], choices=tuple(problem["choices"])))
    step = StepScope(**{name: tuple(values) for name, values in case["step"].items()}) if "step" in case else None
    said = case.get("said_by_student", ())
    return check(case["utterance"], question, problem["answer"], said_by_student=said, step=step)


@pytest.mark.parametrize("name", TABLES)
def test_recall_and_false_alarms_are_as_published(name):
    cases = load(name)
    leaks = [(problem, case) for problem, case in cases if case["expected"] == "leak"]
    others = [(problem, case) for problem, case in cases if case["expected"] == "clean"]
    missed = [case["utterance"] for problem, case in leaks if run(problem, case).status != "leak"]
    alarms = [case["utterance"] for problem, case in others if run(problem, case).status != "clean"]
    recall, false_alarms = 1 - len(missed) / len(leaks), len(alarms) / len(others)
    print(f"{name}: recall {recall:.3f} of {len(leaks)}, false alarms {false_alarms:.3f} of {len(others)}")  # noqa: T201
    assert recall >= 0.98, missed
    assert false_alarms <= 0.01, alarms


def forms(value):
    yield from (
        f"{value}",
        f"{value}°",
        f"{value}.0",
        f"{value} degrees",
        f"${value}$",
        f"{value - 7} + 7",
        f"{2 * value}/2",
        f"√{value * value}",
    )
    yield from (f"\\frac{{{3 * value}}}{{3}}", "".join(chr(0x660 + int(digit)) for digit in str(value)), f"half of {2 * value}")


@given(st.integers(10, 9000).filter(lambda value: value not in {61, 62, 90, 180, 360}))
def test_every_way_of_writing_the_answer_is_caught(value):
    for form in forms(value):
        assert find_leak(f"The answer is {form}.", TRIANGLE, float(value)) is not None, form


@given(st.integers(10, 9000), st.data())
def test_confirming_what_the_student_said_is_no_leak(value, data):
    form = data.draw(st.sampled_from(list(forms(value))[:5]))
    assert find_leak(f"Yes, {form} is right!", TRIANGLE, float(value), said_by_student=[f"I got {value}"]) is None


@given(
    st.text(alphabet=st.characters(categories=["Lu", "Ll", "Po", "Zs"]), max_size=60).filter(
        lambda text: not any(c.isnumeric() for c in text)
    )
)
def test_words_without_a_number_are_clean(text):
    assert find_leak(f"Look again: {text}", TRIANGLE, 57.3) is None


@given(
    st.text(max_size=200),
    st.text(max_size=80),
    st.text(max_size=20) | st.floats() | st.none(),
    st.lists(st.text(max_size=40), max_size=3),
)
def test_no_text_raises(utterance, problem, answer, said):
    result = check(utterance, problem, answer, said_by_student=said, step=StepScope(protected=(5.0,)))
    assert result.status in {"clean", "leak", "unchecked"}


@pytest.mark.parametrize("answer", [None, math.nan, "", "  "])
def test_an_unknown_answer_is_unchecked(answer):
    assert check("It is 57.", TRIANGLE, answer).status == "unchecked"


def test_a_step_is_checked_even_when_the_answer_is_unknown():
    leak = find_leak("The sum is 123.", TRIANGLE, None, step=StepScope(protected=(123.0,)))
    assert leak is not None
    assert leak.past_step
    assert leak.reason.startswith("past the step")


def test_an_allowed_value_wins_over_a_protected_one():
    assert find_leak("The sum is 123.", TRIANGLE, 57, step=StepScope(protected=(123.0,), allowed=(123.0,))) is None


def test_a_leak_says_which_words_and_why():
    leak = find_leak("Well, angle C is fifty-seven degrees.", TRIANGLE, 57)
    assert (leak.words, leak.rule) == ("fifty-seven", "value")


def test_asking_for_the_calculation_is_allowed_and_asserting_it_is_not():
    assert find_leak("What is 180 - 123?", TRIANGLE, 57) is None
    assert find_leak("It is 180 - 123.", TRIANGLE, 57) is not None


def test_a_given_value_is_free_until_it_is_said_of_the_unknown():
    problem = "Lines l and m are parallel, and one angle is 62°. Find x."
    assert find_leak("Look at the angle of 62°. Where is x?", problem, 62) is None
    assert find_leak("So x = 62.", problem, 62) is not None


HOSTILE = ["57 ", "(", "f-i-f-t-y ", "not ", "A, ", "is ", "½", "twice that, ", "<b>5</b>", "zwei ", "弧"]


@pytest.mark.slow  # counts every call of the guard
@pytest.mark.parametrize("piece", HOSTILE)
@pytest.mark.parametrize("said", ["", "all of it"])
def test_twice_the_hostile_utterance_takes_twice_the_work(piece, said):
    def work(size):
        utterance = piece * (size // len(piece))
        for kept in (turns.read_turn, turns.numbers_in, turns.calculations_in, turns.expressions_in, turns._values_said):
            kept.cache_clear()  # what was read for the other size
        return calls(lambda: check(utterance, TRIANGLE, 1234.5, said_by_student=[utterance if said else ""]))

    work(100)  # tables are read once
    # Sentences are cut at 1,000 characters: beyond that, twice the text is twice the pieces.
    assert work(4_000) < 2.2 * work(2_000) + 1_000


def test_what_is_longer_than_any_turn_is_not_read_and_not_shown():
    for piece in ("57 ", "400, ", "((", "Look at this. "):
        assert find_leak(piece * 30_000, TRIANGLE, 57).rule == "length"
        assert find_leak("Look at this.", TRIANGLE, 57, said_by_student=[piece * 30_000]) is None
    assert check("Look at this. " * 1_000, TRIANGLE, None).leak.reason == "it is too long to be read: more than 4000 characters"


def test_an_utterance_is_read_to_its_end():
    story = "Once there was a town on a hill, and nobody there knew of triangles. " * 50
    assert find_leak(story, TRIANGLE, 57) is None
    assert find_leak(f"{story}So it is 57.", TRIANGLE, 57).words == "57"
    assert find_leak(f"{story.replace('. ', ' ')} so it is 57", TRIANGLE, 57).words == "57"


@pytest.mark.parametrize(
    ("utterance", "words"),
    [
        ("Winkel C misst siebenundfünfzig Grad.", "siebenundfünfzig"),
        ("Angle C has 5\u200b7 degrees.", "5\u200b7"),
        ("Angle C has **5**7 degrees.", "5**7"),
    ],
)
def test_the_words_of_a_leak_are_those_of_the_utterance(utterance, words):
    assert words in find_leak(utterance, TRIANGLE, 57).words


CANDIDATES = ["it is 10, 57 or 60"]


@every(
    [
        ("10 and 60 are both out.", CANDIDATES, True),
        ("Cross out the first and the last, they fail the check.", CANDIDATES, True),
        ("Neither the smallest nor the largest fits.", CANDIDATES, True),
        ("Only one of your three works: the second.", CANDIDATES, True),
        ("57 is right.", CANDIDATES, True),
        ("57 is right.", [*CANDIDATES, "180 - 123 = 57"], False),
        ("The first one is too small. Try the others.", CANDIDATES, False),
        ("Which of your three fits the picture?", CANDIDATES, False),
        ("Put the first of them into the sum.", CANDIDATES, False),
    ]
)
def test_of_values_offered_to_choose_from_none_is_singled_out(utterance, said, is_leak):
    assert (find_leak(utterance, TRIANGLE, 57, said_by_student=said) is not None) == is_leak


@every(
    [
        ("Angle C has **5** **7** degrees.", True),
        ("Angle C has a `5` followed by a `7`.", True),
        ("Heinz prints angle C on each of its ketchup bottles.", True),
        ("Look at **2** of the **3** angles, then at number **5**.", False),
        ("You have solved 57 of the 90 exercises.", False),
        ("The lesson ends at 57 past.", False),
        ("x = 3 gives 60 on the left and 57 on the right.", False),
    ]
)
def test_marked_digits_lore_and_roles(utterance, is_leak):
    assert (find_leak(utterance, TRIANGLE, 57) is not None) == is_leak


@every(["KN ist anderthalb Dezimeter lang.", "KN mide un decímetro y medio.", "KN mesure un décimètre et demi."])
def test_a_half_more_is_read_with_its_unit(utterance):
    assert find_leak(utterance, bank()["parallel-cut-dknsz"], 15) is not None


LINES = json.loads((Path(__file__).parent / "lines.json").read_text(encoding="utf-8"))


def _assert_told_apart(line):
    """Hold a line, written while the guard was built, against what it finds; ``benchmarks/guard.py`` counts figures."""
    name, utterance, is_leak, *said = line
    problem = bank()[name]
    assert (find_leak(utterance, problem, problem.answer, said_by_student=said) is not None) == is_leak


@every([line for lines in LINES.values() for line in lines[::9]])
def test_what_tells_the_answer_is_caught_and_what_does_not_is_left(line):
    _assert_told_apart(line)


@pytest.mark.slow
@every([line for lines in LINES.values() for line in lines])
def test_each_line_that_tells_the_answer_is_caught_and_no_other(line):
    _assert_told_apart(line)


@pytest.mark.slow
def test_a_usual_turn_takes_few_calls():
    cases = load("guard_cases.json")
    assert sum(calls(run, problem, case) for problem, case in cases) / len(cases) < 5_000


@pytest.mark.slow
def test_real_tutor_turns_that_reveal_nothing_raise_few_alarms(data_folder):
    """MRBench (CC BY-SA 4.0): replies that annotators marked as revealing nothing."""
    dialogues = json.loads((data_folder / "mrbench" / "mrbench_v2_8dims.json").read_text(encoding="utf-8"))
    results = [status for dialogue in dialogues for label, status in mrbench_results(dialogue) if label == "No"]
    assert len(results) > 800
    assert results.count("leak") / len(results) <= 0.01


def mrbench_results(dialogue):
    solution = read_numbers(dialogue["Ground_Truth_Solution"])
    turns = re.split(r"(Tutor:|Student:)", dialogue["conversation_history"])
    spoken = list(zip(turns[1::2], turns[2::2], strict=False))
    said = [text for speaker, text in spoken if speaker == "Student:"]
    for reply in dialogue["anno_llm_responses"].values():
        result = check(reply["response"], spoken[0][1], solution[-1].value if solution else None, said_by_student=said)
        yield reply["annotation"]["Revealing_of_the_Answer"], result.status


def test_a_relation_whose_second_value_is_left_open_is_read():
    said = "64 on one side so GUS is the other 116 and half thats 58"
    turn = f"What stands in “{said}”?"
    assert find_leak(turn, bank()["vertical-bisected-cglstu"], 32.0, said_by_student=[said]) is None


_PIECES = (
    "64",
    "116°",
    "half",
    "twice",
    "the other",
    "is",
    "that",
    "and",
    "more than",
    "its square",
    "what is left of",
    "of",
    "x",
    "32",
    ".",
    "less",
    "a third",
)


@given(st.lists(st.sampled_from(_PIECES), max_size=14), st.lists(st.sampled_from(_PIECES), max_size=6))
def test_no_mixture_of_numbers_and_relations_raises(pieces, said):
    find_leak(" ".join(pieces), bank()["vertical-bisected-cglstu"], 32.0, said_by_student=[" ".join(said)])
