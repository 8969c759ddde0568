"""Runs about programs and about diagrams, over HTTP."""

import hashlib
import json

import pytest

from gnomon.inquiry import InquiryConfig, InquiryRow, read_results, run_inquiry
from gnomon.models import FakeServer

pytestmark = pytest.mark.slow

TASKS = {
    "triple": ('def triple(x):\n    """Return three times x."""\n', "    return 3 * x\n", "assert candidate(2) == 6"),
    "last": ('def last(items):\n    """Return the last item."""\n', "    return items[-1]\n", "assert candidate([1, 2]) == 2"),
}


@pytest.fixture
def coding(tmp_path):
    """Return a file of two programming tasks."""
    path = tmp_path / "tasks.jsonl"
    with path.open("w", encoding="utf-8") as file:
        for name, (prompt, solution, check) in TASKS.items():
            row = {"task_id": name, "prompt": prompt, "entry_point": name, "canonical_solution": solution}
            file.write(json.dumps(row | {"test": f"def check(candidate):\n    {check}\n"}) + "\n")
    return path


def play(request, index):
    """Write the right program in the first sample, and one that fails in the others."""
    prompt = request.prompt
    if "Reply with one block of Python code" in prompt:
        head, body, _ = next(task for name, task in TASKS.items() if f"def {name}" in prompt)
        return f"```python\n{head}{body if index == 0 else '    return None'}\n```"
    return "What does it return?" if "You are a student" in prompt else "Read the first line again."


def test_a_run_about_programs_names_the_level_of_the_sandbox(coding, tmp_path):
    from gnomon.sandbox import probe_levels

    if not any(row.state == "safe" for row in probe_levels()):
        pytest.skip("needs a level of the sandbox that works here")
    with FakeServer(play) as server:
        model = f"fake-model@{server.url}"
        config = InquiryConfig(kind="run", task="humaneval", student=model, teachers=(model,), data=str(coding))
        outcome = run_inquiry(config, tmp_path / "out")
    assert outcome.summary["sandbox"] not in ("", "none")
    rows = [row for row in read_results(tmp_path / "out") if isinstance(row, InquiryRow)]
    assert [[evaluation.num_right for evaluation in row.evaluations] for row in rows] == [[1] * 6] * 2


def test_training_rows_about_a_diagram_come_with_its_picture(tmp_path):
    def play(request, index):
        assert request.num_images == 1
        if 'the line "Answer: ' not in request.prompt:
            return f"words {index} about part {len(request.prompt) % 97}"
        digest = hashlib.sha256(request.prompt.encode()).digest()
        return f"Answer: {57 if digest[0] % 2 else 58}"

    with FakeServer(play) as server:
        model = f"fake-model@{server.url}"
        config = InquiryConfig(kind="search", task="geometry", student=model, teachers=(model,), limit=3, num_candidates=3)
        outcome = run_inquiry(config, tmp_path / "out")
    assert outcome.summary["failed"] == 0
    assert min(outcome.summary["training_rows"][kind] for kind in ("sft", "dpo")) > 0
    for name in ("sft.jsonl", "dpo.jsonl"):
        for row in map(json.loads, (tmp_path / "out" / name).read_text("utf-8").splitlines()):
            user = next(message for message in row["prompt"] if message["role"] == "user")
            assert [part["type"] for part in user["content"]] == ["image", "text"]
            assert [(tmp_path / "out" / image).read_bytes()[:4] for image in row["images"]] == [b"\x89PNG"]
