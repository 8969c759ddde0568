"""The examples of ``docs/serving.md`` do what the page says, against a real server."""

import json
import re
import shutil
import subprocess

import pytest

from gnomon.serving import Settings, Tutors
from tests.serving.conftest import serving

HERE = "http://127.0.0.1:8000/v1"


@pytest.fixture(scope="module")
def examples(repository):
    return re.findall(r"```(\w+)\n(.*?)```", (repository / "docs" / "serving.md").read_text("utf-8"), re.DOTALL)


@pytest.fixture(scope="module")
def open_address():
    """Return where a server listens that asks for no key."""
    with Tutors({"symbolic": "symbolic"}) as tutors, serving(Settings(tutors)) as where:
        yield where


def test_the_example_with_the_openai_client_ends_the_conversation(examples, open_address, capsys):
    example = next(code for language, code in examples if language == "python" and "OpenAI(" in code)
    names: dict = {}
    exec(example.replace(HERE, open_address), names)  # noqa: S102  # our own page
    names["client"].close()
    assert len(capsys.readouterr().out.splitlines()) == 3
    assert names["message"].gnomon["outcome"] == "solved_untold"


def test_the_example_with_curl_gets_a_turn(examples, open_address):
    if shutil.which("curl") is None:
        pytest.skip("needs curl")
    command = next(code for language, code in examples if language == "sh" and code.startswith("curl"))
    done = subprocess.run(command.replace(HERE, open_address), shell=True, capture_output=True, text=True, check=True)  # noqa: S602  # our own page
    assert json.loads(done.stdout)["choices"][0]["message"]["gnomon"]["turn"]["subact"] == "Introduce"


def test_the_example_of_an_own_application_has_the_routes(examples):
    example = next(code for language, code in examples if language == "python" and "include_router" in code)
    names: dict = {}
    exec(example, names)  # noqa: S102  # our own page
    assert {"/v1/models", "/v1/models/{model}", "/v1/chat/completions"} <= set(names["app"].openapi()["paths"])
