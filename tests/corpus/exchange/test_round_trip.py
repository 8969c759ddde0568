"""What is exported loads again without loss, in every format that holds dialogues."""

from collections.abc import Iterable
from pathlib import Path

import pytest
from hypothesis import given

from gnomon.corpus import AnnotatedDialogue
from gnomon.corpus.exchange import FORMATS, LOSSES, Bundle, ExchangeError, bundle_of
from gnomon.datasets import load_geodial
from tests.corpus.records import annotated_dialogues, hand_made

READABLE = [name for name, each in FORMATS.items() if each.read and each.is_whole]


def exchanged(name: str, records: Iterable[AnnotatedDialogue], folder: Path) -> Bundle:
    """Write records in a format and read them back."""
    if name == "hf":
        pytest.importorskip("pyarrow", reason="needs the extra bench: pyarrow")
    for file, content in FORMATS[name].write(bundle_of(records)):
        (folder / file).parent.mkdir(parents=True, exist_ok=True)
        (folder / file).write_bytes(content.encode() if isinstance(content, str) else content)
    read = FORMATS[name].read
    assert read is not None
    return read(folder)


def unnamed(records: Iterable[AnnotatedDialogue]) -> list[AnnotatedDialogue]:
    """Return records with pictures named without their folder, which an export changes."""
    found = []
    for record in records:
        assert record.problem is not None
        question = record.problem.question
        images = tuple(Path(name).name for name in question.images)
        turns = tuple(turn.model_copy(update={"image": turn.image and Path(turn.image).name}) for turn in record.turns)
        problem = record.problem.model_copy(update={"question": question.model_copy(update={"images": images})})
        found.append(record.model_copy(update={"problem": problem, "turns": turns}))
    return found


@pytest.mark.slow
@given(record=annotated_dialogues())
def test_exported_dialogues_are_imported_as_they_were(tmp_path_factory, record):
    records = [hand_made(), record]  # not split, and so first where each split is a file
    for name in READABLE:
        read = exchanged(name, records, tmp_path_factory.mktemp(name)).records()
        assert unnamed(read) == unnamed(records), name


def test_an_exported_data_set_is_read_by_the_loader_of_dialogues(tmp_path):
    pytest.importorskip("pyarrow", reason="needs the extra bench: pyarrow")
    for name in ("hf", "geodial"):
        exchanged(name, [hand_made()], tmp_path / name)
    (of_table,), (of_lines,) = (load_geodial(tmp_path / name).items for name in ("hf", "geodial"))
    beside = {"split": True, "question": True, "extra": True, "turn_notes": True}  # a folder names a split and its own pictures
    assert of_table.model_dump(exclude=beside) == of_lines.model_dump(exclude=beside)
    assert [notes.proposals for notes in of_table.turn_notes] == [notes.proposals for notes in of_lines.turn_notes]
    assert of_table.question.text == of_lines.question.text
    assert of_table.split == "train"


@pytest.mark.parametrize("name", READABLE)
def test_pictures_come_along_byte_for_byte(tmp_path, name):
    (tmp_path / "figure.PNG").write_bytes(b"\x89PNG not really")
    (tmp_path / "drawn.jpg").write_bytes(b"\xff\xd8 nor this")
    plain = hand_made()
    question = plain.problem.question.model_copy(update={"images": (str(tmp_path / "figure.PNG"),)})
    record = plain.model_copy(
        update={
            "problem": plain.problem.model_copy(update={"question": question}),
            "turns": (plain.turns[0], plain.turns[1].model_copy(update={"image": str(tmp_path / "drawn.jpg")})),
        }
    )
    bundle = exchanged(name, [record], tmp_path / "out")
    (row,) = bundle.rows
    assert bundle.picture(row["problem"]["images"][0]) == b"\x89PNG not really"
    assert bundle.picture(row["turns"][2]["image"]) == b"\xff\xd8 nor this"
    assert row["problem"]["images"][0].endswith(".png")


@pytest.mark.parametrize("name", READABLE)
def test_a_dialogue_changed_in_one_field_is_told_from_what_was_exported(tmp_path, name):
    (read,) = exchanged(name, [hand_made()], tmp_path).records()
    changes = {
        "annotator": "t08", "batch": None, "consent": None, "debrief": {"Q1": 4}, "reviews": (), "split": "test",
        "extra": {"a": 1}, "turns": (read.turns[0], read.turns[1].model_copy(update={"seconds": 31.0})),
    }  # fmt: skip
    assert read == hand_made()
    assert all(read != hand_made(**{field: value}) for field, value in changes.items())


def test_a_picture_that_is_gone_is_counted_and_keeps_its_name(tmp_path):
    plain = hand_made()
    gone = plain.turns[1].model_copy(update={"image": str(tmp_path / "gone.png")})
    bundle = bundle_of([plain.model_copy(update={"turns": (plain.turns[0], gone)})])
    assert bundle.lost == {"picture_missing": 1}
    assert bundle.rows[0]["turns"][2]["image"] == "pictures/gone.png"


def test_a_dialogue_whose_consent_was_withdrawn_is_in_no_export():
    consent = hand_made().consent
    withdrawn = hand_made(consent=consent.model_copy(update={"withdrawn_at": consent.at}))
    bundle = bundle_of([withdrawn, hand_made()])
    assert (len(bundle.rows), bundle.lost["consent_withdrawn"]) == (1, 1)


def test_a_problem_known_by_its_id_is_made_whole_and_one_that_is_not_to_be_found_is_refused():
    named = hand_made(problem=None)
    known = named.model_copy(update={"dialogue": named.dialogue.model_copy(update={"problem": "triangle-sum-klm"})})
    assert bundle_of([known]).rows[0]["problem"]["answer"] == "57°"
    with pytest.raises(ExchangeError, match=r"dialogue 'd-1': its problem 'p-1' is not to be found"):
        bundle_of([named])


def test_every_loss_is_described_on_the_page(repository):
    page = (repository / "docs" / "corpus.md").read_text("utf-8")
    assert [name for name in LOSSES if f"`{name}`" not in page] == []
    assert [name for name in FORMATS if f"`{name}`" not in page] == []
