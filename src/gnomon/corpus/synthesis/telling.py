"""A last look at a whole dialogue, for turns that have the final answer's number before anybody else has it.

The guard of the session lets a number pass that theorems have (180, 90) where it is not said of the unknown. A corpus for
training can do without such dialogues: they are left out and counted.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from gnomon.algebra import equal, read_numbers
from gnomon.dialogue import Dialogue, StudentTurn
from gnomon.problem import Question

_QUOTED = re.compile(r"“[^”]*”")


def tells_answer(dialogue: Dialogue, question: Question, answer: float) -> bool:
    """Whether a turn that is no Revealing has the number of the answer while neither the question nor the learner has it."""
    labels = question.figure.labels if question.figure is not None else ()
    known = [*_numerals(question.text), *_numerals(dialogue.attempt)]
    known += [number for label in labels for number in _numerals(label.text)]
    if _holds(known, answer):
        return False
    for turn in dialogue.turns:
        if isinstance(turn, StudentTurn):
            if _holds(_numerals(turn.utterance), answer):
                return False
        elif turn.subact == "Revealing":
            return False
        elif _holds(_numerals(_QUOTED.sub(" ", turn.utterance)), answer):
            return True
    return False


def _numerals(text: str) -> Iterator[float]:
    """Yield the numbers of a text that are written in digits: words such as "two" count things."""
    yield from (found.value for found in read_numbers(text) if found.text[:1].isdigit())


def _holds(numbers: Iterator[float] | list[float], answer: float) -> bool:
    return any(equal(number, answer, "learner") for number in numbers)
