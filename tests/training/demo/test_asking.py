"""The asking game: what a student is shown, which pairs come of a search, and that held-out problems are new."""

import random

from gnomon.training.demo.asking import (
    DOORS,
    SAMPLES,
    TURNS,
    Ask,
    Candidate,
    Searched,
    State,
    answer_pairs,
    first_rows,
    play,
    problems,
    question_pairs,
    search,
)

STATE = State("doors-0", (("red", "F"), ("blue", "A"), ("green", "B")), "black", "C")


def student(question):
    """Return a student that always asks the same, and answers with the last letter that it sees, A where there is none."""

    def answer(prompt):
        told = [part.split(" : ")[1] for part in prompt.split(" ; ") if " : " in part]
        return next((letter for letter in told if letter != "no"), "A")

    return Ask(
        lambda prompts, count: [[question(prompt)] * count for prompt in prompts],
        lambda prompts: [[answer(prompt)] * SAMPLES for prompt in prompts],
    )


def closed_door(prompt):
    return prompt.split("closed ")[1].split()[0]


def test_the_teacher_tells_the_letter_of_the_closed_door_alone():
    assert STATE.asked("red").prompt("answer") == "asked red : no ; red F blue A green B closed black ; answer"
    assert STATE.asked("black").prompt("answer").startswith("asked black : C ; ")
    assert not STATE.asked("red").is_told
    assert STATE.asked("red").asked("black").is_told


def test_the_letter_stands_in_a_prompt_where_it_was_told_alone():
    rows = [row for row in first_rows(problems(50, 0, held_out=False), 0) if row.completion not in DOORS]
    for row in rows:
        shown = row.prompt[0].text
        assert shown.endswith("answer")
        told = any(f"asked {closed_door(shown)} : {row.completion}" in part for part in shown.split(" ; "))
        assert (row.completion in shown.split()) == told
    assert 0.6 < sum(row.completion in row.prompt[0].text.split() for row in rows) / len(rows) < 0.9


def test_held_out_problems_have_other_letters():
    behind = [
        {tuple(sorted([*state.known, (state.hidden, state.letter)])) for state in problems(300, 0, held_out=side)}
        for side in (False, True)
    ]
    assert not behind[0] & behind[1]


def test_who_asks_about_the_closed_door_is_right_from_the_first_turn_on():
    course = play(problems(40, 0, held_out=True), student(closed_door))
    assert all(line[1:] == [SAMPLES] * TURNS for line in course.right)
    assert all(all(line) for line in course.useful)
    # At turn 0 nothing is told: the letter A is right now and then
    assert sum(line[0] for line in course.right) < len(course.right) * SAMPLES / 2


def test_the_control_who_asks_about_one_door_is_right_where_that_is_the_closed_one():
    found = problems(200, 0, held_out=True)
    course = play(found, student(lambda _: "red"))
    assert [line[0] for line in course.useful] == [state.hidden == "red" for state in found]


def searched(scores):
    candidates = [
        Candidate(door, STATE.asked(door), tuple("C" if place < score else "D" for place in range(SAMPLES)))
        for door, score in scores.items()
    ]
    return [[Searched(STATE, tuple(candidates))]]


def test_pairs_set_the_best_question_before_those_that_are_clearly_worse():
    pairs = question_pairs(searched({"black": 5, "red": 0, "blue": 4, "green": 3}))
    assert [(row.completion, row.rejected) for row in pairs] == [("black", "red"), ("black", "green")]


def test_a_lucky_guess_makes_no_pair():
    assert question_pairs(searched({"red": 1, "blue": 0})) == []


def test_shuffled_pairs_prefer_no_question():
    chosen = [
        row.completion
        for seed in range(300)
        for row in question_pairs(searched({"black": 5, "red": 0, "blue": 0, "green": 0}), random.Random(seed))
    ]
    assert all(0.15 < chosen.count(door) / len(chosen) < 0.35 for door in DOORS)


def test_answer_pairs_are_of_one_state():
    (row,) = answer_pairs(searched({"black": 3, "red": 0}), 10, 0)
    assert (row.completion, row.rejected) == ("C", "D")
    assert row.prompt[0].text == STATE.asked("black").prompt("answer")


def test_a_search_has_states_of_every_turn():
    turns = search(problems(5, 0, held_out=False), student(lambda _: "red"), 0)
    assert [len(states) for states in turns] == [5] * TURNS
    assert {len(each.state.told) for each in turns[1]} == {1}
