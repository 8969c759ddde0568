"""Calls to language models, behind one small protocol; this room knows nothing of tutoring."""

from gnomon.models.address import ModelAddress, model_name, parse_address, parse_base_url
from gnomon.models.cache import Cache
from gnomon.models.calls import Asked, Calls, SettingsLog, add_calls, metered, note_calls, note_settings, noted_settings
from gnomon.models.checking import CheckRow, check_server
from gnomon.models.client import Client
from gnomon.models.errors import (
    CostLimitError,
    ModelAddressError,
    ModelError,
    ModelTimeoutError,
    ModelUnavailableError,
    PicturesRefusedError,
    RequestRefusedError,
)
from gnomon.models.fake import FakeModel
from gnomon.models.fake_service import ChatRequest, FakeServer, Fault, ServerBehaviour
from gnomon.models.ledger import AskMore, Estimate, Ledger, LedgerRow, Price, read_prices
from gnomon.models.messages import (
    CallSettings,
    Image,
    Message,
    Model,
    Request,
    Response,
    ResponseSchema,
    Sample,
    Usage,
    object_schema,
)
from gnomon.models.opening import open_model
from gnomon.models.retries import RetryPolicy
from gnomon.models.server import ServerSettings
from gnomon.models.together import all_of

__all__ = [
    "AskMore",
    "Asked",
    "Cache",
    "CallSettings",
    "Calls",
    "ChatRequest",
    "CheckRow",
    "Client",
    "CostLimitError",
    "Estimate",
    "FakeModel",
    "FakeServer",
    "Fault",
    "Image",
    "Ledger",
    "LedgerRow",
    "Message",
    "Model",
    "ModelAddress",
    "ModelAddressError",
    "ModelError",
    "ModelTimeoutError",
    "ModelUnavailableError",
    "PicturesRefusedError",
    "Price",
    "Request",
    "RequestRefusedError",
    "Response",
    "ResponseSchema",
    "RetryPolicy",
    "Sample",
    "ServerBehaviour",
    "ServerSettings",
    "SettingsLog",
    "Usage",
    "add_calls",
    "all_of",
    "check_server",
    "metered",
    "model_name",
    "note_calls",
    "note_settings",
    "noted_settings",
    "object_schema",
    "open_model",
    "parse_address",
    "parse_base_url",
    "read_prices",
]
