"""``gnomon tutor``: the symbolic tutor with a simulated student, or with the person at the keyboard."""

from __future__ import annotations

import contextlib
import json
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from gnomon.cli.errors import CommandError
from gnomon.cli.writing import refuse_unwritable, write_at_once

if TYPE_CHECKING:
    from gnomon.cli.conversation import ConversationPrinter
    from gnomon.dialogue import Dialogue, StudentTurn, TutorTurn
    from gnomon.geometry import Solution

__all__ = ["tutor"]

_TUTOR = "symbolic"
_INTERRUPTED = 130


def tutor(  # noqa: PLR0913  # one parameter an option
    problem: Annotated[
        str | None, typer.Argument(metavar="PROBLEM", help="An id of the bank, a file, FILE#ID or forms.json#ID.")
    ] = None,
    *,
    misconception: Annotated[
        str | None, typer.Option(metavar="ID", help="What the simulated student believes. [default: one that applies, by seed]")
    ] = None,
    seed: Annotated[int, typer.Option(help="Chooses words, mistakes and moments of insight.")] = 0,
    turns: Annotated[int, typer.Option(min=1, help="Tutor turns at most.")] = 20,
    me: Annotated[bool, typer.Option("--me", help="You are the student: type your answers; 'quit' ends it.")] = False,
    figure: Annotated[
        Path | None, typer.Option(help="With --me: an .svg file, drawn anew at every turn with what the tutor points at.")
    ] = None,
    out: Annotated[Path | None, typer.Option(help="Write the dialogue to this new file, one line of JSON.")] = None,
    html: Annotated[Path | None, typer.Option(help="Write the conversation with its figures to this new page.")] = None,
    force: Annotated[bool, typer.Option("--force", help="Replace files that exist.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print the dialogue as JSON.")] = False,
    misconceptions: Annotated[bool, typer.Option("--misconceptions", help="List the misconceptions and stop.")] = False,
) -> None:
    """Let the tutor lead a student, simulated or you, to the answer of a problem."""
    if misconceptions:
        _list_misconceptions(as_json=as_json)
        return
    if problem is None:
        raise typer.BadParameter("expected a PROBLEM, such as an id that `gnomon problems` lists")
    if misconception is not None and me:
        raise typer.BadParameter("--misconception is for the simulated student; leave it out with --me")
    if figure is not None and not me:
        raise typer.BadParameter("--figure goes with --me; `gnomon draw` writes a figure alone")
    paths = [path for path in (out, html, figure) if path is not None]
    if len({path.resolve() for path in paths}) < len(paths):
        raise typer.BadParameter("--out, --html and --figure need different files")
    refuse_unwritable(paths, force=force)
    solution = _solved(problem)
    shown = _printer(solution, to_stderr=as_json) if me or not as_json else None
    conversation = (
        _with_person(solution, seed, turns, shown, figure)
        if me and shown is not None
        else _Conversation(_simulated(solution, misconception, seed, turns, shown))
    )
    _write(conversation.dialogue, solution, out, html)
    if as_json:
        typer.echo(json.dumps(conversation.dialogue.model_dump(mode="json", exclude_none=True), ensure_ascii=False))
    if conversation.is_interrupted:
        raise typer.Exit(_INTERRUPTED)


class _Conversation(NamedTuple):
    """A dialogue with how it was left."""

    dialogue: Dialogue
    is_interrupted: bool = False


def _list_misconceptions(*, as_json: bool) -> None:
    from gnomon.geometry import misconceptions

    rows = [{"id": each.id, "name": each.name, "source": each.source} for each in misconceptions().values()]
    if as_json:
        typer.echo(json.dumps(rows, ensure_ascii=False, indent=1))
        return
    width = max(len(row["id"]) for row in rows)
    for row in rows:
        typer.echo(f"{row['id']:{width}}  {row['name']} ({row['source']})")


def _solved(reference: str) -> Solution:
    from gnomon.geometry import solve
    from gnomon.problem import load_problem, require_goal

    solution = solve(require_goal(load_problem(reference)))
    if solution.proof is None:
        raise CommandError(f"problem {solution.problem.id}: {solution.status.replace('_', ' ')}: {solution.reason}")
    return solution


def _printer(solution: Solution, *, to_stderr: bool) -> ConversationPrinter:
    from gnomon.cli.conversation import ConversationPrinter

    return ConversationPrinter(solution.problem, to_stderr=to_stderr)


def _simulated(
    solution: Solution, misconception: str | None, seed: int, turns: int, shown: ConversationPrinter | None
) -> Dialogue:
    from gnomon.session import choose_misconception, simulate

    belief = choose_misconception(solution, misconception, seed)
    dialogue = simulate(solution.problem, solution, belief, seed=seed, most_tutor_turns=turns)
    if shown is not None:
        shown.dialogue(dialogue)
    return dialogue


