"""Write small data files, and keep what is remembered out of the user's own folder."""

import json
from pathlib import Path

import pytest


@pytest.fixture
def write(tmp_path):
    """Return a function that writes rows as JSON Lines (``.jsonl``) or as one list (``.json``) and gives the path."""

    def write_rows(rows: list, name: str = "rows.jsonl") -> Path:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        text = json.dumps(rows) if name.endswith(".json") else "".join(f"{json.dumps(row)}\n" for row in rows)
        path.write_text(text, "utf-8")
        return path

    return write_rows


@pytest.fixture
def data_home(tmp_path, monkeypatch):
    """Return an empty folder that stands for the user's settings."""
    folder = tmp_path / "settings"
    monkeypatch.setenv("GNOMON_DATA_HOME", str(folder))
    return folder
