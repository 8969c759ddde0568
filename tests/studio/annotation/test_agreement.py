"""Agreement of annotations of one item, against values worked out by hand."""

import pytest

from gnomon.corpus import AnnotatedDialogue, AnnotatedTurn, PictureSize, Stroke
from gnomon.dialogue import Dialogue, StudentTurn, TutorTurn, act_of
from gnomon.figure import Highlights
from gnomon.studio.annotation import measure_agreement

PICTURE = PictureSize(width=480, height=360, sha256="a")


def annotation(*subacts, heard=("yes", "no", "maybe"), lines=(), second=(), strokes=(), picture=PICTURE, debrief=None):
    """Return an annotation with these moves, each pointing at the same, with a student's answer after each."""
    turns = []
    for subact, answer in zip(subacts, heard, strict=False):
        pens = {"highlights": Highlights(lines=lines), "highlights2": Highlights(lines=second) if second else None}
        turns += [TutorTurn(act=act_of(subact), subact=subact, utterance="Hm.", **pens), StudentTurn(utterance=answer)]
    return AnnotatedDialogue(
        id="x",
        dialogue=Dialogue(id="x", problem="p", turns=tuple(turns)),
        turns=(AnnotatedTurn(picture=picture, strokes=strokes),) * len(subacts),
        debrief=debrief or {},
    )


def stroke(*places):
    return (Stroke(pen="green", points=tuple((x, y, 0.5, 0) for x, y in places)),)


def test_kappa_and_alpha_are_those_of_the_choices():
    # Subacts: 2 of 3 alike. Chance: Guide 1/3 * 2/3, Calculate 1/3 * 1/3, Continue 1/3 * 0: 1/3. (2/3 - 1/3) / (1 - 1/3) = 1/2
    found = measure_agreement(
        [[annotation("Guide", "Calculate", "Continue"), annotation("Guide", "Calculate", "Guide")]]
    ).decisions["subact"]
    assert (found.same, found.pairs) == (2, 3)
    assert found.kappa == pytest.approx(0.5)
    # Krippendorff: 1 - (n - 1) sum of pairs that differ in units / sum of pairs that differ at all: of six values 3 G, 2 Ca, 1 Co
    # 22 ordered pairs differ, in units 2: 1 - 5 * 2 / 22
    assert found.alpha == pytest.approx(1 - 10 / 22)


def test_acts_may_agree_where_subacts_do_not():
    found = measure_agreement([[annotation("Guide", "Introduce"), annotation("Calculate", "Introduce")]]).decisions
    assert (found["act"].same, found["subact"].same) == (2, 1)
    assert found["act"].kappa == 1


def test_where_chance_alone_agrees_there_is_no_kappa():
    assert measure_agreement([[annotation("Guide"), annotation("Guide")]]).decisions["subact"].kappa is None


def test_turns_are_compared_only_where_the_student_had_said_the_same():
    report = measure_agreement(
        [[annotation("Guide", "Guide", "Guide"), annotation("Guide", "Guide", "Guide", heard=("yes", "hm", "x"))]]
    )
    assert (report.turns, report.apart, report.decisions["act"].pairs) == (4, 2, 2)


def test_an_item_of_one_annotation_is_passed_over_and_three_make_three_pairs():
    assert measure_agreement([[annotation("Guide")]]).items == 0
    report = measure_agreement([[annotation("Guide")] * 3, [annotation("Guide")]])
    assert (report.items, report.turns, report.decisions["subact"].pairs) == (1, 3, 3)


def test_highlights_are_compared_by_name_and_pen():
    report = measure_agreement([[annotation("Guide", lines=("AB", "BC")), annotation("Guide", lines=("AB",), second=("BC",))]])
    assert report.highlights.mean == pytest.approx(1 / 3)  # AB in green is shared; BC in green and BC in brown are two
    assert report.highlights_of_any_pen.mean == 1


def test_turns_in_which_nobody_pointed_are_in_no_mean_and_counted():
    report = measure_agreement(
        [[annotation("Guide"), annotation("Guide")], [annotation("Guide", lines=("AB",)), annotation("Guide")]]
    )
    assert report.highlights == (0, 1, 1)


def test_ink_on_one_line_overlaps_and_on_two_does_not():
    def overlap(first, second, **other):
        return measure_agreement([[annotation("Guide", strokes=first), annotation("Guide", strokes=second, **other)]]).ink

    line, near, far = (stroke((50, y), (250, y)) for y in (100, 103, 140))
    assert overlap(line, line).mean == 1
    assert 0.3 < overlap(line, near).mean < 0.7  # 9 pixels wide, 3 apart: 6 of 12
    assert overlap(line, far).mean == 0
    assert overlap(line, line, picture=PictureSize(width=480, height=360, sha256="b")) == (None, 0, 0)


def test_ratings_agree_on_their_own_scale():
    answers = [({"Q1": 5}, {"Q1": 5}), ({"Q1": 1}, {"Q1": 1}), ({"Q1": 3}, {"Q1": 9})]
    report = measure_agreement([[annotation("Guide", debrief=each) for each in pair] for pair in answers])
    assert report.ratings == {"Q1": 1}  # 9 is no rating, and a unit with one rating adds nothing


def test_nothing_to_compare_is_no_agreement():
    report = measure_agreement([])
    assert (report.items, report.turns, report.highlights.mean, report.decisions["act"].kappa) == (0, 0, None, None)
