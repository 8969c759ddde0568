"""A key that contradicts a checked proof is reported; one that the figure as drawn shows casts doubt on the facts."""

import json

import pytest

from gnomon.corpus.audit import Key, audit_rows, read_keys, stated_keys
from gnomon.problem import MalformedFileError, bank, problem_of
from gnomon.problem.bank import bank_entries
from tests.command_line import gnomon
from tests.every import every

NAME = "triangle-sum-klm"  # 52° and 71°, so 57°, and drawn to scale


def kind(key, proved=57.0, problem=None):
    rows = {NAME: {"status": "solved", "answer": proved, "steps": []}}
    (finding,) = audit_rows({NAME: problem or bank()[NAME]}, rows, {} if key is None else {NAME: Key(key, "")}).findings
    return finding.kind, finding.drawn


@every([(57.0, "agrees"), (57.3, "agrees"), (75.0, "contradicted"), (None, "no_key")])
def test_a_key_is_compared_with_the_proof_as_authors_round(key, expected):
    assert kind(key)[0] == expected


def test_without_a_proof_nothing_is_said_of_a_key():
    rows = {NAME: {"status": "no_proof", "reason": "none found", "answer": None}}
    (finding,) = audit_rows({NAME: bank()[NAME]}, rows, {NAME: Key(3.0, "3")}).findings
    assert (finding.kind, finding.reason) == ("no_proof", "no proof: none found")


def test_a_proof_by_the_text_is_not_counted_against_a_key():
    rows = {NAME: {"status": "solved", "answer": 75.0, "steps": [], "as_told": ["angle(K,L,M) = 53"]}}
    (finding,) = audit_rows({NAME: bank()[NAME]}, rows, {NAME: Key(57.0, "")}).findings
    assert finding.kind == "no_proof"
    assert "angle(K,L,M) = 53" in finding.reason


def test_where_the_drawing_shows_the_key_a_fact_is_doubted():
    # ∠L written down as 31° is 71° as drawn: what follows is 97°, while the drawing shows the key, 57°.
    entry = dict(bank_entries()[NAME])
    facts = [str(fact).replace("71", "31") for fact in entry["facts"]]
    assert kind(57.0, proved=97.0, problem=problem_of({**entry, "facts": facts, "answer": None})) == ("facts_doubted", "key")
    assert kind(97.0) == ("contradicted", "proof")  # the other way round


def test_keys_are_numbers_as_they_are_written(tmp_path):
    path = tmp_path / "keys.json"
    path.write_text(json.dumps({"a": 3, "b": "5√3"}))
    assert {name: round(key.value, 3) for name, key in read_keys(path).items()} == {"a": 3, "b": 8.66}
    path.write_text('{"a": "red"}')
    with pytest.raises(MalformedFileError, match="expected one number as the answer of 'a', got 'red'"):
        read_keys(path)
    assert stated_keys({NAME: bank()[NAME]})[NAME].value == 57


@pytest.mark.slow
def test_the_command_reports_a_wrong_key_of_a_file_on_a_page(tmp_path):
    entries = [dict(bank_entries()[name]) for name in (NAME, "pythagoras-xyz")]
    entries[0]["answer"] = 75
    (tmp_path / "own.yaml").write_text(json.dumps(entries))
    result = gnomon("corpus", "audit", tmp_path / "own.yaml", "--html", tmp_path / "page.html")
    assert result.exit_code == 0, result.output
    assert f"{NAME}: contradicted: key 75, proved 57; the figure as drawn shows the proof's" in result.stdout
    page = (tmp_path / "page.html").read_text()
    assert "<svg" in page
    assert "Problem pythagoras-xyz" not in page  # its key is right
