"""The parts of a figure whose sizes, ratios or number a question asks for.

By their names, by plain words ("how far is it straight across?"), or as what was spoken of last ("how long are they?").
"""

from __future__ import annotations

import re

from gnomon.algebra import constant
from gnomon.problem import Expression, Letter, Operation, Quantity, QuantityKind
from gnomon.tutor.message.question import Question
from gnomon.tutor.message.reckoned import asks_sum
from gnomon.tutor.message.turns import LEAD, speaks_of_another
from gnomon.tutor.symbolic.numbered.counts import CountedParts
from gnomon.tutor.symbolic.numbered.cues import (
    ANGLE,
    COMPARES,
    FRAMES,
    FROM,
    KINDS,
    LINE,
    LONGEST_SUBJECT,
    NEIGHBOUR,
    OUTER,
    RATIO,
    SCALED,
    SUPPOSED,
    UNITS_OF_AREA,
)
from gnomon.tutor.symbolic.numbered.meant import Asked, Meant, Target, added, number
from gnomon.tutor.symbolic.numbered.reckoning import points_back
from gnomon.tutor.symbolic.plain_words import in_known_words

_WHOLES: dict[str, QuantityKind] = {"sector_area": "circle_area", "arc_length": "circumference"}
"""What a sector or an arc is a share of."""


