# ruff: noqa: INP001  # a script of the documentation, no package
"""Write ``docs/dialogues.md`` anew: six dialogues with simulated learners, six with messages that people's hands wrote.

Run it after a change to the tutor's words: ``python docs/make_dialogues.py``. Every turn of the tutor is its real output; the
remarks are written by hand, below.
"""

import asyncio
import json
from pathlib import Path
from typing import NamedTuple

from gnomon.dialogue import Dialogue, StudentTurn, TutorTurn
from gnomon.geometry import misconceptions, solution_of
from gnomon.problem import bank
from gnomon.session import GuardedTutor, Session, simulate
from gnomon.student import named_student
from gnomon.tutor import SymbolicTutor

SETS = Path(__file__).parents[1] / "tests" / "conversations"
OPENING = """# Twelve dialogues

Six with simulated learners (`gnomon tutor PROBLEM --misconception ID --student NAME --seed N`), six with the messages of scripted
conversations, which others wrote without having seen the tutor (`tests/conversations/`): they go on whatever the tutor says, so
that a message may miss the turn before it. No language model is involved, every turn of the tutor is its real output. `▮` marks
the parts of the figure that it highlights in green, `▯` those in brown. After each: what a teacher would still do better.
"""


class Simulated(NamedTuple):
    """A dialogue with a simulated learner."""

    problem: str
    misconception: str
    student: str
    seed: int
    remark: str


class Scripted(NamedTuple):
    """A dialogue with the messages of a conversation."""

    id: str
    title: str
    remark: str


SIMULATED = (
    Simulated(
        "parallel-apex-bcnvw",
        "cointerior_equal",
        "middle:phone",
        7,
        "ask how the true remark on the straight angle could help, in place of going back to the own plan, and go on "
        "from 112 at once, in place of asking about that angle again.",
    ),
    Simulated(
        "side-splitter-lmn",
        "ratio_inverted",
        "strong:aloud",
        4,
        "ask why 5 stands above now: the new line came from nowhere, and the next ratio may be upside down again.",
    ),
    Simulated(
        "inscribed-rst",
        "inscribed_doubled",
        "weak:terse",
        1,
        "hear that one-word messages mean somebody is giving up, and have an angle drawn or folded in place of one "
        "more question.",
    ),
    Simulated(
        "isosceles-height-acpz",
        "root_forgotten",
        "middle:careful",
        2,
        "go at the belief itself with a small case: a square of side 3 has the area 9; is its side 9? The tests "
        "here are about sizes, not about squares.",
    ),
    Simulated(
        "shadow-pqtuv",
        "noncorresponding_parts",
        "weak:copier",
        3,
        "see after the fifth “20.25” that words do not reach this learner, and have the two triangles drawn apart "
        "with their corners named.",
    ),
    Simulated(
        "sector-pie-cfv",
        "fraction_of_circle_forgotten",
        "middle:german",
        5,
        "hear “I have learned it so” as a reason, as the next one is heard, and ask at once how much of the circle the slice is.",
    ),
)
SCRIPTED = (
    Scripted(
        "ca02",
        "a reason that does not reach the figure",
        "praise the turning point: “so not the left one but PQR” is the insight of this conversation, and the turn "
        "only says what it is not.",
    ),
    Scripted(
        "cb10",
        "another way",
        "say which idea makes this way work (the small triangle is similar to the whole one), and compare the two "
        "ways at the end in plain words.",
    ),
    Scripted(
        "ca16",
        "half right",
        "ask where the 90 was left out, once the sum is right, before saying goodbye.",
    ),
    Scripted(
        "ca37",
        "stuck, and asking for an example",
        "answer “too many letters” by covering one of the two triangles; and somebody who has nothing at all could be "
        "shown an example at once, where the tutor asks for a step first.",
    ),
    Scripted(
        "cb30",
        "hostile",
        "ask what “3x + 5x − 46 = 360” was meant to say, for equal arcs of two circles: the idea of a full turn deserves a word.",
    ),
    Scripted(
        "cb33",
        "in German",
        "ask at the end why the two angles are equal.",
    ),
)


def main() -> None:
    """Write the page."""
    page = Path(__file__).with_name("dialogues.md")
    scripts = {row["id"]: row for name in "ab" for row in _rows(SETS / f"conversations_{name}.jsonl")}
    parts = [OPENING, *map(_simulated, SIMULATED), *(_scripted(scripts[each.id], each) for each in SCRIPTED)]
    page.write_text("\n".join(parts), encoding="utf-8")


def _rows(path: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def _simulated(choice: Simulated) -> str:
    solution, idea = solution_of(bank()[choice.problem]), misconceptions()[choice.misconception]
    student = named_student(choice.student, choice.seed)
    dialogue = asyncio.run(simulate(solution, idea, seed=choice.seed, student=student))
    command = f"`gnomon tutor {choice.problem} --misconception {idea.id} --student {choice.student} --seed {choice.seed}`"
    return _section(dialogue, idea.name.lower(), command, choice.remark)


def _scripted(script: dict[str, object], choice: Scripted) -> str:
    solution = solution_of(bank()[str(script["problem"])])
    session = Session(solution, GuardedTutor(SymbolicTutor()))
    dialogue = Dialogue(problem=solution.problem.id, attempt=str(script.get("attempt") or ""))
    dialogue = dialogue.with_turn(asyncio.run(session.step(dialogue)))
    assert isinstance(script["turns"], list)
    for row in script["turns"]:
        dialogue = dialogue.with_turn(StudentTurn(utterance=row["message"]))
        dialogue = dialogue.with_turn(asyncio.run(session.step(dialogue)))
    return _section(dialogue, choice.title, f"Conversation `{choice.id}`", choice.remark)


def _section(dialogue: Dialogue, title: str, source: str, remark: str) -> str:
    problem = bank()[dialogue.problem]
    attempt = ["*The own solution:* " + " ".join(dialogue.attempt.splitlines())] if dialogue.attempt.strip() else []
    parts = [f"## {problem.title}: {title}", source, f"> {problem.question.text}", *attempt, *map(_turn, dialogue.turns)]
    return "\n\n".join([*parts, f"*A teacher would still* {remark}"]) + "\n"


def _turn(turn: TutorTurn | StudentTurn) -> str:
    if isinstance(turn, StudentTurn):
        return "**Student.** " + "  \n".join(turn.utterance.splitlines())
    green = ", ".join(element.name for element in turn.highlights.elements())
    brown = ", ".join(element.name for element in turn.highlights2.elements()) if turn.highlights2 else ""
    marks = "".join([f" ▮ {green}" if green else "", f" ▯ {brown}" if brown else ""])
    return f"**Tutor** ({turn.act}: {turn.subact}){marks}. {turn.utterance}"


if __name__ == "__main__":
    main()
