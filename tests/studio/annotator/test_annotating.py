"""An annotator works through dialogues over HTTP."""

import html
import json
import re
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from gnomon.studio.annotation import onboarding
from tests.studio.annotating import ATTEMPT, Batched, made_batch, turn
from tests.studio.serving import Running

ROW = json.dumps(ATTEMPT)
OTHER = json.dumps({**ATTEMPT, "problem": "linear-pair-dghk", "attempt": "So x is 3."})


def kept(batch: Batched, item: str) -> Any:
    return batch.studio.do(batch.studio.store.annotation.item(item.rpartition("/")[2]))


@pytest.mark.slow
@pytest.mark.quick
def test_a_dialogue_goes_from_the_batch_to_the_review_queue(studio: Running) -> None:
    batch = made_batch(studio, ROW)
    annotator = batch.annotator()
    item = annotator.begin()
    page = annotator.person.get(item).text
    assert "So angle KML is 123." in page
    annotator.hold(item)
    done = kept(batch, item)
    assert [said.body["role"] for said in done.turns] == ["tutor", "student", "tutor", "student", "tutor"]
    assert (done.row.outcome, done.row.debrief) == ("not_solved", {"Q1": 4, "Q2": 2, "Q3": 3, "Q4": 1})
    assert item.rpartition("/")[2] in batch.reviewer.get("/review").text


def test_nobody_annotates_before_they_agree(studio: Running) -> None:
    annotator = made_batch(studio, ROW).annotator(agrees=False)
    assert "I take part." in annotator.person.get(annotator.path).text
    assert annotator.person.post(f"{annotator.path}/next").status_code == 409


def test_a_turn_that_is_sent_twice_counts_once(studio: Running) -> None:
    batch = made_batch(studio, ROW)
    annotator = batch.annotator()
    item, sent = annotator.begin(), turn(0, "Introduce", "Hello!")
    assert [annotator.send(f"{item}/turns", sent).json() for _ in range(2)] == [
        {"number": 2, "is_over": False, "awaits_student": False}
    ] * 2
    assert len(kept(batch, item).turns) == 2


def test_a_turn_that_is_sent_twice_at_once_counts_once(studio: Running) -> None:
    batch = made_batch(studio, ROW)
    annotator = batch.annotator()
    item, sent = annotator.begin(), turn(0, "Introduce", "Hello!")
    headers = {"X-CSRF": annotator.person.csrf, "Accept": "application/json"}

    def post(_: int) -> int:
        return int(annotator.person.browser.post(f"{item}/turns", json=sent, headers=headers).status_code)

    with ThreadPoolExecutor(4) as threads:
        assert list(threads.map(post, range(4))) == [200] * 4
    assert len(kept(batch, item).turns) == 2


def test_who_agreed_agrees_no_second_time_and_not_after_withdrawing(studio: Running) -> None:
    batch = made_batch(studio, ROW)
    annotator = batch.annotator()
    (member,) = studio.do(studio.store.annotation.members(batch.id))
    assert annotator.person.post(f"{annotator.path}/consent", {"version": member.consent}).status_code == 409
    annotator.person.post(f"{annotator.path}/withdraw", {"confirm": "withdraw"})
    assert annotator.person.post(f"{annotator.path}/consent", {"version": member.consent}).status_code == 409
    (after,) = studio.do(studio.store.annotation.members(batch.id))
    assert (after.consented, after.withdrawn is not None) == (member.consented, True)


def test_a_turn_that_was_overtaken_in_another_window_is_refused(studio: Running) -> None:
    annotator = made_batch(studio, ROW).annotator()
    item = annotator.begin()
    annotator.say(item, 0, "Introduce", "Hello!")
    assert annotator.say(item, 0, "Introduce", "Hello again!").status_code == 409


def test_a_turn_that_breaks_a_rule_is_refused_with_the_rule(studio: Running) -> None:
    annotator = made_batch(studio, ROW).annotator()
    item = annotator.begin()
    answer = annotator.say(item, 0, "AskAngle", "How large is it?")
    assert (answer.status_code, answer.json()["detail"]) == (422, "A SeeFigure turn carries a highlight.")
    odd = annotator.say(item, 0, "AskAngle", "How large?", meant=[{"element": "angle:ZZZ", "pen": "green"}])
    assert odd.status_code == 422


def test_both_the_strokes_and_what_they_mean_are_kept(studio: Running) -> None:
    batch = made_batch(studio, ROW)
    annotator = batch.annotator()
    item = annotator.begin()
    strokes = [{"pen": "green", "points": [[10.0, 10.0, 0.5, 0], [400.0, 10.5, 0.5, 80]]}]
    meant = [{"element": "angle:KML", "pen": "green"}]
    assert annotator.say(item, 0, "AskAngle", "How large is it?", meant=meant, items=strokes).status_code == 200
    said = kept(batch, item).turns[0]
    assert said.body["highlights"]["angles"] == ["KML"]
    assert said.record["items"] == strokes
    assert set(said.record["read"]) == {"green", "brown"}


