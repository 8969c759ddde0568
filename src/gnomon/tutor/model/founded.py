"""Whether words that a model has written for a planned turn may be said: they rest on what is known and judge as planned.

Stricter than a reader would be, for the planned words are always there to fall back on. Languages as in `faithful`.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator

from gnomon.algebra import TWO_DECIMALS, read_arithmetic, read_numbers
from gnomon.dialogue import TutorTurn, sentences_of
from gnomon.problem import Problem
from gnomon.tutor.message.formal import points_of
from gnomon.tutor.message.moves import Kind
from gnomon.tutor.message.sayings import sayings
from gnomon.tutor.model.faithful import Language, Polarity, language_of, names_in, parted, polarities, verdicts_in
from gnomon.tutor.protocol import TutorContext
from gnomon.tutor.symbolic.diagnosed import Diagnosis
from gnomon.tutor.symbolic.diagnosis import Diagnostician
from gnomon.tutor.symbolic.phrasing import LONGEST_TURN
from gnomon.tutor.symbolic.truth import Truth

_SENTENCE = re.compile(r"(?<=[.!?？])\s+")
_HEAD = re.compile(r"^[^,:;–—]{1,24}[,:;–—]")
"""What stands before the question in a sentence: "Good, so which side is it?"."""
_NEGATION = re.compile(r"^\W*(?:no|nope|nein|nee|non)\b(?=\W*$|[,.!:;–—]| (?:that|it|this|you|the)\b)", re.IGNORECASE)
_SUPPOSED = re.compile(
    r"\b(?:if|would|think\w*|thought|mean|say|said|name|wonder|ask|idea|wenn|falls|wäre|würde|denkst|meinst|sagst|nennst|fragst)\b",
    re.IGNORECASE,
)
"""What is only supposed, or told of the learner, is not said to be so."""
_WHETHER = re.compile(r"\b(?:whether|ob)\b[^,.;:]*", re.IGNORECASE)
"""A question within a sentence gives no verdict."""
_STATED = frozenset({Kind.VALUE, Kind.EQUATION, Kind.RELATION})
_BEGINNING = 3
"""Words of a sentence in which a mild word is a verdict: "Nice, ...", "That is great"."""
_MOST_QUESTIONS = 2
"""Of a turn; a third one is an interrogation."""
_REPEATED = 5
"""Words from which on a sentence is not said twice in a dialogue."""
_ANYWHERE = frozenset({*map(float, range(7)), 0.5, 0.25, 90.0, 180.0, 360.0, round(math.pi, 6)})
"""Numbers that count parts, are powers, or belong to figures as such."""


def unfounded(words: str, turn: TutorTurn, context: TutorContext, diagnosis: Diagnosis, reader: Diagnostician) -> str | None:
    """Say why ``words`` may not stand for the planned ``turn``; None where they may.

    Args:
        words: the model's.
        turn: as planned.
        context: with the dialogue so far.
        diagnosis: of it.
        reader: judges what the words say of the figure.
    """
    said = parted(words)
    language = language_of(said.text)
    if language is None:
        return "in a language that cannot be checked"
    earlier = context.dialogue.tutor_turns()
    used = {sentence for each in earlier for sentence in sentences_of(each.utterance)}
    asks = len(re.findall("[?？]", said.text))
    reasons = {
        "empty": not words.strip(),
        f"more than {LONGEST_TURN} words": len(words.split()) > LONGEST_TURN,
        "another question": asks > _MOST_QUESTIONS or (asks == 0 and "?" in turn.utterance),
        "other quotes": not all(_was_said(quote, context) or quote.lower() in turn.utterance.lower() for quote in said.quotes),
        "other numbers": not _numbers_of(said.text) <= _known_numbers(turn, context, diagnosis),
        "other names": not _are_names(
            names_in(said.text, context.problem) - names_in(turn.utterance, context.problem), context.problem, _own(diagnosis)
        ),
        "another verdict": not _judges_alike(said.text, language, turn, diagnosis),
        "the answer as a calculation": not diagnosis.is_solved and _works_out_answer(said.text, reader),
        "a sentence again": any(each in used for each in sentences_of(words) if len(each.split()) >= _REPEATED),
    }
    why = next((reason for reason, holds in reasons.items() if holds), None)
    return why or (
        "false of the figure"
        if any(
            _is_false(each, language, reader)
            for each in _statements(said.text)
            if _are_names(names_in(each, context.problem), context.problem)
        )
        else None
    )


def _works_out_answer(text: str, reader: Diagnostician) -> bool:
    """Whether a calculation in a text comes to what is sought, also one that the learner has written: that may be quoted."""
    truth = reader.judge.truth(reader.proof.goal)
    return truth is not None and any(abs(each.value - truth) <= TWO_DECIMALS for each in read_arithmetic(text))


def _numbers_of(text: str) -> frozenset[float]:
    numbers = {round(number.value, 6) for number in read_numbers(text) if number.role in {"value", "factor"}}
    return frozenset(numbers - _ANYWHERE)


def _known_numbers(turn: TutorTurn, context: TutorContext, diagnosis: Diagnosis) -> frozenset[float]:
    """Return the numbers that were said: by the problem, the learner, the tutor, the plan and the theorem in play."""
    formal, step = context.problem.formal, diagnosis.current
    texts = [context.problem.question.text, context.dialogue.attempt, turn.utterance]
    texts += [given.shown for given in formal.givens] if formal is not None else []
    texts += [each.utterance for each in context.dialogue.turns]
    texts += [step.rule.statement] if step is not None and step.rule is not None else []
    moves = diagnosis.last.message.moves if diagnosis.last is not None else ()
    texts += [sayings()[move.claim.saying].instead for move in moves if move.claim is not None and move.claim.saying]
    return frozenset(number for text in texts for number in _numbers_of(text))


def _own(diagnosis: Diagnosis) -> frozenset[str]:
    """Return the points of the learner's own that they have named themselves."""
    moves = [move for exchange in diagnosis.exchanges for move in exchange.judged.message.moves if move.claim is not None]
    made = {point for move in moves if move.claim is not None for content in move.claim.made for point in points_of(content)}
    said = " ".join(exchange.judged.message.text for exchange in diagnosis.exchanges)
    return frozenset(point for point in made if re.search(rf"(?<![a-z]){re.escape(point)}(?![a-z])", said))