def _with_person(
    solution: Solution, seed: int, turns: int, shown: ConversationPrinter, figure: Path | None
) -> _Conversation:
    """Talk with the person at the keyboard; what was said is kept whenever they stop."""
    from gnomon.dialogue import Dialogue
    from gnomon.session import GuardedTutor, outcome_of, run_session
    from gnomon.tutor import SymbolicTutor

    problem = solution.problem
    dialogue = Dialogue(problem=problem.id, tutor=_TUTOR, student="person", seed=seed)
    said: list[TutorTurn | StudentTurn] = []
    show = _show_live(solution, shown, figure)
    _greet(solution, shown, figure)

    def on_turn(turn: TutorTurn | StudentTurn) -> None:
        said.append(turn)
        show(turn)

    is_interrupted = False
    try:
        dialogue = dialogue.model_copy(update={"attempt": _read("Your solution so far (empty line to start without one): ", shown) or ""})
        guarded = GuardedTutor(SymbolicTutor(seed=seed))
        respond = partial(_respond, shown=shown)
        dialogue = run_session(dialogue, problem, solution, guarded, respond, most_tutor_turns=turns, on_turn=on_turn)
    except KeyboardInterrupt:
        is_interrupted = True
        dialogue = dialogue.model_copy(update={"turns": tuple(said)})
        dialogue = dialogue.model_copy(update={"outcome": outcome_of(dialogue, problem, solution)})
        shown.say()
    shown.outcome(dialogue)
    return _Conversation(dialogue, is_interrupted)


def _greet(solution: Solution, shown: ConversationPrinter, figure: Path | None) -> None:
    from gnomon.problem import givens_in_words

    problem = solution.problem
    shown.problem()
    if problem.formal is not None:
        shown.say(f"Given: {'; '.join(givens_in_words(problem.formal))}.")
    if problem.question.figure is not None:
        shown.say(f"The figure is in {figure}." if figure else "To see the figure, start with --figure FILE.svg.")
    shown.say("Type what you think, in your own words; 'quit' ends the conversation.")
    shown.say()
    _draw(solution, None, figure)


def _show_live(
    solution: Solution, shown: ConversationPrinter, figure: Path | None
) -> Callable[[TutorTurn | StudentTurn], None]:
    from gnomon.dialogue import StudentTurn

    def show(turn: TutorTurn | StudentTurn) -> None:
        # What is typed at a terminal stands there already; what comes through a pipe does not.
        if not isinstance(turn, StudentTurn):
            _draw(solution, turn, figure)
            shown.turn(turn)
        elif not sys.stdin.isatty():
            shown.turn(turn)
        else:
            shown.say()

    return show


def _draw(solution: Solution, turn: TutorTurn | None, path: Path | None) -> None:
    figure = solution.problem.question.figure
    if figure is None or path is None:
        return
    from gnomon.drawing import draw

    svg = draw(figure, turn.highlights if turn else None, turn.highlights2 if turn else None)
    write_at_once({path: lambda draft: draft.write_text(svg, "utf-8")})


def _respond(_: Dialogue, shown: ConversationPrinter) -> StudentTurn | None:
    from gnomon.dialogue import StudentTurn

    while True:
        line = _read("You: ", shown)
        if line is None or line.lower() in {"quit", "exit"}:
            return None
        if line:
            return StudentTurn(utterance=line)


def _read(prompt: str, shown: ConversationPrinter) -> str | None:
    """Return the next line without outer spaces; None at the end of the input."""
    with contextlib.suppress(ImportError):
        import readline  # noqa: F401  # gives `input` arrow keys where it exists
    with contextlib.suppress(AttributeError):
        sys.stdin.reconfigure(errors="replace")  # type: ignore[union-attr]  # absent where a caller has replaced stdin
    shown.prompt(prompt)
    try:
        return input().strip()
    except EOFError:
        return None


def _write(dialogue: Dialogue, solution: Solution, out: Path | None, html: Path | None) -> None:
    from gnomon.dialogue import write_dialogues

    writers: dict[Path, Callable[[Path], object]] = {}
    if out is not None:
        writers[out] = lambda draft: write_dialogues(draft, [dialogue])
    if html is not None:
        from gnomon.pages import entry_of, transcript_page

        problem = solution.problem
        page = transcript_page([entry_of(problem, dialogue, solution.proof)], title=problem.title or f"Problem {problem.id}")
        writers[html] = lambda draft: draft.write_text(page, "utf-8")
    write_at_once(writers)
    for path in writers:
        typer.echo(f"wrote {path}", err=True)
