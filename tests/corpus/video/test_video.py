"""Recorded lessons: boundaries among frames, the paper's rule, transcripts, key steps, and files that are no video."""

import json
import math

import numpy as np
import pytest

from gnomon.corpus.video import (
    GrayFrame,
    SceneRule,
    TranscriptError,
    VideoError,
    board_boundaries,
    clear_segments,
    parse_time,
    parse_transcript,
    read_key_steps,
    scene_boundaries,
    spaced,
    structural_similarity,
)
from gnomon.drawing import to_png

SIZE = (128, 192)


def page(seed, lines=5):
    """Return a board with lines of scribble that no other seed has."""
    rng = np.random.default_rng(seed)
    board = np.full(SIZE, 40, np.uint8)
    for line in range(lines):
        x, y = 8.0, 14.0 + 20 * line
        for _ in range(300):
            x, y = x + rng.uniform(0.2, 1.0), y + rng.uniform(-1.5, 1.5)
            y = min(max(y, 10.0 + 20 * line), 20.0 + 20 * line)
            board[int(y) : int(y) + 2, min(int(x), 182) : min(int(x), 182) + 2] = 220
    return board


def filmed(*scenes):
    """Return frames of boards, each for some seconds, four a second."""
    frames = [board for board, seconds in scenes for _ in range(round(4 * seconds))]
    return [GrayFrame(250 * number, frame) for number, frame in enumerate(frames)]


def covered(board, share):
    """Return a board with a smooth body before a part of it."""
    board = board.copy()
    board[:, : int(share * SIZE[1])] = 150
    return board


def test_a_page_that_another_replaces_is_a_boundary_at_that_frame():
    assert board_boundaries(filmed((page(1), 5), (page(2), 6))) == (5000,)


@pytest.mark.slow
def test_a_board_that_comes_back_whole_was_covered_and_what_follows_is_found():
    scenes = (page(1), 5), (covered(page(1), 1.0), 6), (page(1), 3), (page(2), 8)
    assert board_boundaries(filmed(*scenes)) == (14_000,)


@pytest.mark.slow
def test_a_wiped_board_is_a_boundary_and_a_covered_one_is_none():
    blank = np.full(SIZE, 40, np.uint8)
    assert board_boundaries(filmed((page(1), 5), (blank, 6))) == (5000,)
    assert board_boundaries(filmed((page(1), 5), (covered(page(1), 0.8), 5), (page(1), 5))) == ()


@pytest.mark.slow
@pytest.mark.parametrize("seconds", [0.75, 2.0])
def test_a_page_that_fades_into_another_is_a_boundary_at_the_middle_of_it(seconds):
    shares = np.arange(0, 1, 0.25 / seconds)[1:]
    faded = [((1 - share) * page(1) + share * page(2)).astype(np.uint8) for share in shares]
    (found,) = board_boundaries(filmed((page(1), 6), *((frame, 0.25) for frame in faded), (page(2), 8)))
    assert abs(found - 1000 * (6 + seconds / 2)) <= 250


@pytest.mark.slow
def test_a_page_that_scrolls_by_a_part_is_no_boundary():
    scrolled = np.full(SIZE, 40, np.uint8)
    scrolled[:-20] = page(1)[20:]
    assert board_boundaries(filmed((page(1), 5), (scrolled, 6))) == ()


@pytest.mark.slow
def test_added_ink_other_light_and_a_corrected_line_are_no_boundary():
    corrected = page(1)
    corrected[90:] = page(2)[90:]
    darker = (0.7 * page(1)).astype(np.uint8)
    assert board_boundaries(filmed((page(1, 3), 4), (page(1), 4), (darker, 4), (page(1), 4), (corrected, 6))) == ()


def test_the_papers_rule_keeps_the_first_and_what_is_a_gap_after_the_last_kept():
    # Formulas 2: 6.9 s is 1.9 s after 5.0 s, 7.0 s exactly the gap of 2.0 s.
    assert spaced([2000, 2400, 5000, 6900, 7000, 12000], 2000) == (2000, 5000, 7000, 12000)
    assert scene_boundaries(filmed((page(1), 2), (page(2), 2)), SceneRule()) == (2000,)


