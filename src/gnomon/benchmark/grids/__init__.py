"""Grids: one command for each published table or figure that depends on running models.

A grid is data (`grid`, ``data/``); `plan` makes the runs of it, `running` makes them, `filling` puts their figures into the
paper's layout, `reporting` makes the page. It leaves out: figures of its own, which are those of the benchmarks and of
`gnomon.inquiry`; trainings, which `gnomon train` has.
"""

from gnomon.benchmark.grids.estimating import GridEstimate, estimate_grid
from gnomon.benchmark.grids.filling import tables_of_grid
from gnomon.benchmark.grids.grid import Grid, grid_named, grids
from gnomon.benchmark.grids.plan import Chosen, PlannedRun, plan
from gnomon.benchmark.grids.reporting import report_of_grid, write_report
from gnomon.benchmark.grids.running import GridOutcome, GridProgress, GridTold, MadeRun, asked_in, run_grid

__all__ = [
    "Chosen",
    "Grid",
    "GridEstimate",
    "GridOutcome",
    "GridProgress",
    "GridTold",
    "MadeRun",
    "PlannedRun",
    "asked_in",
    "estimate_grid",
    "grid_named",
    "grids",
    "plan",
    "report_of_grid",
    "run_grid",
    "tables_of_grid",
    "write_report",
]
