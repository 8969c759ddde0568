"""Inspect finds the tasks and the provider, and asks through either side."""

import asyncio
import subprocess
import sys

import pytest

from gnomon.benchmark import RunConfig, build
from gnomon.benchmark.catalogue import BENCHMARKS
from gnomon.benchmark.inspect.models import ClientProvider, InspectModel
from gnomon.benchmark.inspect.task import as_task
from gnomon.models import (
    Image,
    Message,
    ModelError,
    ModelTimeoutError,
    ModelUnavailableError,
    Request,
    RequestRefusedError,
    ResponseSchema,
)
from gnomon.models.fake_service import FakeServer, Fault, ServerBehaviour

pytestmark = pytest.mark.slow
PNG = b"\x89PNG\r\n\x1a\n"


def test_every_benchmark_is_a_task_of_the_entry_point():
    from gnomon.benchmark.inspect import registry

    assert BENCHMARKS.keys() <= set(vars(registry))


def test_inspect_finds_the_tasks_by_the_entry_point():
    from importlib.metadata import entry_points

    found = [entry.value for entry in entry_points(group="inspect_ai") if entry.name == "gnomon"]
    assert found == ["gnomon.benchmark.inspect.registry"]


def test_a_task_runs_by_name_with_the_judge_in_its_role(judge, tmp_path):
    import inspect_ai

    settings = {"limit": 2, "display": "none", "log_dir": str(tmp_path), "task_args": {"data": "sample"}}
    (log,) = inspect_ai.eval("gnomon/mrbench", model=None, model_roles={"judge": f"gnomon/{judge}"}, **settings)
    assert log.status == "success"
    assert "Actionability.strict_macro_f1" in {name for score in log.results.scores for name in score.metrics}


def evaluated_by_command(url, tmp_path, limit):
    command = ["eval", "gnomon/mrbench", "--model", "none", "--model-role", f"judge=gnomon/fake-model@{url}", "-T", "data=sample"]
    more = ["--limit", str(limit), "--display", "none", "--log-dir", str(tmp_path)]
    return subprocess.run([sys.executable, "-m", "inspect_ai", *command, *more], capture_output=True, text=True, check=False)


@pytest.mark.slow
@pytest.mark.parametrize("limit", [2, 12])
def test_where_every_call_fails_the_command_exits_with_1_and_the_reason(tmp_path, limit):
    with FakeServer(faults=[Fault(status=401, message="no such key")] * 1000) as server:
        done = evaluated_by_command(server.url, tmp_path, limit)
    assert done.returncode == 1
    assert "no such key" in done.stderr.splitlines()[-1]


def test_an_eval_whose_first_rows_all_fail_is_ended(tmp_path):
    import inspect_ai

    settings = {"display": "none", "log_dir": str(tmp_path), "max_samples": 1}
    with FakeServer(faults=[Fault(status=401)] * 1000) as server:
        task = as_task(build(RunConfig(task="mrbench", judge="m@http://x/v1")))
        roles = {"judge": f"gnomon/fake-model@{server.url}"}
        (log,) = inspect_ai.eval(task, model=None, model_roles=roles, **settings)
    assert log.status == "error"
    assert "the first 5 rows failed" in log.error.message


def test_calls_behind_inspect_are_counted_once_by_role(judge, tmp_path):
    import inspect_ai

    settings = {"limit": 1, "display": "none", "log_dir": str(tmp_path), "log_format": "json"}
    task = as_task(build(RunConfig(task="mrbench", judge=judge)))
    (log,) = inspect_ai.eval(task, model=None, model_roles={"judge": f"gnomon/{judge}"}, **settings)
    row = log.samples[0].scores["grade"].metadata["gnomon_row"]
    assert {role: calls["usage"]["requests"] for role, calls in row["calls"].items()} == {"judge": 4}


def test_a_request_crosses_both_bridges_unchanged():
    with FakeServer(lambda _, index: f"answer {index}") as server:
        from inspect_ai.model import get_model

        model = get_model(f"gnomon/fake-model@{server.url}", memoize=False, role="judge")
        bridge = InspectModel("judge", model)
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


class RateLimitError(Exception):
    status_code = 429


@pytest.mark.parametrize(
    ("error", "kind"),
    [
        (RateLimitError("slow\ndown"), ModelUnavailableError),
        (TimeoutError("late"), ModelTimeoutError),
        (ConnectionError("gone"), ModelUnavailableError),
        (ValueError("no such model"), RequestRefusedError),
    ],
)
def test_errors_of_other_providers_are_ours_in_one_line_with_their_kind(error, kind):
    class Failing:
        def __str__(self):
            return "other/model"

        async def generate(self, *_, **__):
            raise error

    bridge = InspectModel("judge", Failing())
    with pytest.raises(kind, match=type(error).__name__) as raised:
        asyncio.run(bridge.respond(Request(messages=(Message(role="user", text="Look."),))))
    assert "\n" not in str(raised.value)


def test_answers_without_token_counts_are_told_across_the_bridge():
    with FakeServer(["Yes"], behaviour=ServerBehaviour(reports_usage=False)) as server:
        from inspect_ai.model import get_model

        bridge = InspectModel("judge", get_model(f"gnomon/fake-model@{server.url}", memoize=False))
        response = asyncio.run(bridge.respond(Request(messages=(Message(role="user", text="Look."),))))
    assert response.usage.unreported == 1


def test_a_conversation_of_a_second_epoch_is_asked_anew(tmp_path):
    import inspect_ai

    with FakeServer(["[Insight Discovery]: a"]) as server:
        task = inspect_ai.task_with(as_task(build(RunConfig(task="mmtutorbench_multiturn", judge="none")), limit=1))
        roles = {"tutor": f"gnomon/fake-model@{server.url}"}
        settings = {"display": "none", "log_dir": str(tmp_path)}
        inspect_ai.eval(task, model=None, model_roles=roles, epochs=2, **settings)
        asked = server.num_requests
    assert asked == 2 * 2  # the first turn and the second, in each epoch
