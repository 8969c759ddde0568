"""From recorded lessons to key steps: videos accepted or rejected, pages, pairs of times, frames (MMTutorBench A.1, A.2)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Literal

from gnomon.corpus.pipeline import Context, Dropped, Item, Params, Provenance, Reply, Result, Unread, Unreadable
from gnomon.corpus.video import (
    VideoError,
    parse_transcript,
    pictures_at,
    read_key_steps,
    transcript_for_model,
    video_boundaries,
    video_info,
    video_scenes,
    video_segments,
)
from gnomon.files import write_whole
from gnomon.judge import Material

_VIDEOS = (".mp4", ".mkv", ".webm", ".mov", ".avi")
_TRANSCRIPTS = (".vtt", ".srt")


class Lessons(Params):
    """Recorded lessons: a folder, or one file; each with a transcript of the same name beside it."""

    path: Path
    licence: str = ""
    domain: str = "Algebra"
    difficulty: int = 3
    """From 1 to 5, of all of them: a person may change it later."""
    least_height: int = 240
    """Pixels of a video's height below which handwriting cannot be read."""


def lesson_files(params: Lessons) -> list[Path]:
    """Return the videos and their transcripts, sorted."""
    files = sorted(params.path.iterdir()) if params.path.is_dir() else [params.path, *map(params.path.with_suffix, _TRANSCRIPTS)]
    return [file for file in files if file.suffix.lower() in (*_VIDEOS, *_TRANSCRIPTS) and file.is_file()]


def load_lessons(params: Lessons) -> Iterator[Item | Unread]:
    """Yield the videos that can be used; the others are rejected with a reason."""
    files = lesson_files(params)
    for video in (file for file in files if file.suffix.lower() in _VIDEOS):
        spoken = next((file for file in map(video.with_suffix, _TRANSCRIPTS) if file in files), None)
        if spoken is None:
            yield Unread(video.stem, "no_transcript", f"expected {video.stem}.vtt or {video.stem}.srt beside it")
            continue
        try:
            info, cues = video_info(video), parse_transcript(spoken.read_text("utf-8-sig"), spoken.name)
        except VideoError as error:
            yield Unread(video.stem, "unreadable", str(error))
            continue
        if info.height < params.least_height:
            yield Unread(video.stem, "low_resolution", f"{info.height} pixels high")
            continue
        data = {
            "video": str(video.resolve()),
            "milliseconds": info.milliseconds or max(cue.end_milliseconds for cue in cues),
            "cues": [[*cue] for cue in cues],
            "domain": params.domain,
            "difficulty": params.difficulty,
            "source": video.stem,
        }
        yield Item(id=video.stem, data=data, provenance=Provenance(source=video.name, licence=params.licence))


class Pages(Params):
    """How a lesson is parted into pages."""

    rule: Literal["board", "scenes"] = "board"
    """Our detector of wiped boards, or the paper's rule of SSIM."""


def with_pages(item: Item, params: Pages, _context: Context) -> Result:
    """Part a lesson by its boundaries; of each page the clearest moment is kept."""
    path = Path(item.data["video"])
    boundaries = video_boundaries(path) if params.rule == "board" else video_scenes(path)
    segments = video_segments(path, boundaries, offered=1)
    pages = [{"start": each.start_milliseconds, "end": each.end_milliseconds, "clear": each.frames[0]} for each in segments]
    return item.changed(pages=pages)


def ask_times(item: Item, _params: Params, _context: Context) -> Material:
    """Ask for the pairs of times, by the transcript."""
    texts, values = transcript_for_model(item.data["cues"], item.data["milliseconds"])
    return Material("", texts, values)


def read_times(item: Item, replies: Sequence[Reply], _params: Params) -> Result | Unreadable:
    """Make an item of each pair of times; pairs that do not keep to the form are told, not mended."""
    found = read_key_steps(replies[0].text, item.data["milliseconds"])
    told = ", ".join(f"{count} {reason}" for reason, count in found.dropped.items())
    if found.dropped.get("no_list"):
        return Unreadable("no list of pairs")
    if not found.steps:
        return Dropped("no_key_steps", told)
    return [
        item.part(f"k{number}", key=step.milliseconds, before=step.before_milliseconds, why=step.reason, left_out=told)
        for number, step in enumerate(found.steps, 1)
    ]


class Words(Params):
    """What of the transcript belongs to a key step."""

    after_seconds: float = 30.0
    """Spoken after the key step: the reference comes from the teacher's explanation of it (3.3)."""


def with_frames(item: Item, params: Words, context: Context) -> Result:
    """Cut the frames: the clearest of each earlier page, the work just before the key step, and the key step itself."""
    data = item.data
    earlier = [page["clear"] for page in data["pages"] if page["end"] <= data["before"]]
    name = item.id.replace("/", "-")
    names = [*(f"frames/{name}-page{number}.png" for number, _ in enumerate(earlier, 1)), f"frames/{name}.png"]
    names.append(f"frames/{name}-key.png")
    context.path("frames").mkdir(exist_ok=True)
    frames = pictures_at(Path(data["video"]), [*earlier, data["before"], data["key"]])
    for file, picture in zip(names, frames, strict=True):
        write_whole(context.path(file), picture)
    until = data["key"] + round(1000 * params.after_seconds)
    said = " ".join(text for start, end, text in data["cues"] if end > data["before"] and start < until)
    rest = {field: value for field, value in data.items() if field not in {"cues", "pages"}}
    new = {"images": names[:-2], "current_image": names[-2], "key_image": names[-1], "said": said}
    return item.model_copy(update={"data": {**rest, **new}})
