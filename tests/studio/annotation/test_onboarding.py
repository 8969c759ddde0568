"""Onboarding: every page can be shown, every answer has its reason, and the quiz lets through who has understood."""

import pytest
from pydantic import ValidationError

from gnomon.studio.annotation import Onboarding, onboarding


def right_answers():
    return {each.id: next(place for place, choice in enumerate(each.choices) if choice.is_right) for each in onboarding().quiz}


def test_every_picture_shows_its_highlights():
    pictures = [page.picture for page in onboarding().pages if page.picture]
    assert len(pictures) == 3
    for picture in pictures:
        drawn = picture.svg()
        pens = [(pen, highlights) for pen, highlights in (("green", picture.green), ("brown", picture.brown)) if highlights]
        assert drawn.count("data-pen=") == sum(len(highlights) for _, highlights in pens)
        assert all(drawn.count(f'data-pen="{pen}"') == len(highlights) for pen, highlights in pens)


def test_every_answer_says_why():
    assert all(choice.reason.endswith(".") for each in onboarding().quiz for choice in each.choices)


def test_the_place_of_the_right_answer_does_not_give_it_away():
    places = list(right_answers().values())
    assert max(map(places.count, places)) <= len(places) / 2 + 1


def test_one_slip_is_let_pass_and_two_are_not():
    answers = right_answers()
    assert onboarding().grade(answers) == (6, 6, True, ())
    first, second = list(answers)[:2]
    one = onboarding().grade({name: index for name, index in answers.items() if name != first})
    assert (one.right, one.has_passed, one.to_read_again) == (5, True, ("turn",))
    two = onboarding().grade({name: index for name, index in answers.items() if name not in {first, second}})
    assert (two.right, two.has_passed, two.to_read_again) == (4, False, ("turn",))


@pytest.mark.parametrize("answers", [{"nothing": 0}, {"mildest": 3}, {"mildest": -1}])
def test_an_answer_that_there_is_not_is_refused(answers):
    with pytest.raises(ValueError, match="expected answers to mildest"):
        onboarding().grade(answers)


def test_a_groups_own_onboarding_is_checked():
    own = onboarding().model_dump(mode="json")
    assert Onboarding.model_validate(own | {"video": "welcome.mp4"}).video is not None
    own["quiz"][0]["page"] = "nowhere"
    with pytest.raises(ValidationError, match="there is no page 'nowhere'"):
        Onboarding.model_validate(own)
    own["quiz"][0] |= {"page": "turn", "choices": [choice | {"is_right": True} for choice in own["quiz"][0]["choices"]]}
    with pytest.raises(ValidationError, match="expected one right answer"):
        Onboarding.model_validate(own)
