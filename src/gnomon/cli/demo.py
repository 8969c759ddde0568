"""``gnomon demo``: three conversations, printed and on one page."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal, NamedTuple

import typer

from gnomon.cli.errors import CommandError
from gnomon.cli.writing import write_at_once

if TYPE_CHECKING:
    from gnomon.dialogue import Dialogue
    from gnomon.geometry import Solution

_PAGE = "index.html"
_TITLE = "gnomon: three conversations about a figure"
_INTRODUCTION = (
    "Each student starts from a wrong solution, spoilt by one misconception that research has described. The tutor has proved "
    "the answer beforehand, finds where the work goes wrong and points at the figure; it never gives the answer away.\n"
    "Both are simulated without a language model: the tutor reasons on the proof, and the student knows nothing but the "
    "question, the conversation and its own beliefs."
)


class Choice(NamedTuple):
    """What is talked about, and by whom."""

    problem: str
    misconception: str
    seed: int


CHOICES = (
    Choice("two-isosceles-hlxy", "isosceles_wrong_pair", 1),
    Choice("hourglass-cglxz", "additive_similarity", 6),
    Choice("tangent-angle-bdv", "tangent_not_perpendicular", 6),
)


def demo(
    *,
    out: Annotated[Path, typer.Option(help="Folder for the page; it is made, and an earlier page of the demo replaced.")] = Path(
        "gnomon-demo"
    ),
    judge: Annotated[
        Literal["embedded"] | None,
        typer.Option(help="embedded: its labels below the tutor's turns on the page, out of its domain. [default: none]"),
    ] = None,
) -> None:
    """Show three students with a misconception and how the tutor leads them to the answer."""
    page = out / _PAGE
    _refuse_foreign(out, page)
    conversations = [_talk(choice) for choice in CHOICES]
    _print(conversations)
    from gnomon.pages import entry_of, transcript_page

    entries = [
        entry_of(solution.problem, dialogue, solution.proof, is_judged=judge is not None) for solution, dialogue in conversations
    ]
    html = transcript_page(entries, title=_TITLE, introduction=_INTRODUCTION)
    out.mkdir(parents=True, exist_ok=True)
    write_at_once({page: html})
    typer.echo(str(page))


def _refuse_foreign(folder: Path, page: Path) -> None:
    """Refuse to replace anything but an earlier page of the demo."""
    if folder.exists() and not folder.is_dir():
        raise CommandError(f"{str(folder)!r} is a file; name a folder with --out")
    if page.exists() and not (page.is_file() and f"<title>{_TITLE}</title>" in page.read_text("utf-8", errors="replace")):
        raise CommandError(f"{str(page)!r} exists and is no page of the demo; name another folder with --out")


def _talk(choice: Choice) -> tuple[Solution, Dialogue]:
    from gnomon.geometry import solve
    from gnomon.problem import load_problem
    from gnomon.session import choose_misconception, simulate

    solution = solve(load_problem(choice.problem))
    belief = choose_misconception(solution, choice.misconception, choice.seed)
    return solution, asyncio.run(simulate(solution, belief, seed=choice.seed))


def _print(conversations: list[tuple[Solution, Dialogue]]) -> None:
    from gnomon.cli.conversation import ConversationPrinter

    for number, (solution, dialogue) in enumerate(conversations, 1):
        printer = ConversationPrinter(solution.problem)
        printer.say(f"── Conversation {number} of {len(conversations)} " + "─" * 40)  # a rule that fits narrow terminals
        printer.dialogue(dialogue)
        printer.say()
