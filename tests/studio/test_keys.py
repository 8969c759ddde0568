"""The endpoint inside the studio: keys that people make on their own page, and the real client of the `openai` package."""

import re

import openai
import pytest

from tests.studio.serving import Person, Running

PROBLEM = "triangle-sum-klm"


def made_key(person: Person) -> str:
    found = re.search(r"gn-[\w-]{40,}", person.post("/account/keys", {"name": "notebook"}).text)
    assert found
    return found[0]


def client(studio: Running, key: str) -> openai.OpenAI:
    return openai.OpenAI(base_url=f"{studio.address}/v1", api_key=key, max_retries=0)


def test_a_dialogue_is_held_through_the_endpoint_streamed_and_whole(studio: Running) -> None:
    with client(studio, made_key(studio.person("learner"))) as asked:
        said: list[dict[str, str]] = []
        for number, message in enumerate(("hello", "the angles add to 180", "180-52-71 = 57 so angle KML is 57")):
            said.append({"role": "user", "content": message})
            options = {"model": "symbolic", "messages": said, "metadata": {"problem": PROBLEM}}
            if number % 2:
                chunks = asked.chat.completions.create(**options, stream=True)  # type: ignore[call-overload]
                answer = "".join(chunk.choices[0].delta.content or "" for chunk in chunks)
            else:
                answer = asked.chat.completions.create(**options).choices[0].message.content or ""  # type: ignore[call-overload]
            assert answer
            said.append({"role": "assistant", "content": answer})


def test_a_key_that_was_ended_opens_nothing_and_a_login_is_no_key(studio: Running) -> None:
    person = studio.person("learner")
    key = made_key(person)
    assert f"{studio.address}/v1" in person.get("/account").text
    (row,) = studio.do(studio.store.accounts.keys_of(studio.do(studio.store.accounts.holder_of(key))))
    assert person.post(f"/account/keys/{row.id}/revoke").status_code == 303
    with client(studio, key) as asked, pytest.raises(openai.AuthenticationError):
        asked.models.list()
    assert person.get("/v1/models").status_code == 401


def test_a_key_is_ended_by_nobody_else(studio: Running) -> None:
    key = made_key(studio.person("learner"))
    (row,) = studio.do(studio.store.accounts.keys_of(studio.do(studio.store.accounts.holder_of(key))))
    studio.person("admin").post(f"/account/keys/{row.id}/revoke")
    assert studio.do(studio.store.accounts.holder_of(key))
