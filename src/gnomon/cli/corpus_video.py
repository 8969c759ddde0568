"""``gnomon corpus boundaries`` and ``frames``: recorded lessons, parted where a board is wiped or a page replaced."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from gnomon.cli.errors import CommandError

_Video = Annotated[Path, typer.Argument(metavar="VIDEO", help="A file with a video stream.")]
_Paper = Annotated[bool, typer.Option("--ssim", help="Part it by the rule of the paper instead: similarity of frames.")]


def boundaries(
    video: _Video,
    *,
    ssim: _Paper = False,
    threshold: Annotated[float, typer.Option(help="With --ssim: similarity below which a frame is another scene.")] = 0.8,
    gap: Annotated[float, typer.Option(min=0, help="With --ssim: least seconds between two boundaries.")] = 2.0,
    every: Annotated[float, typer.Option(min=0, help="With --ssim: seconds between two frames; 0 compares all.")] = 0.5,
    long_side: Annotated[int, typer.Option(min=32, help="With --ssim: of the frames, in pixels.")] = 480,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Find the moments at which a board is wiped or a page replaced."""
    from gnomon.corpus.video import SceneRule, video_boundaries, video_scenes

    if ssim:
        rule = SceneRule(threshold, round(1000 * gap), round(1000 * every), long_side)
        found, settings = video_scenes(video, rule), rule._asdict()
    else:
        found, settings = video_boundaries(video), {}
    seconds = [at / 1000 for at in found]
    if as_json:
        typer.echo(json.dumps({"seconds": seconds} | ({"rule": settings} if settings else {})))
        return
    typer.echo("\n".join(f"{at:10.3f}" for at in seconds) if seconds else "no board is wiped and no page replaced")


def frames(
    video: _Video,
    *,
    out: Annotated[Path, typer.Option(help="Folder for one picture a segment and the contact sheet; made where it is missing.")],
    ssim: _Paper = False,
    picks: Annotated[
        Path | None, typer.Option(metavar="JSONL", help="Cut what a person picked: the decisions that the contact sheet saved.")
    ] = None,
) -> None:
    """Cut one clear frame for each page of a lesson, with a contact sheet on which a person picks others."""
    from gnomon.corpus.video import contact_sheet, pictures_at, read_picks, video_boundaries, video_scenes, video_segments
    from gnomon.files import write_whole

    kept = None if picks is None else [pick for pick in read_picks(picks, video) if pick.milliseconds is not None]
    out.mkdir(parents=True, exist_ok=True)
    if any(out.iterdir()):
        raise CommandError(f"{str(out)!r} is not empty: name another folder")
    if kept is not None:
        times = [pick.milliseconds or 0 for pick in kept]
        for pick, picture in zip(kept, pictures_at(video, times), strict=True):
            write_whole(out / f"{pick.segment:03}.png", picture)
        write_whole(out / "picks.jsonl", "".join(f"{pick.model_dump_json()}\n" for pick in kept))
        typer.echo(f"{len(kept)} frames as picked, in {out}")
        return
    segments = video_segments(video, video_scenes(video) if ssim else video_boundaries(video))
    chosen = [segment.frames[0] for segment in segments]
    for number, picture in enumerate(pictures_at(video, chosen), 1):
        write_whole(out / f"{number:03}.png", picture)
    rows = (json.dumps({"segment": number, **segment._asdict()}) for number, segment in enumerate(segments, 1))
    write_whole(out / "segments.jsonl", "".join(f"{row}\n" for row in rows))
    write_whole(out / "contact-sheet.html", contact_sheet(video, segments))
    sheet = out / "contact-sheet.html"
    typer.echo(f"{len(segments)} segments; pick frames on {sheet}, then: gnomon corpus frames {video} --picks FILE --out FOLDER")


def transcript(
    video: _Video,
    *,
    speech: Annotated[str, typer.Option(metavar="MODEL@URL", help="A speech model, such as whisper-1@http://localhost:8000/v1.")],
    out: Annotated[Path, typer.Option(metavar="FILE.vtt", help="Where the transcript goes, as WebVTT.")],
    language: Annotated[
        str | None, typer.Option(metavar="CODE", help="Of what is said, such as de; the model tells without it.")
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Replace a file that exists.")] = False,
) -> None:
    """Have a speech model behind a URL write down what is said in a lesson, with its times."""
    from gnomon.cli.writing import refuse_unwritable
    from gnomon.corpus.video import heard_cues, sound_pieces, write_vtt
    from gnomon.files import write_whole
    from gnomon.models.speech import transcribe

    refuse_unwritable([out], force=force)
    cues = heard_cues(sound_pieces(video), lambda sound: transcribe(speech, sound, language=language))
    write_whole(out, write_vtt(cues))
    typer.echo(f"{len(cues)} cues in {out}")
