"""Answers traced: the wrong numbers are worked out by hand, the problem's text beside them."""

from dataclasses import replace

import pytest

from gnomon.geometry import solution_of, solve
from gnomon.problem import bank
from gnomon.tracing import COINCIDENCE, Outcome, Tracer
from tests.every import every
from tests.geometry.drawn import problem

APEX = "parallel-apex-bcnvw"
"""VCW is parallel to BN, angle VCB = 49°, angle BNC = 68°; asked is angle BCN = 180 - 68 - 49 = 63."""
LEG = "long-leg-cty"
"""CT = 5 and angle CYT = 30°; asked is CY = 5√3 = 8.660."""

TRACED = [
    (APEX, "19", ("cointerior_equal",)),  # NCV = 68, 68 - 49
    (APEX, "161°", ("angle_parts_added_wrongly",)),  # NCV = 112, 112 + 49
    (APEX, "73", ("arithmetic_slip",)),  # NCV = 122
    (APEX, "117", ("supplement_given",)),  # 180 - 63
    (APEX, "27", ("complement_given",)),
    (APEX, "112", ("stopped_early",)),
    (APEX, "49", ("given_copied",)),
    ("chord-distance-okuz", "5.74", ("whole_chord_used",)),  # sqrt(17² - 16²) = 5.745
    ("sector-area-obk", "113.1", ("fraction_of_circle_forgotten",)),  # 36π
    ("sector-area-obk", "36π", ("fraction_of_circle_forgotten",)),
    ("same-arc-letters-objpv", "33", ("same_arc_supplementary",)),  # 2x + 9 + 4x - 27 = 180
]


@pytest.mark.slow
@every(TRACED)
def test_a_wrong_answer_is_traced_to_the_idea_that_gives_it(problem_id, answer, ideas):
    trace = Tracer(solution_of(bank()[problem_id])).trace(answer)
    assert trace.outcome is Outcome.EXPLAINED
    assert trace.explanations[0].hypothesis.ids == ideas


@pytest.mark.parametrize("answer", ["63", "63°", "63.0", "∠BCN = 63°", "sixty-three"])
def test_a_right_answer_is_right_however_it_is_written(tracer, answer):
    assert tracer(APEX).trace(answer).outcome is Outcome.RIGHT


@pytest.mark.parametrize("answer", ["", "no idea", "63 or 64", "?"])
def test_an_answer_that_is_no_number_is_counted_as_unread(tracer, answer):
    trace = tracer(APEX).trace(answer)
    assert (trace.outcome, trace.number, trace.explanations) == (Outcome.UNREAD, None, ())


def test_an_answer_that_nothing_gives_is_unexplained(tracer):
    trace = tracer(APEX).trace("57")
    assert (trace.outcome, trace.explanations) == (Outcome.UNEXPLAINED, ())


@pytest.mark.parametrize(
    ("answer", "outcome"),
    [
        ("5√3", Outcome.RIGHT),
        ("8.66", Outcome.RIGHT),
        ("8.7", Outcome.RIGHT),
        ("8.65", Outcome.ROUNDED_EARLY),  # √3 taken as 1.73
        ("8.6", Outcome.RIGHT),  # cut off
        ("8.5", Outcome.ROUNDED_EARLY),  # √3 taken as 1.7
        ("8.4", Outcome.UNEXPLAINED),
    ],
)
def test_an_answer_off_by_rounding_is_right_and_said_to_be_rounded(tracer, answer, outcome):
    assert tracer(LEG).trace(answer).outcome is outcome


def test_where_nothing_is_rounded_a_near_answer_is_wrong(tracer):
    assert tracer(APEX).trace("62.8").outcome is Outcome.UNEXPLAINED


def test_the_digits_of_the_answer_say_how_exact_it_must_be(tracer):
    """The legs 16 and 17 give sqrt(17² - 16²) = 5.7446."""
    outcomes = {
        answer: tracer("chord-distance-okuz").trace(answer).outcome for answer in ("5.7", "5.74", "5.7446", "5.8", "5.79")
    }
    assert [answer for answer, outcome in outcomes.items() if outcome is Outcome.EXPLAINED] == ["5.7", "5.74", "5.7446"]


def test_a_letter_is_read_as_the_choice_that_it_names(solution):
    solved = solution(APEX)
    question = solved.problem.question.model_copy(update={"choices": ("19", "63", "117", "161")})
    asked = Tracer(replace(solved, problem=solved.problem.model_copy(update={"question": question})))
    assert [asked.trace(letter).outcome for letter in ("B", "b)", "(C)")] == [Outcome.RIGHT, Outcome.RIGHT, Outcome.EXPLAINED]
    assert asked.trace("A").number == 19


@pytest.mark.slow
@every([(APEX, 0), (LEG, 0), (LEG, 1)])
def test_the_numbers_that_may_be_explained_are_few(problem_id, decimals):
    """Counted anew: of all numbers from 0.3 to 3 times the right one that are written with so many decimals."""
    tracer = Tracer(solution_of(bank()[problem_id]))
    scale = 10**decimals
    near = range(int(0.3 * tracer.right * scale) + 1, int(3 * tracer.right * scale))
    traced = [tracer.trace(f"{number / scale:.{decimals}f}").outcome for number in near]
    assert sum(outcome is Outcome.EXPLAINED for outcome in traced) <= (COINCIDENCE + 0.02) * len(near)


def test_the_chance_of_an_explanation_grows_down_the_list(tracer):
    chances = [explanation.chance for explanation in tracer(APEX).admitted(0)]
    assert chances == sorted(chances)
    assert 0 < chances[0] <= chances[-1] <= COINCIDENCE


def test_an_explanation_gives_the_answer_by_its_digits(tracer):
    for answer in ("19", "112", "73"):
        for explanation in tracer(APEX).trace(answer).explanations:
            assert explanation.hypothesis.answer == pytest.approx(float(answer))


def test_without_a_proof_nothing_is_traced(solution):
    with pytest.raises(ValueError, match="has no proof"):
        Tracer(replace(solution(APEX), proof=None))


def test_nobody_is_suspected_of_two_ideas_where_one_will_do(tracer):
    """161 = 112 + 49 by one idea; it is also the supplement of 19, which takes two."""
    (only,) = tracer(APEX).trace("161").explanations
    assert only.hypothesis.ids == ("angle_parts_added_wrongly",)


@pytest.mark.slow
def test_a_letter_that_cancels_does_not_stop_the_check_of_a_slip():
    """From 2x − 30 + PR = 2x + 10 follows PR = 40, whatever x is."""
    corners = {"M": (0, 0), "N": (0, 64), "R": (48, 0), "Q": (48, 64), "P": (24, 32)}
    givens = ["rectangle(M,N,Q,R)", "length(N,R) = 2*x + 10", "length(N,P) = 2*x - 30"]
    cancelling = problem(corners, ["N P R", "M P Q", "M N", "N Q", "Q R", "R M"], givens, "length(M,P)")
    assert Tracer(solve(cancelling)).trace("50").ideas[0].id == "arithmetic_slip"
