"""Executors: in this process, in local processes or on a Dask cluster, with the same results."""

import ctypes
import os
import signal
import sys
from collections.abc import Generator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context, parent_process
from threading import Thread
from typing import Any, Protocol

from matroidlab.errors import ConfigurationError, ExecutorError
from matroidlab.work.resumable import Kind, Run, run_here, serial

TRIES = 3
"""How often in a row a pool that lost a process is rebuilt without a block being finished."""

PR_SET_PDEATHSIG = 1
"""The option of Linux's prctl that names the signal a process gets when its parent dies."""


class Parent(Protocol):
    """The parent process, as multiprocessing describes it."""

    def join(self) -> None:
        """Wait until it has ended."""


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
    raise ConfigurationError(
        f"executor must be serial, local, local:N, dask or dask:ADDRESS, got {spec!r}"
    )


def local(workers: int) -> Run:
    """Run blocks in processes of this machine; a pool that loses a process is rebuilt."""

    def run(blocks: Sequence[Kind]) -> Generator[tuple[Kind, Any], None, None]:
        left = list(blocks)
        tries = TRIES
        while left:
            before = len(left)
            for block, arrays in _run_in_pool(left, min(workers, len(left))):
                left.remove(block)
                yield block, arrays
            tries = TRIES if len(left) < before else tries - 1
            if left and not tries:
                raise ExecutorError(
                    f"worker processes keep dying, {TRIES} times in a row before a block was done; "
                    f"the next block is {left[0].name}. If memory ran out, use fewer processes: "
                    "--executor local:1"
                )

    return run


def _run_in_pool(blocks: Sequence[Kind], workers: int) -> Generator[tuple[Kind, Any], None, None]:
    """Yield the results of one pool, until all blocks are done or a process dies."""
    # A fresh interpreter for each worker: a fork would copy the threads of progress bars in an
    # unknown state.
    pool = ProcessPoolExecutor(
        workers, mp_context=get_context("spawn"), initializer=_follow_the_parent
    )
    try:
        futures: dict[Future[Any], Kind] = {pool.submit(run_here, block): block for block in blocks}
        for future in as_completed(futures):
            yield futures[future], future.result()
    except BrokenProcessPool:
        return
    finally:
        _stop(pool)


def _follow_the_parent() -> None:
    # A terminal sends Ctrl-C to the parent too, which ends its workers.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    end_with_parent()


def _stop(pool: ProcessPoolExecutor) -> None:
    """End the pool without waiting for the blocks that are being run."""
    # Public only from Python 3.14 on.
    processes = list((pool._processes or {}).values())  # noqa: SLF001
    pool.shutdown(wait=False, cancel_futures=True)
    for process in processes:
        process.kill()


def end_with_parent() -> None:
    """End this process, which multiprocessing has started, when its parent ends for any reason.

    Linux kills it at once. A thread watches too, for other systems (where it has to wait until a
    compiled kernel returns) and in case the parent ended before Linux was asked.
    """
    parent = parent_process()
    if parent is None:
        return
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    Thread(target=_end_after, args=(parent,), daemon=True).start()


def _end_after(parent: Parent) -> None:
    parent.join()
    os._exit(1)
