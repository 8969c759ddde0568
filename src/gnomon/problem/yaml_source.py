"""Reading YAML that a stranger wrote: bounded, without aliases, with the line of every value.

A problem file is plain lists and mappings. Anything else (a binary file, a huge one, anchors, deep nesting) is refused
with one line.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import yaml

from gnomon.problem.errors import MalformedFileError

FAST_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_MOST_BYTES = 2_000_000
"""Of a file; the whole bank has 141 kB. YAML is read whole, so a stranger's file must not fill the memory."""
_DEEPEST = 20
"""Lists and mappings inside one another; a problem file needs 6. The reader recurses, so there is an end."""
_NESTING = {yaml.MappingStartEvent: 1, yaml.SequenceStartEvent: 1, yaml.MappingEndEvent: -1, yaml.SequenceEndEvent: -1}
"""What an event of the parser does to the depth."""


class YamlError(MalformedFileError):
    """A file that is not usable YAML, with the line where it fails."""

    def __init__(self, message: str, line: int = 1) -> None:
        super().__init__(message)
        self.line = line


class UnusableFileError(YamlError):
    """A file that as a whole is none that could be read as text, so that no line of it is meant; the message names its path."""


class YamlSource(NamedTuple):
    """What a file holds."""

    data: Any
    root: yaml.Node | None

    def line(self, path: Sequence[str | int], *, key: bool = False) -> int:
        """Line, counted from 1, of the value at ``path``, or of the innermost part of it that exists.

        Args:
            path: keys and indices from the root.
            key: the line of the last key instead of its value.
        """
        node, line = self.root, 1
        for depth, step in enumerate(path):
            found = _child(node, step)
            if found is None:
                break
            key_line, node = found
            line = key_line if key and depth == len(path) - 1 else node.start_mark.line + 1
        return line

    def covers(self, path: Sequence[str | int], line: int) -> bool:
        """Whether ``line``, counted from 1, is one of those that the value at ``path`` stands on, that of its key included."""
        node = self.root
        for step in path:
            found = _child(node, step)
            if found is None:
                return False
            node = found[1]
        return node is not None and self.line(path, key=True) <= line <= _last_line(node)

    def repeated_keys(self) -> Iterator[tuple[str, int]]:
        """Yield every key that a mapping holds twice, with the line of the later one."""
        if self.root is not None:
            yield from _repeated(self.root)


def _repeated(node: yaml.Node) -> Iterator[tuple[str, int]]:
    if isinstance(node, yaml.SequenceNode):
        for child in node.value:
            yield from _repeated(child)
    if isinstance(node, yaml.MappingNode):
        seen: set[str] = set()
        for key, value in node.value:
            if str(key.value) in seen:
                yield str(key.value), key.start_mark.line + 1
            seen.add(str(key.value))
            yield from _repeated(value)


def _last_line(node: yaml.Node) -> int:
    """Line that ``node`` ends on. A block's own mark is of no use: it stands where the next key begins."""
    while isinstance(node, yaml.CollectionNode) and not node.flow_style and node.value:
        last = node.value[-1]
        node = last[1] if isinstance(node, yaml.MappingNode) else last
    return int(node.end_mark.line) + 1


def _child(node: yaml.Node | None, step: str | int) -> tuple[int, yaml.Node] | None:
    if isinstance(node, yaml.MappingNode):
        for key, value in node.value:
            if key.value == str(step):
                return key.start_mark.line + 1, value
    if isinstance(node, yaml.SequenceNode) and isinstance(step, int) and step < len(node.value):
        value = node.value[step]
        return value.start_mark.line + 1, value
    return None


def read_yaml(path: Path) -> YamlSource:
    """Read a YAML file.

    Raises:
        UnusableFileError: when it cannot be opened, is no text or is too long.
        YamlError: when it nests too deeply or is not YAML.
    """
    return parse_yaml(_text(path))


def parse_yaml(text: str) -> YamlSource:
    """Read the text of a YAML file.

    Raises:
        YamlError: when it nests too deeply or is not YAML.
    """
    try:
        _check_events(text)
        root = yaml.compose(text, Loader=FAST_LOADER)
        return YamlSource(yaml.load(text, Loader=FAST_LOADER), root)  # noqa: S506  # both are safe loaders
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        problem = error.problem or error.context or "not YAML"
        raise YamlError(f"not YAML: {problem}", mark.line + 1 if mark else 1) from error
    except (yaml.YAMLError, ValueError, OverflowError, RecursionError, TypeError) as error:
        if isinstance(error, YamlError):
            raise
        raise YamlError(f"not YAML: {str(error).splitlines()[0] if str(error) else type(error).__name__}") from error


def _text(path: Path) -> str:
    content = _content(path)
    if len(content) > _MOST_BYTES:
        raise UnusableFileError(f"{str(path)!r} has more than {_MOST_BYTES} bytes; split the file")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise UnusableFileError(f"{str(path)!r} is not text in UTF-8 (byte {error.start}); expected a YAML file") from error


def _content(path: Path) -> bytes:
    """Return the first bytes of a regular file; a device could be endless."""
    try:
        if path.exists() and not path.is_file():
            raise UnusableFileError(
                f"{str(path)!r} is {'a folder' if path.is_dir() else 'no regular file'}, expected a YAML file"
            )
        with path.open("rb") as file:
            return file.read(_MOST_BYTES + 1)
    except OSError as error:
        raise UnusableFileError(f"cannot open {str(path)!r}: {error.strerror}; check the path") from error
    except ValueError as error:
        if isinstance(error, YamlError):
            raise
        raise UnusableFileError(f"cannot open {str(path)!r}: {error}") from error  # a path with a null byte


def _check_events(text: str) -> None:
    depth = 0
    for event in yaml.parse(text, Loader=FAST_LOADER):
        line = event.start_mark.line + 1 if event.start_mark else 1
        if isinstance(event, yaml.AliasEvent):
            raise YamlError("anchors and aliases (& and *) are not used in problem files", line)
        depth += _NESTING.get(type(event), 0)
        if depth > _DEEPEST:
            raise YamlError(f"nested more than {_DEEPEST} deep", line)
