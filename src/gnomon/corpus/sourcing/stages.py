"""The filters of problem sourcing, in the paper's order, and the engine as a second opinion.

GeoDial drops diagrams without point labels, lets weaker models attempt each problem and keeps it when at least two final answers
are wrong, and lets a strong model write a solution, dropped when its final answer is not the official one. Near-duplicates and
the proof are ours.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from gnomon.algebra import equal
from gnomon.corpus.annotated import AnnotatedDialogue, AnnotatedTurn, WholeProblem, row_of
from gnomon.corpus.audit import drawing_sides_with
from gnomon.corpus.duplicates import KnownProblems
from gnomon.corpus.pipeline import (
    BatchStage,
    CodeStage,
    Context,
    Dropped,
    Item,
    ModelStage,
    Params,
    Reply,
    Result,
    SourceStage,
    Unreadable,
)
from gnomon.corpus.pipeline.stage import Registry
from gnomon.corpus.sourcing.problems import (
    ProblemFiles,
    key_of_item,
    load_problems,
    problem_files,
    question_of,
    solved_item,
)
from gnomon.dialogue import TutorTurn
from gnomon.drawing import draw, to_png
from gnomon.files import write_whole
from gnomon.inquiry.protocol.answer_reading import read_final_answer
from gnomon.judge import Material
from gnomon.models import Image
from gnomon.problem import Question
from gnomon.reading import PictureError, read_picture
from gnomon.session import UnknownMisconceptionError, choose_misconception, simulate

_SAME = {"problem", "text", "picture"}
"""Kinds of a match that make a duplicate; a figure with another question, or with other numbers, is a problem of its own."""


def near_duplicates(items: Sequence[Item], _params: Params, context: Context) -> Iterator[Result]:
    """Keep the first of problems that are the same: figure up to similarity and renaming with its question, text, or picture."""
    known = KnownProblems()
    for item in items:
        question = question_of(item, context)
        found = known.find(question)
        if found is not None and found.match.kind in _SAME:
            yield Dropped("near_duplicate", f"{found.id}: {found.reason}")
        else:
            known.add(item.id, question)
            yield item


def with_picture(item: Item, _params: Params, context: Context) -> Result:
    """Draw the figure of a problem that has no picture."""
    if item.data.get("image"):
        return item
    figure = question_of(item, context).figure
    if figure is None:
        return Dropped("no_picture", "neither a picture nor a figure that could be drawn")
    name = f"pictures/{item.id}.png"
    path = context.path(name)
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, to_png(draw(figure)))
    return item.changed(image=name)


class PointLabels(Params):
    """How many points must have a printed name."""

    at_least: int = 2
    """A line has two: what has fewer cannot be pointed at by names."""


def point_labels(item: Item, params: PointLabels, context: Context) -> Result:
    """Drop a diagram without point labels, by our reader of pictures."""
    try:
        picture = read_picture(context.path(item.data["image"]))
    except PictureError as error:
        return Dropped("picture_unreadable", str(error))
    if len(picture.points) < params.at_least:
        return Dropped("no_point_labels", f"{len(picture.points)} named points")
    return item.changed(read_points=sorted(picture.points))


def ask_attempt(item: Item, _params: Params, context: Context) -> Material | Dropped:
    """Ask for the problem's answer, from text and picture; a problem without a key cannot be judged."""
    if key_of_item(item) is None:
        return Dropped("no_key")
    return _asked(question_of(item, context))


def _asked(question: Question) -> Material:
    choices = "\n".join(f"{letter}. {choice}" for letter, choice in question.lettered_choices())
    images = tuple(Image.read(Path(each)) for each in question.images)
    return Material("", {"problem": f"{question.text}\n{choices}".strip()}, images=images)


class Attempts(Params):
    """When a problem is hard enough."""

    least_wrong: int = 2
    """Of the final answers (GeoDial 3.1)."""


def keep_hard(item: Item, replies: Sequence[Reply], params: Attempts) -> Result:
    """Keep a problem that was answered wrong often enough, with all attempts; an answer that cannot be read is neither."""
    key = key_of_item(item)
    attempts = [_attempt(reply, key) for reply in replies]
    wrong = sum(attempt["right"] is False for attempt in attempts)
    if wrong < params.least_wrong:
        return Dropped("too_easy", f"{wrong} of {len(attempts)} final answers wrong")
    return item.changed(attempts=attempts)


def _attempt(reply: Reply, key: float | None) -> dict[str, Any]:
    read = read_final_answer(reply.text)
    right = None if read is None else equal(key, read.value, "textbook")
    return {"model": reply.model, "text": reply.text, "answer": None if read is None else read.value, "right": right}


