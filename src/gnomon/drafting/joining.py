"""Picture and text joined to one problem, asked about where they leave something open, and solved."""

from __future__ import annotations

import math
import re
import string
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, NamedTuple

from pydantic import ValidationError

from gnomon.drafting.agreeing import with_words
from gnomon.drafting.asking import Answer, AnswerError, Asking, NothingReadError, Question
from gnomon.drafting.correcting import Corrections
from gnomon.drafting.draft import Draft
from gnomon.drafting.drawn import Names, Settled, settled
from gnomon.drafting.facts import DraftFact, Origin, distinct, in_school_notation, two_numbers
from gnomon.drafting.helping import solved_with_a_line
from gnomon.drafting.printed import printed_facts, unbound_labels
from gnomon.drafting.second_opinion import Ground, SecondOpinion
from gnomon.drafting.shaded import shaded_area
from gnomon.drafting.suggesting import PATIENCE, Suggested, point_matches, suggest
from gnomon.drafting.to_scale import has_points_together, is_collapsed, is_to_scale, to_scale
from gnomon.figure import Figure
from gnomon.geometry import ModelError, Solution, conflicts, is_degrees, nearest, solve
from gnomon.geometry.layout import OpenLayoutError
from gnomon.models import Model
from gnomon.problem import Problem, ProblemError, problem_of
from gnomon.problem.entry import AUTO, complaints
from gnomon.problem.entry_writing import figure_entry
from gnomon.problem.school import points_in, read_school
from gnomon.problem.terms import POLYGONS, Term, UnreadError, parse_literal
from gnomon.problem.words import SHADED, Wording, leaves_corner_open, read_words
from gnomon.problem.words import Question as TextQuestion
from gnomon.problem.words.tokens import sentences
from gnomon.prompts import in_one_line
from gnomon.reading import ASKING_LIMIT, Picture, PictureError, Shading, figure_of, read_picture, read_shading

_GOAL = "Find("
_SHADED = f"AreaOf({SHADED})"
"""Of a goal: the area of what only the figure shows shaded."""
_EXTREMES: Mapping[str, Callable[[Iterable[float]], float]] = {"largest": max, "smallest": min}
"""Notes of a text that asks for one of several sizes."""
_ASKS_A_PROOF = re.compile(r"(?:prove|show|verify|demonstrate)\b", re.IGNORECASE)
_ASKS_WHETHER = re.compile(r"(?:.*, )?(?:is|are|does|do|has|have|must|could|can) (?!you\b|we\b)[^?]*\?", re.IGNORECASE)
"""Sentences that ask for a proof, and for yes or no."""
_LIKELY = 0.5
"""Confidence from which a point that the text names is taken: of 22 such points of real figures between this and the limit for
others none was wrong."""
_LONGEST = 4000
"""Characters of a text; a long problem of a schoolbook has a thousand."""
_WHAT_ELSE = "What else does it say? Statements in school notation with ; between them, or: nothing."
_LONGEST_SHOWN = 160
"""Characters of a sentence in a question about it."""
_DECIMALS = 9
"""Of a letter's value in a file, which is checked against the coordinates."""
_SAME_SPOT = 4.0
"""Pixels between two readings of one point."""


class Sources(NamedTuple):
    """What a draft is made of."""

    text: str
    wording: Wording
    picture: Picture | None = None
    """None where there is only a text."""
    suggested: Suggested = Suggested()
    """What a model drafted; nothing where none was asked."""
    shading: Shading | None = None
    """What the picture shows filled, where the text speaks of something shaded and does not say what."""


class _Way(NamedTuple):
    """What a choice of a question of the text says."""

    words: str
    facts: tuple[DraftFact, ...]


def read_sources(text: str, picture: Path | bytes | None = None) -> Sources:
    """Read a text, and a picture whose names it tells.

    Raises:
        NothingReadError: for a text that is far longer than a problem.
        PictureError: when the picture shows no figure.
        OSError: when it cannot be read.
        ImportError: without the extra ``read``; the message has the command.
    """
    told = _named(text)
    return _with_shading(_sources(text, told, None if picture is None else _read_with(picture, told)), picture)