def test_similarity_of_flat_pictures_is_what_the_formula_gives():
    # No variance: (2 x 100 x 200 + c1) / (100^2 + 200^2 + c1), with c1 = (0.01 x 255)^2 = 6.5025.
    first, second = np.full((32, 32), 100, np.uint8), np.full((32, 32), 200, np.uint8)
    assert math.isclose(structural_similarity(first, second), 40006.5025 / 50006.5025, rel_tol=1e-9)
    assert structural_similarity(first, first) == 1.0


def test_similarity_is_that_of_scikit_image():
    metrics = pytest.importorskip("skimage.metrics", reason="needs scikit-image")
    one, other = page(1), page(2)
    wanted = metrics.structural_similarity(
        one, other, gaussian_weights=True, sigma=1.5, use_sample_covariance=False, data_range=255
    )
    assert math.isclose(structural_similarity(one, other), wanted, abs_tol=1e-6)


def test_the_frame_of_a_segment_is_one_with_nobody_before_the_board():
    frames = filmed((page(1, 2), 2), (page(1), 2), (covered(page(1), 0.4), 1))[::4]
    (segment,) = clear_segments(frames, ())
    assert segment.frames[0] == 3000


def test_both_forms_of_transcript_give_times_and_words():
    vtt = "WEBVTT\n\nNOTE x\n\n00:01.500 --> 00:04.000 align:start\n<v Ann>So we &amp; you\nhalve it\n\n"
    srt = "1\r\n00:00:01,500 --> 00:00:04,000\r\nSo we & you\r\nhalve it\r\n"
    assert parse_transcript(vtt) == parse_transcript(srt) == ((1500, 4000, "So we & you halve it"),)
    with pytest.raises(TranscriptError, match="holds no cue"):
        parse_transcript("just words")


def test_pairs_that_keep_to_the_form_are_taken_and_all_others_counted():
    def pair(key, before, reason="x"):
        return {"keyframe_timestamp": key, "prev_step_timestamp": before, "reason": reason}

    good = [pair(f"0{minute}:10", f"0{minute}:05") for minute in range(6)]
    bad = [pair("1:75", "0:10"), pair("00:10", "00:10"), pair("09:59:59", "0:10"), pair("0:10", "0:05", ""), 7]
    found = read_key_steps(f"Here: {json.dumps(bad + good)}", 600_000)
    assert [step.milliseconds for step in found.steps] == [10_000 + 60_000 * minute for minute in range(5)]
    assert found.dropped == {"bad_time": 1, "out_of_order": 1, "after_end": 1, "bad_fields": 2, "too_many": 1}
    assert read_key_steps("none", 1).dropped == {"no_list": 1}
    assert parse_time("01:02:03") == 3_723_000


@pytest.mark.slow
def test_what_is_no_video_is_told_in_one_line(tmp_path):
    av = pytest.importorskip("av", reason="needs the extra video: PyAV")
    from gnomon.corpus.video import video_boundaries

    (tmp_path / "text.mp4").write_text("no video\n" * 50)
    (tmp_path / "empty.mp4").write_bytes(b"")
    (tmp_path / "one.png").write_bytes(to_png('<svg xmlns="http://www.w3.org/2000/svg" width="60" height="40"/>'))
    with av.open(str(tmp_path / "sound.wav"), "w") as container:
        stream = container.add_stream("pcm_s16le", rate=8000)
        sound = av.AudioFrame.from_ndarray(np.zeros((1, 800), np.int16), format="s16", layout="mono")
        sound.sample_rate = 8000
        container.mux(stream.encode(sound))
    for name in ("text.mp4", "empty.mp4", "sound.wav", "one.png", "missing.mp4"):
        with pytest.raises(VideoError, match=name) as caught:
            video_boundaries(tmp_path / name)
        assert "\n" not in str(caught.value)
