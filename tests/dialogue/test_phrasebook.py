"""Phrasebooks: a template is known again whatever stands in its slots."""

import random

from gnomon.dialogue import Phrasebook, is_put_so
from tests.every import every

REST = "Let “{said}” rest, and take it another way."


@every(
    [
        (REST, "Let “∠DBV = 80” rest, and take it another way. What do you notice?"),
        (REST, "Fine. let “∠DBV = 80° from it” rest, and take it another way."),
        ("Look at {parts}. {recall}", "Right. Look at segment AB and angle C. Which rule do you know?"),
        ("„{said}“ stimmt, gut gemacht.", "„x = 3“ stimmt, gut gemacht. Und nun?"),
        ("Yes.", "Yes. What follows?"),
    ]
)
def test_a_template_is_known_again_whatever_stands_in_its_slots(template, text):
    assert is_put_so(text, template)


@every(
    [
        (REST, "Let “80” rest. “90”, and take it another way."),
        ("“{said}” is right.", "Yes, “80” is right."),  # within another sentence
        ("Yes.", "Yes, “80” is right."),
        ("“{said}” holds.", "“80” fits. “90” holds?"),
        ("{meaning}", "A chord joins two points of a circle."),  # no words of its own
    ]
)
def test_other_words_are_another_template(template, text):
    assert not is_put_so(text, template)


def test_choices_name_the_template_that_they_fill():
    book = Phrasebook({"rest": [REST, "{other} goes."]})
    [phrase] = book.choices("rest", random.Random(0), said="x = 3")
    assert phrase == ("Let “x = 3” rest, and take it another way.", REST)
