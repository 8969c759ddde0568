"""What is kept of a model's reading: moves that rest on the learner's words and on the figure."""

import pytest

from gnomon.dialogue import HeardMove
from gnomon.problem import bank
from gnomon.tutor import read_message
from gnomon.tutor.message.moves import Kind
from gnomon.tutor.message.resolving import OFFERED, resolve
from tests.every import every

PROBLEM = bank()["triangle-sum-klm"]
MESSAGE = "la somme fait 180 donc il manque 57 a KML, et 180 - 123 aussi. pas 158 ni 3,57"


def resolved(kind, words, says, text=MESSAGE):
    return resolve([HeardMove(kind=kind, words=words, says=says)], text, PROBLEM)


@every(
    [
        ("value", "il manque 57 a KML", "angle(K,M,L) = 57", Kind.VALUE),
        ("value", "IL  MANQUE 57 a kml", "57 = angle(K,M,L)", Kind.VALUE),
        ("equation", "180 - 123", "180 - 123", Kind.WORKING),
        ("working", "180 - 123", "angle(K,M,L) + 123 = 180", Kind.EQUATION),
        ("relation", "somme", "isosceles(K,L,M)", Kind.RELATION),
        ("theorem", "la somme fait 180", "triangle_angle_sum", Kind.THEOREM),
        ("denial", "pas 158", "angle(K,M,L) = 158", Kind.DENIAL),
        ("denial", "pas 158", "", Kind.DENIAL),
        ("feeling", "donc", "whatever it says", Kind.FEELING),
    ]
)
def test_a_move_that_rests_on_words_and_figure_is_kept(kind, words, says, found):
    kept = resolved(kind, words, says)
    assert [move.kind for move in kept.moves] == [found]
    assert kept.moves[0].words == words
    assert kept.dropped == ()


@every(
    [
        ("value", "il manque 60", "angle(K,M,L) = 60"),  # words that nobody wrote
        ("value", "", "angle(K,M,L) = 57"),
        ("value", "la somme fait 180", "angle(K,M,L) = 57"),  # a number that is elsewhere in the message
        ("value", "57 a KML", "angle(K,M,L) = 3*20"),
        ("value", "il manque 57", "angle(K,M,L) = 57"),  # of what, they do not say
        ("value", "180 - 123", "angle(K,M,L) = 180 - 123"),  # what it comes to is not written
        ("equation", "180 - 123", "180 - 123 = 57"),
        ("value", "58 ni 3,57", "angle(K,M,L) = 58"),  # the end of 158
        ("value", "3,57", "angle(K,M,L) = 57"),  # the end of 3.57
        ("value", "il manque 57", "angle(K,M,Z) = 57"),  # no such point
        ("value", "il manque 57", "x = 57"),  # no such letter
        ("value", "il manque 57", "KML is 57"),
        ("value", "il manque 57", ""),
        ("value", "il manque 57", "= = ="),
        ("relation", "somme", "isosceles(K,L,Z)"),
        ("relation", "somme", "isosceles(K)"),
        ("theorem", "somme", "theorem of my own"),
        ("verdict", "somme", "right"),
    ]
)
def test_what_the_learner_did_not_say_is_dropped_and_counted(kind, words, says):
    kept = resolved(kind, words, says)
    assert kept.moves == kept.kept == ()
    assert len(kept.dropped) == 1
    assert "57" not in kept.dropped[0]


def test_a_chain_is_a_claim_for_each_equals_sign_in_the_same_words():
    text = "KML = 180-52-71 = 57"
    kept = resolved("equation", text, "angle(K,M,L) = 180 - 52 - 71 = 57", text=text)
    first, last = (move.claim for move in kept.moves)
    assert first.text == last.text == text
    assert (str(first.sides[1]), str(last.sides[1]), last.worked) == ("180 − 52 − 71", "57", first.sides[1])


def test_a_comparison_names_the_larger_part_first():
    (move,) = resolved("relation", "KL < LM", "length(K,L) < length(L,M)", text="moi je dis KL < LM").moves
    assert move.kind is Kind.RELATION
    assert (move.claim.relation, *map(str, move.claim.sides)) == ("greater", "LM", "KL")


