"""Turns of tutors, cut up."""

from gnomon.tutor.message.turns import LEAD, asks_of_a_part, leaves_in_play, sentences_in, speaks_of_another, without_why


def test_a_turn_is_cut_at_its_stops_and_not_before_options():
    assert sentences_in("Good.  So … what’s x? a) 5 b) 6") == ["Good.", "So …", "what's x? a) 5 b) 6"]
    assert sentences_in("Of the areas: is it twice?", at_colons=True) == ["Of the areas:", "is it twice?"]
    assert sentences_in("  ") == []


def test_what_leads_to_a_question_and_asks_for_its_reason_is_none_of_it():
    assert LEAD.sub("", "Okay, so then: what is x?") == "what is x?"
    assert without_why("What kind is it, and how can you tell?") == "What kind is it?"
    assert without_why("Which angle is it and how big?") == "Which angle is it and how big?"


def test_any_idea_leaves_the_question_before_it_in_play():
    assert leaves_in_play("Any ideas?")
    assert not leaves_in_play("How big is AB?")


def test_a_question_how_to_go_on_asks_for_no_part():
    assert asks_of_a_part("What is cos 120°?")
    assert not asks_of_a_part("The legs are 6 and 8. How do we get the hypotenuse?")
    assert not asks_of_a_part("Go on.")


def test_one_little_triangle_is_another_figure():
    assert speaks_of_another("One little triangle has the side 6.")
    assert not speaks_of_another("The triangle has the side 6.")