def test_a_draft_of_a_turn_goes_when_the_turn_is_sent(studio: Running) -> None:
    annotator = made_batch(studio, ROW).annotator()
    item = annotator.begin()
    place = f"/api/drafts/annotation/{item.rpartition('/')[2]}/turn/0"
    body = {"version": 0, "body": {"text": "Hel"}}
    assert annotator.person.browser.put(place, json=body, headers={"X-CSRF": annotator.person.csrf}).status_code == 200
    annotator.say(item, 0, "Introduce", "Hello!")
    assert annotator.person.get(place).json() == {"version": 0, "body": {}}


def test_the_first_round_waits_for_a_reviewer_who_invites_to_more(studio: Running) -> None:
    batch = made_batch(studio, f"{ROW}\n{OTHER}", first_round=1)
    annotator = batch.annotator()
    annotator.hold(annotator.begin())
    assert annotator.person.post(f"{annotator.path}/next").status_code == 409
    member = studio.do(studio.store.annotation.members(batch.id))[0]
    assert batch.reviewer.post(f"{batch.path}/annotators/{member.account_id}/round", {"to": "more"}).status_code == 303
    assert annotator.begin().startswith("/annotate/items/")


def test_an_attempt_is_given_to_as_many_annotators_as_its_quota_says(studio: Running) -> None:
    batch = made_batch(studio, ROW, overlap_percent=100, raters=2)
    people = [batch.annotator(name) for name in ("Ann", "Bea", "Cem")]
    items = [each.person.post(f"{each.path}/next") for each in people]
    assert [each.status_code for each in items] == [303, 303, 409]
    assert items[0].headers["location"] != items[1].headers["location"]


def test_nobody_sees_the_dialogue_of_another_annotator(studio: Running) -> None:
    batch = made_batch(studio, ROW, overlap_percent=100, raters=2)
    one, other = batch.annotator("Ann"), batch.annotator("Bea")
    item = one.begin()
    other.begin()
    problem = f"annotation:{item.rpartition('/')[2]}"
    assert other.person.get(item).status_code == 404
    assert other.say(item, 0, "Introduce", "Hello!").status_code == 404
    assert other.person.get(f"/api/figures/{problem}/drawing").status_code == 404
    assert one.person.get(f"/api/figures/{problem}/drawing?green=line:KM").status_code == 200
    assert other.person.get("/review").status_code == 403


def test_the_ledger_counts_figures_with_highlights_when_a_dialogue_is_handed_in(studio: Running) -> None:
    batch = made_batch(studio, ROW, dialogue_pay=1.5, bonus=0.1, most_bonuses=1)
    annotator = batch.annotator()
    item = annotator.begin()
    meant = [{"element": "angle:KML", "pen": "green"}]
    annotator.say(item, 0, "AskAngle", "How large is it?", meant=meant)
    annotator.say(item, 2, "AskAngle", "And this one?", meant=meant)
    assert "Nothing yet." in annotator.person.get("/annotate/ledger").text
    for _ in range(2):
        assert annotator.hand_in(item).status_code == 303
    assert "1.60 EUR" in annotator.person.get("/annotate/ledger").text


def test_a_dialogue_that_was_sent_back_keeps_what_the_debrief_answered(studio: Running) -> None:
    batch = made_batch(studio, ROW)
    annotator = batch.annotator()
    item = annotator.begin()
    annotator.say(item, 0, "Farewell", "Goodbye!")
    answered = re.compile(r'name="(\w+)" value="(\w+)"[^>]* checked')
    assert answered.findall(annotator.person.get(f"{item}/end").text) == []
    annotator.hand_in(item)
    batch.reviewer.post(f"{item.replace('/annotate/', '/review/')}/verdict", {"state": "returned"})
    assert answered.findall(annotator.person.get(f"{item}/end").text) == [
        ("outcome", "not_solved"),
        ("q1", "4"),
        ("q2", "2"),
        ("q3", "3"),
        ("q4", "1"),
    ]


def test_who_withdraws_is_out_and_may_have_everything_erased(studio: Running) -> None:
    batch = made_batch(studio, ROW)
    annotator = batch.annotator()
    item = annotator.begin()
    annotator.hold(item)
    assert annotator.person.post(f"{annotator.path}/withdraw", {"confirm": "withdraw"}).status_code == 303
    assert item.rpartition("/")[2] not in batch.reviewer.get("/review").text
    assert annotator.person.get(item).status_code == 403
    annotator.person.post(f"{annotator.path}/withdraw", {"confirm": "withdraw", "erases": "true"})
    assert kept(batch, item) is None


