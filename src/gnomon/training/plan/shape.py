"""The shape of a model from its ``config.json``: how many parameters it has, what an adapter adds, what a picture becomes.

No weights are read. A family that is not in ``architectures.yaml`` is refused, for a wrong count would look like a right one.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Literal, NamedTuple

from gnomon.benchmark.errors import did_you_mean
from gnomon.drawing import Raster
from gnomon.models import Image
from gnomon.packaged import packaged_yaml
from gnomon.training.errors import TrainingError

CONFIG = "config.json"
"""Of a model's folder, as transformers writes it."""


class Linear(NamedTuple):
    """One linear layer of a decoder layer."""

    name: str
    inputs: int
    outputs: int
    has_bias: bool

    @property
    def parameters(self) -> int:
        """Weights and biases."""
        return self.inputs * self.outputs + self.outputs * self.has_bias


@dataclass(frozen=True)
class Vision:
    """What looks at pictures."""

    tower: int
    """Parameters of the vision tower."""
    aligner: int
    """Parameters between the tower and the language model."""
    pixels_per_token: int | None
    """Side of the square of pixels that becomes one token; None where every picture has the same number of tokens."""
    tokens_per_picture: int | None = None


@dataclass(frozen=True)
class ModelShape:
    """Sizes of a decoder-only language model, with its vision tower where it has one."""

    family: str
    hidden: int
    intermediate: int
    layers: int
    heads: int
    key_value_heads: int
    head_size: int
    vocabulary: int
    is_tied: bool
    """Whether the output layer shares the weights of the embeddings."""
    has_qkv_bias: bool
    has_output_bias: bool
    has_qk_norm: bool
    norms: int
    has_fused_gate: bool
    vision: Vision | None = None

    @property
    def query_size(self) -> int:
        """Width of all queries of a token."""
        return self.heads * self.head_size

    @property
    def key_value_size(self) -> int:
        """Width of all keys of a token, and of all values."""
        return self.key_value_heads * self.head_size

    def linears(self, target: Literal["all-linear", "attention"] = "all-linear") -> Iterator[Linear]:
        """Yield the linear layers of one decoder layer, all of them or those of the attention."""
        hidden, wide = self.hidden, self.intermediate
        yield Linear("q_proj", hidden, self.query_size, self.has_qkv_bias)
        yield Linear("k_proj", hidden, self.key_value_size, self.has_qkv_bias)
        yield Linear("v_proj", hidden, self.key_value_size, self.has_qkv_bias)
        yield Linear("o_proj", self.query_size, hidden, self.has_output_bias)
        if target == "attention":
            return
        if self.has_fused_gate:
            yield Linear("gate_up_proj", hidden, 2 * wide, has_bias=False)
        else:
            yield Linear("gate_proj", hidden, wide, has_bias=False)
            yield Linear("up_proj", hidden, wide, has_bias=False)
        yield Linear("down_proj", wide, hidden, has_bias=False)

    @property
    def text_parameters(self) -> int:
        """Parameters of the language model: embeddings, layers with their norms, last norm, output layer."""
        norms = self.norms * self.hidden + 2 * self.head_size * self.has_qk_norm
        layer = sum(linear.parameters for linear in self.linears()) + norms
        embeddings = self.vocabulary * self.hidden * (1 if self.is_tied else 2)
        return embeddings + self.layers * layer + self.hidden

    @property
    def parameters(self) -> int:
        """All parameters, those that look at pictures included."""
        return self.text_parameters + (self.vision.tower + self.vision.aligner if self.vision else 0)

    def lora_parameters(self, rank: int, target: Literal["all-linear", "attention"]) -> int:
        """Return what an adapter adds: a linear layer of n inputs and m outputs gets rank * (n + m) (Hu et al. 2022, 4.1).

        Args:
            rank: of the two factors.
            target: layers of the language model; the vision tower, the embeddings and the output layer get none.
        """
        return self.layers * sum(rank * (linear.inputs + linear.outputs) for linear in self.linears(target))

    def image_tokens(self, image: Image) -> int:
        """Return how many tokens a picture becomes, a model's limits on its size aside; 0 for a model without vision."""
        if self.vision is None:
            return 0
        if self.vision.pixels_per_token is None:
            return self.vision.tokens_per_picture or 0
        raster, side = Raster.read(image.data), self.vision.pixels_per_token
        # Both sides are scaled to the nearest whole number of squares.
        return max(round(raster.width / side), 1) * max(round(raster.height / side), 1)


