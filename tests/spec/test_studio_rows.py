"""The rows of SPEC.md that the studio holds, each from the outside."""

import io
import json
import zipfile
from pathlib import Path

import pytest

from gnomon.corpus import CUSTOM
from gnomon.corpus.exchange import FORMATS

pytest.importorskip("fastapi", reason="needs the extra studio: FastAPI")

from gnomon.studio import Settings  # skipped without the extra
from tests.studio.annotating import ATTEMPT, made_batch  # as above
from tests.studio.serving import running  # as above

pytestmark = pytest.mark.slow


def test_g6_an_annotated_dialogue_is_downloaded_with_all_that_was_chosen_drawn_proposed_and_rated(tmp_path: Path) -> None:
    settings = Settings.in_folder(tmp_path, messages_per_minute=6000, entries_per_minute=6000)
    with running(settings) as studio:
        batch = made_batch(studio, json.dumps(ATTEMPT), proposers=["symbolic", "plain", "plain"], bonus=0.1)
        annotator = batch.annotator()
        item = annotator.begin()
        green, brown = {"element": "line:KM", "pen": "green"}, {"element": "line:LM", "pen": "brown"}
        move = {"number": 0, "subact": "AskRelation", "feedback": "none", "meant": [green, brown]}
        offered = annotator.send(f"{item}/proposals", move).json()
        words = f"{offered['texts'][0]} Look closely."
        sent = annotator.say(item, 0, "AskRelation", words, meant=[green, brown], proposals=offered["id"], taken=0)
        assert sent.status_code == 200
        annotator.hand_in(item)
        assert "0.10 EUR" in annotator.person.get("/annotate/ledger").text
        batch.reviewer.post(f"{item.replace('/annotate/', '/review/')}/verdict", {"state": "accepted"})
        answer = batch.reviewer.get(f"{batch.path}/export?format=geodial")
    with zipfile.ZipFile(io.BytesIO(answer.content)) as archive:
        archive.extractall(tmp_path / "out")
    read = FORMATS["geodial"].read
    assert read is not None
    (record,) = read(tmp_path / "out").records()
    turn, noted = record.dialogue.tutor_turns()[0], record.turns[0]
    assert (turn.act, turn.subact, turn.highlights.lines) == ("SeeFigure", "AskRelation", ("KM",))
    assert turn.highlights2 is not None
    assert turn.highlights2.lines == ("LM",)
    assert noted.taken == noted.proposals[0].origin
    assert noted.chosen == CUSTOM
    assert noted.distances(turn.utterance)[noted.taken] == len(" Look closely.")
    assert (record.dialogue.outcome, sorted(record.debrief)) == ("not_solved", ["Q1", "Q2", "Q3", "Q4"])
