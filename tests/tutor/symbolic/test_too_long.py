"""Messages and work that are longer than anybody writes: one line says so, and nothing of them is read."""

import asyncio

from gnomon.dialogue import Dialogue, StudentTurn
from gnomon.geometry import solution_of
from gnomon.problem import bank
from gnomon.session import GuardedTutor, Session, listen
from gnomon.tutor import SymbolicTutor
from gnomon.tutor.symbolic.words import languages, words_in
from tests.every import every

LONG = {
    "the answer": "57 is so ",
    "an equation": "KML = 57 because ",
    "lines": "57\n",
    "a word": "and ",
    "a letter": "a",
    "German": "weil ",
    "no words": "(",
}
"""Pieces of which 1 MB is sent."""


def megabyte(piece):
    return (piece * (1_000_000 // len(piece) + 1))[:1_000_000]


def talked(*messages, attempt="", language=None):
    """Return what the tutor says to each message."""
    session = Session(solution_of(bank()["triangle-sum-klm"]), GuardedTutor(SymbolicTutor(seed=0)))

    async def talk():
        dialogue, said = Dialogue(problem="triangle-sum-klm", attempt=attempt, language=language), []
        for message in (None, *messages):
            dialogue = dialogue if message is None else dialogue.with_turn(StudentTurn(utterance=message))
            dialogue = dialogue.with_turn(await session.step(dialogue))
            said.append(dialogue.turns[-1].utterance)
        return said

    return asyncio.run(talk())


@every(LONG)
def test_of_a_megabyte_nothing_is_read_and_one_line_says_so(piece):
    heard = asyncio.run(listen(solution_of(bank()["triangle-sum-klm"]), megabyte(LONG[piece])))
    assert [move.kind for move in heard.judged.message.moves] == ["too_long"]
    assert (heard.judged.verdict, heard.solved) == ("none", False)
    assert any(heard.turn.utterance in words_in(code).book.templates("too_long") for code in languages())


def test_a_message_of_the_longest_length_is_read_and_one_more_letter_is_not():
    solution = solution_of(bank()["triangle-sum-klm"])
    longest = f"{'hm ' * 600}57".rjust(2000)
    read, unread = (asyncio.run(listen(solution, text)).judged for text in (longest, f"{longest}."))
    assert [move.kind for move in read.message.moves] != ["too_long"]
    assert [move.kind for move in unread.message.moves] == ["too_long"]


def test_long_messages_get_other_words_each_time_and_the_talk_goes_on():
    _, *long, short = talked(*(megabyte(piece) for piece in ("57 is so ", "57\n", "a")), "180 - 52 - 71 = 57")
    assert len(set(long)) == 3
    assert "57" in short


@every(["en", "de"])
def test_of_work_that_is_too_long_the_tutor_asks_for_its_end(language):
    (first,) = talked(attempt="KML = 57\n" * 100_000, language=language)
    goal = words_in(language).quantity(solution_of(bank()["triangle-sum-klm"]).proof.goal)
    assert first in {each.format(goal=goal) for each in words_in(language).book.templates("introduce_long")}