async def read_sources_by(model: Model, text: str, picture: Path | None = None, *, patience: float = PATIENCE) -> Sources:
    """Read a text and a picture with the help of a model; where it fails, as without it.

    Args:
        model: a vision model, or one for texts.
        text: of the problem.
        picture: its file.
        patience: seconds to wait for each of two answers.

    Raises:
        NothingReadError, PictureError, OSError, ImportError: as `read_sources`.
    """
    told = _named(text)
    read = None if picture is None else _read_with(picture, told)
    suggested = await suggest(model, text, picture, told | set(read.points if read else ()), patience)
    if picture is not None and read is not None and suggested.saw_picture:
        read, suggested = await point_matches(model, picture, read, told, suggested, patience)
    return _with_shading(_sources(text, told, read)._replace(suggested=suggested), picture)


def _with_shading(sources: Sources, picture: Path | bytes | None) -> Sources:
    is_asked = picture is not None and any(_SHADED in goal for goal in sources.wording.goals)
    return sources._replace(shading=read_shading(picture)) if is_asked and picture is not None else sources


def _named(text: str) -> set[str]:
    """Return the points that a text names.

    Raises:
        NothingReadError: for a text that is far longer than a problem.
    """
    if len(text) > _LONGEST:
        lines = text.count("\n") + 1
        raise NothingReadError(f"the text has {len(text)} characters in {lines} lines; expected one problem, at most {_LONGEST}")
    return {point for tokens in sentences(text) for token in tokens for point in token.points}


def _sources(text: str, told: set[str], read: Picture | None) -> Sources:
    if read is None:
        return Sources(text, read_words(text))
    printed = (tuple(point for point in line if point in read.points) for line in figure_of(read, 0).lines)
    lines = tuple(line for line in printed if len(line) > 1)
    return Sources(text, read_words(text, sorted(told | set(read.points)), lines=lines), read)


def _read_with(source: Path | bytes, told: set[str]) -> Picture:
    """Read a picture with the names of the text as a prior.

    A text that names a part of the figure says nothing against the others: of a point that it does not name, what is read
    without the text counts. A point that it names is in the figure, so that more likely than not is sure enough.
    """
    read = read_picture(source, told or None)
    if not told or not read.unsure:
        return read
    alone = read_picture(source)
    confidence = dict(read.confidence)
    for name in read.unsure:
        if name in told:
            confidence[name] = max(confidence[name], ASKING_LIMIT) if confidence[name] >= _LIKELY else confidence[name]
        elif name in alone.points and math.dist(alone.points[name], read.points[name]) <= _SAME_SPOT:
            confidence[name] = alone.confidence[name]
    return read._replace(confidence=confidence)


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


