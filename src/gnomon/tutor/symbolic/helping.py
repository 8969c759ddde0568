"""The next step's help: which kind comes now, in which words, and what it points at."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gnomon.algebra import TWO_DECIMALS
from gnomon.dialogue import Feedback, Phrase, TutorTurn
from gnomon.figure import Element, Highlights
from gnomon.geometry import Step
from gnomon.problem import Expression, Quantity, named_as_in, unknowns
from gnomon.tutor.breach import breach_of
from gnomon.tutor.message.moves import Kind, numbers_of
from gnomon.tutor.symbolic.asides import Asides
from gnomon.tutor.symbolic.asked_meaning import part_shown
from gnomon.tutor.symbolic.example import worked_example
from gnomon.tutor.symbolic.openings import Opening, Openings
from gnomon.tutor.symbolic.own_equation import first_piece, own_equation
from gnomon.tutor.symbolic.phrasing import LONGEST_TURN, Phrasing
from gnomon.tutor.symbolic.plan import Plan, Rung, hint_rungs, ladder, points_of, rung_after, rung_for, rungs
from gnomon.tutor.symbolic.quoting import quotable
from gnomon.tutor.symbolic.situation import Situation
from gnomon.tutor.symbolic.uptake import Heard

_LONGEST_EXAMPLE = 26
"""Words of an example: the rest of a turn is what introduces it, and the question."""
_ASKED_LATELY = 4
"""Turns of the tutor in which it asks once what somebody means; then it helps, whatever was meant."""
_WORDLESS = frozenset({"notation", "notation_parts"})
"""Rungs for those who write in a language that there are no words in."""
_NAMED_LATELY = 3
"""Turns of the tutor in which parts that were named need not be named again."""
_MOST_TESTS = 2
"""Times that a wrong value is put into the learner's equation: then another kind of help is due."""


