"""What a turn of any tutor asks, by its words."""

from gnomon.tutor.message.question import questions_in
from tests.every import every


@every(
    [
        ("Right. And what is left for YHX?", "size", "YHX is …"),
        ("In triangle DGX, how much is left for G?", "size", "angle DGX is …"),
        ("EK² is 36. So how long is EK?", "size", "EK is …"),
        ("And the tangent of the angle at D is …?", "size", "tan D is …"),
        ("Now take 5/12 of 24π.", "size", "5/12 · 24π is …"),
        ("What do the two known angles make together?", "size", "the two known angles make … together"),
        ("What part of the circle is arc KU?", "share", "arc KU is … of the circle"),
        ("Which side is across from angle C?", "which", "… is across from angle C"),
        ("Which side of the small triangle matches PS?", "which", "… matches PS"),
        ("Which theorem helps here?", "rule", "…"),
        ("What would you work out first?", "use", "… is of use"),
        ("How are TM and XN related?", "link", "TM and XN are …"),
        ("Is KM or ML longer?", "choice", "…"),
        ("Is angle B acute or obtuse?", "choice", "angle B is …"),
        ("Are the angles HYX and HXY equal?", "whether", "Are the angles HYX and HXY equal"),
        ("What is YHX? How do you know?", "size", "YHX is …"),
        ("Wie groß ist der Winkel YHX?", "size", "the angle YHX is …"),
        ("EF² = 169 - 25. What is that?", "open", "that is …"),
        ("Isn't it 40?", "open", "…"),
        ("Do you want a hint?", "open", "…"),
        ("Is that right?", "open", "…"),
    ],
    name=lambda case: case[0],
)
def test_the_last_question_is_a_statement_with_a_gap(text, kind, frame):
    first = questions_in(text)[0]
    assert (first.kind, first.frame) == (kind, frame)


def test_a_turn_without_a_question_asks_nothing():
    assert questions_in("Good, 9x + 9 = 180. Carry on.") == ()


@every(["Is it clear why the two angles are equal?", "Is that clear to you how we go on?"])
def test_whether_something_is_understood_is_no_question_about_the_figure(asked):
    assert not any(question.kind == "whether" for question in questions_in(asked))