@dataclass
class _Joining:
    """One joining of picture and text."""

    sources: Sources
    asking: Asking
    name: str
    corrections: Corrections

    def made(self) -> Draft:
        picture, wording, suggested = self.sources.picture, self.sources.wording, self.sources.suggested
        told = self.corrections
        is_read = bool(wording.facts or wording.goals or wording.questions or suggested.facts or told.written)
        if not is_read and (picture is None or not _speaks_of_a_figure(wording)):
            raise NothingReadError(_cannot(wording) or _nothing_read(wording))
        figure: Any = AUTO
        renamed: Mapping[str, str] = {}
        facts: list[DraftFact] = []
        unread = [*wording.unread]
        seen: Settled | None = None
        if picture is not None:
            stated = [term for literal in wording.facts if (term := _term(literal)) is not None]
            picture = with_words(told.picture(picture), stated, but=suggested.points)
            seen = settled(picture, _names(wording)._replace(remarks=suggested.points), self.asking)
            renamed = seen.renamed
            try:
                figure = figure_entry(seen.figure).model_dump()
            except ValidationError as error:
                raise NothingReadError(f"the picture shows no figure: {complaints(error)[0].message}") from error
            labels = " ".join(bound.label.text for bound in picture.labels)
            opinion = SecondOpinion.of(suggested, Ground(seen.figure, f"{wording.text} {labels}"))
            facts += printed_facts(seen.picture, self.asking, opinion.says)
            unread += [f"label {label!r}" for label in unbound_labels(picture)]
        elif told.figure is not None:
            figure = figure_entry(told.figure).model_dump()
            opinion = SecondOpinion.of(suggested, Ground(told.figure, wording.text))
        else:
            opinion = SecondOpinion.of(suggested, Ground.without_picture(wording.text, _named(wording.text)))
            facts += _on_bare_circles(wording)
        unread += (*opinion.dropped, *told.unread)
        facts += _stated(wording)
        facts = told.facts([_with_names(fact, renamed) for fact in facts])
        among = () if told.goal else tuple(_renamed_literal(each, renamed) for each in wording.goals)
        wanted = next((note for sentence in wording.sentences for note in sentence.notes if note in _EXTREMES), None)
        goal = among[0] if wanted and among else told.goal or self._goal(wording, renamed, opinion)
        if goal is not None and _SHADED in goal:
            stated = [term for fact in facts if (term := _term(fact.literal)) is not None]
            area = None if self.sources.shading is None or seen is None else shaded_area(self.sources.shading, seen, stated)
            goal = self._told_goal(opinion) if area is None else goal.replace(_SHADED, area)
        draft = Draft("unsolved", "", picture, wording, distinct(facts), unread=tuple(unread), goal=goal)
        data = {"id": self.name, "text": self.sources.text, "figure": figure, "find": goal or "x"}
        facts += self._answered(wording.questions, renamed, data, facts, opinion)
        draft = replace(draft, facts=opinion.marked(distinct(facts)))
        if goal is None:
            return replace(draft, reason="what is asked was not read")
        if wanted is not None and among:
            return self._extreme(wanted, among, opinion, draft, data)
        return self._heard(opinion, draft, data)

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
        facts, alone = self._compared(opinion, draft.facts, data)
        solved = self._solved(replace(draft, facts=facts), data)
        if solved.solution is not None and solved.solution.status != "no_proof":
            unneeded = tuple(f"only the model says {fact.shown}, from {fact.origin.words!r}" for fact in alone)
            return replace(solved, unread=(*solved.unread, *unneeded))
        told = [fact for fact in alone if self.asking.choice(_whether(fact)) == 0]
        told += self._said(self.sources.wording, alone)
        return self._solved(replace(draft, facts=(*solved.facts, *told)), data) if told else solved

    def _said(self, wording: Wording, told: Iterable[DraftFact]) -> Iterator[DraftFact]:
        """Ask what the sentences say that are not understood, and of which a model tells nothing; yield the answers."""
        quoted = [fact.origin.words for fact in told]
        for sentence in wording.sentences:
            words = wording.text[slice(*sentence.span)]
            if not sentence.unread or any(quote in words for quote in quoted):
                continue
            text = f"Not all was understood of {in_one_line(words, _LONGEST_SHOWN)!r}. {_WHAT_ELSE}"
            question = Question(f"words:{sentence.span[0]}", text, only_adds=True)
            given = self.asking.free(question)
            for statement in () if given is None else str(given).split(";"):
                if statement.strip() not in {"", "nothing"}:
                    yield from (DraftFact(str(term), Origin("answer", "")) for term in _statement(question.id, statement))

    def _compared(
        self, opinion: SecondOpinion, facts: tuple[DraftFact, ...], data: Mapping[str, Any]
    ) -> tuple[tuple[DraftFact, ...], tuple[DraftFact, ...]]:
        """Return the facts after what reader and model see differently is asked, and what only the model says."""
        alone = []
        beyond = opinion.beyond(facts)
        fits = bool(beyond) and _fits(data, facts)
        for fact in beyond:
            rival = opinion.rival(fact, facts)
            if rival is not None:
                text = f"Reader and model differ: {rival.shown} ({rival.origin}), or {fact.shown} ({fact.origin})?"
                chosen = self.asking.choice(Question(_id_of(fact), text, (rival.shown, fact.shown), rivals=(rival, fact)))
                if chosen == 1:
                    facts = (*(kept for kept in facts if kept != rival), fact)
                continue
            # What fits nothing by itself contradicts nothing either.
            if not fits or _fits(data, [*facts, fact]):
                alone.append(fact)
            elif self.asking.choice(_whether(fact, "It does not fit what was read. ")) == 0:
                facts = (*facts, fact)
        return facts, tuple(alone)

    def _goal(self, wording: Wording, renamed: Mapping[str, str], opinion: SecondOpinion) -> str | None:
        goals = [_renamed_literal(goal, renamed) for goal in wording.goals]
        if len(goals) > 1 and any(opinion.asks(goal) for goal in goals):
            goals = [goal for goal in goals if opinion.asks(goal)]  # two readers agree on that one
        if goals and opinion.goal is not None and not any(opinion.asks(goal) for goal in goals):
            goals.append(opinion.goal)
        if len(goals) == 1:
            return goals[0]
        if goals:
            words = tuple(map(in_school_notation, goals))
            chosen = self.asking.choice(Question("goal", "Which of these is asked for?", words))
            return None if chosen is None else goals[chosen]
        for question in wording.questions:
            found = [fact for choice in question.choices for fact in choice.facts if fact.startswith(_GOAL)]
            if found:
                words = tuple(choice.words for choice in question.choices)
                chosen = self.asking.choice(
                    Question(_text_id(question, wording.questions), _asked(question, wording.text), words)
                )
                return None if chosen is None else _goal_in(question.choices[chosen].facts, renamed)
        return self._told_goal(opinion)

    def _told_goal(self, opinion: SecondOpinion) -> str | None:
        """Ask for a goal that the words do not have; the model's may be taken by its number.

        Raises:
            NothingReadError: when the words ask for what no answer is found to: a proof, yes or no.
        """
        if opinion.goal is None and (reason := _cannot(self.sources.wording)):
            raise NothingReadError(reason)
        text = "What is asked? In school notation, such as ∠ABC, AB or area of ABC."
        choices = () if opinion.goal is None else (in_school_notation(opinion.goal),)
        given = self.asking.free(Question("goal", f"{text} The model says:" if choices else text, choices))
        if given is None:
            return None
        return opinion.goal if choices and str(given).strip() in {"1", *choices} else str(given)

    def _answered(
        self,
        questions: Sequence[TextQuestion],
        renamed: Mapping[str, str],
        data: Mapping[str, Any],
        known: Sequence[DraftFact],
        opinion: SecondOpinion,
    ) -> list[DraftFact]:
        """Return what the questions of the text add: the only choice that agrees with all else, or the answer."""
        left = [question for question in questions if not any(fact.startswith(_GOAL) for fact in _facts_of(question))]
        added: list[DraftFact] = []
        ways = {question: self._possible(self._ways(question, renamed), data, known) for question in left}
        while left:
            # What one choice settles may leave one choice to another question; only what is still open then is asked.
            question = next((each for each in left if len(ways[each]) == 1), left[0])
            chosen = self._chosen(question, questions, ways[question], opinion)
            chosen = [fact for fact in chosen if fact.literal not in self.corrections.dropped]
            added += chosen
            left.remove(question)
            if chosen:
                ways = {each: self._possible(ways[each], data, [*known, *added]) for each in left}
        return added

    @staticmethod
    def _possible(ways: Sequence[_Way], data: Mapping[str, Any], facts: Sequence[DraftFact]) -> Sequence[_Way]:
        """Return the ways that agree with facts; all where none does: what contradicts them is asked about later."""
        fitting = [way for way in ways if _fits(data, [*facts, *way.facts]) is not False] if len(ways) > 1 else ()
        return fitting or ways

    def _ways(self, question: TextQuestion, renamed: Mapping[str, str]) -> list[_Way]:
        origin = Origin("text", self.sources.text[slice(*question.span)])
        return [
            _Way(choice.words, tuple(DraftFact(_renamed_literal(fact, renamed), origin) for fact in choice.facts))
            for choice in question.choices
        ]

    def _chosen(
        self, question: TextQuestion, questions: Sequence[TextQuestion], ways: Sequence[_Way], opinion: SecondOpinion
    ) -> Sequence[DraftFact]:
        if len(ways) == 1:
            return ways[0].facts
        said = [way for way in ways if all(opinion.says(fact.literal) for fact in way.facts)]
        if len(said) == 1:  # one of the meanings that the words can have, and the model's
            return said[0].facts
        words = tuple(way.words for way in ways)
        asked = Question(_text_id(question, questions), _asked(question, self.sources.text), words, only_adds=True)
        chosen = self.asking.choice(asked)
        return () if chosen is None else ways[chosen].facts

    def _solved(self, draft: Draft, data: dict[str, Any]) -> Draft:
        """Solve; facts that contradict each other are asked about, each with its source."""
        try:
            problem = _problem(data, draft.facts)
        except OpenLayoutError as error:
            chosen = self.asking.choice(Question(f"side:{error.choices[0]}", f"{error.told}. Which is meant?", error.choices))
            if chosen is None:
                return replace(draft, reason=str(error))
            added = DraftFact(error.choices[chosen], Origin("answer", ""))
            return self._solved(replace(draft, facts=(*draft.facts, added)), data)
        except ProblemError as error:
            # Who reads the reason knows which problem it is of.
            return replace(draft, reason=str(error).removeprefix(f"problem {self.name}: "))
        formal = problem.formal
        assert formal is not None
        draft = replace(draft, problem=problem, unread=(*draft.unread, *formal.left_out))
        if formal.goal is None:
            return replace(draft, reason="; ".join(formal.warnings) or "nothing that can be computed is asked")
        rivals = two_numbers(problem, draft.facts)
        solution = None if rivals else solve(problem, last_resorts=False)
        if solution is None or solution.status == "inconsistent":
            left_out = self._wrong(problem, rivals or self._rivals(problem, draft.facts))
            if left_out is None:
                return replace(draft, solution=solution, reason=solution.reason if solution else "two numbers for one part")
            kept = tuple(fact for fact in draft.facts if fact != left_out)
            return self._solved(replace(draft, facts=kept), data)
        written = {
            **data,
            "find": in_school_notation(data["find"]),
            "facts": _in_school_notation(draft.facts),
            "unit": "°" if is_degrees(formal.goal.expression) else "",
        }
        helped = solved_with_a_line(problem, solution) if solution.status == "no_proof" else None
        if helped is not None:
            solution, line = helped
            problem, draft = solution.problem, replace(draft, drawn_in_addition=line)
        if problem.question.figure is not None and not self._written(draft, problem.question.figure, solution, written):
            return replace(draft, problem=problem, reason="the facts hold only where all points fall together; check the sizes")
        return replace(draft, problem=problem, solution=solution, reason=solution.reason, data=written)

    def _written(self, draft: Draft, drawn: Figure, solution: Solution, written: dict[str, Any]) -> bool:
        """Write the figure, to scale where the answer is proved; whether there is one that has an extent."""
        of_sizes = (_term(fact.literal) for fact in draft.facts if fact.origin.kind == "size")
        hidden = tuple(str(term.arguments[0]) for term in of_sizes if term is not None)
        own = self.corrections.figure
        # Further labels come from the facts.
        labels, hidden = (own.labels, own.hidden) if own is not None else ((), hidden)
        figure = drawn.model_copy(update={"labels": labels, "hidden": hidden})
        if solution.proof is not None and solution.to_goal is not None:
            model = solution.to_goal.model
            if is_collapsed(figure, model):
                return False
            # What somebody placed is left where it is as long as the facts hold there.
            figure = figure if own is not None and is_to_scale(figure, model) else to_scale(figure, model)
            written["letters"] = {name: round(value, _DECIMALS) for name, value in model.letters.items()}
        written["figure"] = figure_entry(figure).model_dump()
        return True

    def _rivals(self, problem: Problem, facts: Sequence[DraftFact]) -> tuple[DraftFact, ...]:
        """Return facts that cannot hold together."""
        named = set(conflicts(problem))
        return tuple(fact for fact in facts if fact.literal in named)

    def _wrong(self, problem: Problem, rivals: Sequence[DraftFact]) -> DraftFact | None:
        """Ask which of the facts that contradict each other is wrong; None as long as nobody says."""
        assert problem.formal is not None
        if len(rivals) < 2:
            self.asking.free(Question("contradiction", "Picture and text contradict each other, and no single fact is to blame."))
            return None
        words = tuple(f"{problem.formal.shown(fact.literal)} ({fact.source})" for fact in rivals)
        text = "These contradict each other. Which one is wrong?"
        chosen = self.asking.choice(Question("contradiction", text, words, rivals=tuple(rivals)))
        return None if chosen is None else rivals[chosen]


