"""Result files: refused before any work where they could not be written, and never in the place of something else."""

import os

import pytest


@pytest.mark.parametrize("command", ["solve", "tutor"])
def test_what_is_no_file_is_not_replaced_by_a_page_even_with_force(gnomon, write, tmp_path, command):
    pipe = tmp_path / "pipe"  # stands for /dev/full, which a fault here would cost the machine
    os.mkfifo(pipe)
    result = gnomon(command, write(), "--html", pipe, "--force")
    assert result.exit_code == 1
    assert "pipe' is no regular file; give the name of a file" in result.stderr
    assert not result.stdout  # refused before any work
    assert pipe.is_fifo()


def test_a_file_beside_the_page_is_neither_replaced_nor_followed(gnomon, write, tmp_path):
    precious, page = tmp_path / "precious", tmp_path / "page.html"
    precious.write_text("mine")
    (tmp_path / "page.html.tmp").symlink_to(precious)
    assert gnomon("solve", write(), "--html", page).exit_code == 0
    assert precious.read_text() == "mine"
    assert (tmp_path / "page.html.tmp").is_symlink()
    assert page.read_text("utf-8").startswith("<!doctype html>")


def test_a_page_behind_a_link_is_replaced_there(gnomon, write, tmp_path):
    page, link = tmp_path / "page.svg", tmp_path / "link.svg"
    page.write_text("old")
    link.symlink_to(page)
    assert gnomon("draw", write(), "--out", link).exit_code == 0
    assert link.is_symlink()
    assert page.read_text("utf-8").startswith("<svg")
