"""The problem editor: own problems listed, one made, corrected, saved, given away as a file, deleted."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated, Any, NamedTuple, TypeVar

from fastapi import APIRouter, Depends, HTTPException, Request, UploadFile
from fastapi.responses import HTMLResponse, JSONResponse, RedirectResponse, Response
from pydantic import BaseModel, ConfigDict, StringConstraints, ValidationError

from gnomon.drawing import to_geogebra
from gnomon.problem import MalformedFileError, bank
from gnomon.reading import PictureError, cleaned
from gnomon.store import Account, OwnProblem, QuotaError, picture_name
from gnomon.store.database import new_id
from gnomon.studio.access import Teacher
from gnomon.studio.editor.edit import Edit, EditId
from gnomon.studio.editor.files import LARGEST_FILE, edit_of_bank, edits_in, edits_of_yaml
from gnomon.studio.editor.work import worked
from gnomon.studio.editor.workshop import LIMIT_SECONDS, LateError, LostError, SupersededError, TheWorkshop
from gnomon.studio.failing import documented, missing
from gnomon.studio.fields import LineField
from gnomon.studio.rendering import page
from gnomon.studio.studio import Studio, TheStudio

T = TypeVar("T")
router = APIRouter(prefix="/edit", tags=["editor"], default_response_class=HTMLResponse)

LARGEST_PICTURE = 20_000_000
"""Bytes: a phone's photo has five million."""
_MOST_BEGUN = 200
"""Problems that an account may have begun: more are asked to be deleted first."""
_PLACE = "edit/"
"""Of the drafts that keep the editors' states."""


class Opened(NamedTuple):
    """An editor's problem: begun, saved, or both."""

    id: str
    saved: OwnProblem | None
    is_begun: bool


async def opened(studio: TheStudio, account: Teacher, edit_id: EditId) -> Opened:
    """Return one of the teacher's own problems; another's is as good as none."""
    saved = await studio.store.problems.get(edit_id)
    if saved is not None and saved.owner_id != account.id:
        raise missing("problem")
    is_begun = await studio.store.drafts.get(account.id, _PLACE + edit_id) is not None
    if saved is None and not is_begun:
        raise missing("problem")
    return Opened(edit_id, saved, is_begun)


Own = Annotated[Opened, Depends(opened)]


class Asked(BaseModel):
    """The state of an editor, sent to be worked on."""

    model_config = ConfigDict(strict=True, extra="forbid")

    id: EditId
    edit: Edit


class Yaml(BaseModel):
    """A problem as a file holds it."""

    model_config = ConfigDict(strict=True, extra="forbid")

    yaml: Annotated[str, StringConstraints(max_length=LARGEST_FILE)]


class KeptPicture(BaseModel):
    """A picture that was taken."""

    picture: str
    """Its name."""


class Saved(BaseModel):
    """A problem that was saved."""

    id: str
    title: str


@router.get("", responses=documented(303, 401, 403))
async def problems(request: Request, studio: TheStudio, workshop: TheWorkshop, account: Teacher) -> HTMLResponse:
    """List the teacher's own problems, and those that are begun."""
    workshop.prepare()
    saved = await studio.store.problems.of(account.id)
    known = {row.id for row in saved}
    drafts = await studio.store.drafts.under(account.id, _PLACE)
    begun = [
        (draft.place.removeprefix(_PLACE), _kept(draft.body).name, draft.updated)
        for draft in drafts
        if draft.place.removeprefix(_PLACE) not in known
    ]
    return page(request, "editor/problems.html.jinja", saved=saved, begun=begun, bank=bank(), why="")


@router.post("/new", responses=documented(303, 401, 403, 409))
async def begin(studio: TheStudio, account: Teacher) -> Response:
    """Open an editor with nothing in it."""
    return await _begun(studio, account, [Edit()])


@router.post("/copy", responses=documented(303, 401, 403, 404, 409, 422))
async def copy(studio: TheStudio, account: Teacher, problem: LineField) -> Response:
    """Open a copy of a problem of the bank."""
    try:
        edit = edit_of_bank(problem)
    except MalformedFileError as error:
        raise HTTPException(422, str(error)) from error
    if edit is None:
        raise missing("problem")
    return await _begun(studio, account, [edit])


@router.post("/open", responses=documented(303, 401, 403, 409, 413, 422))
async def open_file(studio: TheStudio, workshop: TheWorkshop, account: Teacher, file: UploadFile) -> Response:
    """Open the problems of a YAML file, or the figure of a GeoGebra file."""
    content = await file.read(LARGEST_FILE + 1)
    if len(content) > LARGEST_FILE:
        raise HTTPException(413, f"The file has more than {LARGEST_FILE // 10**6} MB: split it.")
    return await _begun(studio, account, await _edits(workshop, account, edits_in, content))