def _problem(data: Mapping[str, Any], facts: Iterable[DraftFact]) -> Problem:
    return problem_of({**data, "facts": _written(facts)})


def _written(facts: Iterable[DraftFact]) -> list[str | dict[str, str]]:
    return [fact.literal if fact.origin.is_drawn else {"text": fact.literal} for fact in distinct(facts)]


def _in_school_notation(facts: Iterable[DraftFact]) -> list[str | dict[str, str]]:
    """Return facts as a teacher writes them in a file; what would read otherwise there stays as it is."""
    return _written(fact._replace(literal=fact.shown) if _reads_back(fact) else fact for fact in facts)


def _reads_back(fact: DraftFact) -> bool:
    try:
        return [str(term) for term in read_school(fact.shown) or ()] == [fact.literal]
    except UnreadError:
        return False


def _fits(data: Mapping[str, Any], facts: Sequence[DraftFact]) -> bool | None:
    """Whether some figure has all the facts; None where that cannot be told."""
    try:
        problem = _problem(data, facts)
        found = nearest(problem)
    except (ProblemError, ModelError):
        return None
    # A figure whose points fall together has any facts.
    return found.fits and not (problem.question.figure and has_points_together(problem.question.figure, found.model))


def _stated(wording: Wording) -> list[DraftFact]:
    return [
        DraftFact(fact.literal, Origin("text", wording.text[slice(*fact.span)]))
        for sentence in wording.sentences
        for fact in sentence.facts
        if not leaves_corner_open(fact.literal)
    ]


