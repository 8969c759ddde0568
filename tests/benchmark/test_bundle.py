"""A run as one file: it verifies, holds no key, and no change in it goes unnoticed."""

import io
import json
import re
import sys
import zipfile

import pytest

from gnomon.benchmark import ResultsError, RunConfig
from gnomon.benchmark.archives import archive_bytes, read_archive
from gnomon.benchmark.bundle import pack, verify
from gnomon.benchmark.bundle.contents import MANIFEST, sha256_of
from gnomon.benchmark.bundle.secrets import Secrets
from gnomon.benchmark.bundle.verifying import verify_members
from gnomon.benchmark.running import run
from gnomon.datasets import dataset_record
from tests.command_line import gnomon

KEY = "planted-Key-0123456789"
MEMBERS = (MANIFEST, "run.json", "prompts.json", "replies.jsonl", "rows.jsonl", "summary.json", "figures.json")


@pytest.fixture(scope="module")
def folder(tmp_path_factory, judge):
    return run(RunConfig(task="mrbench", judge=judge, limit=4), tmp_path_factory.mktemp("runs") / "model").folder


@pytest.fixture(scope="module")
def members(folder, tmp_path_factory):
    path = tmp_path_factory.mktemp("bundles") / "run.zip"
    path.write_bytes(pack(folder).content)
    return read_archive(path)


def changed(members, name, old, new, *, rehash):
    """Return the members with one text replaced once in one of them, the hash in the manifest with it where asked."""
    assert old in members[name].decode(), old
    found = members | {name: members[name].decode().replace(old, new, 1).encode()}
    if rehash:
        manifest = json.loads(members[MANIFEST])
        manifest["sha256"][name] = sha256_of(found[name])
        found[MANIFEST] = json.dumps(manifest).encode()
    return found


def test_a_run_verifies_from_its_replies_and_gives_the_same_bytes_each_time(folder, members):
    found = verify_members(members)
    assert found.problems == []
    assert (found.rows, found.replies) == (4, 16)
    assert found.figures > 40
    assert pack(folder).content == archive_bytes(members)


CHANGES = {
    "a judge's reply": ("replies.jsonl", "<answer>Yes</answer>", "<answer>No</answer>", "row "),
    "a mark": ("rows.jsonl", '"Actionability": "', '"Actionability": "x', "row "),
    "a prompt": ("prompts.json", "tutor", "teacher", "prompt judge/"),
    "a figure": (
        "figures.json",
        '"Actionability.strict_macro_f1": 0.',
        '"Actionability.strict_macro_f1": 0.9',
        "figure headline.A",
    ),
    "a headline figure": ("summary.json", '"rows": 4', '"rows": 5', "summary rows"),
    "the data's hash": ("run.json", '"data_sha256": "', '"data_sha256": "0', "data: "),
}


@pytest.mark.parametrize("what", CHANGES)
def test_one_change_is_found_by_the_hash_and_by_what_follows_from_it(members, what):
    name, old, new, problem = CHANGES[what]
    found = verify_members(changed(members, name, old, new, rehash=False))
    assert any(each.startswith(problem) for each in found.problems), found.problems
    assert any(each.startswith(f"{name}: has another hash") for each in found.problems)


def test_a_mark_whose_hash_was_made_to_fit_is_named_with_both_values(members):
    name, old, new, _ = CHANGES["a mark"]
    (problem,) = verify_members(changed(members, name, old, new, rehash=True)).problems
    assert re.fullmatch(r"row '.*': .*Actionability is 'x.*' there, '.*' from the replies", problem)


def test_a_prompt_and_its_hash_changed_together_leave_replies_to_questions_nobody_asked(members):
    text = json.loads(members["prompts.json"])["judge/actionability"]
    other = changed(members, "prompts.json", json.dumps(text)[1:-1], json.dumps(f"{text} Be kind.")[1:-1], rehash=True)
    other = changed(other, "run.json", sha256_of(text.encode()), sha256_of(f"{text} Be kind.".encode()), rehash=True)
    problems = verify_members(other).problems
    assert any("no reply of the judge to what is asked here" in each for each in problems)
    assert any(each.startswith("replies: 4 belong to nothing that was asked") for each in problems)