def test_a_number_that_the_grammar_takes_for_claimed_needs_no_word_of_what_it_is():
    heard = [HeardMove(kind="value", words="i say 57", says="angle(K,M,L) = 57")]
    assert resolve(heard, "i say 57", PROBLEM).moves == ()
    assert resolve(heard, "i say 57", PROBLEM, read_message("so 57", PROBLEM).moves).moves


@every(
    [
        ("57 grad jetzt", True),
        ("so brother eats 57. i complain", True),
        ("57 and gute nacht", True),
        ("one kid gets 57 degrees of crust", True),
        ("57 minutes and gute nacht", False),
        ("its 57 degrees outside", False),
        ("then the 57", False),
        ("brother is 57. i complain", False),
    ]
)
def test_a_value_said_by_itself_needs_no_word_of_what_it_is(text, counts):
    number = "57 degrees" if "degrees" in text else "57 grad" if "grad" in text else "57"
    heard = [HeardMove(kind="value", words=number, says="angle(K,M,L) = 57")]
    assert bool(resolve(heard, text, PROBLEM).moves) == counts


def test_a_calculation_goes_on_with_numbers_before_it_and_with_those_of_figures():
    text = "52 + 71 = 123, what is left of the straight line for KML is 57"
    said = "what is left of the straight line for KML is 57"
    assert resolved("equation", said, "180 - 123 = 57", text=text).moves
    assert resolved("equation", said, "180 - 121 = 57", text=text).dropped
    assert resolved("equation", said, "180 - angle(K,L,M) - angle(L,K,M) = 57", text=text).moves


def test_an_answer_goes_on_with_the_numbers_of_its_question():
    heard = [HeardMove(kind="equation", words="halve it", says="28 / 2")]
    assert resolve(heard, "halve it", PROBLEM).dropped
    assert resolve(heard, "halve it", PROBLEM, question="What do you do with the 28?").moves


def test_a_right_angle_is_told_without_its_number():
    assert resolved("value", "KLM is a right angle", "angle(K,L,M) = 90", text="KLM is a right angle").moves
    assert resolved("value", "KLM is nice", "angle(K,L,M) = 90", text="KLM is nice").dropped


@every(["angle(K,M,L) > 40", "60 > angle(K,M,L)", "length(K,L) < 9"])
def test_a_bound_claims_nothing_whatever_a_model_calls_it(says):
    for kind in ("relation", "doubt", "equation"):
        (move,) = resolved(kind, "over 40 under 60 or 9", says, text="is it over 40 under 60 or 9").moves
        assert (move.kind, move.claim) == (Kind.GUESS, None)


def test_a_relation_behind_because_is_a_reason():
    text = "KLM is right because isosceles"
    (move,) = resolved("relation", "because isosceles", "isosceles(K,L,M)", text=text).moves
    assert move.claim.is_reason


def test_a_number_that_names_or_counts_is_no_value():
    assert resolved("value", "exercise 57 pour KML", "angle(K,M,L) = 57", text="quel exercise 57 pour KML").moves == ()


def test_a_part_may_be_named_by_what_it_is():
    assert resolved("value", "der Winkel ist 57", "angle(K,M,L) = 57", text="der Winkel ist 57, oben").moves


@every(["if KML = 57 alors", "not 57 pour KML", "KML est more than 57"])
def test_what_the_grammar_knows_as_no_claim_stays_none(text):
    (move,) = resolved("value", text, "angle(K,M,L) = 57", text=text).moves
    assert move.kind is Kind.DOUBT


def test_what_stands_in_a_question_is_asked_whatever_a_model_makes_of_it():
    (move,) = resolved("value", "57 pour KML", "angle(K,M,L) = 57", text="alors c'est 57 pour KML, ou quoi? merci").moves
    assert move.kind is Kind.DOUBT


def test_the_unit_of_a_value_is_that_of_the_learners_words():
    (move,) = resolved("value", "KL waere dann 600 cm", "length(K,L) = 600", text="KL waere dann 600 cm").moves
    assert move.claim.unit == "cm"


@pytest.mark.parametrize("says", ["(" * 500 + "57", "57" * 5000, "angle(" + "K," * 999 + ") = 57", "\x00 = 57"])
def test_no_text_of_a_model_raises(says):
    assert resolved("value", "il manque 57", says).moves == ()


