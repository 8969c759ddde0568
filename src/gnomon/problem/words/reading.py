"""The text of a school geometry problem as facts, goals and questions, sentence by sentence.

A sentence is a row of clauses between joints ("and", "so that", a comma). Each clause is read by a rule as a whole or not at
all; words that no rule takes are told, never skipped over inside a clause. What the text leaves open is asked.
"""

from __future__ import annotations

import copy
import itertools
import re
import string
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

from gnomon.algebra import Token
from gnomon.problem.school import school_form
from gnomon.problem.terms import parse_literal
from gnomon.problem.words.chart import SINGLING, Chart, Node, Phrase
from gnomon.problem.words.context import Context
from gnomon.problem.words.doubts import doubts
from gnomon.problem.words.filling import INVENTING
from gnomon.problem.words.grammar import Grammar, grammar
from gnomon.problem.words.meaning import Meaning, meanings
from gnomon.problem.words.relations import UNNAMED, UnknownError
from gnomon.problem.words.tokens import lexicon, sentences
from gnomon.problem.words.value import Value
from gnomon.problem.words.vocabulary import kinds_of_things, known_words, vocabulary

Span = tuple[int, int]
"""First character and the one after the last, in the text as given."""


class ReadFact(NamedTuple):
    """A fact with the words that say it."""

    literal: str
    """In the language of the problem files."""
    span: Span


class Choice(NamedTuple):
    """One answer to a question."""

    words: str
    facts: tuple[str, ...]
    """What it says; goals as ``Find(...)``."""


class Question(NamedTuple):
    """What the text leaves open."""

    text: str
    span: Span
    choices: tuple[Choice, ...]


@dataclass(frozen=True, slots=True)
class Sentence:
    """What was read of one sentence."""

    span: Span
    status: Literal["understood", "partly", "ignored"]
    """``ignored``: it speaks of no part of a figure, a story."""
    facts: tuple[ReadFact, ...] = ()
    goals: tuple[ReadFact, ...] = ()
    proofs: tuple[ReadFact, ...] = ()
    """Facts that are to be proved."""
    notes: tuple[str, ...] = ()
    questions: tuple[Question, ...] = ()
    unread: tuple[Span, ...] = ()
    """Words that no rule takes."""


@dataclass(frozen=True, slots=True)
class Wording:
    """What was read of a text."""

    text: str
    sentences: tuple[Sentence, ...] = ()
    invented: tuple[str, ...] = ()
    """Points that the facts need and the text does not name: the centre of "a circle", the foot of "the altitude from A"."""

    @property
    def facts(self) -> tuple[str, ...]:
        """The facts of all sentences, each once."""
        return tuple(dict.fromkeys(fact.literal for sentence in self.sentences for fact in sentence.facts))

    @property
    def goals(self) -> tuple[str, ...]:
        """What is asked, as terms or letters; several where the text asks for several things."""
        return tuple(dict.fromkeys(goal.literal for sentence in self.sentences for goal in sentence.goals))

    @property
    def proofs(self) -> tuple[str, ...]:
        """What is to be proved, as facts; none of them is among `facts`."""
        return tuple(dict.fromkeys(fact.literal for sentence in self.sentences for fact in sentence.proofs))

    @property
    def questions(self) -> tuple[Question, ...]:
        """What the text leaves open."""
        return tuple(question for sentence in self.sentences for question in sentence.questions)

    @property
    def unread(self) -> tuple[str, ...]:
        """The words that no rule takes."""
        return tuple(self.text[start:end] for sentence in self.sentences for start, end in sentence.unread)

    @property
    def is_understood(self) -> bool:
        """Whether every sentence is understood, or rightly ignored."""
        return all(sentence.status != "partly" for sentence in self.sentences)


def read_words(
    text: str, names: Collection[str] = (), *, lines: Collection[Sequence[str]] = (), rules: Grammar | None = None
) -> Wording:
    """Read the text of a problem.

    Args:
        text: in English, plain or with LaTeX.
        names: points that the figure has besides, so that none of them is invented anew.
        lines: those that the figure draws, all points of each in order: "angle P" is the one between the two that meet there.
        rules: the grammar; None for that of the package.
    """
    read = sentences(text)
    points: set[str] = {*names, *(point for tokens in read for token in tokens for point in token.points)}
    segments = {token.points for tokens in read for token in tokens if len(token.points) == 2}
    context = Context(segments, points, lines, has_several_circles=_SEVERAL_CIRCLES.search(text) is not None)
    called = {token.text for phrase in _NOUNS.findall(text) for part in sentences(phrase.lower()) for token in part}
    found: list[Sentence] = []
    for tokens in read[:_MOST_SENTENCES]:
        if len(tokens) > _LONGEST:
            found.append(_unread(tokens[0].start, tokens[-1].end))
        else:
            sentence, context = _read(tokens, context, rules or grammar(), called)
            found.append(sentence)
    if len(read) > _MOST_SENTENCES:
        found.append(_unread(read[_MOST_SENTENCES][0].start, read[-1][-1].end))
    found = _with_arcs(found, context.only_circle())
    return _with_names(text, [_with_doubts(sentence, found) for sentence in found], points, context.center)


