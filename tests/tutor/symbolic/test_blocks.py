"""The rectangles of shapes whose sides meet at right angles."""

import math

from gnomon.tutor.symbolic.blocks import NO_BLOCKS, blocks_of
from tests.every import every

L_SHAPE = [(6, 7), (15, 7), (15, 0), (0, 0), (0, 10), (6, 10)]
"""15 by 10 without 9 by 3 at the upper right."""


@every([(6, 10), (9, 7), (15, 7), (6, 3), (9, 3), (15, 10)])
def test_rectangles_that_the_shape_is_cut_into_or_lacks_are_known(one, other):
    blocks = blocks_of(L_SHAPE)
    assert blocks.has(one, other)
    assert blocks.has(other, one)
    assert blocks.is_area(one * other)


@every([(9, 10), (15, 3), (6, 15), (None, 6)])
def test_no_rectangle_runs_over_the_edge_of_the_shape(one, other):
    assert not blocks_of(L_SHAPE).has(one, other)


def test_a_turned_shape_has_the_same_rectangles():
    turn = 0.7
    turned = [(x * math.cos(turn) - y * math.sin(turn), x * math.sin(turn) + y * math.cos(turn)) for x, y in L_SHAPE]
    assert {frozenset(pair) for pair in blocks_of(turned).pairs} == {frozenset(pair) for pair in blocks_of(L_SHAPE).pairs}
    assert blocks_of(turned).is_side(7)


def test_a_rectangle_and_a_slanted_shape_have_nothing_to_cut():
    assert blocks_of([(0, 0), (4, 0), (4, 3), (0, 3)]) == NO_BLOCKS
    assert blocks_of([(0, 0), (10, 0), (10, 9), (5, 9), (0, 6)]) == NO_BLOCKS
