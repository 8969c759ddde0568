"""What a grid is: many runs of one benchmark whose figures stand in one table or figure of a paper.

Grids are data, in ``data/``, one file a paper; one engine plans, runs and shows them. A grid says who is graded, what varies (its
axes), what holds for all runs, and how the paper lays its table out: each column is a column of a table that the benchmark's own
report has, so that a grid computes nothing that `gnomon bench report` does not.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from gnomon.benchmark.errors import ResultsError, did_you_mean
from gnomon.packaged import packaged_yaml

_FROZEN = ConfigDict(frozen=True, extra="forbid")
_FILES = ("geodial", "mmtutorbench", "mathexplain", "mrbench", "odqs")
INQUIRY = "inquiry"
"""Task of a grid of `gnomon.inquiry`, where the other grids name a benchmark."""
Role = Literal["model", "judge", "teacher", "peer", "trained", "text_model", "ocr"]
"""What a user names for a grid; each is an option of the command."""


class AxisValue(BaseModel):
    """One place on an axis."""

    model_config = _FROZEN

    name: str
    """Stands in the names of its runs; empty for what a paper takes for granted."""
    set: dict[str, Any] = Field(default_factory=dict)
    """Settings of the benchmark, or fields of an inquiry's configuration."""
    shown: dict[str, str] = Field(default_factory=dict)
    """Words by heading, for the columns that say what was varied."""
    by_text_model: bool = False
    """No picture is shown: the text model is asked, where one is named."""
    needs: Role | None = None
    """Without whom there is no such run."""


class ColumnsOf(BaseModel):
    """Columns of a table that the benchmark's report has."""

    model_config = _FROZEN

    table: str
    """Its id."""
    headings: tuple[str, ...] = ()
    """Which columns, in order; empty for all."""
    under: str = ""
    """Stands before the headings, where several tables have the same."""


class Layout(BaseModel):
    """One table as the paper has it."""

    model_config = _FROZEN

    id: str
    """Names its CSV file; permanent."""
    title: str
    columns: tuple[ColumnsOf, ...] = Field(min_length=1)
    shown: tuple[str, ...] = ()
    """Headings of `AxisValue.shown` that come first."""
    by: str = ""
    """The axis whose values are the columns; the one column named is then the figure of each. Empty: one line a run."""
    published: str = ""
    """Where the printed rows stand: the id of a table whose headings are those here, or FILE/PART of ``published/``, in the order
    of the figures. Empty: with the tables of the columns."""
    printed_in: str = ""
    """Words in the names of the printed rows that are shown, where the part has those of other tables too."""
    note: str = ""


class Grid(BaseModel):
    """One grid."""

    model_config = _FROZEN

    names: tuple[str, ...] = Field(min_length=1)
    """The first is its own; the others are of tables and figures that the same runs fill."""
    paper: str
    shows: str
    """Tables and figures, as the paper counts them."""
    varies: str
    """What differs between the runs, in words."""
    beside: str
    """Which published rows stand beside ours."""
    task: str
    """Name of the benchmark, or ``inquiry``."""
    graded: Literal["tutor", "judge", "student"] = "tutor"
    """What ``--model`` names."""
    needs: tuple[Role, ...] = ("model",)
    takes: tuple[Role, ...] = ()
    """What may be named beside."""
    judge: str | None = None
    """In place of a judge that a user names."""
    with_all_judges: bool = False
    """Each further judge grades the replies of the first one's runs, word for word."""
    others: tuple[str, ...] = ()
    """Baselines and recorded replies that are graded beside the models, in the same way."""
    controls: tuple[str, ...] = ()
    """Those that read nothing, and take no setting but the grid's own."""
    set: dict[str, Any] = Field(default_factory=dict)
    """Settings of all runs."""
    axes: dict[str, tuple[AxisValue, ...]] = Field(default_factory=dict)
    trained_at: tuple[str, ...] = ()
    """Of the only axis, the values at which trained students are measured."""
    tables: tuple[Layout, ...] = Field(min_length=1)
    more: tuple[str, ...] = ()
    """Tables of the report over all runs together, shown below."""
    plots: tuple[str, ...] = ()
    """Plots likewise."""
    note: str = ""

    @property
    def name(self) -> str:
        """Its own name."""
        return self.names[0]

    @property
    def is_inquiry(self) -> bool:
        """Whether students ask teachers in it."""
        return self.task == INQUIRY


@cache
def grids() -> Mapping[str, Grid]:
    """Return all grids by their own names, in the order of the papers."""
    found = [Grid.model_validate(each) for name in _FILES for each in packaged_yaml(__package__, "data", f"{name}.yaml")]
    return {grid.name: grid for grid in found}


def grid_named(name: str) -> Grid:
    """Return a grid by any of its names.

    Raises:
        ResultsError: when there is none; the message lists those there are.
    """
    by_name = {each: grid for grid in grids().values() for each in grid.names}
    if name not in by_name:
        listed = ", ".join(by_name)
        raise ResultsError(f"no grid {name!r}: {did_you_mean(name, by_name)}there are {listed}")
    return by_name[name]
