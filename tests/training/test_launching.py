"""What needs torch and what does not: commands start without it, and several processes are started by words alone."""

import subprocess
import sys
from importlib import metadata, resources
from importlib.util import find_spec

import pytest
import yaml

from gnomon.training.errors import TrainingError
from gnomon.training.launching import is_first, is_launched, launch, num_processes

WITHOUT_TORCH = """
import sys
class Refused:
    def find_spec(self, name, path=None, target=None):
        assert name.partition(".")[0] not in {"torch", "transformers", "trl", "peft", "accelerate", "datasets"}, name
sys.meta_path.insert(0, Refused())
from typer.testing import CliRunner
from gnomon.cli import app
for words in (
    ["--help"], ["serve", "--help"], ["train", "run", "--help"], ["bench", "list"],
    ["train", "plan", "geodial-tutor", "--data", "sample"],
):
    result = CliRunner().invoke(app, words)
    assert result.exit_code == 0, (words, result.output, result.exception)
"""


@pytest.mark.slow
def test_no_command_loads_torch_unless_it_trains_or_serves():
    done = subprocess.run([sys.executable, "-c", WITHOUT_TORCH], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_the_installed_trainers_are_of_the_versions_that_we_name():
    if find_spec("torch") is None or find_spec("trl") is None:
        pytest.skip("the tests that train need the extra train: make training")
    assert metadata.version("trl").startswith("1.")
    assert metadata.version("transformers").startswith("5.")


def test_alone_a_process_is_the_first_of_one(monkeypatch):
    for name in ("RANK", "WORLD_SIZE", "GNOMON_LAUNCHED"):
        monkeypatch.delenv(name, raising=False)
    assert (is_first(), num_processes(), is_launched()) == (True, 1, False)
    monkeypatch.setenv("RANK", "1")
    monkeypatch.setenv("WORLD_SIZE", "2")
    assert (is_first(), num_processes()) == (False, 2)


def test_gpus_are_asked_for_where_a_way_needs_them():
    with pytest.raises(TrainingError, match="on a CPU take ddp"):
        launch([], "fsdp", 2, on_cpu=True)
    if find_spec("deepspeed") is None:
        with pytest.raises(TrainingError, match="pip install deepspeed"):
            launch([], "deepspeed", 2, on_cpu=False)


@pytest.mark.parametrize(("name", "kind"), [("ddp", "MULTI_GPU"), ("fsdp", "FSDP"), ("deepspeed", "DEEPSPEED")])
def test_each_way_has_a_file_for_accelerate(name, kind):
    file = resources.files("gnomon.training").joinpath("parallel", f"{name}.yaml")
    assert yaml.safe_load(file.read_text("utf-8"))["distributed_type"] == kind
