"""Tokens, money and time by role; an estimate before, a limit while it goes on."""

import asyncio

import pytest

from gnomon.models import (
    Cache,
    Client,
    CostLimitError,
    FakeServer,
    Fault,
    Image,
    Ledger,
    Message,
    Price,
    Request,
    ServerBehaviour,
    Usage,
    read_prices,
)

PRICE = Price(prompt=2, completion=10)


def test_a_price_is_for_a_million_tokens():
    # 1,500 prompt tokens at 2 are 0.003, 200 completion tokens at 10 are 0.002
    assert PRICE.cost(Usage(prompt_tokens=1500, completion_tokens=200)) == pytest.approx(0.005)


def test_a_row_for_each_role_holds_its_tokens_and_cost(ask, question):
    ledger = Ledger({"dear": PRICE})
    with FakeServer(["a b c"]) as server:
        ask(server, question("one two", num_samples=2), model="dear", role="tutor", ledger=ledger)
        ask(server, question("one"), model="dear", role="judge", ledger=ledger)
    tutor, judge = ledger.rows
    assert (tutor.role, tutor.model, tutor.calls, tutor.samples, tutor.failed) == ("tutor", "dear", 1, 2, 0)
    assert (tutor.usage.prompt_tokens, tutor.usage.completion_tokens, tutor.usage.requests) == (2, 6, 1)
    assert (judge.usage.prompt_tokens, judge.usage.completion_tokens) == (1, 3)
    # tutor: 2 * 2 + 6 * 10 = 64; judge: 2 + 30 = 32, each for a million
    assert (tutor.cost, judge.cost, ledger.cost) == pytest.approx((64e-6, 32e-6, 96e-6))


def test_a_model_without_a_price_has_no_cost(ask, question):
    ledger = Ledger()
    with FakeServer() as server:
        ask(server, question(), ledger=ledger)
    assert (ledger.rows[0].cost, ledger.cost) == (None, None)


def test_tokens_that_were_not_reported_leave_the_cost_unknown(ask, question):
    ledger = Ledger({"fake-model": PRICE})
    with FakeServer(behaviour=ServerBehaviour(reports_usage=False)) as server:
        ask(server, question(), ledger=ledger)
    assert (ledger.rows[0].usage.unreported, ledger.rows[0].cost) == (1, None)


def test_what_comes_from_the_cache_costs_nothing_and_has_no_latency(ask, question, tmp_path):
    with FakeServer() as server:
        ask(server, question(), cache=Cache(tmp_path))
        ledger = Ledger({"fake-model": PRICE})
        ask(server, question(), cache=Cache(tmp_path), ledger=ledger)
    row = ledger.rows[0]
    assert (row.calls, row.samples, row.cached, row.usage, row.cost) == (1, 1, 1, Usage(), 0)
    assert (row.seconds, row.median_seconds, row.percentile_95_seconds) == (0, None, None)


def test_latency_is_the_median_and_the_95th_percentile():
    ledger = Ledger()
    for seconds in range(1, 21):
        ledger.finish("tutor", "m", samples=1, cached=0, seconds=seconds)
    row = ledger.rows[0]
    # 1 to 20: the middle of 10 and 11; the 19th of 20
    assert (row.seconds, row.median_seconds, row.percentile_95_seconds) == (210, 10.5, 19)


def test_requests_that_failed_are_counted(ask, question):
    ledger = Ledger()
    with FakeServer(faults=[Fault(status=500), Fault(status=404)]) as server, pytest.raises(Exception, match="404"):
        ask(server, question(), ledger=ledger)
    assert (ledger.rows[0].failed, ledger.rows[0].calls, ledger.rows[0].usage.requests) == (1, 0, 2)


def test_an_estimate_is_an_upper_bound_of_what_the_server_then_counts(ask, question):
    request = question("How long is AB when ABC is a right triangle? " * 20, num_samples=3, max_tokens=7)
    estimate = Ledger({"m": PRICE}).estimate("m", [request, request])
    with FakeServer(["word " * 50]) as server:
        used = ask(server, request).usage
    assert estimate.requests == 2
    assert estimate.prompt_tokens >= 2 * used.prompt_tokens
    assert estimate.completion_tokens == 2 * 3 * 7 == 2 * used.completion_tokens
    assert estimate.cost == pytest.approx((2 * estimate.prompt_tokens + 10 * 42) / 1e6)


def test_an_estimate_says_where_it_guesses_and_where_there_is_no_price(question):
    estimate = Ledger().estimate("m", [question(), question(max_tokens=5)])
    assert (estimate.unlimited, estimate.completion_tokens, estimate.cost) == (1, 2048 + 5, None)


