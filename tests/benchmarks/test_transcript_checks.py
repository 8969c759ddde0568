"""What the benchmark's own checks find in hand-made transcripts."""

from __future__ import annotations

from typing import Any

import pytest

from benchmarks.transcript_checks.endings import last_stated, outcome
from benchmarks.transcript_checks.turns import broken_rules, outside_step, quotes, repeated
from gnomon.benchmark.arena.scan.leaks import scan_turn
from gnomon.benchmark.arena.scan.proofs import Proof, read_proof

ROW = {
    "answer": 115.0,
    "question": "Find angle PST.",
    "printed": ["48°", "67°"],
    "circles": {"O": ["A", "B", "C"]},
    "steps": [
        {
            "text": "The angles of triangle PRS add up to 180°: 48° + 67° + ∠PSR = 180°, so ∠PSR = 65°.",
            "uses": ["triangle:PRS", "angle:PSR", "circle:O"],
            "concludes": "∠PSR = 65°",
        },
        {"text": "Angles PSR and PST add up to 180°, so ∠PST = 115°.", "uses": ["angle:PST"], "concludes": "∠PST = 115°"},
    ],
}


@pytest.fixture
def proof() -> Proof:
    read = read_proof(ROW)
    assert read is not None
    return read


def turn(utterance: str, subact: str = "Guide", step: int | None = 0, **more: Any) -> dict[str, Any]:
    act = {
        "Guide": "Focus",
        "SeeHighlight": "SeeFigure",
        "AskRelation": "SeeFigure",
        "Farewell": "Generic",
        "Introduce": "Generic",
    }
    record = {"step": step} if step is not None else {}
    return {
        "role": "tutor",
        "act": act.get(subact, "Telling"),
        "subact": subact,
        "utterance": utterance,
        "highlights": {},
        "record": record,
        **more,
    }


def student(utterance: str) -> dict[str, Any]:
    return {"role": "student", "utterance": utterance}


def dialogue(*turns: dict[str, Any], attempt: str = "∠PST = 132°") -> dict[str, Any]:
    return {"problem": "p", "attempt": attempt, "turns": list(turns)}


@pytest.mark.parametrize(
    "utterance",
    [
        "So it is 115°.",
        "One hundred and fifteen degrees, is it not?",
        "Then ∠PST = 115.",
        "Work out 180 − 65.",
        "The angle inside has 65 degrees.",
        "Is sixty-five possible?",
        "Subtract: 180 - 48 - 67.",
    ],
)
def test_the_answer_and_the_value_of_the_step_are_leaks_in_every_form(utterance: str, proof: Proof) -> None:
    assert scan_turn(dialogue(turn(utterance)), 0, proof).leaks


@pytest.mark.parametrize("utterance", ["Look at triangle PRS.", "The angles add up to 180°.", "Where do you see 48° and 67°?"])
def test_given_values_and_numbers_of_theorems_are_no_leaks(utterance: str, proof: Proof) -> None:
    assert scan_turn(dialogue(turn(utterance)), 0, proof).leaks == ()


def test_a_value_that_the_student_wrote_before_is_no_leak(proof: Proof) -> None:
    talk = dialogue(student("I get ∠PSR = 65°."), turn("Yes, 65° is right. What next?"))
    assert scan_turn(talk, 1, proof).leaks == ()


def test_a_value_that_the_student_writes_later_is_a_leak(proof: Proof) -> None:
    assert scan_turn(dialogue(turn("It is 65°."), student("∠PSR = 65°.")), 0, proof).leaks


def test_an_earlier_step_is_not_protected_but_the_later_one_is(proof: Proof) -> None:
    found = scan_turn(dialogue(turn("From 65° you get 115°.", step=1)), 0, proof).leaks
    assert [leak.words for leak in found] == ["115"]