def _on_bare_circles(wording: Wording) -> Iterator[DraftFact]:
    """Put a point without a printed name on each circle of which only sizes are told: what is drawn has a size there."""
    facts = [fact for sentence in wording.sentences for fact in sentence.facts]
    terms = [term for literal in (*wording.facts, *wording.goals) if (term := _term(literal)) is not None]
    named = {point for term in terms for point in points_in(term)}
    free = (letter for letter in string.ascii_uppercase if letter not in named)
    stated = [term for fact in wording.facts if (term := _term(fact)) is not None]
    placed = {centre for term in stated if term.name != "Equals" for centre in _centres(term)}
    for centre in dict.fromkeys(centre for term in terms for centre in _centres(term)):
        if centre in placed:
            continue
        told = next((fact for fact in facts if f"Circle({centre})" in fact.literal), None)
        words = "" if told is None else wording.text[slice(*told.span)]
        yield DraftFact(f"PointLiesOnCircle({next(free)}, Circle({centre}))", Origin("size", words))


def _nothing_read(wording: Wording) -> str:
    is_of_a_figure = any(kind.lower() in wording.text.lower() for kind in (*POLYGONS, "Circle"))
    if is_of_a_figure and not _named(wording.text):
        return "nothing was read in the text, which names no points; give the corners letters, such as triangle ABC"
    return "nothing of a figure was read in the text; expected a geometry problem in English"


