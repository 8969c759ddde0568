"""Templates of rules take lists one by one, or not at all."""

from gnomon.problem.words import read_words
from tests.every import every


@every(
    ["AD, BE and CF are perpendiculars drawn from A and B to PQ.", "AD and BE are perpendiculars drawn from A, B and C to PQ."]
)
def test_lists_of_different_lengths_say_nothing(text):
    wording = read_words(text)
    assert not wording.facts
    assert wording.unread
