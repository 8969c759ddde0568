"""The toy of tutoring: real turns of the symbolic tutor, points renamed, and moves that are read as they were written."""

import pytest

from gnomon.training.demo.tutoring import (
    Said,
    asked_which,
    conversations,
    decision_rows,
    focused_rows,
    parted,
    prediction_rows,
    read_move,
    read_names,
    taught_turns,
)


@pytest.fixture(scope="module")
def turns():
    return taught_turns(conversations(3))


def test_a_move_is_read_as_it_was_written(turns):
    assert [read_move(turn.move) for turn in turns] == [Said(turn.act, turn.subact, turn.highlights) for turn in turns]


def test_points_are_renamed_in_the_order_in_which_they_are_named(turns):
    by_problem = {turn.problem: turn for turn in turns}
    for turn in by_problem.values():
        named = [letter for word in turn.shown.split() for letter in word.strip(".,=()∠") if word.strip(".,=()∠").isupper()]
        firsts = [letter for letter in dict.fromkeys(named) if letter.isalpha() and letter != "I"]
        assert firsts[:2] == ["A", "B"], turn.shown


def test_what_is_no_move_highlights_nothing():
    assert read_move("") == Said("", "", {"lines": frozenset(), "angles": frozenset()})
    assert read_move("Probing") == Said("Probing", "", {"lines": frozenset(), "angles": frozenset()})


def test_names_come_in_any_order_and_with_spaces_between_letters():
    assert read_names("angles", "C A B , D B A , A B , lines") == {"BAC", "ABD"}
    assert read_names("lines", "B A , A B C") == {"AB"}


def test_no_problem_is_on_both_sides(turns):
    train, held_out = parted(turns)
    assert held_out
    assert not {turn.problem for turn in train} & {turn.problem for turn in held_out}


def test_focused_answers_that_are_right_score_one(turns):
    from gnomon.metrics import score_highlights

    yes = [row.completion for row in prediction_rows(turns)]
    which = iter([row.completion for row in decision_rows(turns)])
    named = [next(which) if answer == "yes" else "" for answer in yes]
    assert len(asked_which(turns)) == len(yes)
    assert score_highlights(focused_rows(turns, yes, named)).combined.f1 == 1
    assert score_highlights(focused_rows(turns, ["no"] * len(yes), named)).combined.f1 == 0
