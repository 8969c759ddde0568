"""Answers of yes and no to questions that the reader of statements does not know: ``is MS the longest side``, ``are we done``."""

from __future__ import annotations

import re

from gnomon.tutor.symbolic.answer_words import LEADING, NO, SAID_SAME, TURNED, YES, bare
from gnomon.tutor.symbolic.worded.asking import Asked
from gnomon.tutor.symbolic.worded.choosing import Choosing
from gnomon.tutor.symbolic.worded.conditions import close
from gnomon.tutor.symbolic.worded.things import Thing


class Whether(Choosing):
    """Judges yes and no."""

    def _whether(self, asked: Asked, text: str) -> bool | None:
        told = LEADING.sub("", text)
        said = YES.match(told) or NO.match(told)
        there = re.match(
            r"(?:is|are) there (?:an?|any|another) (?P<n>angle|side|line|arc|corner|point)\b", asked.question, re.IGNORECASE
        )
        if said is None and there is not None:
            return self._which(
                asked._replace(
                    noun={"side": "line", "corner": "point"}.get(there["n"].lower(), there["n"].lower()),
                    question=f"which {asked.question[there.start('n') :]}",
                ),
                bare(text),
            )
        if said is None:
            return None
        rest = told[said.end() :].strip(" ,.!")
        holds = NO.match(told) is None
        is_same = SAID_SAME.match(rest) is not None and holds
        sought = self._is_sought(asked)
        if sought is not None:
            return sought is holds if not re.search(r"\d", rest) and (not holds or len(rest.split()) < 3) else None
        truth = self._is_so(asked)
        if truth is not None:
            is_plain = (
                not rest or is_same or (truth is not holds and not TURNED.search(rest) and not re.search(r"\d|\bif\b", rest))
            )
            return truth is holds if is_plain else None
        return self._exists(asked, rest) if holds and rest else None

    def _is_sought(self, asked: Asked) -> bool | None:
        """Return whether what was found is what the problem asks for: ``We have x = 6. Is that what the task wants?``."""
        if (
            re.match(
                r"(?:is|was) (?:that|this|it|x|\d+(?:\.\d+)?) (?:already |now |really )?(?:what|the (?:answer"
                r"|size|value|thing)) .*\b(?:asks?|wants?|asked|need|want|looking)\b|are we (?:done|finished"
                r"|there|ready)|is that (?:all|it|everything)$",
                asked.question,
                re.IGNORECASE,
            )
            is None
        ):
            return None
        found = re.findall(r"\b([a-z]|[A-Z]{2,3})\s*(?:=|is)\s*(\d+(?:\.\d+)?)", f"{asked.before} {asked.question}")
        goal = self._scene.proof.goal if self._scene.proof is not None else None
        if not found or goal is None:
            return None
        name = found[-1][0]
        part = Thing("letter", (name,)) if name.islower() else self._figure.named(name)
        if part is None or part.expression is None:
            return None
        return self._scene.canonical(part.expression) == self._scene.canonical(goal)

    def _exists(self, asked: Asked, rest: str) -> bool | None:
        """Judge ``yes D`` to whether one of the corners is a right angle."""
        match = re.match(
            r"(?:is|are|does|do) (?:one|any|some) of (?:the|its|these|our) (?P<noun>corners"
            r"|angles|sides)(?: \w+)* (?:is |are |be |have )?(?P<t>an? .+)$",
            asked.question,
            re.IGNORECASE,
        )
        if match is None:
            return None
        sort = "line" if match["noun"] == "sides" else "angle"
        term = self._one_term(match["t"], sort)
        groups = self._referring.meant(rest, sort, self._describing.described("", sort, asked.before))
        if term is None or len(groups) != 1:
            return None
        found = [self._terms.fits(term, thing) for thing in groups[0]]
        return None if None in found else all(found)

    def _is_so(self, asked: Asked) -> bool | None:
        """Return whether a question asks what is so: ``Is MS the longest side``."""
        if (
            sought := re.match(
                r"is (?P<n>\d+(?:\.\d+)?) (?:what|the (?:answer|size|value)) (?:the (?:question"
                r"|problem) (?:asks|wants)|we (?:want|are (?:asked|looking)))",
                asked.question,
                re.IGNORECASE,
            )
        ) is not None:
            size = self._scene.truth(self._scene.proof.goal) if self._scene.proof is not None else None
            return None if size is None else close(size, float(sought["n"]))
        if re.match(r"(?:the )?(?:same|equal)(?: \w+)? as\b", asked.question, re.IGNORECASE) or re.search(
            r"(?:^|, )(?:are|is) (?:they|these|those|the two|it|both)(?: \w+)? (?:the same|equal|equally|as big)\b",
            asked.question,
            re.IGNORECASE,
        ):
            return self._linking.judged(asked._replace(want="link"), "equal")
        if (
            every := re.match(
                r"(?:are|do) (?:all(?: of)?|both) (?:of )?(?:these |the |its |those )*(?P<noun>arcs"
                r"|sides|angles)(?: \w+)* (?:the same|equal|equally \w+)",
                asked.question,
                re.IGNORECASE,
            )
        ) is not None:
            return self._are_all_equal(every["noun"])
        if (told := self._linking.are_equal_told(asked.question)) is not None:
            return told
        match = re.match(
            r"(?:is|are) (?P<s>(?:the )?(?:side |angle |line |triangle )?[A-Z]{1,4}) (?P<rest>(?:the"
            r"|a|an|also|as|parallel|perpendicular|opposite|equal|next)\b.+)$",
            asked.question,
            re.IGNORECASE,
        )
        if match is None:
            return None
        things = [thing for _, thing in self._figure.names_in(match["s"])]
        if len(things) != 1:
            return None
        described = self._describing.described(match["rest"], things[0].sort, asked.before)
        if described.tests and described.is_whole:
            return self._fits(described.tests, things)
        term = self._one_term(match["rest"], things[0].sort)
        return None if term is None else self._terms.fits(term, things[0])

    def _are_all_equal(self, noun: str) -> bool | None:
        outlines = self._figure.diagram.polygons
        if len(outlines) != 1:
            return None
        around = self._figure.sides(outlines[0])
        parts = {
            "sides": around,
            "angles": self._figure.corners(outlines[0]),
            "arcs": [Thing("arc", side.points) for side in around],
        }[noun]
        orders = [self._figure.order(parts[0], part) for part in parts[1:]]
        return False if {1, -1} & {*orders} else None if None in orders else True