@router.get("/{edit_id}", responses=documented(303, 401, 403, 404, 422))
async def editor(request: Request, studio: TheStudio, workshop: TheWorkshop, account: Teacher, own: Own) -> HTMLResponse:
    """Show an editor."""
    workshop.prepare()
    initial = await _state(studio, own.saved) if own.saved is not None and not own.is_begun else {}
    classes = await studio.store.classes.of_teacher(account.id)
    return page(request, "editor/editor.html.jinja", id=own.id, saved=own.saved, initial=initial, classes=classes)


@router.post("/api/work", response_class=JSONResponse, responses=documented(401, 403, 404, 409, 422))
async def work(studio: TheStudio, workshop: TheWorkshop, account: Teacher, asked: Asked) -> dict[str, Any]:
    """Return what is shown of an editor's state; 409 where newer work of this editor has come."""
    return await _worked(studio, workshop, account, asked)


@router.post("/api/save", response_class=JSONResponse, responses=documented(401, 403, 404, 409, 422))
async def save(studio: TheStudio, workshop: TheWorkshop, account: Teacher, asked: Asked) -> Saved:
    """Save a problem that is proved; sent again it is saved again, under the same id."""
    shown = await _worked(studio, workshop, account, asked)
    if not shown["is_ready"]:
        errors = [message["message"] for message in shown["messages"] if message["severity"] == "error"]
        raise HTTPException(409, f"Not saved: {shown['reason'] or ' '.join(errors) or 'questions are open'}")
    picture = await _picture(studio, account, asked)
    title = asked.edit.name
    try:
        await studio.store.problems.save(account.id, title, shown["yaml"], picture=picture, problem_id=asked.id)
    except LookupError as error:
        raise missing("problem") from error
    await studio.store.pictures.discard(account.id, asked.id)
    await studio.store.events.add("saved_problem", account.id, f"problem/{asked.id}")
    return Saved(id=asked.id, title=title)


@router.post("/api/read-yaml", response_class=JSONResponse, responses=documented(401, 403, 422))
async def read_yaml(workshop: TheWorkshop, account: Teacher, given: Yaml) -> Edit:
    """Return the state that a problem written in YAML makes."""
    edits = await _edits(workshop, account, edits_of_yaml, given.yaml)
    if len(edits) > 1:
        raise HTTPException(422, f"Expected one problem, got {len(edits)}; a file of several is opened from the list.")
    return edits[0]


@router.post(
    "/{edit_id}/pictures",
    response_class=JSONResponse,
    responses=documented(401, 403, 404, 409, 413, 422),
    openapi_extra={"requestBody": {"required": True, "content": {"image/*": {"schema": {"type": "string", "format": "binary"}}}}},
)
async def put_picture(request: Request, studio: TheStudio, workshop: TheWorkshop, account: Teacher, own: Own) -> KeptPicture:
    """Take a picture: a PNG, JPEG or WebP of at most 20 MB, kept as PNG without metadata."""
    content = bytearray()
    async for part in request.stream():
        content += part
        if len(content) > LARGEST_PICTURE:
            raise HTTPException(413, f"The picture has more than {LARGEST_PICTURE // 10**6} MB: make it smaller.")
    try:
        data = await workshop.do(account.id, f"{own.id}/picture", cleaned, bytes(content))
        return KeptPicture(picture=await studio.store.pictures.keep(account.id, own.id, data))
    except ImportError as error:
        raise HTTPException(422, f"Pictures are not read here: {error}") from error
    except PictureError as error:
        raise HTTPException(422, f"The picture was not taken: {error}.") from error
    except QuotaError as error:
        raise HTTPException(413, f"The picture was not taken: {error}.") from error
    except (LateError, LostError, SupersededError) as error:
        raise HTTPException(422, "The picture was not taken: it could not be decoded.") from error


@router.get("/{edit_id}/pictures/{name}", responses=documented(303, 401, 403, 404, 422))
async def picture(studio: TheStudio, account: Teacher, own: Own, name: str) -> Response:
    """Return a picture of an editor."""
    data = await _picture_named(studio, account, own.id, name)
    if data is None:
        raise missing("picture")
    # Its name tells its bytes: it never changes.
    return Response(data, media_type="image/png", headers={"Cache-Control": "private, max-age=31536000, immutable"})


@router.get("/{edit_id}/problem.yaml", responses=documented(303, 401, 403, 404, 422))
async def as_yaml(own: Own) -> Response:
    """Return a saved problem as a file."""
    if own.saved is None:
        raise missing("saved problem")
    return _file(own.saved.source.encode(), "application/yaml", f"{own.id}.yaml")


