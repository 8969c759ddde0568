"""What an editor shows of its state: what was read, the figure, what the check says, the proof, the problem as a file."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from typing import Any

from pydantic import ValidationError

from gnomon.algebra import quantities_in
from gnomon.drafting import AnswerError, Draft, DraftError, Sources, Written, draft_of, read_sources, statements, view_of
from gnomon.drawing import Raster, draw, handles, highlight_markup
from gnomon.figure import Element, Fact, Highlights
from gnomon.geometry import outcomes
from gnomon.problem import Problem, problem_of
from gnomon.problem.check import check_source
from gnomon.problem.entry import ProblemEntry, complaints
from gnomon.problem.entry_writing import figure_entry, written_entries
from gnomon.problem.school import points_in
from gnomon.problem.statements import Content
from gnomon.problem.terms import UnreadError, parse_literal
from gnomon.problem.words import read_words
from gnomon.problem.yaml_source import parse_yaml
from gnomon.reading import Picture, PictureError
from gnomon.studio.editor.edit import Edit, OwnFact, is_statement

_WIDTH = 520
"""Of the drawn figure, in its own pixels; the page scales it."""
_DECIMALS = 9
"""Of an answer without an exact form, far more than a learner writes."""
_KEPT = 32
"""Readings that are kept: while points are dragged and questions answered, picture and text stay."""

Shown = dict[str, Any]
"""Plain data, as JSON has it."""


_FOR_THE_TERMINAL = "; `gnomon problems check FILE` lists all"
_STATED = "what is asked for is to be proved; tutors talk about values only: ask for one, such as ∠ABC"


def worked(edit: Edit, name: str, picture: bytes | None) -> Shown:
    """Return what is shown of an editor's state.

    Args:
        edit: its state.
        name: id of the problem.
        picture: PNG, where the state has one.
    """
    notes: list[str] = []
    draft, faults = _drafted(edit, picture, name, notes)
    is_proved = draft.solution is not None and draft.solution.status == "solved"
    is_settled = is_proved and all(question.only_adds for question in draft.questions)
    entry = _entry(edit, draft, notes)
    problem = draft.problem if entry is None else problem_of(entry)
    messages = _messages(edit, draft, entry)
    shown = view_of(replace(draft, status="solved", reason="") if is_settled else draft).as_json()
    return {
        **shown,
        "reason": _STATED if is_statement(edit.goal or "") else str(shown["reason"]).removesuffix(_FOR_THE_TERMINAL),
        "notes": notes,
        "picture_size": None if picture is None else _size(picture),
        "answer_faults": faults,
        "own": [_read_back(own) for own in edit.written],
        "figure": None if problem is None else _drawn(problem, edit, entry),
        "parts": [] if problem is None else [_part(problem, sources) for sources in _spellings(draft, entry)],
        "messages": messages,
        "yaml": None if entry is None else written_entries([entry]),
        "is_ready": is_settled and entry is not None and all(message["severity"] != "error" for message in messages),
    }


def _read_back(own: OwnFact) -> Shown:
    """Return what a fact that the teacher wrote says, or why it says nothing."""
    if not own.fact:
        return {"literals": [], "why": ""}
    read = statements(Written(own.fact))
    return {"literals": [fact.literal for fact in read.facts], "why": read.why}


def _drafted(edit: Edit, picture: bytes | None, name: str, notes: list[str]) -> tuple[Draft, dict[str, str]]:
    """Return the draft, and for each answer that does not fit its question why."""
    corrections, answers = edit.corrections, edit.given_answers
    faults: dict[str, str] = {}
    try:
        sources = _read(edit.text, picture, notes) if edit.is_read else Sources(edit.text, read_words(""))
        if not edit.text.strip():
            seen = None if sources.picture is None else corrections.picture(sources.picture)
            return Draft("refused", "Type what learners read.", seen, sources.wording), faults
        while True:
            try:
                return draft_of(sources, answers, corrections=corrections, name=name), faults
            except AnswerError as error:
                faults[error.question] = str(error).removeprefix(f"{error.question}: ")
                del answers[error.question]
    except DraftError as error:
        return Draft("refused", str(error)), faults
    except ValidationError as error:
        return Draft("refused", complaints(error)[0].message), faults


def _read(text: str, picture: bytes | None, notes: list[str]) -> Sources:
    """Read text and picture; where the picture shows no figure, its points can still be placed by hand."""
    try:
        return _read_once(text, picture)
    except PictureError as error:
        notes.append(str(error))
        return Sources(text, read_words(text), Picture({}, {}, (), (), (), ()))


@lru_cache(maxsize=_KEPT)
def _read_once(text: str, picture: bytes | None) -> Sources:
    return read_sources(text, picture)


def _entry(edit: Edit, draft: Draft, notes: list[str]) -> ProblemEntry | None:
    """Return the problem as a file holds it, with the proved answer; None where none is made yet."""
    if draft.data is None:
        return None
    proof = None if draft.solution is None else draft.solution.proof
    key = {} if proof is None else {"answer": round(proof.answer.number, _DECIMALS), "exact": proof.answer.exact}
    try:
        return ProblemEntry.model_validate({**draft.data, **edit.about, **key})
    except ValidationError as error:
        notes.append(complaints(error)[0].message)
        return None


def _messages(edit: Edit, draft: Draft, entry: ProblemEntry | None) -> list[Shown]:
    """Return what `gnomon problems check` says, as far as it can be said yet."""
    found: list[Shown] = []
    is_proved = draft.solution is not None and draft.solution.proof is not None
    if entry is not None and is_proved:  # until then there is no answer to check, and a picture is not to scale
        source = parse_yaml(written_entries([entry]))
        found += [{"severity": each.severity, "message": each.message, "line": each.line} for each in check_source(source)]
    if draft.problem is not None and draft.solution is not None and not draft.questions:
        keyed = draft.problem.model_copy(update={"answer": edit.key})
        # Misconceptions are named by ids, whose words are told apart by "_".
        found += [
            {"severity": each.severity, "message": each.message.replace("_", " "), "line": None}
            for each in outcomes(keyed, draft.solution)
        ]
    return list({message["message"]: message for message in reversed(found)}.values())[::-1]


def _drawn(problem: Problem, edit: Edit, entry: ProblemEntry | None) -> Shown | None:
    """Return the drawn figure, where its points are on the page and in the figure, and the figure as a file holds it."""
    figure = problem.question.figure
    if figure is None:
        return None
    on_page = handles(figure, width_px=_WIDTH)
    plain = entry.figure if entry is not None and entry.figure is not None else None
    if plain is None:
        labels = edit.corrections.figure.labels if edit.corrections.figure is not None else ()
        plain = figure_entry(figure.model_copy(update={"labels": labels}))
    return {
        "svg": draw(figure, width_px=_WIDTH),
        "spots": on_page.spots,
        "scale": on_page.scale,
        "entry": plain.model_dump(mode="json"),
    }


def _spellings(draft: Draft, entry: ProblemEntry | None) -> Iterator[set[str]]:
    """Yield for each fact how it may be written in the problem."""
    written = [] if entry is None else [literal.text.strip() for literal in entry.literals]
    for number, fact in enumerate(draft.facts):
        yield {fact.literal, *written[number : number + 1]}


def _part(problem: Problem, spellings: set[str]) -> Shown:
    """Return the parts of the figure that a fact is about, and how they are highlighted."""
    figure, formal = problem.question.figure, problem.formal
    if figure is None or formal is None:
        return {"elements": [], "svg": ""}
    contents = [given.content for given in formal.givens if given.source in spellings]
    elements = list(dict.fromkeys(element for content in contents for element in _elements(content)))
    if not elements:  # what the figure's lines say already has no statement of its own
        elements = [Element("label", (point,)) for each in spellings for point in _named(each) if point in figure.points]
    named = list(Highlights.of(elements, figure).elements())
    drawn = highlight_markup(figure, named, width_px=_WIDTH)
    return {
        "elements": [f"{each.kind}:{each.name}" for each in named],
        "svg": "".join(drawn[each]["green"] for each in named if each in drawn),
    }


def _elements(content: Content) -> Iterator[Element]:
    if isinstance(content, Fact):
        yield from content.elements()
    else:
        yield from (Element.measured_by(quantity) for side in content for quantity in quantities_in(side))


def _named(statement: str) -> tuple[str, ...]:
    try:
        return points_in(parse_literal(statement).term)
    except UnreadError:
        return ()


def _size(picture: bytes) -> list[int]:
    raster = Raster.read(picture)
    return [raster.width, raster.height]
