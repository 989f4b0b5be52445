"""Blocks of independent work on one core, all cores or a Dask cluster; finished ones are kept."""

from matroidlab.work.executors import executor
from matroidlab.work.resumable import (
    BLOCKS,
    SILENT,
    Listener,
    Measure,
    ResultStore,
    Run,
    Work,
    run_blocks,
    serial,
)
from matroidlab.work.versions import fingerprint, refuse_others, versions_with

__all__ = [
    "BLOCKS",
    "SILENT",
    "Listener",
    "Measure",
    "ResultStore",
    "Run",
    "Work",
    "executor",
    "fingerprint",
    "refuse_others",
    "run_blocks",
    "serial",
    "versions_with",
]
