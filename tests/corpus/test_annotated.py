"""An annotated dialogue is one row of GeoDial's form: everything that reads such rows reads it, and nothing is lost."""

import json

import pytest
from hypothesis import given
from pydantic import ValidationError

from gnomon.corpus import (
    CUSTOM,
    AnnotatedTurn,
    Proposal,
    Statistics,
    WholeProblem,
    chosen_of,
    load_annotated,
    load_entries_of,
    row_of,
)
from gnomon.problem import bank
from tests.corpus.conftest import answered, row, said
from tests.corpus.records import annotated_dialogues, as_line, hand_made


@pytest.mark.slow
@given(annotated_dialogues())
def test_a_row_is_read_back_as_the_record_that_it_was_written_of(tmp_path_factory, record):
    folder = tmp_path_factory.mktemp("rows")
    (folder / "rows.jsonl").write_text(as_line(row_of(record)), "utf-8")
    (read,) = load_annotated([str(folder)])
    at = lambda name: None if name is None else str(folder / name)  # noqa: E731  # pictures are named from where the row lies
    question = record.problem.question.model_copy(update={"images": tuple(map(at, record.problem.question.images))})
    expected = record.model_copy(
        update={
            "problem": record.problem.model_copy(update={"question": question}),
            "turns": tuple(turn.model_copy(update={"image": at(turn.image)}) for turn in record.turns),
        }
    )
    assert read == expected


def test_the_readers_of_geodials_rows_read_it_too(tmp_path):
    path = tmp_path / "rows.jsonl"
    path.write_text(as_line(row_of(hand_made())), "utf-8")
    (entry,) = load_entries_of([str(path)])
    assert entry.notes[1].proposals == {"b": "How are they related?", "a": "How are these related?"}
    assert (entry.teacher, entry.batch, entry.debrief["Q1"]) == ("t07", "b1", 5)
    assert Statistics((entry,)).proposers()["b"].count == 1


def test_the_order_shown_survives_a_writer_that_sorts_its_keys(tmp_path):
    path = tmp_path / "rows.jsonl"
    path.write_text(json.dumps(row_of(hand_made()), sort_keys=True), "utf-8")
    (read,) = load_annotated([str(path)])
    assert read == hand_made()


def test_distances_to_every_proposal_stand_in_the_row_and_follow_from_the_texts(tmp_path):
    written = row_of(hand_made())
    assert written["turns"][2]["annotation"]["distances"] == {"b": 0, "a": 2}  # y becomes s, and e is new
    written["turns"][2]["annotation"]["distances"] = {"b": 99}
    path = tmp_path / "rows.jsonl"
    path.write_text(json.dumps(written), "utf-8")
    assert load_annotated([str(path)])[0].turns[1].distances("How are these related?") == {"b": 2, "a": 0}


def test_what_was_sent_as_proposed_is_chosen_and_what_was_edited_is_custom():
    offered = [Proposal(origin="a", text="Look."), Proposal(origin="b", text="Hm.")]
    assert [chosen_of(sent, offered, "a") for sent in ("Look.", "Look!", "Hm.")] == ["a", CUSTOM, CUSTOM]


def test_a_dialogue_of_ours_gets_the_problem_of_the_bank_and_nothing_that_was_not_recorded(tmp_path):
    path = tmp_path / "ours.jsonl"
    path.write_text(as_line({"problem": "triangle-sum-klm", "turns": [answered()]}), "utf-8")
    (read,) = load_annotated([str(path)])
    assert (read.id, read.problem, read.turns) == ("ours-1", None, ())
    assert WholeProblem.of(bank()["triangle-sum-klm"]).answer == "57°"


def test_what_a_corpus_did_not_record_is_not_written_as_empty(write):
    bare = said("Guide")
    del bare["feedback"], bare["highlights"]
    (read,) = load_annotated([str(write([row("a", bare)]))])
    assert read.told == frozenset()
    assert row_of(read)["turns"][0].keys() == {"role", "act", "subact", "utterance"}


def test_fields_that_nobody_knows_are_kept(write):
    strange = row("a", said("Guide", mood="calm"), colour="red")
    strange["problem"]["source"] = "book"
    (read,) = load_annotated([str(write([strange]))])
    again = row_of(read)
    assert (again["turns"][0]["mood"], again["colour"], again["problem"]["source"]) == ("calm", "red", "book")


def test_an_annotation_of_another_shape_is_a_bad_row_with_its_reason(write):
    odd = [row("a", said("Guide", annotation={"seconds": -1})), row("b", annotation="yes"), row("c")]
    bad = load_annotated([str(write(odd))]).bad_rows
    assert [each.row for each in bad] == [1, 2]
    assert "seconds" in bad[0].reason
    assert "annotation" in bad[1].reason


def test_two_proposals_of_one_origin_are_refused():
    with pytest.raises(ValidationError, match="one proposal an origin"):
        AnnotatedTurn(proposals=(Proposal(origin="a", text="x"), Proposal(origin="a", text="y")))


def test_a_record_for_each_tutor_turn_and_one_id_are_required():
    with pytest.raises(ValidationError, match="a record for each of 2"):
        hand_made(turns=())
    with pytest.raises(ValidationError, match="id to be 'other'"):
        hand_made(id="other")
