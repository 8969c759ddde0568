"""Settings of calls: a client's own stand over a request's, only what is set is sent, and what was sent is noted."""

from gnomon.models import CallSettings, FakeServer, Message, Request, noted_settings
from gnomon.models.cache import sample_keys

REQUEST = Request(messages=(Message(role="user", text="Why?"),), temperature=0.0, max_tokens=50, seed=3)


def test_what_is_set_stands_over_the_request_and_the_rest_stays():
    changed = CallSettings(temperature=0.7, reasoning_effort="low").over(REQUEST)
    expected = {"temperature": 0.7, "reasoning_effort": "low", "max_tokens": 50, "top_p": None, "seed": 3}
    assert changed.model_dump(include=set(expected)) == expected
    assert CallSettings().over(REQUEST) is REQUEST


def test_a_setting_that_is_not_set_is_not_sent(ask):
    with FakeServer() as server:
        ask(server, REQUEST)
        ask(server, REQUEST, asking=CallSettings(top_p=0.5, reasoning_effort="high", temperature=1.0))
        plain, own = (request.body for request in server.requests)
    assert {"top_p", "reasoning_effort"} & plain.keys() == set()
    assert (own["top_p"], own["reasoning_effort"], own["temperature"], own["max_tokens"]) == (0.5, "high", 1.0, 50)


def test_each_setting_is_part_of_the_key_and_without_new_ones_it_is_as_it_was():
    keys = [sample_keys("http://s/v1", "m", each.over(REQUEST))[0] for each in (
        CallSettings(), CallSettings(top_p=0.5), CallSettings(top_p=0.6), CallSettings(reasoning_effort="low"),
    )]  # fmt: skip
    assert len(set(keys)) == 4
    # The key that answers were kept under before there were such settings.
    assert keys[0] == "cb47a498c97a6fcd825ee8a676118dc3ca26d008034a7582194863d000a9d950"


def test_what_was_sent_is_noted_by_role_with_its_seeds(ask):
    with FakeServer() as server, noted_settings() as log:
        for seed in (5, 3, 5, None):
            ask(server, REQUEST.model_copy(update={"seed": seed}), role="judge")
        ask(server, REQUEST, role="judge", asking=CallSettings(temperature=0.5))
    hot, cold = sorted(log.asked({})["judge"], key=lambda each: each.temperature or 0.0, reverse=True)
    assert (hot.temperature, hot.seeds, hot.num_seeds) == (0.5, (3,), 1)
    assert (cold.temperature, cold.max_tokens, cold.top_p, cold.seeds) == (0.0, 50, None, (3, 5))


def test_passes_are_noted_together_and_many_seeds_are_counted():
    with noted_settings() as log:
        log.sent["tutor"] = {CallSettings(): set(range(30))}
        first = log.asked({})
    with noted_settings() as log:
        log.sent["tutor"] = {CallSettings(): {7}, CallSettings(top_p=0.5): {1}}
        both = log.asked(first)
    assert (first["tutor"][0].seeds, first["tutor"][0].num_seeds) == (tuple(range(20)), 30)
    assert sorted((entry.top_p or 0, entry.num_seeds) for entry in both["tutor"]) == [(0, 30), (0.5, 1)]
