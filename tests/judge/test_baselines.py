"""The rubric-free baseline and adaptivity: one number each."""

import asyncio

import pytest

from gnomon.judge import AdaptivityCase, AdaptivityJudge, OverallCase, OverallJudge
from gnomon.models import FakeModel
from tests.every import every


@every(
    [
        ('{"rationale": "Good.", "score": 5}', 5),
        ('```json\n{"score": "3"}\n```', 3),
        ('The score is\n{"score": 0}', 0),
        ('{"score": 7}', None),
        ('{"score": -1}', None),
        ('{"score": 2.5}', None),
        ('{"score": true}', None),
        ('{"score": null}', None),
        ('{"score": 3, "score": 5}', None),
        ('{"score": 3} {"score": 5}', None),
        ("Five out of six.", None),
        ("", None),
        ('{"score": 5', None),
        ('{"score": NaN}', None),
        ('{"score": 1e999}', None),
        ("[" * 100_000, None),
    ]
)
def test_a_score_is_a_whole_number_from_0_to_6_or_nothing(text, value):
    judgement = asyncio.run(OverallJudge(FakeModel(text)).judge(OverallCase(reply="x")))
    assert judgement.value == value
    assert judgement.status == ("unparseable" if value is None else "ok")


def test_the_baseline_gets_no_rubric_and_no_references():
    assert set(OverallCase.model_fields) == {"reply", "problem", "images", "question", "dialogue"}
    system = OverallJudge(FakeModel("")).request(OverallCase(reply="x")).messages[0].text
    assert "criteri" not in system.lower()


@pytest.mark.parametrize(("mark", "value"), [(1, 1), (0, 0), (2, None), ("null", None)])
def test_adaptivity_is_0_or_1(mark, value):
    model = FakeModel(f'{{"rationale": "Tone fits.", "adaptivity": {mark}}}')
    judgement = asyncio.run(AdaptivityJudge(model).judge(AdaptivityCase(reply="Well done!", persona="Be warm.")))
    assert judgement.value == value


def test_adaptivity_shows_the_persona_and_asks_for_manner_alone():
    request = AdaptivityJudge(FakeModel("")).request(AdaptivityCase(reply="Well done!", persona="Be warm and patient."))
    system, user = (message.text for message in request.messages)
    assert "Be warm and patient." in user
    assert "tone" in system
    assert "You judge manner, not mathematics" in system
