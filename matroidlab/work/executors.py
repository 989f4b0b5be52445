"""Where blocks are run: here, in processes, or on a Dask cluster. The results are the same."""

import os
import signal
from collections.abc import Generator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from typing import Any

from matroidlab.errors import ConfigurationError, ExecutorError
from matroidlab.work.blocks import Kind, Run, run_contained
from matroidlab.work.orphans import end_with_parent

TRIES = 3
"""How often a pool of processes that lost one is rebuilt without any block getting done."""


def executor(spec: str) -> Run:
    """Return the executor of that name: serial, local, local:N, dask or dask:ADDRESS."""
    name, _, detail = spec.partition(":")
    if name == "serial" and not detail:
        return serial
    if name == "local" and (not detail or (detail.isdecimal() and int(detail) > 0)):
        return local(int(detail) if detail else os.cpu_count() or 1)
    if name == "dask":
        from matroidlab.work.cluster import dask  # noqa: PLC0415 - an extra

        return dask(detail or None)
    raise ConfigurationError(f"executor must be serial, local, local:N, dask or dask:ADDRESS, got {spec!r}")


def serial(blocks: Sequence[Kind]) -> Generator[tuple[Kind, Any], None, None]:
    """Run one block after the other, here."""
    for block in blocks:
        yield block, run_contained(block)


def local(workers: int) -> Run:
    """Run blocks in processes of this machine; a pool that loses a process is rebuilt and goes on."""

    def run(blocks: Sequence[Kind]) -> Generator[tuple[Kind, Any], None, None]:
        left, tries = list(blocks), TRIES
        while left:
            before = len(left)
            for block, arrays in _run_in_pool(left, min(workers, len(left))):
                left.remove(block)
                yield block, arrays
            tries = TRIES if len(left) < before else tries - 1
            if left and not tries:
                raise ExecutorError(
                    f"worker processes keep dying, {TRIES} times in a row before a block was done, the first of those "
                    f"left being {left[0].name}; out of memory? Fewer processes need less: --executor local:1"
                )

    return run


def _run_in_pool(blocks: Sequence[Kind], workers: int) -> Generator[tuple[Kind, Any], None, None]:
    """Yield what one pool gets done, until all is done or a process dies."""
    # A fresh interpreter for each worker: a fork would copy the threads of progress bars in an unknown state.
    pool = ProcessPoolExecutor(workers, mp_context=get_context("spawn"), initializer=_follow_the_parent)
    try:
        futures: dict[Future[Any], Kind] = {pool.submit(run_contained, block): block for block in blocks}
        for future in as_completed(futures):
            yield futures[future], future.result()
    except BrokenProcessPool:
        return
    finally:
        _stop(pool)


def _follow_the_parent() -> None:
    """Leave Ctrl-C to the parent, which a terminal tells too, and end when it does."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    end_with_parent()


def _stop(pool: ProcessPoolExecutor) -> None:
    """End the pool now: whoever waits for Ctrl-C does not want to wait for a block."""
    processes = list((pool._processes or {}).values())  # noqa: SLF001 - public only from Python 3.14 on
    pool.shutdown(wait=False, cancel_futures=True)
    for process in processes:
        process.kill()
