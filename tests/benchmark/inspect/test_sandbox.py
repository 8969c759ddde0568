"""Inspect's tasks run Python in our sandbox, and nothing outside it."""

import asyncio
import errno

import inspect_ai
import pytest
from inspect_ai import Task
from inspect_ai.dataset import Sample
from inspect_ai.model import ModelOutput, ModelUsage, get_model
from inspect_ai.scorer import CORRECT, INCORRECT, Score, accuracy, scorer
from inspect_ai.solver import generate, use_tools
from inspect_ai.tool import python
from inspect_ai.util import (
    ExecResult,
    OutputLimitExceededError,
    SandboxUnavailableError,
    SandboxUserUnsupportedError,
    sandbox,
)

from gnomon.benchmark.inspect import sandbox as inspect_sandbox
from gnomon.benchmark.inspect.sandbox import GnomonSandbox
from gnomon.sandbox import MAX_OUTPUT_BYTES, UnknownLevelError, open_sandbox, probe_levels

pytestmark = pytest.mark.slow  # each starts an evaluation of Inspect


@pytest.fixture(scope="module")
def level():
    """Return the best level here."""
    safe = [row.level for row in probe_levels() if row.state == "safe"]
    if not safe:
        pytest.skip("needs a level of the sandbox that works here: see `gnomon sandbox probe`")
    return safe[0]


@pytest.fixture(scope="module")
def opened(level):
    """Return an open sandbox."""
    with open_sandbox(level) as sandbox_of_level:
        yield sandbox_of_level


@pytest.fixture
def environment(opened):
    """Return an environment without files."""
    return GnomonSandbox(opened)


def execute(environment, *cmd, **settings) -> ExecResult[str]:
    """Run one command."""
    return asyncio.run(environment.exec([*cmd], **settings))


@scorer(metrics=[accuracy()])
def runs_the_answer():
    """Say whether the answer, as a program, prints the target."""

    async def score(state, target):
        await sandbox().write_file("answer.py", state.output.completion)
        result = await sandbox().exec(["python", "answer.py"], timeout=5)
        return Score(value=CORRECT if result.stdout.strip() == target.text else INCORRECT, explanation=result.stderr)

    return score


def evaluate(tmp_path, answers, sandbox_type="gnomon", **settings):
    """Evaluate a task of one sample by name of the sandbox; return its log."""
    task = Task([Sample("Print 42.", target="42")], scorer=runs_the_answer(), sandbox=sandbox_type, **settings)
    for answer in answers:
        answer.usage = ModelUsage(input_tokens=1, output_tokens=1)  # else mockllm downloads a tokenizer to count
    model = get_model("mockllm/model", custom_outputs=answers, memoize=False)
    (log,) = inspect_ai.eval(task, model=model, display="none", log_dir=str(tmp_path))
    assert log.status == "success", log.error
    return log


@pytest.mark.usefixtures("level")
def test_a_task_scores_a_program_in_the_sandbox_of_its_name_and_closes_it(tmp_path):
    log = evaluate(tmp_path, [ModelOutput.from_content("mockllm", "print(6 * 7)")])
    assert log.results.scores[0].metrics["accuracy"].value == 1.0
    assert not GnomonSandbox._opened._users


def test_the_level_of_the_configuration_is_used_and_logged(tmp_path, level):
    log = evaluate(tmp_path, [ModelOutput.from_content("mockllm", "1 / 0")], ("gnomon", level))
    assert "ZeroDivisionError" in log.samples[0].scores["runs_the_answer"].explanation
    told = [event.data for event in log.samples[0].events if event.event == "info" and event.source == "gnomon sandbox"]
    assert told == [{"sandbox_level": level}]


@pytest.mark.usefixtures("level")
def test_the_python_tool_of_inspect_runs_in_it(tmp_path):
    call = ModelOutput.for_tool_call("mockllm", "python", {"code": "print(2 ** 70)"})
    answers = [call, ModelOutput.from_content("mockllm", "print(42)")]
    log = evaluate(tmp_path, answers, solver=[use_tools(python(timeout=5)), generate()])
    assert [m.text.strip() for m in log.samples[0].messages if m.role == "tool"] == ["1180591620717411303424"]


