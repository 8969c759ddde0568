"""What a short answer says in numbers."""

from gnomon.tutor.message.numbers_said import said_in
from tests.every import every

_X = frozenset("x")
VALUES = [
    ("40", ["40"]),
    ("idk 50?", ["50"]),
    ("both 90", ["90"]),
    ("70 each", ["70"]),
    ("six", ["6"]),
    ("18 pi", ["18π"]),
    ("5x + 15", ["5x + 15"]),
    ("10+3 so 13", ["13"]),
    ("24 + 10 = 34", ["34"]),
    ("3 root 5", ["3√5"]),
    ("-0.5", ["-0.5"]),
    ("235, so 135 left", ["235", "135"]),
    ("one is 12, the other 15", ["12", "15"]),
    ("9 and x+2", ["9", "x + 2"]),
    ("they make half the circle", ["180"]),
    ("a third cause theres 3 lines", ["1/3"]),
    ("2.25 times", ["2.25"]),
    ("13 its a radius", ["13"]),
]
NOTHING = ["no clue", "the one at U", "x - 3 = 2", "is it 40 or what did you mean by that question just now about it"]


@every(VALUES, name=lambda case: case[0])
def test_an_answer_says_its_numbers(text, values):
    said = said_in(text, _X)
    assert [str(each) for each in said.values] == values


@every(NOTHING)
def test_a_message_with_other_words_says_no_number(text):
    assert said_in(text, _X) is None


def test_a_calculation_a_reason_and_a_share_are_told_apart():
    assert str(said_in("10+3 so 13").shown) == "10 + 3"
    assert said_in("13 cause its a radius").reason == "cause its a radius"
    assert said_in("half of it").is_share
    assert said_in("one is 12, the other 15").is_unequal
