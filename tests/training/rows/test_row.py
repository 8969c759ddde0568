"""Lengths: nothing is cut, what is too long is left out and listed."""

from gnomon.models import Image, Message
from gnomon.training.rows import Row, RowSet, rough_tokens, tokens_of, without_long
from tests.every import every

ROW = Row("a", "p", (Message(role="user", text="one two three"),), "four five")
PAIR = Row("b", "p", (Message(role="user", text="one"),), "two", "three four five")
DRAWN = Row("c", "p", (Message(role="user", text="one two", images=(Image(data=b"x"), Image(data=b"y"))),))


def words(messages):
    """Count as a tokenizer of words would whose template adds one token a message."""
    return sum(1 + len(message["content"].split()) for message in messages)


# One token a message and one a word; of a pair the longer side; two pictures of ten each.
@every([(ROW, 2 + 5), (PAIR, 2 + 4), (DRAWN, 1 + 2 + 20)], name=lambda case: case[0].id)
def test_a_row_is_as_long_as_its_template_its_words_and_its_pictures(row, tokens):
    assert tokens_of(row, words, lambda _: 10) == tokens


# "one two three" has 13 characters: 4 tokens; "four five" has 9: 3; four marks each.
def test_without_a_tokenizer_four_characters_are_a_token():
    assert tokens_of(ROW) == rough_tokens([{"content": "one two three"}, {"content": "four five"}]) == 4 + 4 + 4 + 3


def test_a_row_that_is_too_long_is_listed_and_never_cut():
    found = without_long(RowSet({"train": (ROW, PAIR), "test": (ROW,)}, weights={"a": 3}), 6, words)
    assert found.rows == {"train": (PAIR,), "test": ()}
    assert found.too_long == (("a", "train", 7), ("a", "test", 7))
    assert found.reasons() == {"too_long": 2}
    assert found.epoch() == (PAIR,)


def test_room_is_kept_for_a_completion_that_is_yet_to_be_drawn():
    assert without_long(RowSet({"train": (DRAWN,)}), 10, words, reserve=7).rows == {"train": (DRAWN,)}
    assert without_long(RowSet({"train": (DRAWN,)}), 10, words, reserve=8).rows == {"train": ()}
