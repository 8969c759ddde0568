"""Drawing answers from a learner by transformers: for scoring before and after a training, and for serving."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import torch
from transformers import set_seed

from gnomon.models import Message
from gnomon.training.trainer.dataset import pillow
from gnomon.training.trainer.learner import Learner

_BATCH = 64
"""Answers drawn at once; tiny models on a CPU gain nothing beyond."""


class Drawn(NamedTuple):
    """One answer."""

    text: str
    tokens: int
    is_finished: bool
    """Whether it ended by itself."""


def draw(
    learner: Learner,
    prompts: Sequence[Sequence[Message]],
    *,
    most_tokens: int,
    num_samples: int = 1,
    temperature: float = 0.0,
    seed: int = 0,
    batch: int = _BATCH,
) -> list[list[Drawn]]:
    """Draw answers to prompts; the same ones on every call with the same arguments.

    Args:
        learner: to be asked.
        prompts: messages, the last one a user's.
        most_tokens: of one answer.
        num_samples: answers of each prompt.
        temperature: 0 takes the likeliest token.
        seed: of chance.
        batch: answers at once.
    """
    set_seed(seed)
    was_training = learner.model.training
    learner.model.eval()
    each = max(batch // num_samples, 1)
    try:
        return [
            drawn
            for start in range(0, len(prompts), each)
            for drawn in _drawn(learner, prompts[start : start + each], most_tokens, num_samples, temperature)
        ]
    finally:
        learner.model.train(was_training)


def _drawn(
    learner: Learner, prompts: Sequence[Sequence[Message]], most_tokens: int, num_samples: int, temperature: float
) -> Iterator[list[Drawn]]:
    given = _inputs(learner, prompts)
    chance = {"do_sample": True, "temperature": temperature, "top_k": 0, "top_p": 1.0} if temperature else {"do_sample": False}
    tokenizer = learner.tokenizer
    with torch.inference_mode():
        ids = learner.model.generate(
            **given,
            max_new_tokens=most_tokens,
            num_return_sequences=num_samples,
            pad_token_id=tokenizer.pad_token_id,
            eos_token_id=tokenizer.eos_token_id,
            **chance,
        )
    completions = ids[:, given["input_ids"].shape[1] :].tolist()
    drawn = []
    for completion in completions:
        is_finished = tokenizer.eos_token_id in completion
        kept = completion[: completion.index(tokenizer.eos_token_id)] if is_finished else completion
        drawn.append(Drawn(tokenizer.decode(kept, skip_special_tokens=True), len(kept), is_finished))
    yield from (drawn[start : start + num_samples] for start in range(0, len(drawn), num_samples))


def _inputs(learner: Learner, prompts: Sequence[Sequence[Message]]) -> Any:  # noqa: ANN401  # transformers is read as untyped
    texts = [
        learner.processor.apply_chat_template(_said(learner, prompt), tokenize=False, add_generation_prompt=True)
        for prompt in prompts
    ]
    if not learner.sees_pictures:
        return learner.tokenizer(
            texts, padding=True, padding_side="left", add_special_tokens=False, return_tensors="pt", return_token_type_ids=False
        ).to(learner.model.device)
    images = [[pillow(image) for message in prompt for image in message.images] for prompt in prompts]
    return learner.processor(
        text=texts,
        images=images if any(images) else None,
        padding=True,
        padding_side="left",
        add_special_tokens=False,
        return_tensors="pt",
    ).to(learner.model.device)


def _said(learner: Learner, prompt: Sequence[Message]) -> list[dict[str, Any]]:
    if not learner.sees_pictures:
        return [{"role": message.role, "content": message.text} for message in prompt]
    return [
        {"role": message.role, "content": [*({"type": "image"} for _ in message.images), {"type": "text", "text": message.text}]}
        for message in prompt
    ]
