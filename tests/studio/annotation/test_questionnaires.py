"""Debrief and exit interview: the paper's questions in our words, on scales that say what their ends mean."""

import pytest

from gnomon.corpus import REVERSED_QUESTIONS
from gnomon.studio.annotation import Interview, checked_debrief, debrief_questions, interview_questions, ratings_by_rater


def test_the_debrief_is_reversed_where_the_statistics_turn_it_round():
    questions = debrief_questions()
    assert [each.id for each in questions] == ["Q1", "Q2", "Q3", "Q4"]
    assert {each.id for each in questions if each.is_reversed} == REVERSED_QUESTIONS
    assert all(each.anchors for each in questions)


def test_a_whole_debrief_is_kept_as_given():
    given = {"Q4": 2, "Q1": 5, "Q3": 4, "Q2": 1}
    assert list(checked_debrief(given).items()) == [("Q1", 5), ("Q2", 1), ("Q3", 4), ("Q4", 2)]


@pytest.mark.parametrize(
    ("answers", "message"),
    [
        ({"Q1": 5, "Q2": 1, "Q3": 4}, "Q4: expected an answer from 1 to 5, got None"),
        ({"Q1": 0, "Q2": 1, "Q3": 4, "Q4": 1}, "Q1: expected an answer from 1 to 5, got 0"),
        ({"Q1": 5, "Q2": 1, "Q3": 4, "Q4": 1, "Q9": 1}, "got one to 'Q9'"),
    ],
)
def test_a_debrief_with_a_gap_is_refused_in_words(answers, message):
    with pytest.raises(ValueError, match=message):
        checked_debrief(answers)


def test_the_interview_has_six_rated_themes_between_two_open_questions_and_each_has_probes():
    questions = interview_questions()
    assert [each.id for each in questions if each.anchors] == [
        "engagement", "emotions", "figure", "errors", "frustration", "strategy",
    ]  # fmt: skip
    assert (questions[0].id, questions[-1].id) == ("experience", "changes")
    assert all(each.probes for each in questions)


def test_ratings_stand_by_rater_with_mean_and_median():
    # Table 16, frustration: 2, 5, 4, 3, 1 have the mean 3 and the median 3; one more who did not rate it changes neither.
    rated = [Interview(rater=f"R{place}", ratings={"frustration": rating}) for place, rating in enumerate([2, 5, 4, 3, 1], 1)]
    rows = {row.question.id: row for row in ratings_by_rater([*rated, Interview(rater="R6", ratings={"errors": 2})])}
    row = rows["frustration"]
    assert row.by_rater == {"R1": 2, "R2": 5, "R3": 4, "R4": 3, "R5": 1, "R6": None}
    assert (row.mean, row.median) == (3, 3)
    assert (rows["strategy"].mean, rows["strategy"].median) == (None, None)


@pytest.mark.parametrize("ratings", [{"errors": 6}, {"experience": 3}, {"weather": 3}])
def test_a_rating_that_there_is_not_is_refused(ratings):
    with pytest.raises(ValueError, match="expected ratings from 1 to 5 of engagement"):
        ratings_by_rater([Interview(rater="R1", ratings=ratings)])


def test_two_interviews_of_one_rater_are_refused():
    with pytest.raises(ValueError, match="one interview a rater"):
        ratings_by_rater([Interview(rater="R1", ratings={}), Interview(rater="R1", ratings={})])
