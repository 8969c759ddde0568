"""Models and adapters: which layers are adapted and frozen, tokenizers as they were saved, merging and opening again."""

import json
from importlib.util import find_spec

import pytest
import torch
from transformers import Qwen2Config, Qwen2ForCausalLM

from gnomon.training import read_shape
from gnomon.training.errors import TrainingError
from gnomon.training.trainer import Learner, merged, open_learner, open_processor, save, train
from tests.training.trainer.tiny import seeing_learner, text_learner, tokenizer
from tests.training.trainer.toys import COLOURS, ON_CPU, WORDS, after, colours, recipe, training

pytestmark = pytest.mark.training
FAST = {"training__epochs": 5, "training__learning_rate": 1e-2}


def names_trained(learner):
    return {name for name, each in learner.model.named_parameters() if each.requires_grad}


def logits(learner):
    texts = ["<user> next of n3 <assistant>", "<user> next of n7 <assistant>"]
    with torch.inference_mode():
        return learner.model(**learner.tokenizer(texts, return_tensors="pt", return_token_type_ids=False)).logits


def test_a_saved_tokenizer_gives_the_same_ids_whatever_the_family_of_the_model(tmp_path):
    """Transformers' own choice for Qwen2 would put its own way to split words in place of the saved one."""
    said = tokenizer(WORDS)
    model = Qwen2ForCausalLM(
        Qwen2Config(vocab_size=len(said), hidden_size=16, intermediate_size=16, num_hidden_layers=1, num_attention_heads=2)
    )
    save(Learner(model, said), tmp_path)
    text = "<user> next of n3 n9 <assistant>"
    assert open_learner(tmp_path).tokenizer(text)["input_ids"] == said(text)["input_ids"]


def test_a_merged_model_says_what_the_adapter_said(tmp_path):
    save(text_learner(WORDS), tmp_path / "base")
    trained = train(
        recipe("odqs-sft", **FAST),
        training(*after(1)),
        open_learner(tmp_path / "base"),
        tmp_path,
        hardware=ON_CPU,
        keep=tmp_path / "a",
    )
    before, adapted = logits(open_learner(tmp_path / "base")), logits(trained.learner)
    save(merged(open_learner(tmp_path / "a")), tmp_path / "merged")
    assert (adapted - before).abs().max() > 0.1
    assert (logits(open_learner(tmp_path / "a")) - adapted).abs().max() < 1e-4
    assert (logits(open_learner(tmp_path / "merged")) - adapted).abs().max() < 1e-4
    assert json.loads((tmp_path / "a" / "adapter_config.json").read_text())["base_model_name_or_path"] == str(tmp_path / "base")


@pytest.mark.parametrize("target", ["all-linear", "attention"])
def test_adapters_are_on_the_language_model_alone_as_many_parameters_as_planned(target, tmp_path):
    learner = seeing_learner(["what", "colour", *COLOURS])
    save(learner, tmp_path / "base")
    made = recipe("geodial-tutor", lora__target=target, training__epochs=1, training__effective_batch=8, training__device_batch=8)
    trained = train(made, training(*colours()), learner, tmp_path, hardware=ON_CPU)
    names = names_trained(trained.learner)
    assert names
    assert all("language_model.layers" in name and "lora_" in name for name in names)
    assert trained.trained_parameters == read_shape(tmp_path / "base").lora_parameters(8, target)


@pytest.mark.parametrize("frozen", [(), ("vision_tower",), ("aligner",), ("vision_tower", "aligner")])
def test_what_a_recipe_freezes_stays_as_it_was(frozen, tmp_path):
    learner = seeing_learner(["what", "colour", *COLOURS])
    before = {name: each.detach().clone() for name, each in learner.model.named_parameters()}
    made = recipe(
        "geodial-tutor",
        lora=None,
        training__frozen=list(frozen),
        training__epochs=2,
        training__effective_batch=8,
        training__device_batch=8,
    )
    trained = train(made, training(*colours()), learner, tmp_path, hardware=ON_CPU)
    changed = {name for name, each in trained.learner.model.named_parameters() if not torch.equal(each, before[name])}
    assert any("language_model" in name for name in changed)
    assert any("vision_tower" in name for name in changed) == ("vision_tower" not in frozen)
    assert any("multi_modal_projector" in name for name in changed) == ("aligner" not in frozen)


def test_a_folder_without_a_model_is_refused_in_one_line(tmp_path):
    with pytest.raises(TrainingError, match="expected a folder or name of a model") as refused:
        open_learner(tmp_path)
    assert "\n" not in str(refused.value)
    with pytest.raises(TrainingError, match="with its tokenizer") as refused:
        open_processor(tmp_path)
    assert "\n" not in str(refused.value)


@pytest.mark.skipif(find_spec("bitsandbytes") is not None, reason="bitsandbytes is installed")
def test_quantised_weights_ask_for_what_they_need(tmp_path):
    save(text_learner(WORDS), tmp_path)
    with pytest.raises(TrainingError, match="bitsandbytes"):
        open_learner(tmp_path, quantised="4bit")
