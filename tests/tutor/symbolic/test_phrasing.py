"""The tutor does not put things the same way again while there is another way, whatever it quotes."""

import asyncio
import re
from functools import cache
from itertools import pairwise

from gnomon.dialogue import Dialogue, StudentTurn, sentences_of
from gnomon.geometry import solution_of
from gnomon.problem import bank
from gnomon.session import GuardedTutor, Session
from gnomon.tutor import SymbolicTutor, words_in
from tests.every import every

SOLUTION = solution_of(bank()["parallel-apex-bcnvw"])
SAYING = (
    "I get NCV = 68",
    "NCV = 68 again",
    "angle NCV is 68",
    "NCV is 68 for me",
    "NCV comes out as 68",
    "i found NCV = 68.0",
    "my sheet says NCV is 68",
    "NCV measures 68",
    "NCV equals 68",
    "i have 68 for NCV",
    "for NCV i have 68",
    "NCV must be 68",
)
NAMED = re.compile(r"“[^”]*”|„[^“]*“")


@cache
def turns(language, seed=0):
    """Return the turns to somebody who says the same wrong thing each time in other words."""
    session = Session(SOLUTION, GuardedTutor(SymbolicTutor(seed=seed)), most_tutor_turns=99)
    dialogue = Dialogue(problem=SOLUTION.problem.id, attempt="NCV = 68\nBCN = 19", language=language)
    dialogue = dialogue.with_turn(asyncio.run(session.step(dialogue)))
    for message in SAYING:
        dialogue = dialogue.with_turn(StudentTurn(utterance=message))
        dialogue = dialogue.with_turn(asyncio.run(session.step(dialogue)))
    return dialogue.tutor_turns()


@every(["en", "de"], one_in=2)
def test_no_opening_comes_twice_with_another_quotation_while_there_are_others(language):
    masked = [NAMED.sub("“”", sentences_of(turn.utterance)[0]) for turn in turns(language) if NAMED.search(turn.utterance)]
    assert len(masked) >= 10
    assert len(set(masked)) == len(masked)


def test_when_all_are_used_the_same_does_not_open_two_turns_in_a_row(monkeypatch):
    book = words_in("en").book
    few = {"wrong": ("“{said}” is off.", "“{said}” is no fit."), "wrong_again": ("“{said}” again.", "Still “{said}”.")}
    monkeypatch.setattr(book, "_templates", {**book._templates, **few})
    opened = [NAMED.sub("“”", sentences_of(turn.utterance)[0]) for turn in turns.__wrapped__("en")[1:]]
    assert [one for one, other in pairwise(opened) if one == other] == []
    assert {"“” again.", "still “”."} <= set(opened)


def test_the_words_depend_on_the_seed_alone():
    assert [turn.utterance for turn in turns.__wrapped__("en")] == [turn.utterance for turn in turns("en")]
    assert [turn.utterance for turn in turns("en", 1)] != [turn.utterance for turn in turns("en")]
