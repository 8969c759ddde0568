"""Phrases: the small language of their patterns, and how many of those that pupils type are known."""

import re
from pathlib import Path

import pytest

from gnomon.algebra import constant
from gnomon.problem import bank
from gnomon.tutor import read_message
from gnomon.tutor.message.moves import Kind
from gnomon.tutor.message.phrases import pattern_of
from gnomon.tutor.message.rewriting import Rewritten
from gnomon.tutor.message.spelling import correct
from tests.every import every, read_cases

TRIANGLE = bank()["triangle-sum-klm"]
PHRASES = read_cases(Path(__file__).with_name("phrases.yaml"))
CLASSES = {"who": ["friend", "my mum"]}


def _found(phrase, text):
    return re.search(pattern_of([phrase], CLASSES.__getitem__), text) is not None


@every(
    [
        ("no way", "57 no way", "no wayward"),
        ("don't know", "i dont know", "i know"),
        ("(is|are) it", "are it", "it is"),
        ("i [really] think", "i really think", "i hardly think"),
        ("at least #", "at least 57", "at least one"),
        ("@who … says", "my mum always says 57", "my dad says"),
        ("confus*", "so confusing", "con fuse"),
        ("^ is it", "ok so is it 57", "57 is it"),
        ("or not $", "57 or not?", "57 or not 58"),
        ("not !(sure|really sure)", "not 57", "not really sure"),
        ("when >(? is)", "when x is 3", "when it rains"),
        ("!<(or|is) so", "and so 57", "or so"),
        ("<(an) end", "an end", "the end"),
        ("no wait", "no, wait", "no await"),
        ("/a{3}/", "aaa", "aa"),
    ],
    name=lambda case: case[0],
)
def test_a_phrase_matches_what_its_signs_say(phrase, text, other):
    assert _found(phrase, text)
    assert not _found(phrase, other)


@every(["(a|b", "a)", "[a"])
def test_a_bracket_that_is_not_closed_is_refused(phrase):
    with pytest.raises(ValueError, match="bracket"):
        pattern_of([phrase], CLASSES.__getitem__)


def _values(text):
    claims = read_message(text, TRIANGLE).claims
    return [value for claim in claims if claim.sides and (value := constant(claim.sides[-1])) is not None]


def _is_known(role, row):
    text, meant = (part.strip() for part in row.split("|")) if "|" in row else (row, "57")
    match role:
        case "claims" | "corrected" | "worked" | "number":
            return _values(text) == [float(meant)]
        case "unclaimed":
            return not read_message(text, TRIANGLE).claims
        case "result":
            claims = read_message(text, TRIANGLE).claims
            return len(claims) == 1 and [constant(side) for side in claims[0].sides] == [57, 57]
        case "spelled":
            written = Rewritten(text)
            correct(written)
            return written.text == meant
    kind = Kind("acknowledgement" if role == "agreement" else role)
    return any(move.kind is kind for move in read_message(text, TRIANGLE).moves)


def _unknown(half):
    return [f"{role}: {row}" for role, rows in PHRASES[half].items() for row in rows if not _is_known(role, row)]


@every([("kept", 0.9), ("seen", 0.95)], one_in=2)
def test_most_phrases_of_pupils_are_read_for_what_they_are(half, rate):
    unknown, count = _unknown(half), sum(map(len, PHRASES[half].values()))
    assert len(unknown) <= (1 - rate) * count, unknown