def test_the_level_none_stops_the_evaluation(tmp_path):
    with pytest.raises(UnknownLevelError, match="that isolates"):
        asyncio.run(GnomonSandbox.task_init("task", "none"))
    with pytest.raises(UnknownLevelError, match="that isolates"):
        evaluate(tmp_path, [ModelOutput.from_content("mockllm", "print(42)")], ("gnomon", "none"))


def test_the_package_name_is_no_part_of_the_sandbox_name():
    from inspect_ai.util._sandbox.registry import registry_find_sandboxenv

    assert registry_find_sandboxenv("gnomon") is GnomonSandbox
    with pytest.raises(ValueError, match="not recognized"):
        registry_find_sandboxenv("gnomon/gnomon")


@pytest.mark.parametrize("name", ["python", "python3"])
def test_a_program_comes_from_the_command_the_input_or_a_file(environment, name):
    asyncio.run(environment.write_file("folder/program.py", "print(input()[::-1])"))
    assert execute(environment, name, "-c", "print(input() * 2)", input="ab").stdout == "abab\n"
    assert execute(environment, name, "-", input=b"print('\xc3\xa9')").stdout == "é\n"
    assert execute(environment, name, "folder/program.py", input="abc").stdout == "cba\n"
    assert execute(environment, name, "program.py", cwd="/work/folder", input="abc") == ExecResult(True, 0, "cba\n", "")


def test_an_exception_and_an_exit_code_come_back(environment):
    failed = execute(environment, "python", "-c", "print('before')\n1 / 0")
    assert (failed.success, failed.returncode, failed.stdout) == (False, 1, "before\n")
    assert "ZeroDivisionError" in failed.stderr
    assert execute(environment, "python", "-c", "import sys; sys.exit(7)").returncode == 7


def test_a_program_that_takes_too_long_is_stopped(environment, monkeypatch):
    with pytest.raises(TimeoutError, match="after 1 s"):
        execute(environment, "python", "-c", "while True: pass", timeout=1)
    monkeypatch.setattr(inspect_sandbox, "MAX_EXEC_SECONDS", 0.2)
    with pytest.raises(TimeoutError, match=r"after 0\.2 s"):
        execute(environment, "python", "-c", "import time; time.sleep(1000)")


