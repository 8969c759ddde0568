"""How likely a model finds what rows say, text by text: what can be held against rows that hold no truth about an answer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch

from gnomon.models import Message
from gnomon.training.evaluation import Likelihood
from gnomon.training.rows import Row
from gnomon.training.trainer.dataset import pillow
from gnomon.training.trainer.learner import Learner
from gnomon.training.trainer.sampling import said


def likelihood_of(learner: Learner, row: Row) -> Likelihood:
    """Return the log-probabilities of a row's completion and, of a pair, of its rejected text.

    Args:
        learner: in evaluation mode.
        row: with a completion.
    """
    assert row.completion is not None
    chosen, tokens = _log_probability(learner, row.prompt, row.completion)
    rejected = None if row.rejected is None else _log_probability(learner, row.prompt, row.rejected)[0]
    return Likelihood(id=row.id, chosen=chosen, tokens=tokens, rejected=rejected)


def _log_probability(learner: Learner, prompt: Sequence[Message], reply: str) -> tuple[float, int]:
    """Return the log-probability of a reply, the mark of its end included, and its tokens."""
    asked = learner.processor.apply_chat_template(said(learner, prompt), tokenize=False, add_generation_prompt=True)
    whole = learner.processor.apply_chat_template(said(learner, (*prompt, Message(role="assistant", text=reply))), tokenize=False)
    given, before = (_encoded(learner, prompt, text) for text in (whole, asked))
    ids, prompt_ids = given["input_ids"][0], before["input_ids"][0]
    # A tokenizer may join the end of the prompt with what comes after it: what both have in common is the prompt
    same = min(len(ids), len(prompt_ids))
    differing = (ids[:same] != prompt_ids[:same]).nonzero()
    start = int(differing[0]) if len(differing) else same
    with torch.inference_mode():
        logits = learner.model(**given).logits[0, start - 1 : -1].float()
    found = logits.log_softmax(dim=-1).gather(1, ids[start:].to(logits.device)[:, None])
    return float(found.sum()), len(ids) - start


def _encoded(learner: Learner, prompt: Sequence[Message], text: str) -> Any:  # noqa: ANN401  # transformers is read as untyped
    if not learner.sees_pictures:
        return learner.tokenizer(text, add_special_tokens=False, return_tensors="pt", return_token_type_ids=False).to(
            learner.model.device
        )
    images = [pillow(image) for message in prompt for image in message.images]
    given = learner.processor(text=[text], images=images or None, add_special_tokens=False, return_tensors="pt")
    return given.to(learner.model.device)
