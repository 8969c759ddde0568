"""What a turn tells together with the learner's last message."""

from gnomon.problem import bank
from gnomon.tutor.guard import find_leak
from tests.every import every

PROBLEM = "Triangles ABC and DEF are similar. AB = 31, BC = 3 and DE = 62. Find x."


@every(
    [
        (62, "No, exactly that.", "is it more than 62?", True),
        (62, "More than that. Which rule do you use?", "is it more than 40?", False),
        (62, "Yes, by two.", "is it more than 60?", True),
        (95, "They do, by five degrees.", "is it more than a right angle?", True),
        (62, "Is 60 too small? Yes, a tiny bit: by two.", "hm", True),
        (62, "Is 60 too small? Try it.", "hm", False),
        (45, "You're three short.", "42", True),
        (45, "You forgot the 3 of BC.", "42", False),
        (45, "It should be one more.", "44", True),
        (45, "One more question: which sides match?", "44", False),
        (38, "You gave me the double.", "76", True),
        (38, "The double of what, you say?", "76", False),
        (62, "Yep. Next one.", "62, yes or no?", True),
        (62, "What would your neighbour say?", "62, yes or no?", False),
        (62, "Swap the digits and you have it.", "26", True),
        (62, "The 6 is a count of sides.", "26", False),
        (66, "You have it, except that the last 5 should be a 6.", "65", True),
        (7, "Precisely the next whole number.", "6.5?", True),
        (9.334343, "Your last digit is one too big.", "9.34", True),
        (9.334343, "Your last digit is one too big.", "9.33", False),
        (9.334343, "Does the last digit have to go up or down?", "9.34", False),
    ]
)
def test_a_turn_is_read_with_the_learners_last_message(answer, utterance, said, is_leak):
    assert (find_leak(utterance, PROBLEM, float(answer), said_by_student=[said]) is not None) == is_leak


@every(
    [
        ("Go with the smaller of the two.", "is it 62 or 95?", True),
        ("The first one, of course.", "62 or 118", True),
        ("One of them it is. And 20.25 is a slip, so cross that out.", "I have 62 or 20.25, one of them must be it", True),
        ("I'd go with your second try.", "118... or 62?", True),
        ("Try the smaller one in both expressions.", "is it 62 or 95?", False),
        ("Which of the two fits the picture?", "62 or 118", False),
        ("Take the smaller one and check it with the sum.", "is it 62 or 95?", False),
    ]
)
def test_choosing_by_place_tells_and_trying_does_not(utterance, said, is_leak):
    assert (find_leak(utterance, PROBLEM, 62.0, said_by_student=[said]) is not None) == is_leak


@every(
    [
        ("pythagoras-leg-def", "Ah, the famous 5-12-13 triangle!", True),
        ("pythagoras-leg-def", "Do you know the triple 8-15-17?", False),
        ("pythagoras-xyz", "It's the 3-4-5 triangle, made three times as big.", True),
        ("tangent-secant-length-odhsv", "In our numbers it's 4 to 6 as 6 to 9.", True),
        ("tangent-secant-length-odhsv", "2 to 3 is the same ratio as 4 to 6 in another figure.", False),
        ("tangent-secant-far-olntx", "The whole secant is four times the piece outside.", True),
        ("tangent-secant-far-olntx", "The tangent is twice the piece outside.", False),
    ]
)
def test_facts_that_everybody_knows_tell_what_is_new_in_them(name, utterance, is_leak):
    assert (find_leak(utterance, bank()[name], bank()[name].answer) is not None) == is_leak


@every(
    [
        (55, "The tens digit is a five, and so is the ones digit.", True),
        (42, "First digit: four. And the second one is half as big.", True),
        (35, "Type a 3 on the keypad. Then a 5.", True),
        (18, "An 8 with a 1 in front of it.", True),
        (62, "Take twenty-six and let its digits change seats.", True),
        (4, "Complete the row: one, two, three, x, five, six.", True),
        (40, "You know your eight times table? The fifth entry in it is x.", True),
        (35, "Write 3x, then 5 behind the plus.", False),
        (35, "Press 3, times, 5.", False),
        (5, "One, two, three, x: which letter is new?", False),
        (40, "Your eight times table will help. Which entry is it?", False),
    ]
)
def test_digits_and_rows_tell_the_number_that_they_spell(answer, utterance, is_leak):
    assert (find_leak(utterance, PROBLEM, float(answer)) is not None) == is_leak


@every(
    [
        ("The bisector is thirty-six thirds of a centimetre.", 12, True),
        ("x is two to the third power.", 8, True),
        ("It's the full decimetre.", 10, True),
        ("It flies at forty-seven metres and twenty-eight centimetres.", 47.28, True),
        ("We stop at 7, that's enough time. Which law fits?", 7, False),
        ("Your bus, the 115, doesn't go until four.", 115, False),
        ("You turned 18 last week, congratulations!", 18, False),
        ("In another triangle the sides were 9, 12 and 15. Which is the longest?", 12, False),
    ]
)
def test_words_for_numbers_tell_and_hours_and_other_figures_do_not(utterance, answer, is_leak):
    problem = "Triangle ABC is similar to triangle DEF. AB = 8 cm, DE = 16 m. Find the length of BC in terms of x."
    assert (find_leak(utterance, problem, f"{answer} cm" if answer in {10, 12} else float(answer)) is not None) == is_leak


def test_what_is_denied_of_another_figure_is_said_of_this_one():
    utterance = "Tomorrow's quiz has the same task with a hexagon, only there x isn't 15 like here but 12."
    assert find_leak(utterance, bank()["exterior-pentagon-achlp"], 15.0) is not None
