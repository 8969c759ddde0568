"""What Inspect finds through the entry point ``gnomon``: the tasks, the model provider and the sandbox.

``inspect eval gnomon/mrbench --model-role judge=openai-api/SERVICE/MODEL``, or ``judge=gnomon/MODEL@URL`` for our client.
"""

from __future__ import annotations

import json
from typing import Any

from inspect_ai import Task, task

from gnomon.benchmark.catalogue import build, dataset_of
from gnomon.benchmark.data import default_data
from gnomon.benchmark.inspect.task import as_task
from gnomon.benchmark.results import RunConfig


@task
def geodial(tutor: str | None = None, data: str | None = None, options: str = "{}", seed: int = 0) -> Task:
    """Give the teacher's next turn of recorded dialogues about a diagram (GeoDial).

    The role ``tutor`` is asked, unless ``tutor`` names a control or a tutor without a model.
    """
    return _task("geodial", tutor=tutor, data=data, options=options, seed=seed)


@task
def mathexplain_explanation(
    tutor: str | None = None, judge: str | None = None, data: str | None = None, options: str = "{}", seed: int = 0
) -> Task:
    """Explain a solution with given visual keypoints (MathExplain 5.2, 5.3).

    The roles ``tutor`` and ``judge`` are asked, unless ``tutor`` names a control or ``judge`` is ``none``.
    """
    return _task("mathexplain_explanation", tutor=tutor, judge=judge, data=data, options=options, seed=seed)


@task
def mathexplain_keypoints(
    tutor: str | None = None, judge: str | None = None, data: str | None = None, options: str = "{}", seed: int = 0
) -> Task:
    """Say which visual keypoints an explanation needs (MathExplain 5.1).

    The roles ``tutor`` and ``judge`` are asked, unless ``tutor`` names a control or ``judge`` is ``exact``.
    """
    return _task("mathexplain_keypoints", tutor=tutor, judge=judge, data=data, options=options, seed=seed)


@task
def messages(reader: str | None = None, data: str | None = None, options: str = "{}", seed: int = 0) -> Task:
    """Hear what learners write.

    The role ``reader`` is asked where ``reader`` names a model; without one the grammar reads alone.
    """
    return _task("messages", reader=reader, data=data, options=options, seed=seed)


@task
def mmtutorbench(
    tutor: str | None = None, judge: str | None = None, data: str | None = None, options: str = "{}", seed: int = 0
) -> Task:
    """Guide through the next step of handwritten work (MMTutorBench).

    The roles ``tutor`` and ``judge`` are asked, unless ``tutor`` names a control or ``judge`` is ``none``.
    """
    return _task("mmtutorbench", tutor=tutor, judge=judge, data=data, options=options, seed=seed)


@task
def mmtutorbench_multiturn(
    tutor: str | None = None, judge: str | None = None, data: str | None = None, options: str = "{}", seed: int = 0
) -> Task:
    """Guide on at turns 2 and 3, where the student asks on (MMTutorBench, appendix H); roles as in `mmtutorbench`."""
    return _task("mmtutorbench_multiturn", tutor=tutor, judge=judge, data=data, options=options, seed=seed)


@task
def mrbench(judge: str | None = None, data: str | None = None, options: str = "{}", seed: int = 0) -> Task:
    """Grade recorded tutor responses on four dimensions (MRBench).

    The role ``judge`` is asked, unless ``judge`` names a control.
    """
    return _task("mrbench", judge=judge, data=data, options=options, seed=seed)


def _task(name: str, *, data: str | None, options: str, **settings: Any) -> Task:  # noqa: ANN401 - handed on
    config = RunConfig(task=name, data=data or default_data(dataset_of(name)), options=json.loads(options), **settings)
    return as_task(build(config))
