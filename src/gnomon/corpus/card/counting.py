"""What is in a data set, by its kind, in the figures that the papers print of theirs.

Dialogues: GeoDial 4, appendices B and F. Key steps: MMTutorBench, Table 1 and Figure 6. Keypoints: MathExplain, Table 2.
Lengths are counted in words, parted at space, and in tokens: words and numbers, and each other mark for itself. The papers'
tokens are those of one model's tokenizer, which cuts rare words and formulas smaller, so that theirs are more.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from statistics import fmean
from typing import Any, NamedTuple

from gnomon.corpus.asked import asked_of
from gnomon.corpus.entries import Entry
from gnomon.corpus.statistics import Statistics
from gnomon.corpus.tables import statistics_tables
from gnomon.datasets import DatasetItem, KeyStepItem, MathDialDialogue, MathExplainItem, MRBenchDialogue
from gnomon.figure import keypoint_kind
from gnomon.pages import Table
from gnomon.pages.report import cell_text

Lines = Iterator[tuple[str, str | int]]


class CardTable(NamedTuple):
    """One table of a card."""

    title: str
    heads: tuple[str, ...]
    """Of all columns, the first included."""
    rows: tuple[tuple[str, ...], ...]


def tables_of(items: Sequence[DatasetItem]) -> tuple[CardTable, ...]:
    """Return the figures of a data set; of a kind without figures of its own, how long its problems are."""
    if items and isinstance(items[0], Entry):
        entries = [item for item in items if isinstance(item, Entry)]
        return tuple(_of_table(table) for table in statistics_tables(Statistics(entries)))
    count = next((count for kind, count in _COUNTED.items() if items and isinstance(items[0], kind)), _problems)
    return (CardTable("What there is", ("", ""), tuple((name, _shown(value)) for name, value in count(items))),)


def _of_table(table: Table) -> CardTable:
    rows = tuple((row.name, *(cell_text(cell) for cell in row.cells)) for row in table.ours)
    return CardTable(f"{table.title} ({table.unit})", ("", *table.columns), rows)


def _shown(value: str | int) -> str:
    return f"{value:,}" if isinstance(value, int) else value


def _problems(items: Sequence[DatasetItem]) -> Lines:
    questions = {problem_id: question for problem_id, question in map(asked_of, items) if question is not None}
    yield "rows", len(items)
    yield "problems", len(questions)
    yield "with a picture", sum(bool(question.images) for question in questions.values())
    yield "with a figure", sum(question.figure is not None for question in questions.values())
    yield from _lengths("of a problem", [question.text for question in questions.values()])


def _key_steps(items: Sequence[KeyStepItem]) -> Lines:
    pictures = [len(item.all_images) for item in items]
    yield "problems", len(items)
    yield "images", sum(pictures)
    yield (
        "problems with 1 / 2 / 3 or more images",
        " / ".join(
            f"{sum(low <= number <= high for number in pictures):,}"
            for low, high in ((1, 1), (2, 2), (3, max(pictures, default=3)))
        ),
    )
    for group in ("Algebra", "Geometry", "Advanced"):
        yield f"domain {group}", _part(sum(item.domain_group == group for item in items), len(items))
    for level in ("Easy", "Medium", "Hard"):
        yield f"difficulty {level}", _part(sum(item.level == level for item in items), len(items))
    yield from _lengths("of a student's question", [item.query for item in items if item.query])
    for part in ("insight_discovery", "operation_formulation", "operation_execution"):
        yield from _lengths(f"of a reference, {part.replace('_', ' ')}", [getattr(item.reference, part) for item in items])
    yield from _lengths("of a reference", [" ".join(item.reference.model_dump().values()) for item in items])
    rubrics = [" ".join(" ".join(each.model_dump(exclude={"id"}).values()) for each in item.criteria) for item in items]
    yield from _lengths("of a rubric", rubrics)
    types = Counter(turn.type for item in items for turn in item.follow_ups)
    yield from ((f"further turns, {name}", count) for name, count in sorted(types.items()))


def _keypoints(items: Sequence[MathExplainItem]) -> Lines:
    yield "problem–solution pairs", len(items)
    for kind in ("geometry", "graph"):
        chosen = [item for item in items if item.kind == kind]
        yield kind, _part(len(chosen), len(items))
        for form in ("choice", "short"):
            yield f"{kind}, {form} answer", sum(item.answer_format == form for item in chosen)
    yield "chapters", len({item.topic.chapter for item in items})
    yield "sections", len({item.topic for item in items})
    keypoints = [keypoint for item in items for keypoint in item.keypoints]
    yield "keypoints", len(keypoints)
    yield "keypoints a problem, mean", f"{len(keypoints) / max(len(items), 1):.1f}"
    kinds = Counter(keypoint_kind(keypoint.element) or "outside the grammar" for keypoint in keypoints)
    yield from ((f"keypoints, {kind}", _part(count, len(keypoints))) for kind, count in sorted(kinds.items()))
    yield from _lengths("of a problem", [item.question.text for item in items])
    yield from _lengths("of a solution", [item.solution for item in items])
    yield from _lengths("of a keypoint", [keypoint.description for keypoint in keypoints])


def _responses(items: Sequence[MRBenchDialogue]) -> Lines:
    responses = [response for item in items for response in item.responses]
    yield "dialogues", len(items)
    yield from ((f"from {name}", count) for name, count in sorted(Counter(item.source for item in items if item.source).items()))
    yield "responses", len(responses)
    yield "tutors", len({response.tutor for response in responses})
    labels = Counter((dimension, label) for response in responses for dimension, label in response.labels.items())
    told = Counter(dimension for dimension, _ in labels.elements())
    yield from ((f"{name}: {label}", _part(count, told[name])) for (name, label), count in sorted(labels.items()))
    yield from _lengths("of a response", [response.text for response in responses])


def _moves(items: Sequence[MathDialDialogue]) -> Lines:
    turns = [turn for item in items for turn in item.turns]
    yield "dialogues", len(items)
    yield "problems", len({item.question_id for item in items})
    yield "turns", len(turns)
    moves = Counter(turn.move for turn in turns if turn.move)
    yield from ((f"move {name}", _part(count, moves.total())) for name, count in sorted(moves.items()))
    outcomes = Counter(item.outcome for item in items if item.outcome)
    yield from ((f"outcome {name}", _part(count, outcomes.total())) for name, count in sorted(outcomes.items()))
    for role in ("teacher", "student"):
        yield from _lengths(f"of a {role}'s turn", [turn.text for turn in turns if turn.role == role])


_COUNTED: Mapping[type[DatasetItem], Callable[[Any], Lines]] = {
    KeyStepItem: _key_steps,
    MathExplainItem: _keypoints,
    MRBenchDialogue: _responses,
    MathDialDialogue: _moves,
}


_TOKEN = re.compile(r"\w+|[^\w\s]")


def tokens(text: str) -> list[str]:
    """Return the words and numbers of a text, and each other mark for itself.

    >>> tokens("AB = 4.5 cm")
    ['AB', '=', '4', '.', '5', 'cm']
    """
    return _TOKEN.findall(text)


def _lengths(what: str, texts: Iterable[str]) -> Lines:
    written = list(texts)
    words = [text.split() for text in written]
    if words:
        lengths = [len(each) for each in words]
        yield f"words {what}: all / unique", f"{sum(lengths):,} / {len(set(chain.from_iterable(words))):,}"
        yield f"words {what}: mean / most / least", f"{fmean(lengths):.1f} / {max(lengths):,} / {min(lengths):,}"
        marks = [tokens(text) for text in written]
        counts = [len(each) for each in marks]
        yield f"tokens {what}: all / unique", f"{sum(counts):,} / {len(set(chain.from_iterable(marks))):,}"
        yield f"tokens {what}: mean / most / least", f"{fmean(counts):.1f} / {max(counts):,} / {min(counts):,}"


def _part(count: int, of: int) -> str:
    return f"{count:,} ({100 * count / of:.1f} %)" if of else "0"
