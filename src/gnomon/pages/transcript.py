"""A conversation as one self-contained page: what was asked, what was said, what was pointed at, and the proof behind a fold.

The page needs no script, no font and no other file, and prints. It shows the whole conversation and the proof with the
answer: it is for teachers and researchers, not for a learner who is still at work.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from markupsafe import Markup

from gnomon.dialogue import Dialogue, StudentTurn, TutorTurn
from gnomon.geometry import ClaimProof, Proof, Step, misconceptions
from gnomon.pages.rendering import drawn, paragraphs, render
from gnomon.pages.words import FEEDBACK, OUTCOMES, LegendLine, element_in_words, legend
from gnomon.problem import Problem

_FIGURE_WIDTH = 360
"""In pixels, about the width of its column."""


@dataclass(frozen=True, slots=True)
class ProofStepView:
    """One step of a proof, as it is shown."""

    rule: str
    """Name of the theorem."""
    text: str
    """The step in words."""
    uses: tuple[str, ...] = ()
    """Elements that it looks at, such as ``angle:ABC``."""
    concludes: str = ""
    """What it gives, such as ``∠ABC = 62°``."""


@dataclass(frozen=True, slots=True)
class TranscriptEntry:
    """One conversation with its problem."""

    problem: Problem
    dialogue: Dialogue
    proof_steps: tuple[ProofStepView, ...] = ()
    """Empty when no proof is known; the fold is then left out."""
    misconception: str = ""
    """Name of the misconception as it is shown; empty: its id in the dialogue."""
    notice: str = ""
    """What a learner has to know beside the question, as `gnomon.geometry.Solution.notice`."""
    is_judged: bool = False
    """Whether the embedded judge's labels stand below the tutor's turns, marked as out of its domain."""


@dataclass(frozen=True, slots=True)
class _TurnView:
    """What the template shows of one turn; a student's has words only."""

    number: int
    paragraphs: tuple[str, ...]
    caption: str = ""
    feedback: str = ""
    judged: str = ""
    figure: Markup | None = None
    legend: tuple[LegendLine, ...] = ()


class _Exchange(NamedTuple):
    """A tutor turn with what the student said to it."""

    tutor: _TurnView | None
    """None where the student speaks first."""
    students: tuple[_TurnView, ...]


@dataclass(frozen=True, slots=True)
class _EntryView:
    """What the template shows of one conversation."""

    key: str
    """Prefix of its ids on the page."""
    title: str
    details: tuple[str, ...]
    question: tuple[str, ...]
    notice: str
    choices: tuple[str, ...]
    figure: Markup | None
    attempt: tuple[str, ...]
    misconception: str
    exchanges: tuple[_Exchange, ...]
    outcome: str
    is_solved: bool
    proof: tuple[ProofStepView, ...]


def entry_of(
    problem: Problem, dialogue: Dialogue, proof: Proof | ClaimProof | None = None, *, notice: str = "", is_judged: bool = False
) -> TranscriptEntry:
    """Return a conversation ready to be shown: proof steps in words, and the misconception by its name."""
    steps = tuple(_step(step) for step in (proof.steps if proof else ()))
    known = misconceptions().get(dialogue.misconception or "")
    return TranscriptEntry(problem, dialogue, steps, known.name if known else "", notice, is_judged)


def _step(step: Step) -> ProofStepView:
    uses = tuple(element_in_words(element) for element in step.uses)
    return ProofStepView(step.rule_name, step.text, uses, "" if step.concludes in step.text else step.concludes)


def transcript_page(entries: Sequence[TranscriptEntry], *, title: str, introduction: str = "", language: str = "en") -> str:
    """Write conversations as one HTML document.

    Args:
        entries: shown in order; several get a list of contents. None at all gives a page that says so.
        title: the page's heading.
        introduction: what a reader should know first, below the heading; a line is a paragraph.
        language: of the conversations, as a BCP 47 tag such as ``en``.

    Returns:
        The document. Texts are escaped, so that no utterance can carry markup into it.
    """
    views = [_entry(entry, number) for number, entry in enumerate(entries, 1)]
    return render("transcript.html.jinja", title=title, introduction=paragraphs(introduction), language=language, entries=views)


def _entry(entry: TranscriptEntry, number: int) -> _EntryView:
    problem, dialogue = entry.problem, entry.dialogue
    outcome = dialogue.outcome
    return _EntryView(
        key=f"c{number}",
        title=problem.title or problem.id,
        details=_details(problem, dialogue),
        question=paragraphs(problem.question.text),
        notice=entry.notice,
        choices=problem.question.choices,
        figure=_drawn(problem, None),
        attempt=paragraphs(dialogue.attempt),
        misconception=entry.misconception or (dialogue.misconception or "").replace("_", " "),
        exchanges=_exchanges(problem, dialogue, _judged(problem, dialogue) if entry.is_judged else {}),
        outcome=OUTCOMES[outcome] if outcome else "",
        is_solved=outcome in {"solved_untold", "solved_told"},
        proof=entry.proof_steps,
    )


def _details(problem: Problem, dialogue: Dialogue) -> tuple[str, ...]:
    people = [f"tutor: {dialogue.tutor}" if dialogue.tutor else "", f"student: {dialogue.student}" if dialogue.student else ""]
    seed = "" if dialogue.seed is None else f"seed {dialogue.seed}"
    topic = "" if problem.topic.lower() == problem.chapter.lower() else problem.topic
    return tuple(detail for detail in (problem.chapter, topic, *people, seed) if detail)


def _judged(problem: Problem, dialogue: Dialogue) -> Mapping[int, str]:
    """Return what the embedded judge says of the tutor's turns, by their numbers."""
    from gnomon.judge.embedded import turns_told  # here: most pages are written without its weights

    return turns_told(problem.question.text, dialogue.attempt, dialogue.turns)


def _exchanges(problem: Problem, dialogue: Dialogue, judged: Mapping[int, str]) -> tuple[_Exchange, ...]:
    found: list[_Exchange] = []
    for number, turn in enumerate(dialogue.turns, 1):
        if isinstance(turn, StudentTurn):
            last = found.pop() if found else _Exchange(None, ())
            found.append(last._replace(students=(*last.students, _TurnView(number, paragraphs(turn.utterance)))))
        else:
            found.append(_Exchange(_tutor_turn(problem, turn, number, judged.get(number, "")), ()))
    return tuple(found)


def _tutor_turn(problem: Problem, turn: TutorTurn, number: int, judged: str) -> _TurnView:
    return _TurnView(
        number=number,
        paragraphs=paragraphs(turn.utterance),
        caption=f"{turn.act}: {turn.subact}",
        feedback=FEEDBACK[turn.feedback],
        judged=judged,
        figure=_drawn(problem, turn),
        legend=tuple(legend(turn, problem.question.figure)),
    )


def _drawn(problem: Problem, turn: TutorTurn | None) -> Markup | None:
    first, second = (turn.highlights, turn.highlights2) if turn else (None, None)
    return drawn(problem.question.figure, first, second, _FIGURE_WIDTH)