def test_a_prompt_of_a_stranger_runs_nothing(members):
    text = json.loads(members["prompts.json"])["judge/actionability"]
    trap = text + "{{ code.__class__.__mro__[-1].__subclasses__() }}"
    other = changed(members, "prompts.json", json.dumps(text)[1:-1], json.dumps(trap)[1:-1], rehash=True)
    other = changed(other, "run.json", sha256_of(text.encode()), sha256_of(trap.encode()), rehash=True)
    problems = verify_members(other).problems
    assert any("'__mro__'" in each or "unsafe" in each for each in problems), problems


def test_a_reply_that_was_taken_out_is_missed(members):
    lines = members["replies.jsonl"].splitlines(keepends=True)
    problems = verify_members(members | {"replies.jsonl": b"".join(lines[1:])}).problems
    assert any(each.startswith("row ") for each in problems)


def test_no_key_of_configuration_address_or_environment_is_in_the_bundle(folder, tmp_path):
    copied = tmp_path / "copied"
    copied.mkdir()
    for path in folder.iterdir():
        (copied / path.name).symlink_to(path)
    record = json.loads((folder / "run.json").read_text())
    model, _, url = record["config"]["judge"].partition("@http://")
    record["config"]["judge"] = f"{model}@http://user:{KEY}-a@{url}?api_key={KEY}-b"
    record["versions"]["note"] = f"made with {KEY}-c"
    (copied / "run.json").unlink()
    (copied / "run.json").write_text(json.dumps(record))
    packed = pack(copied, {"MY_API_KEY": f"{KEY}-c", "HOME": "/root"})
    (tmp_path / "run.zip").write_bytes(packed.content)
    for name, content in read_archive(tmp_path / "run.zip").items():
        assert KEY not in content.decode(), name
    assert verify(tmp_path / "run.zip").problems == []


@pytest.mark.parametrize(
    ("text", "clean"),
    [
        ("m@http://u:p@host/v1", "m@http://[redacted]@host/v1"),
        ("m@https://host/v1?key=abcdefgh#x", "m@https://host/v1"),
        (
            "command:curl -H 'Authorization: Bearer abcdefgh12345' {image}",
            "command:curl -H 'Authorization: Bearer [redacted]' {image}",
        ),
        ("sk-proj-0123456789abcdefghij", "[redacted]"),
        ("org/model@http://127.0.0.1:8000/v1", "org/model@http://127.0.0.1:8000/v1"),
        ("a task-based sketch", "a task-based sketch"),
    ],
)
def test_settings_lose_their_keys_and_nothing_else(text, clean):
    assert Secrets().setting(text) == clean


def test_variables_named_as_keys_are_hidden_and_short_or_other_values_are_not():
    secrets = Secrets.of_environment(
        {"OPENAI_API_KEY": "abcdefghij", "HF_TOKEN": "none", "KEYBOARD": "american-x", "LANG": "english-x"}
    )
    assert secrets.text("abcdefghij none american-x english-x") == "[redacted] none american-x english-x"


@pytest.fixture(scope="module")
def closed(tmp_path_factory):
    """Return a bundle of data that may not be passed on, and these data."""
    place, data = tmp_path_factory.mktemp("closed"), dataset_record("mathexplain").sample_path()
    run(RunConfig(task="mathexplain_keypoints", tutor="reference", judge="exact", data=str(data), limit=2), place / "r")
    (place / "run.zip").write_bytes(pack(place / "r").content)
    return place / "run.zip", data


def test_data_that_may_not_be_passed_on_leave_only_hashes_and_have_to_be_named(closed, tmp_path, monkeypatch):
    monkeypatch.setenv("GNOMON_DATA", str(tmp_path / "none"))
    bundle, data = closed
    rows = [json.loads(line) for line in read_archive(bundle)["rows.jsonl"].splitlines()]
    assert all(row["text"] == "" and set(row["truth"]) == {"sha256"} and len(row["answer"]["text"]) == 64 for row in rows)
    assert str(data.parent) not in read_archive(bundle)["run.json"].decode()
    with pytest.raises(ResultsError, match=r"may not be in it \(licence: not released\).*--data"):
        verify(bundle)
    assert verify(bundle, str(data)).problems == []


