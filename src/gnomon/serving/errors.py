"""What the endpoint refuses, in OpenAI's shape, so that its clients raise the errors that their users know.

EndpointError                     answered with a status and ``{"error": {"message", "type", "param", "code"}}``
KeyFileError (also ValueError)    keys cannot be used; the message never holds one
"""

from __future__ import annotations


class KeyFileError(ValueError):
    """Keys cannot be used; the message names the line, never the key."""


class EndpointError(Exception):
    """A request that is refused.

    Args:
        status: of HTTP.
        message: one line that says what to do.
        code: what programs ask for, such as ``model_not_found``; OpenAI's own where there is one.
        param: the field of the request that is meant; None where none is.
        retry_after: seconds after which the same request may go through; None where it never will.
    """

    def __init__(self, status: int, message: str, code: str, *, param: str | None = None, retry_after: int | None = None) -> None:
        super().__init__(message)
        self.status = status
        self.message = message
        self.code = code
        self.param = param
        self.retry_after = retry_after

    @property
    def type(self) -> str:
        """OpenAI's class of the error."""
        if self.status == 429:
            return "rate_limit_error"
        return "server_error" if self.status >= 500 else "invalid_request_error"

    def as_json(self) -> dict[str, dict[str, str | None]]:
        """Return the body of the answer."""
        return {"error": {"message": self.message, "type": self.type, "param": self.param, "code": self.code}}
