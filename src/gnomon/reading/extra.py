"""OpenCV and ONNX Runtime, loaded by the first picture: the room's one way to the libraries of the extra ``read``."""

from __future__ import annotations

from functools import cache
from importlib import resources
from types import ModuleType
from typing import Any

from gnomon.metrics.extras import require


@cache
def opencv() -> ModuleType:
    """Return ``cv2``, on one thread: pictures are read side by side, and a small one gains nothing from more.

    Raises:
        ImportError: when it is not installed; the message has the command.
    """
    cv = require("cv2", "reading pictures", "read")
    cv.setNumThreads(1)
    return cv


@cache
def letter_session() -> Any:  # noqa: ANN401  # a class of a library that may be absent
    """Return the letter finder, a session of ONNX Runtime.

    Raises:
        ImportError: when ONNX Runtime is not installed; the message has the command.
    """
    runtime = require("onnxruntime", "reading letters in pictures", "read")
    options = runtime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    model = resources.files("gnomon.reading").joinpath("letters.onnx").read_bytes()
    return runtime.InferenceSession(model, options, providers=["CPUExecutionProvider"])


def prepare() -> None:
    """Load the libraries and the letter finder, half a second that the first picture would take besides.

    Raises:
        ImportError: when one is not installed; the message has the command.
    """
    import scipy.optimize  # noqa: F401  # of `gnomon.reading.naming`

    opencv()
    letter_session()
