"""Marks of drawn highlights by two reviewers."""

import pytest

from gnomon.judge import CONSENSUS, ReviewError, Reviews, sampled

ASKED = {"a": 2, "b": 1, "c": 3}


@pytest.fixture
def path(tmp_path):
    return tmp_path / "marks.jsonl"


def test_marks_are_kept_and_read_back(path):
    Reviews.open(path, ASKED).add("ann", "a", 0.5)
    assert Reviews.open(path, ASKED).open_for("ann") == ["b", "c"]


def test_of_two_marks_of_one_person_the_later_counts(path):
    for mark in (1, 0.5):
        Reviews.open(path, ASKED).add("ann", "a", mark)
    assert Reviews.open(path, ASKED).marks == {("ann", "a"): 0.5}


@pytest.mark.parametrize(("sample", "mark"), [("a", 0.7), ("b", 0.5)])
def test_half_a_mark_is_only_for_several_highlights(path, sample, mark):
    with pytest.raises(ReviewError):
        Reviews.open(path, ASKED).add("ann", sample, mark)
    assert not path.exists()


def test_agreement_and_consensus(path):
    reviews = Reviews.open(path, ASKED)
    for reviewer, marks in {"ann": (1, 1, 0), "bo": (1, 0, 0)}.items():
        for sample, mark in zip(ASKED, marks, strict=True):
            reviews.add(reviewer, sample, mark)
    agreement = reviews.agreement()
    assert (agreement.drawings, agreement.same) == (3, 2)
    # Observed disagreement 1/3; by chance 2/3 * 2/3 + 1/3 * 1/3 = 5/9 (ann 1 and bo 0, or the other way): 1 - 3/5.
    assert agreement.kappa == pytest.approx(0.4)
    assert reviews.differing() == reviews.open_for(CONSENSUS) == ["b"]
    assert reviews.settled() == {"a": 1, "c": 0}
    reviews.add(CONSENSUS, "b", 1)
    assert reviews.settled() == {"a": 1, "b": 1, "c": 0}


def test_a_line_that_is_no_mark_is_refused(path):
    path.write_text('{"id": "a"}\n')
    with pytest.raises(ReviewError, match=r"marks\.jsonl:1: expected"):
        Reviews.open(path, ASKED)


def test_samples_are_chosen_by_seed_and_keep_their_order():
    ids = [str(number) for number in range(300)]
    chosen = sampled(ids, 100, 1)
    assert (len(chosen), list(chosen)) == (100, sorted(chosen, key=int))
    assert sampled(ids, 100, 1) == chosen != sampled(ids, 100, 2)
    assert sampled(ids[:5], 100, 1) == tuple(ids[:5])
