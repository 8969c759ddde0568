"""Models that are trained or asked: opening from a folder or by name, adapters, what is trained of them, merging, saving.

A learner is a model with what turns chats and pictures into its tokens. Models made on the spot are learners as well as those of
a folder. Tokenizers are read from ``tokenizer.json`` as they were saved: `transformers.AutoTokenizer` would choose a class by the
model's family, whose own way to split words then silently replaces that of the file.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import torch
import transformers
from peft import LoraConfig, PeftModel
from torch import nn
from transformers import (
    AutoConfig,
    AutoModelForCausalLM,
    AutoModelForImageTextToText,
    AutoProcessor,
    AutoTokenizer,
    PreTrainedTokenizerFast,
    ProcessorMixin,
)

from gnomon.training.errors import TrainingError
from gnomon.training.recipe import Lora, Training

ADAPTER = "default"
"""PEFT's name of the adapter that is trained; the copy that DPO compares with is another one."""
_ALIGNERS = re.compile(r"(^|\.)(multi_modal_projector|merger|deepstack_merger_list|aligner|connector|mm_projector)(\.|$)")
"""What families call the layers between the vision tower and the language model."""
_ATTENTION = frozenset({"q_proj", "k_proj", "v_proj", "o_proj", "qkv_proj", "out_proj"})
_ADAPTER_CONFIG = "adapter_config.json"
_TOKENIZER = "tokenizer.json"
_TOKENIZER_CONFIG = "tokenizer_config.json"
Quantised = Literal["4bit", "8bit"]


@dataclass(frozen=True)
class Learner:
    """A model and what turns chats into its tokens."""

    model: Any
    """A ``PreTrainedModel``, or a ``PeftModel`` around one."""
    processor: Any
    """A ``PreTrainedTokenizerFast``; of a model that sees pictures a ``ProcessorMixin``."""

    @property
    def tokenizer(self) -> Any:  # noqa: ANN401  # transformers is read as untyped
        """The tokenizer, that of a processor where there is one."""
        return self.processor.tokenizer if self.sees_pictures else self.processor

    @property
    def sees_pictures(self) -> bool:
        """Whether pictures can be shown."""
        return isinstance(self.processor, ProcessorMixin)

    def trained_parameters(self) -> int:
        """How many parameters a step changes."""
        return sum(each.numel() for each in self.model.parameters() if each.requires_grad)


def open_learner(
    model: str | Path,
    *,
    adapter: Path | None = None,
    continues: bool = False,
    half: bool = False,
    quantised: Quantised | None = None,
) -> Learner:
    """Open a model from a folder or by its name on the Hugging Face Hub.

    Args:
        model: folder or name; a folder that holds an adapter alone is opened on the base model that it names.
        adapter: folder of an adapter to put on the model.
        continues: whether the adapter is trained on; else it is only asked.
        half: weights in bf16; else fp32.
        quantised: frozen weights of 4 or 8 bits; needs the package bitsandbytes.

    Raises:
        TrainingError: for a folder without a model or a tokenizer, and for memory that is too small.
    """
    base = base_of(model)
    if adapter is None and base != str(model):
        return open_learner(base, adapter=Path(model), continues=continues, half=half, quantised=quantised)
    if Path(model).is_dir():
        model = str(Path(model).resolve())  # an adapter names its base: it is to be found from anywhere
    settings: dict[str, Any] = {"dtype": torch.bfloat16 if half else torch.float32}
    if quantised is not None:
        settings["quantization_config"] = _quantisation(quantised)
    try:
        config = AutoConfig.from_pretrained(model)
        opened_as = AutoModelForImageTextToText if hasattr(config, "vision_config") else AutoModelForCausalLM
        found = opened_as.from_pretrained(model, **settings)
    except (OSError, ValueError, KeyError) as error:
        raise TrainingError(f"{model}: expected a folder or name of a model: {_first_line(error)}") from error
    processor = open_processor(model)
    if adapter is not None:
        found = PeftModel.from_pretrained(found, adapter, is_trainable=continues, adapter_name=ADAPTER)
    return Learner(found, processor)


def open_to_ask(model: str | Path) -> Learner:
    """Open a model to draw answers from: in bf16 on a GPU where there is one, else in fp32 on the CPU.

    Raises:
        TrainingError: for a folder without a model.
    """
    has_gpu = torch.cuda.is_available()
    learner = open_learner(model, half=has_gpu)
    learner.model.to("cuda" if has_gpu else "cpu").eval()
    return learner


def base_of(model: str | Path) -> str:
    """Return the model that an adapter's folder names; of a whole model itself.

    Raises:
        TrainingError: for an adapter that names none.
    """
    path = Path(model) / _ADAPTER_CONFIG
    if not path.is_file():
        return str(model)
    base: str | None = json.loads(path.read_text("utf-8")).get("base_model_name_or_path")
    if not base:
        raise TrainingError(f"{model}: this adapter does not name its base model: set base_model_name_or_path in {path.name}")
    return base


def open_processor(model: str | Path) -> Any:  # noqa: ANN401  # transformers is read as untyped
    """Open what turns chats into tokens, its tokenizer as it was saved.

    Raises:
        TrainingError: for a folder or name without one.
    """
    try:
        return _processor(model)
    except (OSError, ValueError, KeyError) as error:
        raise TrainingError(f"{model}: expected a folder or name of a model with its tokenizer: {_first_line(error)}") from error


