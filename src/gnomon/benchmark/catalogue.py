"""The benchmarks by name, and how one is made from a run's configuration."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from gnomon.benchmark.benchmark import Benchmark
from gnomon.benchmark.errors import ResultsError, did_you_mean
from gnomon.benchmark.results import RunConfig


class Entry(NamedTuple):
    """One benchmark of the catalogue."""

    build: Callable[[RunConfig], Benchmark]
    """Makes it; its module is loaded only then."""
    roles: tuple[str, ...]
    """Which of ``tutor``, ``judge`` and ``reader`` it takes; the first is the one that it grades."""
    dataset: str
    description: str


def _geodial(config: RunConfig) -> Benchmark:
    from gnomon.benchmark.geodial import build

    return build(config)


def _mathexplain_explanation(config: RunConfig) -> Benchmark:
    from gnomon.benchmark.mathexplain import build_explanation

    return build_explanation(config)


def _mathexplain_keypoints(config: RunConfig) -> Benchmark:
    from gnomon.benchmark.mathexplain import build_keypoints

    return build_keypoints(config)


def _messages(config: RunConfig) -> Benchmark:
    from gnomon.benchmark.messages import build

    return build(config)


def _mmtutorbench(config: RunConfig) -> Benchmark:
    from gnomon.benchmark.mmtutorbench import build

    return build(config)


def _mmtutorbench_multiturn(config: RunConfig) -> Benchmark:
    from gnomon.benchmark.mmtutorbench import build_multiturn

    return build_multiturn(config)


def _mrbench(config: RunConfig) -> Benchmark:
    from gnomon.benchmark.mrbench import build

    return build(config)


BENCHMARKS: dict[str, Entry] = {
    "geodial": Entry(
        _geodial,
        ("tutor",),
        "geodial",
        "tutors give the teacher's next turn, with highlights in a diagram, against what the teacher did (GeoDial)",
    ),
    "mathexplain_explanation": Entry(
        _mathexplain_explanation,
        ("tutor", "judge"),
        "mathexplain",
        "tutors explain a solution with given visual keypoints; a judge rates it (MathExplain)",
    ),
    "mathexplain_keypoints": Entry(
        _mathexplain_keypoints,
        ("tutor", "judge"),
        "mathexplain",
        "tutors say what to draw into the figure; matched to the keypoints of a solution (MathExplain)",
    ),
    "messages": Entry(
        _messages,
        ("reader",),
        "listening",
        "the tutor hears what learners write, by its grammar alone or with a model as second reader",
    ),
    "mmtutorbench": Entry(
        _mmtutorbench,
        ("tutor", "judge"),
        "mmtutorbench",
        "tutors guide through the next step of handwritten work; a judge marks six criteria (MMTutorBench)",
    ),
    "mmtutorbench_multiturn": Entry(
        _mmtutorbench_multiturn,
        ("tutor", "judge"),
        "mmtutorbench",
        "the same at turns 2 and 3, where the student asks on (MMTutorBench, appendix H)",
    ),
    "mrbench": Entry(
        _mrbench,
        ("judge",),
        "mrbench",
        "judges grade recorded tutor responses on four dimensions, against people's labels (MRBench, bea-jh)",
    ),
}
_NEEDLESS = {
    "tutor": "grades what is recorded",
    "judge": "compares with what is known to be right",
    "reader": "has no messages that a model could read",
}
"""Why a benchmark does not take a role, by role."""


def build(config: RunConfig) -> Benchmark:
    """Make the benchmark of a configuration.

    Raises:
        ResultsError: when there is no such benchmark, it takes no tutor or judge and is given one, or has no such setting.
        DatasetError: when the data cannot be read.
    """
    _require(config.task)
    if config.ocr is not None and dataset_of(config.task) != "mmtutorbench":
        raise ResultsError(f"{config.task} shows no pictures as text and takes no --ocr; leave it out")
    _refuse_unused(config)
    return BENCHMARKS[config.task].build(config)


def dataset_of(task: str) -> str:
    """Return the name of a benchmark's dataset.

    Raises:
        ResultsError: when there is no such benchmark.
    """
    _require(task)
    return BENCHMARKS[task].dataset


def roles_of(task: str) -> tuple[str, ...]:
    """Return which of ``tutor``, ``judge`` and ``reader`` a benchmark takes, the one that it grades first.

    Raises:
        ResultsError: when there is no such benchmark.
    """
    _require(task)
    return BENCHMARKS[task].roles


def _require(task: str) -> None:
    if task not in BENCHMARKS:
        raise ResultsError(f"no benchmark {task!r}: {did_you_mean(task, BENCHMARKS)}there are {', '.join(sorted(BENCHMARKS))}")


def _refuse_unused(config: RunConfig) -> None:
    """Refuse an option that could not matter, before anything is read for a run that was meant otherwise."""
    for role, why in _NEEDLESS.items():
        if config.models[role] is not None and role not in BENCHMARKS[config.task].roles:
            raise ResultsError(f"{config.task} {why} and takes no --{role}; leave it out")
