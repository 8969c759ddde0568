"""What a training needs of a device's memory, by formula: weights, what is trained, activations, logits, a reference, a cache.

An estimate for one device that holds all: what the runtime itself takes (about 1 GB), fragments and buffers come on top, and
sharding over devices is not counted. Attention is taken to be fused (FlashAttention, SDPA), so that nothing grows with the square
of the length.
"""

from __future__ import annotations

from typing import NamedTuple

from gnomon.training.plan.shape import ModelShape
from gnomon.training.recipe import Recipe

STATE_BYTES = 16
"""Of a trained parameter. In bf16: weight and gradient 2 each, and 12 in fp32 for the weight's own copy and AdamW's two means
(Rajbhandari et al. 2020, ZeRO, 3.1). Of an adapter, which is kept in fp32: weight 4, gradient 4, means 8: as many."""
_BYTES = {"bf16": 2, "fp32": 4}  # of a number
_LOGIT_BYTES = 10
"""Of one logit: 2 as it is computed, and for the loss 4 in fp32 and 4 for its gradient."""


class Memory(NamedTuple):
    """Bytes on one device, by what they are for."""

    frozen_weights: int
    trained: int
    """Trained parameters with gradients and the optimiser's state."""
    activations: int
    logits: int
    reference: int
    """A second model, which losses are measured from; an adapter that can be switched off needs none."""
    cache: int
    """Keys and values of completions that are drawn."""

    @property
    def total(self) -> int:
        """All of it; drawing and training do not overlap, so of cache and activations with logits the larger."""
        at_once = max(self.cache, self.activations + self.logits)
        return self.frozen_weights + self.trained + self.reference + at_once


def activation_bytes(shape: ModelShape, tokens: int, bytes_each: int, *, checkpointing: bool) -> int:
    """Return what the decoder layers keep for the backward pass.

    Counted as Korthikanti et al. 2022 (section 4.1) count it: every operation keeps its inputs. Here a layer keeps for a token
    the inputs of either norm and of the linear layers behind it (4 times the hidden size), queries and the attention's output,
    keys and values, and of the gated network gate, up, the activated gate and their product (4 times its width). With
    checkpointing a layer keeps its input alone, and one layer at a time is computed again.

    Args:
        shape: of the model.
        tokens: at once on the device, of all rows.
        bytes_each: of one number.
        checkpointing: whether layers are computed again.
    """
    each = 4 * shape.hidden + 2 * shape.query_size + 2 * shape.key_value_size + 4 * shape.intermediate
    kept = shape.layers * shape.hidden + each if checkpointing else shape.layers * each
    return kept * bytes_each * tokens


def logit_bytes(shape: ModelShape, tokens: int) -> int:
    """Return what the output layer and the loss keep: one logit a token and word of the vocabulary, in three copies."""
    return _LOGIT_BYTES * shape.vocabulary * tokens


def cache_bytes(shape: ModelShape, tokens: int, bytes_each: int) -> int:
    """Return the size of the cache of keys and values for so many tokens."""
    return 2 * shape.layers * shape.key_value_size * bytes_each * tokens


def trained_parameters(shape: ModelShape, recipe: Recipe) -> int:
    """Return how many parameters a recipe trains: the adapter's, or all but those of frozen parts."""
    if recipe.training is None:
        return 0
    if recipe.lora is not None:
        return shape.lora_parameters(recipe.lora.rank.value, recipe.lora.target.value)
    vision, frozen = shape.vision, recipe.training.frozen.value
    left_out = 0 if vision is None else vision.tower * ("vision_tower" in frozen) + vision.aligner * ("aligner" in frozen)
    return shape.parameters - left_out


def estimate_memory(shape: ModelShape, recipe: Recipe, longest: int) -> Memory:
    """Estimate the memory of one device that trains by a recipe, or draws completions where nothing is trained.

    Args:
        shape: of the model.
        recipe: the recipe.
        longest: tokens of the longest row, a completion that is drawn included; packed rows are as long as the recipe allows.
    """
    training = recipe.training
    if training is None:
        return Memory(2 * shape.parameters, 0, 0, 0, 0, cache_bytes(shape, longest, 2))
    each, trained = _BYTES[training.precision.value], trained_parameters(shape, recipe)
    frozen = shape.parameters if recipe.lora is not None else shape.parameters - trained
    sides = 2 if recipe.method == "dpo" else 1  # both texts of a pair go through the model together
    tokens = longest * training.device_batch.value * sides
    compares = recipe.method == "dpo" or bool(recipe.policy_gradient and recipe.policy_gradient.beta.value)
    return Memory(
        frozen_weights=each * frozen,
        trained=STATE_BYTES * trained,
        activations=activation_bytes(shape, tokens, each, checkpointing=training.gradient_checkpointing.value),
        logits=logit_bytes(shape, tokens),
        reference=each * shape.parameters if compares and recipe.lora is None else 0,
        cache=cache_bytes(shape, tokens, each) if recipe.method == "grpo" else 0,
    )
