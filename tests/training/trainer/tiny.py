"""Tiny models made on the spot from configurations: one of Llama's kind and one of Llava's, with a tokenizer of words."""

import io

import torch
from PIL import Image as PillowImage
from tokenizers import Tokenizer, models, pre_tokenizers
from transformers import (
    CLIPImageProcessorPil,
    CLIPVisionConfig,
    LlamaConfig,
    LlamaForCausalLM,
    LlavaConfig,
    LlavaForConditionalGeneration,
    LlavaProcessor,
    PreTrainedTokenizerFast,
)

from gnomon.models import Image
from gnomon.training.trainer import Learner

TEMPLATE = (
    "{% for message in messages %}<{{ message['role'] }}> "
    "{% if message['content'] is string %}{{ message['content'] }}"
    "{% else %}{% for part in message['content'] %}"
    "{% if part['type'] == 'image' %}<image> {% else %}{{ part['text'] }}{% endif %}{% endfor %}{% endif %}"
    " {% if message['role'] == 'assistant' %}<end> {% endif %}{% endfor %}"
    "{% if add_generation_prompt %}<assistant> {% endif %}"
)


def tokenizer(words):
    """Return a tokenizer of whole words."""
    special = ["<pad>", "<end>", "<unk>", "<user>", "<system>", "<assistant>", "<image>"]
    made = Tokenizer(models.WordLevel({word: place for place, word in enumerate([*special, *words])}, unk_token="<unk>"))
    made.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
    return PreTrainedTokenizerFast(
        tokenizer_object=made,
        pad_token="<pad>",
        eos_token="<end>",
        unk_token="<unk>",
        additional_special_tokens=special[3:],
        chat_template=TEMPLATE,
    )


def _text_sizes(vocabulary, **changes):
    sizes = {
        "vocab_size": vocabulary,
        "hidden_size": 32,
        "intermediate_size": 64,
        "num_hidden_layers": 2,
        "num_attention_heads": 4,
        "num_key_value_heads": 2,
        "max_position_embeddings": 256,
        "pad_token_id": 0,
        "eos_token_id": 1,
        "bos_token_id": None,
    }
    return sizes | changes


def text_learner(words, seed=0, **sizes):
    """Return a text model of about 25,000 parameters."""
    torch.manual_seed(seed)
    said = tokenizer(words)
    return Learner(LlamaForCausalLM(LlamaConfig(**_text_sizes(len(said), **sizes))), said)


def seeing_learner(words, seed=0, **sizes):
    """Return a model that sees pictures of 16 by 16 points as 4 tokens."""
    torch.manual_seed(seed)
    said = tokenizer(words)
    vision = CLIPVisionConfig(
        hidden_size=32,
        intermediate_size=64,
        num_hidden_layers=2,
        num_attention_heads=4,
        image_size=16,
        patch_size=8,
        projection_dim=32,
    )
    config = LlavaConfig(
        vision_config=vision,
        text_config=LlamaConfig(**_text_sizes(len(said), **sizes)),
        image_token_index=said.convert_tokens_to_ids("<image>"),
        image_seq_length=4,
        vision_feature_select_strategy="default",
        pad_token_id=0,
    )
    processor = LlavaProcessor(
        image_processor=CLIPImageProcessorPil(size={"height": 16, "width": 16}, do_center_crop=False),
        tokenizer=said,
        patch_size=8,
        vision_feature_select_strategy="default",
        num_additional_image_tokens=1,
        image_token="<image>",
        chat_template=TEMPLATE,
    )
    return Learner(LlavaForConditionalGeneration(config), processor)


def picture(colour):
    """Return a picture of one colour."""
    file = io.BytesIO()
    PillowImage.new("RGB", (16, 16), colour).save(file, "PNG")
    return Image(data=file.getvalue())