class FigureParts(CountedParts):
    """Finds the parts that a question for a number is about."""

    def meant(self, asked: Asked) -> Meant | None:
        """Return the parts of a question, by their names or their descriptions; None where there are none."""
        readers = (
            self.counted,
            self.function,
            self.ratio,
            self.shared,
            self.pieces,
            self.each,
            self.named,
            self.related,
            self.spoken_of,
        )
        return next((found for reader in readers if (found := reader(asked)) is not None), None)

    def related(self, asked: Asked) -> Meant | None:
        """Find what is told by the value before it: its neighbour on the line, what is left of the turn."""
        if self.parts_in(asked.words) or not NEIGHBOUR.search(asked.signs):
            return None
        numbers = asked.numbers(asked.told) or asked.numbers(asked.around) or asked.numbers(asked.student)
        if len(numbers) != 1 or LINE.search(asked.words):
            return None
        rest = Operation("-", (number(180), numbers[0]))
        return Meant((Target(rest),), is_sure=self._scene.is_number(constant(rest) or 0.0))

    def spoken_of(self, asked: Asked) -> Meant | None:
        """Find the parts that the sentence before named: ``How long are they?``."""
        back = re.match(
            r"^\W*(?:(?:so|and|now|then|well)\W+)*(?:how (?:big|large|long|wide|many degrees|much|far)|what(?:'s"
            r"| is| are| does| do)?(?: the(?:ir)? (?:size|length)s?)?)"
            r"(?: (?:is|are|was|would|must|does|do|will|has|have|each of))?,?(?: (?:it|they|that|this|both|each|them"
            r"|these|of them|the (?:2|two)))*(?: (?:be|have|measure|each|then|make|together|altogether|add up to"
            r"|in total|roughly|about|come to|exactly|then))*\W*$",
            asked.signs.replace(",", ""),
        ) or points_back(asked.words)
        if not back:
            return None
        texts = [*reversed(asked.context), asked.said]
        parts = next((found for text in texts if text and (found := self.parts_in(text))), [])
        is_several = re.search(r"\b(?:they|both|each|them|these)\b", asked.signs) is not None
        if len(parts) > 1:
            return self._of_several(parts, asked.signs) if is_several else None
        if not parts and asked.context:
            return self._from_before(asked)
        target = self._target(parts[0]) if parts and not is_several else None
        if (
            target is None
            or asked.told
            or any(each.other is not None for each in asked.around)
            or SUPPOSED.search(" ".join(asked.context))
        ):
            return None
        return Meant(
            (target,), is_sure=SCALED.search(asked.context[-1].lower() if asked.context else "") is None and len(parts) == 1
        )

    def _from_before(self, asked: Asked) -> Meant | None:
        last = asked.context[-1]
        way = FROM.search(last)
        return None if way is None else self._from(way, last)

    def shared(self, asked: Asked) -> Meant | None:
        """Find the side that two triangles have in common."""
        if not re.search(
            r"\b(?:side|line)\b.*\b(?:both|2) triangles (?:share|have in common|need)\b|\bcommon side\b", asked.signs
        ):
            return None
        triangles = {frozenset(each) for each in self._scene.diagram.triangles}
        common = {one & other for one in triangles for other in triangles if len(one & other) == 2}
        if len(common) != 1:
            return None
        target = self._target(self._scene.canonical(Quantity.of("length", *sorted(common.pop()))))
        return None if target is None else Meant((target,), is_sure=True)

    def pieces(self, asked: Asked) -> Meant | None:
        """Find the two pieces into which a point cuts a segment: ``Z cuts chord EH into two pieces. What are they?``."""
        text = " ".join((*asked.context[-1:], asked.words))
        match = re.search(r"\b([A-Z]) (?:cuts|divides|splits|halves)\b.*?\b([A-Z]{2})\b", text)
        is_asked = re.search(r"\b(?:they|pieces|parts|halves)\b", asked.signs) is not None
        if match is None or not is_asked or match[1] in match[2] or not {match[1], *match[2]} <= set(self._scene.diagram.at):
            return None
        parts = [self._scene.canonical(Quantity.of("length", match[1], end)) for end in match[2]]
        return self._of_several(parts, asked.signs)

    def each(self, asked: Asked) -> Meant | None:
        """Each of the parts that the problem gives with letters: ``How long is each of the arcs?``."""
        match = re.search(
            r"\b(?:each|both|all) (?:of the |the )?(?:\d )?(arcs?|angles?|sides?|pieces?|segments?|chords?)\b", asked.signs
        )
        if match is None or RATIO.search(asked.signs) or asks_sum(asked.signs):
            return None
        kinds = KINDS.get(match[1].rstrip("s"), ())
        defined = [part for part in self._scene.deduction.definitions if part.kind in kinds]
        targets = [target for part in defined if (target := self._target(part)) is not None]
        return Meant((), each_of=tuple(targets)) if len(targets) > 1 and len(targets) == len(defined) else None

    # ratios and numbers of parts

    def described(self, asked: Asked) -> Meant | None:
        """Find the part that plain words describe."""
        if self.parts_in(asked.words) or SUPPOSED.search(" ".join((*asked.context, asked.words))) or OUTER.search(asked.signs):
            return None
        if RATIO.search(asked.signs):
            return None
        if (twice := self._of_both(asked)) is not None:
            return twice
        if re.search(r"\bits\b", asked.signs) and asked.context and speaks_of_another(asked.context[-1]):
            return None
        for subject in self._subjects(asked.words):
            part = self._whole_of(self._asked_for(Question("size", "", subject)), subject)
            is_of_kind = not isinstance(part, Quantity) or (
                not (part.kind == "angle" and LINE.search(asked.words))
                and not (part.kind == "length" and ANGLE.search(asked.words))
            )
            if (
                part is not None
                and isinstance(part, Operation)
                and re.search(r"\bheight|altitude\b", subject)
                and self.size(part) is not None
            ):
                return Meant((Target(part),))
            if part is not None and is_of_kind and self.size(part) is not None and isinstance(part, Quantity | Letter):
                is_sure = len(subject.split()) <= LONGEST_SUBJECT and not SCALED.search(asked.signs) and not asks_sum(asked.signs)
                return Meant((Target(part, part),), is_sure=is_sure and not COMPARES.search(asked.signs))
        return None

    def _whole_of(self, part: Expression | None, subject: str) -> Expression | None:
        """Return the circle of which a sector or arc is sought, where words ask for ``the whole pie``."""
        whole = _WHOLES.get(part.kind) if isinstance(part, Quantity) else None
        circles = self._scene.diagram.circles
        if whole is None or len(circles) != 1 or not re.search(r"\b(?:whole|entire|full|complete)\b", subject):
            return part
        return self._scene.canonical(Quantity.of(whole, *circles))

    def _of_both(self, asked: Asked) -> Meant | None:
        """Two parts that are equal by their name, together: the base angles."""
        if (whole := self._of_outline(asked)) is not None:
            return whole
        match = re.search(
            r"\b(?:both|2|the) (?:equal )?(base angles|legs|radii|equal sides)\b.*\b(?:together|altogether|in total)\b",
            asked.signs,
        )
        if match is None:
            return self._of_area(asked)
        names = {"base angles": "the base angle", "radii": "the radius", "legs": "the leg", "equal sides": "the leg"}
        part = self._asked_for(Question("size", "", names[match[1]]))
        if part is None or self.size(part) is None:
            return None
        return Meant((Target(Operation("*", (number(2), part))),), is_sure=match[1] != "legs")

    def _of_outline(self, asked: Asked) -> Meant | None:
        """Area or perimeter of the figure where another quantity is sought: right where it fits, else of something smaller."""
        polygon = max((*self._scene.diagram.polygons, *self._scene.diagram.triangles), key=len, default=None)
        goal = self._scene.proof.goal if self._scene.proof is not None else None
        if polygon is None or self._scene.diagram.circles:
            return None
        text = " ".join((*(each.lower() for each in asked.context[-1:]), asked.signs))
        around = list(zip(polygon, (*polygon[1:], polygon[0]), strict=True))
        if re.search(rf"\bareas?\b|{UNITS_OF_AREA}", asked.signs) and not (isinstance(goal, Quantity) and goal.kind == "area"):
            whole: Expression = self._scene.canonical(Quantity.of("area", *polygon))
        elif re.search(r"\bperimeter\b|\b(?:once|way|all|walk\w*) (?:all the way )?(?:a)?round\b", text):
            whole = added([self._scene.canonical(Quantity.of("length", *pair)) for pair in around])
        else:
            return None
        return Meant((Target(whole, whole if isinstance(whole, Quantity) else None),)) if self.size(whole) is not None else None

    def _of_area(self, asked: Asked) -> Meant | None:
        """Find the area that is sought, by its unit: ``how many square metres has the floor?``."""
        goal = self._scene.proof.goal if self._scene.proof is not None else None
        is_area = isinstance(goal, Quantity) and goal.kind in {"area", "circle_area", "sector_area"}
        if not is_area or not isinstance(goal, Quantity) or self.size(goal) is None:
            return None
        text = re.sub(r"\b(?:the|whole|floor|stage|plot|figure|shape|field|room|garden)\b", "", asked.signs)
        match = re.match(
            r"^\W*(?:(?:so|and|now|then)\W+)*how many square \w+(?: is| has| are there| does)?(?: it)?(?: have)?(?:"
            r" in (?:all|total)| then| altogether)*\W*$",
            text,
        )
        return None if match is None else Meant((Target(goal, goal),), is_sure=not asked.told)

    def _subjects(self, question: str) -> list[str]:
        """Return what a question may be about, as the reader of statements knows it."""
        bare = LEAD.sub("", question.strip()).strip(" ?!.…")
        bare = re.sub(
            r",? (?:with (?:the )?(?:π|pi)\b.*|in (?:cm|dm|m|degrees)|exactly|then|now|here|please|roughly|about|do you think)$",
            "",
            bare,
            flags=re.IGNORECASE,
        )
        found: list[str] = []
        for frame in FRAMES:
            if (match := frame.match(bare)) is not None:
                found.append(match["s"].strip(" ,"))  # noqa: PERF401
        found = [*found, bare]
        found += [piece.strip() for subject in found for piece in subject.split(",") if len(piece.split()) > 1]
        has_circle = bool(self._scene.diagram.circles)
        plain = [put for subject in dict.fromkeys(found) for put in in_known_words(subject, has_circle=has_circle)]
        return [each for each in dict.fromkeys(plain) if each and len(each.split()) < 2 * LONGEST_SUBJECT]