def _unread(start: int, end: int) -> Sentence:
    return Sentence((start, end), "partly", unread=((start, end),))


def _with_arcs(found: Sequence[Sentence], circle: Value | None) -> list[Sentence]:
    """Put the ends of the arcs on the circle, where the text has no other."""
    if circle is None:
        return list(found)
    known = {point for s in found for fact in s.facts if circle.text in fact.literal for point in _POINT.findall(fact.literal)}
    more: list[Sentence] = []
    for sentence in found:
        ends = {
            point: ReadFact(f"PointLiesOnCircle({point}, {circle.text})", read.span)
            for read in (*sentence.facts, *sentence.goals)
            for arc in _ARC.findall(read.literal)
            for point in _POINT.findall(arc)
            if point not in known
        }
        known |= set(ends)
        more.append(replace(sentence, facts=(*sentence.facts, *ends.values())))
    return more


def _with_doubts(sentence: Sentence, text: Sequence[Sentence]) -> Sentence:
    """Ask what the sentence leaves open and the whole text does not settle."""
    stated = [fact.literal for other in text for fact in other.facts]
    spans = {fact.literal: fact.span for fact in sentence.facts}
    mine = [doubt for doubt in doubts(stated) if doubt.fact in spans]
    asked = tuple(
        Question(_WHICH, spans[doubt.fact], tuple(Choice(words, (fact,)) for words, fact in doubt.choices))
        for doubt in mine
        if len(doubt.choices) > 1
    )
    settled = tuple(ReadFact(doubt.choices[0][1], spans[doubt.fact]) for doubt in mine if len(doubt.choices) == 1)
    return replace(sentence, facts=(*sentence.facts, *settled), questions=(*sentence.questions, *asked))


class _Step(NamedTuple):
    """A part of a sentence: a clause, words that none takes, or a joint."""

    start: int
    end: int
    clauses: tuple[Node, ...] = ()
    """The clauses that it can be, best first."""
    is_unread: bool = False


_SEVERAL_CIRCLES = re.compile(
    r"\b(?:semi-?)?circles\b|\b(?:another|second|other|larger|smaller|bigger|inner|outer|small|large|big) (?:semi-?)?circle\b"
    r"|\ba (?:semi-?)?circle\b(?s:.)*\ba (?:semi-?)?circle\b",
    re.IGNORECASE,
)
"""Of a text with several circles: what is said of one without a name may be about any of them."""
_NOUNS = re.compile(
    r"\b(?:[Aa]n?|[Tt]he|[Ii]ts|[Hh]is|[Hh]er|[Tt]heir|[Tt]wo|[Tt]hree) ((?:[a-z-]+ ){1,3})"
    r"[^\w\s]*(?:\\\w+\{?)?(?:[A-Z]['′\d]?)+\b"
)
"""Words between an article and the name of a point, a line or a polygon."""
_ARC, _POINT = re.compile(r"\bArc\(([^()]*)\)"), re.compile(r"(?<!\w)[A-Z]\w*'*(?![\w(])")
"""An arc and a point in a literal."""
_UNNAMED = re.compile(re.escape(UNNAMED) + r"\d*")
"""A point without a name in a literal."""
_WHICH = "Which one is meant?"
_LONGEST = 150
"""Words of a sentence; the longest of the bank has 90. Reading takes time with the square of it."""
_MOST_SENTENCES = 50
"""Of a problem; the rest of a longer text is told as unread."""
_MOST_TRIES = 8
"""Rows of clauses that are tried where some clause of a row has no meaning."""


