"""A file is written whole or not at all, through links, and never in the place of something that is no file."""

import ast
import os
import resource
import signal
import stat
import subprocess
import sys
import threading

import pytest

from gnomon.files import UnwritableFileError, replacing, write_whole
from tests.source import texts, tree


def names_in(folder):
    return sorted(path.name for path in folder.iterdir())


def test_a_new_file_gets_the_usual_permissions(tmp_path):
    before = os.umask(0o027)
    try:
        write_whole(tmp_path / "new", "∠ABC")
    finally:
        os.umask(before)
    assert (tmp_path / "new").read_text("utf-8") == "∠ABC"
    assert stat.S_IMODE((tmp_path / "new").stat().st_mode) == 0o640


@pytest.mark.parametrize("mode", [0o600, 0o644, 0o755])
def test_the_permissions_of_a_replaced_file_stay(tmp_path, mode):
    path = tmp_path / "old"
    path.write_text("old")
    path.chmod(mode)
    write_whole(path, b"new")
    assert (path.read_text(), stat.S_IMODE(path.stat().st_mode)) == ("new", mode)


def test_the_draft_of_a_private_file_is_private(tmp_path):
    path = tmp_path / "secret"
    path.touch(0o600)
    with replacing(path) as draft:
        assert stat.S_IMODE(draft.stat().st_mode) == 0o600


def test_a_link_stays_and_what_it_points_to_is_replaced(tmp_path):
    target, link = tmp_path / "far" / "file", tmp_path / "link"
    target.parent.mkdir()
    target.write_text("old")
    link.symlink_to(target)
    write_whole(link, "new")
    assert link.is_symlink()
    assert target.read_text() == "new"


def test_a_dangling_link_gets_the_file_that_it_names(tmp_path):
    (tmp_path / "link").symlink_to(tmp_path / "missing")
    write_whole(tmp_path / "link", "new")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "missing").read_text() == "new"


def test_links_that_lead_round_are_refused(tmp_path):
    (tmp_path / "a").symlink_to(tmp_path / "b")
    (tmp_path / "b").symlink_to(tmp_path / "a")
    with pytest.raises(UnwritableFileError, match="leads back to itself"):
        write_whole(tmp_path / "a", "new")
    assert all((tmp_path / name).is_symlink() for name in "ab")


def test_a_device_is_refused(tmp_path):
    device = tmp_path / "full"
    try:
        os.mknod(device, stat.S_IFCHR | 0o666, os.makedev(1, 7))  # one of our own: a fault here must not cost the machine its
    except PermissionError:
        pytest.skip("only root makes devices")
    with pytest.raises(UnwritableFileError, match="no regular file"):
        write_whole(device, "new")
    assert device.is_char_device()


@pytest.mark.parametrize("make", [os.mkfifo, os.mkdir])
def test_a_pipe_and_a_folder_are_refused(tmp_path, make):
    make(tmp_path / "place")
    with pytest.raises(UnwritableFileError, match=r"no regular file|is a folder"):
        write_whole(tmp_path / "place", "new")
    assert names_in(tmp_path) == ["place"]


def test_a_missing_folder_is_named(tmp_path):
    with pytest.raises(UnwritableFileError, match=r"there is no folder .*gone'; make it first"):
        write_whole(tmp_path / "gone" / "file", "new")


def test_a_stranger_s_file_with_a_guessable_name_beside_it_is_left_alone(tmp_path):
    precious = tmp_path / "precious"
    precious.write_text("mine")
    for ending in (".tmp", ".draft", f".{os.getpid()}.tmp", f".{os.getpid()}.draft"):
        (tmp_path / f"page.html{ending}").symlink_to(precious)
    before = names_in(tmp_path)
    write_whole(tmp_path / "page.html", "new")
    assert precious.read_text() == "mine"
    assert names_in(tmp_path) == sorted([*before, "page.html"])


def test_an_error_leaves_the_old_content_and_no_draft(tmp_path):
    path = tmp_path / "file"
    path.write_text("old")

    def write_half_and_fail():
        with replacing(path) as draft:
            draft.write_text("half")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_half_and_fail()
    assert (path.read_text(), names_in(tmp_path)) == ("old", ["file"])


def run(program, *arguments, **options):
    return subprocess.run([sys.executable, "-c", program, *map(str, arguments)], capture_output=True, check=False, **options)


def test_a_full_disk_leaves_the_old_content_and_no_draft(tmp_path):
    path = tmp_path / "file"
    path.write_text("old")
    program = (
        "import signal, sys; from pathlib import Path; from gnomon.files import write_whole\n"
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        "write_whole(Path(sys.argv[1]), b'x' * 100_000)"
    )
    limited = run(program, path, preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (10_000, 10_000)))
    assert b"File too large" in limited.stderr
    assert (path.read_text(), names_in(tmp_path)) == ("old", ["file"])


def test_a_kill_in_the_middle_leaves_the_old_content(tmp_path):
    path = tmp_path / "file"
    path.write_text("old")
    program = (
        "import os, signal, sys; from pathlib import Path; from gnomon.files import replacing\n"
        "with replacing(Path(sys.argv[1])) as draft:\n"
        "    draft.write_text('half')\n"
        "    os.kill(os.getpid(), signal.SIGKILL)"
    )
    assert run(program, path).returncode == -signal.SIGKILL
    assert path.read_text() == "old"


def test_writers_at_the_same_time_leave_one_whole_content(tmp_path):
    path = tmp_path / "file"
    contents = [character * 50_000 for character in "abcdef"]

    def write(content):
        for _ in range(20):
            write_whole(path, content)

    threads = [threading.Thread(target=write, args=(content,)) for content in contents]
    for thread in threads:
        thread.start()
    seen = set()
    while any(thread.is_alive() for thread in threads):
        seen.add(path.read_text() if path.exists() else contents[0])
    assert {*seen, path.read_text()} <= set(contents)
    assert names_in(tmp_path) == ["file"]


@pytest.mark.parametrize("name", ["x" * 255, "€" * 85], ids=["letters", "three bytes each"])
def test_the_longest_name_that_a_folder_takes_is_written(tmp_path, name):
    assert len(name.encode()) == 255
    write_whole(tmp_path / name, "new")
    assert names_in(tmp_path) == [name]


WRITES = {"write_text", "write_bytes", "mkstemp", "NamedTemporaryFile"}
OWN_WAYS = {
    "files.py",  # the one way
    "models/cache.py",  # a file a sample under its hash: see there
    "studio/review/batches.py",  # an upload, in a temporary folder, for the reader of files
    "sandbox/opening.py",  # a secret in a temporary folder, to see whether a program can read it
}


def test_no_other_module_writes_files_whole():
    found = {
        path
        for path, text in texts().items()
        if any(name in text for name in WRITES)  # to parse all of them takes seconds
        for node in ast.walk(tree(path))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr in WRITES
        and ast.unparse(node.func.value) != "draft"  # the file that `replacing` gives
    }
    assert found <= OWN_WAYS
