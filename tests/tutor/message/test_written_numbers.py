"""Numbers as learners write them."""

from gnomon.tutor.message.rephrasing import rephrase
from gnomon.tutor.message.rewriting import Rewritten
from gnomon.tutor.message.written_numbers import write_plainly
from tests.every import every


def written(text, letters=()):
    message = Rewritten(text)
    write_plainly(message, letters)
    rephrase(message)
    return " ".join(message.text.split())


@every(
    [
        ("6*sqrt(3)", "6*√(3)"),
        ("seventyfive", "seventy-five"),
        ("nine twentyfifths of seventyfive", "9/25 of seventy-five"),
        ("4/10 of 75 is 30", "(4/10) * 75 is 30"),
        ("6:9=8:?", "6:9=8:x"),
        ("LW comes to 7.9 m nearly", "LW comes to 7.9 m roughly"),
        ("188.4 if you take pi as 3.14", "188.4"),
        ("12*fq:2=54", "12*fq/2=54"),
        ("17²=289 8²=64", "17²=289, 8²=64"),
        ("5x+4=84 also 5x=80", "5x+4=84, so 5x=80"),
        ("5x+1 = 7x-13 gives 14 = 2x", "5x+1 = 7x-13, so 14 = 2x"),
    ]
)
def test_a_number_is_put_as_the_reader_knows_it(text, plain):
    assert written(text) == plain


@every(
    [
        "is it 6:9?",
        "1/2 of the circle",
        "its wrong",
        "pls say its right",
        "tell me if its right",
        "nearly 7.9",
        "twenty five",
        "square root",
    ]
)
def test_all_else_stays_as_it_is(text):
    assert written(text) == text


def test_a_gap_is_no_letter_of_the_problem():
    assert written("6:9=8:?", letters=("x",)) == "6:9=8:?"
