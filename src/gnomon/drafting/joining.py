"""Picture and text joined to one problem, asked about where they leave something open, and solved."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from gnomon.drafting.asking import Answer, Asking, NothingReadError, Question
from gnomon.drafting.choosing import Choosing
from gnomon.drafting.comparing import compared, holds
from gnomon.drafting.correcting import Corrections
from gnomon.drafting.draft import Draft
from gnomon.drafting.facts import DraftFact, distinct, in_school_notation, renamed_literal, terms_of
from gnomon.drafting.goal import GoalSearch
from gnomon.drafting.grounding import Grounded, grounded
from gnomon.drafting.refusing import speaks_of_a_figure, why_no_answer, why_nothing_is_read
from gnomon.drafting.second_opinion import SecondOpinion
from gnomon.drafting.shaded import SHADED_AREA, shaded_area
from gnomon.drafting.solving import Solving
from gnomon.drafting.sources import Sources, read_sources
from gnomon.drafting.stated import stated_facts
from gnomon.drafting.telling import told_sentences
from gnomon.reading import PictureError

_EXTREMES: Mapping[str, Callable[[Iterable[float]], float]] = {"largest": max, "smallest": min}
"""Notes of a text that asks for one of several sizes."""


def draft_of(
    sources: Sources,
    answers: Mapping[str, Answer] | None = None,
    *,
    corrections: Corrections | None = None,
    leave_unsure: bool = False,
    name: str = "new-problem",
) -> Draft:
    """Make a problem of what was read, and solve it.

    Args:
        sources: picture and text.
        answers: by id of the question.
        corrections: of what was read; with them, answers to questions that are no longer asked are passed over.
        leave_unsure: whether what is unsure is left out where a proof does without it.
        name: id of the problem.

    Raises:
        DraftError: for an answer that does not fit its question.
    """
    asking = Asking(answers or {})
    try:
        made = _Joining(sources, asking, name, corrections or Corrections()).made()
    except NothingReadError as error:
        picture = sources.picture if corrections is None or sources.picture is None else corrections.picture(sources.picture)
        return Draft("refused", str(error), picture, sources.wording)
    if corrections is None:
        asking.require_all_used()
    draft = replace(made, questions=asking.open)
    is_proved = draft.solution is not None and draft.solution.status == "solved"
    if is_proved and leave_unsure and all(question.only_adds for question in draft.questions):
        # More facts can refute a figure, but not a proof from the others.
        left = tuple(f"left out: {question.text}" for question in draft.questions)
        draft = replace(draft, questions=(), unread=(*draft.unread, *left))
    if draft.questions:
        return replace(draft, status="asks", reason=draft.reason or draft.questions[0].text)
    return replace(draft, status="solved" if is_proved else "unsolved")


def make_draft(
    text: str,
    picture: Path | None = None,
    answers: Mapping[str, Answer] | None = None,
    *,
    leave_unsure: bool = False,
    name: str = "new-problem",
    read: Callable[[str, Path | None], Sources] = read_sources,
) -> Draft:
    """Read, join and solve; a picture that shows no figure is a refused draft.

    Args:
        text: of the problem.
        picture: its file.
        answers: as for `draft_of`, with `leave_unsure` and `name`.
        leave_unsure: see there.
        name: see there.
        read: reads text and picture; another one may ask a model, too.

    Raises:
        DraftError, ImportError: as `draft_of` and `read_sources`.
    """
    try:
        sources = read(text, picture)
    except (PictureError, NothingReadError) as error:
        return Draft("refused", str(error))
    except OSError as error:
        return Draft("refused", f"cannot read {str(picture)!r} ({error.strerror}); expected a PNG or JPEG file")
    return draft_of(sources, answers, leave_unsure=leave_unsure, name=name)


@dataclass(frozen=True)
class _Joining:
    """One joining of picture and text."""

    sources: Sources
    asking: Asking
    name: str
    corrections: Corrections

    def made(self) -> Draft:
        """Return the draft, whose questions are with who asks."""
        self._require_something_read()
        wording, told = self.sources.wording, self.corrections
        ground = grounded(self.sources, told, self.asking)
        opinion = ground.opinion
        facts = told.facts([fact.renamed(ground.renamed) for fact in (*ground.facts, *stated_facts(wording))])
        wanted = next((note for sentence in wording.sentences for note in sentence.notes if note in _EXTREMES), None)
        among = () if told.goal else tuple(renamed_literal(each, ground.renamed) for each in wording.goals)
        goal = self._goal(ground, facts, among[0] if wanted and among else told.goal)
        data = {"id": self.name, "text": self.sources.text, "figure": ground.figure, "find": goal or "x"}
        facts += Choosing(wording, ground.renamed, opinion, self.asking, told.dropped).chosen(data, facts)
        unread = (*wording.unread, *ground.unread, *opinion.dropped, *told.unread)
        draft = Draft("unsolved", "", ground.picture, wording, opinion.marked(distinct(facts)), unread=unread, goal=goal)
        if goal is None:
            return replace(draft, reason="what is asked was not read")
        if wanted is not None and among:
            return self._extreme(wanted, among, opinion, draft, data)
        return self._heard(opinion, draft, data)

    def _require_something_read(self) -> None:
        """Refuse a text in which nothing was read, but for one about the figure of a picture.

        Raises:
            NothingReadError: with the reason.
        """
        wording = self.sources.wording
        read = (wording.facts, wording.goals, wording.questions, self.sources.suggested.facts, self.corrections.written)
        if not any(read) and (self.sources.picture is None or not speaks_of_a_figure(wording)):
            raise NothingReadError(why_no_answer(wording) or why_nothing_is_read(wording))

    def _goal(self, ground: Grounded, facts: Sequence[DraftFact], known: str | None) -> str | None:
        """Return what is asked for; the area of what is shaded is one that the picture shows, or is asked about."""
        search = GoalSearch(self.sources.wording, ground.renamed, ground.opinion, self.asking)
        goal = known or search.found()
        if goal is None or SHADED_AREA not in goal:
            return goal
        shading = self.sources.shading
        terms = terms_of(fact.literal for fact in facts)
        area = None if shading is None or ground.seen is None else shaded_area(shading, ground.seen, terms)
        return search.told() if area is None else goal.replace(SHADED_AREA, area)

    def _extreme(self, wanted: str, goals: Sequence[str], opinion: SecondOpinion, draft: Draft, data: dict[str, Any]) -> Draft:
        """Prove each of the sizes, and answer with the one that is largest or smallest; ask where not all can be proved."""
        drafts = [self._heard(opinion, replace(draft, goal=goal), {**data, "find": goal}) for goal in goals]
        answers = [each.solution.answer if each.solution is not None else None for each in drafts]
        known = [answer for answer in answers if answer is not None]
        if len(known) == len(goals):
            return drafts[answers.index(_EXTREMES[wanted](known))]
        question = Question("goal", f"Which of these is the {wanted}?", tuple(map(in_school_notation, goals)))
        chosen = self.asking.choice(question)
        return replace(draft, reason=question.text) if chosen is None else drafts[chosen]

    def _heard(self, opinion: SecondOpinion, draft: Draft, data: dict[str, Any]) -> Draft:
        """Solve; what only the model says is asked about where it contradicts what was read, or the proof is missing."""
        facts, alone = compared(opinion, draft.facts, data, self.asking)
        solving = Solving(data, self.corrections.figure, self.asking)
        solved = solving.solved(replace(draft, facts=facts))
        if solved.solution is not None and solved.solution.status != "no_proof":
            unneeded = tuple(f"only the model says {fact.shown}, from {fact.origin.words!r}" for fact in alone)
            return replace(solved, unread=(*solved.unread, *unneeded))
        told = [fact for fact in alone if holds(fact, self.asking)]
        told += told_sentences(self.sources.wording, alone, self.asking)
        return solving.solved(replace(draft, facts=(*solved.facts, *told))) if told else solved