@pytest.mark.parametrize("stream", ["stdout", "stderr"])
def test_endless_output_is_stopped_and_its_beginning_kept(environment, stream):
    with pytest.raises(OutputLimitExceededError) as caught:
        execute(environment, "python", "-c", f"import sys\nwhile True: sys.{stream}.write('xy' * 999)", timeout=30)
    assert caught.value.truncated_output == "xy" * (MAX_OUTPUT_BYTES // 2)


def test_a_program_that_takes_too_much_memory_is_a_failure(environment):
    result = execute(environment, "python", "-c", "kept = []\nwhile True: kept.append(bytearray(10**7))", timeout=30)
    assert (result.success, result.returncode) == (False, 137)
    assert "memory" in result.stderr


def test_files_of_the_host_are_out_of_reach(environment, tmp_path):
    secret = tmp_path / "secret.py"
    secret.write_text("print('a secret')")
    result = execute(environment, "python", "-c", f"print(open({str(secret)!r}).read())")
    assert result.returncode == 1
    assert result.stderr.strip().split("\n")[-1].startswith((f"FileNotFoundError: [Errno {errno.ENOENT}]", "PermissionError"))
    assert "a secret" not in execute(environment, "python", str(secret)).stdout
    with pytest.raises(FileNotFoundError):
        asyncio.run(environment.read_file(str(secret)))


def test_files_are_not_written_to_the_host(environment, tmp_path):
    path = tmp_path / "new.txt"
    asyncio.run(environment.write_file(str(path), "kept"))
    assert asyncio.run(environment.read_file(f"{tmp_path}/x/../new.txt")) == "kept"
    assert not path.exists()


@pytest.mark.parametrize(
    "cmd",
    [
        [],
        ["ls"],
        ["touch", "@"],
        ["bash", "-c", "touch @"],
        ["bash", "--login", "-c", "python3 -; touch @"],
        ["python"],
        ["python", "-m", "this"],
        ["python", "-", "argument"],
        ["python", "-c", "open('@', 'w')", "argument"],
        ["/usr/bin/python3", "-c", "open('@', 'w')"],
    ],
)
def test_any_other_command_is_refused_and_not_run(environment, tmp_path, cmd):
    marker = tmp_path / "marker"
    result = execute(environment, *(part.replace("@", str(marker)) for part in cmd))
    assert (result.success, result.returncode, result.stdout) == (False, 126, "")
    assert result.stderr.count("\n") == 1
    assert "python or python3 with -c SOURCE" in result.stderr
    assert not marker.exists()


def test_a_file_that_was_not_written_or_is_no_text_cannot_be_run(environment):
    asyncio.run(environment.write_file("binary.py", b"\xff\xfe"))
    assert "not written" in execute(environment, "python", "none.py").stderr
    assert execute(environment, "python", "none.py").returncode == execute(environment, "python", "binary.py").returncode == 2


def test_users_variables_and_connections_are_refused(environment):
    with pytest.raises(SandboxUserUnsupportedError):
        execute(environment, "python", "-c", "", user="root")
    with pytest.raises(PermissionError, match="HOME"):
        execute(environment, "python", "-c", "", env={"HOME": "/"})
    with pytest.raises(NotImplementedError, match="nothing to connect to"):
        asyncio.run(environment.connection())


def test_files_keep_their_bytes_and_answer_like_a_file_system(environment):
    asyncio.run(environment.write_file("folder/a.txt", "one\r\ntwo\n"))
    assert asyncio.run(environment.read_file("/work/folder/a.txt")) == "one\r\ntwo\n"
    assert asyncio.run(environment.read_file("./folder//a.txt", text=False)) == b"one\r\ntwo\n"
    with pytest.raises(IsADirectoryError):
        asyncio.run(environment.read_file("folder"))
    with pytest.raises(IsADirectoryError):
        asyncio.run(environment.write_file("folder", "x"))
    with pytest.raises(PermissionError, match="folders above"):
        asyncio.run(environment.write_file("folder/a.txt/b", "x"))


def test_files_have_a_limit_together(environment, monkeypatch):
    monkeypatch.setattr(inspect_sandbox, "MAX_FILES_BYTES", 20)
    asyncio.run(environment.write_file("a", "x" * 10))  # 7 bytes of "/work/a" and 10: 3 are left
    with pytest.raises(PermissionError, match="at most 20 bytes"):
        asyncio.run(environment.write_file("b", ""))
    asyncio.run(environment.write_file("a", "x" * 13))  # in its own place: 20 bytes
    assert asyncio.run(environment.read_file("a")) == "x" * 13


def test_a_sample_before_its_task_is_told_so():
    with pytest.raises(SandboxUnavailableError, match="task_init"):
        asyncio.run(GnomonSandbox.sample_init("task", None, {}))


def test_tasks_of_one_level_share_a_sandbox_until_the_last_ends(level):
    async def use_twice():
        await GnomonSandbox.task_init("one", level)
        await GnomonSandbox.task_init("two", level)
        await GnomonSandbox.task_cleanup("one", level, cleanup=True)
        environment = (await GnomonSandbox.sample_init("two", level, {}))["default"]
        printed = (await environment.exec(["python", "-c", "print(1)"])).stdout
        await GnomonSandbox.task_cleanup("two", level, cleanup=False)
        with pytest.raises(ValueError, match="closed"):
            await environment.exec(["python", "-c", "print(1)"])
        return printed

    assert asyncio.run(use_twice()) == "1\n"
