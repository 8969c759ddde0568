"""Slips of spelling in the words of the trade."""

from gnomon.tutor.message.rewriting import Rewritten
from gnomon.tutor.message.spelling import correct
from tests.every import every


def _corrected(text: str) -> str:
    written = Rewritten(text)
    correct(written)
    return written.text


@every(
    [
        ("pythagorus", "pythagoras"),
        ("Triangel KLM", "triangle KLM"),
        ("inscirbed anlge", "inscribed angle"),
        ("isoceles", "isosceles"),
        ("the circumfrence", "the circumference"),
        ("haf of the aria tims 2", "half of the area times 2"),
    ]
)
def test_a_word_of_the_trade_is_spelled_as_the_reader_knows_it(typed: str, meant: str) -> None:
    assert _corrected(typed) == meant


@every(["theres a square", "its right there", "slides", "Dreieck", "KLMNO", "that weight", "SID = 4"])
def test_other_words_stay(text: str) -> None:
    assert _corrected(text) == text


@every(
    [
        ("scwaring", "squaring"),
        ("abowt two therds", "about two thirds"),
        ("noooo its sooo smal", "no its so small"),
        ("quadrilatural", "quadrilateral"),
        ("i rly shud", "i really should"),
    ]
)
def test_a_word_that_sounds_like_another_is_that_word(typed: str, meant: str) -> None:
    assert _corrected(typed) == meant


@every(["the farmer has an interest", "a casino", "radio", "swearing", "function", "wall", "too small"])
def test_english_words_that_sound_like_one_of_the_trade_stay(text: str) -> None:
    assert _corrected(text) == text


def test_small_letters_that_name_a_part_stay() -> None:
    written = Rewritten("wat = 5")
    correct(written, "WAT")
    assert written.text == "wat = 5"
