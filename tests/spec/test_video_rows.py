"""The rows of recorded lessons: a model's key steps cut as frames, and a recording of the script parted by the command."""

import asyncio
import json

import pytest

from gnomon.corpus.video import parse_transcript, propose_key_steps
from gnomon.models import FakeModel
from tests.command_line import gnomon


def test_m1_a_models_pairs_of_times_are_read_and_what_breaks_the_form_is_counted():
    pairs = [
        {"keyframe_timestamp": "01:10", "prev_step_timestamp": "01:05", "reason": "completes the square"},
        {"keyframe_timestamp": "01:05", "prev_step_timestamp": "01:10", "reason": "backwards"},
    ]
    cues = parse_transcript("1\n00:01:00,000 --> 00:01:12,000\nNow we complete the square.\n")
    found = asyncio.run(propose_key_steps(FakeModel(json.dumps(pairs)), cues, 90_000))
    assert found.steps == ((70_000, 65_000, "completes the square"),)
    assert found.dropped == {"out_of_order": 1}


@pytest.mark.slow
def test_m2_a_recording_is_parted_where_its_script_says_with_one_frame_a_segment(tmp_path):
    pytest.importorskip("av", reason="needs the extra video: PyAV")
    pytest.importorskip("cv2", reason="needs the extra read: OpenCV")
    from benchmarks.recordings.film import record
    from benchmarks.recordings.stage import Settings

    truth = record(Settings("t", "tablet", 7, ("wipe", "page"), ("undo",), page_seconds=5), tmp_path)
    shown = gnomon("corpus", "boundaries", tmp_path / "t.mp4", "--json")
    found = json.loads(shown.stdout)["seconds"]
    assert len(found) == 2
    assert all(abs(one - other) <= 1.0 for one, other in zip(found, truth["seconds"], strict=True))
    assert gnomon("corpus", "frames", tmp_path / "t.mp4", "--out", tmp_path / "out").exit_code == 0
    assert len(list((tmp_path / "out").glob("*.png"))) == 3
    assert (tmp_path / "out" / "contact-sheet.html").read_text("utf-8").count("<img") >= 3
