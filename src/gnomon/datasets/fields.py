"""One row as a loader sees it: typed fields under any of their names, with a note or a reason where something is off."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

_LONGEST = 60  # characters of a bad value that an error message shows: it stays one line


class RowError(ValueError):
    """A row that cannot be read; the message says what was expected and what is there."""


@dataclass
class Fields:
    """The fields of a row, or of a mapping inside it.

    A field is asked for by its name and its aliases, the first present is taken. What nobody asked for is `rest`.
    """

    data: Mapping[str, Any]
    folder: Path
    """Paths in the row are relative to it."""
    where: str = ""
    """Path of this mapping inside the row, for messages."""
    number: int = 0
    """Of the row, from 1."""
    file: str = ""
    """Name of the file, without its folder."""
    part: str = ""
    """What the file holds a part of, where its name says more than that."""
    notes: list[tuple[str, str]] = field(default_factory=list)
    """``(rule, message)``; shared with the mappings inside."""
    _read: set[str] = field(default_factory=set)

    @property
    def stem(self) -> str:
        """Name of the file without endings; of a shard, the split that it is a part of."""
        return self.part or self.file.split(".")[0]

    def note(self, rule: str, message: str) -> None:
        """Remember something about the row that does not stop it from being read."""
        self.notes.append((rule, f"{self.where}: {message}" if self.where else message))

    def any(self, *names: str) -> Any:  # noqa: ANN401  # whatever JSON holds
        """Return the value of the first name that is present, or None."""
        self._read.update(names)
        return next((self.data[name] for name in names if self.data.get(name) is not None), None)

    def text(self, *names: str, default: str | None = None) -> str:
        """Return a text; a number is written out.

        Args:
            names: the field's name and its aliases.
            default: for an absent field; None makes it required.

        Raises:
            RowError: for an absent required field and for a value that is no text.
        """
        value = self.any(*names)
        if value is None and default is not None:
            return default
        if isinstance(value, int | float) and not isinstance(value, bool):
            return str(value)
        if not isinstance(value, str):
            raise self.error("a text", names, value)
        return value

    def optional_text(self, *names: str) -> str | None:
        """Return a text, or None for an absent field."""
        return None if self.any(*names) is None else self.text(*names)

    def integer(self, *names: str) -> int:
        """Return a whole number, also one written as text.

        Raises:
            RowError: for an absent field and for anything else.
        """
        value = self.any(*names)
        try:
            if isinstance(value, bool) or float(value) != int(value):
                raise self.error("a whole number", names, value)
            return int(value)
        except (TypeError, ValueError, OverflowError) as error:
            raise self.error("a whole number", names, value) from error

    def optional_number(self, *names: str) -> float | None:
        """Return a number; None for an absent field.

        Raises:
            RowError: for a value that is no number.
        """
        value = self.any(*names)
        if value is None:
            return None
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise self.error("a number", names, value)
        return float(value)

    def texts(self, *names: str) -> tuple[str, ...]:
        """Return a list of texts; empty for an absent field, one text counts as a list of one.

        Raises:
            RowError: for any other value.
        """
        value = self.any(*names)
        if value is None:
            return ()
        if isinstance(value, str):
            return (value,)
        if not isinstance(value, list) or not all(isinstance(each, str | int | float) for each in value):
            raise self.error("a list of texts", names, value)
        return tuple(str(each) for each in value)

    def inner(self, *names: str, required: bool = True) -> Fields:
        """Return the fields of a mapping inside the row; an absent one that is not required is empty.

        Raises:
            RowError: for an absent required mapping and for a value that is none.
        """
        value = self.any(*names)
        if value is None and not required:
            value = {}
        if not isinstance(value, Mapping):
            raise self.error("a mapping", names, value)
        return self._inside(value, names[0])

    def inner_rows(self, *names: str) -> Iterator[Fields]:
        """Yield the mappings of a list inside the row; none for an absent field.

        Raises:
            RowError: for a value that is no list of mappings.
        """
        value = self.any(*names)
        if value is not None and not isinstance(value, list):
            raise self.error("a list", names, value)
        for place, each in enumerate(value or ()):
            if not isinstance(each, Mapping):
                raise self.error(f"a mapping at place {place}", names, each)
            yield self._inside(each, f"{names[0]}[{place}]")

    def pictures(self, *names: str) -> tuple[str, ...]:
        """Return the paths of pictures, resolved; one that is not there is noted and kept."""
        return tuple(self.picture_named(name) for name in self.texts(*names))

    def picture(self, *names: str) -> str | None:
        """Return the path of one picture, as `pictures` does; None for an absent field."""
        name = self.optional_text(*names)
        return None if name is None else self.picture_named(name)

    def rest(self) -> dict[str, Any]:
        """Return the fields that were never asked for."""
        return {name: value for name, value in self.data.items() if name not in self._read}

    def row_id(self, *names: str) -> str:
        """Return the row's own id, or ``STEM-NUMBER``."""
        return self.optional_text(*names) or f"{self.stem}-{self.number}"

    def error(self, expected: str, names: tuple[str, ...], value: object) -> RowError:
        """Return the error of a field: what was expected under which name, and what is there."""
        shown = "nothing" if value is None else repr(value)
        place = f"{self.where}.{names[0]}" if self.where else names[0]
        return RowError(f"expected {expected} under {place!r}, got {_short(shown)}")

    def picture_named(self, name: str) -> str:
        """Return the path of a picture by its name, resolved; one that is not there is noted and kept."""
        path = self.folder / name
        if not path.is_file():
            self.note("picture_missing", f"no file {name!r}")
        return str(path)

    def _inside(self, data: Mapping[str, Any], name: str) -> Fields:
        where = f"{self.where}.{name}" if self.where else name
        return Fields(data, self.folder, where, self.number, self.file, self.part, self.notes)


def _short(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"


def parse_json(text: str) -> Any:  # noqa: ANN401  # whatever JSON holds
    """Parse JSON.

    Raises:
        RowError: with the place where it fails, for text that is no JSON or nested too deep.
    """
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        raise RowError(f"expected JSON, got {_short(repr(text.strip()))} ({error.msg} at character {error.pos})") from error
    except ValueError as error:  # a number of thousands of digits
        raise RowError(f"expected JSON, got {_short(repr(text.strip()))} ({error})") from error
    except RecursionError as error:
        raise RowError("expected JSON, got a text nested too deep") from error
