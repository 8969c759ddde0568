"""A simulated learner: one false idea, partial knowledge, a strength and a way of writing.

What it may know is its question, its own work, the rules of its textbook and the conversation. It learns from what the last turn
offers and nothing else: a turn that names the rule behind its mistake, that shows or names the parts of it, that says no to a
line or yes, that tells what a word means. The kind of a turn only chooses what sort of thing is said back.

The model, a turn at a time:

- A false idea is given up with the chance ``repair`` times how much the turn is to the point (`attention.cue`), else ``alone``.
- It comes back with the chance ``relapse`` on every turn that does not confirm the new idea, half as often for each time that it
  was confirmed: old strategies live on beside new ones (overlapping waves: Siegler 1996, Emerging minds). It does so three times
  as often on a no, and when a number was given and the next turn asks on without a yes: to be asked again makes children change
  right answers (Rose and Blank 1974, Child Development 45).
- A new line comes with the chance ``initiative`` or when the turn leads to it; its number slips with the chance ``slip`` (as in
  knowledge tracing: Corbett and Anderson 1995, User Modeling and User-Adapted Interaction 4), and what follows is carried on from
  the slip; a slip is mended when a turn says no or is about its line.
- A calculation of numbers that a turn asks for is answered with its result, which slips with the same chance, by little (`sums`).
- Lines come in halves (``half``: a working without its result), facts come from other routes (``route``), and some messages are
  silent, off the matter or ask what a word means (``stray``).

Such learners show that the parts of a tutor fit, not how people fare with it (VanLehn, Ohlsson and Nason 1994, Journal of
Artificial Intelligence in Education 5, on what simulated students are for; Käser and Alexandron 2024, International Journal of
Artificial Intelligence in Education 34, on how seldom they are validated). Everything depends on the seed alone.
"""

from __future__ import annotations

import random
import re
from dataclasses import dataclass, replace

from gnomon.algebra import TWO_DECIMALS, Arithmetic, show_number
from gnomon.dialogue import StudentTurn, sentences_of
from gnomon.figure import Element
from gnomon.geometry import UnsolvableError, misconceptions, rules, solve_on_floats
from gnomon.problem import Quantity
from gnomon.student.attempt import show_value, work_sentence
from gnomon.student.attention import cue, is_about_another_figure, is_meaning_of, numbers_said
from gnomon.student.mind import Mind
from gnomon.student.misconception_student import MISCONCEPTION, MisconceptionStudent
from gnomon.student.protocol import Student, StudentContext, StudentReply
from gnomon.student.strength import Strength, strengths
from gnomon.student.sums import miscalculated, sum_asked
from gnomon.student.wording import Style, calculation, hard_word, styles

_LED = 0.9
"""Chance to know the next line when a turn is wholly to its point, whatever the strength."""
_DOUBT = 3.0
"""How much oftener a new idea is dropped when it is denied or not taken up."""
_NUMBER = re.compile(r"\d")
_ASKS_WHY = re.compile(r"\b(?:why|how did|reason|explain|convince|come about)\b", re.IGNORECASE)
_BESIDE = ("silent", "off_topic", "feeling", "plea", "idk", "idk", "asks_word", "asks_word")
"""What is said beside the matter; twice what comes twice as often."""
_HOLDING_ON = {"SeeHighlight": "seen", "AskRelation": "idk", "AskForExplanation": "explain", "SeekKnowledge": "explain"}
"""What a learner who is still wrong says to a kind of turn; anything else makes it stay with its result."""


@dataclass(frozen=True)
class Learner:
    """See the module.

    Args:
        name: as dialogues record it.
        strength: chances of what it does.
        style: name of a way of writing; None for one by seed.
        seed: of everything.
    """

    name: str
    strength: Strength
    style: str | None = None
    seed: int = 0

    async def reply(self, context: StudentContext) -> StudentReply:
        """Answer the last tutor turn."""
        return _Reply(self, context).made()


class UnknownStudentError(ValueError):
    """A name of no simulated student; the message lists those there are."""


def named_student(name: str, seed: int = 0) -> Student:
    """Return the student that ``misconception``, ``STRENGTH`` or ``STRENGTH:STYLE`` names.

    Raises:
        UnknownStudentError: for an unknown name.
    """
    if name == MISCONCEPTION:
        return MisconceptionStudent(seed=seed)
    strength, _, style = name.partition(":")
    if strength not in strengths():
        known = ", ".join((*strengths(), MISCONCEPTION))
        raise UnknownStudentError(f"there is no simulated student {name!r}; there are: {known}")
    if style and style not in styles():
        raise UnknownStudentError(f"no student writes in the style {style!r}; there are: {', '.join(styles())}")
    return Learner(name, strengths()[strength], style or None, seed)


