"""No control character of a file or a model reaches the terminal: each is shown as its code."""

import json
import re

import pytest
from rich.table import Table

from gnomon.cli.console import console
from gnomon.visible import shown

EVIL = r"\e[31mred\e]0;title\a \x9b2J \u202Eabc\u202C \r over"
CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")


@pytest.fixture
def evil(write):
    """Write a problem file whose texts hold an escape, a title change, C1, a bidirectional override and a return."""
    path = write()
    lines = path.read_text("utf-8").splitlines()
    text = next(line for line in lines if line.startswith("  text: "))
    lines[lines.index(text)] = f'  title: "{EVIL}"\n  text: "{EVIL} {text.removeprefix("  text: ")}"'
    path.write_text("\n".join(lines), "utf-8")
    return path


@pytest.mark.parametrize("command", ["problems show", "solve", "tutor --seed 1", "tutor --me", "draw"])
def test_texts_of_a_file_are_printed_with_their_control_characters_shown(gnomon, evil, command):
    result = gnomon(*command.split(), evil)
    assert result.exit_code == 0, result.stderr
    assert not CONTROL.search(result.stdout + result.stderr)
    assert command == "draw" or r"\u202eabc\u202c" in result.stdout


def test_a_name_in_an_error_is_shown_too(gnomon):
    result = gnomon("solve", "a\x1b[31m\u202eb")
    assert result.exit_code == 1
    assert not CONTROL.search(result.stderr)


@pytest.mark.slow
def test_json_on_stdout_means_the_same(gnomon, evil):
    row = json.loads(gnomon("tutor", evil, "--json", "--seed", 1).stdout)
    assert row["problem"] == str(evil)
    assert json.loads('"' + shown("a\u202eb") + '"') == "a\u202eb"


def test_what_languages_need_is_printed_as_it_is():
    text = "∠ABC = 60°, זווית\u200f, नमस्ते\u200d\n\tx"
    assert shown(text) == text


def test_a_console_keeps_its_own_colours(capsys):
    table = Table("name", style="red")
    table.add_row("\x1b[5mblink\u202e")
    console(force_terminal=True, width=60).print(table)
    out = capsys.readouterr().out
    assert "\x1b[31m" in out
    assert "\x1b[5m" not in out
    assert r"\u001b[5mblink\u202e" in out


@pytest.mark.slow
def test_every_console_is_made_where_texts_are_shown(repository):
    """Another one would print its colours as codes, or the texts' escapes as they are."""
    source = repository / "src" / "gnomon"
    found = {path.name for path in source.rglob("*.py") if re.search(r"\bConsole\(", path.read_text("utf-8"))}
    assert found == {"console.py"}