@router.get("/{edit_id}/figure.ggb", responses=documented(303, 401, 403, 404, 422))
async def as_geogebra(studio: TheStudio, own: Own) -> Response:
    """Return a saved problem's figure as a GeoGebra file."""
    problem = None if own.saved is None else await studio.problem(own.id)
    if problem is None or problem.question.figure is None:
        raise missing("saved problem")
    return _file(to_geogebra(problem.question.figure), "application/vnd.geogebra.file", f"{own.id}.ggb")


@router.post("/{edit_id}/delete", responses=documented(303, 401, 403, 404, 422))
async def delete(studio: TheStudio, account: Teacher, own: Own) -> Response:
    """Delete a problem: what was saved, what was begun, its pictures."""
    await studio.store.problems.delete(account.id, own.id)
    await studio.store.drafts.discard(account.id, _PLACE + own.id)
    await studio.store.pictures.discard(account.id, own.id)
    return RedirectResponse("/edit", 303)


async def _edits(workshop: TheWorkshop, account: Account, read: Callable[[T], list[Edit]], given: T) -> list[Edit]:
    """Read a file in a process apart, within its time: two megabytes can be made to take minutes.

    Raises:
        HTTPException: 422 for a file that is not as expected.
    """
    try:
        return await workshop.do(account.id, "file", read, given)
    except MalformedFileError as error:
        raise HTTPException(422, str(error).splitlines()[0]) from error
    except (LateError, LostError, SupersededError) as error:
        raise HTTPException(422, "The file could not be read: keep the problems that you need.") from error


async def _begun(studio: Studio, account: Account, edits: list[Edit]) -> Response:
    if len(await studio.store.drafts.under(account.id, _PLACE)) + len(edits) > _MOST_BEGUN:
        raise HTTPException(409, f"You have begun {_MOST_BEGUN} problems: delete some first.")
    ids = [new_id() for _ in edits]
    for edit_id, edit in zip(ids, edits, strict=True):
        await studio.store.drafts.put(account.id, _PLACE + edit_id, 0, {"edit": edit.model_dump(mode="json")})
    await studio.store.events.add("began_problems", account.id, count=len(ids))
    return RedirectResponse(f"/edit/{ids[0]}" if len(ids) == 1 else "/edit", 303)


async def _worked(studio: Studio, workshop: TheWorkshop, account: Account, asked: Asked) -> dict[str, Any]:
    data = await _picture(studio, account, asked)
    edit = asked.edit
    try:
        if data is None and edit.picture is not None:
            raise missing("picture")
        return await workshop.do(account.id, asked.id, worked, edit, asked.id, data)
    except SupersededError as error:
        raise HTTPException(409, "Newer work of this editor has come.") from error
    except LateError:
        return _unworked(f"This takes more than {LIMIT_SECONDS:.0f} s; leave out points or facts that are not needed.")
    except LostError:
        return _unworked("The engine failed on this, and the mistake is ours; change it a little, and tell us.")
    except ImportError as error:
        return _unworked(f"Pictures are not read here: {error}")


def _unworked(reason: str) -> dict[str, Any]:
    """Return what is shown where nothing could be worked out."""
    nothing = worked(Edit(), "none", None)
    return {**nothing, "reason": reason}


async def _picture(studio: Studio, account: Account, asked: Asked) -> bytes | None:
    """Return the picture of a state."""
    name = asked.edit.picture
    return None if name is None else await _picture_named(studio, account, asked.id, name)


async def _picture_named(studio: Studio, account: Account, edit_id: str, name: str) -> bytes | None:
    """Return a picture that is not saved yet, or the saved one where it is that."""
    data = await studio.store.pictures.get(account.id, edit_id, name)
    if data is not None:
        return data
    row = await studio.store.problems.get(edit_id)
    saved = await studio.store.problems.picture(edit_id) if row is not None and row.owner_id == account.id else None
    return saved if saved is not None and picture_name(saved) == name else None


def _kept(body: Mapping[str, Any]) -> Edit:
    """Return the state that a draft keeps; an empty one where it is of another version."""
    try:
        return Edit.model_validate(body.get("edit", {}))
    except ValidationError:
        return Edit()


async def _state(studio: Studio, saved: OwnProblem) -> dict[str, Any]:
    """Return the state of a problem that was saved and whose draft is gone; its picture is shown, and no more read."""
    try:
        edit = edits_of_yaml(saved.source)[0]
    except MalformedFileError:
        edit = Edit(title=saved.title)
    picture = await studio.store.problems.picture(saved.id)
    shown = edit if picture is None else edit.model_copy(update={"picture": picture_name(picture)})
    return shown.model_dump(mode="json")


def _file(content: bytes, kind: str, name: str) -> Response:
    return Response(content, media_type=kind, headers={"Content-Disposition": f'attachment; filename="{name}"'})
