"""Statements at the end of a message on which nothing that was read depends."""

from gnomon.problem import bank
from gnomon.tutor import read_message
from gnomon.tutor.message.remainder import unread_end
from tests.every import every


def _unread(problem_id: str, text: str) -> str:
    return read_message(text, bank()[problem_id]).unread


@every(
    [
        ("bisector-distances-slcm", "LC = LM and the whole angle at S doubles", "the whole angle at S doubles"),
        ("semicircle-cemv", "V is a right angle and so are the other two", "are the other two"),
        ("isosceles-uvw", "uvw is 70 and the other one at the bottom 80", "the other one at the bottom 80"),
        ("isosceles-uvw", "its 70 cos all the angles in a triangle are 70", "all the angles in a triangle are 70"),
    ]
)
def test_a_statement_at_the_end_that_changes_nothing_is_unread(problem_id: str, text: str, unread: str) -> None:
    assert _unread(problem_id, text) == unread


@every(
    [
        ("parallelogram-perimeter-flow", "OW is 90 and WF is 65"),
        ("trapezoid-area-srakh", "14+8=22 and half of that is 11"),
        ("isosceles-median-gpt", "PK is 5 and i still hate this"),
        ("triangle-sum-klm", "57 and thats the third one"),  # a name for the result
        ("angle-side-angle-acfg", "ASA, they have FC in common"),  # why it is so
        ("isosceles-uvw", "its 70, is the other one the same?"),
        ("triangle-sum-klm", "the angles add to 180"),  # nothing stands before it
    ]
)
def test_what_is_read_asked_or_says_why_leaves_nothing(problem_id: str, text: str) -> None:
    assert _unread(problem_id, text) == ""


def test_without_its_last_statement_a_message_is_read_once_more_only() -> None:
    texts: list[str] = []

    def read(text: str) -> list[str]:
        texts.append(text)
        return ["AB = 5"]

    assert unread_end("AB = 5 and the angles are big and the sides are long lol", read) == "the sides are long lol"
    assert texts == ["AB = 5 and the angles are big", "AB = 5 and the angles are big and the sides are long lol"]
