"""Names are spelled as the problem spells them."""

from gnomon.problem import named_as_in
from tests.every import every


@every(
    [
        ("Find the length of QN.", "So NQ = 7.5.", "So QN = 7.5."),
        ("Find angle YHX.", "angle XHY is 40°", "angle YHX is 40°"),
        ("Find the area of square CUBS.", "the area of BSCU is 50", "the area of CUBS is 50"),
        ("AB and BA", "AB = BA", "AB = BA"),
        ("Find AB.", "SAS, OK, and ABC", "SAS, OK, and ABC"),
        ("Find AB.", "x = 12", "x = 12"),
    ]
)
def test_a_part_keeps_the_spelling_of_the_problem(problem, said, spelled):
    assert named_as_in(problem, said) == spelled


def test_the_first_name_of_what_the_problem_does_not_name_holds():
    assert (
        named_as_in("Find AB.", "AEFN has AE = NF, and BA = 3", said="EFNA is drawn. EA = 2, AE.")
        == "EFNA has EA = NF, and AB = 3"
    )


def test_an_angle_never_changes_its_vertex():
    assert named_as_in("Triangle ABC has a right angle.", "angle BAC and angle CBA") == "angle BAC and angle ABC"
