"""How a model is named."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gnomon.models import ModelAddressError, parse_address
from tests.every import every


@every(
    [
        ("gpt-x@https://host/v1", "gpt-x", "https://host/v1"),
        ("http://localhost:8000/v1", None, "http://localhost:8000/v1"),
        ("http://localhost:8000/v1/", None, "http://localhost:8000/v1"),
        ("http://LocalHost:8000/v1/chat/completions", None, "http://localhost:8000/v1"),
        ("org/model-7b@http://[::1]:8000/v1", "org/model-7b", "http://[::1]:8000/v1"),
        ("model@2026@http://host", "model@2026", "http://host"),
        (" http://host/v1 ", None, "http://host/v1"),
    ]
)
def test_a_model_is_named_by_its_name_and_url(text, model, base_url):
    assert parse_address(text) == (model, base_url)


@every(["", "gpt-x", "localhost:8000/v1", "ftp://host/v1", "gpt@host", "http://", "http://host:port/v1"])
def test_what_names_no_model_is_refused(text):
    with pytest.raises(ModelAddressError):
        parse_address(text)


@every(
    [
        "http://user:s3cret-word@host/v1",
        "m@http://s3cret-word@host/v1",
        "http://host/v1?key=s3cret-word",
        "http://host/v1#s3cret-word",
        "user:s3cret-word@host/v1",
        "host/v1?key=s3cret-word",
    ]
)
def test_a_secret_in_a_url_is_refused_and_not_repeated(text):
    with pytest.raises(ModelAddressError) as caught:
        parse_address(text)
    assert "s3cret" not in str(caught.value)


@given(
    st.from_regex(r"[a-z][\w./:-]{0,20}", fullmatch=True),
    st.from_regex(r"https?://[a-z]{1,9}(:[1-9][0-9]{0,3})?(/v[0-9])?", fullmatch=True),
)
def test_an_address_written_and_read_is_the_same(model, url):
    address = parse_address(f"{model}@{url}")
    assert parse_address(str(address)) == address == (model, url)
