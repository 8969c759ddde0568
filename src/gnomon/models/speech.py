"""What a speech model behind a URL hears: the transcription endpoint that OpenAI's servers and local ones share.

``POST {base}/audio/transcriptions`` takes a file of sound as a form and answers with segments and their times (``verbose_json``).
A server that answers with a text alone gives one segment without an end. Nothing is cached: sound is not kept.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import httpx2

from gnomon.models.address import parse_address
from gnomon.models.errors import ModelAddressError, ModelError
from gnomon.models.keys import Key, key_for

_SECONDS = 600.0
"""For one piece of sound; a model on a processor takes about as long as the sound."""
_SHOWN = 200
"""Characters of what a server says that an error repeats."""


class Heard(NamedTuple):
    """What is said in a stretch of sound."""

    start_seconds: float
    end_seconds: float | None
    """None where the server does not say."""
    text: str


def transcribe(spec: str, sound: bytes, *, language: str | None = None) -> tuple[Heard, ...]:
    """Ask a speech model what is said.

    Args:
        spec: ``MODEL@URL``, such as ``whisper-1@https://api.openai.com/v1``.
        sound: a WAV file.
        language: of what is said, as ISO 639-1; None leaves it to the model.

    Returns:
        Segments with words, in the server's order, seconds from the beginning of the sound.

    Raises:
        ModelAddressError: for a spec without a model.
        ModelError: when the server cannot be reached, refuses, or answers with no transcript; keys are in no message.
    """
    address = parse_address(spec)
    if address.model is None:
        raise ModelAddressError(f"expected the name of a speech model, MODEL@{address.base_url}")
    key = key_for(address.base_url)
    url = f"{address.base_url}/audio/transcriptions"
    form = {"model": address.model, "response_format": "verbose_json", **({"language": language} if language else {})}
    headers = {} if key is None else {"Authorization": f"Bearer {key.reveal()}"}
    try:
        reply = httpx2.post(url, data=form, files={"file": ("sound.wav", sound, "audio/wav")}, headers=headers, timeout=_SECONDS)
    except httpx2.HTTPError as error:
        raise ModelError(f"{url} cannot be asked: {_without(key, str(error) or type(error).__name__)}") from None
    if reply.status_code != httpx2.codes.OK:
        said = _without(key, " ".join(reply.text.split()))[:_SHOWN]
        raise ModelError(f"{url} refused the sound ({reply.status_code}): {said}")
    try:
        return tuple(_segments(reply.json()))
    except (ValueError, TypeError, KeyError, AttributeError):
        raise ModelError(f"{url} answered with no transcript; is it a speech model?") from None


def _segments(answer: Any) -> list[Heard]:  # noqa: ANN401  # whatever a server sends
    if "segments" not in answer or answer["segments"] is None:
        text = " ".join(str(answer["text"]).split())
        return [Heard(0.0, None, text)] if text else []
    found = [Heard(float(each["start"]), float(each["end"]), " ".join(str(each["text"]).split())) for each in answer["segments"]]
    if not all(math.isfinite(each.start_seconds) and 0 <= each.start_seconds <= (each.end_seconds or 0) for each in found):
        raise ValueError("times out of order")
    return [each for each in found if each.text]


def _without(key: Key | None, text: str) -> str:
    return text if key is None else key.scrub(text)