def test_revealing_after_the_concept_may_tell_its_own_step_only(proof: Proof) -> None:
    concept = turn("The three angles make a half turn.", "ExplainConcept")
    told = dialogue(concept, student("?"), turn("∠PSR = 65°, and ∠PST = 115°.", "Revealing"))
    assert [leak.words for leak in scan_turn(told, 2, proof).leaks] == ["115"]


def test_revealing_without_the_concept_before_it_is_a_leak(proof: Proof) -> None:
    assert scan_turn(dialogue(turn("∠PSR = 65°.", "Revealing")), 0, proof).leaks


def test_a_shown_value_is_a_leak_only_where_it_is_said_of_what_is_asked() -> None:
    proof = read_proof({**ROW, "printed": ["65°"]})
    assert proof is not None
    mention, answer = (scan_turn(dialogue(turn(text)), 0, proof) for text in ("Do you see the 65°?", "Angle RSP is 65°."))
    assert (mention.leaks, mention.coincidences) == ((), 1)
    assert answer.leaks


def test_a_small_number_that_counts_things_is_no_leak() -> None:
    steps = [{"text": "So x = 2.", "uses": [], "concludes": "x = 2"}]
    proof = read_proof({"answer": 2.0, "steps": steps})
    assert proof is not None
    assert scan_turn(dialogue(turn("Compare the two angles.")), 0, proof).leaks == ()
    assert scan_turn(dialogue(turn("You should find two.")), 0, proof).leaks


@pytest.mark.parametrize(
    ("message", "ending"),
    [
        ("∠PST = 115°.", "solved_untold"),
        ("So my answer is 115.", "solved_untold"),
        ("∠PST = 115°. No, ∠PST = 65°.", "not_solved"),
        ("∠PST = 180 - 65 = 115", "solved_untold"),
        ("∠PST = 180 - 65", "not_solved"),
        ("tan angle PST = 115", "not_solved"),
    ],
)
def test_the_last_value_of_the_goal_decides(message: str, ending: str, proof: Proof) -> None:
    assert outcome(dialogue(turn("Hi"), student(message)), proof) == ending


def test_a_value_rounded_to_two_decimals_is_right() -> None:
    proof = read_proof({"answer": 8.660254, "steps": [{"text": "", "uses": [], "concludes": "AB = 5√3"}]})
    assert proof is not None
    assert last_stated(dialogue(student("AB = 8.66")), proof) == 8.66
    assert outcome(dialogue(student("AB = 8.66")), proof) == "solved_untold"
    assert outcome(dialogue(student("AB = 8.6")), proof) == "not_solved"


@pytest.mark.parametrize(
    ("message", "value"),
    [
        ("115", 115),
        ("so pst = 115 deg", 115),
        ("tsp = 115", 115),
        ("180-65\n=115", 115),
        ("i said 115 already", 115),
        ("angle s is 115", 115),
        ("psr=65\nits 115", 115),
        ("psr = 65", None),
        ("180-65", None),
        ("because 180", None),
    ],
)
def test_the_answer_is_found_as_learners_write_it(message: str, value: float | None, proof: Proof) -> None:
    assert last_stated(dialogue(student(message)), proof) == value


@pytest.mark.parametrize(
    ("concludes", "answer", "said", "value"),
    [
        (["cos ∠PKV = 12/13"], 12 / 13, "It should be cos angle PKV = 12/13.", 12 / 13),
        (["∠FEN = 58°"], 58, "64° + 2·angle FEN = 180° thats how", None),
        (["radius of circle J = 11", "JR = 11"], 11, "so radius of circle j = 11", 11),
        (["x = 7"], 7, "hm so then i get 17 no wait 7", 7),
        (["radius of circle K = 11", "JR = 11"], 11, "so radius of circle k = 11", None),
        (["circumference of circle V = 37.7"], 37.7, "circumference of circle v = 2π x 6 thats how", None),
    ],
)
def test_a_goal_is_known_by_its_other_names_and_no_term_is_a_value(
    concludes: list[str], answer: float, said: str, value: float | None
) -> None:
    proof = read_proof({"answer": answer, "steps": [{"text": "", "uses": [], "concludes": each} for each in concludes]})
    assert proof is not None
    assert last_stated(dialogue(student(said)), proof) == value