def _read(tokens: Sequence[Token], context: Context, rules: Grammar, called: Collection[str]) -> tuple[Sentence, Context]:
    """Read a sentence: of the rows of clauses that are tried, the one that leaves the fewest words unread."""
    known = lexicon()
    words = (
        {noun for word in (*called, *context.called) for noun in (word, word.rstrip("s"))}
        | known.nouns["tall"]
        | known.nouns["leaning"]
    )
    nouns = words - known.joints - known.turning - (known.plain - known.nouns["plain"]) - kinds_of_things()
    chart = Chart(rules, tokens, known_words(), vocabulary(), lexicon().joints, nouns)
    banned: set[_Place] = set()
    tries: list[_Try] = []
    for _ in range(_MOST_TRIES):
        tries.append(_tried(tokens, _best(chart, banned), copy.deepcopy(context)))
        if not tries[-1].failed:
            break
        banned |= tries[-1].failed
    best = min(tries, key=lambda tried: (bool(tried.failed), tried.unread_words))
    return best.sentence, best.context


_PROOF = "proof"
"""The note of "prove that"."""
_WITH = frozenset({"with", "having"})
"""Joints after which no verb is expected: one that comes is that of the words before."""
_STATES = frozenset({"is", "are", "has", "have", "lies", "lie"})
"""Verbs that tell a state: after "and" they begin a sentence of their own."""
_SUPPOSING = frozenset({"if", "given", "when", "suppose", "assume", "since", "because"})
"""Joints after which a proof supposes something."""
_IS_NAMING = re.compile(r"(?:Triangle|Quadrilateral|Pentagon|Hexagon|Heptagon|Octagon|Polygon)\(")
"""Of facts that only name a figure: nothing to prove."""

_Place = tuple[int, int]
"""First and last token of a clause, the last excluded."""


class _Try(NamedTuple):
    """What a row of clauses gives."""

    sentence: Sentence
    context: Context
    failed: frozenset[_Place]
    """Clauses without a meaning."""
    unread_words: int


def _tried(tokens: Sequence[Token], steps: Sequence[_Step], context: Context) -> _Try:
    facts: list[ReadFact] = []
    goals: list[ReadFact] = []
    proofs: list[ReadFact] = []
    notes: list[str] = []
    proof = _Proof()
    questions: list[Question] = []
    unread: list[_Step] = []
    failed: set[_Place] = set()
    for step in steps:
        span = _span(tokens, step)
        is_rest = bool(unread) and unread[-1].end == step.start - 1 and bool(tokens[unread[-1].end - 1].points)
        # "the midpoints of AB and AC is 5", with the beginning unread, is not about AC
        is_rest = (is_rest and bool(tokens[step.start].points)) or _has_verb_of_another(tokens, step)
        read = None if is_rest else _first_meaning(step.clauses, context, tokens)
        proof.go_on(tokens, step)
        if step.is_unread and (before := _list_before(tokens, steps, step)) is not None:
            failed.add(before)
        if read is None:
            if step.clauses:
                failed.add((step.start, step.end))
            singles_out = step.end < len(tokens) and tokens[step.end - 1].text in SINGLING
            if (step.clauses or step.is_unread) and (singles_out or not _is_story(tokens[step.start : step.end])):
                unread.append(step)
                context.subject, context.is_broken = (), True
            continue
        if len(read) > 1:
            choices = tuple(Choice(_in_words(one), (*one.facts, *(f"Find({goal})" for goal in one.goals))) for one in read)
            questions.append(Question(_WHICH, span, choices))
            continue
        (only,) = read
        context = only.context
        for fact in only.facts:
            is_claim = proof.is_claiming and fact in only.stated and not _IS_NAMING.match(fact)
            (proofs if is_claim else facts).append(ReadFact(fact, span))
        proof.is_claiming = proof.is_claiming or _PROOF in only.notes
        proof.has_claimed = bool(proofs)
        goals += [ReadFact(goal, span) for goal in only.goals]
        notes += only.notes
    context.is_broken = False
    if any(token.text in lexicon().turning for step in unread for token in tokens[step.start : step.end]):
        facts, proofs = [], []  # "not", "or", "unless" beside a clause may turn it round
    whole = (tokens[0].start, tokens[-1].end)
    words = sum(step.end - step.start for step in unread)
    if not (facts or goals or proofs or questions or unread or notes):
        return _Try(Sentence(whole, "ignored"), context, frozenset(failed), words)
    status: Literal["understood", "partly"] = "partly" if unread else "understood"
    spans = tuple(_span(tokens, step) for step in unread)
    sentence = Sentence(whole, status, tuple(facts), tuple(goals), tuple(proofs), tuple(notes), tuple(questions), spans)
    return _Try(sentence, context, frozenset(failed), words)