@pytest.mark.parametrize("spec", ["trap_of_a_stranger:t", "grounded+trap_of_a_stranger:t@http://x", "trap_of_a_stranger:t://x"])
def test_checking_imports_nothing_that_a_bundle_names(closed, tmp_path, monkeypatch, spec):
    (tmp_path / "trap_of_a_stranger.py").write_text("raise SystemExit('run')")
    monkeypatch.syspath_prepend(tmp_path)
    bundle, data = closed
    verify_members(changed(read_archive(bundle), "run.json", '"reference"', json.dumps(spec), rehash=True), data=str(data))
    assert "trap_of_a_stranger" not in sys.modules


def test_a_run_without_its_cache_is_refused_with_the_row(tmp_path, judge):
    folder = run(RunConfig(task="mrbench", judge=judge, limit=1), tmp_path / "r").folder
    for path in (folder / "cache").rglob("*.json"):
        path.unlink()
    with pytest.raises(ResultsError, match=r"does not follow from its replies: row '.*no reply of the judge"):
        pack(folder)


def zipped(path, *named):
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in named:
            archive.writestr(name, content)
    return path


def test_archives_that_lead_out_or_never_end_are_refused(tmp_path):
    path = tmp_path / "run.zip"
    for name in ("../evil.json", "/etc/evil", "a/../../evil", "..\\evil", "C:\\evil"):
        with pytest.raises(ResultsError, match="leads out of the archive"):
            read_archive(zipped(path, (name, "{}")))
    with pytest.raises(ResultsError, match="unpacks to more than 1 MB"):
        read_archive(zipped(path, ("bundle.json", b"\0" * 3_000_000)), most_bytes=1_000_000)
    link = zipfile.ZipInfo("bundle.json")
    link.external_attr = 0o120777 << 16
    with pytest.raises(ResultsError, match="is a link"):
        read_archive(zipped(path, (link, "/etc/passwd")))
    assert [each.name for each in tmp_path.iterdir()] == ["run.zip"]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "expected a zip archive"),
        (b"\x89PNG\r\n\x1a\n" + bytes(100), "expected a zip archive"),
        (b'{"a": 1}', "expected a zip archive"),
        (archive_bytes({"a.json": b"{}"}), "it lacks bundle.json, run.json"),
        (archive_bytes(dict.fromkeys(MEMBERS, b"[]")), "cannot be read"),
    ],
)
def test_what_is_no_bundle_is_refused_in_one_line(tmp_path, content, message):
    (tmp_path / "run.zip").write_bytes(content)
    result = gnomon("bench", "verify", tmp_path / "run.zip")
    assert result.exit_code == 1
    assert message in result.stderr
    assert result.stderr.count("\n") == 1


def test_the_commands_pack_and_verify_and_exit_with_1_where_something_differs(folder, members, tmp_path):
    out = tmp_path / "run.zip"
    assert gnomon("bench", "bundle", folder, "--out", out).exit_code == 0
    again = gnomon("bench", "bundle", folder, "--out", out)
    assert (again.exit_code, "is not overwritten" in again.stderr or "exists" in again.stderr) == (1, True)
    fine = gnomon("bench", "verify", out)
    assert (fine.exit_code, fine.stdout.startswith("OK: 4 rows, 16 replies")) == (0, True)
    out.write_bytes(archive_bytes(changed(members, *CHANGES["a mark"][:3], rehash=True)))
    found = gnomon("bench", "verify", out, "--json")
    assert (found.exit_code, json.loads(found.stdout)["ok"]) == (1, False)


def test_an_arena_is_no_run_of_a_benchmark(tmp_path):
    (tmp_path / "run.json").write_text(json.dumps({"config": {"tutors": ["symbolic"], "learners": ["x"]}}))
    with pytest.raises(ResultsError, match="holds an arena"):
        pack(tmp_path)


def test_an_archive_says_nothing_of_when_and_where_it_was_made():
    with zipfile.ZipFile(io.BytesIO(archive_bytes({"b": b"2", "a": b"1"}))) as archive:
        assert [(info.filename, info.date_time, info.create_system) for info in archive.infolist()] == [
            ("a", (1980, 1, 1, 0, 0, 0), 3),
            ("b", (1980, 1, 1, 0, 0, 0), 3),
        ]
