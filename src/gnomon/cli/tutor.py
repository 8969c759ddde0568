"""``gnomon tutor``: a tutor with a simulated student, or with the person at the keyboard."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gnomon.cli.chosen_tutor import ChosenTutor, Composer, Helpers, Reader, Voice, chosen_tutor, report_interventions
from gnomon.cli.errors import INTERRUPTED, CommandError
from gnomon.cli.writing import refuse_unwritable, write_at_once

if TYPE_CHECKING:
    from gnomon.cli.person import LeftConversation
    from gnomon.dialogue import Dialogue
    from gnomon.geometry import Solution


def tutor(  # noqa: PLR0913  # one parameter an option
    problem: Annotated[
        str | None, typer.Argument(metavar="PROBLEM", help="An id of the bank, a file, FILE#ID or forms.json#ID.")
    ] = None,
    *,
    misconception: Annotated[
        str | None, typer.Option(metavar="ID", help="What the simulated student believes. [default: one that applies, by seed]")
    ] = None,
    spec: Annotated[
        str,
        typer.Option(
            "--tutor",
            metavar="SPEC",
            help="symbolic, module:factory, URL or MODEL@URL; grounded+MODEL@URL adds the proof as notes.",
        ),
    ] = "symbolic",
    reader: Reader = None,
    voice: Voice = None,
    composer: Composer = None,
    student: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help="weak, middle or strong, also with a way of writing (weak:phone); misconception; or MODEL@URL, a model that "
            "sees its own wrong solution and never the right one. [default: middle]",
        ),
    ] = None,
    guard: Annotated[bool, typer.Option(help="Stop turns that give the answer away.")] = True,
    seed: Annotated[int, typer.Option(help="Chooses words, mistakes and moments of insight.")] = 0,
    turns: Annotated[int, typer.Option(min=1, help="Tutor turns at most.")] = 20,
    max_tokens: Annotated[
        int | None,
        typer.Option(min=1, help="Of one reply of a model: small ones talk on. [default: the server's limit]"),
    ] = None,
    language: Annotated[
        str | None,
        typer.Option(metavar="CODE", help="Of the symbolic tutor's words: de or en. [default: the one that the learner writes]"),
    ] = None,
    me: Annotated[bool, typer.Option("--me", help="You are the student: type your answers; 'quit' ends it.")] = False,
    figure: Annotated[
        Path | None, typer.Option(help="With --me: an .svg file, drawn anew at every turn with what the tutor points at.")
    ] = None,
    out: Annotated[Path | None, typer.Option(help="Write the dialogue to this new file, one line of JSON.")] = None,
    html: Annotated[Path | None, typer.Option(help="Write the conversation with its figures to this new page.")] = None,
    judge: Annotated[
        str | None,
        typer.Option(help="embedded: its labels below the tutor's turns of --html, out of its domain. [default: none]"),
    ] = None,
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
    _check_options(me=me, misconception=misconception, student=student, figure=figure)
    if judge not in (None, "embedded") or (judge and html is None):
        raise typer.BadParameter(f"--judge: expected embedded, with --html PAGE, got {judge!r}")
    _check_language(language)
    _check_files([path for path in (out, html, figure) if path is not None], force=force)
    solution = _solved(problem)
    with chosen_tutor(
        spec, seed=seed, guard=guard, helpers=Helpers(reader, voice, composer, None if me else student or _STUDENT, max_tokens)
    ) as chosen:
        if me:
            left = _with_person(solution, chosen, seed, turns, figure, language=language, as_json=as_json)
        else:
            play = _simulated if solution.claim_proof is None else partial(_proving, strength=student or _STUDENT)
            left = play(solution, chosen, misconception, seed, turns, language=language, as_json=as_json)
        _report(
            left, solution, out, html, is_judged=judge is not None, as_json=as_json
        )  # before the tutor is closed, which may take its time


def _report(
    left: LeftConversation, solution: Solution, out: Path | None, html: Path | None, *, is_judged: bool, as_json: bool
) -> None:
    """Write and print what was said, then end as the conversation did."""
    report_interventions(left.dialogue)
    _write(left.dialogue, solution, out, html, is_judged=is_judged)
    if as_json:
        typer.echo(_json(left.dialogue))
    if left.error is not None:
        raise left.error
    if left.is_interrupted:
        raise typer.Exit(INTERRUPTED)


def _check_options(*, me: bool, misconception: str | None, student: str | None, figure: Path | None) -> None:
    for option, given in (("--misconception", misconception), ("--student", student)):
        if given is not None and me:
            raise typer.BadParameter(f"{option} is for the simulated student; leave it out with --me")
    if figure is not None and not me:
        raise typer.BadParameter("--figure goes with --me; `gnomon draw` writes a figure alone")
    if figure is not None and figure.suffix.lower() != ".svg":
        raise typer.BadParameter(f"--figure: expected a file that ends in .svg, got {str(figure)!r}")


def _check_language(language: str | None) -> None:
    from gnomon.tutor import languages

    if language is not None and language not in languages():
        raise typer.BadParameter(f"--language: expected one of {', '.join(languages())}, got {language!r}")


def _check_files(paths: list[Path], *, force: bool) -> None:
    if len({path.resolve() for path in paths}) < len(paths):
        raise typer.BadParameter("--out, --html and --figure need different files")
    refuse_unwritable(paths, force=force)


def _list_misconceptions(*, as_json: bool) -> None:
    from gnomon.geometry import misconceptions
    from gnomon.student import proving_ideas

    rows = [{"id": each.id, "name": each.name, "source": each.source} for each in misconceptions().values()]
    rows += [{"id": name, "name": idea.name, "source": idea.source} for name, idea in proving_ideas().items()]
    if as_json:
        typer.echo(json.dumps(rows, ensure_ascii=False, indent=1))
        return
    width = max(len(row["id"]) for row in rows)
    for row in rows:
        typer.echo(f"{row['id']:{width}}  {row['name']} ({row['source']})")


def _solved(reference: str) -> Solution:
    from gnomon.geometry import solution_of
    from gnomon.problem import load_problem, require_goal

    solution = solution_of(require_goal(load_problem(reference), or_claim=True))
    if solution.argument is None:
        raise CommandError(f"problem {solution.problem.id}: {solution.status.replace('_', ' ')}: {solution.reason}")
    return solution


_STUDENT = "middle"
"""The simulated student of whoever names none."""


def _simulated(
    solution: Solution,
    chosen: ChosenTutor,
    misconception: str | None,
    seed: int,
    turns: int,
    *,
    language: str | None,
    as_json: bool,
) -> LeftConversation:
    from gnomon.cli.conversation import ConversationPrinter
    from gnomon.cli.person import LeftConversation, how_left
    from gnomon.session import choose_misconception, ended, simulate

    belief = choose_misconception(solution, misconception, seed)
    kept: list[Dialogue] = []
    talk = partial(
        simulate,
        seed=seed,
        tutor=chosen.tutor,
        tutor_name=chosen.name,
        student=chosen.student,
        most_tutor_turns=turns,
        language=language,
        on_step=kept.append,
    )
    left = how_left(lambda: chosen.runner.run(talk(solution, belief)))
    if not kept or (left.error and not kept[-1].turns):  # nothing was said that could be kept
        raise left.error or KeyboardInterrupt
    dialogue = ended(kept[-1], solution)
    if not as_json:
        ConversationPrinter(solution.problem, notice=solution.notice).dialogue(dialogue)
    return LeftConversation(dialogue, left.is_interrupted, left.error)


def _proving(
    solution: Solution,
    chosen: ChosenTutor,
    misconception: str | None,
    seed: int,
    turns: int,
    *,
    language: str | None,
    as_json: bool,
    strength: str,
) -> LeftConversation:
    from gnomon.cli.conversation import ConversationPrinter
    from gnomon.cli.person import LeftConversation, how_left
    from gnomon.session import ended, simulate_proving
    from gnomon.student import Prover, strengths

    assert solution.claim_proof is not None
    if language not in (None, "en"):
        raise typer.BadParameter(f"--language: proofs are led in English only, got {language!r}")
    if strength not in strengths():
        raise typer.BadParameter(f"--student: proofs are learned by {', '.join(strengths())}, got {strength!r}")
    learner = Prover(solution.claim_proof, strength, misconception, seed)
    kept: list[Dialogue] = []
    talk = partial(
        simulate_proving,
        seed=seed,
        tutor=chosen.tutor,
        tutor_name=chosen.name,
        most_tutor_turns=turns,
        on_step=kept.append,
    )
    left = how_left(lambda: chosen.runner.run(talk(solution, learner)))
    if not kept or (left.error and not kept[-1].turns):
        raise left.error or KeyboardInterrupt
    dialogue = ended(kept[-1], solution)
    if not as_json:
        ConversationPrinter(solution.problem, notice=solution.notice).dialogue(dialogue)
    return LeftConversation(dialogue, left.is_interrupted, left.error)


def _with_person(
    solution: Solution,
    chosen: ChosenTutor,
    seed: int,
    turns: int,
    figure: Path | None,
    *,
    language: str | None,
    as_json: bool,
) -> LeftConversation:
    from gnomon.cli.conversation import ConversationPrinter
    from gnomon.cli.person import PersonAtKeyboard
    from gnomon.session import Session

    shown = ConversationPrinter(solution.problem, notice=solution.notice, to_stderr=as_json)
    return PersonAtKeyboard(Session(solution, chosen.tutor, turns), shown, chosen, figure).talk(seed, language)


def _json(dialogue: Dialogue) -> str:
    return json.dumps(dialogue.model_dump(mode="json", exclude_none=True), ensure_ascii=False)


def _write(dialogue: Dialogue, solution: Solution, out: Path | None, html: Path | None, *, is_judged: bool) -> None:
    contents: dict[Path, str | bytes] = {}
    if out is not None:
        contents[out] = f"{_json(dialogue)}\n"
    if html is not None:
        from gnomon.pages import entry_of, transcript_page

        problem = solution.problem
        entry = entry_of(problem, dialogue, solution.argument, notice=solution.notice, is_judged=is_judged)
        page = transcript_page([entry], title=problem.title or f"Problem {problem.id}")
        contents[html] = page
    write_at_once(contents)
    for path in contents:
        typer.echo(f"wrote {path}", err=True)
