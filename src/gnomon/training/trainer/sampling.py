"""Drawing answers from a learner by transformers: for scoring before and after a training, and for serving."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

import torch
from transformers import StoppingCriteria, set_seed

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


GoesOn = Callable[[Callable[[], str]], bool]
"""Called after every token with what reads the first answer so far; False ends all that is drawn with it."""


class _Watched(StoppingCriteria):  # type: ignore[misc]  # transformers is read as untyped
    """Asks after every token whether to go on."""

    def __init__(self, learner: Learner, prompt_tokens: int, goes_on: GoesOn) -> None:
        self._learner = learner
        self._prompt_tokens = prompt_tokens
        self._goes_on = goes_on

    def __call__(self, input_ids: Any, scores: Any, **_: Any) -> Any:  # noqa: ANN401, ARG002  # as transformers calls it
        goes_on = self._goes_on(lambda: _read(self._learner, input_ids[0, self._prompt_tokens :].tolist()).text)
        return torch.full((len(input_ids),), not goes_on, device=input_ids.device)


def draw(
    learner: Learner,
    prompts: Sequence[Sequence[Message]],
    *,
    most_tokens: int,
    num_samples: int = 1,
    temperature: float = 0.0,
    seed: int = 0,
    batch: int = _BATCH,
    goes_on: GoesOn | None = None,
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
        goes_on: looks on while answers are drawn, and may end it; None draws them to their ends.
    """
    set_seed(seed)
    was_training = learner.model.training
    learner.model.eval()
    each = max(batch // num_samples, 1)
    try:
        return [
            drawn
            for start in range(0, len(prompts), each)
            for drawn in _drawn(learner, prompts[start : start + each], most_tokens, num_samples, temperature, goes_on)
        ]
    finally:
        learner.model.train(was_training)


def _drawn(
    learner: Learner,
    prompts: Sequence[Sequence[Message]],
    most_tokens: int,
    num_samples: int,
    temperature: float,
    goes_on: GoesOn | None,
) -> Iterator[list[Drawn]]:
    given = _inputs(learner, prompts)
    prompt_tokens = given["input_ids"].shape[1]
    watched = {} if goes_on is None else {"stopping_criteria": [_Watched(learner, prompt_tokens, goes_on)]}
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
            **watched,
        )
    drawn = [_read(learner, completion) for completion in ids[:, prompt_tokens:].tolist()]
    yield from (drawn[start : start + num_samples] for start in range(0, len(drawn), num_samples))


def _read(learner: Learner, completion: list[int]) -> Drawn:
    tokenizer = learner.tokenizer
    is_finished = tokenizer.eos_token_id in completion
    kept = completion[: completion.index(tokenizer.eos_token_id)] if is_finished else completion
    return Drawn(tokenizer.decode(kept, skip_special_tokens=True), len(kept), is_finished)


def _inputs(learner: Learner, prompts: Sequence[Sequence[Message]]) -> Any:  # noqa: ANN401  # transformers is read as untyped
    texts = [
        learner.processor.apply_chat_template(said(learner, prompt), tokenize=False, add_generation_prompt=True)
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


def said(learner: Learner, prompt: Sequence[Message]) -> list[dict[str, Any]]:
    """Return messages as the learner's template takes them."""
    if not learner.sees_pictures:
        return [{"role": message.role, "content": message.text} for message in prompt]
    return [
        {"role": message.role, "content": [*({"type": "image"} for _ in message.images), {"type": "text", "text": message.text}]}
        for message in prompt
    ]
