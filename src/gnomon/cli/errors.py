"""The one place that turns what can go wrong into one line on stderr and an exit code.

====  =====================================================
code  meaning
====  =====================================================
0     done
1     failure: the input or the result is not usable
2     usage: unknown command or option, malformed value
130   interrupted
====  =====================================================

An exception that is not expected keeps its traceback: it is a mistake of ours, to be reported.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence

import typer
from typer.core import TyperGroup

from gnomon.cli.showing import shown_output

INTERRUPTED = 130
"""Exit code: 128 and the number of SIGINT, as a shell says it."""

_EXPECTED = {
    "bdb": "BdbQuit",  # somebody's own tutor called `breakpoint`, and the debugger was left
    "gnomon.algebra.free": "FreeEqualityError",
    "gnomon.algebra.points": "ElementNameError",
    "gnomon.problem.errors": "ProblemError",
    "gnomon.algebra.expression": "ExpressionError",
    "gnomon.corpus.exchange.bundle": "ExchangeError",
    "gnomon.corpus.filtering": "FilterError",
    "gnomon.corpus.pipeline.errors": "PipelineError",
    "gnomon.corpus.synthesis.config": "SynthesisError",
    "gnomon.corpus.video.errors": "VideoError",
    "gnomon.datasets.errors": "DatasetError",
    "gnomon.geometry.model": "ModelError",
    "gnomon.geometry.proof": "ProofError",
    "gnomon.geometry.workers": "WorkerError",
    "gnomon.dialogue.turns": "DialogueError",
    "gnomon.drafting.asking": "DraftError",
    "gnomon.drawing.geogebra_reading": "GeoGebraError",
    "gnomon.drawing.raster": "RasterError",
    "gnomon.models.errors": "ModelError",
    "gnomon.judge.drawing_review": "ReviewError",
    "gnomon.reading.errors": "PictureError",
    "gnomon.benchmark.errors": "ResultsError",
    "gnomon.metrics.errors": "MetricError",
    "gnomon.inquiry.errors": "InquiryError",
    "gnomon.runs.errors": "RunError",
    "gnomon.sandbox.errors": "SandboxError",
    "gnomon.serving.errors": "KeyFileError",
    "gnomon.session.simulation": "UnknownMisconceptionError",
    "gnomon.session.step": "UnreadableReplyError",
    "gnomon.student.learner": "UnknownStudentError",
    "gnomon.student.prover": "ProvingIdeaError",
    "gnomon.tracing.answer_sheet": "AnswerSheetError",
    "gnomon.training.errors": "TrainingError",
    "gnomon.tutor.opening": "TutorSpecError",
}
"""Roots of the packages' error trees by the module that defines them."""


class CommandError(Exception):
    """A command has failed; the message is one line that says what to do."""


class OneLineErrors(TyperGroup):
    """The root command."""

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        windows_expand_args: bool = True,
        **extra: object,
    ) -> object:
        """Run; with ``standalone_mode`` leave by `SystemExit`, as a program does."""

        def run() -> object:
            return super(OneLineErrors, self).main(args, prog_name, complete_var, False, windows_expand_args, **extra)

        if not standalone_mode:
            return run()
        try:
            with shown_output():
                code = _code_of(run)
        except BrokenPipeError:
            code = _stop_writing()
        sys.exit(code)


def _code_of(run: Callable[[], object]) -> int:
    """Run a command and say on stderr what went wrong; its exit code."""
    try:
        code = run()
        sys.stdout.flush()
    except typer.TyperException as error:
        _say(_with_advice(error))
        code = error.exit_code
    except typer.Abort:
        code = INTERRUPTED
    except BrokenPipeError:
        raise
    except _expected_errors() as error:
        _say(_message(error))
        code = 1
    if code == INTERRUPTED:
        _say("interrupted")
    return code if isinstance(code, int) else 0


def _expected_errors() -> tuple[type[Exception], ...]:
    """Return the errors of the modules loaded so far: those of a module that nobody loaded cannot have been raised."""
    loaded = [getattr(sys.modules[module], name) for module, name in _EXPECTED.items() if module in sys.modules]
    return (CommandError, OSError, *loaded)


def _message(error: Exception) -> str:
    if isinstance(error, OSError) and error.strerror:
        where = f" {str(error.filename)!r}" if error.filename else ""
        return f"cannot use{where}: {error.strerror}; check the path" if where else error.strerror
    return str(error) or f"ended by {type(error).__name__}"


def _with_advice(error: typer.TyperException) -> str:
    context = getattr(error, "ctx", None)
    advice = f" (see `{context.command_path} --help`)" if context else ""
    return f"{error.format_message().rstrip('.')}{advice}"


def _say(message: str) -> None:
    print(f"gnomon: error: {' '.join(message.split())}", file=sys.stderr)  # noqa: T201  # this is the command line


def _stop_writing() -> int:
    """Whoever read our output has gone, as ``head`` does: keep Python from complaining at its end too."""
    sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115, PTH123  # it lives as long as the program
    return 1
