"""The judge that ships with the package, and its weights under their own licence (``weights/NOTICE.md``)."""

from gnomon.judge.embedded.judge import (
    NAME,
    OUT_OF_DOMAIN,
    EmbeddedJudge,
    EmbeddedLabel,
    EmptyReplyError,
    Weighed,
    conversation_key,
    turns_told,
    weights_sha256,
)

__all__ = [
    "NAME",
    "OUT_OF_DOMAIN",
    "EmbeddedJudge",
    "EmbeddedLabel",
    "EmptyReplyError",
    "Weighed",
    "conversation_key",
    "turns_told",
    "weights_sha256",
]
