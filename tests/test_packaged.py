"""Tables that ship with the package: what a reader of YAML would let pass in silence."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import yaml

import gnomon

_SOURCE = Path(gnomon.__file__).parent
_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def _written_twice(node: yaml.Node | None) -> Iterator[str]:
    """Yield the keys that a mapping has more than once: the last one counts, and the others are lost."""
    if isinstance(node, yaml.MappingNode):
        counted = Counter(key.value for key, _ in node.value if isinstance(key, yaml.ScalarNode))
        yield from (key for key, times in counted.items() if times > 1)
        for _, value in node.value:
            yield from _written_twice(value)
    elif isinstance(node, yaml.SequenceNode):
        for value in node.value:
            yield from _written_twice(value)


def _keys_written_twice(text: str) -> list[str]:
    return list(_written_twice(yaml.compose(text, Loader=_LOADER)))


def test_a_key_that_is_written_twice_is_seen():
    assert _keys_written_twice("a: {b: 1}\nc: [{b: 2, d: 3, b: 4}]\na: 5\n") == ["a", "b"]


def test_no_table_of_the_package_has_a_key_twice():
    tables = sorted(_SOURCE.rglob("*.yaml"))
    found = {table.relative_to(_SOURCE).as_posix(): _keys_written_twice(table.read_text("utf-8")) for table in tables}
    assert len(found) > 50
    assert {name: keys for name, keys in found.items() if keys} == {}
