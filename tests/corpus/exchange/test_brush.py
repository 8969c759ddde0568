"""Masks are packed as thi.ng's rle-pack describes it: a reader written from that description unpacks them."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from gnomon.corpus import Stroke
from gnomon.corpus.exchange.brush import Size, ink, packed


def unpacked(data: list[int]) -> list[int]:
    """Read 32 bits of length, 5 of word size less 1, 4 times 4 of group size less 1; then flag, group, length, value."""
    bits = "".join(f"{byte:08b}" for byte in data)
    place = 0

    def take(count: int) -> int:
        nonlocal place
        place += count
        return int(bits[place - count : place], 2)

    length, word = take(32), take(5) + 1
    groups = [take(4) + 1 for _ in range(4)]
    values: list[int] = []
    while len(values) < length:
        repeated = take(1)
        count = take(groups[take(2)]) + 1
        values += [take(word)] * count if repeated else [take(word) for _ in range(count)]
    return values


@given(st.integers(1, 12).flatmap(lambda width: st.lists(st.lists(st.booleans(), min_size=width, max_size=width), min_size=1)))
def test_a_mask_is_unpacked_as_pixels_of_four_bytes(rows):
    assert unpacked(packed(np.array(rows))) == [255 * pixel for row in rows for pixel in row for _ in range(4)]


def test_a_run_longer_than_the_longest_group_is_parted():
    assert unpacked(packed(np.ones((300, 300), dtype=np.bool_))) == [255] * 360_000


def test_a_small_mask_is_packed_as_worked_out_by_hand():
    # 4 bytes; words of 8 bits (7), groups of 3, 4, 8, 16 bits (2, 3, 7, 15); repeated, group 0, 4 values (3), 255:
    # 32 zeros but for 100, 00111, 0010 0011 0111 1111, 1, 00, 011, 11111111, and zeros to fill the byte
    bits = f"{4:032b}" + "00111" + "0010001101111111" + "1" + "00" + "011" + "11111111" + "00000"
    assert packed(np.array([[True]])) == [int(bits[place : place + 8], 2) for place in range(0, len(bits), 8)]


def test_ink_covers_what_is_near_the_stroke_and_nothing_else():
    covered = ink([Stroke(pen="green", points=((2, 5, 1, 0), (17, 5, 1, 9)))], Size(20, 10), 4)
    assert covered.shape == (10, 20)
    assert [bool(covered[row, 10]) for row in range(10)] == [False] * 3 + [True] * 4 + [False] * 3
    assert not covered[5, 19]


def test_a_dot_is_a_disc_and_what_lies_outside_is_cut_off():
    strokes = [Stroke(pen="green", points=((0, 0, 1, 0),)), Stroke(pen="green", points=((90, 90, 1, 0), (99, 99, 1, 1)))]
    assert 10 <= ink([*strokes, Stroke(pen="brown", points=())], Size(20, 20), 8).sum() <= 16  # a quarter of 16 pi is 12.6