def _has_verb_of_another(tokens: Sequence[Token], step: _Step) -> bool:
    """Whether the verb is that of the words before "with": in "the circle with diameter AB meets CD", AB does not."""
    ends = [at for at in range(step.start) if tokens[at].text in _WITH]
    if not step.clauses or not ends or any(token.text in {",", ";", ":"} for token in tokens[ends[-1] : step.start]):
        return False
    if tokens[step.start - 1].text == "and" and tokens[step.start].raw.lower() in lexicon().finite:
        return False  # "PT is a tangent to a circle with centre O and touches it" goes on about PT
    if any(token.raw.lower() in lexicon().finite for token in tokens[ends[-1] : step.start]):
        return False  # "a circle with centre I is inscribed in it and touches AB": the verb of those words has come before
    words = {token.raw.lower() for token in tokens[step.start : step.end]}
    # "with AB = AC and D is the midpoint of BC" goes on with a sentence of its own; what meets or touches may be either.
    verbs = lexicon().finite if ends[-1] == step.start - 1 else lexicon().finite - _STATES
    return ends[-1] > 0 and tokens[ends[-1] - 1].text != "," and bool(words & verbs)


@dataclass(slots=True)
class _Proof:
    """Whether what a sentence states is claimed: after "prove that", but for what it supposes, "if AB = AC"."""

    is_claiming: bool = False
    has_claimed: bool = False
    _resumes: bool = False
    """After what is supposed before any claim, a claim follows: "prove that if AB = AC, then ..."."""
    _end: int = -1
    """Where the last clause ended."""

    def go_on(self, tokens: Sequence[Token], step: _Step) -> None:
        """Take the next step of the sentence."""
        word = "" if step.clauses or step.is_unread else tokens[step.start].text
        if self.is_claiming and word in _SUPPOSING:
            self.is_claiming, self._resumes = False, not self.has_claimed
        elif self._resumes and (word == "," or step.start == self._end):
            self.is_claiming, self._resumes = True, False
        if step.clauses:
            self._end = step.end


def _list_before(tokens: Sequence[Token], steps: Sequence[_Step], unread: _Step) -> _Place | None:
    """Return the clause before unread words that may have taken what is theirs: "P is on AB, and DB and DP loosely meet"."""
    joined = [step for step in steps if step.end < unread.start and step.clauses]
    if not joined:
        return None
    last = joined[-1]
    said, between, rest = (tokens[a:b] for a, b in ((last.start, last.end), (last.end, unread.start), (unread.start, unread.end)))
    if _ends_as_sentence(said) and all(token.text in lexicon().joints for token in between):
        return last.start, last.end
    is_next = [token.text for token in between] == ["and"] and len(said[-1].points) == len(rest[0].points) > 0
    if is_next:  # "P and Q lie on AB and AC of a triangle"
        return last.start, last.end
    is_beside = len(between) <= 2 and all(token.text in {"and", ","} for token in between)
    is_list = bool(said[-1].points) and len(said) > 1 and said[-2].text in {"and", ","}
    is_list = is_list or all(token.points for token in rest)  # "meet AB at P and Q"
    return (last.start, last.end) if is_beside and is_list and rest[0].points else None


def _ends_as_sentence(said: Sequence[Token]) -> bool:
    """Whether the last thing of a list may begin a sentence: "M is the midpoint of BC, and the line AM"."""
    ends = [at for at in range(1, len(said)) if said[at - 1].text == "," and said[at].text == "and"]
    return bool(ends) and [bool(token.points) for token in said[ends[-1] + 1 :]].count(True) == 1 and bool(said[-1].points)


def _first_meaning(clauses: Sequence[Node], context: Context, tokens: Sequence[Token]) -> list[Meaning] | None:
    for clause in clauses:
        try:
            return meanings(clause, context, tokens)
        except UnknownError:
            continue
    return None


def _in_words(meaning: Meaning) -> str:
    """Say what a choice states, or which thing is asked about: "AB = 4 · BC", "angle BAC"."""
    return meaning.choice if meaning.goals else "; ".join(school_form(parse_literal(fact).term) for fact in meaning.facts)


def _span(tokens: Sequence[Token], step: _Step) -> Span:
    return tokens[step.start].start, tokens[step.end - 1].end


