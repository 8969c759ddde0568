"""Addresses of this site that people are given: links with a secret in them, the endpoint."""

from __future__ import annotations

from fastapi import Request
from starlette.datastructures import URL

from gnomon.studio.studio import studio_of


def invitation_url(request: Request, token: str) -> str:
    """Return the link of an invitation, as whoever asks reaches this site."""
    return f"{_base(request)}join/{token}"


def endpoint_url(request: Request) -> str:
    """Return the address of the endpoint that programs are given, as whoever asks reaches this site."""
    return f"{_base(request)}v1"


def _base(request: Request) -> URL:
    return request.base_url.replace(scheme="https") if studio_of(request).settings.is_https else request.base_url
