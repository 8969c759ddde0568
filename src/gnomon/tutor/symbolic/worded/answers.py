"""An answer in words as right or wrong of what any tutor's turn asks; None where it is not sure what is asked, or said.

A wrong verdict is worse than none: what a question says has to be read to its end before an answer to it is wrong.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

from gnomon.tutor.symbolic.answer_words import LEADING, NO, SAID_SAME, TURNED, YES, bare
from gnomon.tutor.symbolic.judged import Judged
from gnomon.tutor.symbolic.retold import answer, unsure
from gnomon.tutor.symbolic.truth import Truth
from gnomon.tutor.symbolic.worded.asking import Asked, asked_in
from gnomon.tutor.symbolic.worded.conditions import close
from gnomon.tutor.symbolic.worded.naming import AROUND, Naming
from gnomon.tutor.symbolic.worded.operating import operations_in
from gnomon.tutor.symbolic.worded.terms import terms_in
from gnomon.tutor.symbolic.worded.things import Thing

_LONGEST = 12
"""Words of an answer that is read here."""
_REASON = re.compile(
    r"[\s,]*\b(?:because|becuse|becaus|cause|cuz|coz|bc|bcs|since|cos(?!"
    r" ?\(?\d)(?= (?:its|it|the|they|there|of|we|both|you)\b))\b.*$",
    re.IGNORECASE,
)
_HEDGE = re.compile(
    r"^(?:(?:idk|not sure|dunno|maybe|perhaps|probably|i would say|i'd say|um+|uh+m*|uhm"
    r"|hm+|erm|the answer is|its|it's|it is|they are|theyre|they're)\b[\s,.:]*(?:but )?)+",
    re.IGNORECASE,
)
_NOTHING = re.compile(
    r"\b(?:idk|dunno|don'?t know|dont get|no idea|no clue|not sure|confus\w+|help|what do you mean"
    r"|whats? an?\b|how do i|can you)\b|^\W*(?:why|how|what|which|where|who|whats|huh|do i|do we"
    r"|should)\b",
    re.IGNORECASE,
)
_ORDINAL = (
    re.compile(r"(?:the )?(?:first|1st|former)(?: one)?", re.IGNORECASE),
    re.compile(r"(?:the )?(?:second|2nd|latter|last)(?: one)?", re.IGNORECASE),
)


_AIM = re.compile(r" (?:\d|by\b|with\b|to (?:get|find)\b).*$")
"""What an operation is done with, and to what end."""


class Words(NamedTuple):
    """An answer, cut to what it says."""

    text: str
    has_reason: bool
    raw: str
    """With a yes or no before it."""


def words_of(message: str) -> Words:
    """Return an answer without what stands around it: fillers, a reason behind it, a question mark."""
    text = message.strip().replace("’", "'")
    if re.fullmatch(r"[A-Z]{1,4}[.!?]*", text):
        return Words(text.rstrip(".!?"), has_reason=False, raw=text.rstrip(".!?"))  # "OK" may be a side
    text = re.sub(r"\s+(?:&|n|nd)\s+", " and ", text)
    cut = _REASON.sub("", text)
    said = _HEDGE.sub("", bare(cut.rstrip(" ?!."))).strip(" ,.!?:")
    raw = LEADING.sub("", cut.rstrip(" ?!.")).strip(" ,.!?:")
    return Words(re.sub(r"\s+", " ", said), cut != text, re.sub(r"\s+", " ", raw))


class WordedAnswers(Naming):
    """See the module.

    Args:
        scene: of the problem.
        text: of the problem.
        read: reads and judges a statement about it.
    """

    def answered(self, judged: Judged, turn: str, earlier: str = "") -> Judged | None:
        """Return a message as the answer to what a turn asks; None where that is not sure.

        Args:
            judged: the message, judged by its own words.
            turn: what was said before it.
            earlier: the learner's message before that.
        """
        message = judged.message.text
        if not self._figure.points or len(message.split()) > _LONGEST or _NOTHING.search(message):
            return None
        said = words_of(message)
        questions = tuple(
            asked._replace(before=f"{earlier}. {asked.before}" if earlier else asked.before) for asked in asked_in(turn)
        )
        if not questions or not (said.raw or said.has_reason):
            return None
        truths = self._truths(questions, said)
        if not truths or None in truths:
            return self._unsure(judged, questions, said)
        return _of(judged, [truth for truth in truths if truth is not None])

    def _unsure(self, judged: Judged, questions: Sequence[Asked], said: Words) -> Judged | None:
        """Return an answer with no verdict, where what is read of it is only the reason, or of one of several parts."""
        asked, (head, comma, _) = questions[-1], said.text.partition(",")
        is_reason_only = bool(comma) and asked.want == "link" and self._linking.is_relation(head) and judged.verdict == "right"
        is_of_several = asked.want == "term" and re.search(r"\b(?:together|they make|do they make)\b", asked.text) is not None
        if not is_reason_only and not is_of_several:
            return None
        return unsure(judged)

    def _truths(self, questions: Sequence[Asked], said: Words) -> list[bool | None]:
        if len(questions) == 1:
            return [self._with_tail(questions[0], said)]
        pieces = [piece.strip() for piece in re.split(r",| and (?=\w+ (?:too|also)\b)", said.text) if piece.strip()]
        if len(pieces) == len(questions):
            return [self._one(question, piece, said) for question, piece in zip(questions, pieces, strict=True)]
        # "How are they marked" may stay without an answer.
        found = self._one(questions[0], said.text, said)
        return [found] if found is not None and not re.search(r"\d", said.text) else []

    def _with_tail(self, asked: Asked, said: Words) -> bool | None:
        """Judge an answer, or what it begins with where a reason follows: ``same, its equilateral``."""
        found = self._one(asked, said.text, said)
        head, comma, tail = said.text.partition(",")
        if found is not None or not comma or not head.strip():
            return found
        found = self._one(asked, head.strip(), said._replace(text=head.strip(), raw=head.strip()))
        is_reason = re.match(r"\s*(?:its|it's|they|theyre|thats|that's|by|same|like|both|because|the)\b[^\d]*$", tail) is not None
        return found if found is False or (is_reason and not self._figure.names_in(tail)) else None

    def _one(self, asked: Asked, text: str, said: Words) -> bool | None:
        if (found := self._ranked(asked, text)) is not None:
            return found
        if asked.options:
            return self._chosen(asked, text)
        if asked.want == "why":
            return self._why(text)
        if asked.want == "whether":
            return self._whether(asked, said.raw)
        if not text:
            return None
        readers: dict[str, Callable[[Asked, str], bool | None]] = {
            "which": self._which,
            "where": self._where,
            "term": self._term,
            "operation": self._operating.judged,
            "link": self._link,
            "does": self._link,
            "goal": self._goal,
        }
        read = readers.get(asked.want)
        return None if read is None else read(asked, text)

    def _ranked(self, asked: Asked, text: str) -> bool | None:
        """Judge ``its the shortest`` of the one part that a question names."""
        match = re.fullmatch(
            r"(?:its |it's |it is )?(?:the )?(longest|shortest|biggest|largest"
            r"|smallest)(?: (?:one|side|angle|of (?:all|them|the three)))?",
            text,
            re.IGNORECASE,
        )
        things = (
            [thing for _, thing in self._figure.names_in(asked.question) if thing.sort in {"line", "angle"}]
            if match is not None
            else []
        )
        if match is None or len(things) != 1 or asked.want not in {"where", "link", "term", "other"}:
            return None
        described = self._describing.described(f"is the {match[1].lower()}", things[0].sort, asked.before)
        return self._fits(described.tests, things) if described.tests else None

    # relations

    def _link(self, asked: Asked, text: str) -> bool | None:
        found = self._linking.judged(asked, text)
        if found is None and len(operations_in(text)) > 1:
            found = self._operating.of_rule(operations_in(text), text)
        if found is None and (point := re.search(r"\b(?:put|make) (?:point )?[A-Z]\b", asked.question)) is not None:
            found = self._placing.judged(asked, text)
            return self._term(asked, text) if found is None and point is not None else found
        return self._general(asked, text) if found is None else found

    def _general(self, asked: Asked, text: str) -> bool | None:
        """Judge what figures of a kind are said to do: ``a median`` + ``splits the angle in half``."""
        match = re.match(
            r"what (?:does|do|must|will) (?P<s>(?:an?|the) [a-z ]+?|[a-z]+s) (?:always |usually )?do\b",
            asked.question,
            re.IGNORECASE,
        )
        holds = re.match(
            r"what (?:holds|is true|applies|counts|can you say|do you know|do we know)(?: about"
            r"| for| of| with) (?P<s>(?:the )?[a-z ]*(?:angles|sides|diagonals)[a-z ]*)$",
            asked.question,
            re.IGNORECASE,
        )
        if (
            holds is not None
            and not self._figure.names_in(text)
            and (told := self._linking.general(holds["s"], text)) is not None
        ):
            found = self._read(told)
            return {"right": True, "wrong": False}.get(found.verdict) if found.judgements else None
        if match is None or self._figure.names_in(text):
            return None
        found = self._read(f"{match['s']} {text}")
        return {"right": True, "wrong": False}.get(found.verdict) if found.judgements else None

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

    # choices

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

    # what is sought

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


def _of(judged: Judged, truths: Sequence[bool]) -> Judged:
    """Return a message with the verdict on all that it answers."""
    if all(truths):
        return answer(judged, Truth.RIGHT)
    return answer(judged, Truth.WRONG)
