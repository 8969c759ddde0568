"""Texts that no problem can be made of are refused."""

from gnomon.drafting import make_draft


def test_a_text_in_which_nothing_is_read_is_refused():
    assert make_draft("如图,求角的度数。").status == "refused"
    assert make_draft("Anna buys three apples and a pear.").status == "refused"