def _first_line(error: Exception) -> str:
    """Return what transformers says first: it goes on for paragraphs."""
    return (str(error).strip().splitlines() or [type(error).__name__])[0]


def _processor(model: str | Path) -> Any:  # noqa: ANN401  # as above
    folder = Path(model)
    if not folder.is_dir():
        config = AutoConfig.from_pretrained(model)
        return (AutoProcessor if hasattr(config, "vision_config") else AutoTokenizer).from_pretrained(model)
    config_path = folder / _TOKENIZER_CONFIG
    told = json.loads(config_path.read_text("utf-8")) if config_path.is_file() else {}
    is_fast = (folder / _TOKENIZER).is_file()
    # Others' classes add what their families need; ours say that they want none.
    is_plain = is_fast and told.get("tokenizer_class") in {"PreTrainedTokenizerFast", "TokenizersBackend"}
    tokenizer = (PreTrainedTokenizerFast if is_plain else AutoTokenizer).from_pretrained(folder)
    if not any((folder / name).is_file() for name in ("processor_config.json", "preprocessor_config.json")):
        return tokenizer
    processor = AutoProcessor.from_pretrained(folder)
    if is_plain:
        processor.tokenizer = tokenizer
    return processor


def _quantisation(quantised: Quantised) -> Any:  # noqa: ANN401  # as above
    from importlib.util import find_spec

    if find_spec("bitsandbytes") is None:
        raise TrainingError("quantised weights need the package bitsandbytes and a GPU: pip install bitsandbytes")
    if quantised == "8bit":
        return transformers.BitsAndBytesConfig(load_in_8bit=True)
    # NF4 with a second quantisation, and bf16 to compute in: Dettmers et al. 2023 (QLoRA).
    return transformers.BitsAndBytesConfig(
        load_in_4bit=True, bnb_4bit_quant_type="nf4", bnb_4bit_use_double_quant=True, bnb_4bit_compute_dtype=torch.bfloat16
    )


def _named(model: Any, wanted: Any) -> str:  # noqa: ANN401  # as above
    return next(str(name) for name, module in model.named_modules() if module is wanted)


def adapter_config(learner: Learner, lora: Lora) -> Any:  # noqa: ANN401  # as above
    """Return PEFT's settings of a recipe's adapter: linear layers of the language model, never those that look at pictures.

    Raises:
        TrainingError: for a model in which no such layer is found.
    """
    decoder = learner.model.get_decoder()
    prefix = _named(learner.model, decoder)
    leaves = {name.rpartition(".")[2] for name, module in decoder.named_modules() if isinstance(module, nn.Linear)}
    if lora.target.value == "attention":
        leaves &= _ATTENTION
    if not leaves:
        raise TrainingError(f"no linear layer to adapt in {type(learner.model).__name__}: train all parameters, `lora: null`")
    return LoraConfig(
        r=lora.rank.value,
        lora_alpha=lora.alpha.value,
        lora_dropout=lora.dropout.value,
        target_modules=rf"{re.escape(prefix)}\..*\.({'|'.join(sorted(leaves))})",
        task_type="CAUSAL_LM",
    )


def freeze(learner: Learner, training: Training) -> None:
    """Freeze the parts that a recipe names.

    Raises:
        TrainingError: for a model with pictures in which a part is not found.
    """
    if not learner.sees_pictures:
        return
    parts = dict.fromkeys(training.frozen.value, 0)
    for name, parameter in _seeing(learner.model):
        part: Literal["aligner", "vision_tower"] = "aligner" if _ALIGNERS.search(name) else "vision_tower"
        if part in parts:
            parameter.requires_grad_(False)  # noqa: FBT003  # torch's
            parts[part] += 1
    missing = [part for part, count in parts.items() if not count]
    if missing:
        raise TrainingError(f"training.frozen: {type(learner.model).__name__} has no {missing[0]} that we know")


def _seeing(model: Any) -> Iterator[tuple[str, Any]]:  # noqa: ANN401  # as above
    """Yield the parameters outside the language model: what looks at pictures."""
    own = {id(each) for each in model.get_decoder().parameters()} | {id(each) for each in _output(model)}
    yield from ((name, each) for name, each in model.named_parameters() if id(each) not in own)


def _output(model: Any) -> Iterator[Any]:  # noqa: ANN401  # as above
    layer = model.get_output_embeddings()
    yield from () if layer is None else layer.parameters()


def save(learner: Learner, folder: Path) -> None:
    """Save a model, or the adapter alone of a model with one, and what turns chats into tokens."""
    chosen = {"selected_adapters": [ADAPTER]} if isinstance(learner.model, PeftModel) else {}
    learner.model.save_pretrained(folder, **chosen)
    learner.processor.save_pretrained(folder)


def merged(learner: Learner) -> Learner:
    """Return the model with its adapter added to its weights; one without an adapter as it is. The adapter is used up."""
    if not isinstance(learner.model, PeftModel):
        return learner
    learner.model.set_adapter(ADAPTER)
    return Learner(learner.model.merge_and_unload(), learner.processor)
