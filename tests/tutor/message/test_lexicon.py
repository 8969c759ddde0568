"""Plain words become the words of the trade, and only where they say the same."""

from gnomon.tutor.message.laws import stated
from gnomon.tutor.message.lexicon import canonical
from tests.every import every


@every(
    [
        ("the two long lines inside a rectangle are the same", "the diagonals of a rectangle are the same"),
        ("in a rhombus the diagonals meet at right angles", "the diagonals of a rhombus meet at right angles"),
        ("corners facing each other match in a parallelogram", "opposite angles of a parallelogram are equal"),
        ("the angles on the outside make one full turn when u walk round it", "the exterior angles add up to 360"),
        ("the height cuts the base into two equal bits", "the height bisects the base"),
        ("the top and the bottom never meet", "the top and the bottom are parallel"),
        ("the bottom corners are twins", "the base angles are equal"),
    ]
)
def test_what_learners_call_parts_and_relations_becomes_what_the_laws_call_them(said, meant):
    assert canonical(said) == meant


@every(
    [
        "the triangle has two equal angles",  # not all of them
        "opposite ones are different",
        "the two lines cross",
    ]
)
def test_other_words_stay(said):
    assert canonical(said) == said


@every(
    [
        ("the lines across a rhombus are square to each other", True),
        ("the long lines inside a rectangle are equally long", True),
        ("in a parallelogram the diagonals are equal", False),
        ("the short bit is a third of the whole line", True),
        ("the short bit is half of the whole line", False),
    ]
)
def test_what_comes_of_it_is_held_against_the_laws(said, holds):
    found = stated(canonical(said))
    assert (found[0].holds if found else None) == holds
