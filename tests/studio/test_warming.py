"""A process that answers has loaded and compiled what talking takes."""

import pytest

import tests.studio.serving  # noqa: F401  # first: it skips without the extra
from gnomon.dialogue import Dialogue, TutorTurn
from gnomon.session import Session
from gnomon.studio import Settings, app, warming
from gnomon.tutor import languages


@pytest.mark.slow
def test_a_process_has_talked_in_each_language_before_it_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    heard: list[str | None] = []
    step = Session.step

    async def noted(self: Session, dialogue: Dialogue) -> TutorTurn:
        heard.append(dialogue.language)
        return await step(self, dialogue)

    monkeypatch.setattr(Session, "step", noted)
    warming.warm_up()
    assert set(heard) == set(languages())


def test_a_worker_warms_up_before_it_has_an_app(monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[str] = []
    monkeypatch.setattr(app, "warm_up", lambda: done.append("warm"))
    monkeypatch.setattr(app, "create_app", lambda _: done.append("app"))
    monkeypatch.setattr("sys.setswitchinterval", lambda _: None)
    monkeypatch.setenv("GNOMON_STUDIO_SETTINGS", Settings(database="x.db").model_dump_json())
    app.from_environment()
    assert done == ["warm", "app"]
