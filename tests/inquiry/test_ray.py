"""The same run over a Ray cluster of two workers on this machine."""

import pytest

from gnomon.inquiry import read_results, run_inquiry
from gnomon.runs import RunError


def test_without_ray_the_message_says_what_to_install(config, tmp_path, monkeypatch):
    monkeypatch.setattr("importlib.util.find_spec", lambda _: None)
    with pytest.raises(RunError, match=r"pip install 'gnomon\[scale\]'"):
        run_inquiry(config(), tmp_path / "out", ray="local")
    assert not (tmp_path / "out").exists()


@pytest.mark.slow
@pytest.mark.filterwarnings("default")  # of Ray and what it starts
@pytest.mark.parametrize("kind", ["run", "search"])
def test_two_workers_give_the_rows_of_one_process(config, tmp_path, kind, ray_cluster):
    settings = config(kind, limit=8, num_candidates=2)
    run_inquiry(settings, tmp_path / "alone")
    run_inquiry(settings, tmp_path / "shared", ray=ray_cluster)
    alone, shared = ({row.id: row.identity() for row in read_results(tmp_path / name)} for name in ("alone", "shared"))
    assert shared == alone
    assert len(shared) == 8
