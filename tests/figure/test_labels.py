"""Labels: printed texts, points and drawn marks by name."""

import pytest

from gnomon.dialogue import Dialogue, TutorTurn, violations
from gnomon.figure import Figure, Highlights, Label, Marks, parse_element
from tests.every import every

FIGURE = Figure(
    points={"A": (0, 0), "B": (4, 0), "C": (4, 3), "D": (0, 3)},
    lines=(("A", "B"), ("B", "C"), ("C", "D"), ("D", "A")),
    labels=(Label(text="35°"),),
    marks=Marks(
        parallel_lines=(("AB", "DC"),),
        equal_lines=(("AD", "CB"), ("no name",)),
        equal_angles=(("angle:DAB", "ABC"),),
        right_angles=("BCD",),
    ),
    hidden=("D",),
)


@every(
    [
        ("parallel AB", "parallel AB"),
        ("Parallel mark on BA", "parallel AB"),
        ("parallel  line marks B A", "parallel  line marks B A"),
        ("equal CBA", "equal ABC"),
        ("equal angle mark at CBA", "equal ABC"),
        ("right angle BCD", "right BCD"),
        ("parallel ABC", "parallel ABC"),  # a mark of parallels stands on a segment
        ("equal AA", "equal AA"),
        ("equal to", "equal to"),
        ("35°", "35°"),
        ("P", "P"),
    ]
)
def test_a_mark_has_one_name_and_every_other_label_stays_as_it_is(written, name):
    assert Highlights(labels=(written, name)).labels == (name,)
    assert parse_element(f"label:{written}") == parse_element(f"label:{name}")


def test_a_figure_names_all_that_a_label_can_point_at():
    assert FIGURE.all_labels() == (
        "A", "B", "C", "35°", "parallel AB", "parallel CD", "equal AD", "equal BC", "equal BAD", "equal ABC", "right BCD",
    )  # fmt: skip
    kinds = [FIGURE.label_kind(name) for name in ("A", "35°", "parallel AB", "equal ABC", "right BCD", "the whole figure")]
    assert kinds == ["point", "text", "parallel", "equal", "rest", "rest"]


@pytest.mark.parametrize(("label", "is_there"), [("equal mark on DA", True), ("parallel BC", False)])
def test_a_turn_may_highlight_a_mark_that_is_drawn_and_no_other(label, is_there):
    turn = TutorTurn(act="SeeFigure", subact="SeeHighlight", highlights=Highlights(labels=(label,)), utterance="Look here.")
    dialogue = Dialogue(problem="p", turns=(TutorTurn(act="Generic", subact="Introduce", utterance="Hello."),))
    broken = {each.rule for each in violations(turn, dialogue, FIGURE)}
    assert ("highlight_in_figure" not in broken) == is_there
