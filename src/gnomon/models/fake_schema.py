"""A value that a JSON schema allows: what a fake server answers where a request asks for one.

Left out: ``pattern``, ``not``, conditions and schemas by URL; a schema that needs them may get a value that it does not allow.
"""

from __future__ import annotations

from random import Random
from typing import Any

_DEPTH = 8
"""Deeper than this, lists are as short and objects as small as allowed: a schema may contain itself."""


def example_of(schema: dict[str, Any], random: Random) -> Any:  # noqa: ANN401  # any JSON value
    """Return a JSON value that follows the schema; the same random numbers give the same value.

    Args:
        schema: as in JSON Schema 2020-12: types, ``enum``, ``const``, ``properties``, ``items``, bounds, ``anyOf``, ``oneOf``,
            ``allOf``, ``$ref`` inside the document. An empty schema gives a string.
        random: the source of choice.

    Raises:
        KeyError: when a ``$ref`` leads nowhere.
    """
    return _Example(schema, random).of(schema, 0)


class _Example:
    def __init__(self, root: dict[str, Any], random: Random) -> None:
        self._root = root
        self._random = random

    def of(self, schema: dict[str, Any], depth: int) -> Any:  # noqa: ANN401
        schema = self._resolved(schema)
        if "const" in schema:
            return schema["const"]
        if "enum" in schema:
            return self._random.choice(schema["enum"])
        for key in ("anyOf", "oneOf"):
            if key in schema:
                return self.of(self._choice(schema[key], depth), depth)
        return getattr(self, f"_{self._type(schema, depth)}")(schema, depth)

    def _resolved(self, schema: dict[str, Any]) -> dict[str, Any]:
        """Follow a reference and put the parts of ``allOf`` together."""
        if "$ref" in schema:
            target: Any = self._root
            for part in schema["$ref"].removeprefix("#").strip("/").split("/"):
                target = target[part] if part else target
            rest = {key: value for key, value in schema.items() if key != "$ref"}
            return self._resolved({**target, **rest})
        if "allOf" in schema:
            merged = {key: value for key, value in schema.items() if key != "allOf"}
            for part in schema["allOf"]:
                merged = _merged(merged, self._resolved(part))
            return merged
        return schema

    def _choice(self, schemas: list[dict[str, Any]], depth: int) -> dict[str, Any]:
        """Choose one; far down the last that holds nothing, so that it ends."""
        if depth > _DEPTH:
            return min(schemas, key=lambda each: len(str(self._resolved(each))))
        return self._random.choice(schemas)

    def _type(self, schema: dict[str, Any], depth: int) -> str:
        types = schema.get("type") or ("object" if "properties" in schema else "array" if "items" in schema else "string")
        if isinstance(types, str):
            return types
        return "null" if depth > _DEPTH and "null" in types else str(self._random.choice(types))

    def _object(self, schema: dict[str, Any], depth: int) -> dict[str, Any]:
        required = schema.get("required", [])
        wanted = {name: each for name, each in schema.get("properties", {}).items() if depth <= _DEPTH or name in required}
        return {name: self.of(each, depth + 1) for name, each in wanted.items()}

    def _array(self, schema: dict[str, Any], depth: int) -> list[Any]:
        least = schema.get("minItems", 0)
        most = min(schema.get("maxItems", least + 2), least + 2)
        length = least if depth > _DEPTH else self._random.randint(least, most)
        return [self.of(schema.get("items", {}), depth + 1) for _ in range(length)]

    def _string(self, schema: dict[str, Any], depth: int) -> str:
        del depth
        word = f"{schema.get('title', 'text')} {self._random.randrange(1000)}"  # texts of one title rarely equal
        return word.ljust(schema.get("minLength", 0), ".")[: schema.get("maxLength")]

    def _integer(self, schema: dict[str, Any], depth: int) -> int:
        del depth
        step = schema.get("multipleOf", 1)
        low = schema.get("minimum", schema.get("exclusiveMinimum", -step) + step)
        # Without an upper bound, ten steps give some choice
        high = schema.get("maximum", schema.get("exclusiveMaximum", low + 10 * step + 1) - 1)
        first = -(-low // step)  # the least multiple of the step that is allowed
        return int(step * self._random.randint(first, max(first, high // step)))

    def _number(self, schema: dict[str, Any], depth: int) -> float:
        del depth
        low = schema.get("minimum", schema.get("exclusiveMinimum", 0))
        high = schema.get("maximum", schema.get("exclusiveMaximum", low + 1))
        return float(low + (high - low) * self._random.choice((0.25, 0.5, 0.75)))  # inside, for exclusive bounds

    def _boolean(self, schema: dict[str, Any], depth: int) -> bool:
        del schema, depth
        return self._random.random() < 0.5

    def _null(self, schema: dict[str, Any], depth: int) -> None:
        del schema, depth


def _merged(first: dict[str, Any], second: dict[str, Any]) -> dict[str, Any]:
    merged = {**first, **second}
    if "properties" in first and "properties" in second:
        merged["properties"] = {**first["properties"], **second["properties"]}
    merged["required"] = [*first.get("required", []), *second.get("required", [])]
    return merged
