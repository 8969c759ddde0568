"""Pay, overlap and time: counted at submit, capped, and the same whoever counts."""

from collections import Counter
from datetime import UTC, datetime, timedelta
from decimal import Decimal

from hypothesis import given
from hypothesis import strategies as st

from gnomon.dialogue import TutorTurn
from gnomon.figure import Highlights
from gnomon.studio.annotation import BonusRule, Event, Ledger, OverlapQuota, ledger_of, time_on_task
from tests.corpus.records import TRIANGLE, hand_made

TEN_PENCE = BonusRule(per_diagram=Decimal("0.10"))
NOON = datetime(2026, 5, 6, 12, tzinfo=UTC)


def turn(**highlights):
    return TutorTurn(act="Focus", subact="Guide", utterance="Hm.", highlights=Highlights(**highlights))


# bonus


def test_a_submitted_turn_counts_once_however_often_it_is_sent_and_however_much_is_drawn():
    ledger = Ledger(TEN_PENCE)
    drawn = turn(lines=("AB", "BC"), labels=("A",))
    assert [ledger.submit("t1", "d1", 0, drawn, TRIANGLE, client_id=sent) for sent in ("x", "x", "y")] == [1, 0, 0]
    assert ledger.submit("t1", "d1", 1, drawn, TRIANGLE, client_id="z") == 1
    assert ledger.owed() == {"t1": Decimal("0.20")}


def test_what_is_empty_or_not_in_the_figure_is_never_paid():
    ledger = Ledger(TEN_PENCE)
    for place, each in enumerate([turn(), turn(lines=("XY",)), turn(labels=("nowhere",))]):
        assert ledger.submit("t1", "d1", place, each, TRIANGLE, client_id=str(place)) == 0
    assert (ledger.entries(), ledger.owed()) == ((), {})
    assert ledger.submit("t1", "d1", 3, turn(lines=("XY",)), None, client_id="3") == 1  # of a picture nobody knows the parts


def test_a_turn_that_got_its_highlight_when_it_was_sent_again_is_paid_then():
    ledger = Ledger(TEN_PENCE)
    assert ledger.submit("t1", "d1", 0, turn(), TRIANGLE, client_id="a") == 0
    assert ledger.submit("t1", "d1", 0, turn(lines=("AB",)), TRIANGLE, client_id="b") == 1


def test_the_cap_is_the_rules():
    for most in (0, 1, 3):
        ledger = Ledger(BonusRule(per_diagram=Decimal("0.10"), most_a_turn=most))
        for number in range(5):
            ledger.submit("t1", "d1", 0, turn(lines=("AB",)), TRIANGLE, client_id=str(number))
        assert sum(entry.diagrams for entry in ledger.entries()) == most


def test_finished_dialogues_give_the_same_ledger():
    assert ledger_of([hand_made()], TEN_PENCE).entries() == (("t07", "d-1", 1, 1),)
    assert ledger_of([hand_made(), hand_made()], TEN_PENCE).owed() == {"t07": Decimal("0.10")}


# quotas

ITEMS = [f"item-{number}" for number in range(400)]


def test_the_share_that_goes_to_several_is_met_and_hangs_on_the_item_alone():
    quota = OverlapQuota(share=0.25, raters=3, seed=4)
    wanted = Counter(map(quota.wanted, ITEMS))
    assert set(wanted) == {1, 3}
    assert 70 <= wanted[3] <= 130  # 100 expected, 8.7 the standard deviation
    assert [quota.wanted(item) for item in ITEMS[:9]] == [quota.wanted(item) for item in ITEMS][:9]
    assert {OverlapQuota(share=share).wanted("x") for share in (0, 1)} == {1, 2}


def test_nobody_gets_an_item_twice_and_each_item_gets_as_many_as_it_wants():
    quota = OverlapQuota(share=0.3, raters=2)
    held: dict[str, list[str]] = {item: [] for item in ITEMS}
    busy = True
    while busy:
        busy = False
        for annotator in ("a", "b", "c"):
            for item in quota.next_items(annotator, ITEMS, held, 5):
                held[item].append(annotator)
                busy = True
    assert all(len(set(holders)) == len(holders) == quota.wanted(item) for item, holders in held.items())


def test_an_item_that_another_began_and_that_wants_a_second_comes_first():
    quota = OverlapQuota(share=1, raters=2)
    assert quota.next_items("b", ITEMS, {"item-77": ["a"]}, 1) == ("item-77",)
    assert "item-77" not in quota.next_items("a", ITEMS, {"item-77": ["a"]}, 400)


def test_two_annotators_do_not_walk_through_the_items_side_by_side():
    quota = OverlapQuota()
    assert quota.next_items("a", ITEMS, {}, 10) != quota.next_items("b", ITEMS, {}, 10)


# time


def at(minutes: float, place: str = "turn/1") -> Event:
    return Event(NOON + timedelta(minutes=minutes), place)


def test_gaps_of_more_than_five_minutes_do_not_count():
    # 0 to 2 and 2 to 7 count, 7 to 12.1 does not, 12.1 to 13 does: 2 + 5 + .9
    assert time_on_task([at(0), at(2), at(7), at(12.1), at(13)]) == {"turn/1": timedelta(minutes=7.9)}


def test_the_time_before_an_event_belongs_to_where_it_happened():
    spent = time_on_task([at(0, "a"), at(1, "a"), at(4, "b"), at(30, "a"), at(31, "b")])
    assert spent == {"a": timedelta(minutes=1), "b": timedelta(minutes=4)}


def test_a_place_with_one_event_took_no_time_that_is_known():
    assert time_on_task([at(0)]) == {"turn/1": timedelta()}
    assert time_on_task([]) == {}


@given(st.lists(st.tuples(st.floats(0, 100), st.sampled_from("ab"))))
def test_the_places_together_take_what_the_events_take_in_any_order(events):
    given_events = [at(*each) for each in events]
    total = sum(time_on_task(given_events).values(), timedelta())
    assert total == sum(time_on_task([Event(each.at, "all") for each in reversed(given_events)]).values(), timedelta())
    assert total <= timedelta(minutes=100)