class Helping:
    """See the module.

    Args:
        here: where the tutor speaks.
        phrasing: chooses the words.
        openings: take up what was said.
        heard: what is answered; None before the learner has said anything.
    """

    def __init__(self, here: Situation, phrasing: Phrasing, openings: Openings, heard: Heard | None) -> None:
        self._here = here
        self._phrasing = phrasing
        self._openings = openings
        self._heard = heard

    def turn(self, heard: Heard) -> TutorTurn:
        """Return the turn that takes up a message and asks one thing about the step in play."""
        here = self._here
        row, step = heard.row, here.step
        assert step is not None
        aside = Asides(here.diagnosis, here.reader, here.words, here.dialogue.attempt).find(heard)
        if aside is None and row.then == "none" and not here.skip and (asked := self._which(heard)) is not None:
            return asked
        opening = self._openings.of(heard) if aside is None else Opening(aside.say, aside.feedback, aside.slots)
        is_meaning = aside is None and bool(row.kinds) and heard.move.kind is Kind.ASKS_MEANING
        part = part_shown(here, heard) if is_meaning else None
        shown = aside.shown if aside is not None else () if part is None else ((part,),)
        said = self._openings.worded(opening)
        then = row.then if aside is None else aside.then
        then = "back_plain" if then == "back" and not shown else "ladder" if then == "none" else then
        points = not shown and opening.feedback != "negative"  # what is to be compared with what is wrong has its names
        candidates = list(self._rungs(then))
        first = None
        for rung in (*candidates[here.skip :], *candidates[: here.skip]):  # what was refused comes last
            plan = points_of(rung, step, here.figure)
            if plan.highlights == plan.highlights2:  # a circle and its only arc look alike
                continue
            question = self._question(rung, plan, step, said, points=points)
            if question is None:
                continue
            first = first or (plan, question.text)
            if self._phrasing.is_fresh(question.text) and not self._phrasing.is_just_said(question):
                return self._made(plan, question.text, said, opening.feedback, shown)
        assert first is not None
        return self._made(*first, said, opening.feedback, shown)

    def _made(self, plan: Plan, words: str, opening: str, feedback: Feedback, shown: Sequence[Sequence[Element]]) -> TutorTurn:
        text = f"{opening} {words}".strip()
        if len(text.split()) > LONGEST_TURN:
            text = f"{self._phrasing.pick(f'brief_{feedback}')} {words}"
        is_short = len(text.split()) <= LONGEST_TURN
        rung = plan.rung
        if shown:
            green, *rest = (Highlights.of(parts, self._here.figure) for parts in shown)
            plan = Plan(rung._replace(rung="meaning", subact="ExplainConcept"), green, rest[0] if rest else None, ())
        said = text if is_short else words
        asked: Expression | None = self._here.sought()
        if rung.rung in _WORDLESS:
            asked = asked or self._here.proof.goal
        if rung.rung == "piece" and (own := own_equation(self._here, self._heard)) is not None:
            asked = first_piece(own.sides)
        return self._phrasing.said(plan.rung.subact, plan.rung.rung, said, feedback=feedback, plan=plan, asked=asked)

    def _rungs(self, then: str) -> Iterator[Rung]:
        """Yield what may come next, the best first."""
        diagnosis, step = self._here.diagnosis, self._here.step
        assert step is not None
        may_reveal, asks_example = self._here.context.may_reveal, self._here.asks_example()
        wants_less = self._heard is not None and self._heard.move.kind in {Kind.NOT_KNOWING, Kind.ASKS_WHAT_TO_DO}
        help_kinds = rungs(diagnosis, self._here.signs, may_reveal=may_reveal, asks_example=asks_example, wants_less=wants_less)
        if then == "next":
            yield rung_after(diagnosis.stage)
        elif (called_for := self._called_for(then)) is not None:
            turns = [exchange.turn for exchange in diagnosis.exchanges[-_ASKED_LATELY:] if exchange.turn is not None]
            asked = [turn.record.rung for turn in turns if turn.record is not None]
            # What was just asked in vain is not asked again, and nobody is asked what they mean all the time.
            lately = asked if then == "clarify" else asked[-1:]
            if called_for.rung not in lately or diagnosis.exchanges[-1].is_new:
                yield called_for
        yield from help_kinds

    def _called_for(self, then: str) -> Rung | None:
        """Return the question that the row of the table calls for; None where any kind of help will do."""
        if then == "ladder":
            return self._tested()
        if then == "notation":
            return rung_for(self._notation())
        if then == "number" and self._is_of_other_parts():
            then = "belongs"
        if then == "choose" and self._here.step is not None and self._here.step.rule is None:
            return None
        return self._test() if then == "test" else rung_for(then)

    def _notation(self) -> str:
        """Return which question comes without words: that for the size sought, the next time beside those known."""
        record = self._here.diagnosis.exchanges[-1].turn
        is_again = record is not None and record.record is not None and record.record.rung == "notation"
        return "notation_parts" if is_again else "notation"

    def _is_of_other_parts(self) -> bool:
        """Whether a calculation has a given size in it that the step in play does not speak of: the learner is on another way."""
        judgement, step = self._heard.judgement if self._heard is not None else None, self._here.step
        if judgement is None or not judgement.claim.is_arithmetic or step is None or step.equation is None:
            return False
        judge = self._here.reader.judge
        own = {leaf for side in step.equation for leaf in unknowns(side)}
        sizes = [size for leaf in own if (size := judge.truth(leaf)) is not None]
        sizes += [number for side in step.equation for number in numbers_of(side)]
        written = [number for number in numbers_of(judgement.claim.sides[0]) if judge.scene.is_given(number)]
        return any(all(abs(size - number) > TWO_DECIMALS for size in sizes) for number in written)

    def _tested(self) -> Rung | None:
        """Return what puts a wrong value into the learner's own equation, or takes that piece by piece; each twice at most."""
        if own_equation(self._here, self._heard) is None:
            return None
        aims = [exchange.turn.record for exchange in self._here.diagnosis.exchanges if exchange.turn and exchange.turn.record]
        asked = [record.rung for record in aims if record.aim == self._here.aim]
        rung = min(("check", "piece"), key=asked.count)
        return rung_for(rung) if asked.count(rung) < _MOST_TESTS else None

    def _test(self) -> Rung:
        """Return what puts a wrong idea to the test: its own question, else the hint."""
        error = self._here.diagnosis.error
        has_idea = error is not None and error.misconception is not None
        return next(rung for rung in ladder("error") if rung.rung == ("doubt" if has_idea else "guide"))

    def _which(self, heard: Heard) -> TutorTurn | None:
        """Ask which of two meanings is meant; None where that was asked in vain in all words there are."""
        said, meant = quotable(heard.said), self._meanings(heard)
        if len(meant) < 2:
            words = self._phrasing.fresh("which_part", said=said)
        else:
            one, other = (self._here.words.quantity(expression) for expression in meant[:2])
            words = self._phrasing.fresh("which", said=said, one=one, other=other)
        return self._phrasing.said("AskForExplanation", "which", words) if self._phrasing.is_fresh(words) else None

    def _meanings(self, heard: Heard) -> list[Expression]:
        """Return what an open name may mean: what fits the words best, and what has the value that was said."""
        judgement = heard.judgement
        if judgement is None or not judgement.claim.names:
            return []
        judge = self._here.reader.judge
        meanings = [meaning.expression for meaning in judge.scene.meanings(judgement.claim.names[0])]
        value = judgement.value
        fitting = [
            one
            for one in meanings
            if value is not None and (true := judge.truth(one)) is not None and abs(true - value) < TWO_DECIMALS
        ]
        # In the order of the alphabet, so that the order does not tell which one fits.
        return sorted(dict.fromkeys([*meanings[:1], *fitting[:1]]), key=str)

    def hint(self, level: int) -> TutorTurn | None:
        """Return the first kind of help of a level that has words here and gives nothing away; None where none has."""
        if self._here.step is None or self._here.diagnosis.is_solved:
            return None
        for rung in hint_rungs(level):
            plan = points_of(rung, self._here.step, self._here.figure)
            question = self._question(rung, plan, self._here.step, "")
            turn = None if question is None else self._phrasing.said(rung.subact, rung.rung, question.text, plan=plan)
            if turn is not None and breach_of(turn, self._here.context) is None:
                return turn
        return None

    def _parts(self, plan: Plan, *, points: bool) -> str:
        """Name what a rung points at: by their names, and where these were said lately and the highlight shows them, without."""
        words, here = self._here.words, self._here
        said = named_as_in(here.context.problem.question.text, words.together(plan.elements))
        lately = here.dialogue.tutor_turns()[-_NAMED_LATELY:]
        these = words.these(plan.elements)
        is_shown = points and len(plan.highlights) + len(plan.highlights2 or ()) == len(plan.elements)
        return these if these and is_shown and any(said in turn.utterance for turn in lately) else said

    def _question(self, rung: Rung, plan: Plan, step: Step, opening: str, *, points: bool = True) -> Phrase | None:
        """Return the words of a kind of help, fresh ones where there are; None where it has none here.

        Args:
            rung: the kind of help.
            plan: with what it points at.
            step: in play.
            opening: what stands before it in the turn.
            points: whether it may point at parts that were named before, and leave their names out.
        """
        here = self._here
        slots = {**self._slots(plan, step, opening), "parts": self._parts(plan, points=points)}
        if rung.rung == "example":
            example = worked_example(here.context.problem, step, here.proof)
            if not example:
                return None
            slots["example"] = here.words.example(example, _LONGEST_EXAMPLE)
            opening = ""  # the example takes the room
        room = LONGEST_TURN - len(opening.split())
        choices = self._phrasing.choices(rung.key, **slots)
        choices = [each for each in choices if rung.kind == "telling" or not self._phrasing.gives_away(each.text)]
        choices = [self._asking(each) for each in choices]
        choices = [each for each in choices if len(each.text.split()) <= LONGEST_TURN]  # some theorems have long clauses
        if rung.kind == "assertion":  # what a theorem says here may leave nothing to find: "it is half of 56°"
            choices = [
                each
                for each in choices
                if breach_of(self._phrasing.said(rung.subact, rung.rung, each.text), here.context) is None
            ]
        fresh = [each for each in choices if self._phrasing.is_fresh(each.text)]
        # What names a part of the step says more than what does not, where there is room for it.
        fitting = [each for each in fresh if len(each.text.split()) <= room]
        fitting.sort(key=lambda each: (self._phrasing.wear(each), not any(slots[key] in each.text for key in ("first", "parts"))))
        if rung.rung == "example":
            return next(iter(fitting), None)
        return next(iter(fitting or fresh or choices), None)

    def _known(self, plan: Plan) -> list[Quantity]:
        """Return the quantities with known values among the parts that a plan shows, those that signs alone name."""
        here = self._here
        atoms = (
            atom for atom in (*here.reader.given, *here.diagnosis.shown) if isinstance(atom, Quantity) and " " not in str(atom)
        )
        known = {Element.measured_by(atom): atom for atom in atoms}
        return [known[part] for part in plan.elements if part in known and known[part] != here.sought()]

    def _slots(self, plan: Plan, step: Step, opening: str) -> dict[str, str]:
        """Return what the words of a question may speak of, but for an example; no line that the opening has quoted."""
        here = self._here
        slots = {**self._phrasing.named(), **here.words.of_step(step)}
        error = here.diagnosis.error
        if error is not None and error.misconception is not None:
            slots["doubt"] = here.words.doubt(error.misconception)
        is_own_line = error is not None and error.claim is not None and error.sentence in here.dialogue.attempt
        if error is not None and is_own_line and (line := quotable(error.sentence)).strip("…").lower() not in opening.lower():
            slots["line"] = line
        if own := own_equation(here, self._heard):
            slots["own"] = quotable(own.text)
            if (piece := first_piece(own.sides)) is not None:
                slots["piece"] = str(piece)
        if plan.rung.rung in _WORDLESS:
            slots["asked"] = here.words.notation(here.sought() or here.proof.goal)
            if known := self._known(plan):
                slots["known"] = ", ".join(f"{quantity} = …" for quantity in known)
        parts = plan.elements or step.uses
        slots["first"], slots["second"] = here.words.element(parts[0]), here.words.element(parts[-1])
        slots["result"] = here.words.concluded(step)
        return slots

    def _asking(self, phrase: Phrase) -> Phrase:
        """Return a phrase with a question; hints from the rules' tables may only point at something."""
        return phrase if "?" in phrase.text else phrase._replace(text=f"{phrase.text} {self._phrasing.pick('after_hint')}")
