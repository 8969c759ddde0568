"""Parts of a benchmark: items, or rows of a report, chosen by their ids and by the fields that figures are broken down by."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Protocol, TypeVar

from gnomon.benchmark.errors import ResultsError, did_you_mean

_MOST_SHOWN = 20
"""Values of a field, or unknown ids, in a message."""


class Grouped(Protocol):
    """An item or a row."""

    @property
    def id(self) -> str:
        """Unique among them."""
        ...

    @property
    def groups(self) -> Mapping[str, str]:
        """Values by field."""
        ...


GroupedT = TypeVar("GroupedT", bound=Grouped)


def chosen(items: Sequence[GroupedT], ids: Collection[str] | None, where: Mapping[str, Sequence[str]]) -> list[GroupedT]:
    """Return the items of a part, in their order.

    Args:
        items: all.
        ids: of those wanted; None for any.
        where: by field the values wanted, any of them; of several fields all must hold.

    Raises:
        ResultsError: for an id, a field or a value that no item has, or where no item is left; the message lists what there is.
    """
    wanted = None if ids is None else set(ids)
    if wanted is not None and (unknown := sorted(wanted - {item.id for item in items})):
        told = _listed(unknown)
        raise ResultsError(
            f"no item has the id {told}; ids are such as {items[0].id!r}" if items else f"no item has the id {told}"
        )
    for field, values in where.items():
        _require_known(items, field, values)
    found = [
        item
        for item in items
        if (wanted is None or item.id in wanted) and all(item.groups.get(field) in values for field, values in where.items())
    ]
    if not found:
        raise ResultsError("no item is left: none fits all that was asked of ids and fields together")
    return found


def read_ids(path: Path) -> tuple[str, ...]:
    """Read ids, one a line; blank lines and repeated ids are passed over.

    Raises:
        OSError: when the file cannot be read.
        ResultsError: when it holds no id, or is no text.
    """
    try:
        ids = tuple(dict.fromkeys(line.strip() for line in path.read_text("utf-8-sig").splitlines() if line.strip()))
    except UnicodeDecodeError as error:
        raise ResultsError(f"{path}: expected text with one id a line") from error
    if not ids:
        raise ResultsError(f"{path}: expected one id a line, found none")
    return ids


def read_where(pairs: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """Read FIELD=VALUE, several of one field together.

    Raises:
        ResultsError: for something else.
    """
    found: dict[str, tuple[str, ...]] = {}
    for pair in pairs:
        field, equals, value = pair.partition("=")
        if not equals or not field:
            raise ResultsError(f"expected FIELD=VALUE, got {pair!r}")
        found[field] = tuple(dict.fromkeys((*found.get(field, ()), value)))
    return found


def _require_known(items: Sequence[Grouped], field: str, values: Sequence[str]) -> None:
    fields = sorted({name for item in items for name in item.groups})
    if field not in fields:
        raise ResultsError(f"no item has a field {field!r}: {did_you_mean(field, fields)}there are {', '.join(fields) or 'none'}")
    there = sorted({item.groups[field] for item in items if field in item.groups})
    if unknown := [value for value in values if value not in there]:
        raise ResultsError(f"no item has {field}={unknown[0]}: {did_you_mean(unknown[0], there)}there are {_listed(there)}")


def _listed(names: Sequence[str]) -> str:
    more = f" and {len(names) - _MOST_SHOWN} more" if len(names) > _MOST_SHOWN else ""
    return ", ".join(names[:_MOST_SHOWN]) + more
