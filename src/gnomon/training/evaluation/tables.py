"""Tables of scores in Markdown, which is read on a terminal and on a model's card alike."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from gnomon.training.evaluation.scores import Scores

_COUNT = "rows"


def markdown(head: Sequence[str], lines: Sequence[Sequence[str]]) -> str:
    """Return a table, its columns padded to the widest cell, the first one set left and the others right."""
    # A rule needs a dash and a colon in each column.
    widths = [max(2, *map(len, column)) for column in zip(head, *lines, strict=True)]

    def row(cells: Sequence[str]) -> str:
        padded = [cells[0].ljust(widths[0]), *(cell.rjust(width) for cell, width in zip(cells[1:], widths[1:], strict=True))]
        return f"| {' | '.join(padded)} |"

    rule = [":" + "-" * (widths[0] - 1), *("-" * (width - 1) + ":" for width in widths[1:])]
    return "\n".join([row(head), row(rule), *map(row, lines)]) + "\n"


def shown_score(name: str, value: float | None) -> str:
    """Return a score with three digits behind the point, a count without any; a dash for none."""
    if value is None:
        return "-"
    return str(round(value)) if name.endswith(_COUNT) else f"{value:.3f}"


def before_and_after(scores: Mapping[str, Mapping[str, Scores]]) -> str:
    """Return the table of a training: a line a score, validation and test apart, each before and after.

    Args:
        scores: by split, then ``before`` and ``after``, then by name; ``before`` may be missing.
    """
    stages = [(split, stage) for split, by_stage in scores.items() for stage in by_stage]
    names = list(dict.fromkeys(name for split, stage in stages for name in scores[split][stage]))
    head = ["score", *(f"{split} {stage}" for split, stage in stages)]
    return markdown(
        head, [[name, *(shown_score(name, scores[split][stage].get(name)) for split, stage in stages)] for name in names]
    )


def screening_table(scores: Mapping[str, Scores]) -> str:
    """Return the table of a screening: a line a candidate.

    Args:
        scores: by candidate.
    """
    names = list(dict.fromkeys(name for each in scores.values() for name in each))
    return markdown(
        ["candidate", *names],
        [[model, *(shown_score(name, each.get(name)) for name in names)] for model, each in scores.items()],
    )
