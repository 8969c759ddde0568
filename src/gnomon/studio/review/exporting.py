"""A batch as records of annotated dialogues, and those as one archive in any of the formats of exchange."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Sequence
from typing import Any, Literal

from gnomon.corpus import AnnotatedDialogue, AnnotatedTurn, Comment, Consent, Review, Stroke, WholeProblem
from gnomon.corpus.exchange import FORMATS, LOSSES, bundle_of
from gnomon.dialogue import TutorTurn
from gnomon.store import Batch, ItemTurn, KeptItem, Member, Remark, Verdict
from gnomon.studio.annotator.options import Options
from gnomon.studio.problems import problem_of_start
from gnomon.studio.studio import Studio

Which = Literal["accepted", "submitted"]
"""What is exported: what a reviewer accepted, or all that was handed in."""
FormatName = Literal["geodial", "hf", "csv", "png", "label-studio"]
_POINT = (0.0, 0.0, 0.5, 0.0)
"""What a place of a stroke is filled up with: a mouse's pressure, no time."""
_STATES: dict[str, Literal["accepted", "changes_asked", "rejected"]] = {
    "accepted": "accepted",
    "returned": "changes_asked",
    "rejected": "rejected",
}
_AS_RECORDED = ("picture", "read", "proposals", "failed", "taken", "chosen")
_OLDEST = (1980, 1, 1, 0, 0, 0)
"""Time of the files: the same export is the same archive."""


async def records_of(studio: Studio, batch: Batch, which: Which) -> dict[str, list[AnnotatedDialogue]]:
    """Return the dialogues of a batch by the attempt that they are about; those of annotators who withdrew are left out."""
    annotation, options = studio.store.annotation, Options.of(batch)
    members = {member.account_id: member for member in await annotation.members(batch.id) if member.withdrawn is None}
    kept = [
        each
        for each in await annotation.items(batch_id=batch.id)
        if each.row.submitted is not None
        and each.row.account_id in members
        and (which == "submitted" or each.row.state == "accepted")
    ]
    ids = [each.row.id for each in kept]
    verdicts, remarks = await annotation.verdicts(ids), await annotation.remarks(ids)
    reviewers = {each: f"R{number}" for number, each in enumerate(dict.fromkeys(verdict.reviewer_id for verdict in verdicts), 1)}
    records: dict[str, list[AnnotatedDialogue]] = {}
    for each in kept:
        problem = await problem_of_start(studio.store, each.start)
        records.setdefault(each.start.id, []).append(
            _record(
                each,
                None if problem is None else WholeProblem.of(problem),
                members[each.row.account_id],
                options,
                [
                    _review(verdict, reviewers[verdict.reviewer_id], [one for one in remarks if one.verdict_id == verdict.id])
                    for verdict in verdicts
                    if verdict.item_id == each.row.id
                ],
            )
        )
    return records


def _record(
    kept: KeptItem, problem: WholeProblem | None, member: Member, options: Options, reviews: Sequence[Review]
) -> AnnotatedDialogue:
    assert member.consent is not None  # nobody annotates before they agree
    assert member.consented is not None  # as above
    return AnnotatedDialogue(
        id=kept.row.id,
        dialogue=kept.dialogue().model_copy(update={"student": options.student}),
        problem=problem,
        turns=tuple(_turn(said) for said in kept.turns if isinstance(said.turn, TutorTurn)),
        annotator=member.code,
        batch=f"{member.batch_id}/{member.code}",
        consent=Consent(version=member.consent, at=member.consented),
        debrief=kept.row.debrief or {},
        reviews=tuple(reviews),
        told=frozenset({"highlights", "feedback", "proposals"}),
    )


def _turn(said: ItemTurn) -> AnnotatedTurn:
    record: dict[str, Any] = said.record or {}
    return AnnotatedTurn(
        strokes=tuple(_stroke(each) for each in record.get("items", ()) if "points" in each),
        seconds=said.seconds,
        **{name: record[name] for name in _AS_RECORDED if name in record},
    )


def _stroke(item: dict[str, Any]) -> Stroke:
    points = tuple((*point, *_POINT[len(point) :]) for point in item["points"])
    return Stroke.model_validate({"pen": item["pen"], "points": points})


def _review(verdict: Verdict, reviewer: str, remarks: Sequence[Remark]) -> Review:
    comments = tuple(Comment(text=remark.words, turn=remark.turn) for remark in remarks)
    return Review(reviewer=reviewer, state=_STATES[verdict.state], at=verdict.created, comments=comments)


def archive_of(records: Sequence[AnnotatedDialogue], format_name: FormatName) -> bytes:
    """Return a zip archive of the dialogues; what the format could not hold is counted in ``LEFT_OUT.txt``.

    Raises:
        ExchangeError: when the format cannot be written.
    """
    bundle = bundle_of(records)
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w", zipfile.ZIP_DEFLATED) as archive:

        def add(name: str, content: str | bytes) -> None:
            archive.writestr(zipfile.ZipInfo(name, _OLDEST), content, zipfile.ZIP_DEFLATED)

        for name, content in FORMATS[format_name].write(bundle):
            add(name, content)
        if bundle.lost:
            add("LEFT_OUT.txt", "".join(f"{count} {LOSSES[name]}\n" for name, count in sorted(bundle.lost.items())))
    return held.getvalue()
