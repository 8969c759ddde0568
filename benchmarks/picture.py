"""Make problems of pictures with their texts, no question answered: the share proved, and why others are not.

``math_figures``: real printed figures. The engine sees picture and text only; the key, in LaTeX, is compared by
`gnomon.algebra`. A problem without an answer is classed by the first thing that it lacks, as far as that can be told:
``outside`` plane geometry (by the annotated truth), ``reader`` (a point asked about or missing, or not as annotated),
``words`` (words not understood, a question of the text, no goal), else ``engine``. With ``--answered`` a script answers what is
asked: about points, labels and marks by the annotated truth of the picture, about the text by what it states and asks, written
down in school notation for the texts where that can be done (``texts.jsonl``). It states nothing that was not asked about.
"""

from __future__ import annotations

import json
import math
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.reporting import arguments, data_folder, print_table, report_json, share
from gnomon.algebra import compare
from gnomon.drafting import Answer, Draft, Question, draft_of, make_draft, read_sources
from gnomon.problem.school import read_school
from gnomon.reading import Picture

TRUTH = Path(__file__).parent / "data" / "math_figures" / "truth.jsonl"
TEXTS = TRUTH.with_name("texts.jsonl")
_NEAR = 8.0
"""Pixels between a point and its truth, as `benchmarks/reading.py` counts them."""


class Row(NamedTuple):
    """What came of one problem."""

    id: str
    status: str
    """``right``, ``wrong``, ``asks``, ``unsolved`` or ``refused``."""
    blamed: str
    """What a problem without an answer lacks; empty with one."""
    seconds: float
    why: str


def judged(name: str, draft: Draft, key: str, truth: dict[str, Any], seconds: float) -> Row:
    """Compare a draft with the key and say what it lacks."""
    if draft.answer is not None:
        # The key may be rounded; a proved answer is exact.
        status = "right" if compare(draft.answer, key).is_right else "wrong"
        return Row(name, status, "", seconds, f"{draft.exact or draft.answer:} against {key}" if status == "wrong" else "")
    why = "; ".join([draft.reason, *(f"not understood: {words}" for words in draft.unread)])
    return Row(name, draft.status, _blamed(draft, truth), seconds, why)


def _blamed(draft: Draft, truth: dict[str, Any]) -> str:
    if not truth["plane"]:
        return "outside"
    read = draft.picture.points if draft.picture else {}
    is_misread = any(name not in read or math.dist(read[name], spot) > _NEAR for name, spot in truth["points"].items())
    is_asked = any(question.id.startswith(("point:", "place:", "label:", "mark:")) for question in draft.questions)
    if is_misread or is_asked:
        return "reader"
    is_unclear = any(question.id.startswith(("text:", "words:", "goal")) for question in draft.questions)
    return "words" if is_unclear or (draft.wording and draft.wording.unread) or draft.goal is None else "engine"


def truthful(question: Question, read: Picture, truth: dict[str, Any]) -> Answer | None:
    """Return what somebody answers who sees picture and text; None where neither tells."""
    kind, _, about = question.id.partition(":")
    if kind == "point":
        is_right = about in truth["points"] and math.dist(read.points[about], truth["points"][about]) <= _NEAR
        return "yes" if is_right else "no"
    if kind == "place":
        spot: Answer | None = truth["points"].get(about)
        return spot
    if kind == "label":
        text, _, part = about.rpartition("@")
        text = text.replace("−", "-")  # the truth was typed
        return "yes" if any(row["text"] == text and _same_part(row["measures"], part) for row in truth["labels"]) else "no"
    if kind == "mark":
        mark, _, part = about.partition("@")
        return "yes" if any(row["kind"] == mark and _same_part(row["at"], part) for row in truth["marks"]) else "no"
    if kind == "goal":
        return _goal(question, truth)
    if kind == "text":
        stated = [read_school(fact) for fact in truth.get("facts", ())]
        return next((choice for choice in question.choices if read_school(choice) in stated), None)
    return "; ".join(truth.get("facts", ())) or None if kind == "words" else None


def _goal(question: Question, truth: dict[str, Any]) -> Answer | None:
    """Return the goal of the text; where there are choices, only one of them."""
    goal: str | None = truth.get("goal")
    return goal if not question.choices or goal in question.choices else None


def _same_part(written: str | None, shown: str) -> bool:
    """Whether ``line:AB`` or ``angle:ABC`` is the part shown as ``AB`` or ``∠ABC``, ends in either order."""
    kind, _, name = (written or "").partition(":")
    return name in {shown.removeprefix("∠"), shown.removeprefix("∠")[::-1]} and (kind == "angle") == shown.startswith("∠")


def made(text: str, picture: Path, name: str, truth: dict[str, Any] | None) -> Draft:
    """Make a draft; with the truth, answer what the picture tells as long as something new is asked."""
    if truth is None:
        return make_draft(text, picture, leave_unsure=True, name=name)
    sources = read_sources(text, picture)
    answers: dict[str, Answer] = {}
    while True:
        draft = draft_of(sources, answers, leave_unsure=True, name=name)
        known = ((question.id, truthful(question, draft.picture, truth)) for question in draft.questions if draft.picture)
        new = {asked: answer for asked, answer in known if answer is not None and asked not in answers}
        if not new:
            return draft
        answers |= new


def main() -> None:
    """Print the shares, and with ``--show`` every problem that has no right answer."""
    parser = arguments(__doc__)
    parser.add_argument("--show", action="store_true", help="print every problem without the right answer")
    parser.add_argument("--answered", action="store_true", help="answer what is asked by the annotated truth")
    options = parser.parse_args()
    folder = data_folder() / "math_figures"
    problems = json.loads((folder / "problems.json").read_text("utf-8"))
    truths = {row["id"]: row for row in map(json.loads, TRUTH.read_text("utf-8").splitlines())}
    for row in map(json.loads, TEXTS.read_text("utf-8").splitlines()):
        truths[row["id"]] |= row
    rows = []
    for name in list(problems)[: options.limit]:
        began = time.process_time()
        known = truths[name] if options.answered else None
        draft = made(problems[name]["text"], folder / f"{name}.png", name, known)
        rows.append(judged(name, draft, problems[name]["answer"], truths[name], time.process_time() - began))
        if options.show and rows[-1].status != "right":
            print(f"{rows[-1].id}: {rows[-1].status} ({rows[-1].blamed}): {rows[-1].why}", flush=True)
    kinds = ("right", "wrong", "asks", "unsolved", "refused")
    statuses = {kind: share(row.status == kind for row in rows) for kind in kinds}
    print_table(f"math_figures: {len(rows)} pictures with texts", ["", "share"], [[k, str(v)] for k, v in statuses.items()])
    blamed = Counter(row.blamed for row in rows if row.blamed)
    print_table("without an answer", ["lacking", "problems"], [[what, count] for what, count in blamed.most_common()])
    seconds = [row.seconds for row in rows]
    print(f"processor time a problem: mean {sum(seconds) / len(seconds):.2f} s, most {max(seconds):.1f} s")
    report_json(
        options.json, {"rows": [row._asdict() for row in rows], **{kind: each.as_json() for kind, each in statuses.items()}}
    )


if __name__ == "__main__":
    main()