def _best(chart: Chart, banned: Collection[_Place]) -> list[_Step]:
    """Return the row of clauses, joints and unread words with the fewest unread words, then the fewest clauses."""
    size = len(chart.tokens)
    joints = lexicon().joints
    # For each place, and whether a clause has just ended there without a joint: unread words, clauses, ends of clauses, steps.
    # Of rows with as many clauses the one whose first are longest is best: "a diameter of the circle with centre O", and then
    # "V is on the circle", not "a diameter of the circle", with "centre O, and V is on the circle".
    best: dict[tuple[int, bool], tuple[int, int, tuple[int, ...], tuple[_Step, ...]]] = {(0, False): (0, 0, (), ())}
    for at in range(size):
        for tight in (False, True):
            known = best.get((at, tight))
            if known is None:
                continue
            unread, clauses, early, steps = known
            for step, cost, count, is_tight in _steps(chart, at, joints, tight=tight):
                if step.clauses and (step.start, step.end) in banned:
                    continue
                key = step.end, is_tight
                ended = (*early, -step.end) if step.clauses else early
                reached = (unread + cost, clauses + count, ended, (*steps, step))
                if key not in best or reached[:3] < best[key][:3]:
                    best[key] = reached
    ends = [best[size, tight] for tight in (False, True) if (size, tight) in best]
    return list(min(ends, key=lambda end: end[:3])[3])


def _steps(chart: Chart, at: int, joints: frozenset[str], *, tight: bool) -> Iterator[tuple[_Step, int, int, bool]]:
    """Yield the steps from a place with their unread words, their clauses, and whether they end without a joint."""
    if chart.words[at] in joints:
        yield _Step(at, at + 1), 0, 0, False
    by_end: dict[int, list[Node]] = {}
    for phrase in chart.phrases("clause", at):
        if isinstance(phrase, Node):
            by_end.setdefault(phrase.end, []).append(phrase)
    for end, nodes in by_end.items():
        # A clause that follows another without a joint counts double: "of circle O, and M lies on AB" is not about O and M.
        yield _Step(at, end, tuple(sorted(nodes, key=_invents))), 0, 1 + tight, chart.words[end - 1] not in joints
    if not tight:
        end = next((k for k in range(at + 1, len(chart.words)) if chart.words[k] in joints), len(chart.words))
        yield _Step(at, end, is_unread=True), end - at, 1, True


def _invents(phrase: Phrase) -> bool:
    """Whether a phrase may speak of a point without a name: one that names it, "the altitude from A meets BC at D", is better."""
    if not isinstance(phrase, Node):
        return False
    entry = phrase.rule.entry
    is_mine = any(word in template for template in (entry.value or "", *entry.facts, *entry.goals) for word in INVENTING)
    return is_mine or any(_invents(part) for parts in phrase.slots.values() for part in parts)


def _is_story(tokens: Sequence[Token]) -> bool:
    """Whether words name no part of a figure, hold no number, and none of the grammar's own words."""
    return all(token.kind in {"word", "sign"} and token.text not in vocabulary() and token.text != "°" for token in tokens)


def _with_names(text: str, found: Sequence[Sentence], points: Collection[str], center: str) -> Wording:
    """Give the centre and other points that the text does not name names that are free, O for the centre."""
    reads = [read for s in found for read in s.facts + s.goals + s.proofs]
    choices = [fact for s in found for question in s.questions for choice in question.choices for fact in choice.facts]
    used = sorted({name for literal in (*(read.literal for read in reads), *choices) for name in _UNNAMED.findall(literal)})
    letters = itertools.chain(string.ascii_uppercase[::-1], (f"O{n}" for n in itertools.count(1)))
    free = (letter for letter in letters if letter not in points)
    names = {name: center if name == UNNAMED != center else "O" if name == UNNAMED and "O" not in points else "" for name in used}
    names |= {name: next(letter for letter in free if letter not in names.values()) for name in used if not names[name]}

    def rename(literal: str) -> str:
        return _UNNAMED.sub(lambda unnamed: names[unnamed.group()], literal)

    def named(read: ReadFact) -> ReadFact:
        return read._replace(literal=rename(read.literal))

    def chosen(question: Question) -> Question:
        choices = (choice._replace(facts=tuple(map(rename, choice.facts))) for choice in question.choices)
        return question._replace(choices=tuple(choices))

    renamed = tuple(
        replace(
            s,
            facts=tuple(map(named, s.facts)),
            goals=tuple(map(named, s.goals)),
            proofs=tuple(map(named, s.proofs)),
            questions=tuple(map(chosen, s.questions)),
        )
        for s in found
    )
    return Wording(text, renamed, tuple(name for unnamed, name in names.items() if (unnamed, name) != (UNNAMED, center)))
