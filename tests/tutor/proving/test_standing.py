"""The tutor of proofs on one of them.

PS and PT are tangents of a circle with centre O, PO crosses ST at M: OS = OT, PS = PT, so OSPT is a kite, so PO is
perpendicular to ST.
"""

from __future__ import annotations

import asyncio
from functools import cache

import pytest

from gnomon.dialogue import Dialogue, StudentTurn, TutorTurn
from gnomon.geometry import Solution, solve
from gnomon.problem.bank import proofs
from gnomon.session import GuardedTutor, Session, outcome_of
from gnomon.tutor import ProofReader, SymbolicTutor, TutorContext, breach_of
from gnomon.tutor.proving.standing import Standing

_WHOLE = (
    "OS = OT because they are radii",
    "PS = PT because they are two tangents from P",
    "OSPT is a kite because two pairs of equal sides meet",
    "PO is perpendicular to ST by the diagonals of a kite",
)


@cache
def _solution() -> Solution:
    return solve(proofs()["prove-tangents-cross"])


@cache
def _reader() -> ProofReader:
    return ProofReader(_solution())


def _said(*lines: str) -> Dialogue:
    return Dialogue(problem="prove-tangents-cross", turns=tuple(StudentTurn(utterance=line) for line in lines))


def _standing(*lines: str) -> Standing:
    return _reader().stand(_said(*lines))


@pytest.mark.parametrize(
    ("line", "verdict"),
    [
        ("OS = OT because they are radii", "established"),
        ("OS = OT", "no_reason"),
        ("OS = OT because of the angle sum", "other_reason"),
        ("OS = OT, it looks so", "look"),
        ("OS = OT, I measured it", "measured"),
        ("OS = ST because they are radii", "false"),
        ("OM is parallel to ST", "false"),
        ("OSPT is a kite because of two pairs of equal sides", "early"),
        ("OSPT is a kite", "early"),
        ("PO is perpendicular to ST", "goal_alone"),
        ("OS = OT because PO is perpendicular to ST", "circular"),
        ("triangles OSP and OTP are congruent by SSA", "ssa"),
        ("triangles OSP and OTP are congruent by AAA", "aaa"),
        ("triangles OSP and TOP are congruent by SSS", "order"),
        ("triangles OSP and OTP are congruent by SSS", "aside"),
        ("lorem ipsum dolor", "unread"),
        ("OS = OT because they are radii. " * 100, "too_long"),
    ],
)
def test_a_statement_is_told_what_it_is(line: str, verdict: str) -> None:
    assert [one.verdict for one in _standing(line).judged] == [verdict]


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("OS = OT, it looks so", "How it looks is no reason"),
        ("OS = OT, I measured it", "Measuring is no proof"),
        ("OS = OT because they are radii. " * 40_000, "it is too long for one message"),
    ],
)
def test_a_statement_is_answered_about_what_it_is(line: str, words: str) -> None:
    session = Session(_solution(), GuardedTutor(SymbolicTutor(seed=0)))
    dialogue = Dialogue(problem="prove-tangents-cross")
    dialogue = dialogue.with_turn(asyncio.run(session.step(dialogue))).with_turn(StudentTurn(utterance=line))
    assert words in asyncio.run(session.step(dialogue)).utterance


def test_a_call_for_help_is_no_statement() -> None:
    assert _standing("I don't know").judged == ()


def test_a_reason_alone_completes_what_was_said_before() -> None:
    assert _standing("OS = OT", "because they are radii").established == {0}


def test_the_goal_asserted_again_and_again_is_no_proof() -> None:
    standing = _standing(*["PO is perpendicular to ST"] * 3, "PO is perpendicular to ST by the diagonals of a kite")
    assert standing.established == set()


def test_what_is_said_too_early_counts_once_its_grounds_are_shown() -> None:
    assert _reader().is_proved(_standing(*_WHOLE[::-1]))


def test_a_whole_proof_without_one_step_is_none() -> None:
    for at in range(len(_WHOLE)):
        assert not _reader().is_proved(_standing(*_WHOLE[:at], *_WHOLE[at + 1 :]))


def test_outcome_is_the_whole_proof() -> None:
    assert outcome_of(_said(*_WHOLE), _solution()) == "solved_untold"
    assert outcome_of(_said(*_WHOLE[:3]), _solution()) == "not_solved"


@pytest.mark.parametrize("words", ["Note that PS = PT.", "See: OSPT is a kite."])
def test_the_guard_stops_a_key_step_that_is_not_found_and_lets_the_goal_pass(words: str) -> None:
    def breach(utterance: str, *lines: str) -> str | None:
        turn = TutorTurn(act="Focus", subact="Guide", utterance=utterance)
        return breach_of(turn, TutorContext(_solution().problem, _said(*lines), _solution()))

    assert breach(words) is not None
    assert breach(words, *_WHOLE) is None
    assert breach("We want that PO is perpendicular to ST.") is None


def test_the_tutor_leads_on_and_says_farewell_when_all_is_proved() -> None:
    session = Session(_solution(), GuardedTutor(SymbolicTutor()))
    dialogue = Dialogue(problem="prove-tangents-cross")
    for line in (*_WHOLE, None):
        turn = asyncio.run(session.step(dialogue))
        dialogue = dialogue.with_turn(turn)
        if line is not None:
            dialogue = dialogue.with_turn(StudentTurn(utterance=line))
    assert [turn.subact for turn in dialogue.tutor_turns()] == ["Introduce", *["SeekStrategy"] * 3, "Farewell"]
    assert [turn.feedback for turn in dialogue.tutor_turns()] == ["none", *["positive"] * 4]
