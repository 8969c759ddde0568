"""The catalogue of what learners say of all figures."""

from itertools import combinations

from gnomon.geometry import rules
from gnomon.tutor.message.sayings import sayings
from tests.every import every

LONGEST = 22


@every(sorted(sayings()), one_in=7)
def test_a_saying_is_one_sentence_and_only_a_false_one_says_what_is_right(name):
    saying = sayings()[name]
    for sentence in (saying.says, saying.instead):
        assert len(sentence.split()) <= LONGEST
        assert not sentence or sentence.endswith(".")
    assert bool(saying.instead) is not saying.holds
    assert set(saying.rules) <= set(rules())


def test_no_two_sayings_say_the_same():
    words = {saying.id: frozenset(saying.says.lower().strip(".").split()) for saying in sayings().values()}
    assert not [pair for pair in combinations(words, 2) if words[pair[0]] == words[pair[1]] and _holds_alike(pair)]


def _holds_alike(pair):
    one, other = (sayings()[name] for name in pair)
    return one.holds == other.holds


def test_there_are_true_ones_and_false_ones_of_every_part_of_school_geometry():
    held = [saying.holds for saying in sayings().values()]
    assert held.count(True) > 150
    assert held.count(False) > 100
