"""What a dialogue is worth, worked out from its words and the engine alone: whoever held it is graded the same way.

The step in play at a turn is the engine's reading of what was said before it, the same for every tutor; the tutor's own notes
beside its turns are not looked at. A false idea that was never put right in words is not seen here.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, Literal, NamedTuple

from gnomon.benchmark.arena.relevance import Verdict, Vocabulary, answered, offered, relevance_marks
from gnomon.benchmark.arena.scan.leaks import scan_turn
from gnomon.benchmark.arena.scan.proofs import Proof as ScannedProof
from gnomon.benchmark.arena.scan.proofs import read_proof
from gnomon.dialogue import Dialogue, StudentTurn, TurnRecord, TutorTurn, sentences_of
from gnomon.figure import Highlights
from gnomon.geometry import Solution
from gnomon.packaged import packaged_yaml
from gnomon.session import outcome_of, reveal_after_concept
from gnomon.tutor import Diagnosis, Diagnostician, Message, NoProofError, TutorContext, breach_of, reader_of, verdicts_in

MOVES: tuple[str, ...] = ("pump", "hint", "prompt", "assertion")
"""From the mildest to the strongest."""
_LONG = 5
"""Words from which on a sentence that comes again is a repetition; "Not yet." may come again."""


_TRUTHS: Mapping[str, Verdict] = {"right": "positive", "rounded": "positive", "wrong": "negative"}
_WITHHELD = re.compile(r"\bwhether\b|\byes nor no\b", re.IGNORECASE)
"""Marks a sentence that says that no verdict is given."""


class Fault(NamedTuple):
    """Something in a turn that a tutor should not do."""

    kind: Literal["guard", "scan", "praise", "blame"]
    turn: int
    """Place among the turns of the dialogue, from 0."""
    words: str
    """What gave it away, or the turn."""


class Graded(NamedTuple):
    """The marks of a dialogue with the faults behind them."""

    marks: dict[str, Any]  # plain JSON
    faults: tuple[Fault, ...]


def grade_dialogue(dialogue: Dialogue, solution: Solution, *, has_moves: bool = True) -> Graded:
    """Grade a dialogue about a problem that the engine has solved.

    Args:
        dialogue: what was said.
        solution: of its problem.
        has_moves: False where the subacts of the turns are not known: what needs them is None.

    Returns:
        Marks from 0 to 1 for what is or is not so, counts for leaks, false praise, false blame and repeated sentences, and shares
        of moves. None stands where there is nothing to count in.

    Raises:
        NoProofError: when the engine has no proof.
    """
    reader = reader_of(solution.problem, solution)
    if reader is None:
        raise NoProofError(f"no proof of {solution.problem.id!r} to grade a dialogue by: {solution.reason}")
    places = [place for place, turn in enumerate(dialogue.turns) if isinstance(turn, TutorTurn)]
    readings = [reader.diagnose(_before(dialogue, place)) for place in places]
    answers = list(_answers(dialogue, places, readings, reader))
    faults = [
        *_leaks_by_guard(dialogue, places, readings, solution),
        *_leaks_by_scan(dialogue, places, readings, solution),
        *_false_verdicts(answers),
    ]
    counts = Counter(fault.kind for fault in faults)
    is_solved = outcome_of(dialogue, solution) != "not_solved"
    # What is said after the right answer tells nothing: of a tutor that goes on it must not count.
    solved_at = next((number for number, reading in enumerate(readings) if reading.is_solved), len(places))
    telling = {fault.turn for fault in faults if fault.kind in {"guard", "scan"}}
    is_told = any(dialogue.tutor_turns()[n].subact == "Revealing" or places[n] in telling for n in range(solved_at))
    marks = {
        "solved": float(is_solved),
        "told": float(is_told),
        "solved_untold": float(is_solved and not is_told),
        "turns": len(places),
        "turns_to_solve": solved_at if is_solved else None,
        "words": sum(len(turn.utterance.split()) for turn in dialogue.tutor_turns()),
        "guard_leaks": counts["guard"],
        "scan_leaks": counts["scan"],
        "false_praise": counts["praise"],
        "false_blame": counts["blame"],
        "repeats": _num_repeats(dialogue),
        **_relevance(answers, solution),
        **_highlights(dialogue, places, readings),
        **_moves(dialogue.tutor_turns() if has_moves else ()),
    }
    return Graded(marks, tuple(faults))


def _before(dialogue: Dialogue, place: int) -> Dialogue:
    return dialogue.model_copy(update={"turns": dialogue.turns[:place]})


def _at_step(turn: TutorTurn, reading: Diagnosis) -> TutorTurn:
    """Return a turn with the step in play as the engine sees it, in place of the tutor's own notes."""
    return turn.model_copy(update={"record": TurnRecord(step=reading.step)})


def _read_turns(
    dialogue: Dialogue, places: Sequence[int], readings: Sequence[Diagnosis]
) -> Iterator[tuple[int, TutorTurn, Diagnosis]]:
    for place, reading in zip(places, readings, strict=True):
        turn = dialogue.turns[place]
        assert isinstance(turn, TutorTurn)
        yield place, turn, reading


