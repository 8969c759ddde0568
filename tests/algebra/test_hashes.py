"""Hashes of expressions are worked out once, and only for the process they are in."""

import pickle

from gnomon.algebra import parse_expression


def test_equal_trees_have_equal_hashes_however_often_they_are_asked():
    first, second = (parse_expression("angle(A,B,C) + 2*x") for _ in range(2))
    assert first is not second
    assert hash(first) == hash(first) == hash(second)


def test_a_kept_hash_does_not_travel():
    """Texts hash otherwise in another process, so that a hash sent along would be wrong there."""
    expression = parse_expression("length(A,B) + 2*x")
    fresh = pickle.dumps(expression)
    hash(expression)
    assert pickle.dumps(expression) == fresh
    assert pickle.loads(fresh) == expression  # noqa: S301  # our own
