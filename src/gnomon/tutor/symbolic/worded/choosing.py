"""Choices between what a question offers, and what the problem asks for: ``sine or cosine``, ``add them or subtract``."""

from __future__ import annotations

import re
from collections.abc import Sequence

from gnomon.tutor.symbolic.worded.asking import Asked
from gnomon.tutor.symbolic.worded.naming import AROUND, Naming
from gnomon.tutor.symbolic.worded.operating import operations_in
from gnomon.tutor.symbolic.worded.terms import terms_in

_ORDINAL = (
    re.compile(r"(?:the )?(?:first|1st|former)(?: one)?", re.IGNORECASE),
    re.compile(r"(?:the )?(?:second|2nd|latter|last)(?: one)?", re.IGNORECASE),
)


_AIM = re.compile(r" (?:\d|by\b|with\b|to (?:get|find)\b).*$")
"""What an operation is done with, and to what end."""


class Choosing(Naming):
    """Judges which of several options is chosen."""

    def _chosen(self, asked: Asked, text: str) -> bool | None:
        option = self._option(asked.options, text) or _by_operation(asked.options, text)
        if option is None:
            return None
        plain = asked._replace(options=())
        if (found := self._ruled(asked.options, option)) is not None:
            return found
        if asked.want == "goal" and (found := self._goal(plain, option)) is not None:
            return found
        if (found := self._placing.judged(plain, option)) is not None:
            return found
        done = option if operations_in(option) else _AIM.sub("", option)
        if (found := self._operating.judged(plain, done)) is not None:
            return found
        if (found := self._linking.judged(plain, option)) is not None:
            return found
        if (operations := operations_in(option)) and (found := self._operating.of_rule(operations, option)) is not None:
            return found
        if asked.want in {"which", "where"} and (found := self._which(plain, option)) is not None:
            return found
        return self._term(plain, option)

    def _ruled(self, options: Sequence[str], chosen: str) -> bool | None:
        """Judge which of several theorems, or of sine, cosine and tangent, is used: one that the proof has."""
        proof = self._scene.proof
        used = {step.rule_id for step in proof.steps} if proof is not None else set()
        found: dict[str, bool] = {}
        for option in options:
            ratio = re.fullmatch(r"(?:the )?(?P<f>(?:co)?sine?|cos|tan(?:gent)?|sinus)", option, re.IGNORECASE)
            if ratio is not None:
                named = {"s": "sine_ratio", "c": "cosine_ratio", "t": "tangent_ratio"}[ratio["f"][0].lower()]
                found[option] = named in used
                continue
            ids = self._read(option).message.rules
            if ids:
                found[option] = bool(used & set(ids))
        return found[chosen] if set(found) == {*options} and list(found.values()).count(True) == 1 else None

    @staticmethod
    def _option(options: Sequence[str], text: str) -> str | None:
        """Return the option that is chosen: by its letter, its place in the list or its words."""
        letter = re.fullmatch(r"\(?([a-d1-4])\)?", text, re.IGNORECASE)
        if letter is not None and len(text.strip("()")) == 1:
            at = "abcd".find(letter[1].lower()) if letter[1].isalpha() else int(letter[1]) - 1
            return options[at] if 0 <= at < len(options) else None
        for at, ordinal in enumerate(_ORDINAL):
            if ordinal.fullmatch(text):
                return options[at] if len(options) == 2 else None
        text = re.sub(
            r"^(?:the )?(cos|sin|tan)$",
            lambda match: {"cos": "cosine", "sin": "sine", "tan": "tangent"}[match[1].lower()],
            text,
            flags=re.IGNORECASE,
        )
        short = [
            option for option in options if option.lower() == text[:3].lower() and text.lower() in {"cosine", "sine", "tangent"}
        ]
        if len(short) == 1:
            return short[0]
        words = set(re.findall(r"\w+", text.lower())) - AROUND
        fitting = [option for option in options if words and words <= set(re.findall(r"\w+", option.lower()))]
        return fitting[0] if len(fitting) == 1 else None

    def _goal(self, _asked: Asked, text: str) -> bool | None:
        goal = self._scene.proof.goal if self._scene.proof is not None else None
        if goal is None:
            return None
        things = self._referring.meant(text, "", self._describing.described("", ""))
        if len(things) == 1 and len(things[0]) == 1 and things[0][0].expression is not None:
            return self._scene.canonical(things[0][0].expression) == self._scene.canonical(goal)
        kind = getattr(goal, "kind", "letter")
        found = list(terms_in(text, "goal"))
        kinds = {
            "area": {"area", "circle_area", "sector_area"},
            "perimeter": {"perimeter", "circumference"},
            "length": {"length", "radius", "diameter"},
            "angle": {"angle"},
        }
        if len({term for _, term in found}) != 1 or kind == "letter":
            return None
        return kind in kinds[found[0][1]]


def _by_operation(options: Sequence[str], text: str) -> str | None:
    """Return the one option that names the same operation: ``add em`` of "do you add them or subtract one from the other"."""
    said = operations_in(text)
    fitting = [option for option in options if said and operations_in(_AIM.sub("", option)) == said]
    return fitting[0] if len(fitting) == 1 else None
