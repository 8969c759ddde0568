"""What can go wrong between us and a model.

ModelError
├── ModelAddressError (also ValueError)   what was given is no MODEL@URL, or not one model of the server
├── ModelUnavailableError   no connection, server failure or rate limit, after all retries
├── ModelTimeoutError       no answer in time, after all retries
├── RequestRefusedError     the server says that the request is wrong: model name, key, size, setting
│   └── PicturesRefusedError   the model takes no pictures
└── CostLimitError          the run would cost more than it may
"""

from __future__ import annotations


class ModelError(Exception):
    """A call to a model failed; the message says what to do. It never holds a key."""


class ModelAddressError(ModelError, ValueError):
    """The text or the URL names no model that can be asked."""


class ModelUnavailableError(ModelError):
    """The server cannot be reached or keeps failing."""


class ModelTimeoutError(ModelError):
    """The server did not answer in time."""


class RequestRefusedError(ModelError):
    """The server refused the request; asking again would not help."""


class PicturesRefusedError(RequestRefusedError):
    """The model reads text alone; the same may be asked without pictures."""


class CostLimitError(ModelError):
    """The next call would pass the limit that was set for the run."""
