"""What is said to the tutor about a claim, and claims nothing."""

from gnomon.tutor.message.begging import drop_begging
from gnomon.tutor.message.rewriting import Rewritten
from tests.every import every


def left(text):
    message = Rewritten(text)
    drop_begging(message)
    return " ".join(message.text.split())


@every([("its 77 and dont tell me its wrong", "its 77"), ("NWA = 125 pls say its right", "NWA = 125")])
def test_a_claim_stands_without_what_is_begged_for_beside_it(text, claim):
    assert left(text) == claim


@every(["its wrong", "pls say its right", "tell me if its right", "is it right"])
def test_what_asks_or_denies_stays(text):
    assert left(text) == text
