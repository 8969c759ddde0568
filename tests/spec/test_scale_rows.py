"""The row of SPEC about scale, on a local Ray of two workers: `make scale`."""

import json

import pytest

from gnomon.geometry import solve_file

pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("default")]  # Ray and what it starts warn of much


def test_z7_a_cluster_gives_the_rows_of_one_process(ray_cluster, repository, tmp_path):
    problems = repository / "src/gnomon/problem/bank/angle_chase.yaml"
    rows = {}
    for name, ray in {"alone": None, "shared": ray_cluster}.items():
        solve_file(problems, tmp_path / f"{name}.json", limit=6, ray=ray)
        rows[name] = json.loads((tmp_path / f"{name}.json").read_text("utf-8"))
    assert len(rows["alone"]) == 6
    assert [{**row, "seconds": 0} for row in rows["shared"].values()] == [{**row, "seconds": 0} for row in rows["alone"].values()]
    assert {row["status"] for row in rows["shared"].values()} == {"solved"}
