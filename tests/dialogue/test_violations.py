"""Each rule of the table is broken once, and named."""

from gnomon.dialogue import Dialogue, StudentTurn, TutorTurn, dialogue_violations, rules, violations
from gnomon.figure import Figure, Highlights
from tests.every import every

GREEN, BROWN = Highlights(lines=("AB",)), Highlights(lines=("BC",))
FIGURE = Figure(points={"A": (0, 0), "B": (1, 0), "C": (0, 1)})


def turn(subact, act, utterance="Look here.", **parts):
    return TutorTurn(act=act, subact=subact, utterance=utterance, **parts)


OPENING = turn("Introduce", "Generic")
GUIDE = turn("Guide", "Focus")
CLOSING = turn("Farewell", "Generic")
BEGUN = Dialogue(problem="p", turns=(OPENING, StudentTurn(utterance="Hi.")))
BROKEN = {
    "subact_belongs_to_act": (turn("Guide", "Telling"), BEGUN),
    "introduce_only_first": (turn("Introduce", "Generic"), BEGUN),
    "farewell_only_last": (CLOSING, BEGUN.with_turn(CLOSING).with_turn(GUIDE)),
    "no_feedback_on_first": (turn("Introduce", "Generic", feedback="positive"), Dialogue(problem="p")),
    "see_figure_needs_highlight": (turn("AskLength", "SeeFigure"), BEGUN),
    "ask_relation_needs_two": (turn("AskRelation", "SeeFigure", highlights=GREEN), BEGUN),
    "second_highlight_only_ask_relation": (turn("AskAngle", "SeeFigure", highlights=GREEN, highlights2=BROWN), BEGUN),
    "highlight_in_figure": (turn("AskLength", "SeeFigure", highlights=Highlights(lines=("AZ",))), BEGUN),
    "utterance_not_empty": (turn("Guide", "Focus", utterance=" \n"), BEGUN),
}


def broken(found):
    return [violation.rule for violation in found]


@every(rules())
def test_a_broken_rule_is_named_alone(rule):
    assert broken(violations(*BROKEN[rule], FIGURE)) == [rule]


@every(rules())
def test_the_message_starts_with_the_rule(rule):
    assert violations(*BROKEN[rule], FIGURE)[0].message.startswith(rules()[rule])


def test_two_equal_highlights_cannot_be_told_apart():
    same = turn("AskRelation", "SeeFigure", highlights=GREEN, highlights2=GREEN)
    assert broken(violations(same, BEGUN)) == ["ask_relation_needs_two"]


def test_a_relation_between_green_and_brown_breaks_nothing():
    assert violations(turn("AskRelation", "SeeFigure", highlights=GREEN, highlights2=BROWN), BEGUN, FIGURE) == []


def test_without_a_figure_the_points_of_a_highlight_are_not_judged():
    assert violations(BROKEN["highlight_in_figure"][0], BEGUN) == []


def test_a_turn_is_judged_at_its_own_place_in_the_dialogue():
    whole = BEGUN.with_turn(GUIDE).with_turn(CLOSING)
    assert dialogue_violations(whole, FIGURE) == []
    assert dialogue_violations(whole.with_turn(turn("Introduce", "Generic")))[0][0] == 2


def test_a_dialogue_reports_the_turn_and_the_rule():
    whole = BEGUN.with_turn(GUIDE).with_turn(turn("Guide", "Telling"))
    assert [(index, found.rule) for index, found in dialogue_violations(whole)] == [(2, "subact_belongs_to_act")]
