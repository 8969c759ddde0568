"""What stands of a message in the end: corrections leave moves out, and values that are only tried are guesses."""

from __future__ import annotations

from collections.abc import Sequence

from gnomon.algebra import constant
from gnomon.problem import Operation
from gnomon.tutor.message.moves import CLAIMING, Kind, Move, numbers_of
from gnomon.tutor.message.reckoning import is_made_of
from gnomon.tutor.message.said import Said


def settled(said: Said, *, is_choice: bool) -> list[Move]:
    """Return the moves with what was corrected left out, and values that the learner only tries turned into guesses.

    Args:
        said: what the clauses of a message say.
        is_choice: whether it is said that one of several is right.
    """
    moves = [
        (move, start)
        for index, (move, start) in enumerate(zip(said.moves, said.starts, strict=True))
        if index not in said.retracted
    ]
    tried: dict[str, list[tuple[Move, int]]] = {}
    for move, start in moves:
        if (subject := said.subject(move)) is not None:
            tried.setdefault(subject, []).append((move, start))
    moves = _without_former(said, moves, tried)
    moves = [(move, start) for move, start in moves if not _is_aside(said, move)]
    guesses: set[int] = set()
    steps: set[int] = set()
    for several in tried.values():
        on_the_way = _steps(said, [move for move, _ in several], [move for move, _ in moves])
        steps |= on_the_way
        left = [(move, start) for move, start in several if id(move) not in on_the_way]
        aside = _told_aside(said, left) if left and said.subject(left[0][0]) == "it" else set()
        steps |= aside
        left = [(move, start) for move, start in left if id(move) not in aside]
        clauses_said = {start for _, start in left}
        if len(clauses_said) > 1 and not _agree([move for move, _ in left]):
            guesses |= {id(move) for move, _ in left}
    moves = [(_as_step(said, move), start) if id(move) in steps else (move, start) for move, start in moves]
    if guesses and (settled := _concluded(said, moves)) is not None:
        guesses.discard(settled)
        if not is_choice:
            return [move._replace(kind=Kind.GUESS) if id(move) in guesses else move for move, _ in moves]
    asked = {
        constant(move.claim.sides[-1])
        for move, _ in moves
        if move.kind is Kind.DOUBT and move.claim is not None and move.claim.atom
    }
    guesses |= {
        id(move)
        for move, start in moves
        if asked and said.subject(move) == "it" and start in said.hesitant and move.claim is not None
        if constant(move.claim.sides[-1]) not in asked
    }
    lone = {
        id(move) for move, _ in moves if move.claim is not None and move.claim.is_bare and id(move) != _concluded(said, moves)
    }
    values = [move for move, _ in moves if move.kind is Kind.VALUE]
    if is_choice and not (len(values) > 1 and _agree(values)):  # "√98, or 7√2"
        guesses |= set(map(id, values))
    if any(move.kind is Kind.GUESS for move, _ in moves) or len(_asked_values(said, moves)) > 1:
        guesses |= lone | _asked_values(said, moves)  # "is it 50? 51? 52?"
    turning = CLAIMING | {Kind.DOUBT}
    return [move._replace(kind=Kind.GUESS) if id(move) in guesses and move.kind in turning else move for move, _ in moves]


def _without_former(
    said: Said, moves: Sequence[tuple[Move, int]], tried: dict[str, list[tuple[Move, int]]]
) -> list[tuple[Move, int]]:
    """Leave out values that a learner says they had before, where another came after: ``i thought 67 but its 57``."""
    former: set[int] = set()
    for several in tried.values():
        dropped = [move for move, start in several[:-1] if start in said.former]
        former |= {id(move) for move in dropped}
        several[:] = [row for row in several if id(row[0]) not in former]
    return [row for row in moves if id(row[0]) not in former]


def _concluded(said: Said, moves: Sequence[tuple[Move, int]]) -> int | None:
    """Return which value a conclusion settles on: ``so six`` after ``minus 8 or 6``."""
    last, start = moves[-1]
    is_it = last.kind is Kind.VALUE and said.subject(last) == "it"
    is_alone = sum(1 for _, other in moves if other == start) == 1
    return id(last) if is_it and is_alone and start in said.conclusions else None


def _steps(said: Said, values: Sequence[Move], moves: Sequence[Move]) -> set[int]:
    """Return which values of ``it`` are results that a later calculation works with: ``its 7, double that is 14``."""
    if said.subject(values[0]) != "it":
        return set()
    found = set()
    worked = [_worked_with(move) for move in moves]
    for move in values[:-1]:
        value = None if move.claim is None else constant(move.claim.sides[-1])
        is_before = not any(map(str.isdigit, move.words))  # "halve it. 18" goes on from before, and gives one number
        if value is not None and (is_before or any(value in numbers for numbers in worked[moves.index(move) + 1 :])):
            found.add(id(move))
    return found


def _worked_with(move: Move) -> frozenset[float]:
    """Return the numbers that a move calculates with."""
    sides = () if move.claim is None else (*move.claim.sides, move.claim.worked)
    return frozenset(number for side in sides if isinstance(side, Operation) for number in numbers_of(side))


def _told_aside(said: Said, values: Sequence[tuple[Move, int]]) -> set[int]:
    """Return which values of one thing are no other tries for it: given as a reason, or what one of them is made of."""
    sizes = [None if move.claim is None else constant(move.claim.sides[-1]) for move, _ in values]
    if len(values) < 2 or None in sizes:
        return set()
    first_reasons = {id(move) for (move, start) in values if start in said.reasons}
    if 0 < len(first_reasons) < len(values):
        return first_reasons
    return {id(move) for (move, _), size in zip(values, sizes, strict=True) if size != said.told[-1]} if said.sums_up else set()


def _is_aside(said: Said, move: Move) -> bool:
    """Whether a move only lists what is summed up, or gives what numbers of something else come to."""
    if move.kind is Kind.GUESS and move.claim is None:
        return said.sums_up
    if not said.is_elsewhere or move.claim is None or not move.claim.is_bare:
        return False  # "i have 60 euros and spent 3 so 57"
    value = constant(move.claim.sides[-1])
    return value is not None and is_made_of(value, [number for number in said.told if number != value])


def _as_step(said: Said, move: Move) -> Move:
    """Return a value of ``it`` as a result on the way."""
    assert move.claim is not None
    letter = said.names.describe("the result", "number", word="number")
    claim = move.claim._replace(sides=(letter, move.claim.sides[-1]), names=(said.names.described[letter],))
    return move._replace(claim=claim)


def _asked_values(said: Said, moves: Sequence[tuple[Move, int]]) -> set[int]:
    """Return which moves ask whether what is sought has a value."""
    asked = [move for move, _ in moves if move.kind is Kind.DOUBT and move.claim is not None and move.claim.atom is not None]
    return {id(move) for move in asked if said.subject(move._replace(kind=Kind.VALUE)) == "it"}


def _agree(moves: Sequence[Move]) -> bool:
    """Whether values are the same up to rounding: 6.9 and then 7 is a value rounded, not a second guess."""
    values = [value for move in moves if move.claim is not None and (value := constant(move.claim.sides[-1])) is not None]
    is_whole = any(value % 1 == 0 for value in values)
    return bool(values) and max(values) - min(values) <= max(0.5 if is_whole else 0.0, 0.01 * max(map(abs, values)))
