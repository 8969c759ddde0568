"""Each grid fills its tables on the samples, with whatever it asks answered by the scripted server."""

import json
from dataclasses import replace
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("sacrebleu", reason="needs the extra bench: pip install 'gnomon[bench]'")

from gnomon.benchmark.grids import Chosen, estimate_grid, grids, run_grid, write_report
from gnomon.models import FakeServer
from tests.benchmark.grids.scripted import STEP, answer

pytestmark = pytest.mark.slow
NOT_PRINTED = {"odqs-figure5"}
"""Whose figures are drawn only."""
REPLIES: dict[str, dict[str, Any]] = {
    "mmtutorbench-table4": {"tutor": "Human", "text": STEP},
    "mmtutorbench-table6": {"tutor": "Human", "text": STEP, "human_total": 5},
    "mathexplain-table5": {
        "tutor": "t",
        "text": "Draw AH.",
        "ratings": [{"rater": "r", "correctness": 4, "fidelity": 4, "visual_referencing": 3}],
    },
}
PROGRAMS = {"odqs-coding", "odqs-figure4-coding", "odqs-figure7-coding", "odqs-figure8-coding", "odqs-table2-coding"}


@pytest.fixture
def data(tmp_path, request):
    """Return the sample; for grids of recorded replies a copy of two items with a reply each."""
    name = request.getfixturevalue("name")
    if name not in REPLIES:
        return "sample"
    sample = Path(str(files("gnomon.datasets"))) / "samples" / name.split("-")[0]
    rows = [json.loads(line) for line in (sample / "items.jsonl").read_text("utf-8").splitlines()[:2]]
    (tmp_path / "images").symlink_to(sample / "images")
    replies = [REPLIES[name], {**REPLIES[name], **({"human_total": 3} if "human_total" in REPLIES[name] else {})}]
    lines = [json.dumps({**row, "replies": [reply]}) for row, reply in zip(rows, replies, strict=True)]
    (tmp_path / "items.jsonl").write_text("\n".join(lines), "utf-8")
    return str(tmp_path / "items.jsonl")


def chosen_for(grid, model, data):
    """Name everybody whom a grid needs or takes."""
    named: dict[str, Any] = {"data": data, "limit": 1 if data == "sample" else None}
    roles = (*grid.needs, *grid.takes)
    if grid.is_inquiry:
        is_asked = grid.name in PROGRAMS or "peer" in roles or grid.name == "odqs-figure8"
        named |= {"models": (model("m") if is_asked else "simulated",), "all_problems": is_asked}
        named |= {"teachers": (model("t"), model("u")) if "figure8" in grid.name else (model("t") if is_asked else "simulated",)}
        named |= {"settings": {"num_samples": 5}}
    elif "model" in roles:
        named |= {"models": (model("m"),)}
    if "judge" in roles:
        named |= {"judges": (model("j"), model("k")) if grid.with_all_judges else (model("j"),)}
    named |= {"trained": (model("new"),)} if "trained" in roles else {}
    named |= {"peers": (model("p"),)} if "peer" in roles else {}
    named |= {"text_models": (model("read"),)} if "text_model" in roles else {}
    return Chosen(**named)


@pytest.mark.parametrize("name", list(grids()))
def test_a_grid_fills_its_tables_beside_what_is_published(tmp_path, name, model, data):
    grid = grids()[name]
    outcome = run_grid(grid, chosen_for(grid, model, data), tmp_path / "g")
    page, report = write_report(outcome)
    assert [each.missing for each in outcome.made] == [""] * len(outcome.made)
    assert page.read_text("utf-8").count("<table>") >= len(grid.tables)
    for layout, table in zip(grid.tables, report.tables, strict=False):
        assert (tmp_path / "g" / "tables" / f"{layout.id}.csv").is_file()
        assert any(cell.value is not None for row in table.ours for cell in row.cells)
        assert bool(table.published) == (layout.id not in NOT_PRINTED)


@pytest.mark.parametrize("name", ["odqs-math", "mmtutorbench-table5", "geodial-table2", "mathexplain-table6"])
def test_an_estimate_is_what_the_runs_then_ask(tmp_path, name):
    with FakeServer(answer, keep_requests=False) as server:
        grid = grids()[name]
        chosen = chosen_for(grid, lambda named: f"{named}@{server.url}", "sample")
        if grid.is_inquiry:
            both = {"models": (f"m@{server.url}",), "teachers": (f"t@{server.url}",)}
            chosen = replace(chosen, **both, all_problems=True)  # a selection may keep fewer than are estimated
        estimate = estimate_grid(grid, chosen, tmp_path / "g")
        run_grid(grid, chosen, tmp_path / "g")
        assert sum(asked.requests for asked in estimate.asked.values()) == server.num_requests