def test_a_picture_is_part_of_an_estimate():
    message = Message(role="user", text="", images=(Image(data=b"1"),) * 2)
    assert Ledger().estimate("m", [Request(messages=(message,))]).prompt_tokens >= 2 * 765


def test_the_call_that_would_pass_the_limit_is_not_made(question):
    # At least 10 * 100 tokens at 10 a million are 0.001 a call, and with the prompt a little more: two fit below 0.003
    ledger = Ledger({"m": Price(prompt=0, completion=10)}, max_cost=0.0025)

    async def spend(url):
        async with Client("m", url, ledger=ledger) as client:
            for _ in range(3):
                await client.respond(question(max_tokens=100))

    with FakeServer(["word " * 150]) as server:
        with pytest.raises(CostLimitError, match=r"spent 0\.002 of at most 0\.0025; the next call could cost 0\.001"):
            asyncio.run(spend(server.url))
        assert server.num_requests == 2


def test_calls_at_once_do_not_pass_the_limit_together(question):
    ledger = Ledger({"m": Price(prompt=0, completion=10)}, max_cost=0.0055)

    async def crowd(url):
        async with Client("m", url, ledger=ledger) as client:
            calls = (client.respond(question(str(number), max_tokens=100)) for number in range(30))
            return await asyncio.gather(*calls, return_exceptions=True)

    with FakeServer(["word " * 150], behaviour=ServerBehaviour(latency_seconds=0.02)) as server:
        outcomes = asyncio.run(crowd(server.url))
        assert server.num_requests == 5
    assert sum(isinstance(outcome, CostLimitError) for outcome in outcomes) == 25
    assert ledger.cost == pytest.approx(0.005)


def test_a_call_waits_for_cheap_calls_under_way_rather_than_being_refused(question):
    # Each could cost 0.001 and costs 0.00001: with all of them held back only two would fit
    ledger = Ledger({"m": Price(prompt=0, completion=10)}, max_cost=0.0025)

    async def crowd(url):
        async with Client("m", url, ledger=ledger) as client:
            await asyncio.gather(*(client.respond(question(str(number), max_tokens=100)) for number in range(20)))

    with FakeServer(["word"], behaviour=ServerBehaviour(latency_seconds=0.01)) as server:
        asyncio.run(crowd(server.url))
        assert server.num_requests == 20
        assert server.most_at_once == 2


def test_a_limit_without_a_price_is_refused(ask, question):
    with FakeServer() as server, pytest.raises(CostLimitError, match="needs the price of model 'fake-model'; prices given: none"):
        ask(server, question(), ledger=Ledger(max_cost=1))


def test_prices_are_read_from_a_file(tmp_path):
    file = tmp_path / "prices.yaml"
    file.write_text("gpt-x: {prompt: 0.15, completion: 0.6}\n")
    assert read_prices(file) == {"gpt-x": Price(prompt=0.15, completion=0.6)}


@pytest.mark.parametrize("content", ["gpt-x: 3", "gpt-x: {prompt: -1, completion: 0}", "[", "- a"])
def test_a_file_of_something_else_is_refused(tmp_path, content):
    file = tmp_path / "prices.yaml"
    file.write_text(content)
    with pytest.raises(ValueError, match="expected lines such as") as refused:
        read_prices(file)
    assert "\n" not in str(refused.value)
    assert "http" not in str(refused.value)  # no address of a library's manual


def test_ledgers_that_share_a_limit_ask_for_more_and_together_stay_below_it():
    left = [10.0]

    async def more(wanted):
        given = min(max(wanted, 2.0), left[0])
        if given < wanted:
            return 0.0
        left[0] -= given
        return given

    async def spend(ledger, usage):
        async with ledger.reserve("dear", usage):
            ledger.charge("tutor", "dear", usage)

    async def all_of_it():
        ledgers = [Ledger({"dear": Price(prompt=1, completion=0)}, max_cost=0, more=more) for _ in range(2)]
        for number in range(3):
            await spend(ledgers[number % 2], Usage(prompt_tokens=3_000_000))  # costs 3 of the 10 each
        with pytest.raises(CostLimitError, match="spent 3 of at most 3 that fell to this worker; the next call could cost 3"):
            await spend(ledgers[1], Usage(prompt_tokens=3_000_000))
        await spend(ledgers[1], Usage(prompt_tokens=1_000_000))
        return [ledger.cost for ledger in ledgers]

    assert asyncio.run(all_of_it()) == [6, 4]
