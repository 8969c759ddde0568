"""Values made for a schema follow it, as an independent validator sees it."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gnomon.models.fake_schema import example_of

TREE = {
    "$defs": {
        "node": {
            "type": "object",
            "properties": {"value": {"type": "integer"}, "left": {"$ref": "#/$defs/node"}},
            "required": ["value"],
        }
    },
    "$ref": "#/$defs/node",
}
SCHEMAS = [
    {},
    TREE,
    {"type": "integer", "minimum": 3, "maximum": 3},
    {"type": "integer", "exclusiveMinimum": 3, "exclusiveMaximum": 5},
    {"type": "integer", "multipleOf": 5, "minimum": 1, "maximum": 12},
    {"type": "number", "minimum": -1.5, "maximum": -1},
    {"type": "string", "minLength": 30},
    {"type": "string", "maxLength": 3},
    {"type": ["string", "null"]},
    {"type": "array", "items": {"type": "boolean"}, "minItems": 4, "maxItems": 4},
    {"enum": ["Yes", "To some extent", "No"]},
    {"const": {"a": 1}},
    {"anyOf": [{"type": "null"}, {"type": "integer", "minimum": 7}]},
    {
        "allOf": [
            {"properties": {"a": {"type": "string"}}, "required": ["a"]},
            {"properties": {"b": {"enum": [0, 1]}}, "required": ["b"]},
        ],
        "type": "object",
    },
    {
        "type": "object",
        "properties": {"marks": {"type": "array", "items": {"enum": [0, 1, None]}}},
        "required": ["marks"],
        "additionalProperties": False,
    },
]


@given(st.sampled_from(SCHEMAS), st.integers(0, 10_000))
def test_a_value_made_for_a_schema_follows_it(schema, seed):
    validator = pytest.importorskip("jsonschema").Draft202012Validator(schema)
    assert list(validator.iter_errors(example_of(schema, Random(seed)))) == []


def test_the_same_random_numbers_give_the_same_value():
    assert example_of(TREE, Random(1)) == example_of(TREE, Random(1))


def test_different_random_numbers_give_different_values():
    assert len({example_of({"enum": list(range(100))}, Random(seed)) for seed in range(20)}) > 5