def _leaks_by_guard(
    dialogue: Dialogue, places: Sequence[int], readings: Sequence[Diagnosis], solution: Solution
) -> Iterator[Fault]:
    for place, turn, reading in _read_turns(dialogue, places, readings):
        before = _before(dialogue, place)
        context = TutorContext(solution.problem, before, solution, may_reveal=reveal_after_concept(before))
        why = breach_of(_at_step(turn, reading), context)
        if why is not None:
            yield Fault("guard", place, why)


def _leaks_by_scan(
    dialogue: Dialogue, places: Sequence[int], readings: Sequence[Diagnosis], solution: Solution
) -> Iterator[Fault]:
    proof = _scanned(solution)
    if proof is None:
        return
    turns = list(dialogue.turns)
    for place, turn, reading in _read_turns(dialogue, places, readings):
        turns[place] = _at_step(turn, reading)
    plain = dialogue.model_copy(update={"turns": tuple(turns)}).model_dump(mode="json", exclude_none=True)
    for place in places:
        yield from (Fault("scan", place, leak.words) for leak in scan_turn(plain, place, proof).leaks[:1])


def _scanned(solution: Solution) -> ScannedProof | None:
    question = solution.problem.question
    figure = question.figure
    shown = {
        "question": question.text,
        "printed": [label.text for label in figure.labels] if figure else [],
        "circles": {circle.centre: list(circle.points) for circle in figure.circles} if figure else {},
    }
    return read_proof({**solution.as_json(), **shown})


class _Answer(NamedTuple):
    """A turn right after a message of the learner."""

    place: int
    turn: TutorTurn
    message: Message
    truth: Verdict | None
    """The engine's verdict on the message; None for none, or both."""


def _answers(
    dialogue: Dialogue, places: Sequence[int], readings: Sequence[Diagnosis], reader: Diagnostician
) -> Iterator[_Answer]:
    asked: TutorTurn | None = None
    for place, turn, reading in _read_turns(dialogue, places, readings):
        said = dialogue.turns[place - 1] if place else None
        if isinstance(said, StudentTurn) and reading.last is not None:
            judgements = reader.taken(reading.last, asked, is_solved=reading.is_solved)
            truth = _TRUTHS.get(reading.last._replace(judgements=judgements).verdict)
            yield _Answer(place, turn, reading.last.message, truth)
        asked = turn


def _false_verdicts(answers: Iterable[_Answer]) -> Iterator[Fault]:
    for place, turn, _, truth in answers:
        verdict = _verdict(turn)
        if verdict == "positive" and truth == "negative":
            yield Fault("praise", place, turn.utterance)
        if verdict == "negative" and truth == "positive":
            yield Fault("blame", place, turn.utterance)


def _relevance(answers: Iterable[_Answer], solution: Solution) -> dict[str, Any]:
    known = Vocabulary.of(solution.problem)
    return relevance_marks(
        [(offered(message, truth, known), answered(turn.utterance, _verdict(turn), known)) for _, turn, message, truth in answers]
    )


def _verdict(turn: TutorTurn) -> Verdict | None:
    """Return the one verdict that feedback and words give; None for none, or for both."""
    words = " ".join(sentence for sentence in sentences_of(turn.utterance) if not _WITHHELD.search(sentence))
    found: set[Verdict] = {*verdicts_in(words)}
    if turn.feedback != "none":
        found.add(turn.feedback)
    return found.pop() if len(found) == 1 else None


def _num_repeats(dialogue: Dialogue) -> int:
    said = [s for turn in dialogue.tutor_turns() for s in sentences_of(turn.utterance) if len(s.split()) >= _LONG]
    return len(said) - len(set(said))


def _highlights(dialogue: Dialogue, places: Sequence[int], readings: Sequence[Diagnosis]) -> dict[str, Any]:
    """Return the share of turns that point at something, and the share of these that points at the step in play alone."""
    shown, fitting = 0, []
    for _, turn, reading in _read_turns(dialogue, places, readings):
        pointed = set(turn.pointed_at())
        shown += bool(pointed)
        if pointed and reading.current is not None:
            fitting.append(pointed <= {*reading.current.uses, *Highlights.of(reading.current.uses, None).elements()})
    return {
        "highlighted": shown / len(places) if places else None,
        "highlights_of_step": sum(fitting) / len(fitting) if fitting else None,
    }


@cache
def _move_of() -> Mapping[str, str]:
    table: dict[str, list[str]] = packaged_yaml(__package__, "moves.yaml")
    return {subact: move for move in MOVES for subact in table[move]}


def _moves(turns: Iterable[TutorTurn]) -> dict[str, Any]:
    """Return the share of each move, its mean place from 0 (first) to 1 (last), and whether milder moves come first."""
    made = [move for turn in turns if (move := _move_of().get(turn.subact)) is not None]
    last = max(len(made) - 1, 1)
    places = {move: [place / last for place, other in enumerate(made) if other == move] for move in MOVES}
    firsts = [made.index(move) for move in MOVES if move in made]
    return {
        **{f"share_{move}": len(places[move]) / len(made) if made else None for move in MOVES},
        **{f"place_{move}": sum(found) / len(found) if found else None for move, found in places.items()},
        "mild_first": float(firsts == sorted(firsts)) if len(firsts) > 1 else None,
    }
