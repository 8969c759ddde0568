"""The policy free: math-verify in a process of its own."""

import asyncio

import pytest

from gnomon.algebra import FreeEquality

pytest.importorskip("math_verify", reason="needs math-verify (the extra bench)")

pytestmark = pytest.mark.slow


def compare(*pairs, **settings):
    async def run():
        async with FreeEquality(**settings) as free:
            return [await free.equal(*pair) for pair in pairs], free.num_timeouts

    return asyncio.run(run())


def test_equal_expressions_are_equal_in_any_form():
    pairs = [
        ("18", r"\frac{36}{2}"),
        ("5√3", r"5\sqrt{3}"),
        (r"\frac{1}{2}(x+1)", "x/2+0.5"),
        ("√(12)", "2√3"),
        ("1,200", "1200"),
    ]
    assert compare(*pairs) == ([True] * 5, 0)


def test_unequal_expressions_are_not():
    assert compare(("18", "17"), ("x+1", "x-1"))[0] == [False, False]


def test_a_comparison_without_end_is_given_up_and_the_next_one_works():
    found, timeouts = compare(("2", "10^{10^{10^{10}}}"), ("2", "2"), timeout_seconds=1.0)
    assert found == [None, True]
    assert timeouts == 1


def test_what_is_too_long_or_empty_has_no_verdict():
    assert compare(("2", "1+" * 2000 + "1"), ("2", ""))[0] == [None, None]
