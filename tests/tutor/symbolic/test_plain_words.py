"""Plain words of parts."""

from gnomon.tutor.symbolic.plain_words import in_known_words


def test_the_way_round_is_the_circumference_of_a_figure_with_a_circle():
    assert list(in_known_words("you the way round", has_circle=True)) == ["the circumference", "you the way round"]
    assert "the circumference" not in in_known_words("the way round", has_circle=False)


def test_one_of_several_equal_parts_is_the_part():
    assert next(in_known_words("a diameter of that circle", has_circle=True)) == "the diameter"
    assert list(in_known_words("the radius", has_circle=True)) == ["the radius"]
