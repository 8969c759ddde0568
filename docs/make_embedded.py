# ruff: noqa: INP001  # a script of the documentation, no package
"""Write the figures of ``docs/judges-embedded.md`` anew from ``weights/figures.json``, with its reliability plots.

Run it after training: ``python docs/make_embedded.py``. A test holds the page and the figures together.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from importlib import resources
from pathlib import Path
from typing import Any

from gnomon.judge import LABELS, dimensions

PAGE = Path(__file__).with_name("judges-embedded.md")
PLOT = PAGE.parent / "images" / "embedded-reliability.svg"
MARKS = "<!-- figures -->\n", "<!-- end of figures -->\n"
TITLES = [record.title for record in dimensions().values()]
_SIDE, _GAP = 200, 60
"""Of a plot, and between plots, in pixels."""
_UNSEEN = {
    "a tutor never seen in training": "unseen_tutor",
    "a tutor and a conversation never seen": "unseen_tutor_and_dialogue",
}
"""What ``--unseen`` measures beside the folds; it takes long and may be missing."""
_COLOURS = {"Yes": "#1b6e53", "To some extent": "#b26a00", "No": "#a3324a"}


def read() -> dict[str, Any]:
    """Return the figures that lie beside the weights."""
    found: dict[str, Any] = json.loads(
        resources.files("gnomon.judge.embedded").joinpath("weights/figures.json").read_text("utf-8")
    )
    return found


def table(heads: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Return a table in Markdown."""
    lines = [heads, ["---"] * len(heads), *([f"{v:.3f}" if isinstance(v, float) else str(v) for v in row] for row in rows)]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines) + "\n"


def sections(figures: dict[str, Any]) -> Iterator[str]:
    """Yield the page's tables, each with its heading."""
    unseen = {name: key for name, key in _UNSEEN.items() if key in figures}
    lines = [
        ["conversations never seen", *figures["macro_f1"]],
        ["standard deviation over folds", *figures["macro_f1_sd_over_folds"]],
    ]
    lines += [[f"the same with seed {seed}", *row] for seed, row in enumerate(figures.get("macro_f1_by_seed", [])[1:], 1)]
    lines += [[name, *figures[key]["macro_f1"]] for name, key in unseen.items()]
    lines += [[f"control: {name}", *row] for name, row in figures["controls"].items()]
    yield "### Strict macro-F1\n\n" + table(["", *TITLES], lines)
    errors = [["conversations never seen", *figures["calibration_error"]]]
    errors += [[name, *figures[key]["calibration_error"]] for name, key in unseen.items()]
    yield "### Class-wise calibration error\n\nTen bins of equal width, mean over the three labels.\n\n" + table(
        ["", *TITLES], errors
    )
    yield (
        "### Reliability\n\nHow often people gave a label that was said with a probability: on the dotted line, as often.\n\n"
        f"![Share of right labels against the probability said, by dimension](images/{PLOT.name})\n"
    )
    yield "### Confusion\n\nRows: people; columns: the judge.\n\n" + table(
        ["dimension", "people", *LABELS],
        ([title, label, *counts] for title, rows in zip(TITLES, figures["confusion"], strict=True)
         for label, counts in zip(LABELS, rows, strict=True)),
    )  # fmt: skip
    yield "### By tutor\n\nShare of right labels.\n\n" + table(
        ["tutor", "replies", *TITLES], ([tutor, *row["replies"], *row["accuracy"]] for tutor, row in figures["by_tutor"].items())
    )
    if "unseen_tutor" in figures:
        yield "### By tutor, never seen in training\n\nShare of right labels.\n\n" + table(
            ["tutor", *TITLES], ([tutor, *row["accuracy"]] for tutor, row in figures["unseen_tutor"]["by_tutor"].items())
        )
    yield "### By source\n\nStrict macro-F1.\n\n" + table(
        ["source", "replies", *TITLES], ([name, *row["replies"], *row["macro_f1"]] for name, row in figures["by_source"].items())
    )
    yield "### Abstaining\n\nShare of replies that are labelled, and share of right labels among them.\n\n" + table(
        ["`--abstain-below`", *(f"{title}, {what}" for title in TITLES for what in ("labelled", "right"))],
        ([str(row["below"]), *(each[d] for d in range(len(TITLES)) for each in (row["answered"], row["accuracy"]))]
         for row in figures["abstaining"]),
    )  # fmt: skip
    yield (
        "### Ten replies where it is wrong\n\nThe surest wrong label of each dimension in turn, no conversation twice.\n\n"
        + table(
            ["reply", "dimension", "people", "judge", "probability"],
            (
                [f"`{row['id']}`", dimensions()[row["dimension"]].title, row["people"], row["judge"], f"{row['probability']:.2f}"]
                for row in figures["surest_errors"]
            ),
        )
    )


def plot(reliability: Sequence[Sequence[dict[str, list[float]]]]) -> str:
    """Return the reliability plots of all dimensions as one SVG, the size of a dot by the number of replies."""
    parts = []
    for place, bins in enumerate(reliability):
        left, top = _GAP + place * (_SIDE + _GAP), _GAP
        parts += [
            f'<text x="{left + _SIDE / 2}" y="{top - 14}" text-anchor="middle" font-weight="bold">{TITLES[place]}</text>',
            f'<rect x="{left}" y="{top}" width="{_SIDE}" height="{_SIDE}" fill="none" stroke="#888"/>',
            f'<path d="M{left} {top + _SIDE}L{left + _SIDE} {top}" stroke="#888" stroke-dasharray="3 4"/>',
            f'<text x="{left}" y="{top + _SIDE + 18}">0</text>',
            f'<text x="{left + _SIDE}" y="{top + _SIDE + 18}" text-anchor="end">1 said</text>',
            f'<text x="{left - 6}" y="{top + 10}" text-anchor="end">true</text>',
        ]
        for label, each in zip(reversed(LABELS), bins, strict=True):
            spots = [
                (left + said * _SIDE, top + (1 - true) * _SIDE, rows)
                for said, true, rows in zip(each["said"], each["true"], each["rows"], strict=True)
            ]
            line = "L".join(f"{x:.1f} {y:.1f}" for x, y, _ in spots)
            parts.append(f'<path d="M{line}" fill="none" stroke="{_COLOURS[label]}"/>')
            parts += [
                f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{1.5 + rows**0.5 / 6:.1f}" fill="{_COLOURS[label]}"/>'
                for x, y, rows in spots
            ]
    low = _SIDE + 2 * _GAP - 8
    for place, label in enumerate(LABELS):
        parts.append(f'<text x="{_GAP + place * 130}" y="{low}" fill="{_COLOURS[label]}" font-weight="bold">● {label}</text>')
    width, height = _GAP + len(reliability) * (_SIDE + _GAP), _SIDE + 2 * _GAP
    frame = f'<rect width="{width}" height="{height}" fill="#fff"/>'
    font = 'font-family="sans-serif" font-size="12" fill="#222"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" {font}>'
    return "\n".join([head, frame, *parts, "</svg>"]) + "\n"


def with_figures(page: str) -> str:
    """Return the page with the figures between its marks."""
    before, rest = page.split(MARKS[0])
    return f"{before}{MARKS[0]}\n{chr(10).join(sections(read()))}\n{MARKS[1]}{rest.split(MARKS[1])[1]}"


if __name__ == "__main__":
    PAGE.write_text(with_figures(PAGE.read_text("utf-8")), "utf-8")
    PLOT.write_text(plot(read()["reliability"]), "utf-8")