def _are_names(names: frozenset[str], problem: Problem, own: frozenset[str] = frozenset()) -> bool:
    """Whether names are made of the figure's letters, or of the learner's ``own``."""
    figure, formal = problem.question.figure, problem.formal
    letters = {*own, *(figure.points if figure is not None else ()), *(formal.letters if formal is not None else ())}
    return all(name in letters or letters.issuperset(re.findall(r"[A-Z]['′]?", name)) for name in names)


def _was_said(quote: str, context: TutorContext) -> bool:
    said = " ".join(each.utterance for each in context.dialogue.turns).lower()
    return " ".join(quote.lower().split()).rstrip("…. ") in " ".join(f"{context.dialogue.attempt} {said}".lower().split())


def _judges_alike(text: str, language: Language, turn: TutorTurn, diagnosis: Diagnosis) -> bool:
    """Whether words give the verdict of the plan and no other; where claims hold and do not, both may be said.

    Milder words ("off", "nice") judge at the beginning of a sentence alone.
    """
    judged, feedback, planned = diagnosis.last, turn.feedback, turn.utterance
    truths = {each.truth for each in judged.judgements} if judged is not None else set()
    is_mixed = (Truth.WRONG in truths or feedback == "negative") and any(truth.is_right for truth in truths)
    sentences = [_WHETHER.sub(" ", sentence) for sentence in _declared(text)]
    told = {verdict for sentence in sentences for verdict in polarities(sentence, language)}
    plainly = {verdict for sentence in sentences for verdict in _plainly(sentence, language)}
    if feedback == "none":
        of_plan = verdicts_in(planned)  # "as a product that is right; whether it leads to the area is the question"
        return plainly <= of_plan and _NEGATION.match(text) is None
    is_denied = any(language.negators.search(sentence) is not None for sentence in sentences)
    is_said = feedback in told or (feedback == "negative" and is_denied)
    return is_said and (is_mixed or not plainly - {feedback} - verdicts_in(planned))


def _plainly(sentence: str, language: Language) -> set[Polarity]:
    """Return the verdicts of a sentence, those by milder words only where it begins with them."""
    words = sentence.split()
    head = polarities(" ".join(words[:_BEGINNING]), language)
    # "Coming out nice is no proof": what follows may turn a mild word round.
    turned = polarities(" ".join(words[: 2 * _BEGINNING]), language) if head else set()
    return polarities(language.mild.sub(" ", sentence), language) | (head & turned)


def _declared(text: str) -> Iterator[str]:
    """Yield what a text says, of its questions only what stands before them."""
    for sentence in _SENTENCE.split(text.strip()):
        if not sentence.rstrip().endswith(("?", "？")):
            yield sentence
        elif (head := _HEAD.match(sentence)) is not None:
            yield head[0]


def _statements(text: str) -> Iterator[str]:
    return (each for each in _SENTENCE.split(text.strip()) if not each.rstrip().endswith(("?", "？")))


def _is_false(sentence: str, language: Language, reader: Diagnostician) -> bool:
    """Whether the engine finds that a sentence says something false of parts that it names.

    What is supposed, denied or told of the learner's thoughts is not said to be so.
    """
    if _SUPPOSED.search(sentence) or language.negators.search(sentence):
        return False
    return any(
        each.truth is Truth.WRONG and not each.claim.names and each.move.kind in _STATED
        for each in reader.read(sentence, None).judgements
    )
