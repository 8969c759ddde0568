"""What the data are made of, beside what the paper counted in its own (MMTutorBench, Table 1 and Figure 6)."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from functools import partial
from statistics import fmean

from gnomon.benchmark.benchmark import Item, Runs
from gnomon.benchmark.figures import share, table
from gnomon.benchmark.mmtutorbench.items import KeyStepTurn
from gnomon.models import Image
from gnomon.pages import Column, Line, TableSpec, counted
from gnomon.tutor import KeyStepContext, key_step_request, key_step_variants

DOMAINS = ("Algebra", "Geometry", "Advanced")
LEVELS = ("Easy", "Medium", "Hard")
_PARTS = {"insight_discovery": "Insight", "operation_formulation": "OpForm.", "operation_execution": "OpExec."}
_TOKEN = re.compile(r"\w+|[^\w\s]")
_Turns = Sequence[KeyStepTurn]
_Texts = Sequence[str]


def corpus_tables(items: Sequence[Item]) -> tuple[TableSpec[Runs, _Turns], TableSpec[Runs, _Texts]]:
    """Return counts of problems and pictures, and of the texts by part; each key step counts once, whatever its replies."""
    turns = list({item.content.source.id: item.content for item in items if isinstance(item.content, KeyStepTurn)}.values())

    def parts(_: Runs) -> Iterator[Line[_Texts]]:
        return (Line(f"these data: {name}", texts) for name, texts in _texts(turns).items())

    return (
        table("mmtutorbench.corpus", _PROBLEMS, lambda _: [Line("these data", turns)]),
        table("mmtutorbench.corpus_texts", _TEXTS, parts),
    )


def _num_pictures(turns: _Turns) -> int:
    return sum(len(turn.source.all_images) for turn in turns)


def _with_pictures(wanted: Container[int]) -> Callable[[_Turns], int]:
    return lambda turns: sum(len(turn.source.all_images) in wanted for turn in turns)


def _share_of(name: str, value: str) -> Callable[[_Turns], float | None]:
    return lambda turns: share(sum(getattr(turn.source, name) == value for turn in turns), len(turns))


def _texts(turns: Sequence[KeyStepTurn]) -> Mapping[str, list[str]]:
    parts = {name: [getattr(turn.reference, part) for turn in turns] for part, name in _PARTS.items()}
    return {
        "question": list(map(question_text, turns)),
        **parts,
        "reference": [" ".join(texts) for texts in zip(*parts.values(), strict=True)],
        "rubric": [
            "\n".join([turn.task, *(f"{c.criterion}\n{c.condition_for_1}\n{c.condition_for_0}" for c in turn.criteria)])
            for turn in turns
        ],
    }


def question_text(turn: KeyStepTurn) -> str:
    """Return all text that a tutor is sent for a turn, with the student's question where there is one."""
    # The text of a request hangs on how many pictures there are, not on what they show: none is read for a count of words.
    pictures = tuple(Image(data=b"") for _ in turn.pictures)
    variant = key_step_variants()["with_query" if turn.query else "zero_shot"]
    request = key_step_request(KeyStepContext(images=pictures, query=turn.query), variant)
    return "\n".join(message.text for message in request.messages)


def _tokens(texts: _Texts) -> list[list[str]]:
    return [_TOKEN.findall(text) for text in texts]


def _lengths(measure: Callable[[list[int]], float], texts: _Texts) -> float | None:
    """Measure the numbers of tokens of the texts; None of no text."""
    return measure([len(each) for each in _tokens(texts)]) if texts else None


_PROBLEMS: tuple[Column[_Turns], ...] = (
    counted("problems", len),
    counted("pictures", _num_pictures),
    counted("with 1 picture", _with_pictures((1,))),
    counted("with 2", _with_pictures((2,))),
    counted("with 3 or more", _with_pictures(range(3, sys.maxsize))),
    *(Column(value, _share_of("domain_group", value), unit="fraction", better="") for value in DOMAINS),
    *(Column(value, _share_of("level", value), unit="fraction", better="") for value in LEVELS),
)
_TEXTS: tuple[Column[_Texts], ...] = (
    counted("words", lambda texts: sum(len(text.split()) for text in texts)),
    counted("tokens", lambda texts: sum(map(len, _tokens(texts)))),
    counted("different tokens", lambda texts: len({token for each in _tokens(texts) for token in each})),
    Column("tokens, mean", partial(_lengths, fmean), better="", digits=1),
    counted("tokens, most", partial(_lengths, max)),
    counted("tokens, fewest", partial(_lengths, min)),
)