def keep_solved(item: Item, replies: Sequence[Reply], _params: Params) -> Result | Unreadable:
    """Keep the solution of a strong model when its final answer is the official one."""
    reply, key = replies[0], key_of_item(item)
    read = read_final_answer(reply.text)
    if read is None:
        return Unreadable("no final answer")
    if not equal(key, read.value, "textbook"):
        return Dropped("answer_not_official", f"{read.value:g}, the key is {key:g}" if key is not None else "no key")
    return item.changed(solution=reply.text)


def second_opinion(item: Item, _params: Params, _context: Context) -> Result:
    """Let the engine prove the answer where it can; a key that contradicts the proof is dropped, for a person to look at."""
    solution, key = solved_item(item), key_of_item(item)
    if solution is None or solution.proof is None:
        return item.changed(proof=None)
    answer = solution.proof.answer
    if key is not None and not equal(key, answer.number, "textbook"):
        drawn = drawing_sides_with(solution.problem, answer.number, key)
        reason = "facts_contradict_key" if drawn == "key" else "key_contradicts_proof"
        return Dropped(reason, f"key {key:g}, proved {answer.number:g}")
    steps = [step.text for step in solution.proof.steps]
    return item.changed(proof={"answer": answer.number, "exact": answer.exact, "steps": steps})


async def converse(item: Item, _params: Params, context: Context) -> Result:
    """Let the symbolic tutor talk with a student who holds a misconception: a stand-in for what annotators would say."""
    solution = solved_item(item)
    if solution is None or solution.proof is None:
        return Dropped("no_proof", "the symbolic tutor has nothing to teach from")
    try:
        belief = choose_misconception(solution, None, context.seed)
    except UnknownMisconceptionError as error:
        return Dropped("no_misconception", str(error))
    dialogue = await simulate(solution, belief, seed=context.seed)
    untimed = tuple(turn.model_copy(update={"record": None}) if isinstance(turn, TutorTurn) else turn for turn in dialogue.turns)
    image, told = str(item.data.get("image") or ""), item.data.get("solution")
    whole = WholeProblem.of(solution.problem.model_copy(update={"solution": told, "answer": solution.proof.answer.number}))
    whole = whole.model_copy(update={"question": whole.question.model_copy(update={"images": (image,) if image else ()})})
    record = AnnotatedDialogue(
        id=item.id,
        dialogue=dialogue.model_copy(update={"id": item.id, "turns": untimed}),
        problem=whole,
        turns=tuple(AnnotatedTurn() for _ in dialogue.tutor_turns()),
        annotator=dialogue.tutor,
    )
    return item.changed(row=row_of(record))


def write_dialogues(items: Iterable[Item], folder: Path) -> Path:
    """Write dialogues as a benchmark's file in GeoDial's form, and the wrong attempts beside it.

    ``attempts.jsonl`` is what a batch of the studio's annotation desk begins with: real dialogues are then held about the wrong
    answers of the weaker models.
    """
    rows, starts = [], []
    for item in items:
        row = item.data["row"]
        wrong = [each["text"] for each in item.data.get("attempts", ()) if each["right"] is False]
        rows.append(row)
        starts += [
            {"id": f"{item.id}/{number}", "problem": row["problem"], "student_solution": text, "turns": []}
            for number, text in enumerate(wrong, 1)
        ]
    for name, lines in (("attempts.jsonl", starts), ("dialogues.jsonl", rows)):
        write_whole(folder / name, "".join(f"{json.dumps(line, ensure_ascii=False)}\n" for line in lines))
    return folder / "dialogues.jsonl"


SOURCING: Registry = {
    "problems": SourceStage("problems of published files or own ones", ProblemFiles, load_problems, problem_files),
    "near-duplicates": BatchStage("near-duplicates are dropped", Params, near_duplicates),
    "picture": CodeStage("a figure without a picture is drawn", Params, with_picture),
    "point-labels": CodeStage("diagrams without point labels are dropped, by the reader", PointLabels, point_labels),
    "attempts": ModelStage("weaker models try; what is easy is dropped", Attempts, "corpus/attempt", ask_attempt, keep_hard),
    "solution": ModelStage("a strong model solves; a wrong answer drops", Params, "corpus/solution", ask_attempt, keep_solved),
    "second-opinion": CodeStage("the engine proves it; a key that contradicts the proof drops it", Params, second_opinion),
    "converse": CodeStage("the symbolic tutor talks with a simulated student", Params, converse),
}
