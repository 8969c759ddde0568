# ruff: noqa: INP001  # a script of the documentation, no package
"""Write ``docs/dialogues.md`` anew: three dialogues of the tutor, and what still sounds mechanical in them.

Run it after a change to the phrases: ``python docs/make_dialogues.py``. The remarks are written by hand, below.
"""

import asyncio
from pathlib import Path

from gnomon.dialogue import Dialogue, StudentTurn, TutorTurn
from gnomon.geometry import misconceptions, solve
from gnomon.problem import bank
from gnomon.session import simulate

CHOICES = [
    ("parallel-apex-bcnvw", "cointerior_equal", 7),
    ("side-splitter-lmn", "ratio_inverted", 4),
    ("inscribed-rst", "inscribed_doubled", 1),
]
OPENING = """# Three dialogues

Made by `gnomon tutor PROBLEM --misconception ID --seed N`; both sides are gnomon, no language model is involved. `▮` marks
the parts of the figure that the tutor highlights in green, `▯` those in brown.
"""
REMARKS = """## What still sounds mechanical

Read as a teacher would, over ten dialogues of ten problems:

- **A quotation is not yet listening.** Each turn takes up the learner's words, but often by quoting them whole, where one
  word of them would be the better handle.
- **Doubts come late.** The question that puts a wrong idea to the test stands behind the recall of the rule and the hint,
  whatever the idea is.
- **Proof language leaks into speech.** "Segment PQ is parallel to MN; compare the parts it makes on the other two
  sides" is a hint from the rule's record and reads like one.
- **The order of help shows.** The kinds of help change, but in the same order for every problem.
- **The student gives in at once.** It changes its mind from one message to the next and then works without a slip;
  real learners relapse.
"""


def main() -> None:
    """Write the page."""
    page = Path(__file__).with_name("dialogues.md")
    parts = [OPENING, *(_section(*choice) for choice in CHOICES), REMARKS]
    page.write_text("\n".join(parts), encoding="utf-8")


def _section(problem_id: str, misconception: str, seed: int) -> str:
    problem = bank()[problem_id]
    dialogue = asyncio.run(simulate(solve(problem), misconceptions()[misconception], seed=seed))
    title = f"## {problem.title}: {misconceptions()[misconception].name.lower()}"
    command = f"`gnomon tutor {problem_id} --misconception {misconception} --seed {seed}`"
    return "\n\n".join([title, command, f"> {problem.question.text}", _attempt(dialogue), *map(_turn, dialogue.turns)]) + "\n"


def _attempt(dialogue: Dialogue) -> str:
    return "*The student's own solution:* " + " ".join(dialogue.attempt.splitlines())


def _turn(turn: TutorTurn | StudentTurn) -> str:
    if isinstance(turn, StudentTurn):
        return f"**Student.** {turn.utterance}"
    green = ", ".join(element.name for element in turn.highlights.elements())
    brown = ", ".join(element.name for element in turn.highlights2.elements()) if turn.highlights2 else ""
    marks = "".join([f" ▮ {green}" if green else "", f" ▯ {brown}" if brown else ""])
    return f"**Tutor** ({turn.act}: {turn.subact}){marks}. {turn.utterance}"


if __name__ == "__main__":
    main()
