"""Matches are made one to one, every repair counted."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gnomon.figure import VisualKeypoint, canonical_keypoint
from gnomon.judge import MatchCase, ProposedMatch, match_by_name, mend_matches


def case(reference, predicted):
    return MatchCase(
        reference=tuple(VisualKeypoint(element=name, description="") for name in reference),
        predicted=tuple(VisualKeypoint(element=name, description="") for name in predicted),
    )


def test_a_clean_answer_needs_no_repair():
    lists = case(["Line AB", "Point C", "Angle ABC", "Line CD"], ["Line BA", "Point D"])
    found = mend_matches(
        lists, [ProposedMatch("R1", "P1"), ProposedMatch("R2", "P2"), ProposedMatch("R3", None), ProposedMatch("R4", None)]
    )
    # 2 predicted, 4 reference, 2 matched: P 1, R 2/4, F1 4/6
    assert found.matches == (0, 1, None, None)
    assert (found.counts.precision, found.counts.recall) == (1, 0.5)
    assert found.counts.f1 == pytest.approx(2 / 3)
    assert found.repairs.total == 0


def test_one_angle_given_to_two_references_stays_with_the_first():
    # the paper's own example maps Angle ABD to Line AB and to Angle ABC
    lists = case(["Point C", "Line AB", "Angle ABC"], ["Point d", "Angle ABD"])
    rows = [ProposedMatch("Point C", "Point d"), ProposedMatch("Line AB", "Angle ABD"), ProposedMatch("Angle ABC", "Angle ABD")]
    found = mend_matches(lists, rows)
    assert found.matches == (0, 1, None)
    assert found.repairs.reused_predictions == 1


def test_the_first_is_the_first_row_of_the_answer():
    lists = case(["Line AB", "Line CD"], ["Line EF"])
    assert mend_matches(lists, [ProposedMatch("R2", "P1"), ProposedMatch("R1", "P1")]).matches == (None, 0)


def test_a_repeated_element_is_dropped_from_both_lists_before_counting():
    lists = case(["Line AB", "Line BA", "Point C"], ["Point C", "Line AB", "Line BA", "Point C"])
    found = mend_matches(lists, [ProposedMatch("R1", "P2"), ProposedMatch("R2", "P1")])
    assert (len(found.reference), len(found.predicted), found.num_matched) == (2, 2, 2)
    assert (found.repairs.duplicate_references, found.repairs.duplicate_predictions) == (1, 2)


def test_a_name_that_is_not_in_the_prediction_is_no_match():
    found = mend_matches(case(["Line AB", "Line CD"], ["Line AB"]), [ProposedMatch("R1", "Line XY"), ProposedMatch("R2", "P7")])
    assert found.num_matched == 0
    assert found.repairs.unknown_predictions == 2


def test_a_row_about_no_reference_is_ignored_and_counted():
    found = mend_matches(case(["Line AB"], ["Line AB"]), [ProposedMatch("R9", "P1"), ProposedMatch("R1", "P1")])
    assert found.matches == (0,)
    assert found.repairs.unknown_references == 1


def test_a_reference_listed_twice_has_its_first_row_and_one_left_out_has_none():
    lists = case(["Line AB", "Line CD"], ["Line AB", "Line CD"])
    found = mend_matches(lists, [ProposedMatch("R1", None), ProposedMatch("R1", "P1")])
    assert found.matches == (None, None)
    assert (found.repairs.repeated_references, found.repairs.missing_references) == (1, 1)


def test_a_prediction_named_like_an_identifier_does_not_steal_one():
    # elements "P2" and "P1" are in the list as P1 and P2: identifiers win
    found = mend_matches(case(["Line AB"], ["P2", "P1"]), [ProposedMatch("R1", "P1")])
    assert found.matches == (0,)


def test_equal_names_match_without_a_model():
    found = match_by_name(case(["Line AB", "Right angle mark 1", "P1"], ["Point D", "P1", "Line BA"]))
    assert found.matches == (2, None, 1)
    assert found.repairs.total == 0


names = st.sampled_from(["Line AB", "Line BA", "Point C", "Angle ABC", "mark 1", "P1", "R2", ""])
rows = st.builds(ProposedMatch, names | st.sampled_from(["R1", "R3"]), st.none() | names | st.sampled_from(["P2", "P3"]))


@given(st.lists(names, max_size=5), st.lists(names, max_size=5), st.lists(rows, max_size=8))
def test_every_answer_ends_as_one_to_one(reference, predicted, proposed):
    found = mend_matches(case(reference, predicted), proposed)
    used = [match for match in found.matches if match is not None]
    assert len(used) == len(set(used)) <= min(len(found.reference), len(found.predicted))
    assert all(0 <= place < len(found.predicted) for place in used)
    assert found.counts.matched == len(used)


@given(st.lists(names, max_size=5), st.lists(names, max_size=5))
def test_matching_by_name_finds_as_many_as_the_lists_share(reference, predicted):
    shared = {canonical_keypoint(name) for name in reference} & {canonical_keypoint(name) for name in predicted}
    assert match_by_name(case(reference, predicted)).num_matched == len(shared)