class _Reply:
    def __init__(self, student: Learner, context: StudentContext) -> None:
        if not context.dialogue.tutor_turns():
            raise ValueError("a student answers a tutor's turn; the dialogue has none")
        self.chances = student.strength
        self.question = context.question
        self.figure = context.question.figure
        self.turn = context.dialogue.tutor_turns()[-1]
        self.is_first = len(context.dialogue.tutor_turns()) == 1
        self.mind = Mind.of(context.beliefs)
        who = f"{student.seed}/{context.question.text}/{self.mind.belief}"
        self.style: Style = styles()[student.style or random.Random(who).choice(list(styles()))]
        self.generator = random.Random(f"{who}/{len(context.dialogue.turns)}")
        self.said = next((turn.utterance for turn in reversed(context.dialogue.student_turns())), None)
        self.used = {s for turn in context.dialogue.student_turns() for s in sentences_of(turn.utterance)}
        self.is_confused = is_about_another_figure(self.turn, self.figure)

    def made(self) -> StudentReply:
        text = self._answer()
        return StudentReply(StudentTurn(utterance=text), self.mind)

    def _answer(self) -> str:
        if self.turn.subact == "Farewell":
            return self._say("bye")
        if self.is_first:
            return self._say("introduce", answer=self._shown_answer(), belief=self.mind.belief)
        before = self.mind
        self._learn()
        if self.mind.is_repaired and not before.is_repaired:
            return self._write("aha", most=1)
        if before.is_repaired and not self.mind.is_repaired:
            return self._say("relapse", answer=self._shown_answer(), belief=self.mind.belief)
        if before.slipped is not None and self.mind.slipped is None:
            return self._write("oops", most=1)
        if self._happens(self.chances.stray):
            return self._beside_the_matter()
        if self.is_confused:
            return self._say("confused")
        if (asked := sum_asked(self.turn)) is not None:
            return self._calculated(asked)
        return self._go_on() if self.mind.is_repaired else self._hold_on()

    # what the turn changes

    def _learn(self) -> None:
        mind, chances = self.mind, self.chances
        if self.is_confused:
            return
        # Somebody's own attempt may lack every line from there on; one of gnomon's has the others right.
        doubtful = range(mind.wrong_line, len(mind.lines)) if mind.is_foreign else (mind.line_in_doubt,)
        cue_here = max(self._cue(index) for index in doubtful)
        if not mind.is_repaired:
            is_told = self._is_told()
            if is_told or self._happens(max(chances.alone, chances.repair * cue_here)):
                self.mind = replace(mind.repaired(self.figure), is_half_said=False, was_told=is_told)
        elif mind.slipped is not None:
            is_hinted = self.turn.feedback == "negative" or cue_here > 0
            if self._happens(chances.mend if is_hinted else chances.alone):
                self.mind = mind.mended()
        elif mind.rewritten:
            self._keep_or_lose()
        if mind.word and is_meaning_of(self.turn, mind.word):
            self.mind = replace(self.mind, word="")

    def _keep_or_lose(self) -> None:
        if self.turn.feedback == "positive":
            self.mind = replace(self.mind, settled=self.mind.settled + 1)
            return
        has_asked_again = self.said is not None and _NUMBER.search(self.said) is not None
        doubt = _DOUBT if has_asked_again or self.turn.feedback == "negative" else 1.0
        if self._happens(self.chances.relapse * doubt / 2**self.mind.settled):
            self.mind = self.mind.relapsed()

    def _cue(self, index: int) -> float:
        """Return how much the turn is to the point of a line: wholly, where it explains a word of its rule that was asked for."""
        rule_id, word = self.mind.lines[index].rule_id, self.mind.word
        if rule_id is not None and word and word in rules()[rule_id].statement.lower() and is_meaning_of(self.turn, word):
            return 1.0
        return cue(self.turn, self.mind.lines, index, self.figure)

    def _is_told(self) -> bool:
        """Whether the turn states what the wrong line should have come to, and the learner can see that it follows."""
        right = self.mind.repaired(self.figure)
        found = [right.values[each.atom] for each in right.lines[right.wrong_line].found]
        shown = list(self.mind.values.values())
        return any(
            abs(number - value) <= TWO_DECIMALS and all(abs(number - known) > TWO_DECIMALS for known in shown)
            for number in numbers_said(self.turn)
            for value in found
        )

    # what is said back

    def _calculated(self, asked: Arithmetic) -> str:
        """Answer a calculation of numbers, which takes no idea of the figure; it slips as a line does."""
        value = miscalculated(asked, self.generator) if self._happens(self.chances.slip) else asked.value
        shown = show_number(value)
        return self._say("result_only", value=shown, result=f"{asked.left_text} = {shown}")

    def _beside_the_matter(self) -> str:
        kind = self.generator.choice(_BESIDE)
        word = hard_word(self.turn.utterance)
        if kind == "asks_word":
            if not word:
                return self._say("idk")
            self.mind = replace(self.mind, word=word)
        return self._say(kind, word=word)

    def _hold_on(self) -> str:
        """Answer with the false idea still in place."""
        if self._happens(self.chances.route) and (aside := self._aside()):
            return aside
        if self.turn.subact in {"AskLength", "AskAngle"}:
            return self._read_off()
        if self.turn.subact == "Calculate" and not self.mind.is_foreign:
            slots = self._slots(self.mind.wrong_line)
            self.mind = replace(self.mind, is_half_said=bool(slots["work"]) and not self.mind.is_half_said)
            return self._say("sum_only" if self.mind.is_half_said else "result_only", **slots)
        key = _HOLDING_ON.get(self.turn.subact, "insist")
        return self._say(key, answer=self._shown_answer(), belief=self.mind.belief)

    def _read_off(self) -> str:
        element = next((e for e in self.turn.highlights.elements() if e.kind != "label"), None)
        atom = next((a for a in self.mind.values if isinstance(a, Quantity) and Element.measured_by(a) == element), None)
        if element is None:
            return self._say("idk")
        name = f"∠{element.name}" if element.kind == "angle" else element.name
        if atom is None:
            return self._say("value_unknown", name=name)
        return self._say("value_known", name=name, value=show_value(atom, self.mind.values[atom]))

    def _aside(self) -> str:
        """Return something true that another rule gives from the question; empty where there is nothing more."""
        for number, (atom, equation, rule_id) in enumerate(self.mind.asides[self.mind.asides_said :], self.mind.asides_said + 1):
            self.mind = replace(self.mind, asides_said=number)
            try:
                value = solve_on_floats(equation, atom, self.mind.values, near=1.0)
            except (UnsolvableError, KeyError):
                continue
            shown = show_value(atom, value)
            return self._say("aside", result=f"{atom} = {shown}", name=str(atom), value=shown, rule=self._rule(rule_id))
        return ""

    def _go_on(self) -> str:
        mind = self.mind
        if mind.is_half_said:
            return self._result()
        if mind.is_finished:
            line = len(mind.lines) - 1
            key = "reason" if _ASKS_WHY.search(self.turn.utterance) else "again"
            return self._say(key, answer=self._shown_answer(), **self._slots(line))
        if self._happens(max(self.chances.initiative, _LED * self._cue(mind.line_in_doubt))):
            return self._write("line", most=self.chances.lines)
        aside = self._aside() if self._happens(self.chances.route) else ""
        return aside or self._say("stuck")

    def _write(self, key: str, most: int) -> str:
        """Write the next lines, the first of them as ``key`` says; after the last line the answer."""
        parts: list[str] = []
        while len(parts) < most and not self.mind.is_finished and not self.mind.is_half_said:
            parts.append(self._next_line(key))
            key = "line"
        if self.mind.is_finished and not self.mind.is_half_said:
            parts.append(self._say("finish", answer=self._shown_answer()))
        return self.style.joined(parts)

    def _next_line(self, key: str) -> str:
        index = self.mind.next_line
        if key != "oops" and self._happens(self.chances.slip):
            self.mind = self.mind.slip(self._change(index))
        slots = self._slots(index)
        self.mind = replace(self.mind, rewritten=self.mind.rewritten + 1)
        if slots["work"] and key == "line" and self._happens(self.chances.half):
            self.mind = replace(self.mind, is_half_said=True)
            return self._say("sum_only", **slots)
        is_fact = not self.mind.lines[index].found
        return self._say("fact" if is_fact and key == "line" else key, **slots)

    def _result(self) -> str:
        """Give the result of the line that was left without."""
        self.mind = replace(self.mind, is_half_said=False)
        said = self._say("result_only", **self._slots(self.mind.next_line - 1))
        return self.style.joined([said, self._say("finish", answer=self._shown_answer())]) if self.mind.is_finished else said

    def _change(self, index: int) -> str:
        """Return what a slip makes of the value of a line, from the list of slips: of those that fit its size and kind."""
        found = self.mind.lines[index].found
        slips = [idea for idea in misconceptions().values() if idea.change is not None]
        atom = found[-1].atom if found else None
        kind, value = atom.kind if isinstance(atom, Quantity) else "letter", 0.0 if atom is None else self.mind.values[atom]
        fitting = [idea for idea in slips if idea.at_least <= value < idea.below and (not idea.kinds or kind in idea.kinds)]
        return self.generator.choice([idea.change for idea in fitting or slips if idea.change is not None])

    def _slots(self, index: int) -> dict[str, str]:
        line = self.mind.lines[index]
        work, result = work_sentence(self.mind, index)
        slots = {"work": work, "result": result, "rule": self._rule(line.rule_id)}
        if line.found:
            atom = line.found[-1].atom
            value = self.mind.values[atom]
            slots |= {"name": str(atom), "value": show_value(atom, value), "nearby": show_number(round(value) + 10)}
            slots["sum"] = calculation(work, str(atom))
        return slots

    def _rule(self, rule_id: str | None) -> str:
        """Return one of the names by which people call a rule; empty for none."""
        known = [] if rule_id is None else [name for name in rules()[rule_id].keywords if name.replace(" ", "").isalpha()]
        return self.generator.choice(known) if known else ""  # a name with a number in it would read as a value

    def _shown_answer(self) -> str:
        return show_value(self.mind.goal, self.mind.answer())

    def _say(self, key: str, **slots: str) -> str:
        return self.style.say(key, self.generator, figure=self.figure, question=self.question.text, used=self.used, **slots)

    def _happens(self, chance: float) -> bool:
        return self.generator.random() < chance