def moved(number: int, subact: str, **more: Any) -> dict[str, Any]:
    return {"number": number, "subact": subact, "feedback": "none", "meant": []} | more


def test_proposals_come_blind_and_what_was_taken_and_sent_is_kept(studio: Running) -> None:
    batch = made_batch(studio, ROW, proposers=["symbolic", "plain", "plain"])
    annotator = batch.annotator()
    item = annotator.begin()
    answer = annotator.send(f"{item}/proposals", moved(0, "Introduce"))
    offered = answer.json()
    assert len(offered["texts"]) + offered["failed"] == 3
    assert "plain" not in answer.text
    assert "symbolic" not in answer.text
    again = annotator.send(f"{item}/proposals", moved(0, "Introduce")).json()
    assert again["texts"] == offered["texts"]
    edited = offered["texts"][1] + " Take your time."
    annotator.say(item, 0, "Introduce", edited, proposals=offered["id"], taken=1)
    record = kept(batch, item).turns[0].record
    assert [each["text"] for each in record["proposals"]] == offered["texts"]
    assert record["taken"] == record["proposals"][1]["origin"]
    assert record["chosen"] == "custom"
    assert kept(batch, item).turns[0].seconds is not None


def test_a_proposer_that_fails_leaves_the_other_two(studio: Running) -> None:
    annotator = made_batch(studio, ROW, proposers=["plain", "symbolic", "plain"]).annotator()
    meant = [{"element": "angle:KML", "pen": "green"}]
    offered = annotator.send(f"{annotator.begin()}/proposals", moved(0, "AskAngle", meant=meant)).json()
    assert (len(offered["texts"]), offered["failed"]) == (2, 1)
    assert all("KML" in text for text in offered["texts"])


def test_words_are_proposed_only_for_a_move_that_keeps_the_rules(studio: Running) -> None:
    annotator = made_batch(studio, ROW).annotator()
    item = annotator.begin()
    assert annotator.send(f"{item}/proposals", moved(0, "AskAngle")).status_code == 422
    assert annotator.send(f"{item}/proposals", moved(1, "Introduce")).status_code == 409


def test_a_proposal_of_another_dialogue_counts_for_nothing(studio: Running) -> None:
    batch = made_batch(studio, ROW, overlap_percent=100, raters=2)
    one, other = batch.annotator("Ann"), batch.annotator("Bea")
    item, others = one.begin(), other.begin()
    offered = other.send(f"{others}/proposals", moved(0, "Introduce")).json()
    assert one.say(item, 0, "Introduce", "Hello!", proposals=offered["id"], taken=0).status_code == 422


def test_the_quiz_comes_before_the_first_dialogue_and_is_paid_once(studio: Running) -> None:
    batch = made_batch(studio, ROW, has_onboarding="true", onboarding_pay=2)
    annotator = batch.annotator()
    assert annotator.person.post(f"{annotator.path}/next").status_code == 409
    page = annotator.person.get(f"{annotator.path}/onboarding").text
    assert all(question.text in html.unescape(page) for question in onboarding().quiz)
    right = {each.id: next(at for at, choice in enumerate(each.choices) if choice.is_right) for each in onboarding().quiz}
    wrong = {name: (at + 1) % 2 for name, at in right.items()}
    failed = annotator.person.post(f"{annotator.path}/quiz", wrong)
    assert (failed.status_code, "try again" in failed.text) == (200, True)
    assert annotator.person.post(f"{annotator.path}/quiz", dict.fromkeys(right, "9" * 5000)).status_code == 422
    assert annotator.person.post(f"{annotator.path}/quiz", right).status_code == 303
    assert annotator.person.post(f"{annotator.path}/quiz", right).status_code == 409
    assert "2.00 EUR" in annotator.person.get("/annotate/ledger").text
    assert annotator.begin().startswith("/annotate/items/")


def test_the_exit_interview_is_kept_and_shown_by_rater(studio: Running) -> None:
    batch = made_batch(studio, ROW)
    annotator = batch.annotator()
    path = f"{annotator.path}/interview"
    answers = {"rating-engagement": 2, "note-engagement": "They took part.", "note-experience": "Ten years."}
    assert annotator.person.post(path, answers).status_code == 409
    annotator.hold(annotator.begin())
    assert annotator.person.get(path).status_code == 200
    assert annotator.person.post(path, {"rating-engagement": 6}).status_code == 422
    assert annotator.person.post(path, answers).status_code == 303
    shown = batch.reviewer.get(f"{batch.path}/interviews").text
    assert "They took part." in shown
    assert "Student engagement" in shown
