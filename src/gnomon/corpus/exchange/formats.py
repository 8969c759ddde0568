"""The formats of exchange, by the name that the command line knows them by."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import NamedTuple

from gnomon.corpus.exchange.bundle import Bundle, Files
from gnomon.corpus.exchange.figures import write_png
from gnomon.corpus.exchange.geodial import read_geodial_folder, write_geodial
from gnomon.corpus.exchange.hugging_face import read_hugging_face, write_hugging_face
from gnomon.corpus.exchange.label_studio import read_label_studio, write_label_studio
from gnomon.corpus.exchange.published import (
    read_bridge,
    read_mathdial,
    read_mrbench,
    write_bridge,
    write_mathdial,
    write_mrbench,
)
from gnomon.corpus.exchange.spreadsheet import read_csv, write_csv


class Format(NamedTuple):
    """One format."""

    title: str
    write: Callable[[Bundle], Files]
    read: Callable[[Path], Bundle] | None
    """None for a format that does not hold a dialogue."""
    is_whole: bool = True
    """Whether pictures and all that an annotator did come along, so that a dialogue loads again as it was."""


FORMATS: Mapping[str, Format] = {
    "geodial": Format("GeoDial-style JSON Lines", write_geodial, read_geodial_folder),
    "hf": Format("Hugging Face dataset folder", write_hugging_face, read_hugging_face),
    "csv": Format("CSV, one row a turn", write_csv, read_csv),
    "mathdial": Format("MathDial JSON Lines", write_mathdial, read_mathdial, is_whole=False),
    "mrbench": Format("MRBench, format of the BEA shared task", write_mrbench, read_mrbench, is_whole=False),
    "bridge": Format("Bridge dialogues", write_bridge, read_bridge, is_whole=False),
    "png": Format("figures with highlights", write_png, None),
    "label-studio": Format("Label Studio tasks", write_label_studio, read_label_studio),
}
