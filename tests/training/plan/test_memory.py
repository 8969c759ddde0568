"""Memory by formula, against values that papers print and values worked by hand."""

import dataclasses

from gnomon.training import open_recipe
from gnomon.training.plan import estimate_memory, shape_of, trained_parameters
from gnomon.training.plan.memory import STATE_BYTES, activation_bytes, cache_bytes, logit_bytes
from tests.every import every
from tests.training.plan.test_shape import LLAMA, QWEN2, SMALL, VISION


def test_a_model_of_one_and_a_half_billion_needs_24_gb_for_its_state():
    """As Rajbhandari et al. 2020 (ZeRO, 3.1) work it for GPT-2: 16 bytes a parameter."""
    assert STATE_BYTES * 1.5e9 == 24e9


# Width 4, queries 6, keys and values 3, network 5, one layer: 4 * 4 + 2 * 6 + 2 * 3 + 4 * 5 = 54 numbers a token.
# With checkpointing the input of each layer, 4 numbers, and one layer whole.
@every([(1, False, 54), (1, True, 4 + 54), (3, False, 3 * 54), (3, True, 3 * 4 + 54)])
def test_activations_are_counted_operation_by_operation(layers, checkpointing, numbers):
    shape = shape_of({**SMALL, "num_hidden_layers": layers})
    assert activation_bytes(shape, 10, 2, checkpointing=checkpointing) == numbers * 2 * 10


# Llama-3.1-8B: keys and values of 8 heads of 128 in 32 layers, in bf16: 2 * 32 * 1024 * 2 bytes a token.
def test_the_cache_of_a_token_has_two_numbers_a_layer_and_group():
    assert cache_bytes(shape_of(LLAMA), 1, 2) == 131_072


def test_logits_of_a_large_vocabulary_are_no_small_thing():
    assert logit_bytes(shape_of(QWEN2), 8192) == 10 * 152_064 * 8192  # 12.5 GB for one row of 8,192 tokens


def test_an_adapter_trains_a_small_part_and_the_weights_stay_in_bf16():
    shape, recipe = shape_of(LLAMA), open_recipe("geodial-tutor")
    memory = estimate_memory(shape, recipe, 1000)
    assert memory.frozen_weights == 2 * 8_030_261_248
    assert memory.trained == 16 * 20_971_520
    assert (memory.reference, memory.cache) == (0, 0)


def test_all_parameters_are_trained_where_there_is_no_adapter_but_for_frozen_parts():
    shape = shape_of(VISION)
    recipe = open_recipe("geodial-tutor", {"lora": None})
    assert trained_parameters(shape, recipe) == shape.text_parameters
    assert estimate_memory(shape, recipe, 1).frozen_weights == 2 * (shape.vision.tower + shape.vision.aligner)
    thawed = open_recipe("geodial-tutor", {"lora": None, "training.frozen": []})
    assert trained_parameters(shape, thawed) == shape.parameters


def test_a_pair_goes_through_the_model_as_two_texts():
    shape, sft, dpo = shape_of(QWEN2), open_recipe("odqs-sft"), open_recipe("odqs-dpo")
    assert estimate_memory(shape, dpo, 100).logits == 2 * estimate_memory(shape, sft, 100).logits


# An adapter that is switched off is the reference; without an adapter it is a second model, if anything is measured from it.
@every(
    [
        ("odqs-dpo", {}, False),
        ("odqs-dpo", {"lora": None}, True),
        ("bea-judge-sft", {}, False),
        ("bea-judge-grpo", {}, True),
        ("bea-judge-grpo", {"policy_gradient.beta": 0.0}, False),
    ]
)
def test_a_reference_model_is_held_where_one_is_needed(name, changes, is_held):
    memory = estimate_memory(shape_of(QWEN2), open_recipe(name, changes), 100)
    assert memory.reference == (2 * 7_615_616_512 if is_held else 0)


def test_drawing_and_training_take_turns():
    memory = estimate_memory(shape_of(SMALL), open_recipe("bea-judge-grpo"), 100)
    standing = memory.frozen_weights + memory.trained + memory.reference
    assert memory.total == standing + max(memory.cache, memory.activations + memory.logits)


def test_a_screening_holds_weights_and_cache_alone():
    memory = estimate_memory(shape_of(LLAMA), open_recipe("bea-judge-screen"), 100)
    assert memory._asdict() | {"frozen_weights": 0, "cache": 0} == dict.fromkeys(memory._fields, 0)
    assert memory.total == 2 * 8_030_261_248 + 100 * 131_072


def test_more_tokens_need_more_memory_and_checkpointing_less():
    shape = dataclasses.replace(shape_of(LLAMA))
    plain = open_recipe("geodial-tutor", {"training.gradient_checkpointing": False})
    kept = [estimate_memory(shape, plain, tokens).total for tokens in (100, 1000, 8192)]
    assert kept == sorted(set(kept))
    assert estimate_memory(shape, open_recipe("geodial-tutor"), 8192).total < kept[-1]
