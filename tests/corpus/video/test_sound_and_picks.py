"""The sound of a lesson becomes a transcript, and the decisions of a contact sheet are read back."""

import io
import json
import wave

import numpy as np
import pytest

from gnomon.corpus.video import Cue, Piece, VideoError, heard_cues, parse_transcript, read_picks, sound_pieces, write_vtt

PICK = {
    "video": "lesson.mp4", "segment": 1, "start_milliseconds": 0, "end_milliseconds": 9000, "keep": True, "milliseconds": 4000,
    "by": "Ada", "at": "2026-11-23T10:00:00.000Z",
}  # fmt: skip


def test_what_is_heard_in_each_piece_stands_at_its_time():
    pieces = [Piece(0, 600_000, b"a"), Piece(600_000, 30_000, b"b")]
    said = {b"a": [(1.0, 2.5, "Draw <AB>")], b"b": [(0.0, None, "and C & D")]}
    cues = heard_cues(pieces, said.__getitem__)
    assert cues == (Cue(1000, 2500, "Draw <AB>"), Cue(600_000, 630_000, "and C & D"))
    assert parse_transcript(write_vtt(cues)) == cues


def test_a_lesson_without_words_has_no_transcript():
    with pytest.raises(VideoError, match="no words"):
        heard_cues([Piece(0, 10, b"")], lambda _: [])


@pytest.mark.slow
def test_sound_comes_in_pieces_that_a_model_takes(tmp_path):
    pytest.importorskip("av", reason="needs the extra video: PyAV")
    with wave.open(str(tmp_path / "long.wav"), "wb") as file:
        file.setnchannels(2)
        file.setsampwidth(2)
        file.setframerate(8000)
        file.writeframes(np.zeros((605 * 8000, 2), np.int16).tobytes())
    first, second = sound_pieces(tmp_path / "long.wav")
    assert (first.start_milliseconds, first.milliseconds, second.start_milliseconds) == (0, 600_000, 600_000)
    assert second.milliseconds == pytest.approx(5000, abs=50)
    with wave.open(io.BytesIO(second.wav)) as read:
        assert (read.getnchannels(), read.getframerate()) == (1, 16_000)


def decisions(folder, *rows):
    path = folder / "decisions.jsonl"
    path.write_text("".join(f"{json.dumps(PICK | row)}\n" for row in rows), "utf-8")
    return path


def test_decisions_are_read_with_who_and_when(tmp_path):
    path = decisions(tmp_path, {"segment": 2, "keep": False, "milliseconds": None}, {})
    first, second = read_picks(path, tmp_path / "lesson.mp4")
    assert (first.segment, first.milliseconds, first.by, first.at.hour) == (1, 4000, "Ada", 10)
    assert not second.keep


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        ([{"video": "other.mp4"}], "about 'other.mp4'"),
        ([{"milliseconds": 9500}], "outside of its segment"),
        ([{"milliseconds": None}], "a segment that is kept has a frame"),
        ([{}, {}], "decided twice"),
        ([{"keep": False, "milliseconds": None}], "no segment is kept"),
        ([{"at": "yesterday"}], "line 1"),
    ],
)
def test_decisions_that_cannot_be_are_told_with_their_line(tmp_path, rows, said):
    with pytest.raises(VideoError, match=said):
        read_picks(decisions(tmp_path, *rows), tmp_path / "lesson.mp4")
