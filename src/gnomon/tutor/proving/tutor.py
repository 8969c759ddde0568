"""The next turn about a statement to prove: takes up the learner's last statement, then helps with the first open step.

Help comes from asking to telling: an open question, the theorem's question, where to look, the theorem, the step itself.
English only.
"""

from __future__ import annotations

import random

from gnomon.dialogue import Dialogue, Phrasebook, Subact, TurnRecord, TutorTurn, act_of, sentences_of
from gnomon.figure import Element, Highlights
from gnomon.geometry import Solution, Step
from gnomon.tutor.protocol import TutorContext
from gnomon.tutor.proving.standing import Judged, ProofReader, Standing, Verdict

_KEPT: dict[int, ProofReader] = {}
"""By the identity of the solution's proof, the one asked for last at the end."""
_MOST = 64
"""Proofs whose readers are kept: a class works at fewer at a time."""
_RUNGS: tuple[tuple[str, Subact], ...] = (
    ("ask", "SeekStrategy"),
    ("recall", "SeekKnowledge"),
    ("hint", "Guide"),
    ("marked", "SeeHighlight"),
    ("concept", "ExplainConcept"),
    ("fit", "Guide"),
    ("concept", "ExplainConcept"),
    ("reveal", "Revealing"),
)
"""From asking to telling, each with its kind of turn."""
_RIGHT = {Verdict.ESTABLISHED, Verdict.STATED, Verdict.AGAIN}
_LONGEST_QUOTE = 80
"""Characters of the learner's words that are said back."""


def proof_reader_of(solution: Solution | None) -> ProofReader | None:
    """Return the reader of dialogues about a statement that is proved; None where the solution proves none."""
    if solution is None or solution.claim_proof is None:
        return None
    reader = _KEPT.pop(id(solution.claim_proof), None)
    if reader is None or reader.proof is not solution.claim_proof:
        reader = ProofReader(solution)
    _KEPT[id(solution.claim_proof)] = reader
    if len(_KEPT) > _MOST:
        del _KEPT[next(iter(_KEPT))]
    return reader


def proving_turn(context: TutorContext, reader: ProofReader, seed: int) -> TutorTurn:
    """Return the next turn of a tutor who leads to a proof."""
    return _Composer(context, reader, seed).turn()


def proving_breach(turn: TutorTurn, utterance: str, dialogue: Dialogue, reader: ProofReader) -> str | None:
    """Say which key step a turn gives away that the learner has not said; None where it gives none away."""
    told = turn.record.step if turn.record is not None and turn.subact == "Revealing" else None
    step = reader.leak(utterance, reader.stand(dialogue), told)
    return None if step is None else f"{step!r}: a step of the proof that the learner has not found yet"


class _Composer:
    def __init__(self, context: TutorContext, reader: ProofReader, seed: int) -> None:
        self.context, self.reader = context, reader
        self.standing: Standing = reader.stand(context.dialogue)
        self.step: Step | None = reader.next_step(self.standing)
        self.book = Phrasebook.load(__package__, "phrases.yaml")
        place = (seed, len(context.dialogue.turns), context.problem.id, len(context.rejected))
        self.generator = random.Random("/".join(map(str, place)))
        self.used = {each for turn in context.dialogue.tutor_turns() for each in sentences_of(turn.utterance)}

    def turn(self) -> TutorTurn:
        if self.reader.is_proved(self.standing):
            return self._said("Farewell", "farewell", self._words("farewell"), is_right=True)
        if self.context.is_last:
            return self._said("Farewell", "farewell_open", self._words("farewell_open"))
        if not self.context.dialogue.tutor_turns():
            return self._introduced()
        return self._next()

    def _introduced(self) -> TutorTurn:
        construction = self.context.solution.construction if self.context.solution is not None else None
        if construction is None:
            return self._said("Introduce", "introduce", self._words("introduce"))
        return self._said("Introduce", "introduce", self._words("introduce_line", line=str(construction)))

    def _next(self) -> TutorTurn:
        judged = self._taken_up()
        opening = "" if judged is None else self._words(judged.verdict, claim=_quoted(judged.words))
        is_right = judged is not None and judged.verdict in _RIGHT
        if judged is not None and (judged.verdict.is_wrong or judged.verdict is Verdict.GOAL_ALONE) and self._level() == 0:
            return self._said("SelfCorrect", "take_up", opening)
        if judged is not None and judged.verdict in {Verdict.NO_REASON, Verdict.OTHER_REASON} and self._level() == 0:
            return self._said("AskForExplanation", "why", opening)
        level = min(self._level() + len(self.context.rejected), len(_RUNGS) - 1)
        if _RUNGS[level][0] == "marked" and not self._parts():
            level -= 1
        if level == len(_RUNGS) - 1 and not self.context.may_reveal:
            level -= 1
        rung, subact = _RUNGS[level]
        return self._said(subact, rung, f"{opening} {self._help(rung)}", is_right=is_right)

    def _taken_up(self) -> Judged | None:
        """Return what of the last message is answered: what is wrong before what is open before what is right."""
        order = list(Verdict)
        weight = {verdict: 2 if verdict.is_wrong else 0 if verdict in _RIGHT else 1 for verdict in order}
        return max(self.standing.judged, key=lambda one: weight[one.verdict], default=None)

    def _level(self) -> int:
        """Return how many turns were about this step already."""
        at = None if self.step is None else self.step.index
        return sum(turn.record is not None and turn.record.step == at for turn in self.context.dialogue.tutor_turns())

    def _help(self, rung: str) -> str:
        step = self.step
        assert step is not None  # something is open
        if step.rule is None or step.instance is None:
            if rung == "reveal":
                return self._words(rung, step=step.text)
            sources = " and ".join(self.reader.proof.steps[at].concludes for at in step.sources)
            return self._words("ask_combined", sources=sources) if sources else self._words("ask")
        at = dict(zip(step.instance.rule.pattern.split()[1:], step.instance.points, strict=False))
        hint = step.rule.hint
        for variable, point in at.items():
            hint = hint.replace(f"{{{variable}}}", f"\0{point}")
        slots = {"recall": step.rule.recall, "hint": hint.replace("\0", ""), "concept": step.rule.statement, "step": step.text}
        return self._words(rung, **slots)

    def _parts(self) -> list[Element]:
        """Return what the step in play looks at; a helping line is not drawn in the problem's own figure."""
        figure = self.context.problem.question.figure
        points = set() if figure is None else set(figure.points)
        return [one for one in (self.step.uses if self.step is not None else ()) if set(one.points) <= points]

    def _words(self, key: str, **slots: str) -> str:
        return self.book.pick(key, self.generator, self.used, **slots)

    def _said(self, subact: Subact, rung: str, words: str, *, is_right: bool = False) -> TutorTurn:
        figure, uses = self.context.problem.question.figure, self._parts()
        wrong = any(one.verdict.is_wrong for one in self.standing.judged)
        is_first = not self.context.dialogue.tutor_turns()
        shows = rung in {"hint", "marked", "concept", "fit", "reveal"}
        return TutorTurn(
            act=act_of(subact),
            subact=subact,
            highlights=Highlights.of(uses, figure) if shows and uses else Highlights(),
            feedback="none" if is_first else "positive" if is_right else "negative" if wrong else "none",
            utterance=words.strip(),
            record=TurnRecord(step=self.step.index if self.step is not None and not is_first else None, rung=rung),
        )


def _quoted(words: str) -> str:
    return words if len(words) <= _LONGEST_QUOTE else f"{words[: _LONGEST_QUOTE - 1]}…"
