"""Links that are given to people: addresses of this site with a secret in them."""

from __future__ import annotations

from fastapi import Request

from gnomon.studio.studio import studio_of


def invitation_url(request: Request, token: str) -> str:
    """Return the link of an invitation, as whoever asks reaches this site."""
    base = request.base_url.replace(scheme="https") if studio_of(request).settings.is_https else request.base_url
    return f"{base}join/{token}"
