"""The pictures that an item names, embedded for a page."""

from __future__ import annotations

from collections.abc import Iterable

from gnomon.corpus.pipeline.item import Item, leaves
from gnomon.corpus.pipeline.stage import Context
from gnomon.models import Image

_ENDINGS = (".png", ".jpg", ".jpeg", ".gif", ".webp")
_MOST = 6
"""Of one item on a page: a page stays such that a browser opens it."""


def is_picture(value: object) -> bool:
    """Whether a value of an item names a picture."""
    return isinstance(value, str) and value.lower().endswith(_ENDINGS)


def pictures_of(item: Item, context: Context, fields: Iterable[str] | None = None) -> tuple[str, ...]:
    """Return the pictures of an item as ``data:`` URIs; one that is not there is left out.

    Args:
        item: names them by their files.
        context: says where files lie.
        fields: where to look, in this order; None looks everywhere.
    """
    named = [
        value
        for name in (item.data if fields is None else fields)
        for _, value in leaves(item.data.get(name), name)
        if is_picture(value)
    ]
    paths = [context.path(name) for name in dict.fromkeys(named)]
    return tuple(Image.read(path).data_uri() for path in paths[:_MOST] if path.is_file())
