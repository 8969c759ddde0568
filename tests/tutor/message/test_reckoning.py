"""Reading by numbers: what was worked out, whatever words stand between them."""

from gnomon.problem import load_problem
from gnomon.tutor.message.continuing import Earlier
from gnomon.tutor.message.message import read_message
from gnomon.tutor.message.reckoning import comes_to, is_made_of
from gnomon.tutor.message.said import COMES_TO
from tests.every import every

KLM = load_problem("triangle-sum-klm")
YARD = load_problem("rectangle-perimeter-yard")
SHADOW = load_problem("shadow-pqtuv")


def sums(text, problem, **rest):
    message = read_message(text, problem, **rest)
    return [" = ".join(map(str, claim.sides)) for claim in message.claims if claim.is_arithmetic and len(claim.sides) > 1]


@every(
    [
        ("52 wiv 71 getz me to 123", "no word that is known gives the result", ["52 + 71 = 123"]),
        ("52 wiv 71 is 123", "two numbers and what they make", ["52 + 71 = 123"]),
        ("180 blorp 123 is 57", "a word that nobody knows", ["180 − 123 = 57"]),
        ("8 over wotsit 12 is 0.67", "a quotient, rounded", ["8/12 = 0.67"]),
        ("180 minus 52 is 128 and minus 71 is 57", "a sum goes on with the last result", ["180 − 52 = 128", "128 − 71 = 57"]),
        ("scwaring 12 is 144", "one number is no other: something was done with it", ["12² = 144"]),
        ("10.5 + 2 idk 12.5", "a filler stands between", ["10.5 + 2 = 12.5"]),
        ("52 and 71 makes 133", "a false sum is told as it is", ["52 + 71 = 133"]),
        ("page 52 and page 71 say 57", "numbers of something else", []),
        ("i am 52 and u r 71 so 123 years", "ages", []),
        ("52, 71, 57", "a list", []),
        ("is 52 wiv 71 is 123?", "a question", []),
    ]
)
def test_what_was_worked_out_is_told_by_the_numbers(text, why, expected):
    assert sums(text, KLM) == expected, why


def test_a_message_goes_on_with_what_the_one_before_came_to():
    assert sums("minus 71 is 57", KLM, earlier=Earlier(came_to=128.0)) == ["128 − 71 = 57"]
    assert sums("minus 71 is 57", KLM) == []


def test_a_scale_that_was_told_is_used_on_another_number():
    assert sums("13.5 is 4.5 times 3 so 2 becomes 9", SHADOW)[-1] == "4.5 · 2 = 9"


@every(
    [
        ("i go 12 then 7.5 then 12 then 7.5 and im back after 39", True),
        ("the gardener has to buy 39 metres", True),
        ("12, 19.5, 31.5, 39", False),
        ("maybe 12, 37, 39", False),
        ("12? 7.5? 39?", False),
        ("my dad bought 12 and my mum 7.5 so i have 39", False),
    ]
)
def test_an_account_ends_in_what_it_comes_to(text, is_account):
    claims = read_message(text, YARD).claims
    assert any(name.letter.name == COMES_TO for claim in claims for name in claim.names) == is_account


@every([[40, 25], [65], [30, 60, 90]])
def test_no_number_is_made_of_others_by_chance(told):
    assert not is_made_of(97, told)
    assert not comes_to(told, 97)
