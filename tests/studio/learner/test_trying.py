"""Of a try the first answer counts: one value, and no list in which the right one stands."""

import asyncio

import tests.studio.serving  # noqa: F401  # first: it skips without the extra
from gnomon.geometry import solution_of
from gnomon.problem import bank
from gnomon.studio.learner import trying
from tests.every import every

PROBLEM = bank()["triangle-sum-klm"]


def is_right(answer: str) -> bool | None:
    return asyncio.run(trying._judged(PROBLEM, solution_of(PROBLEM), answer))


@every(
    [
        ("57", True),
        ("x = 57°", True),
        ("KML = 57, since 180 - 52 - 71 = 57", True),
        ("x = 57, so KML = 57", True),
        ("56", False),
        ("no idea", None),
    ],
)
def test_an_answer_is_right_wrong_or_none(answer: str, right: bool | None) -> None:
    assert is_right(answer) is right


@every(["a = {} b = {} c = {}", "p = {}, q = {}, r = {}", "{} = KML = {} = {}", "x = {}, x = {}, x = {}", "{} {} {}"])
def test_a_list_of_guesses_is_not_right_and_does_not_tell_whether_it_holds_the_answer(guesses: str) -> None:
    with_it, without = is_right(guesses.format(55, 56, 57)), is_right(guesses.format(55, 56, 58))
    assert with_it is not True
    assert with_it == without