def test_a_turn_on_the_learners_own_route_shows_what_no_proof_here_knows(proof: Proof) -> None:
    own = turn("Look", step=None, highlights={"angles": ["AAA"]}, record={"aim": "sine_ratio A,B,C"})
    assert outside_step(own, proof) == []
    assert outside_step(turn("Look", step=None, highlights={"angles": ["ABC"]}), proof) == ["angle:ABC"]


def test_a_rounded_conclusion_is_named_by_what_stands_before_its_exact_value() -> None:
    proof = read_proof({"answer": 8.660254, "steps": [{"text": "", "uses": [], "concludes": "AB = 5√3 ≈ 8.66"}]})
    assert proof is not None
    assert proof.goal == "AB"
    assert outcome(dialogue(student("so AB = 5*√3")), proof) == "solved_untold"


def test_an_answer_after_revealing_counts_as_told(proof: Proof) -> None:
    talk = dialogue(turn("∠PST = 115°", "Revealing"), student("Then it is 115°."))
    assert outcome(talk, proof) == "solved_told"


def test_every_rule_of_the_vocabulary_is_checked() -> None:
    talk = dialogue(
        turn("Hi", "Farewell", feedback="positive"),
        turn("Hello", "Introduce"),
        turn("Look", "SeeHighlight"),
        turn("Compare", "AskRelation", highlights={"lines": ["AB"]}, highlights2={"lines": ["BA"]}),
        turn("", "Guide", highlights2={"lines": ["AB"]}),
        {**turn("Well"), "act": "Probing"},
    )
    assert sorted(broken_rules(talk)) == [
        (0, "Farewell is not last"),
        (0, "feedback on the first utterance"),
        (1, "Introduce is not first"),
        (2, "SeeFigure without a highlight"),
        (3, "AskRelation without two apart"),
        (4, "an empty utterance"),
        (4, "brown outside AskRelation"),
        (5, "the subact is none of its act"),
    ]


def test_a_triangle_of_the_step_counts_as_its_sides(proof: Proof) -> None:
    shown = {"lines": ["SP"], "angles": ["RSP"], "arcs": ["AC"]}
    assert outside_step(turn("Look", highlights=shown), proof) == []


def test_what_the_step_does_not_use_is_outside(proof: Proof) -> None:
    brown = {"lines": [], "arcs": ["AZ"]}
    assert outside_step(turn("Look", highlights={"angles": ["PST"]}, highlights2=brown), proof) == ["angle:PST", "arc:AZ"]


def test_a_sentence_said_again_is_found_and_a_quotation_stays_whole() -> None:
    first, second = (f"Good that you wrote it. I do not see “A. {name}.” here." for name in "BC")
    assert repeated(dialogue(turn(first), turn(second)), "tutor") == ["good that you wrote it."]


def test_a_quotation_is_compared_with_the_student_s_words() -> None:
    talk = dialogue(turn("You wrote “all angles add up to 360°”, not “180°”."), attempt="All angles add up to 360°.")
    assert quotes(talk) == [("all angles add up to 360°", True), ("180°", False)]


def test_a_sentence_of_five_words_that_comes_again_is_a_repetition_and_a_shorter_one_is_none() -> None:
    said = "What do you notice here? Not yet."
    assert repeated(dialogue(turn(said), student("?"), turn(said)), "tutor") == ["what do you notice here?"]


def test_a_turn_that_explains_a_word_may_show_what_it_names_and_nothing_else(proof: Proof) -> None:
    def explained(*lines: str) -> dict[str, Any]:
        shown = turn("A radius ends on the circle. Here it is AC.", "ExplainConcept", highlights={"lines": lines})
        return {**shown, "record": {"step": 0, "rung": "meaning"}}

    assert outside_step(explained("CA"), proof) == []
    assert outside_step(explained("BC"), proof) == ["line:BC"]