def _cannot(wording: Wording) -> str:
    """Say which kind of problem a text is where its kind has no answer yet; empty where it is of none."""
    if wording.proofs:
        claim = in_school_notation(wording.proofs[0])
        return f"the text asks for a proof ({claim}); only what can be computed is answered: ask for a size, such as an angle"
    for sentence in wording.sentences:
        start, end = sentence.span
        words = in_one_line(wording.text[start : end + wording.text[end:].startswith("?")], _LONGEST_SHOWN)
        if _ASKS_A_PROOF.match(words):
            return f"{words!r} asks for a proof; only what can be computed is answered: ask for a size, such as an angle"
        if _ASKS_WHETHER.match(words):
            return f"{words!r} asks for yes or no; only what can be computed is answered: ask for a size, such as an angle"
    return ""


def _speaks_of_a_figure(wording: Wording) -> bool:
    """Whether a text is about a figure, though no clause of it was read: no story, and in Latin letters."""
    letters = [letter for letter in wording.text if letter.isalpha()]
    is_latin = sum(letter.isascii() for letter in letters) > len(letters) / 2
    return is_latin and any(sentence.status != "ignored" for sentence in wording.sentences)


def _names(wording: Wording) -> Names:
    terms = [term for literal in (*wording.facts, *wording.goals) if (term := _term(literal)) is not None]
    points = dict.fromkeys(point for term in terms for point in points_in(term))
    centres = dict.fromkeys(point for term in terms for point in _centres(term))
    return Names(tuple(points), tuple(centres), wording.invented)


