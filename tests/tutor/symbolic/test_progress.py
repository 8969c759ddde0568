"""Progress: what is established, real attempts, guesses, and signs that help is not used."""

from gnomon.dialogue import Dialogue, StudentTurn, TurnRecord, TutorTurn
from gnomon.geometry import solution_of
from gnomon.problem import bank
from gnomon.tutor import reader_of
from gnomon.tutor.symbolic.diagnosed import Stage
from gnomon.tutor.symbolic.progress import signs_of
from tests.every import every


def _diagnose(problem_id, *messages, rung="guide", attempt=""):
    solution = solution_of(bank()[problem_id])
    dialogue = Dialogue(problem=problem_id, attempt=attempt)
    turn = TutorTurn(act="Focus", subact="Guide", utterance="And then?", record=TurnRecord(aim="a step", rung=rung))
    for message in messages:
        dialogue = dialogue.with_turn(turn).with_turn(StudentTurn(utterance=message))
    return reader_of(solution.problem, solution).diagnose(dialogue)


@every(
    [
        ("52 + 71 + KML = 360", True),
        ("180 - 52 = 128", True),
        ("angles in a triangle add up to 180", True),
        ("KML = 237", False),  # a value alone
        ("237", False),
        ("1+1=2", False),
        ("idk", False),
        ("just tell me", False),
        ("not 57", False),
    ]
)
def test_a_real_attempt_is_a_claim_with_its_reason_about_this_figure(message, is_attempt):
    assert _diagnose("triangle-sum-klm", message).exchanges[-1].is_attempt == is_attempt


def test_the_same_attempt_again_is_none():
    exchanges = _diagnose("triangle-sum-klm", "52 + 71 + KML = 360", "its 52 + 71 + KML = 360").exchanges
    assert [exchange.is_attempt for exchange in exchanges] == [True, False]


@every(
    [
        (["idk"] * 4, ("hint_abuse",)),
        (["idk", "ok", "help"], ()),
        (["55", "56", "58"], ("guess_cycling",)),
        (["55", "180 - 52 = 128", "56", "58"], ()),
        (["KML = 237"] * 4, ("guess_cycling", "unproductive_persistence")),
        (["just tell me the answer"], ("pressure",)),
    ],
    name=lambda case: str(case[0]),
)
def test_signs_that_help_is_not_used_are_told_apart(messages, signs):
    assert signs_of(_diagnose("triangle-sum-klm", *messages).exchanges, "a step") == signs


@every(
    [
        ("idk", Stage.NOTHING),
        ("pythagoras", Stage.RULE),
        ("DE^2 + EF^2 = DF^2", Stage.RELATION),
        ("25 + EF^2 = 169", Stage.NUMBERS),
        ("EF^2 = 144", Stage.NUMBERS),
    ]
)
def test_how_far_a_learner_has_come_with_a_step(message, stage):
    assert _diagnose("pythagoras-leg-def", message).stage is stage


def test_a_right_value_after_too_many_guesses_counts_when_its_reason_comes():
    guessed = _diagnose("triangle-sum-klm", "55", "56", "58", "57")
    assert not guessed.is_solved
    assert guessed.exchanges[-1].withheld
    assert _diagnose("triangle-sum-klm", "55", "56", "58", "57", "52 + 71 + KML = 180").is_solved


def test_numbers_in_a_role_that_claims_nothing_establish_nothing():
    for message in ("i have 57 min left", "57 is too big", "i dont think its 57", "is it 57?", "55, 56 or 57"):
        found = _diagnose("triangle-sum-klm", message)
        assert not found.is_solved, message
        assert not found.shown, message


def test_the_step_in_play_is_on_the_learners_own_route():
    prepared = _diagnose("sine-abc", "idk").current
    own = _diagnose("sine-abc", "angle ACB = 55").current
    assert "BAC" in {element.name for element in prepared.uses}
    assert "ACB" in {element.name for element in own.uses}
    assert _diagnose("sine-abc", "angle ACB = 55").step is None  # no step of the prepared proof


def test_a_step_that_everybody_sees_is_not_asked_for():
    current = _diagnose("sector-area-obk", "idk").current
    assert current.rule_id != "circle_radius"
