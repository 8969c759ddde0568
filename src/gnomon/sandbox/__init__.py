"""Untrusted Python programs, run against trusted tests: see `gnomon.sandbox.sandbox` for the design.

Imports no room of gnomon and only the standard library. Runs on Linux; elsewhere it says so when it is opened.
"""

from gnomon.sandbox.errors import LevelError, NoLevelError, ProblemFormatError, SandboxError, UnknownLevelError
from gnomon.sandbox.limits import DEFAULT_MEMORY_BYTES, DEFAULT_TIMEOUT_SECONDS
from gnomon.sandbox.opening import ProbeRow, open_sandbox, probe_levels
from gnomon.sandbox.problem import TestedProblem, read_problem
from gnomon.sandbox.program import MAX_OUTPUT_BYTES, ProgramResult
from gnomon.sandbox.sandbox import Sandbox
from gnomon.sandbox.verdict import VERDICTS, CheckResult, Verdict

__all__ = [
    "DEFAULT_MEMORY_BYTES",
    "DEFAULT_TIMEOUT_SECONDS",
    "MAX_OUTPUT_BYTES",
    "VERDICTS",
    "CheckResult",
    "LevelError",
    "NoLevelError",
    "ProbeRow",
    "ProblemFormatError",
    "ProgramResult",
    "Sandbox",
    "SandboxError",
    "TestedProblem",
    "UnknownLevelError",
    "Verdict",
    "open_sandbox",
    "probe_levels",
    "read_problem",
]