def test_a_share_in_words_is_a_share_in_numbers():
    text = "KL is four tenths of LM"
    assert resolved("equation", text, "length(K,L) = 4/10 * length(L,M)", text=text).moves
    assert resolved("equation", text, "length(K,L) = 3/10 * length(L,M)", text=text).dropped


def test_what_several_parts_make_together_may_be_told_in_words():
    text = "all three together are that half turn"
    total = "angle(K,L,M) + angle(L,M,K) + angle(M,K,L)"
    assert resolved("equation", text, f"{total} = 180", text=text).moves
    assert resolved("equation", text, f"{total} = 170", text=text).dropped


def test_a_part_spoken_of_before_needs_no_word_of_what_a_number_is():
    text = "KML is 67 as well. no 57"
    heard = [
        HeardMove(kind="denial", words="KML is 67 as well", says="angle(K,M,L) = 67"),
        HeardMove(kind="value", words="57", says="angle(K,M,L) = 57"),
    ]
    assert len(resolve(heard, text, PROBLEM).moves) == 2
    assert resolve(heard[1:], text, PROBLEM).moves == ()


def test_a_value_said_of_another_part_too_stands_before_it():
    text = "KLM is 52, and KML too"
    heard = [
        HeardMove(kind="value", words="KLM is 52", says="angle(K,L,M) = 52"),
        HeardMove(kind="value", words="KML too", says="angle(K,M,L) = 52"),
    ]
    assert len(resolve(heard, text, PROBLEM).moves) == 2
    assert len(resolve([heard[0], heard[1].model_copy(update={"words": "and KML"})], text, PROBLEM).moves) == 1


PLANS = "can i cut it off at L and use 180? 57 + 66 seems ok, twice KM is KL"


@every(
    [
        ("angle(K,M,L) + angle(M,L,K) + angle(L,K,M) = 180", True),
        ("length(K,L) = 2*length(K,M)", True),
        ("perpendicular(K,L,L,M)", True),
        ("angle(K,M,L) = 57", False),  # a size is nobody's plan
        ("57", False),
        ("angle(K,M,L) = 3*29", False),  # a number that neither the words nor the problem have
        ("angle(K,M,Z) + angle(M,L,K) = 180", False),
        ("", False),
    ]
)
def test_a_plan_rests_on_how_parts_are_related_and_gives_none_a_size(says, is_kept):
    kept = resolved("plan", "cut it off at L and use 180", says, PLANS)
    assert [(move.kind, move.claim is not None) for move in kept.moves] == [(Kind.PLAN, is_kept)]
    assert kept.dropped == ()


def test_a_question_about_a_way_may_leave_out_the_numbers_of_the_problem():
    asked = resolved("doubt", "do i take the other two off", "angle(K,M,L) = 180 - 71 - 52", "do i take the other two off?")
    assert [move.kind for move in asked.moves] == [Kind.DOUBT]
    assert asked.moves[0].claim is not None
    assert resolved("doubt", "do i take them off", "angle(K,M,L) = 57", "do i take them off?").moves == ()


def test_a_calculation_may_go_on_with_what_stands_before_the_message():
    problem = bank()["right-triangle-area-quw"]
    heard = [HeardMove(kind="equation", words="- 4 = 9", says="area(Q,U,W) = 13 - 4 = 9")]
    assert resolve(heard, "- 4 = 9", problem, question="so 13\nWhat follows?").moves != ()
    assert resolve(heard, "- 4 = 9", problem).moves == ()


def test_a_share_in_words_has_its_numbers():
    problem = bank()["areas-smaller-cfkpux"]
    heard = [HeardMove(kind="equation", words="so nine twentyfifths", says="area(P,U,X) = 9/25*area(C,F,K)")]
    assert [move.kind for move in resolve(heard, "so nine twentyfifths", problem).moves] == [Kind.EQUATION]


