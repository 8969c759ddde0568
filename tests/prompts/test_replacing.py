"""A user's own prompts stand in for ours, with the same gaps, and results record whose they are."""

import pytest

from gnomon.prompts import PromptError, load, own_prompts, packaged, replace_prompts
from gnomon.prompts.replacing import VARIABLE

NAME = "judge/overall"


@pytest.fixture(autouse=True)
def ours_again(monkeypatch):
    """Take our prompts before and after each test."""
    monkeypatch.setenv(VARIABLE, "")
    load.cache_clear()
    yield
    load.cache_clear()


def own(folder, text=None, name=NAME):
    path = folder / f"{name}.md"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(packaged(NAME).text.replace("# user", "# user\nBe brief.") if text is None else text, "utf-8")
    return folder


def test_an_own_prompt_is_loaded_under_our_name_and_has_a_hash_of_its_own(tmp_path):
    assert replace_prompts(own(tmp_path)) == (NAME,)
    assert "Be brief." in load(NAME).text
    assert load(NAME).sha256 != packaged(NAME).sha256
    assert load("judge/rubric") == packaged("judge/rubric")


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("judge/none", "# user\nx", "no prompt is called 'judge/none'"),
        (NAME, "no part at all", "expected '# user'"),
        (NAME, "# user\n{{ colour }}", r"asks for colour and lacks code"),
        (NAME, "# user\n{% if %}", "line"),
    ],
)
def test_what_is_no_prompt_of_ours_is_told_in_one_line(tmp_path, name, text, said):
    with pytest.raises(PromptError, match=said) as caught:
        own_prompts(own(tmp_path, text, name))
    assert "\n" not in str(caught.value)


def test_a_folder_without_prompts_is_told(tmp_path):
    with pytest.raises(PromptError, match="holds no prompt"):
        own_prompts(tmp_path)
    with pytest.raises(PromptError, match="gnomon prompts copy"):
        own_prompts(tmp_path / "missing")
