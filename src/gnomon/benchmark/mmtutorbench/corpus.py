"""What the data are made of, beside what the paper counted in its own (MMTutorBench, Table 1 and Figure 6)."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from gnomon.benchmark.benchmark import Item
from gnomon.benchmark.figures import published, share_cell
from gnomon.benchmark.mmtutorbench.items import KeyStepTurn
from gnomon.models import Image
from gnomon.pages import Cell, Table, TableRow
from gnomon.tutor import KeyStepContext, key_step_request, key_step_variants

DOMAINS = ("Algebra", "Geometry", "Advanced")
LEVELS = ("Easy", "Medium", "Hard")
_PARTS = {"insight_discovery": "Insight", "operation_formulation": "OpForm.", "operation_execution": "OpExec."}
_TOKEN = re.compile(r"\w+|[^\w\s]")
_COUNTED = ("words", "tokens", "different tokens", "tokens, mean", "tokens, most", "tokens, fewest")
_TOKENS_NOTE = (
    "Words stand between spaces. Tokens of these data are runs of letters and digits, and single signs; the paper's are those of "
    "GPT-4o's tokenizer, so the two are not to be compared to the unit. A question is all the text that a tutor is sent with it, "
    "a rubric its subject and its four criteria with their conditions."
)


def corpus_tables(items: Sequence[Item]) -> tuple[Table, Table]:
    """Return counts of problems and pictures, and of the texts by part; each key step counts once, whatever its replies."""
    turns = list({item.content.source.id: item.content for item in items if isinstance(item.content, KeyStepTurn)}.values())
    figures = published("mmtutorbench")
    printed = [TableRow(row["name"], tuple(map(Cell, row["values"])), is_published=True) for row in figures["corpus"]]
    columns = ("problems", "pictures", "with 1 picture", "with 2", "with 3 or more", *DOMAINS, *LEVELS)
    note = "Domains and levels as shares of the problems."
    problems = Table("mmtutorbench.corpus", "The data", columns, (TableRow("these data", _problem_cells(turns)), *printed), note)
    rows = [TableRow(f"these data: {name}", _text_cells(texts)) for name, texts in _texts(turns).items()]
    theirs = [
        TableRow(f"MMTutorBench: {row['name']} (Table 1)", tuple(map(Cell, row["values"])), is_published=True)
        for row in figures["corpus_texts"]
    ]
    return problems, Table("mmtutorbench.corpus_texts", "The data's texts", _COUNTED, (*rows, *theirs), _TOKENS_NOTE)


def _problem_cells(turns: Sequence[KeyStepTurn]) -> tuple[Cell, ...]:
    num_pictures = [len(turn.source.all_images) for turn in turns]
    by_pictures = [sum(min(number, 3) == wanted for number in num_pictures) for wanted in (1, 2, 3)]
    domains = [share_cell(sum(turn.source.domain_group == name for turn in turns), len(turns)) for name in DOMAINS]
    levels = [share_cell(sum(turn.source.level == name for turn in turns), len(turns)) for name in LEVELS]
    return (*map(Cell, (len(turns), sum(num_pictures), *by_pictures)), *domains, *levels)


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


def _text_cells(texts: Sequence[str]) -> tuple[Cell, ...]:
    tokens = [_TOKEN.findall(text) for text in texts]
    counts = [len(each) for each in tokens]
    whole = (sum(len(text.split()) for text in texts), sum(counts), len({token for each in tokens for token in each}))
    spread = (sum(counts) / len(counts), max(counts), min(counts)) if counts else (None,) * 3
    return (*map(Cell, whole), Cell(spread[0], digits=1), *map(Cell, spread[1:]))
