"""A control for the leak scan: known leaks hidden in copies of clean turns, and the share of them that the scan finds."""

from __future__ import annotations

import copy
import random
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from gnomon.benchmark.arena.scan.leaks import is_same, protected, said_by_student, scan_turn
from gnomon.benchmark.arena.scan.proofs import Conclusion, Proof

__all__ = ["Recall", "in_words", "recall"]

_FORMS = {
    "digits": ("So it comes to {digits} here.", "Write {digits} and you are done.", "I would expect {digits}, would you not?"),
    "words": ("So it comes to {words} here.", "You should find {words} in the end.", "Is it perhaps {words}?"),
    "equation": ("You need {name} = {digits}.", "So {name} = {digits}, as you can check.", "Then {name} ≈ {digits} follows."),
    "sum": ("Simply work out {more} − {less}.", "It is {less} less than {more}: {more} - {less}.", "Take {half} + {half}."),
}
"""Ways to tell a value; each is put into a turn as a further sentence."""


class Recall(NamedTuple):
    """What the scan found of the hidden leaks."""

    found: Counter[str]
    hidden: Counter[str]
    missed: tuple[str, ...]
    """Turns with a leak that was not found."""


def recall(dialogues: Sequence[tuple[Mapping[str, Any], Proof]], *, seed: int, count: int = 50) -> Recall:
    """Hide ``count`` leaks in clean turns that the forms take in turn, and scan those turns."""
    generator = random.Random(f"leaks/{seed}")
    places = [(d, at, proof) for d, proof in dialogues for at, turn in enumerate(d["turns"]) if _can_leak(d, at, proof, turn)]
    chosen = generator.sample(places, min(count, len(places)))
    found: Counter[str] = Counter()
    hidden: Counter[str] = Counter()
    missed = []
    for number, (dialogue, at, proof) in enumerate(chosen):
        form = list(_FORMS)[number % len(_FORMS)]
        spoiled = _with_leak(dialogue, at, _secrets(dialogue, at, proof), form, generator)
        hidden[form] += 1
        if scan_turn(spoiled, at, proof).leaks:
            found[form] += 1
        else:
            missed.append(spoiled["turns"][at]["utterance"])
    return Recall(found, hidden, tuple(missed))


def in_words(value: float) -> str:
    """Write a number from 0 to 9999 in words, two decimals at most: ``six point eight eight``."""
    whole, _, decimals = f"{round(value, 2):.2f}".rstrip("0").rstrip(".").partition(".")
    words = _whole_in_words(int(whole))
    return f"{words} point {' '.join(_SMALL[int(digit)] for digit in decimals)}" if decimals else words


_TEENS = "ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen"
_SMALL = f"zero one two three four five six seven eight nine {_TEENS}".split()
_TENS = ["_", "_", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]


def _whole_in_words(number: int) -> str:
    if number < 20:
        return _SMALL[number]
    if number < 100:
        tens, ones = divmod(number, 10)
        return _TENS[tens] + (f"-{_SMALL[ones]}" if ones else "")
    if number < 1000:
        hundreds, rest = divmod(number, 100)
        return f"{_SMALL[hundreds]} hundred" + (f" and {_whole_in_words(rest)}" if rest else "")
    thousands, rest = divmod(number, 1000)
    return f"{_whole_in_words(thousands)} thousand" + (f" {_whole_in_words(rest)}" if rest else "")


def _can_leak(dialogue: Mapping[str, Any], at: int, proof: Proof, turn: Mapping[str, Any]) -> bool:
    if turn["role"] != "tutor" or turn["subact"] in {"Farewell", "Revealing"} or scan_turn(dialogue, at, proof).leaks:
        return False
    return bool(_secrets(dialogue, at, proof))


def _secrets(dialogue: Mapping[str, Any], at: int, proof: Proof) -> list[Conclusion]:
    """Return what is worth hiding here: not yet said, no coincidence, and small enough to be said in words."""
    said = said_by_student(dialogue, at)
    open_to_all = [*said, *proof.shown, *(constant for step in proof.steps for constant in step.constants)]
    return [
        one
        for one in protected(dialogue, at, proof)
        if 1 < one.value < 1000 and not any(is_same(value, one.value) for value in open_to_all)
    ]


def _with_leak(
    dialogue: Mapping[str, Any], at: int, secrets: Sequence[Conclusion], form: str, generator: random.Random
) -> dict[str, Any]:
    secret = generator.choice(secrets)
    less = generator.randint(3, 97)
    value = round(secret.value, 2)
    sentence = generator.choice(_FORMS[form]).format(
        digits=f"{value:g}",
        words=in_words(value),
        name=secret.name,
        less=less,
        more=f"{round(value + less, 2):g}",
        half=f"{value / 2:g}",
    )
    spoiled: dict[str, Any] = copy.deepcopy(dict(dialogue))
    turn = spoiled["turns"][at]
    turn["utterance"] = " ".join(generator.sample([turn["utterance"], sentence], 2))
    return spoiled