@every(
    [
        ("denial", "no that cant be", "angle(K,M,L) = 67", True),
        ("doubt", "why isnt that it", "angle(K,M,L) = 67", True),
        ("value", "that is it", "angle(K,M,L) = 67", False),  # who claims a value says it
        ("denial", "no that cant be", "angle(K,M,L) = 66", False),  # nobody has said 66
    ],
    name=lambda case: case[2],
)
def test_a_number_said_before_may_be_denied_or_asked_about_by_that(kind, words, says, is_kept):
    found = resolve([HeardMove(kind=kind, words=words, says=says)], words, PROBLEM, question="so KML is 67")
    assert (found.moves != ()) is is_kept


@every(
    [
        ("a quarter turn", "angle(K,M,L) = 90"),
        ("half the circle there", "angle(K,M,L) = 180"),
        ("all the way round M", "angle(K,M,L) = 360"),
    ],
    name=lambda case: case[0],
)
def test_turns_are_told_without_their_number(words, says):
    text = f"angle KML is {words}"
    assert resolve([HeardMove(kind="value", words=text, says=says)], text, PROBLEM).moves != ()


def test_the_other_of_two_parts_needs_no_name():
    text = "the other one is 57 as well"
    assert resolve([HeardMove(kind="value", words=text, says="angle(K,M,L) = 57")], text, PROBLEM).moves != ()
    assert resolve([HeardMove(kind="value", words="57 more min", says="angle(K,M,L) = 57")], "57 more min", PROBLEM).moves == ()


def test_numbers_of_the_problem_may_be_told_in_words_where_letters_are_put_together():
    problem = bank()["hexagon-letters-cfjnqv"]
    heard = [HeardMove(kind="equation", words="all the x make 27x", says="5*x + 4*x + 5*x + 4*x + 5*x + 4*x = 27*x")]
    assert [move.kind for move in resolve(heard, "all the x make 27x", problem).moves] == [Kind.EQUATION]


@every(["opposite(K,L)", "opposite(K,L,M)", "corresponds(K,L,L,M)", "opens(K,L,M,K,M)"])
def test_how_parts_lie_to_each_other_may_be_said(says):
    found = resolve([HeardMove(kind="relation", words="somme", says=says)], MESSAGE, PROBLEM)
    assert [move.kind for move in found.moves] == [Kind.RELATION]
    assert resolve([HeardMove(kind="relation", words="somme", says=says.replace("K", "Q"))], MESSAGE, PROBLEM).moves == ()


OWN = "i call the middle of KL D, then KD is half of it and MD is a median. kd = 3"


@every(
    [
        ("equation", "KD is half of it", "let midpoint(D,K,L): length(K,D) = length(K,L)/2", Kind.EQUATION),
        ("relation", "MD is a median", "let midpoint(D,K,L): median(M,D,K,L)", Kind.RELATION),
        ("value", "kd = 3", "let midpoint(D,K,L): length(K,D) = 3", Kind.VALUE),
        ("plan", "i call the middle of KL D", "let midpoint(D,K,L)", Kind.PLAN),
        ("relation", "i call the middle of KL D", "let midpoint(D,K,L)", Kind.PLAN),
        ("plan", "MD is a median", "let collinear(K,D,L), length(K,D) = 3: length(M,D)", Kind.PLAN),
    ]
)
def test_points_of_the_learners_own_are_made_and_then_spoken_of(kind, words, says, found):
    kept = resolved(kind, words, says, text=OWN)
    assert [move.kind for move in kept.moves] == [found]
    assert kept.moves[0].claim.made


@every(
    [
        ("equation", "KD is half of it", "let midpoint(D,K,L): length(K,E) = length(K,L)/2"),  # E is not made
        ("equation", "KD is half of it", "let midpoint(M,K,L): length(K,M) = length(K,L)/2"),  # M is the figure's
        ("equation", "KD is half of it", "let middle(D,K,L): length(K,D) = length(K,L)/2"),  # no such relation
        ("equation", "KD is half of it", "let length(K,D) = 5: length(K,D) = length(K,L)/2"),  # 5 nobody said
        ("value", "kd = 3", "let midpoint(D,K,L): length(K,D) = 4"),
        ("value", "kd = 3", "let midpoint(D,K): length(K,D) = 3"),
        ("relation", "kd = 3", "let : length(K,D) = 3"),
        ("value", "kd = 3", "let " + ", ".join(["midpoint(D,K,L)"] * 7) + ": length(K,D) = 3"),
    ]
)
def test_what_makes_no_point_of_the_learners_is_dropped(kind, words, says):
    kept = resolved(kind, words, says, text=OWN)
    assert kept.moves == ()
    assert len(kept.dropped) == 1


