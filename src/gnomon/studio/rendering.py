"""Pages and pieces of them: the templates beside this file, with what every page has."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from fastapi import Request
from fastapi.responses import HTMLResponse
from jinja2 import ChoiceLoader, Environment, PackageLoader, PrefixLoader, StrictUndefined

from gnomon import __version__
from gnomon.drawing import THEME
from gnomon.studio.access import csrf_of
from gnomon.visible import shown


def page(
    request: Request,
    template: str,
    given: Mapping[str, object] | None = None,
    *,
    status: int = 200,
    headers: Mapping[str, str] | None = None,
    **values: object,
) -> HTMLResponse:
    """Fill a template; who asks, the token against foreign pages, language, version, pens are always there.

    Args:
        request: what is answered; its ``state.account`` is who asks.
        template: path below ``templates``.
        given: values by name.
        status: of the answer.
        headers: of the answer.
        values: more of them; texts are escaped, and a name that the template asks for and nobody gives is an error.
    """
    always = {
        "request": request,
        "account": getattr(request.state, "account", None),
        "csrf": csrf_of(request),
        "lang": "en",
        "version": __version__,
        "pens": THEME.pens,
    }
    filled = _environment().get_template(template).render(**always, **(given or {}), **values)
    return HTMLResponse(shown(filled), status, headers=dict(headers or {}))


def load_templates() -> None:
    """Compile all templates, which is otherwise done when each is first filled."""
    environment = _environment()
    for name in environment.list_templates(filter_func=lambda name: ".jinja" in name):
        environment.get_template(name)


@cache
def _environment() -> Environment:
    return Environment(
        # What a page for a file and a page of the studio share is a template of `gnomon.pages`.
        loader=ChoiceLoader(
            [PackageLoader(__package__, "templates"), PrefixLoader({"pages": PackageLoader("gnomon.pages", ".")})]
        ),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
