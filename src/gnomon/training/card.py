"""The card of a trained model: what it was made of and how, with the licences that follow it. Plain text, no torch."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from gnomon import __version__
from gnomon.datasets import registry
from gnomon.training.plan import Plan, plan_lines
from gnomon.training.recipe import Recipe

_FENCE = "---\n"


def model_card(recipe: Recipe, plan: Plan, model: str, data_sha256: Mapping[str, str], metrics: Mapping[str, Any]) -> str:
    """Return the card as the Hugging Face Hub reads it: Markdown with a front part.

    Args:
        recipe: that was trained by.
        plan: of the training.
        model: that was trained.
        data_sha256: hashes of the files by name.
        metrics: of the last step and of the validation rows.
    """
    return "\n".join(_lines(recipe, plan, model, data_sha256, metrics)) + "\n"


def _lines(recipe: Recipe, plan: Plan, model: str, data_sha256: Mapping[str, str], metrics: Mapping[str, Any]) -> Iterator[str]:
    kind = "an adapter" if recipe.lora else "all parameters"
    yield f"---\nbase_model: {json.dumps(model)}\nlibrary_name: {'peft' if recipe.lora else 'transformers'}"
    yield f"tags: [gnomon, trl, {recipe.method}]\n---\n"
    yield f"# {recipe.title}\n\n{recipe.about}\n"
    told = f"{recipe.paper}, {recipe.method}, {kind}"
    yield f"Trained by gnomon {__version__} with the recipe `{recipe.name}` ({told}) from `{model}`.\n"
    yield "## Data\n\n| file | SHA-256 |\n|---|---|"
    yield from (f"| {name} | `{digest}` |" for name, digest in (data_sha256 or {"gnomon's own sample": __version__}).items())
    yield "\n## Training\n"
    yield from (f"- {about}: {told}" for about, told in plan_lines(plan).items())
    yield "\n## Metrics\n\n| | |\n|---|---|"
    yield from (f"| {name} | {value} |" for name, value in _flat(metrics))
    yield "\n## Licences\n"
    yield f"- base model: {_licence_of(model)}"
    yield f"- data: {_data_licence(recipe, data_sha256)}"
    yield "\nWhoever passes the model on keeps to all of them.\n\n## Every value\n\n| | value | source |\n|---|---|---|"
    for key, each in recipe.settings():
        source = "; ".join(part for part in (each.source, each.why) if part)
        yield f"| `{key}` | {json.dumps(each.model_dump(mode='json')['value'])} | {source} |"


def _flat(metrics: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, str]]:
    for name, value in metrics.items():
        if isinstance(value, Mapping):
            yield from _flat(value, f"{prefix}{name}: ")
        else:
            yield f"{prefix}{name}", f"{value:.4g}" if isinstance(value, float) else str(value)


def _licence_of(model: str) -> str:
    """Return what the card of a model's folder says; a name of the hub has its page."""
    path = Path(model) / "README.md"
    text = path.read_text("utf-8", errors="replace") if path.is_file() else ""
    if text.startswith(_FENCE):
        front = text.removeprefix(_FENCE).partition(_FENCE)[0]
        told = next((line.partition(":")[2].strip() for line in front.splitlines() if line.startswith("license:")), "")
        if told:
            return told
    return "not told in its folder; as on the page of its publisher"


def _data_licence(recipe: Recipe, data_sha256: Mapping[str, str]) -> str:
    if not data_sha256:
        return "gnomon's own sample, MIT"
    if recipe.data == "inquiry":
        return "as that of the problems which were searched, and of the models that answered"
    return registry()[recipe.data].licence
