"""Parameters from a configuration alone, against what the publishers count in their weights and what adapters report."""

import json

import pytest

from gnomon.models import Image
from gnomon.training import TrainingError, read_shape
from gnomon.training.plan import shape_of
from tests.every import every


def decoder(family, hidden, wide, layers, heads, groups, words, **more):
    return {
        "model_type": family, "hidden_size": hidden, "intermediate_size": wide, "num_hidden_layers": layers,
        "num_attention_heads": heads, "num_key_value_heads": groups, "vocab_size": words, **more,
    }  # fmt: skip


LLAMA = decoder("llama", 4096, 14336, 32, 32, 8, 128256)
QWEN2 = decoder("qwen2", 3584, 18944, 28, 28, 4, 152064)
QWEN3 = decoder("qwen3", 4096, 12288, 36, 32, 8, 151936, head_dim=128)
VISION = {
    "model_type": "qwen3_vl",
    "text_config": {**QWEN3, "model_type": "qwen3_vl_text"},
    "vision_config": {
        "depth": 27, "hidden_size": 1152, "intermediate_size": 4304, "in_channels": 3, "temporal_patch_size": 2, "patch_size": 16,
        "spatial_merge_size": 2, "num_position_embeddings": 2304, "out_hidden_size": 4096,
        "deepstack_visual_indexes": [8, 16, 24],
    },
}  # fmt: skip
LLAVA = {
    "model_type": "llava",
    "text_config": decoder("llama", 4096, 11008, 32, 32, 32, 32064),
    "vision_config": {
        "hidden_size": 1024, "intermediate_size": 4096, "num_hidden_layers": 24, "image_size": 336, "patch_size": 14,
    },
}  # fmt: skip


# What the published weights hold, by the metadata of their files.
@every(
    [
        ("Llama-3.1-8B", LLAMA, 8_030_261_248),
        ("Mistral-7B-v0.3", decoder("mistral", 4096, 14336, 32, 32, 8, 32768), 7_248_023_552),
        ("Qwen2.5-7B", QWEN2, 7_615_616_512),
        ("Qwen3-8B", QWEN3, 8_190_735_360),
        ("GLM-4-9B-0414", decoder("glm4", 4096, 13696, 40, 32, 2, 151552, head_dim=128, attention_bias=True), 9_400_279_040),
        ("Qwen3-VL-8B-Instruct", VISION, 8_767_123_696),
    ],
    name=lambda case: case[0],
)
def test_parameters_are_those_of_the_published_weights(name, config, published):
    assert shape_of(config).parameters == published, name


# Reported by trainers at rank 8 on all linear layers: LlamaFactory issue 5539 (Qwen2.5-7B), and for Llama-3-8B its own logs.
@every([(QWEN2, 20_185_088), (LLAMA, 20_971_520)], name=lambda case: case[0]["model_type"])
def test_an_adapter_has_as_many_parameters_as_trainers_report(config, reported):
    assert shape_of(config).lora_parameters(8, "all-linear") == reported


# A model of width 4 with 2 heads of 3, one group, network of width 5, one layer; rank 2:
# q 4>6, k and v 4>3, o 6>4: 2 * (10 + 7 + 7 + 10) = 68; gate and up 4>5, down 5>4: 2 * (9 + 9 + 9) = 54.
# With gate and up in one layer 4>10: 2 * (14 + 9) = 46.
SMALL = decoder("qwen3", 4, 5, 1, 2, 1, 7, head_dim=3)


@every(
    [
        (SMALL, "attention", 68),
        (SMALL, "all-linear", 68 + 54),
        ({**SMALL, "model_type": "glm4"}, "all-linear", 68 + 46),
        ({**SMALL, "num_hidden_layers": 3}, "attention", 3 * 68),
    ]
)
def test_an_adapter_is_counted_layer_by_layer(config, target, parameters):
    assert shape_of(config).lora_parameters(2, target) == parameters


# The same model: layers 24 + 12 + 12 + 24 and 20 + 20 + 20 = 132; norms 2 * 4 and 2 * 3; embeddings 7 * 4; last norm 4.
@every([(False, 132 + 14 + 2 * 28 + 4), (True, 132 + 14 + 28 + 4)])
def test_tied_embeddings_are_counted_once(is_tied, parameters):
    assert shape_of({**SMALL, "tie_word_embeddings": is_tied}).parameters == parameters


def test_vision_counts_to_the_model_and_not_to_the_adapter():
    seen, text = shape_of(VISION), shape_of(QWEN3)
    assert seen.parameters - text.parameters == seen.vision.tower + seen.vision.aligner
    assert seen.lora_parameters(8, "all-linear") == text.lora_parameters(8, "all-linear")


@pytest.fixture
def drawn():
    from gnomon.drawing import draw, to_png
    from tests.training.made import QUESTION

    return Image(data=to_png(draw(QUESTION.figure)))


def test_a_picture_becomes_a_token_for_every_square_of_pixels(drawn):
    from gnomon.drawing import Raster

    raster = Raster.read(drawn.data)
    assert shape_of(VISION).image_tokens(drawn) == round(raster.width / 32) * round(raster.height / 32)
    assert shape_of(LLAVA).image_tokens(drawn) == (336 // 14) ** 2 == 576
    assert shape_of(QWEN3).image_tokens(drawn) == 0


@every(
    [
        ({**LLAMA, "model_type": "llamma"}, "did you mean llama"),
        ({**VISION, "model_type": "qwen9_vl"}, "no vision model 'qwen9_vl'"),
        ({key: size for key, size in LLAMA.items() if key != "vocab_size"}, "no 'vocab_size'"),
        ([], "expected the configuration"),
    ],
    name=lambda case: case[1],
)
def test_what_is_not_known_is_refused_and_not_guessed(config, message, tmp_path):
    (tmp_path / "config.json").write_text(json.dumps(config))
    with pytest.raises(TrainingError, match=message):
        read_shape(tmp_path)


def test_a_shape_is_read_from_a_folder_without_weights(tmp_path):
    (tmp_path / "config.json").write_text(json.dumps(QWEN3))
    assert read_shape(tmp_path) == shape_of(QWEN3)
