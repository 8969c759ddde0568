"""A limit that is handed out in shares."""

from gnomon.runs.purse import Purse


def test_shares_are_a_200th_of_the_limit_and_never_come_to_more():
    purse = Purse(100.0)
    assert purse.take(0.1) == 0.5  # a 200th of 100, more than is wanted
    assert purse.take(7.0) == 7.0
    assert purse.take(93.0) == 0.0  # 92.5 are left, and stay for smaller calls
    assert purse.take(92.4) == 92.4
    assert 0 < purse.take(0.05) <= 0.1 + 1e-9
    assert purse.take(0.1) == 0.0
