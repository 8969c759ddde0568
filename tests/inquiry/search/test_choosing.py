"""Which candidate is best and which can no longer be."""

from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from gnomon.inquiry.search.choosing import Branch, best_branch, score_of, still_in_play


def test_the_worked_example_chooses_the_third_candidate():
    # m = 4, k = 5, c = 0, 2, 5, 0: s = 0, 1, 1, 0; candidates 2 and 3 tie, 3 has more right samples
    branches = [Branch(j, c, 5) for j, c in enumerate([0, 2, 5, 0], 1)]
    assert [score_of(branch, 5) for branch in branches] == [0, 1, 1, 0]
    assert best_branch(branches) == 3


def test_of_equal_candidates_the_lowest_number_wins():
    assert best_branch([Branch(2, 3, 5), Branch(1, 3, 5), Branch(3, 3, 5)]) == 1


def test_a_branch_without_all_its_samples_has_no_score():
    assert score_of(Branch(1, 4, 4), 5) is None


def test_a_branch_that_can_only_tie_with_a_lower_number_is_out():
    # 2 has at most 0 + 2 = 2 right, as 1 has for sure; the tie goes to 1
    assert still_in_play([Branch(1, 2, 5), Branch(2, 0, 3)], 5) == []


def test_a_branch_that_can_tie_with_a_higher_number_is_in():
    assert still_in_play([Branch(1, 0, 3), Branch(2, 2, 5)], 5) == [Branch(1, 0, 3)]


def test_the_best_branch_is_sampled_to_the_end():
    assert still_in_play([Branch(1, 3, 3), Branch(2, 0, 3)], 5) == [Branch(1, 3, 3)]


@given(st.lists(st.lists(st.booleans(), min_size=4, max_size=4), min_size=1, max_size=4), st.integers(1, 4))
def test_stopping_branches_that_cannot_win_never_changes_the_choice(samples, step):
    drawn = dict.fromkeys(range(1, len(samples) + 1), 0)

    def branches():
        return [Branch(j, sum(samples[j - 1][:n]), n) for j, n in drawn.items()]

    while in_play := still_in_play(branches(), 4):
        for branch in in_play:
            drawn[branch.index] = min(4, drawn[branch.index] + step)
    full = [Branch(j, sum(of), 4) for j, of in enumerate(samples, 1)]
    assert best_branch(branches()) == best_branch(full)
    assert drawn[best_branch(full)] == 4


def test_a_branch_is_stopped_only_when_no_continuation_makes_it_win():
    # by brute force over all ways in which the missing samples of three branches may turn out
    now = [Branch(1, 1, 2), Branch(2, 0, 2), Branch(3, 2, 2)]
    k = 3
    winners = set()
    for more in product((0, 1), repeat=3):
        winners.add(best_branch([Branch(b.index, b.num_right + extra, k) for b, extra in zip(now, more, strict=True)]))
    assert {branch.index for branch in still_in_play(now, k)} == winners
