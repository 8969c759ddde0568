"""What all tests share: where public data lies, and how many examples a property test tries."""

import gc
import os
import re
import signal
import warnings
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

REPOSITORY = Path(__file__).resolve().parents[1]

# No deadline: a busy machine is no fault of the code. The default tests try few examples, the same each time; `make slow` tries
# them all again among many more. `pytest --hypothesis-profile=thorough` searches for longer, elsewhere each time.
settings.register_profile("quick", max_examples=10, deadline=None, derandomize=True, database=None)
settings.register_profile("wide", max_examples=200, deadline=None, derandomize=True, database=None)
settings.register_profile("thorough", max_examples=2000, deadline=None, print_blob=True)
settings.load_profile("quick")

# A job in the background of a shell ignores interrupts, and so would all that the tests start and interrupt.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# Test files and what they import stay until the end: the collector need not go through them again for each test, which
# took a twentieth of the suite's time. What tests leave behind is small.
gc.set_threshold(50_000, 20, 50)


_MARKED = re.compile(r"^pytestmark = pytest\.mark\.(\w+)", re.MULTILINE)


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave out files whose tests are all of a kind that is not run: what they import takes seconds of every worker."""
    if collection_path.suffix != ".py" or not collection_path.name.startswith("test_"):
        return None
    marked = _MARKED.search(collection_path.read_text("utf-8"))
    return True if marked is not None and f"not {marked[1]}" in config.option.markexpr else None


def pytest_collection_finish() -> None:
    """Take what was collected out of the collector's rounds."""
    gc.freeze()


def pytest_unconfigure() -> None:
    """Let what tests left behind complain now: two plugins and the interpreter need not search all that stays once more each."""
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="session")
def repository() -> Path:
    """Return the root of the checkout."""
    return REPOSITORY


@pytest.fixture(scope="session")
def data_folder() -> Path:
    """Return the folder of public data sets; a test that needs it is skipped where it is absent."""
    folder = Path(os.environ.get("GNOMON_DATA") or REPOSITORY.parent / "shared" / "data")
    if not folder.is_dir():
        pytest.skip(f"needs the public data sets in {folder}; set GNOMON_DATA to their folder")
    return folder


@pytest.fixture
def picture(tmp_path: Path) -> Path:
    """Return a PNG of a bank figure, for what reads pictures; skip without the extra that does."""
    pytest.importorskip("cv2", reason="needs the extra read: OpenCV")
    pytest.importorskip("onnxruntime", reason="needs the extra read: ONNX Runtime")
    from gnomon.drawing import draw, to_png
    from gnomon.problem import bank

    path = tmp_path / "figure.png"
    path.write_bytes(to_png(draw(bank()["tangent-distance-otz"].question.figure)))
    return path


@pytest.fixture(scope="session")
def ray_cluster() -> Iterator[str]:
    """Give the address of a Ray of two workers on this machine; this process is connected. Skip without the extra scale."""
    ray = pytest.importorskip("ray", reason="needs ray (the extra scale)")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of Ray and what it starts
        ray.init(address="local", num_cpus=2, include_dashboard=False, log_to_driver=False, object_store_memory=100 << 20)
    yield ray.get_runtime_context().gcs_address
    ray.shutdown()
