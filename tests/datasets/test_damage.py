"""Whatever stands in a row, a loader reads it or counts it; it never falls over."""

import copy
import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gnomon.datasets import registry

pytestmark = pytest.mark.slow

HUGE = "9" * 5000
"""Stands for a number so long that Python refuses to read it."""
SAMPLED = [name for name, record in registry().items() if record.sample]
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8) | st.just("\ud800") | st.just(HUGE),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)


def sample_rows(name: str) -> list:
    text = registry()[name].sample_path().read_text("utf-8")
    return json.loads(text) if text.startswith("[") else [json.loads(line) for line in text.splitlines()]


def places(value, path=()):
    """Yield the path of every value inside a row."""
    yield path
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, each in inside:
        yield from places(each, (*path, key))


def replaced(row, path, value):
    """Return the row with another value at a path."""
    changed = copy.deepcopy(row)
    inside = changed
    for step in path[:-1]:
        inside = inside[step]
    inside[path[-1]] = value
    return changed


@pytest.mark.parametrize("name", SAMPLED)
@given(data=st.data())
@settings(max_examples=25)  # for each of the data sets
def test_a_damaged_row_is_read_or_counted(name, data, tmp_path_factory):
    rows = sample_rows(name)
    row = data.draw(st.sampled_from(rows[:3]))
    path = data.draw(st.sampled_from([path for path in places(row) if path]))
    damaged = replaced(row, path, data.draw(JSON))
    file = tmp_path_factory.mktemp("damage") / "rows.jsonl"
    file.write_text(f"{json.dumps(rows[-1])}\n{_dumped(damaged)}\n", "utf-8")
    loaded = registry()[name].load(file)
    assert loaded.rows == 2
    assert all("\n" not in str(bad) for bad in loaded.bad_rows)


@pytest.mark.parametrize("name", SAMPLED)
@given(noise=st.binary(max_size=60))
@settings(max_examples=25)
def test_a_line_of_noise_is_counted(name, noise, tmp_path_factory):
    text = noise.decode("utf-8", "replace").replace("\n", " ").replace("\r", " ")
    file = tmp_path_factory.mktemp("noise") / "rows.jsonl"
    file.write_text(f"{json.dumps(sample_rows(name)[0])}\n{text}\n", "utf-8", newline="\n")
    loaded = registry()[name].load(file)
    assert len(loaded) == 1
    assert len(loaded.bad_rows) == bool(text.strip())


def _dumped(row) -> str:
    """Write JSON in which `HUGE` is a number."""
    return json.dumps(row).replace(f'"{HUGE}"', HUGE)