def test_a_value_of_another_part_may_have_been_said_before():
    """Of what is sought it has to be in the message."""
    for part, count in (("angle(L,K,M)", 1), ("angle(K,M,L)", 0)):
        heard = [HeardMove(kind="value", words="at that corner then", says=f"{part} = 90")]
        before = "there is a right angle somewhere"
        assert len(resolve(heard, "at that corner then", PROBLEM, question=before).moves) == count


def test_a_quotation_may_differ_in_its_signs():
    heard = [HeardMove(kind="equation", words="2 pi 12, that's 75", says="24*pi = 75")]
    assert resolve(heard, "once round: 2 pi 12 thats 75", PROBLEM).dropped  # a word that nobody wrote
    heard = [HeardMove(kind="equation", words="2*12 is 24", says="2*12 = 24")]
    assert resolve(heard, "so 2 12 is 24", PROBLEM).moves


def test_a_claim_that_rests_on_too_little_can_be_judged_and_does_not_count():
    heard = [HeardMove(kind="value", words="la somme fait 180", says="angle(K,M,L) = 57")]
    found = resolve(heard, MESSAGE, PROBLEM)
    assert found.is_whole
    assert found.moves == ()
    assert [str(move.claim.sides[0]) for move in found.unfounded] == ["∠KML"]
    unreadable = [HeardMove(kind="value", words="la somme fait 180", says="KML is 57")]
    assert not resolve(unreadable, MESSAGE, PROBLEM).is_whole


def test_a_saying_is_heard_by_its_id_as_a_theorem_a_question_or_a_plan():
    for kind in ("theorem", "doubt", "plan"):
        (move,) = resolved(kind, "la somme fait 180", "triangle_sum_360").moves
        assert (move.kind, move.claim.saying, move.claim.holds) == (kind, "triangle_sum_360", False)
    assert resolved("theorem", "la somme fait 180", "triangle_sum_of_my_own").moves == ()


def test_the_part_that_is_asked_for_may_be_named():
    (move,) = resolved("relation", "il manque 57 a KML", "sought = angle(K,M,L)").moves
    assert (move.kind, move.claim.relation) == (Kind.RELATION, "sought")
    assert resolved("relation", "il manque 57 a KML", "sought = angle(K,M,Z)").moves == ()


POLE = bank()["isosceles-height-acpz"]


@every(
    [
        ("the pole comes out as 24 dm", True),
        ("for the pole i get 24", True),
        ("the answer is 24", True),
        ("my uncle has 24", False),
        ("the pole has 24 birds on it", False),
    ]
)
def test_a_part_may_be_called_as_the_question_calls_it(words, counts):
    heard = [HeardMove(kind="value", words=words, says="length(P,C) = 24")]
    assert bool(resolve(heard, words, POLE).moves) is counts


@every([("vierundzwanzig dm ist CP lang", 24), ("PC ist vierundzwanzig komma fünf lang", 24.5), ("PC ist zwölf", 12)])
def test_a_number_in_german_words_is_written(words, value):
    heard = [HeardMove(kind="value", words=words, says=f"length(P,C) = {value}")]
    other = [HeardMove(kind="value", words=words, says=f"length(P,C) = {value + 1}")]
    assert len(resolve(heard, words, POLE).moves) == 1
    assert resolve(other, words, POLE).moves == ()


@every([("idk i just measured it on my screen", "plan"), ("you can measure it, the drawing is right", "theorem")])
def test_who_tells_what_they_did_at_the_drawing_states_nothing_of_all_figures(words, kind):
    (move,) = resolve([HeardMove(kind="theorem", words=words, says="not_to_scale")], words, POLE).moves
    assert move.kind == kind


def test_what_only_the_reader_of_messages_finds_is_not_offered_to_a_model():
    assert not {Kind.UNREAD, Kind.EMPTY, Kind.TOO_LONG} & {*OFFERED}
    assert resolved("too_long", "la somme fait 180", "").dropped == ("no such kind of move",)
