"""What a learner says comes back in the turn, read or not; numbers of the figure in words that nobody reads are taken up."""

import asyncio

from gnomon.dialogue import Dialogue, StudentTurn
from gnomon.geometry import solution_of
from gnomon.problem import bank
from gnomon.session import GuardedTutor, Session
from gnomon.tutor import SymbolicTutor
from tests.every import every


def _answer(problem_id, *messages, attempt=""):
    """Return the turn after the last of some messages."""
    session = Session(solution_of(bank()[problem_id]), GuardedTutor(SymbolicTutor(seed=0)), most_tutor_turns=99)
    dialogue = Dialogue(problem=problem_id, attempt=attempt)
    for message in messages:
        dialogue = dialogue.with_turn(asyncio.run(session.step(dialogue))).with_turn(StudentTurn(utterance=message))
    return asyncio.run(session.step(dialogue))


@every(
    [
        ("theres no other number", "“theres no other number”"),
        ("can we use a protractor for that one", "protractor"),
        ("i already have that line, is it ok so far", "“i already have that line"),
    ]
)
def test_what_nobody_can_judge_still_comes_back(message, words):
    assert words in _answer("triangle-sum-klm", message).utterance


@every(["idk", "hi", "ok", "??"])
def test_what_tells_nothing_is_not_quoted(message):
    assert "“" not in _answer("triangle-sum-klm", message).utterance


@every(["altogether they eat 123 of the cake", "i see 128 floating around KL"])
def test_a_size_of_the_figure_in_words_that_are_not_read_is_taken_up(message):
    turn = _answer("triangle-sum-klm", message)
    assert turn.feedback == "positive"
    assert turn.subact == "AskForExplanation"
    assert "57" not in turn.utterance


@every(["altogether they eat 61 of the cake", "do they eat 123 of the cake?", "they never eat 123 of the cake", "123 or 128"])
def test_other_numbers_and_questions_are_not_confirmed_like_that(message):
    assert "size of this figure" not in _answer("triangle-sum-klm", message).utterance
    assert _answer("triangle-sum-klm", message).feedback != "positive"


def test_who_asks_which_part_a_word_means_is_shown_it():
    turn = _answer("pythagoras-leg-def", "which one is the hypotenuse again")
    assert "opposite the right angle" in turn.utterance
    assert turn.highlights.lines


def test_a_right_sum_before_a_false_conclusion_is_called_right_and_the_conclusion_not():
    turn = _answer("midsegment-converse-bltw", "22-10=12 so HR is 12")
    assert "“22-10=12”" in turn.utterance
    assert "“HR is 12”" in turn.utterance
    assert turn.feedback == "negative"


@every(
    [
        ("chord-radius-ofhr", "isnt a radius half the diameter?", "positive", "yes"),
        ("chord-radius-ofhr", "are the diagonals of a rhombus equal?", "negative", "no"),
        ("chord-radius-ofhr", "why is R in the middle of FH", "none", "A line from the centre perpendicular to a chord"),
        ("chord-radius-ofhr", "what is given even", "none", "segment FH"),
        ("chord-radius-ofhr", "what does extended in turn mean", "none", "Extended means drawn on"),
    ],
    one_in=3,
)
def test_a_question_beside_the_way_is_answered_before_anything_else(problem_id, message, feedback, words):
    turn = _answer(problem_id, message)
    assert (turn.feedback, words in turn.utterance) == (feedback, True)


@every(["is it 57?", "57?", "so its 57 right?", "is it between 56 and 58?"])
def test_a_value_asked_about_is_neither_confirmed_nor_denied(message):
    assert _answer("triangle-sum-klm", message).feedback == "none"


def test_a_learner_can_go_back_to_english():
    turn = _answer("triangle-sum-klm", "können wir deutsch reden", "ok english again pls")
    assert "Which equation does that give you" in turn.utterance


def test_a_product_that_a_wrong_idea_takes_for_the_area_is_granted_as_a_sum_and_not_as_the_way():
    said = ("because a rectangle is base times height", "so the letters: HI times GJ = 126 cm2")
    first = _answer("area-ghi", said[0], attempt="14*9 = 126")
    assert "idea that helps" not in first.utterance
    assert "fits this figure" not in first.utterance
    turn = _answer("area-ghi", *said, attempt="14*9 = 126")
    assert turn.feedback == "negative"
    assert turn.record.rung == "doubt"  # is the rectangle of these two lengths filled by the triangle
    assert _answer("area-ghi", *said, "126 is my answer", attempt="14*9 = 126").feedback == "negative"
    assert _answer("area-ghi", "14*9 = 126").feedback == "positive"  # on the way to its half


