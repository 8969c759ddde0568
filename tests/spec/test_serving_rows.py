"""The spec row of the endpoint, on the way a user would take; its parts are tested in `tests/serving`."""

from typing import Any

import pytest

pytest.importorskip("fastapi", reason="needs the extra studio: FastAPI")
pytest.importorskip("uvicorn", reason="needs the extra studio: uvicorn")

from openai import OpenAI

from gnomon.serving import Settings, Tutors
from tests.serving.conftest import serving


def test_z5_the_openai_client_holds_a_dialogue_with_the_tutor_streaming_and_not():
    with (
        Tutors({"symbolic": "symbolic"}) as tutors,
        serving(Settings(tutors)) as where,
        OpenAI(base_url=where, api_key="-") as client,
    ):
        for streams in (False, True):
            messages: list[dict[str, Any]] = []
            for said in ("KML = 237", "a triangle has 180 degrees in all", "180 - 52 - 71 = 57"):
                messages.append({"role": "user", "content": said})
                asked: dict[str, Any] = {"model": "symbolic", "messages": messages, "metadata": {"problem": "triangle-sum-klm"}}
                if streams:
                    with client.chat.completions.stream(**asked) as stream:
                        text = stream.get_final_completion().choices[0].message.content
                else:
                    text = client.chat.completions.create(**asked).choices[0].message.content
                messages.append({"role": "assistant", "content": text})
            assert "57" in messages[-1]["content"]  # it takes up the right answer
