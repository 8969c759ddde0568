"""The final answer in whatever words it comes, and what a right answer tells of the claims before it."""

from gnomon.geometry import solution_of
from gnomon.problem import bank
from gnomon.tutor import Judge, read_message
from gnomon.tutor.symbolic.noticing import forgiven
from gnomon.tutor.symbolic.scene import length_unit
from gnomon.tutor.symbolic.truth import Truth
from tests.every import every


def _judged(problem_id, text):
    problem = bank()[problem_id]
    solution = solution_of(problem)
    return Judge(solution.deduction, solution.proof, length_unit(problem)).judge(read_message(text, problem))


@every(
    [
        ("triangle-sum-klm", "the other two eat up 123 so theres 57 to go"),
        ("square-arc-cgnv", "quarter circle = 90"),
        ("triangle-sum-klm", "whatever 57, can i go now"),
        ("triangle-sum-klm", "KML is 67. ah no, the other two eat up 123 so theres 57 to go"),
    ]
)
def test_a_message_that_ends_with_the_answer_gives_it(problem_id, text):
    assert _judged(problem_id, text).solved


@every(
    [
        "so my locker number is 57",
        "i sit in row 3 seat 57",
        "the bus is number 57",
        "is the rest 57",
        "so theres more than 57 to go",
        "the other two eat up 123 so its not 57",
        "the other two eat up 123 so theres 57 cm to go",
        "so K is left with 57",  # another corner
        "so its 180 - 123",  # not worked out
        "71 - 52 = 19, 19 * 3 = 57",  # anything comes of the numbers
    ]
)
def test_a_number_in_any_other_role_is_no_answer(text):
    assert not _judged("triangle-sum-klm", text).solved


def test_a_sum_of_which_another_part_is_the_rest_is_no_answer():
    assert not _judged("exterior-angle-prst", "48+67 = 115, so PSR = 65").solved
    assert _judged("exterior-angle-prst", "PSR = 65, so 180 - 65 = 115").solved


@every(
    [
        ("rectangle-area-lynx", "LYN is the 3-4-5 one times 3. other side nine, area 12*9=108", "right"),
        ("triangle-sum-klm", "LKM belongs to 52 degrees more than KLM, so KML = 57", "right"),
        ("triangle-sum-klm", "KML = 57 and KLM = 61", "mixed"),  # after the answer
        ("triangle-sum-klm", "KLM is 61 and KML is 57", "mixed"),  # plainly said of a part by its name
    ],
    one_in=2,
)
def test_what_looks_wrong_on_the_way_to_a_right_answer_was_rather_read_wrongly(problem_id, text, verdict):
    assert _judged(problem_id, text).verdict == verdict


def test_a_wrong_answer_forgives_nothing():
    judgements = _judged("triangle-sum-klm", "180 - 71 = 108, so KML is 56").judgements
    assert [each.truth for each in forgiven(judgements)].count(Truth.WRONG) == 2


@every(
    [
        ("around-a-point-four-ehnvx", "6x+60=360, 6x=300, x=60", "mixed"),  # the first equation holds in the figure
        ("triangle-sum-klm", "52 + 71 = 123 so KML = 67", "mixed"),  # a sum is a claim of its own
        ("triangle-sum-klm", "KML = 180 - 52 - 71 = 67", "wrong"),  # of one chain the end counts
        ("triangle-sum-klm", "KML = 52 + 71", "wrong"),  # no sum is worked out
    ]
)
def test_an_equation_that_holds_beside_a_false_conclusion_is_right_for_itself(problem_id, text, verdict):
    assert _judged(problem_id, text).verdict == verdict


@every([("3x = 4", "wrong"), ("x + 5 = 4", "wrong"), ("2x - 1 = x + 3, 3x = 4", "mixed"), ("x - 3 = 1 so x = 4", "right")])
def test_an_equation_with_more_than_the_letter_on_a_side_does_not_give_the_letter_its_number(text, verdict):
    judged = _judged("medians-halves-tgkxlr", text)  # x is 4
    assert (judged.verdict, judged.solved) == (verdict, verdict == "right")
