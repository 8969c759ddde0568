"""What the benchmark of a real model counts, with a scripted one in its place."""

import argparse
import asyncio
import json

import pytest

from benchmarks.real_model import Watched, json_table, measure, shape_of
from gnomon.models import FakeServer, object_schema
from tests.every import every

SCHEMA = object_schema({"moves": {"type": "array", "items": object_schema({"kind": {"type": "string", "enum": ["a", "b"]}})}})


@every(
    [
        ('{"moves": [{"kind": "a"}, {"kind": "b"}]}', "follows"),
        ('{"moves": []}', "follows"),
        ('{"moves": [{"kind": "c"}]}', "json"),
        ('{"moves": {}}', "json"),
        ("[]", "json"),
        ('{"moves": [{"kind": "a"}, {"ki', "none"),
        ("Here you are: {}", "none"),
    ]
)
def test_a_reply_follows_a_schema_is_other_json_or_none(text, shape):
    assert shape_of(text, SCHEMA) == shape


def test_replies_are_counted_by_schema():
    watched = Watched(None)
    watched.replies["moves"] += [('{"moves": []}', False, SCHEMA), ("{}", False, SCHEMA), ('{"mo', True, SCHEMA)]
    name, count, valid, right, cut = json_table(watched)[0]
    assert (name, count, valid.count, right.count, cut.count) == ("moves", 3, 2, 1, 1)


@pytest.mark.slow
def test_a_voice_that_gives_the_planned_turn_is_used():
    def again(asked, _):
        return json.dumps({"utterance": asked.prompt.split("<turn-")[1].split("\n")[1]})

    with FakeServer(again) as server:
        options = argparse.Namespace(
            model=f"m@{server.url}", part=["voice"], limit=2, seed=0, temperature=0.0, max_tokens=50, patience=20.0
        )
        used = asyncio.run(measure(options))["voice"]["used"]
    assert used.count == used.total >= 2
