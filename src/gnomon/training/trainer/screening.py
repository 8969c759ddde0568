"""Screening of base candidates (bea-jh 3.3, 4.2.1): each answers the judge's prompts once, and nothing is trained.

Answers are drawn for the validation rows alone: no candidate is chosen on the test fold. A folder holds a candidate's run each,
so that candidates can be added later; a run that was stopped goes on.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from gnomon.files import write_whole
from gnomon.runs import Record, RunFiles, claimed, versions_of
from gnomon.training.errors import TrainingError
from gnomon.training.evaluation import Scores, screening_table
from gnomon.training.left import model_sha256
from gnomon.training.recipe import Recipe
from gnomon.training.rows import DataFiles, data_sha256, make_rows
from gnomon.training.trainer.answering import scored_answers
from gnomon.training.trainer.learner import open_to_ask
from gnomon.training.trainer.running import LIBRARIES, ModelRunConfig, digest_of, values_of
from gnomon.training.trainer.settings import Device, require_gpu

_TABLE, _SCORES = "README.md", "scores.json"


def screen(
    recipe: Recipe, files: DataFiles, models: Sequence[str], out: Path, device: Device, tell: Callable[[str], None]
) -> dict[str, Scores]:
    """Ask candidates and score what they say.

    Args:
        recipe: of the method ``screen``.
        files: of its data.
        models: folders or names, each once.
        out: folder for a run each and the table, ``README.md`` and ``scores.json``.
        device: to run on.
        tell: called with a line before each candidate.

    Returns:
        Scores by candidate, in the order given.

    Raises:
        TrainingError: for a recipe that trains, no validation rows, a folder without a model.
        RunError: when another run lies in a candidate's folder.
    """
    if recipe.method != "screen":
        raise TrainingError(f"{recipe.name} is no screening: it trains one model")
    if device == "gpu":
        require_gpu()
    rows = make_rows(recipe, files).rows["validation"]
    if not rows:
        raise TrainingError("the data have no labelled response in the validation fold; see rows.validation_fold")
    data = digest_of(data_sha256(files))
    assert recipe.sampling is not None
    sampling, scores = recipe.sampling, dict[str, Scores]()
    for model in dict.fromkeys(models):
        place = RunFiles.in_folder(out / _folder_of(model))
        config = ModelRunConfig(
            recipe=values_of(recipe), data=files.data, model=model, model_sha256=model_sha256(model), device=device
        )
        record = Record[ModelRunConfig](config=config, versions=versions_of(LIBRARIES), data_sha256=data)
        tell(f"{model}: {len(rows) * sampling.num_generations.value} answers")
        with claimed(place, record) as log:
            scores[model] = scored_answers(
                recipe,
                rows,
                partial(open_to_ask, model, device),
                log,
                place.rows,
                most_tokens=sampling.max_completion.value,
                num_samples=sampling.num_generations.value,
                temperature=sampling.temperature.value,
            )
    write_whole(out / _SCORES, json.dumps(scores, indent=1) + "\n")
    write_whole(out / _TABLE, f"# {recipe.title}\n\n{recipe.about} Validation rows.\n\n{screening_table(scores)}")
    return scores


def _folder_of(model: str) -> str:
    """Return a name that people recognise, and that two candidates of one name in two places do not share."""
    return f"{Path(model).name}-{hashlib.sha256(model.encode()).hexdigest()[:8]}"