def read_shape(folder: Path) -> ModelShape:
    """Read the shape of the model in a folder.

    Raises:
        OSError: when there is no ``config.json``.
        TrainingError: for a family that is not known, or a configuration without its sizes.
    """
    path = folder / CONFIG if folder.is_dir() else folder
    try:
        config = json.loads(path.read_text("utf-8"))
        return shape_of(config)
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        reason = f"no {error}" if isinstance(error, KeyError) else str(error)
        raise TrainingError(f"{path}: expected the configuration of a known language model: {reason}") from error


def shape_of(config: Mapping[str, Any]) -> ModelShape:
    """Return the shape that a configuration describes; that of a vision model holds the text part under ``text_config``.

    Raises:
        KeyError: for a size that is missing.
        TrainingError: for a family that is not known.
    """
    text = config.get("text_config") or config
    family = text.get("model_type") or config.get("model_type", "")
    known = _architectures()
    if family not in known:
        raise TrainingError(f"no model family {family!r}: {did_you_mean(family, known)}there are {', '.join(known)}")
    own, heads, bias = known[family], text["num_attention_heads"], bool(text.get("attention_bias", False))
    is_tied = config.get("tie_word_embeddings", text.get("tie_word_embeddings", False))
    return ModelShape(
        family=family,
        hidden=text["hidden_size"],
        intermediate=text["intermediate_size"],
        layers=text["num_hidden_layers"],
        heads=heads,
        key_value_heads=text.get("num_key_value_heads") or heads,
        head_size=text.get("head_dim") or text["hidden_size"] // heads,
        vocabulary=text["vocab_size"],
        is_tied=bool(is_tied),
        has_qkv_bias=bias if own["qkv_bias"] == "config" else own["qkv_bias"],
        has_output_bias=bias if own["output_bias"] == "config" else own["output_bias"],
        has_qk_norm=own["qk_norm"],
        norms=own["norms"],
        has_fused_gate=own["fused_gate"],
        vision=_vision(config, text["hidden_size"]),
    )


def _vision(config: Mapping[str, Any], hidden: int) -> Vision | None:
    seen = config.get("vision_config")
    if not seen:
        return None
    if config.get("model_type") == "qwen3_vl":
        return _qwen3_vision(seen)
    if config.get("model_type") == "llava":
        return _clip_vision(seen, hidden)
    raise TrainingError(f"no vision model {config.get('model_type')!r}: there are qwen3_vl, llava")


def _block(width: int, inner: int) -> int:
    """Return the parameters of a vision transformer's block: attention, two layers, two norms, all with biases."""
    return 4 * width * (width + 1) + 2 * width * inner + width + inner + 4 * width


def _qwen3_vision(seen: Mapping[str, Any]) -> Vision:
    width, merge = seen["hidden_size"], seen["spatial_merge_size"]
    patch = seen["in_channels"] * seen["temporal_patch_size"] * seen["patch_size"] ** 2
    tower = (patch + 1) * width + seen["num_position_embeddings"] * width
    tower += seen["depth"] * _block(width, seen["intermediate_size"])
    merged = width * merge**2
    layers = merged * (merged + 1) + merged * seen["out_hidden_size"] + seen["out_hidden_size"]
    # The last merger norms before it merges, those of the layers between (deepstack) after it.
    aligner = layers + 2 * width + len(seen["deepstack_visual_indexes"]) * (layers + 2 * merged)
    return Vision(tower, aligner, pixels_per_token=seen["patch_size"] * merge)


def _clip_vision(seen: Mapping[str, Any], hidden: int) -> Vision:
    width, side = seen["hidden_size"], seen["image_size"] // seen["patch_size"]
    # Patches without bias, a class embedding, places, two outer norms, the blocks.
    tower = 3 * seen["patch_size"] ** 2 * width + width + (side**2 + 1) * width + 4 * width
    tower += seen["num_hidden_layers"] * _block(width, seen["intermediate_size"])
    return Vision(tower, (width + 1) * hidden + (hidden + 1) * hidden, pixels_per_token=None, tokens_per_picture=side**2)


@cache
def _architectures() -> dict[str, dict[str, Any]]:
    found: dict[str, dict[str, Any]] = packaged_yaml(__package__, "architectures.yaml")
    return found
