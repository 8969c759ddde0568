"""Inspect finds the tasks and the provider, and asks through either side."""

import asyncio

import pytest

from gnomon.benchmark.catalogue import BENCHMARKS, DESCRIPTIONS
from gnomon.benchmark.inspect_models import ClientProvider, InspectModel
from gnomon.models import Image, Message, ModelError, Request, ResponseSchema
from gnomon.models.fake_service import FakeServer

PNG = b"\x89PNG\r\n\x1a\n"


def test_every_benchmark_is_described_and_is_a_task_of_the_entry_point():
    import gnomon.benchmark.inspect_registry as registry

    assert BENCHMARKS.keys() == DESCRIPTIONS.keys()
    assert BENCHMARKS.keys() <= set(registry.__all__)


def test_inspect_finds_the_tasks_by_the_entry_point():
    from importlib.metadata import entry_points

    found = [entry.value for entry in entry_points(group="inspect_ai") if entry.name == "gnomon"]
    assert found == ["gnomon.benchmark.inspect_registry"]


def test_a_task_runs_by_name_with_the_judge_in_its_role(judge, tmp_path):
    import inspect_ai

    settings = {"limit": 2, "display": "none", "log_dir": str(tmp_path), "task_args": {"data": "sample"}}
    (log,) = inspect_ai.eval("gnomon/mrbench", model=None, model_roles={"judge": f"gnomon/{judge}"}, **settings)
    assert log.status == "success"
    assert "Actionability.strict_macro_f1" in {name for score in log.results.scores for name in score.metrics}


def test_a_request_crosses_both_bridges_unchanged():
    with FakeServer(lambda _, index: f"answer {index}") as server:
        from inspect_ai.model import get_model

        model = get_model(f"gnomon/fake-model@{server.url}", memoize=False, role="judge")
        bridge = InspectModel.__new__(InspectModel)
        bridge._model = model
        schema = {"type": "object", "properties": {"a": {"type": "integer"}}, "required": ["a"], "additionalProperties": False}
        request = Request(
            messages=(Message(role="system", text="Be brief."), Message(role="user", text="Look.", images=(Image(data=PNG),))),
            num_samples=3,
            temperature=0.5,
            max_tokens=64,
            seed=11,
            response_schema=ResponseSchema(name="mark", json_schema=schema),
        )
        response = asyncio.run(bridge.respond(request))
        (chat,) = server.requests
    assert [sample.text for sample in response.samples] == ["answer 0", "answer 1", "answer 2"]
    assert (chat.body["n"], chat.body["temperature"], chat.body["seed"]) == (3, 0.5, 11)
    assert chat.num_images == 1
    assert chat.body["messages"][0] == {"role": "system", "content": "Be brief."}
    assert chat.body["response_format"]["json_schema"]["schema"]["required"] == ["a"]


def test_tools_are_refused_by_name():
    from inspect_ai.model import GenerateConfig
    from inspect_ai.tool import ToolInfo

    provider = ClientProvider("fake@http://127.0.0.1:9/v1")
    with pytest.raises(ModelError, match="no tools"):
        asyncio.run(provider.generate([], [ToolInfo(name="look", description="look something up")], "auto", GenerateConfig()))
