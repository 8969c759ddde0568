"""Texts that are rewritten and still know the learner's own words."""

import re

from gnomon.tutor.message.rewriting import Rewritten


def test_a_piece_of_a_text_rewritten_twice_goes_back_to_the_words_it_stands_for() -> None:
    written = Rewritten("der winkel M ist 57")
    written.sub(re.compile("der winkel"), "the angle")
    written.sub(re.compile("ist"), "is")
    assert written.text == "the angle M is 57"
    assert written.words("angle M is 57") == "der winkel M ist 57"
    assert written.words("57") == "57"
    assert written.words("is") == "ist"


def test_what_is_no_piece_of_the_text_stays_as_it_is() -> None:
    written = Rewritten("no. 5")
    written.sub(re.compile(r"no\. "), "page ")
    assert written.words("a square") == "a square"
    assert written.words("") == ""


def test_words_that_are_left_out_or_moved_keep_their_place() -> None:
    written = Rewritten("dann ist es 57")
    written.sub(re.compile(r"(dann) (ist) (es)"), r"\1 \3 \2")
    assert written.text == "dann es ist 57"
    assert written.words("dann es ist 57") == "dann ist es 57"
