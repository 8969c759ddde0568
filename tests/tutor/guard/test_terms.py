"""What a turn shows, whatever problem it is about."""

from gnomon.problem import bank
from gnomon.tutor.guard.protected import protect
from gnomon.tutor.guard.terms import standing, terms_of
from gnomon.tutor.guard.turns import read_said, read_turn, split
from tests.every import every


def shown(name, utterance, *said):
    problem = bank()[name]
    text = read_turn(utterance, problem.question.text).text
    return terms_of(split(text), protect(problem, problem.answer), read_said(said))


def test_two_problems_show_the_same_where_their_numbers_play_the_same_parts():
    one = shown("triangle-sum-klm", "Yes, KML is 57, for 180 − 123 is 57.", "is it 57?")
    other = shown("linear-pair-dghk", "Yes, KGH is 66, for 180 − 114 is 66.", "is it 66?")
    assert one.all == other.all
    assert "<answer>" in one.all
    assert "<calculation answer told>" not in shown("triangle-sum-klm", "180 − 52 is 128.").all


@every(
    [
        ("I get 57.", "<answer>"),
        ("You are ten off: 10.", "<gap>"),
        ("Take your 67 again.", "<said>"),
        ("Look at the 52.", "<given>"),
        ("The other two make 123.", "<complement>"),
        ("Twice it is 114.", "<double>"),
        ("Add 5.", "<small>"),
        ("Divide by 2.85.", "<new>"),
        ("Take 180 − 123.", "<calculation answer>"),
        ("2x = 114, then.", "<equation answer 1>"),
        ("2x + 14 = 128, then.", "<equation answer 2>"),
        ("114 = 2x, then.", "<equation answer 1>"),
        ("What is 180 − 52?", "<calculation other>"),
    ]
)
def test_a_number_is_what_it_is_to_the_answer(utterance, symbol):
    assert symbol in shown("triangle-sum-klm", utterance, "67").all


@every(
    [
        ((), "silent"),
        (("why?",), "no value?"),
        (("i see",), "no value."),
        (("is it 57?",), "right?"),
        (("its 57",), "right."),
        (("is KML 57",), "right?"),
        (("i think its 57",), "right?"),
        (("57 but im not sure",), "right?"),
        (("ich glaube 57",), "right?"),
        (("60 oder",), "high?"),
        (("114",), "double."),
        (("28.5",), "half."),
        (("123",), "complement."),
        (("50",), "low."),
        (("60?",), "high?"),
    ]
)
def test_the_last_message_stands_to_the_answer(said, stands):
    assert standing(read_said(said), 57.0) == stands


@every(
    [
        ("Halve it.", "114", "makes half s"),
        ("Half of 114 it is.", "", "makes half t"),
        ("Take the 123 away from 180.", "", "makes minus tt"),
        ("You only have to take 10 off.", "67", "makes minus st"),
        ("That is the supplement of 123.", "", "makes to_180 t"),
        ("Three rows of 19.", "", "makes times tt"),
    ]
)
def test_an_operation_that_is_named_and_comes_to_the_answer_is_shown(utterance, said, term):
    assert term in shown("triangle-sum-klm", utterance, *([said] if said else [])).all
    assert not any(each.startswith("makes") for each in shown("triangle-sum-klm", "Halve it.", "100").all)


def test_tokens_near_each_other_are_shown_whatever_stands_between_them():
    shown_so = shown("triangle-sum-klm", "The angle you want is simply 57. Fine.").all
    assert {"you .. is", "want .. <answer>", "is .. <answer>"} <= shown_so
    assert "angle .. <answer>" not in shown_so
    assert not any(each.endswith(".. fine") for each in shown_so)
