"""Recorded readings: judged as those of a server, and none made up where nothing was recorded."""

import asyncio

import pytest

from benchmarks.heard import measure
from benchmarks.heard_conversations import Readings, hold
from gnomon.tutor import ModelEar

SCRIPT = {
    "id": "c",
    "problem": "triangle-sum-klm",
    "turns": [
        {"message": "la somme fait 180 donc il manque 57 a KML", "must": {"feedback": ["positive"]}},
        {"message": "ok merci", "must": {"feedback": ["none"]}},
    ],
}


@pytest.mark.slow
def test_a_model_is_asked_of_words_and_helps_where_the_grammar_does_not_read():
    found = asyncio.run(measure("s", limit=12))
    alone, unsure, words = found["figures"].values()
    assert alone["asked"] == 0 < unsure["asked"] <= words["asked"] <= found["messages"]
    assert alone["read"].count <= words["read"].count


def test_a_conversation_stops_where_nothing_was_recorded_and_goes_on_with_a_reading():
    model = Readings({})
    assert hold(SCRIPT, model, ModelEar(model)) == []
    (key,) = model.open
    said = {"kind": "value", "words": "il manque 57 a KML", "says": "angle(K,M,L) = 57"}
    heard = {key: {"moves": [said]}}
    model = Readings(heard)
    held = hold(SCRIPT, model, ModelEar(model))
    assert held[0].broken == []
    assert hold(SCRIPT, model, None)[0].broken  # the control: the grammar alone says neither yes nor no


def test_where_the_model_writes_turns_it_is_asked_for_the_words_after_the_reading():
    model = Readings({})
    assert hold(SCRIPT, model, ModelEar(model), composes=True) == []
    (key,) = model.open  # nothing is asked that hangs on a reading that is still open
    heard = {key: {"moves": [{"kind": "value", "words": "il manque 57 a KML", "says": "angle(K,M,L) = 57"}]}}
    model = Readings(heard)
    assert hold(SCRIPT, model, ModelEar(model), composes=True) == []
    (written,) = model.open
    words = "Yes, 57 it is. Well done, and see you next time!"
    model = Readings({**heard, written: {"utterance": words}})
    assert hold(SCRIPT, model, ModelEar(model), composes=True)[0].utterance == words
