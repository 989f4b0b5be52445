"""Blocks of independent work on one core, all cores or a Dask cluster; what is done is found again."""

from matroidlab.work.blocks import SILENT, Listener, Run
from matroidlab.work.executors import executor, serial
from matroidlab.work.versions import fingerprint, refuse_others, versions_with

__all__ = [
    "SILENT",
    "Listener",
    "Run",
    "executor",
    "fingerprint",
    "refuse_others",
    "serial",
    "versions_with",
]
