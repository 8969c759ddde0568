"""What people decide: who is needed, what is settled, how far they agree, which decisions fit."""

import pytest

from gnomon.corpus.pipeline import Decision, Dropped, Item, PersonParams, PipelineError, Provenance, agreement, questions
from gnomon.corpus.pipeline.deciding import is_blind
from gnomon.corpus.pipeline.sheets import read_decisions, sheet_csv, sheet_jsonl
from tests.every import every

PARAMS = PersonParams(ask="?", edit=("text", "parts"), reasons={"odd": "It is odd."}, blind_share=1.0)
ITEM = Item(
    id="a", data={"text": "=1+1", "parts": [{"id": "first", "words": "one"}], "other": 3}, provenance=Provenance(source="s")
)


def says(by, verdict="keep", **fields):
    reason = "odd" if verdict == "drop" else ""
    return Decision(stage="look", id="a", by=by, verdict=verdict, **{"reason": reason, **fields})


def state(*decisions, params=PARAMS):
    (question,) = questions([ITEM], decisions, params, seed=0)
    return question.state


def test_an_item_of_the_blind_share_is_settled_by_two_who_agree():
    assert state(says("Ada")) == "open"
    assert state(says("Ada"), says("Bob")) == "settled"
    assert state(says("Ada"), params=PARAMS.model_copy(update={"blind_share": 0.0})) == "settled"


def test_where_two_differ_a_third_settles_it():
    assert state(says("Ada"), says("Bob", "drop")) == "differs"
    assert state(says("Ada"), says("Bob", changes={"text": "2"})) == "differs"
    (question,) = questions([ITEM], [says("Ada"), says("Bob", "drop"), says("Cleo", "drop", settles=True)], PARAMS, 0)
    assert (question.state, question.final.by) == ("settled", "Cleo")
    assert question.final.carried_out(ITEM) == Dropped("odd", "")


def test_the_later_of_two_decisions_of_one_person_counts():
    assert state(says("Ada", "drop"), says("Bob"), says("Ada")) == "settled"


def test_about_a_share_of_the_items_is_blind_the_same_ones_each_time():
    params = PARAMS.model_copy(update={"blind_share": 0.1})
    chosen = [is_blind(f"item-{number}", params, 7) for number in range(2000)]
    assert sum(chosen) == pytest.approx(200, abs=40)  # three standard deviations
    assert chosen == [is_blind(f"item-{number}", params, 7) for number in range(2000)]


def test_agreement_of_two_is_kappa_and_alpha_of_their_verdicts():
    # Ada keeps 3 of 4, Bob 2 of 4, alike on 3: observed .75, by chance (3*2 + 1*2)/16 = .5, kappa .5.
    pairs = [("keep", "keep"), ("keep", "keep"), ("keep", "drop"), ("drop", "drop")]
    found = agreement([[says("Ada", one), says("Bob", other)] for one, other in pairs])
    assert (found.items, found.same, found.kappa) == (4, 3, pytest.approx(0.5))
    # Of 8 verdicts 5 keep and 3 drop: 30 of the 56 ordered pairs differ by chance, 2 of 8 do: 1 - 2/8 * 56/30 = .533.
    assert found.alpha == pytest.approx(1 - 2 / 8 * 56 / 30)
    assert agreement([[says("Ada")]]) is None


@every(
    [
        ({"verdict": "drop", "reason": "ugly"}, "a reason among odd"),
        ({"changes": {"parts.0.id": "x"}}, "is not there to be changed"),
        ({"changes": {"other": 4}}, "is not there to be changed"),
        ({"changes": {"text": 4}}, "expected a value such as '=1\\+1'"),
    ]
)
def test_a_decision_that_does_not_fit_is_refused(fields, message):
    with pytest.raises(PipelineError, match=message):
        says("Ada", **fields).checked(ITEM, PARAMS)


def test_a_correction_is_carried_out_and_noted_with_who_made_it():
    kept = says("Ada", changes={"parts.0.words": "two"}).carried_out(ITEM)
    assert kept.data["parts"] == [{"id": "first", "words": "two"}]
    assert [(event.by, event.changed) for event in kept.provenance.events] == [("Ada", ("parts.0.words",))]


@every(["csv", "jsonl"])
def test_a_sheet_comes_back_as_what_was_filled_in(ending, tmp_path):
    waiting = questions([ITEM], [], PARAMS, 0)
    path = tmp_path / f"sheet.{ending}"
    if ending == "csv":
        sheet = sheet_csv("look", waiting, PARAMS, by="Ada")
        assert "'=1+1" in sheet  # no spreadsheet runs it
        path.write_text(sheet.replace("look,a,,", "look,a,keep,").replace(",one", ",two"), "utf-8")
    else:
        sheet = sheet_jsonl("look", waiting, PARAMS, by="Ada")
        path.write_text(sheet.replace('"verdict": null', '"verdict": "keep"').replace('"one"', '"two"'))
    assert list(read_decisions(path, {"a": ITEM}, PARAMS, "look", ["look"])) == [says("Ada", changes={"parts.0.words": "two"})]
    path.write_text(sheet, "utf-8")
    assert list(read_decisions(path, {"a": ITEM}, PARAMS, "look", ["look"])) == []  # nothing was filled in
    with pytest.raises(PipelineError, match="expected a stage among watch, got 'look'"):
        list(read_decisions(path, {"a": ITEM}, PARAMS, "watch", ["watch"]))
