"""Which steps are set as the learner's task, and which are told."""

from gnomon.problem import bank
from gnomon.tutor.guard import find_leak
from gnomon.tutor.guard.handing import is_instruction, is_used_up
from tests.every import every


def found(name, utterance, *said):
    problem = bank()[name]
    return find_leak(utterance, problem, problem.answer, said_by_student=said) is not None


TANGENT, MEDIANS, SEMICIRCLE = "tangent-minus-chord-chly", "medians-halves-tgkxlr", "semicircle-pythagoras-gntw"


@every(
    [
        (TANGENT, "And now 90 − 33. Your turn."),
        (TANGENT, "90 − 33: mind the tens."),
        (TANGENT, "90 − 33. Which of the two do you split first?"),
        (TANGENT, "The next step is 90 − 33, and I leave it to you."),
        (TANGENT, "Und jetzt 90 − 33. Du bist dran."),
        (TANGENT, "Adesso 90 − 33. Tocca a te."),
        (TANGENT, "Now the difference of 90 and 33, please."),
        (MEDIANS, "x − 1 = 3. Your move."),
        (SEMICIRCLE, "TW² = 576. How do we get rid of the square?"),
        (SEMICIRCLE, "676 − 100 = 576. Then the root of what comes out."),
    ]
)
def test_a_step_without_its_result_may_be_handed_over(name, utterance):
    assert not found(name, utterance)


@every(
    [
        (TANGENT, "LHY is 90 − 33. Your turn."),
        (TANGENT, "The answer's just 90 − 33, off you go."),
        (TANGENT, "Now 90 − 33 = 57, please."),
        (TANGENT, "90 − 33, so there's LHY. Go on."),
        (TANGENT, "90 − 33. That's LHY."),
        (TANGENT, "What's LHY? 90 − 33. Nice numbers."),
        (TANGENT, "LHY = 90 − 33, jetzt du."),
        (MEDIANS, "x − 1 = 3."),
        (SEMICIRCLE, "TW² = 576."),
        (SEMICIRCLE, "TW = √(676 − 100), your turn."),
    ]
)
def test_what_is_said_to_be_the_answer_is_told_whoever_is_to_go_on(name, utterance):
    assert found(name, utterance)


@every(
    [
        ("perimeter-third-side-dkw", "13 + 12 makes 25, so that much of the 41 is spoken for.", False),
        ("perimeter-third-side-dkw", "KW must stay below 25.", False),
        ("perimeter-third-side-dkw", "KW is 25 below the 41.", True),
        ("adjacent-angles-flax", "It's an obtuse angle, bigger than 67° and bigger than 46°.", False),
        ("adjacent-angles-flax", "It's bigger than 67° by 46°.", True),
        (TANGENT, "147° can't fit under a right angle.", False),
        ("exterior-triangle-gmt", "17x + 20 = 360. Funny, the 20 will come back.", False),
        ("exterior-triangle-gmt", "So it's the 20.", True),
        ("exterior-triangle-gmt", "17 times 20 is 340.", True),
        ("parallel-short-glptx", "GL is 8 + 4 = 12, so the scale is 8 to 12.", False),
        ("parallel-short-glptx", "TX is 8 + 4 = 12.", True),
        ("similar-given-adfgps", "If GP were 12 instead of 9, PS would be 16.", False),
        ("similar-given-adfgps", "If PS were 12, it would fit.", True),
    ]
)
def test_amounts_bounds_and_constants_are_no_answers(name, utterance, is_leak):
    assert found(name, utterance) == is_leak


def test_instructions_and_used_up_amounts_are_known_by_their_words():
    assert is_instruction("Undo the minus three before you touch the two.")
    assert not is_instruction("Great start, though you lost three degrees; put them back.")
    assert is_used_up("That much of the 180 is gone.")
    assert not is_used_up("Lay EK down, and you've just covered it.")
