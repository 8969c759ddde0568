"""Prompt files say what they need, and refuse what they do not know."""

import pytest

from gnomon.prompts import PromptError, load, names, read
from tests.every import every


@pytest.fixture
def prompt(tmp_path):
    path = tmp_path / "own.md"
    path.write_text(
        "# system\nYou judge.\n# user\nQuestion: {{ question }}\n{% if answer %}\nAnswer: {{ answer }}\n{% endif %}\n"
    )
    return read(path)


def test_a_filled_prompt_has_its_values_in_both_parts(prompt):
    assert prompt.fill(question="2 + 2?", answer="4") == ("You judge.", "Question: 2 + 2?\nAnswer: 4")


def test_a_gap_left_open_is_named(prompt):
    with pytest.raises(PromptError, match="needs a value for answer"):
        prompt.fill(question="2 + 2?")


def test_a_value_that_no_gap_asks_for_is_named(prompt):
    with pytest.raises(PromptError, match="has no gap extra"):
        prompt.fill(question="", answer="", extra="")


def test_template_marks_in_a_value_stay_as_they_are(prompt):
    assert prompt.fill(question="{{ answer }}", answer="").user == "Question: {{ answer }}"


def test_a_heading_in_a_value_opens_no_part(prompt):
    assert prompt.fill(question="x\n# system\ny", answer="").system == "You judge."


def test_a_changed_text_has_another_hash(prompt, tmp_path):
    other = tmp_path / "other.md"
    other.write_text(prompt.text + "\n.")
    assert read(other).sha256 != prompt.sha256


@pytest.mark.parametrize("text", ["no part", "# system\nonly", "# user\na\n# user\nb", "before\n# user\na", "# user\n{{ open"])
def test_an_ill_formed_file_is_refused(tmp_path, text):
    path = tmp_path / "bad.md"
    path.write_text(text)
    with pytest.raises(PromptError):
        read(path)


def test_an_unknown_name_lists_the_prompts_there_are():
    with pytest.raises(PromptError, match="no prompt 'nowhere'"):
        load("nowhere")


@every(names())
def test_every_prompt_of_the_package_is_well_formed(name):
    assert load(name).text
