"""What a run was asked for, and what differs between two."""

import gnomon
from gnomon.runs import Record, difference, versions_of
from tests.runs.conftest import Config


def record(**config):
    return Record[Config](config=Config(**config), versions={"gnomon": "1"}, prompts={"p": "a" * 64})


def test_equal_records_do_not_differ():
    assert difference(record(), record()) is None


def test_the_first_key_that_differs_is_told_with_both_values():
    assert difference(record(), record(loud=False)) == "config.loud (True there, False here)"
    assert difference(record(), record(words=("a",))) == "config.words ([] there, ['a'] here)"


def test_a_key_of_one_side_alone_differs():
    more = record().model_copy(update={"versions": {"gnomon": "1", "numpy": "2"}})
    assert difference(record(), more) == "versions.numpy (nothing there, 2 here)"


def test_a_hash_is_shown_by_its_beginning():
    other = record().model_copy(update={"prompts": {"p": "b" * 64}})
    assert difference(record(), other) == f"prompts.p ({'a' * 60}… there, {'b' * 60}… here)"


def test_versions_are_of_gnomon_and_of_what_is_installed():
    assert versions_of(("pydantic", "no-such-library")).keys() == {"gnomon", "pydantic"}
    assert versions_of(())["gnomon"] == gnomon.__version__
