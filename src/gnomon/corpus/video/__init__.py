"""Recorded lessons: boundaries, clear frames, key steps (MMTutorBench, A.1 and A.2). Needs the extra ``video``."""

from gnomon.corpus.video.boundaries import board_boundaries, video_boundaries
from gnomon.corpus.video.clear_frames import Segment, clear_segments, video_segments
from gnomon.corpus.video.contact_sheet import contact_sheet
from gnomon.corpus.video.decoding import GrayFrame, VideoInfo, gray_frames, pictures_at, video_info
from gnomon.corpus.video.errors import TranscriptError, VideoError
from gnomon.corpus.video.key_steps import KeyStep, Proposed, parse_time, propose_key_steps, read_key_steps, transcript_for_model
from gnomon.corpus.video.picks import Pick, read_picks
from gnomon.corpus.video.scenes import SceneRule, scene_boundaries, spaced, structural_similarity, video_scenes
from gnomon.corpus.video.sound import Piece, heard_cues, sound_pieces, write_vtt
from gnomon.corpus.video.transcript import Cue, parse_transcript, read_transcript

__all__ = [
    "Cue",
    "GrayFrame",
    "KeyStep",
    "Pick",
    "Piece",
    "Proposed",
    "SceneRule",
    "Segment",
    "TranscriptError",
    "VideoError",
    "VideoInfo",
    "board_boundaries",
    "clear_segments",
    "contact_sheet",
    "gray_frames",
    "heard_cues",
    "parse_time",
    "parse_transcript",
    "pictures_at",
    "propose_key_steps",
    "read_key_steps",
    "read_picks",
    "read_transcript",
    "scene_boundaries",
    "sound_pieces",
    "spaced",
    "structural_similarity",
    "transcript_for_model",
    "video_boundaries",
    "video_info",
    "video_scenes",
    "video_segments",
    "write_vtt",
]
