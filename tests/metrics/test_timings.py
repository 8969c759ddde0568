"""The script that times intervals, on very little."""

import pytest

pytest.importorskip("sacrebleu", reason="needs sacrebleu")


def test_every_metric_that_is_resampled_is_timed():
    from benchmarks.metrics import measure

    timings = measure(rows=40, resamples=5, seed=1)
    assert len({timing.name for timing in timings}) == len(timings) == 14
    assert all(timing.by_row_seconds > 0 for timing in timings)
