"""Calls to language models, behind one small protocol; this room knows nothing of tutoring."""

from gnomon.models.errors import CostLimitError, ModelError, ModelTimeoutError, ModelUnavailableError, RequestRefusedError
from gnomon.models.fake import FakeModel
from gnomon.models.messages import Image, Message, Model, Request, Response, ResponseSchema, Sample, Usage

__all__ = [
    "CostLimitError",
    "FakeModel",
    "Image",
    "Message",
    "Model",
    "ModelError",
    "ModelTimeoutError",
    "ModelUnavailableError",
    "Request",
    "RequestRefusedError",
    "Response",
    "ResponseSchema",
    "Sample",
    "Usage",
]