@every(
    [
        (("why half?",), "half of base times height"),
        (("weil ein rechteck grundseite mal höhe ist", "warum die hälfte?"), "Hälfte von Grundseite mal Höhe"),
    ]
)
def test_why_there_is_a_word_is_answered_from_the_theorem_in_play(messages, words):
    turn = _answer("area-ghi", *messages, attempt="14*9 = 126")
    assert words in turn.utterance
    assert "idpoint" not in turn.utterance


@every(
    [
        ("what is QN, which bit", (("N", "Q"),), "segment QN"),
        ("which segment is QN", (("N", "Q"),), "segment QN"),
        ("welches stück ist QN", (("N", "Q"),), "Strecke QN"),
    ]
)
def test_a_part_is_shown_to_who_asks_which_it_is(message, lines, words):
    turn = _answer("side-splitter-lmn", message)
    assert tuple(tuple(sorted(line)) for line in turn.highlights.lines) == lines
    assert words in turn.utterance


def test_sides_that_correspond_are_named_and_shown():
    turn = _answer("side-splitter-lmn", "which side belongs to which")
    assert {*turn.highlights.lines} == {"LP", "LQ"}
    assert {*turn.highlights2.lines} == {"MP", "NQ"}
    assert "segment PM" in turn.utterance
    similar = _answer("similar-given-adfgps", "which side belongs to which")
    assert ({*similar.highlights.lines}, {*similar.highlights2.lines}) == ({"AD", "GP"}, {"DF", "PS"})


def test_a_proportion_is_no_ratio():
    assert "two ratios are equal" in _answer("side-splitter-lmn", "what is a proportion?").utterance
    assert "how many times as large" in _answer("side-splitter-lmn", "what is a proportion?", "what is a ratio").utterance


def test_a_sum_is_asked_for_the_parts_that_it_belongs_to():
    turn = _answer("parallel-apex-bcnvw", "49+68=117")
    assert turn.feedback == "positive"
    assert "NCV" not in turn.utterance  # the sum says nothing of it
    assert _answer("parallel-apex-bcnvw", "49+68=117", "its angle B and N").feedback == "positive"
    assert _answer("parallel-apex-bcnvw", "49+68=117", "angle NCV").feedback == "negative"
    assert "NCV" in _answer("parallel-apex-bcnvw", "180-68=112").utterance


@every(["a squared plus b squared", "a²+b²", "a quadrat plus b quadrat"])
def test_half_a_theorem_is_built_on(message):
    turn = _answer("ladder-fgt", message)
    assert (turn.feedback, turn.record.rung) == ("positive", "equals")


@every([("c squared", "positive"), ("its the hypotenuse squared", "positive"), ("i dont know", "none")])
def test_the_other_half_is_read_with_the_first(message, feedback):
    assert _answer("ladder-fgt", "a squared plus b squared", message).feedback == feedback


@every(
    [
        ("can you hurry up. 10", "“10”", "hurry"),
        ("48, thats angle RTS", "“48, thats angle RTS”", "“thats"),
    ]
)
def test_the_claim_is_quoted_whole_and_nothing_beside_it(message, quoted, not_quoted):
    turn = _answer("inscribed-rst", message)
    assert quoted in turn.utterance
    assert not_quoted not in turn.utterance


def test_parts_of_a_kind_are_named_once_and_then_pointed_at():
    first = _answer("side-splitter-lmn", "what is a ratio")
    assert "segment PM" not in first.utterance
    asked = ["idk", "no idea", "dont know"]
    turns = [_answer("side-splitter-lmn", *asked[: count + 1]) for count in range(len(asked))]
    assert any("segments LP, PM, LQ and QN" in turn.utterance for turn in turns)
    assert sum("segments LP, PM, LQ and QN" in turn.utterance for turn in turns) == 1
    assert any("these segments" in turn.utterance and len(turn.highlights.lines) == 4 for turn in turns)


def test_a_part_that_names_one_point_twice_is_shown_to_nobody():
    assert _answer("radius-from-area-hu", "where is UU. show me").subact != "Farewell"


def test_a_chain_is_judged_by_its_end():
    chain = "FG = 4*6 - 9 = 24 - 9 = 13"
    assert _answer("angle-side-angle-acfg", "FA = FG", chain).feedback == "negative"
    assert _answer("angle-side-angle-acfg", "FA = FG", chain.replace("13", "15")).feedback == "positive"


def test_sin_behind_a_stroke_is_a_sine_in_german_as_well():
    turn = _answer("sines-angle-fkv", "kein rechter winkel. 10/sin70 = 7/sin K")
    assert turn.feedback == "positive"