def _term(literal: str) -> Term | None:
    try:
        term = parse_literal(literal).term
    except UnreadError:
        return None
    return term if isinstance(term, Term) else None


def _centres(term: Term) -> Iterable[str]:
    if term.name == "Circle" and term.arguments:
        yield str(term.arguments[0])
    for argument in term.arguments:
        if isinstance(argument, Term):
            yield from _centres(argument)


def _with_names(fact: DraftFact, renamed: Mapping[str, str]) -> DraftFact:
    return fact._replace(literal=_renamed_literal(fact.literal, renamed))


def _renamed_literal(literal: str, renamed: Mapping[str, str]) -> str:
    """Return a literal with points renamed."""
    term = _term(literal) if renamed else None
    return literal if term is None else str(_renamed_term(term, renamed))


def _renamed_term(term: Term, renamed: Mapping[str, str]) -> Term:
    arguments = (
        _renamed_term(argument, renamed) if isinstance(argument, Term) else renamed.get(argument.strip(), argument)
        for argument in term.arguments
    )
    return Term(term.name, tuple(arguments))


def _statement(question: str, statement: str) -> tuple[Term, ...]:
    """Read what an answer states.

    Raises:
        AnswerError: when it is in no school notation.
    """
    try:
        terms = read_school(statement)
    except UnreadError as error:
        raise AnswerError(question, str(error)) from error
    if terms is None:
        raise AnswerError(question, f"expected statements such as AB = AC; D on BC, or: nothing, got {statement.strip()!r}")
    return terms


def _goal_in(facts: Iterable[str], renamed: Mapping[str, str]) -> str | None:
    goal = next((fact for fact in facts if fact.startswith(_GOAL)), None)
    return None if goal is None else _renamed_literal(goal.removeprefix(_GOAL).removesuffix(")"), renamed)


def _id_of(fact: DraftFact) -> str:
    return f"model:{fact.shown}"


def _whether(fact: DraftFact, but: str = "") -> Question:
    text = f"Only the model says {fact.shown}, from {fact.origin.words!r}. {but}Does it hold?"
    return Question(_id_of(fact), text, ("yes", "no"), only_adds=not but)


def _facts_of(question: TextQuestion) -> Iterator[str]:
    return (fact for choice in question.choices for fact in choice.facts)


def _text_id(question: TextQuestion, questions: Sequence[TextQuestion]) -> str:
    """Return where the words begin; of several questions about the same words, each has a number."""
    same = [other for other in questions if other.span[0] == question.span[0]]
    return f"text:{question.span[0]}" + (f":{same.index(question) + 1}" if len(same) > 1 else "")


def _asked(question: TextQuestion, text: str) -> str:
    return f"{text[slice(*question.span)]!r}: {question.text}"
