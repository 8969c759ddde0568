"""The tutor does not put things the same way again while there is another way, whatever it quotes."""

import asyncio
import re
from functools import cache

from gnomon.dialogue import Dialogue, StudentTurn, sentences_of
from gnomon.geometry import solution_of
from gnomon.problem import bank
from gnomon.session import GuardedTutor, Session
from gnomon.tutor import SymbolicTutor, words_in
from tests.every import every

SOLUTION = solution_of(bank()["parallel-apex-bcnvw"])
SAYING = [
    "my sheet",
    "the sum",
    "this",
    "my friend",
    "the book",
    "my head",
    "the figure",
    "line 2",
    "it all",
    "my rule",
    "all of it",
    "my work",
]
NAMED = re.compile(r"“[^”]*”|„[^“]*“")


@cache
def turns(language, seed=0):
    """Return the turns to somebody who says the same wrong thing each time in other words."""
    session = Session(SOLUTION, GuardedTutor(SymbolicTutor(seed=seed)), most_tutor_turns=99)
    dialogue = Dialogue(problem=SOLUTION.problem.id, attempt="NCV = 68\nBCN = 19", language=language)
    dialogue = dialogue.with_turn(asyncio.run(session.step(dialogue)))
    for who in SAYING:
        dialogue = dialogue.with_turn(StudentTurn(utterance=f"{who} says NCV = 68"))
        dialogue = dialogue.with_turn(asyncio.run(session.step(dialogue)))
    return dialogue.tutor_turns()


@every(["en", "de"])
def test_no_opening_comes_twice_with_another_quotation_while_there_are_others(language):
    masked = [NAMED.sub("“”", sentences_of(turn.utterance)[0]) for turn in turns(language) if NAMED.search(turn.utterance)]
    assert len(masked) >= 10
    assert len(set(masked)) == len(masked)


def test_when_all_are_used_the_same_does_not_open_two_turns_in_a_row(monkeypatch):
    book = words_in("en").book
    few = {"wrong": ("“{said}” is off.", "“{said}” is no fit."), "wrong_again": ("“{said}” again.", "Still “{said}”.")}
    monkeypatch.setattr(book, "_templates", {**book._templates, **few})
    opened = [NAMED.sub("“”", sentences_of(turn.utterance)[0]) for turn in turns.__wrapped__("en")[1:]]
    assert [one for one, other in zip(opened, opened[1:], strict=False) if one == other] == []
    assert {"“” again.", "still “”."} <= set(opened)


def test_the_words_depend_on_the_seed_alone():
    assert [turn.utterance for turn in turns.__wrapped__("en")] == [turn.utterance for turn in turns("en")]
    assert [turn.utterance for turn in turns("en", 1)] != [turn.utterance for turn in turns("en")]
