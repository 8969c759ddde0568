import asyncio

import pytest

from gnomon.serving import KeyFileError, Keys

KEY = "0123456789abcdef"


def test_a_file_has_a_key_a_line(tmp_path):
    path = tmp_path / "keys"
    path.write_text(f"# the class of 7b\n{KEY}\n\n  {KEY}2  \n", "utf-8")
    keys = Keys.read(path)
    first, second = (asyncio.run(keys.holder(key)) for key in (KEY, f"{KEY}2"))
    assert len({first, second, None}) == 3
    assert asyncio.run(keys.holder("# the class of 7b")) is None


def test_who_holds_a_key_is_named_without_it():
    holder = asyncio.run(Keys([KEY]).holder(KEY))
    assert KEY[:4] not in str(holder)


@pytest.mark.parametrize("content", [b"", b"# nothing\n", b"short\n", b"two words are no key\n", b"\xff\xfe"])
def test_a_file_without_usable_keys_is_refused_without_showing_them(tmp_path, content):
    path = tmp_path / "keys"
    path.write_bytes(content)
    with pytest.raises(KeyFileError) as raised:
        Keys.read(path)
    assert "keys" in str(raised.value)
    assert "two words" not in str(raised.value)
    assert "\n" not in str(raised.value)
